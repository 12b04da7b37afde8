//! What ranks the candidates of a race: throughput, throughput for the price, or latency.
//!
//! Takes what a cell gave, gives the number that is raced, of which more is better; and turns means of it back into what people read.

use super::{Candidate, RaceConfig, Score};
use crate::cell::Measured;
use summary::Estimate;

/// What ranks the candidates of a race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Criterion {
    /// Throughput: the higher, the better.
    #[default]
    Throughput,
    /// Throughput for the price: the higher, the better. Each candidate has a price.
    Price,
    /// The 99th percentile of latency: the lower, the better. Points make a geometric mean.
    LatencyP99,
}

impl Criterion {
    /// What a cell of a candidate is worth, of which more is better: MiB/s, MiB/s for the price, or one over the latency in seconds.
    /// `None`: the cell does not tell it.
    pub(super) fn worth(self, it: &Candidate, seen: &Measured) -> Option<f64> {
        match self {
            Self::Throughput | Self::Price => Some(seen.mibps.value / self.price(it)),
            Self::LatencyP99 => seen.latency_ns_p99.map(|ns| 1e9 / ns.max(1) as f64),
        }
    }

    /// A mean of what a candidate's cells are worth as people read it: MiB/s, or nanoseconds.
    pub(super) fn shown(self, it: &Candidate, worth: Estimate) -> Estimate {
        match self {
            Self::Throughput | Self::Price => worth.times(self.price(it)),
            Self::LatencyP99 => Estimate {
                value: 1e9 / worth.value,
                low: 1e9 / worth.high,
                high: 1e9 / worth.low,
                ..worth
            },
        }
    }

    /// By what the throughput of a candidate is divided.
    pub(super) fn price(self, it: &Candidate) -> f64 {
        it.price.filter(|_| self == Self::Price).unwrap_or(1.0)
    }
}

impl RaceConfig {
    /// The same, ranked by this. Latencies of different loads have no sum, so that their ratios count.
    pub fn ranked_by(self, criterion: Criterion) -> Self {
        let score = if criterion == Criterion::LatencyP99 { Score::Ratio } else { self.score };
        Self { criterion, score, ..self }
    }
}
