//! The one runner of plans: on the engine, or on simulated storage whose state and clock last from plan to plan.
//!
//! Checks and ramps ([`crate::trials`]), studies ([`crate::points`]) and jobs ([`crate::load`]) make a [`Plan`] of each
//! request and run it here. Takes a plan and its targets; stores every interval when it ends, counts the I/O of all plans,
//! collects notes and the first failures, stops on an interrupt or if the store fails. Never decides what runs next.

use crate::conditions::{ConditionWatch, OwnIo};
use crate::engine_failure;
use crate::failure::{Ending, Failure};
use crate::hosts::{Hosts, HostsError, HostsEvent, OwnEngine};
use crate::recorder::Recorder;
use base::Clock;
use cluster::HostCpus;
use engine::virtual_time::SimWorld;
use engine::{EngineError, RunControl, RunNotes};
use plan::{Plan, PlanFault, PlanProblem};
use record::{Note, RunFailure};
use report::terminal::Live;
use report::{Language, words};
use sample::{EngineEvent, IntervalSample, IoFailure};
use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use study::{Fold, TrialFlow};
use summary::Totals;
use summary::warning::StoreTrouble;
use sys::clock::SystemClock;
use sys::target::Target;
use workload::{EngineKind, EngineUse};

/// How often a pause checks for an interrupt, in nanoseconds.
const PAUSE_STEP_NS: u64 = 20_000_000;

/// Why a request could not be run, and which request it was.
#[derive(Debug)]
pub struct RequestError {
    /// The descriptor of a measurement point; `None` for a trial.
    pub point: Option<String>,
    pub reason: RequestErrorReason,
}

#[derive(Debug)]
pub enum RequestErrorReason {
    Plan(Vec<PlanProblem>),
    /// It could not be run to its end.
    Run(RunFailure),
    Unstored(StoreTrouble),
}

/// In the language of the process.
impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use RequestErrorReason::{Plan, Unstored};
        if let Some(point) = self.point.as_ref().filter(|_| !matches!(self.reason, Unstored(_))) {
            f.write_str(point)?;
            f.write_str(if matches!(self.reason, Plan(_)) { ":\n" } else { ": " })?;
        }
        f.write_str(&self.reason.lines().join("\n"))
    }
}

impl RequestError {
    pub(crate) fn failure(&self) -> Failure {
        match (&self.point, &self.reason) {
            (None, reason) | (_, reason @ RequestErrorReason::Unstored(_)) => reason.failure(),
            (Some(point), RequestErrorReason::Plan(_)) => {
                let mut failure = self.reason.failure();
                failure.lines.insert(0, format!("{point}:"));
                failure
            }
            (Some(_), _) => Failure::of(Ending::Target, vec![self.to_string()]),
        }
    }
}

impl RequestErrorReason {
    pub(crate) fn failure(&self) -> Failure {
        match self {
            Self::Run(failure) => Failure::from(failure),
            Self::Plan(_) | Self::Unstored(_) => Failure::of(Ending::Target, self.lines()),
        }
    }

    /// The reason; for a plan, a line for each problem.
    fn lines(&self) -> Vec<String> {
        let language = Language::of_process();
        match self {
            Self::Plan(problems) => problems.iter().map(report::plan_problem).collect(),
            Self::Run(failure) => vec![words::run_failure(language, failure)],
            Self::Unstored(trouble) => vec![words::store_trouble(language, trouble)],
        }
    }

    /// The failure because of which a study may continue without the target.
    pub(crate) fn run_failure(&self) -> Option<RunFailure> {
        match self {
            Self::Run(failure) => Some(failure.clone()),
            Self::Plan(problems) => {
                problems.iter().all(is_part_too_small).then_some(RunFailure::PartTooSmall)
            }
            Self::Unstored(_) => None,
        }
    }
}

fn is_part_too_small(problem: &PlanProblem) -> bool {
    matches!(problem.fault, PlanFault::WorkerPartTooSmall { .. } | PlanFault::HostPartTooSmall)
}

