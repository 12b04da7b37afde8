//! Runs a plan: opens targets, starts all workers of a phase at once, merges their intervals, and reports events.
//!
//! Each worker is a thread. With the sync engine it is one thread for each outstanding I/O; these share the worker's
//! counters, so that a common schedule or position is served first come, first served. The caller's thread only merges
//! and calls the listener. Real targets are never prefilled or extended here; see [`crate::prefill()`].

mod thread;

use crate::phase_ends::PhaseEnds;
use crate::worker::{
    LinkedRateGroup, PartLedger, StopFlags, WorkerCheck, WorkerCounter, WorkerSetup, seat_all,
};
use base::Clock;
use plan::{FilePlan, PhasePlan, Plan, WorkerPlan};
use sample::{EngineEvent, EngineNote, SampleMerger};
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use sys::clock::{SystemClock, unix_now};
use sys::file::{self, Advice, OpenMode};
use sys::heartbeat;
use sys::target::Target;
use thread::{StartGate, ThreadChannel, ThreadMessage, ThreadSpec};
use workload::emulation::AccessHint;
use workload::{CacheMode, EngineKind, EngineUse, SyncMode};

/// How long before an arrival is due a worker wakes and spins, in nanoseconds. It is above the usual wake-up time of a
/// sleeping thread (about 50 us on virtual machines), so that the median arrival is not late. Used only if every
/// worker has a CPU to itself.
const SPIN_NS: u64 = 80_000;
/// Time for the threads of a phase to reach the start, in nanoseconds: a fixed part, and a part for each thread.
const START_NS: u64 = 200_000;
const START_NS_EACH: u64 = 20_000;
/// How often the stop flag is checked in a pause between phases, in nanoseconds.
const PAUSE_STEP_NS: u64 = 20_000_000;

/// How a caller controls a running plan, from any thread.
#[derive(Clone, Debug, Default)]
pub struct RunControl {
    /// Ends the run gracefully: operations in flight are awaited, partial intervals are delivered.
    pub stop: Arc<AtomicBool>,
    /// Ends one stream, by its index in [`Plan::streams`], for the rest of the run. Also set by the engine when a
    /// stream ends on an error. Streams beyond the list cannot be stopped from outside.
    pub streams: Vec<Arc<AtomicBool>>,
    /// Returns when each phase starts, to coordinate hosts; `None`: this engine alone decides.
    pub starts: Option<PhaseStarts>,
}

/// Returns the time at which a phase starts, on [`SystemClock`] in nanoseconds; `None` if it must not start. Called once,
/// when every worker of the phase is ready.
#[derive(Clone)]
pub struct PhaseStarts(pub Arc<dyn Fn(usize) -> Option<u64> + Send + Sync>);

impl std::fmt::Debug for PhaseStarts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PhaseStarts")
    }
}

impl RunControl {
    /// The start of a phase whose workers are ready; `None` if it must not start.
    fn start_ns(&self, phase: usize, earliest_ns: u64) -> Option<u64> {
        self.starts.as_ref().map_or(Some(earliest_ns), |starts| (starts.0)(phase))
    }

    /// Flags for every stream of the plan.
    pub fn new(plan: &Plan) -> Self {
        Self {
            stop: Arc::default(),
            streams: plan.streams.iter().map(|_| Arc::default()).collect(),
            starts: None,
        }
    }

    /// Whether the whole run must end.
    pub fn stops_run(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The stop flag of a stream; a new flag if the stream is beyond the list.
    pub fn stream_flag(&self, stream: usize) -> Arc<AtomicBool> {
        self.streams.get(stream).cloned().unwrap_or_default()
    }
}

/// Information about a run besides its intervals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunNotes {
    /// The engine and its active features.
    pub engine: EngineUse,
    /// Fallbacks and missing features; each once.
    pub notes: Vec<EngineNote>,
    pub cpu_ns: u64,
    pub phases: Vec<PhaseNotes>,
    /// Whether the run's stop flag ended it.
    pub interrupted: bool,
}

/// When a phase actually ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseNotes {
    pub phase: usize,
    /// Its start on [`SystemClock`] in nanoseconds; 0 on simulated storage.
    pub started_ns: u64,
    /// Its start on the wall clock, in nanoseconds since 1970 (UTC).
    pub start_unix_ns: u64,
    /// From the start until the last worker ended, in nanoseconds.
    pub length_ns: u64,
}

