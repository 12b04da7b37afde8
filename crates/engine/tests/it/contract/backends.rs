//! The engine's contract on every backend: each operation is done once and counted correctly, without panics.
//!
//! Real backends run on temporary files; a backend that does not work here is skipped with a line on standard error.

use super::job::{self, ScratchFile, base_plan, engines, go, real_engines, totals};
use engine::prefill::{self, PrefillError};
use engine::{RunControl, run};
use sample::{EngineEvent, EngineNote, IntervalSample};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::Ordering;
use sys::guard::{self, FreeSpaceRule};
use sys::inventory::SystemRoots;
use workload::{AccessPattern, EngineKind, ErrorAction, Pace, SyncMode};

const KIB: u64 = 1024;

#[test]
fn every_operation_completes_and_is_counted_once() {
    for engine in engines() {
        let scratch = ScratchFile::new(1 << 20);
        let mut plan = base_plan(engine, &scratch);
        plan.phases[0].workers[0].ios_max = Some(5_000);
        plan.phases[0].workers[0].read_share = 0.5;
        let seen = go(&plan);
        let sum = totals(&seen);
        assert_eq!(sum.read.ios + sum.write.ios, 5_000, "{engine:?}");
        assert_eq!(sum.bytes(), 5_000 * 4 * KIB, "{engine:?}");
        assert_eq!(sum.read.total.count(), sum.read.ios, "{engine:?}");
        assert_eq!(sum.write.total.count(), sum.write.ios, "{engine:?}");
        assert_eq!(sum.errors(), 0, "{engine:?}");
    }
}

#[test]
fn bytes_stop_a_stream_exactly() {
    for engine in engines() {
        let scratch = ScratchFile::new(1 << 20);
        let mut plan = base_plan(engine, &scratch);
        plan.phases[0].workers[0].bytes_max = Some(400 * KIB);
        assert_eq!(totals(&go(&plan)).bytes(), 400 * KIB, "{engine:?}");
    }
}

#[test]
fn a_duration_gives_every_interval_and_no_more_than_a_drain() {
    for engine in engines() {
        let scratch = ScratchFile::new(1 << 20);
        let mut plan = base_plan(engine, &scratch);
        plan.interval_ns = 50_000_000;
        plan.phases[0].warm_up_ns = 50_000_000;
        plan.phases[0].workers[0].duration_ns = Some(150_000_000);
        let seen = go(&plan);
        let full: Vec<u64> = seen.iter().filter(|c| !c.partial).map(|c| c.index).collect();
        assert!(full.starts_with(&[0, 1, 2, 3]), "{engine:?}: {full:?}");
        assert!(seen.iter().all(|c| c.warm_up == (c.index == 0)), "{engine:?}");
        let cut = seen.iter().filter(|c| c.partial);
        assert!(cut.map(|c| c.ios()).sum::<u64>() <= 8, "{engine:?}: only what was in flight");
    }
}

#[test]
fn sequential_writes_cover_the_range_once_also_when_shared() {
    for engine in real_engines() {
        let scratch = ScratchFile::new(1 << 20);
        let mut plan = base_plan(engine, &scratch);
        let mut work = plan.phases[0].workers[0].clone();
        work.access = AccessPattern::Sequential;
        work.read_share = 0.0;
        work.offset_bytes = 64 * KIB;
        work.length_bytes = 512 * KIB;
        work.shared_cursor = Some(0);
        work.ios_max = Some(64);
        plan.phases[0].workers = (0..2).map(|n| job::numbered(&work, n)).collect();
        assert_eq!(totals(&go(&plan)).write.ios, 128, "{engine:?}");
        let data = scratch.read();
        let untouched = |part: &[u8]| part.iter().all(|&b| b == 0);
        assert!(untouched(&data[..64 << 10]), "{engine:?}: before the range");
        assert!(untouched(&data[576 << 10..]), "{engine:?}: after the range");
        let written = &data[64 << 10..576 << 10];
        assert!(written.chunks(4096).all(|block| !untouched(block)), "{engine:?}: a hole");
        let mut sectors: Vec<&[u8]> = written.chunks(512).collect();
        sectors.sort_unstable();
        sectors.dedup();
        assert_eq!(sectors.len(), 1024, "{engine:?}: sectors repeat");
    }
}

