//! One native job from its text to its record: read, planned, prefilled, run, summarised, stored.

use crate::conditions::Witness;
use crate::failure::{Ending, Failure};
use crate::foreign::of_file;
use crate::hosts::{Followed, Following, HostGroup};
use crate::leave::Permission;
use crate::live::Progress;
use crate::recorder::Recorder;
use crate::runner::{PlanRunner, RequestError, RunListener};
use crate::{answer, conditions, failures, leave, terminal};
use engine::RunControl;
use engine::virtual_time::SimWorld;
use plan::{Plan, PlanProblem, PlanProblemKind};
use record::{Note, Record, RunKind, State, TrialPurpose, TrialRecord};
use report::messages::places::PlaceFault;
use report::messages::progress::ProgressText;
use report::messages::system::{SystemAction, SystemFailure};
use report::terminal::Live;
use sample::{EngineEvent, IntervalSample, IoFailure};
use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::{RunStart, Store, TrialStart};
use summary::{Accumulator, Conditions, Totals, WarningKind};
use sys::file::{OpenMode, PathKind};
use sys::guard::{self, FileWritePermission, FreeSpaceRule, NewFile};
use sys::inventory::{Inventory, SystemRoots};
use sys::target::Target as Held;
use workload::emulation::Prefill;
use workload::{EngineKind, JobTarget, Stream, TargetLocation, Workload};

/// Linux's number for a full file system.
const NO_SPACE: i32 = 28;

/// Reads a job; every problem is shown with its place.
pub fn read(name: &str, text: &str) -> Result<Workload, Failure> {
    let reading = job::read(name, text);
    match reading.workload {
        Some(workload) if reading.problems.is_empty() => Ok(workload),
        _ => Err(of_file::refused(name, text).unwrap_or_else(|| {
            let colour = terminal::colours_progress();
            Failure::shown("the job is wrong", name, text, &reading.problems, colour)
        })),
    }
}

/// A job that can be run: its plan, and its targets as they were judged.
#[derive(Debug)]
pub struct Ready {
    pub plan: Plan,
    /// In the plan's order; none where there is no path, or nothing yet.
    pub targets: Vec<Option<Held>>,
    /// Files that are to be made.
    new: Vec<Option<NewFile>>,
}

/// Plans a job on this machine; every problem and every refusal is told at once.
pub fn plan(workload: &Workload, writes: &Permission, seed: u64) -> Result<Ready, Failure> {
    let mut refusals: Vec<(String, Vec<String>)> = Vec::new();
    let (mut targets, mut new, mut refused_ones) = (Vec::new(), Vec::new(), Vec::new());
    for (number, target) in workload.targets.iter().enumerate() {
        let (mut held, mut absent) = (None, None);
        if let TargetLocation::Path(path) = &target.place {
            match leave::to_write(path, writes) {
                Ok(FileWritePermission::Present(judged)) => held = Some(judged),
                Ok(FileWritePermission::Absent(file)) => absent = Some(file),
                Err(told) => {
                    held = engine::probe::opened(path).map_err(failures::of_probe)?;
                    refused_ones.push(number);
                    if workload
                        .streams
                        .iter()
                        .any(|s| s.writes() && s.targets().any(|name| name == target.name))
                    {
                        refusals.push((format!("target \"{}\"", target.name), told.lines));
                    }
                }
            }
        }
        targets.push(held);
        new.push(absent);
    }
    let mut facts = engine::probe::facts(workload, &targets).map_err(failures::of_probe)?;
    if writes.fills {
        facts.targets.iter_mut().for_each(|target| target.room.reserve_bytes = 0);
    }
    refused_ones.into_iter().for_each(|number| facts.targets[number].may_write = false);
    let plan = plan::plan(workload, &facts, seed).map_err(|problems| {
        // The guard knows more of a refusal than the planner: what lies there, what holds it.
        let guarded = |p: &&PlanProblem| {
            p.kind.is_refusal() && refusals.iter().any(|(place, _)| *place == p.place)
        };
        let own = problems.iter().filter(|p| !guarded(p)).map(line);
        let mut lines: Vec<String> = own.collect();
        lines.extend(refusals.iter().flat_map(|(_, told)| told.iter().cloned()));
        let only_refused = problems.iter().all(|p| p.kind.is_refusal());
        let full = problems.iter().any(|p| p.kind == PlanProblemKind::NoSpace);
        let ending = if only_refused { Ending::Target } else { Ending::Wrong };
        Failure { errno: (only_refused && full).then_some(NO_SPACE), ..Failure::of(ending, lines) }
    })?;
    // What is only read is not kept from others.
    let removed = removed(workload);
    for (number, (held, planned)) in targets.iter_mut().zip(&plan.targets).enumerate() {
        let stays = !removed.contains(workload.targets[number].name.as_str());
        if stays && !planned.writes && planned.prefill_bytes == 0 {
            *held = held
                .take()
                .map(|held| held.reading())
                .transpose()
                .map_err(|e| Failure::caused(Ending::Target, &e))?;
        }
    }
    Ok(Ready { plan, targets, new })
}

