//! Takes a workload, the machine's [`MachineFacts`] and a seed; gives a [`Plan`], or every [`PlanProblem`] at once.
//!
//! Never opens a file or reads a clock; its only randomness is the seed. Start at [`plan()`].

mod check;
mod engine;
pub mod facts;
mod fault;
pub mod hosts;
pub mod layout;
mod resolve;
mod share;
mod stream;
mod target;
mod worker;

pub use facts::{FreeSpace, MachineFacts, TargetFacts, TargetKind};
pub use fault::{PlanFault, PlanProblem, PlanProblemKind};
pub use resolve::plan;
pub use worker::{ContentCheckPlan, FilePlan, PhasePlan, Plan, TargetPlan, WorkerPlan};
