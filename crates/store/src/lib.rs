//! Results on disk, in one SQLite file: the only crate that uses SQLite.
//!
//! Takes what is measured as it is measured, and records when they are whole; gives records back exactly, also those of
//! runs that were killed. Never shows anything, never reads a clock. Start at [`Store::open`]:
//! [`Store::begin`], [`Store::trial_begin`], [`Store::interval`], [`Store::trial_end`], [`Store::finish`] write;
//! [`Store::list`], [`Store::search`], [`Store::load`], [`Store::intervals`] read. A study is begun with [`Store::begin_study`], adds
//! [`Store::point`] by point, and is found again with [`Store::unfinished`] when it was killed. A soak is begun with
//! [`Store::begin_soak`], adds [`Store::soak_minute`] by minute, and is found again with [`Store::unfinished_soak`].
//!
//! How safe: what a call has written survives the death of the process when the call returns. Starts, ends of trials, points of studies
//! and ends of runs are also forced to the medium; intervals are not, because a flush each second would disturb
//! what is measured: after a power cut those since the last end of a trial, or the last checkpoint of SQLite, may be gone.

mod codec;
mod document;
mod error;
mod following;
mod history;
mod host;
mod labels;
#[cfg(test)]
mod limits;
mod merge;
mod old_names;
mod open;
mod place;
mod proof;
mod provenance;
mod read;
mod remove;
mod row;
mod schema;
mod search;
mod soak;
mod study;
mod tally;
mod unfinished;
mod write;

pub use error::StoreError;
pub use labels::{LabelError, Labels, NOTE_CHARS_MAX, TAG_CHARS_MAX, TAGS_MAX};
pub use merge::MergeCount;
pub use place::default_path;
pub use read::{Intervals, RunRow};
pub use search::{RunAnswer, RunOrder, RunQuery};
pub use soak::{MinuteRows, SoakStart, UnfinishedSoak};
pub use study::{KnownStudy, StageStart, StudyStart, Unfinished};
pub use write::{RunStart, TrialStart};

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The store, opened. One of them belongs to one thread; any number of processes may have one open.
#[derive(Debug)]
pub struct Store {
    connection: rusqlite::Connection,
    path: PathBuf,
    read_only: bool,
    /// Where the rows of a stream under way are; forgotten when a write fails.
    ids: HashMap<StreamKey, StreamRow>,
}

/// The number of a run; never used again, even when the run is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub i64);

/// A stream under way: run, trial, name.
pub(crate) type StreamKey = (RunId, u32, String);

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
    /// Says on which file an error of SQLite happened.
    fn sql<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|source| StoreError::of(&self.path, source))
    }
}
