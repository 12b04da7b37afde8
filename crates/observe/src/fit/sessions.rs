//! The sessions of a database: takes the I/Os, gives the transactions that explain them.
//!
//! A session reads pages one after another and then waits until the log is durable. It writes the log itself, or its commit waits for a
//! write of another session (group commit), which no event names. So the commits that a session wrote itself are counted, and divided by
//! the share of these among all of its commits.
//!
//! That share follows from the gaps between two reads that hold a commit. With probability `p` a commit is the session's own write, and
//! transactions without a read put several commits into one gap, as often as their share says (geometric). If `z` of the gaps have no own
//! write, and the others have `r` of them on average, then `p = 1 - z r`. A gap within a transaction holds no whole flush except by
//! chance; the chance follows from its length, and gives each gap without a flush its weight.

mod gaps;
mod log;
#[cfg(test)]
mod tests;

use super::owners::OwnerTable;
use crate::roles::FileRole;
use crate::{IoEvent, IoKind, ProcessIndex};
use base::Nanos;
use gaps::ReadGaps;
use log::{Log, LogWrite};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A session waits for most of its reads. This share may be ahead: the kernel's readahead issues them, and the session goes on. A quarter
/// of the reads of `PostgreSQL` were.
const AHEAD_MAX: f64 = 0.5;
/// A process with less than this share of the reads of the busiest one of its name is no session: a worker of the server.
const ACTIVE_SHARE_MIN: f64 = 0.1;
/// If the median time from a commit to the next read is more than this many times the time of a transaction on the storage, clients pause.
const IDLE_MIN: f64 = 2.0;
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FittedSessions {
    pub sessions: u32,
    pub transactions: f64,
    /// Reads of a transaction, on average.
    pub reads: f64,
    /// The time of a transaction outside of the storage, on average, without pauses of the clients.
    pub think_ns: Nanos,
    pub rate: f64,
    /// Whether clients pause between transactions.
    pub pauses: bool,
    /// Commits for each flush of the log, on average.
    pub grouped: f64,
}

/// What is known about the load beside its events.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KnownSessions {
    /// Transactions during the capture, as the server counted them.
    pub transactions: Option<f64>,
    pub sessions: Option<u32>,
}

pub(super) struct FoundSessions {
    pub(super) fitted: FittedSessions,
    /// For each session the times at which the reads started that it waited for.
    waited_ns: BTreeMap<ProcessIndex, BTreeSet<u64>>,
}

impl FoundSessions {
    /// Whether a session waited for this read; `None` if it is not of a session.
    pub(super) fn waits_for(&self, read: &IoEvent) -> Option<bool> {
        Some(self.waited_ns.get(&read.process)?.contains(&read.issued_ns))
    }
}

/// The sessions of the load; `None` without a log, or if nothing reads and commits in turn.
pub(super) fn find(
    events: &[IoEvent],
    owners: &OwnerTable<'_>,
    duration_ns: u64,
    known: KnownSessions,
) -> Option<FoundSessions> {
    let log = Log::of(events, owners, duration_ns);
    let reads = session_reads(events, owners)?;
    let mut own: BTreeMap<ProcessIndex, Vec<LogWrite>> = BTreeMap::new();
    for write in &log.writes {
        let list = own.entry(write.process).or_default();
        // Several I/Os of one flush.
        if list.last().is_none_or(|last| last.durable_ns != write.durable_ns) {
            list.push(*write);
        }
    }
    let (mut gaps, mut read_count, mut reads_ns, mut own_writes) = (ReadGaps::default(), 0.0, 0, 0);
    let (mut spans_ns, chances_ns) = (0, log.chances_ns());
    for (process, reads) in &reads {
        let own = own.get(process).map_or(&[][..], |list| list);
        gaps.add(reads, own, &log, &chances_ns);
        own_writes += own.len();
        read_count += reads.len() as f64;
        reads_ns += reads.iter().filter_map(|read| read.latency_ns).sum::<u64>();
        spans_ns += reads[reads.len() - 1].issued_ns - reads[0].issued_ns;
    }
    let found = gaps.transactions(read_count, own_writes as f64, &log)?;
    let transactions = known.transactions.unwrap_or(found);
    let found = (spans_ns as f64 / duration_ns as f64).round().max(1.0) as u32;
    let sessions = known.sessions.unwrap_or(found);
    let times = TransactionTimes {
        cycle_ns: f64::from(sessions) * duration_ns as f64 / transactions,
        reads_ns: reads_ns as f64 / transactions,
        flush_ns: log.service_ns(),
        busy: log.busy,
    };
    let on_storage_ns = times.reads_ns + times.commit_ns();
    let pauses = gaps.after_ns() > on_storage_ns * IDLE_MIN;
    let reads_mean = read_count / transactions;
    let think_ns =
        if pauses { gaps.work_ns(reads_mean) } else { (times.cycle_ns - on_storage_ns).max(0.0) };
    let fitted = FittedSessions {
        sessions,
        transactions,
        reads: (reads_mean * 1e3).round() / 1e3,
        think_ns: Nanos((think_ns / 1e3).round() as u64 * 1_000),
        rate: (transactions * 1e11 / duration_ns as f64).round() / 1e2,
        pauses,
        grouped: transactions / log.flushes,
    };
    let times = |reads: Vec<IoEvent>| reads.iter().map(|read| read.issued_ns).collect();
    let waited_ns = reads.into_iter().map(|(process, reads)| (process, times(reads))).collect();
    Some(FoundSessions { fitted, waited_ns })
}

