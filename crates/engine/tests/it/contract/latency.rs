//! Many operations of different ages in one turn: each counts with its own latency, and no flush overtakes a write
//! of its commit group. A stall of the storage shows up in full.

use super::job::{ScratchFile, base_plan, totals};
use super::virtual_time::{DelayedBackend, SampleCollector, to_the_end};
use base::{Clock, VirtualClock};
use engine::backend::{Backend, BackendError, Completion, DiskOperation, IoKind};
use engine::worker::{TurnResult, Worker, WorkerSetup};
use sample::{Histogram, IntervalSample};
use workload::{EngineKind, Pace, SyncMode};

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

/// Operations take 100 us, but nothing completes during the first second after 4, 9 and 14 s.
fn completes_ns(submitted_ns: u64) -> u64 {
    let done_ns = submitted_ns + 100_000;
    let second = done_ns / 1_000_000_000;
    if [4, 9, 14].contains(&second) { (second + 1) * 1_000_000_000 } else { done_ns }
}

fn stalled(pace: Pace, block: bool) -> Vec<IntervalSample> {
    let scratch = ScratchFile::new(0);
    let mut work = base_plan(EngineKind::Null, &scratch).phases[0].workers[0].clone();
    (work.pace, work.depth, work.duration_ns) = (pace, 32, Some(20_000_000_000));
    let setup = WorkerSetup::new(&work, 0, 1_000_000_000, 0);
    let backend = DelayedBackend::new(|now_ns, _: &_| completes_ns(now_ns));
    let clock = backend.clock.clone();
    let mut worker = Worker::new(setup.clone(), backend, SampleCollector(Vec::new(), setup));
    loop {
        match worker.turn(block) {
            TurnResult::Done => break,
            TurnResult::Busy => {}
            // A stepped worker is polled in steps that coincide with the completions.
            TurnResult::WakeAt(at_ns) => clock.advance_to(at_ns.min(clock.now_ns() + 50_000)),
        }
    }
    worker.into_parts().1.0
}

#[test]
fn three_stalls_of_a_second_show_as_930_ms() {
    for block in [true, false] {
        for pace in [Pace::Fixed { rate_iops: 1_000.0 }, Pace::Poisson { rate_iops: 1_000.0 }] {
            let sum = totals(&stalled(pace, block));
            let p99_ms = sum.read.total.quantile_ns(0.99) as f64 / 1e6;
            assert!((p99_ms / 930.0 - 1.0).abs() < 0.05, "{pace:?} {block}: {p99_ms} ms");
            assert_eq!(sum.read.ios, sum.due, "{pace:?}: every arrival was served");
            assert_eq!((sum.backlog > 0, sum.dropped), (true, 0), "{pace:?}");
        }
    }
}

#[test]
fn the_time_in_which_nothing_came_back_is_kept_and_no_other() {
    for block in [true, false] {
        let intervals = stalled(Pace::Closed, block);
        let quiet = |interval: &IntervalSample| interval.quiet_ns.1 - interval.quiet_ns.0;
        let mut silent: Vec<(u64, u64)> = Vec::new();
        for interval in &intervals {
            assert!(interval.quiet_ns.1 <= interval.end_ns, "{block}");
            if quiet(interval) < 500_000_000 {
                assert!(quiet(interval) <= 200_000, "{block}: {:?}", interval.quiet_ns);
            } else if silent.last().is_none_or(|last| last.0 != interval.quiet_ns.0) {
                // A period that continues at the end of an interval is also in the next one.
                silent.push(interval.quiet_ns);
            }
        }
        assert_eq!(silent.len(), 3, "{block}: {silent:?}");
        for ((from_ns, until_ns), second) in silent.into_iter().zip([4, 9, 14]) {
            let start_ns = second * 1_000_000_000;
            assert!(from_ns.abs_diff(start_ns) <= 200_000, "{block}: {from_ns}");
            assert!(until_ns.abs_diff(start_ns + 1_000_000_000) <= 200_000, "{block}: {until_ns}");
        }
    }
}
