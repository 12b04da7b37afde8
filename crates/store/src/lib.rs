//! Results on disk, in one SQLite file: the only crate that uses SQLite.
//!
//! The store writes measurements as they arrive, and complete records at the end. It returns records exactly, also those of
//! killed runs. It shows nothing and reads no clock. Start at [`Store::open`]: [`Store::begin`], [`Store::trial_begin`],
//! [`Store::interval`], [`Store::trial_end`], [`Store::finish`] write; [`Store::list`], [`Store::search`], [`Store::load`],
//! [`Store::intervals`] read. A study starts with [`Store::begin_study`] and adds [`Store::point`] by point; if it was killed,
//! [`Store::unfinished`] finds it. A soak starts with [`Store::begin_soak`] and adds [`Store::soak_minute`] by minute; if it was
//! killed, [`Store::unfinished_soak`] finds it.
//!
//! Durability: once a call has returned, its data survives the death of the process. Starts, ends of trials, points of studies
//! and ends of runs are also forced to the medium. Intervals are not, because a flush each second would disturb the measurement.
//! A power cut can lose the intervals since the last end of a trial or the last checkpoint of SQLite.

mod codec;
mod error;
mod following;
mod labels;
#[cfg(test)]
mod limits;
mod merge;
mod open;
mod read;
mod remove;
mod schema;
mod search;
mod soak;
mod study;
mod write;

pub use error::{OtherFileKind, StoreError};
pub use labels::{LabelError, Labels, NOTE_CHARS_MAX, TAG_CHARS_MAX, TAGS_MAX};
pub use merge::MergeCount;
pub use open::default_path;
pub use read::{Intervals, RunFigures, RunRow};
pub use remove::{LOCK_BYTES, copy_closed, write_back};
pub use search::{RunAnswer, RunOrder, RunQuery};
pub use soak::{MinuteRows, SoakStart, UnfinishedSoak};
pub use study::{KnownStudy, UnfinishedStudy};

use open::StoreFiles;
use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// An open store. Each belongs to one thread; any number of processes may have the same file open.
#[derive(Debug)]
pub struct Store {
    connection: rusqlite::Connection,
    path: PathBuf,
    read_only: bool,
    /// Its files when it was opened.
    files: StoreFiles,
    /// Its files were removed or replaced, and there is no copy.
    is_lost: bool,
    displaced_from: Option<PathBuf>,
    /// The rows of the streams in progress; an entry is dropped when a write fails.
    rows: HashMap<StreamKey, StreamRow>,
}

/// The number of a run; never used again, even when the run is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub i64);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct StreamKey {
    run: RunId,
    trial: u32,
    stream: String,
}

/// The row of a stream, and the number of its next interval.
#[derive(Clone, Copy, Debug)]
struct StreamRow {
    id: i64,
    next: i64,
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for RunId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.trim().parse().map(Self)
    }
}

impl Store {
    /// Adds the path of the store to an error of SQLite.
    fn sql<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|source| StoreError::of(&self.path, source))
    }
}
