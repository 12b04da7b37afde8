//! The event queue: returns events, each with a kind and an index, in the order of their times.
//!
//! Events of the same time are returned in the order of insertion, so that a seed determines one history. Never
//! allocates once it has grown to its largest size.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SimEventKind {
    Finish,
    /// A rate limit admits a job.
    Release,
    /// One part of a job is done.
    Part,
    /// A magnetic disk has finished its command.
    DiskReady,
}

/// Bits for a job or disk index in a packed event.
const INDEX_BITS: u32 = 24;
const KIND_BITS: u32 = 2;

/// The queue. An event is one 128-bit number: time, then order of insertion, then kind and index.
#[derive(Debug, Default)]
pub(super) struct EventQueue {
    heap: BinaryHeap<Reverse<u128>>,
    arrivals: u64,
}

impl EventQueue {
    #[inline]
    pub(super) fn push(&mut self, at_ns: u64, kind: SimEventKind, index: u32) {
        debug_assert!(index < 1 << INDEX_BITS, "more outstanding jobs than an event can name");
        self.arrivals += 1;
        let tag = (self.arrivals << (INDEX_BITS + KIND_BITS))
            | ((kind as u64) << INDEX_BITS)
            | u64::from(index);
        self.heap.push(Reverse((u128::from(at_ns) << 64) | u128::from(tag)));
    }

    #[inline]
    pub(super) fn next_ns(&self) -> Option<u64> {
        self.heap.peek().map(|event| (event.0 >> 64) as u64)
    }

    #[inline]
    pub(super) fn pop_due(&mut self, now_ns: u64) -> Option<(u64, SimEventKind, u32)> {
        let next = self.heap.peek()?.0;
        let at_ns = (next >> 64) as u64;
        if at_ns > now_ns {
            return None;
        }
        self.heap.pop();
        let tag = next as u64;
        let kind = match (tag >> INDEX_BITS) & ((1 << KIND_BITS) - 1) {
            0 => SimEventKind::Finish,
            1 => SimEventKind::Release,
            2 => SimEventKind::Part,
            _ => SimEventKind::DiskReady,
        };
        Some((at_ns, kind, (tag & ((1 << INDEX_BITS) - 1)) as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_in_time_order_and_equal_instants_in_order_of_arrival() {
        let mut events = EventQueue::default();
        events.push(20, SimEventKind::Finish, 1);
        events.push(10, SimEventKind::Part, 2);
        events.push(10, SimEventKind::DiskReady, 1);
        assert_eq!(events.next_ns(), Some(10));
        assert_eq!(events.pop_due(15), Some((10, SimEventKind::Part, 2)));
        assert_eq!(events.pop_due(15), Some((10, SimEventKind::DiskReady, 1)));
        assert_eq!(events.pop_due(15), None);
        assert_eq!(events.pop_due(20), Some((20, SimEventKind::Finish, 1)));
    }
}