/// The names of the targets whose files are removed after the run.
fn removed(workload: &Workload) -> HashSet<&str> {
    let removing = workload.streams.iter().filter(|stream| stream.emulation.removes_files);
    removing.flat_map(Stream::targets).collect()
}

/// Removes the files that are to be gone after the run; gives a line for each that stays.
pub fn remove_files(workload: &Workload, ready: &Ready) -> Vec<String> {
    let removed = removed(workload);
    let mut kept = Vec::new();
    for (target, held) in workload.targets.iter().zip(&ready.targets) {
        let Some(held) = held.as_ref().filter(|_| removed.contains(target.name.as_str())) else {
            continue;
        };
        if let (PathKind::File, Err(error)) = (held.kind(), held.finish()) {
            let shown = held.path().display();
            kept.push(
                PlaceFault::NotRemoved { file: shown.to_string(), error: error.to_string() }
                    .to_string(),
            );
        }
    }
    kept
}

fn line(problem: &PlanProblem) -> String {
    format!("{}: {}", problem.place, problem.text)
}

/// The files and devices of a job, as it names them.
pub fn paths(workload: &Workload) -> impl Iterator<Item = &Path> {
    workload.targets.iter().filter_map(|target| match &target.place {
        TargetLocation::Path(path) => Some(path.as_path()),
        TargetLocation::Sim(_) | TargetLocation::Null => None,
    })
}

impl Ready {
    /// Makes a file that was not there, once for all targets that it is.
    fn make(&mut self, number: usize) -> Result<Option<Held>, Failure> {
        let Some(new) = self.new[number].take() else { return Ok(None) };
        let same = |other: &Option<NewFile>| other.as_ref().is_some_and(|other| other.is(&new));
        let others: Vec<usize> =
            (0..self.new.len()).filter(|&other| same(&self.new[other])).collect();
        let shown = new.path().display().to_string();
        let made = new.make();
        let made =
            made.map_err(|e| Failure::system(Ending::Target, SystemAction::Create, &shown, &e))?;
        for other in others {
            self.new[other] = None;
            self.targets[other] = Some(made.clone());
        }
        self.targets[number] = Some(made.clone());
        Ok(Some(made))
    }
}

