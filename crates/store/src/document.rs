//! Documents as text: JSON behind its checksum.
//!
//! Converts stored types to text and back. Reads texts of every version. A text that changed after it was written gives an error
//! with the number of its run.

use crate::{RunId, StoreError, old_facts, old_names};
use record::StoredPart;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The version of the documents; it increases with any change of their shape.
pub(crate) const DOCUMENT_VERSION: i64 = 13;
/// The last version with words where the kernel tells no fact.
const VERSION_UNKNOWN_FACTS: i64 = 12;
/// The last version in which failures are sentences; the same types read both.
const VERSION_FAILURE_TEXT: i64 = 11;
/// The last version in which the fault of a content is a text; the same types read both.
const VERSION_CONTENT_TEXT: i64 = 10;
/// The last version without the deviation of the IOPS; the same types read both.
const VERSION_WITHOUT_DEVIATION: i64 = 9;
/// The last version in which the evidence of a fault is a text; the same types read both.
const VERSION_EVIDENCE_TEXT: i64 = 8;
/// The last version in which facts and places are in words.
const VERSION_FACT_WORDS: i64 = 7;
/// The last version in which the I/O of a role is in words; the same types read both.
const VERSION_IO_WORDS: i64 = 6;
/// The last version in which the findings of an integrity test contain sentences.
const VERSION_SENTENCES: i64 = 5;
/// The last version with lists in places where later versions have objects with named entries; the same types read both.
const VERSION_LISTS: i64 = 4;
/// The last version with other names of some keys and words.
const VERSION_OLD_NAMES: i64 = 3;
/// The version whose documents hold sentences where later versions hold their data.
const VERSION_TEXTS: i64 = 2;
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

/// Reads a document of any known version; a later version gets its own match arm here.
pub(crate) fn parse<T: DeserializeOwned>(
    run: RunId,
    version: i64,
    text: &str,
) -> Result<T, StoreError> {
    let json = match version {
        VERSION_BARE => text,
        VERSION_TEXTS
        | VERSION_OLD_NAMES
        | VERSION_LISTS
        | VERSION_SENTENCES
        | VERSION_IO_WORDS
        | VERSION_FACT_WORDS
        | VERSION_EVIDENCE_TEXT
        | VERSION_WITHOUT_DEVIATION
        | VERSION_CONTENT_TEXT
        | VERSION_FAILURE_TEXT
        | VERSION_UNKNOWN_FACTS
        | DOCUMENT_VERSION => {
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
