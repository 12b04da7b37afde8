//! The last minutes of a capture, in memory until its end or a signal.

use observe::file::EventLoss;
use observe::{IoEvent, Process};
use std::collections::VecDeque;

/// The most I/Os in memory: about 1.3 GB.
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

    /// When the kept part of a capture that ends at `end_ns` begins.
    pub(super) fn begin_ns(&self, end_ns: u64) -> u64 {
        let begin_ns = end_ns.saturating_sub(self.request.length_ns);
        let full = self.events.front().filter(|_| self.events.len() == EVENTS_MAX);
        full.map_or(begin_ns, |first| begin_ns.max(first.issued_ns))
    }

    /// The I/Os from `begin_ns` on, by a clock that starts there.
    pub(super) fn events(&self, begin_ns: u64) -> impl Iterator<Item = IoEvent> {
        let kept = self.events.iter().filter(move |io| io.issued_ns >= begin_ns);
        kept.map(move |io| IoEvent { issued_ns: io.issued_ns - begin_ns, ..*io })
    }

    /// The losses from `begin_ns` on, by the same clock.
    pub(super) fn losses(&self, begin_ns: u64) -> Vec<EventLoss> {
        let kept = self.losses.iter().filter(|loss| loss.end_ns >= begin_ns);
        let moved = kept.map(|loss| EventLoss {
            begin_ns: loss.begin_ns.saturating_sub(begin_ns),
            end_ns: loss.end_ns - begin_ns,
            ..*loss
        });
        moved.collect()
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
                queued_ns: None,
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
        let begin_ns = ring.begin_ns(10_000);
        let kept: Vec<_> =
            ring.events(begin_ns).map(|io| (io.issued_ns, io.offset_bytes)).collect();
        assert_eq!((begin_ns, kept.len()), (9_000, 10));
        assert_eq!((kept[0], kept[9]), ((0, 90), (900, 99)));
        assert_eq!(ring.losses(begin_ns), [loss(0, 500)]);
    }
}
