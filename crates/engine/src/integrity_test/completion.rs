//! Processes completions: continues short transfers, retries failures, examines pages, and updates the ledger.

use crate::backend::{Backend, Completion};
use crate::integrity_test::flight::InFlightOperation;
use crate::integrity_test::issue::NOBODY;
use crate::integrity_test::{FileControl, IntegrityTest};
use base::proof::{PageOperation, PageOperationKind};
use integrity::{FaultKind, PageId, ValidContent};
use std::sync::atomic::Ordering;

/// `EINTR` and `EAGAIN` of Linux.
const AGAIN: [i32; 2] = [4, 11];
/// The most times that an operation is resubmitted after `EINTR` or `EAGAIN` before that counts as a failure.
const RESUBMISSIONS_MAX: u32 = 100_000;
/// Wait before such a resubmission, in nanoseconds, from the 16th on.
const RESUBMIT_WAIT_NS: u64 = 1_000_000;

/// Whether the error number means that there is no space: `EFBIG`, `ENOSPC`, `EDQUOT` of Linux.
pub(super) fn is_full(errno: i32) -> bool {
    [27, 28, 122].contains(&errno)
}

impl<B: Backend, G: FileControl> IntegrityTest<B, G> {
    pub(super) fn completed(&mut self, completion: Completion) {
        let slot = completion.slot;
        self.outstanding -= 1;
        let flight = &mut self.in_flight[slot as usize];
        flight.flying = false;
        let flight = *flight;
        let took_ns = self.now_ns.saturating_sub(flight.pushed_ns);
        self.count_time(slot, took_ns);
        let result = completion.result;
        let wanted = flight.op.length_bytes as i32;
        match flight.what {
            PageOperationKind::Flush if result >= 0 => self.flushed(slot, None),
            PageOperationKind::Flush if AGAIN.contains(&-result) => self.resubmit(slot),
            PageOperationKind::Flush => self.flushed(slot, Some(-result)),
            _ if result == wanted => self.transferred(slot),
            _ if result > 0 && result < wanted => self.continue_transfer(slot, result as u32),
            _ if result < 0
                && AGAIN.contains(&-result)
                && flight.resubmissions < RESUBMISSIONS_MAX =>
            {
                self.resubmit(slot);
            }
            // A write that transfers nothing means no space; some calls report the error only later.
            PageOperationKind::Write if result == 0 || is_full(-result) => {
                self.totals.counts.no_space += 1;
                self.written(slot, false, 28);
            }
            _ => self.handle_failure(slot, (-result).max(0)),
        }
    }

    fn count_time(&mut self, slot: u32, took_ns: u64) {
        self.totals.counts.io_ns += took_ns;
        self.totals.counts.io_ns_max = self.totals.counts.io_ns_max.max(took_ns);
        self.throttle.record(took_ns);
        if took_ns > self.setup.slow_ns {
            self.totals.counts.slow += 1;
            if took_ns > self.in_flight[slot as usize].late_ns {
                self.add_late(slot, took_ns);
            }
        }
    }

    /// Continues a short transfer from the last aligned offset.
    fn continue_transfer(&mut self, slot: u32, moved: u32) {
        self.totals.counts.short += 1;
        let flight = &mut self.in_flight[slot as usize];
        let moved = moved - moved % self.setup.align_bytes.max(1);
        flight.op.offset_bytes += u64::from(moved);
        flight.op.skip_bytes += moved;
        flight.op.length_bytes -= moved;
        if moved == 0 {
            let again = flight.resubmissions < RESUBMISSIONS_MAX;
            return if again { self.resubmit(slot) } else { self.handle_failure(slot, 0) };
        }
        self.outstanding += 1;
        self.push(slot);
    }

    fn resubmit(&mut self, slot: u32) {
        self.totals.counts.interrupted += 1;
        let flight = &mut self.in_flight[slot as usize];
        flight.resubmissions += 1;
        let wait_ns = if flight.resubmissions < 16 { 0 } else { RESUBMIT_WAIT_NS };
        self.retries.push((self.now_ns + wait_ns, slot));
    }

    /// Handles an operation that failed, or met an end of file where the file continues: retries it from its beginning, at
    /// growing intervals.
    fn handle_failure(&mut self, slot: u32, errno: i32) {
        let page_bytes = u64::from(self.setup.page_bytes);
        let flight = &mut self.in_flight[slot as usize];
        let first = flight.failed.is_none() && flight.what != PageOperationKind::Reread;
        flight.failed.get_or_insert(errno);
        flight.tries += 1;
        // With `stop_on_fault`, only the first fault is retried.
        let may_recheck = !first || self.may_recheck();
        let flight = &mut self.in_flight[slot as usize];
        if may_recheck
            && flight.tries <= self.setup.rereads
            && flight.what != PageOperationKind::Reread
        {
            self.totals.counts.retries += 1;
            flight.op.offset_bytes = self.setup.base_bytes + flight.first * page_bytes;
            flight.op.skip_bytes = 0;
            flight.op.length_bytes = flight.pages * self.setup.page_bytes;
            let gap_ns = self.setup.reread_gap_ns * u64::from(flight.tries);
            self.retries.push((self.now_ns + gap_ns, slot));
            return;
        }
        let flight = *flight;
        match flight.what {
            PageOperationKind::Reread => {
                self.free.push(slot);
                self.remember(&flight, errno);
                let kind = if errno == 0 { FaultKind::WrongLength } else { FaultKind::IoError };
                self.reread_found(flight.first, Err(kind));
            }
            PageOperationKind::Write => {
                self.add_failure(&flight, false);
                self.written(slot, false, errno);
            }
            _ => {
                self.add_failure(&flight, false);
                self.ended(slot, errno);
            }
        }
    }

