//! What is written, as types of its own: documents with versions, converted exhaustively to and from the live types.
//!
//! A change of a live type does not compile here until it has been decided what the stored form becomes.
//! No conversion uses `..`, so that nothing can be forgotten.

mod cell;
mod finding;
mod float;
pub(crate) mod header;
mod names;
mod proof;
pub(crate) mod stored;
mod stream;

pub(crate) use cell::CellDoc;
pub(crate) use finding::{DriftDoc, FindingDoc};
pub(crate) use float::Float;
pub(crate) use header::{Columns, Header};
pub(crate) use proof::ProofDoc;
pub(crate) use stream::{StreamDoc, TrialDoc};
