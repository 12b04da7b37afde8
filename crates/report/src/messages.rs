//! Messages about requests that could not be carried out: converts the typed reason to a sentence with the action to take.

mod contradiction;
pub mod earlier_runs;
pub mod store;
pub mod system;

pub use crate::catalogue::{
    arguments, capture, conversion, dry_run, foreign, hosts, input, integrity, inventory, layouts,
    output, places, powercut, program, progress, requests, results, soak, store_fault, targets,
};
pub(crate) use contradiction::contradiction;
