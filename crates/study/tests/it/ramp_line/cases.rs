//! The storages whose load line is known, and how often a ramp over many seeds was right about them.
//!
//! Takes a case and a range of seeds, gives counts. Shared by the ramp's tests and the measured error rates.

use super::nearest::Nearest;
use super::queue::{Queue, Service, Storage};
use base::Nanos;
use std::convert::Infallible;
use std::ops::Range;
use study::ramp::{Ramp, RampConfig, RampResult, drive};
use study::{Runner, Trial};
use summary::Limit;
use workload::LatencyLimit;

/// One storage with its latency limit, its budget and its true line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) storage: Storage,
    pub(crate) limit_ms: u64,
    /// Time for the ramp in seconds.
    pub(crate) budget_s: u64,
    /// The true line in operations per second, from 6,000,000 operations for each step of a bisection.
    pub(crate) truth_iops: f64,
    /// The most operations outstanding: 1 for commits of one log writer.
    pub(crate) depth: u32,
}

pub(crate) const DEPTH: u32 = 32;

const fn storage(servers: usize, service_ms: f64, law: Service) -> Storage {
    let service_ns = service_ms * 1e6;
    Storage {
        servers,
        service_ns,
        law,
        noise_cv: 0.0,
        noise_phi: 0.0,
        quota_iops: None,
        stall_ns: None,
        stalls_in_ns: (0, u64::MAX),
        waves: None,
        burst_ios: 0.0,
        slices: None,
        cut: None,
    }
}

/// Flash: eight channels with exponential service.
pub(crate) const FLASH: Case = Case {
    name: "8 servers, exponential 2 ms, p99 <= 15 ms",
    storage: storage(8, 2.0, Service::Exponential),
    limit_ms: 15,
    budget_s: 45,
    truth_iops: 3632.9,
    depth: DEPTH,
};

/// A steady storage with little room within its latency limit.
pub(crate) const STEADY: Case = Case {
    name: "4 servers, steady 1 ms, p99 <= 4 ms",
    storage: storage(4, 1.0, Service::Steady),
    limit_ms: 4,
    budget_s: 45,
    truth_iops: 3272.4,
    depth: DEPTH,
};

/// A quota of 1,000 a second before a fast storage.
pub(crate) const QUOTA: Case = Case {
    name: "quota 1,000/s, p99 <= 20 ms",
    storage: Storage { quota_iops: Some(1000.0), ..storage(16, 1.0, Service::Steady) },
    limit_ms: 20,
    budget_s: 120,
    truth_iops: 885.0,
    depth: DEPTH,
};

/// A quota of a control group: 3,300 a second, granted in slices of 100 ms.
pub(crate) const SLICED: Case = Case {
    name: "quota 3,300/s in slices of 100 ms, p99 <= 20 ms",
    storage: Storage { slices: Some((3300.0, 100_000_000)), ..storage(16, 0.2, Service::Steady) },
    limit_ms: 20,
    budget_s: 60,
    truth_iops: 3290.5,
    depth: DEPTH,
};

/// Commits of one log writer under a quota in slices: 1,650 and 250 a second.
pub(crate) const COMMITS: Case = Case {
    name: "commits one by one, 0.3 ms, quota 1,650/s in slices of 100 ms, p99 <= 10 ms",
    storage: Storage { slices: Some((1650.0, 100_000_000)), ..storage(1, 0.3, Service::Steady) },
    limit_ms: 10,
    budget_s: 60,
    truth_iops: 1635.1,
    depth: 1,
};
pub(crate) const COMMITS_SLOW: Case = Case {
    name: "commits one by one, 0.3 ms, quota 250/s in slices of 100 ms, p99 <= 10 ms",
    storage: Storage { slices: Some((250.0, 100_000_000)), ..storage(1, 0.3, Service::Steady) },
    budget_s: 120,
    truth_iops: 236.1,
    ..COMMITS
};

/// Commits of one log writer on magnetic disks: each takes the same time, hardly less than the limit. The true lines are those of
/// the queue M/D/1 in closed form.
pub(crate) const COMMITS_DISK: Case = Case {
    name: "commits one by one, 8.47 ms each, p99 <= 10 ms",
    storage: storage(1, 8.47, Service::Exact),
    limit_ms: 10,
    budget_s: 54,
    truth_iops: 1.437,
    depth: 1,
};
pub(crate) const COMMITS_DISK_FAST: Case = Case {
    name: "commits one by one, 6.1 ms each, p99 <= 10 ms",
    storage: storage(1, 6.1, Service::Exact),
    truth_iops: 4.402,
    ..COMMITS_DISK
};
pub(crate) const COMMITS_DISK_FASTEST: Case = Case {
    name: "commits one by one, 4.1 ms each, p99 <= 10 ms",
    storage: storage(1, 4.1, Service::Exact),
    truth_iops: 49.0,
    ..COMMITS_DISK
};

