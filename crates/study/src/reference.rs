//! How much did the machine itself change during a study? Repeats the same point among those of any study.
//!
//! Takes a study and a point; returns the study's own points in their own order, the reference point before the first, after the
//! last and at regular distances, and its change over time. Never changes what the inner study learns of its own points.

use crate::conduct::PointRequest;
use crate::conduct::{Outlook, Study};
use base::median;
use record::{Drift, Measurement, Point, Purpose, ReferencePoint, RunFailure};
use summary::Estimate;

/// A change, or ups and downs, of this much may reverse a comparison: layouts closer than that are reported as equal.
const MATTERS: f64 = 0.02;
/// A single point that is off by this much shows that something else was running.
const EXCURSION_MATTERS: f64 = 0.05;
/// The least number of its own standard errors by which it is off.
const OFF_ERRORS: f64 = 5.0;
/// The points wander if chi-square exceeds its degrees of freedom by this many of its standard deviations.
const WANDER_DEVIATIONS: f64 = 4.0;
/// Standard errors to each side of the line's change.
const LINE_ERRORS: f64 = 2.2;
/// The worth of the points' own intervals as an estimate of their error, in degrees of freedom.
const OWN_WORTH: f64 = 4.0;
/// An interval that is valid at any time of looking is about three standard errors to each side
/// (crates/study/METHODS.md).
const ERRORS_IN_HALF_WIDTH: f64 = 3.0;
/// The relative error of a point without an interval, and the least one that is assumed.
const ERROR_UNKNOWN: f64 = 0.03;
const ERROR_MIN: f64 = 0.001;

/// A study with a reference point repeated among its own.
#[derive(Clone, Debug)]
pub struct ReferencedStudy<S> {
    inner: S,
    reference: PointRequest,
    every: usize,
    /// Inner points since the last reference.
    since: usize,
    points: Vec<ReferencePoint>,
    /// Whether the reference could not be run; then it is not requested again.
    lost: bool,
}

impl<S: Study> ReferencedStudy<S> {
    /// Repeats `reference` before the first point of `inner`, after its last, and after every `every` of them (10).
    pub fn new(inner: S, reference: PointRequest, every: usize) -> Self {
        let reference = PointRequest { purpose: Purpose::Reference, ..reference };
        Self { inner, reference, every: every.max(1), since: 0, points: Vec::new(), lost: false }
    }

    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// The change of the machine so far.
    pub fn drift(&self) -> Drift {
        drift(&self.points)
    }

    fn next_reference(&self) -> PointRequest {
        let mut request = self.reference.clone();
        request.point.repeat += self.points.len() as u32;
        request
    }

    /// Whether the reference is due before the next point of the study.
    fn due(&self) -> bool {
        self.points.is_empty() || self.since >= self.every
    }
}

impl<S: Study> Study for ReferencedStudy<S> {
    fn next_request(&mut self) -> Option<PointRequest> {
        let next = self.inner.next_request();
        let last = next.is_none() && self.since > 0;
        if !self.lost && (last || (next.is_some() && self.due())) {
            return Some(self.next_reference());
        }
        next
    }

    fn may_request(&self, point: &Point) -> bool {
        let first = Point { repeat: self.reference.point.repeat, ..point.clone() };
        first == self.reference.point || self.inner.may_request(point)
    }

    fn take(&mut self, request: &PointRequest, measured: &Measurement) {
        if request.point == self.next_reference().point {
            self.points.push(ReferencePoint { began_s: measured.began_s, mibps: measured.mibps });
            self.since = 0;
            self.inner.take_drift(&drift(&self.points));
        } else {
            self.since += 1;
            self.inner.take(request, measured);
        }
    }

    fn skip_failed(&mut self, request: &PointRequest, failure: &RunFailure) -> bool {
        if request.point != self.next_reference().point {
            return self.inner.skip_failed(request, failure);
        }
        // Whether the study lost this target as well shows when the study requests it.
        self.lost = true;
        true
    }

    fn outlook(&self) -> Outlook {
        let inner = self.inner.outlook();
        if self.lost {
            return inner;
        }
        let references = |points: usize| {
            usize::from(self.points.is_empty()) + (self.since + points).div_ceil(self.every)
        };
        let most = references(inner.points_max);
        Outlook {
            points_likely: inner.points_likely + references(inner.points_likely),
            points_max: inner.points_max + most,
            longest_ns: inner.longest_ns + most as u64 * self.reference.until.longest_ns(),
        }
    }
}

