//! Studies that are killed, interrupted or begun twice: every finished point is kept, and the same command resumes.

use crate::drive::{CommandOutput, TestPlace, list, names_in, points, signal, until, wait};
use base::Rng;
use serde_json::Value;
use std::process::Child;

const KILLS: usize = 6;

/// The number of stored intervals of a run, including those of unfinished points.
fn intervals(document: &Value) -> usize {
    let trials = list(&document["trials"]);
    let streams = trials.iter().flat_map(|trial| list(&trial["streams"]));
    streams.map(|stream| list(&stream["points"]).len()).sum()
}

fn ended(child: &mut Child) -> bool {
    child.try_wait().expect("the child is ours").is_some()
}

/// Lets a started study run for `points_more` points and `intervals_more` intervals, then kills it; returns its output, or `None`
/// if it finished before.
fn kill_after(
    place: &TestPlace,
    mut child: Child,
    points_more: usize,
    intervals_more: usize,
) -> Option<CommandOutput> {
    let counted = || {
        let run = place.shown("last");
        (points(&run).len(), intervals(&run))
    };
    let (points_before, mut since) = counted();
    let (mut waits, mut over) = (points_more > 0, false);
    until("some more was measured, or all", || {
        over = ended(&mut child);
        if over {
            return true;
        }
        let (points, intervals) = counted();
        if waits && points >= points_before + points_more {
            (waits, since) = (false, intervals);
        }
        !waits && intervals >= since + intervals_more
    });
    if over {
        return None;
    }
    signal(&child, "KILL");
    let told = wait(child);
    (told.code == -1).then_some(told)
}

#[test]
fn a_study_killed_at_random_moments_keeps_every_finished_point_and_goes_on() {
    let place = TestPlace::new("study-kill");
    let folder = place.folder("target");
    let line =
        format!("ramp {folder} --size 64MiB --depths 1,2,3,4,6,8,12,16,24 --time 1s --pause 0s");
    let words: Vec<&str> = line.split(' ').collect();
    let seed = crate::drive::seed();
    let mut rng = Rng::new(seed);
    let mut kept: Vec<Value> = Vec::new();
    let mut kills = 0;
    while kills < KILLS {
        // From before the prefill to within the next point; every other time one point ends first.
        let more = rng.below(15) as usize;
        let Some(told) = kill_after(&place, place.start(&words), kills % 2, more) else { break };
        kills += 1;
        assert_eq!(told.code, -1, "killed by the signal");
        assert!(names_in(&folder).is_empty(), "a file stayed behind");
        // The first kill may come before the store is made.
        let now = points(&place.shown("last"));
        assert_eq!(
            now.get(..kept.len()),
            Some(&kept[..]),
            "seed {seed}: a finished point was lost"
        );
        kept = now;
    }
    eprintln!("killed {kills} times, {} points were kept over the kills", kept.len());
    // If points settle at once, all of them may be measured before the last kill.
    assert!(kills >= KILLS / 2 && kept.len() >= kills / 2, "{kills} kills: {kept:#?}");
    if place.record("last")["state"] != "done" {
        let ended = place.run_depth_sweep(&words);
        let points = if kept.len() == 1 { "point is" } else { "points are" };
        ended.tells(&format!("resuming run 1: {} {points} measured", kept.len()));
    }
    let document = place.record("last");
    let whole = points(&document);
    assert_eq!(document["state"], "done");
    assert_eq!(whole.get(..kept.len()), Some(&kept[..]), "seed {seed}: a point was measured anew");
    let depths: Vec<u64> =
        whole.iter().map(|point| point["load"]["depth"].as_u64().unwrap()).collect();
    // The fastest one is measured once more if later ones gave less.
    assert_eq!(depths[..9], [1, 2, 3, 4, 6, 8, 12, 16, 24], "each point once");
    assert!(depths.len() <= 10, "{depths:?}");
    assert_eq!(place.runs().len(), 1, "it went on in its own run");
}

