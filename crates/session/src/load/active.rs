//! A job that is being measured: begins its run in the store, runs its plan on this host or on several, adds notes and
//! warnings, and stores its record.
//!
//! Folds the intervals of each phase into a trial, and ends steady streams. Never plans.

use super::{PlannedJob, renew, shown};
use crate::conditions::{self, ConditionWatch};
use crate::failure::Failure;
use crate::hosts::{FollowerResult, FollowerRun, HostGroup};
use crate::live::Progress;
use crate::recorder::Recorder;
use crate::runner::{PlanRunner, RunListener};
use crate::{answer, engine_failure};
use engine::RunControl;
use engine::virtual_time::SimWorld;
use plan::Plan;
use record::{Note, Record, RunKind, RunSubject, State, TrialPurpose, TrialRecord};
use report::messages::progress::ProgressText;
use report::terminal::Live;
use sample::{EngineEvent, IntervalSample, IoFailure};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::Store;
use summary::{Accumulator, Conditions, Totals, WarningKind};
use sys::inventory::{Inventory, SystemRoots};
use sys::target::Target as HeldTarget;
use workload::{CacheMode, EngineKind, EngineUse, ErrorAction, Stream, Workload};

/// The data that the store keeps of a job besides its workload and plan.
pub struct JobOrigin<'a> {
    pub subject: RunSubject,
    /// The text of the job, or all texts of another tool's job.
    pub text: &'a str,
    pub command: &'a str,
    pub notes: Vec<Note>,
}

/// Receives every event of a run before it is evaluated. Returns the streams that must end now.
pub type EventListener<'a> = &'a mut dyn FnMut(&EngineEvent) -> Vec<usize>;

pub struct ActiveJob<'a> {
    workload: &'a Workload,
    plan: &'a Plan,
    targets: &'a [Option<HeldTarget>],
    hosts: HostGroup,
    recorder: RefCell<Recorder>,
    record: Record,
    inventory: Option<Inventory>,
    begun_ns: u64,
    failures: Vec<IoFailure>,
}

impl<'a> ActiveJob<'a> {
    /// Reads the facts of the machine, and begins the run in the store.
    pub fn begin(
        workload: &'a Workload,
        planned: &'a PlannedJob,
        origin: JobOrigin<'_>,
        store: Store,
    ) -> Result<Self, Failure> {
        let PlannedJob { plan, targets, .. } = planned;
        let root = plan.targets.iter().find_map(|t| t.path.as_deref());
        let inventory = root.and_then(answer::facts_at_once);
        let names: Vec<String> = workload.targets.iter().map(shown).collect();
        let record = Record {
            kind: RunKind::Run,
            command: origin.command.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            started_unix_s: (sys::clock::unix_now() / 1_000_000_000).cast_signed(),
            seed: plan.seed,
            target: names.join(", "),
            subject: origin.subject,
            engine: EngineUse::of(plan.engine),
            source_text: origin.text.to_owned(),
            facts: inventory.as_ref().map(Inventory::groups).unwrap_or_default(),
            notes: origin.notes,
            ..Record::default()
        };
        let recorder = RefCell::new(Recorder::begin(store, &record)?);
        let begun_ns = sys::clock::unix_now();
        let failures = Vec::new();
        let hosts = HostGroup::alone();
        Ok(Self { workload, plan, targets, hosts, recorder, record, inventory, begun_ns, failures })
    }

    /// Sets the hosts that run the job together.
    pub fn join(&mut self, hosts: HostGroup) {
        self.record.notes.extend(hosts.notes());
        self.hosts = hosts;
    }

    pub fn recorder(&mut self) -> &Recorder {
        self.recorder.get_mut()
    }

    pub fn into_recorder(self) -> Recorder {
        self.recorder.into_inner()
    }

    /// Runs every phase. Results before a failure are kept.
    pub fn run(
        &mut self,
        interrupt: &Arc<AtomicBool>,
        progress: &mut Progress,
        listen: EventListener<'_>,
    ) -> Result<(), Failure> {
        if !self.hosts.leads() {
            return self.follow(interrupt);
        }
        self.hosts.keep_part(&self.record);
        let stacks = self.stacks();
        let condition_watch = ConditionWatch::start(&stacks, self.targets);
        progress.label_metrics(self.record.kind, &self.record.target, &self.record.subject);
        progress.begin(&ProgressText::Starting.to_string(), None);
        let names = self.plan.streams.clone();
        let mut runner = PlanRunner::new(interrupt, &self.recorder, SimWorld::new(), names);
        runner.watch = (self.plan.engine != EngineKind::Sim).then_some(&condition_watch);
        runner.hosts = self.hosts.several();
        let mut phases = JobPhases {
            plan: self.plan,
            recorder: &self.recorder,
            progress,
            listen,
            trials: &mut self.record.trials,
            phase: None,
        };
        let result = runner.run(self.plan, self.targets, &mut phases);
        phases.close();
        let totals = runner.totals;
        self.targets.iter().flatten().for_each(renew);
        let known = self.known();
        let mut seen = match self.plan.engine {
            // A simulated storage has its own clock: the load of this machine cannot disturb it.
            EngineKind::Sim => Conditions { simulated: true, ..Conditions::default() },
            _ => condition_watch.stop(&known, self.hosts.counted_io(totals.own_io)),
        };
        self.observe_files(&mut seen);
        let (choice, used) = (&self.workload.engine, self.plan.engine);
        seen.engine_fallback = conditions::engine_fallback(choice, used);
        self.record.state = match &result {
            Ok(notes) if notes.interrupted => State::Interrupted,
            Ok(_) if self.was_stopped_by_failure() => State::Failed,
            Ok(_) => State::Done,
            Err(_) => State::Failed,
        };
        if result.is_ok() {
            self.record.engine = totals.engine;
            self.record.notes.extend(totals.notes);
        }
        self.failures = totals.failures;
        self.warning(&seen);
        if self.hosts.has_ended_early() {
            // I/O that a lost host offered and did not complete is not an overload.
            self.record.warnings.retain(|warning| warning.kind != WarningKind::Overloaded);
        }
        self.record.hosts = self.hosts.conclude(seen.cpu_busy_share(), &self.record.warnings);
        self.record.machine = seen.load;
        result.map(drop).map_err(|reason| reason.failure())
    }

