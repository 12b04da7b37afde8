//! The classic queue-depth sweep: one load at rising depths, and the depth from which more outstanding I/Os gain nothing.
//!
//! Takes a load and depths, and requests each depth once. If a later step was clearly slower than the fastest, the fastest is
//! repeated: so throughput that did not last is distinguished from a storage that is slower at a larger depth. Returns the table
//! with its knee. Finds no load line: a closed loop waits for the storage, so its latency is what the depth makes of it (see
//! [`crate::ramp`]).

use crate::conduct::PointRequest;
use crate::conduct::{Outlook, Study};
pub use record::depth_sweep::DepthSweepConfig;
use record::depth_sweep::{DepthStep, DepthSweepFinding, Fall};
use record::{Measurement, Point, Purpose};
use workload::PointLoad;

#[derive(Clone, Debug)]
pub struct DepthSweep {
    config: DepthSweepConfig,
    points: Vec<Measurement>,
    /// The repeat of the fastest step, if a later one fell behind it.
    again: Option<Measurement>,
}

impl DepthSweep {
    pub fn new(config: DepthSweepConfig) -> Self {
        Self { config, points: Vec::new(), again: None }
    }

    pub fn finding(&self) -> DepthSweepFinding {
        let mut by_depth: Vec<(u32, &Measurement)> =
            self.config.depths.iter().copied().zip(&self.points).collect();
        by_depth.sort_by_key(|(depth, _)| *depth);
        let steps: Vec<DepthStep> = (0..by_depth.len())
            .map(|i| {
                let (depth, measured) = by_depth[i];
                let gain = i.checked_sub(1).map(|below| gain(by_depth[below], by_depth[i]));
                DepthStep { depth, measured: measured.clone(), gain }
            })
            .collect();
        let whole = by_depth.len() == self.config.depths.len();
        let fall = self.detect_fall();
        let lasts = fall.as_ref().is_none_or(|fall| fall.fleeting.is_empty());
        let knee = knee(&by_depth, self.config.gain_min).filter(|_| lasts);
        let whole = whole && (fall.is_some() || self.overtaken_step().is_none());
        DepthSweepFinding { steps, knee, gain_min: self.config.gain_min, whole, fall }
    }

    /// The measurements so far, in their order.
    fn course(&self) -> Vec<(u32, &Measurement)> {
        self.config.depths.iter().copied().zip(&self.points).collect()
    }

    /// The fastest step that a later one, or its own end, fell behind.
    fn overtaken_step(&self) -> Option<(u32, &Measurement)> {
        let course = self.course();
        let behind = |at: &usize| {
            course[*at..].iter().any(|&later| fell_behind(course[*at], later, FALL_MIN))
        };
        let all = (0..course.len()).filter(behind).map(|at| course[at]);
        all.max_by(|a, b| a.1.mibps.value.total_cmp(&b.1.mibps.value))
    }

    fn detect_fall(&self) -> Option<Fall> {
        let (fast, again) = self.overtaken_step().zip(self.again.as_ref())?;
        let last = (fast.0, again);
        let course: Vec<_> = self.course().into_iter().chain([last]).collect();
        let gone = |at: &usize| {
            course[*at..].iter().any(|&later| fell_behind(course[*at], later, GONE_MIN))
        };
        let mut fleeting: Vec<u32> = Vec::new();
        if fell_behind(fast, last, FALL_MIN) {
            fleeting.extend((0..self.points.len()).filter(gone).map(|at| course[at].0));
        }
        fleeting.sort_unstable();
        Some(Fall { depth: fast.0, again: again.clone(), fleeting })
    }
}

impl Study for DepthSweep {
    fn next_request(&mut self) -> Option<PointRequest> {
        let next = self.config.depths.get(self.points.len()).copied();
        let (depth, repeat, purpose) = match (next, &self.again) {
            (Some(depth), _) => (depth, 0, Purpose::DepthStep),
            (None, None) => (self.overtaken_step()?.0, 1, Purpose::Again),
            (None, Some(_)) => return None,
        };
        let load = PointLoad { depth, ..self.config.load };
        let point = Point::new(&self.config.subject, &self.config.targets, load);
        let point = Point { repeat, ..point };
        Some(PointRequest { point, until: self.config.until, purpose })
    }

    fn may_request(&self, point: &Point) -> bool {
        let config = &self.config;
        (&config.subject, &config.targets) == (&point.subject, &point.targets)
            && PointLoad { depth: point.load.depth, ..config.load } == point.load
            && config.depths.contains(&point.load.depth)
    }

    fn take(&mut self, request: &PointRequest, measured: &Measurement) {
        match request.purpose {
            Purpose::Again => self.again = Some(measured.clone()),
            _ => self.points.push(measured.clone()),
        }
    }