#[derive(Debug, Default)]
pub struct RunTotals {
    pub engine: EngineUse,
    pub engine_kind: Option<EngineKind>,
    /// Fallbacks and unavailable features of the engine; each once.
    pub notes: Vec<Note>,
    /// The first I/O failures, with the stream's number in `names`.
    pub failures: Vec<IoFailure>,
    pub names: Vec<String>,
    pub own_io: OwnIo,
    /// The most workers that ran side by side.
    pub workers_max: u32,
}

pub trait RunListener {
    /// Every event, before it is counted.
    fn event(&mut self, event: &EngineEvent, control: &RunControl) {
        let _ = (event, control);
    }

    /// An interval of one stream. Returns the sum of the stream's counted intervals for the store.
    fn interval(&mut self, sample: &IntervalSample, control: &RunControl) -> Option<&Totals>;

    fn first_failure(&mut self, line: &str);

    fn answering(&mut self, count: u32, all: u32) {
        let _ = (count, all);
    }

    /// The CPU load of another host over about a second.
    fn cpus_of_host(&mut self, rank: usize, cpus: HostCpus) {
        let _ = (rank, cpus);
    }

    /// Whether each interval is stored as it is; false if the listener stores them in another form.
    fn stores_intervals(&self) -> bool {
        true
    }

    fn live(&mut self) -> Live;
}

pub trait RequestWatch {
    /// An interval of all targets together, warm-up included.
    fn interval(&mut self, all: &IntervalSample) -> TrialFlow;

    fn say(&mut self, line: &str);

    fn answering(&mut self, count: u32, all: u32);

    /// The CPU load of another host over about a second.
    fn cpus_of_host(&mut self, rank: usize, cpus: HostCpus) {
        let _ = (rank, cpus);
    }

    fn live(&mut self) -> Live;
}

#[derive(Clone, Copy, Debug)]
pub struct PlannedRequest<'a> {
    pub plan: &'a Plan,
    pub held: &'a [Option<Target>],
    pub ends_together: bool,
}

pub struct PlanRunner<'a> {
    interrupt: Arc<AtomicBool>,
    recorder: &'a RefCell<Recorder>,
    /// The watch over the machine; `None` for simulated storage.
    pub watch: Option<&'a ConditionWatch>,
    /// The hosts that run every plan together, if there are several and this one leads.
    pub hosts: Option<&'a RefCell<Hosts>>,
    world: SimWorld,
    clock: SystemClock,
    begun_ns: u64,
    begun_before_s: f64,
    pub totals: RunTotals,
}

impl<'a> PlanRunner<'a> {
    pub fn new(
        interrupt: &Arc<AtomicBool>,
        recorder: &'a RefCell<Recorder>,
        world: SimWorld,
        names: Vec<String>,
    ) -> Self {
        let clock = SystemClock::new();
        Self {
            interrupt: Arc::clone(interrupt),
            recorder,
            watch: None,
            hosts: None,
            world,
            begun_ns: clock.now_ns(),
            clock,
            begun_before_s: 0.0,
            totals: RunTotals { names, ..RunTotals::default() },
        }
    }

    /// Resumes a run that began this many seconds before; the clock of simulated storage is advanced by as much.
    pub fn resume(&mut self, begun_before_s: f64) {
        self.begun_before_s = begun_before_s;
        self.world.rest((begun_before_s * 1e9) as u64);
    }

    /// Seconds since the start of the run; for simulated storage on the storage's own clock.
    pub fn now_s(&self, simulated: bool) -> f64 {
        if simulated {
            return self.world.now_ns() as f64 / 1e9;
        }
        self.begun_before_s + (self.clock.now_ns() - self.begun_ns) as f64 / 1e9
    }

    pub fn is_stopped(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    pub fn recorder(&self) -> &'a RefCell<Recorder> {
        self.recorder
    }

    /// Fails if this is a study whose results cannot be stored.
    pub fn check_storable(&self) -> Result<(), RequestErrorReason> {
        let recorder = self.recorder.borrow();
        recorder.stops().map_or(Ok(()), |trouble| Err(RequestErrorReason::Unstored(trouble)))
    }

