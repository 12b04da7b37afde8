//! The finding: standings, and who is best at which points.
//!
//! Takes a race as it stands, returns plain data. Decides only by the rule of the answer.

use super::answer::{self, Leads, RaceJudgement, judge};
use super::board::Slot;
use super::{Race, drift};
use record::race::{
    Answer, CandidateResult, CandidateState, Criterion, GroupFinding, GroupProperty, LoadDirection,
    LoadGroup, RaceFinding, RaceReason, RacedPoint, WeightedLoad,
};
use std::collections::BTreeSet;
use summary::Estimate;
use workload::PointLoad;

impl Race {
    pub fn finding(&self) -> RaceFinding {
        let (answer, held) = answer::unless_held(self, self.answer(), &|_| true);
        let standings = self.standings();
        let groups = self.groups();
        let (answer, held) = match self.orders_apart(&answer, &groups) {
            Some(bests) => (Answer::CannotTell(bests), Some(RaceReason::OrdersApart)),
            None => (answer, held),
        };
        RaceFinding {
            reason: held.unwrap_or_else(|| answer::reason(self, &answer, &standings)),
            each_block: self.config.each_block,
            groups,
            points: self.points.clone(),
            loads: self.config.loads.clone(),
            score: self.config.score,
            criterion: self.config.criterion,
            practical: self.config.practical,
            rounds: self.points.last().map_or(0, |point| point.round),
            rounds_max: self.rounds_max(),
            seconds: self.time_s.map_or(0.0, |[began, ended]| ended - began),
            // When the points of a record were measured is unknown.
            drift_percent_per_hour: if self.board.recorded {
                None
            } else {
                drift::percent_per_hour(&self.points, &self.config.loads)
            },
            answer,
            standings,
        }
    }

    /// The best at random and at sequential points, if each block size was raced and they differ.
    fn orders_apart(&self, answer: &Answer, groups: &[GroupFinding]) -> Option<Vec<usize>> {
        let decided =
            matches!(answer, Answer::Best(_) | Answer::NoDifference(_) | Answer::CannotTell(_));
        let apart = record::race::orders_apart(groups);
        let bests = apart.filter(|_| decided && self.config.each_block)?;
        let mut few: Vec<usize> = bests.into_iter().map(|(_, best)| best).collect();
        few.dedup();
        Some(few)
    }

    fn standings(&self) -> Vec<CandidateResult> {
        let judgement = self.judgement();
        let mut order = judgement.left.clone();
        let mut worse: Vec<(usize, f64)> = judgement
            .worse
            .iter()
            .map(|&(candidate, by)| {
                let best = order.first().copied().unwrap_or(by);
                let lead = self.board.lead([candidate, best], &self.raced());
                (candidate, lead.map_or(f64::NEG_INFINITY, |lead| lead.log))
            })
            .collect();
        worse.sort_by(|a, b| b.1.total_cmp(&a.1));
        order.extend(worse.into_iter().map(|(candidate, _)| candidate));
        let runnable = order.len();
        order.extend(
            (0..self.states.len())
                .filter(|i| matches!(self.states[*i], CandidateState::Out { .. })),
        );
        let over = |place: usize| {
            let other = order.get(usize::from(place == 0)).copied();
            other.filter(|_| place < runnable && runnable > 1)
        };
        let means = self.means(&self.raced());
        let standing = |place: usize| {
            let candidate = order[place];
            self.standing(candidate, over(place), means[candidate])
        };
        (0..order.len()).map(standing).collect()
    }

    fn standing(
        &self,
        candidate: usize,
        over: Option<usize>,
        mean: Option<Estimate>,
    ) -> CandidateResult {
        let it = &self.config.candidates[candidate];
        let lead = over.and_then(|other| self.lead([candidate, other]));
        CandidateResult {
            candidate,
            name: it.name.clone(),
            mean_mibps: mean.filter(|_| self.config.criterion == Criterion::Throughput),
            latency_ns_p99: mean.filter(|_| self.config.criterion == Criterion::LatencyP99),
            lead,
            over,
            points: self.points.iter().filter(|point| point.candidate == candidate).count(),
            state: self.states[candidate].clone(),
            usable: it.usable,
            may_fail: it.may_fail,
        }
    }