#[derive(Debug)]
pub enum EngineError {
    Open {
        path: PathBuf,
        source: std::io::Error,
        direct: bool,
    },
    /// A target has no path although the engine needs one.
    NoPath(usize),
    /// A ring, a context or its memory could not be allocated.
    Start {
        engine: EngineKind,
        source: std::io::Error,
    },
    Thread(std::io::Error),
    /// A backend failed during the run; everything measured until then was delivered.
    Backend(crate::backend::BackendError),
    /// A target is not simulated, but the engine is the simulator.
    NotSimulated,
    /// The text of a simulated target is wrong.
    Spec(crate::sim::SpecErrors),
    Panic,
}

impl From<crate::backend::BackendError> for EngineError {
    fn from(error: crate::backend::BackendError) -> Self {
        Self::Backend(error)
    }
}

impl From<crate::sim::SpecErrors> for EngineError {
    fn from(error: crate::sim::SpecErrors) -> Self {
        Self::Spec(error)
    }
}

/// Runs every phase of the plan. `targets` are the targets in the plan's order, opened by the caller; `None` for one
/// without a path. These open targets are used even if a path now leads to another file. Events come on the caller's
/// thread; intervals are merged to one per stream and interval.
///
/// # Errors
/// See [`EngineError`]. Failures of single operations are events, not errors.
pub fn run(
    plan: &Plan,
    targets: &[Option<Target>],
    control: &RunControl,
    listener: &mut dyn FnMut(EngineEvent),
) -> Result<RunNotes, EngineError> {
    if plan.engine == EngineKind::Sim {
        return crate::virtual_time::run(plan, control, listener);
    }
    let clock = SystemClock::new();
    let mut notes = RunNotes { engine: EngineUse::of(plan.engine), ..RunNotes::default() };
    let files = TargetFiles { targets };
    let mut kept = CheckedParts::new(plan.seed);
    for (index, phase) in plan.phases.iter().enumerate() {
        if control.stop.load(Ordering::Relaxed) {
            break;
        }
        files.drop_caches(phase)?;
        if let Some(note) = note_on_commits(plan.engine, phase)
            && !notes.notes.contains(&note)
        {
            notes.notes.push(note);
        }
        let lanes = lanes(plan, index, control, &files)?;
        listener(EngineEvent::PhaseStart { phase: index });
        run_phase(plan, index, lanes, control, &mut notes, &mut kept, listener)?;
        listener(EngineEvent::PhaseEnd { phase: index });
        if index + 1 < plan.phases.len() {
            pause(clock, phase.pause_ns, &control.stop);
        }
    }
    notes.interrupted = control.stop.load(Ordering::Relaxed);
    Ok(notes)
}

/// The note about commit groups for readers who compare engines; see `worker/groups.rs`.
fn note_on_commits(engine: EngineKind, phase: &PhasePlan) -> Option<EngineNote> {
    let differs = engine == EngineKind::Sync && phase.workers.iter().any(groups_commits);
    differs.then_some(EngineNote::CommitGroupPerThread)
}

fn groups_commits(work: &WorkerPlan) -> bool {
    let (SyncMode::Fdatasync { every } | SyncMode::Fsync { every }) = work.sync else {
        return false;
    };
    work.read_share < 1.0 && work.depth > 1 && every > 1
}

fn pause(clock: SystemClock, pause_ns: u64, stop: &AtomicBool) {
    let end_ns = clock.now_ns() + pause_ns;
    while clock.now_ns() < end_ns && !stop.load(Ordering::Relaxed) {
        clock.sleep_until(end_ns.min(clock.now_ns() + PAUSE_STEP_NS));
    }
}

/// Opens targets: each worker its own, because a file belongs to one completion port, and readahead follows the reads of one file.
struct TargetFiles<'a> {
    targets: &'a [Option<Target>],
}

