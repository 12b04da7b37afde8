//! The inputs of a worker: its plan, its start and end, the counters and flags it shares, and its sink.

use super::linked_rates::LinkedRateGroup;
use super::transactions::TransactionSeat;
use plan::WorkerPlan;
use sample::{IntervalSample, IoFailure};
use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Where a worker's intervals and failures go.
pub trait SampleSink {
    /// Takes an ended interval and returns an empty one of the same worker, with its histograms ready.
    fn interval(&mut self, interval: Box<IntervalSample>) -> Box<IntervalSample>;
    /// Takes a failed I/O; called at most 100 times for each worker (all failures are counted in the intervals).
    fn failure(&mut self, failure: IoFailure);
}

/// What the caller of `Worker::turn` does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnResult {
    /// Everything is done and delivered.
    Done,
    /// Something happened: call again now.
    Busy,
    /// There is nothing to do before this time of the backend's clock unless an operation completes
    /// (`u64::MAX`: only a completion matters).
    WakeAt(u64),
}

/// The flags that end a worker gracefully: operations in flight are awaited and delivered.
#[derive(Clone, Debug, Default)]
pub struct StopFlags {
    pub run: Arc<AtomicBool>,
    pub stream: Arc<AtomicBool>,
}

impl StopFlags {
    /// Whether either flag is set.
    #[inline]
    pub fn raised(&self) -> bool {
        self.run.load(Ordering::Relaxed) || self.stream.load(Ordering::Relaxed)
    }
}

/// A counter that a worker owns or shares with others.
#[derive(Clone, Debug)]
pub enum WorkerCounter {
    Own(u64),
    Shared(Arc<AtomicU64>),
}

impl Default for WorkerCounter {
    fn default() -> Self {
        Self::Own(0)
    }
}

impl WorkerCounter {
    /// Adds `n` and returns the previous value.
    #[inline]
    pub fn take(&mut self, n: u64) -> u64 {
        match self {
            Self::Own(value) => {
                let before = *value;
                *value += n;
                before
            }
            Self::Shared(value) => value.fetch_add(n, Ordering::Relaxed),
        }
    }

    #[inline]
    pub fn value(&self) -> u64 {
        match self {
            Self::Own(value) => *value,
            Self::Shared(value) => value.load(Ordering::Relaxed),
        }
    }
}

/// Everything a worker needs besides its backend and its sink.
#[derive(Clone, Debug)]
pub struct WorkerSetup {
    pub work: WorkerPlan,
    pub phase: usize,
    pub warm_up_ns: u64,
    pub interval_ns: u64,
    /// Start of the phase on the backend's clock in nanoseconds.
    pub start_ns: u64,
    /// How long before an arrival is due the worker stops sleeping and spins, in nanoseconds; 0: never spins.
    pub spin_ns: u64,
    /// The lane of the planned worker, from 0: a blocking backend runs a planned worker of depth N as N lanes of depth 1,
    /// which share all counters below. Lane 0 counts the arrivals for all.
    pub lane: u32,
    /// The position of a sequential or strided access.
    pub cursor: WorkerCounter,
    /// Arrivals taken (open loop).
    pub tickets: WorkerCounter,
    pub ios: WorkerCounter,
    pub bytes: WorkerCounter,
    /// The group with which its rate is linked, if its plan has one.
    pub group: Option<Arc<LinkedRateGroup>>,
    /// Its place among the workers that share transactions, if its plan has a part of them.
    pub transactions: Option<TransactionSeat>,
    /// Its files, if their cached pages are dropped between passes; otherwise empty.
    pub cached: Vec<Arc<File>>,
    pub stops: StopFlags,
}

impl WorkerSetup {
    /// A worker that shares nothing and runs in one lane: enough for most callers.
    pub fn new(work: &WorkerPlan, phase: usize, interval_ns: u64, start_ns: u64) -> Self {
        Self {
            work: work.clone(),
            phase,
            warm_up_ns: 0,
            interval_ns,
            start_ns,
            spin_ns: 0,
            lane: 0,
            cursor: WorkerCounter::default(),
            tickets: WorkerCounter::default(),
            ios: WorkerCounter::default(),
            bytes: WorkerCounter::default(),
            group: None,
            transactions: None,
            cached: Vec::new(),
            stops: StopFlags::default(),
        }
    }
}
