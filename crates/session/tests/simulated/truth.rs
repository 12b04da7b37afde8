//! Jobs of 30 kinds on simulated storage: the fit recovers their settings from their I/Os.

use engine::RunControl;
use observe::fit::{Fit, FitInput, FittedStream, KnownSessions, fit};
use observe::{IoEvent, IoFlags, IoKind, Process, ProcessIndex};
use sample::{EngineEvent, OperationRecord};
use session::load;
use session::write_permission::Permission;
use std::collections::BTreeMap;
use std::mem::discriminant;
use workload::{AccessPattern, BlockSizes, Pace, Stream, Workload};

const IOS: u64 = 40_000;
const SIZE_BYTES: u64 = 2 << 30;

/// The keys of the only stream of each job.
const KINDS: [&str; 30] = [
    "read = 100\nblock = '8k'\ndepth = 1",
    "read = 100\nblock = '8k'\ndepth = 4",
    "read = 100\nblock = '4k'\ndepth = 32",
    "read = 100\nblock = '8k'\ndepth = 128",
    "read = 0\nblock = '8k'\ndepth = 1",
    "read = 0\nblock = '16k'\ndepth = 16",
    "read = 70\nblock = '8k'\ndepth = 2",
    "read = 70\nblock = '8k'\ndepth = 32",
    "read = 50\nblock = { 4k = 1, 8k = 1 }\ndepth = 8",
    "read = 90\nblock = { 8k = 0.7, 64k = 0.3 }\ndepth = 16",
    "read = 30\nread_block = '8k'\nwrite_block = '64k'\ndepth = 8",
    "read = 100\nblock = { 8k = 0.95, 256k = 0.05 }\ndepth = 4",
    "read = 100\nblock = '64k'\naccess = 'sequential'\ndepth = 1",
    "read = 0\nblock = '64k'\naccess = 'sequential'\ndepth = 1",
    "read = 100\nblock = '8k'\naccess = 'sequential:30%'\ndepth = 8",
    "read = 100\nblock = '8k'\naccess = 'sequential:60%'\ndepth = 16",
    "read = 70\nblock = '8k'\naccess = 'sequential:80%'\ndepth = 8",
    "read = 100\nblock = '8k'\naccess = 'zipf:0.6'\ndepth = 8",
    "read = 100\nblock = '8k'\naccess = 'zipf:0.8'\ndepth = 16",
    "read = 70\nblock = '8k'\naccess = 'zipf:0.99'\ndepth = 32",
    "read = 100\nblock = '8k'\naccess = 'zipf:1.2'\ndepth = 4",
    "read = 100\nblock = '8k'\nrate = 500\narrivals = 'poisson'\ndepth = 64",
    "read = 100\nblock = '8k'\nrate = 2000\narrivals = 'poisson'\ndepth = 64",
    "read = 0\nblock = '16k'\nrate = 1000\narrivals = 'poisson'\ndepth = 64",
    "read = 70\nblock = '8k'\nrate = 1000\narrivals = 'poisson'\ndepth = 64",
    "read = 20\nblock = { 4k = 3, 128k = 1 }\nrate = 800\narrivals = 'poisson'\ndepth = 64",
    "read = 70\nblock = '8k'\naccess = 'zipf:0.9'\nrate = 1500\narrivals = 'poisson'\ndepth = 64",
    "read = 100\nblock = '8k'\naccess = 'sequential:40%'\nrate = 1000\narrivals = 'poisson'\ndepth = 64",
    "read = 100\nblock = '8k'\nrate = 1000\narrivals = 'fixed'\ndepth = 64",
    "read = 100\nblock = '8k'\nrate = 1000\narrivals = 'bursts'\nburst = 8\ndepth = 64",
];

fn job(keys: &str) -> Workload {
    let text = format!(
        "[target.t]\npath = 'sim:nvme'\nsize = {SIZE_BYTES}\n[stream.s]\nios = {IOS}\n{keys}\n"
    );
    let reading = job::read("truth", &text);
    assert!(reading.problems.is_empty(), "{text}: {:?}", reading.problems);
    reading.workload.expect("it has no problem")
}

/// The I/Os of the job as a block trace would show them.
fn traced(workload: &Workload, seed: u64) -> Vec<IoEvent> {
    let mut workload = workload.clone();
    workload.streams.iter_mut().for_each(|stream| stream.emulation.keeps_records = true);
    let ready = load::plan(&workload, &Permission::default(), seed).expect("it can be planned");
    let mut events = Vec::new();
    let event = |record: &OperationRecord| IoEvent {
        issued_ns: record.start_ns,
        latency_ns: Some(record.end_ns - record.start_ns),
        queued_ns: None,
        operation: [IoKind::Read, IoKind::Write, IoKind::Trim, IoKind::Flush]
            [usize::from(record.direction)],
        flags: IoFlags::default(),
        offset_bytes: record.offset_bytes,
        length_bytes: record.length_bytes,
        process: ProcessIndex(0),
    };
    engine::virtual_time::run(&ready.plan, &RunControl::new(&ready.plan), &mut |happened| {
        if let EngineEvent::Interval(sample) = happened {
            events.extend(sample.records.iter().map(event));
        }
    })
    .expect("simulated storage does not fail");
    events.sort_by_key(|event: &IoEvent| event.issued_ns);
    events
}

