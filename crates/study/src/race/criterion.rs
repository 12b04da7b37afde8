//! The value of a candidate by what ranks a race: throughput or latency.
//!
//! Takes the result of a point; returns the value that is raced, of which more is better; converts means of it back for reports.

use record::Measurement;
use record::race::Criterion;
use summary::Estimate;

/// The value of a point, of which more is better: MiB/s, or one over the latency in seconds. `None` if the point does not have
/// it.
pub(super) fn worth(by: Criterion, measured: &Measurement) -> Option<f64> {
    match by {
        Criterion::Throughput => Some(measured.mibps.value),
        Criterion::LatencyP99 => measured.latency_ns_p99.map(|ns| 1e9 / ns.max(1) as f64),
    }
}

/// Converts a mean of these values for reports: MiB/s, or nanoseconds.
pub(super) fn shown(by: Criterion, worth: Estimate) -> Estimate {
    match by {
        Criterion::Throughput => worth,
        Criterion::LatencyP99 => worth.map(|worth| 1e9 / worth),
    }
}
