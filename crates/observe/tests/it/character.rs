//! Characterisations of loads with known figures, made from seeds, which a failing test prints.

use base::Rng;
use base::distribution::IndexDistribution;
use observe::character::{CharacterFold, Characterisation, Unknown};
use observe::files::{FileExtent, FileIndex, FileMap};
use observe::roles::FileRole;
use observe::{
    CaptureHeader, CaptureSource, CounterInterval, DirectionCounters, IoEvent, IoKind, Process,
    ProcessIndex,
};

fn header(source: CaptureSource) -> CaptureHeader {
    CaptureHeader { sector_bytes: Some(512), ..CaptureHeader::of(source, "sda") }
}

#[derive(Clone, Debug)]
struct Truth {
    seed: u64,
    rate_iops: f64,
    read_share: f64,
    /// The share of I/Os that continue one of `streams` streams.
    sequential_share: f64,
    streams: usize,
    theta: f64,
    blocks: u64,
    /// The share of I/Os of 8 KiB; the others are 64 KiB.
    small_share: f64,
    /// The mean of the exponential latency; the depth is the rate times this mean.
    latency_ns: f64,
    events: u64,
}

const BLOCK: u64 = 65_536;
const GIB: u64 = 1 << 30;

fn made(truth: &Truth) -> Characterisation {
    let mut rng = Rng::new(truth.seed);
    let law = match truth.theta {
        0.0 => IndexDistribution::uniform(truth.blocks),
        theta => IndexDistribution::zipf(truth.blocks, theta),
    };
    let mut fold = CharacterFold::new(header(CaptureSource::BlockTrace), None);
    fold.processes([Process { pid: 1, name: "db".to_owned(), ..Process::default() }]);
    let mut at_ns = 0.0;
    // Streams of reads and of writes are after the random blocks.
    let mut ends: Vec<u64> = (0..2 * truth.streams as u64)
        .map(|stream| (truth.blocks + stream * 1_000_000) * BLOCK)
        .collect();
    for _ in 0..truth.events {
        at_ns += rng.exponential() * 1e9 / truth.rate_iops;
        let read = rng.unit() < truth.read_share;
        let length_bytes = if rng.unit() < truth.small_share { 8_192 } else { 65_536 };
        let offset_bytes = if rng.unit() < truth.sequential_share {
            let stream = 2 * rng.below(truth.streams as u64) as usize + usize::from(read);
            let end = ends[stream];
            ends[stream] += u64::from(length_bytes);
            end
        } else {
            // Ranks are scattered over the blocks, as in a real table; an odd factor keeps them distinct.
            law.draw(&mut rng).wrapping_mul(2_654_435_761) % truth.blocks.next_power_of_two()
                * BLOCK
        };
        fold.event(&IoEvent {
            issued_ns: at_ns as u64,
            latency_ns: Some((rng.exponential() * truth.latency_ns) as u64),
            operation: if read { IoKind::Read } else { IoKind::Write },
            offset_bytes,
            length_bytes,
            ..IoEvent::default()
        });
    }
    fold.finish()
}

