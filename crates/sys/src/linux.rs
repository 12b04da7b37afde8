//! Linux: files by their descriptors, I/O by io_uring, libaio and system calls that block, facts from `/proc` and `/sys`.

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
pub(crate) mod trim;
