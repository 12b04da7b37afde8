//! What is wrong with the content of a block that was read. `report` makes the sentence.

use serde::{Deserialize, Serialize};

crate::words! {
    /// What is wrong with a page.
    #[derive(PartialOrd, Ord)]
    pub enum FaultKind as "kind of fault" {
        /// Wrong bytes in a page that is otherwise right: bit rot, or a bad transfer.
        Checksum = "checksum",
        /// Sectors of different writes although no write was in flight: a write was incomplete.
        Torn = "torn page",
        /// The page is older than the last acknowledged write. Reading it again shows whether that write was lost or the
        /// read returned old data: see [`FaultKind::StaleRead`].
        LostWrite = "lost write",
        /// The page was older than the last acknowledged write, but another read returned the newest.
        StaleRead = "stale read",
        /// Another page, or a part of one, is in this location.
        Misdirected = "misdirected",
        /// The read succeeded but left bytes of the buffer unchanged.
        NotRead = "bytes not read",
        /// The operation transferred fewer bytes than requested, though the file does not end there.
        WrongLength = "wrong length",
        Zeroed = "zeroed",
        /// A page of another run, or data that no run wrote.
        Strange = "strange content",
        /// A generation newer than any allowed.
        NeverWritten = "never written",
        IoError = "I/O error",
        /// The operation took longer than a database waits (15 s by default).
        Late = "late",
    }
}

impl FaultKind {
    /// Whether storage that shows it is faulty. It is not if it is only slow.
    pub fn is_fault(self) -> bool {
        self != Self::Late
    }
}

/// A block whose content is not that of the last write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ContentFault {
    /// A block with tags in its sectors.
    Page {
        kind: FaultKind,
        /// The number of the write of this or another block that is there, from 1; none if no sector is whole.
        write: Option<u32>,
        /// The numbers of the oldest and the newest write that it may hold.
        allowed: (u32, u32),
        /// Bytes that differ from the closest of these writes.
        bytes_differing: u32,
        /// The first of them, from the start of the block.
        first_differing: u32,
    },
    /// A block that is too small for a header of fio.
    NoRoomForHeader {
        block_bytes: u64,
    },
    HeaderMagic {
        received: u16,
        expected: u16,
    },
    /// A header of a block of another size.
    HeaderLength {
        /// The size that is there, in bytes.
        received: u32,
        /// The size of the block in bytes.
        expected: u64,
    },
    HeaderOffset {
        received: u64,
        /// The offset of the block in bytes.
        expected: u64,
    },
    /// A header of another write of the same block.
    HeaderNumber {
        /// The number of that write, modulo 65,536.
        received: u16,
        /// The number of the newest write, modulo 65,536.
        expected: u16,
    },
    HeaderChecksum {
        received: u32,
        /// The checksum of the header's bytes.
        calculated: u32,
    },
    /// A byte that differs from the required pattern.
    PatternByte {
        /// Its number in the block, from 0.
        at: u64,
        received: u8,
        expected: u8,
    },
    /// The data of a block do not match the digest in its header.
    Digest {
        /// fio's name of the digest.
        digest: String,
    },
}
