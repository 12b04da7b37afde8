//! What is said where a request could not be carried out: takes the typed reason, gives its sentence with what to do.

pub mod capture;
mod contradiction;
pub mod dry_run;
pub mod earlier_runs;
pub mod foreign;
pub mod hosts;
pub mod integrity;
pub mod layouts;
pub mod output;
pub mod places;
pub mod powercut;
pub mod profiles;
pub mod progress;
pub mod refine;
pub mod requests;
pub mod results;
pub mod room;
pub mod soak;
pub mod store;
pub mod stored;
pub mod system;
pub mod targets;

pub use contradiction::contradiction;
