//! Processes completions that need more than a count: open loops, commit groups, short and failed operations, and reads
//! whose contents are checked.

use super::check::WrongPage;
use super::groups::{WriteFollowUp, WriteGroups};
use super::{
    Backend, Completion, DiskOperation, IDLE, IoKind, LastFlush, PageCheck, SampleSink, Worker,
    WorkerSlot,
};
use base::ContentFault;
use sample::{IoFailure, OperationRecord};
use std::sync::atomic::Ordering;
use sys::error_number::{AGAIN, NO_SPACE};
use workload::{ErrorAction, SyncMode, TrimMode};

/// The most resubmissions of an operation after `EINTR` or `EAGAIN`.
const RETRIES_MAX: u8 = 16;
/// The error number of a read beyond the end: none, because the kernel uses `ENODATA` for a bad medium.
const NO_DATA: i32 = 0;

impl<B: Backend, S: SampleSink, C: PageCheck> Worker<B, S, C> {
    /// Records a completion in an open loop or a commit group, or one that was short, failed or checked.
    pub(super) fn record_other(&mut self, completion: Completion) {
        let index = completion.slot;
        let slot = self.slots[index as usize];
        let kind = slot.op.kind;
        let result = completion.result;
        if kind == IoKind::Flush {
            return self.record_flush(&slot, result);
        }
        if result < 0 && AGAIN.contains(&-result) && slot.retries < RETRIES_MAX {
            self.slots[index as usize].retries += 1;
            return self.push_again(&slot.op);
        }
        let moved = slot.op.skip_bytes + result.max(0) as u32;
        if result > 0 && moved < slot.length_bytes {
            self.recorder.direction(kind).short += 1;
            let mut op = slot.op;
            op.offset_bytes += result as u64;
            (op.skip_bytes, op.length_bytes) = (moved, slot.length_bytes - moved);
            self.slots[index as usize].op = op;
            return self.push_again(&op);
        }
        self.outstanding -= 1;
        let found = if C::CHECKS { self.look(&slot, result > 0) } else { None };
        let mismatches = found.is_some();
        if let Some(found) = found {
            self.fail_check(&slot, found);
        }
        if mismatches && !self.setup.work.emulation.counts_mismatches {
            // Counts as an error only, not as an operation.
        } else if result <= 0 {
            let errno = match (result, kind) {
                (0, IoKind::Write) => NO_SPACE,
                (0, _) => NO_DATA,
                _ => -result,
            };
            self.fail(&slot, errno);
        } else {
            let direction = self.recorder.direction(kind);
            direction.ios += 1;
            direction.bytes += u64::from(slot.length_bytes);
            let latency_ns = self.now_ns.saturating_sub(slot.due_ns);
            direction.total.record(latency_ns);
            if let Some(steering) = &mut self.latency_control {
                steering.record(latency_ns);
            }
            if self.open_loop.is_some() || self.setup.work.emulation.times_submission {
                direction.service.record(self.now_ns - slot.submitted_ns);
            }
            self.keep_record(&slot);
            if kind == IoKind::Trim && self.setup.work.trim == TrimMode::Before {
                return self.write_after(&slot);
            }
        }
        self.after(index, kind);
    }

    /// Starts the write after its trim. It is due now, so that neither latency includes the other.
    fn write_after(&mut self, trimmed: &WorkerSlot) {
        let length_bytes = trimmed.length_bytes;
        let durable = self.setup.work.sync == SyncMode::Fua;
        let op = DiskOperation { kind: IoKind::Write, durable, ..trimmed.op };
        self.fill(op.slot, length_bytes);
        let now_ns = self.now_ns;
        let number = self.number;
        self.number += 1;
        let slot =
            WorkerSlot { op, due_ns: now_ns, submitted_ns: now_ns, length_bytes, number, ..IDLE };
        self.slots[op.slot as usize] = slot;
        if self.open_loop.is_some() {
            self.recorder.direction(IoKind::Write).late.record(0);
        }
        self.outstanding += 1;
        self.batched(op.slot);
        self.recorder.started(self.outstanding, 1);
        self.push_again(&op);
    }

