//! Integrity tests: one document for each run.

use crate::document::{self, DOCUMENT_VERSION};
use crate::write::Fault;
use crate::{RunId, Store, StoreError};
use record::proof::ProofRecord;
use rusqlite::{Transaction, params};

/// The first version of the store with integrity tests.
const VERSION_FIRST: i64 = 3;

impl Store {
    /// Returns the result of an integrity test; none if the run was no such test, or was not completed.
    pub(crate) fn proof(&self, run: RunId) -> Result<Option<ProofRecord>, StoreError> {
        self.document(run, "proofs", VERSION_FIRST)
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
