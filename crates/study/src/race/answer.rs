//! From leads to an answer and its reason: who is worse by more than the practical difference, whether the rest can be told apart, and
//! that nobody is best on full CPUs: then the race measured the machine.
//!
//! Takes leads with intervals; returns who is worse and who is left. Never looks at a single point.

use super::Race;
use super::board::{Board, Lead, Slot};
use crate::conduct::limited_by_cpus;
use record::race::{
    Answer, CandidateResult, CandidateState, LeadOver, RaceReason, RacedPoint, Resource,
    excess_spread,
};
use summary::Estimate;

/// How strictly a lead is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// While more can be measured: the whole interval lies on one side of the practical difference.
    Proven,
    /// When nothing more will be measured: the lead itself lies on that side, and its interval excludes zero, or stays under
    /// twice the practical difference.
    Final,
    /// The same if a few points were repeated and repeats disagreed (`excess_spread`). Noise that outlasts a point has heavier tails
    /// than the interval assumes, so a best is named only as strictly as while more can be measured.
    Restless,
}

/// How far the upper end of an interval may exceed the practical difference for `no difference` at the end, as a factor.
const SLACK: f64 = 2.0;

/// Leads between candidates, by position in the list they were made from.
pub(super) struct Leads {
    /// `of[a][b]` is the lead of a over b.
    of: Vec<Vec<Option<Lead>>>,
    /// The error of each statement that two candidates are alike. A decision needs all pairs to be alike, so no pair needs a
    /// share of its own (Berger 1982).
    alpha: f64,
    /// The error of each statement that a candidate is worse. The best must withstand one such statement from each other one
    /// (Bonferroni).
    alpha_worse: f64,
    /// The bounds of leads without an interval, or with one that does not show who is ahead.
    ranges: Vec<Vec<Option<Estimate>>>,
}

impl Leads {
    /// Returns every candidate's lead over every other one on the slots that `of` selects; `rivals` could eliminate the best.
    pub(super) fn new(
        board: &Board,
        racing: &[usize],
        alpha: f64,
        rivals: usize,
        of: &dyn Fn(&Slot) -> bool,
    ) -> Self {
        let lead = |a: usize, b: usize| board.lead([a, b], of).filter(|_| a != b);
        let row = |&a: &usize| racing.iter().map(|&b| lead(a, b)).collect();
        let alpha_worse = alpha / rivals.max(1) as f64;
        Self { of: racing.iter().map(row).collect(), alpha, alpha_worse, ranges: Vec::new() }
    }

    /// The same leads, with these bounds for a lead without an interval, and for one whose interval does not show who is ahead
    /// although the bounds do.
    pub(super) fn within(
        mut self,
        racing: &[usize],
        range: &dyn Fn([usize; 2]) -> Option<Estimate>,
    ) -> Self {
        let row = |&a: &usize| racing.iter().map(|&b| range([a, b]).filter(|_| a != b)).collect();
        self.ranges = racing.iter().map(row).collect();
        self
    }

    pub(super) fn any_known(&self) -> bool {
        let known = |lead: &Lead| lead.estimate(self.alpha).is_known();
        let within = self.ranges.iter().flatten().flatten().next().is_some();
        within || self.of.iter().flatten().flatten().any(known)
    }

    fn worse(&self, a: usize, b: usize) -> Option<Estimate> {
        self.estimate([a, b], self.alpha_worse)
    }

    fn alike(&self, a: usize, b: usize) -> Option<Estimate> {
        self.estimate([a, b], self.alpha)
    }

