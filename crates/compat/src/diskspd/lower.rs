//! From DISKSPD's terms to the workload: every thread on a target becomes a stream, every time span a phase.

use super::profile::{BufferContent, Cache, Target, Throughput, TimeSpan};
use super::words::DiskspdFindings;
use super::{DiskspdView, Distribution, Kind, Place, Row, Share};
use crate::foreign::{Mapping, map_advice, mapped};
use crate::pasted;
use base::{Bytes, Nanos};
use workload::emulation::Emulation;
use workload::{
    AccessPattern, AccessZone, BlockSizes, CacheMode, CursorScope, ErrorAction, Extent, Pace,
    Phase, StopCondition, Stream, SyncMode, Workload, WriteContent,
};

/// The shortest measurement interval unless buckets are shorter, in milliseconds.
const INTERVAL_MS_MIN: u64 = 10;

/// The workload of the view's profile; also sets the view's rows and places.
pub(super) fn workload(
    view: &mut DiskspdView,
    maps: &[Mapping],
    findings: &mut DiskspdFindings,
) -> Option<Workload> {
    if view.profile.spans.is_empty() || findings.is_wrong() {
        return None;
    }
    let mut targets = Vec::new();
    places(view, maps, findings, &mut targets);
    let mut work = Workload {
        phases: Vec::new(),
        seed: view.profile.spans[0].seed,
        interval_ns: Nanos::millis(interval_ms(&view.profile.spans)),
        ..Workload::new(&named(&view.profile.spans), targets, Vec::new())
    };
    let mut rows = Vec::new();
    for (index, span) in view.profile.spans.iter().enumerate() {
        let names: Vec<String> =
            span.targets.iter().map(|target| place_name(&view.places, &target.path)).collect();
        let own = span_rows(index, span, &names, &mut work.streams);
        work.phases.push(Phase {
            name: format!("timespan {}", index + 1),
            streams: own.iter().flat_map(|row: &Row| row.streams.iter().cloned()).collect(),
            warm_up_ns: Nanos::secs(u64::from(span.warm_up_s)),
            pause_ns: Nanos(0),
        });
        rows.extend(own);
    }
    view.rows = rows;
    Some(work)
}

/// The load of a single target, so that the lines of a batch file are told apart in the list of results.
fn named(spans: &[TimeSpan]) -> String {
    let [TimeSpan { targets, .. }] = spans else { return "diskspd".to_owned() };
    let [target] = &targets[..] else { return "diskspd".to_owned() };
    let block = match target.block_bytes {
        bytes if bytes % 1024 == 0 => format!("{}K", bytes / 1024),
        bytes => bytes.to_string(),
    };
    let is_random = target.random_bytes.is_some() || target.random_percent > 0;
    let random = if is_random { " -r" } else { "" };
    format!("diskspd -b{block}{random} -w{} -o{}", target.write_percent, target.requests)
}

fn place_name(places: &[Place], path: &str) -> String {
    places.iter().find(|place| place.path == path).map_or(String::new(), |p| p.name.clone())
}

/// One target of the workload for each path, as large as the largest file that is requested there.
fn places(
    view: &mut DiskspdView,
    maps: &[Mapping],
    findings: &mut DiskspdFindings,
    targets: &mut Vec<workload::JobTarget>,
) {
    for target in view.profile.spans.iter().flat_map(|span| &span.targets) {
        let known = view.places.iter().position(|place| place.path == target.path);
        let index = known.unwrap_or_else(|| {
            let name = format!("target {}", targets.len() + 1);
            targets.push(workload::JobTarget {
                name: name.clone(),
                place: place(&target.path, maps, findings),
                size: None,
            });
            view.places.push(Place { path: target.path.clone(), name, size_bytes: 0 });
            targets.len() - 1
        });
        if let Some(bytes) = target.create_bytes.filter(|bytes| *bytes > 0) {
            let before = match targets[index].size {
                Some(Extent::Bytes(before)) => before.0,
                _ => 0,
            };
            targets[index].size = Some(Extent::Bytes(Bytes(bytes.max(before))));
            view.places[index].size_bytes = bytes.max(before);
        }
    }
}

fn place(path: &str, maps: &[Mapping], findings: &mut DiskspdFindings) -> workload::TargetLocation {
    if let Some(sim) = workload::simulation(path) {
        return workload::TargetLocation::Sim(sim.to_owned());
    }
    if path.starts_with('*') {
        return workload::TargetLocation::Null;
    }
    // A letter alone names a partition; a folder cannot be a target.
    let here = mapped(path, maps).map(|here| {
        let own = if here == path { Mapping::own_device(path, maps) } else { None };
        own.unwrap_or(here)
    });
    match here {
        Some(here) => workload::TargetLocation::Path(here.into()),
        None => {
            let spot = findings.place_of_target(path);
            let text = format!("{path} is a Windows path");
            let help = pasted::with_quotes(map_advice(path), path);
            findings.problem(&spot, text, &help);
            workload::TargetLocation::Null
        }
    }
}

