//! Combines points of the same number of disks, and gives their errors.
//!
//! Takes points; returns them as a report shows them and as the fits use them.

use super::hinge::HingePoint;
use record::Measurement;
use record::scale::{DiskSetResult, ScaleConfig, worth};
use summary::Estimate;

/// An interval that is valid at any time of looking is about three standard errors to each side where it is tightest
/// (crates/study/METHODS.md).
pub(super) const ERRORS_IN_HALF_WIDTH: f64 = 3.0;
/// The relative error of a point that has no interval.
const ERROR_UNKNOWN: f64 = 0.03;
/// The least relative error assumed for a point: the difference from one run to the next.
const ERROR_MIN: f64 = 0.002;
/// The relative spread of disks: if their own speeds are unknown, and if they are known.
const SPREAD_UNKNOWN: f64 = 0.02;
const SPREAD_KNOWN: f64 = 0.005;

#[derive(Clone, Debug)]
pub(super) struct ScaleMeasurement {
    pub(super) disks: usize,
    pub(super) measured: Measurement,
}

/// The variance of the logarithm of a point's throughput.
fn variance(measured: &Measurement) -> f64 {
    let error = match measured.mibps.relative_half_width() {
        half if half.is_finite() => half / ERRORS_IN_HALF_WIDTH,
        _ => ERROR_UNKNOWN,
    };
    error.max(ERROR_MIN).powi(2)
}

/// The weighted mean of the logarithms of the points' throughput, and its variance.
fn together(points: &[&Measurement], gave: impl Fn(&Measurement) -> f64) -> (f64, f64) {
    let weights: f64 = points.iter().map(|point| 1.0 / variance(point)).sum();
    let sum: f64 = points.iter().map(|point| gave(point).max(1e-6).ln() / variance(point)).sum();
    (sum / weights, 1.0 / weights)
}

/// The numbers of disks that were measured, in rising order, each with its points.
fn grouped(measurements: &[ScaleMeasurement]) -> Vec<(usize, Vec<&Measurement>)> {
    let mut counts: Vec<usize> = measurements.iter().map(|one| one.disks).collect();
    counts.sort_unstable();
    counts.dedup();
    let points = |disks: usize| {
        measurements.iter().filter(|one| one.disks == disks).map(|one| &one.measured).collect()
    };
    counts.into_iter().map(|disks| (disks, points(disks))).collect()
}

/// The points as a report shows them.
pub(super) fn sets(measurements: &[ScaleMeasurement]) -> Vec<DiskSetResult> {
    let set = |(disks, points): (usize, Vec<&Measurement>)| {
        let mean = |of: fn(&Measurement) -> f64| {
            points.iter().map(|point| of(point)).sum::<f64>() / points.len() as f64
        };
        let (log, variance) = together(&points, |point| point.mibps.value);
        let half = 1.96 * variance.sqrt();
        let [value, low, high] = [log, log - half, log + half].map(f64::exp);
        let mibps = match points.as_slice() {
            [one] => one.mibps,
            _ => Estimate::between(value, low, high),
        };
        DiskSetResult {
            disks,
            mibps,
            iops: mean(|point| point.iops.value),
            latency_ns_mean: mean(|point| point.latency_ns_mean),
            points: points.len(),
            seconds: points.iter().map(|point| point.seconds).sum(),
            settled: points.iter().all(|point| point.settled),
            errors: points.iter().map(|point| point.errors).sum(),
        }
    };
    grouped(measurements).into_iter().map(set).collect()
}

/// The points as the fits see them. A full path slows moving data, and a stalled disk looks the same in a mean. So what was lost
/// in stalls is left out, but only up to what the disks gave alone: a disk that was held back does not become faster than it is.
/// `alone` is each disk's own speed in MiB/s, or empty: then the first N disks are N on average, with an error that falls with
/// their number.
pub(super) fn spots(measurements: &[ScaleMeasurement], alone: &[f64]) -> Vec<HingePoint> {
    let spot = |(disks, points): (usize, Vec<&Measurement>)| {
        let most = unlimited_mibps(measurements, alone, disks);
        let between = |point: &Measurement| {
            let (mibps, moving) =
                (point.mibps.value, point.mibps.value / point.moving_share(disks));
            moving.min(most.unwrap_or(moving).max(mibps))
        };
        let (log, noise) = together(&points, between);
        let spread = if alone.is_empty() { SPREAD_UNKNOWN } else { SPREAD_KNOWN };
        let variance = noise + spread * spread / disks as f64;
        HingePoint { n: worth(alone, disks), log, variance, noise }
    };
    grouped(measurements).into_iter().map(spot).collect()
}

/// The highest throughput in MiB/s of this many disks if nothing holds them back: the sum of what each gave alone, or the first
/// one's times their number; `None` for one disk, or if neither is known.
fn unlimited_mibps(measurements: &[ScaleMeasurement], alone: &[f64], disks: usize) -> Option<f64> {
    if alone.len() >= disks && disks > 1 {
        return Some(alone[..disks].iter().sum());
    }
    let first = measurements.iter().filter(|one| one.disks == 1);
    let one = first.map(|one| one.measured.mibps.value / one.measured.moving_share(1));
    let one = one.reduce(f64::max).filter(|_| disks > 1)?;
    Some(one * disks as f64)
}

/// A disk's own speed is contradicted if the disk is faster or slower by more than this, beyond the interval of its points.
/// Smaller differences do not change the number of disks by one.
const CONTRADICTION_MIN: f64 = 0.1;

