//! One stage that climbs to a latency ceiling in an open loop: trials instead of cells, driven as `check` drives them.

use super::doubts::{Ran, Seen};
use super::{Course, Stage, conclude};
use crate::check;
use crate::conditions::Ours;
use crate::failure::{Ending, Failure};
use crate::runner::EngineRunner;
use base::random;
use record::{Finding, TrialRecord};
use sample::IoFailure;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use study::{CheckPlan, judge};
use summary::Doubt;
use workload::{EngineChoice, EngineKind, Requirement, Role};

/// What a ramp climbs with.
#[derive(Clone, Debug)]
pub struct RampWork {
    /// The load, its ceiling, and the most that may be outstanding.
    pub role: Role,
    /// Time for all of it in nanoseconds.
    pub budget_ns: u64,
}

/// What the trials of a climb left behind.
struct Left {
    ours: Ours,
    used: Option<EngineKind>,
    engine: String,
    notes: Vec<String>,
    failures: Vec<IoFailure>,
}

impl Course {
    /// Climbs; what was measured before a failure is kept.
    pub(super) fn climb(
        &mut self,
        stage: &Stage,
        number: usize,
        work: &RampWork,
        engine: &EngineChoice,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<(), Failure> {
        let witness = Seen::start(&stage.shelf);
        let known = witness.known();
        let depth_max = work.role.stream.depth;
        let mut role = work.role.clone();
        let block = stage.shelf.facts.targets[0].block_bytes;
        role.stream.fit_to(u64::from(block));
        let plan = CheckPlan {
            roles: vec![role],
            need: Requirement::default(),
            budgets_ns: vec![work.budget_ns],
            depth_max,
        };
        let mut watch = self.watch.borrow_mut();
        let simulated = stage.shelf.simulated();
        watch.climb_begins(work.budget_ns as f64 / 1e9, simulated);
        let mut runner = EngineRunner::new(
            &plan.roles,
            (stage.shelf.targets[0].clone(), stage.shelf.held[0].clone()),
            stage.shelf.facts.clone(),
            engine.clone(),
            random::derive(self.seed, &[number as u64]),
            Arc::clone(interrupt),
            &mut watch.progress,
        );
        runner.recorder = Some(&self.recorder);
        runner.budget_s = work.budget_ns as f64 / 1e9;
        let mut trials: Vec<TrialRecord> = Vec::new();
        let mut finding = None;
        let driven = plan.drive(
            &mut runner,
            &|| if simulated { known.clone() } else { witness.lap(&known) },
            &mut |trial: &TrialRecord, _| {
                self.recorder.borrow_mut().trial_end(trial);
                trials.push(trial.clone());
            },
            &mut |found| finding = Some(found.clone()),
        );
        let finding = finding.map(|found| judge::with_unseen(found, &trials, known.rotational));
        let left = Left {
            ours: runner.ours,
            used: runner.engine_kind,
            engine: std::mem::take(&mut runner.engine_name),
            notes: std::mem::take(&mut runner.notes),
            failures: std::mem::take(&mut runner.failures),
        };
        drop(runner);
        drop(watch);
        let doubts = self.settle(stage, &plan.roles, (&witness, engine), left, trials);
        let own = driven.as_ref().map_or(Vec::new(), |result| result.doubts.clone());
        conclude::doubt(&mut self.record, own);
        let interrupted = interrupt.load(Ordering::Relaxed);
        // A line that was broken off is climbed again; what was found of it does not count.
        if let Some(found) = finding.filter(|_| driven.is_ok() && !interrupted) {
            let found = Finding::Ramp(judge::unless_forbidden(found, &doubts));
            self.recorder.borrow_mut().stage_end(number as u32, &found, None);
            self.stage_record(number).finding = Some(found);
        }
        driven.map(drop).map_err(|error| {
            Failure::of(Ending::Target, error.to_string().lines().map(str::to_owned).collect())
        })
    }

    /// Takes the trials of a climb into the record, and gives what makes them doubtful.
    fn settle(
        &mut self,
        stage: &Stage,
        roles: &[Role],
        (witness, choice): (&Seen, &EngineChoice),
        left: Left,
        trials: Vec<TrialRecord>,
    ) -> Vec<Doubt> {
        let Left { ours, used, engine, notes, failures } = left;
        let ran = Ran { ours, choice, used, workers_max: 1, interrupted: false };
        let seen = witness.stop(&stage.shelf, &ran);
        let names: Vec<String> = roles.iter().map(|role| role.name.clone()).collect();
        conclude::note(&mut self.record, &engine, notes, &failures, &names);
        let doubts = check::doubts_of(roles, &trials, &seen);
        conclude::doubt(&mut self.record, doubts.clone());
        self.record.trials.extend(trials);
        doubts
    }
}
