//! Reading: the list of runs, whole records, and intervals a page at a time.

use crate::codec::{self, changed, document_error, parse, unreadable};
use crate::codec::{RunDocument, RunOutline, TrialDocument, with_lists};
use crate::write::Fault;
use crate::{Labels, RunId, Store, StoreError};
use base::words::UnknownWord;
use record::proof::ProofRecord;
use record::{
    Reason, Record, RoleFinding, RunKind, RunSubject, State, StoredPart, TrialRecord, Verdict,
};
use rusqlite::types::ValueRef;
use rusqlite::{OptionalExtension, Row, Transaction, params};
use serde::de::DeserializeOwned;
use std::collections::VecDeque;
use std::str::FromStr;
use summary::warning::Detail;
use summary::{Accumulator, Interval, IntervalRow, StreamSummary, Warning, WarningKind, Weight};

const PAGE_ROWS: i64 = 1000;

/// One line of the list of runs; see [`Record`] for each field.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRow {
    pub id: RunId,
    /// Whether a column cannot be understood: kind, state, verdict and reason tell nothing then.
    pub is_damaged: bool,
    pub kind: RunKind,
    /// Its state; running: in progress, or killed.
    pub state: State,
    /// When it started, in seconds since 1970, UTC.
    pub started_unix_s: i64,
    /// How long it took in seconds; 0 while it is running.
    pub seconds: f64,
    pub seed: u64,
    pub target: String,
    pub subject: RunSubject,
    pub version: String,
    pub verdict: Option<Verdict>,
    pub reason: Reason,
    /// The machine that measured; empty: not known.
    pub host: String,
    pub labels: Labels,
}

struct StoredRun {
    whole: bool,
    /// The number of trials that it must have.
    trials: usize,
    document: RunDocument,
}

struct StoredStream {
    id: i64,
    /// Its document, checked.
    summary: StreamSummary,
    points: Vec<u8>,
}

pub(crate) struct StoredTrial {
    pub(crate) id: i64,
    pub(crate) number: u32,
    /// The number of its streams in its record; none before its end.
    streams: Option<usize>,
    begun: u32,
    pub(crate) record: TrialRecord,
}

#[derive(Debug, Default)]
pub struct RunFigures {
    pub findings: Vec<RoleFinding>,
    /// The operations per second of the only trial.
    pub iops: Option<f64>,
    pub trials: usize,
}

impl Store {
    pub fn latest(&self) -> Result<Option<RunRow>, StoreError> {
        Ok(self.list(1)?.pop())
    }

    /// Returns the record of a run exactly as [`Store::finish`] received it. For an unfinished run, returns what is committed:
    /// its trials, and a summary of the intervals of the trial in progress; a warning says so.
    pub fn load(&self, run: RunId) -> Result<Record, StoreError> {
        let StoredRun { whole, trials, document } = self.stored_run(run)?;
        let written = trials;
        let mut trials = self.trials(run, written)?;
        if whole {
            trials.truncate(written);
        }
        let trials = trials.into_iter().map(|stored| self.trial(run, stored));
        let trials = trials.collect::<Result<Vec<_>, _>>()?;
        let (study, proof, soak) = (self.study(run)?, self.proof(run)?, self.soak(run)?);
        let record = Record { trials, study, proof, soak, ..document.record() };
        Ok(if whole { record } else { mark_unfinished(record) })
    }

    /// Returns a finished run without its trials, its study and its integrity test; none if it is not finished. Reads no
    /// intervals and no time series.
    pub fn outline(&self, run: RunId) -> Result<Option<Record>, StoreError> {
        let StoredRun { whole, document, .. } = self.stored_run(run)?;
        if !whole {
            return Ok(None);
        }
        Ok(Some(Record { soak: self.soak(run)?, ..document.record() }))
    }

    fn stored_run(&self, run: RunId) -> Result<StoredRun, StoreError> {
        let sql = "SELECT whole, trials, document FROM runs WHERE id = ?1";
        let found = self.connection.query_row(sql, [run.0], |row| {
            Ok((row.get(0)?, row.get::<_, u32>(1)?, row.get::<_, String>(2)?))
        });
        let (whole, begun, document) =
            self.sql(found.optional())?.ok_or(StoreError::NoSuchRun(run))?;
        let document: RunDocument = parse(run, &[], &document)?;
        let trials = if whole { document.trials } else { begun as usize };
        Ok(StoredRun { whole, trials, document })
    }

