//! What is said where a request could not be carried out: takes the typed reason, gives its sentence with what to do.

mod contradiction;
pub mod earlier_runs;
pub mod store;
pub mod system;

pub use crate::catalogue::{
    arguments, capture, conversion, dry_run, foreign, hosts, input, integrity, inventory, layouts,
    output, places, powercut, program, progress, requests, results, soak, targets,
};
pub(crate) use contradiction::contradiction;