    /// Records which files were closed before the operation that starts now, if records are kept.
    #[inline]
    pub(super) fn keep_closed(&mut self) {
        let Some(turns) = &mut self.rotation else { return };
        let now_ns = self.recorder.since_start_ns(self.now_ns);
        for file in turns.closed() {
            self.recorder.interval.records.push(OperationRecord {
                number: self.number,
                start_ns: now_ns,
                end_ns: now_ns,
                direction: OperationRecord::CLOSED,
                file,
                offset_bytes: 0,
                length_bytes: 0,
                handover_ns: 0,
            });
        }
    }

    pub(super) fn keep_record(&mut self, slot: &WorkerSlot) {
        if !self.setup.work.emulation.keeps_records {
            return;
        }
        let direction = match slot.op.kind {
            IoKind::Read => 0,
            IoKind::Write => 1,
            IoKind::Trim => 2,
            IoKind::Flush => 3,
        };
        let record = OperationRecord {
            number: slot.number,
            start_ns: self.recorder.since_start_ns(slot.submitted_ns - slot.handover_ns),
            end_ns: self.recorder.since_start_ns(self.now_ns),
            direction,
            file: slot.op.file,
            offset_bytes: slot.op.offset_bytes - u64::from(slot.op.skip_bytes),
            length_bytes: slot.length_bytes,
            handover_ns: slot.handover_ns,
        };
        self.recorder.interval.records.push(record);
    }

    /// Decides what follows in a slot whose read or write ended.
    fn after(&mut self, index: u32, kind: IoKind) {
        let last = self.groups.is_some() && self.is_last_group();
        let Some(groups) = &mut self.groups else {
            self.record_commits(true);
            self.free.push(index);
            return;
        };
        let repeats = self.setup.work.emulation.fio_flushes;
        let then = match kind {
            IoKind::Read if repeats && groups.flush_again(index) => WriteFollowUp::Flush,
            IoKind::Read => WriteFollowUp::Wait,
            _ => groups.ended(index),
        };
        if let WriteFollowUp::WriteOn(due_ns) = then {
            self.issue(index, due_ns);
            self.recorder.started(self.outstanding, 1);
            return;
        }
        let flushes =
            then == WriteFollowUp::Flush || then == WriteFollowUp::Gather && !self.another_waits();
        self.draining |= flushes && last;
        let Some(groups) = &mut self.groups else { return };
        if flushes && !last {
            let file = self.rotation.as_mut().map_or(0, |rotation| rotation.file_in_turn() as u32);
            let op = DiskOperation::flush(index, file, groups.data_only);
            let submitted_ns = self.now_ns;
            let due_ns = groups.commit_due_ns(index).unwrap_or(submitted_ns);
            let number = self.number;
            self.number += 1;
            self.slots[index as usize] = WorkerSlot { op, due_ns, submitted_ns, number, ..IDLE };
            self.outstanding += 1;
            if repeats {
                self.recorder.started(self.outstanding, 1);
            }
            self.push_again(&op);
        } else {
            groups.release(index, &mut self.free);
        }
    }

    /// Whether no operation will follow, with fio's rule that a flush is issued only before another operation.
    fn is_last_group(&self) -> bool {
        let setup = &self.setup;
        let is_reached = |limit: Option<u64>, counter: &super::WorkerCounter| {
            limit.is_some_and(|limit| counter.value() >= limit)
        };
        setup.work.emulation.fio_flushes
            && (self.draining
                || is_reached(self.bytes_limit.filter(|_| self.passes.is_none()), &setup.bytes)
                || is_reached(setup.work.ios_max, &setup.ios))
    }

    fn push_again(&mut self, op: &DiskOperation) {
        self.pushed = true;
        self.backend.push(op);
    }