    /// Runs the plans that the first host sends. That host keeps the merged record.
    fn follow(&mut self, interrupt: &Arc<AtomicBool>) -> Result<(), Failure> {
        let group = std::mem::take(&mut self.hosts);
        let Some(hosts) = group.several() else { return Ok(()) };
        let condition_watch = ConditionWatch::start(&self.stacks(), self.targets);
        let follower_run = FollowerRun { held: self.targets, recorder: &self.recorder, interrupt };
        let FollowerResult { trials, totals, failed, interrupted, .. } =
            follower_run.run(&mut hosts.borrow_mut())?;
        self.targets.iter().flatten().for_each(renew);
        let mut seen = condition_watch.stop(&self.known(), totals.own_io);
        hosts.borrow().leave_shared_device(&mut seen);
        self.record.trials = trials;
        self.record.hosts = group.of_part();
        self.record.engine = totals.engine;
        self.record.notes.extend(totals.notes);
        self.failures = totals.failures;
        self.record.state = match (&failed, interrupted) {
            (Some(_), _) => State::Failed,
            (None, true) => State::Interrupted,
            (None, false) => State::Done,
        };
        self.warning(&seen);
        hosts.borrow().report(seen.cpu_busy_share(), &self.record.warnings);
        self.record.machine = seen.load;
        self.hosts = group;
        failed.map_or(Ok(()), |failure| Err(Failure::from(&failure)))
    }

    /// The device stacks of all targets; empty if one of them is unknown, because its counters would be missing.
    pub fn stacks(&self) -> Vec<Inventory> {
        let roots = SystemRoots::default();
        let paths = self.plan.targets.iter().map(|t| t.path.as_deref());
        let all = paths.map(|path| sys::inventory::target(path?, &roots).ok());
        all.collect::<Option<_>>().unwrap_or_default()
    }

    fn known(&self) -> Conditions {
        let workers = self.plan.phases.iter().map(|p| p.workers.len()).max().unwrap_or(0);
        let first = self.plan.targets.first();
        let mut known = conditions::of_stack(self.inventory.as_ref(), first.map(|t| t.size_bytes));
        known.workers = u32::try_from(workers).ok();
        known
    }

    /// Adds the state of the files that are read.
    fn observe_files(&self, seen: &mut Conditions) {
        for (target, held) in self.targets.iter().enumerate() {
            if let (Some(held), Some(read)) = (held, self.plan.read_range(target)) {
                conditions::of_file(seen, held, read);
            }
        }
        let buffered = |stream: &Stream| stream.cache != CacheMode::Direct;
        seen.direct = self.workload.streams.iter().any(buffered).then_some(false);
    }

    /// Whether a failed operation ended a stream before its time.
    fn was_stopped_by_failure(&self) -> bool {
        let stops = |name: &str| {
            let stream = self.workload.streams.iter().find(|stream| stream.name == name);
            stream.is_some_and(|stream| stream.on_error == ErrorAction::Stop)
        };
        let mut streams = self.record.trials.iter().flat_map(|trial| &trial.streams);
        streams.any(|s| s.read.errors + s.write.errors + s.flush.errors > 0 && stops(&s.name))
    }

    /// Adds the warnings of every stream of every phase under its own conditions.
    fn warning(&mut self, seen: &Conditions) {
        let mut warnings = Vec::new();
        for (trial, phase) in self.record.trials.iter().zip(&self.plan.phases) {
            for stream in &trial.streams {
                let definition = self.workload.streams.iter().find(|s| s.name == stream.name);
                let own =
                    definition.map_or_else(|| seen.clone(), |s| conditions::of_stream(seen, s));
                let mut own =
                    Conditions { workers: u32::try_from(phase.workers.len()).ok(), ..own };
                if matches!(self.plan.engine, EngineKind::Null | EngineKind::Sim) {
                    // There is no page cache for storage that exists only in this process.
                    own.direct = None;
                }
                // A trace has the length that it has.
                let is_replay = definition.is_some_and(|s| s.emulation.replay.is_some());
                let found = summary::warning::check_stream(stream, &own).into_iter();
                warnings.extend(found.filter(|w| !is_replay || w.kind != WarningKind::NotSettled));
            }
        }
        warnings.extend(summary::warning::check_machine(seen));
        self.record.warnings = summary::warning::heaviest_first(warnings);
    }

