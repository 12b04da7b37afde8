//! What is written beside the serde form of `record`: the columns of a run, and streams whose long lists are packed.
//!
//! Live types are taken apart without `..`: a field that is added does not compile until it has been decided where it is
//! stored.

pub(crate) mod header;
mod stream;

pub(crate) use header::{Columns, Header};
pub(crate) use stream::{with_lists, without_lists, without_streams};
