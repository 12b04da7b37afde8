//! The kinds of page faults, with the evidence for a person to judge them.

use crate::PageId;
use std::fmt;

/// A page whose content is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageFault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The page that was read.
    pub id: PageId,
    /// The generations allowed, oldest and newest.
    pub allowed: (u32, u32),
    /// The content of its sectors, in runs.
    pub sectors: Vec<SectorRun>,
    /// The number of bytes that differ from the page of generation `nearest`.
    pub bytes_differing: u32,
    /// The offset of the first such byte in the page.
    pub first_differing: Option<u32>,
    /// The generation that it was compared with: the closest of those allowed.
    pub nearest: u32,
}

impl PageFault {
    /// A fault of a whole operation at this page; nothing is known about the bytes.
    pub fn of_operation(kind: FaultKind, id: PageId) -> Self {
        Self {
            kind,
            id,
            allowed: (0, 0),
            sectors: Vec::new(),
            bytes_differing: 0,
            first_differing: None,
            nearest: 0,
        }
    }
}

impl fmt::Display for PageFault {
    /// Writes what is wrong and what was expected.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (oldest, newest) = self.allowed;
        write!(f, "{}: ", self.kind)?;
        let seen = self.sectors.iter().find_map(|run| match run.what {
            SectorContent::Ours(generation) | SectorContent::Of(_, generation) => Some(generation),
            _ => None,
        });
        match (self.kind, seen) {
            (FaultKind::LostWrite | FaultKind::NeverWritten, Some(seen)) => {
                write!(f, "write {seen} of this block is there")?;
            }
            (FaultKind::Misdirected, _) => f.write_str("a write to another block is there")?,
            _ => write!(
                f,
                "{} bytes differ, the first at byte {} of the block",
                self.bytes_differing,
                self.first_differing.unwrap_or(0)
            )?,
        }
        match oldest == newest {
            true => write!(f, "; it must hold write {newest}"),
            false => write!(f, "; it must hold one of the writes {oldest} to {newest}"),
        }
    }
}

/// What is wrong with a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    /// Wrong bytes in a page that is otherwise right: bit rot, or a bad transfer.
    Checksum,
    /// Sectors of different writes although no write was in flight: a write was incomplete.
    Torn,
    /// The page is older than the last acknowledged write. Reading it again shows whether that write was lost or the
    /// read returned old data: see [`FaultKind::StaleRead`].
    LostWrite,
    /// The page was older than the last acknowledged write, but another read returned the newest.
    StaleRead,
    /// Another page, or a part of one, is in this location.
    Misdirected,
    /// The read succeeded but left bytes of the buffer unchanged.
    NotRead,
    /// The operation transferred fewer bytes than requested, though the file does not end there.
    WrongLength,
    /// Zeros instead of data.
    Zeroed,
    /// A page of another run, or data that no run wrote.
    Strange,
    /// A generation newer than any allowed.
    NeverWritten,
    /// The operation failed.
    IoError,
    /// The operation took longer than a database waits (15 s by default).
    Late,
}

impl FaultKind {
    /// Every kind, in the order in which they are listed.
    pub const ALL: [Self; 12] = [
        Self::Checksum,
        Self::Torn,
        Self::LostWrite,
        Self::StaleRead,
        Self::Misdirected,
        Self::NotRead,
        Self::WrongLength,
        Self::Zeroed,
        Self::Strange,
        Self::NeverWritten,
        Self::IoError,
        Self::Late,
    ];

    /// The name shown to people and used in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Checksum => "checksum",
            Self::Torn => "torn page",
            Self::LostWrite => "lost write",
            Self::StaleRead => "stale read",
            Self::Misdirected => "misdirected",
            Self::NotRead => "bytes not read",
            Self::WrongLength => "wrong length",
            Self::Zeroed => "zeroed",
            Self::Strange => "strange content",
            Self::NeverWritten => "never written",
            Self::IoError => "I/O error",
            Self::Late => "late",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The content of a sector of 512 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectorContent {
    /// A whole sector of this page, of this generation.
    Ours(u32),
    /// By its tag, of this page and generation, but with wrong bytes.
    Damaged(u32),
    /// By its body, of this page and generation, with this many wrong bits in the tag (in sector 0: the header).
    RottenTag(u32, u32),
    /// A sector of another page, of this generation.
    Of(PageId, u32),
    /// Zeros.
    Zeros,
    /// The content of the buffer before the read.
    Unread,
    /// Anything else.
    Unknown,
}

/// Adjacent sectors with the same content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectorRun {
    /// Number of the first sector, from 0.
    pub first: u32,
    /// The number of sectors.
    pub count: u32,
    /// Their content.
    pub what: SectorContent,
}
