//! The last operations, as they ended, so that a page that is wrong has a past to tell.

use crate::proof::finding::Past;

/// Operations remembered: a few seconds of a fast device, at some 2 MiB of memory.
const KEPT: usize = 1 << 15;

/// A ring of the last of them.
#[derive(Debug, Default)]
pub(super) struct History {
    ring: Vec<Past>,
    next: usize,
}

impl History {
    #[inline]
    pub(super) fn add(&mut self, past: Past) {
        if self.ring.len() < KEPT {
            self.ring.push(past);
        } else {
            self.ring[self.next] = past;
            self.next = (self.next + 1) % KEPT;
        }
    }

    /// Those that touched the page, oldest first, the last `most` of them.
    pub(super) fn of(&self, page: u64, most: usize) -> Vec<Past> {
        let in_order = self.ring[self.next..].iter().chain(&self.ring[..self.next]);
        let touches = |past: &&Past| {
            past.what == "flush" || (past.first..past.first + u64::from(past.pages)).contains(&page)
        };
        let mut found: Vec<Past> = in_order.filter(touches).copied().collect();
        let from = found.len().saturating_sub(most);
        found.split_off(from)
    }
}
