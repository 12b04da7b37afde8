//! Combines the points of one disk.
//!
//! Takes points of one disk under one load; returns the throughput over the counted time, with its interval. Compares nothing and
//! corrects nothing: the comparison deals with a slower machine.

use record::Measurement;
use summary::Estimate;

/// The mean over time, in MiB/s. Its interval is the wider one of two: from the points' own intervals, as independent errors, and
/// from the differences between points of the same disk (`noise`: one standard deviation, relative, if known).
pub(super) fn combine_points(points: &[&Measurement], noise: Option<f64>) -> Estimate {
    if points.is_empty() {
        return Estimate::unknown(0.0);
    }
    let seconds: f64 = points.iter().map(|point| point.seconds).sum();
    let share = |point: &Measurement| point.seconds / seconds;
    let value: f64 = points.iter().map(|point| share(point) * point.mibps.value).sum();
    let root = |of: &dyn Fn(&Measurement) -> f64| {
        points.iter().map(|point| (share(point) * of(point)).powi(2)).sum::<f64>().sqrt()
    };
    let differ = noise.map(|noise| 1.96 * noise * value * root(&|_| 1.0));
    let all_known = points.iter().all(|point| point.mibps.interval.is_some());
    if differ.is_none() && !all_known {
        return Estimate::unknown(value);
    }
    let wider = |half: f64| if all_known { half } else { 0.0 }.max(differ.unwrap_or(0.0));
    let low = wider(root(&|point| point.mibps.value - point.mibps.ends().low));
    let high = wider(root(&|point| point.mibps.ends().high - point.mibps.value));
    Estimate::between(value, value - low, value + high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::PointLoad;

    fn point(mibps: f64, half: f64, seconds: f64) -> Measurement {
        let mibps = Estimate::between(mibps, mibps - half, mibps + half);
        Measurement::of(&PointLoad::SEQUENTIAL_READ, 1, mibps, seconds)
    }

    #[test]
    fn what_was_moved_over_the_time_is_shown_with_the_wider_interval() {
        let (first, again) = (point(100.0, 3.0, 10.0), point(130.0, 3.0, 20.0));
        let both = combine_points(&[&first, &again], None);
        assert!((both.value - 120.0).abs() < 1e-9, "{both:?}");
        // (1/3 x 3)^2 + (2/3 x 3)^2 = 5.
        assert!((both.ends().high - 120.0 - 5.0_f64.sqrt()).abs() < 1e-9, "{both:?}");
        let restless = combine_points(&[&first, &again], Some(0.05));
        assert!(
            (120.0 - restless.ends().low - 1.96 * 0.05 * 120.0 * 5.0_f64.sqrt() / 3.0).abs() < 1e-9
        );
        assert_eq!(combine_points(&[&first], None), first.mibps);
        let unknown = point(100.0, f64::NAN, 10.0);
        assert!(!combine_points(&[&unknown], None).is_known());
        assert!((combine_points(&[&unknown], Some(0.01)).ends().high - 101.96).abs() < 1e-9);
        assert!(!combine_points(&[], Some(0.01)).is_known());
    }
}
