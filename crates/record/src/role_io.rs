//! The I/O of a role, as data; `report` makes the words.

use base::Bytes;
use serde::{Deserialize, Serialize};
use workload::{AccessPattern, Role, SyncMode};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum RoleIo {
    /// All streams of a job together.
    Job {
        streams: u64,
        /// The share of reads, in whole percent.
        read_percent: f64,
    },
    Stream {
        /// The smallest operation; of reads, if there are any.
        smallest: Bytes,
        largest: Bytes,
        random: bool,
        read_percent: f64,
        sync: SyncMode,
    },
}

impl RoleIo {
    /// The I/O that this role requests.
    pub fn of(role: &Role) -> Self {
        if let Some(job) = &role.job {
            return Self::Job {
                streams: job.streams.len() as u64,
                read_percent: job.read_percent().round(),
            };
        }
        let stream = &role.stream;
        let writes_only = stream.read_percent <= 0.0;
        let blocks = if writes_only { &stream.write_blocks } else { &stream.read_blocks };
        // A share of sequential operations counts as what most of them are.
        let sequential = match stream.access {
            AccessPattern::Sequential
            | AccessPattern::Strided(_)
            | AccessPattern::Backward(_)
            | AccessPattern::Runs { .. } => true,
            AccessPattern::SequentialShare(percent) => percent >= 50.0,
            _ => false,
        };
        Self::Stream {
            smallest: blocks.smallest(),
            largest: blocks.largest(),
            random: !sequential,
            read_percent: stream.read_percent,
            sync: stream.sync,
        }
    }

    pub fn is_sequential(&self) -> bool {
        match self {
            Self::Job { .. } => false,
            Self::Stream { random, .. } => !random,
        }
    }
}
