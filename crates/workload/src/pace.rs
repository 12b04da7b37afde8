//! When operations start: closed loop, or arrivals on a schedule that is independent of completions.

use base::Nanos;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// When operations start. Rates are per stream, shared evenly by its workers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Pace {
    /// A completion starts the next one.
    Closed,
    /// Closed, with a pause after each `burst` operations of a worker.
    ThinkTime {
        think_ns: Nanos,
        /// Operations between pauses.
        burst: u32,
    },
    /// Open loop with equal intervals between arrivals.
    Fixed { rate_iops: f64 },
    /// Open loop with exponentially distributed intervals between arrivals.
    Poisson { rate_iops: f64 },
    /// Open loop: `burst` arrivals at once, with equal intervals between bursts.
    Bursts { rate_iops: f64, burst: u32 },
}

base::words! {
    /// The distribution of the arrivals of an open loop.
    #[derive(Serialize, Deserialize)]
    pub enum Arrivals {
        Fixed = "fixed",
        /// At random, with exponentially distributed intervals.
        Poisson = "poisson",
        /// Several at once, at equal intervals.
        Bursts = "bursts",
    }
}

impl Pace {
    /// The arrival rate of an open loop.
    pub fn rate_iops(self) -> Option<f64> {
        match self {
            Self::Closed | Self::ThinkTime { .. } => None,
            Self::Fixed { rate_iops }
            | Self::Poisson { rate_iops }
            | Self::Bursts { rate_iops, .. } => Some(rate_iops),
        }
    }

    /// The same arrivals at another rate; a closed loop has no rate and stays as it is.
    #[must_use]
    pub fn at_rate(self, rate_iops: f64) -> Self {
        match self {
            Self::Closed | Self::ThinkTime { .. } => self,
            Self::Fixed { .. } => Self::Fixed { rate_iops },
            Self::Poisson { .. } => Self::Poisson { rate_iops },
            Self::Bursts { burst, .. } => Self::Bursts { rate_iops, burst },
        }
    }
}

/// How the rate of an open loop changes over time: a factor for each step, repeated after the last.
///
/// Only the ratios of the factors matter: they are scaled so that the mean over all steps is the stream's rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RateCurve {
    /// The length of a step; above 0.
    pub step_ns: Nanos,
    /// A factor for each step, 0 or more; at least one is above 0.
    pub factors: Arc<[f64]>,
}

impl RateCurve {
    pub const STEPS_MAX: usize = 100_000;

    /// The same curve for a load that begins `elapsed_ns` after the start of the first step, rounded down to whole steps.
    #[must_use]
    pub fn after(&self, elapsed_ns: u64) -> Self {
        let step = (elapsed_ns / self.step_ns.0.max(1)) as usize % self.factors.len().max(1);
        let mut factors = self.factors.to_vec();
        factors.rotate_left(step);
        Self { step_ns: self.step_ns, factors: factors.into() }
    }

    /// The ratio of the busiest step's rate to the mean rate.
    pub fn peak_factor(&self) -> f64 {
        let mean = self.factors.iter().sum::<f64>() / self.factors.len() as f64;
        self.factors.iter().copied().fold(0.0, f64::max) / mean
    }
}
