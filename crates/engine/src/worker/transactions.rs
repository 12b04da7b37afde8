//! Transactions of database sessions: a session reads, waits for its commit, thinks, and begins the next transaction.
//!
//! The workers of a phase share one [`TransactionGroup`]. Each slot of the sessions' worker is a session. It hands its commit to the log,
//! which makes all commits that wait durable by one write (group commit, as PostgreSQL and `InnoDB` do it), and answers in their order.
//! Writes behind follow the finished transactions; sessions begin no more of them while a writer is too far behind, as servers do at
//! their limit of dirty pages. A worker that waits for another one looks again
//! after [`super::STEP_NS`], and later less often: many waiting threads would take the CPUs from those that they wait for.

use super::arrivals::ArrivalSchedule;
use super::setup::WorkerSetup;
use super::{Backend, PageCheck, STEP_NS, SampleSink, Worker};
use base::{Rng, random};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use workload::{Pace, SessionCycle, TransactionPart};

/// How many writes a writer may be behind before sessions wait: 8 MiB of pages of 8 KiB. The kernel and the servers write back in the order
/// of megabytes (`checkpoint_flush_after`, `dirty_background_bytes`), and a short run must reach the balance.
const WRITES_BEHIND_MAX: f64 = 1024.0;
/// A worker that waited for some time looks again after this part of it, so that the wait is at most 3 % too long.
const WAIT_PARTS: u64 = 32;
const PAUSE_NS_MAX: u64 = 1_000_000;
/// The path below a worker's seed for its transactions.
const TRANSACTIONS: u64 = 0x7A25;

/// The state that the workers of a phase share.
#[derive(Debug)]
struct TransactionGroup {
    /// Whether a worker makes commits durable; otherwise they are at once.
    has_log: bool,
    asked: AtomicU64,
    /// Commits that are durable, in the order in which they were handed over.
    durable: AtomicU64,
    /// When each waiting commit was handed over, plus 1; 0: none. A session has at most one, so its number modulo the sessions is free.
    asked_ns: Box<[AtomicU64]>,
    finished: AtomicU64,
    /// Transactions whose writes each writer has started.
    written: Box<[AtomicU64]>,
    /// How many transactions each writer may be behind.
    behind_max: Box<[u64]>,
}

/// The place of a worker in its group.
#[derive(Clone, Debug)]
pub struct TransactionSeat {
    group: Arc<TransactionGroup>,
    /// Its number among the writers behind.
    writer: usize,
}

/// Puts the workers of a phase that have parts of transactions into one group.
pub fn seat_all(setups: &mut [&mut WorkerSetup]) {
    let (mut sessions, mut has_log, mut behind_max) = (0, false, Vec::new());
    for setup in setups.iter() {
        match setup.work.transaction {
            Some(TransactionPart::Sessions(_)) => sessions += setup.work.depth as usize,
            Some(TransactionPart::Commit { .. }) => has_log = true,
            Some(TransactionPart::Behind { ios, burst }) => {
                let most = WRITES_BEHIND_MAX.max(2.0 * f64::from(burst));
                behind_max.push((most / ios).ceil() as u64);
            }
            None => {}
        }
    }
    if sessions == 0 {
        return;
    }
    let zeros = |count: usize| (0..count).map(|_| AtomicU64::new(0)).collect();
    let group = Arc::new(TransactionGroup {
        has_log,
        asked: AtomicU64::new(0),
        durable: AtomicU64::new(0),
        asked_ns: zeros(sessions),
        finished: AtomicU64::new(0),
        written: zeros(behind_max.len()),
        behind_max: behind_max.into(),
    });
    let mut writers = 0;
    for setup in setups.iter_mut() {
        let Some(part) = setup.work.transaction else { continue };
        let is_behind = matches!(part, TransactionPart::Behind { .. });
        setup.transactions = Some(TransactionSeat { group: Arc::clone(&group), writer: writers });
        writers += usize::from(is_behind);
    }
}

