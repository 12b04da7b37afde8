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
#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as system;

pub mod absent;
pub mod blocking;
pub mod buffer;
pub mod cache;
pub mod claim;
pub mod clock;
pub mod counters;
pub mod extents;
pub mod file;
pub mod guard;
pub mod heartbeat;
pub mod host_names;
pub mod inventory;
pub mod memory;
pub mod ring;
pub mod target;
pub mod trace;
pub mod transfer;
pub mod windows_answers;

pub use system::{affinity, aio, error_number, host, iocp, signal};
