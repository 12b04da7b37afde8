//! The measurements, and how far one candidate is ahead of another by them.
//!
//! Takes throughput by slot (a point at a fill level) and candidate; gives leads with their standard errors.
//! The inference is that of a survey (Cochran 1977, chapters 5 and 6): strata, points drawn without replacement with the
//! finite-population correction, the same points for both candidates; the noise of the points is added, for it does not
//! vanish when all points were drawn.
//!
//! If a handful of points is measured repeatedly, that noise is all there is. It is taken from the paired differences of the
//! rounds (Student 1908; blocks: Fisher 1935). With d the logarithm of the ratio of the two points of a round, a stratum of
//! points i has v = sum (d - mean of d at i)^2 / sum (rounds at i - 1). It adds share^2 v / rounds to the variance of the lead,
//! with degrees of freedom by Satterthwaite. So noise that outlasts a point counts with its effect from round to round, and a
//! stratum that it does not reach (commits, say) does not vouch for one that it does.
//!
//! A record, to which no round can be added, has a rule of its own (`recorded`).

mod recorded;

use record::race::Score;
use std::cell::OnceCell;
use summary::Estimate;
use summary::estimate::student;

/// With fewer degrees of freedom there is no interval.
pub(super) const FREEDOM_MIN: f64 = 4.0;
/// The fewest repeats beyond each point's first measurement that show the noise of a point.
const REPEATS_MIN: f64 = 8.0;
/// The fewest rounds beyond the first at each point of a stratum that show its own noise.
const ROUNDS_MIN: f64 = 3.0;
/// The least throughput that is used, relative to the other one: a ratio to zero says nothing.
const FLOOR: f64 = 1e-3;

/// A point at a fill level.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) fill: usize,
    pub(super) load: usize,
    pub(super) weight: f64,
    /// Binary logarithms of depth and threads, which identify neighbours.
    pub(super) place: [f64; 2],
}

/// Everything measured so far.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) slots: Vec<Slot>,
    /// Strata of slots that are alike, by index.
    pub(super) strata: Vec<Vec<usize>>,
    /// Throughput in MiB/s of each measurement, by slot and candidate.
    pub(super) values: Vec<Vec<Vec<f64>>>,
    pub(super) score: Score,
    /// Whether every point is measured repeatedly, so that each stratum shows its own noise.
    pub(super) repeated: bool,
    /// Whether the points are those of a record.
    pub(super) recorded: bool,
    /// The noise from repeated points, kept because every pair of candidates needs it.
    pub(super) repeats: OnceCell<(f64, f64)>,
}

/// How far one candidate is ahead of another: the logarithm of the ratio of their scores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead {
    /// The logarithm of the ratio.
    pub(super) log: f64,
    /// Its standard error; `None` if unknown.
    pub(super) error: Option<f64>,
    pub(super) freedom: f64,
    /// The least and the most that half of its interval can be.
    pub(super) half: [f64; 2],
}

impl Lead {
    /// The same lead, whose error is known only from this many degrees of freedom on.
    fn known_from(self, freedom: f64) -> Self {
        Self { error: self.error.filter(|_| self.freedom >= freedom), ..self }
    }

    /// The relative lead, with an interval that is wrong with probability `alpha`.
    pub(super) fn estimate(&self, alpha: f64) -> Estimate {
        let value = self.log.exp() - 1.0;
        let Some(error) = self.error else {
            return Estimate::unknown(value);
        };
        let [least, most] = self.half;
        let half = (error * student(1.0 - alpha / 2.0, self.freedom)).clamp(least, most);
        let end = |log: f64| log.exp() - 1.0;
        Estimate::between(value, end(self.log - half), end(self.log + half))
    }
}

/// One slot at which both candidates were measured, or one of them.
struct SlotValue {
    slot: usize,
    weight: f64,
    /// Means over the rounds in which both were measured.
    value: [f64; 2],
    /// The number of these rounds.
    times: f64,
    /// The sum of squares by which the logarithm of their ratio scatters from round to round.
    squares: f64,
}

/// One stratum's part of a lead.
struct StratumLead {
    share: f64,
    /// The share of it that was measured, 0 to 1.
    drawn: f64,
    slots: Vec<SlotValue>,
    /// The variance of the logarithm of the ratio from round to round, with its degrees of freedom.
    own: Option<(f64, f64)>,
}

