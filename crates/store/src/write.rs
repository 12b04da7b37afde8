//! Writing: a run's start, its trials and intervals as they end, and the complete record.
//!
//! Each call is one transaction: all of it is written when the call returns, or none.

use crate::codec::{RunDocument, RunOutline, TrialDocument, without_lists};
use crate::read::put_proof;
use crate::soak::put_soak;
use crate::study::put_whole_study;
use crate::{RunId, Store, StoreError, StreamKey, StreamRow, codec};
use record::{
    FactGroup, FactKey, FactTitle, FactValue, Reason, Record, State, TrialRecord, Verdict,
};
use rusqlite::{OptionalExtension, Transaction, TransactionBehavior, params};
use sample::IntervalSample;
use std::path::Path;
use summary::{Interval, LatencySummary, StreamSummary, Totals};

/// The distributions of a stream in progress are written with the first intervals, up to this number, and then with each tenth.
/// They take a few KiB, and a killed run should not lose more than ten seconds of them.
const DISTRIBUTION_EVERY: i64 = 10;

/// What a transaction survives once it has returned.
#[derive(Clone, Copy)]
pub(crate) enum Safety {
    /// The death of the process.
    Process,
    Power,
}

pub(crate) enum Fault {
    Sql(rusqlite::Error),
    Store(StoreError),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(error)
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl Fault {
    /// Converts the error to one of the store in `path`.
    pub(crate) fn on(self, path: &Path) -> StoreError {
        match self {
            Self::Sql(source) => StoreError::of(path, source),
            Self::Store(error) => error,
        }
    }
}

impl Store {
    /// Stores the start of a run and returns its number. Until [`Store::finish`] its state is running.
    pub fn begin(&mut self, record: &Record) -> Result<RunId, StoreError> {
        self.write(Safety::Power, |transaction| put_start(transaction, record))
    }

    /// Stores complete records, such as imported ones: all of them, or none if one cannot be written.
    pub fn add(&mut self, records: &[Record]) -> Result<Vec<RunId>, StoreError> {
        let runs: Vec<RunId> = self.write(Safety::Power, |transaction| {
            records.iter().map(|record| put_record(transaction, record)).collect()
        })?;
        self.read_back(&runs)?;
        Ok(runs)
    }

    /// Stores the start of trial `trial` (from 0, its index in the record).
    pub fn trial_begin(
        &mut self,
        run: RunId,
        trial: u32,
        record: &TrialRecord,
    ) -> Result<(), StoreError> {
        self.write(Safety::Process, |transaction| {
            put_trial(transaction, run, trial, record, None)?;
            Ok(())
        })
    }

    /// Stores one interval of one stream, all workers merged, and from time to time the sum of all intervals so far. Creates the
    /// stream, and the trial if it has not begun. Intervals are numbered in the order in which they arrive.
    pub fn interval(
        &mut self,
        run: RunId,
        trial: u32,
        stream: &str,
        interval: &IntervalSample,
        totals: Option<&Totals>,
    ) -> Result<(), StoreError> {
        let key = StreamKey { run, trial, stream: stream.to_owned() };
        // The entry is removed, so that it stays dropped if the write fails.
        let known = self.rows.remove(&key);
        let row = self.write(Safety::Process, |transaction| {
            let row = match known {
                Some(row) => row,
                None => find_stream(transaction, &key)?,
            };
            put_interval(transaction, row, &Interval::of(interval))?;
            if row.next < DISTRIBUTION_EVERY || row.next % DISTRIBUTION_EVERY == 0 {
                put_totals(transaction, row.id, totals)?;
            }
            Ok(row)
        })?;
        self.rows.insert(key, StreamRow { id: row.id, next: row.next + 1 });
        Ok(())
    }

    /// Stores the result of trial `trial`; its intervals stay in their own rows.
    pub fn trial_end(
        &mut self,
        run: RunId,
        trial: u32,
        record: &TrialRecord,
    ) -> Result<(), StoreError> {
        self.write(Safety::Power, |transaction| put_whole_trial(transaction, run, trial, record))?;
        self.rows.retain(|key, _| (key.run, key.trial) != (run, trial));
        Ok(())
    }

