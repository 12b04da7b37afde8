//! A job of our own, written as a fio job and read back, is the same workload wherever fio can express it.

use base::{Bytes, Nanos};
use compat::fio::{Context, read, write_job};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use std::path::PathBuf;
use workload::stream::LatencyTarget;
use workload::{
    AccessPattern, BlockSizes, CacheMode, EngineChoice, EngineKind, ErrorAction, Extent, JobTarget,
    Pace, Phase, RateLink, StartDelay, StopCondition, Stream, SyncMode, TargetLocation, TrimMode,
    Workload, WriteContent,
};

fn again(text: &str) -> Result<Workload, String> {
    let load = |_: &str| Ok(text.to_owned());
    let context = Context { cpus: 1024, ..Context::of(&load) };
    let foreign = read(&["job.fio".to_owned()], &context, &[]);
    foreign.workload.ok_or_else(|| format!("{:?}", foreign.problems))
}

/// Gives both sides equal names where fio has none, and sizes in bytes.
fn plain(mut workload: Workload) -> Workload {
    workload.name.clear();
    workload.interval_ns = Nanos(0);
    for (index, phase) in workload.phases.iter_mut().enumerate() {
        phase.name = index.to_string();
    }
    // No job follows the last phase, so a job file cannot express its pause.
    if let Some(last) = workload.phases.last_mut() {
        last.pause_ns = Nanos(0);
    }
    // A delay that all streams of a phase share is a pause before it.
    for index in 1..workload.phases.len() {
        let names = workload.phases[index].streams.clone();
        let mine = |s: &&mut Stream| names.contains(&s.name);
        let common = workload.streams.iter_mut().filter(mine).map(|s| s.delay.least_ns).min();
        let common = common.unwrap_or_default();
        for stream in workload.streams.iter_mut().filter(mine) {
            stream.delay = stream.delay.less(common);
        }
        workload.phases[index - 1].pause_ns.0 += common.0;
    }
    for stream in &mut workload.streams {
        let target = workload.targets.iter().find(|t| t.name == stream.target).expect("it has one");
        let (Some(Extent::Bytes(whole)), Extent::Bytes(offset)) = (target.size, stream.offset)
        else {
            continue;
        };
        let left = Extent::Bytes(Bytes(whole.0 - offset.0));
        stream.size = Some(stream.size.unwrap_or(left));
        // The sizes of an unused direction have no effect.
        if stream.read_percent >= 100.0 {
            stream.write_blocks = stream.read_blocks.clone();
        } else if stream.read_percent <= 0.0 {
            stream.read_blocks = stream.write_blocks.clone();
        }
        // Values that are converted to a share and back differ in their last digits.
        let near = |value: &mut f64| *value = (*value * 1e9).round() / 1e9;
        match &mut stream.access {
            AccessPattern::Pareto(share) => near(share),
            AccessPattern::Normal { center_percent, deviation_percent } => {
                near(center_percent);
                *deviation_percent = (*deviation_percent * 1e6).round() / 1e6;
            }
            _ => {}
        }
        near(&mut stream.read_percent);
        // A number of operations is written with a sufficient number of bytes.
        if stream.stop.ios.is_some() {
            stream.stop.bytes = None;
        }
        // fio drops the cache at each pass without being told to.
        stream.drop_every = None;
        stream.emulation = workload::Emulation::default();
        stream.target.clear();
    }
    for target in &mut workload.targets {
        target.name.clear();
        target.size = None;
    }
    workload
}

fn blocks() -> impl Strategy<Value = BlockSizes> {
    let block = || (1u64..=256).prop_map(|sectors| Bytes(sectors * 512));
    prop_oneof![
        block().prop_map(BlockSizes::Fixed),
        (1u64..64, 2u64..16).prop_map(|(low, times)| BlockSizes::Range {
            low: Bytes(low * 512),
            high: Bytes(low * times * 512),
            step: Bytes(low * 512),
        }),
        (1u64..50, 51u64..99, 1u32..99).prop_map(|(small, large, share)| BlockSizes::Weighted(
            vec![
                (Bytes(small * 512), f64::from(share)),
                (Bytes(large * 512), f64::from(100 - share)),
            ]
        )),
    ]
}

fn access() -> impl Strategy<Value = AccessPattern> {
    prop_oneof![
        Just(AccessPattern::Sequential),
        Just(AccessPattern::Uniform),
        (101u32..300).prop_map(|n| AccessPattern::Zipf(f64::from(n) / 100.0)),
        (51u32..99).prop_map(|n| AccessPattern::Pareto(f64::from(n) / 100.0)),
        (0u32..=100, 9u32..=16).prop_map(|(center, deviation)| AccessPattern::Normal {
            center_percent: f64::from(center),
            deviation_percent: f64::from(deviation),
        }),
        (1u32..100).prop_map(|n| AccessPattern::SequentialShare(f64::from(n))),
        (0u64..60).prop_map(|n| AccessPattern::Strided(Bytes(n))),
    ]
}

