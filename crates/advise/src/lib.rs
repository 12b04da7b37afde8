//! What stored results say: which storage carries a load, and how two results differ.
//!
//! Takes records, gives a [`size::Sizing`] or a [`diff::Diff`]. Measures nothing, does no I/O; the sentences are the report's.

pub mod diff;
pub mod size;
