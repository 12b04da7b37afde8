//! What a real machine did, as a characterisation and a fitted workload or a replay.
//!
//! The empty crate reserves its place in the table of dependencies.
