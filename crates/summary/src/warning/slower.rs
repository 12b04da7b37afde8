//! A storage that is slower at times, stalls, or wanders: two states, and which of them the number describes.
//!
//! Takes the measurements of both (the caller defines a slow phase), returns a warning. Never looks at a trial.

use super::{Detail, TargetStalls, Warning, WarningKind, WarningSubject, Weight};
use crate::Neighbour;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slower {
    /// The throughput at full depth otherwise, in operations per second.
    pub fast_iops: f64,
    /// The throughput at full depth in that state.
    pub slow_iops: f64,
    /// The time in which that was measured, in seconds.
    pub seen_s: f64,
    /// When it began, in seconds of the measurement.
    pub after_s: f64,
    /// Operations before it was first seen.
    pub after_ios: f64,
    /// Whether the storage became as fast as before again.
    pub back: bool,
    /// How long after it was first seen a recovery was tested, in seconds; 0: not at all.
    pub lasted_s: f64,
}

/// A process is named if its I/O, counted in pages, is at least this part of the storage's full rate (ours).
const MATTERS_MIN: f64 = 0.02;
const PAGE_BYTES: f64 = 4096.0;

/// States that alternate are slow phases; a state that stays slower after some operations looks like the end of credits or
/// caches. Those of `others` that did enough I/O at that time are named.
pub fn slower(stream: &str, seen: &Slower, others: &[Neighbour]) -> Warning {
    let kind = if seen.back { WarningKind::SlowPhases } else { WarningKind::BurstCredits };
    let others = others.iter().filter(|other| may_matter(other, seen.fast_iops));
    let detail = Detail::Slower(*seen, others.cloned().collect());
    Warning::of_stream(stream, kind, Weight::Warning, detail)
}

/// Whether a process moved so much that it may be the cause.
fn may_matter(other: &Neighbour, full_iops: f64) -> bool {
    let seconds = (other.until_s - other.from_s).max(1.0);
    other.bytes as f64 / seconds >= MATTERS_MIN * full_iops * PAGE_BYTES
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpeedSpread {
    /// The spread from one trial to another: a standard deviation of the logarithm.
    pub spread: f64,
    /// The highest load that a trial held, in operations per second.
    pub kept_iops: f64,
    /// The lowest load that a trial did not hold; infinite if there was none.
    pub broken_iops: f64,
}

/// The warning that a line from a few phases holds for such phases.
pub fn wandering(stream: &str, seen: &SpeedSpread) -> Warning {
    Warning::of_stream(stream, WarningKind::SlowPhases, Weight::Warning, Detail::Wandering(*seen))
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_named_only_if_its_io_may_be_the_cause() {
        let seen = Slower {
            fast_iops: 30_000.0,
            slow_iops: 15_000.0,
            seen_s: 1.0,
            after_s: 20.0,
            after_ios: 500_000.0,
            back: true,
            lasted_s: 0.0,
        };
        let named = |fast_iops: f64, bytes: u64| {
            let name = "bash (4711)".to_owned();
            let other = Neighbour { name, bytes, from_s: 5.0, until_s: 83.0 };
            match slower("data", &Slower { fast_iops, ..seen }, &[other]).detail {
                Detail::Slower(_, others) => others.len(),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(named(30_000.0, 14_100_000), 0, "0.18 MB/s slow no flash down");
        assert_eq!(named(30_000.0, 1_000_000_000), 1);
        assert_eq!(named(150.0, 14_100_000), 1, "but a rotating disk");
    }
}
