//! Where the points of a stage come from. Stores of before version 5 tell it by the command of the stage alone.

use rusqlite::Transaction;

/// The version of the store that has a column for it first.
const VERSION_FIRST: i64 = 5;

/// The provenance by what earlier versions stored: the study, and the command that repeats the stage.
const BY_COMMAND: &str = "CASE WHEN study = 'import' THEN 'imported'
    WHEN instr(command, ' --recorded ') > 0 THEN 'recorded' ELSE 'measured' END";

/// The expression that gives the provenance of a stage in a store of this version.
pub(crate) fn column(version: i64) -> &'static str {
    if version < VERSION_FIRST { BY_COMMAND } else { "provenance" }
}

/// Fills the column for the stages that are there when it is added.
pub(crate) fn fill(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute(&format!("UPDATE stages SET provenance = {BY_COMMAND}"), [])?;
    Ok(())
}
