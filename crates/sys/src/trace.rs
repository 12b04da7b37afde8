//! What a trace of the kernel is asked for, and what it lost.

pub use crate::system::trace::{TraceFileSystem, TraceInstance};

#[derive(Clone, Debug)]
pub struct TracedEvent {
    /// Its system and name, such as `block/block_rq_issue`.
    pub event: String,
    /// The kernel's filter over its fields.
    pub filter: String,
}

/// How many events one CPU has lost, by its `stats`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CpuLoss {
    /// Overwritten before they were read.
    pub overrun: u64,
    /// Dropped while they were written.
    pub dropped: u64,
}
