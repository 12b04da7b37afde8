//! Fits of synthetic loads with known parameters; a failing test prints its seed.

use super::*;
use crate::files::{FileExtent, FileIndex};
use crate::{IoFlags, IoKind, ProcessIndex};
use base::Rng;
use workload::{AccessPattern, BlockSizes, Pace, SyncMode};

const DEVICE_BYTES: u64 = 16 << 30;

struct Truth {
    read_share: f64,
    sizes: &'static [(u32, f64)],
    /// The share of I/Os that start where the last one of the load ended.
    sequential_share: f64,
    latency_ns: f64,
}

impl Default for Truth {
    fn default() -> Self {
        Self { read_share: 1.0, sizes: &[(8192, 1.0)], sequential_share: 0.0, latency_ns: 300e3 }
    }
}

impl Truth {
    fn event(&self, issued_ns: f64, end_bytes: &mut u64, rng: &mut Rng) -> IoEvent {
        let mut pick = rng.unit() * self.sizes.iter().map(|size| size.1).sum::<f64>();
        let size = self.sizes.iter().find(|size| {
            pick -= size.1;
            pick < 0.0
        });
        let length_bytes = size.unwrap_or(&self.sizes[0]).0;
        let follows = rng.unit() < self.sequential_share
            && *end_bytes + u64::from(length_bytes) <= DEVICE_BYTES;
        let offset_bytes =
            if follows { *end_bytes } else { rng.below(DEVICE_BYTES / 4096 - 256) * 4096 };
        *end_bytes = offset_bytes + u64::from(length_bytes);
        let read = rng.unit() < self.read_share;
        IoEvent {
            issued_ns: issued_ns as u64,
            latency_ns: Some((self.latency_ns * (0.5 + rng.exponential())) as u64),
            queued_ns: None,
            operation: if read { IoKind::Read } else { IoKind::Write },
            flags: IoFlags::default(),
            offset_bytes,
            length_bytes,
            process: ProcessIndex(0),
        }
    }

    /// Each of `depth` slots issues its next I/O 5 us after the completion of its last one.
    fn closed(&self, depth: usize, count: usize, seed: u64) -> Vec<IoEvent> {
        let mut rng = Rng::new(seed);
        let mut free_ns = vec![0f64; depth];
        let mut end_bytes = 0;
        let mut events = Vec::with_capacity(count);
        for _ in 0..count {
            let slot =
                (0..depth).min_by(|a, b| free_ns[*a].total_cmp(&free_ns[*b])).expect("a slot");
            let event = self.event(free_ns[slot], &mut end_bytes, &mut rng);
            free_ns[slot] += event.latency_ns.expect("it has one") as f64 + 5e3;
            events.push(event);
        }
        events.sort_by_key(|event| event.issued_ns);
        events
    }

    /// Random arrivals whose rate is multiplied by `factor(seconds)`.
    fn open(&self, rate: f64, count: usize, seed: u64, factor: fn(f64) -> f64) -> Vec<IoEvent> {
        let mut rng = Rng::new(seed);
        let (mut now_ns, mut end_bytes) = (0.0, 0);
        (0..count)
            .map(|_| {
                now_ns += 1e9 / (rate * factor(now_ns / 1e9)) * rng.exponential();
                self.event(now_ns, &mut end_bytes, &mut rng)
            })
            .collect()
    }
}

fn fitted(events: &[IoEvent]) -> Fit {
    fitted_of(events, &named(["load"]), None)
}

fn fitted_of(events: &[IoEvent], processes: &[Process], map: Option<&FileMap>) -> Fit {
    let duration_ns = events.iter().map(|e| e.issued_ns).max().unwrap_or(1);
    let device_bytes = Some(DEVICE_BYTES);
    let input =
        FitInput { processes, map, device_bytes, duration_ns, name: "x", ..FitInput::default() };
    fit(events, input).expect("there is I/O")
}

fn named<const N: usize>(names: [&str; N]) -> [Process; N] {
    names.map(|name| Process { pid: 7, name: name.to_owned(), ..Process::default() })
}

