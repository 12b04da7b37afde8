//! Plans on simulated storage, through the worker's loop: compares reported values with the known true ones.
//!
//! Every seed is printed on failure; no real time is asserted.

use base::{Bytes, Nanos};
use engine::virtual_time::{self, SimWorld};
use engine::{EngineError, RunControl};
use plan::{PhasePlan, Plan, TargetPlan, WorkerPlan};
use sample::{EngineEvent, Histogram, IntervalSample};
use std::sync::atomic::Ordering;
use workload::stream::LatencyTarget;
use workload::{EngineKind, ErrorAction, Pace, SyncMode};

const SECOND_NS: u64 = 1_000_000_000;

fn worker(stream: usize, number: u32, seed: u64) -> WorkerPlan {
    WorkerPlan {
        stream,
        worker: number,
        depth: 32,
        duration_ns: Some(10 * SECOND_NS),
        on_error: ErrorAction::Continue,
        seed: seed + u64::from(number),
        ..WorkerPlan::random_reads(64 << 30, Bytes::kib(8))
    }
}

fn plan(text: &str, workers: Vec<WorkerPlan>, seed: u64) -> Plan {
    let streams = workers.iter().map(|w| w.stream).max().unwrap_or(0) + 1;
    Plan {
        engine: EngineKind::Sim,
        iopoll: false,
        sqpoll: false,
        seed,
        interval_ns: SECOND_NS,
        targets: vec![TargetPlan {
            path: None,
            sim: Some(text.to_owned()),
            size_bytes: 64 << 30,
            prefill_bytes: 0,
            prefill: workload::emulation::Prefill::Data,
            writes: true,
        }],
        streams: (0..streams).map(|i| format!("stream {i}")).collect(),
        phases: vec![PhasePlan { name: "all".to_owned(), warm_up_ns: 0, pause_ns: 0, workers }],
    }
}

fn intervals(events: &[EngineEvent]) -> Vec<&IntervalSample> {
    let mut intervals = Vec::new();
    for event in events {
        if let EngineEvent::Interval(interval) = event {
            intervals.push(interval.as_ref());
        }
    }
    intervals
}

fn run(plan: &Plan) -> Vec<EngineEvent> {
    let mut events = Vec::new();
    virtual_time::run(plan, &RunControl::new(plan), &mut |event| events.push(event))
        .expect("a simulated plan runs");
    events
}

fn iops(events: &[EngineEvent], seconds: f64) -> f64 {
    intervals(events).iter().map(|interval| interval.ios()).sum::<u64>() as f64 / seconds
}

#[test]
fn exactly_the_duration_counts_whatever_the_warm_up_and_the_interval_are() {
    for (warm_up_ms, duration_ms, interval_ms) in
        [(300, 1_000, 1_000), (2_500, 3_000, 1_000), (1_000, 1_000, 1_000), (50, 420, 100)]
    {
        let mut work = worker(0, 0, 1);
        work.pace = Pace::Fixed { rate_iops: 1000.0 };
        work.duration_ns = Some(duration_ms * 1_000_000);
        let mut asked = plan("nvme", vec![work], 1);
        asked.phases[0].warm_up_ns = warm_up_ms * 1_000_000;
        asked.interval_ns = interval_ms * 1_000_000;
        let events = run(&asked);
        let all = intervals(&events);
        let case =
            format!("warm-up {warm_up_ms} ms, duration {duration_ms} ms, every {interval_ms} ms");
        assert!(all.windows(2).all(|pair| pair[0].end_ns == pair[1].start_ns), "{case}");
        let first = all.iter().find(|interval| !interval.warm_up).expect("a counted interval");
        assert_eq!(first.start_ns, warm_up_ms * 1_000_000, "{case}");
        let counted = |of: fn(&IntervalSample) -> u64| {
            all.iter().filter(|c| !c.warm_up).map(|c| of(c)).sum::<u64>()
        };
        assert_eq!(counted(|interval| interval.due), duration_ms, "{case}");
        // Operations in flight at the end are in a separate interval, a few microseconds long.
        let seconds = counted(IntervalSample::length_ns) as f64 / 1e9;
        assert!((seconds - duration_ms as f64 / 1e3).abs() < 0.001, "{case}: {seconds}");
    }
}

