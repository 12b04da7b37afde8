//! The pace of flushes on one storage: takes the bytes that wait for a flush and the time that each flush takes, gives
//! the time that the waiting bytes need. Shared by the files of the storage; never reads a clock.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

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
