//! Windows: files by their handles, I/O by completion ports and calls that block, facts from drivers and the registry.

pub mod affinity;
pub mod aio;
pub(crate) mod blocking;
mod call;
pub(crate) mod claim;
pub(crate) mod clock;
pub(crate) mod counters;
mod device;
pub mod error_number;
pub(crate) mod extents;
pub(crate) mod file;
pub(crate) mod guard;
pub mod host;
pub(crate) mod inventory;
pub mod iocp;
pub(crate) mod pages;
pub(crate) mod process;
mod processes;
pub(crate) mod ring;
pub mod signal;
mod slots;
pub(crate) mod target;
mod timer;
pub(crate) mod trace;
mod trim;
mod volume;
