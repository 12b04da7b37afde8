//! A fast seeded queue (M/G/c, first come first served) behind the `Runner` trait, with a known load line.
//!
//! Takes trials, gives intervals in virtual time. Shared by the ramp's tests and the measured error rates.

use base::Rng;
use base::throttle::SlicedRateLimit;
use sample::IntervalSample;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use study::{Observation, OnInterval, Runner, Trial, TrialFlow, TrialInterval};
use summary::{Estimate, LatencySummary, StreamSummary};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Service {
    Exponential,
    /// Mostly fixed: three quarters fixed, one quarter exponential.
    Steady,
    Exact,
    /// A mechanical disk that serves in order: uniform from half to one and a half of the mean.
    Disk,
    /// A mechanical disk that serves what it reaches first: not a queue of this kind, see [`super::nearest`].
    Nearest,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Storage {
    pub(crate) servers: usize,
    /// Mean service time in nanoseconds.
    pub(crate) service_ns: f64,
    pub(crate) law: Service,
    /// Coefficient of variation of the capacity from second to second.
    pub(crate) noise_cv: f64,
    /// Its lag-1 correlation.
    pub(crate) noise_phi: f64,
    /// A quota in operations per second: a token bucket of one operation.
    pub(crate) quota_iops: Option<f64>,
    /// Nothing starts for the first number of nanoseconds in every period of the second number.
    pub(crate) stall_ns: Option<(u64, u64)>,
    /// From when until when, in nanoseconds.
    pub(crate) stalls_in_ns: (u64, u64),
    /// Everything takes the first number of times as long in some phases: of this many seconds on average, with this many between
    /// them (exponential).
    pub(crate) waves: Option<(f64, f64, f64)>,
    /// Operations that the quota lets pass before it holds.
    pub(crate) burst_ios: f64,
    /// A quota in operations per second that is granted in slices of this many nanoseconds, each at its beginning.
    pub(crate) slices: Option<(f64, u64)>,
    /// From the first number of seconds on, every quota is multiplied by the second number.
    pub(crate) cut: Option<(f64, f64)>,
}

pub(crate) struct Queue {
    storage: Storage,
    rng: Rng,
    noise: f64,
    free: BinaryHeap<Reverse<u64>>,
    /// When the burst's bucket is full again, on the storage's clock (generic cell rate algorithm).
    full_ns: u64,
    slices: Option<SlicedRateLimit>,
    /// Whether everything is slow, and until when.
    wave: (bool, f64),
    factor: f64,
    next_noise_ns: u64,
    interval: IntervalSample,
    pub(crate) used_ns: u64,
}

impl Queue {
    pub(crate) fn new(storage: Storage, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let noise = rng.normal();
        let interval = IntervalSample::new(0, 0, 0);
        let quiet_s = storage.waves.map_or(0.0, |waves| waves.2 * rng.exponential());
        Self {
            storage,
            wave: (false, quiet_s * 1e9),
            rng,
            noise,
            free: BinaryHeap::new(),
            full_ns: 0,
            slices: storage.slices.map(|(rate, slice_ns)| SlicedRateLimit::new(rate, slice_ns)),
            factor: 1.0,
            next_noise_ns: 0,
            interval,
            used_ns: 0,
        }
    }

    fn idle(&mut self, depth: usize) {
        self.free.clear();
        self.free.extend((0..self.storage.servers.min(depth)).map(|_| Reverse(0)));
        self.next_noise_ns = 0;
        // What waited for the quota and was never done uses nothing of it.
        self.full_ns = self.full_ns.min(self.used_ns + self.burst_ns());
        self.slices =
            self.storage.slices.map(|(rate, slice_ns)| SlicedRateLimit::new(rate, slice_ns));
    }

    /// When an operation that arrives at `at_ns` is done; arrivals come in order.
    fn serve(&mut self, at_ns: u64) -> u64 {
        let Reverse(free) = self.free.pop().expect("there is at least one server");
        let mut start = at_ns.max(free);
        if let Some(quota) = self.storage.quota_iops {
            let now_ns = self.used_ns + start;
            let start_ns = now_ns.max(self.full_ns.saturating_sub(self.burst_ns()));
            let quota = quota * self.part(start_ns);
            self.full_ns = self.full_ns.max(start_ns) + (1e9 / quota) as u64;
            start = start_ns - self.used_ns;
        }
        let part = self.part(self.used_ns + start);
        if let Some(slices) = &mut self.slices {
            // Cutting a quota is the same as counting each operation more.
            start = slices.admit(self.used_ns + start, 1.0 / part) - self.used_ns;
        }
        if let Some((length_ns, every_ns)) = self.storage.stall_ns
            && (self.storage.stalls_in_ns.0..self.storage.stalls_in_ns.1)
                .contains(&(self.used_ns + start))
        {
            // Half a turn after the beginning, so that the closed probe mostly sees none.
            let phase = (self.used_ns + start + every_ns / 2) % every_ns;
            start += length_ns.saturating_sub(phase);
        }
        while start >= self.next_noise_ns {
            let phi = self.storage.noise_phi;
            self.noise = phi * self.noise + (1.0 - phi * phi).sqrt() * self.rng.normal();
            self.factor = 1.0 / (1.0 + self.storage.noise_cv * self.noise).max(0.2);
            self.next_noise_ns += 1_000_000_000;
        }
        let slowness = self.factor * self.slowness((self.used_ns + start) as f64);
        let unit = match self.storage.law {
            Service::Exponential => self.rng.exponential(),
            Service::Exact => 1.0,
            Service::Steady => 0.75 + 0.25 * self.rng.exponential(),
            Service::Disk | Service::Nearest => 0.5 + self.rng.unit(),
        };
        let done = start + (self.storage.service_ns * slowness * unit) as u64;
        self.free.push(Reverse(done));
        done
    }

    /// The part of a quota that is left at this time.
    fn part(&self, now_ns: u64) -> f64 {
        let cut = self.storage.cut.filter(|(from_s, _)| now_ns as f64 >= from_s * 1e9);
        cut.map_or(1.0, |(_, part)| part)
    }

    /// The time in which the quota fills the bucket of the burst.
    fn burst_ns(&self) -> u64 {
        self.storage.quota_iops.map_or(0, |quota| (self.storage.burst_ios / quota * 1e9) as u64)
    }

    /// The factor by which work that starts then takes longer.
    fn slowness(&mut self, now_ns: f64) -> f64 {
        let Some((times, slow_s, quiet_s)) = self.storage.waves else { return 1.0 };
        while now_ns >= self.wave.1 {
            let mean_s = if self.wave.0 { quiet_s } else { slow_s };
            self.wave = (!self.wave.0, self.wave.1 + 1e9 * mean_s * self.rng.exponential());
        }
        if self.wave.0 { times } else { 1.0 }
    }

    /// The share of operations over `limit_ns` at this Poisson rate, from `n` operations.
    pub(crate) fn share_over(
        &mut self,
        rate_iops: f64,
        depth: usize,
        limit_ns: u64,
        n: u64,
    ) -> f64 {
        self.idle(depth);
        let (mut at, mut over) = (0.0, 0u64);
        for i in 0..n + n / 20 {
            at += self.rng.exponential() * 1e9 / rate_iops;
            let late = self.serve(at as u64) - at as u64 > limit_ns;
            over += u64::from(late && i >= n / 20);
        }
        over as f64 / n as f64
    }

    /// The true load line by bisection over long runs.
    pub(crate) fn true_line(
        storage: Storage,
        depth: usize,
        quantile: f64,
        limit_ns: u64,
        n: u64,
    ) -> f64 {
        let capacity = storage.servers.min(depth) as f64 * 1e9 / storage.service_ns;
        bisected([capacity * 0.01, capacity * 1.02], 1.0 - quantile, |seed, rate_iops| {
            Queue::new(storage, seed).share_over(rate_iops, depth, limit_ns, n)
        })
    }
}

/// The rate between these two at which `share_over` (of a seed and a rate) reaches `share`, to one part in 8,192 of the range.
pub(crate) fn bisected(
    [mut low, mut high]: [f64; 2],
    share: f64,
    share_over: impl Fn(u64, f64) -> f64,
) -> f64 {
    for step in 0..13 {
        let middle = (low + high) / 2.0;
        if share_over(900 + step, middle) <= share { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

impl Runner<Trial> for Queue {
    type Error = std::convert::Infallible;

    fn run(&mut self, trial: &Trial, watch: OnInterval<'_>) -> Result<Observation, Self::Error> {
        let began_s = self.used_ns as f64 / 1e9;
        self.idle(trial.depth as usize);
        let rate = trial.pace.rate_iops();
        let mut done: BinaryHeap<Reverse<(u64, u64)>> = BinaryHeap::new();
        let mut arrival = 0.0;
        let end = trial.warm_up_ns + trial.duration_ns_max;
        let (mut ios, mut counted_ns) = (0u64, 0u64);
        if rate.is_none() {
            for _ in 0..trial.depth {
                let at = self.serve(0);
                done.push(Reverse((at, 0)));
            }
        } else {
            arrival = self.rng.exponential() * 1e9 / rate.unwrap_or(1.0);
        }
        let (mut start, mut answered) = (0, 0);
        while start < end {
            let stop =
                if start < trial.warm_up_ns { trial.warm_up_ns } else { start + trial.interval_ns };
            self.interval.read.total.clear();
            (self.interval.read.ios, self.interval.due, self.interval.quiet_ns) = (0, 0, (0, 0));
            if let Some(rate) = rate {
                while (arrival as u64) < stop {
                    let at = self.serve(arrival as u64);
                    done.push(Reverse((at, arrival as u64)));
                    self.interval.due += 1;
                    arrival += self.rng.exponential() * 1e9 / rate;
                }
            }
            while let Some(&Reverse((at, from))) = done.peek() {
                if at >= stop {
                    break;
                }
                done.pop();
                self.interval.was_quiet(answered, at);
                answered = at;
                self.interval.read.total.record(at - from);
                self.interval.read.ios += 1;
                if rate.is_none() {
                    let next = self.serve(at);
                    done.push(Reverse((next, at)));
                }
            }
            self.interval.was_quiet(answered, stop);
            self.interval.backlog = (done.len() as u64).saturating_sub(self.free.len() as u64);
            (self.interval.start_ns, self.interval.end_ns) = (start, stop);
            start = stop;
            if stop > trial.warm_up_ns {
                counted_ns += trial.interval_ns;
                ios += self.interval.read.ios;
                if watch(&TrialInterval { elapsed_ns: counted_ns, interval: &self.interval })
                    == TrialFlow::Stop
                {
                    break;
                }
            }
        }
        self.used_ns += start;
        Ok(Observation::of_stream(summary_of(ios, counted_ns), began_s))
    }
}

pub(crate) fn summary_of(ios: u64, counted_ns: u64) -> StreamSummary {
    let seconds = counted_ns as f64 / 1e9;
    let rate = ios as f64 / seconds.max(1e-9);
    StreamSummary {
        name: "data".to_owned(),
        seconds,
        iops: Estimate::unknown(rate),
        mibps: Estimate::unknown(rate / 128.0),
        read: LatencySummary { ios, ..LatencySummary::default() },
        ..StreamSummary::default()
    }
}