    pub fn rest(&mut self, pause_ns: u64, simulated: bool) {
        if simulated {
            self.world.rest(pause_ns);
            return;
        }
        let end_ns = self.clock.now_ns() + pause_ns;
        while self.clock.now_ns() < end_ns && !self.is_stopped() {
            self.clock.sleep_until(end_ns.min(self.clock.now_ns() + PAUSE_STEP_NS));
        }
    }

    /// Runs the plan of a request, and collects its intervals in `fold`.
    pub fn measure(
        &mut self,
        request: PlannedRequest<'_>,
        fold: &mut Fold,
        watch: &mut dyn RequestWatch,
    ) -> Result<RunNotes, RequestErrorReason> {
        let PlannedRequest { plan, held, ends_together } = request;
        let measured = self.run(plan, held, &mut RequestListener { fold, watch, ends_together });
        fold.close();
        measured
    }

    /// Runs a plan; `listener` receives all events in order.
    pub fn run(
        &mut self,
        plan: &Plan,
        held: &[Option<Target>],
        listener: &mut dyn RunListener,
    ) -> Result<RunNotes, RequestErrorReason> {
        let control = RunControl { stop: Arc::clone(&self.interrupt), ..RunControl::new(plan) };
        match self.hosts {
            Some(hosts) => Ok(self.run_on_hosts(hosts, plan, held, &control, listener)?),
            None => self
                .run_controlled(plan, held, &control, listener)
                .map_err(|error| RequestErrorReason::Run(engine_failure::of_run(&error))),
        }
    }

    /// Runs a plan that another host may stop, and whose phases it may start.
    pub(crate) fn run_controlled(
        &mut self,
        plan: &Plan,
        held: &[Option<Target>],
        control: &RunControl,
        listener: &mut dyn RunListener,
    ) -> Result<RunNotes, EngineError> {
        self.totals.engine_kind = Some(plan.engine);
        let ran = self.execute(plan, held, control, &mut |runner, event| {
            listener.event(&event, control);
            runner.hear(plan, event, control, listener);
        });
        if let Ok(notes) = &ran {
            self.learn(plan, notes);
        }
        ran
    }

    /// Runs a plan on all hosts; the listener receives events as of one engine that has the workers of all hosts.
    fn run_on_hosts(
        &mut self,
        hosts: &RefCell<Hosts>,
        plan: &Plan,
        held: &[Option<Target>],
        control: &RunControl,
        listener: &mut dyn RunListener,
    ) -> Result<RunNotes, HostsError> {
        self.totals.engine_kind = Some(plan.engine);
        let (recorder, start) = (self.recorder, self.recorder.borrow().under_way.clone());
        let mut world = std::mem::take(&mut self.world);
        let own = OwnEngine { held, world: &mut world, control };
        let trial = &mut || recorder.borrow().trial;
        let ran =
            hosts.borrow_mut().run(plan, trial, start.as_ref(), own, &mut |event| match event {
                HostsEvent::Engine(event) => {
                    listener.event(&event, control);
                    self.hear(plan, event, control, listener);
                }
                HostsEvent::Answering(count, all) => listener.answering(count, all),
                HostsEvent::Cpus(rank, cpus) => listener.cpus_of_host(rank, cpus),
            });
        self.world = world;
        if let Ok(notes) = &ran {
            self.learn(plan, notes);
        }
        ran
    }

    /// Runs an earlier plan again on simulated storage to restore its state; nothing is stored or counted.
    pub fn simulate_again(&mut self, plan: &Plan, fold: &mut Fold) {
        let control = RunControl { stop: Arc::clone(&self.interrupt), ..RunControl::new(plan) };
        let again = self.execute(plan, &[], &control, &mut |_, event| {
            let next = match event {
                EngineEvent::Interval(sample) => fold.push(&sample, &mut |_| TrialFlow::Continue),
                EngineEvent::WorkerEnd { .. } => TrialFlow::Stop,
                _ => TrialFlow::Continue,
            };
            if next == TrialFlow::Stop {
                stop_all(&control);
            }
        });
        // An error now also occurred in the first run, and the study continued.
        drop(again);
    }

