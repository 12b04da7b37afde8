//! The state of a checked part of a target: what each page may hold, and where writes of several sizes begin and end, so
//! that they are read back as they were written.
//!
//! Takes the writes in the order of issue. If a write covers a part of an earlier one, only the rest of the earlier one
//! remains.

use integrity::Ledger;
use plan::WorkerPlan;
use workload::BlockSizes;

#[derive(Debug)]
pub struct PartLedger {
    /// What each page may hold.
    pub(super) ledger: Ledger,
    /// For each page the number of pages of the write that begins there; empty if all writes have one size.
    writes: Vec<u32>,
    /// The most pages of a write.
    longest: u64,
}

/// The next read of written data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadBackTarget {
    /// The plan decides: the starts of writes are not known.
    Unknown,
    At {
        file: u32,
        offset_bytes: u64,
        length_bytes: u32,
    },
    End,
}

/// The pages that hold one write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WrittenPages {
    pub(super) first: u64,
    pub(super) pages: u64,
}

impl PartLedger {
    /// The state of `pages` pages that were not written yet.
    pub(super) fn new(work: &WorkerPlan, pages: u64, page_bytes: u64) -> Self {
        let several = !matches!(work.write_blocks, BlockSizes::Fixed(_));
        let keeps = work.emulation.headers.is_some() && work.read_share < 1.0 && several;
        let count = if keeps { pages as usize } else { 0 };
        let longest = work.write_blocks.largest().0 / page_bytes;
        Self { ledger: Ledger::new(pages), writes: vec![0; count], longest }
    }

    pub(super) fn has_writes(&self) -> bool {
        !self.writes.is_empty()
    }

    /// Records a write of `pages` pages that begins at page `first`.
    pub(super) fn record_write(&mut self, first: u64, pages: u64) {
        if self.writes.is_empty() {
            return;
        }
        let end = first + pages;
        for page in first.saturating_sub(self.longest)..end {
            let length = u64::from(std::mem::take(&mut self.writes[page as usize]));
            if page < first && length > 0 {
                self.writes[page as usize] = length.min(first - page) as u32;
            }
            if length > 0 && page + length > end {
                self.writes[end as usize] = (page + length - end) as u32;
            }
        }
        self.writes[first as usize] = pages as u32;
    }

    /// The first write from this page on.
    pub(super) fn write_from(&self, page: u64) -> Option<WrittenPages> {
        for (first, pages) in (page..).zip(self.writes.get(page as usize..)?) {
            if *pages > 0 && self.ledger.was_written(first) {
                return Some(WrittenPages { first, pages: u64::from(*pages) });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger(pages: usize) -> PartLedger {
        PartLedger { ledger: Ledger::new(pages as u64), writes: vec![0; pages], longest: 4 }
    }

    fn write(part: &mut PartLedger, first: u64, pages: u64) {
        part.record_write(first, pages);
        for page in first..first + pages {
            part.ledger.issue(page);
            part.ledger.complete(page, true);
        }
    }

    fn writes(part: &PartLedger) -> Vec<(u64, u64)> {
        let (mut page, mut writes) = (0, Vec::new());
        while let Some(WrittenPages { first, pages }) = part.write_from(page) {
            writes.push((first, pages));
            page = first + pages;
        }
        writes
    }

    #[test]
    fn writes_are_read_back_as_they_were_written() {
        let mut part = ledger(12);
        [(8, 4), (0, 1), (3, 2)].into_iter().for_each(|(at, pages)| write(&mut part, at, pages));
        assert_eq!(writes(&part), [(0, 1), (3, 2), (8, 4)]);
    }

    #[test]
    fn what_a_later_write_covers_is_cut_off() {
        let mut inner = ledger(8);
        write(&mut inner, 1, 4);
        write(&mut inner, 2, 2);
        assert_eq!(writes(&inner), [(1, 1), (2, 2), (4, 1)]);
        let mut outer = ledger(8);
        write(&mut outer, 2, 2);
        write(&mut outer, 5, 2);
        write(&mut outer, 3, 3);
        assert_eq!(writes(&outer), [(2, 1), (3, 3), (6, 1)]);
        let mut same = ledger(8);
        write(&mut same, 1, 2);
        write(&mut same, 1, 2);
        assert_eq!(writes(&same), [(1, 2)]);
    }
}
