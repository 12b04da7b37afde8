//! The log of a database: takes all I/Os, gives its writes with the times at which they became durable.

use crate::fit::owners::OwnerTable;
use crate::roles::FileRole;
use crate::{IoEvent, IoFlags, IoKind, ProcessIndex};

/// A write that starts within this share of its time after the last flush waited for that flush: a waiting session has to wake up first.
const HANDOVER_SHARE: f64 = 0.25;
/// Moments at which chance is sampled.
const SAMPLES: u64 = 10_000;

#[derive(Clone, Copy, Debug)]
pub(super) struct LogWrite {
    pub(super) issued_ns: u64,
    pub(super) durable_ns: u64,
    pub(super) process: ProcessIndex,
    pub(super) was_free: bool,
}

/// All writes of the log, in the order of their issue.
#[derive(Debug)]
pub(super) struct Log {
    pub(super) writes: Vec<LogWrite>,
    /// Flushes that made writes durable.
    pub(super) flushes: f64,
    /// The share of the time in which a write or a flush was under way, or was handed over.
    pub(super) busy: f64,
    duration_ns: u64,
}

impl Log {
    /// The next flush makes a write durable. If the device gets none, or the write was durable by itself (FUA), its completion does.
    pub(super) fn of(events: &[IoEvent], owners: &OwnerTable<'_>, duration_ns: u64) -> Self {
        let flushes: Vec<&IoEvent> =
            events.iter().filter(|event| event.operation == IoKind::Flush).collect();
        let is_log = |event: &&IoEvent| {
            event.operation == IoKind::Write && owners.of(event).role == Some(FileRole::Log)
        };
        let mut writes = Vec::new();
        let (mut count, mut busy_ns, mut last_ns) = (0.0, 0, 0);
        for event in events.iter().filter(is_log) {
            let Some(latency_ns) = event.latency_ns else { continue };
            let issued_ns = event.issued_ns;
            let end_ns = issued_ns + latency_ns;
            let next = flushes.partition_point(|flush| flush.issued_ns < end_ns);
            let durable_ns = match flushes.get(next) {
                _ if flushes.is_empty() || event.flags.has(IoFlags::FUA) => end_ns,
                Some(flush) => flush.issued_ns + flush.latency_ns.unwrap_or(0),
                None => break,
            };
            let handover_ns = (durable_ns - issued_ns) as f64 * HANDOVER_SHARE;
            let was_free = issued_ns as f64 > last_ns as f64 + handover_ns;
            let begin_ns = if was_free { issued_ns } else { last_ns };
            if durable_ns > last_ns {
                count += 1.0;
                busy_ns += durable_ns - begin_ns;
                last_ns = durable_ns;
            }
            writes.push(LogWrite { issued_ns, durable_ns, process: event.process, was_free });
        }
        Self { writes, flushes: count, busy: busy_ns as f64 / duration_ns as f64, duration_ns }
    }

    /// The first write from this time on.
    pub(super) fn next(&self, from_ns: u64) -> Option<&LogWrite> {
        self.writes.get(self.writes.partition_point(|write| write.issued_ns < from_ns))
    }

    /// The mean time of a write and its flush.
    pub(super) fn service_ns(&self) -> f64 {
        self.busy * self.duration_ns as f64 / self.flushes.max(1.0)
    }

    /// From evenly spaced moments to the end of the first flush whose write starts later, in ascending order: a time of this length holds
    /// a whole flush by chance.
    pub(super) fn chances_ns(&self) -> Vec<u64> {
        let at = |number: u64| {
            (u128::from(self.duration_ns) * u128::from(number) / u128::from(SAMPLES)) as u64
        };
        let wait_ns = |at_ns: u64| Some(self.next(at_ns)?.durable_ns - at_ns);
        let mut waits_ns: Vec<u64> = (0..SAMPLES).map(at).filter_map(wait_ns).collect();
        waits_ns.sort_unstable();
        waits_ns
    }
}
