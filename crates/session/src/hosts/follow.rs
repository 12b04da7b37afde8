//! A following host: runs each plan that the first host sends, stores its own intervals, and forwards them.

use super::Hosts;
use super::part::PartFold;
use crate::conditions::ConditionWatch;
use crate::engine_failure;
use crate::failure::Failure;
use crate::recorder::Recorder;
use crate::runner::{PlanRunner, RunListener};
use cluster::{Message, PhaseTiming, RunOrder, RunOutcome};
use engine::virtual_time::SimWorld;
use engine::{EngineError, PhaseStarts, RunControl, RunNotes};
use record::{RunFailure, TrialRecord};
use report::terminal::Live;
use sample::{EngineEvent, IntervalSample};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use summary::Totals;
use sys::target::Target;

/// A following host, until there is nothing more to run.
pub struct FollowerRun<'a> {
    /// Its open targets, in the order of the plans.
    pub held: &'a [Option<Target>],
    pub recorder: &'a RefCell<Recorder>,
    pub interrupt: &'a Arc<AtomicBool>,
}

#[derive(Debug, Default)]
pub struct FollowerResult {
    /// Its own part of every trial.
    pub trials: Vec<TrialRecord>,
    pub totals: crate::runner::RunTotals,
    pub failed: Option<RunFailure>,
    pub interrupted: bool,
    pub has_lost_host: bool,
}

impl FollowerRun<'_> {
    /// Runs the plans that the first host sends, until it sends the end.
    /// Fails if the other hosts run another version; what was measured is stored.
    pub fn run(&self, hosts: &mut Hosts) -> Result<FollowerResult, Failure> {
        let mut runner =
            PlanRunner::new(self.interrupt, self.recorder, SimWorld::new(), Vec::new());
        let (mut follower_result, mut fold) = (FollowerResult::default(), PartFold::default());
        loop {
            let clock = hosts.clock;
            let (_, message) = match hosts.group.receive(&clock) {
                Ok(received) => received,
                Err(cluster::GroupError::Interrupted) => break,
                Err(error) => return Err(super::group_failure(error, &hosts.names)),
            };
            match message {
                Message::Run(order) => {
                    let ran = self.run_one(hosts, &mut runner, &order, &mut fold);
                    follower_result.failed = ran.err().or(follower_result.failed);
                }
                Message::Finish { are_all_here } => {
                    if !are_all_here {
                        follower_result.has_lost_host = true;
                        hosts.group.transport().abandon();
                    }
                    break;
                }
                _ => {}
            }
        }
        follower_result.trials = fold.trials;
        follower_result.totals = runner.totals;
        follower_result.interrupted = self.interrupt.load(Ordering::Relaxed);
        Ok(follower_result)
    }

    fn run_one(
        &self,
        hosts: &mut Hosts,
        runner: &mut PlanRunner<'_>,
        order: &RunOrder,
        fold: &mut PartFold,
    ) -> Result<(), RunFailure> {
        let plan = &order.plan;
        runner.totals.names.clone_from(&plan.streams);
        let clock = hosts.clock;
        let condition_watch = ConditionWatch::start([], []);
        let cpus = &mut move || condition_watch.lap_cpus();
        let streams = plan.streams.len();
        let ran = cluster::member::run(&mut hosts.group, streams, &clock, cpus, |member, hear| {
            let starts = Arc::clone(member);
            let control = RunControl {
                stop: Arc::clone(&member.stop),
                streams: member.streams.clone(),
                starts: Some(PhaseStarts(Arc::new(move |phase| starts.await_start_ns(phase)))),
            };
            let mut listener = FollowerListener { order, recorder: self.recorder, fold, hear };
            let ran = runner.run_controlled(plan, self.held, &control, &mut listener);
            listener.fold.close(&mut self.recorder.borrow_mut());
            engine_outcome(ran)
        });
        ran.map(drop)
    }
}

/// The result of a run by the engine of a host, as sent to the first host.
pub(super) fn engine_outcome(ran: Result<RunNotes, EngineError>) -> Result<RunOutcome, RunFailure> {
    let notes = ran.map_err(|error| engine_failure::of_run(&error))?;
    let phases = notes.phases.iter().map(|phase| PhaseTiming {
        phase: phase.phase,
        started_ns: phase.started_ns,
        start_unix_ns: phase.start_unix_ns,
        length_ns: phase.length_ns,
    });
    Ok(RunOutcome {
        phases: phases.collect(),
        engine: notes.engine,
        notes: notes.notes,
        cpu_ns: notes.cpu_ns,
        interrupted: notes.interrupted,
    })
}

/// Stores the intervals of one plan, and forwards every event.
struct FollowerListener<'a> {
    order: &'a RunOrder,
    recorder: &'a RefCell<Recorder>,
    fold: &'a mut PartFold,
    hear: &'a mut dyn FnMut(EngineEvent),
}

impl RunListener for FollowerListener<'_> {
    fn event(&mut self, event: &EngineEvent, _: &RunControl) {
        match event {
            EngineEvent::PhaseStart { phase } => {
                let RunOrder { plan, trial } = self.order;
                self.fold.open(plan, trial.as_ref(), *phase, &mut self.recorder.borrow_mut());
            }
            EngineEvent::PhaseEnd { .. } => self.fold.close(&mut self.recorder.borrow_mut()),
            _ => {}
        }
        (self.hear)(event.clone());
    }

    fn interval(&mut self, sample: &IntervalSample, _: &RunControl) -> Option<&Totals> {
        self.fold.push(sample)
    }

    fn first_failure(&mut self, _: &str) {}

    fn live(&mut self) -> Live {
        Live::default()
    }
}
