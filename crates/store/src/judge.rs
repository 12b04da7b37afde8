//! Judges a file before any of its rows is read: takes an opened connection, refuses what is no store of a known version.
//!
//! The file may come from anybody. A view in place of a table, or pages that refer to each other, would let a statement run for ever.

use crate::schema::{self, APPLICATION_ID};
use crate::{Store, StoreError};
use rusqlite::{Connection, config::DbConfig};

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
        let tables = self.sql(schema::dump(connection))?;
        let (id, found) = (number("application_id")?, number("user_version")?);
        if id == 0 && tables.is_empty() {
            return Ok(());
        }
        if id != APPLICATION_ID {
            return Err(foreign());
        }
        if found != schema::VERSION {
            let (path, known) = (self.path.clone(), schema::VERSION);
            return Err(StoreError::OtherVersion { path, found, known });
        }
        // People may add indexes and views of their own, but nothing that runs with our statements.
        let own = self.sql(schema::own_dump())?;
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