fn check(truth: &Truth) {
    let found = made(truth);
    let count = |operation| {
        found.operations.iter().find(|o| o.operation == operation).map_or(0.0, |o| o.operations)
    };
    let read_share = count(IoKind::Read) / truth.events as f64;
    assert!((read_share - truth.read_share).abs() <= 0.01, "{truth:?}: read share {read_share}");
    for operation in &found.operations {
        let small: f64 = operation
            .sizes
            .iter()
            .filter(|size| size.length_bytes == 8_192)
            .map(|size| size.operations_share)
            .sum();
        assert!((small - truth.small_share).abs() <= 0.01, "{truth:?}: {small} of 8 KiB");
        let sequential = operation.sequential.as_ref().expect("places are known");
        let share = sequential.operations_share;
        assert!((share - truth.sequential_share).abs() <= 0.02, "{truth:?}: sequential {share}");
        let locality = operation.locality.as_ref().expect("places are known");
        let zipf = locality.zipf.expect("there are enough blocks");
        let (wanted, theta) = (truth.theta, zipf.theta);
        assert!((theta - wanted).abs() <= 0.05, "{truth:?}: {:?} {zipf:?}", operation.operation);
        let latency = operation.latency_ns_mean.expect("it is known");
        assert!((latency / truth.latency_ns - 1.0).abs() < 0.05, "{truth:?}: latency {latency}");
    }
    let depth = found.queue_depth.as_ref().expect("latencies are known").mean;
    let wanted = truth.rate_iops * truth.latency_ns / 1e9;
    assert!((depth / wanted - 1.0).abs() <= 0.1, "{truth:?}: depth {depth} of {wanted}");
    let iops = truth.events as f64 / (found.length_ns as f64 / 1e9);
    assert!((iops / truth.rate_iops - 1.0).abs() < 0.05, "{truth:?}: {iops} IOPS");
    let hurst = found.arrivals.as_ref().and_then(|a| a.hurst).expect("it is long enough");
    assert!((hurst - 0.5).abs() < 0.15, "{truth:?}: Hurst {hurst}");
    assert_eq!(found.phases.len(), 1, "{truth:?}: {:?}", found.phases);
    assert_eq!(found.unknown, [Unknown::Files]);
    assert_eq!(found.processes[0].reads + found.processes[0].writes, truth.events);
}

/// Fifteen loads, seeded from `seed` on.
fn are_recovered(read_share: f64, latency_ns: f64, mut seed: u64) {
    for sequential_share in [0.0, 0.05, 0.3] {
        for theta in [0.0, 0.5, 0.8, 0.99, 1.2] {
            check(&Truth {
                seed,
                rate_iops: 4_000.0,
                read_share,
                sequential_share,
                streams: 1 + (seed % 4) as usize,
                theta,
                blocks: 1 << 16,
                small_share: 0.8,
                latency_ns,
                events: 150_000,
            });
            seed += 1;
        }
    }
}

#[test]
fn loads_that_mostly_write_are_recovered() {
    are_recovered(0.3, 4e6, 101);
}

#[test]
fn loads_that_mostly_read_are_recovered() {
    are_recovered(0.7, 500e3, 116);
}

#[test]
fn chance_is_no_sequence() {
    // 2,048 blocks: one in eight random I/Os starts where one of the last ended.
    let truth = Truth {
        seed: 7,
        rate_iops: 4_000.0,
        read_share: 0.5,
        sequential_share: 0.2,
        streams: 2,
        theta: 0.0,
        blocks: 1 << 11,
        small_share: 0.0,
        latency_ns: 1e6,
        events: 200_000,
    };
    let found = made(&truth);
    for operation in &found.operations {
        let sequential = operation.sequential.as_ref().expect("places are known");
        assert!((sequential.operations_share - 0.2).abs() <= 0.02, "{truth:?}: {sequential:?}");
        assert!(
            sequential.streams_max >= 1 && sequential.streams_mean > 0.5,
            "{truth:?}: {sequential:?}"
        );
    }
}

