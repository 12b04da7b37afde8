//! A complete integrity test of one real file, from filling to the last audit, on any engine.
//!
//! Works on opened files and returns what it found. Never creates, guards or removes a file.

use crate::backend::{Backend, IocpBackend, LibaioBackend, SyncBackend, UringBackend};
use crate::integrity_test::{
    IntegrityError, IntegrityFinding, IntegrityProgress, IntegritySetup, IntegrityTest,
    OperationTotals,
};
use base::Rng;
use base::proof::ActorCounts;
use integrity::Ledger;
use integrity::actors::{Actor, ActorParameters, LogActor};
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use sys::aio::Aio;
use sys::blocking::BlockingQueue;
use sys::clock::SystemClock;
use sys::guard::{self, FreeSpaceRule};
use sys::iocp::Iocp;
use sys::ring::{Ring, RingOptions};
use workload::EngineKind;

#[derive(Clone, Debug)]
pub struct FileTest {
    pub parameters: ActorParameters,
    pub setup: IntegritySetup,
    /// Pages of the file at the beginning.
    pub pages: u64,
    pub part: FileTestRole,
}

/// A data file is tested in cycles; a log is written as long as they last.
#[derive(Clone, Debug)]
pub enum FileTestRole {
    /// Filled, then tested in cycles: exercise, last checkpoint, audit of every page.
    Data {
        /// The number of cycles, unless stopped earlier.
        cycles: u32,
        cycle_ns: u64,
        /// Set when the last exercise is over.
        log_stop_flag: Arc<AtomicBool>,
    },
    /// Filled, written until `log_stop_flag` is set, then audited.
    Log {
        /// Set by the test of the data file.
        log_stop_flag: Arc<AtomicBool>,
    },
}

#[derive(Debug)]
pub struct FileTestResult {
    pub tally: OperationTotals,
    pub actor_totals: Vec<ActorCounts>,
    pub findings: Vec<IntegrityFinding>,
    pub cycles: u32,
    pub pages: u64,
    /// `Running Average IO Duration`, in nanoseconds.
    pub average_ns: f64,
    /// `Number of times IO throttled`.
    pub throttled: u64,
    /// The allowed content of every page at the end.
    pub ledger: Ledger,
}

