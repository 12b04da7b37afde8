//! A number with its interval, and how such intervals are made from autocorrelated intervals.
//!
//! Takes the rates of equally long intervals in order, gives [`Estimate`]s that stay valid however often
//! one looks ([`rate`]). Never drops data other than a proven warm-up.

mod correlation;
mod sequence;
mod share;
mod warm_up;

pub use correlation::{LongRun, long_run};
pub use sequence::{half_width_any_time, student};
pub use share::{ShareTest, ShareVerdict};
pub use warm_up::warm_up_cut;

use serde::{Deserialize, Serialize};

/// A value, and the interval in which it lies with [`CONFIDENCE`], valid at any time of looking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "EstimateForm", into = "EstimateForm")]
pub struct Estimate {
    pub value: f64,
    /// `None` when the data are too few for one.
    pub interval: Option<Interval>,
}

/// The ends of an interval; one that is open ends at infinity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

pub const CONFIDENCE: f64 = 0.95;

/// An estimate in documents and in the store.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EstimateForm {
    #[serde(with = "base::float")]
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
    confidence: f64,
}

impl From<EstimateForm> for Estimate {
    fn from(form: EstimateForm) -> Self {
        let interval = form.low.zip(form.high).map(|(low, high)| Interval { low, high });
        Self { value: form.value, interval }
    }
}

impl From<Estimate> for EstimateForm {
    fn from(estimate: Estimate) -> Self {
        let Estimate { value, interval } = estimate;
        let [low, high] = [interval.map(|ends| ends.low), interval.map(|ends| ends.high)];
        Self { value, low, high, confidence: CONFIDENCE }
    }
}

impl Estimate {
    /// A value without a known interval.
    pub const fn unknown(value: f64) -> Self {
        Self { value, interval: None }
    }

    /// A value between these ends; without an interval if one of them has no value (NaN), as of nothing over nothing.
    pub const fn between(value: f64, low: f64, high: f64) -> Self {
        if low.is_nan() || high.is_nan() {
            return Self::unknown(value);
        }
        Self { value, interval: Some(Interval { low, high }) }
    }

    /// Whether there is an interval with two finite ends.
    pub fn is_known(&self) -> bool {
        self.interval.is_some_and(|ends| ends.low.is_finite() && ends.high.is_finite())
    }

    /// The interval; without one, the value alone.
    pub fn ends(&self) -> Interval {
        self.interval.unwrap_or(Interval { low: self.value, high: self.value })
    }

    /// Half the interval's width relative to the value; infinite when there is none.
    pub fn relative_half_width(&self) -> f64 {
        match self.interval {
            Some(ends) if self.is_known() && self.value > 0.0 => {
                (ends.high - ends.low) / 2.0 / self.value
            }
            _ => f64::INFINITY,
        }
    }

    /// The same of another quantity that grows, or falls, with this one.
    pub fn map(self, quantity: impl Fn(f64) -> f64) -> Self {
        let interval = self.interval.map(|Interval { low, high }| {
            let [low, high] = [low, high].map(&quantity);
            Interval { low: low.min(high), high: low.max(high) }
        });
        Self { value: quantity(self.value), interval }
    }

    /// The same of something that comes `factor` times as often.
    pub fn times(self, factor: f64) -> Self {
        self.map(|x| x * factor)
    }

    /// The same around a total `whole`, which also counts intervals cut short. Unchanged if a warm-up was cut, because then the
    /// total is the wrong number.
    pub fn about(self, whole: f64) -> Self {
        let shift = whole - self.value;
        if shift.abs() <= 0.005 * self.value.abs() {
            let interval = self.interval.map(|Interval { low, high }| Interval {
                low: (low + shift).max(0.0),
                high: high + shift,
            });
            Self { value: whole, interval }
        } else {
            self
        }
    }
}