/// Lays what the plan wants prefilled; a new file is marked as our own before anything is written to it.
pub fn lay(
    workload: &Workload,
    ready: &mut Ready,
    keep: FreeSpaceRule,
    interrupt: &AtomicBool,
    progress: &mut Progress,
) -> Result<(), Failure> {
    let seed = workload.seed.unwrap_or(ready.plan.seed);
    for number in 0..ready.plan.targets.len() {
        let (prefill_bytes, size_bytes) =
            (ready.plan.targets[number].prefill_bytes, ready.plan.targets[number].size_bytes);
        if prefill_bytes == 0 {
            if keep == FreeSpaceRule::Reserve && ready.plan.targets[number].writes {
                keep_free(ready.targets[number].as_ref(), size_bytes, keep)?;
            }
            continue;
        }
        let made = ready.make(number)?;
        let Some(held) = &ready.targets[number] else { continue };
        let prefill = ready.plan.targets[number].prefill;
        if prefill != Prefill::Data {
            // The load is what writes it first.
            reserve(held, size_bytes, prefill, keep)?;
            renew(held);
            continue;
        }
        progress.begin(&format!("Prefill: {}", held.path().display()), None);
        let from = size_bytes - prefill_bytes;
        engine::prefill(held, from, size_bytes, seed, keep, &mut |done, all| {
            progress.share(done as f64 / all.max(1) as f64);
            if interrupt.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .map_err(|e| {
            progress.wipe();
            let ending = if interrupt.load(Ordering::Relaxed) {
                Ending::Interrupted
            } else {
                Ending::Target
            };
            let mut failure = Failure::caused(ending, &e);
            // Half a file is of no use to anybody; what was there before stays as long as it was.
            if let Some(Err(e)) = made.as_ref().map(Held::finish) {
                let shown = held.path().display();
                let (action, object) = (SystemAction::RemoveUnfinished, &shown);
                failure.lines.push(SystemFailure { action, object, error: &e }.to_string());
            }
            failure
        })?;
        renew(held);
        progress.wipe();
    }
    Ok(())
}

/// Takes the space of the holes that the load would fill, so that it does not take it from what stays free.
fn keep_free(held: Option<&Held>, bytes: u64, keep: FreeSpaceRule) -> Result<(), Failure> {
    let Some(held) = held.filter(|held| held.kind() == PathKind::File) else { return Ok(()) };
    let fill = || {
        let file = held.open(OpenMode { write: true, ..OpenMode::default() })?;
        guard::fill_holes(&file, bytes, keep)
    };
    let shown = held.path().display();
    fill().map_err(|e| Failure::system(Ending::Target, SystemAction::Reserve, &shown, &e))
}

/// Takes the space of a file that the load is to write first, unless it is to grow as it is written.
fn reserve(held: &Held, bytes: u64, prefill: Prefill, keep: FreeSpaceRule) -> Result<(), Failure> {
    let grow = || {
        let file = held.open(OpenMode { write: true, ..OpenMode::default() })?;
        guard::grow(&file, bytes, keep)
    };
    let grown = if prefill == Prefill::Reserve { grow() } else { Ok(()) };
    grown.map_err(|e| {
        let shown = held.path().display();
        Failure::system(Ending::Target, SystemAction::ReserveBytes(bytes), shown, &e)
    })
}

/// A file of ours that was just written to stays ours; one that cannot be marked has to be named the next time.
pub fn renew(held: &Held) {
    drop(held.renew());
}

/// What the run is stored under, beside its workload and plan.
pub struct Asked<'a> {
    /// The text of the job, or all texts of a foreign one.
    pub text: &'a str,
    /// The command that repeats it.
    pub command: &'a str,
    /// What was to be known before it ran.
    pub notes: Vec<Note>,
}

/// Hears every event of a run as it happens, before anything is made of it; gives the streams that are to end now.
pub type Listen<'a> = &'a mut dyn FnMut(&EngineEvent) -> Vec<usize>;

/// One job under way.
pub struct Course<'a> {
    workload: &'a Workload,
    plan: &'a Plan,
    targets: &'a [Option<Held>],
    hosts: HostGroup,
    recorder: RefCell<Recorder>,
    record: Record,
    inventory: Option<Inventory>,
    begun_ns: u64,
    failures: Vec<IoFailure>,
}