/// An interval that divides warm-up, measured time and buckets, as far as possible.
fn interval_ms(spans: &[TimeSpan]) -> u64 {
    let gcd = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let bucket = |span: &TimeSpan| u64::from(span.iops_bucket_ms.unwrap_or(1000));
    let shared = spans.iter().fold(0, |shared, span| {
        let warm_up = gcd(u64::from(span.warm_up_s) * 1000, u64::from(span.duration_s) * 1000);
        gcd(shared, gcd(warm_up, bucket(span)))
    });
    // Intervals are never longer than a bucket.
    let shortest = spans.iter().map(bucket).min().unwrap_or(1000);
    shared.clamp(INTERVAL_MS_MIN.min(shortest), 1000)
}

/// The rows of a time span in DISKSPD's order of threads; also adds their streams.
fn span_rows(
    index: usize,
    span: &TimeSpan,
    names: &[String],
    streams: &mut Vec<Stream>,
) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |thread: u32, relative: u32, number: usize, depth: u32| {
        let target = &span.targets[number];
        let prefix = if index == 0 { String::new() } else { format!("span {} ", index + 1) };
        let name = format!("{prefix}thread {thread} target {}", number + 1);
        let mut stream = stream(span, target, relative);
        stream.target.clone_from(&names[number]);
        stream.depth = depth;
        let cpus: Vec<u32> = span.affinity.iter().filter_map(|affinity| affinity.cpu).collect();
        stream.pin = match cpus.len() {
            0 => Vec::new(),
            count => vec![cpus[thread as usize % count]],
        };
        // Outstanding I/Os with separate positions are streams of depth 1.
        let alone = target.parallel && depth > 1;
        let count = if alone { depth } else { 1 };
        let mut own = Vec::new();
        for io in 0..count {
            let mut one = stream.clone();
            one.name = if alone { format!("{name} io {}", io + 1) } else { name.clone() };
            if alone {
                one.depth = 1;
            }
            own.push(one.name.clone());
            streams.push(one);
        }
        rows.push(Row { span: index, thread, target: number, streams: own });
    };
    if span.threads == 0 {
        let mut thread = 0;
        for (number, target) in span.targets.iter().enumerate() {
            for relative in 0..target.threads {
                add(thread, relative, number, target.requests);
                thread += 1;
            }
        }
    } else {
        for thread in 0..span.threads {
            for (number, depth) in depths(span, thread) {
                add(thread, thread, number, depth);
            }
        }
    }
    rows
}

/// The targets of a thread of the pool, with the outstanding I/Os on each.
fn depths(span: &TimeSpan, thread: u32) -> Vec<(usize, u32)> {
    let weight = |target: &Target| {
        if target.thread_weights.is_empty() {
            return Some(target.weight);
        }
        let own = target.thread_weights.iter().find(|(known, _)| *known == thread)?;
        Some(own.1.unwrap_or(target.weight))
    };
    let used = span.targets.iter().enumerate().filter_map(|(i, t)| Some((i, t, weight(t)?)));
    if span.requests == 0 {
        return used.map(|(index, target, _)| (index, target.requests)).collect();
    }
    let used: Vec<(usize, u32)> = used.map(|(index, _, weight)| (index, weight)).collect();
    let all: u64 = used.iter().map(|(_, weight)| u64::from(*weight)).sum();
    let mut seen = 0u64;
    let part = |sum: u64| (u64::from(span.requests) * sum + all / 2) / all.max(1);
    let deal = |(index, weight): (usize, u32)| {
        let before = part(seen);
        seen += u64::from(weight);
        (index, u32::try_from(part(seen) - before).unwrap_or(u32::MAX).max(1))
    };
    used.into_iter().map(deal).collect()
}

