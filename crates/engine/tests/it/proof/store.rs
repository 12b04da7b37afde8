//! A storage in memory on a virtual clock. It is honest, or injects one kind of fault occasionally, by seed.
//!
//! Operations are executed in parts, split at any byte, at times between submission and completion. So overlapping
//! operations mix in any way that specifications allow.

use super::disk::{DiskFault, InjectedFault, MemoryDisk, OrdinaryErrors};
use base::{Clock, Rng, VirtualClock};
use engine::backend::{Backend, BackendError, Completion, DiskOperation, IoKind};
use integrity::FaultKind;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

#[derive(Clone, Debug)]
pub(crate) struct PendingOperation {
    pub(crate) op: DiskOperation,
    pub(crate) piece: usize,
    pub(crate) submitted_ns: u64,
    /// The ends of its parts in file order, in bytes.
    cuts: Vec<usize>,
    result: i32,
    wrong: Option<DiskFault>,
}

pub(crate) struct MemoryBackend {
    pub(crate) clock: VirtualClock,
    pub(crate) disk: Rc<RefCell<MemoryDisk>>,
    pub(crate) rng: Rng,
    pub(crate) buffers: Vec<Vec<u8>>,
    queue: Vec<(DiskOperation, usize)>,
    going: Vec<Option<PendingOperation>>,
    /// Time, a number to keep the order, slot and part.
    events: BinaryHeap<Reverse<(u64, u64, u32, usize)>>,
    number: u64,
    /// Whether operations are split at any byte; otherwise each is executed at once.
    pub(crate) mixes: bool,
}

impl MemoryBackend {
    pub(crate) fn new(
        disk: Rc<RefCell<MemoryDisk>>,
        depth: u32,
        slot_bytes: usize,
        seed: u64,
    ) -> Self {
        Self {
            clock: VirtualClock::new(),
            disk,
            rng: Rng::new(seed),
            buffers: vec![vec![0; slot_bytes]; depth as usize],
            queue: Vec::new(),
            going: vec![None; depth as usize],
            events: BinaryHeap::new(),
            number: 0,
            mixes: true,
        }
    }

    fn submit(&mut self, op: DiskOperation, piece: usize) {
        let now_ns = self.clock.now_ns();
        let length = op.length_bytes as usize;
        let mut disk = self.disk.borrow_mut();
        let page_bytes = disk.page_bytes as u64;
        if op.kind == IoKind::Write {
            let pages = op.offset_bytes / page_bytes
                ..(op.offset_bytes + u64::from(op.length_bytes)).div_ceil(page_bytes);
            pages.for_each(|page| disk.acknowledged_ns[page as usize] = u64::MAX);
        }
        let mut result = length as i32;
        let mut end = length;
        let weather = disk.weather;
        let draw = self.rng.unit();
        let OrdinaryErrors { short, interrupted, full, failed, flush_failed } = weather;
        if op.kind == IoKind::Flush {
            result = if draw < flush_failed { -5 } else { 0 };
        } else if draw < short {
            end = 1 + self.rng.below(length as u64) as usize;
            result = end as i32;
        } else if draw < short + interrupted {
            result = if self.rng.below(2) == 0 { -4 } else { -11 };
            end = 0;
        } else if draw < short + interrupted + failed {
            result = -5;
            end = self.rng.below(length as u64 + 1) as usize;
        } else if draw < short + interrupted + failed + full && op.kind == IoKind::Write {
            result = -28;
            end = self.rng.below(length as u64 + 1) as usize;
        }
        let wrong = disk.wrong.filter(|(wrong, rate)| {
            wrong.is_of(op.kind) && op.skip_bytes == 0 && self.rng.unit() < *rate
        });
        drop(disk);
        let mut cuts = vec![end];
        let parts = if self.mixes && end > 0 { self.rng.below(4) } else { 0 };
        cuts.extend((0..parts).map(|_| self.rng.below(end as u64) as usize));
        cuts.sort_unstable();
        let slow = wrong.is_some_and(|(wrong, _)| wrong == DiskFault::Late);
        let took_ns = if slow { 20_000_000_000 } else { 50_000 + self.rng.below(200_000) };
        for part in 0..cuts.len() {
            let last = part + 1 == cuts.len();
            let at_ns = if last { took_ns } else { self.rng.below(took_ns) };
            self.number += 1;
            self.events.push(Reverse((now_ns + at_ns, self.number, op.slot, part)));
        }
        let wrong = wrong.map(|(wrong, _)| wrong);
        self.going[op.slot as usize] =
            Some(PendingOperation { op, piece, submitted_ns: now_ns, cuts, result, wrong });
    }

    /// Executes a part of an operation; completes the operation with the last part.
    fn happen(&mut self, slot: u32, part: usize, done: &mut Vec<Completion>) {
        let going = self.going[slot as usize].clone().expect("it is under way");
        let from = if part == 0 { 0 } else { going.cuts[part - 1] };
        let last = part + 1 == going.cuts.len();
        let mut result = going.result;
        if going.op.kind != IoKind::Flush {
            match going.wrong.filter(|_| last) {
                Some(wrong) => result = self.misbehave(wrong, &going),
                None => self.carry(&going, from, going.cuts[part], None),
            }
        }
        if !last {
            return;
        }
        let disk = &mut *self.disk.borrow_mut();
        if going.op.kind == IoKind::Write {
            let page_bytes = disk.page_bytes as u64;
            let end = going.op.offset_bytes + u64::from(going.op.length_bytes);
            for page in going.op.offset_bytes / page_bytes..end.div_ceil(page_bytes) {
                disk.acknowledged_ns[page as usize] = self.clock.now_ns();
            }
        }
        self.going[slot as usize] = None;
        done.push(Completion { slot, result });
    }