/// The reads of data that each session waits for: it issues the next one after their end.
fn session_reads(
    events: &[IoEvent],
    owners: &OwnerTable<'_>,
) -> Option<BTreeMap<ProcessIndex, Vec<IoEvent>>> {
    let mut names: BTreeMap<&str, BTreeMap<ProcessIndex, Vec<IoEvent>>> = BTreeMap::new();
    for event in events.iter().filter(|event| event.operation == IoKind::Read) {
        let owner = owners.of(event);
        if event.is_transfer() && owner.role == Some(FileRole::Data) {
            let processes = names.entry(owner.process).or_default();
            processes.entry(event.process).or_default().push(*event);
        }
    }
    let reads =
        |processes: &BTreeMap<_, Vec<IoEvent>>| processes.values().map(Vec::len).sum::<usize>();
    let mut sessions = names.into_values().max_by_key(reads)?;
    let most = sessions.values().map(Vec::len).max()? as f64;
    sessions.retain(|_, reads| {
        let count = reads.len() as f64;
        let mut next_ns = u64::MAX;
        let mut waited: Vec<IoEvent> = reads.drain(..).rev().collect();
        waited.retain(|read| {
            let end_ns = read.issued_ns + read.latency_ns.unwrap_or(0);
            end_ns <= std::mem::replace(&mut next_ns, read.issued_ns)
        });
        waited.reverse();
        *reads = waited;
        count >= most * ACTIVE_SHARE_MIN && reads.len() as f64 >= count * (1.0 - AHEAD_MAX)
    });
    (!sessions.is_empty()).then_some(sessions)
}

/// The parts of a transaction, on average.
#[derive(Clone, Copy, Debug)]
struct TransactionTimes {
    cycle_ns: f64,
    reads_ns: f64,
    /// A write of the log and its flush.
    flush_ns: f64,
    /// The share of the time in which the log is busy.
    busy: f64,
}

impl TransactionTimes {
    /// The wait for a commit: a write and its flush, after the rest of those under way.
    ///
    /// Sessions go on when a flush ends, and the next one starts at once. If the time `s` to the next commit is exponential, commits come
    /// `s - d / (exp(d/s) - 1)` after the start of a flush of length `d`.
    fn commit_ns(self) -> f64 {
        let flush_ns = self.flush_ns;
        let step = |commit_ns: f64| {
            let to_commit_ns = (self.cycle_ns - commit_ns).max(1.0);
            let at_ns = to_commit_ns - flush_ns / f64::exp_m1(flush_ns / to_commit_ns);
            flush_ns + self.busy * (flush_ns - at_ns)
        };
        (0..50).fold(flush_ns, |commit_ns, _| step(commit_ns))
    }
}

fn quantile(values: &[f64], quantile: f64) -> f64 {
    let mut values = values.to_vec();
    values.sort_unstable_by(f64::total_cmp);
    values.get((values.len() as f64 * quantile) as usize).copied().unwrap_or(0.0)
}
