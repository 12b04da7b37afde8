//! What is said where a request could not be carried out: takes the typed reason, gives its sentence with what to do.

pub mod output;
pub mod store;
pub mod system;
