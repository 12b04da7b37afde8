//! The actors of an integrity test, and the faults that they find.

base::words! {
    /// What reads and writes pages in an integrity test, as a database does.
    pub enum ActorName as "actor of an integrity test" {
        /// Reads and writes single pages.
        User = "user",
        /// Reads runs of pages, one after the other.
        Audit = "audit",
        /// Reads runs of pages ahead.
        ReadAhead = "read-ahead",
        /// Writes runs, as a bulk load does.
        BulkUpdate = "bulk update",
        /// Writes every page for the first time.
        Fill = "fill",
        /// Reads every page at the end.
        FinalAudit = "final audit",
        /// Writes dirty pages in the background.
        LazyWriter = "lazy writer",
        /// Writes all dirty pages, then flushes.
        Checkpoint = "checkpoint",
        /// Writes a log.
        LogWriter = "log writer",
        /// Shrinks the file and lets it grow again.
        Shrink = "shrink",
    }
}

base::words! {
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
        /// Zeros instead of data.
        Zeroed = "zeroed",
        /// A page of another run, or data that no run wrote.
        Strange = "strange content",
        /// A generation newer than any allowed.
        NeverWritten = "never written",
        /// The operation failed.
        IoError = "I/O error",
        /// The operation took longer than a database waits (15 s by default).
        Late = "late",
    }
}
