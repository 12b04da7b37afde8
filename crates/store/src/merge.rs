//! Merging: copies the finished runs of other stores, such as those of other hosts, into this one; all of them, or none.
//!
//! Every row is read with its checksum and written with a new one, since the checksum covers the numbers of the rows.

use crate::codec;
use crate::codec::unreadable;
use crate::labels::{labels_of, put_labels};
use crate::soak::put_stalls;
use crate::write::{Fault, Safety, find_stream, put_interval, put_record};
use crate::{RunId, RunRow, Store, StoreError, StreamKey, StreamRow};
use record::{Record, RunKind, State, StoredPart};
use rusqlite::{Transaction, params};
use std::collections::HashMap;
use summary::IntervalRow;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergeCount {
    /// The number of each added run in the other store, and its number here.
    pub added: Vec<(RunId, RunId)>,
    pub known: usize,
    /// The number of these runs that got tags or a note from the other store.
    pub relabelled: usize,
    /// The number of runs that are in progress or were killed.
    pub unfinished: usize,
}

#[derive(PartialEq, Eq, Hash)]
struct RunKey {
    kind: RunKind,
    state: State,
    started_unix_s: i64,
    /// As bits: the exact duration.
    seconds_bits: u64,
    seed: u64,
    target: String,
    subject: String,
    version: String,
}

impl RunKey {
    fn of(row: &RunRow) -> Self {
        Self {
            kind: row.kind,
            state: row.state,
            started_unix_s: row.started_unix_s,
            seconds_bits: row.seconds.to_bits(),
            seed: row.seed,
            target: row.target.clone(),
            subject: row.subject.words(),
            version: row.version.clone(),
        }
    }
}

impl Store {
    /// Adds every finished run of the other stores that is not here yet, with its intervals, tags and note, and the minutes of
    /// soaks. A run that is here already gets the tags and the note of the other store.
    /// If it fails, nothing has been added.
    pub fn merge(&mut self, others: &[Self]) -> Result<Vec<MergeCount>, StoreError> {
        let mut known: HashMap<RunKey, RunId> =
            self.list(usize::MAX)?.iter().map(|row| (RunKey::of(row), row.id)).collect();
        self.write(Safety::Power, |transaction| {
            others.iter().map(|other| merge_store(transaction, other, &mut known)).collect()
        })
    }
}

fn merge_store(
    transaction: &Transaction<'_>,
    other: &Store,
    known: &mut HashMap<RunKey, RunId>,
) -> Result<MergeCount, Fault> {
    let mut count = MergeCount::default();
    let mut rows = other.list(usize::MAX)?;
    rows.reverse();
    for row in rows {
        if row.state == State::Running {
            count.unfinished += 1;
            continue;
        }
        let key = RunKey::of(&row);
        if let Some(&run) = known.get(&key) {
            count.known += 1;
            let own = labels_of(transaction, run)?;
            let joined = own.clone().joined(&other.labels(row.id)?);
            if joined != own {
                put_labels(transaction, run, &joined)?;
                count.relabelled += 1;
            }
        } else {
            let record = other.load(row.id)?;
            let run = copy_run(transaction, other, row.id, &record)?;
            known.insert(key, run);
            count.added.push((row.id, run));
        }
    }
    Ok(count)
}

fn copy_run(
    transaction: &Transaction<'_>,
    other: &Store,
    from: RunId,
    record: &Record,
) -> Result<RunId, Fault> {
    let run = put_record(transaction, record)?;
    put_labels(transaction, run, &other.labels(from)?)?;
    let mut last: Option<(StreamKey, StreamRow)> = None;
    for interval in other.intervals(from)? {
        let IntervalRow { trial, stream, interval, .. } = interval?;
        let key = StreamKey { run, trial, stream };
        let mut row = match last.take() {
            Some((last_key, row)) if last_key == key => row,
            _ => find_stream(transaction, &key)?,
        };
        put_interval(transaction, row, &interval)?;
        row.next += 1;
        last = Some((key, row));
    }
    if record.soak.is_some() {
        copy_minutes(transaction, other, from, run)?;
        put_stalls(transaction, run, &other.soak_stalls(from)?)?;
    }
    Ok(run)
}

/// Copies the minutes of a soak, with the checksums of their new keys.
fn copy_minutes(
    transaction: &Transaction<'_>,
    other: &Store,
    from: RunId,
    run: RunId,
) -> Result<(), Fault> {
    let mut insert = transaction.prepare("INSERT INTO soak_minutes VALUES (?1, ?2, ?3, ?4)")?;
    let select = "SELECT role, start_unix_s, minute FROM soak_minutes WHERE run = ?1";
    let mut statement = other.sql(other.connection.prepare(select))?;
    let mut rows = other.sql(statement.query([from.0]))?;
    while let Some(row) = other.sql(rows.next())? {
        let (role, start_unix_s) = (other.sql(row.get(0))?, other.sql(row.get(1))?);
        let packed: Vec<u8> = other.sql(row.get(2))?;
        let key = [run.0, role, start_unix_s];
        let moved = codec::moved(&[from.0, role, start_unix_s], &key, &packed)
            .map_err(|error| unreadable(from, StoredPart::SoakMinute, error))?;
        insert.execute(params![key[0], key[1], key[2], moved])?;
    }
    Ok(())
}
