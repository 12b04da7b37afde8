//! What stored documents refuse.

use record::{PointRecord, Record};
use testkit::study::plan_example;

fn stages(record: &Record) -> impl Iterator<Item = &record::StageRecord> {
    record.study.iter().flat_map(|study| &study.stages)
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
