//! Writes results into the store while they are measured.
//!
//! A failing store does not end a check or a job: the answer is still printed. A study depends on its stored points: it
//! stops, and can be resumed once there is room.

use super::failure;
use crate::failure::{Ending, Failure};
use record::live::RunProgress;
use record::soak::{SoakMinute, SoakStall};
use record::{Drift, Finding, PointRecord, Record, TrialRecord};
use report::Language;
use report::messages::results::ResultsFault;
use report::terminal::Live;
use sample::IntervalSample;
use std::io::Write;
use std::path::{Path, PathBuf};
use store::{MinuteRows, RunId, SoakStart, Store, StoreError, UnfinishedSoak, UnfinishedStudy};
use summary::warning::StoreTrouble;
use summary::{Interval, IntervalRow, Totals, Warning};

/// Opens the named store, or the default one.
pub fn open(named: Option<&Path>) -> Result<Store, Failure> {
    Ok(open_at(named, &place(named)?)?)
}

/// Opens the store whose place is `path`; says so if its folder had to be made.
pub(crate) fn open_at(named: Option<&Path>, path: &Path) -> Result<Store, StoreError> {
    let folder = named.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    let absent = folder.filter(|folder| !folder.exists());
    let store = Store::open(path)?;
    if let Some(folder) = absent {
        // Standard error may be closed.
        let (folder, store) = (folder.display().to_string(), path.display().to_string());
        drop(writeln!(std::io::stderr(), "{}", ResultsFault::MadeFolder { folder, store }));
    }
    Ok(store)
}

pub fn open_to_read(named: Option<&Path>) -> Result<Store, Failure> {
    Store::open_to_read(place(named)?).map_err(Failure::from)
}

/// Opens the store for reading; `None` if nothing was ever stored.
pub fn open_if_there(named: Option<&Path>) -> Result<Option<Store>, Failure> {
    match Store::open_to_read(place(named)?) {
        Ok(store) => Ok(Some(store)),
        Err(StoreError::Missing { .. }) => Ok(None),
        Err(error) => Err(Failure::from(error)),
    }
}

/// The path of the store: the named one or the default.
pub fn place(named: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(folder) = named.filter(|path| path.as_os_str().as_encoded_bytes().ends_with(b"/")) {
        let file = folder.join("results.db");
        return Err(Failure::wrong(ResultsFault::NamesAFolder {
            folder: folder.display().to_string(),
            file: file.display().to_string(),
        }));
    }
    named
        .map(Path::to_owned)
        .or_else(|| store::default_path(|name| std::env::var_os(name)))
        .ok_or_else(|| Failure::wrong(ResultsFault::NoHome))
}

pub struct Recorder {
    store: Store,
    run: RunId,
    pub(crate) trial: u32,
    pub(crate) under_way: Option<TrialRecord>,
    /// The intervals that could not be written.
    unstored: Vec<IntervalRow>,
    /// The first thing that could not be written, and why.
    trouble: Option<StoreError>,
    /// The points of a study, which must be stored so that it can be resumed; `None` for other runs.
    kept: Option<PointCounts>,
    /// Minutes and stalls of a soak that could not be written yet.
    waiting_minutes: Vec<MinuteRows>,
    waiting_stalls: Vec<SoakStall>,
    /// When the progress was last written, in seconds since 1970, UTC.
    progress_unix_s: i64,
}

/// The most minutes of a soak that are kept while the store takes no writes: a day of one role.
const WAITING_MAX: usize = 1440;

#[derive(Clone, Copy, Debug, Default)]
struct PointCounts {
    stored: usize,
    lost: usize,
}

impl Recorder {
    pub fn begin(mut store: Store, record: &Record) -> Result<Self, Failure> {
        let run = store.begin(record)?;
        Ok(Self::new(store, run, 0, None))
    }

    pub fn begin_study(mut store: Store, record: &Record, holder: &str) -> Result<Self, Failure> {
        let run = store.begin_study(record, holder)?;
        Ok(Self::new(store, run, 0, Some(PointCounts::default())))
    }

    /// Resumes an unfinished study. Returns the store if another process resumed it first.
    pub fn take_over(
        mut store: Store,
        found: &UnfinishedStudy,
        holder: &str,
    ) -> Result<Result<Self, Store>, Failure> {
        let taken = store.take_over(found.run, &found.holder, holder)?;
        if !taken {
            return Ok(Err(store));
        }
        let kept = Some(PointCounts { stored: found.points(), lost: 0 });
        Ok(Ok(Self::new(store, found.run, found.trials, kept)))
    }

