//! The last completed operations, as evidence for a wrong page.

use crate::integrity_test::finding::{PastOperation, PastOperationKind};

/// Operations kept: a few seconds on a fast device, in about 2 MiB of memory.
const KEPT: usize = 1 << 15;
/// The most past operations that are listed for a page, not counting its rechecks.
const PAST_MAX: usize = 40;

/// A ring buffer of the last operations.
#[derive(Debug, Default)]
pub(super) struct OperationHistory {
    ring: Vec<PastOperation>,
    next: usize,
}

impl OperationHistory {
    #[inline]
    pub(super) fn add(&mut self, past: PastOperation) {
        if self.ring.len() < KEPT {
            self.ring.push(past);
        } else {
            self.ring[self.next] = past;
            self.next = (self.next + 1) % KEPT;
        }
    }

    /// The operations that touched the page, oldest first: its last writes and reads, the flush after each write, and its
    /// rechecks, which do not count towards the limit.
    pub(super) fn of(&self, page: u64) -> Vec<PastOperation> {
        let in_order = self.ring[self.next..].iter().chain(&self.ring[..self.next]);
        let touches =
            |past: &PastOperation| (past.first..past.first + u64::from(past.pages)).contains(&page);
        let (mut found, mut counted, mut written) = (Vec::new(), 0, false);
        for past in in_order {
            let flushes = past.kind == PastOperationKind::Flush;
            if flushes && written || !flushes && touches(past) {
                written = past.kind == PastOperationKind::Write;
                counted += usize::from(past.kind != PastOperationKind::Reread);
                found.push(*past);
            }
        }
        // The last write and its flush stay in the list, however many reads followed.
        let decisive =
            found.iter().rposition(|past| past.kind == PastOperationKind::Write).unwrap_or(0);
        let mut number = 0;
        let mut surplus = counted.saturating_sub(PAST_MAX);
        found.retain(|past| {
            let kept = number == decisive
                || past.kind == PastOperationKind::Flush && number == decisive + 1;
            let goes = surplus > 0 && past.kind != PastOperationKind::Reread && !kept;
            surplus -= usize::from(goes);
            number += 1;
            !goes
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::PastOperationKind::{Flush, Read, Reread, Write};
    use super::*;

    fn past(kind: PastOperationKind, first: u64, generation: u32) -> PastOperation {
        let (pages, errno) = (u32::from(kind != Flush), 0);
        PastOperation { kind, first, pages, generation, begun_ns: 0, took_ns: 1, errno }
    }

    #[test]
    fn the_decisive_write_and_the_last_good_read_are_told_however_much_came_after() {
        let mut history = OperationHistory::default();
        history.add(past(Write, 7, 4));
        history.add(past(Write, 7, 5));
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
        let count = |kind| operations.iter().filter(|past| past.kind == kind).count();
        assert_eq!(operations[0], past(Write, 7, 5));
        assert_eq!((count(Write), count(Flush), count(Reread)), (1, 1, 15));
        assert_eq!(count(Read), PAST_MAX - 2);
    }
}
