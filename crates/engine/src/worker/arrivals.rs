//! The due times of an open loop's arrivals, from the seed alone and independent of completions.
//!
//! Arrival `k` has the same due time in every lane. So lanes take numbers from one counter and each computes the time of
//! its own number, which is a first-come, first-served queue with N servers.

use base::{Rng, random};
use std::sync::Arc;
use workload::{Pace, RateCurve};

/// The path below a worker's seed for its arrivals.
const ARRIVALS: u64 = 0xA221;

/// Due times in nanoseconds since the worker's start, requested in ascending order.
#[derive(Clone, Debug)]
pub(super) struct ArrivalSchedule {
    law: ArrivalLaw,
    /// The change of the rate over time; `None` if it is constant.
    curve: Option<TimeScale>,
    /// The number of the arrival at `at_ns`.
    number: u64,
    /// The due time on the time scale on which the rate is constant.
    at_ns: f64,
}

#[derive(Clone, Debug)]
enum ArrivalLaw {
    Even { distance_ns: f64, first_ns: f64, burst: u64 },
    Poisson { mean_ns: f64, rng: Rng },
}

impl ArrivalSchedule {
    /// The schedule of an open-loop pace; `None` for a closed loop.
    pub(super) fn new(
        pace: Pace,
        curve: Option<&RateCurve>,
        offset: f64,
        seed: u64,
    ) -> Option<Self> {
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
        let mut schedule = Self { law, curve: curve.map(TimeScale::of), number: 0, at_ns: 0.0 };
        schedule.at_ns = match &mut schedule.law {
            ArrivalLaw::Even { first_ns, .. } => *first_ns,
            ArrivalLaw::Poisson { mean_ns, rng } => *mean_ns * rng.exponential(),
        };
        Some(schedule)
    }