/// A flush of the process of a write, so long after it.
fn flush_after(write: &IoEvent, shift_ns: u64) -> IoEvent {
    let (issued_ns, operation) = (write.issued_ns + shift_ns, IoKind::Flush);
    IoEvent { issued_ns, operation, offset_bytes: 0, length_bytes: 0, ..*write }
}

fn seeds() -> impl Iterator<Item = u64> {
    (1..=5).map(|seed| seed * 7919)
}

#[test]
fn a_closed_loop_keeps_its_depth_and_its_mix() {
    for seed in seeds() {
        for depth in [1, 4, 32] {
            let truth = Truth { read_share: 0.7, ..Truth::default() };
            let fit = fitted(&truth.closed(depth, 20_000, seed));
            let [stream] = &fit.workload.streams[..] else {
                panic!("seed {seed}, depth {depth}: {:?}", fit.streams)
            };
            assert_eq!(stream.pace, Pace::Closed, "seed {seed}, depth {depth}");
            let off = (f64::from(stream.depth) / depth as f64 - 1.0).abs();
            assert!(off <= 0.1, "seed {seed}: depth {} for {depth}", stream.depth);
            assert!(
                (stream.read_percent - 70.0).abs() <= 1.0,
                "seed {seed}: {}",
                stream.read_percent
            );
        }
    }
}

/// A program with `depth` I/Os wakes up `wake_ns` after a completion, takes all completions, and issues as many I/Os, 1 us each. A tenth
/// of the I/Os are split in two by the kernel.
fn closed_in_batches(depth: usize, wake_ns: f64, seed: u64) -> Vec<IoEvent> {
    let truth = Truth::default();
    let mut rng = Rng::new(seed);
    let (mut now_ns, mut end_bytes) = (0.0, 0);
    let mut ends: Vec<f64> = Vec::new();
    let mut events: Vec<IoEvent> = Vec::new();
    while events.len() < 20_000 {
        for _ in ends.len()..depth {
            let mut event = truth.event(now_ns, &mut end_bytes, &mut rng);
            ends.push(now_ns + event.latency_ns.expect("it has one") as f64);
            if rng.below(10) == 0 {
                event.length_bytes /= 2;
                let offset_bytes = event.end_bytes();
                events.push(IoEvent { offset_bytes, ..event });
            }
            events.push(event);
            now_ns += 1e3;
        }
        let first = ends.iter().copied().fold(f64::INFINITY, f64::min);
        now_ns = now_ns.max(first) + wake_ns * (0.5 + rng.exponential());
        ends.retain(|end| *end > now_ns);
    }
    events
}

#[test]
fn a_closed_loop_is_found_behind_batches_and_split_ios() {
    for seed in seeds() {
        for depth in [2, 4, 8, 16, 32, 64] {
            for wake_ns in [5e3, 10e3 * depth as f64] {
                let fit = fitted(&closed_in_batches(depth, wake_ns, seed));
                let case = format!("seed {seed}, depth {depth}, {wake_ns}: {:?}", fit.streams);
                let [stream] = &fit.workload.streams[..] else { panic!("{case}") };
                assert_eq!(stream.pace, Pace::Closed, "{case}");
                let off = (f64::from(stream.depth) / depth as f64 - 1.0).abs();
                assert!(off <= 0.13, "{case}");
            }
        }
    }
}

#[test]
fn random_arrivals_are_no_closed_loop_at_any_depth() {
    for seed in seeds() {
        for rate in [300.0, 1_000.0, 1_500.0, 2_000.0, 3_000.0, 5_000.0, 10_000.0, 100_000.0] {
            let events = Truth::default().open(rate, 20_000, seed, |_| 1.0);
            assert_eq!(pace::closed_loop(&events), None, "seed {seed}, {rate} per second");
        }
    }
}

#[test]
fn an_open_loop_keeps_its_rate_and_no_curve_is_made_of_chance() {
    for seed in seeds() {
        let fit = fitted(&Truth::default().open(900.0, 50_000, seed, |_| 1.0));
        let [stream] = &fit.workload.streams[..] else { panic!("seed {seed}: {:?}", fit.streams) };
        let rate =
            stream.pace.rate_iops().unwrap_or_else(|| panic!("seed {seed}: {:?}", stream.pace));
        assert!((rate / 900.0 - 1.0).abs() < 0.02, "seed {seed}: {rate}");
        assert_eq!(stream.curve, None, "seed {seed}");
    }
}

