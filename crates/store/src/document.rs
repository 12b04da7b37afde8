//! Documents as text: JSON behind its checksum.
//!
//! Converts stored types to text and back. Reads texts of every version. A text that changed after it was written gives an error
//! with the number of its run.

use crate::codec::Unreadable;
use crate::{RunId, StoreError, old_facts, old_names};
use record::StoredPart;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The version of the documents; it increases with any change of their shape.
///
/// Versions without a constant below need no step of their own in [`parse`]. 2 was the last with sentences where later versions
/// hold their data, 4 with lists in place of objects with named entries, 6 with the I/O of a role in words, 8 with the evidence of
/// a fault as a text, 9 without the deviation of the IOPS, 10 with the fault of a content as a text, 11 with failures as sentences,
/// and 12 with words where the kernel tells no fact.
pub(crate) const DOCUMENT_VERSION: i64 = 13;
/// The last version in which facts and places are in words.
const VERSION_FACT_WORDS: i64 = 7;
/// The last version in which the findings of an integrity test contain sentences.
const VERSION_SENTENCES: i64 = 5;
/// The last version with other names of some keys and words.
const VERSION_OLD_NAMES: i64 = 3;
/// The version that had no checksum.
const VERSION_BARE: i64 = 1;

/// Returns the text of a document: its CRC-32C in eight hexadecimal digits, and JSON. It cannot fail, because documents have only
/// string keys and plain values.
pub(crate) fn text(document: &impl Serialize) -> String {
    let json = json(document);
    format!("{:08x}{json}", crc32c::crc32c(json.as_bytes()))
}

/// The JSON of a stored value, without a checksum.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("stored documents have nothing that JSON lacks")
}

/// Reads a document of any known version; what an earlier version stored otherwise is converted first.
pub(crate) fn parse<T: DeserializeOwned>(
    run: RunId,
    version: i64,
    text: &str,
) -> Result<T, StoreError> {
    let json = match version {
        VERSION_BARE => text,
        2..=DOCUMENT_VERSION => {
            let (sum, json) =
                text.split_at_checked(8).ok_or_else(|| changed(run, StoredPart::Document))?;
            if sum != format!("{:08x}", crc32c::crc32c(json.as_bytes())) {
                return Err(changed(run, StoredPart::Document));
            }
            json
        }
        other => return Err(document_error(run, format!("its documents are of version {other}"))),
    };
    let failed = |error: serde_json::Error| document_error(run, error.to_string());
    if version == DOCUMENT_VERSION {
        return serde_json::from_str(json).map_err(failed);
    }
    let mut value = serde_json::from_str(json).map_err(failed)?;
    if version <= VERSION_OLD_NAMES {
        old_names::rename(&mut value);
    }
    if version <= VERSION_SENTENCES {
        old_names::drop_sentences("", &mut value);
    }
    if version <= VERSION_FACT_WORDS {
        old_facts::to_types(&mut value);
    }
    old_facts::drop_unknown(&mut value);
    // Stored types are only read from text: a second way to read them all would double the compile time of this crate.
    serde_json::from_str(&value.to_string()).map_err(failed)
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
