//! Safe access to Linux: takes paths and plain numbers, gives files, facts and counters; the only crate with unsafe
//! code, and the only one that reads the real clock. Knows nothing of workloads.

#![expect(
    unsafe_code,
    reason = "system calls the standard library does not offer are confined here"
)]

pub mod affinity;
pub mod aio;
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
pub mod host;
pub mod host_names;
pub mod inventory;
pub mod memory;
pub mod ring;
pub mod signal;
pub mod target;
pub mod trace;
pub mod transfer;
mod trim;