impl TransactionGroup {
    fn place(&self, commit: u64) -> &AtomicU64 {
        &self.asked_ns[(commit % self.asked_ns.len() as u64) as usize]
    }

    /// Hands a commit to the log; returns its number.
    fn ask(&self, now_ns: u64) -> u64 {
        let commit = self.asked.fetch_add(1, Ordering::AcqRel);
        self.place(commit).store(now_ns + 1, Ordering::Release);
        commit
    }

    fn may_begin(&self) -> bool {
        let finished = self.finished.load(Ordering::Acquire);
        let mut writers = self.written.iter().zip(&self.behind_max);
        writers.all(|(written, most)| finished <= written.load(Ordering::Acquire) + most)
    }
}

#[derive(Debug)]
pub(super) enum TransactionWork {
    Sessions(Box<SessionSlots>),
    Commit(CommitQueue),
    Behind(IosBehind),
}

#[derive(Debug)]
pub(super) struct SessionSlots {
    group: Arc<TransactionGroup>,
    cycle: SessionCycle,
    /// Transactions that arrive, if sessions do not begin them at once.
    arrivals: Option<ArrivalSchedule>,
    next_due_ns: Option<u64>,
    rng: Rng,
    /// Reads that the session of each slot has still to do.
    reads_left: Vec<u32>,
    began_ns: Vec<u64>,
    /// Sessions that wait for their commit, in its order.
    waiting: VecDeque<WaitingCommit>,
    /// Sessions that think, and until when.
    thinking: BinaryHeap<Reverse<(u64, u32)>>,
    idle: Vec<u32>,
    begun: bool,
}

#[derive(Clone, Copy, Debug)]
struct WaitingCommit {
    slot: u32,
    commit: u64,
    asked_ns: u64,
}

/// The sizes of writes that grow with their commits.
#[derive(Clone, Copy, Debug)]
struct CommitSizes {
    bytes: u64,
    smallest: u64,
    largest: u64,
}

impl CommitSizes {
    /// Whole blocks: logs write their last block anew each time.
    fn of(self, commits: u64) -> u32 {
        let bytes = self.bytes.saturating_mul(commits).clamp(1, self.largest);
        bytes.next_multiple_of(self.smallest).min(self.largest) as u32
    }
}

/// The commits that the log takes.
#[derive(Debug)]
pub(super) struct CommitQueue {
    group: Arc<TransactionGroup>,
    /// The next commit that it takes.
    next: u64,
    /// When the commits of the present write were handed over.
    asked_ns: Vec<u64>,
    idle_since_ns: u64,
    /// If the size of a write follows from its commits.
    sizes: Option<CommitSizes>,
}

/// I/Os for finished transactions.
#[derive(Debug)]
pub(super) struct IosBehind {
    group: Arc<TransactionGroup>,
    writer: usize,
    ios: f64,
    burst: u64,
    started: u64,
}

impl TransactionWork {
    pub(super) fn of(setup: &WorkerSetup) -> Option<Self> {
        let TransactionSeat { group, writer } = setup.transactions.clone()?;
        let work = &setup.work;
        Some(match work.transaction? {
            TransactionPart::Commit { bytes } => {
                let asked_ns = Vec::with_capacity(group.asked_ns.len());
                let blocks = &work.write_blocks;
                let sizes = bytes.map(|bytes| CommitSizes {
                    bytes: bytes.0,
                    smallest: blocks.smallest().0,
                    largest: blocks.largest().0,
                });
                Self::Commit(CommitQueue { group, next: 0, asked_ns, idle_since_ns: 0, sizes })
            }
            TransactionPart::Behind { ios, burst } => {
                let burst = u64::from(burst.max(1));
                Self::Behind(IosBehind { group, writer, ios, burst, started: 0 })
            }
            TransactionPart::Sessions(cycle) => {
                let seed = random::derive(work.seed, &[TRANSACTIONS, u64::from(setup.lane)]);
                let depth = work.depth as usize;
                let schedule =
                    |rate_iops| ArrivalSchedule::new(Pace::Poisson { rate_iops }, None, 0.0, seed);
                Self::Sessions(Box::new(SessionSlots {
                    group,
                    cycle,
                    arrivals: cycle.rate.and_then(schedule),
                    next_due_ns: None,
                    rng: Rng::new(seed),
                    reads_left: vec![0; depth],
                    began_ns: vec![0; depth],
                    waiting: VecDeque::with_capacity(depth),
                    thinking: BinaryHeap::with_capacity(depth),
                    idle: Vec::with_capacity(depth),
                    begun: false,
                }))
            }
        })
    }
}