impl TargetFiles<'_> {
    /// Every file of a worker, in the order of its plan.
    fn open_all(&self, work: &WorkerPlan) -> Result<Vec<File>, EngineError> {
        let mode = OpenMode {
            write: work.read_share < 1.0,
            create: false,
            direct: work.cache == CacheMode::Direct,
            dsync: work.sync == SyncMode::Dsync,
            sync: work.sync == SyncMode::Sync,
            advice: work.emulation.access_hint.map(|hint| match hint {
                AccessHint::Random => Advice::Random,
                AccessHint::Sequential => Advice::Sequential,
                AccessHint::Once => Advice::Once,
            }),
        };
        work.parts().map(|part| self.open(part.target, mode)).collect()
    }

    fn held(&self, target: usize) -> Option<&Target> {
        self.targets.get(target).and_then(Option::as_ref)
    }

    fn open(&self, target: usize, mode: OpenMode) -> Result<File, EngineError> {
        let held = self.held(target).ok_or(EngineError::NoPath(target))?;
        let path = held.path().to_owned();
        held.open(mode).map_err(|source| EngineError::Open { path, source, direct: mode.direct })
    }

    fn drop_caches(&self, phase: &PhasePlan) -> Result<(), EngineError> {
        let mut dropped = HashSet::new();
        for work in phase.workers.iter().filter(|work| work.cache == CacheMode::Dropped) {
            for target in work.parts().map(|part| part.target) {
                let Some(held) = self.held(target) else { continue };
                if !dropped.insert(target) {
                    continue;
                }
                let path = held.path().to_owned();
                let file = self.open(target, OpenMode::default())?;
                file::drop_cache(&file).map_err(|source| EngineError::Open {
                    path,
                    source,
                    direct: false,
                })?;
            }
        }
        Ok(())
    }
}

/// The ledgers of checked parts of targets, kept across phases.
struct CheckedParts {
    /// Different from any other run, even with the same seed, so that data of an earlier run is not taken for this one's.
    run: u64,
    parts: HashMap<FilePlan, PartLedger>,
}

impl CheckedParts {
    fn new(seed: u64) -> Self {
        Self { run: base::random::derive(seed, &[unix_now()]), parts: HashMap::new() }
    }

    fn take(&mut self, work: &WorkerPlan) -> Option<WorkerCheck> {
        WorkerCheck::new(work, self.run, |part| self.parts.remove(part))
    }

    fn put(&mut self, work: &WorkerPlan, checked: WorkerCheck) {
        self.parts.extend(work.parts().zip(checked.into_known()));
    }
}

/// One thread's work before it starts.
struct WorkerStart {
    setup: WorkerSetup,
    /// Empty if the engine needs no files.
    files: Vec<File>,
}

fn lanes(
    plan: &Plan,
    index: usize,
    control: &RunControl,
    files: &TargetFiles<'_>,
) -> Result<Vec<WorkerStart>, EngineError> {
    let phase = &plan.phases[index];
    let blocking = plan.engine == EngineKind::Sync;
    let threads: usize =
        phase.workers.iter().map(|work| if blocking { work.depth as usize } else { 1 }).sum();
    let spin_ns = if threads <= sys::affinity::allowed().len() { SPIN_NS } else { 0 };
    let mut cursors: HashMap<usize, WorkerCounter> = HashMap::new();
    let mut groups: HashMap<u32, Arc<LinkedRateGroup>> = HashMap::new();
    let mut lanes = Vec::with_capacity(threads);
    for work in &phase.workers {
        let mut setup = WorkerSetup::new(work, index, plan.interval_ns, 0);
        setup.warm_up_ns = phase.warm_up_ns;
        setup.spin_ns = spin_ns;
        setup.stops =
            StopFlags { run: Arc::clone(&control.stop), stream: control.stream_flag(work.stream) };
        let count = if blocking { work.depth } else { 1 };
        setup.work.transaction = work.transaction.map(|part| part.divided(count));
        if let Some(tie) = &mut setup.work.tie {
            tie.weight /= f64::from(count);
            setup.group = Some(Arc::clone(groups.entry(tie.group).or_default()));
        }
        if count > 1 {
            for counter in [&mut setup.cursor, &mut setup.tickets, &mut setup.ios, &mut setup.bytes]
            {
                *counter = WorkerCounter::Shared(Arc::default());
            }
        }
        if let Some(shared) = work.shared_cursor {
            setup.cursor = cursors
                .entry(shared)
                .or_insert_with(|| WorkerCounter::Shared(Arc::default()))
                .clone();
        }
        if blocking {
            setup.work.depth = 1;
        }
        if work.drop_every.is_some() && files.held(work.target).is_some() {
            for part in work.parts() {
                setup.cached.push(Arc::new(files.open(part.target, OpenMode::default())?));
            }
        }
        for lane in 0..count {
            setup.lane = lane;
            let files =
                if plan.engine == EngineKind::Null { Vec::new() } else { files.open_all(work)? };
            lanes.push(WorkerStart { setup: setup.clone(), files });
        }
    }
    seat_all(&mut lanes.iter_mut().map(|lane| &mut lane.setup).collect::<Vec<_>>());
    Ok(lanes)
}