    /// Returns the document of a run in a table with one row for each run; none if the run has no row.
    pub(crate) fn document<T: DeserializeOwned>(
        &self,
        run: RunId,
        table: &str,
    ) -> Result<Option<T>, StoreError> {
        let sql = format!("SELECT document FROM {table} WHERE run = ?1");
        let found = self.connection.query_row(&sql, [run.0], |row| row.get::<_, String>(0));
        self.sql(found.optional())?.map(|document| parse(run, &[run.0], &document)).transpose()
    }

    /// Returns the main figures of a finished run, for a list of runs.
    pub fn figures(&self, run: RunId) -> Result<RunFigures, StoreError> {
        let Some(Record { findings, .. }) = self.outline(run)? else {
            return Ok(RunFigures::default());
        };
        let trials = self.stored_run(run)?.trials;
        let is_single = findings.is_empty() && trials == 1;
        let streams = if is_single { self.last_streams(run)? } else { Vec::new() };
        let iops = streams.iter().map(|stream| stream.iops.value).reduce(|sum, iops| sum + iops);
        Ok(RunFigures { findings, iops, trials })
    }

    /// Returns the streams of the last trial of a finished run, without their lists.
    pub(crate) fn last_streams(&self, run: RunId) -> Result<Vec<StreamSummary>, StoreError> {
        let written = self.stored_run(run)?.trials;
        let mut trials = self.trials(run, written)?;
        trials.truncate(written);
        let Some(last) = trials.pop() else { return Ok(Vec::new()) };
        Ok(self.streams(run, &last)?.into_iter().map(|stored| stored.summary).collect())
    }

