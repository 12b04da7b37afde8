//! What one stream did in one run: rates and latencies with their intervals, and its course over time.

mod accumulator;
mod join;

pub use accumulator::Totals;
pub use accumulator::{Accumulator, ios_needed, summarize};

use crate::Estimate;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StreamSummary {
    // Documents of the store hold the name and all long lists beside them.
    pub name: String,
    /// Counted time in seconds, without the warm-up.
    #[serde(with = "base::float")]
    pub seconds: f64,
    pub iops: Estimate,
    /// The number of whole intervals without warm-up, to which the rates belong; 0 if unknown.
    pub intervals: u64,
    /// Sample standard deviation of the IOPS of these intervals; `None` for fewer than two.
    pub iops_deviation: Option<f64>,
    pub mibps: Estimate,
    #[serde(with = "base::float")]
    pub depth_mean: f64,
    /// Reads; empty counts when there were none.
    pub read: LatencySummary,
    pub write: LatencySummary,
    pub flush: LatencySummary,
    /// Arrivals due per second (open loop).
    pub offered_iops: Option<f64>,
    /// Arrivals given up (open loop).
    pub dropped: u64,
    /// The course over time, at most 2,000 points.
    pub points: Vec<TimeSeriesPoint>,
}

impl StreamSummary {
    /// The part of the stream's rates that one of its directions has: operations per second, MiB/s. Operations that ended after the counted
    /// time are in the counts of a direction, but in no rate.
    pub fn rates_of(&self, of: &LatencySummary) -> (f64, f64) {
        let ios = (self.read.ios + self.write.ios) as f64;
        let bytes = (self.read.bytes + self.write.bytes) as f64;
        (self.iops.value * of.ios as f64 / ios, self.mibps.value * of.bytes as f64 / bytes)
    }

    /// The coefficient of variation of the IOPS: their standard deviation divided by their mean. `None` if one of them is unknown or
    /// nothing was done.
    pub fn iops_cv(&self) -> Option<f64> {
        self.iops_deviation.filter(|_| self.iops.value > 0.0).map(|of| of / self.iops.value)
    }

    /// Mean bytes of a read or write; `None` if nothing was done.
    pub fn operation_bytes(&self) -> Option<f64> {
        let bytes = (self.read.bytes + self.write.bytes) as f64;
        let ios = (self.read.ios + self.write.ios) as f64;
        (bytes > 0.0 && ios > 0.0).then(|| bytes / ios)
    }
}

/// The latencies of one direction, in nanoseconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LatencySummary {
    pub ios: u64,
    pub bytes: u64,
    pub errors: u64,
    /// Transfers that came back short.
    pub short: u64,
    #[serde(serialize_with = "measured", deserialize_with = "or_zero")]
    pub mean_ns: f64,
    #[serde(serialize_with = "measured", deserialize_with = "or_zero")]
    pub min_ns: u64,
    #[serde(serialize_with = "measured", deserialize_with = "or_zero")]
    pub max_ns: u64,
    /// Only those with enough operations: 299 for p99, 2,995 for p99.9, 29,956 for p99.99.
    pub quantiles: Vec<LatencyQuantile>,
    /// The distribution: highest latency of a bucket, count; at most 400 buckets.
    pub buckets: Vec<(u64, u64)>,
    /// Median lateness of submission (open loop).
    pub late_ns_p50: Option<u64>,
    /// Operations per second of this direction alone, if they hardly differ from interval to interval, as under a quota
    /// ([`crate::warning::quota`]); `None` otherwise.
    pub steady_iops: Option<f64>,
}

impl LatencySummary {
    /// Throughput in MiB/s over this many seconds; none if the time is unknown.
    pub fn mibps(&self, seconds: f64) -> Option<f64> {
        (seconds > 0.0).then(|| self.bytes as f64 / f64::from(1 << 20) / seconds)
    }

    /// The total latency at a quantile; `None` if there were too few operations for it.
    pub fn total_ns(&self, quantile: f64) -> Option<u64> {
        self.at(quantile).map(|known| known.total_ns)
    }

    /// The service latency at a quantile; `None` if there were too few operations for it.
    pub fn service_ns(&self, quantile: f64) -> Option<u64> {
        self.at(quantile).map(|known| known.service_ns)
    }

    fn at(&self, quantile: f64) -> Option<&LatencyQuantile> {
        // Quantiles of imports are computed from percentages, so that 99.9 % is not exactly 0.999.
        self.quantiles.iter().find(|known| (known.quantile - quantile).abs() < 1e-9)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LatencyQuantile {
    pub quantile: f64,
    pub total_ns: u64,
    /// Service latency in nanoseconds; the same in a closed loop.
    pub service_ns: u64,
}

impl LatencyQuantile {
    pub fn closed(quantile: f64, ns: u64) -> Self {
        Self { quantile, total_ns: ns, service_ns: ns }
    }
}

/// Writes a latency that was not measured, which is 0, as `null`.
fn measured<T, S>(ns: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    T: Copy + Default + PartialOrd + Serialize,
    S: Serializer,
{
    Some(*ns).filter(|ns| *ns > T::default()).serialize(serializer)
}

fn or_zero<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// A latency in nanoseconds, if it was measured. An unmeasured one is 0 in a summary, because nothing takes no time; every output
/// and every comparison uses this function.
pub fn measured_ns(ns: f64) -> Option<f64> {
    (ns.is_finite() && ns > 0.0).then_some(ns)
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeSeriesPoint {
    /// Middle of the interval in seconds since the start of the phase.
    pub at_s: f64,
    pub iops: f64,
    pub mibps: f64,
    pub p50_ns: u64,
    pub p99_ns: u64,
    pub max_ns: u64,
    pub warm_up: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use sample::IntervalSample;

    #[test]
    fn the_variation_is_that_of_every_whole_counted_interval_however_long_the_run_is() {
        let mut all = Accumulator::new("a");
        let second = 1_000_000_000;
        let mut push = |at: u64, ios: u64, warm_up: bool, partial: bool| {
            let mut interval = IntervalSample::new(0, 0, 0);
            (interval.start_ns, interval.end_ns) = (at * second, (at + 1) * second);
            interval.read.ios = ios;
            (interval.warm_up, interval.partial) = (warm_up, partial);
            all.push(&interval);
        };
        push(0, 9000, true, false);
        // More intervals than points, of 90 and 110 in turn.
        for at in 1..=5000 {
            push(at, 90 + 20 * (at % 2), false, false);
        }
        push(5001, 9000, false, true);
        let stream = all.finish();
        assert!(stream.points.len() <= 2_000);
        let cv = stream.iops_cv().expect("many intervals");
        assert!((cv - 0.1).abs() < 1e-4, "{cv}");
        assert_eq!(stream.intervals, 5000);
        assert_eq!(summarize("a", &[]).iops_cv(), None);
    }

    #[test]
    fn the_size_of_an_operation_is_the_mean_of_reads_and_writes() {
        let mut stream = summarize("a", &[]);
        assert_eq!(stream.operation_bytes(), None);
        (stream.read.ios, stream.read.bytes) = (3, 3 * 8192);
        (stream.write.ios, stream.write.bytes) = (1, 16384);
        assert_eq!(stream.operation_bytes(), Some(10240.0));
    }
}
