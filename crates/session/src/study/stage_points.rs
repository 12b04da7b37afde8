//! The measurement of the points of a stage: prepares the places on all hosts, runs the study on them, and adds the results
//! to the record.
//!
//! Recorded points are read instead of measured. Never repeats a stored point.

use super::active::{ActiveStudy, drive};
use super::warnings::StageWatch;
use super::{FindingStudy, Stage, StudyRequest, Work, run_record};
use crate::check;
use crate::failure::Failure;
use crate::points::{PointRunner, PointSettings};
use crate::progress::Watch;
use crate::runner::{PlanRunner, RunTotals};
use crate::trials::{TrialRunner, TrialSetup};
use base::random;
use engine::virtual_time::SimWorld;
use record::{Finding, Journal, StudyKind, TrialRecord};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use study::{CheckPlan, judge};
use summary::Warning;
use sys::file::PathKind;
use workload::{EngineChoice, EngineUse, Requirement, Role};

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
        let stage_watch = StageWatch::start(&stage.shelf);
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
        run_record::add_results(&mut self.record, stage, ran, &stage_watch, settings);
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

#[derive(Clone, Debug)]
pub struct RampWork {
    /// The load, its latency limit, and the largest queue depth.
    pub role: Role,
    /// The time of the whole ramp in nanoseconds.
    pub budget_ns: u64,
}

impl ActiveStudy {
    /// Runs the ramp. Results before a failure are kept.
    pub(super) fn run_ramp(
        &mut self,
        stage: &Stage,
        number: usize,
        work: &RampWork,
        engine: &EngineChoice,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<(), Failure> {
        let stage_watch = StageWatch::start(&stage.shelf);
        let known = stage_watch.known();
        let depth_max = work.role.stream.depth;
        let mut role = work.role.clone();
        let block = stage.shelf.facts.targets[0].block_bytes;
        role.fit_to(u64::from(block));
        let plan = CheckPlan {
            roles: vec![role],
            requirement: Requirement::default(),
            budgets_ns: vec![work.budget_ns],
            question_ns: 0,
            depth_max,
            on_device: stage.shelf.held[0]
                .as_ref()
                .is_some_and(|held| held.kind() == PathKind::Device),
        };
        let mut watch = self.watch.borrow_mut();
        let simulated = stage.shelf.simulated();
        watch.ramp_begins(work.budget_ns as f64 / 1e9, simulated);
        let seed = random::derive(self.seed, &[number as u64]);
        let setup = TrialSetup {
            roles: &plan.roles,
            target: stage.shelf.targets[0].clone(),
            held: stage.shelf.held[0].clone(),
            facts: stage.shelf.facts.clone(),
            engine: engine.clone(),
            seed,
            budget_s: work.budget_ns as f64 / 1e9,
        };
        let names = plan.roles.iter().flat_map(Role::stream_names).collect();
        let world = SimWorld::with_seed(seed);
        let mut runner = PlanRunner::new(interrupt, &self.recorder, world, names);
        runner.watch = (!simulated).then_some(&stage_watch.condition_watch);
        runner.hosts = self.hosts.several();
        let mut runner = TrialRunner::new(setup, runner, &mut watch.progress);
        let mut trials: Vec<TrialRecord> = Vec::new();
        let mut finding = None;
        let driven = plan.drive(
            &mut runner,
            &|| if simulated { known.clone() } else { stage_watch.lap(&known) },
            &mut |trial: &TrialRecord, _| {
                self.recorder.borrow_mut().trial_end(trial);
                trials.push(trial.clone());
            },
            &mut |found| finding = Some(found.clone()),
        );
        let finding = finding.map(|found| judge::with_unseen(found, &trials, known.rotational));
        let mut totals = runner.runner.totals;
        drop(watch);
        self.hosts.end_stage();
        totals.own_io = self.hosts.counted_io(totals.own_io);
        self.record.notes.extend(check::job_notes(&plan.roles));
        let warnings = self.add_trials(stage, &plan.roles, (&stage_watch, engine), totals, trials);
        let own = driven.as_ref().map_or(Vec::new(), |result| result.warnings.clone());
        run_record::add_warnings(&mut self.record, own);
        let interrupted = interrupt.load(Ordering::Relaxed);
        // An interrupted ramp is repeated, and its finding does not count.
        if let Some(found) = finding.filter(|_| driven.is_ok() && !interrupted) {
            let found = Finding::Ramp(judge::unless_forbidden(found, &warnings));
            self.recorder.borrow_mut().stage_end(number as u32, &found, None);
            self.stage_record(number).finding = Some(found);
        }
        driven.map(drop).map_err(|error| error.failure())
    }

    /// Adds the trials of a ramp to the record, and returns their warnings.
    fn add_trials(
        &mut self,
        stage: &Stage,
        roles: &[Role],
        (stage_watch, choice): (&StageWatch, &EngineChoice),
        totals: RunTotals,
        trials: Vec<TrialRecord>,
    ) -> Vec<Warning> {
        let seen = stage_watch.stop(&stage.shelf, &totals, choice);
        run_record::add_notes(&mut self.record, totals);
        let warnings = check::warnings_of(roles, &trials, &seen);
        run_record::add_load(&mut self.record, seen.load);
        run_record::add_warnings(&mut self.record, warnings.clone());
        self.record.trials.extend(trials);
        warnings
    }
}
