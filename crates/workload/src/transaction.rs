//! Transactions of database sessions: which part of one each stream of a phase does.
//!
//! A session reads, commits, pauses, and begins again, so a slow storage slows the load down. All streams of a phase with a part share one
//! set of transactions.

use crate::stream::CommitPattern;
use crate::{Pace, Workload};
use base::{Bytes, Nanos};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum TransactionPart {
    /// The sessions, one for each outstanding I/O.
    Sessions(SessionCycle),
    /// The log: when it is free, one durable write commits all transactions that wait.
    Commit {
        /// What a transaction adds to the log: a write for several is larger, between the smallest and the largest block. If absent, each
        /// write has one of the stream's block sizes.
        bytes: Option<Bytes>,
    },
    /// I/Os for which no session waits: writes that a server does later for what the transactions changed, reads ahead.
    Behind {
        ios: f64,
        /// I/Os that start together: a server collects what transactions change, and hands it over at once.
        burst: u32,
    },
}

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
            Self::Commit { .. } | Self::Behind { .. } => None,
        }
    }

    /// The part that each of `count` workers does: arrivals and I/Os are divided evenly, the sessions are already.
    #[must_use]
    pub fn divided(self, count: u32) -> Self {
        let (workers, count) = (count, f64::from(count));
        match self {
            Self::Sessions(cycle) => {
                let rate = cycle.rate.map(|rate| rate / count);
                Self::Sessions(SessionCycle { rate, ..cycle })
            }
            Self::Commit { .. } => self,
            Self::Behind { ios, burst } => {
                Self::Behind { ios: ios / count, burst: burst.div_ceil(workers) }
            }
        }
    }
}

impl Workload {
    /// The same load for those who know no sessions: open loops with the rates that the job names. Commits still share flushes. `None`
    /// if the job has no sessions, or names no rate of theirs.
    pub fn without_sessions(&self) -> Option<Self> {
        let parts = self.streams.iter().filter_map(|stream| Some((stream, stream.transaction?)));
        let (sessions, cycle) =
            parts.filter_map(|(stream, part)| Some((stream, part.sessions()?))).next()?;
        let (count, rate) = (sessions.depth.saturating_mul(sessions.workers), cycle.rate?);
        let mut workload = self.clone();
        // A stream without an operation has no rate.
        let is_idle = |part: TransactionPart| part.sessions().is_some_and(|of| of.reads <= 0.0);
        workload.streams.retain(|stream| !stream.transaction.is_some_and(is_idle));
        for stream in &mut workload.streams {
            let Some(part) = stream.transaction.take() else { continue };
            stream.pace = match part {
                TransactionPart::Sessions(_) => Pace::Poisson { rate_iops: rate * cycle.reads },
                TransactionPart::Commit { .. } => {
                    if stream.sync.every().is_some() {
                        stream.commit = Some(CommitPattern { writes: 1, together_max: count });
                    }
                    Pace::Poisson { rate_iops: rate }
                }
                TransactionPart::Behind { ios, burst: 1 } => {
                    Pace::Poisson { rate_iops: rate * ios }
                }
                TransactionPart::Behind { ios, burst } => {
                    Pace::Bursts { rate_iops: rate * ios, burst }
                }
            };
        }
        for phase in &mut workload.phases {
            phase.streams.retain(|name| workload.streams.iter().any(|of| of.name == *name));
        }
        Some(workload)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{JobTarget, Stream, SyncMode, TargetLocation};

    #[test]
    fn sessions_become_open_loops_of_their_rate() {
        let part = |name: &str, part: TransactionPart| Stream {
            transaction: Some(part),
            depth: 16,
            ..Stream::new(name, "storage")
        };
        let cycle = SessionCycle { reads: 1.5, think_ns: Nanos(0), rate: Some(200.0) };
        let log = Stream {
            sync: SyncMode::Fdatasync { every: 1 },
            ..part("log", TransactionPart::Commit { bytes: None })
        };
        let behind = part("behind", TransactionPart::Behind { ios: 2.0, burst: 32 });
        let streams = |cycle| vec![part("reads", TransactionPart::Sessions(cycle)), log, behind];
        let target =
            JobTarget { name: "storage".to_owned(), place: TargetLocation::Null, size: None };
        let job = Workload::new("job", vec![target], streams(cycle));
        let open = job.without_sessions().expect("it names a rate");
        let paces: Vec<Pace> = open.streams.iter().map(|stream| stream.pace).collect();
        let burst = Pace::Bursts { rate_iops: 400.0, burst: 32 };
        let poisson = |rate_iops| Pace::Poisson { rate_iops };
        assert_eq!(paces, [poisson(300.0), poisson(200.0), burst]);
        assert_eq!(open.streams[1].commit.map(|commit| commit.together_max), Some(16));
        assert!(open.without_sessions().is_none(), "it has none any more");
        let mut job = job;
        job.streams[0].transaction =
            Some(TransactionPart::Sessions(SessionCycle { rate: None, ..cycle }));
        assert!(job.without_sessions().is_none(), "nobody knows the rate");
    }
}
