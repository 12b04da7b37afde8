//! Runs a plan on simulated storage: all workers in one thread, on a virtual clock that jumps to the next event.
//!
//! Reports the same events as [`crate::run()`]. [`SimWorld`] keeps storages and their clock from run to run, so that
//! credits, caches, noise and faults continue through a whole study. Never waits and reads no real clock.

use crate::backend::BackendError;
use crate::backend::sim::{SharedStorage, SimBackend};
use crate::phase_ends::PhaseEnds;
use crate::run::{EngineError, PhaseNotes, RunControl, RunNotes};
use crate::sim::{SimSpec, SimStorage, SpecErrors};
use crate::worker::{
    LinkedRateGroup, SampleSink, StopFlags, TurnResult, Worker, WorkerCounter, WorkerSetup,
    empty_interval, seat_all,
};
use base::{Clock, VirtualClock, random};
use plan::{PhasePlan, Plan, TargetFacts, TargetKind};
use sample::{EngineEvent, IntervalSample, IoFailure, SampleMerger, WorkerCpuUse};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use workload::{EngineUse, SyncMode};

/// Runs one plan on new storages, which are dropped at the end.
pub fn run(
    plan: &Plan,
    control: &RunControl,
    listener: &mut dyn FnMut(EngineEvent),
) -> Result<RunNotes, EngineError> {
    SimWorld::new().run(plan, control, listener)
}

/// The facts that the planner needs about a simulated target; `text` is the text after `sim:`.
pub fn facts(text: &str) -> Result<TargetFacts, SpecErrors> {
    let spec = SimSpec::read(text)?;
    Ok(TargetFacts {
        kind: TargetKind::Virtual,
        size_bytes: spec.usable_bytes(),
        block_bytes: 512,
        room: plan::FreeSpace::default(),
        may_write: true,
        direct: true,
    })
}

type SharedStorageRef = Rc<RefCell<SharedStorage>>;
type EventBuffer = Rc<RefCell<Vec<WorkerEvent>>>;
type SimWorkers = Vec<Worker<SimBackend, VirtualSink>>;

/// Simulated storages and their clock, kept from run to run.
#[derive(Debug, Default)]
pub struct SimWorld {
    clock: VirtualClock,
    seed: Option<u64>,
    storages: Vec<NumberedStorage>,
}

/// A storage, identified by its text and its number among targets with the same text.
#[derive(Debug)]
struct NumberedStorage {
    text: String,
    number: usize,
    shared: SharedStorageRef,
}

#[derive(Debug)]
enum WorkerEvent {
    Interval { participant: usize, interval: Box<IntervalSample> },
    Failure(IoFailure),
}

/// Buffers a worker's events until the listener is called between turns.
#[derive(Debug)]
struct VirtualSink {
    participant: usize,
    events: EventBuffer,
    setup: WorkerSetup,
}

impl SampleSink for VirtualSink {
    fn interval(&mut self, interval: Box<IntervalSample>) -> Box<IntervalSample> {
        self.events
            .borrow_mut()
            .push(WorkerEvent::Interval { participant: self.participant, interval });
        empty_interval(&self.setup)
    }

    fn failure(&mut self, failure: IoFailure) {
        self.events.borrow_mut().push(WorkerEvent::Failure(failure));
    }
}

impl SimWorld {
    /// An empty world at time 0; its storages take their randomness from the seed of the first plan.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty world whose storages take their randomness from `seed` instead of the plans' seeds.
    pub fn with_seed(seed: u64) -> Self {
        Self { seed: Some(seed), ..Self::default() }
    }

    /// The virtual time since the world began, in nanoseconds.
    pub fn now_ns(&self) -> u64 {
        self.clock.now_ns()
    }

    /// Lets `ns` nanoseconds pass without I/O: caches drain and credits are restored.
    pub fn rest(&mut self, ns: u64) {
        self.clock.advance_to(self.clock.now_ns() + ns);
        for NumberedStorage { shared, .. } in &self.storages {
            shared.borrow_mut().advance(self.clock.now_ns());
        }
    }

