//! Starts operations: stamps pages to write, marks buffers to read into, and records what each page may hold.

use crate::backend::{Backend, DiskOperation, IoKind};
use crate::integrity_test::actor_set::ActorState;
use crate::integrity_test::flight::InFlightOperation;
use crate::integrity_test::marks::PageMarks;
use crate::integrity_test::{Durability, FileControl, IntegrityTest, UNFLUSHED_MAX, kind_of};
use base::proof::PageOperationKind;
use base::random;
use integrity::PageId;
use integrity::actors::ActorOperation;
use std::collections::HashMap;

pub(super) const NOBODY: u32 = u32::MAX;

impl<B: Backend, G: FileControl> IntegrityTest<B, G> {
    /// Performs an actor's operation, or blocks the actor until the operation is possible.
    pub(super) fn perform(&mut self, number: u32, act: ActorOperation) {
        match act {
            ActorOperation::Read { first, pages } => match self.within(first, pages) {
                Some(pages) => self.launch(number, PageOperationKind::Read, first, pages),
                None => self.actors.make_ready(number),
            },
            ActorOperation::Write { first, pages } => match self.within(first, pages) {
                Some(pages) if self.is_latched(first, pages) => self.actors.block(number, act),
                Some(pages) if self.reads_back(number, first, pages) => {
                    self.actors.block(number, act)
                }
                Some(pages) => self.launch(number, PageOperationKind::Write, first, pages),
                None => self.actors.make_ready(number),
            },
            ActorOperation::Flush if self.setup.writes_through() => self.actors.make_ready(number),
            ActorOperation::Flush if self.flushing.is_some() => self.actors.block(number, act),
            ActorOperation::Flush => self.launch(number, PageOperationKind::Flush, 0, 0),
            ActorOperation::Resize { pages } => self.actors.resizing = Some((number, pages)),
            ActorOperation::Await => self.wait(number, 0),
            ActorOperation::Rest { ns } => self.wait(number, ns),
            ActorOperation::End => self.actors.end(number),
        }
    }

    /// The number of pages of a run within the file, which may have been truncated since; `None` if there are none.
    fn within(&self, first: u64, pages: u32) -> Option<u32> {
        let left = self.file_activity.pages.saturating_sub(first);
        let most = u64::from(pages.min(self.setup.run_pages_max));
        Some(left.min(most) as u32).filter(|&pages| pages > 0)
    }

    fn wait(&mut self, number: u32, rest_ns: u64) {
        if self.actors.actor_run(number).outstanding == 0 {
            self.actors.rest(number, self.now_ns, rest_ns);
        } else {
            self.actors.actor_run(number).state = ActorState::Awaits { rest_ns };
        }
    }

    /// Whether a page of the run is in use: a write of it is in flight, or it is being rechecked.
    fn is_latched(&self, first: u64, pages: u32) -> bool {
        let run = first..first + u64::from(pages);
        let rechecked = self.rechecks.iter().any(|recheck| run.contains(&recheck.page));
        let mut written = run.clone().map(|page| self.ledger.is_busy(page));
        rechecked || !self.setup.overlapping_writes && written.any(|busy| busy)
    }

    fn launch(&mut self, number: u32, what: PageOperationKind, first: u64, pages: u32) {
        self.begin_operation(number, what, first, pages);
        if number != NOBODY {
            self.actors.actor_run(number).begins(kind_of(what), pages);
            self.actors.make_ready(number);
        }
        // Limits the memory for pages that are written and never flushed.
        let many = self.unflushed.len() > UNFLUSHED_MAX;
        if many
            && what == PageOperationKind::Write
            && self.flushing.is_none()
            && !self.free.is_empty()
        {
            self.begin_operation(NOBODY, PageOperationKind::Flush, 0, 0);
        }
    }

