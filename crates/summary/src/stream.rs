//! What one stream did in one run: rates and latencies with their intervals, and its course over time.

mod accumulator;
mod totals;

pub use accumulator::{Accumulator, ios_needed, summarize};
pub use totals::Totals;

use crate::Estimate;

/// What one stream did in one run.
#[derive(Clone, Debug, PartialEq)]
pub struct StreamSummary {
    /// The stream's name.
    pub name: String,
    /// Counted time in seconds, without the warm-up.
    pub seconds: f64,
    /// Operations per second.
    pub iops: Estimate,
    /// Throughput in MiB/s.
    pub mibps: Estimate,
    /// Mean outstanding I/Os.
    pub depth_mean: f64,
    /// Reads; empty counts when there were none.
    pub read: LatencySummary,
    /// Writes.
    pub write: LatencySummary,
    /// Flushes.
    pub flush: LatencySummary,
    /// Arrivals due per second (open loop).
    pub offered_iops: Option<f64>,
    /// Arrivals given up (open loop).
    pub dropped: u64,
    /// The course over time, at most 2,000 points.
    pub points: Vec<TimeSeriesPoint>,
}

/// The latencies of one direction, in nanoseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LatencySummary {
    /// Completed operations.
    pub ios: u64,
    /// Bytes moved.
    pub bytes: u64,
    /// Failures.
    pub errors: u64,
    /// Transfers that came back short.
    pub short: u64,
    /// Mean of total latency.
    pub mean_ns: f64,
    /// Smallest.
    pub min_ns: u64,
    /// Largest.
    pub max_ns: u64,
    /// Quantile (0 to 1), total latency, service latency (the same in a closed loop). Only those that
    /// the number of operations carries: 299 for p99, 2,995 for p99.9, 29,956 for p99.99.
    pub quantiles: Vec<(f64, u64, u64)>,
    /// The distribution: highest latency of a bucket, count; at most 400 buckets.
    pub buckets: Vec<(u64, u64)>,
    /// Median lateness of submission (open loop).
    pub late_ns_p50: Option<u64>,
    /// Operations per second of this direction alone, where they hardly differ from interval to interval as under a
    /// quota ([`crate::warning::quota`]); none otherwise.
    pub steady_iops: Option<f64>,
}

/// A latency in nanoseconds where it was measured. What was not is 0 in a summary, as nothing takes no time; every output and
/// every comparison asks here.
pub fn measured_ns(ns: f64) -> Option<f64> {
    (ns.is_finite() && ns > 0.0).then_some(ns)
}

/// One interval of a stream.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeSeriesPoint {
    /// Middle of the interval in seconds since the start of the phase.
    pub at_s: f64,
    /// Operations per second.
    pub iops: f64,
    /// Throughput in MiB/s.
    pub mibps: f64,
    /// Median total latency.
    pub p50_ns: u64,
    /// 99th percentile.
    pub p99_ns: u64,
    /// Largest.
    pub max_ns: u64,
    /// Whether it lies in the warm-up.
    pub warm_up: bool,
}