impl FileTest {
    /// Tests a file that is opened as the database opens it; `ground` is another descriptor of the same file.
    pub fn run(
        &self,
        engine: EngineKind,
        file: File,
        ground: File,
        watch: &mut dyn FnMut(&IntegrityProgress<'_>),
    ) -> Result<FileTestResult, IntegrityError> {
        let proved = self.on_engine(engine, file, ground, watch);
        // Nothing waits for a log that failed.
        self.setup.filled.store(true, Ordering::Relaxed);
        // The log must not continue alone after the test of the data, whatever its result.
        if let FileTestRole::Data { log_stop_flag, .. } = &self.part {
            log_stop_flag.store(true, Ordering::Relaxed);
        }
        proved
    }

    fn on_engine(
        &self,
        engine: EngineKind,
        file: File,
        ground: File,
        watch: &mut dyn FnMut(&IntegrityProgress<'_>),
    ) -> Result<FileTestResult, IntegrityError> {
        sys::clock::sharpen_timers();
        let clock = SystemClock::new();
        let (depth, slot_bytes) = (self.setup.depth, self.setup.slot_bytes());
        let failed = |source| IntegrityError::Start { engine, source };
        match engine {
            EngineKind::Libaio => {
                let queue = Aio::on(vec![file], depth, slot_bytes).map_err(failed)?;
                self.on(LibaioBackend::new(clock, queue), ground, watch)
            }
            EngineKind::Iocp => {
                let queue = Iocp::on(vec![file], depth, slot_bytes).map_err(failed)?;
                self.on(IocpBackend::new(clock, queue), ground, watch)
            }
            EngineKind::Sync => {
                let serial = Self {
                    setup: IntegritySetup { serial: true, ..self.setup.clone() },
                    ..self.clone()
                };
                let queue = BlockingQueue::on(vec![file], depth, slot_bytes).map_err(failed)?;
                serial.on(SyncBackend::new(clock, queue), ground, watch)
            }
            _ => {
                let queue = Ring::on(vec![file], depth, slot_bytes, RingOptions::default());
                self.on(UringBackend::new(clock, queue.map_err(failed)?), ground, watch)
            }
        }
    }

    pub fn on<B: Backend, G: FileControl>(
        &self,
        backend: B,
        ground: G,
        watch: &mut dyn FnMut(&IntegrityProgress<'_>),
    ) -> Result<FileTestResult, IntegrityError> {
        let mut proof = IntegrityTest::new(self.setup.clone(), backend, ground, self.pages);
        proof.fill(watch)?;
        self.setup.filled.store(true, Ordering::Relaxed);
        self.setup.wait_for_logs();
        let mut audited = 0;
        match &self.part {
            FileTestRole::Data { cycles, cycle_ns, log_stop_flag } => {
                for cycle in 0..*cycles {
                    let seed = base::random::derive(self.setup.seed, &[1, u64::from(cycle)]);
                    let actors = self.parameters.data_actors(seed);
                    if !proof.stopped() {
                        proof.exercise(actors, *cycle_ns, watch)?;
                    }
                    if !proof.stopped() {
                        proof.settle(watch)?;
                    }
                    if cycle + 1 == *cycles || proof.stopped() {
                        log_stop_flag.store(true, Ordering::Relaxed);
                    }
                    audited += u32::from(audit(&mut proof, watch)?);
                    if proof.stopped() {
                        break;
                    }
                }
            }
            FileTestRole::Log { log_stop_flag } => {
                let rng = Rng::at(self.setup.seed, &[2]);
                let log = LogActor::new(self.parameters.log, self.setup.page_bytes, rng);
                proof.exercise_until(vec![Actor::Log(log)], log_stop_flag, watch)?;
                audited += u32::from(audit(&mut proof, watch)?);
            }
        }
        let (average_ns, throttled) = (proof.throttle().average_ns(), proof.throttle().count());
        let (pages, actor_totals) = (proof.pages(), proof.actor_totals().to_vec());
        let (ledger, _, findings, tally) = proof.into_parts();
        Ok(FileTestResult {
            tally,
            actor_totals,
            findings,
            cycles: audited,
            pages,
            average_ns,
            throttled,
            ledger,
        })
    }
}

/// Reads every page. Returns whether all were read.
fn audit<B: Backend, G: FileControl>(
    proof: &mut IntegrityTest<B, G>,
    watch: &mut dyn FnMut(&IntegrityProgress<'_>),
) -> Result<bool, IntegrityError> {
    if !proof.stopped() {
        proof.audit(watch)?;
    }
    Ok(!proof.stopped())
}

/// The file or device under test.
pub trait FileControl {
    /// Resizes the file, in bytes. New space reads as zeros. After an error, the file has its old size.
    ///
    /// # Errors
    /// If there is no space, or the size cannot be changed.
    fn resize(&mut self, from_bytes: u64, to_bytes: u64) -> io::Result<()>;

    /// Drops clean pages of the range from a cache in front of the storage, if there is one. Pages that cannot be dropped
    /// stay cached, and reading them proves less.
    fn forget(&mut self, offset_bytes: u64, length_bytes: u64);
}

impl FileControl for File {
    fn resize(&mut self, from_bytes: u64, to_bytes: u64) -> io::Result<()> {
        if to_bytes < from_bytes {
            return self.set_len(to_bytes);
        }
        guard::grow(self, to_bytes, FreeSpaceRule::Reserve)?;
        self.set_len(to_bytes)
    }

    fn forget(&mut self, offset_bytes: u64, length_bytes: u64) {
        let _ = sys::file::forget_range(self, offset_bytes, length_bytes);
    }
}