struct StartedWorkers {
    threads: Vec<std::thread::JoinHandle<()>>,
    /// The channels that return merged intervals to the workers, by participant.
    recycles: Vec<SyncSender<Box<sample::IntervalSample>>>,
    /// The error of the first thread that could not be started; no thread after it was started.
    failed: Option<EngineError>,
}

/// Starts a thread for each participant.
fn start_workers(
    plan: &Plan,
    lanes: Vec<WorkerStart>,
    kept: &mut CheckedParts,
    sender: &SyncSender<ThreadMessage>,
    gate: &Arc<StartGate>,
    clock: SystemClock,
) -> StartedWorkers {
    let count = lanes.len();
    let mut threads = Vec::with_capacity(count);
    let mut recycles = Vec::with_capacity(count);
    let mut failed = None;
    for (participant, lane) in lanes.into_iter().enumerate() {
        let (recycle, recycled) = sync_channel(4);
        recycles.push(recycle);
        let post = ThreadChannel::new(participant, sender.clone(), recycled);
        let spec = spec(lane, plan, kept, clock);
        let gate = Arc::clone(gate);
        let name = format!("worker-{participant}");
        match std::thread::Builder::new().name(name).spawn(move || thread::main(spec, post, &gate))
        {
            Ok(thread) => threads.push(thread),
            Err(error) => {
                failed = Some(EngineError::Thread(error));
                break;
            }
        }
    }
    StartedWorkers { threads, recycles, failed }
}

fn run_phase(
    plan: &Plan,
    index: usize,
    lanes: Vec<WorkerStart>,
    control: &RunControl,
    notes: &mut RunNotes,
    kept: &mut CheckedParts,
    listener: &mut dyn FnMut(EngineEvent),
) -> Result<(), EngineError> {
    let clock = SystemClock::new();
    let works = checked(&lanes);
    let count = lanes.len();
    let merger = SampleMerger::new(lanes.iter().map(|lane| lane.setup.work.stream));
    let names: Vec<(usize, u32)> =
        lanes.iter().map(|lane| (lane.setup.work.stream, lane.setup.work.worker)).collect();
    let ends = PhaseEnds::of(lanes.iter().map(|lane| (&lane.setup.work, &lane.setup.stops.stream)));
    // Every worker has two intervals, so intervals alone never fill the channel.
    let (sender, receiver) = sync_channel(4 * count + 256);
    let gate = Arc::new(StartGate::default());
    let StartedWorkers { threads, recycles, failed } =
        start_workers(plan, lanes, kept, &sender, &gate, clock);
    drop(sender);
    let mut desk = EventCollector {
        merger,
        names,
        recycles,
        notes,
        listener,
        failed,
        ended: 0,
        works,
        kept,
        ends,
        started_ns: 0,
    };
    desk.await_ready(&receiver, threads.len());
    let earliest_ns = clock.now_ns() + START_NS + START_NS_EACH * count as u64;
    let wanted_ns = match desk.failed {
        None => control.start_ns(index, earliest_ns),
        Some(_) => None,
    };
    // On a busy machine, the planned start may have passed already.
    let started_ns = wanted_ns.unwrap_or(earliest_ns).max(clock.now_ns());
    let start_unix_ns = unix_now() + started_ns.saturating_sub(clock.now_ns());
    desk.started_ns = started_ns;
    gate.open(wanted_ns.map(|_| started_ns));
    desk.serve(&receiver);
    let mut failed = desk.failed.take();
    for thread in threads {
        if thread.join().is_err() {
            failed.get_or_insert(EngineError::Panic);
        }
    }
    desk.ends.lower();
    let length_ns = clock.now_ns().saturating_sub(started_ns);
    notes.phases.push(PhaseNotes { phase: index, started_ns, start_unix_ns, length_ns });
    failed.map_or(Ok(()), Err)
}

