//! The events that the engine sends while it runs, over one bounded channel.

use crate::IntervalSample;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EngineEvent {
    /// A phase starts.
    PhaseStart {
        /// Its index.
        phase: usize,
    },
    /// An interval ended: what the workers of one stream saw in it, merged.
    Interval(Box<IntervalSample>),
    /// An I/O failed.
    Failure(IoFailure),
    /// A worker is done.
    WorkerEnd {
        /// Index of the stream.
        stream: usize,
        /// The worker's number.
        worker: u32,
        /// What its thread used; nothing where a worker has no thread of its own.
        used: WorkerCpuUse,
    },
    /// A phase is over.
    PhaseEnd {
        /// Its index.
        phase: usize,
    },
}

/// What the thread of one worker used, from its making to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerCpuUse {
    /// Processor time in its own code, in nanoseconds.
    pub user_ns: u64,
    /// Processor time in the kernel, in nanoseconds.
    pub kernel_ns: u64,
    /// Times it gave the processor up or lost it.
    pub switches: u64,
    /// Outstanding operations it was to keep when it ended; where the depth is steered, the one that was found.
    pub depth: u32,
}

/// What an engine could not have, or does in another way than others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EngineNote {
    /// Each thread is a commit group of its own, whose writes follow one another; other engines write a group at once.
    CommitGroupPerThread,
    /// Buffers could not be registered (locked-memory limit or size): each I/O pins its pages.
    UnregisteredBuffers,
}

/// An I/O that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IoFailure {
    /// Index of the stream.
    pub stream: usize,
    /// What was tried: `read`, `write` or `flush`.
    pub what: Cow<'static, str>,
    /// The byte offset.
    pub offset_bytes: u64,
    /// The length in bytes.
    pub length_bytes: u32,
    /// The error number of the system; 0: no error, but the target ends before this place.
    pub errno: i32,
    /// When, within the phase, in nanoseconds.
    pub at_ns: u64,
    /// What was found instead of what had to be there; only where contents are checked.
    pub found: Option<String>,
}
