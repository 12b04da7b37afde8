//! The provenance of the points of a stage. In stores before version 5 it follows only from the stage's command.

use rusqlite::Transaction;

/// The first version of the store with a column for it.
const VERSION_FIRST: i64 = 5;

/// The provenance from what earlier versions stored: the study, and the command that repeats the stage.
const BY_COMMAND: &str = "CASE WHEN study = 'import' THEN 'imported'
    WHEN instr(command, ' --recorded ') > 0 THEN 'recorded' ELSE 'measured' END";

/// Returns the SQL expression for the provenance of a stage in a store of this version.
pub(crate) fn column(version: i64) -> &'static str {
    if version < VERSION_FIRST { BY_COMMAND } else { "provenance" }
}

/// Fills the new column for the existing stages.
pub(crate) fn fill(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute(&format!("UPDATE stages SET provenance = {BY_COMMAND}"), [])?;
    Ok(())
}
