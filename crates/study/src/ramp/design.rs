//! Where to try next: the rate whose trial shrinks the uncertainty of the line most.
//!
//! Takes the trials so far and the posterior, returns a rate. A trial above the line sees more operations over the latency limit,
//! but extrapolating to the line takes a slope that is itself uncertain. The best rate gives the smallest expected variance of
//! the line (c-optimal design, Elfving 1952). Runs nothing.

use super::posterior::{Posterior, TrialCounts, bunching};

/// The range of trials around the limit, in e-folds of the share: the law is local.
const FOLDS_LOW: f64 = -0.8;
const FOLDS_HIGH: f64 = 1.0;
const STEPS: usize = 14;
/// Trials stay this near the line, relative to it.
const REACH: f64 = 0.3;

/// Fisher information on the logarithms of line and slope.
#[derive(Clone, Copy)]
struct Information {
    line: f64,
    both: f64,
    slope: f64,
}

impl Information {
    /// Adds `events` effective events that are expected at `folds` e-folds over the limit.
    fn add(&mut self, events: f64, folds: f64, slope: f64) {
        let seen = events * folds.exp();
        self.line += seen * slope * slope;
        self.both -= seen * slope * folds;
        self.slope += seen * folds * folds;
    }

    fn variance_of_line(&self) -> f64 {
        self.slope / (self.line * self.slope - self.both * self.both).max(1e-12)
    }
}

/// The rate to try for `seconds`, in operations per second.
pub(super) fn next_rate(
    trials: &[TrialCounts],
    posterior: &Posterior,
    saturation: f64,
    limit: f64,
    seconds: f64,
) -> f64 {
    let (line, slope) = (posterior.quantile(0.5), posterior.slope);
    let events =
        |rate: f64, n: f64| n * limit / (posterior.effect * bunching(rate, saturation)).max(1.0);
    let known = 1.0 / posterior.slope_spread.powi(2);
    let mut so_far = Information { line: 1e-9, both: 0.0, slope: known };
    for trial in trials.iter().filter(|t| !t.blown) {
        let folds = slope * (trial.rate_iops / line - 1.0);
        if (2.0 * FOLDS_LOW..=FOLDS_HIGH * 1.2).contains(&folds) {
            so_far.add(events(trial.rate_iops, trial.ios()), folds, slope);
        }
    }
    let mut best = (f64::INFINITY, line);
    for step in 0..=STEPS {
        let folds = FOLDS_LOW + (FOLDS_HIGH - FOLDS_LOW) * step as f64 / STEPS as f64;
        let rate = line * (1.0 + (folds / slope).clamp(-REACH, REACH));
        let mut then = so_far;
        then.add(events(rate, rate * seconds), slope * (rate / line - 1.0), slope);
        let variance = then.variance_of_line();
        if variance < best.0 {
            best = (variance, rate);
        }
    }
    best.1
}
