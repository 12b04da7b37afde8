//! Integrity test of a storage: runs actors on a backend and returns every fault found, by name.
//!
//! One loop over any backend. Each written page carries a stamp. A ledger tracks what each page may hold, under
//! overlap, failure, retry and short transfers; each page that is read is compared with it. A wrong page is read again
//! up to 15 times, at growing intervals, to tell transient faults from permanent ones. There are no false alarms: any
//! content that honest storage could return is allowed (see [`integrity::Ledger`]).
//!
//! A phase ([`IntegrityTest::fill`], [`IntegrityTest::exercise`], [`IntegrityTest::settle`],
//! [`IntegrityTest::audit`]) is a set of actors that run until they are done or the time is over. Operations in flight
//! at that point are awaited.

mod actor_set;
mod completion;
mod file_test;
mod finding;
mod flight;
mod history;
mod issue;
mod marks;
mod recheck;
mod setup;

pub use base::proof::Durability;
pub use file_test::{FileControl, FileTest, FileTestResult, FileTestRole};
pub use finding::{IntegrityFinding, OperationTotals};
pub use flight::FlushPace;
pub use setup::{IntegrityError, IntegrityProgress, IntegritySetup};

use crate::backend::{Backend, BackendError, Completion, IoKind};
use actor_set::{ActorRun, ActorSet, ActorState};
use base::Clock;
use base::proof::{ActorCounts, PageOperationKind};
use flight::InFlightOperation;
use history::OperationHistory;
use integrity::actors::{
    Actor, DirtyPages, FileActivity, FileSweep, OperationThrottle, WriteBackActor,
};
use integrity::{Ledger, PageStamper, ReadSnapshot, TestPhase};
use marks::PageMarks;
use recheck::PageRecheck;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The longest wait inside the backend, in nanoseconds: the delay until a stop is noticed.
const LOOK_NS: u64 = 20_000_000;
/// How often operations in flight are checked for lateness, and progress is reported, in nanoseconds.
const ROUND_NS: u64 = 200_000_000;
/// The most actor operations in one turn, so that actors without I/O do not delay the completions of others.
const ACTS_MAX: u32 = 512;
/// The most unflushed pages that are tracked before the test issues a flush itself.
const UNFLUSHED_MAX: usize = 1 << 20;

/// The integrity test of one file.
#[derive(Debug)]
pub struct IntegrityTest<B, G> {
    setup: IntegritySetup,
    backend: B,
    file_control: G,
    stamper: PageStamper,
    ledger: Ledger,
    marks: PageMarks,
    file_activity: FileActivity,
    actors: ActorSet,
    in_flight: Vec<InFlightOperation>,
    /// What pages could hold when their reads were issued: `run_pages_max` entries for each slot.
    snapshots: Vec<ReadSnapshot>,
    /// Slots of reads queued since the last turn; the snapshots of their pages are taken before the next one.
    fresh: Vec<u32>,
    free: Vec<u32>,
    /// Slots that wait until a serial backend has completed the operation before.
    waiting_slots: VecDeque<u32>,
    outstanding: u32,
    /// Slots whose operation failed, each with the time of its next try.
    retries: Vec<(u64, u32)>,
    rechecks: Vec<PageRecheck>,
    throttle: OperationThrottle,
    bursts: bool,
    history: OperationHistory,
    totals: OperationTotals,
    actor_totals: Vec<ActorCounts>,
    findings: Vec<IntegrityFinding>,
    /// Whether something was found since the last progress report.
    has_new_findings: bool,
    /// Pages written since the last flush that covers them, with the oldest generation that each may fall back to.
    unflushed: HashMap<u64, u32>,
    /// The same for the flush in flight.
    flushing: Option<HashMap<u64, u32>>,
    /// The bytes of both, as counted in `setup.flush_pace`.
    waiting_bytes: u64,
    start_ns: u64,
    now_ns: u64,
    stopping: bool,
    stop_flag: Option<Arc<AtomicBool>>,
    done: Vec<Completion>,
}