    /// Returns every interval of a run, by trial, stream and time. Reads in pages, so that a long run does not fill the memory.
    pub fn intervals(&self, run: RunId) -> Result<Intervals<'_>, StoreError> {
        let written = self.stored_run(run)?.trials;
        let mut streams = VecDeque::new();
        for trial in self.trials(run, written)? {
            self.streams(run, &trial)?;
            let names = self.stream_names(run, &trial)?;
            streams.extend(names.iter().map(|(id, name)| trial.reading(*id, name)));
        }
        Ok(self.intervals_of(run, streams))
    }

    pub(crate) fn stream_intervals(
        &self,
        run: RunId,
        trial: &StoredTrial,
        stream: i64,
        name: &str,
    ) -> Intervals<'_> {
        self.intervals_of(run, VecDeque::from([trial.reading(stream, name)]))
    }

    fn intervals_of(&self, run: RunId, streams: VecDeque<StreamReading>) -> Intervals<'_> {
        Intervals { store: self, run, streams, next: 0, expected: None, page: VecDeque::new() }
    }

    /// Returns the distributions of a stream of one kind, by direction. All kinds are read, because a row whose key is damaged is
    /// found under another kind.
    pub(crate) fn distributions(
        &self,
        run: RunId,
        stream: i64,
        kind: i64,
    ) -> Result<[Vec<(u64, u64)>; 3], StoreError> {
        let mut statement =
            self.sql(self.connection.prepare_cached(
                "SELECT direction, kind, buckets FROM histograms WHERE stream = ?1",
            ))?;
        let rows = statement
            .query_map([stream], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?)));
        let mut all: [Vec<(u64, u64)>; 3] = Default::default();
        let mut found = 0;
        for row in self.sql(rows)? {
            let (direction, of_kind, packed) = self.sql(row)?;
            let unpacked = codec::unpack_buckets(&[stream, direction, of_kind], &packed);
            let buckets = unpacked.map_err(|e| unreadable(run, StoredPart::Distribution, e))?;
            found += 1;
            if of_kind == kind {
                let slot = usize::try_from(direction).ok().and_then(|at| all.get_mut(at));
                *slot.ok_or_else(|| document_error(run, format!("direction {direction}")))? =
                    buckets;
            }
        }
        let sql = "SELECT distributions FROM streams WHERE id = ?1";
        let written = self.connection.query_row(sql, [stream], |row| row.get::<_, i64>(0));
        if self.sql(written)? != found {
            return Err(changed(run, StoredPart::Distribution));
        }
        Ok(all)
    }

    /// Returns the trials of a run in order. One of the first `written` that is not there is an error.
    pub(crate) fn trials(
        &self,
        run: RunId,
        written: usize,
    ) -> Result<Vec<StoredTrial>, StoreError> {
        let mut statement = self.sql(self.connection.prepare_cached(
            "SELECT id, number, document, streams FROM trials WHERE run = ?1 ORDER BY number",
        ))?;
        let mut rows = self.sql(statement.query([run.0]))?;
        let mut trials: Vec<StoredTrial> = Vec::new();
        while let Some(row) = self.sql(rows.next())? {
            let (id, number): (i64, u32) = (self.sql(row.get(0))?, self.sql(row.get(1))?);
            let (document, begun): (String, _) = (self.sql(row.get(2))?, self.sql(row.get(3))?);
            let document = parse(run, &[run.0, number.into()], &document)?;
            let TrialDocument { streams, trial: record } = document;
            trials.push(StoredTrial { id, number, streams, begun, record });
        }
        for number in 0..written {
            let is_there = |trial: &StoredTrial| trial.number as usize == number;
            if !trials.get(number).is_some_and(is_there) {
                return Err(changed(run, StoredPart::Trial { number: number as u64 }));
            }
        }
        Ok(trials)
    }

    fn trial(&self, run: RunId, stored: StoredTrial) -> Result<TrialRecord, StoreError> {
        let mut streams = Vec::new();
        if stored.streams.is_some() {
            for stream in self.streams(run, &stored)? {
                streams.push(self.stream(run, stream)?);
            }
        } else {
            for (stream, name) in self.stream_names(run, &stored)? {
                streams.push(self.unfinished_stream(run, &stored, stream, &name)?);
            }
        }
        Ok(TrialRecord { streams, ..stored.record })
    }

    /// Returns the numbers and names of the streams of a trial. One that is not there is an error.
    pub(crate) fn stream_names(
        &self,
        run: RunId,
        trial: &StoredTrial,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        let sql = "SELECT id, name FROM streams WHERE trial = ?1 ORDER BY position, id";
        let mut statement = self.sql(self.connection.prepare_cached(sql))?;
        let rows = statement.query_map([trial.id], |row| Ok((row.get(0)?, row.get(1)?)));
        let names: Vec<_> = self.sql(rows.and_then(Iterator::collect))?;
        if names.len() < trial.begun as usize {
            return Err(changed(run, StoredPart::Trial { number: trial.number.into() }));
        }
        Ok(names)
    }

    /// Returns the streams of a trial that has ended. One that is not there is an error.
    fn streams(&self, run: RunId, trial: &StoredTrial) -> Result<Vec<StoredStream>, StoreError> {
        let mut statement = self.sql(self.connection.prepare_cached(
            "SELECT id, position, document, points FROM streams
             WHERE trial = ?1 AND position IS NOT NULL ORDER BY position",
        ))?;
        let mut rows = self.sql(statement.query([trial.id]))?;
        let mut streams = Vec::new();
        while let Some(row) = self.sql(rows.next())? {
            let position = self.sql(row.get(1))?;
            let document: String = self.sql(row.get(2))?;
            streams.push(StoredStream {
                id: self.sql(row.get(0))?,
                summary: parse(run, &[trial.id, position], &document)?,
                points: self.sql(row.get(3))?,
            });
        }
        if trial.streams.is_some_and(|written| written != streams.len()) {
            return Err(changed(run, StoredPart::Trial { number: trial.number.into() }));
        }
        Ok(streams)
    }

    fn stream(&self, run: RunId, stored: StoredStream) -> Result<StreamSummary, StoreError> {
        let StoredStream { id, summary, points } = stored;
        let points = codec::unpack(&[id], &points)
            .map_err(|error| unreadable(run, StoredPart::TimeSeries, error))?;
        Ok(with_lists(summary, points, self.distributions(run, id, 0)?))
    }
}

