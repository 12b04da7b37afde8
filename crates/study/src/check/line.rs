//! The verdict on a role, by one rule: FIT if the required rate is at most the confirmed load, NOT FIT if it is at least the refuted one,
//! else CANNOT TELL. Without a required rate, FIT if any load is confirmed, NOT FIT if one operation at a time misses the limit.
//!
//! Takes all trials of a role, returns the verdict and the numbers behind it. Runs nothing.

use super::role_answer::LoadBounds;
use crate::ramp::RampResult;
use record::reason::{LineReason, LineUnit};
use record::{Reason, TriedLoad, Verdict};
use summary::Estimate;
use summary::warning::StallCounts;
use workload::LatencyLimit;

pub(super) struct LineJudge {
    pub(super) latency_limit: LatencyLimit,
    /// The required rate per second.
    pub(super) requirement: Option<f64>,
    pub(super) unit: LineUnit,
    pub(super) bounds: LoadBounds,
    /// Whether a trial at the required rate met the limit, with all the stalls that it had.
    pub(super) asked_met: bool,
}

impl LineJudge {
    /// The verdict and why; `found` is the ramp whose line the role has.
    pub(super) fn verdict(&self, found: &RampResult) -> (Verdict, Reason) {
        let LoadBounds { confirmed, refuted } = self.bounds;
        let limit = self.latency_limit;
        let stalls = (found.stalls.count > 0)
            .then(|| StallCounts { left_out: true, ..found.stalls.stalled(limit) });
        let is_met = |least: f64| confirmed.is_some_and(|load| load.rate >= least);
        let is_missed = |most: f64| refuted.is_some_and(|load| load.rate <= most);
        let mut verdict = match self.requirement {
            Some(required) if is_met(required) => Verdict::Fit,
            Some(required) if is_missed(required) => Verdict::NotFit,
            None if confirmed.is_some() => Verdict::Fit,
            None if is_missed(0.0) => Verdict::NotFit,
            _ => Verdict::CannotTell,
        };
        // What a search confirms lies between the stalls.
        let stalled = found.stalled && !self.asked_met;
        let too_often = stalls.as_ref().is_some_and(|seen| seen.late_share > 1.0 - limit.quantile);
        if stalled {
            verdict = Verdict::NotFit;
        } else if too_often && verdict == Verdict::Fit && !self.asked_met {
            verdict = Verdict::CannotTell;
        }
        let reason = LineReason {
            requirement: self.requirement,
            confirmed,
            refuted,
            stalled,
            stalls,
            budget_s: found.budget_needed_s(limit).filter(|_| verdict == Verdict::CannotTell),
            ..LineReason::new(self.unit, limit)
        };
        (verdict, Reason::Line(Box::new(reason)))
    }
}

/// The load line of a role: the confirmed load, and the interval that holds the highest load it may carry.
pub(super) fn load_line(
    confirmed: Option<TriedLoad>,
    refuted: Option<TriedLoad>,
    found: Option<Estimate>,
) -> Option<Estimate> {
    let value = confirmed?.rate;
    let refuted = refuted.map_or(f64::INFINITY, |load| load.rate);
    let (low, high) =
        found.and_then(|line| line.interval).map_or((value, refuted), |ends| (ends.low, ends.high));
    Some(Estimate::between(value, low.min(value), high.min(refuted).max(value)))
}
