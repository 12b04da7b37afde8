//! The kernel's block tracepoints as I/Os: takes the texts of event formats and raw ring-buffer pages, gives
//! [`crate::IoEvent`]s and exact counts of lost events. Pure: it opens no file and reads no clock.
//!
//! pages of each CPU -> [`page`] -> [`BlockEvent`]s -> merged by time -> [`PairingState`] -> I/Os in the order of issue

pub mod format;
mod merge;
pub mod page;
mod pairing;

pub use format::{BlockFormats, FormatError, RawFormats};
pub use merge::TraceMerge;
pub use pairing::{PairingLevel, PairingState, PairingTotals, TracedVolume};

use crate::{IoFlags, IoKind};

/// What happened to a request or bio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockStep {
    /// It was inserted into the I/O scheduler. Without a scheduler most requests skip that.
    Insert,
    Issue,
    Complete,
    /// The driver returned it; it will be issued again.
    Requeue,
}

/// A command's name as the kernel has it: at most 15 bytes and zeros.
pub type CommandName = [u8; 16];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockEvent {
    /// The time on the clock of the trace.
    pub at_ns: u64,
    pub step: BlockStep,
    pub device: u64,
    /// What the I/O does; absent for a command that moves no data of the device.
    pub operation: Option<IoKind>,
    pub flags: IoFlags,
    /// Where it starts, in sectors of 512 bytes.
    pub sector: u64,
    pub sectors: u32,
    /// In whose context it was issued.
    pub pid: u32,
    pub command: CommandName,
}