    /// Submits the final flush of the worker, one file after the other, once nothing else is in flight. Returns whether it
    /// did. The flush is not an operation of the load: only its duration counts.
    pub(super) fn flush_last(&mut self) -> bool {
        let file = match self.last_flush {
            LastFlush::ToCome => 0,
            LastFlush::Done(files) if (files as usize) <= self.setup.work.files.len() => files,
            LastFlush::None | LastFlush::Done(_) => return false,
        };
        if self.error.is_some() {
            return false;
        }
        self.last_flush = LastFlush::Done(file + 1);
        let op = DiskOperation::flush(0, file, false);
        let (due_ns, submitted_ns) = (self.now_ns, self.now_ns);
        let number = self.number;
        self.slots[0] = WorkerSlot { op, due_ns, submitted_ns, number, ..IDLE };
        self.outstanding += 1;
        self.push_again(&op);
        true
    }

    fn record_flush(&mut self, slot: &WorkerSlot, result: i32) {
        self.outstanding -= 1;
        let shared = self.record_commits(result >= 0);
        if result < 0 {
            self.check.warning();
            self.fail(slot, -result);
        } else if !matches!(self.last_flush, LastFlush::Done(_)) {
            let flush = &mut self.recorder.interval.flush;
            let commits = self.groups.as_ref().map_or(&[][..], WriteGroups::commits_due_ns);
            let due = if commits.is_empty() { std::slice::from_ref(&slot.due_ns) } else { commits };
            for due_ns in due.iter().filter(|_| !shared) {
                flush.ios += 1;
                flush.total.record(self.now_ns.saturating_sub(*due_ns));
            }
            flush.service.record(self.now_ns - slot.submitted_ns);
            self.keep_record(slot);
        }
        match &mut self.groups {
            Some(groups) => {
                groups.flushed(slot.op.slot, &mut self.free);
                groups.release(slot.op.slot, &mut self.free);
            }
            // A flush of a trace, or the final flush.
            None => self.free.push(slot.op.slot),
        }
    }

    /// Passes the end of a read or write to the check; returns wrong content found by a read.
    fn look(&mut self, slot: &WorkerSlot, whole: bool) -> Option<WrongPage> {
        let (op, length_bytes) = (&slot.op, slot.length_bytes);
        let offset_bytes = op.offset_bytes - u64::from(op.skip_bytes);
        let buffer = &self.backend.buffer(op.slot)[..length_bytes as usize];
        self.check.end(op, offset_bytes, buffer, whole)
    }
}

/// The most failures that are reported one by one; the rest is only counted.
const FAILURES_MAX: u32 = 100;
/// `EILSEQ` of Linux: the error number of a read that returned other data than was written.
const WRONG_CONTENT: i32 = 84;

impl<B: Backend, S: SampleSink, C: PageCheck> Worker<B, S, C> {
    #[cold]
    pub(super) fn fail(&mut self, slot: &WorkerSlot, errno: i32) {
        self.failed(slot, (slot.op.offset_bytes, slot.op.length_bytes), errno, None);
    }

    /// Counts a read that returned wrong content as failed.
    #[cold]
    pub(super) fn fail_check(&mut self, slot: &WorkerSlot, found: WrongPage) {
        let place = (found.offset_bytes, found.length_bytes);
        self.failed(slot, place, WRONG_CONTENT, Some(found.fault));
    }

    fn failed(
        &mut self,
        slot: &WorkerSlot,
        place: (u64, u32),
        errno: i32,
        content: Option<ContentFault>,
    ) {
        self.recorder.direction(slot.op.kind).errors += 1;
        if self.failures < FAILURES_MAX {
            self.failures += 1;
            self.sink.failure(IoFailure {
                stream: self.setup.work.stream,
                what: slot.op.kind,
                offset_bytes: place.0,
                length_bytes: place.1,
                errno,
                at_ns: self.recorder.since_start_ns(self.now_ns),
                content,
            });
        }
        if self.setup.work.on_error == ErrorAction::Stop {
            self.draining = true;
            self.setup.stops.stream.store(true, Ordering::Relaxed);
        }
    }
}