fn pace() -> impl Strategy<Value = Pace> {
    prop_oneof![
        Just(Pace::Closed),
        (1u64..1_000_000, 1u32..1000)
            .prop_map(|(us, burst)| Pace::ThinkTime { think_ns: Nanos(us * 1000), burst }),
        (1u32..1_000_000).prop_map(|n| Pace::Fixed { rate_iops: f64::from(n) }),
        (1u32..1_000_000).prop_map(|n| Pace::Poisson { rate_iops: f64::from(n) }),
    ]
}

fn sync() -> impl Strategy<Value = SyncMode> {
    prop_oneof![
        Just(SyncMode::None),
        Just(SyncMode::Dsync),
        Just(SyncMode::Sync),
        (1u32..1000).prop_map(|every| SyncMode::Fdatasync { every }),
        (1u32..1000).prop_map(|every| SyncMode::Fsync { every }),
    ]
}

fn stop() -> impl Strategy<Value = StopCondition> {
    let duration = || (1u64..1_000_000).prop_map(|ms| Some(Nanos::millis(ms)));
    let steady = option::of((1u32..=50).prop_map(|n| f64::from(n) / 100.0));
    prop_oneof![
        (duration(), steady).prop_map(|(duration_ns, until_steady)| StopCondition {
            duration_ns,
            until_steady,
            ..StopCondition::default()
        }),
        (option::of(duration()), 1u64..1 << 30).prop_map(|(duration, sectors)| StopCondition {
            duration_ns: duration.flatten(),
            bytes: Some(Bytes(sectors * 512)),
            ..StopCondition::default()
        }),
        (option::of(duration()), 1u64..1 << 30).prop_map(|(duration, ios)| StopCondition {
            duration_ns: duration.flatten(),
            ios: Some(ios),
            ..StopCondition::default()
        }),
    ]
}

#[expect(clippy::too_many_lines, reason = "a row for each part of a stream")]
fn stream() -> impl Strategy<Value = Stream> {
    let cache =
        prop_oneof![Just(CacheMode::Direct), Just(CacheMode::Buffered), Just(CacheMode::Dropped)];
    let content = (0u32..=100, 0u32..=100, any::<bool>()).prop_map(|(c, d, zeros)| {
        let keep = f64::from(u8::from(!zeros));
        WriteContent {
            compress_percent: f64::from(c) * keep,
            dedupe_percent: f64::from(d) * keep,
            zeros,
        }
    });
    (
        (
            prop_oneof![Just(0u32), 0u32..=100],
            blocks(),
            access(),
            option::of((1u64..64).prop_map(|n| Bytes(n * 512))),
            option::of((1u64..1_000_000, 1u32..=1000, any::<bool>())),
            option::of((any::<u32>(), 1u32..=1000)),
            prop_oneof![Just(TrimMode::No), Just(TrimMode::Instead), Just(TrimMode::Before)],
        ),
        (0u64..100, 1u64..100, 1u32..256, option::of(0u32..64)),
        (pace(), sync(), cache, content, stop(), any::<bool>(), (0u64..9000, 0u64..2000)),
    )
        .prop_map(|(what, place, how)| {
            let mut stream = Stream::new("", "t");
            stream.read_percent = f64::from(what.0);
            (stream.read_blocks, stream.write_blocks) = (what.1.clone(), what.1.clone());
            (stream.access, stream.align) = (what.2, what.3);
            // Steps and runs are whole blocks of one size.
            if let (BlockSizes::Fixed(Bytes(block)), AccessPattern::Strided(Bytes(times))) =
                (&what.1, &stream.access)
            {
                let (times, apart) = (*times, Bytes(block * (times / 3 + 2)));
                stream.access = match times % 4 {
                    3 => AccessPattern::Hops {
                        bytes: Bytes(block * 3),
                        window: apart,
                        stride: apart,
                    },
                    0 => AccessPattern::Strided(apart),
                    1 => AccessPattern::Backward(Bytes(apart.0 - block)),
                    _ => AccessPattern::Runs {
                        run: Bytes(block * 2),
                        stride: Bytes(apart.0 + block),
                    },
                };
            } else if let AccessPattern::Strided(_) = stream.access {
                stream.access = AccessPattern::Sequential;
            }
            stream.offset = Extent::Bytes(Bytes(place.0 << 20));
            stream.size = Some(Extent::Bytes(Bytes(place.1 << 20)));
            stream.depth = place.2;
            stream.pin = place.3.into_iter().collect();
            (stream.pace, stream.sync, stream.cache) = (how.0, how.1, how.2);
            (stream.content, stream.stop) = (how.3, how.4);
            stream.on_error = if how.5 { ErrorAction::Continue } else { ErrorAction::Stop };
            stream.delay = StartDelay {
                least_ns: Nanos::millis(how.6.0),
                most_ns: Nanos::millis(how.6.0 + (how.6.1 / 1000) * how.6.1),
            };
            // A latency target excludes both a rate and commit groups.
            let groups = matches!(stream.sync, SyncMode::Fdatasync { .. } | SyncMode::Fsync { .. });
            let free = stream.pace.rate_iops().is_none() && !groups;
            stream.keep = what.4.filter(|_| free).map(|(us, percent, goes_on)| LatencyTarget {
                latency_ns: Nanos(us * 1000),
                percent: f64::from(percent) / 10.0,
                window_ns: Nanos(us * 500_000),
                goes_on,
            });
            // fio's weights are whole numbers; only streams without reads can have trims.
            let tie = what.5.filter(|_| stream.pace == Pace::Closed);
            stream.tie = tie.map(|(group, weight)| RateLink { group, weight: f64::from(weight) });
            if stream.read_percent == 0.0 {
                stream.trim = what.6;
                stream.depth = if what.6 == TrimMode::Instead { 1 } else { stream.depth };
            }
            // The rates of both directions set the mix, because fio has one rate for each.
            if let Pace::Fixed { rate_iops } | Pace::Poisson { rate_iops } = stream.pace {
                let reads = (rate_iops * stream.read_percent / 100.0).round();
                stream.read_percent = reads / rate_iops * 100.0;
            }
            stream
        })
}

