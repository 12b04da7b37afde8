//! The worker's loop: runs a worker's plan on a backend and returns intervals, for every pace, access, mix and backend.
//!
//! A turn starts operations, submits them, waits, reads the clock **once**, and records all completions. A latency
//! runs from the clock read before the operation was queued to the read after it was found complete. So it is never
//! too small, and too large by at most the time that the loop needs for one batch (about 50 ns for each operation of
//! the batch). At depth 1 that is one clock read per operation. If a turn copies more than 64 KiB into buffers, the
//! clock is read again before the submission, so that filling never counts as latency.
//!
//! Latencies: `total` from the intended start, `service` from the submission, `late` between the two. In a closed
//! loop the intended start is the submission. For flushes, `total` is the commit latency, from the intended start of
//! the first write of the commit group to the end of its flush; `service` is the flush alone. In an open loop it runs
//! from the intended start of the last write, because the time between arrivals is not the storage's. If arrivals are
//! commits ([`workload::stream::CommitPattern`]), each has its own `total` from its intended start and counts as one
//! flush, even if it shares one. The latency of a write never includes other operations, in any mode.
//!
//! Open loop: an arrival starts when it is due and a slot is free. Otherwise it waits, without using memory, because
//! arrival times are computed from the arrival's number. An arrival that waited longer than 60 s, or longer than the
//! time of 1,000,000 arrivals, is dropped and counted as such. At the end, operations in flight are awaited, and
//! waiting arrivals are the last interval's backlog. Between arrivals the worker sleeps in the backend until shortly
//! before the next is due, and spins from there if the CPUs allow it (see [`WorkerSetup::spin_ns`]).
//!
//! Nothing here allocates, locks or prints once the worker is built.

mod arrivals;
mod batch;
mod check;
mod completion;
mod content;
mod files;
mod groups;
mod latency_control;
mod linked_rates;
mod offsets;
mod page_ledger;
mod recorder;
mod replay;
mod setup;
mod transactions;

pub use check::{NoCheck, PageCheck, WorkerCheck};
pub use linked_rates::LinkedRateGroup;
pub use page_ledger::{PartLedger, ReadBackTarget};
pub use recorder::empty_interval;
pub use setup::{SampleSink, StopFlags, TurnResult, WorkerCounter, WorkerSetup};
pub use transactions::seat_all;

use crate::backend::{Backend, BackendError, Completion, DiskOperation, IoKind};
use arrivals::ArrivalSchedule;
use base::{Clock, random};
use batch::BatchQueue;
use content::BufferFiller;
use files::{FileRotation, PassTracker};
use groups::WriteGroups;
use latency_control::LatencyControl;
use linked_rates::LinkedRateMember;
use offsets::{IoExtent, OffsetGenerator};
use plan::WorkerPlan;
use recorder::IntervalRecorder;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use transactions::TransactionWork;
use workload::{Pace, SyncMode, TrimMode};

/// The longest that an arrival may wait before it is dropped, in nanoseconds.
const WAIT_NS_MAX: u64 = 60_000_000_000;
const WAITING_MAX: f64 = 1_000_000.0;
/// The longest time between two checks of the stop flags by a blocked worker, in nanoseconds.
const LOOK_NS: u64 = 20_000_000;
/// How long a worker that is ahead of others waits before it checks again, in nanoseconds.
const STEP_NS: u64 = 50_000;
/// Bytes filled after which the clock is read again before a submission.
const FILL_BYTES: u32 = 64 << 10;

#[derive(Clone, Copy, Debug)]
struct WorkerSlot {
    op: DiskOperation,
    due_ns: u64,
    submitted_ns: u64,
    /// How long its submission took, if that is measured.
    handover_ns: u64,
    /// Its number among the operations of the worker, for records.
    number: u64,
    length_bytes: u32,
    retries: u8,
}

/// The content of a slot before its first operation.
const IDLE: WorkerSlot = WorkerSlot {
    op: DiskOperation::IDLE,
    due_ns: 0,
    submitted_ns: 0,
    handover_ns: 0,
    number: 0,
    length_bytes: 0,
    retries: 0,
};

/// The flush that a worker's plan may end with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastFlush {
    None,
    ToCome,
    /// The flushes of this many files are complete or in flight.
    Done(u32),
}

impl LastFlush {
    fn new(requested: bool) -> Self {
        if requested { Self::ToCome } else { Self::None }
    }
}

