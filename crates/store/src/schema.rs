//! The tables and their version: another version is refused.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_change_only_with_their_version() {
        let sum = crc32c::crc32c(TABLES.as_bytes());
        assert_eq!((VERSION, format!("{sum:08x}").as_str()), (16, "db2d16b1"));
    }
}
