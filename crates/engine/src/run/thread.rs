//! One worker's thread: pins itself, builds its backend, waits for the start, runs turns until done, and reports.

use crate::backend::{Backend, IocpBackend, LibaioBackend, NullBackend, SyncBackend, UringBackend};
use crate::run::EngineError;
use crate::worker::{
    NoCheck, PageCheck, SampleSink, TurnResult, Worker, WorkerCheck, WorkerSetup, empty_interval,
};
use sample::{EngineNote, IntervalSample, IoFailure, WorkerCpuUse};
use std::fs::File;
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Condvar, Mutex, PoisonError};
use sys::aio::Aio;
use sys::blocking::BlockingQueue;
use sys::clock::SystemClock;
use sys::counters::ProcessUse;
use sys::iocp::Iocp;
use sys::ring::{Ring, RingFeatures, RingOptions};
use workload::{EngineFeature, EngineKind};

/// The inputs of a worker thread.
pub(super) struct ThreadSpec {
    pub(super) engine: EngineKind,
    pub(super) options: RingOptions,
    pub(super) setup: WorkerSetup,
    /// Empty with the null engine.
    pub(super) files: Vec<File>,
    pub(super) clock: SystemClock,
    /// The check of contents, if the plan has one.
    pub(super) checked: Option<WorkerCheck>,
}

pub(super) enum ThreadMessage {
    Ready {
        features: Vec<EngineFeature>,
        note: Option<EngineNote>,
    },
    Interval {
        participant: usize,
        interval: Box<IntervalSample>,
    },
    Failure(IoFailure),
    Ended {
        participant: usize,
        used: WorkerCpuUse,
        error: Option<EngineError>,
        checked: Option<Box<WorkerCheck>>,
    },
}

/// The gate at which all threads wait for the common start.
#[derive(Default)]
pub(super) struct StartGate {
    /// `None` until decided; then the start on the clock, or `Some(None)` if there will be no start.
    start: Mutex<Option<Option<u64>>>,
    opened: Condvar,
}

impl StartGate {
    pub(super) fn open(&self, start_ns: Option<u64>) {
        *self.start.lock().unwrap_or_else(PoisonError::into_inner) = Some(start_ns);
        self.opened.notify_all();
    }

