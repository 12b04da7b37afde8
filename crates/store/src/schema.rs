//! The tables and their version: another version is refused.

use crate::{Store, StoreError};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, Transaction, TransactionBehavior};

/// Marks a file as a Plimsoll store: "PLIM".
pub(crate) const APPLICATION_ID: i64 = 0x504C_494D;

/// The version of the tables and of the documents in them; it increases with any change of their shape.
pub(crate) const VERSION: i64 = 16;

const TABLES: &str = include_str!("schema.sql");

/// The version of an opened store; 0: an empty file.
pub(crate) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Creates the tables in an empty file, in one transaction. If another process does so at the same time, the second one finds
/// the work done.
pub(crate) fn create(connection: &Connection) -> rusqlite::Result<()> {
    if version(connection)? != 0 {
        return Ok(());
    }
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    if version(&transaction)? != 0 {
        return Ok(());
    }
    transaction.execute_batch(TABLES)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// Every table and index as SQL, sorted.
pub(crate) fn dump(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let sql = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC, name";
    connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect()
}

/// What [`dump`] gives of a new store.
pub(crate) fn own_dump() -> rusqlite::Result<Vec<String>> {
    let connection = Connection::open_in_memory()?;
    create(&connection)?;
    dump(&connection)
}

/// The steps of SQLite's virtual machine between two calls of the handler, and the calls after which a file is given up. The
/// check of a sound file of `CHECK_BYTES_MAX` takes a tenth of them.
const STEPS_PER_CALL: i32 = 100_000;
const CALLS_MAX: u32 = 400;
/// The largest file whose pages are all checked when it is opened, which takes a tenth of a second.
const CHECK_BYTES_MAX: i64 = 16 << 20;
/// The words of SQLite for a page that two others refer to.
const SHARED_PAGE: &str = "2nd reference to page";

impl Store {
    /// Refuses a file that is not a store of the current version; an empty file may become one.
    /// The file may come from anybody. A view in place of a table, or pages that refer to each other, would let a statement run for ever.
    pub(crate) fn judge(&self) -> Result<(), StoreError> {
        let limited = |handler| self.sql(self.connection.progress_handler(STEPS_PER_CALL, handler));
        let mut calls = 0;
        limited(Some(move || {
            calls += 1;
            calls > CALLS_MAX
        }))?;
        // In one transaction: another process may create the tables now.
        let transaction = self.sql(self.connection.unchecked_transaction())?;
        let judged = self.judge_at_once(&transaction);
        drop(transaction);
        self.sql(self.connection.progress_handler(0, None::<fn() -> bool>))?;
        judged
    }

    fn judge_at_once(&self, connection: &Connection) -> Result<(), StoreError> {
        self.sql(connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false))?;
        let number = |pragma| {
            self.sql(connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0)))
        };
        let foreign = || StoreError::Foreign { path: self.path.clone() };
        let tables = self.sql(dump(connection))?;
        let (id, found) = (number("application_id")?, number("user_version")?);
        if id == 0 && tables.is_empty() {
            return Ok(());
        }
        if id != APPLICATION_ID {
            return Err(foreign());
        }
        if found != VERSION {
            let (path, known) = (self.path.clone(), VERSION);
            return Err(StoreError::OtherVersion { path, found, known });
        }
        // People may add indexes and views of their own, but nothing that runs with our statements.
        let own = self.sql(own_dump())?;
        let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'";
        let triggers: i64 = self.sql(connection.query_row(sql, [], |row| row.get(0)))?;
        if triggers > 0 || !own.iter().all(|table| tables.contains(table)) {
            return Err(foreign());
        }
        if number("page_count")?.saturating_mul(number("page_size")?) > CHECK_BYTES_MAX {
            return Ok(());
        }
        let mut check = self.sql(connection.prepare("PRAGMA quick_check"))?;
        let found = self.sql(check.query_map([], |row| row.get::<_, String>(0)))?;
        for fault in found {
            let text = self.sql(fault)?;
            if let Some(detail) = text.lines().find(|line| line.contains(SHARED_PAGE)) {
                let (path, detail) = (self.path.clone(), detail.to_owned());
                return Err(StoreError::Damaged { path, detail });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_change_only_with_their_version() {
        let sum = crc32c::crc32c(TABLES.as_bytes());
        assert_eq!((VERSION, format!("{sum:08x}").as_str()), (16, "db2d16b1"));
    }
}
