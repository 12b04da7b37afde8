//! One interval in a few numbers: what is kept of a [`IntervalSample`] for the course over time.
//!
//! Takes an interval, returns plain numbers without the histograms. Never decides.

use crate::TimeSeriesPoint;
use sample::{DirectionSample, Histogram, IntervalSample};
use serde::{Deserialize, Serialize};

const MIB: f64 = 1_048_576.0;

/// One interval of one stream, workers merged.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    pub index: u64,
    pub start_ns: u64,
    pub end_ns: u64,
    pub warm_up: bool,
    /// Whether it was cut short by the end of the run.
    pub partial: bool,
    /// Arrivals that were due (open loop).
    pub due: u64,
    /// Arrivals due and not yet submitted at its end (open loop).
    pub backlog: u64,
    /// Arrivals given up because the backlog was full (open loop).
    pub dropped: u64,
    pub depth_mean: f64,
    pub read: IntervalDirection,
    pub write: IntervalDirection,
    pub flush: IntervalDirection,
}

/// One direction of an interval; latencies in nanoseconds, 0 when nothing was done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IntervalDirection {
    pub ios: u64,
    pub bytes: u64,
    pub errors: u64,
    /// Transfers that came back short.
    pub short: u64,
    pub mean_ns: f64,
    pub p50_ns: u64,
    pub p90_ns: u64,
    pub p99_ns: u64,
    pub p999_ns: u64,
    pub max_ns: u64,
    /// 99th percentile of service latency; the same as `p99_ns` in a closed loop.
    pub service_p99_ns: u64,
}

/// An interval with its place: what a table of a run's intervals holds.
#[derive(Clone, Debug, PartialEq)]
pub struct IntervalRow {
    /// The trial's number within the run, from 0.
    pub trial: u32,
    /// The trial's role; for `run`, the phase.
    pub role: String,
    pub purpose: String,
    pub stream: String,
    pub interval: Interval,
}

impl Interval {
    pub fn of(interval: &IntervalSample) -> Self {
        let length_ns = interval.end_ns.saturating_sub(interval.start_ns);
        Self {
            index: interval.index,
            start_ns: interval.start_ns,
            end_ns: interval.end_ns,
            warm_up: interval.warm_up,
            partial: interval.partial,
            due: interval.due,
            backlog: interval.backlog,
            dropped: interval.dropped,
            depth_mean: if length_ns == 0 {
                0.0
            } else {
                interval.depth_ns as f64 / length_ns as f64
            },
            read: IntervalDirection::of(&interval.read),
            write: IntervalDirection::of(&interval.write),
            flush: IntervalDirection::of(&interval.flush),
        }
    }

    /// The counts of which the numbers were made, without the latencies.
    pub(crate) fn counts(&self) -> IntervalSample {
        let direction = |of: &IntervalDirection| DirectionSample {
            ios: of.ios,
            bytes: of.bytes,
            errors: of.errors,
            short: of.short,
            ..DirectionSample::default()
        };
        IntervalSample {
            index: self.index,
            start_ns: self.start_ns,
            end_ns: self.end_ns,
            warm_up: self.warm_up,
            partial: self.partial,
            due: self.due,
            backlog: self.backlog,
            dropped: self.dropped,
            depth_ns: (self.depth_mean * self.seconds() * 1e9) as u128,
            read: direction(&self.read),
            write: direction(&self.write),
            flush: direction(&self.flush),
            ..IntervalSample::new(0, 0, 0)
        }
    }

    pub fn seconds(&self) -> f64 {
        self.end_ns.saturating_sub(self.start_ns) as f64 / 1e9
    }

    pub fn ios(&self) -> u64 {
        self.read.ios + self.write.ios
    }

    pub fn bytes(&self) -> u64 {
        self.read.bytes + self.write.bytes
    }

    pub fn point(&self) -> TimeSeriesPoint {
        let (read, write) = (&self.read, &self.write);
        // The median of two directions together is unknown; the busier one stands for both.
        let busier = if read.ios >= write.ios { read } else { write };
        let rate = |amount: f64| if self.seconds() > 0.0 { amount / self.seconds() } else { 0.0 };
        TimeSeriesPoint {
            at_s: (self.start_ns as f64 + self.end_ns as f64) / 2e9,
            iops: rate(self.ios() as f64),
            mibps: rate(self.bytes() as f64 / MIB),
            p50_ns: busier.p50_ns,
            p99_ns: read.p99_ns.max(write.p99_ns),
            max_ns: read.max_ns.max(write.max_ns),
            warm_up: self.warm_up,
        }
    }
}

impl IntervalDirection {
    pub fn of(interval: &DirectionSample) -> Self {
        let [p50_ns, p90_ns, p99_ns, p999_ns] =
            quantiles_ns(&interval.total, [0.5, 0.9, 0.99, 0.999]);
        let service_p99_ns = if interval.service.is_empty() {
            p99_ns
        } else {
            quantiles_ns(&interval.service, [0.99])[0]
        };
        Self {
            ios: interval.ios,
            bytes: interval.bytes,
            errors: interval.errors,
            short: interval.short,
            mean_ns: if interval.total.is_empty() { 0.0 } else { interval.total.mean_ns() },
            p50_ns,
            p90_ns,
            p99_ns,
            p999_ns,
            max_ns: interval.total.max_ns(),
            service_p99_ns,
        }
    }
}

/// Several quantiles, ascending, in one pass: a histogram has 34,000 slots, and a pass for each would be slow.
fn quantiles_ns<const N: usize>(histogram: &Histogram, shares: [f64; N]) -> [u64; N] {
    let mut found = [0; N];
    if histogram.is_empty() {
        return found;
    }
    let needed = shares.map(|q| ((q * histogram.count() as f64).ceil() as u64).max(1));
    let (mut seen, mut next) = (0, 0);
    for (value, count) in histogram.buckets() {
        seen += count;
        while next < N && seen >= needed[next] {
            found[next] = value;
            next += 1;
        }
        if next == N {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_pass_gives_the_same_quantiles_as_four() {
        for n in [1u64, 2, 9, 10, 99, 100, 1_000, 12_345] {
            let mut histogram = Histogram::new();
            for i in 1..=n {
                histogram.record(i * 977);
            }
            let shares = [0.5, 0.9, 0.99, 0.999];
            let want = shares.map(|q| histogram.quantile_ns(q));
            assert_eq!(quantiles_ns(&histogram, shares), want, "n {n}");
        }
    }

    #[test]
    fn an_empty_interval_gives_zeros() {
        assert_eq!(Interval::of(&IntervalSample::new(0, 0, 0)), Interval::default());
    }
}
