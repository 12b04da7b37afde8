//! Takes a workload, the machine's [`Facts`] and a seed; gives a [`Plan`], or every [`Problem`] at once.
//!
//! Never opens a file, reads a clock or draws a random number of its own. Start at [`plan()`].

mod check;
mod describe;
mod engine;
pub mod facts;
pub mod layout;
pub mod problem;
mod resolve;
mod share;
mod stream;
mod target;
mod worker;

pub use describe::describe;
pub use facts::{Facts, Room, TargetFacts, TargetKind};
pub use problem::Problem;
pub use resolve::plan;
pub use worker::{CheckPlan, FilePlan, PhasePlan, Plan, TargetPlan, WorkerPlan};
