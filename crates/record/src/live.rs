//! Runs beside one another: one in progress, as another process sees it, and the results of those on one target in order of time.

use crate::{RoleFinding, RunKind, RunSubject, TrialPurpose};
use summary::{Interval, StreamSummary};

#[derive(Clone, Debug, PartialEq)]
pub struct LiveRun {
    pub run: i64,
    pub kind: RunKind,
    pub target: String,
    pub subject: RunSubject,
    pub started_unix_s: i64,
    /// Its progress; none if nothing is known yet.
    pub progress: Option<RunProgress>,
    /// The number of points of a study that are measured.
    pub points: u64,
    /// The newest trials, the oldest of them first.
    pub trials: Vec<LiveTrial>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunProgress {
    pub written_unix_s: i64,
    /// The completed share, 0 to 1; none: not known.
    pub share: Option<f64>,
    /// Seconds left; none: not known.
    pub left_s: Option<f64>,
    /// Seconds left at most; none: not known, or the same as `left_s`.
    pub left_max_s: Option<f64>,
}

/// A trial or point that a run is measuring, or has just measured.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveTrial {
    /// The role's name, the phase's, or what a study compares.
    pub role: String,
    pub purpose: TrialPurpose,
    /// The arrival rate; none: closed loop.
    pub rate_iops: Option<f64>,
    pub depth: u32,
    /// Its streams, with their newest intervals.
    pub streams: Vec<LiveStream>,
}

/// The newest intervals of one stream, in order of time.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveStream {
    pub name: String,
    pub intervals: Vec<Interval>,
}

/// One of several finished runs on the same target.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryRun {
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