#[test]
fn a_stream_s_own_time_begins_after_its_delay() {
    for open in [false, true] {
        let first = worker(0, 0, 3);
        let mut late = WorkerPlan { stream: 1, delay_ns: 2_300_000_000, ..worker(1, 0, 4) };
        late.duration_ns = Some(3 * SECOND_NS);
        if open {
            late.pace = Pace::Fixed { rate_iops: 1000.0 };
        }
        for workers in [vec![first, late.clone()], vec![WorkerPlan { stream: 0, ..late }]] {
            let stream = workers.len() - 1;
            let mut asked = plan("hdd?disks=4", workers, 5);
            asked.phases[0].warm_up_ns = 500_000_000;
            let events = run(&asked);
            let mine: Vec<&IntervalSample> =
                intervals(&events).into_iter().filter(|c| c.stream == stream).collect();
            let bounds: Vec<_> = mine.iter().map(|c| (c.start_ns, c.warm_up)).collect();
            let at = |millis: u64| millis * 1_000_000;
            assert_eq!(
                bounds[..4],
                [(at(2300), true), (at(2800), false), (at(3800), false), (at(4800), false)]
            );
            assert!(mine.iter().take(4).all(|c| c.ios() > 0), "{bounds:?}");
            // Operations in flight at the end are awaited in a last short interval.
            assert_eq!(mine[3].end_ns, at(5800));
            let due: u64 = mine.iter().map(|c| c.due).sum();
            assert_eq!(due, if open { 3500 } else { 0 });
        }
    }
}

#[test]
fn the_depth_that_keeps_a_latency_is_found_and_counts_alone() {
    for alone in [true, false] {
        let limit_ns = 5_000_000;
        let mut work = worker(0, 0, 1);
        work.depth = 256;
        work.latency_target = Some(LatencyTarget {
            latency_ns: Nanos(limit_ns),
            percent: 99.0,
            window_ns: Nanos::millis(700),
            goes_on: false,
        });
        work.duration_ns = Some(60 * SECOND_NS);
        let mut workers = vec![work];
        if !alone {
            let idle = Pace::Fixed { rate_iops: 10.0 };
            workers.push(WorkerPlan { stream: 1, pace: idle, ..worker(1, 0, 2) });
        }
        let events = run(&plan("ssd?iops=10000", workers, 7));
        let depth = events.iter().find_map(|event| match event {
            EngineEvent::WorkerEnd { stream: 0, used, .. } => Some(used.depth),
            _ => None,
        });
        let depth = depth.expect("it ended");
        let mine: Vec<&IntervalSample> =
            intervals(&events).into_iter().filter(|c| c.stream == 0).collect();
        let counted: Vec<&&IntervalSample> = mine.iter().filter(|c| !c.warm_up).collect();
        let length_ns: u64 = counted.iter().map(|c| c.length_ns()).sum();
        // One window counts, and the operations in flight at its end.
        assert!((700_000_000..800_000_000).contains(&length_ns), "{length_ns}");
        let mut sum = Histogram::default();
        counted.iter().for_each(|interval| sum.merge(&interval.read.total));
        let p99 = sum.quantile_ns(0.99);
        assert!(p99 <= limit_ns * 21 / 20, "depth {depth}: {p99}");
        // By Little's law, 10,000 per second within 5 ms allow at most 50 outstanding.
        assert!((10..=50).contains(&depth), "{depth}");
        let mean = counted.iter().map(|c| c.depth_ns).sum::<u128>() as f64 / length_ns as f64;
        assert!((mean / f64::from(depth) - 1.0).abs() < 0.1, "{mean} of {depth}");
        assert!(mine.is_sorted_by_key(|c| c.start_ns) && mine.iter().any(|c| c.warm_up));
    }
}

