//! The last operations, as they ended, so that a page that is wrong has a past to tell.

use crate::integrity_test::finding::PastOperation;

/// Operations remembered: a few seconds of a fast device, at some 2 MiB of memory.
const KEPT: usize = 1 << 15;
/// Operations of its past that are listed with a page, without the rechecks of it.
const PAST_MAX: usize = 40;
/// What reads are called that look into a page.
pub(super) const AGAIN: &str = "read again";

/// A ring of the last of them.
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

    /// Those that touched the page, oldest first: the last writes and reads of it, the flush after each write, and, not
    /// counted, the reads that looked into it.
    pub(super) fn of(&self, page: u64) -> Vec<PastOperation> {
        let in_order = self.ring[self.next..].iter().chain(&self.ring[..self.next]);
        let touches =
            |past: &PastOperation| (past.first..past.first + u64::from(past.pages)).contains(&page);
        let (mut found, mut counted, mut written) = (Vec::new(), 0, false);
        for past in in_order {
            let flushes = past.what == "flush";
            if flushes && written || !flushes && touches(past) {
                written = past.what == "write";
                counted += usize::from(past.what != AGAIN);
                found.push(*past);
            }
        }
        // The write that decides stays with its flush, however many reads came after it.
        let decisive = found.iter().rposition(|past| past.what == "write").unwrap_or(0);
        let mut number = 0;
        let mut surplus = counted.saturating_sub(PAST_MAX);
        found.retain(|past| {
            let kept = number == decisive || past.what == "flush" && number == decisive + 1;
            let goes = surplus > 0 && past.what != AGAIN && !kept;
            surplus -= usize::from(goes);
            number += 1;
            !goes
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn past(what: &'static str, first: u64, generation: u32) -> PastOperation {
        let (pages, errno) = (u32::from(what != "flush"), 0);
        PastOperation { what, first, pages, generation, begun_ns: 0, took_ns: 1, errno }
    }

    #[test]
    fn the_decisive_write_and_the_last_good_read_are_told_however_much_came_after() {
        let mut history = OperationHistory::default();
        history.add(past("write", 7, 4));
        history.add(past("write", 7, 5));
        history.add(past("flush", 0, 0));
        for _ in 0..100 {
            history.add(past("read", 7, 0));
            history.add(past("flush", 0, 0));
            history.add(past("write", 8, 1));
        }
        for _ in 0..15 {
            history.add(past(AGAIN, 7, 0));
        }
        let told = history.of(7);
        let count = |what| told.iter().filter(|past| past.what == what).count();
        assert_eq!(told[0], past("write", 7, 5));
        assert_eq!((count("write"), count("flush"), count(AGAIN)), (1, 1, 15));
        assert_eq!(count("read"), PAST_MAX - 2);
    }
}
