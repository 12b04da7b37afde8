//! Where a rate changes: takes the I/Os of a class, gives its rate curve if the counts of equal steps differ by more than chance.
//!
//! The time is divided again and again where both sides differ most, as long as the difference is significant (binary segmentation by
//! the likelihood ratio of Poisson counts). Chance is measured within the steps, so bursts do not count as changes.

use super::pace::counts;
use crate::IoEvent;
use base::Nanos;
use std::ops::Range;
use workload::RateCurve;

/// The most steps of a curve. More would repeat the chance of one capture.
const STEPS_MAX: u64 = 20;
/// Parts of a step in which chance is measured.
const PARTS: usize = 8;
/// The least I/Os of a part, on average.
const PART_OPERATIONS_MIN: u64 = 8;
/// Twice the logarithm of the likelihood ratio from which a change is significant: chance exceeds it in one of 200,000 comparisons
/// (chi-square with one degree of freedom), so in one of 10,000 captures of 19 comparisons.
const CHANGE_MIN: f64 = 20.8;
/// Rates that differ by less than this share of their mean are one rate.
const DIFFERENCE_MIN: f64 = 0.1;

/// The curve of the rate; `None` if it does not change.
pub(super) fn curve(events: &[IoEvent], duration_ns: u64) -> Option<RateCurve> {
    let parts = PARTS as u64;
    let steps = (events.len() as u64 / (parts * PART_OPERATIONS_MIN)).clamp(1, STEPS_MAX);
    let part_ns = duration_ns.div_ceil(steps * parts).max(1);
    let mut counts = counts(events, part_ns, duration_ns);
    counts.resize((steps * parts) as usize, 0);
    let noise = noise(&counts);
    let steps: Vec<f64> =
        counts.chunks(PARTS).map(|step| step.iter().sum::<u64>() as f64).collect();
    let mut factors = vec![0.0; steps.len()];
    let mut open: Vec<Range<usize>> = std::iter::once(0..steps.len()).collect();
    while let Some(range) = open.pop() {
        if let Some(at) = change(&steps, range.clone(), noise) {
            open.extend([range.start..at, at..range.end]);
            continue;
        }
        let mean = mean(&steps[range.clone()]);
        factors[range].fill((mean / self::mean(&steps) * 1000.0).round() / 1000.0);
    }
    let changes = factors.iter().any(|factor| *factor != factors[0]);
    changes.then(|| RateCurve { step_ns: Nanos(part_ns * parts), factors: factors.into() })
}

fn mean(counts: &[f64]) -> f64 {
    counts.iter().sum::<f64>() / counts.len().max(1) as f64
}

/// The variance over the mean of counts within steps, at least that of random arrivals.
fn noise(counts: &[u64]) -> f64 {
    let (mut squares, mut all) = (0.0, 0.0);
    for step in counts.chunks(PARTS) {
        let parts: Vec<f64> = step.iter().map(|count| *count as f64).collect();
        let mean = mean(&parts);
        squares += parts.iter().map(|count| (count - mean) * (count - mean)).sum::<f64>();
        all += mean * (PARTS - 1) as f64;
    }
    if all > 0.0 { (squares / all).max(1.0) } else { 1.0 }
}

/// The step at which the rate changes most within the range, if that is significant.
fn change(steps: &[f64], range: Range<usize>, noise: f64) -> Option<usize> {
    let likelihood = |part: &[f64]| {
        let mean = mean(part);
        if mean > 0.0 { part.iter().sum::<f64>() * mean.ln() } else { 0.0 }
    };
    let whole = likelihood(&steps[range.clone()]);
    let of = |at: usize| {
        let (before, after) = (&steps[range.start..at], &steps[at..range.end]);
        let gain = likelihood(before) + likelihood(after) - whole;
        let differ = (mean(before) - mean(after)).abs();
        (differ >= DIFFERENCE_MIN * mean(&steps[range.clone()])).then_some((gain, at))
    };
    let best = (range.start + 1..range.end).filter_map(of).max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(gain, _)| 2.0 * gain / noise >= CHANGE_MIN).map(|(_, at)| at)
}