#[test]
fn a_rate_that_changes_becomes_a_curve() {
    fn square(seconds: f64) -> f64 {
        if seconds % 20.0 < 5.0 { 3.0 } else { 1.0 / 3.0 }
    }
    for seed in seeds() {
        let fit = fitted(&Truth::default().open(900.0, 50_000, seed, square));
        let [stream] = &fit.workload.streams[..] else { panic!("seed {seed}: {:?}", fit.streams) };
        let curve = stream.curve.as_ref().unwrap_or_else(|| panic!("seed {seed}: no curve"));
        let mean = curve.factors.iter().sum::<f64>() / curve.factors.len() as f64;
        let at =
            |seconds: f64| curve.factors[(seconds * 1e9 / curve.step_ns.0 as f64) as usize] / mean;
        assert!(at(1.0) > 2.0 && at(12.0) < 0.6, "seed {seed}: {} and {}", at(1.0), at(12.0));
    }
}

#[test]
fn sizes_keep_their_shares_and_sequences_theirs() {
    for seed in seeds() {
        let truth = Truth {
            sizes: &[(4096, 0.2), (8192, 0.5), (65_536, 0.3)],
            sequential_share: 0.6,
            ..Truth::default()
        };
        let fit = fitted(&truth.open(2000.0, 100_000, seed, |_| 1.0));
        let [stream] = &fit.workload.streams[..] else { panic!("seed {seed}: {:?}", fit.streams) };
        let BlockSizes::Weighted(sizes) = &stream.read_blocks else { panic!("seed {seed}") };
        let all: f64 = sizes.iter().map(|size| size.1).sum();
        let shares: Vec<f64> = sizes.iter().map(|size| size.1 / all).collect();
        for (share, truth) in shares.iter().zip([0.2, 0.5, 0.3]) {
            assert!((share - truth).abs() < 0.01, "seed {seed}: {shares:?}");
        }
        let AccessPattern::SequentialShare(percent) = stream.access else {
            panic!("seed {seed}: {:?}", stream.access)
        };
        assert!((percent - 60.0).abs() <= 2.0, "seed {seed}: {percent}");
    }
}

#[test]
fn a_log_beside_random_io_is_a_stream_of_its_own_with_its_flushes() {
    for seed in seeds() {
        let data = Truth { read_share: 0.6, ..Truth::default() };
        let mut events = data.open(1000.0, 30_000, seed, |_| 1.0);
        let log = Truth { read_share: 0.0, sequential_share: 1.0, latency_ns: 50e3, ..data };
        for mut write in log.open(200.0, 6_000, seed + 1, |_| 1.0) {
            write.process = ProcessIndex(1);
            events.extend([write, flush_after(&write, 60_000)]);
        }
        events.sort_by_key(|event| event.issued_ns);
        let fit = fitted_of(&events, &named(["data", "log"]), None);
        let mut names: Vec<&str> = fit.streams.iter().map(|stream| stream.name.as_str()).collect();
        names[..2].sort_unstable();
        assert_eq!(names, ["data-reads", "data-writes", "log-sequential-writes"], "seed {seed}");
        let log = &fit.workload.streams[2];
        assert_eq!(log.access, AccessPattern::Sequential, "seed {seed}");
        assert!(
            matches!(log.sync, SyncMode::Fdatasync { every: 1 | 2 }),
            "seed {seed}: {:?}, {:?}",
            log.sync,
            fit.streams
        );
        let data = &fit.workload.streams[..2];
        assert!(data.iter().all(|stream| stream.sync == SyncMode::None), "seed {seed}: {data:?}");
    }
}

