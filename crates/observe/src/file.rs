//! The capture file: takes typed chunks, gives a compressed stream of bytes, and reads them back; crates/observe/METHODS.md.
//!
//! A file is `plimcap\n`, the format version (u32), and chunks until its end. All numbers are little-endian. A chunk is
//! a head of 24 bytes and its content:
//!
//! | bytes | field |
//! | --- | --- |
//! | 0 | kind: 1 header, 2 processes, 3 events, 4 counters, 5 file map, 6 losses, 7 end |
//! | 1 | how the content is stored: 0 uncompressed, 1 DEFLATE (RFC 1951) |
//! | 2-3 | 0 |
//! | 4-7 | length of the content as it is stored |
//! | 8-11 | length of the content after decompression |
//! | 12-15 | number of items (events, intervals, processes) |
//! | 16-19 | CRC-32C of the stored content |
//! | 20-23 | CRC-32C of bytes 0 to 19 |
//!
//! The first chunk is the header. A file without an end chunk was cut short: all whole chunks before the cut are read.
//! A changed byte is an error with the offset of its chunk. Memory is bounded by the largest chunk, whatever lengths a
//! damaged or hostile file contains.

mod chunk;
mod columns;
mod map;
mod read;
mod write;

pub use chunk::{CaptureChunk, CaptureTotals, EventLoss};
pub use read::{CaptureReader, Ending, latest_file_map};
pub use write::{CaptureWriter, EVENTS_PER_CHUNK};

use std::io;

/// The first bytes of a capture file.
pub(crate) const MAGIC: [u8; 8] = *b"plimcap\n";

/// Whether these are the first bytes of a capture file.
pub fn is_capture(beginning: &[u8]) -> bool {
    beginning.starts_with(&MAGIC)
}
/// The version of the format that this program writes.
pub const FORMAT_VERSION: u32 = 2;

/// Why a capture file cannot be read or written. Each message ends with what to do.
#[derive(Debug, thiserror::Error)]
pub enum CaptureFileError {
    #[error("byte {offset_bytes}: {error}")]
    Io {
        /// How far the file was read or written.
        offset_bytes: u64,
        error: io::Error,
    },
    #[error("this is not a capture file; name a file that plimsoll capture wrote")]
    OtherFile,
    /// A later version of the program wrote it.
    #[error(
        "the capture has format {version}, but this version of plimsoll reads formats up to {FORMAT_VERSION}; use the version that wrote it"
    )]
    LaterVersion { version: u32 },
    #[error(
        "the chunk at byte {offset_bytes} is damaged ({problem}); everything before it was read; copy the file again"
    )]
    Damaged { offset_bytes: u64, problem: &'static str },
}
