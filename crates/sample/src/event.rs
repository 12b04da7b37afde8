//! The events that the engine sends while it runs, over one bounded channel.

use crate::IntervalSample;
use base::{ContentFault, IoKind};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EngineEvent {
    PhaseStart {
        phase: usize,
    },
    /// An interval ended: the merged counts of the workers of one stream.
    Interval(Box<IntervalSample>),
    Failure(IoFailure),
    WorkerEnd {
        stream: usize,
        worker: u32,
        /// What its thread used; only `depth` is set if the worker has no thread of its own.
        used: WorkerCpuUse,
    },
    PhaseEnd {
        phase: usize,
    },
}

/// What the thread of one worker used, from its creation to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerCpuUse {
    pub user_ns: u64,
    pub kernel_ns: u64,
    pub switches: u64,
    /// The queue depth when it ended; where latency control adjusts the depth, the depth it reached.
    pub depth: u32,
}

/// A resource that an engine could not get, or a difference from other engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EngineNote {
    /// Each thread is a separate commit group and writes one after the other; other engines write a group at once.
    CommitGroupPerThread,
    /// Buffers could not be registered (locked-memory limit or size): each I/O pins its pages.
    UnregisteredBuffers,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IoFailure {
    pub stream: usize,
    pub what: IoKind,
    pub offset_bytes: u64,
    pub length_bytes: u32,
    /// The system's error number; 0 if the target ends before this offset.
    pub errno: i32,
    /// When it failed, in nanoseconds since the start of the phase.
    pub at_ns: u64,
    /// The content that is not the expected one; only where contents are checked.
    pub content: Option<ContentFault>,
}
