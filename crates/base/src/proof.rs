//! The operations on a storage; what an integrity test counts and finds, as plain data: actors, operations on pages, and the content
//! of sectors.
//!
//! The engine fills these types, and `record` keeps them. Words and fields never change: stores hold them.

use serde::{Deserialize, Serialize};

crate::words! {
    /// How a write of an integrity test becomes durable.
    pub enum Durability as "way to make a write durable" {
        /// With the write itself: the file is opened with `O_DSYNC`.
        WriteThrough = "O_DSYNC",
        /// With the write itself: each write has `RWF_DSYNC`, which the kernel may implement by forced unit access.
        Fua = "RWF_DSYNC",
        Fdatasync = "fdatasync",
        Fsync = "fsync",
    }
}

crate::words! {
    /// What reads and writes pages in an integrity test, as a database does.
    pub enum ActorName as "actor of an integrity test" {
        /// Reads and writes single pages.
        User = "user",
        /// Reads runs of pages, one after the other.
        Audit = "audit",
        ReadAhead = "read-ahead",
        /// Writes runs, as a bulk load does.
        BulkUpdate = "bulk update",
        /// Writes every page for the first time.
        Fill = "fill",
        /// Reads every page at the end.
        FinalAudit = "final audit",
        /// Writes dirty pages in the background.
        LazyWriter = "lazy writer",
        /// Writes all dirty pages, then flushes.
        Checkpoint = "checkpoint",
        LogWriter = "log writer",
        /// Flushes the file; no actor of its own.
        Flush = "flush",
        /// Shrinks the file and lets it grow again.
        Shrink = "shrink",
    }
}

/// The counters of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofCounts {
    pub reads: u64,
    /// Reads of several pages.
    pub run_reads: u64,
    pub writes: u64,
    /// Writes of several pages.
    pub run_writes: u64,
    pub flushes: u64,
    /// Pages read and examined, including those of audits and rereads.
    pub pages_read: u64,
    pub pages_written: u64,
    /// Pages written that were read at least once before they were written again; none: not counted.
    pub pages_read_back: Option<u64>,
    pub pages_audited: u64,
    pub rereads: u64,
    /// Operations tried again after a failure.
    pub retries: u64,
    /// Operations submitted again after "interrupted" or "not now".
    pub interrupted: u64,
    pub short: u64,
    /// Writes and file extensions that failed for lack of space.
    pub no_space: u64,
    /// Operations slower than the warning threshold.
    pub slow: u64,
    /// The number of times that the file shrank or grew.
    pub resizes: u64,
    /// The total time of all operations, in nanoseconds.
    pub io_ns: u64,
    pub io_ns_max: u64,
    /// The running average of the duration at the end, in nanoseconds.
    pub io_ns_average: u64,
    /// The number of times that operations were delayed to keep the target duration.
    pub throttled: u64,
    pub target_io_ns: u64,
    /// The maximum number of operations in flight.
    pub depth: u32,
}

impl ProofCounts {
    pub fn operations(&self) -> u64 {
        self.reads + self.run_reads + self.writes + self.run_writes + self.flushes
    }

    /// The share of the written pages that was read at least once before it was written again, 0 to 1; none: not counted, or
    /// nothing was written.
    pub fn read_back_share(&self) -> Option<f64> {
        let read = self.pages_read_back.filter(|_| self.pages_written > 0)?;
        Some(read as f64 / self.pages_written as f64)
    }

    /// The mean duration of an operation in nanoseconds; 0 without operations.
    pub fn io_ns_mean(&self) -> u64 {
        self.io_ns / self.operations().max(1)
    }

    /// Adds the counters of another file; of durations and depths the largest is kept.
    pub fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.reads, other.reads),
            (&mut self.run_reads, other.run_reads),
            (&mut self.writes, other.writes),
            (&mut self.run_writes, other.run_writes),
            (&mut self.flushes, other.flushes),
            (&mut self.pages_read, other.pages_read),
            (&mut self.pages_written, other.pages_written),
            (&mut self.pages_audited, other.pages_audited),
            (&mut self.rereads, other.rereads),
            (&mut self.retries, other.retries),
            (&mut self.interrupted, other.interrupted),
            (&mut self.short, other.short),
            (&mut self.no_space, other.no_space),
            (&mut self.slow, other.slow),
            (&mut self.resizes, other.resizes),
            (&mut self.io_ns, other.io_ns),
            (&mut self.throttled, other.throttled),
        ];
        pairs.into_iter().for_each(|(own, more)| *own += more);
        if let Some(more) = other.pages_read_back {
            *self.pages_read_back.get_or_insert(0) += more;
        }
        self.io_ns_max = self.io_ns_max.max(other.io_ns_max);
        self.io_ns_average = self.io_ns_average.max(other.io_ns_average);
        self.target_io_ns = self.target_io_ns.max(other.target_io_ns);
        self.depth = self.depth.max(other.depth);
    }
}

/// The operations that all actors with one name requested, without retries and rereads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActorCounts {
    /// The actor, such as `user` or `final audit`.
    pub name: ActorName,
    pub reads: u64,
    pub writes: u64,
    pub flushes: u64,
    pub pages: u64,
}

impl ActorCounts {
    /// No operations yet.
    pub fn of(name: ActorName) -> Self {
        Self { name, reads: 0, writes: 0, flushes: 0, pages: 0 }
    }

    /// Adds these operations to the entry of the same name in `list`, or appends one.
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

/// A completed operation on the page, or the flush after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageOperation {
    pub operation: PageOperationKind,
    pub first_page: u64,
    /// The number of pages; 0 for a flush.
    pub pages: u32,
    /// The generation of the first page of a write; otherwise 0.
    pub generation: u32,
    /// When it began, in nanoseconds since the test began.
    pub begun_ns: u64,
    pub took_ns: u64,
    pub errno: Option<i32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum PageOperationKind {
    Read,
    Write,
    Flush,
    /// A read of a page whose content was wrong.
    Reread,
}

/// Adjacent sectors with the same content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectorRun {
    /// The number of the first sector in the page, from 0.
    pub first: u32,
    pub count: u32,
    pub content: SectorContent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SectorContent {
    ThisPage {
        generation: u32,
    },
    /// By its tag a sector of this page, but bytes are wrong.
    WrongBytes {
        generation: u32,
    },
    /// By its bytes a sector of this page, but bits of its tag (in sector 0: of the header) are wrong.
    WrongTag {
        generation: u32,
        bits: u32,
    },
    OtherPage {
        page: u64,
        file: u32,
        generation: u32,
    },
    Zeros,
    /// What the buffer held before the read.
    NotRead,
    Unknown,
}

crate::words! {
    #[derive(Default, PartialOrd, Ord)]
    pub enum IoKind as "operation" {
        /// Reads from storage to a buffer.
        #[default]
        Read = "read",
        /// Writes from a buffer to storage.
        Write = "write",
        /// Makes earlier writes durable; offset and length mean nothing.
        Flush = "flush",
        /// Tells the storage that the range is no longer needed; no buffer is used.
        Trim = "trim",
    }
}
