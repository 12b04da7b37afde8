//! Many hosts as one engine.
//!
//! The empty crate reserves its place in the table of dependencies.
