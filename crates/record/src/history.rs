//! The results of the runs on one target, in order of time.

use crate::{RoleFinding, RunKind, RunSubject};
use summary::StreamSummary;

/// One of several finished runs on the same target.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryRun {
    /// Its number in the store.
    pub run: i64,
    pub kind: RunKind,
    pub subject: RunSubject,
    /// When it started, in seconds since 1970, UTC.
    pub started_unix_s: i64,
    /// Its findings; empty for what has none.
    pub findings: Vec<RoleFinding>,
    /// If it has no findings: the streams of its last phase, without their time series and distributions.
    pub streams: Vec<StreamSummary>,
}
