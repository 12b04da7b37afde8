//! The tables, their version, and the migration from every older version.
//!
//! Until the first release only the newest version is read.

use crate::{host, provenance, tally};
use rusqlite::{Connection, Transaction, TransactionBehavior};

/// Marks a file as a Plimsoll store: "PLIM".
pub(crate) const APPLICATION_ID: i64 = 0x504C_494D;

/// The migration from one version to the next.
pub(crate) struct Step {
    /// The changes of the tables.
    sql: &'static str,
    /// The changes of rows for which SQL is not sufficient.
    rows: Option<fn(&Transaction<'_>) -> rusqlite::Result<()>>,
}

/// Step `n` migrates from version `n` to version `n + 1`.
pub(crate) const STEPS: &[Step] = &[
    sql(include_str!("schema/1.sql")),
    sql(include_str!("schema/2.sql")),
    sql(include_str!("schema/3.sql")),
    Step { sql: include_str!("schema/4.sql"), rows: Some(tally::add_checksums) },
    Step { sql: include_str!("schema/5.sql"), rows: Some(provenance::fill) },
    sql(include_str!("schema/6.sql")),
    sql(include_str!("schema/7.sql")),
    sql(include_str!("schema/8.sql")),
    Step { sql: include_str!("schema/9.sql"), rows: Some(host::fill) },
    sql(include_str!("schema/10.sql")),
    // Documents of earlier forms are no longer read.
    sql(""),
];

const fn sql(sql: &'static str) -> Step {
    Step { sql, rows: None }
}

/// The version this program writes.
pub(crate) const VERSION: i64 = STEPS.len() as i64;

/// The version of an opened store; 0: an empty file.
pub(crate) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Migrates a store to the newest version of `steps` in one transaction. If another process migrates at the same time, the second
/// one finds the work done.
pub(crate) fn migrate(connection: &mut Connection, steps: &[Step]) -> rusqlite::Result<()> {
    let newest = steps.len() as i64;
    if version(connection)? >= newest {
        return Ok(());
    }
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let found = version(&transaction)?;
    for step in steps.iter().skip(usize::try_from(found).unwrap_or(0)) {
        transaction.execute_batch(step.sql)?;
        if let Some(rows) = step.rows {
            rows(&transaction)?;
        }
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", newest.max(found))?;
    transaction.commit()
}

/// Every table and index as SQL, sorted.
pub(crate) fn dump(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let sql = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC, name";
    connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect()
}

/// What [`dump`] gives of a store of this version.
pub(crate) fn dump_of(version: i64) -> rusqlite::Result<Vec<String>> {
    let mut connection = Connection::open_in_memory()?;
    let steps = usize::try_from(version).unwrap_or(0).min(STEPS.len());
    migrate(&mut connection, &STEPS[..steps])?;
    dump(&connection)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_moves_only_with_a_new_step() {
        let lines: String = dump_of(VERSION).unwrap().into_iter().map(|sql| sql + ";\n").collect();
        let text = format!("-- version {VERSION}\n{lines}");
        // A change here needs a new step in STEPS and a new file schema/N.sql.
        expect_test::expect_file!["schema/snapshot.sql"].assert_eq(&text);
    }

    #[test]
    fn steps_are_taken_from_where_a_store_stands_and_only_once() {
        let steps =
            ["CREATE TABLE a (x)", "ALTER TABLE a ADD COLUMN y", "CREATE TABLE b (z)"].map(sql);
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, &steps[..1]).unwrap();
        connection.execute("INSERT INTO a VALUES (7)", []).unwrap();
        migrate(&mut connection, &steps).unwrap();
        migrate(&mut connection, &steps).unwrap();
        assert_eq!(version(&connection).unwrap(), 3);
        let kept: i64 =
            connection.query_row("SELECT x FROM a WHERE y IS NULL", [], |r| r.get(0)).unwrap();
        assert_eq!(kept, 7);
    }

    #[test]
    fn a_step_that_fails_leaves_the_store_as_it_was() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, &[sql("CREATE TABLE a (x)")]).unwrap();
        let broken = ["CREATE TABLE a (x)", "CREATE TABLE b (y); CREATE TABLE a (again)"].map(sql);
        assert!(migrate(&mut connection, &broken).is_err());
        assert_eq!(version(&connection).unwrap(), 1);
        assert_eq!(dump(&connection).unwrap(), ["CREATE TABLE a (x)"]);
    }
}