impl Board {
    /// The worth of one more draw from a stratum, relative to the others: the usual weight of a slot, times the throughput if
    /// that decides.
    pub(super) fn importance(&self, stratum: &[usize], racing: &[usize]) -> f64 {
        let weight = stratum.iter().map(|&slot| self.slots[slot].weight).sum::<f64>();
        let weight = weight / stratum.len().max(1) as f64;
        if self.score == Score::Ratio {
            return weight;
        }
        let of_slot = |&slot: &usize| racing.iter().flat_map(move |&i| &self.values[slot][i]);
        let (sum, n) =
            stratum.iter().flat_map(of_slot).fold((0.0, 0.0), |(sum, n), x| (sum + x, n + 1.0));
        if n > 0.0 { weight * sum / n } else { 0.0 }
    }

    /// The weighted mean of a candidate over the slots that `of` selects, in MiB/s; a geometric mean if ratios decide. `None`
    /// when none was measured. Strata without a measured slot are left out.
    pub(super) fn mean(
        &self,
        candidate: usize,
        alpha: f64,
        of: &dyn Fn(&Slot) -> bool,
    ) -> Option<Estimate> {
        let parts = self.parts([candidate, candidate], of)?;
        let noise = self.noise([candidate, candidate]);
        let (mean, lead) = match self.score {
            Score::Mean => {
                let mean = level(&parts, 0);
                let spread = |slot: &SlotValue| slot.value[0] / mean;
                let chance = |slot: &SlotValue| (slot.value[0] / mean).powi(2) / slot.times;
                (mean, total(0.0, &parts, noise, &spread, &chance))
            }
            Score::Ratio => {
                let most = parts.iter().flat_map(|part| &part.slots).map(|slot| slot.value[0]);
                let most = most.fold(f64::MIN_POSITIVE, f64::max);
                let spread = |slot: &SlotValue| ratio([slot.value[0], most]).ln();
                let mean = most * mean_of(&parts, &spread).exp();
                (mean, total(0.0, &parts, noise, &spread, &|slot| 1.0 / slot.times))
            }
        };
        let relative = lead.known_from(FREEDOM_MIN).estimate(alpha);
        Some(relative.map(|share| mean * (1.0 + share)))
    }

    /// How far the first is ahead of the second over the slots that `of` selects; `None` if they share none.
    pub(super) fn lead(&self, pair: [usize; 2], of: &dyn Fn(&Slot) -> bool) -> Option<Lead> {
        let parts = self.parts(pair, of)?;
        if self.recorded {
            return Some(self.recorded_lead(pair, &parts));
        }
        // The logarithm of a ratio has the noise of two points.
        let noise = self.noise(pair).map(|(noise, freedom)| (2.0 * noise, freedom));
        Some(self.of_parts(&parts, noise).known_from(FREEDOM_MIN))
    }

    /// The lead of the first over the second if each round has this noise (the variance of the logarithm of the ratio, and its
    /// degrees of freedom), and points that were not measured are like those that were.
    pub(super) fn lead_with(
        &self,
        pair: [usize; 2],
        noise: (f64, f64),
        of: &dyn Fn(&Slot) -> bool,
    ) -> Option<Lead> {
        let mut parts = self.parts(pair, of)?;
        for part in &mut parts {
            (part.drawn, part.own) = (1.0, None);
        }
        Some(self.of_parts(&parts, Some(noise)))
    }

    fn of_parts(&self, parts: &[StratumLead], noise: Option<(f64, f64)>) -> Lead {
        match self.score {
            Score::Mean => {
                let levels = [level(parts, 0), level(parts, 1)];
                let log = ratio(levels).ln();
                let spread =
                    |slot: &SlotValue| slot.value[0] / levels[0] - slot.value[1] / levels[1];
                let chance = |slot: &SlotValue| {
                    let parts = (0..2).map(|i| (slot.value[i] / levels[i]).powi(2));
                    parts.sum::<f64>() / 2.0 / slot.times
                };
                total(log, parts, noise, &spread, &chance)
            }
            Score::Ratio => {
                let spread = |slot: &SlotValue| ratio(slot.value).ln();
                let chance = |slot: &SlotValue| 1.0 / slot.times;
                let log = mean_of(parts, &spread);
                total(log, parts, noise, &spread, &chance)
            }
        }
    }

    /// The logarithms of the ratios of the rounds at a slot.
    pub(super) fn logs(&self, [a, b]: [usize; 2], slot: usize) -> Vec<f64> {
        let points = &self.values[slot];
        points[a].iter().zip(&points[b]).map(|(&a, &b)| ratio([a, b]).ln()).collect()
    }

