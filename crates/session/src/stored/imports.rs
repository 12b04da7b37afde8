//! Imported results that the store has already, or that are the same: takes records, keeps each once.

use super::LIST_RUNS_MAX;
use crate::failure::Failure;
use record::{Record, RunKind};
use report::messages::results::ImportMessage;
use store::{RunId, RunQuery, Store};

/// Removes the records that the store has already, and copies of others; returns a line about each.
pub fn take_known(store: &Store, records: &mut Vec<Record>) -> Result<Vec<String>, Failure> {
    let (mut new, mut lines) = (Vec::<Record>::new(), Vec::new());
    for record in records.drain(..) {
        let file = import::place_of(&record).file;
        let said = if let Some(run) = already_there(store, &record)? {
            ImportMessage::AlreadyThere { file, run: run.to_string() }
        } else if let Some(first) = new.iter().find(|first| is_same(first, &record)) {
            ImportMessage::SameFile { file, first: import::place_of(first).file }
        } else {
            new.push(record);
            continue;
        };
        lines.push(said.to_string());
    }
    *records = new;
    Ok(lines)
}

/// Whether both are of the same text and the same line of it, whatever the names of their files.
fn is_same(one: &Record, other: &Record) -> bool {
    let line = |record: &Record| import::place_of(record).line;
    !one.source_text.is_empty() && one.source_text == other.source_text && line(one) == line(other)
}

fn already_there(store: &Store, record: &Record) -> Result<Option<RunId>, Failure> {
    let (kind, target) = (Some(RunKind::Import), Some(record.target.clone()));
    let query = RunQuery { kind, target, ..RunQuery::default() };
    for row in store.search(&query, LIST_RUNS_MAX)? {
        // A damaged run is no reason to refuse a new one.
        let Ok(known) = store.load(row.id) else { continue };
        if is_same(&known, record) {
            return Ok(Some(row.id));
        }
    }
    Ok(None)
}
