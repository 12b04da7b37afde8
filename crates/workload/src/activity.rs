//! The activities of a database that do the I/O of a role.

base::words! {
    /// An activity of a database. `report` has its name in each language.
    pub enum Activity as "activity" {
        /// Writes of the transaction log that a commit waits for.
        Commit = "commit",
        /// A commit of the pages of a key-value store.
        StoreCommit = "store-commit",
        Data = "data",
        Scan = "scan",
        /// Scans, and backups that read as they do.
        ScanAndBackup = "scan-and-backup",
        ReadAhead = "read-ahead",
        BulkLoad = "bulk-load",
        Backup = "backup",
        /// Writes of a restore.
        Restore = "restore",
        /// Writes of changed pages at a checkpoint.
        Checkpoint = "checkpoint",
        /// Writes of changed pages in the background.
        LazyWriter = "lazy-writer",
        /// Writes of pages to a buffer before their place.
        Doublewrite = "doublewrite",
        /// Zeroing of new files.
        NewFiles = "new-files",
        CheckDatabase = "check-database",
        RebuildIndex = "rebuild-index",
        ShowFragmentation = "show-fragmentation",
        /// Appends of producers.
        Append = "append",
        /// Appends that are flushed one by one.
        AppendFlushed = "append-flushed",
        /// Reads of consumers that lag.
        CatchUp = "catch-up",
        /// Appends beside reads of consumers that lag.
        AppendAndCatchUp = "append-and-catch-up",
    }
}
