//! What stored documents refuse, and what distinguishes a race that is shown again.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic, also in what several tests call")]

use record::key::Settings;
use record::{Finding, PointRecord, Record};
use testkit::study::{compare_example, plan_example};

fn stages(record: &Record) -> impl Iterator<Item = &record::StageRecord> {
    record.study.iter().flat_map(|study| &study.stages)
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
