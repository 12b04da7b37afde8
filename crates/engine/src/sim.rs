//! The simulated storage: a `sim:` text and a seed define a [`SimStorage`], which completes I/O in virtual time.
//!
//! A seeded discrete-event model of disks, flash and cloud volumes, arrays, caches, quotas, noise and faults. It
//! never does real I/O, reads no real clock and stores no data. Start at [`SimSpec`]; the true values that tests compare
//! with are in [`truth`].

mod array;
mod cache;
mod disturbances;
mod events;
mod flash;
mod gate;
mod hdd;
pub mod keys;
mod spec;
mod storage;
pub mod truth;

pub use spec::{SimLayout, SimMedium, SimNeighbour, SimSpec, SimStall, SpecErrors};
pub use storage::{SimCompletion, SimRequest, SimStorage};
