//! Removing a run and returning its space in steps, so that others can write in between.

use crate::displaced::StoreFiles;
use crate::open::open_connection;
use crate::write::Safety;
use crate::{RunId, Store, StoreError};
use std::path::Path;

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

    /// Opens a store on a full file system, to remove runs: without a log, which would need space. Nobody else may use it. A kill in
    /// the middle of a change would damage it, so a complete copy is written to `copy` first.
    ///
    /// # Errors
    /// Another process uses the store; the copy cannot be written.
    pub fn open_without_room(path: &Path, copy: &Path) -> Result<Self, StoreError> {
        let failed = |source| StoreError::of(path, source);
        let connection = open_connection(path).map_err(failed)?;
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE").map_err(failed)?;
        if connection.is_readonly("main").map_err(failed)? {
            return Err(StoreError::ReadOnly { path: path.to_owned() });
        }
        let mut store = Self::of(connection, path, false)?;
        let mode = |row: &rusqlite::Row<'_>| row.get::<_, String>(0);
        let pragma = "journal_mode";
        let mode = store.connection.pragma_update_and_check(None, pragma, "MEMORY", mode);
        if store.sql(mode)? != "memory" {
            return Err(StoreError::Busy { path: path.to_owned() });
        }
        // The log is gone.
        store.files = StoreFiles::at(path);
        store.sql(store.connection.pragma_update(None, "foreign_keys", true))?;
        store.write_copy(copy)?;
        Ok(store)
    }

    /// Shrinks the file by its free pages.
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
