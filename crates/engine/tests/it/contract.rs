//! The engine's contract: on every backend that works here, and in virtual time.

mod allocation;
mod backends;
mod check;
pub(crate) mod job;
mod latency;
mod passes;
mod swaps;
mod transactions;
mod trims;
mod virtual_time;