    /// Whether a write must wait for a read of the pages that it replaces. Starts such a read, for a share of the writes, if
    /// a page was not read since its last write: otherwise the overwrite would hide a fault in it.
    fn reads_back(&mut self, number: u32, first: u64, pages: u32) -> bool {
        if let Some(slot) = self.actors.actor_run(number).read_back {
            let InFlightOperation { what, actor: actor_run, first: at, .. } =
                self.in_flight[slot as usize];
            let reads = (what, actor_run, at) == (PageOperationKind::Read, number, first);
            if reads && !self.free.contains(&slot) {
                return true;
            }
            self.actors.actor_run(number).read_back = None;
            return false;
        }
        let mut run = first..first + u64::from(pages);
        if self.setup.read_back_share <= 0.0 || !run.any(|page| self.marks.is_unread(page)) {
            return false;
        }
        let drawn = random::derive(self.setup.seed, &[first, self.totals.counts.pages_written]);
        if drawn as f64 / u64::MAX as f64 >= self.setup.read_back_share {
            return false;
        }
        let slot = self.begin_operation(number, PageOperationKind::Read, first, pages);
        let actor_run = self.actors.actor_run(number);
        actor_run.begins(IoKind::Read, pages);
        actor_run.read_back = Some(slot);
        true
    }

    pub(super) fn begin_operation(
        &mut self,
        actor_run: u32,
        what: PageOperationKind,
        first: u64,
        pages: u32,
    ) -> u32 {
        let slot = self.free.pop().expect("the caller saw a free slot");
        let page_bytes = self.setup.page_bytes;
        let op = DiskOperation {
            slot,
            kind: kind_of(what),
            offset_bytes: self.setup.base_bytes + first * u64::from(page_bytes),
            length_bytes: pages * page_bytes,
            durable: what == PageOperationKind::Write && self.setup.durability == Durability::Fua,
            data_only: self.setup.durability == Durability::Fdatasync,
            ..DiskOperation::IDLE
        };
        let scattered = self.setup.scatter && pages > 1;
        let (begun_ns, pushed_ns) = (self.now_ns, self.now_ns);
        let mut flight = InFlightOperation {
            what,
            actor: actor_run,
            first,
            pages,
            begun_ns,
            pushed_ns,
            op,
            scattered,
            ..InFlightOperation::default()
        };
        match what {
            PageOperationKind::Write => flight.generation = self.stamp(&flight),
            PageOperationKind::Flush => self.begin_flush(),
            PageOperationKind::Read | PageOperationKind::Reread => {
                self.ledger.place(first).inspect(|place| sys::cache::prefetch(*place));
                self.fresh.push(slot);
            }
        }
        self.in_flight[slot as usize] = flight;
        self.outstanding += 1;
        self.push(slot);
        slot
    }

    /// Takes snapshots of what the pages of the queued reads may hold. Done for all reads together, some time after the
    /// prefetch: the ledger is larger than the CPU caches, and this hides the cache misses.
    pub(super) fn take_snapshots(&mut self) {
        for slot in self.fresh.drain(..) {
            let InFlightOperation { first, pages, .. } = self.in_flight[slot as usize];
            let at = slot as usize * self.setup.run_pages_max as usize;
            for (page, snapshot) in (first..).zip(&mut self.snapshots[at..at + pages as usize]) {
                *snapshot = self.ledger.snapshot(page);
            }
        }
    }

    /// Passes the slot's operation to the backend, in its current state; with a serial backend, queues it.
    #[inline]
    pub(super) fn push(&mut self, slot: u32) {
        let flight = &mut self.in_flight[slot as usize];
        flight.flying = true;
        if self.setup.serial {
            // Not submitted yet: its time has not begun.
            flight.pushed_ns = u64::MAX;
            self.waiting_slots.push_back(slot);
        } else {
            self.hand_over(slot);
        }
    }

    /// Passes the next queued operation to a serial backend.
    #[inline]
    pub(super) fn submit_next(&mut self) {
        let Some(slot) = self.waiting_slots.pop_front() else { return };
        let flight = &mut self.in_flight[slot as usize];
        flight.pushed_ns = self.now_ns;
        if flight.tries == 0 && flight.resubmissions == 0 && flight.op.skip_bytes == 0 {
            flight.begun_ns = self.now_ns;
        }
        self.hand_over(slot);
    }

