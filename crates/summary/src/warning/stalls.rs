//! Stalls: times in which nothing moved for longer than the latency limit allows, whatever the load.
//!
//! Takes what was counted of them (what a stall is, is told by who counts), gives a warning. Never looks at a trial.

use super::{Detail, TargetStalls, Warning, WarningKind, Weight};
use serde::{Deserialize, Serialize};

/// What was counted of stalls.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stalled {
    /// How many.
    pub count: u32,
    /// The usual length of one in seconds.
    #[serde(with = "base::float")]
    pub usual_s: f64,
    /// The time in which they were looked for, in seconds.
    #[serde(with = "base::float")]
    pub seconds: f64,
    /// The share of operations that they keep longer than the latency limit, whatever the rate; 0 to 1.
    #[serde(with = "base::float")]
    pub late_share: f64,
    /// Whether the numbers told beside them leave them out, as a load line does.
    pub left_out: bool,
}

/// Any stall is told: a line holds between stalls only, and a trial that met none says nothing of them.
pub fn stalls(about: &str, seen: &Stalled) -> Option<Warning> {
    let warning = Warning::new(WarningKind::Stalls, Weight::Warning, about, Detail::Stalls(*seen));
    (seen.count > 0).then_some(warning)
}

/// Of the points of a study so many of all met a stall: how often each of the `targets` stalled, most often first, and the
/// `first` such point.
pub fn stalls_points(
    stalled: usize,
    points: usize,
    targets: Vec<TargetStalls>,
    first: String,
) -> Option<Warning> {
    let detail = Detail::StallsInPoints { stalled, points, targets, first };
    (stalled > 0).then(|| Warning::new(WarningKind::Stalls, Weight::Warning, "", detail))
}