impl<'a> Course<'a> {
    /// Looks at the machine and opens the run in the store.
    pub fn begin(
        workload: &'a Workload,
        ready: &'a Ready,
        asked: Asked<'_>,
        store: Store,
    ) -> Result<Self, Failure> {
        let Ready { plan, targets, .. } = ready;
        let root = plan.targets.iter().find_map(|t| t.path.as_deref());
        let inventory = root.and_then(answer::facts_at_once);
        let names: Vec<String> = workload.targets.iter().map(shown).collect();
        let start = RunStart {
            kind: RunKind::Run,
            command: asked.command.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            started_unix_s: (sys::clock::unix_now() / 1_000_000_000).cast_signed(),
            seed: plan.seed,
            target: names.join(", "),
            subject: workload.name.clone(),
            engine: plan.engine.name().to_owned(),
            requirement: String::new(),
            source_text: asked.text.to_owned(),
            facts: inventory.as_ref().map(answer::facts).unwrap_or_default(),
            notes: asked.notes,
        };
        let record = empty_record(&start);
        let recorder = RefCell::new(Recorder::begin(store, &start)?);
        let begun_ns = sys::clock::unix_now();
        let failures = Vec::new();
        let hosts = HostGroup::alone();
        Ok(Self { workload, plan, targets, hosts, recorder, record, inventory, begun_ns, failures })
    }

    /// Runs on all these hosts together.
    pub fn join(&mut self, hosts: HostGroup) {
        self.record.notes.extend(hosts.notes());
        self.hosts = hosts;
    }

    /// Where it is stored.
    pub fn recorder(&mut self) -> &Recorder {
        self.recorder.get_mut()
    }

    /// Where it is stored.
    pub fn into_recorder(self) -> Recorder {
        self.recorder.into_inner()
    }

    /// Runs every phase; what was measured before a failure is kept.
    pub fn run(
        &mut self,
        interrupt: &Arc<AtomicBool>,
        progress: &mut Progress,
        listen: Listen<'_>,
    ) -> Result<(), Failure> {
        if !self.hosts.leads() {
            return self.follow(interrupt);
        }
        self.hosts.keep_part(&self.record);
        let stacks = self.stacks();
        let witness = Witness::start(&stacks);
        progress.begin(&ProgressText::Starting.to_string(), None);
        let names = self.plan.streams.clone();
        let mut runner = PlanRunner::new(interrupt, &self.recorder, SimWorld::new(), names);
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
            // A simulated storage has its own clock: nothing around this program can spoil it.
            EngineKind::Sim => Conditions { simulated: true, ..Conditions::default() },
            _ => witness.stop(&known, self.hosts.moved_beside(totals.ours)),
        };
        let (choice, used) = (&self.workload.engine, self.plan.engine);
        seen.engine_fallback = conditions::engine_fallback(choice, used);
        self.record.state = match &result {
            Ok(notes) if notes.interrupted => State::Interrupted,
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
            // What a lost host offered and nobody completed is no overload.
            self.record.warnings.retain(|warning| warning.kind != WarningKind::Overloaded);
        }
        self.record.hosts = self.hosts.conclude(seen.cpu_busy_share, &self.record.warnings);
        result.map(drop).map_err(|reason| {
            Failure::caused(Ending::Target, &RequestError { point: None, reason })
        })
    }

    /// Runs what the first host sends; the merged record is that host's.
    fn follow(&mut self, interrupt: &Arc<AtomicBool>) -> Result<(), Failure> {
        let group = std::mem::take(&mut self.hosts);
        let Some(hosts) = group.several() else { return Ok(()) };
        let witness = Witness::start(&self.stacks());
        let following = Following { held: self.targets, recorder: &self.recorder, interrupt };
        let Followed { trials, totals, failed, interrupted, .. } =
            following.run(&mut hosts.borrow_mut())?;
        self.targets.iter().flatten().for_each(renew);
        let mut seen = witness.stop(&self.known(), totals.ours);
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
        hosts.borrow().report(seen.cpu_busy_share, &self.record.warnings);
        self.hosts = group;
        failed.map_or(Ok(()), |why| Err(Failure::target(why)))
    }

    /// What every target stands on; none at all when one of them cannot be told, so that no counter is missed.
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

    /// Checks every stream of every phase against the conditions that were its own.
    fn warning(&mut self, seen: &Conditions) {
        let mut warnings = Vec::new();
        for (trial, phase) in self.record.trials.iter().zip(&self.plan.phases) {
            for stream in &trial.streams {
                let asked = self.workload.streams.iter().find(|s| s.name == stream.name);
                let own = asked.map_or_else(|| seen.clone(), |s| conditions::of_stream(seen, s));
                let mut own =
                    Conditions { workers: u32::try_from(phase.workers.len()).ok(), ..own };
                if matches!(self.plan.engine, EngineKind::Null | EngineKind::Sim) {
                    // No page cache lies before what exists only in the program.
                    own.direct = None;
                }
                warnings.extend(summary::warning::check_stream(stream, &own));
            }
        }
        warnings.extend(summary::warning::check_machine(seen));
        self.record.warnings = summary::warning::heaviest_first(warnings);
    }

    /// Adds remarks to the record.
    pub fn note(&mut self, remarks: Vec<String>) {
        self.record.notes.extend(remarks.into_iter().map(Note::Text));
    }

    /// The record, stored.
    pub fn finish(&mut self, failed: bool) -> Record {
        if failed {
            self.record.state = State::Failed;
        }
        self.record.notes.extend(failures::notes(&self.failures, &self.plan.streams));
        self.record.seconds = (sys::clock::unix_now() - self.begun_ns) as f64 / 1e9;
        self.recorder.get_mut().finish(&mut self.record);
        self.record.clone()
    }
}