    /// Stores the complete record; [`Store::load`] returns it exactly. Trials that are not in the record keep their intervals,
    /// but are not shown.
    pub fn finish(&mut self, run: RunId, record: &Record) -> Result<(), StoreError> {
        self.write(Safety::Power, |transaction| {
            put_run(transaction, Some(run), record, true)?;
            transaction.execute("DELETE FROM progress WHERE run = ?1", [run.0])?;
            put_parts(transaction, run, record)
        })?;
        self.forget(run);
        self.read_back(&[run])
    }

    /// Stores the state of an integrity test in progress, replacing the previous one. The run stays unfinished; [`Store::load`]
    /// returns the test so far and its duration.
    pub fn proof_so_far(&mut self, run: RunId, record: &Record) -> Result<(), StoreError> {
        let record = Record { state: State::Running, ..record.clone() };
        self.write(Safety::Power, |transaction| {
            put_run(transaction, Some(run), &record, false)?;
            put_proof(transaction, run, record.proof.as_ref())
        })
    }

    /// Drops the cached rows of the streams in progress of a run.
    pub(crate) fn forget(&mut self, run: RunId) {
        self.rows.retain(|key, _| key.run != run);
    }

    /// Runs one transaction that takes the write lock at once: a reader that becomes a writer could be locked out.
    pub(crate) fn write<T>(
        &mut self,
        safety: Safety,
        body: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        if self.read_only {
            return Err(StoreError::ReadOnly { path: self.path.clone() });
        }
        self.ensure_in_place()?;
        let synchronous = match safety {
            Safety::Process => "NORMAL",
            Safety::Power => "FULL",
        };
        self.sql(self.connection.pragma_update(None, "synchronous", synchronous))?;
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|source| StoreError::of(&self.path, source))?;
        let value = body(&transaction).map_err(|fault| fault.on(&self.path))?;
        transaction.commit().map_err(|source| StoreError::of(&self.path, source))?;
        Ok(value)
    }
}

/// Stores a complete record as a new run, and returns its number.
pub(crate) fn put_record(transaction: &Transaction<'_>, record: &Record) -> Result<RunId, Fault> {
    let run = put_run(transaction, None, record, true)?;
    put_parts(transaction, run, record)?;
    Ok(run)
}

/// Stores the parts of a record that have tables of their own.
fn put_parts(transaction: &Transaction<'_>, run: RunId, record: &Record) -> Result<(), Fault> {
    for (trial, number) in record.trials.iter().zip(0u32..) {
        put_whole_trial(transaction, run, number, trial)?;
    }
    put_whole_study(transaction, run, record.study.as_ref())?;
    put_proof(transaction, run, record.proof.as_ref())?;
    put_soak(transaction, run, record.soak.as_ref())
}

/// Stores the start of a run without any result that its record may have, and returns its number.
pub(crate) fn put_start(transaction: &Transaction<'_>, record: &Record) -> Result<RunId, Fault> {
    let begun = Record {
        state: State::Running,
        seconds: 0.0,
        verdict: None,
        reason: Reason::default(),
        findings: Vec::new(),
        warnings: Vec::new(),
        hosts: None,
        ..record.clone()
    };
    put_run(transaction, None, &begun, false)
}

/// The machine that measured, from the facts of a run; empty if they have none.
fn host(facts: &[FactGroup]) -> &str {
    let host = record::facts::fact(facts, &FactTitle::System, FactKey::Host);
    host.and_then(FactValue::as_text).unwrap_or_default()
}

/// The columns of a run and their values, without its number, which is the last parameter.
const COLUMNS: &str = "kind, state, started_unix_s, seconds, seed, target, subject, version, verdict, outline, whole, document, host";
const VALUES: &str = "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13";

