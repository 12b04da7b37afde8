//! How far one candidate is ahead of another in a record, to which no round can be added.
//!
//! The noise is how far the ratios of the rounds lie apart: those of one stratum, or of all if a stratum has too few. True
//! differences between points count as noise too, so an interval can only be too wide. A published grid has a few points that
//! decide the mean, and their noise may be ten times that of the others; so each round is held against the mean of the others
//! (the jackknife; HC3 of MacKinnon and White 1985), and the degrees of freedom count a round by its share of the mean.
//! crates/study/METHODS.md has the error rates.

use super::{Board, Lead, SlotValue, StratumLead, level};
use record::race::Score;

/// The fewest rounds of a stratum that show how far its ratios lie apart.
const ROUNDS_MIN: usize = 3;
/// The noise of one figure that is plausible at least and at most, and how much of it half of an interval covers: figures agree
/// by chance, or were rounded; and what three times the most cannot explain is a lead, however few the rounds.
const NOISE_PLAUSIBLE: [f64; 2] = [0.01, 0.25];
const SIGMAS: [f64; 2] = [2.0, 3.0];

/// A round of a pair at a point.
#[derive(Clone, Copy)]
struct Round {
    /// How much the lead changes with its ratio.
    share: f64,
    /// The logarithm of its ratio.
    log: f64,
}

impl Board {
    /// The lead of the first over the second over these parts.
    pub(super) fn recorded_lead(&self, pair: [usize; 2], parts: &[StratumLead]) -> Lead {
        let levels = [level(parts, 0), level(parts, 1)];
        let strata = parts.iter().map(|part| self.rounds_of(pair, part, levels));
        let mut strata: Vec<Vec<Round>> = strata.collect();
        if strata.iter().any(|rounds| rounds.len() < ROUNDS_MIN) {
            strata = vec![strata.concat()];
        }
        let squares = strata.iter().flatten().map(|round| round.share.powi(2)).sum::<f64>();
        let (mut variance, mut by_freedom) = (0.0, 0.0);
        for (own, freedom) in strata.iter().map(|rounds| variance_of(rounds)) {
            variance += own;
            by_freedom += own * own / freedom;
        }
        let freedom = if by_freedom > 0.0 { variance * variance / by_freedom } else { 1.0 };
        Lead {
            error: Some(variance.sqrt()),
            freedom: freedom.max(1.0),
            // A ratio has the noise of two figures.
            half: [0, 1].map(|end| SIGMAS[end] * NOISE_PLAUSIBLE[end] * (2.0 * squares).sqrt()),
            ..self.of_parts(parts, None)
        }
    }

    fn rounds_of(&self, pair: [usize; 2], part: &StratumLead, levels: [f64; 2]) -> Vec<Round> {
        let weight = part.slots.iter().map(|slot| slot.weight).sum::<f64>();
        let share = |slot: &SlotValue| {
            let of_level = |i: usize| (slot.value[i] / levels[i]).powi(2);
            let counts = match self.score {
                Score::Mean => ((of_level(0) + of_level(1)) / 2.0).sqrt(),
                Score::Ratio => 1.0,
            };
            part.share * slot.weight / weight * counts / slot.times
        };
        let rounds = |slot: &SlotValue| {
            let share = share(slot);
            self.logs(pair, slot.slot).into_iter().map(move |log| Round { share, log })
        };
        part.slots.iter().flat_map(rounds).filter(|round| round.share > 0.0).collect()
    }
}

/// The part of these rounds in the variance of a lead, with its degrees of freedom; infinite of a single round.
fn variance_of(rounds: &[Round]) -> (f64, f64) {
    if rounds.len() < 2 {
        return (f64::INFINITY, 1.0);
    }
    let share = rounds.iter().map(|round| round.share).sum::<f64>();
    let mean = rounds.iter().map(|round| round.share * round.log).sum::<f64>() / share;
    let squares = rounds.iter().map(|round| round.share.powi(2)).sum::<f64>();
    let from_others = |round: &Round| (round.log - mean) / (1.0 - round.share / share);
    let variance = rounds.iter().map(|round| (round.share * from_others(round)).powi(2)).sum();
    (variance, (share * share / squares - 1.0).max(1.0))
}
