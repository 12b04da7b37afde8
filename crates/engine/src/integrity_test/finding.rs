//! The results of an integrity test: a fault with its evidence, and the totals.

use base::proof::{PageOperation, ProofCounts};
use integrity::{FaultKind, PageFault};
use workload::ActorName;

#[derive(Clone, Debug)]
pub struct IntegrityFinding {
    pub fault: PageFault,
    /// Pages of the operation; 1 for a wrong page.
    pub pages: u32,
    /// The actor that requested the operation; none for rereads.
    pub by: Option<ActorName>,
    /// When it was found, in nanoseconds since the test began.
    pub at_ns: u64,
    /// Whether a retry succeeded; otherwise the fault is permanent.
    pub transient: bool,
    pub tries: u32,
    /// Whether it is still being retried.
    pub open: bool,
    /// The faults found by the retries.
    pub again: Vec<FaultKind>,
    pub errno: Option<i32>,
    /// How long a late operation took (so far), in nanoseconds.
    pub took_ns: Option<u64>,
    /// The page as it was read.
    pub received: Vec<u8>,
    /// The expected page, of the closest allowed generation.
    pub expected: Vec<u8>,
    /// When that generation was written, in nanoseconds since the test began. `None` if unknown: `expected` is then right
    /// except for its time and checksum.
    pub written_ns: Option<u64>,
    /// The last operations on the page, oldest first, as far as they are in the history.
    pub past: Vec<PageOperation>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperationTotals {
    /// The operations and their pages. What the test of a whole file gives stays 0: average and target of the I/O time,
    /// throttle, depth.
    pub counts: ProofCounts,
    faults: [u64; FaultKind::ALL.len()],
}

impl OperationTotals {
    pub fn faults_of(&self, kind: FaultKind) -> u64 {
        FaultKind::ALL.iter().position(|&k| k == kind).map_or(0, |at| self.faults[at])
    }

    pub fn faults(&self) -> u64 {
        let kinds = FaultKind::ALL.iter().copied();
        kinds.filter(|kind| kind.is_fault()).map(|kind| self.faults_of(kind)).sum()
    }

    /// Pages transferred: written, or read and examined.
    pub fn page_operations(&self) -> u64 {
        self.counts.pages_read + self.counts.pages_written
    }

    /// Counts a written page that was read for the first time.
    pub(super) fn count_read_back(&mut self) {
        *self.counts.pages_read_back.get_or_insert(0) += 1;
    }

    pub fn count(&mut self, kind: FaultKind) {
        if let Some(at) = FaultKind::ALL.iter().position(|&k| k == kind) {
            self.faults[at] += 1;
        }
    }

    /// Adds the totals of another file's test.
    pub fn add(&mut self, other: &Self) {
        self.counts.add(&other.counts);
        self.faults.iter_mut().zip(other.faults).for_each(|(own, more)| *own += more);
    }
}