/// Stores the row of a run, a new one without a number, and returns its number.
fn put_run(
    transaction: &Transaction<'_>,
    run: Option<RunId>,
    record: &Record,
    whole: bool,
) -> Result<RunId, Fault> {
    let sql = match run {
        Some(_) => format!("UPDATE runs SET ({COLUMNS}) = ({VALUES}) WHERE id = ?14"),
        None => format!("INSERT INTO runs ({COLUMNS}, id) VALUES ({VALUES}, ?14)"),
    };
    let (subject, reason) = (record.subject.clone(), record.reason.clone());
    let changed = transaction.execute(
        &sql,
        params![
            record.kind.name(),
            record.state.name(),
            record.started_unix_s,
            record.seconds,
            record.seed as i64,
            record.target,
            record.subject.words(),
            record.version,
            record.verdict.map(Verdict::name),
            codec::json(&RunOutline { subject, reason }),
            whole,
            codec::text(&[], &RunDocument::of(record)),
            host(&record.facts),
            run.map(|run| run.0),
        ],
    )?;
    match run {
        Some(run) if changed == 0 => Err(StoreError::NoSuchRun(run).into()),
        Some(run) => Ok(run),
        None => Ok(RunId(transaction.last_insert_rowid())),
    }
}

/// Stores the row of a trial and returns its id; `streams` is the number of its streams if it has ended.
fn put_trial(
    transaction: &Transaction<'_>,
    run: RunId,
    number: u32,
    record: &TrialRecord,
    streams: Option<usize>,
) -> Result<i64, Fault> {
    let known = transaction
        .prepare_cached("UPDATE runs SET trials = max(trials, ?2 + 1) WHERE id = ?1")?
        .execute(params![run.0, number])?;
    if known == 0 {
        return Err(StoreError::NoSuchRun(run).into());
    }
    let mut statement = transaction.prepare_cached(
        "INSERT INTO trials (run, number, document) VALUES (?1, ?2, ?3)
         ON CONFLICT (run, number) DO UPDATE SET document = ?3 RETURNING id",
    )?;
    let trial = TrialRecord { streams: Vec::new(), ..record.clone() };
    let document = codec::text(&[run.0, number.into()], &TrialDocument { streams, trial });
    Ok(statement.query_row(params![run.0, number, document], |row| row.get(0))?)
}

fn put_whole_trial(
    transaction: &Transaction<'_>,
    run: RunId,
    number: u32,
    record: &TrialRecord,
) -> Result<(), Fault> {
    let trial = put_trial(transaction, run, number, record, Some(record.streams.len()))?;
    transaction.execute("UPDATE streams SET position = NULL WHERE trial = ?1", [trial])?;
    for (stream, position) in record.streams.iter().zip(0i64..) {
        put_stream(transaction, trial, position, stream)?;
    }
    Ok(())
}

/// Stores the summary of a stream in the row that has its intervals, if there is one.
fn put_stream(
    transaction: &Transaction<'_>,
    trial: i64,
    position: i64,
    stream: &StreamSummary,
) -> Result<(), Fault> {
    let found: Option<i64> = transaction
        .prepare_cached(
            "SELECT id FROM streams WHERE trial = ?1 AND name = ?2 AND position IS NULL
             ORDER BY id LIMIT 1",
        )?
        .query_row(params![trial, stream.name], |row| row.get(0))
        .optional()?;
    let id = match found {
        Some(id) => id,
        None => insert_stream(transaction, trial, &stream.name)?,
    };
    let points = codec::pack(&[id], &stream.points);
    let document = codec::text(&[trial, position], &without_lists(stream));
    let values = params![id, position, document, points];
    transaction
        .prepare_cached(
            "UPDATE streams SET position = ?2, document = ?3, points = ?4 WHERE id = ?1",
        )?
        .execute(values)?;
    transaction.execute("DELETE FROM histograms WHERE stream = ?1 AND kind = 0", [id])?;
    let latencies = [&stream.read, &stream.write, &stream.flush];
    for (LatencySummary { buckets, .. }, direction) in latencies.into_iter().zip(0i64..) {
        if !buckets.is_empty() {
            put_histogram(transaction, [id, direction, 0], buckets.iter().copied())?;
        }
    }
    count_distributions(transaction, id)
}