    fn execute(
        &mut self,
        plan: &Plan,
        held: &[Option<Target>],
        control: &RunControl,
        hear: &mut dyn FnMut(&mut Self, EngineEvent),
    ) -> Result<RunNotes, EngineError> {
        // Take the world out for the run, so that the listener may borrow everything else.
        let mut world = std::mem::take(&mut self.world);
        let mut listen = |event| hear(self, event);
        let ran = match plan.engine {
            EngineKind::Sim => world.run(plan, control, &mut listen),
            _ => engine::run(plan, held, control, &mut listen),
        };
        self.world = world;
        ran
    }

    fn hear(
        &mut self,
        plan: &Plan,
        event: EngineEvent,
        control: &RunControl,
        listener: &mut dyn RunListener,
    ) {
        match event {
            EngineEvent::Interval(mut sample) => {
                sample.count_trims_as_writes();
                self.totals.own_io.ios += sample.ios();
                self.totals.own_io.bytes += sample.bytes();
                if sample.stopped {
                    return;
                }
                let stores = listener.stores_intervals();
                let totals = listener.interval(&sample, control);
                let mut recorder = self.recorder.borrow_mut();
                if stores {
                    recorder.interval(&plan.streams[sample.stream], &sample, totals);
                }
                if let Some(now_unix_s) = recorder.progress_due() {
                    recorder.progress(now_unix_s, &listener.live());
                }
                if recorder.stops().is_some() {
                    stop_all(control);
                }
                if let Some(watch) = self.watch {
                    watch.look();
                }
            }
            EngineEvent::Failure(failure)
                if self.totals.failures.len() < engine_failure::REPORTED_MAX =>
            {
                // A plan numbers its own streams, a runner those of all plans.
                let name = &plan.streams[failure.stream];
                let number = self.totals.names.iter().position(|known| known == name);
                let failure = IoFailure { stream: number.unwrap_or(usize::MAX), ..failure };
                if self.totals.failures.is_empty() {
                    listener.first_failure(&engine_failure::first(&failure, &self.totals.names));
                }
                self.totals.failures.push(failure);
            }
            _ => {}
        }
    }

    fn learn(&mut self, plan: &Plan, notes: &RunNotes) {
        let workers = plan.phases.iter().map(|phase| phase.workers.len()).max().unwrap_or(0);
        let totals = &mut self.totals;
        totals.workers_max = totals.workers_max.max(workers as u32);
        totals.engine.clone_from(&notes.engine);
        for note in notes.notes.iter().map(|note| engine_failure::of_engine(*note)) {
            if !totals.notes.contains(&note) {
                totals.notes.push(note);
            }
        }
    }
}

/// Folds the intervals of a request, and ends it when its result is precise enough.
struct RequestListener<'a> {
    fold: &'a mut Fold,
    watch: &'a mut dyn RequestWatch,
    ends_together: bool,
}

impl RunListener for RequestListener<'_> {
    fn event(&mut self, event: &EngineEvent, control: &RunControl) {
        // All streams end together: if one ended alone, it has failed, and the others need not continue.
        if self.ends_together && matches!(event, EngineEvent::WorkerEnd { .. }) {
            stop_all(control);
        }
    }

    fn interval(&mut self, sample: &IntervalSample, control: &RunControl) -> Option<&Totals> {
        let Self { fold, watch, .. } = self;
        if fold.push(sample, &mut |all| watch.interval(all)) == TrialFlow::Stop {
            stop_all(control);
        }
        Some(fold.totals(sample.stream))
    }

    fn first_failure(&mut self, line: &str) {
        self.watch.say(line);
    }

    fn answering(&mut self, count: u32, all: u32) {
        self.watch.answering(count, all);
    }

    fn cpus_of_host(&mut self, rank: usize, cpus: HostCpus) {
        self.watch.cpus_of_host(rank, cpus);
    }

    fn live(&mut self) -> Live {
        self.watch.live()
    }
}

fn stop_all(control: &RunControl) {
    control.streams.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
}