#[test]
fn a_log_that_is_flushed_after_each_write_is_one() {
    let paths = ["/db/pg_wal/000000010000000000000001", "/db/base/16384/16397", "/srv/unknown.bin"];
    let extents = (0..3u32).map(|file| FileExtent {
        offset_bytes: u64::from(file) * GIB,
        length_bytes: GIB,
        file: FileIndex(file),
    });
    let map = FileMap::new(paths.map(str::to_owned).to_vec(), extents.collect(), 0);
    let mut fold = CharacterFold::new(header(CaptureSource::BlockTrace), Some(&map));
    let mut rng = Rng::new(9);
    let mut wal = 0;
    for step in 0..20_000u64 {
        let at_ns = step * 1_000_000;
        let mut io = |after_ns, operation, offset_bytes, length_bytes| {
            fold.event(&IoEvent {
                issued_ns: at_ns + after_ns,
                latency_ns: Some(50_000),
                operation,
                offset_bytes,
                length_bytes,
                ..IoEvent::default()
            });
        };
        io(0, IoKind::Write, wal, 8_192);
        wal = (wal + 8_192) % GIB;
        io(100_000, IoKind::Flush, 0, 0);
        io(200_000, IoKind::Read, GIB + rng.below(100_000) * 8_192, 8_192);
        io(300_000, IoKind::Write, GIB + rng.below(100_000) * 8_192, 8_192);
        io(400_000, IoKind::Write, GIB + rng.below(100_000) * 8_192, 8_192);
        if step % 10 == 0 {
            io(500_000, IoKind::Read, 2 * GIB + rng.below(1_000) * 4_096, 4_096);
        }
        if step % 100 == 0 {
            // After the last file.
            io(600_000, IoKind::Read, 4 * GIB, 4_096);
        }
    }
    let found = fold.finish();
    let file = |role| found.files.iter().find(|file| file.role == role).expect("it has I/O");
    let log = found.files.iter().find(|file| file.path.contains("pg_wal")).expect("it has I/O");
    assert_eq!((log.role, log.role_by_path), (FileRole::Log, true));
    assert!(log.durable_write_share > 0.99 && log.write.sequential_share > 0.99, "{log:?}");
    assert!((log.write.operations_share - 1.0 / 3.0).abs() < 0.001, "{log:?}");
    assert_eq!(log.write.size_bytes_range, (8_192, 8_192));
    let data = file(FileRole::Data);
    assert!(data.write.sequential_share < 0.01 && data.durable_write_share < 0.51, "{data:?}");
    let unknown =
        found.files.iter().find(|file| file.path.contains("unknown")).expect("it has I/O");
    assert_eq!((unknown.role, unknown.role_by_path), (FileRole::Data, false));
    let share = found.mapped_share.expect("there is a map");
    let wanted = 1.0 - 200.0 / (20_000.0 * 4.0 + 2_000.0 + 200.0);
    assert!((share - wanted).abs() < 1e-9, "{share}");
    let roles: Vec<FileRole> = found.roles.iter().map(|role| role.role).collect();
    assert_eq!(roles, [FileRole::Log, FileRole::Data, FileRole::Other]);
    assert_eq!(found.operations.len(), 3);
}

#[test]
fn the_footprint_of_a_scan_is_all_that_it_reads() {
    let mut fold = CharacterFold::new(header(CaptureSource::BlockTrace), None);
    for number in 0..1_000u64 {
        fold.event(&IoEvent {
            issued_ns: number * 1_000_000,
            latency_ns: Some(100_000),
            operation: IoKind::Read,
            offset_bytes: number * 131_072,
            length_bytes: 131_072,
            ..IoEvent::default()
        });
    }
    let found = fold.finish();
    assert_eq!(found.operations[0].footprint_bytes, Some(131_072_000.0));
    assert_eq!(found.recorded_ns, found.length_ns);
}

#[test]
fn a_trace_without_io_leaves_nothing_unknown() {
    let found = CharacterFold::new(header(CaptureSource::BlockTrace), None).finish();
    assert_eq!(found.unknown, []);
}

#[test]
fn time_between_the_intervals_of_a_source_is_not_recorded() {
    let mut fold = CharacterFold::new(header(CaptureSource::Iostat), None);
    for begin_s in [0, 10, 3_600, 3_610u64] {
        let side =
            |operations: f64| DirectionCounters { operations, ..DirectionCounters::default() };
        fold.interval(&CounterInterval {
            begin_ns: begin_s * 1_000_000_000,
            length_ns: 10_000_000_000,
            read: side(8_000.0),
            write: side(4_000.0),
            ..CounterInterval::default()
        });
    }
    let found = fold.finish();
    assert_eq!((found.length_ns, found.recorded_ns), (3_620_000_000_000, 40_000_000_000));
    let [phase] = &found.phases[..] else { panic!("{:?}", found.phases) };
    assert_eq!((phase.operations_per_s.round(), phase.bytes_per_s), (1_200.0, None));
    // Two seconds at a time: 20 s in 10 points.
    assert_eq!((found.rates.lasting().len(), phase.gap_ns), (20, 3_580_000_000_000));
    assert!(found.unknown.contains(&Unknown::Size) && found.unknown.contains(&Unknown::QueueDepth));
}

