//! The course over time: burst credits that ran out, latencies that moved to another level, rates that never settled.

use super::{Detail, Warning, WarningKind, Weight};
use crate::{StreamSummary, TimeSeriesPoint};
use base::median;

/// A drop of less than this is noise or drift (cloud volumes drop to a half and less when credits end).
const DROP_SHARE_MIN: f64 = 0.2;
/// A latency must move by this much to be another level.
const STEP_SHARE_MIN: f64 = 0.25;
/// The jump must be this many standard errors: with 2,000 places to jump at, 6 keep the false alarms far below 1 %
/// (Bonferroni over a normal tail; measured in the tests).
const STEP_ERRORS_MIN: f64 = 6.0;
/// Points on either side of a step.
const SIDE_POINTS_MIN: usize = 5;
/// What follows a step must last this long: flash and disks pause for housekeeping for a second or two (ours).
const AFTER_S_MIN: f64 = 3.0;
/// A rate whose interval is wider than this on either side is not settled.
const SETTLED_SHARE_MAX: f64 = 0.1;

/// The correlation of neighbours that is allowed for at most: nearer to 1, no step could be told from a drift (ours).
const CORRELATION_MAX: f64 = 0.95;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    /// The index of the first value after it.
    at: usize,
    before: f64,
    after: f64,
}

/// The operations per second that a rate fell to and stayed at, as where burst credits or a cache ran out.
pub fn fell_to(stream: &StreamSummary) -> Option<f64> {
    find_fall(stream, &counted_points(stream)).map(|step| step.after)
}

fn counted_points(stream: &StreamSummary) -> Vec<&TimeSeriesPoint> {
    stream.points.iter().filter(|point| !point.warm_up).collect()
}

/// Whether a step is far enough from the end to say what follows it.
fn lasts(step: &Step, points: &[&TimeSeriesPoint]) -> bool {
    let end_s = points.last().map_or(0.0, |point| point.at_s);
    end_s - points[step.at].at_s >= AFTER_S_MIN
}

fn find_fall(stream: &StreamSummary, points: &[&TimeSeriesPoint]) -> Option<Step> {
    let rates: Vec<f64> = points.iter().map(|point| point.iops).collect();
    let step = find_step(&rates).filter(|step| lasts(step, points))?;
    // In an open loop, completions go up and down with arrivals, unless they are fewer than offered.
    let asked = stream.offered_iops.map_or(step.before, |offered| step.before.min(offered));
    if step.after >= asked * (1.0 - DROP_SHARE_MIN) {
        return None;
    }
    // A level that the rate only crossed is no level: what the later half of the time kept is.
    let later = median(&rates[step.at.midpoint(rates.len())..]);
    Some(Step { after: step.after.min(later), ..step })
}

pub(super) fn warnings(stream: &StreamSummary) -> Vec<Warning> {
    let points = counted_points(stream);
    let warn = |kind: WarningKind, detail: Detail| {
        Warning::of_stream(&stream.name, kind, Weight::Warning, detail)
    };
    let mut warnings = Vec::new();
    if let Some(fall) = find_fall(stream, &points) {
        let detail = Detail::RateFell {
            after_s: points[fall.at].at_s,
            from_iops: fall.before,
            to_iops: fall.after,
        };
        warnings.push(warn(WarningKind::BurstCredits, detail));
    } else if let Some(step) = find_latency_step(&points) {
        let detail = Detail::MedianMoved {
            after_s: points[step.at].at_s,
            from_ns: step.before as u64,
            to_ns: step.after as u64,
        };
        warnings.push(warn(WarningKind::LatencyStep, detail));
    }
    warnings.extend(not_settled(stream));
    warnings
}

fn find_latency_step(points: &[&TimeSeriesPoint]) -> Option<Step> {
    let medians: Vec<f64> = points.iter().map(|point| point.p50_ns as f64).collect();
    find_step(&medians).filter(|step| {
        let is_large = step.before > 0.0 && (step.after / step.before - 1.0).abs() > STEP_SHARE_MIN;
        is_large && lasts(step, points)
    })
}

fn not_settled(stream: &StreamSummary) -> Option<Warning> {
    // An open loop runs at the offered rate; whether that settles says nothing about the storage.
    if stream.offered_iops.is_some() || stream.iops.value <= 0.0 {
        return None;
    }
    let half = stream.iops.interval.map(|ends| (ends.high - ends.low) / 2.0 / stream.iops.value);
    let detail = match half {
        None => Detail::NoInterval,
        Some(half) if half > SETTLED_SHARE_MAX => Detail::WideInterval(half),
        Some(_) => return None,
    };
    Some(Warning::of_stream(&stream.name, WarningKind::NotSettled, Weight::Warning, detail))
}