    pub fn begin_soak(
        mut store: Store,
        record: &Record,
        soak: &SoakStart,
    ) -> Result<Self, Failure> {
        let run = store.begin_soak(record, soak)?;
        Ok(Self::new(store, run, 0, None))
    }

    /// Resumes an unfinished soak; `None` if another process resumed it first.
    pub fn take_over_soak(
        mut store: Store,
        found: &UnfinishedSoak,
        holder: &str,
    ) -> Result<Option<Self>, Failure> {
        let taken = store.take_over_soak(found.run, &found.holder, holder)?;
        Ok(taken.then(|| Self::new(store, found.run, 0, None)))
    }

    /// Stores minutes of a soak. If the store fails, they are written with the next minute.
    pub fn soak_minutes(&mut self, rows: Vec<MinuteRows>, stalls: Vec<SoakStall>) {
        self.waiting_minutes.extend(rows);
        self.waiting_stalls.extend(stalls);
        match self.store.soak_minute(self.run, &self.waiting_minutes, &self.waiting_stalls) {
            Ok(()) => {
                self.waiting_minutes.clear();
                self.waiting_stalls.clear();
                self.trouble = None;
            }
            Err(error) => {
                let excess = self.waiting_minutes.len().saturating_sub(WAITING_MAX);
                self.waiting_minutes.drain(..excess);
                self.note(Err(error));
            }
        }
    }

    /// Every minute of each role of a soak so far, and its stalls.
    pub fn soak_so_far(&self) -> Result<(Vec<Vec<SoakMinute>>, Vec<SoakStall>), Failure> {
        let mut minutes = self.store.soak_minutes(self.run)?;
        let mut stalls = self.store.soak_stalls(self.run)?;
        for row in &self.waiting_minutes {
            minutes[row.role].push(row.minute);
        }
        stalls.extend(&self.waiting_stalls);
        Ok((minutes, stalls))
    }

    /// A run that is complete, to be shown.
    pub(crate) fn of_complete(store: Store, run: RunId) -> Self {
        Self::new(store, run, 0, None)
    }

    fn new(store: Store, run: RunId, trial: u32, kept: Option<PointCounts>) -> Self {
        Self {
            store,
            run,
            trial,
            under_way: None,
            unstored: Vec::new(),
            trouble: None,
            kept,
            waiting_minutes: Vec::new(),
            waiting_stalls: Vec::new(),
            progress_unix_s: 0,
        }
    }

    /// The record of the run as stored so far.
    pub fn load(&self) -> Result<Record, Failure> {
        self.store.load(self.run).map_err(Failure::from)
    }

    pub fn point(&mut self, stage: u32, point: &PointRecord) {
        let done = self.store.point(self.run, stage, point);
        if let Some(kept) = &mut self.kept {
            *(if done.is_ok() { &mut kept.stored } else { &mut kept.lost }) += 1;
        }
        self.note(done);
    }

    pub fn stage_end(&mut self, stage: u32, finding: &Finding, drift: Option<&Drift>) {
        let done = self.store.stage_end(self.run, stage, Some(finding), drift);
        self.note(done);
    }

    /// Where the run is stored, as text for the user.
    pub fn place(&self) -> String {
        let (run, store) = (self.run.to_string(), self.store.path().display().to_string());
        if self.is_displaced() {
            return ResultsFault::NotStored { store }.to_string();
        }
        let place = ResultsFault::StoredAs { run, store }.to_string();
        if self.trouble.is_some() {
            ResultsFault::StoredInPart { place: place.to_string() }.to_string()
        } else {
            place
        }
    }

    /// Every interval so far: those that are stored, then those that could not be.
    pub fn intervals(
        &self,
    ) -> Result<impl Iterator<Item = Result<IntervalRow, StoreError>>, Failure> {
        let stored = self.store.intervals(self.run)?;
        Ok(stored.chain(self.unstored.iter().cloned().map(Ok)))
    }

    /// Whether the store was removed or replaced, with everything that was stored.
    fn is_displaced(&self) -> bool {
        matches!(self.trouble, Some(StoreError::Displaced { .. }))
    }