#[test]
fn counters_leave_unknown_what_they_cannot_say() {
    let mut fold = CharacterFold::new(header(CaptureSource::Iostat), None);
    for second in 0..60u64 {
        let side = |operations: f64| DirectionCounters {
            operations,
            bytes: Some(operations * 8_192.0),
            merged: None,
            latency_sum_ns: Some(operations * 2e6),
        };
        fold.interval(&CounterInterval {
            begin_ns: second * 1_000_000_000,
            length_ns: 1_000_000_000,
            read: side(700.0),
            write: side(300.0),
            busy_share: Some(0.5),
            ..CounterInterval::default()
        });
    }
    let found = fold.finish();
    assert_eq!(found.operations[0].size_bytes_mean(), Some(8_192.0));
    assert_eq!(found.operations[0].latency_ns_mean, Some(2e6));
    // 1,000 I/Os per second of 2 ms each.
    let depth = found.queue_depth.as_ref().expect("latencies are known");
    assert!((depth.mean - 2.0).abs() < 1e-9 && depth.busy_mean == Some(4.0), "{depth:?}");
    for unknown in
        [Unknown::Sizes, Unknown::Sequences, Unknown::Places, Unknown::Arrivals, Unknown::Flushes]
    {
        assert!(found.unknown.contains(&unknown), "{unknown:?}");
    }
    assert!(found.places.is_none() && found.latencies.is_none() && found.durability.is_none());
    let json = serde_json::to_string(&found).expect("it can be written");
    assert_eq!(serde_json::from_str::<Characterisation>(&json).expect("it can be read"), found);
}

#[test]
fn the_slowest_are_kept_with_their_file_and_process() {
    let file = FileIndex(0);
    let extent = FileExtent { offset_bytes: 0, length_bytes: GIB, file };
    let map = FileMap::new(vec!["base/5/16396".to_owned()], vec![extent], 0);
    let mut fold = CharacterFold::new(header(CaptureSource::BlockTrace), Some(&map));
    let named = |name: &str| Process { pid: 1, name: name.to_owned(), ..Process::default() };
    fold.processes([named("db"), named("backup")]);
    for number in 0..1_000u64 {
        fold.event(&IoEvent {
            issued_ns: number * 1_000_000,
            // Each latency is there once, in no order.
            latency_ns: Some(1_000 + number * 7_919 % 1_000),
            operation: IoKind::Write,
            offset_bytes: number * 4_096 + if number % 2 == 0 { 0 } else { 2 * GIB },
            length_bytes: 4_096,
            process: ProcessIndex(u32::from(number % 2 == 1)),
            ..IoEvent::default()
        });
    }
    let found = fold.finish();
    let latencies: Vec<u64> = found.slowest.iter().map(|slow| slow.latency_ns).collect();
    assert_eq!(latencies, (1_980..2_000).rev().collect::<Vec<_>>());
    for slow in &found.slowest {
        let (name, path) = match slow.issued_ns / 1_000_000 % 2 {
            0 => ("db", Some("base/5/16396")),
            _ => ("backup", None),
        };
        let process = slow.process.as_ref().expect("it is known");
        assert_eq!((process.name.as_str(), slow.path.as_deref()), (name, path));
    }
    // The even numbers have even latencies: 1,000 to 1,998 on average 1,499.
    let mean = |name: &str| {
        let one = found.processes.iter().find(|one| one.process.name == name);
        one.and_then(|one| one.latency_ns_mean)
    };
    assert_eq!((mean("db"), mean("backup")), (Some(1_499.0), Some(1_500.0)));
    assert_eq!(found.files[0].write.latency_ns_mean, Some(1_499.0));
    assert_eq!(found.files[0].read.latency_ns_mean, None);
}