#[derive(Debug)]
struct OpenLoop {
    schedule: ArrivalSchedule,
    /// Counts due arrivals for all lanes, whichever takes them; only in lane 0.
    census: Option<ArrivalSchedule>,
    counted: u64,
    next_due_ns: Option<u64>,
    wait_ns_max: u64,
}

impl OpenLoop {
    fn new(setup: &WorkerSetup) -> Option<Self> {
        let work = &setup.work;
        let schedule =
            ArrivalSchedule::new(work.pace, work.curve.as_ref(), work.pace_offset, work.seed)?;
        let within = |rate: f64| WAIT_NS_MAX.min((WAITING_MAX / rate * 1e9) as u64);
        Some(Self {
            census: (setup.lane == 0).then(|| schedule.clone()),
            schedule,
            counted: 0,
            next_due_ns: None,
            wait_ns_max: work.pace.rate_iops().map_or(WAIT_NS_MAX, within),
        })
    }
}

/// The longest time between pauses.
fn pauses_every_ns(work: &WorkerPlan) -> u64 {
    work.emulation.pauses_every.map_or(u64::MAX, |time| time.0)
}

/// Whether the plan needs only the count and the latency of operations.
fn is_plain(work: &WorkerPlan) -> bool {
    let emulation = &work.emulation;
    work.latency_target.is_none()
        && work.transaction.is_none()
        && work.trim != TrimMode::Before
        && !emulation.keeps_records
        && !emulation.times_submission
}

/// One worker. `C` is its check of contents; a type parameter, so that [`NoCheck`] costs nothing.
#[derive(Debug)]
pub struct Worker<B: Backend, S: SampleSink, C: PageCheck = NoCheck> {
    backend: B,
    sink: S,
    check: C,
    setup: WorkerSetup,
    offsets: OffsetGenerator,
    /// Used instead of `offsets` if there are several files.
    rotation: Option<FileRotation>,
    filler: Option<BufferFiller>,
    groups: Option<WriteGroups>,
    latency_control: Option<LatencyControl>,
    rate_link: Option<LinkedRateMember>,
    transactions: Option<TransactionWork>,
    batching: Option<BatchQueue>,
    /// Whether only the count and the latency of operations are needed.
    plain: bool,
    /// Operations queued since the last submission.
    queued: u32,
    /// Operations started.
    number: u64,
    /// The number of bytes at which it ends or begins the next pass.
    bytes_limit: Option<u64>,
    passes: Option<PassTracker>,
    last_flush: LastFlush,
    open_loop: Option<OpenLoop>,
    recorder: IntervalRecorder,
    slots: Vec<WorkerSlot>,
    free: Vec<u32>,
    done: Vec<Completion>,
    outstanding: u32,
    now_ns: u64,
    end_ns: u64,
    draining: bool,
    ended: bool,
    pushed: bool,
    filled_bytes: u32,
    burst_left: u32,
    /// When a burst ends although operations of it are left.
    burst_until_ns: u64,
    /// The end of a pause, on the clock.
    rests_until_ns: u64,
    failures: u32,
    error: Option<BackendError>,
}

impl<B: Backend, S: SampleSink> Worker<B, S> {
    /// A worker ready to start at `setup.start_ns`; all its memory is allocated here.
    pub fn new(setup: WorkerSetup, backend: B, sink: S) -> Self {
        Self::checking(setup, backend, sink, NoCheck)
    }
}