fn stream(span: &TimeSpan, target: &Target, relative: u32) -> Stream {
    let block = BlockSizes::Fixed(Bytes(target.block_bytes));
    let (access, align) = access(span, target);
    let start = start(target, relative);
    let rest = |end: u64| Extent::Bytes(Bytes(end.saturating_sub(start)));
    Stream {
        read_percent: f64::from(100 - target.write_percent.min(100)),
        read_blocks: block.clone(),
        write_blocks: block,
        access,
        cursor: CursorScope::Own,
        align,
        offset: Extent::Bytes(Bytes(start)),
        size: (target.max_bytes > 0).then(|| rest(target.max_bytes)),
        pace: pace(target),
        sync: sync(target),
        cache: match target.cache {
            Cache::System => CacheMode::Buffered,
            Cache::None | Cache::Remote if target.mapped => CacheMode::Buffered,
            Cache::None | Cache::Remote => CacheMode::Direct,
        },
        content: content(span, target),
        stop: StopCondition {
            duration_ns: Some(Nanos::secs(u64::from(span.duration_s))),
            ..StopCondition::default()
        },
        on_error: ErrorAction::Stop,
        emulation: Emulation {
            sequential_percent: target
                .distribution
                .as_ref()
                .map_or(0.0, |_| follows_percent(target)),
            ..Emulation::default()
        },
        ..Stream::new("", "")
    }
}

/// The start offset of a thread: by `-T`, or its turn at the shared position.
fn start(target: &Target, relative: u32) -> u64 {
    let step = if target.interlocked { target.grid_bytes() } else { target.thread_stride_bytes };
    target.base_bytes.saturating_add(step.saturating_mul(u64::from(relative)))
}

/// The percentage of operations that continue after the previous one (`-rs`).
fn follows_percent(target: &Target) -> f64 {
    if target.random_percent > 0 { f64::from(100 - target.random_percent) } else { 0.0 }
}

fn access(span: &TimeSpan, target: &Target) -> (AccessPattern, Option<Bytes>) {
    let grid = target.grid_bytes();
    if let Some(distribution) = &target.distribution {
        return (AccessPattern::Zones(zones(distribution)), Some(Bytes(grid)));
    }
    if target.random_percent > 0 {
        return (AccessPattern::SequentialShare(follows_percent(target)), Some(Bytes(grid)));
    }
    if target.is_random() {
        return (AccessPattern::Uniform, Some(Bytes(grid)));
    }
    let turns = if target.interlocked { u64::from(span.threads_of(target)) } else { 1 };
    let stride = grid.saturating_mul(turns);
    if stride == target.block_bytes {
        return (AccessPattern::Sequential, None);
    }
    // If the step differs from the block, both are aligned to their greatest common divisor.
    let (mut align, mut other) = (stride, target.block_bytes);
    while other > 0 {
        (align, other) = (other, align % other);
    }
    (AccessPattern::Strided(Bytes(stride)), Some(Bytes(align)))
}

fn zones(distribution: &Distribution) -> Vec<AccessZone> {
    let zone = |share: &Share| AccessZone {
        io_percent: share.io_percent,
        length: match (distribution.kind, share.length) {
            (Kind::Percent, percent) => Extent::Percent(percent as f64),
            // Up to the end of the target.
            (Kind::Absolute, 0) => Extent::Percent(100.0),
            (Kind::Absolute, bytes) => Extent::Bytes(Bytes(bytes)),
        },
    };
    distribution.shares.iter().map(zone).collect()
}

fn pace(target: &Target) -> Pace {
    match target.throughput {
        Some(Throughput::Iops(iops)) => Pace::Fixed { rate_iops: f64::from(iops) },
        Some(Throughput::BytesPerMs(bytes)) => {
            Pace::Fixed { rate_iops: f64::from(bytes) * 1000.0 / target.block_bytes as f64 }
        }
        None if target.burst > 0 && target.think_ms > 0 => Pace::ThinkTime {
            think_ns: Nanos::millis(u64::from(target.think_ms)),
            burst: target.burst,
        },
        None => Pace::Closed,
    }
}

fn sync(target: &Target) -> SyncMode {
    match (target.write_percent > 0, target.mapped && target.flush.is_some()) {
        (false, _) => SyncMode::None,
        (true, true) => SyncMode::Fdatasync { every: 1 },
        (true, false) if target.write_through => SyncMode::Dsync,
        (true, false) => SyncMode::None,
    }
}

/// DISKSPD by default writes the bytes 0 to 255 repeatedly, which an array may compress and deduplicate.
fn content(span: &TimeSpan, target: &Target) -> WriteContent {
    let fresh = WriteContent { compress_percent: 0.0, dedupe_percent: 0.0, zeros: false };
    match target.content {
        _ if span.random_writes || target.write_percent == 0 => fresh,
        BufferContent::Zeros => WriteContent { zeros: true, ..fresh },
        BufferContent::Random(..) => fresh,
        BufferContent::Pattern => {
            WriteContent { compress_percent: 99.0, dedupe_percent: 100.0, zeros: false }
        }
    }
}
