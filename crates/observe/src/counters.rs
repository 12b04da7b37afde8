//! The counters of a device over an interval: sums, from which only means can be derived.

use serde::{Deserialize, Serialize};

/// The I/O of one direction in one interval.
///
/// Logs of other tools give rates with few digits; the sums are rates times the interval and need not be whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DirectionCounters {
    pub operations: f64,
    /// Bytes moved; absent if the source has none.
    pub bytes: Option<f64>,
    /// Requests merged with a neighbour before they were issued; absent if the source has none.
    pub merged: Option<f64>,
    /// The latencies of all I/Os together, in nanoseconds, time in the queue included; absent if the source has none.
    pub latency_sum_ns: Option<f64>,
}

/// Adds a figure that may be absent: the sum is absent as long as all figures are.
pub(crate) fn add_known(sum: &mut Option<f64>, more: Option<f64>) {
    if let Some(more) = more {
        *sum.get_or_insert(0.0) += more;
    }
}

/// One interval of a device's counters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CounterInterval {
    /// When it begins, in nanoseconds since the start of the capture.
    pub begin_ns: u64,
    pub length_ns: u64,
    pub read: DirectionCounters,
    pub write: DirectionCounters,
    pub discard: Option<DirectionCounters>,
    pub flush: Option<DirectionCounters>,
    /// The mean number of I/Os outstanding; absent if the source has none.
    pub queue_depth_mean: Option<f64>,
    /// The share of the interval in which an I/O was outstanding, 0 to 1.
    pub busy_share: Option<f64>,
    /// The share of the interval in which some task waited for I/O, 0 to 1 (pressure stall information).
    pub io_stall_share: Option<f64>,
}
