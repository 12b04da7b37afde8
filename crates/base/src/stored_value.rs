//! Values that earlier versions stored as sentences.

use serde::{Deserialize, Serialize};

/// A stored value, or the sentence that an earlier version stored in its place. The sentence is only shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum StoredValue<T> {
    /// The value.
    Value(T),
    /// The sentence of an earlier version, in English.
    Earlier(String),
}
