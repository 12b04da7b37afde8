//! Removing a run and returning its space in steps, so that others can write in between.

use crate::write::Safety;
use crate::{RunId, Store, StoreError};

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
