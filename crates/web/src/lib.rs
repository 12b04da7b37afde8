//! The small user interface over store and report.
//!
//! The empty crate reserves its place in the table of dependencies.
