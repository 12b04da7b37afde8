//! The means of candidates side by side, in throughput or latency: over the same points, even if one was eliminated before the others.
//!
//! Takes the measurements; returns means, and the bounds of a lead from few points. Judges nothing.

use super::Race;
use super::board::Slot;
use record::Measurement;
use record::race::{Criterion, RacedPoint};
use std::collections::BTreeSet;
use summary::Estimate;

/// The factor by which other points may differ from the few that were measured. A difference beyond it at each of these, and
/// beyond the ends of the points' own intervals, is proof without an interval.
const FEW_APART: f64 = 1.25;

impl Race {
    /// Each candidate's mean, for reports, over those slots that `of` selects at which the most measured candidate was measured.
    /// For a candidate that was eliminated earlier, it is the most measured one's mean times their ratio at the slots of both.
    /// `None` without measurements.
    pub(super) fn means(&self, of: &dyn Fn(&Slot) -> bool) -> Vec<Option<Estimate>> {
        let times = |i: &usize| {
            let here = |(slot, _): &(&Slot, &Vec<Vec<f64>>)| of(slot);
            let all = self.board.slots.iter().zip(&self.board.values).filter(here);
            all.map(|(_, values)| values[*i].len()).collect::<Vec<_>>()
        };
        let runnable = self.runnable();
        let most = runnable.iter().rev().max_by_key(|i| times(i).iter().sum::<usize>());
        let Some((&most, widest)) = most.and_then(|i| Some((i, self.mean(*i, of)?))) else {
            return vec![None; self.states.len()];
        };
        let beside = |i: usize| {
            if !runnable.contains(&i) {
                return None;
            }
            if times(&i) == times(&most) {
                return self.mean(i, of);
            }
            let lead = self.board.lead([i, most], of)?.estimate(self.config.alpha);
            let value = widest.value * (1.0 + lead.value);
            let ends = widest.interval.zip(lead.interval);
            Some(ends.map_or(Estimate::unknown(value), |(mean, lead)| {
                Estimate::between(value, mean.low * (1.0 + lead.low), mean.high * (1.0 + lead.high))
            }))
        };
        let shown = |worth| shown(self.config.criterion, worth);
        (0..self.states.len()).map(|i| beside(i).map(shown)).collect()
    }

    fn mean(&self, candidate: usize, of: &dyn Fn(&Slot) -> bool) -> Option<Estimate> {
        self.board.mean(candidate, self.config.alpha, of)
    }

    /// The number of points at which each candidate was measured, among the slots that `of` selects.
    pub(super) fn measured_loads(&self, of: &dyn Fn(&Slot) -> bool) -> Vec<usize> {
        let here = |i: usize| {
            let slots = self.board.slots.iter().zip(&self.board.values);
            let slots = slots.filter(|(slot, points)| of(slot) && !points[i].is_empty());
            slots.map(|(slot, _)| slot.load).collect::<BTreeSet<_>>().len()
        };
        (0..self.states.len()).map(here).collect()
    }

    /// The bounds of a lead by the points' own intervals, over all slots, widened by [`FEW_APART`]; `None` if not all kinds of
    /// slots were measured, and in a record, whose leads always have an interval.
    pub(super) fn range(&self, pair: [usize; 2], of: &dyn Fn(&Slot) -> bool) -> Option<Estimate> {
        if self.config.criterion == Criterion::LatencyP99 {
            // A percentile of one point has no interval.
            return None;
        }
        if self.board.recorded {
            return None;
        }
        let lead = self.board.lead(pair, of)?;
        let slots = self.board.of_every_stratum(pair, of)?;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for slot in slots {
            let slot = &self.board.slots[slot];
            let [a, b] = pair.map(|candidate| self.ends(candidate, slot));
            low = low.min((a[0] / b[1]).ln());
            high = high.max((a[1] / b[0]).ln());
        }
        let apart = FEW_APART.ln();
        Some(Estimate::between(
            lead.log.exp() - 1.0,
            (low - apart).exp() - 1.0,
            (high + apart).exp() - 1.0,
        ))
    }

    /// The lowest and the highest that a candidate's points of a slot may be.
    fn ends(&self, candidate: usize, slot: &Slot) -> [f64; 2] {
        let fill = self.config.fills[slot.fill];
        let here = |point: &&RacedPoint| {
            (point.candidate, point.load, point.fill_percent) == (candidate, slot.load, fill)
        };
        let ends = |[low, high]: [f64; 2], point: &RacedPoint| {
            let (mibps, ends) = (point.measured.mibps.value, point.measured.mibps.ends());
            [low.min(mibps).min(ends.low), high.max(mibps).max(ends.high)]
        };
        let [low, high] =
            self.points.iter().filter(here).fold([f64::INFINITY, f64::MIN_POSITIVE], ends);
        [low.max(f64::MIN_POSITIVE), high]
    }
}

/// The value of a point, of which more is better: MiB/s, or one over the latency in seconds. `None` if the point does not have
/// it.
pub(super) fn worth(by: Criterion, measured: &Measurement) -> Option<f64> {
    match by {
        Criterion::Throughput => Some(measured.mibps.value),
        Criterion::LatencyP99 => measured.latency_ns_p99.map(|ns| 1e9 / ns.max(1) as f64),
    }
}

/// Converts a mean of these values for reports: MiB/s, or nanoseconds.
pub(super) fn shown(by: Criterion, worth: Estimate) -> Estimate {
    match by {
        Criterion::Throughput => worth,
        Criterion::LatencyP99 => worth.map(|worth| 1e9 / worth),
    }
}
