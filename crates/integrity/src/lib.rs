//! integrity.