    /// Runs a plan now. A storage with the same text as in an earlier run is the same storage and keeps its state.
    ///
    /// # Errors
    /// A target is not simulated, or its text is wrong; or all workers wait without any pending event.
    pub fn run(
        &mut self,
        plan: &Plan,
        control: &RunControl,
        listener: &mut dyn FnMut(EngineEvent),
    ) -> Result<RunNotes, EngineError> {
        let targets = self.open(plan)?;
        let mut notes = RunNotes { engine: EngineUse::Simulated, ..RunNotes::default() };
        for (index, phase) in plan.phases.iter().enumerate() {
            if control.stops_run() {
                break;
            }
            let start_ns = self.clock.now_ns();
            listener(EngineEvent::PhaseStart { phase: index });
            let failed = self.run_phase(plan, index, &targets, control, listener);
            listener(EngineEvent::PhaseEnd { phase: index });
            let length_ns = self.clock.now_ns() - start_ns;
            let timing =
                PhaseNotes { phase: index, started_ns: 0, start_unix_ns: start_ns, length_ns };
            notes.phases.push(timing);
            if let Some(error) = failed {
                return Err(EngineError::from(error));
            }
            self.rest(phase.pause_ns);
        }
        notes.interrupted = control.stops_run();
        Ok(notes)
    }

    /// The storages of a plan's targets; creates those that do not exist yet.
    fn open(&mut self, plan: &Plan) -> Result<Vec<SharedStorageRef>, EngineError> {
        let seed = *self.seed.get_or_insert(plan.seed);
        let mut storages = Vec::with_capacity(plan.targets.len());
        for (at, target) in plan.targets.iter().enumerate() {
            let text = target.sim.clone().ok_or(EngineError::NotSimulated)?;
            let before = plan.targets[..at].iter();
            let number = before.filter(|other| other.sim.as_ref() == Some(&text)).count();
            let mut known = self.storages.iter();
            let known = known.find(|known| known.text == text && known.number == number);
            storages.push(match known {
                Some(known) => Rc::clone(&known.shared),
                None => {
                    let spec = SimSpec::read(&text)?;
                    let path = [self.storages.len() as u64];
                    let mut storage = SimStorage::new(&spec, random::derive(seed, &path));
                    storage.advance(self.clock.now_ns());
                    let shared = Rc::new(RefCell::new(SharedStorage::new(storage)));
                    self.storages.push(NumberedStorage {
                        text,
                        number,
                        shared: Rc::clone(&shared),
                    });
                    shared
                }
            });
        }
        Ok(storages)
    }

    fn run_phase(
        &self,
        plan: &Plan,
        index: usize,
        targets: &[SharedStorageRef],
        control: &RunControl,
        listener: &mut dyn FnMut(EngineEvent),
    ) -> Option<BackendError> {
        let phase = &plan.phases[index];
        let events: EventBuffer = Rc::default();
        let mut workers = self.create_workers(plan, index, targets, &events, control);
        let mut collector = VirtualEventCollector::new(phase, Rc::clone(&events), listener);
        collector.ends = PhaseEnds::of(workers.iter().map(Worker::ends));
        if let [worker] = &mut workers[..] {
            while worker.turn(true) != TurnResult::Done {
                collector.report();
            }
            collector.end(0, worker.depth());
            return worker.take_error();
        }
        let failed = WakeSchedule::new(workers.len(), phase, targets).drive(
            &self.clock,
            &mut workers,
            &mut collector,
        );
        collector.ends.lower();
        failed
    }

