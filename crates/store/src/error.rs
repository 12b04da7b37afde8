//! The errors of the store, by what the user can do about them.

use crate::RunId;
use record::StoredPart;
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// What is not a regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherFileKind {
    /// A directory.
    Directory,
    /// A device.
    Device,
    /// A pipe or a socket.
    Pipe,
    /// A symbolic link that leads nowhere.
    DanglingLink,
}

/// An error of the store. Measuring can continue after any of these: the caller decides.
#[derive(Debug)]
pub enum StoreError {
    /// The folder of the store cannot be made.
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file cannot be opened.
    Open {
        /// The file.
        path: PathBuf,
        /// The message of SQLite.
        detail: String,
    },
    /// The path is not a regular file, so it is not touched.
    NotAFile {
        /// The path.
        path: PathBuf,
        /// What it is instead.
        kind: OtherFileKind,
    },
    /// There is no store, and opening to read creates none.
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// Another version of the program created it.
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The format in the file.
        found: i64,
        /// The format that is known here.
        known: i64,
    },
    /// It is not a store.
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file is damaged.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is damaged.
        detail: String,
    },
    /// The file system is full.
    Full {
        /// The file.
        path: PathBuf,
    },
    /// Another process held the lock for longer than the maximum wait.
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The medium or the file is read-only.
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// Its file was removed or replaced while it was open, and no copy could be made.
    Displaced {
        /// The file.
        path: PathBuf,
    },
    /// There is no such run.
    NoSuchRun(RunId),
    /// The run is no study, or has no such stage.
    NoSuchStage {
        /// The run.
        run: RunId,
        /// The stage's number, from 0.
        stage: u32,
    },
    /// One run cannot be read; the others can.
    Document {
        /// The run.
        run: RunId,
        /// The reason.
        reason: String,
    },
    /// A part of one run changed after it was written; other runs can be read.
    Changed {
        /// The run.
        run: RunId,
        /// The part.
        part: StoredPart,
    },
    /// Any other error of SQLite.
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
        let extended = source.sqlite_error().map(|error| error.extended_code);
        if extended == Some(rusqlite::ffi::SQLITE_IOERR_SHMSIZE) {
            return Self::Full { path };
        }
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
