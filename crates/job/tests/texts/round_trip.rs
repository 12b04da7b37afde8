//! Writing a workload and reading it again gives the same workload, for any workload that the language can express.

use base::{Bytes, Nanos};
use job::{read, write};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use std::path::PathBuf;
use workload::stream::LatencyTarget;
use workload::{
    AccessPattern, AccessZone, Batch, BlockSizes, CacheMode, CursorScope, EngineChoice, EngineKind,
    ErrorAction, Extent, JobTarget, Pace, Phase, RateCurve, RateLink, StartDelay, StopCondition,
    Stream, SyncMode, TargetLocation, TrimMode, Workload, WriteContent,
};

fn block() -> impl Strategy<Value = Bytes> {
    (1u64..=1 << 17).prop_map(|sectors| Bytes(sectors * 512))
}

fn blocks() -> impl Strategy<Value = BlockSizes> {
    prop_oneof![
        block().prop_map(BlockSizes::Fixed),
        (1u64..100, 1u64..100, 1u64..10).prop_map(|(step, low, more)| BlockSizes::Range {
            low: Bytes(512 * step * low),
            high: Bytes(512 * step * (low + more)),
            step: Bytes(512 * step),
        }),
        vec((block(), 0.001..1e6f64), 1..5).prop_map(|mut list| {
            list.sort_by_key(|(size, _)| *size);
            list.dedup_by_key(|(size, _)| *size);
            list.reverse();
            BlockSizes::Weighted(list)
        }),
    ]
}

fn access() -> impl Strategy<Value = AccessPattern> {
    prop_oneof![
        Just(AccessPattern::Sequential),
        Just(AccessPattern::Uniform),
        Just(AccessPattern::Shuffled),
        (0.01..10.0f64).prop_map(AccessPattern::Zipf),
        (0.501..0.999f64).prop_map(AccessPattern::Pareto),
        (0.0..=100.0f64, 0.001..=100.0f64).prop_map(|(center_percent, deviation_percent)| {
            AccessPattern::Normal { center_percent, deviation_percent }
        }),
        (1u64..1 << 50).prop_map(|sectors| AccessPattern::Strided(Bytes(sectors * 512))),
        (1u64..1 << 50).prop_map(|sectors| AccessPattern::Backward(Bytes(sectors * 512))),
        (1u64..1 << 50, 0u64..1 << 50).prop_map(|(run, more)| {
            AccessPattern::Runs { run: Bytes(run), stride: Bytes(run + more) }
        }),
        (1u64..1 << 50, 1u64..1 << 50, 1u64..1 << 50).prop_map(|(bytes, window, stride)| {
            AccessPattern::Hops {
                bytes: Bytes(bytes),
                window: Bytes(window),
                stride: Bytes(stride),
            }
        }),
        (1u64..1 << 50, 1u32..1000).prop_map(|(sectors, columns)| {
            AccessPattern::Columns { stride: Bytes(sectors * 512), columns }
        }),
        (0.0..=100.0f64).prop_map(AccessPattern::SequentialShare),
        vec(
            (
                0.001..=100.0f64,
                prop_oneof![
                    (0.001..=100.0f64).prop_map(Extent::Percent),
                    (1u64..1 << 50).prop_map(|bytes| Extent::Bytes(Bytes(bytes))),
                ]
            ),
            1..4
        )
        .prop_map(|zones| {
            let zone = |(io_percent, length)| AccessZone { io_percent, length };
            AccessPattern::Zones(zones.into_iter().map(zone).collect())
        }),
    ]
}

fn curve() -> impl Strategy<Value = RateCurve> {
    (1_000_000u64..86_400_000_000_000, vec(0.0..1e6f64, 0..9), 0.001..1e3f64).prop_map(
        |(step_ns, mut factors, one)| {
            factors.push(one);
            RateCurve { step_ns: Nanos(step_ns), factors: factors.into() }
        },
    )
}

fn pace() -> impl Strategy<Value = Pace> {
    let rate = || 0.001..1e8f64;
    prop_oneof![
        Just(Pace::Closed),
        (1u64..86_400_000_000_000, 1u32..1_000_000)
            .prop_map(|(ns, burst)| Pace::ThinkTime { think_ns: Nanos(ns), burst }),
        rate().prop_map(|rate_iops| Pace::Fixed { rate_iops }),
        rate().prop_map(|rate_iops| Pace::Poisson { rate_iops }),
        (rate(), 1u32..1_000_000).prop_map(|(rate_iops, burst)| Pace::Bursts { rate_iops, burst }),
    ]
}

fn sync() -> impl Strategy<Value = SyncMode> {
    prop_oneof![
        Just(SyncMode::None),
        Just(SyncMode::Dsync),
        Just(SyncMode::Sync),
        Just(SyncMode::Fua),
        (1u32..=1_000_000).prop_map(|every| SyncMode::Fdatasync { every }),
        (1u32..=1_000_000).prop_map(|every| SyncMode::Fsync { every }),
    ]
}