#[test]
fn errors_are_counted_and_end_the_stream_or_not() {
    for engine in real_engines() {
        let scratch = ScratchFile::new(1 << 20);
        let mut plan = base_plan(engine, &scratch);
        let work = &mut plan.phases[0].workers[0];
        // The second half is beyond the end of the file, so its reads fail.
        work.length_bytes = 2 << 20;
        work.access = AccessPattern::Sequential;
        work.ios_max = Some(512);
        work.on_error = ErrorAction::Continue;
        let mut failures = Vec::new();
        let mut sum = IntervalSample::new(0, 0, 0);
        run(&plan, &job::held(&plan), &RunControl::new(&plan), &mut |event| match event {
            EngineEvent::Interval(interval) => sum.merge(&interval),
            EngineEvent::Failure(failure) => failures.push(failure),
            _ => {}
        })
        .expect("errors of operations do not fail the run");
        assert_eq!((sum.read.ios, sum.read.errors), (256, 256), "{engine:?}");
        assert!(!failures.is_empty() && failures.len() <= 100 * 4, "{engine:?}");
        assert!(failures.iter().all(|f| f.offset_bytes >= 1 << 20 && f.what == base::IoKind::Read));
        plan.phases[0].workers[0].on_error = ErrorAction::Stop;
        let sum = totals(&go(&plan));
        assert!((1..=8).contains(&sum.read.errors), "{engine:?}: {}", sum.read.errors);
    }
}

#[test]
fn a_full_device_is_counted_not_fatal() {
    for engine in real_engines() {
        let scratch = ScratchFile::new(1 << 20);
        let mut plan = base_plan(engine, &scratch);
        plan.targets[0].path = Some("/dev/full".into());
        let work = &mut plan.phases[0].workers[0];
        (work.read_share, work.ios_max, work.on_error) = (0.0, Some(10), ErrorAction::Continue);
        let sum = totals(&go(&plan));
        assert_eq!((sum.write.ios, sum.write.errors), (0, 10), "{engine:?}");
    }
}

#[test]
fn deep_group_commits_hold_on_every_engine_and_say_where_they_differ() {
    for engine in engines() {
        let scratch = ScratchFile::new(1 << 20);
        let mut plan = base_plan(engine, &scratch);
        let work = &mut plan.phases[0].workers[0];
        (work.read_share, work.depth) = (0.0, 8);
        (work.sync, work.ios_max) = (SyncMode::Fdatasync { every: 4 }, Some(400));
        let mut sum = IntervalSample::new(0, 0, 0);
        let notes = run(&plan, &job::held(&plan), &RunControl::new(&plan), &mut |event| {
            if let EngineEvent::Interval(interval) = event {
                sum.merge(&interval);
            }
        })
        .expect("the plan runs");
        // Each group that can be open at the end has at most three unflushed writes.
        let groups = if engine == EngineKind::Sync { 8 } else { 2 };
        let open = sum.write.ios - 4 * sum.flush.ios;
        assert!(sum.write.ios == 400 && open <= 3 * groups, "{engine:?}: {open} not flushed");
        let told = notes.notes.contains(&EngineNote::CommitGroupPerThread);
        assert_eq!(told, engine == EngineKind::Sync, "{engine:?}: {:?}", notes.notes);
    }
}

#[test]
fn durable_writes_work_in_every_way() {
    for engine in engines() {
        for sync in [SyncMode::Fua, SyncMode::Dsync, SyncMode::Sync, SyncMode::Fsync { every: 1 }] {
            let scratch = ScratchFile::new(1 << 20);
            let mut plan = base_plan(engine, &scratch);
            let work = &mut plan.phases[0].workers[0];
            (work.read_share, work.sync, work.ios_max) = (0.0, sync, Some(20));
            let sum = totals(&go(&plan));
            assert_eq!((sum.write.ios, sum.errors()), (20, 0), "{engine:?} {sync:?}");
        }
    }
}

#[test]
fn an_open_loop_holds_its_rate_and_counts_what_is_due() {
    for engine in engines() {
        let scratch = ScratchFile::new(1 << 20);
        let mut plan = base_plan(engine, &scratch);
        plan.interval_ns = 100_000_000;
        let work = &mut plan.phases[0].workers[0];
        work.pace = Pace::Fixed { rate_iops: 2_000.0 };
        work.duration_ns = Some(500_000_000);
        let seen = go(&plan);
        let sum = totals(&seen);
        assert_eq!(sum.due, 1_000, "{engine:?}");
        let waiting = seen.last().expect("intervals").backlog;
        let served = sum.read.ios + sum.dropped;
        assert!(served <= 1_000, "{engine:?}: {served}");
        // Lanes end one by one, so only a single worker's last count is exact.
        if engine != EngineKind::Sync {
            assert_eq!(served + waiting, 1_000, "{engine:?}");
        }
        assert_eq!(sum.read.late.count(), sum.read.service.count(), "{engine:?}");
    }
}