    fn outlook(&self) -> Outlook {
        let left = self.config.depths.len().saturating_sub(self.points.len());
        let known = self.again.is_some();
        let likely = usize::from(!known && self.overtaken_step().is_some());
        // A remaining step may still fall behind; if only one is left, its own end may.
        let most = if left > 0 { usize::from(!known) } else { likely };
        let points_max = left + most;
        let longest_ns = points_max as u64 * self.config.until.longest_ns();
        Outlook { points_likely: left + likely, points_max, longest_ns }
    }
}

/// A smaller fall does not count: repeats differ by a few percent (ours: half of the threshold of the warning `burst-credits`
/// within one point, since a repeated step decides).
const FALL_MIN: f64 = 0.1;
/// If the storage is known to have become slower, a step did not last if a later one fell behind it by this (ours: the precision
/// of a step).
const GONE_MIN: f64 = 0.02;

/// Whether `later` ended clearly lower, by `least`, than `before` allows: more depth gives at least as much, and less depth at
/// least its share of it, since operations take no longer if fewer are outstanding (Little 1961).
fn fell_behind(before: (u32, &Measurement), later: (u32, &Measurement), least: f64) -> bool {
    let share = (f64::from(later.0) / f64::from(before.0)).min(1.0);
    let expected = before.1.mibps.times(share);
    let end = later.1.mibps.times(later.1.lasting_share());
    // The interval of a point that fell covers both rates, and is not that of the lower one.
    let whole = later.1.fell_to_iops.is_none() && expected.is_known() && end.is_known();
    let apart = !whole || end.ends().high < expected.ends().low;
    apart && end.value < expected.value * (1.0 - least)
}

/// The gain of each doubling from one step to another, as a geometric mean.
fn gain(from: (u32, &Measurement), to: (u32, &Measurement)) -> f64 {
    let doublings = (f64::from(to.0) / f64::from(from.0)).log2();
    let ratio = to.1.mibps.value / from.1.mibps.value.max(f64::MIN_POSITIVE);
    if doublings > 0.0 { ratio.powf(1.0 / doublings) - 1.0 } else { 0.0 }
}

