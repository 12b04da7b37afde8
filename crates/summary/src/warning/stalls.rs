//! Stalls: times in which nothing moved for longer than the latency limit allows, whatever the load.
//!
//! Takes their counts (the caller defines what a stall is), returns a warning. Never looks at a trial.

use super::{Detail, TargetStalls, Warning, WarningKind, WarningSubject, Weight};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StallCounts {
    pub count: u32,
    /// The mean length of one in seconds.
    pub usual_s: f64,
    /// The observed time, in seconds.
    pub seconds: f64,
    /// The share of operations that they delay beyond the latency limit, whatever the rate; 0 to 1.
    pub late_share: f64,
    /// Whether the numbers reported with them exclude them, as a load line does.
    pub left_out: bool,
}

/// Every stall is reported: a line holds only between stalls, and a trial that met none says nothing about them.
pub fn stalls(subject: WarningSubject, seen: &StallCounts) -> Option<Warning> {
    let (kind, weight, detail) = (WarningKind::Stalls, Weight::Warning, Detail::Stalls(*seen));
    (seen.count > 0).then_some(Warning { kind, weight, subject, detail })
}

/// The warning that `stalled` of all points of a study met a stall: how often each of the `targets` stalled, most often first,
/// and the `first` such point.
pub fn stalls_points(
    stalled: usize,
    points: usize,
    targets: Vec<TargetStalls>,
    first: String,
) -> Option<Warning> {
    let detail = Detail::StallsInPoints { stalled, points, targets, first };
    (stalled > 0).then(|| Warning::of_run(WarningKind::Stalls, Weight::Warning, detail))
}
