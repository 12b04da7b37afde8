//! What of an interval counts as one operation, and how its latencies are gathered.
//!
//! Takes intervals, gives numbers. A log whose commits end with a flush counts the flushes, from the commit's arrival to the
//! flush's end. A whole job counts reads and writes; a flush that is late counts as a late write. Everything else counts reads
//! and writes. Runs nothing.

use super::posterior::THRESHOLDS;
use super::{LoadInterval, slow_phases::FullDepthTotals};
use sample::{DirectionSample, Histogram, IntervalSample};
use workload::{LatencyLimit, Role, RoleKind, SyncMode};

/// Which operations of an interval are judged by the latency limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JudgedOperations {
    Data,
    /// Commits, each of which ends with a flush.
    Commits,
    /// Reads, writes, and the flushes that follow them.
    WholeJob,
}

impl JudgedOperations {
    pub(crate) fn of(role: &Role) -> Self {
        let flush = matches!(role.stream.sync, SyncMode::Fdatasync { .. } | SyncMode::Fsync { .. });
        if role.job.is_some() {
            Self::WholeJob
        } else if role.kind == RoleKind::Commit && flush {
            Self::Commits
        } else {
            Self::Data
        }
    }
}

/// Returns the operations of an interval, and how many exceeded the limit, half of it, a quarter of it, and so on.
pub(crate) fn counts(
    interval: &IntervalSample,
    limit_ns: u64,
    judged: JudgedOperations,
) -> (u64, [u64; THRESHOLDS]) {
    let over = |of: &DirectionSample, threshold: usize| of.total.count_above(limit_ns >> threshold);
    let data = interval.read.total.count() + interval.write.total.count();
    if judged == JudgedOperations::Commits || data == 0 {
        return (interval.flush.total.count(), std::array::from_fn(|t| over(&interval.flush, t)));
    }
    let late_data = |t| over(&interval.read, t) + over(&interval.write, t);
    let late = |t| match judged {
        JudgedOperations::WholeJob => (late_data(t) + over(&interval.flush, t)).min(data),
        _ => late_data(t),
    };
    (data, std::array::from_fn(late))
}

/// Adds the latencies of an interval that [`counts`] counts.
pub(crate) fn gather(
    latencies: &mut Histogram,
    interval: &IntervalSample,
    judged: JudgedOperations,
) {
    let data = interval.read.total.count() + interval.write.total.count();
    if judged != JudgedOperations::Data || data == 0 {
        latencies.merge(&interval.flush.total);
    }
    if judged == JudgedOperations::Commits {
        return;
    }
    latencies.merge(&interval.read.total);
    latencies.merge(&interval.write.total);
}

/// The latency at the limit's quantile over all operations together, which decides the verdict. `None` if there are too few
/// operations for the quantile.
pub(crate) fn at_latency_limit(latencies: &Histogram, latency_limit: LatencyLimit) -> Option<u64> {
    let q = latency_limit.quantile;
    (latencies.count() >= summary::ios_needed(q)).then(|| latencies.quantile_ns(q))
}

/// The median latency of an interval in seconds, and the interval's length.
pub(super) fn median(interval: &IntervalSample, judged: JudgedOperations) -> (f64, f64) {
    let mut latencies = Histogram::new();
    gather(&mut latencies, interval, judged);
    (latencies.quantile_ns(0.5) as f64 / 1e9, length_s(interval))
}

impl LoadInterval {
    /// An interval in which `ios` operations completed. With a lower mean depth than `full_depth_min`, the storage had little to do,
    /// even if arrivals waited.
    pub(super) fn of(interval: &IntervalSample, ios: u64, full_depth_min: f64) -> Self {
        let carried = FullDepthTotals { ios: ios as f64, seconds: length_s(interval) };
        let backlog = interval.backlog as f64;
        let depth = interval.depth_ns as f64 / 1e9 / carried.seconds.max(1e-9);
        let waits = interval.backlog > 0 && depth >= full_depth_min;
        Self { carried, waits, backlog, quiet_s: quiet_s(interval) }
    }
}

pub(super) fn length_s(interval: &IntervalSample) -> f64 {
    interval.end_ns.saturating_sub(interval.start_ns) as f64 / 1e9
}

/// The longest silence that ended in an interval or was still going on, in seconds.
pub(super) fn quiet_s(interval: &IntervalSample) -> f64 {
    interval.quiet_ns.1.saturating_sub(interval.quiet_ns.0) as f64 / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_that_waits_for_its_own_writer_is_no_full_load_of_a_job() {
        let mut interval = IntervalSample::new(0, 0, 0);
        (interval.end_ns, interval.backlog) = (1_000_000_000, 5);
        interval.depth_ns = 3_000_000_000;
        let waits = |full_depth_min| LoadInterval::of(&interval, 1000, full_depth_min).waits;
        assert_eq!([0.0, 2.0, 24.0].map(waits), [true, true, false]);
    }
}