impl<B: Backend, S: SampleSink, C: PageCheck> Worker<B, S, C> {
    /// A worker ready to start at `setup.start_ns`, with a check of contents.
    pub fn checking(setup: WorkerSetup, backend: B, sink: S, check: C) -> Self {
        let work = &setup.work;
        let depth = work.depth;
        let largest = work.write_blocks.largest().0 as usize;
        let writes = work.read_share < 1.0 && work.trim != TrimMode::Instead;
        let filler = (writes && !C::CHECKS).then(|| {
            let seed = random::derive(work.seed, &[u64::from(setup.lane)]);
            BufferFiller::new(work.content, work.emulation.content.as_ref(), largest, seed)
        });
        let open = OpenLoop::new(&setup);
        let burst_left =
            if let Pace::ThinkTime { burst, .. } = work.pace { burst.max(1) } else { 0 };
        let start_ns = setup.start_ns;
        let mut worker = Self {
            offsets: OffsetGenerator::new(
                work,
                setup.cursor.clone(),
                random::derive(work.seed, &[1, u64::from(setup.lane)]),
            ),
            rotation: FileRotation::new(work),
            groups: writes
                .then(|| {
                    WriteGroups::new(
                        work.sync,
                        depth,
                        work.commit,
                        open.is_some(),
                        work.latency_target.is_some(),
                    )
                })
                .flatten(),
            latency_control: work.latency_target.map(|keep| LatencyControl::new(keep, depth)),
            rate_link: LinkedRateMember::of(&setup),
            transactions: TransactionWork::of(&setup),
            batching: BatchQueue::of(&setup.work),
            plain: open.is_none() && !C::CHECKS && is_plain(work),
            queued: 0,
            number: 0,
            bytes_limit: PassTracker::limit(&setup),
            passes: PassTracker::of(&setup),
            last_flush: LastFlush::new(writes && setup.work.flush_last),
            recorder: IntervalRecorder::new(&setup),
            slots: vec![IDLE; depth as usize],
            free: (0..depth).rev().collect(),
            done: Vec::with_capacity(depth as usize),
            outstanding: 0,
            now_ns: start_ns,
            end_ns: u64::MAX,
            draining: false,
            ended: false,
            pushed: false,
            filled_bytes: 0,
            burst_left,
            burst_until_ns: u64::MAX,
            rests_until_ns: u64::MAX,
            failures: 0,
            error: None,
            filler,
            open_loop: open,
            setup,
            backend,
            sink,
            check,
        };
        worker.start_at(start_ns);
        worker
    }

    /// Sets the start of the phase, before the first turn: a worker is built first and started with the others later. Its
    /// warm-up, duration and arrivals begin after its own delay.
    pub fn start_at(&mut self, start_ns: u64) {
        self.now_ns = start_ns;
        let own_start_ns = start_ns.saturating_add(self.setup.work.delay_ns);
        self.setup.start_ns = own_start_ns;
        let warm_up_ns = self.setup.warm_up_ns;
        let end_ns = |ns: u64| own_start_ns.saturating_add(warm_up_ns).saturating_add(ns);
        self.end_ns = self.setup.work.duration_ns.map_or(u64::MAX, end_ns);
        self.recorder.start_at(start_ns, self.setup.work.delay_ns);
        if let Some(steering) = &mut self.latency_control {
            steering.begin_at(own_start_ns.saturating_add(warm_up_ns));
            steering.fit(&mut self.free, 0);
        }
    }

    /// Its plan, and the stop flag of its stream.
    pub(crate) fn ends(&self) -> (&WorkerPlan, &Arc<AtomicBool>) {
        (&self.setup.work, &self.setup.stops.stream)
    }

    /// Its queue depth, which latency control may have changed.
    pub fn depth(&self) -> u32 {
        self.latency_control.as_ref().map_or(self.setup.work.depth, LatencyControl::depth)
    }

    /// Takes the error of the backend, if there was one.
    pub fn take_error(&mut self) -> Option<BackendError> {
        self.error.take()
    }

    pub fn clock(&self) -> &B::Clock {
        self.backend.clock()
    }

    pub fn into_parts(self) -> (B, S) {
        (self.backend, self.sink)
    }

    pub fn into_all_parts(self) -> (B, S, C) {
        (self.backend, self.sink, self.check)
    }

    /// Runs one turn of the loop. With `block` it waits inside the backend, for a thread that runs one worker. Without, it
    /// never waits, so that one thread can step many workers on one virtual clock.
    pub fn turn(&mut self, block: bool) -> TurnResult {
        if self.ended {
            return TurnResult::Done;
        }
        if !block {
            self.now_ns = self.backend.clock().now_ns().max(self.now_ns);
            self.roll();
        }
        self.refill();
        if self.draining && self.outstanding == 0 && !self.flush_last() {
            self.finish();
            return TurnResult::Done;
        }
        let wake_ns = self.wake_ns();
        let handed_over = std::mem::take(&mut self.pushed);
        let wanted = self.wanted();
        let spins = block && wake_ns <= self.now_ns.saturating_add(self.setup.spin_ns);
        let measured = self.measure_submission(handed_over);
        // The submission may have returned completions already.
        let missing = wanted.saturating_sub(self.done.len() as u32);
        let waited = if block && !spins && missing > 0 {
            let until_ns = wake_ns.saturating_sub(self.setup.spin_ns).min(self.now_ns + LOOK_NS);
            measured.and_then(|()| self.backend.turn(missing, Some(until_ns), &mut self.done))
        } else {
            measured.and_then(|()| self.backend.turn(0, None, &mut self.done))
        };
        self.now_ns = self.backend.clock().now_ns().max(self.now_ns);
        self.roll();
        if let Err(error) = waited {
            self.error = Some(error);
            self.finish();
            return TurnResult::Done;
        }
        // While the queue is still being filled, completions are not processed.
        let any = wanted > 0 && self.done.len() >= wanted as usize;
        if any || self.batching.is_none() {
            self.record();
        }
        if any || handed_over || block { TurnResult::Busy } else { TurnResult::WakeAt(wake_ns) }
    }

