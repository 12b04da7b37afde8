//! What one trial of a ramp shows of its rate, and which first loads a ramp seeks so that every later trouble still leaves an answer.
//!
//! Takes a running trial, returns an attempt; takes the state of the ramp, returns whether a first load is due, and rates that give
//! enough operations. Runs nothing.

use super::{Posterior, RISK, Ramp, RunningTrial, TrialKind, at_latency_limit, published};
use crate::tried::{Attempt, Outcome};
use record::TriedLoad;
use summary::ShareVerdict;

/// A search trial below this part of the full-load rate gets a rate that gives enough operations for its percentile, if that is
/// still as far below.
pub(super) const FLOOR_TIMES: f64 = 2.0;
/// The part of the remaining time that one search trial may take to collect them.
const FLOOR_PART: f64 = 0.25;
/// The first trials of a search have this part of the full-load rate, then this part of that; so many at most, each no longer than
/// this part of the budget (ours: a confirmed half of the load is an answer, whatever follows).
pub(super) const FLOOR_SHARE: f64 = 0.5;
const FLOOR_TRIALS_MAX: u32 = 3;
pub(super) const FLOOR_PARTS: u64 = 15;
pub(super) const FLOOR_NS_MIN: u64 = 1_000_000_000;
/// Such a trial ends from this many seconds on, with twice the operations of the percentile and half of the late ones it allows.
pub(super) const FLOOR_S_MIN: f64 = 0.5;
/// The rates of closed loops of a second vary by a few per cent (ours).
const CLOSED_LOOP_SLACK: f64 = 1.1;

impl Ramp {
    /// Whether no load is confirmed yet, and lower ones are worth a try: so every later trouble still leaves an answer.
    pub(super) fn is_floor_due(&self) -> bool {
        self.floor_trials < FLOOR_TRIALS_MAX
            && self.floor_trials == self.open_trials
            && !self.config.is_confirmed
            && self.found.tried.confirmed().is_none()
    }

    pub(super) fn attempt(&self, current: &RunningTrial, began_s: f64) -> Attempt {
        let limit = self.config.latency_limit;
        let operations = current.test.operations();
        let enough = operations as f64 >= limit.operations_min();
        // The first trials lie far below the line. Of those near it, the luckiest would be taken: they count together only.
        let surely = enough && current.kind == TrialKind::Floor;
        let rate = current.counts.rate_iops;
        let in_state = self.limit_to_slow_state(rate) >= rate;
        let outcome = if current.verdict == ShareVerdict::Broken {
            Outcome::Missed
        } else if current.test.share() > 1.0 - limit.quantile {
            Outcome::Over
        } else if surely && in_state && self.is_undisturbed(current) {
            Outcome::Met
        } else if enough && in_state && self.is_undisturbed(current) {
            Outcome::Under
        } else {
            Outcome::Open
        };
        // A histogram gives a quantile within 0.1 % only.
        let most = if outcome == Outcome::Met { limit.latency_ns.0 } else { u64::MAX };
        let latency_ns = at_latency_limit(&current.latencies, limit).map(|ns| ns.min(most));
        let seconds = current.elapsed_ns as f64 / 1e9;
        let load = TriedLoad { rate, operations, seconds, latency_ns };
        Attempt { load, outcome, began_s }
    }

    /// The most that a rate may be called met at by an earlier trial: a closed loop has as many operations in flight, so what was met
    /// far above its rate was met in a faster state.
    pub(crate) fn carried_now_iops(&self) -> f64 {
        self.closed_iops.map_or(f64::INFINITY, |iops| iops * CLOSED_LOOP_SLACK)
    }

    /// Whether a trial met neither a stall nor a slow phase.
    pub(super) fn is_undisturbed(&self, current: &RunningTrial) -> bool {
        current.stalls(self.config.latency_limit, self.silence_s).count == 0
            && current.slow_phases.known.is_none()
    }

    /// The rate that would be published after the trials so far.
    pub(super) fn published_now(&self) -> f64 {
        let published = |posterior: &Posterior| match self.wander(posterior) {
            Some(wander) => wander.quantile(RISK),
            None => published(posterior),
        };
        self.posterior().as_ref().map_or(f64::INFINITY, published)
    }

    /// The rate and the time of a search trial: a rate that would give too few operations for the percentile is raised, if the
    /// storage does far more. Trials of 0 to 284 operations confirmed nothing in 15 of 91 checks.
    pub(super) fn with_enough_operations(&self, rate_iops: f64, duration_ns: u64) -> (f64, u64) {
        let longest_ns = duration_ns.max((self.left_ns() as f64 * FLOOR_PART) as u64);
        let floor_iops = self.config.latency_limit.operations_min() / (longest_ns as f64 / 1e9);
        let far = self.found.saturation_iops.is_some_and(|full| full > FLOOR_TIMES * floor_iops);
        if far && rate_iops < floor_iops {
            (floor_iops, longest_ns)
        } else {
            (rate_iops, duration_ns)
        }
    }
}
