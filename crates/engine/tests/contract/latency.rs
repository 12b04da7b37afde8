//! Every operation is counted with its own latency, also when many of different age complete in one turn.

use super::job::{Scratch, base_plan, totals};
use base::{Clock, VirtualClock};
use engine::backend::{Backend, BackendError, Completion, Op, OpKind};
use engine::worker::{Setup, Sink, Turn, Worker, empty_cell};
use sample::{Cell, Histogram, IoFailure};
use workload::EngineKind;

/// Answers after 1 to 7 ms, by the place; wakes only every 3 ms, so that a turn brings a mixed lot. Keeps the truth.
struct Mixed {
    clock: VirtualClock,
    flying: Vec<(u64, Op)>,
    buffer: Vec<u8>,
    reads: Histogram,
    writes: Histogram,
}

impl Backend for Mixed {
    type Clock = VirtualClock;

    fn clock(&self) -> &VirtualClock {
        &self.clock
    }

    fn push(&mut self, op: &Op) {
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
                    let truth =
                        if op.kind == OpKind::Read { &mut self.reads } else { &mut self.writes };
                    truth.record(now_ns - submitted_ns);
                    done.push(Completion { slot: op.slot, result: op.length_bytes as i32 });
                }
                !over
            });
        }
        Ok(())
    }
}

struct Kept(Vec<Cell>, Setup);

impl Sink for Kept {
    fn cell(&mut self, cell: Box<Cell>) -> Box<Cell> {
        self.0.push(*cell);
        empty_cell(&self.1)
    }

    fn failure(&mut self, failure: IoFailure) {
        panic!("{failure:?}");
    }
}

#[test]
fn each_of_a_mixed_lot_counts_with_its_own_latency() {
    let scratch = Scratch::new(0);
    let mut work = base_plan(EngineKind::Null, &scratch).phases[0].workers[0].clone();
    (work.depth, work.read_share, work.ios_max) = (16, 0.5, Some(10_000));
    let setup = Setup::new(&work, 0, 100_000_000, 0);
    let backend = Mixed {
        clock: VirtualClock::new(),
        flying: Vec::new(),
        buffer: vec![0; 4096],
        reads: Histogram::new(),
        writes: Histogram::new(),
    };
    let mut worker = Worker::new(setup.clone(), backend, Kept(Vec::new(), setup));
    while worker.turn(true) != Turn::Done {}
    let (truth, kept) = worker.into_parts();
    let sum = totals(&kept.0);
    assert_eq!(sum.ios(), 10_000);
    assert!(truth.reads.buckets().count() >= 3, "the latencies must differ");
    assert_eq!((sum.read.total, sum.write.total), (truth.reads, truth.writes));
}
