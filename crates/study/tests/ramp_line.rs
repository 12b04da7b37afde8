//! The ramp against storages whose load line is known: how often it is right, over 100 seeds each.

#[path = "queue/queue.rs"]
mod queue;

use base::Nanos;
use queue::{Queue, Service, Storage};
use study::ramp::{Ramp, RampConfig, RampResult, drive};
use workload::Ceiling;

const SEEDS: u64 = 100;
// The truths below are from 6,000,000 operations per step; `RAMP_TRUTH=6000000` finds them again.

fn storage(servers: usize, service_ms: f64, law: Service) -> Storage {
    let service_ns = service_ms * 1e6;
    Storage { servers, service_ns, law, noise_cv: 0.0, noise_phi: 0.0, quota_iops: None }
}

struct Rates {
    close: u32,
    not_above: u32,
    covered: u32,
    confirmed: u32,
    seconds: f64,
    wrong: Vec<(u64, f64)>,
}

fn many(
    name: &str,
    storage: Storage,
    depth: u32,
    limit_ms: u64,
    budget_s: u64,
    truth: f64,
) -> Rates {
    let limit_ns = limit_ms * 1_000_000;
    let operations = std::env::var("RAMP_TRUTH").ok().and_then(|n| n.parse().ok());
    let truth =
        operations.map_or(truth, |n| Queue::true_line(storage, depth as usize, 0.99, limit_ns, n));
    let mut rates =
        Rates { close: 0, not_above: 0, covered: 0, confirmed: 0, seconds: 0.0, wrong: Vec::new() };
    let first = std::env::var("RAMP_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    for seed in first..first + SEEDS {
        let result = one(storage, depth, limit_ms, budget_s, seed);
        rates.seconds += result.spent_ns as f64 / 1e9 / SEEDS as f64;
        let Some(line) = result.load_line else {
            rates.wrong.push((seed, 0.0));
            continue;
        };
        let ratio = line.value / truth;
        rates.confirmed += u32::from(result.confirmed);
        rates.close += u32::from((0.95..=1.0).contains(&ratio));
        rates.not_above += u32::from(ratio <= 1.0);
        rates.covered += u32::from(line.low <= truth && truth <= line.high);
        if !(0.95..=1.0).contains(&ratio) {
            rates.wrong.push((seed, ratio));
        }
    }
    eprintln!(
        "{name}: truth {truth:.1}/s; within 5 % below {} of {SEEDS}, not above {}, covered {}, confirmed {}, {:.0} s each; wrong {:.2?}",
        rates.close, rates.not_above, rates.covered, rates.confirmed, rates.seconds, rates.wrong
    );
    rates
}

fn one(storage: Storage, depth: u32, limit_ms: u64, budget_s: u64, seed: u64) -> RampResult {
    let ceiling = Ceiling { quantile: 0.99, latency_ns: Nanos::millis(limit_ms) };
    let config = RampConfig::new(0, "data", ceiling, depth, budget_s * 1_000_000_000);
    let mut runner = Queue::new(storage, seed);
    let (mut ramp, mut trials) = (Ramp::new(config), 0);
    let verbose = std::env::var_os("RAMP_VERBOSE").is_some();
    let Ok(result) = drive(&mut ramp, &mut runner, &mut |trial, _| {
        trials += 1;
        if verbose {
            let stream = &trial.streams[0];
            eprintln!(
                "  {} {:?} {:.2} s {:?}",
                trial.purpose, trial.rate_iops, stream.seconds, trial.held
            );
        }
    });
    assert!(runner.used_ns <= budget_s * 1_100_000_000, "seed {seed}: the budget was overrun");
    assert!(trials > 0);
    result
}

/// The goal is 95 close and 93 covered; where it is missed, the floor that is reached today is asserted (three
/// binomial standard errors below the measured rate) and the miss is told in docs/methods.md.
fn assert_floor(rates: &Rates, close: u32, covered: u32) {
    let (got, wrong) = (rates.close, &rates.wrong);
    assert!(got >= close, "{got} of 100 within 5 % below, floor {close}; wrong: {wrong:?}");
    assert!(rates.covered >= covered, "{} of 100 covered, floor {covered}", rates.covered);
}

/// Measured 93 close, 92 covered: misses the goal of 95 and 93.
#[test]
fn a_flash_like_storage_in_thirty_seconds() {
    let rates = many("ssd M/M/8", storage(8, 2.0, Service::Exponential), 32, 15, 30, 3632.9);
    assert_floor(&rates, 85, 84);
}

/// Measured 68 close, 97 covered: misses the goal of 95.
#[test]
fn a_steady_storage_in_fifteen_seconds() {
    assert_floor(&many("nvme-like", storage(4, 1.0, Service::Steady), 32, 4, 15, 3272.4), 54, 91);
}

/// Measured 79 close, 98 covered: misses the goal of 95.
#[test]
fn a_quota_is_found_as_the_line() {
    let limited = Storage { quota_iops: Some(1000.0), ..storage(16, 1.0, Service::Steady) };
    assert_floor(&many("quota 1000/s", limited, 32, 20, 30, 885.0), 66, 93);
}

/// Measured 69 close, 91 not above, 89 covered: misses the goals of 95 and 93.
#[test]
fn a_noisy_neighbour_needs_minutes() {
    let noisy = Storage { noise_cv: 0.05, noise_phi: 0.5, ..storage(4, 4.0, Service::Exponential) };
    assert_floor(&many("noise 5 %, lag-1 0.5", noisy, 32, 50, 300, 854.0), 55, 79);
}

/// Only the interval is asked of so few operations: p99 needs 299 of them at every rate that is tried. Measured
/// 11 close, 94 not above, 98 covered.
#[test]
fn a_slow_disk_gives_an_honest_interval() {
    let rates = many("hdd", storage(1, 8.0, Service::Disk), 32, 50, 30, 76.7);
    assert!(rates.not_above >= 87 && rates.covered >= 93, "{} {}", rates.not_above, rates.covered);
}