/// The best single step in a series, if it is beyond chance: least squares over all places, then a t-like bound whose
/// standard error is taken from neighbours' differences and widened by their correlation.
fn find_step(values: &[f64]) -> Option<Step> {
    let n = values.len();
    if n < 2 * SIDE_POINTS_MIN {
        return None;
    }
    let total: f64 = values.iter().sum();
    let mut left = 0.0;
    let mut best: Option<(f64, Step)> = None;
    for at in 1..n {
        left += values[at - 1];
        if at < SIDE_POINTS_MIN || n - at < SIDE_POINTS_MIN {
            continue;
        }
        let (before, after) = (left / at as f64, (total - left) / (n - at) as f64);
        let gain = (before - after).powi(2) * at as f64 * (n - at) as f64 / n as f64;
        if best.is_none_or(|b| gain > b.0) {
            best = Some((gain, Step { at, before, after }));
        }
    }
    let (gain, step) = best?;
    let residual = |i: usize| values[i] - if i < step.at { step.before } else { step.after };
    let variance = (0..n).map(|i| residual(i).powi(2)).sum::<f64>() / (n - 2) as f64;
    let product = (1..n).map(|i| residual(i) * residual(i - 1)).sum::<f64>() / (n - 2) as f64;
    // Neighbours that resemble each other count for less (integrated autocorrelation time of an AR(1) series).
    let lag = (product / variance.max(f64::MIN_POSITIVE)).clamp(0.0, CORRELATION_MAX);
    let slack = variance * (1.0 + lag) / (1.0 - lag);
    let steady_side = (step.at..n).map(|i| residual(i).abs()).sum::<f64>() / (n - step.at) as f64;
    // A mere drift has residuals as large as the step itself.
    let stays = steady_side < (step.before - step.after).abs() / 2.0;
    (stays && gain > STEP_ERRORS_MIN.powi(2) * slack).then_some(step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warning::law::tests::healthy;

    fn kinds(stream: &StreamSummary) -> Vec<WarningKind> {
        warnings(stream).iter().map(|d| d.kind).collect()
    }

    #[test]
    fn a_drop_that_stays_is_told_with_its_time_and_floor() {
        let (mut stream, _) = healthy(5);
        stream.points.iter_mut().skip(40).for_each(|p| p.iops /= 4.0);
        let found = warnings(&stream);
        assert_eq!(found[0].kind, WarningKind::BurstCredits);
        let detail = &found[0].detail;
        assert!(
            matches!(detail, Detail::RateFell { after_s, .. } if (40.0..41.0).contains(after_s)),
            "{detail:?}"
        );
        let lasting = fell_to(&stream).expect("it fell");
        assert!((lasting / (stream.iops.value / 4.0) - 1.0).abs() < 0.1, "{lasting}");
        assert_eq!(fell_to(&healthy(5).0), None);
    }

    #[test]
    fn a_level_that_the_rate_crossed_is_not_the_floor() {
        let (mut stream, _) = healthy(5);
        let whole = stream.iops.value;
        stream.points.iter_mut().skip(40).for_each(|p| p.iops /= 4.0);
        stream.points.iter_mut().skip(44).for_each(|p| p.iops /= 8.0);
        let lasting = fell_to(&stream).expect("it fell");
        assert!((lasting / (whole / 32.0) - 1.0).abs() < 0.1, "{lasting} of {whole}");
    }

    #[test]
    fn a_drop_that_recovers_is_no_end_of_credits() {
        let (mut stream, _) = healthy(6);
        stream.points.iter_mut().skip(25).take(6).for_each(|p| p.iops /= 4.0);
        assert_eq!(kinds(&stream), []);
    }

    #[test]
    fn what_follows_the_arrivals_of_an_open_loop_is_no_end_of_credits() {
        let (mut stream, _) = healthy(5);
        stream.points.iter_mut().take(12).for_each(|p| p.iops *= 1.6);
        assert_eq!(warnings(&stream)[0].kind, WarningKind::BurstCredits);
        // Operations that waited from before the counted time completed first.
        stream.offered_iops = Some(stream.points[30].iops);
        assert_eq!(kinds(&stream), []);
        stream.points.iter_mut().skip(12).for_each(|p| p.iops /= 4.0);
        assert_eq!(kinds(&stream), [WarningKind::BurstCredits]);
    }

    #[test]
    fn a_step_within_a_trial_of_a_second_says_nothing_of_what_lasts() {
        let (mut stream, _) = healthy(2);
        for (i, point) in stream.points.iter_mut().enumerate() {
            point.at_s = 0.02 * i as f64;
            if i >= 20 {
                (point.iops, point.p50_ns) = (point.iops * 0.1, point.p50_ns * 10);
            }
        }
        assert_eq!(kinds(&stream), []);
    }

    #[test]
    fn a_latency_on_another_level_is_told() {
        let (mut stream, _) = healthy(7);
        stream.points.iter_mut().skip(30).for_each(|p| p.p50_ns = p.p50_ns * 3 / 2);
        assert_eq!(kinds(&stream), [WarningKind::LatencyStep]);
    }

    #[test]
    fn correlated_noise_is_not_a_step() {
        let seeds = 400;
        let accused = (0..seeds).filter(|&seed| {
            let mut rng = base::Rng::at(seed, &[9]);
            let mut x = rng.normal();
            let series: Vec<f64> = (0..120)
                .map(|_| {
                    x = 0.7 * x + 0.714 * rng.normal();
                    1000.0 + 50.0 * x
                })
                .collect();
            find_step(&series).is_some()
        });
        let count = accused.count();
        eprintln!("step false alarms at lag-1 correlation 0.7: {count} of {seeds}");
        assert!(count <= 8, "{count}");
    }

    #[test]
    fn a_wide_interval_is_not_settled() {
        let (mut stream, _) = healthy(8);
        let rate = stream.iops.value;
        stream.iops = crate::Estimate::between(rate, rate * 0.8, rate * 1.2);
        assert_eq!(kinds(&stream), [WarningKind::NotSettled]);
    }
}
