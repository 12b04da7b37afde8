//! The settings of an integrity test: the file's position and sizes, how writes become durable, and when to stop.

use crate::backend::BackendError;
use crate::integrity_test::{IntegrityFinding, OperationTotals};
use integrity::actors::{ActorParameters, FileActivity};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// How often a data file looks whether its logs are filled.
const LOOK: Duration = Duration::from_millis(1);

/// How a write becomes durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// By itself: the file is opened with `O_DSYNC`.
    WriteThrough,
    /// By itself: each write carries `RWF_DSYNC`, which a device may answer with forced unit access.
    Fua,
    /// By `fdatasync`.
    Fdatasync,
    /// By `fsync`.
    Fsync,
}

/// Everything an integrity test needs except its backend and its file.
#[derive(Clone, Debug)]
pub struct IntegritySetup {
    /// The file's number among those of the run.
    pub file: u32,
    /// The numbers of all files of the run, among which a misdirected page is looked for.
    pub files: Vec<u32>,
    /// Where page 0 lies, in bytes from the start of the target.
    pub base_bytes: u64,
    /// Number of the run, which no earlier run had.
    pub run: u64,
    /// Seed of the pages' content.
    pub seed: u64,
    /// Bytes of a page, a multiple of 512.
    pub page_bytes: u32,
    /// Smallest part of a transfer that can be gone on with, in bytes: 1 through the page cache.
    pub align_bytes: u32,
    /// Slots of the backend.
    pub depth: u32,
    /// Pages of the longest run.
    pub run_pages_max: u32,
    /// How writes become durable.
    pub durability: Durability,
    /// Runs of pages move between scattered buffers.
    pub scatter: bool,
    /// Several writes of one page may be under way at once, which no database does.
    pub overlapping_writes: bool,
    /// Fewer operations are kept under way while they take longer on the average, in nanoseconds.
    pub target_io_ns: u64,
    /// That does not hold for filling, checkpoints and the audit.
    pub bursts: bool,
    /// An operation that takes longer is a fault, in nanoseconds. 15 s is what SQL Server complains of (its message
    /// 833).
    pub late_ns: u64,
    /// One that takes longer is counted as slow, in nanoseconds.
    pub slow_ns: u64,
    /// Share of the writes over pages that nobody has read since they were written, which read them first, 0 to 1.
    pub read_back_share: f64,
    /// How often a page that is wrong is read again, and an operation that failed is tried again.
    pub rereads: u32,
    /// Wait before the first of them in nanoseconds; before the n-th it is n times that.
    pub reread_gap_ns: u64,
    /// Stops at the first fault: nothing is begun any more but what looks into that one.
    pub stop_on_fault: bool,
    /// Raised by the first fault of all files that share it, if they stop on it.
    pub found: Arc<AtomicBool>,
    /// The backend does one operation at a time: the others wait here, and their time begins when they are handed over.
    pub serial: bool,
    /// Findings that are kept with the bytes of their pages.
    pub findings_max: usize,
    /// Ends it early when raised.
    pub stop: Arc<AtomicBool>,
    /// Bytes of log records on their way from the data files' users to the log writer.
    pub log_tap: Arc<AtomicU64>,
    /// This file is the log: it takes from the tap; otherwise it gives.
    pub log_from_others: bool,
    /// Raised when this file is filled, or will never be.
    pub filled: Arc<AtomicBool>,
    /// The same of the logs of this data file: its users begin when they are filled, and wait when they are behind.
    pub logs: Vec<Arc<AtomicBool>>,
}

/// Log records that may wait to be written before users wait for them, in bytes: the 128 log buffers of 60 KiB that SQL
/// Server has for a database.
const LOG_WAITING_BYTES_MAX: u64 = 128 * (60 << 10);
/// Log records that the log writer takes over at once, in bytes.
const LOG_TAKEN_BYTES_MAX: u64 = 256 << 10;