impl<B: Backend, G: FileControl> IntegrityTest<B, G> {
    /// A test of a file of `pages` pages that this run has not written yet. The backend must have `setup.depth` slots of
    /// `setup.slot_bytes()`.
    pub fn new(setup: IntegritySetup, backend: B, ground: G, pages: u64) -> Self {
        Self::with_ledger(setup, backend, ground, Ledger::new(pages))
    }

    /// A test of a file whose allowed content is known, as after a remount.
    pub fn with_ledger(setup: IntegritySetup, backend: B, ground: G, ledger: Ledger) -> Self {
        let depth = setup.depth.max(1);
        let now_ns = backend.clock().now_ns();
        Self {
            stamper: PageStamper::new(setup.run, setup.seed, setup.page_bytes as usize),
            marks: PageMarks::new(ledger.pages()),
            file_activity: FileActivity {
                pages: ledger.pages(),
                dirty: DirtyPages::new(),
                log_bytes: 0,
                log_is_behind: false,
            },
            actors: ActorSet::default(),
            in_flight: vec![InFlightOperation::default(); depth as usize],
            snapshots: vec![ReadSnapshot::default(); (depth * setup.run_pages_max) as usize],
            fresh: Vec::with_capacity(depth as usize),
            free: (0..depth).rev().collect(),
            waiting_slots: VecDeque::new(),
            outstanding: 0,
            retries: Vec::new(),
            rechecks: Vec::new(),
            throttle: OperationThrottle::new(setup.target_io_ns, depth),
            bursts: false,
            history: OperationHistory::default(),
            totals: OperationTotals::default(),
            actor_totals: Vec::new(),
            findings: Vec::new(),
            has_new_findings: false,
            unflushed: HashMap::new(),
            flushing: None,
            waiting_bytes: 0,
            start_ns: now_ns,
            now_ns,
            stopping: false,
            stop_flag: None,
            done: Vec::with_capacity(depth as usize),
            setup,
            backend,
            file_control: ground,
            ledger,
        }
    }