    fn transferred(&mut self, slot: u32) {
        let flight = self.in_flight[slot as usize];
        if flight.failed.is_some() && flight.what != PageOperationKind::Reread {
            self.add_failure(&flight, true);
        }
        match flight.what {
            PageOperationKind::Write => self.written(slot, true, 0),
            PageOperationKind::Read => {
                let runs = flight.pages > 1;
                self.totals.counts.reads += u64::from(!runs);
                self.totals.counts.run_reads += u64::from(runs);
                self.examine(&flight);
                self.ended(slot, 0);
            }
            PageOperationKind::Reread => {
                self.totals.counts.rereads += 1;
                self.totals.counts.pages_read += 1;
                let found = self.examine_one(&flight, 0).map(drop).map_err(|fault| fault.0.kind);
                self.free.push(slot);
                self.remember(&flight, 0);
                self.reread_found(flight.first, found);
            }
            PageOperationKind::Flush => {}
        }
    }

    fn written(&mut self, slot: u32, whole: bool, errno: i32) {
        let flight = self.in_flight[slot as usize];
        for page in flight.first..flight.first + u64::from(flight.pages) {
            self.ledger.complete(page, whole);
            self.marks.ends(page, whole);
        }
        if whole {
            self.totals.counts.pages_written += u64::from(flight.pages);
            let runs = flight.pages > 1;
            self.totals.counts.writes += u64::from(!runs);
            self.totals.counts.run_writes += u64::from(runs);
        }
        self.ended(slot, errno);
    }

    fn flushed(&mut self, slot: u32, errno: Option<i32>) {
        self.totals.counts.flushes += 1;
        let covered = self.flushing.take().unwrap_or_default();
        self.count_waiting();
        // The fill writes in order, and is flushed faster.
        if self.setup.filled.load(Ordering::Relaxed) {
            let bytes = covered.len() as u64 * u64::from(self.setup.page_bytes);
            let took_ns = self.now_ns - self.in_flight[slot as usize].pushed_ns;
            self.setup.flush_pace.add_flush(bytes, took_ns);
        }
        if let Some(errno) = errno {
            // The kernel reports it once and drops what it could not write: another flush would prove nothing.
            self.in_flight[slot as usize].failed = Some(errno);
            let flight = self.in_flight[slot as usize];
            self.add_failure(&flight, false);
            for (page, floor) in covered {
                self.ledger.mark_unflushed(page, floor);
            }
        }
        self.ended(slot, errno.unwrap_or(0));
    }

    /// Ends an operation: frees its slot, lets its actor continue, and lets blocked actors try again.
    fn ended(&mut self, slot: u32, errno: i32) {
        let flight = self.in_flight[slot as usize];
        self.free.push(slot);
        self.remember(&flight, errno);
        if flight.actor != NOBODY {
            self.finish_operation(flight.actor);
        }
        self.actors.unblock_all();
    }

    #[inline]
    fn remember(&mut self, flight: &InFlightOperation, errno: i32) {
        let operation = flight.what;
        self.history.add(PageOperation {
            operation,
            first_page: flight.first,
            pages: if operation == PageOperationKind::Flush { 0 } else { flight.pages },
            generation: flight.generation,
            begun_ns: flight.begun_ns - self.start_ns,
            took_ns: self.now_ns - flight.begun_ns,
            errno: (errno != 0).then_some(errno),
        });
    }

    /// Compares every page of a read with its allowed content.
    #[inline]
    fn examine(&mut self, flight: &InFlightOperation) {
        self.totals.counts.pages_read += u64::from(flight.pages);
        for number in 0..flight.pages {
            if let Err(wrong) = self.examine_one(flight, number) {
                let (fault, received) = *wrong;
                self.start_recheck(flight, fault, received);
            }
        }
    }

    #[inline]
    fn examine_one(
        &mut self,
        flight: &InFlightOperation,
        number: u32,
    ) -> Result<(), Box<(integrity::PageFault, Vec<u8>)>> {
        let slot = flight.op.slot;
        let page = flight.first + u64::from(number);
        let snapshot =
            self.snapshots[slot as usize * self.setup.run_pages_max as usize + number as usize];
        let allowed = self.ledger.allowed_since(page, snapshot);
        if allowed.anything {
            return Ok(());
        }
        let id = PageId { file: self.setup.file, page };
        let place = flight.place(number, self.setup.page_bytes);
        let bytes = &self.backend.buffer(slot)[place];
        match self.stamper.examine(bytes, id, allowed, &self.setup.files) {
            Ok(ValidContent::Whole(generation)) => {
                if allowed.mixes() {
                    self.ledger.record_read(page, snapshot, generation);
                } else if self.marks.read(page) {
                    self.totals.count_read_back();
                }
                Ok(())
            }
            Ok(_) => Ok(()),
            Err(fault) => Err(Box::new((*fault, bytes.to_vec()))),
        }
    }
}
