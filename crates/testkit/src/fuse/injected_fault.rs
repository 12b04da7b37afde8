//! The faults that a storage can have, by name, and what an integrity test may report for them.

use integrity::FaultKind;
use std::fmt;
use std::str::FromStr;

/// One kind of fault.
///
/// A read that says that it is done and leaves the buffer as it was is not among them: the kernel fills the reader's
/// buffer from the answer of a file system, so that none can do so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StorageFaultKind {
    /// A bit of a page flips after it was written.
    FlipAtRest,
    /// A bit flips in what a read gives; the page is right.
    FlipOnRead,
    /// The first sectors of a write are kept, the others are not.
    Torn,
    /// A write is acknowledged and not done.
    LostWrite,
    /// A read gives what the page held before its last write.
    StaleRead,
    /// A write goes to another place.
    MisdirectedWrite,
    /// A read gives another page.
    MisdirectedRead,
    /// A read gives nothing, as if the file ended.
    EmptyRead,
    /// A page becomes zeros after it was written.
    Zeroed,
    /// A page becomes random bytes after it was written.
    Garbage,
    /// A read fails once.
    ReadError,
    /// A page cannot be read until it is written again.
    BadSector,
    /// A write fails once, with a part of it done.
    WriteError,
    /// An operation takes longer than any database waits.
    Late,
}

impl StorageFaultKind {
    /// Every one of them.
    pub const ALL: [Self; 14] = [
        Self::FlipAtRest,
        Self::FlipOnRead,
        Self::Torn,
        Self::LostWrite,
        Self::StaleRead,
        Self::MisdirectedWrite,
        Self::MisdirectedRead,
        Self::EmptyRead,
        Self::Zeroed,
        Self::Garbage,
        Self::ReadError,
        Self::BadSector,
        Self::WriteError,
        Self::Late,
    ];

    /// Its name on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::FlipAtRest => "flip-at-rest",
            Self::FlipOnRead => "flip-on-read",
            Self::Torn => "torn",
            Self::LostWrite => "lost-write",
            Self::StaleRead => "stale-read",
            Self::MisdirectedWrite => "misdirected-write",
            Self::MisdirectedRead => "misdirected-read",
            Self::EmptyRead => "empty-read",
            Self::Zeroed => "zeroed",
            Self::Garbage => "garbage",
            Self::ReadError => "read-error",
            Self::BadSector => "bad-sector",
            Self::WriteError => "write-error",
            Self::Late => "late",
        }
    }

    /// Whether it happens to writes.
    pub fn befalls_writes(self) -> bool {
        !matches!(
            self,
            Self::FlipOnRead
                | Self::StaleRead
                | Self::MisdirectedRead
                | Self::EmptyRead
                | Self::ReadError
        )
    }

    /// Whether it happens to reads.
    pub fn befalls_reads(self) -> bool {
        self == Self::Late || !self.befalls_writes()
    }
}

impl FromStr for StorageFaultKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = || Self::ALL.map(Self::name).join(", ");
        Self::ALL
            .into_iter()
            .find(|wrong| wrong.name() == text)
            .ok_or_else(|| format!("there is no fault \"{text}\"; choose one of {}", names()))
    }
}

/// An injected fault, as far as a read could see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InjectedFault {
    /// What was done.
    pub wrong: StorageFaultKind,
    /// The name of the file.
    pub file: String,
    /// The page, counted in pages of `page_bytes`.
    pub page: u64,
    /// The size of a page of this file, in bytes.
    pub page_bytes: u64,
    /// The names that are right for it.
    pub kinds: Vec<FaultKind>,
    /// Whether it passes when tried again.
    pub transient: bool,
    /// A read saw it that cannot have been answered so by honest storage.
    pub shown: bool,
}

impl fmt::Display for InjectedFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = self.page * self.page_bytes;
        let kinds: Vec<&str> = self.kinds.iter().map(|kind| kind.name()).collect();
        write!(
            f,
            "{} file={} offset={offset} bytes={} right_names=\"{}\" {} {}",
            self.wrong.name(),
            self.file,
            self.page_bytes,
            kinds.join(" or "),
            if self.transient { "passes" } else { "stays" },
            if self.shown { "shown" } else { "not_shown" },
        )
    }
}
