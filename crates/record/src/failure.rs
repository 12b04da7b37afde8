//! Why a run, a test of a file, a candidate or a host ended early, as data; `report` makes the sentences.

use crate::note::{FailedIo, IoFailureCause};
use base::SystemError;
use serde::{Deserialize, Serialize};
use workload::EngineKind;

/// Why a run ended early, or could not begin. Hosts send it to each other; the record keeps it of a host, a file, a candidate
/// and a disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum RunFailure {
    Open {
        path: String,
        error: SystemError,
    },
    OpenDirect {
        path: String,
        error: SystemError,
    },
    /// A target has no path although the engine needs one.
    NoPath {
        number: u64,
    },
    Start {
        engine: EngineKind,
        error: SystemError,
    },
    Worker {
        error: SystemError,
    },
    /// The kernel refused a whole submission.
    Refused {
        error: SystemError,
    },
    /// A wait on simulated storage would never end.
    NothingInFlight,
    NotSimulated,
    /// The description of a simulated target cannot be read.
    SimulationUnreadable,
    WorkerPanicked,
    /// A file could not be prefilled.
    Prefill {
        path: String,
        error: SystemError,
    },
    PrefillWrite {
        path: String,
        offset_bytes: u64,
        error: SystemError,
    },
    /// A device is smaller than the range that was to be filled.
    TooSmall {
        path: String,
        size_bytes: u64,
        /// The end of the range.
        wanted_bytes: u64,
    },
    PrefillStopped,
    Resize {
        size_bytes: u64,
        error: SystemError,
    },
    Io(FailedIo),
    AllFailed {
        places: Vec<String>,
    },
    /// A host was lost or failed, so all hosts ended the run.
    HostsEnded,
    /// The part of a target that a thread or host has to itself is smaller than a block.
    PartTooSmall,
}

impl RunFailure {
    /// The number of the system's error, if the system gave one.
    pub fn errno(&self) -> Option<i32> {
        match self {
            Self::Open { error, .. }
            | Self::OpenDirect { error, .. }
            | Self::Start { error, .. }
            | Self::Worker { error }
            | Self::Refused { error }
            | Self::Prefill { error, .. }
            | Self::PrefillWrite { error, .. }
            | Self::Resize { error, .. } => error.errno(),
            Self::Io(failed) => match failed.cause {
                IoFailureCause::Errno(errno) => Some(errno),
                _ => None,
            },
            _ => None,
        }
    }
}