impl SessionSlots {
    /// Draws the time of one transaction outside of the storage.
    fn thinks_ns(&mut self) -> u64 {
        (self.cycle.think_ns.0 as f64 * self.rng.exponential()) as u64
    }

    /// Draws the reads of one transaction: misses of a cache, which are independent of each other.
    fn draw_reads(&mut self) -> u32 {
        let (mut sum, mut reads) = (self.rng.exponential(), 0);
        while sum < self.cycle.reads {
            sum += self.rng.exponential();
            reads += 1;
        }
        reads
    }
}

impl<B: Backend, S: SampleSink, C: PageCheck> Worker<B, S, C> {
    /// Starts what the part of the worker in the transactions allows now.
    pub(super) fn refill_transactions(&mut self) {
        self.rests_until_ns = u64::MAX;
        let Some(mut part) = self.transactions.take() else { return };
        match &mut part {
            TransactionWork::Sessions(sessions) => self.refill_sessions(sessions),
            TransactionWork::Commit(queue) => self.refill_commits(queue),
            TransactionWork::Behind(writer) => self.refill_behind(writer),
        }
        self.transactions = Some(part);
    }

    fn refill_sessions(&mut self, sessions: &mut SessionSlots) {
        if !std::mem::replace(&mut sessions.begun, true) {
            // Clients do not begin at the same moment.
            while let Some(slot) = self.free.pop() {
                let until_ns = self.now_ns + sessions.thinks_ns();
                sessions.thinking.push(Reverse((until_ns, slot)));
            }
        }
        while let Some(slot) = self.free.pop() {
            self.go_on(sessions, slot);
        }
        let durable = sessions.group.durable.load(Ordering::Acquire);
        while sessions.waiting.front().is_some_and(|wait| wait.commit < durable) {
            let Some(wait) = sessions.waiting.pop_front() else { break };
            self.finish_transaction(sessions, wait.slot);
        }
        while sessions.thinking.peek().is_some_and(|next| next.0.0 <= self.now_ns) {
            let Some(Reverse((_, slot))) = sessions.thinking.pop() else { break };
            sessions.idle.push(slot);
        }
        self.begin_transactions(sessions);
        let thinks_ns = sessions.thinking.peek().map_or(u64::MAX, |next| next.0.0);
        let waits_ns = sessions.waiting.front().map(|wait| self.look_again_ns(wait.asked_ns));
        let begins_ns = sessions.next_due_ns.map(|due_ns| due_ns.max(self.now_ns));
        let begins_ns = begins_ns.unwrap_or(self.now_ns + PAUSE_NS_MAX);
        let begins_ns = if sessions.idle.is_empty() { u64::MAX } else { begins_ns };
        self.rests_until_ns = thinks_ns.min(begins_ns).min(waits_ns.unwrap_or(u64::MAX));
    }

    /// When to look again for what was waited for since then.
    fn look_again_ns(&self, since_ns: u64) -> u64 {
        let waited_ns = self.now_ns.saturating_sub(since_ns);
        self.now_ns + (waited_ns / WAIT_PARTS).clamp(STEP_NS, PAUSE_NS_MAX)
    }

