//! Disturbances that change a storage's speed: noise, neighbours, steps, stalls.
//!
//! For non-decreasing times, returns how much slower work is at that time, and when work that starts then is done.
//! Every disk has its own copy with the same seed. So all disks of a storage have the same disturbances although
//! their queues reach a time at different moments, except for stalls of a single disk.

use super::spec::{DAY_NS, SimDaily, SimNeighbour, SimSpec, SimStall, SimStep};
use base::Rng;

/// The length of a noise epoch: throughput is commonly reported per second.
const EPOCH_NS: u64 = 1_000_000_000;
/// After this many epochs without I/O, the noise no longer depends on its earlier state (0.999^10,000 < 1e-4).
const EPOCHS_REMEMBERED: u64 = 10_000;

#[derive(Clone, Debug)]
pub(super) struct Disturbances {
    calm: bool,
    noise: Option<Noise>,
    neighbour: Option<NeighbourState>,
    daily: Option<SimDaily>,
    steps: Vec<SimStep>,
    stalls: Vec<SimStall>,
}

/// Log-normal AR(1) noise with mean 1. The coefficient of variation and the lag-1 correlation are those of the factor
/// itself, not of its logarithm.
#[derive(Clone, Debug)]
struct Noise {
    rng: Rng,
    rho: f64,
    sigma: f64,
    state: f64,
    epoch: u64,
    epoch_end_ns: u64,
    slowness: f64,
}

#[derive(Clone, Debug)]
struct NeighbourState {
    rng: Rng,
    law: SimNeighbour,
    busy: bool,
    until_ns: f64,
}

impl Disturbances {
    /// The disturbances of `disk` (from 0); `None`: those of the part in front of all disks.
    pub(super) fn new(spec: &SimSpec, seed: u64, disk: Option<u32>) -> Self {
        let noise = (spec.noise_cv > 0.0).then(|| Noise::new(spec.noise_cv, spec.noise_lag1, seed));
        let neighbour = spec.neighbour.map(|law| {
            let mut rng = Rng::at(seed, &[2]);
            let until_ns = rng.exponential() * law.quiet_ns as f64;
            NeighbourState { rng, law, busy: false, until_ns }
        });
        let (daily, steps) = (spec.daily, spec.steps.clone());
        let calm = noise.is_none() && neighbour.is_none() && daily.is_none() && steps.is_empty();
        let here = |stall: &SimStall| stall.disk.is_none_or(|number| disk == Some(number - 1));
        let stalls = spec.stalls.iter().copied().filter(here).collect();
        Self { calm, noise, neighbour, daily, steps, stalls }
    }

    /// The factor by which work that starts at `at_ns` takes longer.
    #[inline]
    pub(super) fn slowness(&mut self, at_ns: u64) -> f64 {
        if self.calm {
            return 1.0;
        }
        let noise = self.noise.as_mut().map_or(1.0, |noise| noise.slowness(at_ns));
        let neighbour = self.neighbour.as_mut().map_or(1.0, |neighbour| neighbour.slowness(at_ns));
        let daily = self.daily.filter(|daily| is_there(daily, at_ns));
        let begun = self.steps.iter().filter(|step| step.at_ns <= at_ns);
        let steps: f64 = begun.map(|step| step.factor).product();
        noise * neighbour * steps * daily.map_or(1.0, |daily| 1.0 / (1.0 - daily.share))
    }

    /// When work of `work_ns` that starts at `at_ns` is done; during a stall it makes no progress.
    #[inline]
    pub(super) fn done_ns(&self, at_ns: u64, work_ns: u64) -> u64 {
        if self.stalls.is_empty() { at_ns + work_ns } else { self.done_stalled_ns(at_ns, work_ns) }
    }

    fn done_stalled_ns(&self, at_ns: u64, work_ns: u64) -> u64 {
        let (mut now_ns, mut left_ns) = (at_ns, work_ns);
        loop {
            let next = self.stalls.iter().filter_map(|stall| window(stall, now_ns)).min();
            match next {
                Some((start_ns, end_ns)) if now_ns + left_ns > start_ns => {
                    left_ns -= start_ns.saturating_sub(now_ns);
                    now_ns = end_ns;
                }
                _ => return now_ns + left_ns,
            }
        }
    }
}

fn is_there(daily: &SimDaily, at_ns: u64) -> bool {
    (at_ns % DAY_NS + DAY_NS - daily.from_ns) % DAY_NS < daily.length_ns()
}

/// The first window of a stall that ends after `now_ns`.
fn window(stall: &SimStall, now_ns: u64) -> Option<(u64, u64)> {
    let first_end_ns = stall.at_ns + stall.length_ns;
    if now_ns < first_end_ns {
        return Some((stall.at_ns, first_end_ns));
    }
    let every_ns = stall.every_ns?;
    let start_ns = stall.at_ns + ((now_ns - first_end_ns) / every_ns + 1) * every_ns;
    Some((start_ns, start_ns + stall.length_ns))
}

impl Noise {
    fn new(cv: f64, lag1: f64, seed: u64) -> Self {
        let variance = (cv * cv).ln_1p();
        let mut rng = Rng::at(seed, &[1]);
        let state = rng.normal();
        let rho = (lag1 * cv * cv).ln_1p() / variance;
        let mut noise = Self {
            rng,
            rho,
            sigma: variance.sqrt(),
            state,
            epoch: 0,
            epoch_end_ns: EPOCH_NS,
            slowness: 1.0,
        };
        noise.settle();
        noise
    }

    fn settle(&mut self) {
        self.slowness = (self.sigma * self.sigma / 2.0 - self.sigma * self.state).exp();
    }