/// Transfers of 256 KiB under 20 MB/s in slices, as the kernel is known to set it.
pub(crate) const TRANSFERS: Case = Case {
    name: "transfers, 2 ms, known quota 76.3/s in slices of 100 ms, p99 <= 30 ms",
    storage: Storage { slices: Some((76.3, 100_000_000)), ..storage(8, 2.0, Service::Steady) },
    limit_ms: 30,
    budget_s: 30,
    truth_iops: 64.4,
    depth: 8,
};

/// A capacity that wanders: CV 5 %, lag-1 correlation 0.5, one step a second.
pub(crate) const NOISE: Case = Case {
    name: "capacity noise CV 5 %, lag-1 0.5, p99 <= 50 ms",
    storage: Storage { noise_cv: 0.05, noise_phi: 0.5, ..storage(4, 4.0, Service::Exponential) },
    limit_ms: 50,
    budget_s: 900,
    truth_iops: 854.0,
    depth: DEPTH,
};

pub(crate) const DISK: Case = Case {
    name: "one disk, 8 ms, in order, p99 <= 50 ms",
    storage: storage(1, 8.0, Service::Disk),
    limit_ms: 50,
    budget_s: 1800,
    truth_iops: 76.7,
    depth: DEPTH,
};

/// A magnetic disk that serves what it reaches first: `sim:hdd`.
pub(crate) const NEAREST: Case = Case {
    name: "one disk, nearest first (`sim:hdd`), p99 <= 50 ms",
    storage: storage(1, 13.0, Service::Nearest),
    limit_ms: 50,
    budget_s: 2700,
    truth_iops: 35.8,
    depth: DEPTH,
};

/// Flash that stands still for a second in each ten, and for two in each thirty.
pub(crate) const STALLS: Case = Case {
    name: "8 servers, stalls of 1 s every 10 s",
    storage: Storage { stall_ns: Some((1_000_000_000, 10_000_000_000)), ..FLASH.storage },
    budget_s: 60,
    ..FLASH
};
/// Flash that stands still for 200 ms in each 400, but only for two seconds during the search.
pub(crate) const DISTURBED: Case = Case {
    name: "8 servers, stalls of 200 ms every 400 ms for 2 s",
    storage: Storage {
        stall_ns: Some((200_000_000, 400_000_000)),
        stalls_in_ns: (4_000_000_000, 6_000_000_000),
        ..FLASH.storage
    },
    budget_s: 30,
    ..FLASH
};
pub(crate) const RARE_STALLS: Case = Case {
    name: "8 servers, stalls of 2 s every 30 s",
    storage: Storage { stall_ns: Some((2_000_000_000, 30_000_000_000)), ..FLASH.storage },
    budget_s: 60,
    ..FLASH
};

/// Flash that takes twice as long for 10 s of each 40 s on average; its line through those phases.
pub(crate) const WAVES: Case = Case {
    name: "8 servers, half as fast for 10 s of 40 s, p99 <= 40 ms",
    storage: Storage { waves: Some((2.0, 10.0, 30.0)), ..FLASH.storage },
    limit_ms: 40,
    budget_s: 600,
    truth_iops: 1912.8,
    depth: DEPTH,
};

/// A volume of 9,000 a second until its credits of 100,000 operations end, and then of 3,000; its line without credits.
pub(crate) const CREDITS: Case = Case {
    name: "3,000/s, 9,000/s for 100,000 operations, p99 <= 20 ms",
    storage: Storage {
        quota_iops: Some(3000.0),
        burst_ios: 100_000.0,
        ..storage(9, 1.0, Service::Steady)
    },
    limit_ms: 20,
    budget_s: 60,
    truth_iops: 2883.5,
    depth: DEPTH,
};

/// Flash whose capacity wanders slowly: CV 10 %, lag-1 correlation 0.9 from second to second, so that a phase lasts for about ten
/// seconds and a ramp of a minute meets six of them; its line through the slowest ones. The truth is from 200,000,000 operations
/// for each step, because phases are few.
pub(crate) const WANDER: Case = Case {
    name: "8 servers, capacity noise CV 10 %, lag-1 0.9, p99 <= 15 ms",
    storage: Storage { noise_cv: 0.1, noise_phi: 0.9, ..FLASH.storage },
    budget_s: 60,
    truth_iops: 2927.7,
    ..FLASH
};

/// The same ten times as fast, with so many operations that each trial knows the line of its phase well. Its truth is from
/// 60,000,000 operations for each step.
pub(crate) const WANDER_FAST: Case = Case {
    name: "8 servers, exponential 0.2 ms, capacity noise CV 10 %, lag-1 0.9, p99 <= 2 ms",
    storage: Storage { service_ns: 200_000.0, ..WANDER.storage },
    limit_ms: 2,
    truth_iops: 30_702.5,
    ..WANDER
};

impl Case {
    /// The true line from this many operations for each of 13 steps of a bisection.
    pub(crate) fn true_line(&self, operations: u64) -> f64 {
        if matches!(self.storage.law, Service::Nearest) {
            return Nearest::true_line(0.99, self.limit_ms * 1_000_000, operations);
        }
        // What is left when credits are gone.
        let storage = Storage { burst_ios: 0.0, ..self.storage };
        Queue::true_line(storage, self.depth as usize, 0.99, self.limit_ms * 1_000_000, operations)
    }
}

