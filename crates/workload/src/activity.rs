//! The activities of a database that do the I/O of a role.

use crate::WordChoice;
use crate::keys::domain::stored_as_word;

/// An activity of a database. `report` has its name in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// Writes of the transaction log that a commit waits for.
    Commit,
    /// A commit of the pages of a key-value store.
    StoreCommit,
    /// Reads and writes of data files.
    Data,
    /// Scans of tables.
    Scan,
    /// Scans, and backups that read as they do.
    ScanAndBackup,
    /// Reads ahead of a scan.
    ReadAhead,
    /// A bulk load.
    BulkLoad,
    /// Reads of a backup.
    Backup,
    /// Writes of a restore.
    Restore,
    /// Writes of changed pages at a checkpoint.
    Checkpoint,
    /// Writes of changed pages in the background.
    LazyWriter,
    /// Writes of pages to a buffer before their place.
    Doublewrite,
    /// Zeroing of new files.
    NewFiles,
    /// `DBCC CHECKDB`.
    CheckDatabase,
    /// `DBCC DBREINDEX`.
    RebuildIndex,
    /// `DBCC SHOWCONTIG`.
    ShowFragmentation,
    /// Appends of producers.
    Append,
    /// Appends that are flushed one by one.
    AppendFlushed,
    /// Reads of consumers that lag.
    CatchUp,
    /// Appends beside reads of consumers that lag.
    AppendAndCatchUp,
}

stored_as_word!(Activity);

impl WordChoice for Activity {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("commit", Self::Commit),
        ("store-commit", Self::StoreCommit),
        ("data", Self::Data),
        ("scan", Self::Scan),
        ("scan-and-backup", Self::ScanAndBackup),
        ("read-ahead", Self::ReadAhead),
        ("bulk-load", Self::BulkLoad),
        ("backup", Self::Backup),
        ("restore", Self::Restore),
        ("checkpoint", Self::Checkpoint),
        ("lazy-writer", Self::LazyWriter),
        ("doublewrite", Self::Doublewrite),
        ("new-files", Self::NewFiles),
        ("check-database", Self::CheckDatabase),
        ("rebuild-index", Self::RebuildIndex),
        ("show-fragmentation", Self::ShowFragmentation),
        ("append", Self::Append),
        ("append-flushed", Self::AppendFlushed),
        ("catch-up", Self::CatchUp),
        ("append-and-catch-up", Self::AppendAndCatchUp),
    ];
}
