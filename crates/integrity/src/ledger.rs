//! What each page of a file may hold, tracked from the writes that were issued, acknowledged and failed.
//!
//! Uses 16 bytes per page. Without a write in flight, a page holds one known generation, or one of a few if writes
//! overlapped or failed. With writes in flight, it may hold the old content, the new, and any mixture of their sectors.
//! Anything that cannot be known is allowed, so there are no false alarms.
//!
//! Generations of a page are numbered in the order in which its writes are issued. Generation 0 is a page of zeros, which
//! a file system returns for a page that was never written since the file grew.

/// What a page may hold now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllowedContent {
    /// The oldest allowed generation; 0 allows zeros.
    pub floor: u32,
    /// The newest allowed generation.
    pub ceiling: u32,
    /// Any content is allowed, as the run has not written the page, or the page was found wrong.
    pub anything: bool,
}

impl AllowedContent {
    /// Whether a whole page of this generation is allowed.
    pub fn holds(&self, generation: u32) -> bool {
        (self.floor..=self.ceiling).contains(&generation)
    }

    /// Whether sectors of several generations may be mixed.
    pub fn mixes(&self) -> bool {
        self.floor < self.ceiling
    }
}

/// The state of a page. Without writes in flight, `low..=high` are allowed. With writes in flight, `low..=issued` are
/// allowed, and `high` is the first generation issued since the page last had no write in flight.
#[derive(Clone, Copy, Debug, Default)]
struct PageEntry {
    low: u32,
    high: u32,
    /// The last generation that was issued.
    issued: u32,
    in_flight: u16,
    /// `SUCCEEDED`: a write since the page last had none in flight succeeded. `ANY_CONTENT`: the page may hold anything.
    /// `UNFLUSHED`: see there.
    flags: u16,
}

const SUCCEEDED: u16 = 1;
const ANY_CONTENT: u16 = 2;
/// A flush of the page failed: a read may still return data from a cache that will lose it.
const UNFLUSHED: u16 = 4;

/// A page's state when a read of it was issued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadSnapshot {
    floor: u32,
    ceiling: u32,
    issued: u32,
    quiet: bool,
    anything: bool,
}

#[derive(Debug, Default)]
pub struct Ledger {
    entries: Vec<PageEntry>,
    /// The highest generation of the pages that were truncated. Pages that grow again are numbered from there, so that old
    /// content is not mistaken for new.
    cut_off: u32,
}

impl Ledger {
    /// A file of `pages` pages that the run has not written yet.
    pub fn new(pages: u64) -> Self {
        let strange = PageEntry { flags: ANY_CONTENT, ..PageEntry::default() };
        Self { entries: vec![strange; pages as usize], cut_off: 0 }
    }

    pub fn pages(&self) -> u64 {
        self.entries.len() as u64
    }

    pub const fn bytes_per_page() -> usize {
        size_of::<PageEntry>()
    }

    /// Registers a write that is about to be issued and returns its generation. At most 65,535 may be in flight per page.
    pub fn issue(&mut self, page: u64) -> u32 {
        let entry = &mut self.entries[page as usize];
        if entry.in_flight == 0 {
            entry.high = entry.issued + 1;
            entry.flags &= !SUCCEEDED;
        }
        entry.in_flight += 1;
        entry.issued += 1;
        entry.issued
    }

    /// Registers the completion of a write, whole or failed. A failed write may have written any part of its data.
    ///
    /// # Panics
    /// If no write is in flight: a bug of the caller.
    pub fn complete(&mut self, page: u64, whole: bool) {
        let entry = &mut self.entries[page as usize];
        entry.in_flight = entry.in_flight.checked_sub(1).expect("a write is under way");
        if whole {
            entry.flags |= SUCCEEDED;
        }
        if entry.in_flight > 0 {
            return;
        }
        if entry.flags & SUCCEEDED != 0 {
            // The earlier content is overwritten; which of the concurrent writes came last is unknown.
            entry.low = entry.high;
            entry.flags &= !(ANY_CONTENT | UNFLUSHED);
        }
        entry.high = entry.issued;
    }

    /// What the page may hold now. A read that overlaps writes may return anything between what was allowed when it was
    /// issued and what is allowed when it completes: see [`AllowedContent::until`].
    pub fn allowed(&self, page: u64) -> AllowedContent {
        let entry = &self.entries[page as usize];
        let ceiling = if entry.in_flight > 0 { entry.issued } else { entry.high };
        AllowedContent { floor: entry.low, ceiling, anything: entry.flags & ANY_CONTENT != 0 }
    }