    fn groups(&self) -> Vec<GroupFinding> {
        let loads = &self.config.loads;
        let mut groups: Vec<(LoadGroup, Vec<usize>, Option<usize>)> = Vec::new();
        // In the order of the points, but blocks and depths in rising order.
        let mut by = |all: Vec<LoadGroup>| {
            let mut of: Vec<usize> = (0..all.len()).collect();
            of.sort_by_key(|&index| match all[index].property {
                GroupProperty::Block(block) => block.0,
                GroupProperty::Depth(depth) => depth.into(),
                _ => 0,
            });
            let mut distinct: Vec<&LoadGroup> = Vec::new();
            for index in of {
                if !distinct.contains(&&all[index]) {
                    distinct.push(&all[index]);
                }
            }
            if distinct.len() > 1 {
                for group in distinct {
                    let of = (0..all.len()).filter(|&i| all[i] == *group).collect();
                    groups.push((group.clone(), of, None));
                }
            }
        };
        by(in_orders(loads, |load| GroupProperty::Block(load.block)));
        by(in_orders(loads, |load| GroupProperty::Direction(LoadDirection::of(load))));
        let roles: BTreeSet<&str> = loads.iter().map(|weighted| &*weighted.group).collect();
        let each = |of: fn(&WeightedLoad) -> GroupProperty| {
            loads.iter().map(|weighted| LoadGroup::of(of(weighted))).collect()
        };
        if roles.len() == 1 {
            by(each(|weighted| GroupProperty::Order { random: weighted.load.random }));
            by(in_orders(loads, |load| GroupProperty::Depth(load.depth)));
        }
        by(each(|weighted| GroupProperty::Role(weighted.group.clone())));
        for (level, fill) in self.config.fills.iter().enumerate() {
            if self.config.fills.len() > 1 {
                let group = LoadGroup::of(GroupProperty::Fill(*fill));
                groups.push((group, (0..loads.len()).collect(), Some(level)));
            }
        }
        // A depth has points of every kind: if few were measured, the result depends on which ones.
        let of_depth = |group: &(LoadGroup, Vec<usize>, Option<usize>)| {
            matches!(group.0.property, GroupProperty::Depth(_))
        };
        let seen =
            groups.iter().filter(|group| of_depth(group)).all(|group| self.all_measured(&group.1));
        groups.retain(|group| !of_depth(group) || seen && !self.config.each_block);
        // One look, at the end of the race. If the race ended by block sizes, the earlier looks had the other half.
        let looks = if self.config.each_block { 2.0 } else { 1.0 };
        let alpha = self.config.alpha / looks / groups.len().max(1) as f64;
        let raced = self.raced();
        groups
            .into_iter()
            .map(|(group, loads, level)| {
                let loads: BTreeSet<usize> = loads.into_iter().collect();
                let of = |slot: &Slot| {
                    let at = level.is_none_or(|level| slot.fill == level);
                    at && raced(slot) && loads.contains(&slot.load)
                };
                self.group(group, loads.len(), alpha, &of)
            })
            .collect()
    }

    /// Whether some points of each kind among these were measured on all layouts.
    fn all_measured(&self, loads: &[usize]) -> bool {
        let raced = self.raced();
        let of = |slot: &Slot| raced(slot) && loads.contains(&slot.load);
        let seen = |pair: &[usize]| self.board.of_every_stratum([pair[0], pair[1]], &of).is_some();
        self.runnable().windows(2).all(seen)
    }