    /// The time of the next event other than a completion.
    fn wake_ns(&self) -> u64 {
        let mut wake_ns = self.recorder.interval_end_ns;
        if self.draining {
            return wake_ns;
        }
        if self.now_ns < self.setup.start_ns {
            return self.setup.start_ns;
        }
        wake_ns = wake_ns.min(self.end_ns);
        // Sessions that wait or think have no free slot.
        if self.free.is_empty() && self.transactions.is_none() {
            return wake_ns;
        }
        if let Some(due_ns) = self.open_loop.as_ref().and_then(|open| open.next_due_ns) {
            wake_ns = wake_ns.min(due_ns);
        }
        wake_ns.min(self.rests_until_ns)
    }

    /// Starts all operations that may start now.
    #[inline]
    fn refill(&mut self) {
        if self.draining {
            return;
        }
        if self.now_ns >= self.end_ns || self.setup.stops.raised() {
            self.draining = true;
            return;
        }
        if self.now_ns < self.setup.start_ns {
            return;
        }
        self.recorder.integrate(self.now_ns, self.outstanding);
        self.filled_bytes = 0;
        match self.setup.work.pace {
            Pace::Closed => self.refill_closed(),
            Pace::ThinkTime { think_ns, burst } => self.refill_thinking(think_ns.0, burst),
            _ => self.refill_open(),
        }
    }

    /// Operations started here are submitted together, so all count at the depth that they reach together.
    #[inline]
    fn refill_closed(&mut self) {
        let before = self.outstanding;
        if self.setup.work.emulation.replay.is_some() {
            self.refill_replay();
        } else if self.rate_link.is_some() {
            self.refill_in_step();
        } else if self.transactions.is_some() {
            return self.refill_transactions();
        } else {
            let now_ns = self.now_ns;
            while self.may_queue()
                && let Some(slot) = self.free.pop()
            {
                if !self.issue(slot, now_ns) {
                    break;
                }
            }
        }
        self.recorder.started(self.outstanding, self.outstanding - before);
    }

    fn refill_thinking(&mut self, think_ns: u64, burst: u32) {
        if self.burst_until_ns == u64::MAX {
            // The first burst is longer by a pause, as with fio.
            let burst_ns = pauses_every_ns(&self.setup.work).saturating_add(think_ns);
            self.burst_until_ns = self.now_ns.saturating_add(burst_ns);
        }
        if self.burst_left == 0 || self.now_ns >= self.burst_until_ns {
            if self.outstanding > 0 {
                return;
            }
            if self.rests_until_ns == u64::MAX {
                self.rests_until_ns = self.now_ns + think_ns;
            }
            if self.now_ns < self.rests_until_ns {
                return;
            }
            self.burst_left = burst.max(1);
            self.burst_until_ns = self.now_ns.saturating_add(pauses_every_ns(&self.setup.work));
            self.rests_until_ns = u64::MAX;
        }
        while self.burst_left > 0 && self.may_queue() {
            let Some(slot) = self.free.pop() else { break };
            if !self.issue(slot, self.now_ns) {
                break;
            }
            self.recorder.started(self.outstanding, 1);
            self.burst_left -= 1;
        }
    }

    /// Starts as many operations as the linked group allows; a worker that is ahead pauses. The clock is read for each
    /// operation: a worker that was off the CPU may find that the others have ended, and would run on without limit.
    fn refill_in_step(&mut self) {
        self.rests_until_ns = u64::MAX;
        while !self.free.is_empty() && self.may_queue() {
            self.now_ns = self.backend.clock().now_ns().max(self.now_ns);
            if self.now_ns >= self.end_ns {
                self.draining = true;
                return;
            }
            if !self.rate_link.as_mut().is_some_and(LinkedRateMember::takes) {
                self.rests_until_ns = self.now_ns + STEP_NS;
                return;
            }
            let slot = self.free.pop().expect("it was looked whether one is free");
            if !self.issue(slot, self.now_ns) {
                return;
            }
        }
    }