#[test]
fn a_hot_part_of_the_device_stays_hot_and_chance_makes_none() {
    for seed in seeds() {
        let mut events = Truth::default().open(1000.0, 40_000, seed, |_| 1.0);
        assert_eq!(
            fitted(&events).workload.streams[0].access,
            AccessPattern::Uniform,
            "seed {seed}"
        );
        for event in events.iter_mut().step_by(2) {
            event.offset_bytes /= 16;
            event.offset_bytes -= event.offset_bytes % 4096;
        }
        let fit = fitted(&events);
        let AccessPattern::Zones(zones) = &fit.workload.streams[0].access else {
            panic!("seed {seed}: {:?}", fit.workload.streams[0].access)
        };
        // The first sixteenth gets half of all I/O and a sixteenth of the rest: 53.1 % in 6.25 % of the space. Three zones of 2 % are
        // a little less.
        let hot: f64 = zones.iter().take(3).map(|zone| zone.io_percent).sum();
        assert!((hot - 51.0).abs() < 2.0, "seed {seed}: {hot} % in the first 6 %");
    }
}

#[test]
fn hot_blocks_everywhere_become_a_zipf_law() {
    for seed in seeds() {
        for theta in [0.7, 0.9, 1.1] {
            let mut events = Truth::default().open(1000.0, 60_000, seed, |_| 1.0);
            let blocks = DEVICE_BYTES / 8192;
            let law = base::distribution::IndexDistribution::zipf(blocks, theta);
            let mut rng = Rng::new(seed + 1);
            for event in &mut events {
                // An odd factor scatters the ranks over a power of two of blocks.
                event.offset_bytes = law.draw(&mut rng).wrapping_mul(2_654_435_761) % blocks * 8192;
            }
            let access = &fitted(&events).workload.streams[0].access;
            let AccessPattern::Zipf(found) = access else {
                panic!("seed {seed}, theta {theta}: {access:?}")
            };
            assert!((found - theta).abs() <= 0.05, "seed {seed}: {found} for {theta}");
        }
    }
}

#[test]
fn files_of_different_roles_are_streams_of_their_own() {
    let seed = 3;
    let mut events =
        Truth { read_share: 0.5, ..Truth::default() }.open(1000.0, 5_000, seed, |_| 1.0);
    for (event, part) in events.iter_mut().zip((0..3u64).cycle()) {
        event.offset_bytes = event.offset_bytes % (1 << 30) + (part << 30);
    }
    let paths = ["pg_wal/000000010000000000000001", "base/16384/16397"].map(str::to_owned);
    let extent = |file: u32| FileExtent {
        offset_bytes: u64::from(file) << 30,
        length_bytes: 1 << 30,
        file: FileIndex(file),
    };
    let map = FileMap::new(paths.to_vec(), vec![extent(0), extent(1)], 0);
    let pid = 4711;
    let ring = format!("iou-wrk-{pid}");
    let processes = ["postgres", &ring].map(|name| Process {
        pid,
        name: name.to_owned(),
        ..Process::default()
    });
    events.iter_mut().step_by(7).for_each(|event| event.process = ProcessIndex(1));
    let fit = fitted_of(&events, &processes, Some(&map));
    let mut names: Vec<&str> = fit.streams.iter().map(|stream| stream.name.as_str()).collect();
    names.sort_unstable();
    let expected = [
        "data-postgres-reads",
        "data-postgres-writes",
        "log-postgres-reads",
        "log-postgres-writes",
        "postgres-reads",
        "postgres-writes",
    ];
    assert_eq!(names, expected, "seed {seed}");
}

#[test]
fn a_log_that_writes_its_last_page_again_is_sequential() {
    let seed = 6;
    let mut events =
        Truth { read_share: 0.0, ..Truth::default() }.open(500.0, 5_000, seed, |_| 1.0);
    let mut rng = Rng::new(seed);
    let mut end = 1 << 30;
    for event in &mut events {
        event.offset_bytes = end - 8192;
        event.length_bytes = 8192 * (1 + rng.below(3)) as u32;
        end = event.end_bytes();
    }
    let fit = fitted(&events);
    assert_eq!(fit.workload.streams[0].access, AccessPattern::Sequential, "seed {seed}");
}

