//! The last completed operations, as evidence for a wrong page.

use base::proof::{PageOperation, PageOperationKind};

/// Operations kept: a few seconds on a fast device, in about 2 MiB of memory.
const KEPT: usize = 1 << 15;
/// The most past operations that are listed for a page, not counting its rechecks.
const PAST_MAX: usize = 40;

/// A ring buffer of the last operations.
#[derive(Debug, Default)]
pub(super) struct OperationHistory {
    ring: Vec<PageOperation>,
    next: usize,
}

impl OperationHistory {
    #[inline]
    pub(super) fn add(&mut self, past: PageOperation) {
        if self.ring.len() < KEPT {
            self.ring.push(past);
        } else {
            self.ring[self.next] = past;
            self.next = (self.next + 1) % KEPT;
        }
    }

    /// The operations that touched the page, oldest first: its last writes and reads, the flush after each write, and its
    /// rechecks, which do not count towards the limit.
    pub(super) fn of(&self, page: u64) -> Vec<PageOperation> {
        let in_order = self.ring[self.next..].iter().chain(&self.ring[..self.next]);
        let touches = |past: &PageOperation| {
            (past.first_page..past.first_page + u64::from(past.pages)).contains(&page)
        };
        let mut found: Vec<PageOperation> = Vec::new();
        let mut is_flush_due = false;
        for past in in_order {
            let is_told = match past.operation {
                PageOperationKind::Flush => std::mem::take(&mut is_flush_due),
                _ => touches(past),
            };
            if is_told {
                is_flush_due |= past.operation == PageOperationKind::Write;
                found.push(*past);
            }
        }
        without_surplus(&found)
    }
}

/// Leaves out the oldest operations, but for the last write and its flush, however many reads followed.
fn without_surplus(found: &[PageOperation]) -> Vec<PageOperation> {
    let is = |kind| move |past: &PageOperation| past.operation == kind;
    let last_write = found.iter().rposition(is(PageOperationKind::Write));
    let flush = last_write.and_then(|write| {
        let after = found[write..].iter().position(is(PageOperationKind::Flush))?;
        Some(write + after)
    });
    let counted = found.iter().filter(|past| past.operation != PageOperationKind::Reread).count();
    let mut surplus = counted.saturating_sub(PAST_MAX);
    let mut kept = Vec::new();
    for (index, past) in found.iter().enumerate() {
        let is_decisive = [last_write, flush].contains(&Some(index));
        if surplus > 0 && past.operation != PageOperationKind::Reread && !is_decisive {
            surplus -= 1;
        } else {
            kept.push(*past);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::PageOperationKind::{Flush, Read, Reread, Write};
    use super::*;

    fn past(operation: PageOperationKind, first_page: u64, generation: u32) -> PageOperation {
        let (pages, errno) = (u32::from(operation != Flush), None);
        PageOperation { operation, first_page, pages, generation, begun_ns: 0, took_ns: 1, errno }
    }

    #[test]
    fn the_decisive_write_and_the_last_good_read_are_told_however_much_came_after() {
        let mut history = OperationHistory::default();
        history.add(past(Write, 7, 4));
        history.add(past(Write, 7, 5));
        // The flush after a write is told even if the page was read in between.
        history.add(past(Read, 7, 0));
        history.add(past(Flush, 0, 0));
        for _ in 0..100 {
            history.add(past(Read, 7, 0));
            history.add(past(Flush, 0, 0));
            history.add(past(Write, 8, 1));
        }
        for _ in 0..15 {
            history.add(past(Reread, 7, 0));
        }
        let operations = history.of(7);
        let count = |kind| operations.iter().filter(|past| past.operation == kind).count();
        assert_eq!(operations[0], past(Write, 7, 5));
        assert_eq!((count(Write), count(Flush), count(Reread)), (1, 1, 15));
        assert_eq!(count(Read), PAST_MAX - 2);
    }
}
