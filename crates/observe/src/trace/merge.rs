//! Merges the events of all CPUs in order of time: takes pages, gives events up to a time before which no CPU has
//! unread events, and the losses between pages.

use super::{BlockEvent, BlockFormats, page};
use crate::file::EventLoss;

/// The events that were read and not yet passed on.
#[derive(Debug)]
pub struct TraceMerge {
    formats: BlockFormats,
    /// Earlier events are left out: tracepoints start one after another.
    start_ns: u64,
    waiting: Vec<BlockEvent>,
    /// The time of the last record of each CPU.
    last_ns: Vec<u64>,
    /// Lost records, according to the page headers.
    lost: u64,
    /// Pages whose records exceed the page.
    broken_pages: u64,
}

impl TraceMerge {
    /// An empty merge of the events from `start_ns` on.
    pub fn new(formats: BlockFormats, cpus: usize, start_ns: u64) -> Self {
        Self {
            formats,
            start_ns,
            waiting: Vec::new(),
            last_ns: vec![start_ns; cpus],
            lost: 0,
            broken_pages: 0,
        }
    }

    /// Takes a page of a CPU. Returns the loss before it, with times on the clock of the trace, and the time of its begin.
    pub fn page(&mut self, cpu: usize, bytes: &[u8]) -> (Option<EventLoss>, Option<u64>) {
        let Self { formats, start_ns, waiting, last_ns, .. } = self;
        let before_ns = last_ns[cpu];
        let facts = page::read(formats, bytes, |at_ns, record| {
            last_ns[cpu] = at_ns;
            waiting.extend(formats.event(at_ns, record).filter(|_| at_ns >= *start_ns));
        });
        let Some(facts) = facts else {
            self.broken_pages += 1;
            return (None, None);
        };
        self.broken_pages += u64::from(!facts.sound);
        self.lost += facts.lost;
        let loss = (facts.lost > 0).then_some(EventLoss {
            begin_ns: before_ns.min(facts.begin_ns),
            end_ns: facts.begin_ns,
            events: facts.lost,
        });
        (loss, Some(facts.begin_ns))
    }

    /// Passes on the events up to a time, in order of time.
    pub fn take_until(&mut self, until_ns: u64, mut give: impl FnMut(BlockEvent)) {
        // The events of each CPU are already sorted, which a merge sort uses.
        self.waiting.sort_by_key(|event| event.at_ns);
        let count = self.waiting.partition_point(|event| event.at_ns <= until_ns);
        self.waiting.drain(..count).for_each(&mut give);
    }

    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// Pages that could not be read to their end; 0 unless the kernel's format differs from its description.
    pub fn broken_pages(&self) -> u64 {
        self.broken_pages
    }
}