/// The drift of the reference: a straight line through the logarithms over time, and the residuals.
fn drift(points: &[ReferencePoint]) -> Drift {
    let references: Vec<ReferenceLog> = points.iter().map(ReferenceLog::of).collect();
    let logs: Vec<f64> = references.iter().map(|one| one.log).collect();
    let middle = median(&logs);
    let farthest = references.iter().max_by(|a, b| a.off(middle).total_cmp(&b.off(middle)));
    let excursion = farthest.map_or(0.0, |one| (one.log - middle).exp_m1().abs());
    let excursion_real = farthest.is_some_and(|one| one.off(middle) > OFF_ERRORS * one.error);
    let line = DriftLine::through(&references);
    let freedom = references.len().saturating_sub(1) as f64;
    let noise = references.iter().map(|one| one.error * one.error).sum::<f64>()
        / (references.len() as f64).max(1.0);
    let level = logs.iter().sum::<f64>() / (logs.len() as f64).max(1.0);
    let squares = references.iter().map(|one| one.off(level).powi(2)).sum::<f64>();
    let wanders =
        freedom > 0.0 && squares / noise > freedom + WANDER_DEVIATIONS * (2.0 * freedom).sqrt();
    let wander = if wanders { (squares / freedom - noise).max(0.0).sqrt() } else { 0.0 };
    let matters = line.matters()
        || wander >= MATTERS
        || (excursion >= EXCURSION_MATTERS && excursion_real && references.len() > 2);
    Drift { points: points.to_vec(), change: line.change(), excursion, wander, matters }
}

/// One point as the line sees it.
#[derive(Clone, Copy, Debug)]
struct ReferenceLog {
    began_s: f64,
    log: f64,
    error: f64,
}

impl ReferenceLog {
    fn of(point: &ReferencePoint) -> Self {
        let half = point.mibps.relative_half_width();
        let error = if half.is_finite() { half / ERRORS_IN_HALF_WIDTH } else { ERROR_UNKNOWN };
        Self {
            began_s: point.began_s,
            log: point.mibps.value.max(1e-6).ln(),
            error: error.max(ERROR_MIN),
        }
    }

    fn off(&self, from: f64) -> f64 {
        (self.log - from).abs()
    }
}

/// The change from the first point to the last, as a logarithm, with its standard error.
#[derive(Clone, Copy, Debug)]
struct DriftLine {
    change: f64,
    error: Option<f64>,
}

impl DriftLine {
    /// Least squares. The points' own errors count like [`OWN_WORTH`] more points beside their scatter.
    fn through(references: &[ReferenceLog]) -> Self {
        let n = references.len() as f64;
        let (Some(first), Some(last)) = (references.first(), references.last()) else {
            return Self { change: 0.0, error: None };
        };
        let span = last.began_s - first.began_s;
        let mean_x = references.iter().map(|one| one.began_s).sum::<f64>() / n;
        let mean_y = references.iter().map(|one| one.log).sum::<f64>() / n;
        let xx = references.iter().map(|one| (one.began_s - mean_x).powi(2)).sum::<f64>();
        if xx <= 0.0 {
            return Self { change: 0.0, error: None };
        }
        let xy = references.iter().map(|one| (one.began_s - mean_x) * (one.log - mean_y));
        let slope = xy.sum::<f64>() / xx;
        let left = |one: &ReferenceLog| one.log - mean_y - slope * (one.began_s - mean_x);
        let squares = references.iter().map(|one| left(one).powi(2)).sum::<f64>();
        let own = references.iter().map(|one| one.error.powi(2)).sum::<f64>() / n;
        let variance = (squares + OWN_WORTH * own) / (n - 2.0 + OWN_WORTH);
        let error = (references.len() > 2).then(|| (variance / xx).sqrt() * span.abs());
        Self { change: slope * span, error }
    }

    fn change(&self) -> Estimate {
        let Some(error) = self.error else { return Estimate::unknown(self.change.exp_m1()) };
        let half = LINE_ERRORS * error;
        Estimate::between(
            self.change.exp_m1(),
            (self.change - half).exp_m1(),
            (self.change + half).exp_m1(),
        )
    }