    /// Transfers bytes `from..to` of the operation; `place` replaces its offset if given.
    pub(crate) fn carry(
        &mut self,
        going: &PendingOperation,
        from: usize,
        to: usize,
        place: Option<u64>,
    ) {
        let op = going.op;
        let disk = &mut *self.disk.borrow_mut();
        let page_bytes = disk.page_bytes;
        let base = place.unwrap_or(op.offset_bytes) as usize;
        let all = (op.skip_bytes + op.length_bytes) as usize;
        let buffer = &mut self.buffers[op.slot as usize];
        let mut at = from;
        while at < to {
            let in_run = op.skip_bytes as usize + at;
            // The buffer holds the pieces in reverse order.
            let (start, left) = match in_run.checked_div(going.piece) {
                Some(piece) => {
                    let last = all / going.piece - 1;
                    let within = in_run % going.piece;
                    ((last - piece) * going.piece + within, going.piece - within)
                }
                None => (in_run, to - at),
            };
            let count = left.min(to - at).min(page_bytes - (base + at) % page_bytes);
            let page = (base + at) / page_bytes;
            let memory = start..start + count;
            let media = base + at..base + at + count;
            if op.kind == IoKind::Write {
                if (base + at).is_multiple_of(page_bytes) {
                    let whole = disk.bytes(page as u64);
                    disk.before[whole.clone()].copy_from_slice(&disk.now[whole]);
                }
                disk.now[media].copy_from_slice(&buffer[memory]);
                if count == page_bytes {
                    disk.taints[page] = None;
                    disk.bad[page] = false;
                }
            } else {
                buffer[memory].copy_from_slice(&disk.now[media]);
                if let Some(taint) = disk.taints[page].clone() {
                    let must = going.submitted_ns > taint.from_ns;
                    let known = |truth: &&mut InjectedFault| {
                        truth.page == page as u64 && truth.kinds == taint.kinds
                    };
                    match disk.truths.iter_mut().rev().find(known) {
                        Some(truth) => truth.must |= must,
                        None => disk.truths.push(InjectedFault {
                            page: page as u64,
                            kinds: taint.kinds,
                            transient: false,
                            must,
                        }),
                    }
                }
            }
            at += count;
        }
    }

    /// Whether a read includes a bad sector, which makes it fail every time.
    fn meets_bad(&mut self, going: &PendingOperation) -> bool {
        let disk = &mut *self.disk.borrow_mut();
        let page_bytes = disk.page_bytes as u64;
        let end = going.op.offset_bytes + u64::from(going.op.length_bytes);
        let mut pages = going.op.offset_bytes / page_bytes..end.div_ceil(page_bytes);
        let Some(page) = pages.find(|&page| disk.bad[page as usize]) else { return false };
        let kinds = vec![FaultKind::IoError];
        if !disk.truths.iter().any(|truth| truth.page == page && truth.kinds == kinds) {
            disk.truths.push(InjectedFault { page, kinds, transient: false, must: true });
        }
        true
    }
}

impl Backend for MemoryBackend {
    type Clock = VirtualClock;

    fn clock(&self) -> &VirtualClock {
        &self.clock
    }

    fn push(&mut self, op: &DiskOperation) {
        self.queue.push((*op, 0));
    }

    fn push_scattered(&mut self, op: &DiskOperation, piece_bytes: u32) {
        self.queue.push((*op, piece_bytes as usize));
    }

    fn buffer(&mut self, slot: u32) -> &mut [u8] {
        assert!(self.going[slot as usize].is_none(), "slot {slot} is under way");
        &mut self.buffers[slot as usize]
    }

    fn turn(
        &mut self,
        wait_min: u32,
        until_ns: Option<u64>,
        done: &mut Vec<Completion>,
    ) -> Result<(), BackendError> {
        for (op, piece) in std::mem::take(&mut self.queue) {
            self.submit(op, piece);
        }
        let before = done.len();
        loop {
            let next_ns = self.events.peek().map(|event| event.0.0);
            let due = next_ns.is_some_and(|next_ns| next_ns <= self.clock.now_ns());
            if due && let Some(Reverse((_, _, slot, part))) = self.events.pop() {
                let bad =
                    self.going[slot as usize].as_ref().is_some_and(|g| g.op.kind == IoKind::Read);
                let going = self.going[slot as usize].clone().expect("it is under way");
                let last = part + 1 == going.cuts.len();
                if bad && last && self.meets_bad(&going) {
                    self.going[slot as usize] = None;
                    done.push(Completion { slot, result: -5 });
                } else {
                    self.happen(slot, part, done);
                }
                continue;
            }
            if done.len() - before >= wait_min as usize {
                // Time also passes if the caller never waits.
                self.clock.advance_to(self.clock.now_ns() + 1000);
                return Ok(());
            }
            let Some(wake_ns) = next_ns.into_iter().chain(until_ns).min() else {
                return Err(BackendError::NothingInFlight);
            };
            self.clock.advance_to(wake_ns);
            if until_ns.is_some_and(|until_ns| until_ns <= self.clock.now_ns())
                && next_ns.is_none_or(|n| n > wake_ns)
            {
                return Ok(());
            }
        }
    }
}
