//! Conducts a study of points to its end: gets its next request, runs it, and passes on the result; what measured points show of
//! the machine.
//!
//! A [`Study`] is a pure state machine; the [`Runner`] knows how to run a point; earlier measurements are taken from the journal
//! instead of repeated. So a killed study resumes when it is started again: with the same seed it requests the same points.

use crate::runner::{Runner, TrialFlow};
use record::{Drift, Journal, Measurement, Point, Purpose, RunFailure, Until};

/// A methodology that decides which point to run next, and when it is enough.
pub trait Study {
    /// The next point; `None` once the decision is made. The same until [`Study::take`].
    fn next_request(&mut self) -> Option<PointRequest>;

    fn take(&mut self, request: &PointRequest, measured: &Measurement);

    fn outlook(&self) -> Outlook;

    /// Whether the study may request this point: only then is a measurement for another study of use to it. A study that takes
    /// recorded points accepts all.
    fn may_request(&self, point: &Point) -> bool {
        let _ = point;
        true
    }

    /// Takes the drift of a repeated reference point, if there is one. Does not change which points are requested.
    fn take_drift(&mut self, drift: &Drift) {
        let _ = drift;
    }

    /// Takes the failure to run the requested point. Returns whether the study continues without it, and then
    /// requests another one; most cannot.
    fn skip_failed(&mut self, request: &PointRequest, failure: &RunFailure) -> bool {
        let _ = (request, failure);
        false
    }
}

/// How much of a study is still to come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    pub points_likely: usize,
    pub points_max: usize,
    /// The time that these take at most, without pauses.
    pub longest_ns: u64,
}

/// An event of a running study.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    Begins(&'a PointRequest, Outlook),
    Measured(&'a PointRequest, &'a Measurement),
    /// A point was found in the journal.
    Known(&'a PointRequest, &'a Measurement),
}

/// Runs a study to its end, or until the user stops it; returns whether it came to its end.
///
/// # Errors
/// If a point could not be run and the study cannot continue without it; earlier measurements have been passed to `on`.
pub fn conduct<R: Runner<PointRequest>>(
    study: &mut dyn Study,
    journal: &Journal,
    runner: &mut R,
    on: &mut dyn FnMut(Progress<'_>),
) -> Result<bool, R::Error> {
    while let Some(request) = study.next_request() {
        if let Some(known) = journal.get(&request.point.id()) {
            on(Progress::Known(&request, known));
            runner.skip(&request);
            study.take(&request, known);
            continue;
        }
        on(Progress::Begins(&request, study.outlook()));
        let seen = match runner.run(&request, &mut |_| TrialFlow::Continue) {
            Ok(seen) if seen.interrupted => return Ok(false),
            Ok(seen) => seen.total,
            Err(error) => match runner.failure_of(&error) {
                Some(failure) if study.skip_failed(&request, &failure) => continue,
                _ => return Err(error),
            },
        };
        on(Progress::Measured(&request, &seen));
        study.take(&request, &seen);
    }
    Ok(true)
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Observation, OnInterval};
    use record::{Purpose, Until};
    use summary::Estimate;
    use workload::PointLoad;

    /// Requests a point again and again until the sum of the results is known.
    struct Sum {
        left: u32,
        sum: f64,
    }

    impl Study for Sum {
        fn next_request(&mut self) -> Option<PointRequest> {
            let point =
                Point { repeat: self.left, ..Point::new("x", &[], PointLoad::SEQUENTIAL_READ) };
            let until = Until { half_width: 0.1, time_min_ns: 1, time_max_ns: 1, warm_up_ns: 0 };
            (self.left > 0).then_some(PointRequest { point, until, purpose: Purpose::Race })
        }

        fn take(&mut self, _: &PointRequest, measured: &Measurement) {
            self.left -= 1;
            self.sum += measured.mibps.value;
        }

        fn outlook(&self) -> Outlook {
            let left = self.left as usize;
            Outlook { points_likely: left, points_max: left, longest_ns: left as u64 }
        }
    }

    /// Returns the points' repeats, and stops after this many.
    struct Stops {
        after: usize,
        ran: usize,
    }

    impl Runner<PointRequest> for Stops {
        type Error = std::convert::Infallible;

        fn run(
            &mut self,
            request: &PointRequest,
            _: OnInterval<'_>,
        ) -> Result<Observation, Self::Error> {
            self.ran += 1;
            let value = Estimate::unknown(f64::from(request.point.repeat));
            let seen = Observation::of_total(Measurement::of(&request.point.load, 1, value, 1.0));
            Ok(Observation { interrupted: self.ran > self.after, ..seen })
        }
    }

    #[test]
    fn a_study_that_was_stopped_goes_on_where_it_was() {
        let mut journal = Journal::new();
        let mut ran = 0;
        for session in 0.. {
            let (mut study, mut runner) = (Sum { left: 10, sum: 0.0 }, Stops { after: 3, ran: 0 });
            let known = journal.clone();
            let whole = conduct(&mut study, &known, &mut runner, &mut |progress| {
                if let Progress::Measured(request, seen) = progress {
                    assert!(journal.insert(request.point.id(), seen.clone()).is_none());
                }
            });
            ran += runner.ran.min(runner.after);
            if whole == Ok(true) {
                assert_eq!((session, ran, study.sum), (3, 10, 55.0));
                break;
            }
        }
    }
}
