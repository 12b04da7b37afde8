//! The project's own job language: read, written, and the profiles of databases.

mod blocks;
mod checks;
mod job;
pub mod profile;
mod section;
mod stream;
mod value;
mod write;

pub use job::read;
pub use write::write;
