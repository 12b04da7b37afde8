//! A job of our own, written for DISKSPD and read back, is the same workload wherever DISKSPD can express it.

use crate::words;
use base::{Bytes, Nanos};
use compat::diskspd::{self, CLOSED, write_job};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use workload::{
    AccessPattern, AccessZone, BlockSizes, CacheMode, Extent, JobTarget, Pace, Phase,
    StopCondition, Stream, SyncMode, TargetLocation, Workload, WriteContent,
};

fn again(text: &str) -> Result<Workload, String> {
    let profile = text.starts_with('<');
    let line = if profile { "-Xprofile.xml" } else { text.trim_start_matches("diskspd ").trim() };
    let foreign = diskspd::read(&words(line), &|_| Ok(text.to_owned()), &[]);
    foreign.workload.ok_or_else(|| format!("{:?}", foreign.problems))
}

/// Gives both sides equal names where DISKSPD has none, and removes what has no effect.
fn plain(mut workload: Workload) -> Workload {
    workload.name.clear();
    workload.interval_ns = Nanos(0);
    for (index, phase) in workload.phases.iter_mut().enumerate() {
        phase.name = index.to_string();
        phase.streams.iter_mut().for_each(String::clear);
    }
    if let Some(last) = workload.phases.last_mut() {
        last.pause_ns = Nanos(0);
    }
    for stream in &mut workload.streams {
        let target = workload.targets.iter().find(|t| t.name == stream.target).expect("it has one");
        let TargetLocation::Path(path) = &target.place else { panic!("{target:?}") };
        stream.target = path.display().to_string();
        stream.name.clear();
        stream.cursor = workload::CursorScope::Own;
        let used =
            if stream.read_percent > 0.0 { &stream.read_blocks } else { &stream.write_blocks };
        let used = used.clone();
        stream.align = stream.align.or(Some(used.smallest()));
        (stream.read_blocks, stream.write_blocks) = (used.clone(), used);
        stream.pin.truncate(1);
        if !stream.writes() {
            stream.sync = SyncMode::None;
            stream.content =
                WriteContent { compress_percent: 0.0, dedupe_percent: 0.0, zeros: false };
        }
    }
    for target in &mut workload.targets {
        target.name.clear();
    }
    workload.targets.sort_by_key(|target| format!("{:?}", target.place));
    workload
}

fn access() -> impl Strategy<Value = AccessPattern> {
    let percent = vec((0u32..=50, 1u32..=50), 1..2).prop_map(|ranges| {
        let (io, length) = ranges[0];
        let zone = |io: u32, length: u32| AccessZone {
            io_percent: f64::from(io),
            length: Extent::Percent(f64::from(length)),
        };
        AccessPattern::Zones(vec![zone(io, length), zone(100 - io, 100 - length)])
    });
    let absolute = (0u32..100, 1u64..64).prop_map(|(io, mebibytes)| {
        let first = Extent::Bytes(Bytes::mib(mebibytes));
        AccessPattern::Zones(vec![
            AccessZone { io_percent: f64::from(io), length: first },
            AccessZone { io_percent: f64::from(100 - io), length: Extent::Percent(100.0) },
        ])
    });
    prop_oneof![
        Just(AccessPattern::Sequential),
        Just(AccessPattern::Uniform),
        (1u32..100).prop_map(|n| AccessPattern::SequentialShare(f64::from(n))),
        (2u64..64).prop_map(|n| AccessPattern::Strided(Bytes(n))),
        percent,
        absolute,
        Just(AccessPattern::Zipf(1.2)),
    ]
}

fn pace() -> impl Strategy<Value = Pace> {
    prop_oneof![
        3 => Just(Pace::Closed),
        1 => (1u64..100_000, 1u32..1000)
            .prop_map(|(ms, burst)| Pace::ThinkTime { think_ns: Nanos::millis(ms), burst }),
        1 => (1u32..1_000_000).prop_map(|n| Pace::Fixed { rate_iops: f64::from(n) }),
        1 => (1u32..1_000).prop_map(|n| Pace::Poisson { rate_iops: f64::from(n) }),
    ]
}

prop_compose! {
    fn stream()(
        read in 0u32..=100,
        sectors in 1u64..=256,
        access in access(),
        depth in 1u32..64,
        pace in pace(),
        direct in any::<bool>(),
        durable in any::<bool>(),
        data in 0usize..3,
        part in option::of((0u64..8, 1u64..8)),
        seconds in 1u64..100,
        pin in option::weighted(0.1, 0u32..4),
    ) -> Stream {
        let block = Bytes(sectors * 512);
        let access = match access {
            AccessPattern::Strided(times) => AccessPattern::Strided(Bytes(times.0 * block.0)),
            other => other,
        };
        Stream {
            read_percent: f64::from(read),
            read_blocks: BlockSizes::Fixed(block),
            write_blocks: BlockSizes::Fixed(block),
            access,
            depth,
            pace,
            cache: if direct { CacheMode::Direct } else { CacheMode::Buffered },
            sync: if durable { SyncMode::Dsync } else { SyncMode::None },
            content: [
                WriteContent { compress_percent: 0.0, dedupe_percent: 0.0, zeros: false },
                WriteContent { compress_percent: 0.0, dedupe_percent: 0.0, zeros: true },
                WriteContent { compress_percent: 99.0, dedupe_percent: 100.0, zeros: false },
            ][data],
            offset: Extent::Bytes(Bytes::mib(part.map_or(0, |part| part.0 * 32))),
            size: part.map(|part| Extent::Bytes(Bytes::mib(part.1 * 32))),
            pin: pin.into_iter().collect(),
            stop: StopCondition { duration_ns: Some(Nanos::secs(seconds)), ..StopCondition::default() },
            ..Stream::new("", "")
        }
    }
}

