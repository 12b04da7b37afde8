//! How many disks fill the path to them? Measures disk 1, disks 1-2, 1-4, ... and then around the corner.
//!
//! Takes the names of disks in order and the results of their points; returns the number that fills the limit and the limit, each
//! with its interval, or that it was not reached. Stops climbing when the answer is known.

mod answer;
mod course;
mod hinge;
mod law;
mod sets;

use crate::conduct::{Outlook, Study};
use crate::conduct::{PointRequest, double_time, is_constant_rate, limited_by_cpus};
use answer::FitContext;
use course::{ChoiceContext, ScaleStep};
use hinge::HingeFit;
use law::UslFit;
use record::scale::{Law, Saturation, ScaleConfig, ScaleFall, ScaleFinding};
use record::{Measurement, Point, Purpose};
use sets::ScaleMeasurement;
use std::collections::BTreeSet;

#[derive(Clone, Debug)]
pub struct Scale {
    config: ScaleConfig,
    measurements: Vec<ScaleMeasurement>,
    /// The fits and the next step, as of the last point.
    now: ScaleFits,
}

/// What follows from the points so far.
#[derive(Clone, Debug)]
struct ScaleFits {
    hinge: Option<HingeFit>,
    law: Option<UslFit>,
    falls: Option<ScaleFall>,
    next: Option<ScaleStep>,
}

impl Scale {
    pub fn new(config: ScaleConfig) -> Self {
        let now = ScaleFits::of(&config, &[]);
        Self { config, measurements: Vec::new(), now }
    }

    /// The finding so far; complete once the study has ended.
    pub fn finding(&self) -> ScaleFinding {
        let (config, contradicted_mibps) = sets::check_own_speeds(&self.config, &self.measurements);
        let spots = sets::spots(&self.measurements, &config.alone);
        let mut answer = answer::answer(&FitContext {
            spots: &spots,
            hinge: self.now.hinge.as_ref(),
            usl: self.now.law.as_ref(),
            falls: self.now.falls,
            config: &config,
        });
        let whole = self.now.next.is_none();
        if !whole {
            // The next set may contradict the corner of a few points.
            (answer.saturation, answer.law, answer.hinge) = (Saturation::Open, Law::Open, None);
        }
        let cpus_full = self.cpus_full(&answer.saturation);
        let mut finding = ScaleFinding {
            config,
            contradicted_mibps,
            sets: sets::sets(&self.measurements),
            saturation: if cpus_full.is_some() { Saturation::Open } else { answer.saturation },
            slope: answer.slope,
            law: answer.law,
            hinge: answer.hinge,
            usl: self.now.law.map(|fit| fit.usl),
            falls: self.now.falls,
            cpus_full,
            whole,
        };
        if finding.last_adds_less().is_some() {
            finding.saturation = Saturation::Open;
        }
        if finding.law == Law::Usl && finding.falls.is_none() && finding.uneven().is_some() {
            finding.law = Law::None;
        }
        finding
    }

    /// How busy the CPUs were beyond the corner, if at least half of the points there ran on full ones. `None` if sets of several
    /// sizes have the same rate: no CPU does that.
    fn cpus_full(&self, saturation: &Saturation) -> Option<f64> {
        let Saturation::Reached { knee, .. } = saturation else { return None };
        let beyond: Vec<&ScaleMeasurement> =
            self.measurements.iter().filter(|one| one.disks as f64 >= knee.value).collect();
        let points: Vec<&Measurement> = beyond.iter().map(|one| &one.measured).collect();
        let sizes: BTreeSet<usize> = beyond.iter().map(|one| one.disks).collect();
        if sizes.len() > 1 && is_constant_rate(&points) {
            return None;
        }
        limited_by_cpus(points)
    }
}

impl ScaleFits {
    fn of(config: &ScaleConfig, measurements: &[ScaleMeasurement]) -> Self {
        let (config, _) = sets::check_own_speeds(config, measurements);
        let spots = sets::spots(measurements, &config.alone);
        let points = sets::sets(measurements);
        let disks: Vec<usize> = points.iter().map(|point| point.disks).collect();
        let points: Vec<usize> = points.iter().map(|point| point.points).collect();
        let falls = answer::falls(&spots, &disks);
        let hinge = hinge::fit(&spots);
        let usl = law::fit(&spots);
        let known = ChoiceContext {
            spots: &spots,
            disks: &disks,
            points: &points,
            fit: hinge.as_ref(),
            corner_visible: hinge
                .as_ref()
                .is_some_and(|fit| answer::is_corner_visible(fit, &spots, &config.alone)),
            law: hinge.as_ref().map_or(Law::Open, |fit| answer::law(&spots, fit, usl.as_ref())),
            peak: falls.map(|fall| fall.after),
            most: config.disks.len(),
        };
        let next = match &config.recorded {
            Some(record) => {
                let next = record.disks.get(measurements.len());
                next.map(|disks| ScaleStep::Climb(*disks as usize))
            }
            None if measurements.len() < config.points_max => course::next(&known),
            None => None,
        };
        Self { hinge, law: usl, falls, next }
    }
}

impl Study for Scale {
    fn next_request(&mut self) -> Option<PointRequest> {
        let (disks, until, purpose) = match self.now.next? {
            ScaleStep::Climb(disks) => (disks, self.config.until, Purpose::GrowingSet),
            ScaleStep::Again(disks) => {
                (disks, double_time(self.config.until), Purpose::AroundCorner)
            }
        };
        let record = self.config.recorded.as_ref();
        let purpose = if record.is_some_and(|record| !record.is_order_known) {
            Purpose::RecordedWithoutOrder
        } else {
            purpose
        };
        let repeat = self.measurements.iter().filter(|one| one.disks == disks).count() as u32;
        let subject = self.config.unit.subject();
        let point = Point::new(subject, &self.config.disks[..disks], self.config.load);
        Some(PointRequest { point: Point { repeat, ..point }, until, purpose })
    }

    fn may_request(&self, point: &Point) -> bool {
        point.subject == self.config.unit.subject()
            && point.load == self.config.load
            && self.config.disks.starts_with(&point.targets)
    }

    fn take(&mut self, request: &PointRequest, measured: &Measurement) {
        self.measurements.push(ScaleMeasurement {
            disks: request.point.targets.len(),
            measured: measured.clone(),
        });
        self.now = ScaleFits::of(&self.config, &self.measurements);
    }

    fn outlook(&self) -> Outlook {
        let left = self.config.points_max - self.measurements.len();
        let Some(step) = self.now.next else { return Outlook::default() };
        let climb = match step {
            ScaleStep::Climb(disks) => {
                (self.config.disks.len() / disks).max(1).ilog2() as usize + 1
            }
            ScaleStep::Again(_) => 0,
        };
        let climb = if self.config.recorded.is_some() { left } else { climb };
        let longest_ns = left as u64 * double_time(self.config.until).longest_ns();
        Outlook { points_likely: (climb + 4).min(left), points_max: left, longest_ns }
    }
}
