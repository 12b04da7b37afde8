//! Studies that are killed, interrupted or begun twice: every finished point is kept, and the same command resumes.

use crate::drive::{CommandOutput, TestPlace, names_in, signal, until, wait};
use base::Rng;
use serde_json::Value;
use std::process::Child;

/// How often the study is killed.
const KILLS: usize = 6;

/// The last run in the store, if there is one.
fn last(place: &TestPlace) -> Option<Value> {
    let ended = place.call(&["results", "show", "last", "--json"]);
    serde_json::from_str(&ended.stdout).ok()
}

/// Its points, those of all stages.
fn points(document: &Value) -> Vec<Value> {
    let stages = document["study"]["stages"].as_array().cloned().unwrap_or_default();
    stages
        .iter()
        .flat_map(|stage| stage["points"].as_array().cloned().unwrap_or_default())
        .collect()
}

/// The number of its stored intervals, including those of unfinished points.
fn intervals(document: &Value) -> usize {
    let all = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let trials = all(document, "trials");
    let streams = trials.iter().flat_map(|trial| all(trial, "streams"));
    streams.map(|stream| all(&stream, "points").len()).sum()
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
    let counted = |run: &Value| (points(run).len(), intervals(run));
    let (points_before, mut since) = last(place).map_or((0, 0), |run| counted(&run));
    let (mut waits, mut over) = (points_more > 0, false);
    until("some more was measured, or all", || {
        over = ended(&mut child);
        if over {
            return true;
        }
        let Some((points, intervals)) = last(place).map(|run| counted(&run)) else { return false };
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
        let document = last(&place).expect("the run is in the store");
        let now = points(&document);
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
    if last(&place).expect("the run is in the store")["state"] != "done" {
        let ended = place.run_depth_sweep(&words);
        let points = if kept.len() == 1 { "point is" } else { "points are" };
        ended.tells(&format!("resuming run 1: {} {points} measured", kept.len()));
    }
    let document = last(&place).expect("the run is in the store");
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
    until("a point has ended", || last(&place).is_some_and(|run| !points(&run).is_empty()));
    // Two processes cannot measure the same study at once, whatever its seed.
    let second = place.expect(4, &words);
    second.tells("being measured");
    signal(&child, "INT");
    let told = wait(child);
    told.must_be(130, &words);
    assert!(names_in(&folder).is_empty(), "a file stayed behind");
    let run = last(&place).expect("the run is in the store");
    let kept = points(&run);
    assert_eq!(run["state"], "interrupted");
    assert!(!kept.is_empty() && kept.len() < 4, "{kept:#?}");
    let other = place.start(&[&words[..], &["--fresh"]].concat());
    until("another run is in the store", || {
        last(&place).is_some_and(|run| run["state"] == "running" && points(&run).is_empty())
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

#[test]
fn a_stage_that_ended_is_not_measured_again() {
    let place = TestPlace::new("study-stages");
    let folder = place.folder("target");
    let text = format!(
        "[study]\npause = \"0s\"\nsize = \"64MiB\"\n\
         [[stage]]\nstudy = \"ramp\"\nname = \"line\"\ntarget = \"sim:ssd\"\nbudget = \"5s\"\n\
         [[stage]]\nstudy = \"ramp\"\nname = \"table\"\ntarget = \"{folder}\"\ndepths = \"1,2,4\"\ntime = \"1s\"\n"
    );
    let plan = place.write("plan.toml", text);
    let child = place.start(&["study", &plan]);
    until("a point of the second stage has ended", || {
        last(&place).is_some_and(|run| !points(&run).is_empty())
    });
    signal(&child, "KILL");
    wait(child);
    let line = last(&place).expect("the run is in the store")["study"]["stages"][0].clone();
    assert!(line["finding"].is_object(), "{line:#}");
    let ended = place.run_depth_sweep(&["study", &plan, "--json"]);
    let document = ended.json();
    assert_eq!(document["study"]["stages"][0]["finding"], line["finding"]);
    assert!([3, 4].contains(&points(&document).len()), "{document:#}");
}

/// What is told of a layout may be corrected during a study of days: that invalidates no point.
#[test]
fn another_redundancy_loses_no_point() {
    let place = TestPlace::new("study-redundancy");
    let (one, other) = (place.folder("one"), place.folder("other"));
    let redundant = |disks: u32| {
        let layouts =
            [format!("one={one},redundancy={disks}"), format!("other={other},redundancy=300")];
        let settings =
            ["--size", "64MiB", "--passes", "1", "--grid", "-kR -b8 -o(1,4) -t1 -frandom"];
        let mut words = vec!["compare".to_owned()];
        layouts.into_iter().for_each(|layout| words.extend(["--layout".to_owned(), layout]));
        words.extend(settings.into_iter().map(str::to_owned));
        words.extend(["--time", "1s", "--pause", "0s", "--json"].map(str::to_owned));
        words
    };
    let (few, more) = (redundant(200), redundant(250));
    let few: Vec<&str> = few.iter().map(String::as_str).collect();
    let more: Vec<&str> = more.iter().map(String::as_str).collect();
    let child = place.start(&few);
    until("two points have ended", || last(&place).is_some_and(|run| points(&run).len() >= 2));
    signal(&child, "KILL");
    wait(child);
    let kept = points(&last(&place).expect("the run is in the store"));
    let ended = place.call(&more);
    let document = ended.json();
    assert_eq!(place.runs().len(), 1, "another run: {}", ended.stderr);
    assert_eq!(points(&document).get(..kept.len()), Some(&kept[..]), "a point was measured anew");
    let said = last(&place).expect("the run is in the store");
    for text in [&said["command"], &said["study"]["stages"][0]["command"]] {
        let text = text.as_str().expect("a command is text");
        assert!(text.contains("redundancy=250") && !text.contains("redundancy=200"), "{text}");
    }
    let finding = said["study"]["stages"][0]["finding"].to_string();
    assert!(finding.contains("250") && !finding.contains("\"may_fail\":200"), "{finding}");
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
        let [whole, killed] = [&whole, &killed].map(|place| last(place).expect("a run"));
        eprintln!("{name}: {} points, killed {kills} times", points(&whole).len());
        assert_eq!(decided(&killed), decided(&whole), "{name}");
    }
}
