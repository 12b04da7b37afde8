//! The hot loop does not allocate while it measures: a counting allocator watches the worker's turns.

use super::job::{ScratchFile, base_plan, engines};
use allocation_counter::measure;
use base::Clock;
use engine::backend::{Backend, LibaioBackend, NullBackend, SyncBackend, UringBackend};
use engine::worker::{SampleSink, TurnResult, Worker, WorkerCheck, WorkerSetup, empty_interval};
use plan::{ContentCheckPlan, WorkerPlan};
use sample::{IntervalSample, IoFailure};
use sys::clock::SystemClock;
use sys::file::{self, OpenMode};
use sys::ring::RingOptions;
use sys::{aio::Aio, blocking::BlockingQueue, ring::Ring};
use workload::{EngineKind, Pace, SyncMode};

const BLOCK_BYTES: usize = 4096;

/// Counts the operations of intervals and returns the intervals empty, as the collector of a real run does.
struct CountingSink {
    spare: Option<Box<IntervalSample>>,
    intervals: u64,
    ios: u64,
}

impl SampleSink for CountingSink {
    fn interval(&mut self, mut interval: Box<IntervalSample>) -> Box<IntervalSample> {
        self.intervals += 1;
        self.ios += interval.ios();
        interval.clear();
        self.spare.replace(interval).expect("the sink was made with a spare interval")
    }

    fn failure(&mut self, failure: IoFailure) {
        panic!("{failure:?}");
    }
}

/// The number of allocations from the first turn of the loop to the last, and the sink with its counts.
fn taken<B: Backend<Clock = SystemClock>>(work: &WorkerPlan, backend: B) -> (u64, CountingSink) {
    let start_ns = backend.clock().now_ns();
    let setup = WorkerSetup::new(work, 0, 5_000_000, start_ns);
    let sink = CountingSink { spare: Some(empty_interval(&setup)), intervals: 0, ios: 0 };
    if let Some(checked) = WorkerCheck::new(work, 7, |_| None) {
        let mut worker = Worker::checking(setup, backend, sink, checked);
        let seen = measure(|| while worker.turn(true) != TurnResult::Done {});
        return (seen.count_total, worker.into_parts().1);
    }
    let mut worker = Worker::new(setup, backend, sink);
    let seen = measure(|| while worker.turn(true) != TurnResult::Done {});
    (seen.count_total, worker.into_parts().1)
}

fn on_engine(engine: EngineKind, work: &WorkerPlan, scratch: &ScratchFile) -> (u64, CountingSink) {
    let clock = SystemClock::new();
    if engine == EngineKind::Null {
        return taken(work, NullBackend::new(clock, work.depth, BLOCK_BYTES));
    }
    let file = file::open(&scratch.path, OpenMode { write: true, ..OpenMode::default() })
        .expect("the scratch file opens");
    let ready = "the engine was found to work";
    match engine {
        EngineKind::Libaio => taken(
            work,
            LibaioBackend::new(clock, Aio::on(vec![file], work.depth, BLOCK_BYTES).expect(ready)),
        ),
        EngineKind::Sync => taken(
            work,
            SyncBackend::new(clock, BlockingQueue::on(vec![file], 1, BLOCK_BYTES).expect(ready)),
        ),
        _ => {
            let ring = Ring::on(vec![file], work.depth, BLOCK_BYTES, RingOptions::default());
            taken(work, UringBackend::new(clock, ring.expect(ready)))
        }
    }
}

#[test]
fn the_hot_loop_takes_no_memory() {
    for engine in engines() {
        let scratch = ScratchFile::new(1 << 20);
        for (pace, read_share, sync, checks) in [
            (Pace::Closed, 1.0, SyncMode::None, false),
            (Pace::Closed, 0.5, SyncMode::None, false),
            (Pace::Closed, 0.0, SyncMode::Fdatasync { every: 2 }, false),
            (Pace::Poisson { rate_iops: 20_000.0 }, 0.5, SyncMode::None, false),
            (Pace::Closed, 0.0, SyncMode::None, true),
            (Pace::Closed, 0.5, SyncMode::None, true),
        ] {
            // The null engine stores no data to read back.
            if checks && engine == EngineKind::Null {
                continue;
            }
            let mut work = base_plan(engine, &scratch).phases[0].workers[0].clone();
            (work.pace, work.read_share, work.sync) = (pace, read_share, sync);
            // On a busy machine the loop may not run at all for some tens of milliseconds.
            work.duration_ns = Some(200_000_000);
            work.check = checks.then_some(ContentCheckPlan {
                page_bytes: 4096,
                leaves_out: false,
                knows_all: true,
            });
            // A read that overlaps a write of its page may hold parts of both. Such a page is examined byte by byte, which
            // takes memory, so a worker that checks its reads has one operation in flight here.
            if engine == EngineKind::Sync || checks && read_share > 0.0 {
                work.depth = 1;
            }
            let (blocks, did) = on_engine(engine, &work, &scratch);
            let case = format!("{engine:?} {pace:?} {read_share} {sync:?} {checks}");
            assert!(did.intervals >= 2 && did.ios > 0, "{case}: the loop must have worked");
            assert_eq!(
                blocks, 0,
                "{case}: blocks taken in {} I/Os, {} intervals",
                did.ios, did.intervals
            );
        }
    }
}

#[test]
fn the_counter_sees_what_is_taken() {
    assert_eq!(measure(|| drop(std::hint::black_box(vec![1u8]))).count_total, 1);
}
