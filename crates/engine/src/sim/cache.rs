//! The controller's write-back cache: accepts writes while it has room, and returns them to be written to the disks.
//!
//! Stores offsets and lengths, no data. Writes without room wait in order. Does not model time.

use std::collections::VecDeque;

/// A write that was completed by the cache and is not on the disks yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct CachedWrite {
    pub(super) offset_bytes: u64,
    pub(super) length_bytes: u32,
}

#[derive(Debug)]
pub(super) struct WriteCache {
    room_bytes: u64,
    used_bytes: u64,
    waiting: VecDeque<u32>,
    dirty: VecDeque<CachedWrite>,
    /// Writes accepted so far, and those of them written to the disks.
    accepted: u64,
    written: u64,
    /// Flushes that wait until this many writes are on the disks, oldest first.
    flushes: VecDeque<(u64, u32)>,
    /// Writes to the disks in flight, and their maximum.
    under_way: u32,
    under_way_max: u32,
}

impl WriteCache {
    pub(super) fn new(room_bytes: u64, under_way_max: u32) -> Self {
        Self {
            room_bytes,
            used_bytes: 0,
            waiting: VecDeque::new(),
            dirty: VecDeque::new(),
            accepted: 0,
            written: 0,
            flushes: VecDeque::new(),
            under_way: 0,
            under_way_max,
        }
    }

    /// Accepts a write if there is room; an empty cache accepts even a write larger than the whole cache.
    pub(super) fn accept(&mut self, offset_bytes: u64, length_bytes: u32) -> bool {
        let fits =
            self.used_bytes == 0 || self.used_bytes + u64::from(length_bytes) <= self.room_bytes;
        if fits {
            self.used_bytes += u64::from(length_bytes);
            self.accepted += 1;
            self.dirty.push_back(CachedWrite { offset_bytes, length_bytes });
        }
        fits
    }

    /// Whether writes wait for room.
    pub(super) fn is_contended(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Queues a job that waits for room.
    pub(super) fn wait(&mut self, job: u32) {
        self.waiting.push_back(job);
    }

    /// The job that has waited longest for room.
    pub(super) fn first_waiting(&self) -> Option<u32> {
        self.waiting.front().copied()
    }

    /// Removes that job from the queue.
    pub(super) fn first_served(&mut self) {
        self.waiting.pop_front();
    }

    /// Queues a flush until all writes accepted so far are on the disks. Returns false if they are already.
    pub(super) fn wait_for_disks(&mut self, job: u32) -> bool {
        let waits = self.written < self.accepted;
        if waits {
            self.flushes.push_back((self.accepted, job));
        }
        waits
    }

    /// Takes the next write for the disks, if another may be in flight.
    pub(super) fn next_to_write(&mut self) -> Option<CachedWrite> {
        if self.under_way >= self.under_way_max {
            return None;
        }
        let dirty = self.dirty.pop_front()?;
        self.under_way += 1;
        Some(dirty)
    }

    /// Records that a write reached the disks.
    pub(super) fn wrote(&mut self, length_bytes: u32) {
        self.under_way -= 1;
        self.used_bytes -= u64::from(length_bytes);
        self.written += 1;
    }

    /// Takes a flush before which no more writes were accepted than are on the disks now; `None` if there is no further one. Writes are
    /// counted and not told apart: of those under way together, a later one may count for an earlier one.
    pub(super) fn flushed(&mut self) -> Option<u32> {
        let &(target, job) = self.flushes.front()?;
        (self.written >= target).then(|| {
            self.flushes.pop_front();
            job
        })
    }
}