#[test]
fn a_flush_belongs_to_the_process_that_asked_for_it() {
    let seed = 5;
    let writes = Truth { read_share: 0.0, ..Truth::default() };
    let mut events = writes.open(2000.0, 10_000, seed, |_| 1.0);
    for (event, number) in events.iter_mut().zip(0u32..) {
        event.process = ProcessIndex(number % 2);
    }
    let shifts = [1_000, 900_000].into_iter().cycle();
    let flushes = events.iter().step_by(4).zip(shifts).map(|(write, ns)| flush_after(write, ns));
    let flushes: Vec<IoEvent> = flushes.collect();
    events.extend(flushes);
    events.sort_by_key(|event| event.issued_ns);
    let fit = fitted_of(&events, &named(["a", "b"]), None);
    let of = |process: &str| fit.streams.iter().find(|s| s.process == process).map(|s| s.flushes);
    assert_eq!((of("a"), of("b")), (Some(2500), Some(0)), "seed {seed}");
}

#[test]
fn the_flush_that_a_worker_of_the_kernel_issues_belongs_to_the_write_that_was_completed_last() {
    let writes = Truth { read_share: 0.0, ..Truth::default() };
    let mut events = writes.open(1000.0, 10_000, 8, |_| 1.0);
    let mut flushes = Vec::new();
    for (event, number) in events.iter_mut().zip(0u32..) {
        (event.process, event.latency_ns) = (ProcessIndex(number % 2), Some(100_000));
        if number % 2 == 0 {
            flushes.push(IoEvent { process: ProcessIndex(2), ..flush_after(event, 101_000) });
            // The kernel worker also issues writes.
            event.process = ProcessIndex(if number % 100 == 0 { 2 } else { 0 });
        }
    }
    events.extend(flushes);
    events.sort_by_key(|event| event.issued_ns);
    let fit = fitted_of(&events, &named(["log", "data", "kworker/1:2H"]), None);
    let of = |process: &str| fit.streams.iter().find(|s| s.process == process).map(|s| s.flushes);
    let [log, data, worker] = ["log", "data", "kworker"].map(|name| of(name).expect("a stream"));
    assert!(log > 4_400 && data < 500 && worker < 150, "{log}, {data}, {worker}");
}

#[test]
fn chains_with_pauses_between_them_are_no_closed_loop() {
    for seed in seeds() {
        let mut events = Truth { read_share: 0.0, ..Truth::default() }.closed(1, 10_000, seed);
        for (event, number) in events.iter_mut().zip(0u64..) {
            event.issued_ns += number / 20 * 20_000_000;
        }
        let fit = fitted(&events);
        let rate = fit.workload.streams[0].pace.rate_iops();
        let captured = 10_000.0 * 1e9 / events[9_999].issued_ns as f64;
        let ratio = rate.unwrap_or_else(|| panic!("seed {seed}: {:?}", fit.streams)) / captured;
        assert!((ratio - 1.0).abs() < 0.01, "seed {seed}: {ratio} of {captured}");
    }
}

#[test]
fn ios_that_wait_for_each_other_are_no_burst() {
    for seed in seeds() {
        let mut events = Truth { read_share: 0.0, ..Truth::default() }.closed(1, 5_000, seed);
        // Chains of 50 with a second between them: the mean distance is longer than a chain takes.
        for (event, number) in events.iter_mut().zip(0u64..) {
            event.issued_ns += number / 50 * 1_000_000_000;
        }
        let burst = |events: &[IoEvent]| match fitted(events).streams[..] {
            [FittedStream { pace: FittedPace::Open { burst, .. }, .. }] => burst,
            ref streams => panic!("seed {seed}: {streams:?}"),
        };
        assert_eq!(burst(&events), 1, "seed {seed}");
        for (event, number) in events.iter_mut().zip(0u64..) {
            event.issued_ns = number / 50 * 1_000_000_000 + number % 50 * 1_000;
        }
        assert_eq!(burst(&events), 50, "seed {seed}");
        // 90 I/Os alone and 100 together, each second: an I/O is in a burst of (90 + 100 * 100) / 190 on average.
        for (event, number) in events.iter_mut().zip(0u64..) {
            let (second, place) = (number / 190, number % 190);
            let within_ns =
                if place < 90 { place * 10_000_000 } else { 950_000_000 + place * 1_000 };
            event.issued_ns = second * 1_000_000_000 + within_ns;
        }
        assert!((50..=55).contains(&burst(&events)), "seed {seed}: {}", burst(&events));
    }
}