    fn wait(&self) -> Option<u64> {
        let mut start = self.start.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match *start {
                Some(start_ns) => return start_ns,
                None => start = self.opened.wait(start).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

/// The thread's channel to the caller's thread; reports the end of the thread even if it panics.
pub(super) struct ThreadChannel {
    participant: usize,
    sender: SyncSender<ThreadMessage>,
    recycled: Receiver<Box<IntervalSample>>,
    spare: Option<Box<IntervalSample>>,
    depth: u32,
    error: Option<EngineError>,
    checked: Option<Box<WorkerCheck>>,
}

impl ThreadChannel {
    pub(super) fn new(
        participant: usize,
        sender: SyncSender<ThreadMessage>,
        recycled: Receiver<Box<IntervalSample>>,
    ) -> Self {
        Self { participant, sender, recycled, spare: None, depth: 0, error: None, checked: None }
    }

    fn send(&self, message: ThreadMessage) {
        // The receiver only goes away when the whole run is aborted.
        let _ = self.sender.send(message);
    }
}

impl SampleSink for ThreadChannel {
    fn interval(&mut self, interval: Box<IntervalSample>) -> Box<IntervalSample> {
        let participant = self.participant;
        let next = self.spare.take().or_else(|| self.recycled.try_recv().ok());
        // No interval was returned: the listener is behind, and allocating a new interval is better than waiting.
        let next = next.unwrap_or_else(|| {
            let mut fresh = interval.clone();
            fresh.clear();
            fresh
        });
        self.send(ThreadMessage::Interval { participant, interval });
        next
    }

    fn failure(&mut self, failure: IoFailure) {
        // Never waits for the listener: all failures are counted in the intervals anyway.
        let _ = self.sender.try_send(ThreadMessage::Failure(failure));
    }
}

impl Drop for ThreadChannel {
    fn drop(&mut self) {
        let error = self.error.take();
        let used = WorkerCpuUse { depth: self.depth, ..used() };
        let checked = self.checked.take();
        self.send(ThreadMessage::Ended { participant: self.participant, used, error, checked });
    }
}

/// What the calling thread has used. The kernel's thread clock is exact, while its split into user and kernel is coarse.
fn used() -> WorkerCpuUse {
    let (all_ns, split) = (sys::clock::thread_cpu_ns(), ProcessUse::of_thread());
    let kernel_ns = split.system_ns.min(all_ns);
    let switches = split.waits + split.preemptions;
    WorkerCpuUse { user_ns: all_ns - kernel_ns, kernel_ns, switches, depth: 0 }
}

pub(super) fn main(spec: ThreadSpec, mut post: ThreadChannel, gate: &StartGate) {
    sys::clock::sharpen_timers();
    if let Some(cpu) = spec.setup.work.cpu
        && let Err(error) = sys::affinity::pin(cpu)
    {
        post.error = Some(EngineError::Thread(error));
        return;
    }
    let (work, clock) = (&spec.setup.work, spec.clock);
    let depth = work.depth;
    let mut slot_bytes = 0;
    if work.read_share > 0.0 {
        slot_bytes = work.read_blocks.largest().0 as usize;
    }
    if work.read_share < 1.0 {
        slot_bytes = slot_bytes.max(work.write_blocks.largest().0 as usize);
    }
    let engine = spec.engine;
    let failed = |source| EngineError::Start { engine, source };
    let drive = BackendDriver { setup: spec.setup, checked: spec.checked, gate };
    if spec.files.is_empty() {
        return drive.on(NullBackend::new(clock, depth, slot_bytes), post, Vec::new(), None);
    }
    let files = spec.files;
    match spec.engine {
        EngineKind::Libaio => match Aio::on(files, depth, slot_bytes) {
            Ok(aio) => {
                let features = vec![libaio_feature(&aio)];
                drive.on(LibaioBackend::new(clock, aio), post, features, None);
            }
            Err(error) => post.error = Some(failed(error)),
        },
        EngineKind::Iocp => match Iocp::on(files, depth, slot_bytes) {
            Ok(port) => drive.on(IocpBackend::new(clock, port), post, Vec::new(), None),
            Err(error) => post.error = Some(failed(error)),
        },
        EngineKind::Sync => match BlockingQueue::on(files, depth, slot_bytes) {
            Ok(blocking) => {
                let features = vec![EngineFeature::ThreadPerIo];
                drive.on(SyncBackend::new(clock, blocking), post, features, None);
            }
            Err(error) => post.error = Some(failed(error)),
        },
        _ => match Ring::on(files, depth, slot_bytes, spec.options) {
            Ok(ring) => {
                let features = ring_features(ring.features());
                let note = ring.lacks_buffers().then_some(EngineNote::UnregisteredBuffers);
                drive.on(UringBackend::new(clock, ring), post, features, note);
            }
            Err(error) => post.error = Some(failed(error)),
        },
    }
}

fn libaio_feature(aio: &Aio) -> EngineFeature {
    if aio.reads_shared_memory() {
        EngineFeature::UserSpaceCompletions
    } else {
        EngineFeature::SystemCallCompletions
    }
}

fn ring_features(ring: RingFeatures) -> Vec<EngineFeature> {
    let held = match (ring.files, ring.buffers) {
        (true, true) => Some(EngineFeature::RegisteredFilesAndBuffers),
        (true, false) => Some(EngineFeature::RegisteredFiles),
        (false, true) => Some(EngineFeature::RegisteredBuffers),
        (false, false) => None,
    };
    let others = [
        (ring.deferred, EngineFeature::WorkerCompletions),
        (ring.options.iopoll, EngineFeature::PolledCompletions),
        (ring.options.sqpoll, EngineFeature::SubmissionThread),
    ];
    held.into_iter()
        .chain(others.into_iter().filter(|(used, _)| *used).map(|(_, one)| one))
        .collect()
}

/// The parts from which a thread runs its worker once the backend is ready.
struct BackendDriver<'a> {
    setup: WorkerSetup,
    checked: Option<WorkerCheck>,
    gate: &'a StartGate,
}

impl BackendDriver<'_> {
    fn on<B: Backend<Clock = SystemClock>>(
        self,
        backend: B,
        mut post: ThreadChannel,
        features: Vec<EngineFeature>,
        note: Option<EngineNote>,
    ) {
        post.spare = Some(empty_interval(&self.setup));
        let sender = post.sender.clone();
        // A thread is ready when nothing is left to build: it only waits for the gate before its first operation.
        let ready = move || drop(sender.send(ThreadMessage::Ready { features, note }));
        match self.checked {
            None => {
                let worker = Worker::checking(self.setup, backend, post, NoCheck);
                ready();
                work(worker, self.gate);
            }
            Some(checked) => {
                let worker = Worker::checking(self.setup, backend, post, checked);
                ready();
                let (mut post, checked) = work(worker, self.gate);
                post.checked = Some(Box::new(checked));
            }
        }
    }
}

/// Runs turns until all is done, then reports the result to the channel.
fn work<B: Backend<Clock = SystemClock>, C: PageCheck>(
    mut worker: Worker<B, ThreadChannel, C>,
    gate: &StartGate,
) -> (ThreadChannel, C) {
    let start_ns = gate.wait();
    if let Some(start_ns) = start_ns {
        worker.start_at(start_ns);
        worker.clock().sleep_until(start_ns);
        while worker.turn(true) != TurnResult::Done {}
    }
    let (error, depth) = (worker.take_error(), worker.depth());
    let (backend, mut post, check) = worker.into_all_parts();
    // The ring is dropped first, so that this counts in the worker's processor time.
    drop(backend);
    (post.error, post.depth) = (error.map(EngineError::from), depth);
    (post, check)
}