    fn begin_transactions(&mut self, sessions: &mut SessionSlots) {
        while !sessions.idle.is_empty() && !self.draining && sessions.group.may_begin() {
            if let Some(arrivals) = &mut sessions.arrivals {
                let due_ns = *sessions.next_due_ns.get_or_insert_with(|| {
                    self.setup.start_ns + arrivals.due_ns(self.setup.tickets.take(1))
                });
                if due_ns > self.now_ns {
                    return;
                }
                sessions.next_due_ns = None;
            }
            let Some(slot) = sessions.idle.pop() else { return };
            sessions.began_ns[slot as usize] = self.now_ns;
            sessions.reads_left[slot as usize] = sessions.draw_reads();
            self.go_on(sessions, slot);
        }
    }

    /// The next step of the session in the slot: a read, its commit, or the end.
    fn go_on(&mut self, sessions: &mut SessionSlots, slot: u32) {
        if let Some(left) = sessions.reads_left[slot as usize].checked_sub(1) {
            sessions.reads_left[slot as usize] = left;
            if self.issue(slot, self.now_ns) {
                self.recorder.started(self.outstanding, 1);
            }
        } else if sessions.group.has_log {
            let commit = sessions.group.ask(self.now_ns);
            sessions.waiting.push_back(WaitingCommit { slot, commit, asked_ns: self.now_ns });
        } else {
            self.finish_transaction(sessions, slot);
        }
    }

    fn finish_transaction(&mut self, sessions: &mut SessionSlots, slot: u32) {
        sessions.group.finished.fetch_add(1, Ordering::AcqRel);
        let flush = &mut self.recorder.interval.flush;
        flush.ios += 1;
        flush.total.record(self.now_ns.saturating_sub(sessions.began_ns[slot as usize]));
        let until_ns = self.now_ns + sessions.thinks_ns();
        sessions.thinking.push(Reverse((until_ns, slot)));
    }

    /// One write for all commits that wait.
    fn refill_commits(&mut self, queue: &mut CommitQueue) {
        let Some(slot) = self.free.pop() else { return };
        let first = queue.next;
        while let asked_ns @ 1.. = queue.group.place(queue.next).swap(0, Ordering::AcqRel) {
            queue.asked_ns.push(asked_ns - 1);
            queue.next += 1;
        }
        if queue.next == first {
            self.free.push(slot);
            self.rests_until_ns = self.look_again_ns(queue.idle_since_ns);
            return;
        }
        if let Some(sizes) = queue.sizes {
            self.offsets.set_write_length(sizes.of(queue.next - first));
        }
        if self.issue(slot, self.now_ns) {
            self.recorder.started(self.outstanding, 1);
        }
    }

    /// The log's last write or flush ended: its commits are durable. Returns whether the worker is the log. A failure is an error of the
    /// log, and its sessions go on.
    pub(super) fn record_commits(&mut self, is_durable: bool) -> bool {
        let Some(TransactionWork::Commit(queue)) = &mut self.transactions else { return false };
        let flush = &mut self.recorder.interval.flush;
        for asked_ns in queue.asked_ns.drain(..).filter(|_| is_durable) {
            flush.ios += 1;
            flush.total.record(self.now_ns.saturating_sub(asked_ns));
        }
        queue.idle_since_ns = self.now_ns;
        queue.group.durable.store(queue.next, Ordering::Release);
        true
    }

    fn refill_behind(&mut self, writer: &mut IosBehind) {
        let finished = writer.group.finished.load(Ordering::Acquire);
        let due = (finished as f64 * writer.ios) as u64;
        // From half of a burst on, so that a run has as many I/Os too many as too few, whenever it ends.
        let wanted = (due + writer.burst / 2) / writer.burst * writer.burst;
        while writer.started < wanted && self.may_queue() {
            let Some(slot) = self.free.pop() else { break };
            if !self.issue(slot, self.now_ns) {
                return;
            }
            writer.started += 1;
            self.recorder.started(self.outstanding, 1);
        }
        let written = (writer.started as f64 / writer.ios) as u64;
        writer.group.written[writer.writer].store(written, Ordering::Release);
        if !self.free.is_empty() {
            self.rests_until_ns = self.now_ns + PAUSE_NS_MAX;
        }
    }
}
