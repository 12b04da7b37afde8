//! How another tool does its I/O where that differs from this program's own way: plain data, set by readers of
//! foreign jobs.
//!
//! The default is this program's way. The job language has a key for [`Batch::submit`] alone.

use base::{Bytes, Nanos};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where a stream follows another tool.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Emulation {
    /// How many operations are handed over and taken back together; all that are ready when absent.
    pub batch: Option<Batch>,
    /// Whether the time of submission is measured apart from that of the operation.
    pub times_submission: bool,
    /// Whether every operation is kept, for logs and traces.
    pub keeps_records: bool,
    /// Whether the latencies of each interval are kept apart.
    pub keeps_histograms: bool,
    /// Bytes that every write repeats.
    pub content: Option<BytePattern>,
    /// Whether a new file is filled before the run.
    pub prefill: Prefill,
    /// Whether reads and writes of a sequence each have a position of their own.
    pub own_positions: bool,
    /// Whether the last operation of a sequence of several sizes is one that fits.
    pub fits_the_end: bool,
    /// Whether random places of several sizes come once each before any comes again.
    pub maps_visited: bool,
    /// Whether flushes follow fio's rules: one comes only where another operation follows, a read after it brings it
    /// again until there is another write, and each counts among the operations by their depth.
    pub fio_flushes: bool,
    /// The format of checked blocks, where they are to be read by another tool or were written by it.
    pub headers: Option<HeaderFormat>,
    /// Whether a read whose contents are wrong counts as an operation, too.
    pub counts_mismatches: bool,
    /// The operations themselves, where they were recorded before.
    pub replay: Option<Arc<Vec<TraceOperation>>>,
    /// Whether the latency of a recorded operation counts from the moment it was due, as that of an open loop does.
    pub counts_from_due: bool,
    /// Whether its files are removed once the run is over.
    pub removes_files: bool,
    /// The files that it uses in turn with its own target, where there are several.
    pub files: Option<FileSet>,
}

/// Several files of one stream: its own target, offset and size are the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileSet {
    /// The files after the first.
    pub others: Arc<Vec<FileRange>>,
    /// Which file is next.
    pub order: FileOrder,
    /// Operations on a file before the next one, at least 1; a sequential order has no such limit.
    pub turn: u32,
    /// Files that are in use at the same time, at least 1.
    pub open: u32,
    /// Whether a file rests once all of its part was used, until all other files were used, too.
    pub passes: bool,
}

/// A part of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRange {
    /// The target's name.
    pub target: String,
    /// Where the part starts.
    pub offset: Bytes,
    /// How long it is.
    pub length: Bytes,
}

/// Which of several files is next.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum FileOrder {
    /// The next one, and after the last the first.
    RoundRobin,
    /// The same one until all of its part was used.
    Sequential,
    /// Any, each with the same chance.
    Random,
    /// Any by Zipf's law with this theta.
    Zipf(f64),
    /// Any, self-similar: this share of the operations goes to the rest of the files.
    Pareto(f64),
    /// Any around the middle of the list; the deviation in percent of the list.
    Normal(f64),
}

/// Operations that are handed over and taken back together, in a closed loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// Operations handed to the kernel at once, at most; at least 1.
    pub submit: u32,
    /// Completions waited for once the queue is full; at least 1.
    pub complete_min: u32,
    /// Completions taken at once, at most; 0: all that are there.
    pub complete_max: u32,
    /// The depth down to which a full queue is emptied before it is filled again.
    pub low: u32,
}

impl Batch {
    /// At most so many operations are handed over at once; completions are taken as without rules.
    pub fn of_submit(submit: u32) -> Self {
        Self { submit, complete_min: 1, complete_max: 0, low: u32::MAX }
    }
}

/// What is done to a file that is new, or shorter than the stream's part, before the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Prefill {
    /// It is filled with data.
    #[default]
    Data,
    /// Its space is reserved, and the load is what writes it first.
    Reserve,
    /// It grows as it is written.
    Nothing,
}

/// The header at the start of each checked block, as fio lays it out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeaderFormat {
    /// What the header says of the data after it.
    pub digest: Digest,
    /// Bytes that one header stands for (`verify_interval`).
    pub page_bytes: u32,
    /// Where in these bytes the header is.
    pub offset_bytes: u32,
    /// The data: repeated bytes, random data when absent.
    pub pattern: Option<BytePattern>,
    /// Whether blocks that this run did not write are examined, too.
    pub foreign: bool,
}

/// Bytes that repeat through a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BytePattern {
    /// The bytes.
    pub bytes: Arc<[u8]>,
    /// Where among them the offset of the block stands, in 8 bytes.
    pub offset_at: Arc<[usize]>,
    /// Bytes after which the pattern begins again, with the offset of that place; the operation as a whole when absent.
    pub every_bytes: Option<u32>,
}

/// What a header says of its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Digest {
    /// Nothing: the header alone is checked.
    Meta,
    /// MD5.
    Md5,
    /// CRC-64 (Jones).
    Crc64,
    /// CRC-32 (0x04C11DB7, not reflected).
    Crc32,
    /// CRC-32C.
    Crc32c,
    /// CRC-16 (ARC).
    Crc16,
    /// CRC-7 (MMC).
    Crc7,
    /// What fio calls SHA-256.
    Sha256,
    /// What fio calls SHA-512.
    Sha512,
    /// SHA3 of this many bits.
    Sha3(u16),
    /// XXH32 with seed 1.
    Xxhash,
    /// SHA-1.
    Sha1,
    /// The data is the pattern.
    Pattern,
    /// The block is the pattern and has no header.
    Bare,
}

impl Digest {
    /// The length of the longest digest in bytes.
    pub const BYTES_MAX: usize = 128;
    /// Bytes of a header without its digest.
    pub const HEADER_BYTES: usize = 40;

    /// The length of the digest in the header, in bytes.
    pub fn bytes(self) -> usize {
        match self {
            Self::Meta | Self::Pattern | Self::Bare => 0,
            Self::Crc7 => 1,
            Self::Crc16 => 2,
            Self::Crc32 | Self::Crc32c | Self::Xxhash => 4,
            Self::Crc64 => 8,
            Self::Md5 => 16,
            Self::Sha1 => 20,
            Self::Sha256 => 64,
            Self::Sha512 => Self::BYTES_MAX,
            Self::Sha3(bits) => usize::from(bits / 8),
        }
    }
}

/// One operation of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceOperation {
    /// What it does.
    pub kind: TraceOperationKind,
    /// Where.
    pub offset: Bytes,
    /// How much; at most 4 GiB.
    pub length: Bytes,
    /// When it is due after the start; in its turn when absent.
    pub due: Option<Nanos>,
}

/// What an operation of a trace does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TraceOperationKind {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// It trims.
    Trim,
    /// It makes earlier writes durable.
    Sync,
}
