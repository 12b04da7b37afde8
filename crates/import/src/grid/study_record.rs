//! The points of a grid as the record of a study.

use record::note::ImportNote;
use record::{
    Fact, FactGroup, FactKey, FactRemark, FactTitle, Note, Point, PointId, PointRecord, Provenance,
    Purpose, Record, RunKind, StageRecord, State, StudyKind, StudyRecord, Until,
};
use std::collections::{HashMap, HashSet};
use study::recorded::repeats_note;
use study::{PointRequest, RecordedPoints, RecordedRow};
use workload::EngineUse;

/// The study of a grid's points: one stage with the points in their order and without a conclusion. `version` is the
/// program's.
pub fn record(
    file: &str,
    text: &str,
    modified_unix_s: Option<i64>,
    version: &str,
    rows: &[RecordedRow],
) -> Record {
    let mut points: Vec<PointRecord> = Vec::new();
    let mut repeats: HashMap<PointId, u32> = HashMap::new();
    for row in rows {
        let targets = std::slice::from_ref(&row.subject);
        let point = Point::new(&row.subject, targets, row.load);
        let next_repeat = repeats.entry(point.id()).or_default();
        let repeat = std::mem::replace(next_repeat, *next_repeat + 1);
        let until = Until { half_width: 0.0, time_min_ns: 0, time_max_ns: 0, warm_up_ns: 0 };
        let purpose =
            if row.is_order_known { Purpose::Import } else { Purpose::RecordedWithoutOrder };
        let request = PointRequest { point: point.clone(), until, purpose };
        let measured = RecordedPoints::new([row.clone()]).measured(&request);
        let measured = measured.expect("a record answers the point that it is made of");
        points.push(PointRecord { purpose, point: Point { repeat, ..point }, measured });
    }
    let mut seen = HashSet::new();
    let subjects = rows.iter().map(|row| &row.subject).filter(|name| !name.is_empty());
    let layouts: Vec<String> = subjects.filter(|name| seen.insert(*name)).cloned().collect();
    let quoted_file = base::shell::quoted(file.as_bytes(), true);
    let command = format!("plimsoll results import {quoted_file}");
    let stage = StageRecord {
        // The same name as in a race of these points, so that both can be compared.
        name: "compare".to_owned(),
        study: StudyKind::Import,
        provenance: Provenance::Imported,
        command: format!("plimsoll compare --recorded {quoted_file}"),
        points,
        finding: None,
        drift: None,
    };
    let fact = Fact::new(FactKey::ImportFile, file).with(FactRemark::Points { count: rows.len() });
    Record {
        kind: RunKind::Import,
        command: command.clone(),
        version: version.to_owned(),
        started_unix_s: modified_unix_s.unwrap_or(0),
        target: layouts.join(", "),
        subject: "grid".into(),
        engine: EngineUse::Imported("CSV".to_owned()),
        source_text: text.to_owned(),
        state: State::Done,
        facts: vec![FactGroup { title: FactTitle::Import, rows: vec![fact] }],
        notes: notes_on(rows),
        study: Some(StudyRecord { identity: command, stages: vec![stage] }),
        ..Record::default()
    }
}

/// Notes on points besides their figures.
fn notes_on(rows: &[RecordedRow]) -> Vec<Note> {
    let mut notes = vec![Note::Imported(ImportNote::PointsFileDate)];
    if rows.iter().any(|row| !row.is_order_known) {
        notes.push(Note::Imported(ImportNote::OrderUnknown));
    }
    notes.extend(repeats_note(rows).map(Note::Recorded));
    notes
}