/// Folds the intervals of each phase of a job into a trial, shows them, and ends streams that are steady.
struct JobPhases<'a> {
    plan: &'a Plan,
    recorder: &'a RefCell<Recorder>,
    progress: &'a mut Progress,
    listen: Listen<'a>,
    trials: &'a mut Vec<TrialRecord>,
    /// The phase under way: its name, and each of its streams.
    phase: Option<(String, Vec<(usize, Accumulator)>)>,
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
            && summary::steady::settled_series(fold.rates(), width)
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

    fn live(&self) -> Live {
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
        let start = TrialStart {
            role: phase.name.clone(),
            purpose: TrialPurpose::Run,
            rate_iops: (!rates.is_empty()).then(|| rates.iter().sum()),
            depth: workers.map(|w| w.depth).sum(),
        };
        self.recorder.borrow_mut().trial_begin(&start);
        let length_ns =
            phase.workers.iter().filter_map(|w| Some(w.delay_ns + w.duration_ns?)).max();
        let seconds = length_ns.map(|ns| (ns + phase.warm_up_ns) as f64 / 1e9);
        self.progress.begin(&phase.name, seconds);
        self.trials.push(start.record());
        let fold = |&index: &usize| (index, Accumulator::new(&self.plan.streams[index]));
        self.phase = Some((phase.name.clone(), streams.iter().map(fold).collect()));
    }

    /// Ends the phase under way, if there is one.
    fn close(&mut self) {
        let Some((_, streams)) = self.phase.take() else { return };
        if let Some(trial) = self.trials.last_mut() {
            trial.streams = streams.iter().map(|(_, fold)| fold.finish()).collect();
            self.recorder.borrow_mut().trial_end(trial);
        }
    }
}

pub(crate) fn shown(target: &JobTarget) -> String {
    match &target.place {
        TargetLocation::Path(path) => Path::display(path).to_string(),
        TargetLocation::Sim(text) => format!("sim:{text}"),
        TargetLocation::Null => "null".to_owned(),
    }
}

/// The record of a run that has just begun.
pub fn empty_record(start: &RunStart) -> Record {
    Record {
        kind: start.kind,
        command: start.command.clone(),
        version: start.version.clone(),
        started_unix_s: start.started_unix_s,
        seconds: 0.0,
        seed: start.seed,
        target: start.target.clone(),
        subject: start.subject.clone(),
        engine: start.engine.clone(),
        requirement: start.requirement.clone(),
        source_text: start.source_text.clone(),
        state: State::Running,
        facts: start.facts.clone(),
        trials: Vec::new(),
        findings: Vec::new(),
        verdict: None,
        reason: record::Reason::default(),
        warnings: Vec::new(),
        notes: start.notes.clone(),
        study: None,
        proof: None,
        soak: None,
        hosts: None,
    }
}
