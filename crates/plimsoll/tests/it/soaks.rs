//! `plimsoll soak` as a program: killed and resumed, its events, its outputs, and wrong words.

use crate::drive::{TestPlace, seed, until};
use base::Rng;
use serde_json::Value;
use std::process::Command;
use std::time::Duration;
use testkit::{skip, tool};

/// A simulated soak of 3 days.
const SOAK: [&str; 9] =
    ["soak", "sim:ssd", "--roles", "data", "--load", "20", "--days", "3", "--interval=30s"];

fn minutes(place: &TestPlace) -> Vec<String> {
    drop(std::fs::remove_file(place.dir.join("minutes.csv")));
    place.expect(0, &["soak", "report", "1", "--csv", "minutes.csv"]);
    place.read("minutes.csv").lines().skip(1).map(str::to_owned).collect()
}

fn start_unix_s(line: &str) -> i64 {
    line.split(',').nth(1).expect("a start").parse().expect("a number")
}

#[test]
fn a_killed_soak_goes_on_and_keeps_every_minute_that_had_ended() {
    let place = TestPlace::new("soak-killed");
    let mut rng = Rng::new(seed());
    let mut before = Vec::new();
    for number in 0..5 {
        let mut child = place.start(&SOAK);
        std::thread::sleep(Duration::from_millis(150 + rng.below(400)));
        child.kill().expect("it is ours");
        child.wait().expect("it is ours");
        if !place.call(&["results", "list", "--json"]).stdout.contains("\"soak\"") {
            continue;
        }
        let now = minutes(&place);
        assert!(now.len() >= before.len(), "kill {number}: {} after {}", now.len(), before.len());
        assert!(now.starts_with(&before), "kill {number}: a minute that had ended has changed");
        before = now;
    }
    place.expect(0, &SOAK);
    let whole = minutes(&place);
    assert!(whole.starts_with(&before));
    assert_eq!(whole.len(), 3 * 1_440);
    let starts: Vec<i64> = whole.iter().map(|line| start_unix_s(line)).collect();
    assert!(starts.windows(2).all(|pair| pair[1] - pair[0] == 60), "a gap on a virtual clock");
    assert_eq!(place.runs().len(), 1, "the same run went on");
}

#[test]
fn events_are_lines_of_json_and_a_command_gets_them() {
    let place = TestPlace::new("soak-events");
    let target = "sim:ssd?stall=3000s:5s";
    let words = ["soak", target, "--roles", "data", "--load", "50", "--time", "2h", "--json"];
    let words = [&words[..], &["--on-event", "cat >> events"]].concat();
    let ended = place.expect(0, &words);
    let events: Vec<Value> = ended
        .stderr
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    let kinds: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    assert_eq!(kinds, ["started", "stall", "ended"]);
    assert!((events[1]["length_s"].as_f64().expect("a number") - 5.0).abs() < 0.5, "{events:?}");
    assert_eq!(ended.json()["soak"]["finding"]["minutes"], 120);
    let handed = place.read("events");
    let mut handed: Vec<&str> = handed.lines().collect();
    // The commands run in parallel, so their order varies.
    handed.sort_unstable();
    let mut printed: Vec<&str> = ended.stderr.lines().collect();
    printed.sort_unstable();
    assert_eq!(handed, printed);
    // Lines are added to a file, and are then nowhere else; what it contained stays.
    place.write("lines", "before\n");
    let ended = place.expect(0, &[&words[..9], &["--seed", "1", "--events", "lines"]].concat());
    assert_eq!((ended.stderr.as_str(), &ended.json()["kind"]), ("", &Value::from("soak")));
    let lines = place.read("lines");
    assert!(lines.starts_with("before\n{\"event\":\"started\""), "{lines}");
    assert_eq!(lines.lines().count(), 4);
    place.expect(4, &[&words[..9], &["--events", "results.db"]].concat());
}

#[test]
fn a_soak_that_is_over_is_shown_signed_and_written() {
    let place = TestPlace::new("soak-shown");
    let sla = "p99<=5ms in 90% of minutes; iops>=45 in every hour";
    let words = ["soak", "sim:ssd", "--roles", "data", "--load", "50", "--days", "3", "--sla", sla];
    let words = [&words[..], &["--interval", "30s"]].concat();
    let ended = place.expect(0, &words);
    assert_eq!(ended.stdout.matches("MET").count(), 2, "{}", ended.stdout);
    let shown = place.expect(0, &["soak", "report"]).stdout;
    assert!(shown.contains("p99 <= 5 ms in 90 % of minutes"), "{shown}");
    place.expect(0, &["soak", "report", "last", "--sla-sheet", "sheet.md"]);
    let sheet = place.read("sheet.md");
    for head in
        ["## Metric", "## Load", "## Thresholds", "## What does not count", "## How to verify"]
    {
        assert!(sheet.contains(head), "{head}: {sheet}");
    }
    assert!(sheet.contains("| data | p99 \u{2264} "), "{sheet}");
    place.expect(0, &["results", "report", "last", "-o", "page.html"]);
    let page = place.read("page.html");
    assert!(page.contains("p99 by day and hour") && page.contains("The agreement"));
    // Too short for an agreement, but not for what was measured.
    place.expect(0, &["soak", "sim:ssd", "--roles", "data", "--load", "50", "--time", "10min"]);
    let early = ["soak", "report", "last", "--sla-sheet", "none.md", "--csv", "minutes.csv"];
    let early = place.expect(0, &early);
    early.tells("too short; a sheet needs at least 3 days");
    early.shows("10 min of 10 min");
    assert_eq!(place.read("minutes.csv").lines().count(), 11);
    assert!(!place.dir.join("none.md").exists());
}

