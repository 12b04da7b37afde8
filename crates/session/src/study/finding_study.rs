//! Studies with findings: takes the studies of crate `study`, and returns what they have found so far; adds the reference
//! points to a study.
//!
//! A reference point is the same point, measured again and again: it shows changes of the machine. Never measures.

use record::{Drift, Finding, Point, Purpose, Until};
use study::reference::ReferencedStudy;
use study::{PointRequest, Study};
use workload::PointLoad;

pub const REFERENCE: &str = "reference";

/// The number of points of a study between two reference points.
const REFERENCE_EVERY: usize = 10;

/// A study whose findings can be read at any time.
pub trait FindingStudy: Study {
    fn finding(&self) -> Finding;

    /// The drift of the machine during the study; `None` without reference points.
    fn drift(&self) -> Option<Drift> {
        None
    }
}

impl<S: FindingStudy> FindingStudy for ReferencedStudy<S> {
    fn finding(&self) -> Finding {
        self.inner().finding()
    }

    fn drift(&self) -> Option<Drift> {
        Some(ReferencedStudy::drift(self))
    }
}

impl FindingStudy for study::calibrate::Calibrate {
    fn finding(&self) -> Finding {
        Finding::Calibrate(Self::finding(self))
    }
}

impl FindingStudy for study::race::Race {
    fn finding(&self) -> Finding {
        Finding::Race(Self::finding(self))
    }
}

impl FindingStudy for study::depth_sweep::DepthSweep {
    fn finding(&self) -> Finding {
        Finding::DepthSweep(Self::finding(self))
    }
}

impl FindingStudy for study::scale::Scale {
    fn finding(&self) -> Finding {
        Finding::Scale(Self::finding(self))
    }
}

pub fn reference(target: &str, load: PointLoad) -> Point {
    Point::new(REFERENCE, &[target.to_owned()], load)
}

/// Returns a study that repeats `point` between its own points, so that changes of the machine show.
pub fn referenced<S: FindingStudy + 'static>(
    study: S,
    point: Point,
    until: Until,
) -> Box<dyn FindingStudy> {
    let reference = PointRequest { point, until, purpose: Purpose::Reference };
    Box::new(ReferencedStudy::new(study, reference, REFERENCE_EVERY))
}