    /// Creates every worker of a phase, ready to start now.
    fn create_workers(
        &self,
        plan: &Plan,
        index: usize,
        targets: &[SharedStorageRef],
        events: &EventBuffer,
        control: &RunControl,
    ) -> SimWorkers {
        let phase = &plan.phases[index];
        for (number, shared) in targets.iter().enumerate() {
            let count = phase.workers.iter().filter(|work| work.target == number).count();
            shared.borrow_mut().admit(count as u32);
        }
        let start_ns = self.clock.now_ns();
        let mut cursors: HashMap<usize, Arc<AtomicU64>> = HashMap::new();
        let mut streams: HashMap<usize, Arc<AtomicBool>> = HashMap::new();
        let mut groups: HashMap<u32, Arc<LinkedRateGroup>> = HashMap::new();
        let mut counts = vec![0u32; targets.len()];
        let mut setups: Vec<WorkerSetup> = Vec::with_capacity(phase.workers.len());
        for work in &phase.workers {
            let mut setup = WorkerSetup::new(work, index, plan.interval_ns, start_ns);
            setup.warm_up_ns = phase.warm_up_ns;
            let flag = || control.stream_flag(work.stream);
            let stream = Arc::clone(streams.entry(work.stream).or_insert_with(flag));
            setup.stops = StopFlags { run: Arc::clone(&control.stop), stream };
            setup.group = work.tie.map(|tie| Arc::clone(groups.entry(tie.group).or_default()));
            if let Some(cursor) = work.shared_cursor {
                setup.cursor =
                    WorkerCounter::Shared(Arc::clone(cursors.entry(cursor).or_default()));
            }
            setups.push(setup);
        }
        seat_all(&mut setups.iter_mut().collect::<Vec<_>>());
        let mut workers = Vec::with_capacity(setups.len());
        for (participant, setup) in setups.into_iter().enumerate() {
            let work = &setup.work;
            let number_there = counts[work.target];
            counts[work.target] += 1;
            let largest = work.read_blocks.largest().max(work.write_blocks.largest()).0 as usize;
            let backend = SimBackend::new(
                self.clock.clone(),
                Rc::clone(&targets[work.target]),
                number_there,
                matches!(work.sync, SyncMode::Dsync | SyncMode::Sync),
                largest,
            );
            let sink = VirtualSink { participant, events: Rc::clone(events), setup: setup.clone() };
            workers.push(Worker::new(setup, backend, sink));
        }
        workers
    }
}

/// Passes the workers' events to the listener, with samples merged to one per stream and interval.
struct VirtualEventCollector<'a> {
    events: EventBuffer,
    merger: SampleMerger,
    names: Vec<(usize, u32)>,
    listener: &'a mut dyn FnMut(EngineEvent),
    ends: PhaseEnds,
}

impl<'a> VirtualEventCollector<'a> {
    fn new(
        phase: &PhasePlan,
        events: EventBuffer,
        listener: &'a mut dyn FnMut(EngineEvent),
    ) -> Self {
        let names: Vec<(usize, u32)> =
            phase.workers.iter().map(|work| (work.stream, work.worker)).collect();
        let merger = SampleMerger::new(names.iter().map(|name| name.0));
        Self { events, merger, names, listener, ends: PhaseEnds::default() }
    }

    /// Passes pending events to the listener.
    #[inline]
    fn report(&mut self) {
        if !self.events.borrow().is_empty() {
            self.report_pending();
        }
    }

    fn report_pending(&mut self) {
        let listener = &mut *self.listener;
        for event in std::mem::take(&mut *self.events.borrow_mut()) {
            match event {
                WorkerEvent::Failure(failure) => listener(EngineEvent::Failure(failure)),
                WorkerEvent::Interval { participant, interval } => {
                    let stream = self.names[participant].0;
                    if self.names.iter().filter(|name| name.0 == stream).nth(1).is_none() {
                        // The only worker of its stream: nothing to merge or copy.
                        listener(EngineEvent::Interval(interval));
                    } else {
                        self.merger.add(participant, &interval, &mut |sum| {
                            listener(EngineEvent::Interval(sum))
                        });
                    }
                }
            }
        }
    }

    /// Reports the end of a worker.
    fn end(&mut self, participant: usize, depth: u32) {
        self.report();
        let listener = &mut *self.listener;
        let last = self.merger.end(participant, &mut |sum| listener(EngineEvent::Interval(sum)));
        let (stream, worker) = self.names[participant];
        if last {
            self.ends.ended(stream);
        }
        let used = WorkerCpuUse { depth, ..WorkerCpuUse::default() };
        listener(EngineEvent::WorkerEnd { stream, worker, used });
    }
}

