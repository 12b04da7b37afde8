//! Passes of a stream over its part, and its end: every block once per pass, the cache dropped, a final flush, and the end
//! of the phase.

use super::job::{ScratchFile, base_plan, engines, go, numbered, real_engines, totals};
use super::virtual_time::{self, DelayedBackend};
use engine::backend::{DiskOperation, IoKind};
use plan::WorkerPlan;
use sample::IntervalSample;
use workload::{AccessPattern, CacheMode, EngineKind};

const BLOCK: usize = 4096;
const BLOCKS: u64 = 256;

#[test]
fn shuffled_writes_take_every_block_once() {
    for engine in real_engines() {
        for ios in [BLOCKS / 2, BLOCKS] {
            let scratch = ScratchFile::new(BLOCKS * BLOCK as u64);
            let mut plan = base_plan(engine, &scratch);
            let work = &mut plan.phases[0].workers[0];
            (work.read_share, work.access, work.ios_max) =
                (0.0, AccessPattern::Shuffled, Some(ios));
            assert_eq!(totals(&go(&plan)).write.ios, ios, "{engine:?}");
            let there = scratch.read();
            let written = there.chunks(BLOCK).filter(|block| block.iter().any(|&byte| byte != 0));
            assert_eq!(written.count() as u64, ios, "{engine:?}: blocks that were written");
        }
    }
}

/// The bytes that this process has read from storage so far.
fn read_bytes() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/self/io").ok()?;
    told.lines().find_map(|line| line.strip_prefix("read_bytes: ")?.parse().ok())
}

#[test]
fn each_pass_begins_cold_where_the_cache_is_dropped() {
    const LENGTH: u64 = 4 << 20;
    const PASSES: u64 = 8;
    for engine in real_engines() {
        let scratch = ScratchFile::new(0);
        std::fs::write(&scratch.path, vec![7; LENGTH as usize]).expect("room for 4 MiB");
        let file = std::fs::File::open(&scratch.path).expect("it was made");
        sys::file::drop_cache(&file).expect("it is written back");
        let Some(before) = read_bytes() else { return eprintln!("SKIPPED: no /proc/self/io") };
        std::fs::read(&scratch.path).expect("it is there");
        if read_bytes().unwrap_or(0) < before + LENGTH {
            return eprintln!("SKIPPED: the temporary folder is no storage that can be dropped");
        }
        let mut plan = base_plan(engine, &scratch);
        plan.targets[0].size_bytes = LENGTH;
        let work = &mut plan.phases[0].workers[0];
        (work.access, work.depth, work.length_bytes) = (AccessPattern::Shuffled, 1, LENGTH);
        (work.cache, work.drop_every) = (CacheMode::Dropped, Some(LENGTH));
        work.bytes_max = Some(PASSES * LENGTH);
        let before = read_bytes().unwrap_or(0);
        assert_eq!(totals(&go(&plan)).read.bytes, PASSES * LENGTH, "{engine:?}");
        // Read-ahead loads pages of a pass before they are requested, but no pass finds pages of another.
        let moved = read_bytes().unwrap_or(0) - before;
        assert!(moved >= PASSES * LENGTH * 9 / 10, "{engine:?}: {moved} bytes from storage");
    }
}

/// Runs a worker to its end where a flush takes 2.5 s and every other operation 0.1 ms. Returns the requested operations,
/// and its intervals.
fn to_the_end(work: &WorkerPlan) -> (Vec<IoKind>, Vec<IntervalSample>) {
    let backend = DelayedBackend::new(|now_ns, op: &DiskOperation| {
        now_ns + if op.kind == IoKind::Flush { 2_500_000_000 } else { 100_000 }
    });
    let (backend, intervals) = virtual_time::to_the_end(work, 1_000_000_000, backend);
    (backend.asked, intervals)
}

#[test]
fn the_last_flush_counts_in_the_time_and_is_no_operation() {
    let scratch = ScratchFile::new(0);
    let mut work = base_plan(EngineKind::Null, &scratch).phases[0].workers[0].clone();
    (work.read_share, work.ios_max, work.flush_last) = (0.0, Some(100), true);
    let (asked, intervals) = to_the_end(&work);
    assert_eq!(asked.len(), 101);
    assert_eq!(asked.iter().position(|kind| *kind == IoKind::Flush), Some(100));
    let sum = totals(&intervals);
    assert_eq!((sum.write.ios, sum.flush.ios, sum.errors()), (100, 0, 0));
    let end_ns = intervals.iter().map(|interval| interval.end_ns).max().expect("intervals");
    assert_eq!(end_ns, 2_500_000_000 + 100_000 * 100 / u64::from(work.depth));
    // There is also a final flush if the time ends the stream, but not if nothing is written.
    (work.ios_max, work.duration_ns) = (None, Some(10_000_000));
    assert_eq!(to_the_end(&work).0.last(), Some(&IoKind::Flush));
    work.read_share = 1.0;
    assert!(!to_the_end(&work).0.contains(&IoKind::Flush));
}

#[test]
fn one_stream_ends_the_others_of_its_phase_and_of_no_later_one() {
    for engine in engines() {
        let scratch = ScratchFile::new(1 << 20);
        let mut plan = base_plan(engine, &scratch);
        let work = plan.phases[0].workers[0].clone();
        plan.streams = vec!["first".to_owned(), "long".to_owned()];
        let first = WorkerPlan { ios_max: Some(50), ends_others: true, ..work.clone() };
        let long_ns = 30_000_000_000;
        let long = WorkerPlan { stream: 1, duration_ns: Some(long_ns), ..numbered(&work, 0) };
        let again = WorkerPlan { ios_max: Some(70), ..long.clone() };
        plan.phases[0].workers = vec![first, long];
        let mut later = plan.phases[0].clone();
        later.workers = vec![again];
        plan.phases.push(later);
        let intervals = go(&plan);
        let of = |phase: usize| intervals.iter().filter(move |interval| interval.phase == phase);
        assert!(of(0).all(|interval| interval.end_ns < long_ns / 2), "{engine:?}");
        assert_eq!(of(1).map(IntervalSample::ios).sum::<u64>(), 70, "{engine:?}");
    }
}
