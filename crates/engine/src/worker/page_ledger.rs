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
    /// A file's number, an offset and a length in bytes.
    At(u32, u64, u32),
    End,
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

    /// Whether the starts of writes are known.
    pub(super) fn has_writes(&self) -> bool {
        !self.writes.is_empty()
    }

    /// Records a write of `pages` pages that begins at page `first`.
    pub(super) fn wrote(&mut self, first: u64, pages: u64) {
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

    /// The first write from this page on: its first page and its number of pages.
    pub(super) fn write_from(&self, page: u64) -> Option<(u64, u64)> {
        let rest = self.writes.get(page as usize..)?;
        let ahead = rest
            .iter()
            .enumerate()
            .find(|(ahead, pages)| **pages > 0 && self.ledger.was_written(page + *ahead as u64));
        ahead.map(|(ahead, pages)| (page + ahead as u64, u64::from(*pages)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(pages: usize) -> PartLedger {
        PartLedger { ledger: Ledger::new(pages as u64), writes: vec![0; pages], longest: 4 }
    }

    fn write(known: &mut PartLedger, first: u64, pages: u64) {
        known.wrote(first, pages);
        for page in first..first + pages {
            known.ledger.issue(page);
            known.ledger.complete(page, true);
        }
    }

    fn all(known: &PartLedger) -> Vec<(u64, u64)> {
        let (mut page, mut all) = (0, Vec::new());
        while let Some((first, pages)) = known.write_from(page) {
            all.push((first, pages));
            page = first + pages;
        }
        all
    }

    #[test]
    fn writes_are_read_back_as_they_were_written() {
        let mut known = known(12);
        [(8, 4), (0, 1), (3, 2)].into_iter().for_each(|(at, pages)| write(&mut known, at, pages));
        assert_eq!(all(&known), [(0, 1), (3, 2), (8, 4)]);
    }

    #[test]
    fn what_a_later_write_covers_is_cut_off() {
        let mut inner = known(8);
        write(&mut inner, 1, 4);
        write(&mut inner, 2, 2);
        assert_eq!(all(&inner), [(1, 1), (2, 2), (4, 1)]);
        let mut outer = known(8);
        write(&mut outer, 2, 2);
        write(&mut outer, 5, 2);
        write(&mut outer, 3, 3);
        assert_eq!(all(&outer), [(2, 1), (3, 3), (6, 1)]);
        let mut same = known(8);
        write(&mut same, 1, 2);
        write(&mut same, 1, 2);
        assert_eq!(all(&same), [(1, 2)]);
    }
}
