//! The last minutes of a capture, in memory until its end.

use observe::file::EventLoss;
use observe::{IoEvent, Process};
use std::collections::VecDeque;

/// The most I/Os in memory: about 1 GB.
const EVENTS_MAX: usize = 20_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingRequest {
    /// The last part of the capture, in nanoseconds.
    pub length_ns: u64,
    /// The latency in nanoseconds at which the capture ends.
    pub until_latency_ns: Option<u64>,
}

/// The I/Os of the last minutes, in the order of their issue.
pub(super) struct CaptureRing {
    request: RingRequest,
    events: VecDeque<IoEvent>,
    pub processes: Vec<Process>,
    losses: Vec<EventLoss>,
    /// Whether an I/O reached the latency at which the capture ends.
    pub is_reached: bool,
}

/// The kept part, by its own clock.
pub(super) struct RingContent {
    /// When it begins, by the clock of the capture.
    pub begin_ns: u64,
    pub events: VecDeque<IoEvent>,
    pub losses: Vec<EventLoss>,
}

impl CaptureRing {
    pub(super) fn new(request: RingRequest) -> Self {
        let (processes, losses) = (Vec::new(), Vec::new());
        Self { request, events: VecDeque::new(), processes, losses, is_reached: false }
    }

    pub(super) fn push(&mut self, io: IoEvent) {
        let limit = self.request.until_latency_ns;
        self.is_reached |= limit.zip(io.latency_ns).is_some_and(|(limit, ns)| ns >= limit);
        let keep_ns = io.issued_ns.saturating_sub(self.request.length_ns);
        while self.events.front().is_some_and(|first| first.issued_ns < keep_ns)
            || self.events.len() >= EVENTS_MAX
        {
            self.events.pop_front();
        }
        self.events.push_back(io);
    }

    pub(super) fn lose(&mut self, losses: &mut Vec<EventLoss>) {
        self.losses.append(losses);
    }

    /// The content of a capture that ends at `end_ns`.
    pub(super) fn finish(mut self, end_ns: u64) -> RingContent {
        let mut begin_ns = end_ns.saturating_sub(self.request.length_ns);
        if let Some(first) = self.events.front().filter(|_| self.events.len() == EVENTS_MAX) {
            begin_ns = begin_ns.max(first.issued_ns);
        }
        self.events.retain(|io| io.issued_ns >= begin_ns);
        self.events.iter_mut().for_each(|io| io.issued_ns -= begin_ns);
        self.losses.retain(|loss| loss.end_ns >= begin_ns);
        for loss in &mut self.losses {
            loss.begin_ns = loss.begin_ns.saturating_sub(begin_ns);
            loss.end_ns -= begin_ns;
        }
        RingContent { begin_ns, events: self.events, losses: self.losses }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use observe::{IoFlags, IoKind, ProcessIndex};

    #[test]
    fn a_ring_holds_the_last_part_and_sees_the_latency_that_ends_it() {
        let request = RingRequest { length_ns: 1_000, until_latency_ns: Some(50) };
        let mut ring = CaptureRing::new(request);
        for number in 0..100 {
            assert!(!ring.is_reached, "at {number}");
            ring.push(IoEvent {
                issued_ns: number * 100,
                latency_ns: Some(if number == 99 { 50 } else { 49 }),
                operation: IoKind::Read,
                flags: IoFlags::default(),
                offset_bytes: number,
                length_bytes: 4096,
                process: ProcessIndex::default(),
            });
        }
        assert!(ring.is_reached);
        let loss = |begin_ns, end_ns| EventLoss { begin_ns, end_ns, events: 1 };
        ring.lose(&mut vec![loss(100, 200), loss(8_000, 9_500)]);
        let found = ring.finish(10_000);
        let kept: Vec<_> = found.events.iter().map(|io| (io.issued_ns, io.offset_bytes)).collect();
        assert_eq!((found.begin_ns, kept.len()), (9_000, 10));
        assert_eq!((kept[0], kept[9]), ((0, 90), (900, 99)));
        assert_eq!(found.losses, [loss(0, 500)]);
    }
}