fn workloads() -> impl Strategy<Value = Workload> {
    let phase = (vec(stream(), 1..4), 0u64..20, any::<bool>());
    (vec(phase, 1..3), option::of(0u64..1_000_000)).prop_map(|(phases, seed)| {
        let empty = Workload::new("job", Vec::new(), Vec::new());
        let mut work = Workload { phases: Vec::new(), seed, ..empty };
        for (at, (streams, warm_up, alike)) in phases.into_iter().enumerate() {
            let mut names = Vec::new();
            let first = streams[0].clone();
            for (number, own) in streams.into_iter().enumerate() {
                let mut own = if alike { first.clone() } else { own };
                own.stop = first.stop;
                own.name = format!("s{at}.{number}");
                own.target = format!("t{at}.{number}");
                work.targets.push(JobTarget {
                    name: own.target.clone(),
                    place: TargetLocation::Path(format!("/srv/f{at}.{number}").into()),
                    size: Some(Extent::Bytes(Bytes::mib(512))),
                });
                names.push(own.name.clone());
                work.streams.push(own);
            }
            work.phases.push(Phase {
                name: format!("p{at}"),
                streams: names,
                warm_up_ns: Nanos::secs(warm_up),
                pause_ns: Nanos(0),
            });
        }
        work
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn what_diskspd_can_say_comes_back_the_same(workload in workloads()) {
        let written = write_job(&workload);
        let back = again(&written.text);
        prop_assert!(back.is_ok(), "{:?}\n{}", back, written.text);
        // This reader takes a limit as a rate; the tool's own behaviour is in `unsupported`.
        if written.unsupported.iter().all(|told| told.ends_with(CLOSED)) {
            let back = back.map(plain).unwrap_or_else(|_| plain(workload.clone()));
            prop_assert_eq!(back, plain(workload), "{}", written.text);
        }
    }
}

fn simple() -> Workload {
    let mut stream = Stream::new("a", "t");
    stream.stop.duration_ns = Some(Nanos::secs(20));
    stream.depth = 8;
    let target = JobTarget {
        name: "t".to_owned(),
        place: TargetLocation::Path("/srv/x".into()),
        size: Some(Extent::Bytes(Bytes::mib(1024))),
    };
    let mut job = Workload::new("job", vec![target], vec![stream]);
    job.phases[0].warm_up_ns = Nanos::secs(3);
    job.seed = Some(7);
    job
}

#[test]
fn one_line_where_one_says_it_and_a_profile_where_not() {
    let mut workload = simple();
    let line = "diskspd -b8K -d20 -W3 -z7 -L -o8 -t1 -w0 -r8K -c1G -Su /srv/x\n";
    assert_eq!(
        (write_job(&workload).text.as_str(), write_job(&workload).unsupported),
        (line, vec![])
    );
    let mut log = workload.streams[0].clone();
    log.name = "log".to_owned();
    log.read_percent = 0.0;
    log.access = AccessPattern::Sequential;
    workload.streams.push(log);
    workload.phases[0].streams.push("log".to_owned());
    let written = write_job(&workload);
    assert!(written.text.starts_with("<Profile>"), "{}", written.text);
    assert_eq!(again(&written.text).map(|w| w.streams.len()), Ok(2));
}

#[test]
fn nothing_that_diskspd_cannot_say_is_left_out_in_silence() {
    type Change = fn(&mut Workload);
    let changes: &[(Change, &str)] = &[
        (|w| w.streams[0].access = AccessPattern::Zipf(1.1), "no option for this order"),
        (|w| w.streams[0].access = AccessPattern::Strided(Bytes(0)), "no option for this order"),
        (|w| w.streams[0].pace = Pace::Poisson { rate_iops: 10.0 }, "no random arrivals"),
        (|w| w.streams[0].pace = Pace::Fixed { rate_iops: 10.0 }, "closed loop"),
        (|w| w.streams[0].read_percent = 33.3, "whole number"),
        (|w| w.streams[0].stop.ios = Some(5), "ends only by time"),
        (|w| w.streams[0].stop.duration_ns = Some(Nanos::millis(1500)), "rounded up"),
        (|w| w.streams[0].cache = CacheMode::Dropped, "does not drop"),
        (|w| w.streams[0].workers = 4, "threads in DISKSPD"),
        (|w| w.streams[0].offset = Extent::Percent(10.0), ""),
        (|w| w.targets[0].size = Some(Extent::Percent(10.0)), "size in bytes only"),
        (|w| w.streams[0].on_error = workload::ErrorAction::Continue, "first error"),
        (|w| w.engine.kind = Some(workload::EngineKind::Uring), "one engine"),
        (|w| w.streams[0].delay = workload::StartDelay::of(Nanos(5)), "wait is left out"),
        (|w| w.targets[0].place = TargetLocation::Path(r"/srv/a\b".into()), "backslash"),
        (
            |w| {
                w.streams[0].read_percent = 0.0;
                w.streams[0].sync = SyncMode::Fdatasync { every: 8 };
            },
            "no flush",
        ),
        (
            |w| {
                w.streams[0].read_percent = 0.0;
                w.streams[0].content.compress_percent = 50.0;
            },
            "compression",
        ),
    ];
    for (change, told) in changes {
        let mut workload = simple();
        change(&mut workload);
        let unsupported = write_job(&workload).unsupported;
        let found = unsupported.iter().any(|line| line.contains(told));
        assert!(
            if told.is_empty() { unsupported.is_empty() } else { found },
            "{told}: {unsupported:?}"
        );
    }
}