impl IntegritySetup {
    /// A file with the actors' parameters; everything that they do not say is as usual.
    pub fn new(parameters: &ActorParameters, page_bytes: u32, run: u64, seed: u64) -> Self {
        Self {
            file: 0,
            files: vec![0],
            base_bytes: 0,
            run,
            seed,
            page_bytes,
            align_bytes: 1,
            depth: parameters.outstanding_max.max(1),
            run_pages_max: parameters.run_pages_max(),
            durability: Durability::Fdatasync,
            scatter: parameters.scatter,
            overlapping_writes: false,
            target_io_ns: parameters.target_io_ns,
            bursts: parameters.bursts,
            late_ns: 15_000_000_000,
            slow_ns: 1_000_000_000,
            read_back_share: parameters.read_back_share,
            rereads: 15,
            reread_gap_ns: 10_000_000,
            stop_on_fault: false,
            found: Arc::default(),
            serial: false,
            findings_max: 100,
            stop: Arc::default(),
            log_tap: Arc::default(),
            log_from_others: false,
            filled: Arc::default(),
            logs: Vec::new(),
        }
    }

    /// Bytes of a slot's buffer: the longest run and a page, so that the slots' first pages do not all fall into the
    /// same lines of a CPU's caches.
    pub fn slot_bytes(&self) -> usize {
        (self.run_pages_max as usize + 1) * self.page_bytes as usize
    }

    /// Whether a write is durable when it is acknowledged.
    pub fn writes_through(&self) -> bool {
        matches!(self.durability, Durability::WriteThrough | Durability::Fua)
    }

    /// Waits until the logs are filled, so that no user's record is made for a log that does not write yet.
    pub(super) fn wait_for_logs(&self) {
        let raised = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        while !self.logs.iter().all(raised) && !raised(&self.stop) {
            std::thread::sleep(LOOK);
        }
    }

    /// Moves log records between the stage and the tap.
    pub(super) fn share_log(&self, stage: &mut FileActivity) {
        if self.log_from_others {
            // What is not about to be written stays in the tap, where users see it.
            let room = LOG_TAKEN_BYTES_MAX.saturating_sub(stage.log_bytes);
            let left = |waiting: u64| Some(waiting.saturating_sub(room));
            let before = self.log_tap.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
            stage.log_bytes += before.unwrap_or(0).min(room);
        } else {
            let more = std::mem::take(&mut stage.log_bytes);
            let waiting = self.log_tap.fetch_add(more, Ordering::Relaxed) + more;
            stage.log_is_behind = !self.logs.is_empty() && waiting > LOG_WAITING_BYTES_MAX;
        }
    }
}

/// The progress of a phase.
#[derive(Clone, Copy, Debug)]
pub struct IntegrityProgress<'a> {
    /// Which phase, for people.
    pub phase: &'static str,
    /// How much of it is done, 0 to 1.
    pub share: f64,
    /// What was counted so far, in all phases.
    pub tally: &'a OperationTotals,
    /// The faults that are settled and kept, in all phases.
    pub findings: &'a [IntegrityFinding],
    /// What seems wrong and is being looked into; some of it, if it is much.
    pub open: &'a [IntegrityFinding],
    /// Operations under way.
    pub waiting: u32,
    /// For how long the oldest of them is, in nanoseconds.
    pub oldest_ns: u64,
}

/// Why an integrity test cannot continue; faults of the storage are findings instead.
#[derive(Debug, thiserror::Error)]
pub enum IntegrityError {
    /// The backend gave up.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The engine could not be had.
    #[error("failed to start the {engine} engine: {source}; try another with --engine")]
    Start {
        /// Which.
        engine: &'static str,
        /// Why.
        source: std::io::Error,
    },
    /// The file could not be cut or grown.
    #[error(
        "failed to set the size of the file to {bytes} bytes: {source}; check quotas and your rights"
    )]
    Resize {
        /// To which size.
        bytes: u64,
        /// Why.
        source: std::io::Error,
    },
}