    fn matters(&self) -> bool {
        let clear = self.error.is_some_and(|error| self.change.abs() > LINE_ERRORS * error);
        clear && self.change.exp_m1().abs() >= MATTERS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::Calibrate;
    use base::Rng;
    use record::calibrate::CalibrateConfig;
    use record::{Point, Until};
    use workload::PointLoad;

    const SECOND_NS: u64 = 1_000_000_000;
    const UNTIL: Until = Until {
        half_width: 0.02,
        time_min_ns: 10 * SECOND_NS,
        time_max_ns: 60 * SECOND_NS,
        warm_up_ns: 0,
    };

    fn measured(mibps: f64, began_s: f64) -> Measurement {
        let mibps = Estimate::between(mibps, 0.98 * mibps, 1.02 * mibps);
        Measurement { began_s, ..Measurement::of(&PointLoad::SEQUENTIAL_READ, 1, mibps, 10.0) }
    }

    fn calibrate() -> Calibrate {
        let disks: Vec<String> = (0..23).map(|disk| format!("d{disk}")).collect();
        Calibrate::new(CalibrateConfig::new(&disks, UNTIL, 7))
    }

    /// Drives a study whose points give what their names say; returns the descriptors in order.
    fn drive(study: &mut dyn Study) -> Vec<String> {
        let mut descriptors = Vec::new();
        while let Some(request) = study.next_request() {
            assert_eq!(study.next_request().as_ref(), Some(&request), "the same until it is taken");
            assert!(study.outlook().points_max > 0);
            let name: f64 = request.point.id().0 as f64 % 7.0;
            study.take(&request, &measured(100.0 + name, 60.0 * descriptors.len() as f64));
            descriptors.push(request.point.descriptor());
        }
        descriptors
    }

    #[test]
    fn a_reference_that_cannot_be_run_is_given_up_and_the_study_decides_of_its_own_points() {
        let point = Point::new("reference", &["d0".to_owned()], PointLoad::SEQUENTIAL_READ);
        let reference = PointRequest { point, until: UNTIL, purpose: Purpose::Reference };
        let mut study = ReferencedStudy::new(calibrate(), reference, 10);
        let first = study.next_request().unwrap();
        assert_eq!(first.point.subject, "reference");
        assert!(study.skip_failed(&first, &RunFailure::HostsEnded));
        let descriptors = drive(&mut study);
        assert!(
            !descriptors.is_empty()
                && descriptors.iter().all(|point| !point.starts_with("reference"))
        );
        let mut study = calibrate();
        let own = study.next_request().unwrap();
        assert!(
            study.skip_failed(&own, &RunFailure::HostsEnded),
            "the others can still be compared"
        );
    }

    #[test]
    fn the_study_inside_asks_for_what_it_asks_for_alone() {
        let point = Point::new("reference", &["d0".to_owned()], PointLoad::SEQUENTIAL_READ);
        let reference = PointRequest { point, until: UNTIL, purpose: Purpose::Reference };
        let mut plain = calibrate();
        let alone = drive(&mut plain);
        let mut with = ReferencedStudy::new(calibrate(), reference, 10);
        let all = drive(&mut with);
        let (repeats, own): (Vec<String>, Vec<String>) =
            all.iter().cloned().partition(|descriptors| descriptors.starts_with("reference"));
        assert_eq!(own, alone);
        assert_eq!(with.inner().finding(), plain.finding());
        // Before the first, after every ten, after the last.
        assert_eq!(repeats.len(), 1 + alone.len().div_ceil(10), "{} points", alone.len());
        assert!(all[0].starts_with("reference") && all[11].starts_with("reference"));
        assert!(all.last().is_some_and(|descriptors| descriptors.starts_with("reference")));
        let different: std::collections::HashSet<&String> = repeats.iter().collect();
        assert_eq!(different.len(), repeats.len(), "each repeat is a point of its own");
    }

    fn course(seed: u64, truth: impl Fn(f64) -> f64) -> Drift {
        let mut rng = Rng::new(seed);
        let points: Vec<ReferencePoint> = (0..12)
            .map(|point| {
                let began_s = 900.0 * f64::from(point);
                let mibps = 100.0 * truth(f64::from(point) / 11.0) * (0.007 * rng.normal()).exp();
                ReferencePoint { began_s, mibps: measured(mibps, began_s).mibps }
            })
            .collect();
        drift(&points)
    }

    #[test]
    fn a_machine_that_changes_is_told_from_one_that_does_not() {
        let (mut false_alarms, mut found, mut covered, mut steps, mut waves) = (0, 0, 0, 0, 0);
        let seeds = 400;
        for seed in 0..seeds {
            false_alarms += i32::from(course(seed, |_| 1.0).matters);
            let slower = course(seed, |at| 1.0 - 0.05 * at);
            found += i32::from(slower.matters && slower.change.value < -0.02);
            let ends = slower.change.ends();
            covered += i32::from((ends.low..=ends.high).contains(&-0.05));
            steps +=
                i32::from(course(seed, |at| if at > 0.4 && at < 0.5 { 0.85 } else { 1.0 }).matters);
            waves += i32::from(course(seed, |at| 1.0 + 0.04 * (20.0 * at).sin()).matters);
        }
        eprintln!(
            "of {seeds}: false alarms {false_alarms}, 5 % found {found}, covered {covered}, a dip {steps}, waves {waves}"
        );
        assert!(
            false_alarms <= 4 && found >= 190 && covered >= 184,
            "{false_alarms} {found} {covered}"
        );
        assert!(steps >= 392 && waves >= 380, "{steps} {waves}");
    }
}
