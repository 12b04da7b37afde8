//! The measurement of the points of a stage: prepares the places on all hosts, runs the study on them, and adds the results
//! to the record.
//!
//! Recorded points are read instead of measured. Never repeats a stored point.

use super::active::ActiveStudy;
use super::drive::drive;
use super::{FindingStudy, Stage, StudyRequest, Work, conclude, warnings};
use crate::failure::Failure;
use crate::points::{PointRunner, PointSettings};
use crate::progress::Watch;
use record::{Journal, StudyKind};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use workload::{EngineChoice, EngineUse};

impl ActiveStudy {
    /// Measures the points of a stage that are not stored yet.
    pub(super) fn measure_stage(
        &mut self,
        request: &mut StudyRequest,
        number: usize,
        (mut study, journal): (Option<&mut (dyn FindingStudy + 'static)>, &Journal),
        interrupt: &Arc<AtomicBool>,
    ) -> Result<(), Failure> {
        if !matches!(request.stages[number].work, Work::Recorded(..)) {
            let stage = &mut request.stages[number];
            let made = prepare_places(stage, &request.engine, self.seed, interrupt, &self.watch);
            let agreed = self.hosts.agree(made);
            self.are_hosts_together &= agreed.is_ok();
            agreed?;
        }
        let stage = &request.stages[number];
        match (&mut study, &stage.work) {
            (None, Work::Ramp(work)) => {
                self.run_ramp(stage, number, work, &request.engine, interrupt)
            }
            (Some(study), Work::Recorded(_, rows)) => {
                self.watch.borrow_mut().stage_begins(0, true);
                let mut rows = rows.clone();
                let places = (&self.watch, &self.recorder);
                let (points, driven) = drive(*study, journal, &mut rows, number, places);
                self.stage_record(number).points.extend(points);
                self.record.engine = EngineUse::Recorded;
                driven
            }
            (Some(study), _) => {
                let settings = PointSettings {
                    engine: request.engine.clone(),
                    seed: self.seed,
                    pause_ns: request.pause_ns(stage, &stage.shelf.stacks()),
                    begun_before_s: self.now_s(number, stage.shelf.simulated()),
                    all_must_answer: stage.study == StudyKind::Scale,
                    grows_hosts: stage.study == StudyKind::Scale && stage.shelf.hosts() > 1,
                };
                self.measure_points(stage, number, (*study, journal), &settings, interrupt)
            }
            (None, _) => Ok(()),
        }
    }

    fn measure_points(
        &mut self,
        stage: &Stage,
        number: usize,
        (study, journal): (&mut dyn FindingStudy, &Journal),
        settings: &PointSettings,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<(), Failure> {
        let stage_watch = warnings::StageWatch::start(&stage.shelf);
        let simulated = stage.shelf.simulated();
        self.watch.borrow_mut().stage_begins(settings.pause_ns, simulated);
        let places = (&self.watch, &self.recorder);
        let mut runner =
            PointRunner::new(&stage.shelf, settings.clone(), interrupt, places.0, places.1);
        runner.runner.watch = (!simulated).then_some(&stage_watch.condition_watch);
        runner.runner.hosts = self.hosts.several();
        let (points, driven) = drive(study, journal, &mut runner, number, places);
        let (trials, mut totals) = (std::mem::take(&mut runner.trials), runner.runner.totals);
        self.hosts.end_stage();
        totals.own_io = self.hosts.counted_io(totals.own_io);
        self.watch.borrow_mut().progress.wipe();
        let ran = (trials, totals);
        conclude::add_results(&mut self.record, stage, ran, &stage_watch, settings);
        self.stage_record(number).points.extend(points);
        let (finding, drift) = (study.finding(), study.drift());
        let record = self.stage_record(number);
        (record.finding, record.drift) = (Some(finding), drift);
        driven
    }
}

/// Prepares the places of a stage: makes and prefills their files.
pub(super) fn prepare_places(
    stage: &mut Stage,
    engine: &EngineChoice,
    seed: u64,
    interrupt: &AtomicBool,
    watch: &RefCell<Watch>,
) -> Result<(), Failure> {
    if stage.study == StudyKind::Scale {
        stage.shelf.check_readable()?;
    }
    stage.shelf.open(engine)?;
    stage.shelf.prefill(seed, interrupt, watch)
}
