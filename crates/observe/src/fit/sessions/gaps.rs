//! The gaps between the reads of sessions: takes reads and the log, gives the number of transactions and the work within them.

use super::log::{Log, LogWrite};
use super::quantile;
use crate::IoEvent;

/// The least commits that show how sessions commit.
pub(super) const COMMITS_MIN: f64 = 50.0;
/// Below this share of time with a busy log nearly each commit has its own flush, and their number says more than gaps, which are often
/// longer than a flush.
const BUSY_MIN: f64 = 0.5;
const WEIGHT_MAX: f64 = 20.0;
/// Times before a commit are cut at this many times their median: they may hold the wait for a lock.
const WORK_MAX: f64 = 4.0;
/// Of the times from a commit to the next read, this quantile is work; the rest is a pause of the client.
const WORK_QUANTILE: f64 = 0.1;

/// The times between two reads of sessions.
#[derive(Debug, Default)]
pub(super) struct ReadGaps {
    all: f64,
    /// Gaps without a commit, with the weights of those that hold a whole flush by chance.
    inner: f64,
    inner_ns: f64,
    /// Gaps in which the session writes the log.
    with_own: f64,
    own_writes: f64,
    /// From a read to the write of the session, if the log was free.
    before_ns: Vec<f64>,
    /// From the end of a flush to the next read: after the session's own write, and after those of others.
    after_own_ns: Vec<f64>,
    after_other_ns: Vec<f64>,
}

impl ReadGaps {
    /// Adds the gaps of a session with its writes of the log.
    pub(super) fn add(
        &mut self,
        reads: &[IoEvent],
        own: &[LogWrite],
        log: &Log,
        chances_ns: &[u64],
    ) {
        let mut end_ns = 0;
        for pair in reads.windows(2) {
            end_ns = end_ns.max(pair[0].issued_ns + pair[0].latency_ns.unwrap_or(0));
            let next_ns = pair[1].issued_ns;
            // The reads of a split one overlap.
            let Some(length_ns) = next_ns.checked_sub(end_ns) else { continue };
            self.all += 1.0;
            let first = own.partition_point(|write| write.issued_ns < end_ns);
            let last = own.partition_point(|write| write.issued_ns < next_ns);
            if let [write, ..] = &own[first..last] {
                self.with_own += 1.0;
                self.own_writes += (last - first) as f64;
                if write.was_free {
                    self.before_ns.push((write.issued_ns - end_ns) as f64);
                }
                self.after_own_ns.push(next_ns.saturating_sub(own[last - 1].durable_ns) as f64);
            } else if let Some(other) = log.next(end_ns).filter(|next| next.durable_ns <= next_ns) {
                self.after_other_ns.push((next_ns - other.durable_ns) as f64);
            } else {
                let held = chances_ns.partition_point(|chance_ns| *chance_ns <= length_ns);
                let free = (chances_ns.len() - held) as f64 / chances_ns.len().max(1) as f64;
                let weight = 1.0 / free.max(1.0 / WEIGHT_MAX);
                self.inner += weight;
                self.inner_ns += weight * length_ns as f64;
            }
        }
    }

    /// The number of transactions of sessions with so many reads and own writes of the log in all.
    pub(super) fn transactions(&self, reads: f64, own_writes: f64, log: &Log) -> Option<f64> {
        let commits = (self.all - self.inner).max(self.with_own);
        if commits < COMMITS_MIN {
            return None;
        }
        if log.busy < BUSY_MIN {
            return Some(log.flushes * commits_of_flush(log.busy));
        }
        if own_writes < COMMITS_MIN || self.with_own == 0.0 {
            return Some(reads / reads_of_transaction(reads / commits));
        }
        let without = 1.0 - self.with_own / commits;
        let share = 1.0 - without * self.own_writes / self.with_own;
        // Half of the plain share of gaps: more than every second transaction without a read is unlikely.
        Some(own_writes / share.max(self.with_own / commits / 2.0))
    }

    /// The median time from a commit to the next read.
    pub(super) fn after_ns(&self) -> f64 {
        quantile(self.after(), 0.5)
    }

    fn after(&self) -> &[f64] {
        if self.after_own_ns.is_empty() { &self.after_other_ns } else { &self.after_own_ns }
    }

    /// The work of a transaction outside of the storage: between its reads, before its commit, and before its first read.
    pub(super) fn work_ns(&self, reads: f64) -> f64 {
        let between_ns = self.inner_ns / self.inner.max(1.0);
        // Of random reads, `exp(-reads)` of the transactions have none.
        let between_reads = (reads - 1.0 + f64::exp(-reads)).max(0.0);
        let most_ns = WORK_MAX * quantile(&self.before_ns, 0.5);
        let before_ns: f64 = self.before_ns.iter().map(|ns| ns.min(most_ns)).sum();
        let before_ns = match self.before_ns.len() {
            0 => between_ns,
            count => before_ns / count as f64,
        };
        let first_ns = quantile(self.after(), WORK_QUANTILE).min(between_ns);
        between_ns * between_reads + before_ns + first_ns
    }
}

/// The mean number of commits of a flush if they arrive at random: those that arrive during a flush share the next one. With `k` commits a
/// flush, `k busy` arrive during one, and none with probability `exp(-k busy)`; the next one then has one commit.
fn commits_of_flush(busy: f64) -> f64 {
    (0..100).fold(1.0, |count: f64, _| f64::exp(-count * busy) + count * busy)
}

/// The mean reads of a transaction, if those with reads have `of_some` on average: of random reads, `exp(-mean)` of them have none.
fn reads_of_transaction(of_some: f64) -> f64 {
    (0..200).fold(of_some, |mean, _| of_some * (1.0 - f64::exp(-mean)))
}
