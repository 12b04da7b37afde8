//! Proofs: one document for each run that proved storages.

use crate::document::{self, DOCUMENT_VERSION, parse};
use crate::write::Fault;
use crate::{RunId, Store, StoreError};
use record::proof::ProofRecord;
use rusqlite::{OptionalExtension, Transaction, params};

/// The version of the store that knew proofs first.
const VERSION_FIRST: i64 = 3;

impl Store {
    /// What a run proved; none when it was no proof, or did not come to its end.
    pub(crate) fn proof(&self, run: RunId) -> Result<Option<ProofRecord>, StoreError> {
        // An old file that is only read has no table for them.
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

/// Writes what a run proved, in place of what was written before.
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
