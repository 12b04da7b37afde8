//! Tests that the stored form of a record does not change: stores keep these documents and must read them back.
//!
//! If this test shows a difference, documents that are already stored need a default or a rename.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic, also in what several tests call")]

use expect_test::expect_file;
use record::key::Settings;
use record::proof::ProofRecord;
use record::{Drift, Finding, PointRecord, Record, RoleFinding};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use testkit::proof::proof_example;
use testkit::record::check_example;
use testkit::study::{compare_example, plan_example};

/// Writes a value, reads it back, and returns the written text.
fn document<T: Serialize + DeserializeOwned + Debug>(live: &T) -> String {
    let text = serde_json::to_string_pretty(live).unwrap();
    let back: T = serde_json::from_str(&text).unwrap();
    // Compared as text: a NaN is not equal to itself.
    assert_eq!(format!("{back:?}"), format!("{live:?}"));
    text + "\n"
}

/// Reduces a finding to a few of everything, so that the file stays readable.
fn small(mut finding: Finding) -> Finding {
    match &mut finding {
        Finding::Calibrate(found) => {
            found.config.disks.truncate(1);
            found.loads.truncate(1);
            found.loads.iter_mut().for_each(|load| load.disks.truncate(2));
        }
        Finding::Scale(found) => {
            found.config.disks.truncate(1);
            found.sets.truncate(1);
        }
        Finding::Race(found) => {
            found.standings.truncate(2);
            found.groups.truncate(1);
            found.points.truncate(1);
            found.loads.truncate(1);
        }
        Finding::DepthSweep(found) => found.steps.truncate(2),
        Finding::Ramp(_) => {}
    }
    finding
}

fn stages(record: &Record) -> impl Iterator<Item = &record::StageRecord> {
    record.study.iter().flat_map(|study| &study.stages)
}

#[test]
fn the_stored_form_of_findings_is_held_still() {
    let plan = plan_example();
    let mut text = String::new();
    for finding in stages(&plan).filter_map(|stage| stage.finding.clone()) {
        text += &document::<Finding>(&small(finding));
    }
    for role in check_example().findings {
        text += &document::<Finding>(&Finding::Ramp(role));
    }
    expect_file!["golden/findings.json"].assert_eq(&text);
}

#[test]
fn the_stored_form_of_points_and_roles_is_held_still() {
    let (plan, check) = (plan_example(), check_example());
    let stage = stages(&plan).next().unwrap();
    let mut text = document::<PointRecord>(&stage.points[0]);
    let mut drift = stage.drift.clone().unwrap();
    drift.points.truncate(1);
    text += &document::<Drift>(&drift);
    text += &document::<Vec<RoleFinding>>(&check.findings);
    text += &document(&check.warnings);
    text += &document(&check.facts);
    expect_file!["golden/points.json"].assert_eq(&text);
}

#[test]
fn the_stored_form_of_a_proof_is_held_still() {
    let mut proof = proof_example().proof.unwrap();
    proof.files.truncate(1);
    expect_file!["golden/proof.json"].assert_eq(&document::<ProofRecord>(&proof));
}

/// If the key is another, an interrupted study is not resumed.
#[test]
fn the_key_of_a_race_that_is_shown_again_is_held_still_and_tells_its_offers() {
    let compare = compare_example();
    let stage = stages(&compare).next().unwrap();
    let Some(Finding::Race(found)) = &stage.finding else { panic!("{stage:?}") };
    let key = |standings: &_| Settings::replayed("7", standings, &stage.points[..1]);
    let shown = "91c9b790e32f744d".to_owned();
    assert_eq!(key(&found.standings), Settings::Replayed { shown });
    let mut dearer = found.standings.clone();
    dearer[0].price = Some(1e6);
    assert_ne!(key(&dearer), key(&found.standings));
}

/// An error about an unknown word lists the known ones.
#[test]
fn unknown_words_and_fields_are_refused() {
    let plan = plan_example();
    let point = &stages(&plan).next().unwrap().points[0];
    let text = serde_json::to_string(point).unwrap();
    let wrong = text.replace("\"purpose\":\"each alone\"", "\"purpose\":\"for fun\"");
    let error = serde_json::from_str::<PointRecord>(&wrong).unwrap_err().to_string();
    assert!(error.contains("\"for fun\" is not a known purpose of a point; known are"), "{error}");
    let more = text.replacen('{', "{\"colour\":1,", 1);
    assert!(serde_json::from_str::<PointRecord>(&more).is_err());
}
