//! Documents as text: JSON behind its checksum.
//!
//! Converts stored types to text and back. The checksum covers the row that the document belongs to, by the numbers of its key.
//! A text or a key that changed after it was written gives an error with the number of its run.

use crate::codec::{RowKey, Unreadable, checksum};
use crate::{RunId, StoreError};
use record::StoredPart;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Returns the text of a document: its CRC-32C in eight hexadecimal digits, and JSON. It cannot fail, because documents have only
/// string keys and plain values.
pub(crate) fn text(key: RowKey<'_>, document: &impl Serialize) -> String {
    let json = json(document);
    format!("{:08x}{json}", checksum(key, json.as_bytes()))
}

/// The JSON of a stored value, without a checksum.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("stored documents have nothing that JSON lacks")
}

pub(crate) fn parse<T: DeserializeOwned>(
    run: RunId,
    key: RowKey<'_>,
    text: &str,
) -> Result<T, StoreError> {
    let (sum, json) = text.split_at_checked(8).ok_or_else(|| changed(run, StoredPart::Document))?;
    if sum != format!("{:08x}", checksum(key, json.as_bytes())) {
        return Err(changed(run, StoredPart::Document));
    }
    serde_json::from_str(json).map_err(|error| document_error(run, error.to_string()))
}

/// The error for a part of a run that cannot be understood.
pub(crate) fn document_error(run: RunId, reason: String) -> StoreError {
    StoreError::Document { run, reason }
}

/// The error for a part of a run that changed after it was written.
pub(crate) fn changed(run: RunId, part: StoredPart) -> StoreError {
    StoreError::Changed { run, part }
}

/// The error for a packed part of a run that cannot be unpacked.
pub(crate) fn unreadable(run: RunId, part: StoredPart, error: Unreadable) -> StoreError {
    match error {
        Unreadable::Changed => changed(run, part),
        Unreadable::Form(reason) => document_error(run, reason),
    }
}