    pub fn note(&mut self, notes: Vec<Note>) {
        self.record.notes.extend(notes);
    }

    pub fn finish(&mut self, failed: bool) -> Record {
        if failed {
            self.record.state = State::Failed;
        }
        self.record.notes.extend(engine_failure::notes(&self.failures, &self.plan.streams));
        self.record.seconds = (sys::clock::unix_now() - self.begun_ns) as f64 / 1e9;
        self.recorder.get_mut().finish(&mut self.record);
        self.record.clone()
    }
}

/// Folds the intervals of each phase of a job into a trial, shows them, and ends steady streams.
pub(super) struct JobPhases<'a> {
    pub(super) plan: &'a Plan,
    pub(super) recorder: &'a RefCell<Recorder>,
    pub(super) progress: &'a mut Progress,
    pub(super) listen: EventListener<'a>,
    pub(super) trials: &'a mut Vec<TrialRecord>,
    /// The current phase: its name, and each of its streams.
    pub(super) phase: Option<(String, Vec<(usize, Accumulator)>)>,
}

impl RunListener for JobPhases<'_> {
    fn event(&mut self, event: &EngineEvent, control: &RunControl) {
        for stream in (self.listen)(event) {
            control.stream_flag(stream).store(true, Ordering::Relaxed);
        }
        match event {
            EngineEvent::PhaseStart { phase } => self.open(*phase),
            EngineEvent::PhaseEnd { .. } => self.close(),
            _ => {}
        }
    }

    fn interval(&mut self, sample: &IntervalSample, control: &RunControl) -> Option<&Totals> {
        let (phase, streams) = self.phase.as_mut()?;
        let is_alone = streams.len() == 1;
        let (_, fold) = streams.iter_mut().find(|s| s.0 == sample.stream)?;
        fold.push(sample);
        let name = &self.plan.streams[sample.stream];
        let doing = if is_alone { format!("{phase}: {name}") } else { phase.clone() };
        self.progress.doing(&doing);
        self.progress.rates(name, sample);
        let planned = &self.plan.phases[sample.phase];
        let worker = planned.workers.iter().find(|w| w.stream == sample.stream);
        if let Some(length_ns) = worker.and_then(|w| Some(w.delay_ns + w.duration_ns?)) {
            let all_s = (length_ns + planned.warm_up_ns) as f64 / 1e9;
            let simulated = self.plan.engine == EngineKind::Sim;
            self.progress.advance(sample.end_ns as f64 / 1e9, all_s, simulated);
        }
        if let Some(width) = worker.and_then(|w| w.until_steady)
            && fold.is_settled(width)
        {
            control.stream_flag(sample.stream).store(true, Ordering::Relaxed);
        }
        Some(fold.totals())
    }

    fn first_failure(&mut self, line: &str) {
        self.progress.say(line);
    }

    fn answering(&mut self, count: u32, all: u32) {
        self.progress.answering(count, all);
    }

    fn live(&mut self) -> Live {
        self.progress.whole()
    }
}

impl JobPhases<'_> {
    fn open(&mut self, index: usize) {
        let phase = &self.plan.phases[index];
        let mut streams: Vec<usize> = phase.workers.iter().map(|w| w.stream).collect();
        streams.dedup();
        let first = &phase.workers[0];
        let workers = phase.workers.iter().filter(|w| w.stream == first.stream);
        let rates: Vec<f64> = workers.clone().filter_map(|w| w.pace.rate_iops()).collect();
        let trial = TrialRecord {
            role: phase.name.clone(),
            purpose: TrialPurpose::Run,
            rate_iops: (!rates.is_empty()).then(|| rates.iter().sum()),
            depth: workers.map(|w| w.depth).sum(),
            ..TrialRecord::default()
        };
        self.recorder.borrow_mut().trial_begin(&trial);
        let length_ns =
            phase.workers.iter().filter_map(|w| Some(w.delay_ns + w.duration_ns?)).max();
        let seconds = length_ns.map(|ns| (ns + phase.warm_up_ns) as f64 / 1e9);
        self.progress.begin(&phase.name, seconds);
        self.trials.push(trial);
        let fold = |&index: &usize| (index, Accumulator::new(&self.plan.streams[index]));
        self.phase = Some((phase.name.clone(), streams.iter().map(fold).collect()));
    }

    /// Ends the current phase, if there is one.
    pub(super) fn close(&mut self) {
        let Some((_, streams)) = self.phase.take() else { return };
        if let Some(trial) = self.trials.last_mut() {
            trial.streams = streams.iter().map(|(_, fold)| fold.finish()).collect();
            self.recorder.borrow_mut().trial_end(trial);
        }
    }
}
