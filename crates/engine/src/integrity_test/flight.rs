//! An operation in flight, the positions of its pages in the slot's buffer, and the pace of flushes on one storage.

use crate::backend::DiskOperation;
use base::proof::PageOperationKind;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

#[derive(Clone, Copy, Debug)]
pub(super) struct InFlightOperation {
    /// Of a reread, the page is the first one.
    pub(super) what: PageOperationKind,
    pub(super) actor: u32,
    pub(super) first: u64,
    pub(super) pages: u32,
    /// The generation of the first page of a write.
    pub(super) generation: u32,
    pub(super) begun_ns: u64,
    pub(super) pushed_ns: u64,
    pub(super) op: DiskOperation,
    pub(super) scattered: bool,
    pub(super) tries: u32,
    /// The first failure: an error number, or 0 for an unexpected end of file.
    pub(super) failed: Option<i32>,
    /// Resubmissions after `EINTR` or `EAGAIN`.
    pub(super) resubmissions: u32,
    /// Its current try is late when it takes longer, in nanoseconds.
    pub(super) late_ns: u64,
    pub(super) late_told: bool,
    pub(super) flying: bool,
}

impl Default for InFlightOperation {
    fn default() -> Self {
        Self {
            what: PageOperationKind::Read,
            actor: 0,
            first: 0,
            pages: 0,
            generation: 0,
            begun_ns: 0,
            pushed_ns: 0,
            op: DiskOperation::IDLE,
            scattered: false,
            tries: 0,
            failed: None,
            resubmissions: 0,
            late_ns: u64::MAX,
            late_told: false,
            flying: false,
        }
    }
}

impl InFlightOperation {
    /// The byte range in the buffer of page `number` of the run.
    #[inline]
    pub(super) fn place(&self, number: u32, page_bytes: u32) -> std::ops::Range<usize> {
        let position = if self.scattered { self.pages - 1 - number } else { number };
        let start = position as usize * page_bytes as usize;
        start..start + page_bytes as usize
    }
}

const MIB: u128 = 1 << 20;

/// The bytes that wait for a flush, and how long flushes took for theirs.
#[derive(Debug, Default)]
pub struct FlushPace {
    waiting_bytes: AtomicU64,
    flushes: AtomicU64,
    /// The sum over all flushes of the nanoseconds for a MiB.
    mib_ns: AtomicU64,
}

impl FlushPace {
    /// Counts that `now` bytes of a file wait where `before` waited.
    pub(super) fn change_waiting(&self, before: u64, now: u64) {
        self.waiting_bytes.fetch_add(now.wrapping_sub(before), Relaxed);
    }

    pub(super) fn add_flush(&self, bytes: u64, took_ns: u64) {
        if let Some(mib_ns) = (u128::from(took_ns) * MIB).checked_div(bytes.into()) {
            self.mib_ns.fetch_add(mib_ns as u64, Relaxed);
            self.flushes.fetch_add(1, Relaxed);
        }
    }

    /// The time in nanoseconds that all waiting bytes need at the mean pace of the flushes so far; `None` if it is not
    /// known yet.
    pub(super) fn waiting_ns(&self) -> Option<u64> {
        let waiting = u128::from(self.waiting_bytes.load(Relaxed));
        if waiting == 0 {
            return Some(0);
        }
        let mean_ns = self.mib_ns.load(Relaxed).checked_div(self.flushes.load(Relaxed))?;
        Some((waiting * u128::from(mean_ns) / MIB) as u64)
    }
}
