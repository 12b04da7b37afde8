//! Safe access to the operating system: takes paths and plain numbers, gives files, facts and counters; the only crate with
//! unsafe code, and the only one that reads the real clock. Knows nothing of workloads.
//!
//! Each system has a folder with the same modules; what needs no system call stands above them.

#![expect(
    unsafe_code,
    reason = "system calls the standard library does not offer are confined here"
)]

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
use linux as system;

pub mod buffer;
pub mod cache;
pub mod clock;
pub mod heartbeat;
pub mod host_names;
pub mod memory;
pub mod transfer;
pub mod windows_answers;

use system::trim;
pub use system::{
    affinity, aio, blocking, claim, counters, extents, file, guard, host, inventory, ring, signal,
    target, trace,
};
