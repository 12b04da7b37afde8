//! Transactions of database sessions: which part of one each stream of a phase does.
//!
//! A session reads, commits, pauses, and begins again, so a slow storage slows the load down. All streams of a phase with a part share one
//! set of transactions.

use base::Nanos;
use serde::{Deserialize, Serialize};

/// The part of a transaction that a stream does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum TransactionPart {
    /// The sessions, one for each outstanding I/O.
    Sessions(SessionCycle),
    /// The log: when it is free, one durable write commits all transactions that wait.
    Commit,
    /// The writes that a server does later for what the transactions changed.
    Behind {
        /// Writes for each transaction.
        writes: f64,
        /// Writes that start together: a server collects what transactions change, and hands it over at once.
        burst: u32,
    },
}

/// What a session does again and again.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SessionCycle {
    /// Reads of a transaction on average, one after another.
    pub reads: f64,
    /// The time of a transaction that is not spent on storage, on average.
    pub think_ns: Nanos,
    /// Transactions that arrive per second for all sessions; if absent, each session begins the next one at once.
    pub rate: Option<f64>,
}

impl TransactionPart {
    /// The largest number of reads or writes of a transaction.
    pub const OPERATIONS_MAX: f64 = 1e6;

    /// The cycle of the sessions, if it is their part.
    pub fn sessions(self) -> Option<SessionCycle> {
        match self {
            Self::Sessions(cycle) => Some(cycle),
            Self::Commit | Self::Behind { .. } => None,
        }
    }

    /// The part that each of `count` workers does: arrivals and writes are divided evenly, the sessions are already.
    #[must_use]
    pub fn divided(self, count: u32) -> Self {
        let (workers, count) = (count, f64::from(count));
        match self {
            Self::Sessions(cycle) => {
                let rate = cycle.rate.map(|rate| rate / count);
                Self::Sessions(SessionCycle { rate, ..cycle })
            }
            Self::Commit => self,
            Self::Behind { writes, burst } => {
                Self::Behind { writes: writes / count, burst: burst.div_ceil(workers) }
            }
        }
    }
}
