//! Finds stored runs by the number or name that the user gives.

mod compared;
mod labels;
pub mod listing;
mod merging;

pub use compared::compared;
pub use labels::{LabelChange, relabel};
pub use merging::{MergedStores, RebuiltRun, merge};

use crate::failure::Failure;
use crate::{recorder, soak};
use record::Record;
use report::messages::results::StoredRunFault;
use std::io::Write;
use store::{RunId, Store, StoreError};

/// The most runs that are listed.
pub const LIST_RUNS_MAX: usize = 1000;

/// The runs that the user names, each with its record. Reports all unknown names at once, with the existing runs.
pub fn named(store: &Store, names: &[&str]) -> Result<Vec<(RunId, Record)>, Failure> {
    let (mut found, mut lines, mut ending) = (Vec::new(), Vec::new(), None);
    for name in names {
        let one = recorder::find(store, name).and_then(|run| {
            match store.load(run).and_then(|record| soak::concluded(store, run, record)) {
                Ok(record) => Ok((run, record)),
                Err(StoreError::NoSuchRun(_)) => Err(no_run(store, name)),
                Err(error) => Err(Failure::from(error)),
            }
        });
        match one {
            Ok(one) => found.push(one),
            Err(failure) => {
                ending = ending.or(Some(failure.ending));
                lines.extend(failure.lines);
            }
        }
    }
    match ending {
        None => Ok(found),
        Some(ending) => Err(Failure::of(ending, lines)),
    }
}

/// The run that the user names, with its record.
pub fn one(store: &Store, name: &str) -> Result<(RunId, Record), Failure> {
    let mut found = named(store, &[name])?;
    Ok(found.pop().expect("one name gives one run or a failure"))
}

/// The failure for an unknown run number; lists the existing runs as ranges: `1-4, 7`.
fn no_run(store: &Store, name: &str) -> Failure {
    let rows = store.list(LIST_RUNS_MAX).unwrap_or_default();
    let mut ids: Vec<i64> = rows.iter().map(|row| row.id.0).collect();
    ids.sort_unstable();
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    for id in ids {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == id => *last = id,
            _ => ranges.push((id, id)),
        }
    }
    let range = |(first, last): &(i64, i64)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}-{last}"),
    };
    let known = ranges.iter().map(range).collect::<Vec<_>>().join(", ");
    let place = store.path().display();
    Failure::wrong(match ranges[..] {
        [] => StoredRunFault::NoneThere { name: name.to_string(), place: place.to_string() }
            .to_string(),
        _ => StoredRunFault::NoSuchRun {
            name: name.to_string(),
            place: place.to_string(),
            known: known.to_string(),
        }
        .to_string(),
    })
}

/// Writes interval rows as CSV: the outer error is the store's, the inner one the file's.
pub fn write_intervals(
    file: &mut dyn Write,
    rows: impl Iterator<Item = Result<summary::IntervalRow, StoreError>>,
) -> Result<std::io::Result<()>, Failure> {
    let mut written = file.write_all(report::export::intervals_header().as_bytes());
    for row in rows {
        let row = row?;
        if written.is_err() {
            break;
        }
        written = file.write_all(report::export::interval_line(&row).as_bytes());
    }
    Ok(written)
}
