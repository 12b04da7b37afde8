//! Differences so large that a few rounds settle them.
//!
//! Takes the measurements; returns the interval of a lead from the scatter of all rounds together, if that lead is at least `FAR`
//! and does not depend on a single kind of point. Decides nothing.
//!
//! The usual lead (`board`) needs the noise of each stratum, which takes several rounds of each. Here the noise is that of the
//! logarithms of the ratios of all rounds: about the mean of their stratum if that leaves enough degrees of freedom, else about
//! the mean of all, so that true differences between strata count as noise too. A stratum that the noise does not reach vouches
//! for one that it does, so more is demanded: the whole interval lies beyond `FAR`, and the lead holds without any one stratum.

use super::Race;
use super::board::{Board, FREEDOM_MIN, Lead, Slot};
use summary::Estimate;
use summary::estimate::Interval;

/// The whole interval of the ratio lies beyond this factor. A neighbour that takes a third of one layout's speed stays under it.
const FAR: f64 = 1.5;

impl Race {
    /// The interval of a lead over the slots that `of` selects, wrong with probability `alpha`; `None` unless the lead is far.
    pub(super) fn decisive_lead(
        &self,
        pair: [usize; 2],
        alpha: f64,
        of: &dyn Fn(&Slot) -> bool,
    ) -> Option<Estimate> {
        // A record has its own rule for few rounds.
        if self.board.recorded {
            return None;
        }
        // On full CPUs only repeats show whether the storage or the machine was measured.
        if self.points.iter().any(|point| point.measured.cpus_full()) {
            return None;
        }
        let last = self.points.last()?.fill_percent;
        let level = self.config.fills.iter().position(|&fill| fill == last)?;
        let (lead, strata) = self.board.decisive_lead(pair, of, &|slot| slot.fill == level)?;
        let estimate = lead.estimate(alpha);
        let is_beyond = |ends: Interval| ends.low > FAR - 1.0 || ends.high < 1.0 / FAR - 1.0;
        let counts = |without: f64| {
            without * lead.log > 0.0 && without.abs() > (1.0 + self.config.practical).ln()
        };
        (estimate.interval.is_some_and(is_beyond) && strata.into_iter().all(counts))
            .then_some(estimate)
    }
}

impl Board {
    /// The lead of the first over the second with the scatter of all rounds on the slots of `noisy` as its noise, and the same lead
    /// without each of its strata; `None` where there are too few rounds, or a stratum was not measured.
    fn decisive_lead(
        &self,
        pair: [usize; 2],
        of: &dyn Fn(&Slot) -> bool,
        noisy: &dyn Fn(&Slot) -> bool,
    ) -> Option<(Lead, Vec<f64>)> {
        self.of_every_stratum(pair, of)?;
        let lead = self.lead_with(pair, self.scatter(pair, noisy)?, of)?;
        let strata = self.strata.iter().filter(|stratum| of(&self.slots[stratum[0]]));
        let strata: Vec<&Vec<usize>> = strata.collect();
        if strata.len() < 2 {
            return Some((lead, Vec::new()));
        }
        let without = |stratum: &&Vec<usize>| {
            let first = &self.slots[stratum[0]];
            let (fill, loads) = (first.fill, stratum);
            let rest = |slot: &Slot| {
                let here = |&member: &usize| self.slots[member].load == slot.load;
                of(slot) && !(slot.fill == fill && loads.iter().any(here))
            };
            self.lead_with(pair, (0.0, FREEDOM_MIN), &rest).map_or(0.0, |lead| lead.log)
        };
        Some((lead, strata.iter().map(without).collect()))
    }

    /// The variance of the logarithm of the ratio from round to round, and its degrees of freedom.
    fn scatter(&self, pair: [usize; 2], of: &dyn Fn(&Slot) -> bool) -> Option<(f64, f64)> {
        let strata = self.strata.iter().map(|stratum| {
            let here = stratum.iter().filter(|&&slot| of(&self.slots[slot]));
            here.flat_map(|&slot| self.logs(pair, slot)).collect::<Vec<f64>>()
        });
        let strata: Vec<Vec<f64>> = strata.filter(|logs| !logs.is_empty()).collect();
        let about = |groups: &[Vec<f64>]| {
            let squares = groups.iter().map(|logs| {
                let mean = logs.iter().sum::<f64>() / logs.len() as f64;
                logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>()
            });
            let freedom = groups.iter().map(|logs| logs.len() as f64 - 1.0).sum::<f64>();
            (freedom >= FREEDOM_MIN).then(|| (squares.sum::<f64>() / freedom, freedom))
        };
        about(&strata).or_else(|| about(&[strata.concat()]))
    }
}