/// Bug: a commit group of more writes than the depth waited for its other writes for ever.
#[test]
fn a_steered_depth_may_be_smaller_than_a_commit_group() {
    let mut work = worker(0, 0, 1);
    (work.depth, work.read_share) = (64, 0.0);
    work.sync = SyncMode::Fdatasync { every: 32 };
    work.latency_target = Some(LatencyTarget {
        latency_ns: Nanos::millis(2),
        percent: 99.0,
        window_ns: Nanos::millis(200),
        goes_on: true,
    });
    work.duration_ns = Some(5 * SECOND_NS);
    let events = run(&plan("ssd?iops=10000", vec![work], 7));
    let sum = |of: fn(&IntervalSample) -> u64| intervals(&events).into_iter().map(of).sum::<u64>();
    let [writes, flushes] = [sum(|c| c.write.ios), sum(|c| c.flush.ios)];
    assert!(writes > 10_000, "{writes}");
    // Each slot may end in the middle of its group.
    assert!((flushes * 32..=(flushes + 64) * 32).contains(&writes), "{writes} and {flushes}");
}

#[test]
fn a_closed_loop_pauses_after_a_time() {
    let done = |every_ms: Option<u64>| {
        let mut work = worker(0, 0, 1);
        if let Some(every_ms) = every_ms {
            work.pace = Pace::ThinkTime { think_ns: Nanos::millis(500), burst: u32::MAX };
            work.emulation.pauses_every = Some(Nanos::millis(every_ms));
        }
        work.duration_ns = Some(10 * SECOND_NS);
        let events = run(&plan("ssd?iops=10000", vec![work], 7));
        intervals(&events).into_iter().map(IntervalSample::ios).sum::<u64>() as f64
    };
    let closed = done(None);
    // Of 10 s it runs 1, 0.5, 0.5 and so on, or 2.5, 2, 2 and 2.
    for (every_ms, share) in [(500, 0.55), (2000, 0.85)] {
        let seen = done(Some(every_ms)) / closed;
        assert!((seen - share).abs() < 0.03, "{every_ms}: {seen}");
    }
}

