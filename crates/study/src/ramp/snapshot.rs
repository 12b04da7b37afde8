//! Closed loops at full depth, each a snapshot of the storage's throughput: whether it is as fast as before.
//!
//! Takes the throughput of closed loops, returns how well a speed with this spread from one to the next explains them. Two rates
//! known to 1 % that lie 10 % apart prove a wandering speed; trials, each at its own rate, only suggest it. Runs nothing.

use super::slow_phases::{self, FullDepthTotals, LoadInterval};

/// The relative standard error of every closed loop beside that of its count: depth, caches and turns of the disk (ours; the same
/// error that the posterior assumes for saturation).
const FLOOR: f64 = 0.01;
/// Fewer intervals do not show how well a rate is known.
const LOOKS_MIN: usize = 3;

/// The throughput of the storage at full depth in one closed loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Snapshot {
    pub(super) carried: FullDepthTotals,
    /// The squared relative standard error.
    variance: f64,
}

impl Snapshot {
    /// The snapshot from the intervals of a closed loop; `None` if they show no speed, as in slices or with a stall among them.
    pub(super) fn of(looks: &[LoadInterval]) -> Option<Self> {
        let carried =
            looks.iter().fold(FullDepthTotals::default(), |sum, look| sum.and(look.carried));
        if looks.len() < LOOKS_MIN || carried.ios <= 0.0 || looks.iter().any(slow_phases::is_sliced)
        {
            return None;
        }
        let off = |look: &LoadInterval| (look.carried.iops() / carried.iops() - 1.0).powi(2);
        let squares: f64 = looks.iter().map(off).sum();
        let n = looks.len() as f64;
        let chance = (squares / (n - 1.0) / n).max(1.0 / carried.ios);
        Some(Self { carried, variance: FLOOR * FLOOR + chance })
    }

    /// Whether it is so much slower than `fast` that the storage was in another state.
    pub(super) fn is_slower(&self, fast: &Self) -> bool {
        let due = fast.carried.iops() * self.carried.seconds;
        self.carried.ios < slow_phases::SLOWER * due - slow_phases::SURE * due.sqrt()
    }
}

/// The log-likelihood of all snapshots if the logarithm of the speed is normal around an unknown mean with this spread, minus the
/// log-likelihood without a spread.
pub(super) fn contradiction(snapshots: &[Snapshot], spread: f64) -> f64 {
    fit(snapshots, spread) - fit(snapshots, 0.0)
}

/// The log-likelihood with this spread. The mean is unknown and integrated out (flat prior), so that one snapshot says nothing.
fn fit(snapshots: &[Snapshot], spread: f64) -> f64 {
    let weights: Vec<f64> =
        snapshots.iter().map(|one| 1.0 / (one.variance + spread * spread)).collect();
    let total: f64 = weights.iter().sum();
    let logs: Vec<f64> = snapshots.iter().map(|one| one.carried.iops().ln()).collect();
    let middle = logs.iter().zip(&weights).map(|(log, w)| log * w).sum::<f64>() / total;
    let each = |(log, w): (&f64, &f64)| (w.ln() - w * (log - middle).powi(2)) / 2.0;
    logs.iter().zip(&weights).map(each).sum::<f64>() - total.max(1e-300).ln() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot(rates: &[f64]) -> Option<Snapshot> {
        let look = |iops: &f64| {
            let carried = FullDepthTotals { ios: iops / 2.0, seconds: 0.5 };
            LoadInterval { carried, waits: true, backlog: 0.0, quiet_s: 0.001 }
        };
        Snapshot::of(&rates.iter().map(look).collect::<Vec<_>>())
    }

    fn at(rates: &[f64]) -> Vec<Snapshot> {
        rates.iter().filter_map(|rate| snapshot(&[*rate; 4])).collect()
    }

    #[test]
    fn rates_further_apart_than_they_are_known_tell_a_spread() {
        let most = |of: &[Snapshot]| {
            [0.02, 0.04, 0.08, 0.16].map(|s| contradiction(of, s)).into_iter().fold(-9.0, f64::max)
        };
        // 1 % apart is within the error; one snapshot alone, or none, says nothing.
        assert!(most(&at(&[4000.0, 4040.0, 3990.0])) < 0.0);
        assert_eq!(contradiction(&at(&[4000.0]), 0.08), 0.0);
        assert_eq!(contradiction(&[], 0.08), 0.0);
        assert!(most(&at(&[4000.0, 4400.0, 3900.0])) > 10.0);
        // Snapshots whose own intervals lie as far apart say little.
        let rough = [[4800.0, 3200.0, 4900.0, 3100.0], [5200.0, 3600.0, 5300.0, 3500.0]];
        let rough: Vec<Snapshot> = rough.iter().filter_map(|rates| snapshot(rates)).collect();
        assert!(most(&rough) < 1.0, "{}", most(&rough));
        // A disk of 80 a second, known from 160 operations.
        assert!(most(&at(&[80.0, 88.0])) < 1.0);
    }

    #[test]
    fn another_state_is_far_slower() {
        let of = at(&[4000.0, 2100.0, 3100.0]);
        assert!(of[1].is_slower(&of[0]) && !of[2].is_slower(&of[0]) && !of[0].is_slower(&of[1]));
        assert_eq!(snapshot(&[4000.0; 2]), None);
        assert_eq!(snapshot(&[0.0; 4]), None);
        let carried = FullDepthTotals { ios: 2000.0, seconds: 0.5 };
        let stalled = LoadInterval { carried, waits: true, backlog: 0.0, quiet_s: 0.06 };
        assert_eq!(Snapshot::of(&[stalled; 4]), None);
    }
}
