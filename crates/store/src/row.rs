//! Stored forms that differ from the serde form of `record`: the columns of a run, and streams with packed lists.
//!
//! Live types are read without `..`, so that a new field does not compile until its place in the store is decided.

mod header;
mod stream;

pub(crate) use header::{Columns, Header};
pub(crate) use stream::{TrialDocument, with_lists, without_lists};