    #[inline]
    fn hand_over(&mut self, slot: u32) {
        let is_flush = self.in_flight[slot as usize].what == PageOperationKind::Flush;
        let late_ns = self.late_ns(is_flush);
        let flight = &mut self.in_flight[slot as usize];
        flight.late_ns = late_ns;
        let (op, scattered) = (flight.op, flight.scattered);
        if op.kind == IoKind::Read {
            let whole = flight.pages as usize * self.setup.page_bytes as usize;
            if op.skip_bytes == 0 {
                self.stamper.prepare_sparsely(&mut self.backend.buffer(slot)[..whole]);
            }
        }
        if scattered {
            self.backend.push_scattered(&op, self.setup.page_bytes);
        } else {
            self.backend.push(&op);
        }
    }

    /// How long an operation may take. The kernel writes the bytes that wait for a flush first: a flush has to, and on
    /// the same storage others have to wait for it. The first flush shows how long that takes.
    fn late_ns(&self, is_flush: bool) -> u64 {
        let unknown_ns = if is_flush { u64::MAX } else { 0 };
        let waiting_ns = self.setup.flush_pace.waiting_ns().unwrap_or(unknown_ns);
        self.setup.late_ns.saturating_add(waiting_ns)
    }

    /// Counts the bytes of the file that wait for a flush.
    pub(super) fn count_waiting(&mut self) {
        let pages = self.unflushed.len() + self.flushing.as_ref().map_or(0, HashMap::len);
        let bytes = pages as u64 * u64::from(self.setup.page_bytes);
        let before = std::mem::replace(&mut self.waiting_bytes, bytes);
        self.setup.flush_pace.change_waiting(before, bytes);
    }

    /// Numbers and stamps the pages of a write; returns the generation of the first.
    fn stamp(&mut self, flight: &InFlightOperation) -> u32 {
        let remembers = !self.setup.writes_through();
        let time_ns = PageMarks::stamped_ns(self.now_ns - self.start_ns);
        let mut generation_first = 0;
        let buffer = self.backend.buffer(flight.op.slot);
        for number in 0..flight.pages {
            let page = flight.first + u64::from(number);
            if remembers {
                let floor = self.ledger.floor(page);
                self.unflushed.entry(page).or_insert(floor);
            }
            self.marks.begins(page, time_ns, !self.ledger.is_busy(page));
            let generation = self.ledger.issue(page);
            if number == 0 {
                generation_first = generation;
            }
            let id = PageId { file: self.setup.file, page };
            let place = flight.place(number, self.setup.page_bytes);
            self.stamper.stamp(&mut buffer[place], id, generation, time_ns);
        }
        self.count_waiting();
        generation_first
    }

    /// Moves the acknowledged pages to `flushing`, as this flush covers them. Pages being written wait for the next flush.
    fn begin_flush(&mut self) {
        let covered = std::mem::take(&mut self.unflushed);
        let flying =
            (0..self.in_flight.len() as u32).filter(|&s| self.in_flight[s as usize].flying);
        for slot in flying.chain(self.retries.iter().map(|again| again.1)) {
            let flight = &self.in_flight[slot as usize];
            if flight.what != PageOperationKind::Write {
                continue;
            }
            for page in flight.first..flight.first + u64::from(flight.pages) {
                if let Some(&floor) = covered.get(&page) {
                    self.unflushed.insert(page, floor);
                }
            }
        }
        self.flushing = Some(covered);
    }

    /// Starts the retries and rereads that are due.
    pub(super) fn start_waiting(&mut self) {
        let now_ns = self.now_ns;
        let mut at = 0;
        while at < self.retries.len() {
            let (due_ns, slot) = self.retries[at];
            if due_ns > now_ns {
                at += 1;
                continue;
            }
            self.retries.swap_remove(at);
            self.outstanding += 1;
            self.in_flight[slot as usize].pushed_ns = now_ns;
            self.push(slot);
        }
        for at in 0..self.rechecks.len() {
            let recheck = &self.rechecks[at];
            let page = recheck.page;
            let due = recheck.due_ns().is_some_and(|due_ns| due_ns <= now_ns);
            if !due || self.free.is_empty() || self.ledger.is_busy(page) {
                continue;
            }
            self.rechecks[at].flying = true;
            let page_bytes = u64::from(self.setup.page_bytes);
            self.file_control.forget(self.setup.base_bytes + page * page_bytes, page_bytes);
            self.begin_operation(NOBODY, PageOperationKind::Reread, page, 1);
        }
    }
}
