//! Removing a run and returning its space in steps, so that others can write in between; on a full file system, where SQLite has no
//! room for its log, in a copy that is then written into the room of the store.

use crate::open::beside;
use crate::write::Safety;
use crate::{RunId, Store, StoreError};
use std::fs::File;
use std::io::{self, ErrorKind, Seek};
use std::ops::Range;
use std::path::Path;

/// The bytes of a store that SQLite locks while anybody has it open (`PENDING_BYTE` and the 512 from there, os.h of SQLite).
pub const LOCK_BYTES: Range<u64> = 0x4000_0000..0x4000_0200;

/// The number of pages returned in one step: 4 MiB.
const PAGES_EACH: i64 = 1024;

impl Store {
    /// Removes a run with all its data, and returns the space to the file system.
    pub fn remove(&mut self, run: RunId) -> Result<(), StoreError> {
        self.write(Safety::Power, |transaction| {
            match transaction.execute("DELETE FROM runs WHERE id = ?1", [run.0])? {
                0 => Err(StoreError::NoSuchRun(run).into()),
                _ => Ok(()),
            }
        })?;
        self.forget(run);
        self.give_back()
    }

    fn give_back(&self) -> Result<(), StoreError> {
        let free = || -> Result<i64, StoreError> {
            self.sql(self.connection.pragma_query_value(None, "freelist_count", |row| row.get(0)))
        };
        let mut left = free()?;
        while left > 0 {
            let sql = format!("PRAGMA incremental_vacuum({PAGES_EACH})");
            self.sql(self.connection.execute_batch(&sql))?;
            let now = free()?;
            if now >= left {
                break;
            }
            left = now;
        }
        // The file shrinks when the log is checkpointed. Another reader may delay that, which is not an error.
        let _ = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        Ok(())
    }
}

/// Copies a store that nobody has open, and its log.
pub fn copy_closed(path: &Path, copy: &Path) -> io::Result<()> {
    std::fs::copy(path, copy)?;
    match std::fs::copy(beside(path, "-wal"), beside(copy, "-wal")) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes a copy over the store in `path`, which is open as `file` and used by nobody, without needing more room. The copy is
/// complete until this has succeeded, the store is not.
pub fn write_back(copy: &Path, file: &mut File, path: &Path) -> io::Result<()> {
    // SQLite would write what it contains over the new store.
    match File::options().write(true).truncate(true).open(beside(path, "-wal")) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut from = File::open(copy)?;
    let length = from.metadata()?.len();
    from.sync_all()?;
    let mut write = |file: &mut File| -> io::Result<()> {
        from.rewind()?;
        file.rewind()?;
        io::copy(&mut from, file)?;
        file.set_len(length)?;
        file.sync_all()
    };
    match write(file) {
        // A file system that never overwrites, such as btrfs, has room again once the old content is gone.
        Err(error) if error.kind() == ErrorKind::StorageFull => {
            file.set_len(0)?;
            file.sync_all()?;
            write(file)
        }
        other => other,
    }
}