    /// The slots that `of` selects at which both were measured; `None` unless every stratum has one.
    pub(super) fn of_every_stratum(
        &self,
        pair: [usize; 2],
        of: &dyn Fn(&Slot) -> bool,
    ) -> Option<Vec<usize>> {
        let mut all = Vec::new();
        for stratum in &self.strata {
            let mut members = stratum.iter().filter(|&&slot| of(&self.slots[slot])).peekable();
            let wanted = members.peek().is_some();
            let before = all.len();
            all.extend(members.filter(|&&slot| self.slot_value(pair, slot).is_some()));
            if wanted && all.len() == before {
                return None;
            }
        }
        Some(all)
    }

    /// The strata in which both were measured, for the slots that `of` selects.
    fn parts(&self, pair: [usize; 2], of: &dyn Fn(&Slot) -> bool) -> Option<Vec<StratumLead>> {
        let mut parts = Vec::new();
        for stratum in &self.strata {
            let members: Vec<usize> =
                stratum.iter().copied().filter(|&slot| of(&self.slots[slot])).collect();
            let slots: Vec<SlotValue> =
                members.iter().filter_map(|&slot| self.slot_value(pair, slot)).collect();
            if !slots.is_empty() {
                let share = members.iter().map(|&slot| self.slots[slot].weight).sum();
                let drawn = slots.len() as f64 / members.len() as f64;
                let own = rounds(&slots).filter(|_| pair[0] != pair[1]);
                let own = own.filter(|(_, freedom)| *freedom >= ROUNDS_MIN);
                parts.push(StratumLead { share, drawn, slots, own });
            }
        }
        let whole: f64 = parts.iter().map(|part| part.share).sum();
        parts.iter_mut().for_each(|part| part.share /= whole);
        (!parts.is_empty()).then_some(parts)
    }

    fn slot_value(&self, pair: [usize; 2], slot: usize) -> Option<SlotValue> {
        let [a, b] = pair.map(|candidate| &self.values[slot][candidate]);
        // An eliminated candidate has fewer rounds; the other one's later values were measured under other conditions.
        let rounds = a.len().min(b.len());
        let times = rounds as f64;
        let value = [a, b].map(|points| points[..rounds].iter().sum::<f64>() / times);
        let logs = self.logs(pair, slot);
        let mean = logs.iter().sum::<f64>() / times;
        let squares = logs.iter().map(|log| (log - mean).powi(2)).sum();
        let weight = self.slots[slot].weight;
        (rounds > 0).then_some(SlotValue { slot, weight, value, times, squares })
    }

    /// Adds a measurement of a point.
    pub(super) fn push(&mut self, slot: usize, candidate: usize, value: f64) {
        self.repeats = OnceCell::new();
        self.values[slot][candidate].push(value);
    }

    /// The sum of squares and the degrees of freedom of all repeated points.
    fn repeats(&self) -> (f64, f64) {
        let (mut sum, mut freedom) = (0.0, 0.0);
        for points in self.values.iter().flatten().filter(|points| points.len() > 1) {
            let mean = points.iter().sum::<f64>() / points.len() as f64;
            let floor = mean.max(f64::MIN_POSITIVE);
            sum += points.iter().map(|point| (point / floor - 1.0).powi(2)).sum::<f64>();
            freedom += points.len() as f64 - 1.0;
        }
        (sum, freedom)
    }

    /// The squared coefficient of variation of one point and its degrees of freedom, assumed to be the same everywhere. It comes
    /// from repeated points; else from how much neighbours in depth and threads deviate from a smooth surface, which can only be
    /// too much. If every point is measured repeatedly, each stratum shows its own noise instead.
    fn noise(&self, pair: [usize; 2]) -> Option<(f64, f64)> {
        if self.repeated && pair[0] != pair[1] {
            return None;
        }
        let (sum, freedom) = *self.repeats.get_or_init(|| self.repeats());
        if freedom >= REPEATS_MIN {
            return Some((sum / freedom, freedom));
        }
        if pair[0] == pair[1] {
            return None;
        }
        let (mut sum, mut freedom) = (0.0, 0.0);
        for stratum in &self.strata {
            let logs: Vec<([f64; 2], f64)> = stratum
                .iter()
                .filter_map(|&slot| self.slot_value(pair, slot))
                .map(|slot| (self.slots[slot.slot].place, ratio(slot.value).ln()))
                .collect();
            if let Some((squares, left)) = super::surface::unexplained(&logs) {
                sum += squares;
                freedom += left;
            }
        }
        // These, too, are ratios of two points.
        (freedom >= REPEATS_MIN).then(|| (sum / freedom / 2.0, freedom))
    }
}

/// The noise from the rounds at these points, with its degrees of freedom.
fn rounds(slots: &[SlotValue]) -> Option<(f64, f64)> {
    let freedom = slots.iter().map(|slot| slot.times - 1.0).sum::<f64>();
    let squares = slots.iter().map(|slot| slot.squares).sum::<f64>();
    (freedom > 0.0).then(|| (squares / freedom, freedom))
}