/// The mean rate with an any-time-valid 95 % interval; `None` when there is no value at all. The interval
/// is absent until the data hold the worth of six independent intervals.
pub fn rate(values: &[f64]) -> Option<Estimate> {
    if values.is_empty() {
        return None;
    }
    let run = long_run(&values[warm_up_cut(values)..]);
    Some(match half_width_any_time(&run, 1.0 - CONFIDENCE) {
        Some(half) => Estimate::between(run.mean, (run.mean - half).max(0.0), run.mean + half),
        None => Estimate::unknown(run.mean),
    })
}

/// The rate `whole` of all the counted time, in which no warm-up is sought, with the any-time-valid interval of its `values`. The
/// interval includes `whole` even if the time outside of the values was unlike the rest.
pub fn rate_of_all(values: &[f64], whole: f64) -> Estimate {
    let run = long_run(values);
    let Some(half) = half_width_any_time(&run, 1.0 - CONFIDENCE) else {
        return Estimate::unknown(whole);
    };
    let (low, high) = ((run.mean - half).max(0.0).min(whole), (run.mean + half).max(whole));
    Estimate::between(whole, low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;

    /// AR(1) intervals with mean 1,000, standard deviation 50 and this lag-1 correlation.
    fn intervals(rng: &mut Rng, n: usize, phi: f64) -> Vec<f64> {
        let mut x = rng.normal();
        let scale = (1.0 - phi * phi).sqrt();
        (0..n)
            .map(|_| {
                let value = 1000.0 + 50.0 * x;
                x = phi * x + scale * rng.normal();
                value
            })
            .collect()
    }

    #[test]
    fn a_rate_of_all_the_time_keeps_what_looks_like_a_warm_up_and_holds_what_came_last() {
        // Nothing moves in the second half, which is steady.
        let frozen: Vec<f64> = (0..20).map(|i| if i < 10 { 200.0 } else { 0.0 }).collect();
        assert!(rate(&frozen).unwrap().value < 1.0);
        let all = rate_of_all(&frozen, 100.0);
        assert!(
            (all.value - 100.0).abs() < 1e-9 && all.interval.is_none_or(|ends| ends.low < 100.0)
        );
        let last = rate_of_all(&[1000.0; 40], 900.0);
        assert!((last.ends().low - 900.0).abs() < 1e-9 && last.ends().high >= 1000.0, "{last:?}");
        assert!(!rate_of_all(&[], 5.0).is_known());
    }

    #[test]
    fn the_interval_covers_under_a_look_every_second() {
        for phi in [0.0, 0.5, 0.9] {
            let seeds = 200;
            let mut misses = Vec::new();
            for seed in 0..seeds {
                let data = intervals(&mut Rng::at(seed, &[17]), 300, phi);
                let missed = (1..=data.len()).any(|n| {
                    let seen = rate(&data[..n]).and_then(|rate| rate.interval);
                    seen.is_some_and(|ends| !(ends.low..=ends.high).contains(&1000.0))
                });
                if missed {
                    misses.push(seed);
                }
            }
            let coverage = 1.0 - misses.len() as f64 / seeds as f64;
            eprintln!("lag-1 {phi}: coverage {coverage} under a look every second");
            // 0.93 is the goal; a binomial error of two deviations (200 seeds) is allowed for.
            assert!(coverage >= 0.895, "lag-1 {phi}: {coverage}, missed by seeds {misses:?}");
        }
    }

    #[test]
    fn constant_rates_have_an_interval_of_no_width() {
        let e = rate(&[1000.0; 30]).unwrap();
        assert!(e.is_known() && e.relative_half_width() < 1e-9);
    }

    #[test]
    fn a_value_without_an_interval_gets_none_from_its_total() {
        let e = Estimate::unknown(100.0).about(100.2);
        assert_eq!(e, Estimate::unknown(100.2));
    }

    #[test]
    fn too_few_intervals_have_no_interval() {
        assert!(!rate(&[1.0, 2.0, 1.5]).unwrap().is_known());
        assert_eq!(rate(&[]), None);
    }
}
