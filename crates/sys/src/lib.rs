//! Safe access to the operating system: takes paths and plain numbers, gives files, facts and counters; the only crate with
//! unsafe code, and the only one that reads the real clock. Knows nothing of workloads.
//!
//! Each system has a folder with the same modules.

#![expect(
    unsafe_code,
    reason = "system calls the standard library does not offer are confined here"
)]

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
use linux as system;

use system::trim;
pub use system::{
    affinity, aio, blocking, buffer, cache, claim, clock, counters, extents, file, guard,
    heartbeat, host, host_names, inventory, memory, ring, signal, target, trace, transfer,
};
