//! The results of an integrity test: a fault with its evidence, a past operation of a page, and the totals.

use integrity::{FaultKind, PageFault};
use workload::ActorName;

/// A fault with its evidence.
#[derive(Clone, Debug)]
pub struct IntegrityFinding {
    /// What is wrong, and with which page.
    pub fault: PageFault,
    /// Pages of the operation; 1 for a wrong page.
    pub pages: u32,
    /// The actor that requested the operation; none for rereads.
    pub by: Option<ActorName>,
    /// When it was found, in nanoseconds since the test began.
    pub at_ns: u64,
    /// Whether a retry succeeded; otherwise the fault is permanent.
    pub transient: bool,
    /// The number of retries.
    pub tries: u32,
    /// Whether it is still being retried.
    pub open: bool,
    /// The faults found by the retries.
    pub again: Vec<FaultKind>,
    /// The error number of an operation that failed.
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
    pub past: Vec<PastOperation>,
}

/// A completed operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastOperation {
    /// What it did.
    pub kind: PastOperationKind,
    /// First page.
    pub first: u64,
    /// Pages.
    pub pages: u32,
    /// The generation of the first page of a write; else 0.
    pub generation: u32,
    /// When it began, in nanoseconds since the test began.
    pub begun_ns: u64,
    /// How long it took, in nanoseconds.
    pub took_ns: u64,
    /// 0, or its error number.
    pub errno: i32,
}

/// What a completed operation did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastOperationKind {
    /// A read that an actor requested.
    Read,
    /// A write.
    Write,
    /// A flush.
    Flush,
    /// A read of a page whose content was wrong.
    Reread,
}

/// The operations that the actors of one name requested, without retries and rereads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActorTotals {
    /// The actors' name.
    pub name: ActorName,
    /// Reads.
    pub reads: u64,
    /// Writes.
    pub writes: u64,
    /// Flushes.
    pub flushes: u64,
    /// Pages of these reads and writes.
    pub pages: u64,
}

impl ActorTotals {
    /// No operations yet.
    pub fn of(name: ActorName) -> Self {
        Self { name, reads: 0, writes: 0, flushes: 0, pages: 0 }
    }

    /// Adds these totals to the entry of the same name in `list`, or appends one.
    pub fn add_to(&self, list: &mut Vec<Self>) {
        match list.iter_mut().find(|known| known.name == self.name) {
            Some(known) => {
                known.reads += self.reads;
                known.writes += self.writes;
                known.flushes += self.flushes;
                known.pages += self.pages;
            }
            None => list.push(self.clone()),
        }
    }
}

/// The totals of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperationTotals {
    /// Reads of one page.
    pub reads: u64,
    /// Reads of several pages.
    pub run_reads: u64,
    /// Writes of one page.
    pub writes: u64,
    /// Writes of several pages.
    pub run_writes: u64,
    /// Flushes.
    pub flushes: u64,
    /// Pages read and examined, including audits and rereads.
    pub pages_read: u64,
    /// Pages written.
    pub pages_written: u64,
    /// Written pages that were read at least once before the next write.
    pub read_back: u64,
    /// Pages of final audits.
    pub audited: u64,
    /// Rereads of wrong pages.
    pub rereads: u64,
    /// Retries of failed operations.
    pub retries: u64,
    /// Resubmissions after `EINTR` or `EAGAIN`.
    pub resubmissions: u64,
    /// Short transfers, which were continued.
    pub short: u64,
    /// Writes and extensions that failed for lack of space, which is no fault of the storage.
    pub no_space: u64,
    /// Operations slower than the warning limit.
    pub slow: u64,
    /// Changes of the file's size.
    pub resizes: u64,
    /// Total time of all operations, in nanoseconds.
    pub io_ns: u64,
    /// The longest, in nanoseconds.
    pub io_ns_max: u64,
    faults: [u64; FaultKind::ALL.len()],
}

impl OperationTotals {
    /// Faults of this kind.
    pub fn faults_of(&self, kind: FaultKind) -> u64 {
        FaultKind::ALL.iter().position(|&k| k == kind).map_or(0, |at| self.faults[at])
    }

    /// All faults.
    pub fn faults(&self) -> u64 {
        self.faults.iter().sum()
    }

    /// Pages transferred: written, or read and examined.
    pub fn page_operations(&self) -> u64 {
        self.pages_read + self.pages_written
    }

    /// Counts a fault.
    pub fn count(&mut self, kind: FaultKind) {
        if let Some(at) = FaultKind::ALL.iter().position(|&k| k == kind) {
            self.faults[at] += 1;
        }
    }

    /// Adds the totals of another file's test.
    pub fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.reads, other.reads),
            (&mut self.run_reads, other.run_reads),
            (&mut self.writes, other.writes),
            (&mut self.run_writes, other.run_writes),
            (&mut self.flushes, other.flushes),
            (&mut self.pages_read, other.pages_read),
            (&mut self.pages_written, other.pages_written),
            (&mut self.read_back, other.read_back),
            (&mut self.audited, other.audited),
            (&mut self.rereads, other.rereads),
            (&mut self.retries, other.retries),
            (&mut self.resubmissions, other.resubmissions),
            (&mut self.short, other.short),
            (&mut self.no_space, other.no_space),
            (&mut self.slow, other.slow),
            (&mut self.resizes, other.resizes),
            (&mut self.io_ns, other.io_ns),
        ];
        pairs.into_iter().for_each(|(own, more)| *own += more);
        self.io_ns_max = self.io_ns_max.max(other.io_ns_max);
        self.faults.iter_mut().zip(other.faults).for_each(|(own, more)| *own += more);
    }
}