    /// Writes every page once and makes it durable.
    pub fn fill(
        &mut self,
        watch: &mut dyn FnMut(&IntegrityProgress<'_>),
    ) -> Result<(), IntegrityError> {
        self.bursts = self.setup.bursts;
        self.run_phase(TestPhase::Filling, vec![Actor::Sweep(FileSweep::fill())], None, watch)?;
        self.flush(watch)
    }

    /// Runs the actors for this many nanoseconds.
    pub fn exercise(
        &mut self,
        actors: Vec<Actor>,
        for_ns: u64,
        watch: &mut dyn FnMut(&IntegrityProgress<'_>),
    ) -> Result<(), IntegrityError> {
        self.bursts = false;
        self.now_ns = self.backend.clock().now_ns().max(self.now_ns);
        let until_ns = self.now_ns.saturating_add(for_ns);
        self.run_phase(TestPhase::Exercising, actors, Some(until_ns), watch)
    }

    /// Runs the actors until the stop flag is set.
    pub fn exercise_until(
        &mut self,
        actors: Vec<Actor>,
        stop_flag: &Arc<AtomicBool>,
        watch: &mut dyn FnMut(&IntegrityProgress<'_>),
    ) -> Result<(), IntegrityError> {
        self.bursts = false;
        self.stop_flag = Some(Arc::clone(stop_flag));
        let played = self.run_phase(TestPhase::Exercising, actors, None, watch);
        self.stop_flag = None;
        played
    }

    /// Writes the dirty pages and makes everything durable.
    pub fn settle(
        &mut self,
        watch: &mut dyn FnMut(&IntegrityProgress<'_>),
    ) -> Result<(), IntegrityError> {
        self.bursts = self.setup.bursts;
        let checkpoint = Actor::WriteBack(WriteBackActor::last_checkpoint());
        self.run_phase(TestPhase::Checkpoint, vec![checkpoint], None, watch)
    }

    /// Reads every page, if possible from the storage and not from a cache in front of it.
    pub fn audit(
        &mut self,
        watch: &mut dyn FnMut(&IntegrityProgress<'_>),
    ) -> Result<(), IntegrityError> {
        self.bursts = self.setup.bursts;
        let length_bytes = self.file_activity.pages * u64::from(self.setup.page_bytes);
        self.file_control.forget(self.setup.base_bytes, length_bytes);
        let before = self.totals.counts.pages_read;
        self.run_phase(TestPhase::FinalAudit, vec![Actor::Sweep(FileSweep::audit())], None, watch)?;
        self.totals.counts.pages_audited += self.totals.counts.pages_read - before;
        Ok(())
    }

    fn flush(
        &mut self,
        watch: &mut dyn FnMut(&IntegrityProgress<'_>),
    ) -> Result<(), IntegrityError> {
        // A checkpoint without dirty pages is a flush.
        self.file_activity.dirty = DirtyPages::new();
        self.settle(watch)
    }

    pub fn tally(&self) -> &OperationTotals {
        &self.totals
    }

    /// The operations of the actors, by their names, in the order of first appearance.
    pub fn actor_totals(&self) -> &[ActorCounts] {
        &self.actor_totals
    }

    /// The faults, in the order in which their rechecks ended; beyond `setup.findings_max` they are only counted.
    pub fn findings(&self) -> &[IntegrityFinding] {
        &self.findings
    }

    /// The throttle, with the running average of operation durations and the number of times it lowered the depth.
    pub fn throttle(&self) -> &OperationThrottle {
        &self.throttle
    }

    pub fn pages(&self) -> u64 {
        self.file_activity.pages
    }

    /// Whether it stops, on request or because of a finding.
    pub fn stopped(&self) -> bool {
        self.stopping
    }

    /// The ledger, the backend, the findings and the totals, for example to continue with [`Self::with_ledger`].
    pub fn into_parts(self) -> (Ledger, B, Vec<IntegrityFinding>, OperationTotals) {
        (self.ledger, self.backend, self.findings, self.totals)
    }

    /// Runs one phase: the actors run until all ended or the time is over; then operations in flight are awaited.
    fn run_phase(
        &mut self,
        phase: TestPhase,
        actors: Vec<Actor>,
        until_ns: Option<u64>,
        watch: &mut dyn FnMut(&IntegrityProgress<'_>),
    ) -> Result<(), IntegrityError> {
        self.now_ns = self.backend.clock().now_ns().max(self.now_ns);
        let (begun_ns, pages_before) = (self.now_ns, self.totals.page_operations());
        self.actors = ActorSet::new(actors);
        let mut round_ns = self.now_ns;
        loop {
            let found = self.setup.stop_on_fault && self.setup.found.load(Ordering::Relaxed);
            if found || self.setup.stop.load(Ordering::Relaxed) {
                self.stopping = true;
            }
            let stopped = self.stop_flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
            let late = until_ns.is_some_and(|until_ns| self.now_ns >= until_ns);
            let over = self.stopping || stopped || late;
            self.start_waiting();
            if !over {
                self.start_actors()?;
            }
            let idle = self.outstanding == 0 && self.retries.is_empty() && self.rechecks.is_empty();
            if idle && (over || self.actors.all_ended()) {
                self.actors.add_totals(&mut self.actor_totals);
                return Ok(());
            }
            self.turn(until_ns.filter(|_| !over))?;
            if self.now_ns >= round_ns || self.has_new_findings {
                round_ns = self.now_ns + ROUND_NS;
                self.find_late_operations();
                self.has_new_findings = false;
                let pages = self.totals.page_operations() - pages_before;
                let (done, all) = match until_ns {
                    Some(end_ns) => (self.now_ns - begun_ns, end_ns - begun_ns),
                    None => (pages, self.file_activity.pages),
                };
                let share = (done as f64 / all.max(1) as f64).min(1.0);
                let (open, (waiting, oldest_ns)) = (self.open(), self.waiting());
                let (tally, findings) = (&self.totals, &self.findings[..]);
                let open = &open[..];
                watch(&IntegrityProgress {
                    phase,
                    share,
                    tally,
                    findings,
                    open,
                    waiting,
                    oldest_ns,
                });
            }
        }
    }

    /// Submits queued operations, waits for the next event, and processes completions.
    fn turn(&mut self, until_ns: Option<u64>) -> Result<(), BackendError> {
        let busy = self.actors.has_ready() && self.may_start();
        let mut wake_ns = self.now_ns + LOOK_NS;
        let waiting = self.retries.iter().map(|again| again.0);
        let asking = self.rechecks.iter().filter_map(PageRecheck::due_ns);
        let others = until_ns.into_iter().chain(self.actors.next_wake_ns());
        // Anything already due was tried and now waits for a completion.
        for due_ns in waiting.chain(asking).chain(others).filter(|&due_ns| due_ns > self.now_ns) {
            wake_ns = wake_ns.min(due_ns);
        }
        self.take_snapshots();
        self.submit_next();
        let mut done = std::mem::take(&mut self.done);
        let turned = if busy {
            self.backend.turn(0, None, &mut done)
        } else {
            self.backend.turn(1, Some(wake_ns), &mut done)
        };
        self.now_ns = self.backend.clock().now_ns().max(self.now_ns);
        for completion in done.drain(..) {
            self.completed(completion);
        }
        self.done = done;
        turned
    }

    fn may_start(&self) -> bool {
        let most = if self.bursts { u32::MAX } else { self.throttle.limit() };
        !self.free.is_empty() && self.outstanding < most && self.actors.resizing.is_none()
    }

    /// Starts the next operations of the actors, as far as slots and the throttle allow.
    fn start_actors(&mut self) -> Result<(), IntegrityError> {
        self.actors.wake(self.now_ns);
        if let Some((actor_run, pages)) = self.actors.resizing {
            if self.outstanding > 0 || !self.retries.is_empty() || !self.rechecks.is_empty() {
                return Ok(());
            }
            self.resize(pages)?;
            self.actors.resizing = None;
            self.actors.make_ready(actor_run);
        }
        for _ in 0..ACTS_MAX {
            if !self.may_start() {
                break;
            }
            let Some(number) = self.actors.pop_ready() else { break };
            let act = self.actors.act(number, &mut self.file_activity);
            let waits = self.file_activity.log_bytes > 0 || self.file_activity.log_is_behind;
            if waits || self.setup.log_from_others {
                self.setup.share_log(&mut self.file_activity);
            }
            self.perform(number, act);
        }
        Ok(())
    }

    fn resize(&mut self, pages: u64) -> Result<(), IntegrityError> {
        let before = self.file_activity.pages;
        if pages == before {
            return Ok(());
        }
        let page_bytes = u64::from(self.setup.page_bytes);
        let base_bytes = self.setup.base_bytes;
        let bytes = |pages: u64| base_bytes + pages * page_bytes;
        if let Err(error) = self.file_control.resize(bytes(before), bytes(pages)) {
            let reserved = error.kind() == std::io::ErrorKind::StorageFull;
            if reserved || error.raw_os_error().is_some_and(completion::is_full) {
                self.totals.counts.no_space += 1;
                return Ok(());
            }
            return Err(IntegrityError::Resize { bytes: bytes(pages), source: error });
        }
        self.totals.counts.resizes += 1;
        self.unflushed.retain(|&page, _| page < pages);
        self.count_waiting();
        self.file_activity.dirty.cut(pages);
        self.ledger.resize(pages);
        self.marks.resize(pages);
        self.file_activity.pages = pages;
        Ok(())
    }

    fn finish_operation(&mut self, number: u32) {
        let actor_run: &mut ActorRun = self.actors.actor_run(number);
        actor_run.outstanding -= 1;
        if actor_run.outstanding == 0
            && let ActorState::Awaits { rest_ns } = actor_run.state
        {
            self.actors.rest(number, self.now_ns, rest_ns);
        }
    }
}

/// The kind of I/O for a purpose.
fn kind_of(what: PageOperationKind) -> IoKind {
    match what {
        PageOperationKind::Read | PageOperationKind::Reread => IoKind::Read,
        PageOperationKind::Write => IoKind::Write,
        PageOperationKind::Flush => IoKind::Flush,
    }
}
