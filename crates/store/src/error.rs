//! The errors of the store, by what the user can do about them.

use crate::RunId;
use record::StoredPart;
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// What is not a regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherFileKind {
    Directory,
    Device,
    Pipe,
    DanglingLink,
}

/// An error of the store. Measuring can continue after any of these: the caller decides.
#[derive(Debug)]
pub enum StoreError {
    /// The folder of the store cannot be made.
    Folder {
        path: PathBuf,
        source: std::io::Error,
    },
    Open {
        path: PathBuf,
        detail: String,
    },
    /// The path is not a regular file, so it is not touched.
    NotAFile {
        path: PathBuf,
        kind: OtherFileKind,
    },
    /// There is no store, and opening to read creates none.
    Missing {
        path: PathBuf,
    },
    OtherVersion {
        path: PathBuf,
        found: i64,
        known: i64,
    },
    Foreign {
        path: PathBuf,
    },
    Damaged {
        path: PathBuf,
        detail: String,
    },
    Full {
        path: PathBuf,
    },
    /// Another process held the lock for longer than the maximum wait.
    Busy {
        path: PathBuf,
    },
    ReadOnly {
        path: PathBuf,
    },
    /// Its file was removed or replaced while it was open, and no copy could be made.
    Displaced {
        path: PathBuf,
    },
    NoSuchRun(RunId),
    /// The run is no study, or has no such stage.
    NoSuchStage {
        run: RunId,
        /// The stage's number, from 0.
        stage: u32,
    },
    /// One run cannot be read; the others can.
    Document {
        run: RunId,
        reason: String,
    },
    /// A part of one run changed after it was written; other runs can be read.
    Changed {
        run: RunId,
        part: StoredPart,
    },
    Database {
        path: PathBuf,
        source: rusqlite::Error,
    },
}

impl StoreError {
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
