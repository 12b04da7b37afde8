//! What a ramp does with a slower state of the storage: the line is that of the slower one.
//!
//! Takes slow phases and closed loops, changes the state of the ramp. Trials at rates that the slower state cannot carry say
//! nothing about its line and are left out; the rest of the budget searches below its rate. Before the confirming run, a closed
//! loop shows whether the storage recovered. Runs nothing.

use super::spells::{self, FullDepthTotals, Seen, SlowState};
use super::{Current, DISTANCE, Ramp, SEARCH_SHARE};
use summary::warning::Slower;

/// A confirming run met the slower state if it was in it for this many seconds.
const MET_S: f64 = 1.0;
/// The part of the slower state's rate at full depth that a published or confirmed rate reaches at most: [`DISTANCE`] squared,
/// because that rate is known from seconds only.
const SLOW_DISTANCE: f64 = DISTANCE * DISTANCE;

/// The slower state, as the search uses it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slowed {
    pub(super) state: SlowState,
    /// When it was first seen, in nanoseconds of the ramp.
    from_ns: u64,
    /// Whether a closed loop was run since then to see whether the storage recovered.
    pub(super) asked: bool,
}

impl Ramp {
    /// Takes the throughput in a slow phase that began at `at_s` of the measurement; `fast_iops` is the throughput otherwise. No
    /// earlier trial counts, unless the storage turns out to recover.
    pub(super) fn slow_down(&mut self, spell: FullDepthTotals, fast_iops: f64, at_s: f64) {
        if let Some(slowed) = &mut self.slowed {
            slowed.state.seen.slow_iops = slowed.state.seen.slow_iops.min(spell.iops());
            slowed.state.seen.seen_s += spell.seconds;
        } else {
            let seen = Slower {
                fast_iops,
                slow_iops: spell.iops(),
                seen_s: spell.seconds,
                after_s: at_s,
                after_ios: self.before.0,
                back: false,
                lasted_s: 0.0,
            };
            let state = SlowState { seen, met: false };
            let from_ns = self.spent_ns;
            self.slowed = Some(Slowed { state, from_ns, asked: false });
            (self.near, self.confirming) = (0, false);
            self.from_before = std::mem::take(&mut self.trials);
        }
        let most = self.slowed.map_or(f64::INFINITY, |slowed| slowed.state.seen.slow_iops);
        self.saturation = Some(most);
        self.trials.retain(|tried| tried.rate_iops < most);
    }

    /// When the search ends and confirming begins. If the storage became slower, half of the time left then is for its line.
    pub(super) fn search_until_ns(&self) -> u64 {
        let budget = self.config.budget_ns;
        let usual = (SEARCH_SHARE * budget as f64) as u64;
        self.slowed.map_or(usual, |slowed| usual.max(slowed.from_ns.midpoint(budget)))
    }

    /// Whether a trial at this rate says something about the line: a rate that only a faster state carries does not.
    pub(super) fn is_of_the_line(&self, rate_iops: f64) -> bool {
        self.slowed.is_none_or(|slowed| rate_iops < slowed.state.seen.slow_iops)
    }

    /// Limits a rate to be held or published: quiet times prove no more than the slower state carries, and no trial can be sure
    /// that it met no slow state.
    pub(super) fn carried_slowly(&self, rate_iops: f64) -> f64 {
        let slow_iops = self.slowed.map_or(f64::INFINITY, |slowed| slowed.state.seen.slow_iops);
        rate_iops.min(slow_iops * SLOW_DISTANCE)
    }

    /// Whether a closed loop is due now, to show whether the storage recovered or is still as fast.
    pub(super) fn asks_again(&self) -> bool {
        self.slowed.map_or(self.again < 2, |slowed| !slowed.asked)
    }

    /// Takes this closed loop. The median of its intervals decides, since a bucket that filled a little in between is soon empty
    /// again.
    pub(super) fn take_asked(&mut self, looks: &[Seen]) {
        let mut rates: Vec<f64> = looks.iter().map(|look| look.carried.iops()).collect();
        rates.sort_by(f64::total_cmp);
        let (spent_ns, Some(slowed)) = (self.spent_ns, &mut self.slowed) else { return };
        let state = &mut slowed.state;
        let middle = (state.seen.fast_iops * state.seen.slow_iops).sqrt();
        state.seen.back = rates.get(rates.len() / 2).is_some_and(|rate| *rate > middle);
        state.seen.lasted_s = spent_ns.saturating_sub(slowed.from_ns) as f64 / 1e9;
        slowed.asked = true;
        // The two states alternate: a load that was held in both is held.
        if state.seen.back {
            let most = state.seen.slow_iops;
            let kept = self.from_before.drain(..).filter(|tried| tried.rate_iops < most);
            self.trials.extend(kept);
        }
    }

    /// Whether a confirming run says anything about the slower state; true without one.
    pub(super) fn met(&mut self, current: &Current) -> bool {
        let Some(slowed) = &mut self.slowed else { return true };
        let state = &mut slowed.state;
        let times = state.seen.fast_iops / state.seen.slow_iops;
        state.met = !state.seen.back || spells::slow_s(&current.medians, times) >= MET_S;
        state.met
    }
}
