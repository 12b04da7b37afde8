//! Fixtures for the tests of every crate: realistic records, directories that clean up, skips and tools.
//!
//! A dev-dependency only. Gives data and paths; decides nothing and never ships.

pub mod chromium;
mod delayed_answers;
pub mod fuse;
pub mod golden;
pub mod lab;
pub mod place;
pub mod proof;
pub mod raid;
pub mod record;
pub mod shelf;
pub mod slow_disk;
pub mod soak;
pub mod study;
pub mod synthetic_stream;

pub use place::{TempDir, flip, other_programs, skip, tool, words};
