//! How long is long enough: the rule by which every interval of a study ends.
//!
//! Takes the throughput of equally long intervals as they end, says whether more are wanted. The interval is valid
//! at any time of looking (see crates/study/METHODS.md), so that a look each second does not spoil it.

use crate::TrialFlow;
use record::Until;
use summary::{Estimate, Series, estimate};

/// The course of one interval so far.
#[derive(Clone, Debug)]
pub struct Settle {
    until: Until,
    rates: Series,
    seen_ns: u64,
}

impl Settle {
    pub fn new(until: Until) -> Self {
        Self { until, rates: Series::new(), seen_ns: 0 }
    }

    pub fn push(&mut self, mibps: f64, length_ns: u64) -> TrialFlow {
        self.rates.push(mibps);
        self.seen_ns += length_ns;
        let over = self.seen_ns >= self.until.time_max_ns;
        let enough = self.seen_ns >= self.until.time_min_ns && self.settled();
        if over || enough { TrialFlow::Stop } else { TrialFlow::Continue }
    }

    /// Whether the interval is as narrow as required.
    pub fn settled(&self) -> bool {
        self.estimate().relative_half_width() <= self.until.half_width
    }

    /// The throughput so far; without an interval while there are too few.
    pub fn estimate(&self) -> Estimate {
        estimate::rate(self.rates.values()).unwrap_or(Estimate::unknown(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND_NS: u64 = 1_000_000_000;

    fn until(min_s: u64, max_s: u64) -> Until {
        Until {
            half_width: 0.02,
            time_min_ns: min_s * SECOND_NS,
            time_max_ns: max_s * SECOND_NS,
            warm_up_ns: 0,
        }
    }

    #[test]
    fn a_steady_interval_ends_early_and_a_wild_one_at_its_limit() {
        let mut steady = Settle::new(until(5, 300));
        let mut rng = base::Rng::new(1);
        let seen =
            (1..).find(|_| steady.push(100.0 + 0.1 * rng.normal(), SECOND_NS) == TrialFlow::Stop);
        assert!(seen.is_some_and(|seconds| (10..30).contains(&seconds)), "{seen:?}");
        assert!(steady.settled());
        let mut wild = Settle::new(until(5, 60));
        let seen =
            (1..).find(|_| wild.push(100.0 + 60.0 * rng.normal(), SECOND_NS) == TrialFlow::Stop);
        assert_eq!(seen, Some(60));
        assert!(!wild.settled());
    }
}