/// The ratio of the first to the second, neither taken as zero.
fn ratio([a, b]: [f64; 2]) -> f64 {
    let floor = (a.max(b) * FLOOR).max(f64::MIN_POSITIVE);
    a.max(floor) / b.max(floor)
}

/// The weighted mean of one of the two over the strata.
fn level(parts: &[StratumLead], which: usize) -> f64 {
    mean_of(parts, &|slot: &SlotValue| slot.value[which]).max(f64::MIN_POSITIVE)
}

fn mean_of(parts: &[StratumLead], value: &dyn Fn(&SlotValue) -> f64) -> f64 {
    parts.iter().map(|part| part.share * part.mean(value)).sum()
}

impl StratumLead {
    fn mean(&self, value: &dyn Fn(&SlotValue) -> f64) -> f64 {
        let whole: f64 = self.slots.iter().map(|slot| slot.weight).sum();
        self.slots.iter().map(|slot| slot.weight * value(slot)).sum::<f64>() / whole
    }

    /// This stratum's part of the variance of the lead: from the draw of points, with its degrees of freedom, and from the
    /// points' noise. `None`: too little was measured.
    fn variance(
        &self,
        pooled: Option<f64>,
        spread: &dyn Fn(&SlotValue) -> f64,
        chance: &dyn Fn(&SlotValue) -> f64,
    ) -> Option<(f64, f64, f64)> {
        let n = self.slots.len() as f64;
        let usual = self.slots.iter().map(|slot| slot.weight).sum::<f64>() / n;
        let mean = self.mean(spread);
        let part = |slot: &SlotValue| (slot.weight / usual * (spread(slot) - mean)).powi(2);
        let squares: f64 = self.slots.iter().map(part).sum();
        let drawn = (n > 1.0).then(|| squares / (n - 1.0));
        let of_points = self.own.map(|(own, _)| own).or(pooled).map(|noise| {
            let part = |slot: &SlotValue| (slot.weight / usual).powi(2) * chance(slot);
            noise * self.slots.iter().map(part).sum::<f64>() / n
        });
        let scale = self.share * self.share / n;
        match (drawn, of_points) {
            // Noise is part of the differences between the drawn points; only the points' own part vanishes.
            (Some(drawn), Some(points)) => {
                let left = scale * (1.0 - self.drawn) * drawn;
                Some((left, n - 1.0, scale * self.drawn * points))
            }
            (Some(drawn), None) => Some((scale * drawn, n - 1.0, 0.0)),
            (None, Some(points)) if self.drawn >= 1.0 => Some((0.0, 1.0, scale * points)),
            _ => None,
        }
    }
}

/// The lead `log` with its error: variances add over strata, degrees of freedom by Satterthwaite (1946).
fn total(
    log: f64,
    parts: &[StratumLead],
    noise: Option<(f64, f64)>,
    spread: &dyn Fn(&SlotValue) -> f64,
    chance: &dyn Fn(&SlotValue) -> f64,
) -> Lead {
    let (mut variance, mut points, mut warning) = (0.0, 0.0, 0.0);
    let pooled = noise.map(|(noise, _)| noise);
    let unknown = Lead { log, error: None, freedom: 0.0, half: [0.0, f64::INFINITY] };
    for part in parts {
        let Some((drawn, freedom, noise)) = part.variance(pooled, spread, chance) else {
            return unknown;
        };
        variance += drawn;
        warning += drawn * drawn / freedom;
        match part.own {
            Some((_, freedom)) => {
                variance += noise;
                warning += noise * noise / freedom;
            }
            None => points += noise,
        }
    }
    if let Some((_, freedom)) = noise {
        warning += points * points / freedom;
    }
    let variance = variance + points;
    // At its quota a volume has the same rate in every round: so the rounds show that there is no noise.
    let rounds: Option<f64> = parts.iter().map(|part| part.own.map(|(_, freedom)| freedom)).sum();
    if variance == 0.0 && noise.is_none() && rounds.is_none() && log != 0.0 {
        // The ratios are the same at all points, none of which was repeated: nothing shows how they would repeat.
        return unknown;
    }
    let freedom = match (warning > 0.0, rounds) {
        (true, _) => variance * variance / warning,
        (false, Some(rounds)) => rounds,
        // Candidates that are the same to the last bit have no variance, which is known well.
        (false, None) => f64::from(u16::MAX),
    };
    Lead { error: Some(variance.sqrt()), freedom, ..unknown }
}
