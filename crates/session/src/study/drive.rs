//! Drives a study with a runner: takes the known points and the runner, stores every new point at once, and returns the new
//! points.
//!
//! Never decides where points come from: the runner measures or reads them.

use super::FindingStudy;
use crate::failure::{Ending, Failure};
use crate::progress::Watch;
use crate::recorder::Recorder;
use record::{Journal, Measurement, PointRecord, RunFailure};
use std::cell::RefCell;
use study::conduct::Progress as Step;
use study::{Outlook, PointRequest, Runner, Study, conduct};

/// Conducts a study to its end. Returns the measured points, which are all in the store by then.
pub(super) fn drive<R: Runner<PointRequest>>(
    study: &mut dyn FindingStudy,
    journal: &Journal,
    runner: &mut R,
    number: usize,
    (watch, recorder): (&RefCell<Watch>, &RefCell<Recorder>),
) -> (Vec<PointRecord>, Result<(), Failure>)
where
    R::Error: std::fmt::Display,
{
    let mut points = Vec::new();
    let conducted =
        conduct(&mut DynStudy(study, recorder), journal, runner, &mut |step| match step {
            Step::Begins(_, outlook) => watch.borrow_mut().outlook(outlook),
            Step::Known(..) => watch.borrow_mut().point_known(),
            Step::Measured(ask, seen) => {
                let (point, purpose) = (ask.point.clone(), ask.purpose);
                let point = PointRecord { purpose, point, measured: seen.clone() };
                recorder.borrow_mut().point(number as u32, &point);
                watch.borrow_mut().point_ended();
                points.push(point);
            }
        });
    let driven = conducted.map(drop).map_err(|error| {
        Failure::of(Ending::Target, error.to_string().lines().map(str::to_owned).collect())
    });
    (points, driven)
}

/// Gives a study all known points. Returns whether it needs no others.
pub(super) fn all_known(study: &mut dyn FindingStudy, journal: &Journal) -> bool {
    while let Some(ask) = study.next_request() {
        let Some(known) = journal.get(&ask.point.id()) else { return false };
        study.take(&ask, known);
    }
    true
}

/// Adapts a [`FindingStudy`] to the function [`conduct`].
struct DynStudy<'a>(&'a mut dyn FindingStudy, &'a RefCell<Recorder>);

impl Study for DynStudy<'_> {
    fn next_request(&mut self) -> Option<PointRequest> {
        self.0.next_request()
    }

    fn take(&mut self, ask: &PointRequest, seen: &Measurement) {
        self.0.take(ask, seen);
    }

    fn outlook(&self) -> Outlook {
        self.0.outlook()
    }

    fn skip_failed(&mut self, ask: &PointRequest, failure: &RunFailure) -> bool {
        // If the store fails, the study must not continue without the point.
        self.1.borrow().stops().is_none() && self.0.skip_failed(ask, failure)
    }
}
