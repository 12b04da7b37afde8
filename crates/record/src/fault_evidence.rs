//! The evidence of a fault, as plain data: what the page held, what it should have held, and the operations on it. It makes no
//! sentence.

pub use base::proof::{PageOperation, PageOperationKind, SectorContent, SectorRun};
use serde::{Deserialize, Serialize};

/// What a page held, what it should have held, and the operations on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultEvidence {
    /// The number of the file in the stamps of its pages.
    pub file: u32,
    /// The content of the page's sectors; empty: the fault is one of the whole operation.
    pub sectors: Vec<SectorRun>,
    /// The generation that the page was compared with: of those that it may hold, the closest.
    pub compared_generation: u32,
    /// When that generation was written, in nanoseconds since the test began. Absent: generation 0, zeros, was never written; of any
    /// other it is not known, and the stamp's time and checksum (bytes 4 to 7 and 32 to 39) were not compared.
    pub written_ns: Option<u64>,
    /// The page that was read; absent: nothing was read.
    pub received: Option<ReceivedPage>,
    /// The kinds of the faults that the rereads found, in their order.
    pub reread_kinds: Vec<String>,
    /// The last operations on the page, oldest first.
    pub operations: Vec<PageOperation>,
}

/// The page that was read, as far as it differs from the expected one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReceivedPage {
    /// Its stamp; absent: it has none of ours.
    pub stamp: Option<ReceivedStamp>,
    /// The first rows of 16 bytes that differ.
    pub rows: Vec<DifferingRow>,
    pub more_rows: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReceivedStamp {
    /// The page within its file.
    pub page: u64,
    pub file: u32,
    /// How often the page was written, from 1.
    pub generation: u32,
    /// When it was written, in nanoseconds since the run began that wrote it.
    pub written_ns: u64,
    /// The run that wrote it, as 16 hexadecimal digits.
    pub run: String,
}

/// At most 16 bytes of a page, expected and received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DifferingRow {
    /// The offset of the first byte in the page.
    pub offset: u32,
    /// The expected bytes, as hexadecimal digits in pairs.
    pub expected: String,
    /// The received bytes, as hexadecimal digits in pairs.
    pub received: String,
}
