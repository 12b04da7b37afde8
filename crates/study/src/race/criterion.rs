//! A candidate by what ranks a race: throughput, throughput for the price, or latency.
//!
//! Takes what a point gave, gives the number that is raced, of which more is better; and turns means of it back into what people read.

use super::{Candidate, RaceConfig};
use record::Measured;
use record::race::{Criterion, Score};
use summary::Estimate;

impl Candidate {
    /// What a point of a candidate is worth, of which more is better: MiB/s, MiB/s for the price, or one over the latency in seconds.
    /// `None`: the point does not tell it.
    pub(super) fn worth(&self, by: Criterion, seen: &Measured) -> Option<f64> {
        match by {
            Criterion::Throughput | Criterion::Price => Some(seen.mibps.value / self.divisor(by)),
            Criterion::LatencyP99 => seen.latency_ns_p99.map(|ns| 1e9 / ns.max(1) as f64),
        }
    }

    /// A mean of what a candidate's points are worth as people read it: MiB/s, or nanoseconds.
    pub(super) fn shown(&self, by: Criterion, worth: Estimate) -> Estimate {
        match by {
            Criterion::Throughput | Criterion::Price => worth.times(self.divisor(by)),
            Criterion::LatencyP99 => Estimate {
                value: 1e9 / worth.value,
                low: 1e9 / worth.high,
                high: 1e9 / worth.low,
                ..worth
            },
        }
    }

    /// By what the throughput is divided.
    pub(super) fn divisor(&self, by: Criterion) -> f64 {
        self.price.filter(|_| by == Criterion::Price).unwrap_or(1.0)
    }
}

impl RaceConfig {
    /// The same, ranked by this. Latencies of different loads have no sum, so that their ratios count.
    pub fn ranked_by(self, criterion: Criterion) -> Self {
        let score = if criterion == Criterion::LatencyP99 { Score::Ratio } else { self.score };
        Self { criterion, score, ..self }
    }
}
