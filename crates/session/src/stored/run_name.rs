//! The runs that the user names, or why there are none. The errors are data until they are shown, because a server answers each
//! reader in the language of the reader.

use super::LIST_RUNS_MAX;
use crate::failure::Failure;
use crate::{soak, store_failure};
use record::Record;
use report::Language;
use report::messages::results::{ResultsFault, StoredRunFault};
use store::{RunId, RunQuery, Store, StoreError};

/// The most runs that are named for a word that is no number, the newest first.
const RUNS_OF_NAME_MAX: usize = 20;

#[derive(Debug)]
pub enum RunNameError {
    /// The name is no run number, or there is no newest run.
    Name(ResultsFault),
    Missing(StoredRunFault),
    Store(StoreError),
}

impl RunNameError {
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Name(fault) => fault.text(language),
            Self::Missing(fault) => fault.text(language),
            Self::Store(error) => store_failure::text(language, error),
        }
    }

    /// Whether the store could not be read; otherwise, the name is wrong.
    pub fn is_of_store(&self) -> bool {
        matches!(self, Self::Store(_))
    }
}

impl From<StoreError> for RunNameError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<RunNameError> for Failure {
    fn from(error: RunNameError) -> Self {
        match error {
            RunNameError::Name(fault) => Self::wrong(fault),
            RunNameError::Missing(fault) => Self::wrong(fault),
            RunNameError::Store(error) => error.into(),
        }
    }
}

/// All errors at once; the first one decides how the request ended.
impl From<Vec<RunNameError>> for Failure {
    fn from(errors: Vec<RunNameError>) -> Self {
        let mut all = errors.into_iter().map(Self::from);
        let mut first = all.next().expect("a failure has a cause");
        first.lines.extend(all.flat_map(|failure| failure.lines));
        first
    }
}

/// What a word that names a run says.
pub(crate) enum RunName {
    /// The newest run: `last`.
    Newest,
    Number(RunId),
}

impl RunName {
    /// `None` for a word that names no run.
    pub(crate) fn of(word: &str) -> Option<Self> {
        if word == "last" { Some(Self::Newest) } else { word.parse().ok().map(Self::Number) }
    }
}

/// The run that the user names: its number, or `last`.
pub fn find(store: &Store, name: &str) -> Result<RunId, RunNameError> {
    let fault = match RunName::of(name) {
        Some(RunName::Number(run)) => return Ok(run),
        Some(RunName::Newest) => match store.latest()? {
            Some(row) => return Ok(row.id),
            None => ResultsFault::NoRunYet { store: store.path().display().to_string() },
        },
        None => {
            let words = name.split_whitespace().map(str::to_owned).collect();
            let query = RunQuery { words, ..RunQuery::default() };
            let rows = store.search(&query, RUNS_OF_NAME_MAX)?;
            let runs: Vec<String> = rows.iter().map(|row| row.id.to_string()).collect();
            let name = name.to_owned();
            if runs.is_empty() {
                ResultsFault::NotARun { name }
            } else {
                ResultsFault::NameOfRuns { name, runs: runs.join(", ") }
            }
        }
    };
    Err(RunNameError::Name(fault))
}

/// The runs that the user names, each with its record; or all wrong names at once, with the existing runs.
pub fn load_runs(store: &Store, names: &[&str]) -> Result<Vec<(RunId, Record)>, Vec<RunNameError>> {
    let (mut runs, mut errors) = (Vec::new(), Vec::new());
    for name in names {
        match load_run(store, name) {
            Ok(run) => runs.push(run),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(runs) } else { Err(errors) }
}

/// The run that the user names, with its record.
pub fn load_run(store: &Store, name: &str) -> Result<(RunId, Record), RunNameError> {
    let run = find(store, name)?;
    match store.load(run).and_then(|record| soak::concluded(store, run, record)) {
        Ok(record) => Ok((run, record)),
        Err(StoreError::NoSuchRun(_)) => Err(RunNameError::Missing(no_run(store, name))),
        Err(error) => Err(error.into()),
    }
}

/// The error for an unknown run number; lists the existing runs as ranges: `1-4, 7`.
pub(super) fn no_run(store: &Store, name: &str) -> StoredRunFault {
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
    let (name, place) = (name.to_owned(), store.path().display().to_string());
    match ranges[..] {
        [] => StoredRunFault::NoneThere { name, place },
        _ => StoredRunFault::NoSuchRun { name, place, known },
    }
}
