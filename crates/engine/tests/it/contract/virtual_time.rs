//! A worker in virtual time: a backend that completes each operation after a delay of the test, and what the worker kept.

use base::{Clock, VirtualClock};
use engine::backend::{Backend, BackendError, Completion, DiskOperation, IoKind};
use engine::worker::{SampleSink, TurnResult, Worker, WorkerSetup, empty_interval};
use plan::WorkerPlan;
use sample::{IntervalSample, IoFailure};

/// Completes an operation when `completes_ns` says, from the present time and the operation; keeps the kinds of all
/// operations.
pub(super) struct DelayedBackend<D> {
    pub(super) clock: VirtualClock,
    pub(super) asked: Vec<IoKind>,
    flying: Vec<(u64, DiskOperation)>,
    buffer: Vec<u8>,
    completes_ns: D,
}

impl<D: Fn(u64, &DiskOperation) -> u64> DelayedBackend<D> {
    pub(super) fn new(completes_ns: D) -> Self {
        Self {
            clock: VirtualClock::new(),
            asked: Vec::new(),
            flying: Vec::new(),
            buffer: vec![0; 4096],
            completes_ns,
        }
    }
}

impl<D: Fn(u64, &DiskOperation) -> u64> Backend for DelayedBackend<D> {
    type Clock = VirtualClock;

    fn clock(&self) -> &VirtualClock {
        &self.clock
    }

    fn push(&mut self, op: &DiskOperation) {
        self.flying.push(((self.completes_ns)(self.clock.now_ns(), op), *op));
        self.asked.push(op.kind);
    }

    fn buffer(&mut self, _slot: u32) -> &mut [u8] {
        &mut self.buffer
    }

    fn turn(
        &mut self,
        wait_min: u32,
        until_ns: Option<u64>,
        done: &mut Vec<Completion>,
    ) -> Result<(), BackendError> {
        if wait_min > 0 {
            let first = self.flying.iter().map(|x| x.0).min().unwrap_or(u64::MAX);
            self.clock.advance_to(first.min(until_ns.unwrap_or(u64::MAX)));
        }
        let now_ns = self.clock.now_ns();
        self.flying.retain(|&(at_ns, op)| {
            if at_ns <= now_ns {
                done.push(Completion { slot: op.slot, result: op.length_bytes as i32 });
            }
            at_ns > now_ns
        });
        Ok(())
    }
}

/// Keeps the intervals of a worker with this setup; no operation may fail.
pub(super) struct SampleCollector(pub(super) Vec<IntervalSample>, pub(super) WorkerSetup);

impl SampleSink for SampleCollector {
    fn interval(&mut self, interval: Box<IntervalSample>) -> Box<IntervalSample> {
        self.0.push(*interval);
        empty_interval(&self.1)
    }

    fn failure(&mut self, failure: IoFailure) {
        panic!("{failure:?}");
    }
}

/// Runs a worker to its end. Returns the backend, and the intervals of the worker.
pub(super) fn to_the_end<B: Backend>(
    work: &WorkerPlan,
    interval_ns: u64,
    backend: B,
) -> (B, Vec<IntervalSample>) {
    let setup = WorkerSetup::new(work, 0, interval_ns, 0);
    let mut worker = Worker::new(setup.clone(), backend, SampleCollector(Vec::new(), setup));
    while worker.turn(true) != TurnResult::Done {}
    let (backend, collector) = worker.into_parts();
    (backend, collector.0)
}
