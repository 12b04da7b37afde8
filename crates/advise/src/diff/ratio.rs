//! The ratio of two numbers with its interval, made from theirs.
//!
//! The interval: each side's distance in logarithms from its value to its end, combined as the root of the sum of squares (method
//! of variance estimates recovery; Zou and Donner 2008). It keeps the confidence that both have, for whatever multiple of the
//! standard error their distances are.

use summary::Estimate;
use summary::estimate::{CONFIDENCE, Interval};

/// What lies beyond each end of an interval with [`CONFIDENCE`].
const TAIL: f64 = 0.025;
/// The quantile of the normal distribution beyond which [`TAIL`] lies.
const Z95: f64 = 1.959_964;

/// `b` over `a`. `wander_variance` is what no interval within a point includes: the sum of both runs' relative variances.
pub(super) fn ratio_of(a: &Estimate, b: &Estimate, wander_variance: f64) -> Estimate {
    let value = b.value / a.value;
    let ends = positive_ends(a).zip(positive_ends(b));
    let Some((ends_a, ends_b)) = ends.filter(|_| value.is_finite() && value > 0.0) else {
        return Estimate::unknown(if value.is_finite() { value } else { f64::NAN });
    };
    let wander = Z95 * Z95 * wander_variance;
    let combine = |own: f64, other: f64| (own.powi(2) + other.powi(2) + wander).sqrt();
    let low = combine(log_distance(ends_b.low, b.value), log_distance(a.value, ends_a.high));
    let high = combine(log_distance(b.value, ends_b.high), log_distance(ends_a.low, a.value));
    Estimate::between(value, value * (-low).exp(), value * high.exp())
}

/// The ends of an interval that has logarithms.
fn positive_ends(number: &Estimate) -> Option<Interval> {
    number.interval.filter(|ends| number.is_known() && number.value > 0.0 && ends.low > 0.0)
}

/// How far `high` is above `low`; 0 if a value lies outside of its interval.
fn log_distance(low: f64, high: f64) -> f64 {
    (high / low).ln().max(0.0)
}

/// The geometric mean of the ratios of many points, as uncertain as they differ among themselves (Student's t on their
/// logarithms), whatever each of them claims. Its interval is one of `shares` that hold together. `None` if a ratio is zero or
/// infinite.
pub(super) fn mean_ratio(ratios: &[f64], wander_variance: f64, shares: usize) -> Option<Estimate> {
    let logs: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
    if logs.len() < 2 || logs.iter().any(|log| !log.is_finite()) {
        return None;
    }
    let count = logs.len() as f64;
    let mean = logs.iter().sum::<f64>() / count;
    let variance = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let tail = TAIL / shares as f64;
    let t = summary::estimate::student(1.0 - tail, count - 1.0);
    let wander = upper_quantile(tail).powi(2) * wander_variance;
    let half = (t * t * variance / count + wander).sqrt();
    Some(Estimate::between(mean.exp(), (mean - half).exp(), (mean + half).exp()))
}

/// The same ratio with an interval that holds for `rows` of them together (Bonferroni): wider by the ratio of the normal
/// distribution's quantiles, which is more than an any-time-valid interval needs.
pub(super) fn widen_for_all(ratio: Estimate, rows: usize) -> Estimate {
    let Some(ends) = ratio.interval.filter(|_| rows > 1 && ratio.is_known()) else { return ratio };
    let miss = 1.0 - CONFIDENCE;
    let factor = upper_quantile(miss / 2.0 / rows as f64) / upper_quantile(miss / 2.0);
    let low = ratio.value / (ratio.value / ends.low).powf(factor);
    Estimate::between(ratio.value, low, ratio.value * (ends.high / ratio.value).powf(factor))
}

/// The point of the normal distribution beyond which `tail` of it lies; within 4.5e-4 (Abramowitz and Stegun 26.2.23).
fn upper_quantile(tail: f64) -> f64 {
    let t = (-2.0 * tail.clamp(1e-300, 0.5).ln()).sqrt();
    t - (2.515_517 + t * (0.802_853 + t * 0.010_328))
        / (1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(value: f64, half: f64) -> Estimate {
        Estimate::between(value, value * (1.0 - half), value * (1.0 + half))
    }

    #[test]
    fn halves_put_together_as_squares() {
        let ratio = ratio_of(&about(100.0, 0.03), &about(110.0, 0.04), 0.0);
        assert!((ratio.value - 1.1).abs() < 1e-12);
        // sqrt(0.03^2 + 0.04^2) = 0.05, a little more where logarithms bend.
        assert!((ratio.value / ratio.ends().low - 1.051).abs() < 0.002, "{ratio:?}");
        assert!((ratio.ends().high / ratio.value - 1.051).abs() < 0.002, "{ratio:?}");
        let shaken = ratio_of(&about(100.0, 0.03), &about(110.0, 0.04), 0.02 * 0.02);
        assert!(shaken.ends().low < ratio.ends().low && shaken.ends().high > ratio.ends().high);
    }

    #[test]
    fn what_has_no_interval_gives_none() {
        for (a, b) in [
            (Estimate::unknown(5.0), about(1.0, 0.1)),
            (about(0.0, 0.1), about(1.0, 0.1)),
            (about(1.0, 0.1), Estimate::unknown(f64::NAN)),
        ] {
            assert!(!ratio_of(&a, &b, 0.0).is_known());
        }
        assert_eq!(mean_ratio(&[1.0, 0.0, 1.0], 0.0, 1), None);
    }

    #[test]
    fn many_rows_take_wider_intervals_and_their_mean_a_narrower_one() {
        assert!((upper_quantile(0.025) - Z95).abs() < 1e-3);
        assert!((upper_quantile(0.025 / 210.0) - 3.675).abs() < 2e-3);
        let one = about(1.0, 0.02);
        let wide = widen_for_all(one, 210);
        assert!(
            (wide.ends().high.ln() / one.ends().high.ln() - 3.675 / Z95).abs() < 1e-2,
            "{wide:?}"
        );
        // Ratios a percent above and below, a hundred in all: 1.98 x 0.01 / sqrt(99).
        let many: Vec<f64> = (0..100).map(|i| if i % 2 == 0 { 1.01 } else { 1.0 / 1.01 }).collect();
        let hundred = mean_ratio(&many, 0.0, 1).unwrap();
        assert!((hundred.ends().high - 1.00199).abs() < 1e-4, "{hundred:?}");
        let shaken = mean_ratio(&many, 0.01 * 0.01, 1).unwrap();
        assert!((shaken.ends().high - 1.0200).abs() < 1e-3, "{shaken:?}");
    }
}
