//! Integrity tests: one document for each run.

use crate::document::{self, DOCUMENT_VERSION, parse};
use crate::write::Fault;
use crate::{RunId, Store, StoreError};
use record::proof::ProofRecord;
use rusqlite::{OptionalExtension, Transaction, params};

/// The first version of the store with integrity tests.
const VERSION_FIRST: i64 = 3;

impl Store {
    /// Returns the result of an integrity test; none if the run was no such test, or was not completed.
    pub(crate) fn proof(&self, run: RunId) -> Result<Option<ProofRecord>, StoreError> {
        // A file of an earlier version that is opened only for reading has no table for them.
        if self.sql(crate::schema::version(&self.connection))? < VERSION_FIRST {
            return Ok(None);
        }
        let sql = "SELECT document_version, document FROM proofs WHERE run = ?1";
        let found = self.connection.query_row(sql, [run.0], |row| Ok((row.get(0)?, row.get(1)?)));
        let Some((version, document)) = self.sql::<Option<(i64, String)>>(found.optional())? else {
            return Ok(None);
        };
        parse(run, version, &document).map(Some)
    }
}

/// Stores the result of an integrity test, replacing the previous one.
pub(crate) fn put_proof(
    transaction: &Transaction<'_>,
    run: RunId,
    proof: Option<&ProofRecord>,
) -> Result<(), Fault> {
    transaction.execute("DELETE FROM proofs WHERE run = ?1", [run.0])?;
    let Some(proof) = proof else { return Ok(()) };
    transaction.execute(
        "INSERT INTO proofs (run, document_version, document) VALUES (?1, ?2, ?3)",
        params![run.0, DOCUMENT_VERSION, document::text(proof)],
    )?;
    Ok(())
}
