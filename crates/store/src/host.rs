//! The machine that measured, from the facts of a run. Runs stored before version 9 get it when the column is added.

use crate::RunId;
use crate::document::parse;
use crate::row::Header;
use record::{FactGroup, FactKey, FactTitle, FactValue};
use rusqlite::{Transaction, params};

/// Returns the host in the facts; empty if they have none.
pub(crate) fn of(facts: &[FactGroup]) -> &str {
    let host = record::facts::fact(facts, &FactTitle::System, FactKey::Host);
    host.and_then(FactValue::as_text).unwrap_or_default()
}

/// Fills the new column for the existing runs. A run that cannot be read gets no host.
pub(crate) fn fill(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut runs = transaction.prepare("SELECT id, document_version, document FROM runs")?;
    let hosts = runs.query_map([], |row| {
        let (id, version, document): (i64, i64, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let header = parse::<Header>(RunId(id), version, &document);
        Ok((id, header.map_or(String::new(), |header| of(header.facts()).to_owned())))
    })?;
    let hosts: Vec<(i64, String)> = hosts.collect::<rusqlite::Result<_>>()?;
    let mut update = transaction.prepare("UPDATE runs SET host = ?2 WHERE id = ?1")?;
    for (id, host) in hosts.iter().filter(|(_, host)| !host.is_empty()) {
        update.execute(params![id, host])?;
    }
    Ok(())
}
