//! The messages between the processes of a group. All run the same version of the program, which the first exchange checks.

use plan::Plan;
use record::{RunFailure, TrialPurpose};
use sample::{EngineEvent, EngineNote};
use serde::{Deserialize, Serialize};
use workload::EngineUse;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Message {
    /// A host's value for an exchange, sent to the leader; or the values of all hosts, sent by the leader.
    Exchange {
        number: u32,
        /// The value, or all values by rank.
        body: Vec<u8>,
    },
    /// From the leader: run this plan.
    Run(Box<RunOrder>),
    /// From the leader: there is nothing more to run.
    Finish { are_all_here: bool },
    /// To the leader: every worker of a phase is ready to start.
    PhaseReady { phase: usize },
    /// From the leader: start a phase at this instant of the receiver's own clock.
    PhaseStart { phase: usize, at_ns: u64 },
    /// To the leader: an event of the host's engine.
    Event(EngineEvent),
    /// From the leader: end these streams.
    StopStreams(Vec<usize>),
    /// From the leader: end the whole run.
    StopRun,
    /// To the leader: the run is over on this host.
    RunEnd(Result<RunOutcome, RunFailure>),
    /// From the leader: return the time of your clock.
    Ping {
        /// When it was sent, on the leader's clock, in nanoseconds.
        sent_ns: u64,
    },
    /// To the leader: the answer to a ping.
    Pong {
        sent_ns: u64,
        /// The clock of the answering host, in nanoseconds.
        at_ns: u64,
    },
    /// To the leader: this host is running.
    Alive,
    /// To the leader, every second of a run: this host's CPU use since the last message.
    Cpus(HostCpus),
    /// To the leader, last: the host's report on the whole command.
    Report(Vec<u8>),
}

impl Message {
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("a message holds nothing that postcard refuses")
    }

    /// The message in these bytes; `None` for bytes of another version of the program.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }
}

/// The CPU use of a host in shares of the time, 0 to 1; `None` where the host does not count it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HostCpus {
    /// Busy, with this program or any other.
    pub busy_share: Option<f64>,
    /// Taken by the hypervisor for other guests.
    pub steal_share: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunOrder {
    pub plan: Plan,
    /// The trial of the run; `None` where each phase of the plan is a trial of its own.
    pub trial: Option<TrialLabel>,
}

/// What is stored with the intervals of a trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrialLabel {
    pub role: String,
    pub purpose: TrialPurpose,
    /// The arrival rate of all hosts together, per second, in an open loop.
    pub rate_iops: Option<f64>,
    pub depth: u32,
}

/// The outcome of a run on one host, besides its events.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunOutcome {
    pub engine: EngineUse,
    pub notes: Vec<EngineNote>,
    /// Processor time of all workers in nanoseconds.
    pub cpu_ns: u64,
    pub phases: Vec<PhaseTiming>,
    pub interrupted: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseTiming {
    pub phase: usize,
    /// Its start on the host's own clock in nanoseconds.
    pub started_ns: u64,
    /// Its start on the wall clock, in nanoseconds since 1970 (UTC).
    pub start_unix_ns: u64,
    pub length_ns: u64,
}