#[test]
fn little_s_law_holds_in_every_interval() {
    for text in ["ssd?iops=20000", "hdd?disks=8"] {
        let events = run(&plan(text, vec![worker(0, 0, 3)], 3));
        for interval in intervals(&events).iter().filter(|interval| !interval.partial).skip(1) {
            let in_flight = interval.read.ios as f64 * interval.read.total.mean_ns()
                / interval.length_ns() as f64;
            assert!((in_flight / 32.0 - 1.0).abs() < 0.06, "{text}: {in_flight}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_intervals_and_another_does_not() {
    let events = |seed: u64| {
        let mut workers: Vec<WorkerPlan> =
            (0..6).map(|n| worker((n % 3) as usize, n, seed)).collect();
        workers[1].pace = Pace::Poisson { rate_iops: 500.0 };
        workers[2].read_share = 0.5;
        workers[3].sync = SyncMode::Fdatasync { every: 4 };
        workers[3].read_share = 0.0;
        run(&plan("hdd?disks=4&layout=raid10&noise_cv=0.1&cache=1MiB&errors=0.001", workers, seed))
    };
    assert_eq!(events(5), events(5));
    assert_ne!(events(5), events(6));
}

#[test]
fn many_workers_of_many_streams_share_a_storage() {
    let workers: Vec<WorkerPlan> = (0..256)
        .flat_map(|stream| (0..4).map(move |n| (stream, n)))
        .map(|(stream, n)| {
            let mut work = worker(stream, n, stream as u64 * 7);
            (work.depth, work.duration_ns) = (1, Some(SECOND_NS));
            work
        })
        .collect();
    let events = run(&plan("ssd?iops=50000", workers, 1));
    let ends = events.iter().filter(|event| matches!(event, EngineEvent::WorkerEnd { .. })).count();
    assert_eq!(ends, 1024);
    let seen = iops(&events, 1.0);
    assert!((seen / 50_000.0 - 1.0).abs() < 0.05, "{seen}");
}

#[test]
fn several_open_loops_keep_their_rates() {
    let workers: Vec<WorkerPlan> = (0..4)
        .map(|n| {
            let mut work = worker(n as usize, n, 11);
            work.pace = Pace::Poisson { rate_iops: 1000.0 };
            work
        })
        .collect();
    let events = run(&plan("ssd", workers, 2));
    let due: u64 = intervals(&events).iter().map(|interval| interval.due).sum();
    let done: u64 = intervals(&events).iter().map(|interval| interval.ios()).sum();
    assert_eq!(due, done);
    assert!((due as f64 / 40_000.0 - 1.0).abs() < 0.02, "{due}");
}

#[test]
fn short_transfers_are_finished_and_counted() {
    let events = run(&plan("ssd?iops=20000&short=0.01", vec![worker(0, 0, 1)], 1));
    let intervals = intervals(&events);
    let (short, ios) = (
        intervals.iter().map(|c| c.read.short).sum::<u64>(),
        intervals.iter().map(|c| c.ios()).sum::<u64>(),
    );
    assert!((short as f64 / ios as f64 / 0.0101 - 1.0).abs() < 0.1, "{short} of {ios}");
    assert_eq!(intervals.iter().map(|c| c.bytes()).sum::<u64>(), ios * 8192);
}

#[test]
fn a_world_keeps_its_credits_from_run_to_run() {
    let mut work = worker(0, 0, 1);
    work.depth = 64;
    let plan =
        plan("cloud?quota_iops=100&quota_mibps=none&burst=15000&burst_iops=1000", vec![work], 1);
    let mut world = SimWorld::new();
    let seen = |world: &mut SimWorld| {
        let mut events = Vec::new();
        world.run(&plan, &RunControl::new(&plan), &mut |event| events.push(event)).unwrap();
        iops(&events, 10.0)
    };
    let (first, second, third) = (seen(&mut world), seen(&mut world), seen(&mut world));
    assert!(
        first > 990.0 && (200.0..900.0).contains(&second) && third < 115.0,
        "{first} {second} {third}"
    );
    world.rest(200 * SECOND_NS);
    assert!(seen(&mut world) > 990.0);
}

#[test]
fn a_listener_can_stop_the_run_at_any_interval() {
    for workers in [1, 3] {
        let mut work: Vec<WorkerPlan> = (0..workers).map(|n| worker(0, n, 1)).collect();
        work.iter_mut().for_each(|work| work.duration_ns = Some(3600 * SECOND_NS));
        let plan = plan("ssd?iops=5000", work, 1);
        let control = RunControl::new(&plan);
        let mut count = 0;
        let notes = virtual_time::run(&plan, &control, &mut |event| {
            if let EngineEvent::Interval(interval) = event {
                count += 1;
                if interval.index == 4 {
                    control.stop.store(true, Ordering::Relaxed);
                }
            }
        })
        .unwrap();
        assert!(notes.interrupted);
        assert!((5..=7).contains(&count), "{workers} workers: {count} intervals");
    }
}

#[test]
fn what_is_not_simulated_is_refused() {
    let mut real = plan("ssd", vec![worker(0, 0, 1)], 1);
    real.targets[0].sim = None;
    let refused = virtual_time::run(&real, &RunControl::new(&real), &mut |_| {});
    assert!(matches!(refused, Err(EngineError::NotSimulated)));
    let wrong = plan("ssd?speed=9", vec![worker(0, 0, 1)], 1);
    let refused = virtual_time::run(&wrong, &RunControl::new(&wrong), &mut |_| {});
    assert!(matches!(refused, Err(EngineError::Spec(_))));
    assert_eq!(virtual_time::facts("hdd?disks=3&layout=raid5").unwrap().size_bytes, 2 << 40);
}