    /// The memory address of the page's state, for prefetching; `None` beyond the end of the file.
    #[inline]
    pub fn place(&self, page: u64) -> Option<&impl Sized> {
        self.entries.get(page as usize)
    }

    /// Returns the state of the page for a read that is about to be issued.
    #[inline]
    pub fn snapshot(&self, page: u64) -> ReadSnapshot {
        let entry = &self.entries[page as usize];
        let AllowedContent { floor, ceiling, anything } = self.allowed(page);
        ReadSnapshot { floor, ceiling, issued: entry.issued, quiet: entry.in_flight == 0, anything }
    }

    /// What a read that was issued at `snapshot` and completed now may have returned. That includes a write that was issued
    /// since and overwritten by a concurrent write, even if a later read has already shown the overwrite.
    #[inline]
    pub fn allowed_since(&self, page: u64, snapshot: ReadSnapshot) -> AllowedContent {
        let ReadSnapshot { floor, ceiling, anything, .. } = snapshot;
        let mut now = self.allowed(page);
        let issued = self.entries[page as usize].issued;
        if issued != snapshot.issued {
            now.ceiling = now.ceiling.max(issued);
        }
        AllowedContent { floor, ceiling, anything }.until(now)
    }

    /// Records that a read issued at `snapshot` found this whole generation. If no write was in flight since, the page
    /// must keep it.
    #[inline]
    pub fn record_read(&mut self, page: u64, snapshot: ReadSnapshot, generation: u32) {
        let entry = &mut self.entries[page as usize];
        let quiet = snapshot.quiet && entry.in_flight == 0 && entry.issued == snapshot.issued;
        let settled = entry.flags & (ANY_CONTENT | UNFLUSHED) == 0;
        if quiet && settled && (entry.low..=entry.high).contains(&generation) {
            (entry.low, entry.high) = (generation, generation);
        }
    }

    /// The oldest generation that the page may hold; the caller saves it before a write for [`Ledger::mark_unflushed`].
    pub fn floor(&self, page: u64) -> u32 {
        self.entries[page as usize].low
    }

    /// Records that a flush failed after writes to the page were acknowledged. Each write back to `floor` may be lost, now
    /// or when a cache that still holds it drops it. After the next successful write the content is known again.
    pub fn mark_unflushed(&mut self, page: u64, floor: u32) {
        let Some(entry) = self.entries.get_mut(page as usize) else { return };
        entry.low = entry.low.min(floor);
        entry.flags |= UNFLUSHED;
    }

    /// Allows any content until the page is written again, so that a reported fault is not reported twice.
    pub fn allow_anything(&mut self, page: u64) {
        self.entries[page as usize].flags |= ANY_CONTENT;
    }

    /// Whether the page is known to hold content of this run.
    #[inline]
    pub fn was_written(&self, page: u64) -> bool {
        self.entries[page as usize].flags & ANY_CONTENT == 0
    }

    /// Whether a write to the page is in flight.
    pub fn is_busy(&self, page: u64) -> bool {
        self.entries[page as usize].in_flight > 0
    }

    /// Records that the file was truncated or extended to `pages`. New pages hold zeros.
    ///
    /// # Panics
    /// If a write to a removed page is in flight: a bug of the caller.
    pub fn resize(&mut self, pages: u64) {
        let gone = self.entries.get(pages as usize..).unwrap_or_default();
        assert!(gone.iter().all(|entry| entry.in_flight == 0), "no page may go while written");
        self.cut_off = gone.iter().map(|entry| entry.issued).fold(self.cut_off, u32::max);
        // Generations continue after those of the truncated pages; `low` and `high` stay 0, as new pages hold zeros.
        let grown = PageEntry { issued: self.cut_off, ..PageEntry::default() };
        self.entries.resize(pages as usize, grown);
    }
}