pub(crate) fn word<T: FromStr<Err = UnknownWord>>(run: RunId, word: &str) -> Result<T, StoreError> {
    word.parse().map_err(|unknown: UnknownWord| document_error(run, unknown.to_string()))
}

#[derive(Debug)]
struct StreamReading {
    id: i64,
    trial: u32,
    role: String,
    purpose: String,
    name: String,
}

impl StoredTrial {
    fn reading(&self, id: i64, name: &str) -> StreamReading {
        let TrialRecord { role, purpose, .. } = &self.record;
        let (role, purpose) = (role.clone(), purpose.to_string());
        StreamReading { id, trial: self.number, role, purpose, name: name.to_owned() }
    }
}

/// The intervals of a run in order. A damaged interval is an error and ends the list.
#[derive(Debug)]
pub struct Intervals<'a> {
    store: &'a Store,
    run: RunId,
    /// The first one is being read.
    streams: VecDeque<StreamReading>,
    next: i64,
    /// The number of intervals of the stream when its first page was read; none before.
    expected: Option<i64>,
    page: VecDeque<Interval>,
}

impl Intervals<'_> {
    /// Reads the next intervals of the first stream.
    fn read_page(&mut self) -> Result<(), StoreError> {
        let Some(stream) = self.streams.front() else { return Ok(()) };
        let store = self.store;
        if self.expected.is_none() {
            let sql = "SELECT intervals FROM streams WHERE id = ?1";
            let count = store.connection.query_row(sql, [stream.id], |row| row.get(0)).optional();
            self.expected = store.sql(count)?;
        }
        let sql = "SELECT number, interval FROM intervals WHERE stream = ?1 AND number >= ?2
                   ORDER BY number LIMIT ?3";
        let mut statement = store.sql(store.connection.prepare_cached(sql))?;
        let mut rows = store.sql(statement.query(params![stream.id, self.next, PAGE_ROWS]))?;
        while let Some(row) = store.sql(rows.next())? {
            let (number, packed): (i64, Vec<u8>) = (store.sql(row.get(0))?, store.sql(row.get(1))?);
            let interval = codec::unpack(&[stream.id, number], &packed);
            let Some(interval) = interval.ok().filter(|_| number == self.next) else {
                return Err(self.damaged(stream));
            };
            self.next = number.saturating_add(1);
            self.page.push_back(interval);
        }
        if self.page.is_empty() && self.expected.is_some_and(|expected| self.next < expected) {
            return Err(self.damaged(stream));
        }
        Ok(())
    }

    /// The error for a missing or damaged next interval.
    fn damaged(&self, stream: &StreamReading) -> StoreError {
        let number = self.next.cast_unsigned();
        let (stream, trial) = (stream.name.clone(), stream.trial.into());
        changed(self.run, StoredPart::Interval { number, stream, trial })
    }
}

impl Iterator for Intervals<'_> {
    type Item = Result<IntervalRow, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let stream = self.streams.front()?;
            if let Some(interval) = self.page.pop_front() {
                return Some(Ok(IntervalRow {
                    trial: stream.trial,
                    role: stream.role.clone(),
                    purpose: stream.purpose.clone(),
                    stream: stream.name.clone(),
                    interval,
                }));
            }
            if let Err(error) = self.read_page() {
                self.streams.clear();
                self.page.clear();
                return Some(Err(error));
            }
            if self.page.is_empty() {
                self.streams.pop_front();
                self.next = 0;
                self.expected = None;
            }
        }
    }
}

/// The columns of a line of the list, as [`run_row`] reads them.
pub(crate) const ROW_COLUMNS: &str = "id, kind, state, started_unix_s, seconds, seed, target,
    version, verdict, outline, subject, host,
    (SELECT json_group_array(tag) FROM tags WHERE run = runs.id),
    coalesce((SELECT note FROM notes WHERE run = runs.id), '')";

