//! The study's [`Runner`] on the real engine or on the simulated storage: one trial becomes one small plan.

use crate::conditions::Ours;
use crate::failures;
use crate::live::Progress;
use crate::neighbours::Neighbours;
use crate::recorder::Recorder;
use crate::target::Ground;
use base::{Clock, Nanos, random};
use engine::virtual_time::SimWorld;
use engine::{EngineError, RunControl, RunNotes};
use plan::{MachineFacts, Plan, PlanProblem};
use sample::{EngineEvent, IoFailure};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::TrialStart;
use study::{Look, Next, Observed, Runner, Trial};
use summary::Accumulator;
use workload::stream::CommitPattern;
use workload::{
    EngineChoice, EngineKind, JobTarget, Pace, Phase, Role, RoleKind, StopCondition, Stream,
    SyncMode, Workload,
};

/// Why a trial could not be run.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    /// The planner refused it.
    #[error("{}", .0.iter().map(|p| format!("{}: {}", p.place, p.text)).collect::<Vec<_>>().join("\n"))]
    Plan(Vec<PlanProblem>),
    /// The engine could not run it.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// What it gives could not be kept.
    #[error("{0}")]
    Unstored(String),
}

/// Runs trials on one target.
pub struct EngineRunner<'a> {
    pub roles: &'a [Role],
    pub target: JobTarget,
    /// The target as it was judged; none of a simulated one.
    pub held: Option<sys::target::Target>,
    pub facts: MachineFacts,
    pub engine: EngineChoice,
    pub seed: u64,
    pub interrupt: Arc<AtomicBool>,
    pub progress: &'a mut Progress,
    pub recorder: Option<&'a RefCell<Recorder>>,
    /// The simulated storage, kept from trial to trial.
    pub world: SimWorld,
    /// Seconds measured so far, and in all, for the time left.
    pub done_s: f64,
    pub budget_s: f64,
    /// What all trials did together.
    pub ours: Ours,
    /// The engine and what it got, and its notes.
    pub engine_name: String,
    /// The engine that ran the last trial.
    pub engine_kind: Option<EngineKind>,
    pub notes: Vec<String>,
    pub failures: Vec<IoFailure>,
    pub trials: u64,
    /// The other processes, where they are watched.
    pub neighbours: Option<&'a RefCell<Neighbours>>,
    clock: sys::clock::SystemClock,
    begun_ns: u64,
}

impl<'a> EngineRunner<'a> {
    /// A runner on `ground`.
    pub fn new(
        roles: &'a [Role],
        (target, held): (JobTarget, Option<sys::target::Target>),
        facts: MachineFacts,
        engine: EngineChoice,
        seed: u64,
        interrupt: Arc<AtomicBool>,
        progress: &'a mut Progress,
    ) -> Self {
        let clock = sys::clock::SystemClock::new();
        Self {
            begun_ns: clock.now_ns(),
            clock,
            roles,
            target,
            held,
            facts,
            engine,
            seed,
            interrupt,
            progress,
            recorder: None,
            world: SimWorld::with_seed(seed),
            done_s: 0.0,
            budget_s: 0.0,
            ours: Ours::default(),
            engine_name: String::new(),
            engine_kind: None,
            notes: Vec::new(),
            failures: Vec::new(),
            trials: 0,
            neighbours: None,
        }
    }

    fn plan(&self, trial: &Trial) -> Result<Plan, TrialError> {
        let role = &self.roles[trial.role];
        let workload = Workload {
            name: role.name.clone(),
            targets: vec![self.target.clone()],
            streams: vec![stream_of(role, trial, &self.target.name)],
            phases: vec![Phase {
                name: role.name.clone(),
                streams: vec![role.name.clone()],
                warm_up_ns: Nanos(trial.warm_up_ns),
                pause_ns: Nanos(0),
            }],
            engine: self.engine.clone(),
            seed: None,
            interval_ns: Nanos(trial.interval_ns),
        };
        // Every trial draws anew, so that two trials never read the same blocks in the same order.
        let seed = random::derive(self.seed, &[self.trials]);
        plan::plan(&workload, &self.facts, seed).map_err(TrialError::Plan)
    }

    /// Nothing of a study is measured that cannot be stored.
    fn storable(&self) -> Result<(), TrialError> {
        let why = self.recorder.and_then(|recorder| recorder.borrow().stops().map(str::to_owned));
        why.map_or(Ok(()), |why| Err(TrialError::Unstored(why)))
    }

    /// Seconds since the first trial could begin, on the storage's own clock where it is simulated.
    fn clock_s(&self, simulated: bool) -> f64 {
        let now_ns =
            if simulated { self.world.now_ns() } else { self.clock.now_ns() - self.begun_ns };
        now_ns as f64 / 1e9
    }

    /// Looks at the other processes, where they are watched.
    fn look_around(&self) {
        if let Some(neighbours) = self.neighbours {
            neighbours.borrow_mut().look();
        }
    }

    fn role_names(&self) -> Vec<String> {
        self.roles.iter().map(|role| role.name.clone()).collect()
    }

    fn execute(
        &mut self,
        plan: &Plan,
        control: &RunControl,
        listener: &mut dyn FnMut(&mut Self, EngineEvent),
    ) -> Result<RunNotes, EngineError> {
        // The world leaves for the run, so that the listener may borrow everything else.
        let mut world = std::mem::take(&mut self.world);
        let simulated = plan.engine == EngineKind::Sim;
        let held = self.held.clone();
        let result = {
            let mut listen = |event| listener(self, event);
            if simulated {
                world.run(plan, control, &mut listen)
            } else {
                engine::run(plan, &[held], control, &mut listen)
            }
        };
        self.world = world;
        result
    }

