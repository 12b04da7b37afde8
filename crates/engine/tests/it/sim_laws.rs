//! Compares each model of the simulated storage with its closed form, without the worker's loop.
//!
//! Storages are driven directly; every seed is printed on failure.

use base::Rng;
use engine::backend::IoKind;
use engine::sim::truth::{self, Operations};
use engine::sim::{SimRequest, SimSpec, SimStorage};

const SECOND_NS: u64 = 1_000_000_000;

fn spec(text: &str) -> SimSpec {
    SimSpec::read(text).expect("the text of a test can be read")
}

fn request(kind: IoKind, offset_bytes: u64, length_bytes: u32) -> SimRequest {
    SimRequest { kind, offset_bytes, length_bytes, durable: false }
}

fn near(seen: f64, want: f64, share: f64, what: &str) {
    assert!((seen / want - 1.0).abs() <= share, "{what}: seen {seen}, expected {want}");
}

/// Runs the storage until it is idle. Returns slot, result and completion time of every request, in order.
fn dry(storage: &mut SimStorage) -> Vec<(u32, i32, u64)> {
    while let Some(now_ns) = storage.next_event_ns() {
        storage.advance(now_ns);
    }
    storage.take_finished().map(|f| (f.slot, f.result, f.at_ns)).collect()
}

/// Submits requests at these times. Returns the latency of each in nanoseconds, in order of arrival.
fn latencies(
    storage: &mut SimStorage,
    arrivals: &[u64],
    mut next: impl FnMut() -> SimRequest,
) -> Vec<u64> {
    for (slot, &at_ns) in arrivals.iter().enumerate() {
        storage.submit(at_ns, 0, slot as u32, next());
    }
    let mut all = vec![0; arrivals.len()];
    for (slot, _, at_ns) in dry(storage) {
        all[slot as usize] = at_ns - arrivals[slot as usize];
    }
    all
}

#[test]
fn flash_saturates_at_channels_over_service() {
    for (text, read_share) in [
        ("ssd?iops=10000", 1.0),
        ("ssd?iops=10000&write_iops=4000", 0.7),
        ("nvme", 0.5),
        ("ssd?spread=0&buffer=0", 0.0),
        ("ssd?disks=4&layout=raid10&iops=10000", 0.6),
        ("ssd?disks=6&layout=raid5&iops=10000&write_iops=5000", 0.5),
        ("ssd?disks=8&layout=raid6&iops=10000", 0.5),
        ("ssd?disks=2&layout=raid1&iops=10000", 0.5),
        ("ssd?cap_iops=5000", 1.0),
        ("cloud", 0.5),
        ("cloud?quota_iops=100000&quota_mibps=50", 0.5),
    ] {
        let (spec, operations) = (spec(text), Operations::random(read_share, 8192));
        let want = truth::capacity_iops(&spec, &operations).unwrap();
        let seen = truth::closed_loop_iops(&spec, &operations, 1024, 200_000, 5);
        near(seen, want, 0.02, text);
    }
}

#[test]
fn md1_waits_as_pollaczek_and_khinchine_say() {
    let spec = spec("ssd?iops=10000&channels=1&spread=0&latency=0us");
    for rho in [0.3, 0.6, 0.8] {
        let rate = rho * 10_000.0;
        let mut mean = 0.0;
        for seed in 0..10u64 {
            let mut rng = Rng::new(seed);
            let mut at_ns = 0.0;
            let arrivals: Vec<u64> = (0..100_000)
                .map(|_| {
                    at_ns += rng.exponential() * 1e9 / rate;
                    at_ns as u64
                })
                .collect();
            let mut storage = SimStorage::new(&spec, seed);
            let all = latencies(&mut storage, &arrivals, || request(IoKind::Read, 0, 4096));
            mean += all.iter().sum::<u64>() as f64 / all.len() as f64 / 10.0;
        }
        near(mean - 100_000.0, truth::md1_wait_ns(100_000.0, rate), 0.03, &format!("rho {rho}"));
    }
}

