//! Brings the events of all CPUs into one order of time: takes pages, gives events up to a time before which no CPU has
//! unread ones, and the losses between pages.

use super::{BlockEvent, BlockFormats, page};
use crate::file::EventLoss;

/// What was read and has not been given yet.
#[derive(Debug)]
pub struct TraceMerge {
    formats: BlockFormats,
    waiting: Vec<BlockEvent>,
    /// The time of the last record of each CPU.
    last_ns: Vec<u64>,
    /// Records that were lost, by the heads of pages.
    lost: u64,
    /// Pages whose records did not fit into them.
    broken_pages: u64,
}

impl TraceMerge {
    /// Nothing is read; times of losses begin at `start_ns`.
    pub fn new(formats: BlockFormats, cpus: usize, start_ns: u64) -> Self {
        Self {
            formats,
            waiting: Vec::new(),
            last_ns: vec![start_ns; cpus],
            lost: 0,
            broken_pages: 0,
        }
    }

    /// Takes a page of a CPU. Gives what was lost before it, with times on the clock of the trace, and when it begins.
    pub fn page(&mut self, cpu: usize, bytes: &[u8]) -> (Option<EventLoss>, Option<u64>) {
        let Self { formats, waiting, last_ns, .. } = self;
        let before_ns = last_ns[cpu];
        let facts = page::read(formats, bytes, |at_ns, record| {
            last_ns[cpu] = at_ns;
            waiting.extend(formats.event(at_ns, record));
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

    /// Gives the events up to a time, in the order of time.
    pub fn take_until(&mut self, until_ns: u64, mut give: impl FnMut(BlockEvent)) {
        // The runs of the CPUs are in order already; a merge sort finds them.
        self.waiting.sort_by_key(|event| event.at_ns);
        let count = self.waiting.partition_point(|event| event.at_ns <= until_ns);
        self.waiting.drain(..count).for_each(&mut give);
    }

    /// Records that were lost so far, by the heads of pages.
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// Pages that could not be read to their end; 0 unless the kernel's format differs from the one that it states.
    pub fn broken_pages(&self) -> u64 {
        self.broken_pages
    }
}
