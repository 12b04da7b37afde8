//! The kinds of faults of a storage, by name, and the findings that an integrity test may report for them.

use integrity::FaultKind;
use std::fmt;
use std::str::FromStr;

/// One kind of fault.
///
/// A read that reports success and leaves the buffer unchanged is not among them: the kernel fills the reader's buffer
/// from the answer, so a file system cannot cause it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StorageFaultKind {
    /// A bit of a page flips after it was written.
    FlipAtRest,
    /// A bit flips in the result of a read; the page is correct.
    FlipOnRead,
    /// The first sectors of a write are kept, the others are not.
    Torn,
    /// A write is acknowledged but not done.
    LostWrite,
    /// A read returns the content of the page before its last write.
    StaleRead,
    /// A write goes to another offset.
    MisdirectedWrite,
    /// A read returns another page.
    MisdirectedRead,
    /// A read returns nothing, as at the end of the file.
    EmptyRead,
    /// A page becomes zeros after it was written.
    Zeroed,
    /// A page becomes random bytes after it was written.
    Garbage,
    /// A read fails once.
    ReadError,
    /// A page cannot be read until it is written again.
    BadSector,
    /// A write fails once, partly done.
    WriteError,
    /// An operation takes longer than a database waits.
    Late,
}

impl StorageFaultKind {
    /// All kinds.
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
    pub fn affects_writes(self) -> bool {
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
    pub fn affects_reads(self) -> bool {
        self == Self::Late || !self.affects_writes()
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

/// An injected fault, as a read could see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InjectedFault {
    pub wrong: StorageFaultKind,
    /// The name of the file.
    pub file: String,
    /// The page, counted in pages of `page_bytes`.
    pub page: u64,
    /// The size of a page of this file, in bytes.
    pub page_bytes: u64,
    /// The findings that are correct for it.
    pub kinds: Vec<FaultKind>,
    /// Whether a retry succeeds.
    pub transient: bool,
    /// Whether a read met it whose result is impossible on correct storage.
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
