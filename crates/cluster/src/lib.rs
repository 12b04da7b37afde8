//! Many hosts as one engine: one host leads, every host runs its own part of a plan, and the leader merges their intervals.
//!
//! Takes a [`Transport`] between the processes and the plan of each host; gives the events of one engine that has all workers of
//! all hosts. Knows neither MPI nor an I/O engine: the transport and the engine of this host are passed in. Reads only the clock
//! that is passed in. Start at [`Group`], then [`lead`] and [`member`].

mod clock_offset;
mod group;
pub mod lead;
mod liveness;
pub mod member;
mod merge;
mod message;
mod transport;

pub use clock_offset::{ClockOffset, ClockSample};
pub use group::{Group, GroupError};
pub use liveness::{HostPause, LOST_NS};
pub use merge::{MergedEvent, PhaseMerger};
pub use message::{HostCpus, Message, PhaseTiming, RunOrder, RunOutcome, TrialLabel};
pub use transport::{LocalTransport, Transport};

/// The size of an interval in a message, in bytes.
pub fn encoded_bytes(interval: &sample::IntervalSample) -> u64 {
    postcard::to_allocvec(interval).map_or(0, |bytes| bytes.len() as u64)
}
