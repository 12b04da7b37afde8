//! What is said of hosts that measure together: the typed fact and its sentence.

use base::Bytes;
use std::fmt;

/// What happened among the hosts.
#[derive(Clone, Debug, PartialEq)]
pub enum HostMessage {
    /// A host runs another version than the first one.
    Version { name: String, host: String, leader: String },
    /// A host's part of a shared target is too small for one block.
    RangeTooSmall,
    /// A host was lost or failed, and the run ended.
    Ended,
    /// One host would write what another uses, and the ranges cannot be divided among all hosts.
    SameBytes { first: String, second: String, target: String },
    /// A host's target is smaller than that of the first host, whose plan all hosts run.
    SmallerTarget { name: String, target: String, bytes: u64, needed_bytes: u64 },
    /// An MPI launcher started several processes of a build without MPI.
    NoMpi { processes: usize },
    /// A command that does not run on several hosts.
    OneHostOnly,
    /// A stream names a host that does not take part.
    UnknownHost { stream: String, name: String, known: String },
}

impl fmt::Display for HostMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version { name, host, leader } => write!(
                f,
                "host {name} runs plimsoll {host}, the first host runs {leader}; install the same version on all hosts"
            ),
            Self::RangeTooSmall => f.write_str(
                "the part of one host is smaller than a block; use fewer hosts, a larger target or smaller blocks",
            ),
            Self::Ended => f.write_str(
                "a host was lost or failed, so all hosts ended the run; what had ended before is stored (see the hosts in the result)",
            ),
            Self::SameBytes { first, second, target } => write!(
                f,
                "hosts {first} and {second} use the same target {target}, and one of them writes to it; give all hosts that target \
                 or each host its own, or allow it with ranges = \"common\" in [hosts]"
            ),
            Self::SmallerTarget { name, target, bytes, needed_bytes } => write!(
                f,
                "target {target} of host {name} has {}, but the first host uses {}; set `size` in the job to the smallest",
                Bytes(*bytes),
                Bytes(*needed_bytes)
            ),
            Self::NoMpi { processes } => write!(
                f,
                "an MPI launcher started {processes} processes, but this build has no MPI; build one with \
                 cargo build --release --features mpi"
            ),
            Self::OneHostOnly => f.write_str(
                "an MPI launcher started several processes, but only check and run measure on several hosts; start this command \
                 without the launcher",
            ),
            Self::UnknownHost { stream, name, known } => {
                write!(f, "stream \"{stream}\" is to run on host {name}, which does not take part; the hosts are {known}")
            }
        }
    }
}
