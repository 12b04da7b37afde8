//! The kinds of faults of a storage, by name, and the findings that an integrity test may report for them.

use integrity::FaultKind;
use std::fmt;

base::words! {
    /// One kind of fault.
    ///
    /// A read that reports success and leaves the buffer unchanged is not among them: the kernel fills the reader's buffer
    /// from the answer, so a file system cannot cause it.
    #[derive(PartialOrd, Ord)]
    pub enum StorageFaultKind as "fault" {
        /// A bit of a page flips after it was written.
        FlipAtRest = "flip-at-rest",
        /// A bit flips in the result of a read; the page is correct.
        FlipOnRead = "flip-on-read",
        /// The first sectors of a write are kept, the others are not.
        Torn = "torn",
        LostWrite = "lost-write",
        /// A read returns the content of the page before its last write.
        StaleRead = "stale-read",
        MisdirectedWrite = "misdirected-write",
        MisdirectedRead = "misdirected-read",
        /// A read returns nothing, as at the end of the file.
        EmptyRead = "empty-read",
        /// A page becomes zeros after it was written.
        Zeroed = "zeroed",
        /// A page becomes random bytes after it was written.
        Garbage = "garbage",
        ReadError = "read-error",
        /// A page cannot be read until it is written again.
        BadSector = "bad-sector",
        /// A write fails once, partly done.
        WriteError = "write-error",
        /// An operation takes longer than a database waits.
        Late = "late",
    }
}

impl StorageFaultKind {
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

    pub fn affects_reads(self) -> bool {
        self == Self::Late || !self.affects_writes()
    }
}

/// An injected fault, as a read could see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InjectedFault {
    pub wrong: StorageFaultKind,
    pub file: String,
    /// The page, counted in pages of `page_bytes`.
    pub page: u64,
    /// The size of a page of this file, in bytes.
    pub page_bytes: u64,
    /// The findings that are correct for it.
    pub kinds: Vec<FaultKind>,
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
