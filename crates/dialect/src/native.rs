//! The project's own job language: read, written; the profiles of databases; plans of studies.

mod blocks;
mod checks;
mod job;
pub mod plan;
pub mod profile;
mod section;
mod stream;
mod value;
mod write;

pub use job::read;
pub use write::write;