    fn estimate(&self, [a, b]: [usize; 2], alpha: f64) -> Option<Estimate> {
        let lead = self.of[a][b]?.estimate(alpha);
        let range = self.ranges.get(a).and_then(|row| row[b]);
        let apart = |of: &Estimate| of.interval.is_some_and(|of| of.low > 0.0 || of.high < 0.0);
        let range = range.filter(|range| !lead.is_known() || (apart(range) && !apart(&lead)));
        Some(range.unwrap_or(lead))
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct RaceJudgement {
    /// The worse candidates, each with the one that is better.
    pub(super) worse: Vec<(usize, usize)>,
    /// The rest, best first.
    pub(super) left: Vec<usize>,
    /// Whether only one is left, or all that are left are alike.
    pub(super) decided: bool,
}

/// Judges candidates by their leads. `keeps_order`: none counts as worse while one behind it does not; a noisy layout is proven
/// worse later than a quiet one that is ahead of it.
pub(super) fn judge(
    racing: &[usize],
    leads: &Leads,
    practical: f64,
    rule: Rule,
    keeps_order: bool,
) -> RaceJudgement {
    let ahead = |lead: &Estimate| {
        let low = lead.interval.map_or(f64::NEG_INFINITY, |ends| ends.low);
        let counts = rule == Rule::Final && low > 0.0 && lead.value >= practical;
        low > practical || counts
    };
    let better = |place: usize| {
        let best = |&a: &usize, &b: &usize| {
            let low = |i: usize| {
                let ends = leads.worse(i, place).and_then(|lead| lead.interval);
                ends.map_or(f64::NEG_INFINITY, |ends| ends.low)
            };
            low(a).total_cmp(&low(b))
        };
        (0..racing.len())
            .filter(|&other| leads.worse(other, place).is_some_and(|lead| ahead(&lead)))
            .max_by(best)
    };
    // Best first: by how many of the others each candidate leads.
    let wins = |&a: &usize| {
        let won = |b: &usize| leads.alike(a, *b).is_some_and(|lead| lead.value > 0.0);
        (0..racing.len()).filter(won).count()
    };
    let mut order: Vec<usize> = (0..racing.len()).collect();
    order.sort_by_key(|place| std::cmp::Reverse(wins(place)));
    let better: Vec<Option<usize>> = order.iter().map(|&place| better(place)).collect();
    let last = better.iter().rposition(Option::is_none);
    let mut judgement = RaceJudgement::default();
    for (at, (place, better)) in order.into_iter().zip(better).enumerate() {
        match better.filter(|_| !keeps_order || last.is_none_or(|last| at > last)) {
            Some(other) => judgement.worse.push((racing[place], racing[other])),
            None => judgement.left.push(place),
        }
    }
    let alike = |&a: &usize| {
        judgement.left.iter().filter(|&&b| b != a).all(|&b| {
            leads.alike(a, b).is_some_and(|lead| {
                let high = lead.interval.map_or(f64::INFINITY, |ends| ends.high);
                match rule {
                    Rule::Proven => high < practical,
                    Rule::Final | Rule::Restless => {
                        lead.value < practical && high < SLACK * practical
                    }
                }
            })
        })
    };
    judgement.decided = judgement.left.len() < 2 || judgement.left.iter().all(alike);
    judgement.left.iter_mut().for_each(|place| *place = racing[*place]);
    judgement
}

impl RaceJudgement {
    /// The answer when nothing more will be measured.
    pub(super) fn answer(&self) -> Answer {
        match (&self.left[..], self.decided) {
            ([], _) => Answer::NoneRan,
            (&[one], _) => Answer::Best(one),
            (_, true) => Answer::NoDifference(self.left.clone()),
            (_, false) => Answer::CannotTell(self.left.clone()),
        }
    }
}

impl Race {
    /// Selects the slots of the fill levels that were raced.
    pub(super) fn raced(&self) -> impl Fn(&Slot) -> bool + use<> {
        let last = self.points.last().map_or(0, |point| point.fill_percent);
        let fills = self.config.fills.iter().position(|&fill| fill == last).unwrap_or(0);
        move |slot: &Slot| slot.fill <= fills
    }

    /// The candidates that could be run.
    pub(super) fn runnable(&self) -> Vec<usize> {
        let out = |i: &usize| matches!(self.states[*i], CandidateState::Out { .. });
        (0..self.states.len()).filter(|i| !out(i)).collect()
    }

    /// The leads of these candidates over the slots that `of` selects; large leads from few rounds get the interval of `decisive_lead`.
    pub(super) fn leads(&self, of_all: &[usize], alpha: f64, of: &dyn Fn(&Slot) -> bool) -> Leads {
        let leads = Leads::new(&self.board, of_all, alpha, self.rivals(), of);
        let alpha = alpha / self.rivals().max(1) as f64;
        leads.within(of_all, &|pair| self.decisive_lead(pair, alpha, of))
    }

    /// The lead of the first over the second for reports: that of their rounds, or if these are too few, the one by `decisive_lead`.
    pub(super) fn lead(&self, pair: [usize; 2]) -> Option<Estimate> {
        let lead = self.board.lead(pair, &self.raced())?.estimate(self.alpha);
        let far = || self.decisive_lead(pair, self.alpha, &self.raced());
        Some(if lead.is_known() { lead } else { far().unwrap_or(lead) })
    }

    /// How strictly leads are judged when nothing more will be measured. On a grid that is measured once, the differences between
    /// points include the noise.
    pub(super) fn last_rule(&self) -> Rule {
        let excess_spread = || excess_spread(&self.points, self.config.practical).is_some();
        if self.board.repeated && excess_spread() { Rule::Restless } else { Rule::Final }
    }

    pub(super) fn judgement(&self) -> RaceJudgement {
        let runnable = self.runnable();
        let leads = self.leads(&runnable, self.alpha, &self.raced());
        let (practical, rule) = (self.config.practical, self.last_rule());
        let mut judgement = judge(&runnable, &leads, practical, rule, true);
        if self.config.fills.len() == 1 {
            // An eliminated candidate stays eliminated: the proof was made then.
            for (candidate, state) in self.states.iter().enumerate() {
                if let (CandidateState::Dropped { by, .. }, true) =
                    (state, judgement.left.contains(&candidate))
                {
                    judgement.left.retain(|&other| other != candidate);
                    judgement.worse.push((candidate, *by));
                }
            }
        }
        judgement
    }

    pub(super) fn answer(&self) -> Answer {
        let judgement = self.judgement();
        if self.over { judgement.answer() } else { Answer::NotYet(judgement.left) }
    }
}

pub(super) fn reason(race: &Race, answer: &Answer, standings: &[CandidateResult]) -> RaceReason {
    let rounds = race.points.last().map_or(0, |point| point.round);
    match answer {
        Answer::Best(best) => {
            let others =
                standings.iter().skip(1).all(|it| matches!(it.state, CandidateState::Out { .. }));
            let first = standings.first().filter(|_| !others);
            let lead = first.and_then(|first| Some((first.lead?, first.over?)));
            match lead {
                Some((lead, second)) => RaceReason::Ahead(LeadOver { first: *best, second, lead }),
                None => RaceReason::OnlyOneRan,
            }
        }
        Answer::NoDifference(left) => RaceReason::Alike(spread(race, left)),
        Answer::CannotTell(left) if race.config.each_block && rounds < race.rounds_max() => {
            RaceReason::TooClose(spread(race, left))
        }
        Answer::CannotTell(left) => {
            let resource = match race.config.time_max_s {
                Some(_) if rounds < race.rounds_max() => Resource::Time,
                _ if race.board.recorded => Resource::Record,
                _ => Resource::Grid,
            };
            RaceReason::UsedUp(resource, spread(race, left))
        }
        Answer::NotYet(_) => RaceReason::NotOver,
        Answer::NoneRan => RaceReason::NoneRan,
    }
}

/// The lead of the first of those left over the last of them.
fn spread(race: &Race, left: &[usize]) -> Option<LeadOver> {
    let (&best, &last) = left.first().zip(left.last())?;
    Some(LeadOver { first: best, second: last, lead: race.lead([best, last])? })
}

/// A constant rate: the fewest repeats, and the most that they differ by. Full CPUs never keep a rate so constant.
const REPEATS_MIN: usize = 4;
const RANGE_MAX: f64 = 0.002_5;

/// Returns the answer, unless half of the points of a candidate that it rests on ran on full CPUs: of one that is worse than the
/// best, or of one of those that do not differ. Such a candidate could be faster, unless most of its points have a constant rate
/// in repeats. Full CPUs for both are no excuse: one may need more of them for the same I/O. A withdrawn answer comes with the
/// reason.
pub(super) fn unless_held(
    race: &Race,
    answer: Answer,
    of: &dyn Fn(&RacedPoint) -> bool,
) -> (Answer, Option<RaceReason>) {
    let rests_on: Vec<usize> = match &answer {
        Answer::Best(best) => race.runnable().into_iter().filter(|other| other != best).collect(),
        Answer::NoDifference(among) => among.clone(),
        Answer::CannotTell(_) | Answer::NotYet(_) | Answer::NoneRan => return (answer, None),
    };
    if !race.points.iter().any(|point| point.measured.cpus_full()) {
        return (answer, None);
    }
    let busy = |candidate: usize| {
        let own = race.points.iter().filter(|point| point.candidate == candidate && of(point));
        let own: Vec<&RacedPoint> = own.collect();
        let standing = own.iter().filter(|point| is_constant_rate(&own, point)).count();
        if standing * 2 > own.len() {
            return None;
        }
        limited_by_cpus(own.iter().map(|point| &point.measured))
    };
    let held: Vec<(usize, f64)> =
        rests_on.into_iter().filter_map(|one| Some((one, busy(one)?))).collect();
    let Some(most) = held.iter().map(|(_, busy)| *busy).reduce(f64::max) else {
        return (answer, None);
    };
    let candidates = held.iter().map(|(one, _)| *one).collect();
    let reason = RaceReason::CpusFull { busy_share: most, candidates };
    let left = match answer {
        Answer::Best(best) => {
            std::iter::once(best).chain(held.iter().map(|(one, _)| *one)).collect()
        }
        Answer::NoDifference(among) => among,
        _ => Vec::new(),
    };
    (Answer::CannotTell(left), Some(reason))
}

/// Whether this candidate's repeats of `point` are enough and show a constant rate. Points of a race are too short to show it by
/// themselves; with 1 % of noise from second to second, one point in a hundred is so constant by chance.
fn is_constant_rate(own: &[&RacedPoint], point: &RacedPoint) -> bool {
    let at = |point: &RacedPoint| (point.load, point.fill_percent);
    let same = own.iter().filter(|other| at(other) == at(point));
    let values: Vec<f64> = same.map(|other| other.measured.mibps.value).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(0.0, f64::max);
    values.len() >= REPEATS_MIN && most <= least * (1.0 + RANGE_MAX)
}