/// The lowest depth from which no later step gains enough per doubling. The highest one cannot be it, since nothing is known
/// beyond. All later steps are compared, so that one low step is not taken for the knee.
fn knee(steps: &[(u32, &Measurement)], gain_min: f64) -> Option<u32> {
    let flat = |i: usize| steps[i + 1..].iter().all(|&later| gain(steps[i], later) < gain_min);
    (0..steps.len().saturating_sub(1)).find(|&i| flat(i)).map(|i| steps[i].0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::Until;
    use summary::Estimate;
    use workload::PointLoad;

    fn config(depths: Vec<u32>) -> DepthSweepConfig {
        let until = Until { half_width: 0.02, time_min_ns: 1, time_max_ns: 1, warm_up_ns: 0 };
        DepthSweepConfig {
            subject: "disk".to_owned(),
            targets: vec!["a".to_owned()],
            load: PointLoad { random: true, ..PointLoad::SEQUENTIAL_READ },
            depths,
            until,
            gain_min: 0.05,
        }
    }

    /// The finding on a storage with this throughput at each depth.
    fn climb(config: DepthSweepConfig, mibps: impl Fn(u32) -> f64) -> DepthSweepFinding {
        let mut depth_sweep = DepthSweep::new(config);
        while let Some(request) = depth_sweep.next_request() {
            let value = Estimate::unknown(mibps(request.point.load.depth));
            let measured = Measurement::of(&request.point.load, 1, value, 1.0);
            depth_sweep.take(&request, &measured);
        }
        depth_sweep.finding()
    }

    fn powers_of_two() -> Vec<u32> {
        (0..=8).map(|power| 1 << power).collect()
    }

    #[test]
    fn the_knee_is_where_doubling_stops_to_pay() {
        let usual = || config(powers_of_two());
        let capped = climb(usual(), |depth| f64::from(depth.min(16)) * 10.0);
        assert_eq!((capped.knee, capped.whole), (Some(16), true));
        assert_eq!(capped.steps.len(), 9);
        assert_eq!(capped.steps[1].gain, Some(1.0));
        // 1.5 % a doubling: flat from the start.
        assert_eq!(climb(usual(), |depth| 100.0 + f64::from(depth.ilog2()) * 1.5).knee, Some(1));
        // Still climbing at the end: not reached.
        assert_eq!(climb(usual(), f64::from).knee, None);
    }

    #[test]
    fn one_low_step_is_no_knee_and_a_list_need_not_double() {
        let usual = config(powers_of_two());
        let dip = |depth: u32| if depth == 4 { 20.5 } else { f64::from(depth.min(32)) * 10.0 };
        assert_eq!(climb(usual, dip).knee, Some(32));
        let listed = config(vec![12, 1, 3, 6]);
        let found = climb(listed, |depth| f64::from(depth.min(6)));
        assert_eq!(found.steps.iter().map(|step| step.depth).collect::<Vec<_>>(), [1, 3, 6, 12]);
        assert_eq!(found.knee, Some(6));
    }

    /// The finding on a storage with this throughput at each depth and number of earlier points, and the depths of all points in
    /// order.
    fn sweep_with(
        depths: Vec<u32>,
        mibps: impl Fn(u32, usize) -> f64,
    ) -> (DepthSweepFinding, Vec<u32>) {
        let (mut depth_sweep, mut asked) = (DepthSweep::new(config(depths)), Vec::new());
        while let Some(request) = depth_sweep.next_request() {
            assert!(depth_sweep.outlook().points_max > 0);
            let value = mibps(request.point.load.depth, asked.len());
            let value = Estimate::between(value, 0.99 * value, 1.01 * value);
            let measured = Measurement::of(&request.point.load, 1, value, 1.0);
            depth_sweep.take(&request, &measured);
            asked.push(request.point.load.depth);
        }
        assert_eq!((depth_sweep.outlook().points_likely, depth_sweep.outlook().points_max), (0, 0));
        (depth_sweep.finding(), asked)
    }

    #[test]
    fn a_cache_that_filled_up_is_no_knee() {
        // A write cache takes 10,000 operations a second until it is full; then the disk does 127.
        let cache = |_, points: usize| if points == 0 { 78.1 } else { 0.99 };
        let (found, asked) = sweep_with(powers_of_two(), cache);
        assert_eq!((found.knee, found.whole, found.fleeting()), (None, true, &[1][..]));
        assert_eq!((asked.len(), asked[9]), (10, 1), "the fast step once more");
        let fall = found.fall.unwrap();
        assert_eq!((fall.depth, fall.again.mibps.value), (1, 0.99));
        // Credits: steps below the lower rate last.
        let burst = |depth: u32, points: usize| {
            f64::min(f64::from(depth) * 10.0, if points < 5 { 90.0 } else { 38.0 })
        };
        let (found, asked) = sweep_with(powers_of_two(), burst);
        assert_eq!((found.knee, found.fleeting()), (None, &[4, 8, 16][..]));
        assert!(asked.last().is_some_and(|depth| [8, 16].contains(depth)));
        // The deepest first, and a fall within the last step.
        let (found, _) =
            sweep_with(vec![8, 4, 2, 1], |_, points| if points == 0 { 90.0 } else { 10.0 });
        assert_eq!(found.fleeting(), [8]);
    }

    #[test]
    fn a_storage_that_is_slower_when_deeper_keeps_its_knee() {
        let thrashes = |depth: u32, _| if depth > 8 { 40.0 } else { f64::from(depth) * 10.0 };
        let (found, asked) = sweep_with(powers_of_two(), thrashes);
        assert_eq!((found.knee, found.whole, found.fleeting()), (Some(8), true, &[][..]));
        assert_eq!(asked[9..], [8]);
        assert_eq!(found.fall.map(|fall| fall.depth), Some(8));
        // A few percent less is no fall.
        let (found, asked) =
            sweep_with(vec![1, 2, 4], |depth, _| if depth > 1 { 95.0 } else { 100.0 });
        assert_eq!((found.knee, found.fall, asked.len()), (Some(1), None, 3));
    }

    #[test]
    fn a_step_that_fell_while_it_was_measured_is_measured_again() {
        let mut depth_sweep = DepthSweep::new(config(vec![1, 2]));
        for (iops, fell_to_iops) in [(900.0, None), (750.0, Some(300.0)), (300.0, None)] {
            let request = depth_sweep.next_request().unwrap();
            assert!(depth_sweep.finding().knee.is_none() || !depth_sweep.finding().whole);
            let mibps = Estimate::between(iops, 0.9 * iops, 1.1 * iops);
            let seen = Measurement::of(&request.point.load, 1, mibps, 1.0);
            let share = seen.iops.value / iops;
            let fell_to_iops = fell_to_iops.map(|iops: f64| iops * share);
            depth_sweep.take(&request, &Measurement { fell_to_iops, ..seen });
        }
        assert_eq!(depth_sweep.next_request(), None);
        let fall = depth_sweep.finding().fall.unwrap();
        assert_eq!((fall.depth, fall.fleeting), (1, vec![1, 2]));
    }

    #[test]
    fn a_depth_sweep_that_was_not_begun_says_so() {
        let depth_sweep = DepthSweep::new(config(vec![1, 2]));
        let found = depth_sweep.finding();
        assert_eq!((found.steps.len(), found.knee, found.whole), (0, None, false));
        // One of them may have to be measured again.
        assert_eq!((depth_sweep.outlook().points_likely, depth_sweep.outlook().points_max), (2, 3));
    }
}
