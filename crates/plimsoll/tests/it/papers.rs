//! What is made from stored results: comparing two of them, sizing from them, and their cells as a spreadsheet's CSV.

use crate::drive::Place;
use serde_json::Value;

const RAID10: &str = "raid10=sim:hdd?disks=8&layout=raid10,price=4200,usable=2TiB,redundancy=1";
const RAID5: &str = "raid5=sim:hdd?disks=8&layout=raid5,price=3100,usable=4TiB,redundancy=1";
const GRID: &str = "-b8 -o(1-8) -t1 -k(R,W) -frandom";

/// A store with two races over the same layouts, and one whose second layout is slower.
fn raced() -> Place {
    let place = Place::new("papers");
    let slow = "raid10=sim:hdd?disks=8&layout=raid10&slow=1:2,price=4200";
    for (layout, seed) in [(RAID10, "1"), (RAID10, "2"), (slow, "3")] {
        let words = ["compare", "--layout", layout, "--layout", RAID5, "--grid", GRID];
        place.expect(0, &[&words[..], &["--pause", "0s", "--seed", seed]].concat());
    }
    place
}

#[test]
fn two_results_are_held_against_each_other_conditions_first() {
    let place = raced();
    let same = place.call(&["diff", "1", "2"]);
    assert!([0, 2].contains(&same.code), "the same storage is never worse: {}", same.stdout);
    let at = |text: &str, part: &str| {
        text.find(part).unwrap_or_else(|| panic!("{part} is not in {text}"))
    };
    assert!(at(&same.stdout, "1 -> 2") < at(&same.stdout, "cells together"));
    let worse = place.expect(1, &["diff", "1", "last", "--json"]);
    let document: Value = worse.json();
    assert_eq!(document["answer"], "worse", "{document:#}");
    assert!(document["conditions"].as_array().is_some_and(|all| !all.is_empty()));
    let better = place.expect(0, &["diff", "3", "1"]);
    assert!(better.stdout.contains("better"), "{}", better.stdout);
    place.expect(3, &["diff", "1", "77x"]);
    place.expect(3, &["diff", "1", "2", "--practical", "0"]);
    place.expect(4, &["diff", "1", "77"]);
}

#[test]
fn sizing_answers_from_the_store_and_names_its_rules() {
    let place = raced();
    place.write("disks.txt", "disk sas price=210 size=600GB rpm=10000\nlayout raid10 disks=8\n");
    let size = |code: i32, need: &str| {
        place.expect(code, &["size", "--need", need, "--disks", "disks.txt", "--run", "1"])
    };
    let carried = size(0, "iops>=200,write=0.3,p99<=200ms,block=8k");
    for part in ["raid10", "head-room", "N x iops / (R", "where files go", "rule of thumb"] {
        assert!(carried.stdout.contains(part), "{part}: {}", carried.stdout);
    }
    let short = size(1, "iops>=100000,write=0.3,p99<=200ms");
    assert!(short.stdout.contains("nothing that was measured carries it"), "{}", short.stdout);
    place.write("needs.json", "{\"data\": \"iops>=200, write=0.3\", \"log\": \"commits>=20\"}");
    let both = place.expect(0, &["size", "--need", "needs.json", "--run", "1", "--json"]);
    let document: Value = both.json();
    let roles: Vec<&str> =
        document["needs"].as_array().unwrap().iter().filter_map(|n| n["role"].as_str()).collect();
    assert_eq!(roles, ["data", "log"]);
    let wrong = place.expect(3, &["size", "--need", "write=7, p99<=10", "--disks", "none.txt"]);
    assert_eq!(wrong.stderr.lines().count(), 3, "{}", wrong.stderr);
}

#[test]
fn where_nothing_is_stored_only_a_rule_of_thumb_is_left() {
    let place = Place::new("papers-empty");
    place.write("disks.txt", "disk sas iops=180 most=5\n");
    let told = place.expect(2, &["size", "--need", "iops>=600,write=16%", "--disks", "disks.txt"]);
    assert!(told.stdout.contains("by a rule of thumb raid"), "{}", told.stdout);
}

#[test]
fn the_cells_of_a_study_go_to_a_spreadsheet_with_either_comma() {
    let place = raced();
    let points = place.expect(0, &["results", "export", "1", "--csv"]).stdout;
    let commas = place.expect(0, &["results", "export", "1", "--csv", "--decimal-comma"]).stdout;
    assert!(points.starts_with("stage,purpose,") && commas.starts_with("stage;purpose;"));
    assert_eq!(points.lines().count(), commas.lines().count());
    let cells = place.expect(0, &["results", "show", "1", "--json"]).json();
    let cells = cells["study"]["stages"][0]["cells"].as_array().map_or(0, Vec::len);
    assert_eq!(points.lines().count(), cells + 1);
}
