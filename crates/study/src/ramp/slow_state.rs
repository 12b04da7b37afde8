//! What a ramp does with a slower state of the storage: the line is that of the slower one.
//!
//! Takes slow phases and closed loops, changes the state of the ramp. Trials at rates that the slower state cannot carry say
//! nothing about its line and are left out; the rest of the budget searches below its rate. Before the confirming run, a closed
//! loop shows whether the storage recovered. Runs nothing.

use super::slow_phases::{self, FullDepthTotals, LoadInterval};
use super::{DISTANCE, Ramp, RampResult, RunningTrial, SEARCH_SHARE};
use summary::warning::Slower;

/// A confirming run met the slower state if it was in it for this many seconds.
const MET_S: f64 = 1.0;
/// The part of the slower state's rate at full depth that a published or confirmed rate reaches at most: [`DISTANCE`] squared,
/// because that rate is known from seconds only.
const SLOW_DISTANCE: f64 = DISTANCE * DISTANCE;

impl RampResult {
    /// The most that a load may be called confirmed at: what the slower of two states carries. Infinite without one.
    pub(crate) fn slow_state_iops(&self) -> f64 {
        self.slow.map_or(f64::INFINITY, |slow| slow.slow_iops * SLOW_DISTANCE)
    }
}

/// The slower state, as the search uses it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlowStateSearch {
    /// Its measurements; what came before it includes warm-ups.
    pub(super) measured: Slower,
    /// When it was first seen, in nanoseconds of the ramp.
    from_ns: u64,
    /// Whether a closed loop was run since then to see whether the storage recovered.
    pub(super) recovery_checked: bool,
}

impl Ramp {
    /// Takes the throughput in a slow phase that began at `at_s` of the measurement; `fast_iops` is the throughput otherwise. No
    /// earlier trial counts, unless the storage turns out to recover.
    pub(super) fn slow_down(&mut self, slow_phase: FullDepthTotals, fast_iops: f64, at_s: f64) {
        if let Some(slow_state) = &mut self.slow_state {
            slow_state.measured.slow_iops = slow_state.measured.slow_iops.min(slow_phase.iops());
            slow_state.measured.seen_s += slow_phase.seconds;
        } else {
            let measured = Slower {
                fast_iops,
                slow_iops: slow_phase.iops(),
                seen_s: slow_phase.seconds,
                after_s: at_s,
                after_ios: self.before.0,
                back: false,
                lasted_s: 0.0,
            };
            let from_ns = self.found.spent_ns;
            self.slow_state = Some(SlowStateSearch { measured, from_ns, recovery_checked: false });
            (self.near_trials, self.confirming) = (0, false);
            self.earlier_trials = std::mem::take(&mut self.trials);
        }
        let most =
            self.slow_state.map_or(f64::INFINITY, |slow_state| slow_state.measured.slow_iops);
        self.found.saturation_iops = Some(most);
        self.found.tried.forget_met_above(most * SLOW_DISTANCE);
        self.trials.retain(|trial| trial.rate_iops < most);
    }

    /// When the search ends and confirming begins. If the storage became slower, half of the time left then is for its line.
    pub(super) fn search_until_ns(&self) -> u64 {
        let budget = self.config.budget_ns;
        let usual = (SEARCH_SHARE * budget as f64) as u64;
        self.slow_state.map_or(usual, |slow_state| usual.max(slow_state.from_ns.midpoint(budget)))
    }

    /// Whether a trial at this rate says something about the line: a rate that only a faster state carries does not.
    pub(super) fn informs_line(&self, rate_iops: f64) -> bool {
        self.slow_state.is_none_or(|slow_state| rate_iops < slow_state.measured.slow_iops)
    }

    /// Limits a rate to be held or published: quiet times prove no more than the slower state carries, and no trial can be sure
    /// that it met no slow state.
    pub(super) fn limit_to_slow_state(&self, rate_iops: f64) -> f64 {
        let slow_iops =
            self.slow_state.map_or(f64::INFINITY, |slow_state| slow_state.measured.slow_iops);
        rate_iops.min(slow_iops * SLOW_DISTANCE)
    }

    /// Whether a closed loop is due now, to show whether the storage recovered or is still as fast.
    pub(super) fn is_recovery_check_due(&self) -> bool {
        self.slow_state.map_or(self.repeats < 2, |slow_state| !slow_state.recovery_checked)
    }

    /// Takes this closed loop. The median of its intervals decides, since a bucket that filled a little in between is soon empty
    /// again.
    pub(super) fn take_recovery_check(&mut self, looks: &[LoadInterval]) {
        let mut rates: Vec<f64> = looks.iter().map(|look| look.carried.iops()).collect();
        rates.sort_by(f64::total_cmp);
        let (spent_ns, Some(slow_state)) = (self.found.spent_ns, &mut self.slow_state) else {
            return;
        };
        let measured = &mut slow_state.measured;
        let middle = (measured.fast_iops * measured.slow_iops).sqrt();
        measured.back = rates.get(rates.len() / 2).is_some_and(|rate| *rate > middle);
        measured.lasted_s = spent_ns.saturating_sub(slow_state.from_ns) as f64 / 1e9;
        slow_state.recovery_checked = true;
        // The two states alternate: a load that was held in both is held.
        if measured.back {
            let most = measured.slow_iops;
            let kept = self.earlier_trials.drain(..).filter(|trial| trial.rate_iops < most);
            self.trials.extend(kept);
        }
    }

    /// Whether a confirming run says anything about the slower state; true without one.
    pub(super) fn confirms_slow_state(&self, current: &RunningTrial) -> bool {
        let Some(slow_state) = &self.slow_state else { return true };
        let measured = &slow_state.measured;
        let times = measured.fast_iops / measured.slow_iops;
        !measured.back || slow_phases::slow_s(&current.medians, times) >= MET_S
    }
}
