//! A disk set as plain numbers: a [`Runner`] whose true throughput is a function, with noise like that of storage.
//!
//! Every interval of one second is the true value times 1 + noise, and the noise is AR(1). Time is virtual: the shelf counts it.
//! Noise longer than a point is part of the true value, which depends on the time (see [`interference`]).

pub mod interference;

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
