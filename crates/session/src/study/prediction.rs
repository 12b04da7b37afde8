//! Predicts the course of a study: which points it would measure and how long they would take, if all places are alike and
//! steady, in noise, and at most; and what is left if a part is already measured. Touches nothing.

use super::resume::{EarlierResults, KnownStages, StartedStudy};
use super::{EarlierStage, FindingStudy, Stage, StudyRequest, Work};
use crate::progress::{StageEstimate, likely_s, longest_s};
use record::{Measurement, StageRecord};
use study::{Outlook, PointRequest};
use summary::Estimate;

/// The most points of a predicted course, so that the prediction ends even if the study would not.
const POINTS_MAX: usize = 100_000;
/// The number of predicted courses in noise (ours: six for each of [`NOISE_SHARES`]).
const NOISY_COURSES: u64 = 24;
/// The largest relative difference of points from the mean (ours); successive courses use these values in turn.
const NOISE_SHARES: [f64; 4] = [0.05, 0.1, 0.2, 0.3];
/// The assumed throughput of every place, in MiB/s (ours).
const MIBPS: f64 = 100.0;

pub(super) struct PredictedCourse {
    pub(super) asks: Vec<PointRequest>,
    pub(super) outlook: Outlook,
    /// The time if all places are alike and steady.
    pub(super) likely_s: f64,
    /// The time of the longest of several courses in which no point settles.
    pub(super) noisy_s: f64,
    pub(super) longest_s: f64,
    pub(super) pause_s: f64,
}

impl PredictedCourse {
    pub(super) fn points_max(&self) -> usize {
        self.outlook.points_max.max(self.asks.len())
    }

    /// The rest of the course if `known` is already measured. The study takes the known points, and then its own outlook gives
    /// the number of further points, as during a measurement. The likely time is at most the rest of the predicted one.
    fn predict_rest(
        &self,
        stage: &Stage,
        seed: u64,
        before: &[EarlierStage<'_>],
        known: Option<&StageRecord>,
    ) -> PredictedRest {
        let all = PredictedRest {
            points_likely: self.asks.len(),
            points_max: self.points_max(),
            likely_s: self.likely_s,
            noisy_s: self.noisy_s,
            longest_s: self.longest_s,
        };
        let Some(known) = known else { return all };
        let (Work::Points(build) | Work::Recorded(build, _)) = &stage.work else {
            return if known.finding.is_some() { PredictedRest::default() } else { all };
        };
        if known.points.is_empty() {
            return all;
        }
        let (mut study, mut journal) = (build(seed, before), known.journal());
        let next = loop {
            let Some(ask) = study.next_request() else { return PredictedRest::default() };
            match journal.remove(&ask.point.id()) {
                Some(seen) => study.take(&ask, &seen),
                None => break ask,
            }
        };
        // The journal may also have points that a changed stage requests later.
        let outlook = study.outlook();
        let without_journal = |points: usize| points.saturating_sub(journal.len()).max(1);
        let points_likely = without_journal(outlook.points_likely);
        let points_max = without_journal(outlook.points_max);
        let point_s = likely_s(&next, self.pause_s);
        let outlook_s = points_likely as f64 * point_s;
        let longest_s = longest_s(outlook, self.pause_s).min(self.longest_s);
        let gone_s: f64 =
            known.points.iter().map(|point| point.measured.seconds + self.pause_s).sum();
        let outlook_s = outlook_s.min(longest_s);
        let likely_s = (self.likely_s - gone_s).max(point_s).min(outlook_s);
        let noisy_s = (self.noisy_s - gone_s).clamp(outlook_s, longest_s);
        PredictedRest { points_likely, points_max, likely_s, noisy_s, longest_s }
    }
}

/// The predicted rest of each stage, as far as known before the earlier stages are measured.
pub(super) fn estimates(request: &StudyRequest, begun: &StartedStudy) -> Vec<StageEstimate> {
    let records = begun.record.study.as_ref().map_or(&[][..], |study| &study.stages);
    let estimate = |(number, (stage, known)): (usize, (&Stage, &StageRecord))| {
        let points = known.points.len();
        if request.stages.len() == 1 {
            return StageEstimate {
                points_likely: points,
                points_max: points,
                ..StageEstimate::default()
            };
        }
        let course = predict(request, stage, begun.seed);
        let earlier = earlier_stages(request, records[..number].iter().map(Some));
        let left = course.predict_rest(stage, begun.seed, &earlier, Some(known));
        StageEstimate {
            points_likely: points + left.points_likely,
            points_max: points + left.points_max,
            likely_s: left.likely_s,
            longest_s: left.longest_s,
        }
    };
    request.stages.iter().zip(records).enumerate().map(estimate).collect()
}

/// The known results of the earlier stages, which a stage may use.
fn earlier_stages<'a>(
    request: &'a StudyRequest,
    records: impl Iterator<Item = Option<&'a StageRecord>>,
) -> Vec<EarlierStage<'a>> {
    let stages =
        request.stages.iter().zip(records).filter_map(|(stage, record)| {
            Some(EarlierStage { record: record?, shelf: &stage.shelf })
        });
    stages.collect()
}

