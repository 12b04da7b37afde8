//! The finding: standings, and who is best at which points.
//!
//! Takes a race as it stands, gives plain data. Decides nothing that the answer's rule does not.

use super::answer::{Leads, judge};
use super::board::Slot;
use super::{
    Answer, Fate, GroupFinding, GroupKind, Point, Race, RaceFinding, RacedCell, Standing, cpus,
    drift, words,
};
use base::Bytes;
use std::collections::BTreeSet;
use summary::Estimate;

impl Race {
    /// What was found so far.
    pub fn finding(&self) -> RaceFinding {
        let answer = match self.answer() {
            // Better than nobody is no answer.
            Answer::Best(one) if self.config.candidates.len() == 1 => Answer::CannotTell(vec![one]),
            answer => answer,
        };
        let (answer, held) = cpus::unless_held(self, answer, &|_| true);
        let standings = self.standings();
        let groups = self.groups();
        let unlike = match self.config.candidates.len() {
            1 => String::new(),
            _ => words::unlike(self, &answer, &groups),
        };
        let why = match held {
            Some(held) => held,
            None => words::why(self, &answer, &standings) + &unlike,
        };
        RaceFinding {
            why,
            groups,
            cells: self.cells.clone(),
            points: self.config.points.clone(),
            score: self.config.score,
            practical: self.config.practical,
            rounds: self.cells.last().map_or(0, |cell| cell.round),
            rounds_max: self.rounds_max(),
            seconds: self.time_s.map_or(0.0, |[began, ended]| ended - began),
            drift_percent_per_hour: drift::percent_per_hour(&self.cells, &self.config.points),
            answer,
            standings,
        }
    }

    fn standings(&self) -> Vec<Standing> {
        let judged = self.judged();
        let mut order = judged.left.clone();
        let mut worse: Vec<(usize, f64)> = judged
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
        order.extend((0..self.fates.len()).filter(|i| matches!(self.fates[*i], Fate::Out { .. })));
        let over = |place: usize| {
            let other = order.get(usize::from(place == 0)).copied();
            other.filter(|_| place < runnable && runnable > 1)
        };
        (0..order.len()).map(|place| self.standing(order[place], over(place))).collect()
    }

    fn standing(&self, candidate: usize, over: Option<usize>) -> Standing {
        let it = &self.config.candidates[candidate];
        let of = self.raced();
        let mean_mibps = self.board.mean(candidate, self.config.alpha, &of);
        let mean_mibps = mean_mibps.unwrap_or(Estimate::unknown(f64::NAN));
        let lead = over.and_then(|other| self.board.lead([candidate, other], &of));
        let lead = lead.map_or(Estimate::unknown(f64::NAN), |lead| lead.estimate(self.alpha));
        let mean = Some(mean_mibps.value).filter(|mean| *mean > 0.0);
        let tib = |usable: Bytes| usable.0 as f64 / (1u64 << 40) as f64;
        let tib = it.usable.map(tib).filter(|tib| *tib > 0.0);
        let per = |whole: Option<f64>| Some(it.price? / whole?);
        Standing {
            candidate,
            name: it.name.clone(),
            mean_mibps,
            lead,
            over,
            cells: self.cells.iter().filter(|cell| cell.candidate == candidate).count(),
            fate: self.fates[candidate].clone(),
            price: it.price,
            usable: it.usable,
            may_fail: it.may_fail,
            price_per_mibps: per(mean),
            price_per_tib: per(tib),
            head_room: mean.zip(self.config.need_mibps).map(|(mean, need)| mean / need - 1.0),
        }
    }

    fn groups(&self) -> Vec<GroupFinding> {
        let points = &self.config.points;
        let mut groups: Vec<(GroupKind, String, Vec<usize>, Option<usize>)> = Vec::new();
        let mut by = |kind: GroupKind, labels: Vec<String>| {
            let mut distinct: Vec<&String> = Vec::new();
            labels.iter().for_each(|label| {
                if !distinct.contains(&label) {
                    distinct.push(label);
                }
            });
            if distinct.len() > 1 {
                for label in distinct {
                    let of = (0..labels.len()).filter(|&i| labels[i] == *label).collect();
                    groups.push((kind, label.clone(), of, None));
                }
            }
        };
        by(GroupKind::Block, labels_by_block(points));
        by(GroupKind::Direction, points.iter().map(|point| direction(point).to_owned()).collect());
        by(GroupKind::Role, points.iter().map(|point| point.group.clone()).collect());
        for (level, fill) in self.config.fills.iter().enumerate() {
            if self.config.fills.len() > 1 {
                let label = format!("{fill} % full");
                groups.push((GroupKind::Fill, label, (0..points.len()).collect(), Some(level)));
            }
        }
        // One look, when the race is over. Where the race ends for the block sizes' sake, the looks on the way had the other half.
        let looks = if self.config.each_block { 2.0 } else { 1.0 };
        let alpha = self.config.alpha / looks / groups.len().max(1) as f64;
        let raced = self.raced();
        groups
            .into_iter()
            .map(|(kind, label, points, level)| {
                let points: BTreeSet<usize> = points.into_iter().collect();
                let of = |slot: &Slot| {
                    let at = level.is_none_or(|level| slot.fill == level);
                    at && raced(slot) && points.contains(&slot.point)
                };
                self.group(kind, label, points.len(), alpha, &of)
            })
            .collect()
    }

    fn group(
        &self,
        kind: GroupKind,
        label: String,
        points: usize,
        alpha: f64,
        of: &dyn Fn(&Slot) -> bool,
    ) -> GroupFinding {
        let unknown = Estimate::unknown(f64::NAN);
        let mean = |i: usize| self.board.mean(i, self.config.alpha, of).unwrap_or(unknown);
        let means_mibps: Vec<Estimate> = (0..self.fates.len()).map(mean).collect();
        let measured: Vec<usize> =
            self.runnable().into_iter().filter(|&i| means_mibps[i].value.is_finite()).collect();
        let leads = Leads::new(&self.board, &measured, alpha, self.rivals(), of);
        let judged = judge(&measured, &leads, self.config.practical, self.last_rule());
        let second = judged.left.get(1).copied().or_else(|| {
            let by =
                |a: &&usize, b: &&usize| means_mibps[**a].value.total_cmp(&means_mibps[**b].value);
            measured.iter().filter(|i| !judged.left.contains(i)).max_by(by).copied()
        });
        let pair = judged.left.first().copied().zip(second);
        let lead = pair.and_then(|(a, b)| self.board.lead([a, b], of));
        let lead = lead.map(|lead| lead.estimate(alpha));
        let answer = match judged.answer() {
            Answer::CannotTell(left) if !self.over => Answer::NotYet(left),
            answer => answer,
        };
        let here = |cell: &RacedCell| {
            let fill = self.config.fills.iter().position(|fill| *fill == cell.fill_percent);
            let at = |slot: &&Slot| Some(slot.fill) == fill && slot.point == cell.point;
            self.board.slots.iter().find(at).is_some_and(of)
        };
        let (answer, _) = cpus::unless_held(self, answer, &here);
        GroupFinding { kind, label, points, means_mibps, answer, lead }
    }
}

fn labels_by_block(points: &[Point]) -> Vec<String> {
    points.iter().map(|point| format!("{} KiB", point.load.block.0 as f64 / 1024.0)).collect()
}

pub(super) fn direction(point: &Point) -> &'static str {
    match point.load.read_percent {
        share if share >= 100.0 => "reads",
        share if share <= 0.0 => "writes",
        _ => "mixes",
    }
}