    fn refill_open(&mut self) {
        while !self.free.is_empty() && !self.draining && self.may_queue() {
            let Some(due_ns) = self.due_now() else { return };
            self.rests_until_ns = u64::MAX;
            if !self.rate_link.as_mut().is_none_or(LinkedRateMember::takes) {
                self.rests_until_ns = self.now_ns + STEP_NS;
                return;
            }
            let Some(open) = &mut self.open_loop else { return };
            open.next_due_ns = None;
            if self.now_ns - due_ns > open.wait_ns_max {
                self.recorder.interval.dropped += 1;
                continue;
            }
            if let Some(slot) = self.free.pop()
                && self.issue(slot, due_ns)
            {
                self.recorder.started(self.outstanding, 1);
            }
        }
    }

    /// The due time of the next arrival, if it is due by now and before the end.
    fn due_now(&mut self) -> Option<u64> {
        let open = self.open_loop.as_mut()?;
        let due_ns = open.next_due_ns.unwrap_or_else(|| {
            let number = self.setup.tickets.take(1);
            self.setup.start_ns + open.schedule.due_ns(number)
        });
        open.next_due_ns = Some(due_ns);
        (due_ns <= self.now_ns && due_ns < self.end_ns).then_some(due_ns)
    }

    /// Whether another arrival is waiting that may still start.
    fn another_waits(&mut self) -> bool {
        !self.draining && self.now_ns < self.end_ns && self.due_now().is_some()
    }

    /// Starts the next operation in the slot; returns false if the worker has done all its work.
    #[inline]
    fn issue(&mut self, slot: u32, due_ns: u64) -> bool {
        if self.setup.work.ios_max.is_some_and(|max| self.setup.ios.take(1) >= max) {
            return self.exhausted(slot);
        }
        let (file, IoExtent { kind, offset_bytes, length_bytes }) = loop {
            if let Some(extent) = self.replay_extent() {
                break (0, extent);
            }
            let (file, extent) = match self.check.next_written() {
                ReadBackTarget::At { file, offset_bytes, length_bytes } => {
                    (file, IoExtent { kind: IoKind::Read, offset_bytes, length_bytes })
                }
                ReadBackTarget::End => return self.exhausted(slot),
                ReadBackTarget::Unknown => match &mut self.rotation {
                    None => (0, self.offsets.next()),
                    Some(rotation) => rotation.next(),
                },
            };
            if let Some(limit) = self.bytes_limit
                && self.setup.bytes.take(u64::from(extent.length_bytes)) >= limit
                && !self.next_pass(limit)
            {
                return self.exhausted(slot);
            }
            if !C::CHECKS || !self.check.leaves_out(file, extent.offset_bytes, extent.length_bytes)
            {
                break (file, extent);
            }
        };
        let durable = kind == IoKind::Write && self.setup.work.sync == SyncMode::Fua;
        let (skip_bytes, data_only) = (0, false);
        let op = DiskOperation {
            slot,
            file,
            kind,
            offset_bytes,
            length_bytes,
            skip_bytes,
            durable,
            data_only,
        };
        if kind != IoKind::Read {
            // A write with a trim before it belongs to its commit group from the trim on.
            if let Some(groups) = &mut self.groups {
                groups.started(slot, due_ns, &mut self.free);
            }
            if kind == IoKind::Write {
                self.fill(slot, length_bytes);
            }
        }
        if C::CHECKS {
            let buffer = &mut self.backend.buffer(slot)[..length_bytes as usize];
            self.check.begin(&op, buffer, self.now_ns.saturating_sub(self.setup.start_ns));
            self.now_ns = self.backend.clock().now_ns().max(self.now_ns);
        }
        let submitted_ns = self.now_ns;
        let due_ns = if self.open_loop.is_some() { due_ns } else { submitted_ns };
        let number = self.number;
        self.number += 1;
        self.slots[slot as usize] =
            WorkerSlot { op, due_ns, submitted_ns, length_bytes, number, ..IDLE };
        self.keep_closed();
        self.batched(slot);
        if self.open_loop.is_some() {
            self.recorder.direction(kind).late.record(submitted_ns - due_ns);
        }
        self.outstanding += 1;
        self.pushed = true;
        self.backend.push(&op);
        true
    }