/// Which of many workers have something to do now, and when the next one has.
struct WakeSchedule<'a> {
    targets: &'a [SharedStorageRef],
    /// The workers of each target in the order of their numbers there.
    of_target: Vec<Vec<usize>>,
    /// Future wake-ups; a wake-up that is too early does no harm.
    wakes: BinaryHeap<Reverse<(u64, usize)>>,
    /// The earliest wake-up of each worker in the heap; `u64::MAX` if there is none.
    earliest_ns: Vec<u64>,
    due: Vec<usize>,
    is_due: Vec<bool>,
    ended: Vec<bool>,
    left: usize,
}

impl<'a> WakeSchedule<'a> {
    fn new(count: usize, phase: &PhasePlan, targets: &'a [SharedStorageRef]) -> Self {
        let mut of_target = vec![Vec::new(); targets.len()];
        for (number, work) in phase.workers.iter().enumerate() {
            of_target[work.target].push(number);
        }
        Self {
            targets,
            of_target,
            wakes: BinaryHeap::with_capacity(4 * count),
            earliest_ns: vec![u64::MAX; count],
            due: (0..count).collect(),
            is_due: vec![true; count],
            ended: vec![false; count],
            left: count,
        }
    }

    /// Steps every worker to its end; returns the last error of a worker, if there was one.
    fn drive(
        &mut self,
        clock: &VirtualClock,
        workers: &mut SimWorkers,
        collector: &mut VirtualEventCollector<'_>,
    ) -> Option<BackendError> {
        let mut failed = None;
        while self.left > 0 {
            let mut due = std::mem::take(&mut self.due);
            for number in due.drain(..) {
                self.is_due[number] = false;
                if self.ended[number] {
                    continue;
                }
                failed = self.step(number, &mut workers[number]).or(failed);
                collector.report();
                if self.ended[number] {
                    collector.end(number, workers[number].depth());
                }
            }
            self.due = due;
            self.collect(clock.now_ns());
            if self.due.is_empty() && self.left > 0 {
                let Some(next_ns) = self.next_ns() else {
                    return failed.or(Some(BackendError::NothingInFlight));
                };
                clock.advance_to(next_ns);
                self.collect(next_ns);
            }
        }
        failed
    }

    fn step(
        &mut self,
        number: usize,
        worker: &mut Worker<SimBackend, VirtualSink>,
    ) -> Option<BackendError> {
        loop {
            match worker.turn(false) {
                TurnResult::Busy => {}
                TurnResult::WakeAt(at_ns) => {
                    if at_ns < self.earliest_ns[number] {
                        self.earliest_ns[number] = at_ns;
                        self.wakes.push(Reverse((at_ns, number)));
                    }
                    return None;
                }
                TurnResult::Done => {
                    self.ended[number] = true;
                    self.left -= 1;
                    return worker.take_error();
                }
            }
        }
    }

    fn next_ns(&self) -> Option<u64> {
        let events =
            self.targets.iter().filter_map(|shared| shared.borrow().storage().next_event_ns());
        events.chain(self.wakes.peek().map(|wake| wake.0.0)).min()
    }

    /// Lists the workers that have completions or a wake-up by `now_ns`.
    fn collect(&mut self, now_ns: u64) {
        for (target, shared) in self.targets.iter().enumerate() {
            let mut shared = shared.borrow_mut();
            shared.advance(now_ns);
            while let Some(index) = shared.next_ready() {
                let number = self.of_target[target][index as usize];
                if !std::mem::replace(&mut self.is_due[number], true) {
                    self.due.push(number);
                }
            }
        }
        while let Some(&Reverse((at_ns, number))) = self.wakes.peek() {
            if at_ns > now_ns {
                break;
            }
            self.wakes.pop();
            self.earliest_ns[number] = u64::MAX;
            if !std::mem::replace(&mut self.is_due[number], true) {
                self.due.push(number);
            }
        }
    }
}