    fn learn(&mut self, notes: &RunNotes) {
        self.engine_name.clone_from(&notes.engine);
        for note in &notes.notes {
            if !self.notes.contains(note) {
                self.notes.push(note.clone());
            }
        }
    }
}

/// The target of a check's plans.
pub fn target_of(ground: &Ground) -> JobTarget {
    JobTarget {
        name: "storage".to_owned(),
        place: ground.place.clone(),
        size: ground.size.map(workload::Extent::Bytes),
    }
}

/// The stream of a role with the trial's pace, depth and group.
pub fn stream_of(role: &Role, trial: &Trial, target: &str) -> Stream {
    let mut stream = Stream {
        name: role.name.clone(),
        target: target.to_owned(),
        pace: trial.pace,
        stop: StopCondition {
            duration_ns: Some(Nanos(trial.duration_ns_max)),
            ..StopCondition::default()
        },
        on_error: workload::ErrorAction::Continue,
        ..role.stream.clone()
    };
    stream.workers = stream.workers.min(trial.depth).max(1);
    stream.depth = trial.depth.div_ceil(stream.workers);
    let group = trial.group.max(1);
    stream.sync = match stream.sync {
        SyncMode::Fdatasync { every } => SyncMode::Fdatasync { every: every * group },
        SyncMode::Fsync { every } => SyncMode::Fsync { every: every * group },
        other => other,
    };
    // Sessions commit when they please: what arrives is a commit, not a write.
    if let (RoleKind::Commit, Some(_), SyncMode::Fdatasync { every } | SyncMode::Fsync { every }) =
        (role.kind, trial.pace.rate_iops(), role.stream.sync)
    {
        stream.commit = Some(CommitPattern { writes: every, together_max: group });
    }
    stream
}

impl Runner for EngineRunner<'_> {
    type Error = TrialError;

    fn run(
        &mut self,
        trial: &Trial,
        watch: &mut dyn FnMut(&Look<'_>) -> Next,
    ) -> Result<Observed, TrialError> {
        self.storable()?;
        let plan = self.plan(trial)?;
        self.engine_kind = Some(plan.engine);
        self.trials += 1;
        let role = self.roles[trial.role].name.clone();
        self.progress.doing(&doing(&role, trial));
        if let Some(recorder) = self.recorder {
            recorder.borrow_mut().trial_begin(&TrialStart {
                role: role.clone(),
                purpose: trial.purpose.clone(),
                rate_iops: trial.pace.rate_iops(),
                depth: trial.depth,
            });
        }
        let began_s = self.clock_s(plan.engine == EngineKind::Sim);
        let control = RunControl { stop: Arc::clone(&self.interrupt), ..RunControl::new(&plan) };
        let enough = control.stream_flag(0);
        let mut seen = Accumulator::new(&role);
        let simulated = plan.engine == EngineKind::Sim;
        let notes = self.execute(&plan, &control, &mut |runner, event| match event {
            EngineEvent::Cell(cell) => {
                runner.ours.ios += cell.ios();
                runner.ours.bytes += cell.bytes();
                if cell.stopped {
                    return;
                }
                runner.progress.rates(&cell);
                runner.look_around();
                let done_s = runner.done_s + cell.end_ns as f64 / 1e9;
                if simulated {
                    runner.progress.share(done_s / runner.budget_s.max(1e-9));
                } else {
                    runner.progress.time(done_s, runner.budget_s);
                }
                if let Some(recorder) = runner.recorder {
                    recorder.borrow_mut().interval(&role, &cell);
                    if recorder.borrow().stops().is_some() {
                        enough.store(true, Ordering::Relaxed);
                    }
                }
                seen.push(&cell);
                if !cell.warm_up {
                    let elapsed_ns = cell.end_ns.saturating_sub(trial.warm_up_ns);
                    if watch(&Look { elapsed_ns, cell: &cell }) == Next::Stop {
                        enough.store(true, Ordering::Relaxed);
                    }
                }
            }
            EngineEvent::Failure(failure) if runner.failures.len() < failures::TOLD_MAX => {
                // A trial has one stream, a check many roles: the notes are told by role.
                let failure = IoFailure { stream: trial.role, ..failure };
                if runner.failures.is_empty() {
                    runner.progress.say(&failures::first(&failure, &runner.role_names()));
                }
                runner.failures.push(failure);
            }
            _ => {}
        })?;
        self.learn(&notes);
        self.storable()?;
        self.done_s += notes.phases.iter().map(|p| p.length_ns as f64 / 1e9).sum::<f64>();
        let interrupted = self.interrupt.load(Ordering::Relaxed);
        Ok(Observed { stream: seen.finish(), began_s, interrupted })
    }
}

fn doing(role: &str, trial: &Trial) -> String {
    match trial.pace {
        Pace::Closed | Pace::ThinkTime { .. } => {
            format!("{role}: {} at depth {}", trial.purpose, trial.depth)
        }
        pace => format!(
            "{role}: {} at {} per second",
            trial.purpose,
            report::words::number(pace.rate_iops().unwrap_or_default())
        ),
    }
}
