//! The settings of an integrity test: the file's position and sizes, how writes become durable, and when to stop.

use crate::backend::BackendError;
use crate::integrity_test::{Durability, FlushPace, IntegrityFinding, OperationTotals};
use integrity::TestPhase;
use integrity::actors::{ActorParameters, FileActivity};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use workload::EngineKind;

/// How often a data file checks whether its logs are filled.
const LOOK: Duration = Duration::from_millis(1);

/// Everything an integrity test needs except its backend and its file.
#[derive(Clone, Debug)]
pub struct IntegritySetup {
    /// The file's number among those of the run.
    pub file: u32,
    /// The numbers of all files of the run, which a misdirected page may belong to.
    pub files: Vec<u32>,
    /// The byte offset of page 0 in the target.
    pub base_bytes: u64,
    /// Number of the run, different from that of any earlier run.
    pub run: u64,
    pub seed: u64,
    /// Bytes of a page, a multiple of 512.
    pub page_bytes: u32,
    /// Alignment for the continuation of a short transfer, in bytes: 1 through the page cache.
    pub align_bytes: u32,
    /// Slots of the backend.
    pub depth: u32,
    pub run_pages_max: u32,
    pub durability: Durability,
    /// Whether runs of pages use scattered buffers.
    pub scatter: bool,
    /// Whether several writes of one page may be in flight at once, which no database does.
    pub overlapping_writes: bool,
    /// While operations take longer on average, fewer are kept outstanding; in nanoseconds.
    pub target_io_ns: u64,
    /// Whether filling, checkpoints and the audit are exempt from that.
    pub bursts: bool,
    /// An operation that takes longer is late, in nanoseconds; the time of the bytes that wait for a flush is added. SQL
    /// Server reports operations of more than 15 s (message 833).
    pub late_ns: u64,
    /// An operation that takes longer is counted as slow, in nanoseconds.
    pub slow_ns: u64,
    /// Share of the overwrites of pages not read since their last write that read the page first, 0 to 1.
    pub read_back_share: f64,
    /// How often a wrong page is reread, and a failed operation is retried.
    pub rereads: u32,
    /// Wait before the first retry in nanoseconds; before the n-th it is n times as long.
    pub reread_gap_ns: u64,
    /// Whether to stop at the first fault: only its retries are still started.
    pub stop_on_fault: bool,
    /// Set at the first fault in any of the files that share it, if they stop on a fault.
    pub found: Arc<AtomicBool>,
    /// Whether the backend does one operation at a time: the others are queued, and their time begins at submission.
    pub serial: bool,
    /// The most findings that are kept, with the bytes of their pages.
    pub findings_max: usize,
    /// Ends the test early when set.
    pub stop: Arc<AtomicBool>,
    /// The pace of flushes on the storage that the file shares with others.
    pub flush_pace: Arc<FlushPace>,
    /// Bytes of log records that the data files' users produced and the log writer has not taken yet.
    pub log_tap: Arc<AtomicU64>,
    /// Whether this file is the log, which takes from `log_tap`; a data file adds to it.
    pub log_from_others: bool,
    /// Set when this file is filled or its filling has failed.
    pub filled: Arc<AtomicBool>,
    /// The same flags of this data file's logs: its users start when they are filled, and wait when the log is behind.
    pub logs: Vec<Arc<AtomicBool>>,
}

/// Bytes of unwritten log records above which users wait: the 128 log buffers of 60 KiB that SQL Server has for a
/// database.
const LOG_WAITING_BYTES_MAX: u64 = 128 * (60 << 10);
/// The most bytes of log records that the log writer takes at once.
const LOG_TAKEN_BYTES_MAX: u64 = 256 << 10;

impl IntegritySetup {
    /// The settings of a file by the actors' parameters; all others have their defaults.
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
            flush_pace: Arc::default(),
            log_tap: Arc::default(),
            log_from_others: false,
            filled: Arc::default(),
            logs: Vec::new(),
        }
    }

    /// Bytes of a slot's buffer: the longest run plus one page, so that the first pages of the slots do not all map to the
    /// same CPU cache lines.
    pub fn slot_bytes(&self) -> usize {
        (self.run_pages_max as usize + 1) * self.page_bytes as usize
    }

    /// Whether a write is durable when it is acknowledged.
    pub fn writes_through(&self) -> bool {
        matches!(self.durability, Durability::WriteThrough | Durability::Fua)
    }

    /// Waits until the logs are filled, so that users produce no records before the log is written.
    pub(super) fn wait_for_logs(&self) {
        let raised = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        while !self.logs.iter().all(raised) && !raised(&self.stop) {
            std::thread::sleep(LOOK);
        }
    }

    /// Moves log records between `stage` and `log_tap`.
    pub(super) fn share_log(&self, stage: &mut FileActivity) {
        if self.log_from_others {
            // Records that are not written next stay in `log_tap`, where users see them.
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

#[derive(Clone, Copy, Debug)]
pub struct IntegrityProgress<'a> {
    pub phase: TestPhase,
    /// The share of the phase that is done, 0 to 1.
    pub share: f64,
    /// The totals so far, in all phases.
    pub tally: &'a OperationTotals,
    /// The settled findings so far, in all phases.
    pub findings: &'a [IntegrityFinding],
    /// Faults that are being rechecked; at most 20.
    pub open: &'a [IntegrityFinding],
    pub waiting: u32,
    /// The age of the oldest of them, in nanoseconds.
    pub oldest_ns: u64,
}

/// Why an integrity test cannot continue; faults of the storage are findings instead.
#[derive(Debug)]
pub enum IntegrityError {
    Backend(BackendError),
    Start { engine: EngineKind, source: std::io::Error },
    Resize { bytes: u64, source: std::io::Error },
}

impl From<BackendError> for IntegrityError {
    fn from(error: BackendError) -> Self {
        Self::Backend(error)
    }
}