/// The predicted rest of a stage, which may be partly measured.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PredictedRest {
    pub(super) points_likely: usize,
    pub(super) points_max: usize,
    pub(super) likely_s: f64,
    pub(super) noisy_s: f64,
    pub(super) longest_s: f64,
}

/// The predicted rest of all stages; `None` if no stage has results.
pub(super) fn predict_rest(
    request: &StudyRequest,
    courses: &[PredictedCourse],
    earlier: &EarlierResults,
) -> Option<PredictedRest> {
    let KnownStages { seed, stages: known } = earlier.known.as_ref()?;
    let mut sum = PredictedRest::default();
    let stages = request.stages.iter().zip(courses).zip(known).enumerate();
    for (number, ((stage, course), own)) in stages {
        let earlier = earlier_stages(request, known[..number].iter().map(Option::as_ref));
        let left = course.predict_rest(stage, *seed, &earlier, own.as_ref());
        sum.points_likely += left.points_likely;
        sum.points_max += left.points_max;
        sum.likely_s += left.likely_s;
        sum.noisy_s += left.noisy_s;
        sum.longest_s += left.longest_s;
    }
    Some(sum)
}

/// The predicted course of a stage without results.
pub(super) fn predict(request: &StudyRequest, stage: &Stage, seed: u64) -> PredictedCourse {
    let pause_s = request.pause_ns(stage, &stage.shelf.stacks()) as f64 / 1e9;
    let build = match &stage.work {
        Work::Points(build) | Work::Recorded(build, _) => build,
        Work::Ramp(work) => {
            let time_s = work.budget_ns as f64 / 1e9;
            let outlook = Outlook::default();
            return PredictedCourse {
                asks: Vec::new(),
                outlook,
                likely_s: time_s,
                noisy_s: time_s,
                longest_s: time_s,
                pause_s,
            };
        }
    };
    let outlook = build(seed, &[]).outlook();
    let likely =
        walk(build(seed, &[]), |ask, now_s| alike_result(ask, likely_s(ask, pause_s), now_s));
    // Which places noise makes suspicious is random: take the longest of several courses.
    let courses = (0..NOISY_COURSES).map(|course| {
        walk(build(seed, &[]), |ask, now_s| {
            let point_s = pause_s + ask.until.longest_ns() as f64 / 1e9;
            noisy_result(ask, point_s, now_s, course)
        })
    });
    let noisy_s = courses.map(|course| course.seconds).fold(likely.seconds, f64::max);
    let longest_s = longest_s(outlook, pause_s).max(noisy_s);
    let WalkedCourse { asks, seconds: likely_s } = likely;
    PredictedCourse { asks, outlook, likely_s, noisy_s, longest_s, pause_s }
}

struct WalkedCourse {
    asks: Vec<PointRequest>,
    seconds: f64,
}

/// The points that a study requests if `measure` returns the result of each that begins at this second.
fn walk(
    mut study: Box<dyn FindingStudy>,
    measure: impl Fn(&PointRequest, f64) -> Measurement,
) -> WalkedCourse {
    let mut course = WalkedCourse { asks: Vec::new(), seconds: 0.0 };
    while let Some(ask) = study.next_request().filter(|_| course.asks.len() < POINTS_MAX) {
        let measured = measure(&ask, course.seconds);
        study.take(&ask, &measured);
        course.seconds += measured.seconds;
        course.asks.push(ask);
    }
    course
}

/// The result of a point that does not settle: differs from the others by up to the share of the course. The difference is
/// drawn from a seed of the point, its begin and the course.
fn noisy_result(ask: &PointRequest, point_s: f64, now_s: f64, course: u64) -> Measurement {
    let Measurement { mibps, iops, .. } = alike_result(ask, point_s, now_s);
    let descriptor = ask.point.descriptor();
    let key: Vec<u64> = descriptor.bytes().map(u64::from).chain([course]).collect();
    // The upper 53 bits fill the mantissa of a number from 0 to 1.
    let drawn = (base::random::derive(now_s.to_bits(), &key) >> 11) as f64 / (1_u64 << 53) as f64;
    let most = NOISE_SHARES[course as usize % NOISE_SHARES.len()];
    let share = 1.0 + most * (2.0 * drawn - 1.0);
    // Ours: an interval of 10 % to each side.
    let unsettled = |mean: Estimate| {
        Estimate::between(mean.value * share, mean.value * share * 0.9, mean.value * share * 1.1)
    };
    Measurement {
        mibps: unsettled(mibps),
        iops: unsettled(iops),
        settled: false,
        ..alike_result(ask, point_s, now_s)
    }
}

/// The result of a point if all places are alike.
fn alike_result(ask: &PointRequest, point_s: f64, now_s: f64) -> Measurement {
    let targets = ask.point.targets.len();
    let mibps = MIBPS * targets as f64;
    // Half of the width at which a point settles.
    let half_width = ask.until.half_width / 2.0;
    let mibps = Estimate::between(mibps, mibps * (1.0 - half_width), mibps * (1.0 + half_width));
    Measurement { began_s: now_s, ..Measurement::of(&ask.point.load, targets, mibps, point_s) }
}
