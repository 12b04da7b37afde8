//! Imported results that the store has already: takes records, returns the runs that are the same.

use super::LIST_RUNS_MAX;
use crate::failure::Failure;
use record::{Record, RunKind};
use report::messages::results::ImportMessage;
use store::{RunId, RunQuery, Store};

/// Removes the records that the store has already; returns a line about each.
pub fn take_known(store: &Store, records: &mut Vec<Record>) -> Result<Vec<String>, Failure> {
    let (mut new, mut lines) = (Vec::new(), Vec::new());
    for record in records.drain(..) {
        match already_there(store, &record)? {
            None => new.push(record),
            Some(run) => {
                let (file, _) = import::place_of(&record);
                lines.push(ImportMessage::AlreadyThere { file, run: run.to_string() }.to_string());
            }
        }
    }
    *records = new;
    Ok(lines)
}

/// The run that has the same text of the same line, whatever the name of its file was.
fn already_there(store: &Store, record: &Record) -> Result<Option<RunId>, Failure> {
    let (kind, target) = (Some(RunKind::Import), Some(record.target.clone()));
    let query = RunQuery { kind, target, ..RunQuery::default() };
    for row in store.search(&query, LIST_RUNS_MAX)? {
        // A damaged run is no reason to refuse a new one.
        let Ok(known) = store.load(row.id) else { continue };
        let line = |record: &Record| import::place_of(record).1;
        let is_same = known.source_text == record.source_text && line(&known) == line(record);
        if is_same && !record.source_text.is_empty() {
            return Ok(Some(row.id));
        }
    }
    Ok(None)
}
