//! Content checks: no alarm on storage that keeps its data, and any change is found.

use super::job::{ScratchFile, base_plan, held, real_engines};
use base::{ContentFault, FaultKind};
use engine::{RunControl, run};
use plan::{ContentCheckPlan, PhasePlan, Plan};
use sample::{EngineEvent, IntervalSample, IoFailure};
use std::os::unix::fs::FileExt;
use workload::{AccessPattern, CacheMode, EngineKind, ErrorAction};

/// `EILSEQ` of Linux.
const WRONG_CONTENT: i32 = 84;

/// A plan with a phase of random writes (and a share of reads, `read_share`) and a phase that reads the data back.
fn checked(engine: EngineKind, scratch: &ScratchFile, read_share: f64) -> Plan {
    let mut plan = base_plan(engine, scratch);
    let writing = &mut plan.phases[0].workers[0];
    writing.read_share = read_share;
    writing.ios_max = Some(20_000);
    writing.depth = if engine == EngineKind::Sync { 1 } else { 16 };
    writing.check = Some(ContentCheckPlan { page_bytes: 4096, leaves_out: false, knows_all: true });
    let mut reading = writing.clone();
    (reading.read_share, reading.access, reading.stream) = (1.0, AccessPattern::Sequential, 1);
    (reading.ios_max, reading.bytes_max) = (None, Some(1 << 20));
    (reading.on_error, reading.cache) = (ErrorAction::Continue, CacheMode::Dropped);
    reading.check = Some(ContentCheckPlan { page_bytes: 4096, leaves_out: true, knows_all: true });
    plan.streams.push("back".to_owned());
    plan.phases.push(PhasePlan { workers: vec![reading], ..plan.phases[0].clone() });
    plan
}

/// Runs the plan, and `between` after the first phase. Returns the sums of each stream, and the failures.
fn go(plan: &Plan, mut between: impl FnMut()) -> ([IntervalSample; 2], Vec<IoFailure>) {
    let mut sums = [IntervalSample::new(0, 0, 0), IntervalSample::new(0, 0, 0)];
    let mut failures = Vec::new();
    run(plan, &held(plan), &RunControl::new(plan), &mut |event| match event {
        EngineEvent::Interval(interval) => sums[interval.stream].merge(&interval),
        EngineEvent::Failure(failure) => failures.push(failure),
        EngineEvent::PhaseEnd { phase: 0 } => between(),
        _ => {}
    })
    .expect("the plan runs");
    (sums, failures)
}

#[test]
fn storage_that_keeps_what_it_was_given_raises_no_alarm() {
    for engine in real_engines() {
        for read_share in [0.0, 0.5] {
            let scratch = ScratchFile::new(1 << 20);
            let plan = checked(engine, &scratch, read_share);
            let (sums, failures) = go(&plan, || {});
            assert_eq!(failures, [], "{engine:?}");
            assert_eq!(sums[0].errors() + sums[1].errors(), 0, "{engine:?}");
            // 20,000 operations write each of the 256 blocks.
            assert_eq!(sums[1].read.bytes, 1 << 20, "{engine:?}");
        }
    }
}

#[test]
fn few_blocks_lie_under_many_writes_at_once_without_an_alarm() {
    for engine in real_engines() {
        let scratch = ScratchFile::new(1 << 20);
        let mut plan = checked(engine, &scratch, 0.3);
        for phase in &mut plan.phases {
            phase.workers[0].length_bytes = 4 * 4096;
        }
        plan.phases[1].workers[0].bytes_max = Some(4 * 4096);
        let (sums, failures) = go(&plan, || {});
        assert_eq!(failures, [], "{engine:?}");
        assert_eq!(sums[1].read.ios, 4, "{engine:?}");
    }
}

#[test]
fn what_changes_between_the_phases_is_found_with_its_place() {
    for engine in real_engines() {
        let scratch = ScratchFile::new(1 << 20);
        let plan = checked(engine, &scratch, 0.0);
        let (sums, failures) = go(&plan, || {
            let file = std::fs::OpenOptions::new().read(true).write(true).open(&scratch.path);
            let file = file.expect("the scratch file opens");
            let mut block = [0; 4096];
            file.read_exact_at(&mut block, 5 * 4096).expect("the block can be read");
            block[3000] ^= 1;
            file.write_all_at(&block, 5 * 4096).expect("the block can be written");
            // A copy of the block is written to the wrong place.
            file.write_all_at(&block, 77 * 4096).expect("the block can be written");
            file.sync_all().expect("the file can be flushed");
        });
        let told: Vec<_> = failures
            .iter()
            .map(|f| (f.stream, f.what.name(), f.offset_bytes, f.length_bytes, f.errno))
            .collect();
        let wrong = |block: u64| (1, "read", block * 4096, 4096, WRONG_CONTENT);
        assert_eq!(told, [wrong(5), wrong(77)], "{engine:?}");
        let found = failures.iter().filter_map(|failure| match failure.content {
            Some(ContentFault::Page { kind, bytes_differing, first_differing, .. }) => {
                Some((kind, bytes_differing, first_differing))
            }
            _ => None,
        });
        let found: Vec<_> = found.collect();
        assert_eq!(found[0], (FaultKind::Checksum, 1, 3000), "{engine:?}");
        assert_eq!(found[1].0, FaultKind::Misdirected, "{engine:?}");
        assert_eq!((sums[1].read.errors, sums[1].read.ios), (2, 254), "{engine:?}");
    }
}

#[test]
fn an_acknowledged_write_that_is_undone_is_found() {
    let Some(engine) = real_engines().next() else { return };
    let scratch = ScratchFile::new(1 << 20);
    let mut plan = checked(engine, &scratch, 0.0);
    for phase in [0, 0] {
        plan.phases.insert(1, plan.phases[phase].clone());
    }
    let mut old = Vec::new();
    let mut failures = Vec::new();
    run(&plan, &held(&plan), &RunControl::new(&plan), &mut |event| match event {
        EngineEvent::PhaseEnd { phase: 0 } => old = scratch.read(),
        EngineEvent::PhaseEnd { phase: 2 } => {
            let file = std::fs::OpenOptions::new().write(true).open(&scratch.path);
            let file = file.expect("the scratch file opens");
            file.write_all_at(&old[8192..12288], 8192).expect("the block can be written");
        }
        EngineEvent::Failure(failure) => failures.push(failure),
        _ => {}
    })
    .expect("the plan runs");
    assert_eq!(failures.len(), 1, "{failures:?}");
    assert_eq!(failures[0].offset_bytes, 8192);
    let Some(ContentFault::Page { kind, write, allowed, .. }) = &failures[0].content else {
        panic!("a page is wrong: {:?}", failures[0]);
    };
    assert_eq!(*kind, FaultKind::LostWrite);
    assert!(write.is_some_and(|write| write < allowed.0), "{:?}", failures[0]);
}

#[test]
fn what_was_not_written_is_left_out() {
    for engine in real_engines() {
        let scratch = ScratchFile::new(1 << 20);
        let mut plan = checked(engine, &scratch, 0.0);
        plan.phases[0].workers[0].access = AccessPattern::Strided(base::Bytes(8 * 4096));
        plan.phases[0].workers[0].ios_max = Some(32);
        let (sums, failures) = go(&plan, || {});
        assert_eq!((failures.len(), sums[1].read.ios), (0, 32), "{engine:?}");
    }
}
