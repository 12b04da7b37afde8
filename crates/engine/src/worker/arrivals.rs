//! When the arrivals of an open loop are due: a law from the seed that knows nothing of completions.
//!
//! Arrival `k` has the same due time whoever asks, so that lanes may take numbers from one counter and each
//! work out the time of its own number; that is a first-come-first-served queue before N servers.

use base::{Rng, random};
use workload::Pace;

/// The step below a worker's seed that its arrivals are drawn from.
const ARRIVALS: u64 = 0xA221;

/// Due times in nanoseconds since the start of the phase, asked for in ascending order.
#[derive(Clone, Debug)]
pub(super) struct ArrivalSchedule {
    law: ArrivalLaw,
    /// The number whose time `at_ns` is.
    number: u64,
    at_ns: f64,
}

#[derive(Clone, Debug)]
enum ArrivalLaw {
    Even { distance_ns: f64, first_ns: f64, burst: u64 },
    Poisson { mean_ns: f64, rng: Rng },
}

impl ArrivalSchedule {
    /// The schedule of an open-loop pace; `None` for a closed loop.
    pub(super) fn new(pace: Pace, offset: f64, seed: u64) -> Option<Self> {
        let rate = pace.rate_iops()?;
        let even = |burst: u64| {
            let distance_ns = 1e9 * burst as f64 / rate;
            ArrivalLaw::Even { distance_ns, first_ns: distance_ns * offset, burst }
        };
        let law = match pace {
            Pace::Poisson { .. } => ArrivalLaw::Poisson {
                mean_ns: 1e9 / rate,
                rng: Rng::new(random::derive(seed, &[ARRIVALS])),
            },
            Pace::Bursts { burst, .. } => even(u64::from(burst.max(1))),
            _ => even(1),
        };
        let mut schedule = Self { law, number: 0, at_ns: 0.0 };
        schedule.at_ns = match &mut schedule.law {
            ArrivalLaw::Even { first_ns, .. } => *first_ns,
            ArrivalLaw::Poisson { mean_ns, rng } => *mean_ns * rng.exponential(),
        };
        Some(schedule)
    }

    /// When arrival `number` is due; numbers must not go down.
    #[inline]
    pub(super) fn due_ns(&mut self, number: u64) -> u64 {
        match &mut self.law {
            ArrivalLaw::Even { distance_ns, first_ns, burst } => {
                let group = if *burst == 1 { number } else { number / *burst };
                self.at_ns = *first_ns + group as f64 * *distance_ns;
                self.number = number;
            }
            ArrivalLaw::Poisson { mean_ns, rng } => {
                while self.number < number {
                    self.at_ns += *mean_ns * rng.exponential();
                    self.number += 1;
                }
            }
        }
        self.at_ns as u64
    }

    /// How many arrivals are due before `until_ns`; times must not go down.
    #[inline]
    pub(super) fn count_before(&mut self, until_ns: u64) -> u64 {
        if let ArrivalLaw::Even { distance_ns, first_ns, burst } = &self.law {
            let span = until_ns as f64 - *first_ns;
            if span <= 0.0 {
                return 0;
            }
            // The guess may be one group off by rounding; the law itself decides.
            let guess = (span / *distance_ns) as u64 * *burst;
            self.number = self.number.max(guess.saturating_sub(*burst));
        }
        let mut number = self.number;
        while self.due_ns(number) < until_ns {
            number += 1;
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_the_one_asked_for() {
        for pace in [
            Pace::Fixed { rate_iops: 600_000.0 },
            Pace::Poisson { rate_iops: 600_000.0 },
            Pace::Bursts { rate_iops: 600_000.0, burst: 7 },
        ] {
            let mut schedule = ArrivalSchedule::new(pace, 0.0, 5).expect("open loop");
            let count = schedule.count_before(10_000_000_000) as f64;
            assert!((count / 6_000_000.0 - 1.0).abs() < 0.001, "{pace:?}: {count}");
        }
    }

    #[test]
    fn counting_agrees_with_the_due_times() {
        for pace in [
            Pace::Fixed { rate_iops: 777.0 },
            Pace::Poisson { rate_iops: 777.0 },
            Pace::Bursts { rate_iops: 777.0, burst: 5 },
        ] {
            let mut counting = ArrivalSchedule::new(pace, 0.3, 9).expect("open loop");
            let mut asking = counting.clone();
            let due: Vec<u64> = (0..3000).map(|k| asking.due_ns(k)).collect();
            assert!(due.is_sorted());
            for until_ns in (0..3_000_000_000u64).step_by(7_654_321) {
                let want = due.iter().filter(|&&d| d < until_ns).count() as u64;
                assert_eq!(counting.count_before(until_ns), want, "{pace:?} at {until_ns}");
            }
        }
    }
}
