//! What stored results say: which storage carries a load, and how two results differ.
//!
//! Takes records, returns a [`size::Sizing`], a [`diff::Diff`], or the record of several hosts ([`parts`]). Measures nothing,
//! does no I/O; the sentences are the report's.

pub mod diff;
pub mod parts;
pub mod size;