/// Reads [`ROW_COLUMNS`]. Damaged bytes of a text become marks.
pub(crate) fn run_row(row: &Row<'_>) -> rusqlite::Result<RunRow> {
    let lossy = |at: usize| -> rusqlite::Result<String> {
        Ok(String::from_utf8_lossy(row.get_ref(at)?.as_bytes()?).into_owned())
    };
    let is_text = |at: &usize| row.get_ref(*at).is_ok_and(|text| text.as_str().is_ok());
    let words = run_words(row).filter(|_| [6, 7].iter().all(is_text));
    let is_damaged = words.is_none();
    let subject = RunSubject::Name(lossy(10)?);
    let unknown = RunOutline { subject, reason: Reason::None };
    let (kind, state, verdict, outline) =
        words.unwrap_or((RunKind::Run, State::Done, None, unknown));
    let tags = serde_json::from_slice(row.get_ref(12)?.as_bytes()?).unwrap_or_default();
    Ok(RunRow {
        id: RunId(row.get(0)?),
        is_damaged,
        kind,
        state,
        started_unix_s: row.get(3)?,
        seconds: row.get(4)?,
        seed: row.get::<_, i64>(5)? as u64,
        target: lossy(6)?,
        subject: outline.subject,
        version: lossy(7)?,
        verdict,
        reason: outline.reason,
        host: lossy(11)?,
        labels: Labels { tags, note: lossy(13)? },
    })
}

/// The kind, state, verdict and outline of a run; `None` if one of them cannot be understood.
fn run_words(row: &Row<'_>) -> Option<(RunKind, State, Option<Verdict>, RunOutline)> {
    let text = |at: usize| row.get_ref(at).ok()?.as_str().ok();
    let verdict = match row.get_ref(8).ok()? {
        ValueRef::Null => None,
        _ => Some(text(8)?.parse().ok()?),
    };
    let outline = serde_json::from_str(text(9)?).ok()?;
    Some((text(1)?.parse().ok()?, text(2)?.parse().ok()?, verdict, outline))
}

impl Store {
    /// Returns the result of an integrity test; none if the run was no such test, or was not completed.
    pub(crate) fn proof(&self, run: RunId) -> Result<Option<ProofRecord>, StoreError> {
        self.document(run, "proofs")
    }
}

/// Stores the result of an integrity test, replacing the previous one.
pub(crate) fn put_proof(
    transaction: &Transaction<'_>,
    run: RunId,
    proof: Option<&ProofRecord>,
) -> Result<(), Fault> {
    transaction.execute("DELETE FROM proofs WHERE run = ?1", [run.0])?;
    let Some(proof) = proof else { return Ok(()) };
    transaction.execute(
        "INSERT INTO proofs (run, document) VALUES (?1, ?2)",
        params![run.0, codec::text(&[run.0], proof)],
    )?;
    Ok(())
}

/// Stored intervals have no histograms: latencies come from the last stored distribution, up to ten seconds before the end.
fn mark_unfinished(mut record: Record) -> Record {
    record.state = State::Running;
    // An integrity test has no trials but stores its duration. The fold starts at 0.0 because an empty sum is a negative zero.
    let longest = |trial: &TrialRecord| trial.streams.iter().map(|s| s.seconds).fold(0.0, f64::max);
    let measured = record.trials.iter().map(longest).fold(0.0, |sum, seconds| sum + seconds);
    record.seconds = if record.proof.is_some() { record.seconds } else { measured };
    let reason = std::mem::take(&mut record.reason);
    let so_far = (record.proof.is_some() && !reason.is_empty()).then(|| Box::new(reason));
    record.reason = Reason::Unfinished(so_far);
    // The minutes of a soak are whole, and its agreement is judged by those so far.
    if record.soak.is_none() {
        let (kind, weight) = (WarningKind::Interrupted, Weight::Forbids);
        record.warnings.push(Warning::of_run(kind, weight, Detail::Unfinished));
    }
    record
}

impl Store {
    /// Summarizes the intervals of a stream whose trial has not ended.
    pub(crate) fn unfinished_stream(
        &self,
        run: RunId,
        trial: &StoredTrial,
        stream: i64,
        name: &str,
    ) -> Result<StreamSummary, StoreError> {
        let mut fold = Accumulator::new(name);
        for row in self.stream_intervals(run, trial, stream, name) {
            fold.push_kept(&row?.interval);
        }
        let (total, service) =
            (self.distributions(run, stream, 1)?, self.distributions(run, stream, 2)?);
        fold.add_latencies(&total, &service);
        Ok(fold.finish())
    }
}