impl AllowedContent {
    /// What a read may have returned that was issued when `self` was allowed and completed when `then` is.
    #[must_use]
    pub fn until(self, then: Self) -> Self {
        Self {
            floor: self.floor.min(then.floor),
            ceiling: self.ceiling.max(then.ceiling),
            anything: self.anything || then.anything,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(floor: u32, ceiling: u32) -> AllowedContent {
        AllowedContent { floor, ceiling, anything: false }
    }

    #[test]
    fn a_read_may_have_seen_a_write_that_a_later_read_found_overwritten() {
        let mut ledger = Ledger::new(1);
        ledger.issue(0);
        ledger.complete(0, true);
        let long = ledger.snapshot(0);
        assert_eq!((ledger.issue(0), ledger.issue(0)), (2, 3));
        ledger.complete(0, true);
        ledger.complete(0, true);
        let short = ledger.snapshot(0);
        assert_eq!(ledger.allowed_since(0, short), between(2, 3));
        ledger.record_read(0, short, 2);
        assert_eq!(ledger.allowed(0), between(2, 2), "the third lost against the second");
        assert_eq!(
            ledger.allowed_since(0, long),
            between(1, 3),
            "but was there while the long read went on"
        );
    }

    #[test]
    fn one_write_after_the_other_leaves_one_generation() {
        let mut ledger = Ledger::new(2);
        assert!(ledger.allowed(1).anything);
        for generation in 1..5 {
            assert_eq!(ledger.issue(1), generation);
            assert_eq!(ledger.allowed(1).ceiling, generation);
            ledger.complete(1, true);
            assert_eq!(ledger.allowed(1), between(generation, generation));
        }
        assert!(ledger.allowed(0).anything);
    }

    #[test]
    fn overlapping_writes_leave_any_of_themselves() {
        let mut ledger = Ledger::new(1);
        ledger.issue(0);
        ledger.complete(0, true);
        ledger.issue(0);
        ledger.issue(0);
        ledger.complete(0, true);
        assert_eq!(ledger.allowed(0), between(1, 3), "one of them is still under way");
        ledger.complete(0, true);
        assert_eq!(ledger.allowed(0), between(2, 3));
        let quiet = ledger.snapshot(0);
        ledger.record_read(0, quiet, 2);
        assert_eq!(ledger.allowed(0), between(2, 2), "what was seen stays");
        assert_eq!(ledger.issue(0), 4, "numbers are not used again");
    }

    #[test]
    fn a_failed_write_may_have_left_anything_of_itself() {
        let mut ledger = Ledger::new(1);
        ledger.issue(0);
        ledger.complete(0, true);
        ledger.issue(0);
        ledger.complete(0, false);
        assert_eq!(ledger.allowed(0), between(1, 2));
        assert!(ledger.allowed(0).mixes());
        ledger.issue(0);
        ledger.complete(0, true);
        assert_eq!(ledger.allowed(0), between(3, 3), "the next whole one settles it");
        ledger.issue(0);
        ledger.issue(0);
        ledger.complete(0, false);
        ledger.complete(0, true);
        assert_eq!(
            ledger.allowed(0),
            between(4, 5),
            "one of the two did overwrite what was before"
        );
    }

    #[test]
    fn what_a_read_saw_beside_a_write_settles_nothing() {
        let mut ledger = Ledger::new(1);
        ledger.issue(0);
        ledger.complete(0, true);
        let before = ledger.snapshot(0);
        ledger.issue(0);
        ledger.complete(0, false);
        assert_eq!(ledger.allowed_since(0, before), between(1, 2));
        ledger.record_read(0, before, 1);
        assert_eq!(ledger.allowed(0), between(1, 2), "the write may have come after the read");
        let after = ledger.snapshot(0);
        ledger.record_read(0, after, 1);
        assert_eq!(ledger.allowed(0), between(1, 1));
    }

    #[test]
    fn a_failed_flush_reopens_what_was_acknowledged() {
        let mut ledger = Ledger::new(1);
        ledger.issue(0);
        ledger.complete(0, true);
        let floor = ledger.floor(0);
        for _ in 0..2 {
            ledger.issue(0);
            ledger.complete(0, true);
        }
        ledger.mark_unflushed(0, floor);
        assert_eq!(ledger.allowed(0), between(1, 3));
        let snapshot = ledger.snapshot(0);
        ledger.record_read(0, snapshot, 3);
        assert_eq!(ledger.allowed(0), between(1, 3), "a cache that shows it may still drop it");
        ledger.issue(0);
        ledger.complete(0, true);
        assert_eq!(ledger.allowed(0), between(4, 4));
        ledger.allow_anything(0);
        assert!(ledger.allowed(0).anything);
    }

    #[test]
    fn what_a_file_grows_by_holds_zeros_and_nothing_old() {
        let mut ledger = Ledger::new(2);
        for _ in 0..3 {
            ledger.issue(1);
            ledger.complete(1, true);
        }
        ledger.resize(1);
        ledger.resize(2);
        assert_eq!(ledger.allowed(1), between(0, 0));
        assert_eq!(ledger.issue(1), 4, "an old generation 1 must not pass for a new one");
        ledger.complete(1, true);
        assert_eq!(ledger.allowed(1), between(4, 4));
    }

    #[test]
    fn a_page_of_a_tebibyte_fits_in_three_gibibytes() {
        let pages = (1_u64 << 40) / 8192;
        assert!(pages * Ledger::bytes_per_page() as u64 <= 3 << 30);
    }
}