fn workload() -> impl Strategy<Value = Workload> {
    let streams = vec((stream(), 0usize..3), 1..5);
    let kind = prop_oneof![Just(EngineKind::Uring), Just(EngineKind::Libaio)];
    (streams, vec((0u64..10_000, 0u64..10_000), 3), kind, any::<bool>(), option::of(1u64..1 << 60))
        .prop_map(|(streams, times, kind, polls, seed)| {
            let mut all: Vec<(Stream, usize)> = streams;
            all.sort_by_key(|(_, phase)| *phase);
            let mut phases: Vec<Phase> = Vec::new();
            let mut last = None;
            for (index, (stream, phase)) in all.iter_mut().enumerate() {
                stream.name = format!("s{index}");
                if last != Some(*phase) {
                    let (warm_up, pause) = times[*phase];
                    phases.push(Phase {
                        name: String::new(),
                        streams: Vec::new(),
                        warm_up_ns: Nanos::millis(warm_up),
                        pause_ns: Nanos::millis(pause),
                    });
                    last = Some(*phase);
                }
                phases.last_mut().expect("one was made").streams.push(stream.name.clone());
            }
            let ring = kind == EngineKind::Uring;
            let target = JobTarget {
                name: "t".to_owned(),
                place: TargetLocation::Path(PathBuf::from("/srv/a b:c.dat")),
                size: Some(Extent::Bytes(Bytes(200 << 20))),
            };
            let engine = EngineChoice { kind: Some(kind), iopoll: ring && polls, sqpoll: false };
            let streams = all.into_iter().map(|x| x.0).collect();
            Workload { phases, engine, seed, ..Workload::new("any", vec![target], streams) }
        })
}

/// fio has no buffered libaio with a depth above 1, and the reader does what the author meant.
fn deep_buffered_libaio(workload: &Workload) -> bool {
    let deep = |s: &Stream| s.cache != CacheMode::Direct && s.depth > 1;
    workload.engine.kind == Some(EngineKind::Libaio) && workload.streams.iter().any(deep)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn what_fio_can_say_comes_back(asked in workload()) {
        prop_assume!(!deep_buffered_libaio(&asked));
        let written = write_job(&asked);
        prop_assert_eq!(&written.unsupported, &Vec::<String>::new(), "{}", written.text);
        let back = match again(&written.text) {
            Ok(back) => back,
            Err(why) => return Err(TestCaseError::fail(format!("{why}\n{}", written.text))),
        };
        let (asked, back) = (plain(asked), plain(back));
        prop_assert_eq!(back, asked, "{}", written.text);
    }
}

#[test]
fn what_fio_cannot_say_is_told() {
    let mut stream = Stream::new("s", "t");
    stream.pace = Pace::Bursts { rate_iops: 100.0, burst: 10 };
    stream.sync = SyncMode::Fua;
    stream.workers = 4;
    stream.access = AccessPattern::Columns { stride: Bytes(65536), columns: 4 };
    let target = JobTarget { name: "t".to_owned(), place: TargetLocation::Null, size: None };
    let asked = Workload::new("odd", vec![target], vec![stream]);
    let told = write_job(&asked).unsupported.join("; ");
    for word in ["bursts", "write-through", "clones", "order"] {
        assert!(told.contains(word), "{word}: {told}");
    }
}