#[test]
fn a_raised_flag_ends_cleanly_with_what_was_measured() {
    for engine in engines() {
        let scratch = ScratchFile::new(1 << 20);
        let mut plan = base_plan(engine, &scratch);
        plan.interval_ns = 20_000_000;
        let control = RunControl::new(&plan);
        let mut intervals = 0;
        let mut ended = false;
        let notes = run(&plan, &job::held(&plan), &control, &mut |event| match event {
            EngineEvent::Interval(_) => {
                intervals += 1;
                control.stop.store(true, Ordering::Relaxed);
            }
            EngineEvent::PhaseEnd { .. } => ended = true,
            _ => {}
        })
        .expect("a stop is not an error");
        assert!(intervals >= 1 && ended && notes.interrupted, "{engine:?}");
    }
}

#[test]
fn a_laid_file_is_full_of_unlike_sectors() {
    let scratch = ScratchFile::new(0);
    let target = job::own(&scratch.path);
    let mut told = 0;
    let mut progress = |done, total| {
        assert!(done <= total);
        told = done;
        ControlFlow::Continue(())
    };
    prefill::prefill(&target, 0, (5 << 20) + 700, 7, FreeSpaceRule::Nothing, &mut progress)
        .expect("the scratch file can be prefilled");
    assert_eq!(told, (5 << 20) + 700);
    let data = scratch.read();
    assert_eq!(data.len(), (5 << 20) + 700);
    let mut sectors: Vec<&[u8]> = data.chunks(512).collect();
    sectors.sort_unstable();
    sectors.dedup();
    assert_eq!(sectors.len(), (5 << 11) + 2);
    let stop = prefill::prefill(&target, 0, 5 << 20, 7, FreeSpaceRule::Nothing, &mut |_, _| {
        ControlFlow::Break(())
    });
    assert!(matches!(stop, Err(PrefillError::Stopped)));
}

const MIB: u64 = 1 << 20;

/// A loop device that is removed on drop; needs root.
struct LoopDevice(PathBuf);

impl LoopDevice {
    fn new(image: &Path) -> Option<Self> {
        let shown = Command::new("losetup").args(["-f", "--show"]).arg(image).output().ok()?;
        let name = String::from_utf8_lossy(&shown.stdout).trim().to_owned();
        shown.status.success().then(|| Self(name.into()))
    }
}

impl Drop for LoopDevice {
    fn drop(&mut self) {
        let _ = Command::new("losetup").arg("-d").arg(&self.0).status();
    }
}

#[test]
fn a_device_is_laid_within_its_range_and_never_beyond_its_end() {
    let image = ScratchFile::new(4 * MIB);
    let Some(device) = LoopDevice::new(&image.path) else {
        eprintln!("SKIPPED: loop devices need root");
        return;
    };
    let mut go = |_, _| ControlFlow::Continue(());
    let judged = guard::device(&device.0, std::slice::from_ref(&device.0), &SystemRoots::default());
    let target = judged.expect("it is free and named");
    prefill::prefill(&target, MIB, 3 * MIB, 7, FreeSpaceRule::Nothing, &mut go)
        .expect("a free device can be prefilled");
    let beyond = prefill::prefill(&target, 0, 5 * MIB, 7, FreeSpaceRule::Nothing, &mut go);
    assert!(
        matches!(beyond, Err(PrefillError::TooSmall { size_bytes, .. }) if size_bytes == 4 * MIB)
    );
    drop((target, device));
    let data = image.read();
    assert_eq!(data.len() as u64, 4 * MIB);
    let blank = |bytes: &[u8]| bytes.iter().all(|&byte| byte == 0);
    let sectors = |from: u64, to: u64| data[from as usize..to as usize].chunks(512);
    assert!(sectors(MIB, 3 * MIB).all(|sector| !blank(sector)));
    assert!(sectors(0, MIB).chain(sectors(3 * MIB, 4 * MIB)).all(blank));
}
