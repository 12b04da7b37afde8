//! What can be wrong with a page, by name, with the evidence that a person needs.

use crate::PageId;
use std::fmt;

/// A page that says what it must not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageFault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The page that was read.
    pub id: PageId,
    /// The generations that it might have held, oldest and newest.
    pub allowed: (u32, u32),
    /// What each of its sectors turned out to be, in runs.
    pub sectors: Vec<SectorRun>,
    /// Bytes that differ from what those of the nearest generation allowed must be.
    pub bytes_differing: u32,
    /// The first of them, from the page's start.
    pub first_differing: Option<u32>,
    /// The generation that it was compared with: of those allowed the one that comes nearest.
    pub nearest: u32,
}

impl PageFault {
    /// A fault of an operation as a whole, at this page: nothing is known of its bytes.
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
    /// What is wrong, and what had to be there.
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
    /// Bytes that nobody wrote, in a page that is otherwise right: bit rot, or a bad transfer.
    Checksum,
    /// Sectors of different writes, though none was under way: the write was not whole.
    Torn,
    /// The page is one of before the last acknowledged write. Whether that write was lost or the read was answered
    /// from something old, reading again tells: see [`FaultKind::StaleRead`].
    LostWrite,
    /// The same, but another read gave the newest.
    StaleRead,
    /// Another page is here, or a part of one.
    Misdirected,
    /// The read said that it was done, and left bytes of the buffer as they were.
    NotRead,
    /// Fewer bytes came than were asked for, though the file goes on.
    WrongLength,
    /// Zeros where there was data.
    Zeroed,
    /// A page of another run, or nothing that any run of ours wrote.
    Strange,
    /// A generation that was never written, or was written and failed long ago.
    NeverWritten,
    /// The operation failed.
    IoError,
    /// The operation took longer than a database waits (15 s unless said otherwise).
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

    /// A word or two for people, and for documents.
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

/// What a sector of 512 bytes turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectorContent {
    /// Of this page, whole, of this generation.
    Ours(u32),
    /// Of this page and generation by its tag, with bytes that are wrong.
    Damaged(u32),
    /// Of this page and generation by its body, with so many wrong bits in the tag (in sector 0: the header).
    RottenTag(u32, u32),
    /// Of another page.
    Of(PageId, u32),
    /// Zeros.
    Zeros,
    /// What the buffer held before the read.
    Unread,
    /// Anything else.
    Unknown,
}

/// Sectors next to each other that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectorRun {
    /// The first, from 0.
    pub first: u32,
    /// How many.
    pub count: u32,
    /// What they are.
    pub what: SectorContent,
}
