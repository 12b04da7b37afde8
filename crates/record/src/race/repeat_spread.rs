//! Variation that outlasts a point: repeats of the same point that differ by more than the points' own intervals allow.
//!
//! Returns two spreads for the points of a race, and combines the repeats of a point. It knows no candidates and no answers.

use super::RacedPoint;
use std::collections::BTreeMap;
use summary::Estimate;

/// The minimum number of repeats, less one for each repeated point.
const REPEATS_MIN: f64 = 8.0;
/// The ratio of variances from which repeats differ by more than the points' own intervals allow (with eight degrees of freedom,
/// chance exceeds 3.3 once in a thousand).
const RATIO_MIN: f64 = 4.0;
/// The half-width of an always-valid interval, in standard errors (docs/explanation/methods/comparison.md).
const ERRORS_IN_HALF_WIDTH: f64 = 3.0;

/// Returns the spread between repeats of the same point and the spread that their own intervals claim (relative standard
/// deviations). None unless the first is clearly larger than the second and at least `practical`.
pub fn excess_spread(raced: &[RacedPoint], practical: f64) -> Option<(f64, f64)> {
    let mut points: BTreeMap<_, Vec<Estimate>> = BTreeMap::new();
    for point in raced {
        let same = points.entry((point.candidate, point.load, point.fill_percent)).or_default();
        same.extend(Some(point.measured.mibps).filter(|mibps| mibps.value > 0.0));
    }
    let spread = Spread::of(points.values().map(Vec::as_slice));
    let clear = spread.freedom >= REPEATS_MIN && spread.is_excessive();
    (clear && spread.between.sqrt() >= practical)
        .then_some((spread.between.sqrt(), spread.within.sqrt()))
}

pub struct Spread {
    /// The variance of the logarithms of repeats about their mean.
    pub between: f64,
    /// The variance that the points' own intervals claim.
    within: f64,
    /// The number of repeats, less one for each point.
    freedom: f64,
}

impl Spread {
    pub fn of<'a>(points: impl IntoIterator<Item = &'a [Estimate]>) -> Self {
        let (mut squares, mut freedom, mut claimed, mut known) = (0.0, 0.0, 0.0, 0.0);
        for repeats in points.into_iter().filter(|repeats| repeats.len() > 1) {
            let n = repeats.len() as f64;
            let mean = repeats.iter().map(|mibps| mibps.value.ln()).sum::<f64>() / n;
            squares += repeats.iter().map(|repeat| (repeat.value.ln() - mean).powi(2)).sum::<f64>();
            freedom += n - 1.0;
            let halves = repeats.iter().map(|mibps| mibps.relative_half_width());
            for half in halves.filter(|half| half.is_finite()) {
                claimed += (half / ERRORS_IN_HALF_WIDTH).powi(2);
                known += 1.0;
            }
        }
        Self { between: squares / freedom, within: claimed / known, freedom }
    }

    /// Whether the repeats differ by clearly more than their intervals claim.
    pub fn is_excessive(&self) -> bool {
        self.between > RATIO_MIN * self.within
    }
}

/// Combines repeats: their mean, with their half-widths as independent errors. The interval comes from their differences
/// (Student's t) if they differ by clearly more than they claim, or if there are at least three and not all have an interval.
pub fn combine_repeats(values: &[Estimate]) -> Estimate {
    let count = values.len() as f64;
    let value = values.iter().map(|v| v.value).sum::<f64>() / count;
    let spread = Spread::of([values]);
    let all_known = values.iter().all(Estimate::is_known);
    if (all_known && spread.is_excessive()) || (!all_known && values.len() > 2) {
        let squares = values.iter().map(|v| (v.value - value).powi(2)).sum::<f64>();
        let error = (squares / (count - 1.0) / count).sqrt();
        let half = summary::estimate::student(0.975, count - 1.0) * error;
        let low = (value - half).max(0.0);
        return Estimate::between(value, low, value + half);
    }
    if !all_known {
        return Estimate::unknown(value);
    }
    let half =
        |of: fn(&Estimate) -> f64| values.iter().map(|v| of(v).powi(2)).sum::<f64>().sqrt() / count;
    let [less, more] = [half(|v| v.value - v.ends().low), half(|v| v.ends().high - v.value)];
    Estimate::between(value, value - less, value + more)
}
