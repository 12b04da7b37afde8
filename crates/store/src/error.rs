//! The errors of the store, by what the user can do about them.

use crate::RunId;
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// An error of the store. Measuring can continue after any of these: the caller decides.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder of the store cannot be made.
    #[error(
        "cannot create the folder {path} for the results: {source}; name another file with --store"
    )]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file cannot be opened.
    #[error(
        "the results in {path} cannot be opened: {detail}; check the permissions, or name another file with --store"
    )]
    Open {
        /// The file.
        path: PathBuf,
        /// The message of SQLite.
        detail: String,
    },
    /// The path is not a regular file, so it is not touched.
    #[error("{path} is {what}, but results are stored in a file; name a file with --store")]
    NotAFile {
        /// The path.
        path: PathBuf,
        /// The kind of file, with its article.
        what: &'static str,
    },
    /// There is no store, and opening to read creates none.
    #[error("there are no results in {path} yet; `plimsoll check DIRECTORY` stores the first")]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A later version of the program created it.
    #[error(
        "the results in {path} have format {found}, but this version of plimsoll reads formats up to {known}; use a newer version"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The format in the file.
        found: i64,
        /// The newest format that is known here.
        known: i64,
    },
    /// It is not a store.
    #[error(
        "{path} is not a plimsoll results file, or its beginning is damaged; it was not changed; name another file with --store"
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file is damaged.
    #[error(
        "the results in {path} are damaged ({detail}); move the file away to start a new one, or restore a copy"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is damaged.
        detail: String,
    },
    /// The file system is full.
    #[error(
        "no space left for the results in {path}; free some space, or name another file with --store"
    )]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// Another process held the lock for longer than the maximum wait.
    #[error("another process has locked the results in {path}; try again when it has ended")]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The medium or the file is read-only.
    #[error("the results in {path} are read-only; name another file with --store")]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// There is no such run.
    #[error("there is no run {0}; `plimsoll results list` shows all runs")]
    NoSuchRun(RunId),
    /// There is no such trial in the run.
    #[error("run {run} has no trial {trial}")]
    NoSuchTrial {
        /// The run.
        run: RunId,
        /// The trial's number, from 0.
        trial: u32,
    },
    /// The run is no study, or has no such stage.
    #[error("run {run} has no stage {stage}")]
    NoSuchStage {
        /// The run.
        run: RunId,
        /// The stage's number, from 0.
        stage: u32,
    },
    /// One run cannot be read; the others can.
    #[error(
        "run {run} cannot be read ({reason}); a newer version of plimsoll may be able to read it"
    )]
    Document {
        /// The run.
        run: RunId,
        /// The reason.
        reason: String,
    },
    /// A part of one run changed after it was written; other runs can be read.
    #[error(
        "{what} of run {run} is damaged: its checksum does not match, so bits changed on the storage or in memory, and its \
         figures are not shown; check the storage that holds the results, then restore a copy of them or remove the run: \
         plimsoll results rm {run}"
    )]
    Changed {
        /// The run.
        run: RunId,
        /// The part, such as an interval with its number, stream and trial.
        what: String,
    },
    /// Any other error of SQLite.
    #[error("the results in {path}: {source}")]
    Database {
        /// The file.
        path: PathBuf,
        /// The error of SQLite.
        source: rusqlite::Error,
    },
}

impl StoreError {
    /// Converts an error of SQLite on `path`.
    pub(crate) fn of(path: &Path, source: rusqlite::Error) -> Self {
        let path = path.to_owned();
        match source.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full { path },
            Some(ErrorCode::NotADatabase) => Self::Foreign { path },
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged { path, detail: source.to_string() },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy { path },
            Some(ErrorCode::ReadOnly) => Self::ReadOnly { path },
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                Self::Open { path, detail: source.to_string() }
            }
            _ => Self::Database { path, source },
        }
    }
}
