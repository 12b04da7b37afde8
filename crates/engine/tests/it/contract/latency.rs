//! Many operations of different ages in one turn: each counts with its own latency, and no flush overtakes a write
//! of its commit group.

use super::job::{ScratchFile, base_plan, totals};
use super::virtual_time::to_the_end;
use base::{Clock, VirtualClock};
use engine::backend::{Backend, BackendError, Completion, DiskOperation, IoKind};
use sample::Histogram;
use workload::{EngineKind, SyncMode};

/// Completes operations after 1 to 7 ms, depending on the offset, but wakes only every 3 ms, so that a turn returns
/// operations of different ages. Records the true latencies.
struct MixedDelayBackend {
    clock: VirtualClock,
    flying: Vec<(u64, DiskOperation)>,
    buffer: Vec<u8>,
    reads: Histogram,
    writes: Histogram,
    /// Slots of a commit group.
    group: u32,
    /// Writes completed since the last flush, by group.
    written: Vec<u32>,
    /// For each flush the number of writes it covers, and whether a write of its group was still in flight.
    flushes: Vec<(u32, bool)>,
}

impl MixedDelayBackend {
    fn new(depth: u32, group: u32) -> Self {
        Self {
            clock: VirtualClock::new(),
            flying: Vec::new(),
            buffer: vec![0; 4096],
            reads: Histogram::new(),
            writes: Histogram::new(),
            group,
            written: vec![0; depth.div_ceil(group) as usize],
            flushes: Vec::new(),
        }
    }
}

impl Backend for MixedDelayBackend {
    type Clock = VirtualClock;

    fn clock(&self) -> &VirtualClock {
        &self.clock
    }

    fn push(&mut self, op: &DiskOperation) {
        if op.kind == IoKind::Flush {
            let mine = |slot: u32| slot / self.group == op.slot / self.group;
            let behind = self.flying.iter().any(|(_, other)| mine(other.slot));
            let covered = std::mem::take(&mut self.written[(op.slot / self.group) as usize]);
            self.flushes.push((covered, behind));
        }
        self.flying.push((self.clock.now_ns(), *op));
    }

    fn buffer(&mut self, _slot: u32) -> &mut [u8] {
        &mut self.buffer
    }

    fn turn(
        &mut self,
        wait_min: u32,
        _until_ns: Option<u64>,
        done: &mut Vec<Completion>,
    ) -> Result<(), BackendError> {
        while done.len() < wait_min as usize {
            let now_ns = self.clock.now_ns() + 3_000_000;
            self.clock.advance_to(now_ns);
            self.flying.retain(|&(submitted_ns, op)| {
                let over = submitted_ns + (1 + op.offset_bytes / 4096 % 7) * 1_000_000 <= now_ns;
                if over {
                    let latency_ns = now_ns - submitted_ns;
                    match op.kind {
                        IoKind::Read => self.reads.record(latency_ns),
                        IoKind::Write => {
                            self.writes.record(latency_ns);
                            self.written[(op.slot / self.group) as usize] += 1;
                        }
                        IoKind::Flush | IoKind::Trim => {}
                    }
                    done.push(Completion { slot: op.slot, result: op.length_bytes as i32 });
                }
                !over
            });
        }
        Ok(())
    }
}

#[test]
fn each_of_a_mixed_lot_counts_with_its_own_latency() {
    let scratch = ScratchFile::new(0);
    let mut work = base_plan(EngineKind::Null, &scratch).phases[0].workers[0].clone();
    (work.depth, work.read_share, work.ios_max) = (16, 0.5, Some(10_000));
    let (truth, kept) = to_the_end(&work, 100_000_000, MixedDelayBackend::new(16, 16));
    let sum = totals(&kept);
    assert_eq!(sum.ios(), 10_000);
    assert!(truth.reads.buckets().count() >= 3, "the latencies must differ");
    let both = |reads: &Histogram, writes: &Histogram| {
        (reads.buckets().collect::<Vec<_>>(), writes.buckets().collect::<Vec<_>>())
    };
    assert_eq!(both(&sum.read.total, &sum.write.total), both(&truth.reads, &truth.writes));
}

#[test]
fn a_flush_covers_every_write_of_its_group_and_no_other() {
    for (depth, every) in [(1, 1), (1, 4), (4, 4), (16, 4), (16, 8), (4, 10)] {
        let scratch = ScratchFile::new(0);
        let mut work = base_plan(EngineKind::Null, &scratch).phases[0].workers[0].clone();
        (work.depth, work.read_share, work.ios_max) = (depth, 0.0, Some(2_000));
        work.sync = SyncMode::Fdatasync { every };
        let backend = MixedDelayBackend::new(depth, every.min(depth));
        let flushes = to_the_end(&work, 100_000_000, backend).0.flushes;
        let case = format!("depth {depth}, a flush after {every}");
        assert!(flushes.len() as u32 >= 2_000 / every - depth, "{case}: {} flushes", flushes.len());
        assert!(flushes.iter().all(|&seen| seen == (every, false)), "{case}: {flushes:?}");
    }
}
