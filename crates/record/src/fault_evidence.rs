//! The evidence of a fault, as plain data: what the page held, what it should have held, and the operations on it. It makes no
//! sentence.

use serde::{Deserialize, Serialize};

/// The evidence of a fault as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum StoredEvidence {
    /// As data.
    Data(Box<FaultEvidence>),
    /// The English text of an earlier version; empty: none was stored.
    Text(String),
}

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

/// Adjacent sectors with the same content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectorRun {
    /// The number of the first sector in the page, from 0.
    pub first: u32,
    /// The number of sectors.
    pub count: u32,
    /// Their content.
    pub content: SectorContent,
}

/// The content of a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SectorContent {
    /// A whole sector of this page.
    ThisPage { generation: u32 },
    /// By its tag a sector of this page, but bytes are wrong.
    WrongBytes { generation: u32 },
    /// By its bytes a sector of this page, but bits of its tag are wrong.
    WrongTag { generation: u32, bits: u32 },
    /// A sector of another page.
    OtherPage { page: u64, file: u32, generation: u32 },
    /// Zeros.
    Zeros,
    /// What the buffer held before the read.
    NotRead,
    /// Anything else.
    Unknown,
}

/// The page that was read, as far as it differs from the expected one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReceivedPage {
    /// Its stamp; absent: it has none of ours.
    pub stamp: Option<ReceivedStamp>,
    /// The first rows of 16 bytes that differ.
    pub rows: Vec<DifferingRow>,
    /// The number of further rows that differ.
    pub more_rows: u64,
}

/// The stamp of a page that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReceivedStamp {
    /// The page within its file.
    pub page: u64,
    /// The number of the file.
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

/// A completed operation on the page, or the flush after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageOperation {
    /// Its kind.
    pub operation: PageOperationKind,
    /// The first page.
    pub first_page: u64,
    /// The number of pages; 0 for a flush.
    pub pages: u32,
    /// The generation of the first page of a write; otherwise 0.
    pub generation: u32,
    /// When it began, in nanoseconds since the test began.
    pub begun_ns: u64,
    /// How long it took, in nanoseconds.
    pub took_ns: u64,
    /// The system's error number, if it failed.
    pub errno: Option<i32>,
}

/// The kind of an operation of an integrity test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum PageOperationKind {
    /// A read.
    Read,
    /// A write.
    Write,
    /// A flush.
    Flush,
    /// A read of a page whose content was wrong.
    Reread,
}