/// Returns the row of a stream in progress and the number of its next interval; creates the row if it does not exist.
pub(crate) fn find_stream(
    transaction: &Transaction<'_>,
    key: &StreamKey,
) -> Result<StreamRow, Fault> {
    let StreamKey { run, trial: number, stream: name } = key;
    let trial: Option<i64> = transaction
        .prepare_cached("SELECT id FROM trials WHERE run = ?1 AND number = ?2")?
        .query_row(params![run.0, number], |row| row.get(0))
        .optional()?;
    let trial = match trial {
        Some(id) => id,
        None => put_trial(transaction, *run, *number, &TrialRecord::default(), None)?,
    };
    let found: Option<i64> = transaction
        .prepare_cached("SELECT id FROM streams WHERE trial = ?1 AND name = ?2 ORDER BY id")?
        .query_row(params![trial, name], |row| row.get(0))
        .optional()?;
    let id = match found {
        Some(id) => id,
        None => insert_stream(transaction, trial, name)?,
    };
    let next = transaction
        .prepare_cached("SELECT coalesce(max(number) + 1, 0) FROM intervals WHERE stream = ?1")?
        .query_row([id], |row| row.get(0))?;
    Ok(StreamRow { id, next })
}

fn insert_stream(transaction: &Transaction<'_>, trial: i64, name: &str) -> Result<i64, Fault> {
    transaction
        .prepare_cached("INSERT INTO streams (trial, name) VALUES (?1, ?2)")?
        .execute(params![trial, name])?;
    let id = transaction.last_insert_rowid();
    transaction
        .prepare_cached("UPDATE trials SET streams = streams + 1 WHERE id = ?1")?
        .execute([trial])?;
    Ok(id)
}

/// Stores the next interval of a stream, and the number of its intervals.
pub(crate) fn put_interval(
    transaction: &Transaction<'_>,
    StreamRow { id, next }: StreamRow,
    interval: &Interval,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("INSERT INTO intervals (stream, number, interval) VALUES (?1, ?2, ?3)")?
        .execute(params![id, next, codec::pack(&[id, next], interval)])?;
    transaction
        .prepare_cached("UPDATE streams SET intervals = ?2 WHERE id = ?1")?
        .execute([id, next + 1])?;
    Ok(())
}

/// Stores the distributions of a stream in progress, for each direction: total (1) and service latency (2), which is empty in a
/// closed loop.
fn put_totals(
    transaction: &Transaction<'_>,
    stream: i64,
    totals: Option<&Totals>,
) -> Result<(), Fault> {
    let Some(counts) = totals.map(Totals::counts) else { return Ok(()) };
    for (latencies, direction) in [&counts.read, &counts.write, &counts.flush].into_iter().zip(0..)
    {
        for (histogram, kind) in [&latencies.total, &latencies.service].into_iter().zip(1..) {
            if !histogram.is_empty() {
                put_histogram(transaction, [stream, direction, kind], histogram.buckets())?;
            }
        }
    }
    count_distributions(transaction, stream)
}

fn put_histogram(
    transaction: &Transaction<'_>,
    key: [i64; 3],
    buckets: impl Iterator<Item = (u64, u64)>,
) -> Result<(), Fault> {
    let [stream, direction, kind] = key;
    transaction
        .prepare_cached(
            "INSERT OR REPLACE INTO histograms (stream, direction, kind, buckets)
             VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![stream, direction, kind, codec::pack_buckets(&key, buckets)])?;
    Ok(())
}

/// Stores the number of distributions of a stream.
fn count_distributions(transaction: &Transaction<'_>, stream: i64) -> Result<(), Fault> {
    let sql = "UPDATE streams SET distributions =
               (SELECT count(*) FROM histograms WHERE stream = ?1) WHERE id = ?1";
    transaction.prepare_cached(sql)?.execute([stream])?;
    Ok(())
}
