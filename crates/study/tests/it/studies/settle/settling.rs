//! One point whose true throughput is known, looked at every second until it is settled.

use base::Rng;
use record::Until;
use std::ops::Range;
use study::{Settle, TrialFlow};

const SECOND_NS: u64 = 1_000_000_000;
const TRUE_MIBPS: f64 = 1000.0;

/// A point with this spread from second to second and this memory, to +/-2 %.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SettleCase {
    pub(crate) cv: f64,
    pub(crate) lag1: f64,
    pub(crate) time_max_s: u64,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct SettleRates {
    pub(crate) seeds: u32,
    /// The interval held the truth at every look.
    pub(crate) always: u32,
    /// The interval held the truth where the point ended.
    pub(crate) at_the_end: u32,
    /// The value was within 2 % of the truth where the point ended.
    pub(crate) close: u32,
    pub(crate) settled: u32,
    /// Seconds of each seed, sorted.
    pub(crate) seconds: Vec<u64>,
}

impl SettleRates {
    pub(crate) fn percent(&self, count: u32) -> f64 {
        100.0 * f64::from(count) / f64::from(self.seeds)
    }

    /// The time within which this percentage of the seeds ended.
    pub(crate) fn seconds_at(&self, percent: usize) -> u64 {
        self.seconds[(self.seconds.len() - 1) * percent / 100]
    }
}

impl SettleCase {
    pub(crate) fn rates(self, seeds: Range<u64>) -> SettleRates {
        let mut rates = SettleRates::default();
        for seed in seeds {
            self.add(&mut rates, seed);
        }
        rates.seconds.sort_unstable();
        rates
    }

    fn add(self, rates: &mut SettleRates, seed: u64) {
        let until = Until {
            half_width: 0.02,
            time_min_ns: 10 * SECOND_NS,
            time_max_ns: self.time_max_s * SECOND_NS,
            warm_up_ns: 0,
        };
        let mut rng = Rng::at(seed, &[0xCE11]);
        let fresh = (1.0 - self.lag1 * self.lag1).sqrt();
        let (mut noise, mut seconds, mut always) = (rng.normal(), 0, true);
        let mut settle = Settle::new(until);
        loop {
            let next = settle.push(TRUE_MIBPS * (1.0 + self.cv * noise), SECOND_NS);
            noise = self.lag1 * noise + fresh * rng.normal();
            seconds += 1;
            let seen = settle.estimate();
            let holds =
                seen.interval.is_none_or(|ends| (ends.low..=ends.high).contains(&TRUE_MIBPS));
            always &= holds;
            if next == TrialFlow::Stop {
                rates.seeds += 1;
                rates.always += u32::from(always);
                rates.at_the_end += u32::from(holds);
                rates.close += u32::from((seen.value / TRUE_MIBPS - 1.0).abs() <= 0.02);
                rates.settled += u32::from(settle.settled());
                rates.seconds.push(seconds);
                return;
            }
        }
    }
}
