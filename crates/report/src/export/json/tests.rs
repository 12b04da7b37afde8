//! The JSON document: docs/reference/json.md describes every key, every parser can read it, and missing numbers are marked.

use super::*;
use expect_test::expect_file;
use record::reason::{LineReason, LineUnit};
use record::{FactTitle, Reason, TriedLoad};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use summary::Estimate;
use testkit::proof::proof_example;
use testkit::record::{HOSTILE, bare_example, check_example, run_example};
use testkit::soak::soak_example;
use testkit::study::plan_example;

const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/json.md");
const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/check.json");

fn parsed(record: &Record) -> Value {
    serde_json::from_str(&json(record)).unwrap()
}

/// A check reduced to the size of a documentation page; rounded, so that it is the same on every machine.
fn shown() -> Record {
    let mut record = check_example();
    record.command = "plimsoll check /srv/db --for postgres --seed 42".to_owned();
    record.target = "/srv/db".to_owned();
    record.source_text = "name = \"postgres\"\n".to_owned();
    record.facts.truncate(1);
    record.facts[0].title = FactTitle::FileSystem { path: "/srv/db".to_owned() };
    record.trials = vec![record.trials[13].clone()];
    record.findings = vec![record.findings[1].clone()];
    record.warnings = vec![record.warnings[1].clone()];
    record.notes.truncate(1);
    let whole = |x: &mut f64| *x = x.round();
    for stream in &mut record.trials[0].streams {
        for estimate in [&mut stream.iops, &mut stream.mibps] {
            *estimate = estimate.map(f64::round);
        }
        whole(&mut stream.depth_mean);
        stream.points.truncate(1);
        for latency in [&mut stream.read, &mut stream.write] {
            whole(&mut latency.mean_ns);
            latency.quantiles.truncate(2);
            latency.buckets.truncate(2);
        }
        for point in &mut stream.points {
            whole(&mut point.mibps);
        }
    }
    for trial in &mut record.trials {
        trial.rate_iops.iter_mut().for_each(whole);
        trial.streams.iter_mut().for_each(|s| s.offered_iops = trial.rate_iops);
    }
    if let Some(estimate) = &mut record.findings[0].load_line {
        *estimate = Estimate { value: estimate.value, ..estimate.map(f64::round) };
    }
    record
}

fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            found.insert(key.clone());
            // The numbers of a sentence have the names of the fields in which they are stored.
            if !["reason", "detail", "failure"].contains(&key.as_str()) {
                keys(value, found);
            }
        }),
        Value::Array(list) => list.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn the_example_in_the_docs_is_what_comes_out() {
    expect_file![EXAMPLE].assert_eq(&json(&shown()));
}

#[test]
fn every_key_is_described() {
    let docs = std::fs::read_to_string(DOCS).unwrap();
    let mut found = BTreeSet::new();
    [check_example(), run_example(), plan_example(), proof_example(), soak_example()]
        .iter()
        .for_each(|record| keys(&parsed(record), &mut found));
    for key in found {
        assert!(
            docs.contains(&format!("`{key}`")),
            "{key} is not described in docs/reference/json.md"
        );
    }
}

#[test]
fn hostile_strings_come_through_and_missing_numbers_are_null() {
    let check = parsed(&check_example());
    assert_eq!(check["target"], format!("/srv/{HOSTILE}"));
    assert_eq!(check["format"], FORMAT);
    let run = parsed(&run_example());
    let stream = &run["trials"][0]["streams"][0];
    assert_eq!(stream["iops"]["low"], Value::Null);
    assert_eq!(stream["depth_mean"], Value::Null);
    assert_eq!((&run["verdict"], &run["seed"]), (&Value::Null, &Value::from(u64::MAX)));
    let bare = parsed(&bare_example());
    assert_eq!(bare["findings"][0]["load_line"], Value::Null);
    assert_eq!(bare["state"], "failed");
}

#[test]
fn an_open_role_has_its_rate_its_cause_and_what_would_decide() {
    let mut record = check_example();
    let finding = &mut record.findings[0];
    finding.verdict = Verdict::CannotTell;
    let load = |rate| Some(TriedLoad { rate, ..TriedLoad::default() });
    let mut line = LineReason::new(LineUnit::Iops, finding.latency_limit);
    (line.confirmed, line.refuted) = (load(310.0), load(520.0));
    (line.requirement, line.budget_s) = (Some(400.0), Some(232.0));
    finding.reason = Reason::Line(Box::new(line.clone()));
    let of = |record: &Record| {
        let finding = parsed(record)["findings"][0].clone();
        ["open", "because", "do"].map(|key| finding[key].clone())
    };
    assert_eq!(of(&record), [json!(400.0), Value::Null, json!({ "budget_s": 232.0 })]);
    // A confirmed rate is not open, whatever else is.
    (line.confirmed, line.budget_s) = (load(400.0), None);
    let otherwise = Box::new(Reason::Line(Box::new(line)));
    record.findings[0].reason = Reason::DepthLimited { depth: 64, otherwise };
    assert_eq!(of(&record), [Value::Null, json!({ "depth-limited": 64 }), Value::Null]);
}
