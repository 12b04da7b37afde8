//! Linux: files by their descriptors, I/O by io_uring, libaio and system calls that block, facts from `/proc` and `/sys`.

pub mod affinity;
pub mod aio;
pub mod blocking;
pub mod claim;
pub(crate) mod clock;
pub mod counters;
pub mod extents;
pub mod file;
pub mod guard;
pub mod host;
pub mod inventory;
pub(crate) mod pages;
pub(crate) mod pieces;
pub(crate) mod process;
pub mod ring;
pub mod signal;
pub mod target;
pub mod trace;
pub(crate) mod trim;
