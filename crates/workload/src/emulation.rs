//! How another tool does its I/O if that differs from this program: plain data, set by the readers of other tools' jobs.
//!
//! The default is the behaviour of this program. The job language has a key only for [`Batch::submit`].

use base::{Bytes, IoKind, Nanos};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The behaviours of another tool that a stream emulates.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Emulation {
    /// The time after which a closed loop with think time pauses, even if fewer operations than its `burst` have started.
    pub pauses_every: Option<Nanos>,
    /// How many operations are submitted and reaped together; all that are ready if absent.
    pub batch: Option<Batch>,
    /// Whether the duration of the submission is measured separately from that of the operation.
    pub times_submission: bool,
    /// Whether a record of every operation is kept, for logs and traces.
    pub keeps_records: bool,
    pub keeps_histograms: bool,
    /// Bytes that every write repeats.
    pub content: Option<BytePattern>,
    /// Whether a new file is filled before the run.
    pub prefill: Prefill,
    /// Whether sequential reads and writes have separate positions.
    pub separate_positions: bool,
    /// Whether the last operation of a sequential pass with several sizes is chosen to fit.
    pub fits_last_operation: bool,
    /// Whether random offsets of several sizes are each visited once before any is repeated.
    pub visits_each_once: bool,
    /// Whether flushes follow fio's rules: a flush is issued only if another operation follows; reads after it repeat it
    /// until there is another write; each flush counts in the distribution of depths.
    pub fio_flushes: bool,
    /// The format of checked blocks that another tool reads or has written.
    pub headers: Option<HeaderFormat>,
    /// Whether a read with wrong contents still counts as an operation.
    pub counts_mismatches: bool,
    pub replay: Option<Arc<Vec<TraceOperation>>>,
    /// Whether the latency of a replayed operation counts from its due time, as in an open loop.
    pub latency_from_due: bool,
    pub removes_files: bool,
    /// The percentage of operations on zones that continue after the previous one.
    pub sequential_percent: f64,
    /// What the kernel is told of the order of its accesses.
    pub access_hint: Option<AccessHint>,
    /// The files that it uses in addition to its own target.
    pub files: Option<FileSet>,
}

/// A hint to the page cache (`posix_fadvise`): how far it reads ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AccessHint {
    Random,
    Sequential,
    /// Pages are not used again.
    Once,
}

/// Several files of one stream: its own target, offset and size are the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileSet {
    pub others: Arc<Vec<FileRange>>,
    pub order: FileOrder,
    /// Operations on a file before the next one, at least 1; a sequential order has no such limit.
    pub turn_operations: u32,
    /// Files that are in use at the same time, at least 1.
    pub open_max: u32,
    /// Whether a file whose part was used completely is skipped until all other files were too.
    pub skips_used: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRange {
    pub target: String,
    pub offset: Bytes,
    pub length: Bytes,
}

/// How the next of several files is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum FileOrder {
    /// The next one, and after the last the first.
    RoundRobin,
    /// The same one until all of its part was used.
    Sequential,
    Random,
    /// At random by a Zipf distribution with this theta.
    Zipf(f64),
    /// At random, self-similar: this share of the operations goes to one minus this share of the files.
    Pareto(f64),
    /// At random around the middle of the list; the standard deviation in percent of the list.
    Normal(f64),
}

/// How many operations a closed loop submits and reaps together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// The most operations submitted to the kernel at once; at least 1.
    pub submit: u32,
    /// Completions waited for once the queue is full; at least 1.
    pub complete_min: u32,
    /// The most completions reaped at once; 0: all available.
    pub complete_max: u32,
    /// The depth to which a full queue is drained before it is filled again.
    pub refill_depth: u32,
}

impl Batch {
    /// Submits at most this many operations at once; does not limit completions.
    pub fn of_submit(submit: u32) -> Self {
        Self { submit, complete_min: 1, complete_max: 0, refill_depth: u32::MAX }
    }
}

/// What happens before the run to a file that is new or shorter than the stream's part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Prefill {
    #[default]
    Data,
    /// Its space is reserved; the load writes it first.
    Reserve,
    /// It grows as it is written.
    Nothing,
}

/// The header at the start of each checked block, as fio lays it out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeaderFormat {
    /// What the header contains about the data after it.
    pub digest: Digest,
    /// Bytes that one header covers (`verify_interval`).
    pub page_bytes: u32,
    pub offset_bytes: u32,
    /// The pattern of the data; random data if absent.
    pub pattern: Option<BytePattern>,
    /// Whether blocks that this run did not write are also checked.
    pub checks_foreign: bool,
}

/// Bytes that repeat through a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BytePattern {
    pub bytes: Arc<[u8]>,
    /// Positions in them that are replaced by the offset of the block, in 8 bytes.
    pub offset_positions: Arc<[usize]>,
    /// Bytes after which the pattern restarts with the offset there; if absent, it runs through the whole operation.
    pub restart_bytes: Option<u32>,
}

/// What a header contains about its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Digest {
    /// Nothing: the header alone is checked.
    Meta,
    Md5,
    /// CRC-64 (Jones).
    Crc64,
    /// CRC-32 (0x04C11DB7, not reflected).
    Crc32,
    Crc32c,
    /// CRC-16 (ARC).
    Crc16,
    /// CRC-7 (MMC).
    Crc7,
    /// The variant that fio calls SHA-256.
    Sha256,
    /// The variant that fio calls SHA-512.
    Sha512,
    Sha3(u16),
    /// XXH32 with seed 1.
    Xxhash,
    Sha1,
    Pattern,
    /// The block is the pattern and has no header.
    PatternOnly,
}

impl Digest {
    pub const BYTES_MAX: usize = 128;
    pub const HEADER_BYTES: usize = 40;

    /// The length of the digest in the header, in bytes.
    pub fn bytes(self) -> usize {
        match self {
            Self::Meta | Self::Pattern | Self::PatternOnly => 0,
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

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceOperation {
    pub kind: IoKind,
    pub offset: Bytes,
    /// The length; at most 4 GiB.
    pub length: Bytes,
    /// When it is due after the start; if absent, as soon as it is its turn.
    pub due: Option<Nanos>,
}