fn extent() -> impl Strategy<Value = Extent> {
    prop_oneof![
        (512u64..1 << 62).prop_map(|bytes| Extent::Bytes(Bytes(bytes))),
        (0.001..=100.0f64).prop_map(Extent::Percent),
    ]
}

fn duration() -> impl Strategy<Value = Nanos> {
    prop_oneof![
        (1_000_000u64..31_622_400_000_000_000).prop_map(Nanos),
        (1u64..1_000_000).prop_map(Nanos::secs),
    ]
}

fn stop() -> impl Strategy<Value = StopCondition> {
    let until = option::of((2u32..=500).prop_map(|tenths| f64::from(tenths) / 10.0 / 100.0));
    let all = (duration(), option::of(512u64..1 << 62), option::of(1u64..1 << 62), until);
    (all, any::<bool>()).prop_map(|((duration, bytes, ios, until_steady), ends_others)| {
        StopCondition {
            duration_ns: Some(duration),
            bytes: bytes.map(Bytes),
            ios,
            until_steady,
            ends_others,
        }
    })
}

fn stream() -> impl Strategy<Value = Stream> {
    let content = (0.0..=100.0f64, 0.0..=100.0f64, any::<bool>()).prop_map(|(c, d, zeros)| {
        let keep = if zeros { 0.0 } else { 1.0 };
        WriteContent { compress_percent: c * keep, dedupe_percent: d * keep, zeros }
    });
    let keep = (1u64..1 << 50, 0.001..=100.0f64, 1000u64..86_400_000_000_000, any::<bool>());
    let cache =
        prop_oneof![Just(CacheMode::Direct), Just(CacheMode::Buffered), Just(CacheMode::Dropped)];
    (
        (0.0..=100.0f64, blocks(), blocks(), access(), any::<bool>(), option::of(block())),
        (
            extent(),
            option::of(extent()),
            1u32..=4096,
            1u32..=1024,
            vec(0u32..65_536, 0..4),
            option::of(keep),
            option::of((any::<u32>(), 0.001..=1e6f64)),
            option::of(1u32..=4096),
            prop_oneof![Just(TrimMode::No), Just(TrimMode::Instead), Just(TrimMode::Before)],
        ),
        (
            pace(),
            sync(),
            cache,
            content,
            stop(),
            any::<bool>(),
            (0u64..1 << 50, option::of(0u64..1 << 50)),
            (any::<bool>(), option::of(512u64..1 << 62), option::of(0u64..=i64::MAX as u64)),
            option::of(curve()),
        ),
    )
        .prop_map(|(what, place, how)| {
            let mut stream = Stream::new("", "");
            (stream.read_percent, stream.read_blocks, stream.write_blocks, stream.access) =
                (what.0, what.1, what.2, what.3);
            stream.cursor = if what.4 { CursorScope::Shared } else { CursorScope::Own };
            stream.align = what.5;
            (stream.offset, stream.size, stream.depth, stream.workers, stream.pin) =
                (place.0, place.1, place.2, place.3, place.4);
            (stream.pace, stream.sync, stream.cache, stream.content, stream.stop) =
                (how.0, how.1, how.2, how.3, how.4);
            stream.flush_last = how.7.0;
            stream.seed = how.7.2;
            let dropped = stream.cache == CacheMode::Dropped;
            stream.drop_every = how.7.1.filter(|_| dropped).map(Bytes);
            let (least_ns, more) = how.6;
            stream.delay = StartDelay {
                least_ns: Nanos(least_ns),
                most_ns: Nanos(least_ns + more.unwrap_or(0)),
            };
            stream.curve = how.8.filter(|_| stream.pace.rate_iops().is_some());
            // An open loop keeps its arrivals whatever the depth, so it has no latency target.
            let keep = place.5.filter(|_| stream.pace.rate_iops().is_none());
            stream.keep = keep.map(|(latency, percent, window, goes_on)| LatencyTarget {
                latency_ns: Nanos(latency),
                percent,
                window_ns: Nanos(window),
                goes_on,
            });
            // A rate or a pause sets its own times, so the stream cannot be tied.
            let tie = place.6.filter(|_| stream.pace == Pace::Closed);
            stream.tie = tie.map(|(group, weight)| RateLink { group, weight });
            stream.emulation.batch = place.7.map(Batch::of_submit);
            stream.trim = place.8;
            stream.on_error = if how.5 { ErrorAction::Continue } else { ErrorAction::Stop };
            stream
        })
}

fn place() -> impl Strategy<Value = TargetLocation> {
    prop_oneof![
        "[a-zA-Z./_ \"\\\\äλ-]{0,20}[a-z]"
            .prop_map(|path| TargetLocation::Path(PathBuf::from(path))),
        "[a-z]{2,6}(\\?disks=[1-9])?".prop_map(TargetLocation::Sim),
        Just(TargetLocation::Null),
    ]
}