/// How often a ramp was right.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rates {
    pub(crate) seeds: u32,
    /// The published line is 0 to 5 % under the truth.
    pub(crate) close: u32,
    pub(crate) not_above: u32,
    /// The interval holds the truth.
    pub(crate) covered: u32,
    pub(crate) confirmed: u32,
    /// Seeds whose line is not close, with line / truth.
    pub(crate) wrong: Vec<(u64, f64)>,
    /// Mean width of the interval, high / low - 1.
    pub(crate) width: f64,
    /// No rate meets the latency limit because of stalls; and a line was given, but stalls were seen.
    pub(crate) stalled: u32,
    pub(crate) stalls_told: u32,
    pub(crate) slow_told: u32,
    pub(crate) wander_told: u32,
}

impl Case {
    /// One ramp; panics when it overran its budget.
    pub(crate) fn ramp(&self, seed: u64) -> RampResult {
        let latency_ns = Nanos::millis(self.limit_ms);
        let latency_limit = LatencyLimit { quantile: 0.99, latency_ns };
        let config =
            RampConfig::new(0, "data", latency_limit, self.depth, self.budget_s * 1_000_000_000);
        let mut config = RampConfig { reports_closed_loop: self.depth == 1, ..config };
        if self.name == TRANSFERS.name {
            let owner = summary::LimitOwner { group: "/db".to_owned(), device: "sdb".to_owned() };
            config.quotas =
                vec![Limit { writes: false, bytes: false, per_s: 76.3, write_bytes: None, owner }];
        }
        let ramp = Ramp::new(config);
        let (result, used_ns) = if matches!(self.storage.law, Service::Nearest) {
            let mut disk = Nearest::new(seed);
            (self.climb(ramp, &mut disk), disk.used_ns)
        } else {
            let mut queue = Queue::new(self.storage, seed);
            (self.climb(ramp, &mut queue), queue.used_ns)
        };
        assert!(used_ns <= self.budget_s * 1_100_000_000, "seed {seed}: over the budget");
        result
    }

    fn climb<R: Runner<Trial, Error = Infallible>>(
        &self,
        mut ramp: Ramp,
        runner: &mut R,
    ) -> RampResult {
        let verbose = std::env::var_os("RAMP_VERBOSE").is_some();
        let Ok(result) = drive(&mut ramp, runner, &mut |trial, _| {
            if verbose {
                let (rate, held) = (trial.rate_iops.unwrap_or(0.0), trial.held);
                let seconds = trial.streams[0].seconds;
                eprintln!(
                    "  {} {:.4} {seconds:.2} s {held:?}",
                    trial.purpose,
                    rate / self.truth_iops
                );
            }
        });
        result
    }

    /// Ramps with every seed, on two threads.
    pub(crate) fn rates(&self, seeds: Range<u64>) -> Rates {
        let middle = seeds.start + (seeds.end - seeds.start) / 2;
        std::thread::scope(|scope| {
            let first = scope.spawn(|| self.rates_of(seeds.start..middle));
            let second = self.rates_of(middle..seeds.end);
            first.join().expect("a ramp panicked").and(second)
        })
    }

    fn rates_of(&self, seeds: Range<u64>) -> Rates {
        let mut rates = Rates::default();
        for seed in seeds {
            rates.seeds += 1;
            let result = self.ramp(seed);
            rates.stalled += u32::from(result.stalled);
            rates.slow_told += u32::from(result.slow.is_some());
            rates.wander_told += u32::from(result.wander.is_some());
            rates.stalls_told += u32::from(!result.stalled && result.stalls.count > 0);
            let Some(line) = result.load_line else {
                rates.wrong.push((seed, 0.0));
                continue;
            };
            let ratio = line.value / self.truth_iops;
            rates.confirmed += u32::from(result.confirmed);
            rates.not_above += u32::from(ratio <= 1.0);
            let ends = line.ends();
            rates.covered += u32::from(ends.low <= self.truth_iops && self.truth_iops <= ends.high);
            rates.width += ends.high / ends.low - 1.0;
            if (0.95..=1.0).contains(&ratio) {
                rates.close += 1;
            } else {
                rates.wrong.push((seed, ratio));
            }
        }
        rates
    }
}

impl Rates {
    fn and(mut self, other: Self) -> Self {
        self.seeds += other.seeds;
        self.close += other.close;
        self.not_above += other.not_above;
        self.covered += other.covered;
        self.confirmed += other.confirmed;
        self.width += other.width;
        self.stalled += other.stalled;
        self.stalls_told += other.stalls_told;
        self.slow_told += other.slow_told;
        self.wander_told += other.wander_told;
        self.wrong.extend(other.wrong);
        self
    }

    pub(crate) fn percent(&self, part: u32) -> f64 {
        100.0 * f64::from(part) / f64::from(self.seeds)
    }
}
