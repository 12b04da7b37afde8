//! A stage that raises the load to a latency limit in an open loop, with trials instead of points, as `check` does.

use super::active::ActiveStudy;
use super::warnings::StageWatch;
use super::{Stage, conclude};
use crate::check;
use crate::failure::Failure;
use crate::runner::{PlanRunner, RunTotals};
use crate::trials::{TrialRunner, TrialSetup};
use base::random;
use engine::virtual_time::SimWorld;
use record::{Finding, TrialRecord};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use study::{CheckPlan, judge};
use summary::Warning;
use sys::file::PathKind;
use workload::{EngineChoice, Requirement, Role};

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
        conclude::add_warnings(&mut self.record, own);
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
        conclude::add_notes(&mut self.record, totals);
        let warnings = check::warnings_of(roles, &trials, &seen);
        conclude::add_load(&mut self.record, seen.load);
        conclude::add_warnings(&mut self.record, warnings.clone());
        self.record.trials.extend(trials);
        warnings
    }
}