#[test]
fn a_killed_soak_has_one_answer_in_every_place() {
    let place = TestPlace::new("soak-one-answer");
    let sla = ["--days", "300", "--interval=30s", "--sla", "p99<=1us in every minute"];
    let mut child = place.start(&[&SOAK[..6], &sla].concat());
    let minutes = || place.call(&["soak", "report", "1", "--json"]).stdout;
    until("a minute is stored", || minutes().contains("\"broken_times\": [\n"));
    child.kill().expect("it is ours");
    child.wait().expect("it is ours");
    let list = place.runs();
    assert_eq!(list[0]["answer"], "not met, unfinished");
    let shown = place.expect(0, &["soak", "report", "1"]).stdout;
    assert!(shown.contains("NOT MET") && shown.contains("Not met from 20"), "{shown}");
    let record = place.expect(0, &["soak", "report", "1", "--json"]).json();
    assert_eq!((&record["verdict"], &record["state"]), (&"not-fit".into(), &"running".into()));
    assert_eq!(record["warnings"].as_array().map(Vec::len), Some(0), "{:?}", record["warnings"]);
    place.expect(0, &["results", "report", "1", "-o", "page.html"]);
    assert!(place.read("page.html").contains("<title>NOT MET: "));
}

#[test]
fn a_complete_soak_is_not_begun_again_where_one_is_enough() {
    let place = TestPlace::new("soak-once");
    let words = ["soak", "sim:ssd", "--roles", "data", "--load", "50", "--time", "10min", "--once"];
    place.expect(0, &words);
    place.expect(0, &words).tells("--once begins no second one");
    let runs =
        || place.expect(0, &["results", "list", "--json"]).json()["runs"].as_array().map(Vec::len);
    assert_eq!(runs(), Some(1));
    // Another load is another soak, and so is the same one after its time.
    place.expect(0, &[&words[..5], &["60"], &words[6..]].concat());
    place.expect(0, &[&words[..8], &["--once=1ms"]].concat());
    assert_eq!(runs(), Some(3));
}

#[test]
fn a_soak_on_a_slower_storage_is_worse_at_the_same_rate() {
    let place = TestPlace::new("soak-diff");
    for target in ["sim:ssd", "sim:ssd", "sim:hdd"] {
        let words = ["soak", target, "--roles", "data", "--load", "20", "--time", "1h"];
        place.expect(0, &words);
    }
    place.expect(0, &["diff", "1", "2"]);
    place.expect(1, &["diff", "1", "3"]).shows("WORSE");
    place.expect(0, &["diff", "3", "1"]);
}

#[test]
fn words_that_are_wrong_are_told_all_at_once_and_nothing_is_stored() {
    let place = TestPlace::new("soak-wrong");
    let told = place.line(
        3,
        "soak sim:ssd --load 2x --days x --sla 'p99<=20ms; iops>=y in every hour' --every 1h \
         --window 2h --interval 1ms",
    );
    for part in
        ["--load", "--days", "\"p99<=20ms\"", "\"iops>=y in every hour\"", "--window", "--interval"]
    {
        told.tells(part);
    }
    assert_eq!(place.runs().len(), 0);
    place.call(&["check", "sim:ssd", "--budget", "5s", "--json"]);
    place.expect(3, &["soak", "report", "last"]).tells("is not a soak");
    // A unit is written for a right command alone, and its length is never guessed.
    place
        .expect(3, &["soak", "unit", "/srv/db", "--load", "60%"])
        .tells("--days <N>|--time <TIME>");
    place.expect(3, &["soak", "unit", "/srv/db", "--load", "x", "--days", "1"]).tells("not a load");
    let week = ["/srv/db", "--load", "60%", "--days", "7"];
    place.expect(3, &[&["soak", "unit", "--weekly"], &week[..]].concat()).tells("6 days");
    let unit = place.expect(0, &[&["soak", "unit"], &week[..]].concat()).stdout;
    assert!(unit.contains("\"--load\" \"60%%\"") && unit.contains("[Install]"), "{unit}");
    let timer = place.expect(0, &["soak", "unit", "--timer"]).stdout;
    let Some(analyze) = tool("systemd-analyze") else {
        return skip("no systemd-analyze here; the units were not verified");
    };
    let files = [("plimsoll-soak.service", unit), ("plimsoll-soak.timer", timer)];
    let files = files.map(|(name, text)| place.write(name, text));
    let verified = Command::new(analyze).arg("verify").args(files).output().expect("it starts");
    assert!(verified.status.success() && verified.stderr.is_empty(), "{verified:?}");
}