    /// Says that the results are no longer in the file that was named, because it was removed or replaced.
    pub fn displaced(&self) -> Option<ResultsFault> {
        let shown = |path: &Path| path.display().to_string();
        let from = shown(self.store.displaced_from()?);
        let run = self.run.to_string();
        Some(ResultsFault::Displaced { run, from, store: shown(self.store.path()) })
    }

    /// The warning about results that are not in the store, if some are not.
    pub fn lost(&self) -> Option<Warning> {
        self.trouble().map(summary::warning::not_stored)
    }

    /// Why a study must stop: points that are not stored would be measured again. `None` if it can continue.
    pub fn stops(&self) -> Option<StoreTrouble> {
        self.trouble().filter(|_| self.kept.is_some())
    }

    fn trouble(&self) -> Option<StoreTrouble> {
        self.trouble.as_ref().map(|error| failure::trouble(error, self.store.path()))
    }

    /// Fails if the study had to stop, with the numbers of stored and lost points and how to resume it.
    pub fn check_stored(&self) -> Result<(), Failure> {
        let (Some(why), Some(kept)) = (&self.trouble, self.kept) else { return Ok(()) };
        let (run, points) = (self.run.to_string(), kept.stored as u64);
        let left = match kept.lost {
            0 => ResultsFault::Left { points, run },
            lost => ResultsFault::LeftLost { points, lost: lost as u64, run },
        };
        let stopped =
            ResultsFault::StudyStopped { why: failure::text(Language::of_process(), why) };
        let mut lines = vec![stopped.to_string()];
        if !self.is_displaced() {
            lines.push(left.to_string());
        }
        Err(Failure::of(Ending::Target, lines))
    }

    pub fn trial_begin(&mut self, trial: &TrialRecord) {
        self.under_way = Some(trial.clone());
        let done = self.store.trial_begin(self.run, self.trial, trial);
        self.note(done);
    }

    /// An interval ended; `totals` is the sum of the stream so far.
    pub fn interval(&mut self, stream: &str, sample: &IntervalSample, totals: Option<&Totals>) {
        let done = self.store.interval(self.run, self.trial, stream, sample, totals);
        if done.is_err() {
            let start = self.under_way.as_ref();
            let role = start.map(|start| start.role.clone()).unwrap_or_default();
            let purpose = start.map(|start| start.purpose.to_string()).unwrap_or_default();
            let (trial, stream, interval) = (self.trial, stream.to_owned(), Interval::of(sample));
            self.unstored.push(IntervalRow { trial, role, purpose, stream, interval });
        }
        self.note(done);
    }

    /// The current second if no progress was written in it yet.
    pub fn progress_due(&self) -> Option<i64> {
        let now_unix_s = crate::now_unix_s();
        (now_unix_s != self.progress_unix_s).then_some(now_unix_s)
    }

    /// Writes the progress of the run for other processes that follow it. Ignores a failure, which loses no results.
    pub fn progress(&mut self, now_unix_s: i64, live: &Live) {
        let Live { share, left_s, left_max_s, .. } = *live;
        let progress = RunProgress { written_unix_s: now_unix_s, share, left_s, left_max_s };
        self.progress_unix_s = now_unix_s;
        drop(self.store.put_progress(self.run, &progress));
    }

    pub fn trial_end(&mut self, trial: &TrialRecord) {
        let done = self.store.trial_end(self.run, self.trial, trial);
        self.note(done);
        self.trial += 1;
        self.under_way = None;
    }

    pub fn so_far(&mut self, record: &Record) {
        let done = self.store.proof_so_far(self.run, record);
        self.note(done);
    }

    pub fn number(&self) -> RunId {
        self.run
    }

    /// The run is over. Anything that could not be stored becomes a warning in the record.
    pub fn finish(&mut self, record: &mut Record) {
        record.warnings.extend(self.lost());
        let before = self.trouble.is_some();
        let done = self.store.finish(self.run, record);
        // The stored record has all points, including those that could not be stored before.
        if let (Ok(()), Some(kept)) = (&done, &mut self.kept) {
            (kept.stored, kept.lost) = (kept.stored + kept.lost, 0);
        }
        self.note(done);
        if !before {
            record.warnings.extend(self.lost());
        }
        record.warnings = summary::warning::heaviest_first(std::mem::take(&mut record.warnings));
    }

    fn note(&mut self, done: Result<(), StoreError>) {
        if let Err(error) = done
            && self.trouble.is_none()
        {
            self.trouble = Some(error);
        }
    }
}
