//! A storage stall shows up in full: the open loop on a virtual clock, against a backend that stops at known times.

use super::job::{ScratchFile, base_plan, totals};
use super::virtual_time::{DelayedBackend, SampleCollector};
use base::Clock;
use engine::worker::{TurnResult, Worker, WorkerSetup};
use sample::IntervalSample;
use workload::{EngineKind, Pace};

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