#[test]
fn little_s_law_holds_in_a_closed_loop() {
    for text in ["ssd?iops=10000", "hdd?queue=32", "hdd?disks=5&layout=raid5", "nvme?cache=1MiB"] {
        let spec = spec(text);
        let mut storage = SimStorage::new(&spec, 2);
        let mut rng = Rng::new(9);
        let depth = 16u32;
        let draw = |rng: &mut Rng| {
            let kind = if rng.unit() < 0.7 { IoKind::Read } else { IoKind::Write };
            request(kind, rng.below(1 << 20) * 8192, 8192)
        };
        let mut since = vec![0u64; depth as usize];
        for slot in 0..depth {
            let next = draw(&mut rng);
            storage.submit(0, 0, slot, next);
        }
        let (mut latency_ns, mut count, mut now_ns) = (0u64, 0u64, 0);
        while count < 20_000 {
            now_ns = storage.next_event_ns().unwrap();
            storage.advance(now_ns);
            let done: Vec<u32> = storage.take_finished().map(|f| f.slot).collect();
            for slot in done {
                latency_ns += now_ns - since[slot as usize];
                count += 1;
                since[slot as usize] = now_ns;
                let next = draw(&mut rng);
                storage.submit(now_ns, 0, slot, next);
            }
        }
        near(latency_ns as f64 / now_ns as f64, f64::from(depth), 0.01, text);
    }
}

#[test]
fn a_shelf_of_magnetic_disks_adds_up() {
    let operations = Operations::random(1.0, 8192);
    let one = truth::closed_loop_iops(&spec("hdd?queue=1"), &operations, 1, 5_000, 4);
    near(one, 1e9 / truth::hdd_random_ns(&spec("hdd"), true, 8192), 0.02, "one disk");
    let many =
        truth::closed_loop_iops(&spec("hdd?disks=14&queue=1"), &operations, 14 * 32, 40_000, 4);
    near(many, 14.0 * one, 0.05, "14 disks");
}

#[test]
fn a_slow_disk_is_slow_alone() {
    let spec = spec("hdd?disks=4&layout=none&slow=3:1.5&size=1GiB&queue=1");
    let read = |disk: u64| {
        let mut storage = SimStorage::new(&spec, 1);
        let mut rng = Rng::new(5);
        let mut now_ns = 0;
        for _ in 0..5000 {
            let offset = (disk << 30) + rng.below(1 << 17) * 8192;
            storage.submit(now_ns, 0, 0, request(IoKind::Read, offset, 8192));
            now_ns = dry(&mut storage)[0].2;
        }
        now_ns as f64
    };
    near(read(2) / read(0), 1.5, 0.02, "slow disk");
    near(read(3) / read(0), 1.0, 0.02, "its neighbour");
}

#[test]
fn the_cache_answers_at_once_until_it_is_full() {
    let spec = spec("hdd?cache=1MiB&cache_latency=100us");
    let mut storage = SimStorage::new(&spec, 1);
    let mut rng = Rng::new(1);
    let arrivals = vec![0; 400];
    let all = latencies(&mut storage, &arrivals, || {
        request(IoKind::Write, rng.below(1 << 20) * 8192, 8192)
    });
    let at_once = all.iter().filter(|&&ns| ns == 100_000).count();
    assert_eq!(at_once, 128);
    assert!(*all.iter().max().unwrap() > SECOND_NS / 4);
}

#[test]
fn a_volatile_cache_makes_flushes_wait_for_the_disks() {
    let flush_ns = |text: &str| {
        let mut storage = SimStorage::new(&spec(text), 1);
        for slot in 0..50 {
            storage.submit(0, 0, slot, request(IoKind::Write, u64::from(slot) << 24, 8192));
        }
        storage.submit(1_000_000, 0, 99, request(IoKind::Flush, 0, 0));
        dry(&mut storage).iter().find(|x| x.0 == 99).unwrap().2 - 1_000_000
    };
    assert_eq!(flush_ns("hdd?cache=16MiB&cache_latency=100us"), 100_000);
    assert!(flush_ns("hdd?cache=16MiB&cache_protected=no") > 20 * 100_000);
}

#[test]
fn errors_and_short_transfers_come_at_their_rate() {
    let (mut errors, mut short) = (0, 0);
    for seed in 0..100 {
        let mut storage = SimStorage::new(&spec("ssd?errors=0.01&short=0.02"), seed);
        for slot in 0..2_000 {
            storage.submit(0, 0, slot, request(IoKind::Read, 0, 4096));
        }
        for (_, result, _) in dry(&mut storage) {
            errors += u32::from(result == -5);
            short += u32::from(result == 2048);
        }
    }
    near(f64::from(errors), 2_000.0, 0.07, "errors in 200,000");
    near(f64::from(short), 2_000.0 * 1.98, 0.05, "short in 200,000");
}

