//! A magnetic disk that serves what it reaches first, behind the `Runner` trait: the law of `sim:hdd`.
//!
//! Takes trials of random blocks over the whole disk, returns intervals in virtual time. Such a disk works faster the more it may
//! choose from, which no queue in order does. `crates/engine/src/sim/hdd.rs` has the law with its sources; here each block's
//! place is drawn as distance and angle, and the load line is the same.

use base::Rng;
use sample::IntervalSample;
use std::collections::VecDeque;
use study::{Observation, OnInterval, Runner, Trial, TrialFlow, TrialInterval};

/// One revolution at 7,200 a minute, and what any command costs: overhead and the transfer of 8 KiB at 200 MiB/s.
const REVOLUTION_NS: f64 = 60e9 / 7200.0;
const OVERHEAD_NS: f64 = 100_000.0;
const TRANSFER_NS: f64 = 8192.0 / (200.0 * 1_048_576.0) * 1e9;
/// The seek is a constant and the root of the distance; together 8.5 ms in the mean.
const SEEK_A_NS: f64 = 850_000.0;
const SEEK_B_NS: f64 = (8_500_000.0 - SEEK_A_NS) * 15.0 / 8.0;
/// Oldest commands among which it takes the nearest, and how often one is passed over at most.
const WINDOW: usize = 32;
const PASSED_OVER_MAX: u32 = 64;

#[derive(Clone, Copy, Debug)]
struct Command {
    from_ns: u64,
    /// 0 to 1 over the disk, and over the revolution.
    place: f64,
    angle: f64,
    passed_over: u32,
}

pub(crate) struct Nearest {
    rng: Rng,
    pending: VecDeque<Command>,
    /// The operation in work: when it arrived, and when it is done.
    working: Option<(u64, u64)>,
    head: f64,
    interval: IntervalSample,
    pub(crate) used_ns: u64,
}

impl Nearest {
    pub(crate) fn new(seed: u64) -> Self {
        let (rng, interval) = (Rng::new(seed), IntervalSample::new(0, 0, 0));
        Self { rng, pending: VecDeque::new(), working: None, head: 0.0, interval, used_ns: 0 }
    }

    fn submit(&mut self, now_ns: u64, from_ns: u64) {
        let (place, angle) = (self.rng.unit(), self.rng.unit());
        self.pending.push_back(Command { from_ns, place, angle, passed_over: 0 });
        if self.working.is_none() {
            self.start(now_ns);
        }
    }

    /// Ends the operation in work; returns when it arrived.
    fn ready(&mut self, now_ns: u64) -> u64 {
        let (from_ns, _) = self.working.take().expect("something is in work");
        self.start(now_ns);
        from_ns
    }

    fn start(&mut self, now_ns: u64) {
        let time_ns = |command: &Command| {
            let distance = (command.place - self.head).abs();
            let moved_ns = OVERHEAD_NS + SEEK_A_NS + SEEK_B_NS * distance.sqrt();
            let under_head = ((now_ns as f64 + moved_ns) / REVOLUTION_NS).fract();
            moved_ns + (command.angle - under_head).rem_euclid(1.0) * REVOLUTION_NS
        };
        let Some(oldest) = self.pending.front() else { return };
        let first = if oldest.passed_over >= PASSED_OVER_MAX { 1 } else { WINDOW };
        let reached = self.pending.iter().take(first).map(time_ns).enumerate();
        let nearest = reached.min_by(|a, b| a.1.total_cmp(&b.1));
        let (chosen, positioned_ns) = nearest.expect("something is pending");
        for passed in self.pending.iter_mut().take(chosen) {
            passed.passed_over += 1;
        }
        let command = self.pending.remove(chosen).expect("it is one of the pending ones");
        self.head = command.place;
        self.working = Some((command.from_ns, now_ns + (positioned_ns + TRANSFER_NS) as u64));
    }