/// The plan of each participant, if any of them checks contents.
fn checked(lanes: &[WorkerStart]) -> Vec<WorkerPlan> {
    if lanes.iter().any(|lane| lane.setup.work.check.is_some()) {
        lanes.iter().map(|lane| lane.setup.work.clone()).collect()
    } else {
        Vec::new()
    }
}

fn spec(lane: WorkerStart, plan: &Plan, kept: &mut CheckedParts, clock: SystemClock) -> ThreadSpec {
    ThreadSpec {
        checked: kept.take(&lane.setup.work),
        engine: plan.engine,
        options: sys::ring::RingOptions { iopoll: plan.iopoll, sqpoll: plan.sqpoll },
        setup: lane.setup,
        files: lane.files,
        clock,
    }
}

/// Collects the events of the workers on the caller's thread.
struct EventCollector<'a> {
    merger: SampleMerger,
    names: Vec<(usize, u32)>,
    recycles: Vec<SyncSender<Box<sample::IntervalSample>>>,
    notes: &'a mut RunNotes,
    listener: &'a mut dyn FnMut(EngineEvent),
    failed: Option<EngineError>,
    ended: usize,
    /// The plan of each participant, if any of them checks contents.
    works: Vec<WorkerPlan>,
    kept: &'a mut CheckedParts,
    ends: PhaseEnds,
    /// When the phase starts, on the clock.
    started_ns: u64,
}

impl EventCollector<'_> {
    /// Waits until every thread is ready or has failed.
    fn await_ready(&mut self, receiver: &Receiver<ThreadMessage>, threads: usize) {
        let mut ready = 0;
        while ready + self.ended < threads {
            match receiver.recv() {
                Ok(ThreadMessage::Ready { features, note }) => {
                    ready += 1;
                    if let EngineUse::Own(_, known) = &mut self.notes.engine {
                        *known = features;
                    }
                    if let Some(note) = note.filter(|note| !self.notes.notes.contains(note)) {
                        self.notes.notes.push(note);
                    }
                }
                Ok(message) => self.take(message),
                Err(_) => return,
            }
        }
    }

    /// Merges intervals and reports events until every thread has ended.
    fn serve(&mut self, receiver: &Receiver<ThreadMessage>) {
        while let Ok(message) = receiver.recv() {
            self.take(message);
        }
    }

    fn take(&mut self, message: ThreadMessage) {
        let listener = &mut *self.listener;
        let started_ns = self.started_ns;
        let give = |mut sum: Box<sample::IntervalSample>, listener: &mut dyn FnMut(EngineEvent)| {
            sum.stopped = heartbeat::stopped(started_ns + sum.start_ns, started_ns + sum.end_ns);
            listener(EngineEvent::Interval(sum));
        };
        match message {
            ThreadMessage::Ready { .. } => {}
            ThreadMessage::Interval { participant, mut interval } => {
                self.merger.add(participant, &interval, &mut |sum| give(sum, listener));
                interval.clear();
                // Sending fails if the worker has ended; it needs no interval then.
                let _ = self.recycles[participant].try_send(interval);
            }
            ThreadMessage::Failure(failure) => listener(EngineEvent::Failure(failure)),
            ThreadMessage::Ended { participant, used, error, checked } => {
                if let Some(checked) = checked {
                    self.kept.put(&self.works[participant], *checked);
                }
                self.ended += 1;
                self.notes.cpu_ns += used.user_ns + used.kernel_ns;
                let last = self.merger.end(participant, &mut |sum| give(sum, listener));
                let (stream, worker) = self.names[participant];
                if last {
                    self.ends.ended(stream);
                }
                listener(EngineEvent::WorkerEnd { stream, worker, used });
                if let Some(error) = error {
                    self.failed.get_or_insert(error);
                }
            }
        }
    }
}
