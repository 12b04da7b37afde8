//! Evidence about each page besides the ledger: when it was last written, and whether it was read since. Never decides
//! what a page may hold.

/// The resolution of the time in a page's stamp, in nanoseconds: 32 bits of it last for five days.
const TICK_NS: u64 = 100_000;
const BITS: u64 = u64::BITS as u64;

/// The marks of the pages of one file: four bytes and one bit per page.
#[derive(Debug, Default)]
pub(super) struct PageMarks {
    /// The time in the stamp of the last write, in ticks from 1; 0: unknown.
    ticks: Vec<u32>,
    /// Whether the page was not read since its last successful write, one bit per page.
    unread: Vec<u64>,
}

impl PageMarks {
    /// Marks of `pages` pages about which nothing is known.
    pub(super) fn new(pages: u64) -> Self {
        let mut marks = Self::default();
        marks.resize(pages);
        marks
    }

    /// Drops the marks of removed pages; nothing is known about new ones.
    pub(super) fn resize(&mut self, pages: u64) {
        self.ticks.resize(pages as usize, 0);
        self.unread.resize(pages.div_ceil(BITS) as usize, 0);
        if let Some(last) = self.unread.last_mut()
            && !pages.is_multiple_of(BITS)
        {
            *last &= (1 << (pages % BITS)) - 1;
        }
    }

    /// The time for the stamp of a write that begins now, rounded down to whole ticks.
    pub(super) fn stamped_ns(now_ns: u64) -> u64 {
        now_ns - now_ns % TICK_NS
    }

    /// Records that a write with this time begins; `alone` if no other write of the page is in flight.
    pub(super) fn begins(&mut self, page: u64, time_ns: u64, alone: bool) {
        let tick = u32::try_from(time_ns / TICK_NS + 1).unwrap_or(0);
        self.ticks[page as usize] = if alone { tick } else { 0 };
    }

    /// Records the end of a write of the page; unless it was whole, the content is unknown.
    pub(super) fn ends(&mut self, page: u64, whole: bool) {
        if whole {
            self.unread[(page / BITS) as usize] |= 1 << (page % BITS);
        } else {
            self.ticks[page as usize] = 0;
        }
    }

    /// Whether the page was successfully written and not read since.
    pub(super) fn is_unread(&self, page: u64) -> bool {
        self.unread[(page / BITS) as usize] & 1 << (page % BITS) != 0
    }

    /// Records that the page was read. Returns whether this is the first time since its write.
    #[inline]
    pub(super) fn read(&mut self, page: u64) -> bool {
        let (word, bit) = (&mut self.unread[(page / BITS) as usize], 1 << (page % BITS));
        let first = *word & bit != 0;
        if first {
            *word &= !bit;
        }
        first
    }

    /// The time in the stamp of the page's last write; `None` if unknown.
    pub(super) fn written_ns(&self, page: u64) -> Option<u64> {
        let tick = self.ticks.get(page as usize).copied().unwrap_or(0);
        tick.checked_sub(1).map(|ticks| u64::from(ticks) * TICK_NS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_known_of_a_write_that_was_alone_and_came_whole() {
        let mut marks = PageMarks::new(3);
        let time_ns = PageMarks::stamped_ns(28_167_012_345);
        assert_eq!(time_ns, 28_167_000_000);
        marks.begins(1, time_ns, true);
        marks.ends(1, true);
        assert_eq!((marks.written_ns(0), marks.written_ns(1)), (None, Some(time_ns)));
        marks.begins(1, time_ns, false);
        assert_eq!(marks.written_ns(1), None, "which of two came last is not known");
        marks.begins(1, 0, true);
        assert_eq!(marks.written_ns(1), Some(0));
        marks.ends(1, false);
        assert_eq!(marks.written_ns(1), None, "whether it is there is not known");
        marks.begins(2, u64::MAX, true);
        assert_eq!(marks.written_ns(2), None, "after five days");
    }

    #[test]
    fn each_write_is_read_back_once_at_most_and_what_is_cut_off_never() {
        let mut marks = PageMarks::new(70);
        assert!(!marks.read(69));
        for page in [3, 69] {
            marks.ends(page, true);
        }
        assert!(marks.read(3) && !marks.read(3));
        marks.resize(66);
        marks.resize(70);
        assert!(!marks.read(69) && !marks.read(3));
    }
}