    /// When arrival `number` is due; numbers must not decrease.
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
        match &self.curve {
            None => self.at_ns as u64,
            Some(scale) => scale.real_ns(self.at_ns) as u64,
        }
    }

    /// How many arrivals are due before `until_ns`; times must not decrease.
    #[inline]
    pub(super) fn count_before(&mut self, until_ns: u64) -> u64 {
        if let ArrivalLaw::Even { distance_ns, first_ns, burst } = &self.law {
            let until = match &self.curve {
                None => until_ns as f64,
                Some(scale) => scale.law_ns(until_ns as f64),
            };
            let span = until - *first_ns;
            if span <= 0.0 {
                return 0;
            }
            // The estimate may be one group off by rounding, so the loop below checks the exact times.
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

/// A time scale that runs faster where the rate is above its mean and slower where it is below: arrivals at a constant
/// rate on this scale follow the rate curve in real time. The methods call it law time.
#[derive(Clone, Debug)]
struct TimeScale {
    step_ns: f64,
    /// The law time at the end of each step; the last one is the length of the curve in both times.
    ends_ns: Arc<[f64]>,
}

/// A step of the curve in law time.
struct LawStep {
    begin_ns: f64,
    length_ns: f64,
}

impl TimeScale {
    fn of(curve: &RateCurve) -> Self {
        let step_ns = curve.step_ns.0 as f64;
        let sum: f64 = curve.factors.iter().sum();
        let period_ns = step_ns * curve.factors.len() as f64;
        let mut so_far = 0.0;
        let ends = curve.factors.iter().map(|factor| {
            so_far += factor;
            so_far / sum * period_ns
        });
        Self { step_ns, ends_ns: ends.collect() }
    }

    /// The time of the whole curves that have passed.
    fn passed_ns(&self, ns: f64) -> f64 {
        let period_ns = self.step_ns * self.ends_ns.len() as f64;
        (ns / period_ns).floor() * period_ns
    }

    fn step(&self, step: usize) -> LawStep {
        let begin_ns = if step == 0 { 0.0 } else { self.ends_ns[step - 1] };
        LawStep { begin_ns, length_ns: self.ends_ns[step] - begin_ns }
    }

    fn real_ns(&self, law_ns: f64) -> f64 {
        let passed_ns = self.passed_ns(law_ns);
        let rest_ns = law_ns - passed_ns;
        let last = self.ends_ns.len() - 1;
        let step = self.ends_ns.partition_point(|end| *end <= rest_ns).min(last);
        let LawStep { begin_ns, length_ns } = self.step(step);
        let share = if length_ns > 0.0 { (rest_ns - begin_ns) / length_ns } else { 0.0 };
        passed_ns + (step as f64 + share.min(1.0)) * self.step_ns
    }

    fn law_ns(&self, real_ns: f64) -> f64 {
        let passed_ns = self.passed_ns(real_ns);
        let rest_ns = real_ns - passed_ns;
        let step = ((rest_ns / self.step_ns) as usize).min(self.ends_ns.len() - 1);
        let LawStep { begin_ns, length_ns } = self.step(step);
        let share = (rest_ns - step as f64 * self.step_ns) / self.step_ns;
        passed_ns + begin_ns + length_ns * share
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Nanos;

    #[test]
    fn the_rate_is_the_one_asked_for() {
        for pace in [
            Pace::Fixed { rate_iops: 600_000.0 },
            Pace::Poisson { rate_iops: 600_000.0 },
            Pace::Bursts { rate_iops: 600_000.0, burst: 7 },
        ] {
            let mut schedule = ArrivalSchedule::new(pace, None, 0.0, 5).expect("open loop");
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
            let mut counting = ArrivalSchedule::new(pace, None, 0.3, 9).expect("open loop");
            let mut asking = counting.clone();
            let due: Vec<u64> = (0..3000).map(|k| asking.due_ns(k)).collect();
            assert!(due.is_sorted());
            for until_ns in (0..3_000_000_000u64).step_by(7_654_321) {
                let want = due.iter().filter(|&&d| d < until_ns).count() as u64;
                assert_eq!(counting.count_before(until_ns), want, "{pace:?} at {until_ns}");
            }
        }
    }

    #[test]
    fn a_curve_moves_arrivals_between_its_steps_and_keeps_their_mean_rate() {
        let factors = [1.0, 0.0, 3.0, 0.5];
        let curve = RateCurve { step_ns: Nanos::millis(250), factors: factors.into() };
        for pace in [
            Pace::Fixed { rate_iops: 40_000.0 },
            Pace::Poisson { rate_iops: 40_000.0 },
            Pace::Bursts { rate_iops: 40_000.0, burst: 5 },
        ] {
            let mut schedule =
                ArrivalSchedule::new(pace, Some(&curve), 0.0, 11).expect("open loop");
            let mut before = 0;
            let mut counts = Vec::new();
            for step in 1..=40 {
                let count = schedule.count_before(step * 250_000_000);
                counts.push(count - before);
                before = count;
            }
            assert!((before as f64 / 400_000.0 - 1.0).abs() < 0.01, "{pace:?}: {before} in 10 s");
            for (step, factor) in factors.iter().enumerate() {
                let count: u64 = counts.iter().skip(step).step_by(4).sum();
                let wanted = 400_000.0 * factor / 4.5;
                let off = (count as f64 - wanted).abs();
                assert!(off <= wanted * 0.02 + 5.0, "{pace:?}, step {step}: {count}, not {wanted}");
            }
        }
    }

    #[test]
    fn a_curve_gives_each_arrival_one_time_and_counts_by_it() {
        let curve = RateCurve { step_ns: Nanos(77_777), factors: [0.0, 2.0, 0.1, 0.0].into() };
        for pace in [
            Pace::Fixed { rate_iops: 7_770.0 },
            Pace::Poisson { rate_iops: 7_770.0 },
            Pace::Bursts { rate_iops: 7_770.0, burst: 5 },
        ] {
            let mut counting = ArrivalSchedule::new(pace, Some(&curve), 0.3, 9).expect("open loop");
            let mut asking = counting.clone();
            let due: Vec<u64> = (0..3000).map(|k| asking.due_ns(k)).collect();
            assert!(due.is_sorted());
            for until_ns in (0..300_000_000u64).step_by(765_432) {
                let want = due.iter().filter(|&&d| d < until_ns).count() as u64;
                assert_eq!(counting.count_before(until_ns), want, "{pace:?} at {until_ns}");
            }
        }
    }
}