    fn group(
        &self,
        group: LoadGroup,
        loads: usize,
        alpha: f64,
        of: &dyn Fn(&Slot) -> bool,
    ) -> GroupFinding {
        let means = self.means(of);
        let measured: Vec<usize> =
            self.runnable().into_iter().filter(|&i| means[i].is_some()).collect();
        let leads = Leads::new(&self.board, &measured, alpha, self.rivals(), of);
        let far = |pair| self.decisive_lead(pair, alpha / self.rivals().max(1) as f64, of);
        let leads = leads.within(&measured, &|pair| self.range(pair, of).or_else(|| far(pair)));
        // A layout that a race stops to measure has too few points of a group; in a record, all have all.
        let (rule, recorded) = (self.last_rule(), self.board.recorded);
        let judgement = judge(&measured, &leads, self.config.practical, rule, recorded);
        let first = judgement.left.first().copied();
        let over_first = |i: usize| {
            let lead = self.board.lead([i, first.filter(|&first| first != i)?], of)?;
            Some(lead.estimate(alpha))
        };
        let leads: Vec<Option<Estimate>> = (0..self.states.len()).map(over_first).collect();
        let (answer, unproven) = with_unproven(&judgement, &leads);
        let of_lead = |i: &&usize| leads[**i].map_or(f64::NAN, |lead| lead.value);
        let by = |a: &&usize, b: &&usize| of_lead(a).total_cmp(&of_lead(b));
        let rest = measured.iter().filter(|&&i| Some(i) != first && leads[i].is_some());
        let second = judgement.left.get(1).or(rest.max_by(by));
        let lead =
            first.zip(second).and_then(|(first, &other)| self.board.lead([first, other], of));
        let answer = match answer {
            Answer::CannotTell(left) if !self.over => Answer::NotYet(left),
            answer => answer,
        };
        let here = |point: &RacedPoint| {
            let fill = self.config.fills.iter().position(|fill| *fill == point.fill_percent);
            let at = |slot: &&Slot| Some(slot.fill) == fill && slot.load == point.load;
            self.board.slots.iter().find(at).is_some_and(of)
        };
        let (answer, _) = answer::unless_held(self, answer, &here);
        let (means_mibps, latencies_ns_p99) = match self.config.criterion {
            Criterion::LatencyP99 => (vec![None; means.len()], means),
            Criterion::Throughput => (means, Vec::new()),
        };
        GroupFinding {
            group,
            loads,
            means_mibps,
            latencies_ns_p99,
            answer,
            lead: lead.map(|lead| lead.estimate(alpha)),
            leads,
            measured_loads: self.measured_loads(of),
            unproven,
        }
    }
}

/// The answer, and who is left only for want of proof: behind one that is proven worse, with fewer or noisier points.
fn with_unproven(judgement: &RaceJudgement, leads: &[Option<Estimate>]) -> (Answer, Vec<usize>) {
    let sent_off = judgement.worse.iter().filter_map(|&(worse, _)| Some(leads[worse]?.value));
    let least = sent_off.fold(f64::NEG_INFINITY, f64::max);
    let behind = |i: &usize| leads[*i].is_some_and(|lead| lead.value < least);
    let (unproven, left): (Vec<usize>, Vec<usize>) = judgement.left.iter().partition(|i| behind(i));
    if unproven.is_empty() {
        (judgement.answer(), unproven)
    } else {
        (Answer::CannotTell(left), unproven)
    }
}

/// The group of each point by `of`, with the order if random and sequential points share the property.
fn in_orders(loads: &[WeightedLoad], of: impl Fn(&PointLoad) -> GroupProperty) -> Vec<LoadGroup> {
    let kinds: BTreeSet<_> = loads.iter().map(|p| (of(&p.load), p.load.random)).collect();
    let group = |weighted: &WeightedLoad| {
        let (property, random) = (of(&weighted.load), weighted.load.random);
        let both = kinds.contains(&(property.clone(), !random));
        LoadGroup { property, random: both.then_some(random) }
    };
    loads.iter().map(group).collect()
}
