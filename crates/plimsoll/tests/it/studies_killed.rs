//! Studies that are killed, interrupted or begun twice: every finished cell is kept, and the same command goes on.

use crate::drive::{Ended, Place, names_in, signal, until, wait};
use base::Rng;
use serde_json::Value;
use std::process::Child;

/// How often the study is killed.
const KILLS: usize = 10;

/// The last run in the store, if there is one.
fn last(place: &Place) -> Option<Value> {
    let ended = place.call(&["results", "show", "last", "--json"]);
    serde_json::from_str(&ended.stdout).ok()
}

/// Its cells, those of all stages.
fn cells(document: &Value) -> Vec<Value> {
    let stages = document["study"]["stages"].as_array().cloned().unwrap_or_default();
    stages.iter().flat_map(|stage| stage["cells"].as_array().cloned().unwrap_or_default()).collect()
}

/// The intervals that were stored of it, those of cells under way too.
fn intervals(document: &Value) -> usize {
    let all = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let trials = all(document, "trials");
    let streams = trials.iter().flat_map(|trial| all(trial, "streams"));
    streams.map(|stream| all(&stream, "points").len()).sum()
}

fn ended(child: &mut Child) -> bool {
    child.try_wait().expect("the child is ours").is_some()
}

/// Lets a started study go on for `cells_more` cells and `intervals_more` intervals, then kills it; gives what it told, or
/// nothing when it came to its end before.
fn kill_after(
    place: &Place,
    mut child: Child,
    cells_more: usize,
    intervals_more: usize,
) -> Option<Ended> {
    let counted = |run: &Value| (cells(run).len(), intervals(run));
    let (cells_before, mut since) = last(place).map_or((0, 0), |run| counted(&run));
    let mut waits = cells_more > 0;
    until("some more was measured, or all", || {
        if ended(&mut child) {
            return true;
        }
        let Some((cells, intervals)) = last(place).map(|run| counted(&run)) else { return false };
        if waits && cells >= cells_before + cells_more {
            (waits, since) = (false, intervals);
        }
        !waits && intervals >= since + intervals_more
    });
    signal(&child, "KILL");
    let told = wait(child);
    (told.code != 0).then_some(told)
}

#[test]
fn a_study_killed_at_random_moments_keeps_every_finished_cell_and_goes_on() {
    let place = Place::new("study-kill");
    let folder = place.folder("target");
    let ladder = "1,2,3,4,6,8,12,16,24";
    let words =
        ["ramp", &folder, "--size", "64MiB", "--ladder", ladder, "--time", "1s", "--pause", "0s"];
    let seed = u64::from(std::process::id());
    let mut rng = Rng::new(seed);
    let mut kept: Vec<Value> = Vec::new();
    let mut kills = 0;
    while kills < KILLS {
        // From "has not even begun to lay" to "somewhere in the next cell"; every other time one cell ends before.
        let more = rng.below(15) as usize;
        let Some(told) = kill_after(&place, place.start(&words), kills % 2, more) else { break };
        kills += 1;
        assert_eq!(told.code, -1, "killed by the signal");
        assert!(names_in(&folder).is_empty(), "a file stayed behind");
        let document = last(&place).expect("the run is in the store");
        let now = cells(&document);
        assert_eq!(now.get(..kept.len()), Some(&kept[..]), "seed {seed}: a finished cell was lost");
        kept = now;
    }
    eprintln!("killed {kills} times, {} cells were kept over the kills", kept.len());
    // Where cells settle at once, all of them may be measured before the last kill.
    assert!(kills >= KILLS / 2 && kept.len() >= kills / 2, "{kills} kills: {kept:#?}");
    if last(&place).expect("the run is in the store")["state"] != "done" {
        let ended = place.expect(0, &words);
        let cells = if kept.len() == 1 { "cell is" } else { "cells are" };
        ended.tells(&format!("going on with run 1: {} {cells} measured", kept.len()));
    }
    let document = last(&place).expect("the run is in the store");
    let whole = cells(&document);
    assert_eq!(document["state"], "done");
    assert_eq!(whole.get(..kept.len()), Some(&kept[..]), "seed {seed}: a cell was measured anew");
    let depths: Vec<u64> = whole.iter().map(|cell| cell["depth"].as_u64().unwrap()).collect();
    assert_eq!(depths, [1, 2, 3, 4, 6, 8, 12, 16, 24], "each cell once");
    let runs = place.expect(0, &["results", "list", "--json"]).json();
    assert_eq!(runs["runs"].as_array().map(Vec::len), Some(1), "it went on in its own run");
}

#[test]
fn an_interrupted_study_keeps_its_cells_and_fresh_begins_anew() {
    let place = Place::new("study-int");
    let folder = place.folder("target");
    let words = [
        "ramp", &folder, "--size", "64MiB", "--ladder", "1,2,4,8", "--time", "1s", "--pause", "0s",
    ];
    let child = place.start(&words);
    until("a cell has ended", || last(&place).is_some_and(|run| !cells(&run).is_empty()));
    // The very same study cannot be measured by two at once, whatever its seed.
    let second = place.expect(4, &words);
    second.tells("being measured");
    signal(&child, "INT");
    let told = wait(child);
    told.must_be(130, &words);
    assert!(names_in(&folder).is_empty(), "a file stayed behind");
    let run = last(&place).expect("the run is in the store");
    let kept = cells(&run);
    assert_eq!(run["state"], "interrupted");
    assert!(!kept.is_empty() && kept.len() < 4, "{kept:#?}");
    let other = place.start(&[&words[..], &["--fresh"]].concat());
    until("another run is in the store", || {
        last(&place).is_some_and(|run| run["state"] == "running" && cells(&run).is_empty())
    });
    signal(&other, "KILL");
    wait(other);
    let seed = run["seed"].as_u64().unwrap().to_string();
    let ended = place.expect(0, &[&words[..], &["--seed", &seed, "--json"]].concat());
    let whole = cells(&ended.json());
    assert_eq!((whole.len(), whole.get(..kept.len())), (4, Some(&kept[..])));
}

#[test]
fn a_stage_that_ended_is_not_measured_again() {
    let place = Place::new("study-stages");
    let folder = place.folder("target");
    let text = format!(
        "[study]\npause = \"0s\"\nsize = \"64MiB\"\n\
         [[stage]]\nstudy = \"ramp\"\nname = \"line\"\ntarget = \"sim:ssd\"\nbudget = \"5s\"\n\
         [[stage]]\nstudy = \"ramp\"\nname = \"table\"\ntarget = \"{folder}\"\nladder = \"1,2,4\"\ntime = \"1s\"\n"
    );
    let plan = place.write("plan.toml", text);
    let child = place.start(&["study", &plan]);
    until("a cell of the second stage has ended", || {
        last(&place).is_some_and(|run| !cells(&run).is_empty())
    });
    signal(&child, "KILL");
    wait(child);
    let line = last(&place).expect("the run is in the store")["study"]["stages"][0].clone();
    assert!(line["finding"].is_object(), "{line:#}");
    let ended = place.expect(0, &["study", &plan, "--json"]);
    let document = ended.json();
    assert_eq!(document["study"]["stages"][0]["finding"], line["finding"]);
    assert_eq!(cells(&document).len(), 3);
}