#[test]
fn an_interrupted_study_keeps_its_points_and_fresh_begins_anew() {
    let place = TestPlace::new("study-int");
    let folder = place.folder("target");
    let words = [
        "ramp", &folder, "--size", "64MiB", "--depths", "1,2,4,8", "--time", "1s", "--pause", "0s",
    ];
    let child = place.start(&words);
    until("a point has ended", || !points(&place.shown("last")).is_empty());
    // Two processes cannot measure the same study at once, whatever its seed.
    let second = place.expect(4, &words);
    second.tells("being measured");
    signal(&child, "INT");
    let told = wait(child);
    told.must_be(130, &words);
    assert!(names_in(&folder).is_empty(), "a file stayed behind");
    let run = place.record("last");
    let kept = points(&run);
    assert_eq!(run["state"], "interrupted");
    assert!(!kept.is_empty() && kept.len() < 4, "{kept:#?}");
    let other = place.start(&[&words[..], &["--fresh"]].concat());
    until("another run is in the store", || {
        let run = place.shown("last");
        run["state"] == "running" && points(&run).is_empty()
    });
    signal(&other, "KILL");
    wait(other);
    let seed = run["seed"].as_u64().unwrap().to_string();
    let ended = place.run_depth_sweep(&[&words[..], &["--seed", &seed, "--json"]].concat());
    let whole = points(&ended.json());
    // The fastest depth is measured once more if later depths gave less.
    assert!([4, 5].contains(&whole.len()), "{whole:#?}");
    assert_eq!(whole.get(..kept.len()), Some(&kept[..]));
}

/// The results of a study: the points and findings of its stages, without the commands.
fn decided(document: &Value) -> Vec<(Value, Value, Value)> {
    let stages = document["study"]["stages"].as_array().expect("a study has stages");
    let of = |stage: &Value| ["points", "finding", "drift"].map(|key| stage[key].clone());
    stages.iter().map(|stage| of(stage).into()).collect()
}

#[test]
fn a_simulated_study_that_was_killed_ends_as_one_that_was_not() {
    let quota =
        "sim:cloud?quota_iops=2000&burst=60000&burst_iops=6000&noise_cv=0.05&noise_lag1=0.9";
    let layouts = [
        "a=sim:hdd?disks=4&layout=raid10&cache=64MiB",
        "b=sim:hdd?disks=4&layout=raid5&cache=64MiB",
    ];
    let compare = ["compare", "--layout", layouts[0], "--layout", layouts[1], "--grid"];
    let compare = [&compare[..], &["-k(R,W) -b(8,64) -o(1,8) -frandom"]].concat();
    let plan_text = format!(
        "[[stage]]\nstudy = \"ramp\"\nname = \"table\"\ntarget = \"{quota}\"\ndepths = \"1,2,4\"\n\
         [[stage]]\nstudy = \"calibrate\"\ndisks = [\"sim:hdd?disks=4&layout=none\"]\n"
    );
    let folder = TestPlace::new("sim-killed-plan");
    let plan = folder.write("plan.toml", plan_text);
    let shelf = "sim:hdd?disks=6&layout=none&cap_mibps=400";
    let studies: [(&str, &[&str]); 4] = [
        ("compare", &compare),
        ("calibrate", &["calibrate", shelf]),
        ("scale", &["scale", shelf]),
        ("plan", &["study", &plan]),
    ];
    for (name, words) in studies {
        let words = [words, &["--seed", "7"]].concat();
        let (whole, killed) = (
            TestPlace::new(&format!("sim-whole-{name}")),
            TestPlace::new(&format!("sim-killed-{name}")),
        );
        let ended = whole.verdict(&words);
        let mut kills = 0;
        for points_more in [3, 2] {
            kills +=
                usize::from(kill_after(&killed, killed.start(&words), points_more, 0).is_some());
        }
        let again = killed.call(&words);
        assert_eq!(again.code, ended.code, "{name}: {}", again.stderr);
        let [whole, killed] = [&whole, &killed].map(|place| place.record("last"));
        eprintln!("{name}: {} points, killed {kills} times", points(&whole).len());
        assert_eq!(decided(&killed), decided(&whole), "{name}");
    }
}