#[test]
fn equal_seeds_give_equal_histories_and_others_do_not() {
    let history = |seed: u64| {
        let spec = spec(
            "hdd?disks=6&layout=raid5&cache=1MiB&noise_cv=0.1&noise_lag1=0.5&errors=0.01&cache_hits=0.2",
        );
        let mut storage = SimStorage::new(&spec, seed);
        let mut rng = Rng::new(1);
        for slot in 0..500 {
            let kind = if slot % 3 == 0 { IoKind::Write } else { IoKind::Read };
            storage.submit(
                u64::from(slot) * 1_000_000,
                0,
                slot,
                request(kind, rng.below(1 << 20) * 8192, 8192),
            );
        }
        dry(&mut storage)
    };
    assert_eq!(history(7), history(7));
    assert_ne!(history(7), history(8));
}

#[test]
fn beyond_the_end_there_is_nothing_to_read_and_no_space_to_write() {
    let mut storage = SimStorage::new(&spec("ssd?size=1MiB"), 1);
    storage.submit(0, 0, 0, request(IoKind::Read, 1 << 20, 4096));
    storage.submit(0, 0, 1, request(IoKind::Write, 1 << 20, 4096));
    let results: Vec<i32> = dry(&mut storage).iter().map(|x| x.1).collect();
    assert_eq!(results, [0, -28]);
}

#[test]
fn the_true_load_line_lies_where_the_queue_does() {
    // M/D/1 with a service time of 1 ms: P(wait > 0) equals the load, so p50 <= 1 ms holds up to half the capacity.
    let spec = spec("ssd?iops=1000&channels=1&spread=0&latency=0us");
    let latency_limit = "p50<=1ms".parse().unwrap();
    let operations = Operations::random(1.0, 4096);
    let line = truth::true_load_line(&spec, &operations, latency_limit, 1200.0, 600.0, 3);
    near(line, 500.0, 0.02, "load line");
}

#[test]
fn the_load_line_of_a_disk_is_where_the_ramp_is_measured_against_it() {
    // The tests of `study` and docs/explanation/methods/load-line.md compare ramps with this line on the same disk model.
    let operations = Operations::random(0.7, 8192);
    let share = truth::share_above(&spec("hdd"), &operations, 35.8, 50_000_000, 12_000.0, 3);
    near(share, 0.01, 0.06, "share over 50 ms");
}

/// The throughput of one stream of sequential 64 KiB reads at this queue depth, in MiB/s.
fn stream_mibps(text: &str, depth: u32) -> f64 {
    const READS: u64 = 20_000;
    let mut storage = SimStorage::new(&spec(text), 3);
    let in_order = |i: u64| request(IoKind::Read, i * 65_536, 65_536);
    (0..depth).for_each(|slot| storage.submit(0, 0, slot, in_order(u64::from(slot))));
    let (mut next, mut now_ns) = (u64::from(depth), 0);
    while next < READS {
        now_ns = storage.next_event_ns().expect("a request is under way");
        storage.advance(now_ns);
        let done: Vec<u32> = storage.take_finished().map(|f| f.slot).collect();
        for slot in done {
            storage.submit(now_ns, 0, slot, in_order(next));
            next += 1;
        }
    }
    READS as f64 / 16.0 / (now_ns as f64 / 1e9)
}

/// At depth 1, a stream runs at the speed of one disk, whatever the number of mirrored pairs. At a high depth, it runs at
/// the speed of all disks with different data, less the time to pass over parity.
#[test]
fn a_stream_over_an_array_is_no_slower_than_its_platters() {
    for disks in [4u32, 6, 8, 10, 14] {
        let text =
            |layout: &str| format!("hdd?mibps=200&disks={disks}&layout={layout}&chunk=64KiB");
        near(stream_mibps(&text("raid10"), 1), 200.0, 0.02, &format!("raid10 of {disks}, alone"));
        let pairs = f64::from(disks / 2);
        let deep = stream_mibps(&text("raid10"), 64);
        near(deep, 200.0 * pairs, 0.1, &format!("raid10 of {disks}, deep"));
        for (layout, parity) in [("raid5", 1), ("raid6", 2)] {
            let deep = stream_mibps(&text(layout), 64);
            let want = 200.0 * f64::from(disks - parity);
            near(deep, want, 0.15, &format!("{layout} of {disks}, deep"));
        }
    }
}
