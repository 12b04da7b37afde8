//! A disk set as plain numbers: a [`Runner`] whose true throughput is a function, with noise like that of storage.
//!
//! Every interval of one second is the true value times 1 + noise, and the noise is AR(1). Time is virtual: the shelf counts it.
//! Noise longer than a point is part of the true value, which depends on the time.

use base::Rng;
use record::{Measurement, Point};
use study::{Observation, OnInterval, PointRequest, Runner, Settle, TrialFlow};

pub struct SimulatedShelf<F> {
    /// The true throughput of a point in MiB/s.
    truth: F,
    /// Coefficient of variation from second to second.
    pub noise_cv: f64,
    /// Correlation of one second with the next.
    pub noise_lag1: f64,
    /// Pause before each point in seconds.
    pub pause_s: f64,
    /// Virtual time used in seconds, warm-ups and pauses included.
    pub used_s: f64,
    pub points: usize,
    rng: Rng,
}

impl<F: FnMut(&Point, f64) -> f64> SimulatedShelf<F> {
    /// A disk set whose true throughput in MiB/s is `truth` of the point and of the time in seconds.
    pub fn new(seed: u64, noise_cv: f64, noise_lag1: f64, truth: F) -> Self {
        let rng = Rng::new(seed);
        Self { truth, noise_cv, noise_lag1, pause_s: 0.0, used_s: 0.0, points: 0, rng }
    }
}

impl<F: FnMut(&Point, f64) -> f64> Runner<PointRequest> for SimulatedShelf<F> {
    type Error = std::convert::Infallible;

    fn run(
        &mut self,
        request: &PointRequest,
        _: OnInterval<'_>,
    ) -> Result<Observation, Self::Error> {
        self.points += 1;
        self.used_s += self.pause_s;
        let began_s = self.used_s;
        self.used_s += request.until.warm_up_ns as f64 / 1e9;
        let fresh = (1.0 - self.noise_lag1 * self.noise_lag1).sqrt();
        let mut settle = Settle::new(request.until);
        let (mut noise, mut sum, mut seconds) = (self.rng.normal(), 0.0, 0.0);
        loop {
            let mibps =
                (self.truth)(&request.point, self.used_s) * (1.0 + self.noise_cv * noise).max(0.0);
            noise = self.noise_lag1 * noise + fresh * self.rng.normal();
            (sum, seconds, self.used_s) = (sum + mibps, seconds + 1.0, self.used_s + 1.0);
            if settle.push(mibps, 1_000_000_000) == TrialFlow::Stop {
                break;
            }
        }
        let mibps = settle.estimate().about(sum / seconds);
        let seen =
            Measurement::of(&request.point.load, request.point.targets.len(), mibps, seconds);
        Ok(Observation::of_total(Measurement { settled: settle.settled(), began_s, ..seen }))
    }
}

/// A disk set whose measurements are altered once they are made.
pub struct AlteredShelf<F, A> {
    pub shelf: SimulatedShelf<F>,
    pub alter: A,
}

impl<F, A> Runner<PointRequest> for AlteredShelf<F, A>
where
    F: FnMut(&Point, f64) -> f64,
    A: FnMut(&Point, &mut Measurement),
{
    type Error = std::convert::Infallible;

    fn run(
        &mut self,
        request: &PointRequest,
        on: OnInterval<'_>,
    ) -> Result<Observation, Self::Error> {
        let mut seen = self.shelf.run(request, on)?;
        (self.alter)(&request.point, &mut seen.total);
        Ok(seen)
    }
}

/// The law of the interference: the share that is taken, and the mean lengths of busy and quiet periods.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InterferenceLaw {
    /// The share that is taken in a busy period, 0 to 1.
    pub share: f64,
    /// Mean length of a busy period in seconds.
    pub busy_s: f64,
    /// Mean length of a quiet period in seconds.
    pub quiet_s: f64,
}

/// Periodic interference from time 0 on.
#[derive(Clone, Debug)]
pub struct InterferenceSeries {
    wave: InterferenceLaw,
    busy: bool,
    /// The end of the present period, in seconds.
    until_s: f64,
    rng: Rng,
}

impl InterferenceSeries {
    /// Interference in its stationary state at time 0.
    pub fn new(wave: InterferenceLaw, seed: u64) -> Self {
        let mut rng = Rng::at(seed, &[0x3a7e]);
        let busy = rng.unit() < wave.busy_s / (wave.busy_s + wave.quiet_s);
        let mut waves = Self { wave, busy, until_s: 0.0, rng };
        waves.until_s = waves.length();
        waves
    }

    fn length(&mut self) -> f64 {
        let mean = if self.busy { self.wave.busy_s } else { self.wave.quiet_s };
        mean * self.rng.exponential()
    }

    /// The remaining share of the storage in the second from `time_s` on, 0 to 1; times must not go back.
    pub fn left(&mut self, time_s: f64) -> f64 {
        let (mut now, mut busy_s) = (time_s, 0.0);
        while now < time_s + 1.0 {
            while self.until_s <= now {
                self.busy = !self.busy;
                self.until_s += self.length();
            }
            let next = self.until_s.min(time_s + 1.0);
            busy_s += if self.busy { next - now } else { 0.0 };
            now = next;
        }
        1.0 - self.wave.share * busy_s
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_waves_take_their_share_and_last_as_long_as_they_say() {
        // The periods are long compared with the sampling second, so that hardly any falls between two samples.
        let wave = InterferenceLaw { share: 0.4, busy_s: 100.0, quiet_s: 300.0 };
        let mut waves = InterferenceSeries::new(wave, 7);
        let left: Vec<f64> = (0..2_000_000).map(|second| waves.left(f64::from(second))).collect();
        let mean = left.iter().sum::<f64>() / left.len() as f64;
        assert!((mean - 0.9).abs() < 0.005, "{mean}");
        let begins = left.windows(2).filter(|pair| pair[0] > 0.8 && pair[1] <= 0.8).count() as f64;
        assert!((left.len() as f64 / begins / 400.0 - 1.0).abs() < 0.05, "{begins}");
    }
}
