//! Writes what is measured into the store as it is measured; a store that fails never stops a measurement.

use crate::exit::Failure;
use sample::Cell;
use std::path::{Path, PathBuf};
use store::{RunId, RunStart, Store, StoreError, StudyStart, TrialStart, Unfinished};
use study::Record;
use study::record::{CellRecord, Finding, TrialRecord};
use study::reference::Drift;

/// Opens the store that was named, or the usual one.
pub(crate) fn open(named: Option<&Path>) -> Result<Store, Failure> {
    let path = place(named)?;
    Store::open(path).map_err(Failure::target)
}

/// Opens the store for reading.
pub(crate) fn open_to_read(named: Option<&Path>) -> Result<Store, Failure> {
    Store::open_to_read(place(named)?).map_err(Failure::target)
}

/// Opens the store for reading; none when nothing was ever stored.
pub(crate) fn open_if_there(named: Option<&Path>) -> Result<Option<Store>, Failure> {
    match Store::open_to_read(place(named)?) {
        Ok(store) => Ok(Some(store)),
        Err(StoreError::Missing { .. }) => Ok(None),
        Err(error) => Err(Failure::target(error)),
    }
}

/// Where results go: as named, or the usual place.
pub(crate) fn place(named: Option<&Path>) -> Result<PathBuf, Failure> {
    named
        .map(Path::to_owned)
        .or_else(|| store::default_path(|name| std::env::var_os(name)))
        .ok_or_else(|| {
            Failure::wrong(
                "neither HOME nor XDG_DATA_HOME is set; say where results go with --store FILE",
            )
        })
}

/// The run a user names: its number, or `last`.
pub(crate) fn find(store: &Store, name: &str) -> Result<RunId, Failure> {
    if name == "last" {
        let newest = store.latest().map_err(Failure::target)?;
        return newest.map(|row| row.id).ok_or_else(|| {
            Failure::wrong(format!("there is no run yet in {}", store.path().display()))
        });
    }
    name.parse().map_err(|_| {
        Failure::wrong(format!(
            "\"{name}\" is not a run; give its number from `plimsoll results`, or `last`"
        ))
    })
}

/// One run on its way into the store.
pub(crate) struct Recorder {
    store: Store,
    run: RunId,
    trial: u32,
    trouble: Option<String>,
}

impl Recorder {
    /// Opens a new run.
    pub(crate) fn begin(mut store: Store, start: &RunStart) -> Result<Self, Failure> {
        let run = store.begin(start).map_err(Failure::target)?;
        Ok(Self { store, run, trial: 0, trouble: None })
    }

    /// Opens a new run of a study.
    pub(crate) fn begin_study(
        mut store: Store,
        start: &RunStart,
        study: &StudyStart,
    ) -> Result<Self, Failure> {
        let run = store.begin_study(start, study).map_err(Failure::target)?;
        Ok(Self { store, run, trial: 0, trouble: None })
    }

    /// Goes on with a study that did not come to its end; gives the store back when somebody else was quicker.
    pub(crate) fn go_on(
        mut store: Store,
        found: &Unfinished,
        holder: &str,
    ) -> Result<Result<Self, Store>, Failure> {
        let taken = store.go_on(found.run, &found.holder, holder).map_err(Failure::target)?;
        if !taken {
            return Ok(Err(store));
        }
        Ok(Ok(Self { store, run: found.run, trial: found.trials, trouble: None }))
    }

    /// What was written of the run so far.
    pub(crate) fn load(&self) -> Result<Record, Failure> {
        self.store.load(self.run).map_err(Failure::target)
    }

    /// A cell of a study was measured.
    pub(crate) fn cell(&mut self, stage: u32, cell: &CellRecord) {
        let done = self.store.cell(self.run, stage, cell);
        self.note(done);
    }

    /// A stage of a study concluded.
    pub(crate) fn stage_end(&mut self, stage: u32, finding: &Finding, drift: Option<&Drift>) {
        let done = self.store.stage_end(self.run, stage, Some(finding), drift);
        self.note(done);
    }

    /// Where the run is, for people.
    pub(crate) fn place(&self) -> String {
        format!("run {} in {}", self.run, self.store.path().display())
    }

    /// Every interval stored so far.
    pub(crate) fn intervals(&self) -> Result<store::Intervals<'_>, Failure> {
        self.store.intervals(self.run).map_err(Failure::target)
    }

    /// What went wrong with the store, if anything did.
    pub(crate) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// A trial starts.
    pub(crate) fn trial_begin(&mut self, start: &TrialStart) {
        let done = self.store.trial_begin(self.run, self.trial, start);
        self.note(done);
    }

    /// An interval ended.
    pub(crate) fn interval(&mut self, stream: &str, cell: &Cell) {
        let done = self.store.interval(self.run, self.trial, stream, cell);
        self.note(done);
    }

    /// The trial is over.
    pub(crate) fn trial_end(&mut self, trial: &TrialRecord) {
        let done = self.store.trial_end(self.run, self.trial, trial);
        self.note(done);
        self.trial += 1;
    }

    /// The run is over.
    pub(crate) fn finish(&mut self, record: &Record) {
        let done = self.store.finish(self.run, record);
        self.note(done);
    }

    fn note(&mut self, done: Result<(), StoreError>) {
        if let Err(error) = done
            && self.trouble.is_none()
        {
            self.trouble = Some(format!("results are not being stored: {error}"));
        }
    }
}
