//! The results of an integrity test: a fault with its evidence, a past operation of a page, and the totals.

use integrity::{FaultKind, PageFault};

/// A fault, settled.
#[derive(Clone, Debug)]
pub struct IntegrityFinding {
    /// What is wrong, where.
    pub fault: PageFault,
    /// Pages that the operation was about; 1 for a page that was wrong.
    pub pages: u32,
    /// What was being done: the name of an actor.
    pub by: &'static str,
    /// When it was seen, in nanoseconds since the proof began.
    pub at_ns: u64,
    /// It passed when tried again; otherwise it stayed.
    pub transient: bool,
    /// How often it was tried again.
    pub tries: u32,
    /// It is still being tried.
    pub open: bool,
    /// What the tries before the last found.
    pub again: Vec<FaultKind>,
    /// The error number of an operation that failed.
    pub errno: Option<i32>,
    /// How long an operation took that was late (so far), in nanoseconds.
    pub took_ns: Option<u64>,
    /// The page as it came.
    pub received: Vec<u8>,
    /// The page as it should have been: of the generation that comes nearest.
    pub expected: Vec<u8>,
    /// When that was written, in nanoseconds since the proof began; not known: `expected` is right but for its time
    /// and checksum.
    pub written_ns: Option<u64>,
    /// The last operations on it, oldest first, as far as they are remembered.
    pub past: Vec<PastOperation>,
}

/// An operation that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastOperation {
    /// `read`, `write`, `flush` or `read again`.
    pub what: &'static str,
    /// First page.
    pub first: u64,
    /// Pages.
    pub pages: u32,
    /// The generation of the first page of a write; else 0.
    pub generation: u32,
    /// When it began, in nanoseconds since the proof did.
    pub begun_ns: u64,
    /// How long it took, in nanoseconds.
    pub took_ns: u64,
    /// 0, or the error number it ended with.
    pub errno: i32,
}

/// What the actors of one name asked for, tries and pages read again aside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActorTotals {
    /// The actors' name.
    pub name: &'static str,
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
    /// Adds what others of the same name did to a list in the order of first appearance.
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

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperationTotals {
    /// Reads of one page.
    pub reads: u64,
    /// Reads of several.
    pub run_reads: u64,
    /// Writes of one page.
    pub writes: u64,
    /// Writes of several.
    pub run_writes: u64,
    /// Flushes.
    pub flushes: u64,
    /// Pages read and examined, the audit's and those read again included.
    pub pages_read: u64,
    /// Pages written.
    pub pages_written: u64,
    /// Pages written that were read at least once before they were written again.
    pub read_back: u64,
    /// Pages of final audits.
    pub audited: u64,
    /// Pages read again.
    pub rereads: u64,
    /// Operations tried again after a failure.
    pub retries: u64,
    /// Operations handed over again after "interrupted" or "not now".
    pub nudges: u64,
    /// Transfers that moved a part, and were gone on with.
    pub short: u64,
    /// Writes and growths for which there was no space: no fault of the storage.
    pub no_space: u64,
    /// Operations slower than the warning.
    pub slow: u64,
    /// Times that the file was cut or grew.
    pub resizes: u64,
    /// Time of all operations, in nanoseconds.
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

    /// Pages moved: written, or read and examined.
    pub fn page_operations(&self) -> u64 {
        self.pages_read + self.pages_written
    }

    /// Counts a fault.
    pub fn count(&mut self, kind: FaultKind) {
        if let Some(at) = FaultKind::ALL.iter().position(|&k| k == kind) {
            self.faults[at] += 1;
        }
    }

    /// Adds what another file's proof counted.
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
            (&mut self.nudges, other.nudges),
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
