//! What of an interval counts as one operation, and how its latencies are gathered.
//!
//! Takes cells, gives numbers. A log whose commits end with a flush counts the flushes, from the commit's arrival to the
//! flush's end; everything else counts reads and writes. Runs nothing.

use super::posterior::THRESHOLDS;
use super::{Seen, spells::FullDepthTotals};
use sample::{DirectionSample, Histogram, IntervalSample};
use workload::{LatencyLimit, Role, RoleKind, SyncMode};

/// Whether a role's operations are commits that end with a flush.
pub(crate) fn is_flushed(role: &Role) -> bool {
    let flush = matches!(role.stream.sync, SyncMode::Fdatasync { .. } | SyncMode::Fsync { .. });
    role.kind == RoleKind::Commit && flush
}

/// Operations of a cell and how many were over the limit, its half, its quarter.
pub(super) fn counts(
    cell: &IntervalSample,
    limit_ns: u64,
    flushed: bool,
) -> (u64, [u64; THRESHOLDS]) {
    let over = |of: &DirectionSample, threshold: usize| of.total.count_above(limit_ns >> threshold);
    let data = cell.read.total.count() + cell.write.total.count();
    if flushed || data == 0 {
        return (cell.flush.total.count(), std::array::from_fn(|t| over(&cell.flush, t)));
    }
    (data, std::array::from_fn(|t| over(&cell.read, t) + over(&cell.write, t)))
}

/// Adds the latencies of a cell that [`counts`] counts.
pub(crate) fn gather(latencies: &mut Histogram, cell: &IntervalSample, flushed: bool) {
    if flushed || cell.read.total.count() + cell.write.total.count() == 0 {
        latencies.merge(&cell.flush.total);
        return;
    }
    latencies.merge(&cell.read.total);
    latencies.merge(&cell.write.total);
}

/// The latency at the ceiling's quantile over all operations together: what the verdict goes by. `None` when too few
/// operations carry it.
pub(crate) fn at_ceiling(latencies: &Histogram, ceiling: LatencyLimit) -> Option<u64> {
    let q = ceiling.quantile;
    (latencies.count() >= summary::ios_needed(q)).then(|| latencies.quantile_ns(q))
}

/// The middle latency of a look in seconds, and its length.
pub(super) fn median(cell: &IntervalSample, flushed: bool) -> (f64, f64) {
    let mut latencies = Histogram::new();
    gather(&mut latencies, cell, flushed);
    (latencies.quantile_ns(0.5) as f64 / 1e9, length_s(cell))
}

impl Seen {
    pub(super) fn of(cell: &IntervalSample, ios: u64) -> Self {
        let carried = FullDepthTotals { ios: ios as f64, seconds: length_s(cell) };
        let backlog = cell.backlog as f64;
        Self { carried, waits: cell.backlog > 0, backlog, quiet_s: quiet_s(cell) }
    }
}

pub(super) fn length_s(cell: &IntervalSample) -> f64 {
    cell.end_ns.saturating_sub(cell.start_ns) as f64 / 1e9
}

/// The longest silence that ended in a look or went on.
pub(super) fn quiet_s(cell: &IntervalSample) -> f64 {
    cell.quiet_ns.1.saturating_sub(cell.quiet_ns.0) as f64 / 1e9
}
