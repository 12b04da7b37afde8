//! The actors of an integrity test.

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
        /// Flushes the file; no actor of its own.
        Flush = "flush",
        /// Shrinks the file and lets it grow again.
        Shrink = "shrink",
    }
}
