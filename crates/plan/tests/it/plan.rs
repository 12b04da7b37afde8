//! The planner: exact shares, every problem at once, refusals to protect data, and the same plan on every call.

use base::{Bytes, Nanos};
use expect_test::expect;
use plan::{MachineFacts, PlanProblem, TargetFacts, TargetKind, plan};
use proptest::prelude::*;
use workload::stream::LatencyTarget;
use workload::{
    AccessPattern, BlockSizes, CacheMode, CursorScope, EngineChoice, EngineKind, Extent, JobTarget,
    Pace, Phase, StartDelay, StopCondition, Stream, SyncMode, TargetLocation, Workload,
    WriteContent,
};

pub(crate) fn workload(path: &str, size: Option<Extent>, streams: Vec<Stream>) -> Workload {
    let place = match path.strip_prefix("sim:") {
        Some(sim) => TargetLocation::Sim(sim.to_owned()),
        None if path == "null" => TargetLocation::Null,
        None => TargetLocation::Path(path.into()),
    };
    let mut job =
        Workload::new("main", vec![JobTarget { name: "t".to_owned(), place, size }], streams);
    job.phases[0].warm_up_ns = Nanos::secs(5);
    job
}

pub(crate) fn facts(kind: TargetKind, size_bytes: u64) -> MachineFacts {
    MachineFacts {
        cpus: vec![0, 1, 2, 5],
        engines: vec![EngineKind::Uring, EngineKind::Libaio, EngineKind::Sync],
        targets: vec![TargetFacts {
            kind,
            size_bytes,
            block_bytes: 4096,
            room: plan::FreeSpace {
                file_system: 1,
                free_bytes: 100 * Bytes::GIB,
                reserve_bytes: 10 * Bytes::GIB,
            },
            may_write: false,
            direct: true,
        }],
    }
}

pub(crate) fn stream(name: &str) -> Stream {
    Stream::new(name, "t")
}

fn writer(name: &str) -> Stream {
    Stream { read_percent: 0.0, ..stream(name) }
}

fn problems(workload: &Workload, facts: &MachineFacts) -> Vec<PlanProblem> {
    plan(workload, facts, 1).expect_err("something is wrong")
}

fn told(problems: &[PlanProblem]) -> String {
    let line = |p: &PlanProblem| {
        let refused = if p.fault.kind().is_refusal() { "REFUSED " } else { "" };
        format!("{refused}{}: {:?}\n", p.place, p.fault)
    };
    problems.iter().map(line).collect()
}

