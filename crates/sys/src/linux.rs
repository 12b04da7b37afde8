//! Linux: files by their descriptors, I/O by io_uring, libaio and system calls that block, facts from `/proc` and `/sys`.

pub mod affinity;
pub mod aio;
pub(crate) mod blocking;
pub(crate) mod claim;
pub(crate) mod clock;
pub(crate) mod counters;
pub mod error_number;
pub(crate) mod extents;
pub(crate) mod file;
pub(crate) mod guard;
pub mod host;
pub(crate) mod inventory;
pub mod iocp;
pub(crate) mod pages;
mod pieces;
pub(crate) mod process;
pub(crate) mod ring;
pub mod signal;
pub(crate) mod target;
pub(crate) mod trace;
mod trim;