/// The configuration, and the given speed of the first disk in MiB/s if its points here contradict it. Then no disk's own speed
/// is used, because what slowed one for a while may have slowed any of them.
pub(super) fn check_own_speeds(
    config: &ScaleConfig,
    measurements: &[ScaleMeasurement],
) -> (ScaleConfig, Option<f64>) {
    let first: Vec<&Measurement> =
        measurements.iter().filter(|one| one.disks == 1).map(|one| &one.measured).collect();
    let configured_mibps = config
        .alone
        .first()
        .copied()
        .filter(|configured_mibps| *configured_mibps > 0.0 && !first.is_empty());
    let contradicted_mibps = configured_mibps.filter(|configured_mibps| {
        // A disk that stalls may have stalled then or now: it is still the same disk.
        let ways: [fn(&Measurement) -> f64; 2] =
            [|point| point.mibps.value, |point| point.mibps.value / point.moving_share(1)];
        ways.iter().all(|gave| {
            let (log, noise) = together(&first, gave);
            let off = (log - configured_mibps.ln()).abs() - ERRORS_IN_HALF_WIDTH * noise.sqrt();
            off > CONTRADICTION_MIN.ln_1p()
        })
    });
    let mut config = config.clone();
    if contradicted_mibps.is_some() {
        config.alone.clear();
    }
    (config, contradicted_mibps)
}

/// How many disks, as a fraction, are worth this many usual ones. The count goes on beyond the last disk, so that an interval
/// that reaches beyond it stays in order.
pub(super) fn disks_worth(alone: &[f64], wanted: f64) -> f64 {
    let mut before = 0.0;
    for disks in 1..=alone.len() {
        let with = worth(alone, disks);
        if with >= wanted {
            return disks as f64 - (with - wanted) / (with - before);
        }
        before = with;
    }
    alone.len() as f64 + wanted - before
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::TargetStalls;

    /// More usual disks than the whole shelf is worth are more disks than it has.
    #[test]
    fn disks_and_usual_disks_are_told_apart_beyond_the_last_one_too() {
        let shelves: [&[f64]; 5] = [
            &[],
            &[100.0, 200.0, 200.0, 200.0, 200.0, 200.0],
            &[200.0, 200.0, 100.0],
            &[200.0, 400.0, 200.0, 200.0],
            &[120.0],
        ];
        for alone in shelves {
            let mut before = 0.0;
            for step in 1..=200 {
                let wanted = 0.05 * f64::from(step);
                let disks = disks_worth(alone, wanted);
                assert!(
                    disks > before,
                    "{alone:?}: {wanted} usual disks are {disks} after {before}"
                );
                let [below, above] =
                    [disks.floor(), disks.ceil()].map(|whole| worth(alone, whole as usize));
                let back = below + (above - below) * disks.fract();
                assert!((back - wanted).abs() < 1e-9, "{alone:?}: {wanted} to {disks} to {back}");
                before = disks;
            }
        }
    }

    #[test]
    fn what_a_stall_kept_back_is_shown_and_does_not_make_a_corner() {
        let known = |value: f64| Estimate::between(value, value, value);
        let stalls = |target: &str| TargetStalls {
            target: target.to_owned(),
            count: 1,
            longest_s: 2.0,
            length_s: 2.0,
        };
        let measured = |mibps: f64, stalls: Vec<TargetStalls>| Measurement {
            mibps: known(mibps),
            iops: known(mibps * 16.0),
            latency_ns_mean: 1e6,
            seconds: 10.0,
            settled: true,
            stalls,
            ..Measurement::default()
        };
        // Two of four disks stood still for 2 s of 10.
        let measurements = [
            ScaleMeasurement { disks: 2, measured: measured(200.0, Vec::new()) },
            ScaleMeasurement {
                disks: 4,
                measured: measured(360.0, vec![stalls("a"), stalls("c")]),
            },
        ];
        let spots = spots(&measurements, &[]);
        assert!((spots[1].log - spots[0].log - 2.0_f64.ln()).abs() < 1e-9, "{spots:?}");
        assert_eq!(sets(&measurements)[1].mibps.value, 360.0);
    }

    /// Disks of 783 MiB/s each, two of which stalled for a fifth of the time and were faster for a while after it: leaving out a
    /// stall makes no disk faster than it is.
    #[test]
    fn a_stall_makes_no_disk_faster_than_it_was_alone() {
        let one = |disks: usize, mibps: f64, length_s: f64| {
            let load = workload::PointLoad::SEQUENTIAL_READ;
            let mut measured = Measurement::of(&load, disks, Estimate::unknown(mibps), 10.0);
            measured.stalls.extend((length_s > 0.0).then(|| TargetStalls {
                target: "a".to_owned(),
                count: 1,
                longest_s: length_s,
                length_s,
            }));
            ScaleMeasurement { disks, measured }
        };
        let each = |measurements: &[ScaleMeasurement], alone: &[f64]| {
            let spots = spots(measurements, alone);
            spots.last().expect("two disks were measured").log.exp() / 2.0
        };
        let near = |a: f64, b: f64| (a - b).abs() < 1e-6;
        let stalled = [one(1, 783.0, 0.0), one(2, 1_467.2, 4.0)];
        assert!(near(each(&stalled, &[]), 783.0), "{}", each(&stalled, &[]));
        assert!(near(each(&stalled[1..], &[800.0, 766.0]), 783.0));
        assert!(near(each(&stalled[1..], &[]), 917.0), "nothing tells what is true");
        // What was lost is left out as far as possible, but the measured throughput is never reduced.
        assert!(near(each(&[one(1, 783.0, 0.0), one(2, 1_200.0, 4.0)], &[]), 750.0));
        assert!(near(each(&[one(1, 783.0, 0.0), one(2, 1_600.0, 4.0)], &[]), 800.0));
    }
}