fn workload() -> impl Strategy<Value = Workload> {
    let kinds = prop_oneof![
        Just(EngineKind::Uring),
        Just(EngineKind::Libaio),
        Just(EngineKind::Sync),
        Just(EngineKind::Null),
        Just(EngineKind::Sim)
    ];
    (
        "[a-zA-Z0-9 \"\\\\äλ]{0,12}[a-z]",
        vec((place(), option::of(extent())), 1..4),
        vec((stream(), any::<prop::sample::Index>()), 1..5),
        vec((0u64..1 << 50, 0u64..1 << 50), 1..4),
        (option::of(kinds), any::<bool>()),
        option::of(0u64..=i64::MAX as u64),
        10_000_000u64..3_600_000_000_000,
    )
        .prop_map(|(name, targets, streams, phases, (kind, sqpoll), seed, interval)| {
            let targets: Vec<JobTarget> = targets
                .into_iter()
                .enumerate()
                .map(|(i, (place, size))| {
                    let place = match place {
                        // These two names do not mean files.
                        TargetLocation::Path(p) if p.as_os_str() == "null" => {
                            TargetLocation::Path("./null".into())
                        }
                        other => other,
                    };
                    JobTarget { name: format!("t {i}\""), place, size }
                })
                .collect();
            let streams: Vec<Stream> = streams
                .into_iter()
                .enumerate()
                .map(|(i, (stream, target))| Stream {
                    name: format!("s{i}"),
                    target: target.get(&targets).name.clone(),
                    ..stream
                })
                .collect();
            let phases = phases
                .into_iter()
                .enumerate()
                .map(|(i, (warm_up, pause))| Phase {
                    name: format!("p{i}"),
                    streams: streams
                        .iter()
                        .skip(i % streams.len())
                        .map(|s| s.name.clone())
                        .collect(),
                    warm_up_ns: Nanos(warm_up),
                    pause_ns: Nanos(pause),
                })
                .collect();
            let sqpoll = sqpoll && kind == Some(EngineKind::Uring);
            Workload {
                name,
                targets,
                streams,
                phases,
                engine: EngineChoice { kind, iopoll: false, sqpoll },
                seed,
                interval_ns: Nanos(interval),
                hosts: workload::HostDivision::default(),
            }
        })
}

proptest! {
    #[test]
    fn there_and_back_again(workload in workload()) {
        let text = write(&workload);
        let reading = read("round", &text);
        prop_assert!(
            reading.problems.is_empty(),
            "{}", job::show("round", &text, &reading.problems, false)
        );
        prop_assert_eq!(reading.workload, Some(workload), "{}", text);
    }

    /// For any text of a job: a result, never a panic, and valid spans.
    #[test]
    fn any_text_gets_an_answer(text in "(\\[\\[?(job|target|stream|phase|engine)(\\.[a-z])?\\]\\]?\n|[a-z_]{2,8} = ?[-0-9a-z\"%{}\\[\\],ä]{0,9}\n){0,12}") {
        let reading = read("any", &text);
        prop_assert_eq!(reading.workload.is_none(), !reading.problems.is_empty());
        for problem in &reading.problems {
            prop_assert!(text.get(problem.span.clone()).is_some(), "{:?}", problem);
        }
        job::show("any", &text, &reading.problems, false);
    }
}

#[test]
fn parts_of_transactions_are_written_as_they_are_read() {
    let text = |lines: &str| {
        format!("[target.disk]\npath = \"x\"\n[stream.s]\nduration = 1\ntransaction = {lines}\n")
    };
    for right in [
        "\"commit\"",
        "{ commit = \"11KiB\" }",
        "{ behind = 0.25 }",
        "{ behind = 2, burst = 32 }",
        "{ reads = 3.4, think = \"1.2ms\" }",
        "{ reads = 0, think = \"0s\", rate = 200 }",
    ] {
        let workload = read("x", &text(right)).workload.expect(right);
        let part = workload.streams[0].transaction.expect("the part was read");
        let written = write(&workload);
        let again = read("x", &written).workload.expect(&written);
        assert_eq!(again.streams[0].transaction, Some(part), "{written}");
    }
    for wrong in [
        "\"log\"",
        "{}",
        "{ behind = 0 }",
        "{ commit = \"1KiB\", reads = 1 }",
        "{ reads = 1, burst = 2 }",
        "{ behind = 1, reads = 1 }",
        "{ reads = -1 }",
        "{ thinks = 1 }",
        "\"commit\"\nrate = 5",
    ] {
        let problems = read("x", &text(wrong)).problems;
        assert_eq!(problems.len(), 1, "{wrong}: {problems:?}");
        assert!(problems[0].text.contains("`transaction`"), "{}", problems[0].text);
    }
}