/// The share of each direction and size that a stream requests.
fn mix(stream: &Stream, of_all: f64) -> BTreeMap<(bool, u64), f64> {
    let mut shares = BTreeMap::new();
    let read_share = stream.read_percent / 100.0;
    for (read, share, blocks) in
        [(true, read_share, &stream.read_blocks), (false, 1.0 - read_share, &stream.write_blocks)]
    {
        let sizes = match blocks {
            BlockSizes::Fixed(size) => vec![(*size, 1.0)],
            BlockSizes::Weighted(sizes) => sizes.clone(),
            BlockSizes::Range { .. } => panic!("no kind has a range"),
        };
        let weights: f64 = sizes.iter().map(|size| size.1).sum();
        for (size, weight) in sizes {
            *shares.entry((read, size.0)).or_default() += of_all * share * weight / weights;
        }
    }
    shares
}

fn sequential_percent(stream: &Stream) -> f64 {
    match stream.access {
        AccessPattern::Sequential => 100.0,
        AccessPattern::SequentialShare(percent) => percent,
        _ => 0.0,
    }
}

#[derive(Debug)]
struct FitErrors {
    read_points: f64,
    mix_points: f64,
    sequential_points: f64,
    depth_percent: Option<f64>,
    rate_percent: Option<f64>,
    theta: Option<f64>,
    /// Whether the fit took random, regular or simultaneous arrivals for another kind.
    arrivals_differ: bool,
}

fn errors(truth: &Stream, found: &Fit) -> FitErrors {
    let made_from: u64 = found.streams.iter().map(|stream| stream.operations).sum();
    let share = |one: &FittedStream| one.operations as f64 / made_from as f64;
    let parts = || found.workload.streams.iter().zip(found.streams.iter().map(share));
    let sum = |of: fn(&Stream) -> f64| parts().map(|(s, part)| of(s) * part).sum::<f64>();
    let mut wanted = mix(truth, 1.0);
    for (stream, part) in parts() {
        mix(stream, part)
            .into_iter()
            .for_each(|(key, share)| *wanted.entry(key).or_default() -= share);
    }
    let percent = |found: f64, truth: f64| (found / truth - 1.0).abs() * 100.0;
    let rates = parts().filter_map(|(stream, _)| stream.pace.rate_iops());
    let closed = parts().all(|(stream, _)| stream.pace == Pace::Closed);
    let theta = |(stream, _): (&Stream, f64)| match (&truth.access, &stream.access) {
        (AccessPattern::Zipf(wanted), AccessPattern::Zipf(found)) => Some((found - wanted).abs()),
        (AccessPattern::Zipf(_), _) => Some(f64::INFINITY),
        _ => None,
    };
    let depths: u32 = parts().map(|(stream, _)| stream.depth).sum();
    let depth = if closed { f64::from(depths) } else { f64::INFINITY };
    let rate = rates.sum::<f64>();
    FitErrors {
        read_points: (sum(|s| s.read_percent) - truth.read_percent).abs(),
        mix_points: wanted.values().map(|share| share.abs() * 100.0).fold(0.0, f64::max),
        sequential_points: (sum(sequential_percent) - sequential_percent(truth)).abs(),
        depth_percent: (truth.pace == Pace::Closed).then(|| percent(depth, f64::from(truth.depth))),
        rate_percent: truth.pace.rate_iops().map(|wanted| percent(rate, wanted)),
        theta: parts().filter_map(theta).reduce(f64::max),
        arrivals_differ: parts()
            .any(|(stream, _)| discriminant(&stream.pace) != discriminant(&truth.pace)),
    }
}

fn found(keys: &str, seed: u64) -> (Stream, Fit, FitErrors) {
    let workload = job(keys);
    let events = traced(&workload, seed);
    assert_eq!(events.len() as u64, IOS, "{keys}");
    let processes = [Process { pid: 7, name: "load".to_owned(), ..Process::default() }];
    let input = FitInput {
        processes: &processes,
        volumes: &[],
        map: None,
        device_bytes: Some(SIZE_BYTES),
        duration_ns: events[events.len() - 1].issued_ns,
        name: "x",
        known: KnownSessions::default(),
    };
    let found = fit(&events, input).expect("there is I/O");
    let truth = workload.streams[0].clone();
    let errors = errors(&truth, &found);
    (truth, found, errors)
}

#[test]
fn what_a_job_asked_for_is_found_in_its_io() {
    let mut wrong = Vec::new();
    for (keys, seed) in KINDS.iter().zip(1..) {
        let (_, found, errors) = found(keys, seed);
        let shown = keys.replace('\n', ", ").replace('\'', "");
        println!("| {shown} | {errors:?} |");
        let within = |error: Option<f64>, most: f64| error.is_none_or(|error| error <= most);
        let good = errors.read_points <= 1.0
            && errors.mix_points <= 1.0
            && !errors.arrivals_differ
            && errors.sequential_points <= 2.0
            && within(errors.depth_percent, 10.0)
            && within(errors.rate_percent, 2.0)
            && within(errors.theta, 0.05);
        if !good {
            wrong.push(format!("seed {seed}: {shown}: {errors:?}, {:?}", found.streams));
        }
    }
    assert!(wrong.is_empty(), "{} kinds are not found:\n{}", wrong.len(), wrong.join("\n"));
}