    #[inline]
    fn slowness(&mut self, at_ns: u64) -> f64 {
        if at_ns >= self.epoch_end_ns {
            self.move_to(at_ns / EPOCH_NS);
        }
        self.slowness
    }

    fn move_to(&mut self, epoch: u64) {
        let steps = (epoch - self.epoch).min(EPOCHS_REMEMBERED);
        let fresh = (1.0 - self.rho * self.rho).max(0.0).sqrt();
        for _ in 0..steps {
            self.state = self.rho * self.state + fresh * self.rng.normal();
        }
        self.epoch = epoch;
        self.epoch_end_ns = (epoch + 1) * EPOCH_NS;
        self.settle();
    }
}

impl NeighbourState {
    #[inline]
    fn slowness(&mut self, at_ns: u64) -> f64 {
        while at_ns as f64 >= self.until_ns {
            self.busy = !self.busy;
            let mean_ns = if self.busy { self.law.busy_ns } else { self.law.quiet_ns };
            self.until_ns += self.rng.exponential() * mean_ns as f64;
        }
        if self.busy { 1.0 / (1.0 - self.law.share) } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disturbances(text: &str, seed: u64) -> Disturbances {
        Disturbances::new(&SimSpec::read(text).unwrap(), seed, Some(0))
    }

    #[test]
    fn noise_has_the_asked_variation_and_correlation() {
        for (cv, lag1) in [(0.05, 0.9), (0.2, 0.5), (0.3, 0.0)] {
            let (mut cvs, mut lags) = (0.0, 0.0);
            for seed in 0..100 {
                let mut disturbances =
                    disturbances(&format!("ssd?noise_cv={cv}&noise_lag1={lag1}"), seed);
                let n = 5_000;
                let capacity: Vec<f64> =
                    (0..n).map(|i| 1.0 / disturbances.slowness(i * EPOCH_NS)).collect();
                let mean = capacity.iter().sum::<f64>() / n as f64;
                let variance = capacity.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n as f64;
                let lagged: f64 =
                    capacity.windows(2).map(|w| (w[0] - mean) * (w[1] - mean)).sum::<f64>();
                assert!((mean - 1.0).abs() < 0.06, "seed {seed}: mean {mean}");
                cvs += variance.sqrt() / mean / 100.0;
                lags += lagged / n as f64 / variance / 100.0;
            }
            assert!((cvs / cv - 1.0).abs() < 0.02, "cv {cv}: {cvs}");
            assert!((lags - lag1).abs() < 0.01, "lag-1 {lag1}: {lags}");
        }
    }

    #[test]
    fn the_neighbour_takes_its_share_of_the_time() {
        let mut busy = 0.0;
        for seed in 0..100 {
            let mut disturbances = disturbances("ssd?neighbour=0.4:10s:30s", seed);
            let n = 20_000u64;
            busy += (0..n).filter(|i| disturbances.slowness(i * EPOCH_NS) > 1.5).count() as f64
                / n as f64
                / 100.0;
        }
        assert!((busy - 0.25).abs() < 0.005, "{busy}");
    }

    #[test]
    fn a_neighbour_by_the_clock_comes_every_day_and_a_step_stays() {
        let hour = 3_600_000_000_000;
        let slowness = |text: &str, hours: u64| disturbances(text, 1).slowness(hours * hour);
        for hours in 0..72 {
            let want = if (9..17).contains(&(hours % 24)) { 2.0 } else { 1.0 };
            assert_eq!(slowness("ssd?daily=0.5:9h:17h", hours), want, "{hours} h");
        }
        for (hours, want) in [(0, 2.0), (5, 2.0), (6, 1.0), (21, 1.0), (22, 2.0), (47, 2.0)] {
            assert_eq!(slowness("ssd?daily=0.5:22h:6h", hours), want, "{hours} h");
        }
        let steps = "ssd?step=9d:1.5&step=10d:2";
        for (days, want) in [(8, 1.0), (9, 1.5), (10, 3.0), (30, 3.0)] {
            assert_eq!(slowness(steps, days * 24), want, "day {days}");
        }
    }

    #[test]
    fn work_waits_for_the_end_of_every_stall_it_meets() {
        let disturbances = disturbances("ssd?stall=5s:1s&stall=8s:1s:10s", 1);
        let s = 1_000_000_000;
        assert_eq!(disturbances.done_ns(0, s), s);
        assert_eq!(disturbances.done_ns(4 * s, 2 * s), 7 * s);
        assert_eq!(disturbances.done_ns(5 * s + 1, 10), 6 * s + 10);
        assert_eq!(disturbances.done_ns(4 * s, 4 * s), 10 * s);
        assert_eq!(disturbances.done_ns(18 * s, 5), 19 * s + 5);
        assert_eq!(disturbances.done_ns(108 * s + s / 2, 5), 109 * s + 5);
        assert_eq!(disturbances.done_ns(109 * s, 5), 109 * s + 5);
    }

    #[test]
    fn what_stalls_one_disk_stalls_no_other() {
        let spec = SimSpec::read("ssd?disks=3&stall_disk=2:5s:1s&stall=9s:1s").unwrap();
        let s = 1_000_000_000;
        let done = |disk, at_ns| Disturbances::new(&spec, 1, disk).done_ns(at_ns, s);
        assert_eq!(done(Some(1), 5 * s), 7 * s);
        for disk in [None, Some(0), Some(2)] {
            assert_eq!(done(disk, 5 * s), 6 * s, "{disk:?}");
            assert_eq!(done(disk, 9 * s), 11 * s, "the whole storage stalls: {disk:?}");
        }
    }
}
