//! A storage stall shows up in full: the open loop on a virtual clock, against a backend that stops at known times.

use super::job::{ScratchFile, base_plan, totals};
use base::{Clock, VirtualClock};
use engine::backend::{Backend, BackendError, Completion, DiskOperation};
use engine::worker::{SampleSink, TurnResult, Worker, WorkerSetup, empty_interval};
use sample::{IntervalSample, IoFailure};
use workload::{EngineKind, Pace};

/// Completes operations in 100 us, but nothing during the first second after 4, 9 and 14 s.
struct StallingBackend {
    clock: VirtualClock,
    flying: Vec<(u64, u32)>,
    buffer: Vec<u8>,
}

fn completes_ns(submitted_ns: u64) -> u64 {
    let done_ns = submitted_ns + 100_000;
    let second = done_ns / 1_000_000_000;
    if [4, 9, 14].contains(&second) { (second + 1) * 1_000_000_000 } else { done_ns }
}

impl Backend for StallingBackend {
    type Clock = VirtualClock;

    fn clock(&self) -> &VirtualClock {
        &self.clock
    }

    fn push(&mut self, op: &DiskOperation) {
        self.flying.push((completes_ns(self.clock.now_ns()), op.slot));
    }

    fn buffer(&mut self, _slot: u32) -> &mut [u8] {
        &mut self.buffer
    }

    fn turn(
        &mut self,
        wait_min: u32,
        until_ns: Option<u64>,
        done: &mut Vec<Completion>,
    ) -> Result<(), BackendError> {
        if wait_min > 0 {
            let first = self.flying.iter().map(|x| x.0).min().unwrap_or(u64::MAX);
            self.clock.advance_to(first.min(until_ns.unwrap_or(u64::MAX)));
        }
        let now_ns = self.clock.now_ns();
        self.flying.retain(|&(at_ns, slot)| {
            let over = at_ns <= now_ns;
            if over {
                done.push(Completion { slot, result: 4096 });
            }
            !over
        });
        Ok(())
    }
}

#[derive(Default)]
struct SampleCollector(Vec<IntervalSample>, Option<WorkerSetup>);

impl SampleSink for SampleCollector {
    fn interval(&mut self, interval: Box<IntervalSample>) -> Box<IntervalSample> {
        self.0.push(*interval);
        empty_interval(self.1.as_ref().expect("set before the run"))
    }

    fn failure(&mut self, failure: IoFailure) {
        panic!("{failure:?}");
    }
}

fn stalled(pace: Pace, block: bool) -> Vec<IntervalSample> {
    let scratch = ScratchFile::new(0);
    let mut work = base_plan(EngineKind::Null, &scratch).phases[0].workers[0].clone();
    (work.pace, work.depth, work.duration_ns) = (pace, 32, Some(20_000_000_000));
    let setup = WorkerSetup::new(&work, 0, 1_000_000_000, 0);
    let clock = VirtualClock::new();
    let backend =
        StallingBackend { clock: clock.clone(), flying: Vec::new(), buffer: vec![0; 4096] };
    let sink = SampleCollector(Vec::new(), Some(setup.clone()));
    let mut worker = Worker::new(setup, backend, sink);
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