    /// Fills the buffer of a write. After more than `FILL_BYTES`, the clock is read again.
    #[inline]
    fn fill(&mut self, slot: u32, length_bytes: u32) {
        let Some(filler) = &mut self.filler else { return };
        filler.fill(&mut self.backend.buffer(slot)[..length_bytes as usize]);
        self.filled_bytes = self.filled_bytes.saturating_add(length_bytes);
        if self.filled_bytes > FILL_BYTES {
            self.filled_bytes = 0;
            self.now_ns = self.backend.clock().now_ns().max(self.now_ns);
        }
    }

    fn exhausted(&mut self, slot: u32) -> bool {
        self.free.push(slot);
        self.draining = true;
        false
    }

    /// Ends intervals whose time is over, including empty ones.
    #[inline]
    fn roll(&mut self) {
        if self.open_loop.is_some() {
            self.count_due(self.now_ns.min(self.recorder.interval_end_ns));
        }
        while self.now_ns >= self.recorder.interval_end_ns {
            let end_ns = self.recorder.interval_end_ns;
            self.recorder.integrate(end_ns, self.outstanding);
            self.count_due(end_ns);
            self.count_backlog();
            self.recorder.next(end_ns, false, &mut self.sink);
        }
    }

    /// Counts arrivals that were due before `until_ns`, whichever lane takes them.
    #[inline]
    fn count_due(&mut self, until_ns: u64) {
        let until_ns = until_ns.min(self.end_ns).saturating_sub(self.setup.start_ns);
        let Some(open) = &mut self.open_loop else { return };
        let Some(census) = &mut open.census else { return };
        let counted = census.count_before(until_ns).max(open.counted);
        self.recorder.interval.due += counted - open.counted;
        open.counted = counted;
    }

    fn count_backlog(&mut self) {
        let Some(open) = &self.open_loop else { return };
        if open.census.is_some() {
            // The next arrival's number was already taken from the counter, before it is due.
            let in_hand = u64::from(
                open.next_due_ns.is_some_and(|due_ns| due_ns < self.now_ns.min(self.end_ns)),
            );
            let taken = self.setup.tickets.value();
            self.recorder.interval.backlog = (open.counted + in_hand).saturating_sub(taken);
        }
    }

    /// Records all completions at the time of the last clock read.
    #[inline]
    fn record(&mut self) {
        self.recorder.integrate(self.now_ns, self.outstanding);
        if !self.done.is_empty() {
            self.recorder.answered(self.now_ns);
        }
        let mut done = std::mem::take(&mut self.done);
        let taken = self.taken(done.len());
        let simple = self.plain;
        // Equal latencies come in runs, because a batch shares its clock reads.
        let (mut run_kind, mut run_ns, mut run) = (IoKind::Read, 0, 0u64);
        for completion in done.drain(..taken) {
            let slot = self.slots[completion.slot as usize];
            let wanted = slot.op.length_bytes;
            let whole = completion.result >= 0 && completion.result as u32 >= wanted;
            if !(whole && simple && slot.op.kind != IoKind::Flush && self.groups.is_none()) {
                self.record_other(completion);
                continue;
            }
            let latency_ns = self.now_ns - slot.submitted_ns;
            if latency_ns != run_ns || slot.op.kind != run_kind {
                if run > 0 {
                    self.recorder.direction(run_kind).total.record_n(run_ns, run);
                }
                (run_kind, run_ns, run) = (slot.op.kind, latency_ns, 0);
            }
            run += 1;
            let direction = self.recorder.direction(slot.op.kind);
            direction.ios += 1;
            direction.bytes += u64::from(slot.length_bytes);
            self.outstanding -= 1;
            self.free.push(completion.slot);
        }
        if run > 0 {
            self.recorder.direction(run_kind).total.record_n(run_ns, run);
        }
        self.done = done;
        if self.latency_control.is_some() {
            self.steer();
        }
    }

    /// Ends the worker and delivers the last interval.
    fn finish(&mut self) {
        self.ended = true;
        self.rate_link = None;
        self.recorder.integrate(self.now_ns, self.outstanding);
        self.count_due(self.now_ns);
        self.count_backlog();
        if let Some(OpenLoop { census: None, next_due_ns: Some(due_ns), .. }) = &self.open_loop {
            // An arrival that a lane took from the counter but could not start counts as waiting.
            self.recorder.interval.backlog += u64::from(*due_ns < self.now_ns.min(self.end_ns));
        }
        if self.recorder.holds_something() || matches!(self.last_flush, LastFlush::Done(_)) {
            let end_ns = self.now_ns;
            self.recorder.next(end_ns, true, &mut self.sink);
        }
    }
}
