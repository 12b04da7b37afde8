//! What a ramp does with a slower state of the storage: the line is that of the slower one.
//!
//! Takes spells and closed loops, changes what the ramp goes by. Trials at rates that the slower state cannot carry tell
//! nothing of its line and are left out; the rest of the budget searches under its rate. Before the confirming run a closed
//! loop tells whether the storage went back. Runs nothing.

use super::spells::{self, FullDepthTotals, Seen, SlowState};
use super::{Current, DISTANCE, Ramp, SEARCH_SHARE};
use summary::warning::Slower;

/// A confirming run met the slower state when it was in it for so many seconds.
const MET_S: f64 = 1.0;
/// What is published or confirmed keeps this distance under the slower state's rate at full depth: as far as a line that is
/// known keeps under its median, twice, as the rate is known from seconds only.
const SLOW_DISTANCE: f64 = DISTANCE * DISTANCE;

/// The slower state as the search goes by it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slowed {
    pub(super) state: SlowState,
    /// When it was seen first, in nanoseconds of the ramp.
    from_ns: u64,
    /// Whether a closed loop was run since, to see whether it went back.
    pub(super) asked: bool,
}

impl Ramp {
    /// Takes what the storage carried in a spell that began at `at_s` of the measurement; `fast` is what it carried otherwise.
    /// No trial from before counts, unless the storage turns out to go back.
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

    /// When trials make room for confirming: where the storage was found slower, half of what was left then is for its line.
    pub(super) fn search_until_ns(&self) -> u64 {
        let budget = self.config.budget_ns;
        let usual = (SEARCH_SHARE * budget as f64) as u64;
        self.slowed.map_or(usual, |slowed| usual.max(slowed.from_ns.midpoint(budget)))
    }

    /// Whether a trial at this rate says something of the line: what only a faster state carries does not.
    pub(super) fn is_of_the_line(&self, rate_iops: f64) -> bool {
        self.slowed.is_none_or(|slowed| rate_iops < slowed.state.seen.slow_iops)
    }

    /// A rate that is to be held, or that is published: quiet times do not prove more than the slower state carries, and no
    /// trial tells for sure that it met none.
    pub(super) fn carried_slowly(&self, rate_iops: f64) -> f64 {
        let slow_iops = self.slowed.map_or(f64::INFINITY, |slowed| slowed.state.seen.slow_iops);
        rate_iops.min(slow_iops * SLOW_DISTANCE)
    }

    /// Whether it is to be tried now if the storage went back, or whether it is as fast as it was.
    pub(super) fn asks_again(&self) -> bool {
        self.slowed.map_or(self.again < 2, |slowed| !slowed.asked)
    }

    /// Takes the closed loop that tells it: by the middle of its looks, as a bucket that was filled a little meanwhile soon
    /// is empty again.
    pub(super) fn take_asked(&mut self, looks: &[Seen]) {
        let mut rates: Vec<f64> = looks.iter().map(|look| look.carried.iops()).collect();
        rates.sort_by(f64::total_cmp);
        let (spent_ns, Some(slowed)) = (self.spent_ns, &mut self.slowed) else { return };
        let state = &mut slowed.state;
        let middle = (state.seen.fast_iops * state.seen.slow_iops).sqrt();
        state.seen.back = rates.get(rates.len() / 2).is_some_and(|rate| *rate > middle);
        state.seen.lasted_s = spent_ns.saturating_sub(slowed.from_ns) as f64 / 1e9;
        slowed.asked = true;
        // Two states that come and go: what was kept in both is kept.
        if state.seen.back {
            let most = state.seen.slow_iops;
            let kept = self.from_before.drain(..).filter(|tried| tried.rate_iops < most);
            self.trials.extend(kept);
        }
    }

    /// Whether a confirming run says anything of the slower state; true where there is none.
    pub(super) fn met(&mut self, current: &Current) -> bool {
        let Some(slowed) = &mut self.slowed else { return true };
        let state = &mut slowed.state;
        let times = state.seen.fast_iops / state.seen.slow_iops;
        state.met = !state.seen.back || spells::slow_s(&current.medians, times) >= MET_S;
        state.met
    }
}
