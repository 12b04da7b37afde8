//! The next point that a study requests, and what measured points show of the machine.

use record::{Measurement, Point, Purpose, Until};

/// Twice the time, and the narrower width that it gives: for points that are measured again because they matter.
pub(crate) fn double_time(until: Until) -> Until {
    Until {
        half_width: until.half_width / std::f64::consts::SQRT_2,
        time_min_ns: 2 * until.time_min_ns,
        time_max_ns: 2 * until.time_max_ns,
        warm_up_ns: until.warm_up_ns,
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct PointRequest {
    pub point: Point,
    pub until: Until,
    pub purpose: Purpose,
}

/// If at least this share of the points ran on full CPUs, they show the machine, not the storage.
const FULL_SHARE_MAX: f64 = 0.5;

/// The largest spread of a constant rate: from second to second (one standard deviation), and from point to point. Full CPUs
/// never keep a rate so constant, token buckets do (the warning about quotas; throttled loop devices on full CPUs: 0 %).
const CONSTANT_RATE_CV_MAX: f64 = 0.005;
const CONSTANT_RATE_RANGE_MAX: f64 = 0.005;
/// An interval that is valid at any time of looking is about three standard errors to each side where it is tightest
/// (crates/study/METHODS.md).
const ERRORS_IN_HALF_WIDTH: f64 = 3.0;

/// Whether these points have one constant rate, with almost no spread within and between them. Then it is a limit that somebody
/// set, and not that of the CPUs, however full they were. One point alone shows nothing.
pub(crate) fn is_constant_rate(points: &[&Measurement]) -> bool {
    let steady = |point: &&Measurement| {
        let half = point.mibps.relative_half_width();
        half / ERRORS_IN_HALF_WIDTH * point.seconds.sqrt() <= CONSTANT_RATE_CV_MAX
    };
    let values = || points.iter().map(|point| point.mibps.value);
    let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
    points.len() > 1 && points.iter().all(steady) && most <= least * (1.0 + CONSTANT_RATE_RANGE_MAX)
}

/// How busy the CPUs were in those of the points that ran on full ones, 0 to 1, where they are half of the points or more.
pub(crate) fn limited_by_cpus<'a>(
    points: impl IntoIterator<Item = &'a Measurement>,
) -> Option<f64> {
    let (mut all, mut full, mut busy) = (0.0, 0.0, 0.0);
    for point in points {
        all += 1.0;
        if point.cpus_full() {
            full += 1.0;
            busy += point.cpu_busy_share.unwrap_or(1.0);
        }
    }
    (full > 0.0 && full >= FULL_SHARE_MAX * all).then(|| busy / full)
}
