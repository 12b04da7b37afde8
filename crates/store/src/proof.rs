//! Integrity tests: one document for each run.

use crate::document;
use crate::write::Fault;
use crate::{RunId, Store, StoreError};
use record::proof::ProofRecord;
use rusqlite::{Transaction, params};

impl Store {
    /// Returns the result of an integrity test; none if the run was no such test, or was not completed.
    pub(crate) fn proof(&self, run: RunId) -> Result<Option<ProofRecord>, StoreError> {
        self.document(run, "proofs")
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
        "INSERT INTO proofs (run, document) VALUES (?1, ?2)",
        params![run.0, document::text(&[run.0], proof)],
    )?;
    Ok(())
}