    /// The share of operations over `limit_ns` at this Poisson rate, from `n` operations.
    pub(crate) fn share_over(seed: u64, rate_iops: f64, limit_ns: u64, n: u64) -> f64 {
        let mut disk = Self::new(seed);
        let (mut arrival, mut done, mut over) = (0.0, 0, 0u64);
        while done < n {
            arrival += disk.rng.exponential() * 1e9 / rate_iops;
            while let Some((_, at_ns)) = disk.working.filter(|work| work.1 <= arrival as u64) {
                over += u64::from(at_ns - disk.ready(at_ns) > limit_ns);
                done += 1;
            }
            disk.submit(arrival as u64, arrival as u64);
        }
        over as f64 / done as f64
    }

    pub(crate) fn true_line(quantile: f64, limit_ns: u64, n: u64) -> f64 {
        super::queue::bisected([1.0, 70.0], 1.0 - quantile, |seed, rate_iops| {
            Self::share_over(seed, rate_iops, limit_ns, n)
        })
    }
}

impl Runner<Trial> for Nearest {
    type Error = std::convert::Infallible;

    fn run(&mut self, trial: &Trial, watch: OnInterval<'_>) -> Result<Observation, Self::Error> {
        let began_s = self.used_ns as f64 / 1e9;
        self.pending.clear();
        self.working = None;
        let rate = trial.pace.rate_iops();
        let end_ns = trial.warm_up_ns + trial.duration_ns_max;
        let depth = trial.depth as usize;
        // Arrivals beyond the depth wait before the disk.
        let mut waiting: VecDeque<u64> = VecDeque::new();
        let (mut arrival, mut ios, mut counted_ns) = (f64::INFINITY, 0u64, 0u64);
        match rate {
            Some(rate) => arrival = self.rng.exponential() * 1e9 / rate,
            None => (0..depth).for_each(|_| self.submit(0, 0)),
        }
        let (mut start_ns, mut answered_ns) = (0, 0);
        while start_ns < end_ns {
            let warm = start_ns < trial.warm_up_ns;
            let stop_ns = if warm { trial.warm_up_ns } else { start_ns + trial.interval_ns };
            self.interval.read.total.clear();
            (self.interval.read.ios, self.interval.due, self.interval.quiet_ns) = (0, 0, (0, 0));
            loop {
                let done_ns = self.working.map_or(u64::MAX, |work| work.1);
                if done_ns.min(arrival as u64) >= stop_ns {
                    break;
                }
                if done_ns <= arrival as u64 {
                    let from_ns = self.ready(done_ns);
                    self.interval.was_quiet(answered_ns, done_ns);
                    answered_ns = done_ns;
                    self.interval.read.total.record(done_ns - from_ns);
                    self.interval.read.ios += 1;
                    let next = if rate.is_none() { Some(done_ns) } else { waiting.pop_front() };
                    if let Some(from_ns) = next {
                        self.submit(done_ns, from_ns);
                    }
                    continue;
                }
                let now_ns = arrival as u64;
                self.interval.due += 1;
                let outstanding = self.pending.len() + usize::from(self.working.is_some());
                if outstanding < depth {
                    self.submit(now_ns, now_ns);
                } else {
                    waiting.push_back(now_ns);
                }
                arrival += self.rng.exponential() * 1e9 / rate.unwrap_or(1.0);
            }
            self.interval.was_quiet(answered_ns, stop_ns);
            self.interval.backlog = waiting.len() as u64;
            (self.interval.start_ns, self.interval.end_ns) = (start_ns, stop_ns);
            start_ns = stop_ns;
            if !warm {
                counted_ns += trial.interval_ns;
                ios += self.interval.read.ios;
                if watch(&TrialInterval { elapsed_ns: counted_ns, interval: &self.interval })
                    == TrialFlow::Stop
                {
                    break;
                }
            }
        }
        self.used_ns += start_ns;
        Ok(Observation::of_stream(super::queue::summary_of(ios, counted_ns), began_s))
    }
}