#[test]
fn a_write_to_a_device_is_refused_with_the_option_that_allows_it() {
    let job = workload("/dev/sdz", None, vec![writer("s")]);
    let mut found = facts(TargetKind::Device, Bytes::GIB);
    expect![[r#"
        REFUSED target "t": DeviceNotMarked { device: "/dev/sdz" }
    "#]]
    .assert_eq(&told(&problems(&job, &found)));
    assert!(
        plan(&workload("/dev/sdz", None, vec![stream("s")]), &found, 1).is_ok(),
        "reading is fine"
    );
    found.targets[0].may_write = true;
    assert!(plan(&job, &found, 1).unwrap().targets[0].writes);
}

#[test]
fn a_foreign_file_is_neither_written_nor_grown() {
    let found = facts(TargetKind::File, Bytes::GIB);
    let grown = Some(Extent::Bytes(Bytes::gib(2)));
    expect![[r#"
        REFUSED target "t": FileWritten { file: "/srv/x" }
    "#]]
    .assert_eq(&told(&problems(&workload("/srv/x", None, vec![writer("s")]), &found)));
    expect![[r#"
        REFUSED target "t": FileGrown { file: "/srv/x", growth: Bytes(1073741824) }
    "#]]
    .assert_eq(&told(&problems(&workload("/srv/x", grown, vec![stream("s")]), &found)));
}

#[test]
fn an_absent_file_is_laid_and_leaves_space_free() {
    let found = facts(TargetKind::Absent, 0);
    let job = |gib| workload("/srv/x", Some(Extent::Bytes(Bytes::gib(gib))), vec![writer("s")]);
    assert_eq!(plan(&job(90), &found, 1).unwrap().targets[0].prefill_bytes, 90 * Bytes::GIB);
    expect![[r#"
        REFUSED target "t": size: SpaceReserved { needed: Bytes(97710505984), usable: Bytes(96636764160), free: Bytes(107374182400), is_full: false }
    "#]]
    .assert_eq(&told(&problems(&job(91), &found)));
    let filled = {
        let mut filled = found.clone();
        filled.targets[0].room.reserve_bytes = 0;
        filled
    };
    assert_eq!(plan(&job(100), &filled, 1).unwrap().targets[0].prefill_bytes, 100 * Bytes::GIB);
    expect![[r#"
        REFUSED target "t": size: SpaceShort { needed: Bytes(108447924224), free: Bytes(107374182400), is_full: false }
    "#]]
    .assert_eq(&told(&problems(&job(101), &filled)));
    let mut full = found.clone();
    full.targets[0].room.free_bytes = Bytes::GIB;
    expect![[r#"
        REFUSED target "t": size: SpaceReserved { needed: Bytes(1073741824), usable: Bytes(0), free: Bytes(1073741824), is_full: true }
    "#]]
    .assert_eq(&told(&problems(&job(1), &full)));
    // Two folders may be on one file system.
    let mut two = job(50);
    let (mut target, mut stream) = (two.targets[0].clone(), two.streams[0].clone());
    target.name = "other".to_owned();
    target.place = TargetLocation::Path("/srv/folder/y".into());
    (stream.name, stream.target) = ("o".to_owned(), "other".to_owned());
    two.targets.push(target);
    two.streams.push(stream);
    two.phases[0].streams.push("o".to_owned());
    let both = MachineFacts { targets: vec![found.targets[0].clone(); 2], ..found.clone() };
    assert!(
        told(&problems(&two, &both))
            .contains("SpaceReserved { needed: Bytes(107374182400), usable: Bytes(96636764160)")
    );
    let unsized_job = workload("/srv/x", None, vec![self::stream("s")]);
    assert!(told(&problems(&unsized_job, &found)).contains("AbsentWithoutSize"));
}

#[test]
fn every_problem_is_told_at_once() {
    let a = Stream {
        depth: 5000,
        pin: vec![7],
        read_blocks: BlockSizes::Fixed(Bytes(512)),
        stop: StopCondition { ios: Some(1), ..StopCondition::default() },
        workers: 2,
        ..stream("a")
    };
    let b =
        Stream { cache: CacheMode::Buffered, offset: Extent::Bytes(Bytes::gib(9)), ..stream("b") };
    let c = Stream { target: "nowhere".to_owned(), ..stream("c") };
    let d = Stream {
        depth: 4096,
        read_blocks: BlockSizes::Fixed(Bytes::mib(1)),
        sync: SyncMode::Fdatasync { every: 0 },
        ..stream("d")
    };
    let mut job = workload("/dev/sdz", None, vec![a, b, c, d]);
    job.engine = EngineChoice { kind: Some(EngineKind::Libaio), iopoll: true, sqpoll: false };
    let mut found = facts(TargetKind::Device, Bytes::GIB);
    found.engines = vec![EngineKind::Sync];
    expect![[r#"
        engine: kind: LibaioUnusable { engines: "sync" }
        engine: iopoll: NeedsUring { engine: "libaio" }
        stream "b": cache: IopollNeedsDirect
        stream "a": depth: CountOutOfRange { most: 4096, value: 5000 }
        stream "a": pin: CpuNotAllowed { cpu: 7, allowed: "0-2, 5" }
        stream "a": read_block: BlockOffDirect { block: 512, unit: Bytes(4096) }
        stream "a": ios: TooFewOperations { workers: 2, operations: 1 }
        stream "b": offset: OffsetBeyondEnd { offset: Bytes(9663676416), size: Bytes(1073741824) }
        stream "c": target: NoTarget { target: "nowhere" }
        stream "d": sync: CountBelowOne
        phase "main": BuffersTooLarge { needed: Bytes(4300095488), most: Bytes(2147483648) }
    "#]]
    .assert_eq(&told(&problems(&job, &found)));
}

#[test]
fn engines_follow_the_targets() {
    let found = |kind| facts(kind, Bytes::GIB);
    let engine = |path, kind| {
        plan(&workload(path, None, vec![stream("s")]), &found(kind), 1).unwrap().engine
    };
    assert_eq!(engine("/dev/sdz", TargetKind::Device), EngineKind::Uring);
    assert_eq!(engine("sim:hdd", TargetKind::Virtual), EngineKind::Sim);
    assert_eq!(engine("null", TargetKind::Virtual), EngineKind::Null);
    let mut mixed = workload("sim:hdd", None, vec![stream("s")]);
    mixed.targets.push(JobTarget { name: "u".to_owned(), place: TargetLocation::Null, size: None });
    let mut both = found(TargetKind::Virtual);
    both.targets.push(both.targets[0].clone());
    assert!(told(&problems(&mixed, &both)).contains("TargetsMixed"));
    let mut asked = workload("sim:hdd", None, vec![stream("s")]);
    asked.engine.kind = Some(EngineKind::Uring);
    assert!(told(&problems(&asked, &found(TargetKind::Virtual))).contains("EngineOfTargets"));
}

#[test]
fn without_io_uring_the_next_best_engine_runs_unless_io_uring_was_asked_for() {
    let mut found = facts(TargetKind::Device, Bytes::GIB);
    found.engines.retain(|&engine| engine != EngineKind::Uring);
    let mut job = workload("/dev/sdz", None, vec![stream("s")]);
    assert_eq!(plan(&job, &found, 1).unwrap().engine, EngineKind::Libaio);
    found.engines.retain(|&engine| engine != EngineKind::Libaio);
    assert_eq!(plan(&job, &found, 1).unwrap().engine, EngineKind::Sync);
    job.engine.kind = Some(EngineKind::Uring);
    assert!(told(&problems(&job, &found)).contains("UringUnusable"));
}

proptest! {
    #[test]
    fn workers_share_everything_and_stay_within(
        total in (1u64 << 27)..=(i64::MAX as u64),
        offset in 0.0..90.0f64,
        workers in 1u32..64,
        ios in 64u64..1 << 40,
        bytes in (1u64 << 28)..1 << 60,
        rate in 1.0..1e6f64,
        kind in 0..6u8,
        shared in any::<bool>(),
        size in prop::option::of(1.0..=100.0f64),
        seed in any::<u64>(),
    ) {
        let access = match kind {
            0 => AccessPattern::Sequential,
            1 => AccessPattern::Uniform,
            2 => AccessPattern::Strided(Bytes::kib(16)),
            3 => AccessPattern::Backward(Bytes::kib(16)),
            4 => AccessPattern::Runs { run: Bytes::kib(64), stride: Bytes::kib(160) },
            _ => AccessPattern::SequentialShare(80.0),
        };
        let sliced = !shared && matches!(
            access,
            AccessPattern::Sequential | AccessPattern::Strided(_) | AccessPattern::Backward(_)
        );
        let s = Stream {
            access,
            workers,
            cursor: if shared { CursorScope::Shared } else { CursorScope::Own },
            offset: Extent::Percent(offset),
            size: size.map(Extent::Percent),
            pace: Pace::Fixed { rate_iops: rate },
            stop: StopCondition { ios: Some(ios), bytes: Some(Bytes(bytes)), ..StopCondition::default() },
            ..stream("s")
        };
        let job = workload("/dev/sdz", None, vec![s]);
        let found = facts(TargetKind::Device, total);
        let made = plan(&job, &found, seed);
        // A range too small for so many workers is a problem, not a plan.
        let Ok(made) = made else { return Ok(()) };
        prop_assert_eq!(&made, &plan(&job, &found, seed).unwrap());
        let all = &made.phases[0].workers;
        prop_assert_eq!(all.len(), workers as usize);
        prop_assert_eq!(all.iter().map(|w| w.ios_max.unwrap()).sum::<u64>(), ios);
        prop_assert_eq!(all.iter().map(|w| w.bytes_max.unwrap()).sum::<u64>(), bytes);
        let rates: f64 = all.iter().filter_map(|w| w.pace.rate_iops()).sum();
        prop_assert!((rates / rate - 1.0).abs() < 1e-9);
        let mut end = all[0].offset_bytes;
        for w in all {
            prop_assert!(w.length_bytes >= 8192);
            prop_assert!(w.offset_bytes.checked_add(w.length_bytes).is_some_and(|e| e <= total));
            prop_assert_eq!(w.offset_bytes % 4096, 0);
            if sliced {
                prop_assert_eq!(w.offset_bytes, end, "slices are disjoint and leave no gap");
                end += w.length_bytes;
            } else {
                prop_assert_eq!((w.offset_bytes, w.length_bytes), (all[0].offset_bytes, all[0].length_bytes));
            }
        }
        let seeds: std::collections::HashSet<u64> = all.iter().map(|w| w.seed).collect();
        prop_assert_eq!(seeds.len(), all.len());
        if size.is_none() {
            let end = all.iter().map(|w| w.offset_bytes + w.length_bytes).max().unwrap();
            prop_assert!(total - end < 8192, "the range is used to its end");
        }
    }
}

#[test]
fn a_delay_within_bounds_is_drawn_from_the_seed_for_all_workers_alike() {
    let mut late = stream("s");
    late.workers = 3;
    late.delay = StartDelay { least_ns: Nanos::secs(5), most_ns: Nanos::secs(10) };
    let job = workload("/x", None, vec![late]);
    let found = facts(TargetKind::File, Bytes::GIB);
    let delays = |seed: u64| -> Vec<u64> {
        let made = plan(&job, &found, seed).expect("it can be planned");
        made.phases[0].workers.iter().map(|w| w.delay_ns).collect()
    };
    let (one, other) = (delays(1), delays(2));
    assert_eq!(one, delays(1));
    assert_ne!(one, other);
    for drawn in [one, other] {
        assert!(drawn.iter().all(|&ns| ns == drawn[0]), "{drawn:?}");
        assert!((5_000_000_000..=10_000_000_000).contains(&drawn[0]), "{drawn:?}");
    }
}

#[test]
fn streams_with_one_seed_make_the_same_choices_whatever_the_seed_of_the_plan() {
    let found = facts(TargetKind::File, Bytes::GIB);
    let delay = StartDelay { least_ns: Nanos::secs(5), most_ns: Nanos::secs(10) };
    let seeded = |name: &str, seed| Stream { seed, delay, workers: 2, ..stream(name) };
    // Seed and delay of each worker: of stream `a` in the first phase, of stream `b` in the second.
    let choices = |seeds: [Option<u64>; 2], plan_seed: u64| -> [Vec<(u64, u64)>; 2] {
        let mut job = workload("/x", None, vec![seeded("a", seeds[0]), seeded("b", seeds[1])]);
        let mut later = job.phases[0].clone();
        later.name = "later".to_owned();
        job.phases[0].streams = vec!["a".to_owned()];
        later.streams = vec!["b".to_owned()];
        job.phases.push(later);
        let made = plan(&job, &found, plan_seed).expect("it can be planned");
        let of = |phase: usize| -> Vec<(u64, u64)> {
            made.phases[phase].workers.iter().map(|w| (w.seed, w.delay_ns)).collect()
        };
        [of(0), of(1)]
    };
    let [a, b] = choices([Some(7), Some(7)], 1);
    assert_eq!(a, b);
    assert_ne!(a[0].0, a[1].0, "each worker has its own");
    assert_eq!(choices([Some(7), Some(7)], 2), [a.clone(), b]);
    let [other, unseeded] = choices([Some(8), None], 1);
    assert_ne!(other, a);
    let plain = choices([None, None], 1);
    assert_eq!(plain[1], unseeded, "the seed of one stream changes no other");
    assert_ne!(plain[0], plain[1]);
}

#[test]
fn runs_are_of_whole_blocks_of_one_size() {
    let found = facts(TargetKind::File, Bytes::GIB);
    let runs = |run: u64, stride: u64| {
        let access = AccessPattern::Runs { run: Bytes(run), stride: Bytes(stride) };
        plan(&workload("/x", None, vec![Stream { access, ..stream("s") }]), &found, 1)
    };
    assert!(runs(64 << 10, 1 << 20).is_ok());
    for (run, stride) in [(60 << 10, 1 << 20), (64 << 10, 65 << 10), (64 << 10, 32 << 10)] {
        assert!(runs(run, stride).is_err(), "{run} {stride}");
    }
}

#[test]
fn a_steered_depth_is_refused_where_something_else_decides_it() {
    let keep = LatencyTarget {
        latency_ns: Nanos::millis(5),
        percent: 99.0,
        window_ns: Nanos::secs(1),
        goes_on: false,
    };
    let found = facts(TargetKind::File, Bytes::GIB);
    let steered = Stream { keep: Some(keep), depth: 64, ..stream("s") };
    let with = |stream: Stream, engine: Option<EngineKind>| {
        let mut job = workload("/x", None, vec![stream]);
        job.engine.kind = engine;
        plan(&job, &found, 1)
    };
    assert!(with(steered.clone(), None).is_ok());
    let open = Pace::Fixed { rate_iops: 10.0 };
    let none = LatencyTarget { percent: 0.0, ..keep };
    for wrong in [
        Stream { pace: open, ..steered.clone() },
        Stream { workers: 2, ..steered.clone() },
        Stream { keep: Some(none), ..steered.clone() },
    ] {
        assert!(with(wrong.clone(), None).is_err(), "{wrong:?}");
    }
    assert!(with(steered, Some(EngineKind::Sync)).is_err());
}

#[test]
fn the_range_that_is_read_is_that_of_the_readers_alone() {
    let mut found = facts(TargetKind::File, Bytes::GIB);
    found.targets[0].may_write = true;
    let part = |name: &str, read_percent, mib| Stream {
        read_percent,
        offset: Extent::Bytes(Bytes::mib(mib)),
        size: Some(Extent::Bytes(Bytes::mib(10))),
        ..stream(name)
    };
    let range = |streams: Vec<Stream>| {
        plan(&workload("/x", None, streams), &found, 1).expect("it fits").read_range(0)
    };
    let mib = |n: u64| n << 20;
    let readers = vec![part("a", 100.0, 100), part("b", 1.0, 300), part("c", 0.0, 600)];
    assert_eq!(range(readers), Some(mib(100)..mib(310)));
    assert_eq!(range(vec![part("c", 0.0, 600)]), None);
    let mut replay = part("r", 100.0, 0);
    let operation = |kind, mib| workload::emulation::TraceOperation {
        kind,
        offset: Bytes::mib(mib),
        length: Bytes::mib(1),
        due: None,
    };
    use base::IoKind::{Read, Write};
    let trace = [operation(Read, 5), operation(Write, 8), operation(Read, 2)];
    replay.emulation.replay = Some(std::sync::Arc::new(trace.to_vec()));
    assert_eq!(range(vec![replay]), Some(mib(2)..mib(6)));
}

#[test]
fn recorded_trims_are_refused_on_simulated_storage() {
    use base::IoKind;
    use workload::emulation::TraceOperation;
    let length = Bytes::kib(4);
    let trim = TraceOperation { kind: IoKind::Trim, offset: Bytes(0), length, due: None };
    let mut replayed = writer("w");
    replayed.emulation.replay = Some(std::sync::Arc::new(vec![trim]));
    let job = workload("sim:ssd", Some(Extent::Bytes(Bytes::gib(1))), vec![replayed]);
    let found = problems(&job, &facts(TargetKind::Virtual, Bytes::GIB));
    assert_eq!(told(&found), "stream \"w\": trim: TrimSimulated\n");
}

#[test]
fn contents_are_checked_only_where_it_is_known_what_must_be_there() {
    use workload::ContentCheck;
    let mut found = facts(TargetKind::File, Bytes::GIB);
    found.targets[0].may_write = true;
    let writes = Stream { read_percent: 0.0, check: ContentCheck::Yes, ..stream("w") };
    let bytes = StopCondition { bytes: Some(Bytes::gib(1)), ..StopCondition::default() };
    let back = Stream { check: ContentCheck::Written, stop: bytes, ..stream("b") };
    let both = |w: &Stream, b: &Stream, apart: bool| {
        let mut job = workload("/x", None, vec![w.clone(), b.clone()]);
        job.phases[0].streams = vec!["w".to_owned()];
        let second = Phase {
            name: "back".to_owned(),
            streams: vec!["b".to_owned()],
            ..job.phases[0].clone()
        };
        if apart {
            job.phases.push(second)
        } else {
            job.phases[0].streams.push("b".to_owned())
        }
        plan(&job, &found, 1)
    };
    let good = both(&writes, &back, true).expect("one after the other is known");
    let pages = |phase: usize| good.phases[phase].workers[0].check.map(|check| check.page_bytes);
    assert_eq!((pages(0), pages(1)), (Some(8192), Some(8192)));
    let size = Some(Extent::Bytes(Bytes::kib(32_000)));
    let large = Stream { size, write_blocks: BlockSizes::Fixed(Bytes::kib(160)), ..writes.clone() };
    let coarse = Stream { size, read_blocks: BlockSizes::Fixed(Bytes::kib(320)), ..back.clone() };
    let planned = both(&large, &coarse, true).expect("sizes need only a common part");
    assert_eq!(planned.phases[0].workers[0].check.map(|check| check.page_bytes), Some(40 << 10));
    let unchecked = Stream { check: ContentCheck::No, ..writes.clone() };
    let elsewhere = Stream { offset: Extent::Bytes(Bytes::mib(1)), ..back.clone() };
    let zeros =
        Stream { content: WriteContent { zeros: true, ..writes.content }, ..writes.clone() };
    let endless = Stream { stop: stream("b").stop, ..back.clone() };
    for (case, w, b, apart) in [
        ("at the same time", &writes, &back, false),
        ("by several", &Stream { workers: 2, ..writes.clone() }, &back, true),
        ("unstamped", &unchecked, &back, true),
        ("another part", &writes, &elsewhere, true),
        ("zeros", &zeros, &back, true),
        ("nothing may be found", &writes, &endless, true),
    ] {
        let told = both(w, b, apart).expect_err(case);
        assert!(told.iter().any(|problem| problem.place.ends_with(": check")), "{case}: {told:?}");
    }
}
