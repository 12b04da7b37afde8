//! The course of a race: the next point, the elimination of candidates, and the end.
//!
//! Takes the results of points; requests the next one. The same configuration and the same results give the same course, so that
//! a killed race resumes from its journal.

use super::answer::{self, Rule};
use super::board::{Board, Slot};
use super::order::{self, LevelSchedule, RepeatPlan};
use super::{RaceConfig, means};
use crate::conduct::PointRequest;
use crate::conduct::{Outlook, Study};
use base::{Bytes, Rng};
use record::race::{CandidateState, Exclusion, RacedPoint, WeightedLoad, strata};
use record::{Measurement, Point, RunFailure, Until};
use std::collections::{BTreeSet, VecDeque};

/// A candidate is out if a larger share of its operations failed, as in the warning `io-errors`.
const ERRORS_MAX: f64 = 1e-3;

#[derive(Clone, Debug)]
pub struct Race {
    pub(super) config: RaceConfig,
    pub(super) board: Board,
    pub(super) states: Vec<CandidateState>,
    pub(super) points: Vec<RacedPoint>,
    /// The points to measure at each fill level.
    levels: Vec<LevelSchedule>,
    /// The present fill level.
    level: usize,
    /// The remaining slots of the present sweep, the present one first.
    sweep: VecDeque<usize>,
    /// Candidates still to be measured in this round.
    pending: Vec<usize>,
    pub(super) rounds: usize,
    /// The number of rounds when the error was last spent.
    looked: usize,
    /// The error spent by all looks.
    spent: f64,
    /// The error of each statement of the last look.
    pub(super) alpha: f64,
    /// When the first point began and when the last one ended, in seconds.
    pub(super) time_s: Option<[f64; 2]>,
    pub(super) over: bool,
}

impl Race {
    pub fn new(config: RaceConfig) -> Self {
        let loads = &config.loads;
        let strata = strata(loads);
        let mut rng = Rng::at(config.seed, &[0x7ace]);
        let mut slots = Vec::new();
        let (mut all, mut levels) = (Vec::new(), Vec::new());
        for fill in 0..config.fills.len() {
            let first = slots.len();
            slots.extend(loads.iter().enumerate().map(|(i, weighted)| slot(fill, i, weighted)));
            let moved = |members: &[usize]| members.iter().map(|i| first + i).collect::<Vec<_>>();
            all.extend(strata.iter().map(|members| moved(members)));
            let mut queues: Vec<Vec<usize>> = vec![Vec::new(); strata.len()];
            for _ in 0..config.passes() {
                let pass = order::queues(loads, &strata, &mut rng);
                for (queue, more) in queues.iter_mut().zip(&pass) {
                    queue.extend(moved(more));
                }
            }
            let repeat_plan = RepeatPlan::of(&config, first);
            levels.push(LevelSchedule::new(queues, config.passes(), repeat_plan));
        }
        let values = vec![vec![Vec::new(); config.candidates.len()]; slots.len()];
        let repeated = levels.iter().all(LevelSchedule::repeats_all);
        let (score, recorded) = (config.score, config.is_recorded());
        let repeats = std::cell::OnceCell::new();
        let board = Board { slots, strata: all, values, score, repeated, recorded, repeats };
        let mut race = Self {
            board,
            states: vec![CandidateState::Raced; config.candidates.len()],
            points: Vec::new(),
            levels,
            level: 0,
            sweep: VecDeque::new(),
            pending: Vec::new(),
            rounds: 0,
            looked: 0,
            spent: 0.0,
            alpha: 0.0,
            time_s: None,
            over: false,
            config,
        };
        race.alpha = race.config.alpha;
        race.begin_round();
        race
    }

    /// Excludes a candidate that cannot be run, for instance because its target is gone.
    pub fn exclude(&mut self, name: &str, failure: &RunFailure) {
        let Some(candidate) = self.config.candidates.iter().position(|it| it.name == name) else {
            return;
        };
        self.states[candidate] = CandidateState::Out { reason: Exclusion::Failed(failure.clone()) };
        self.pending.retain(|&other| other != candidate);
        if self.pending.is_empty() && !self.over {
            self.end_round();
        }
    }

    /// When the measurement of one of its points is sufficient.
    pub fn until(&self) -> Until {
        self.config.until
    }

    pub(super) fn rounds_max(&self) -> usize {
        self.levels.iter().map(LevelSchedule::rounds).sum()
    }

    pub(super) fn racing(&self) -> Vec<usize> {
        (0..self.states.len()).filter(|&i| self.states[i] == CandidateState::Raced).collect()
    }

    fn begin_round(&mut self) {
        if self.sweep.is_empty() && self.level < self.levels.len() {
            self.sweep = self.next_sweep();
        }
        self.over = self.sweep.is_empty() || self.racing().is_empty();
        if !self.over {
            self.pending = order::turns(&self.racing(), self.rounds);
            self.rounds += 1;
        }
    }

    fn next_sweep(&mut self) -> VecDeque<usize> {
        let racing = self.racing();
        let level = self.level;
        let importance = |stratum: &Vec<usize>| self.board.importance(stratum, &racing);
        let of_level = |stratum: &&Vec<usize>| self.board.slots[stratum[0]].fill == level;
        let importance: Vec<f64> =
            self.board.strata.iter().filter(of_level).map(importance).collect();
        let mut rng = Rng::at(self.config.seed, &[0x53ee, self.rounds as u64]);
        self.levels[level].sweep(&importance, &mut rng).into()
    }

    fn end_round(&mut self) {
        self.sweep.pop_front();
        let level = self.level;
        let exhausted = self.sweep.is_empty() && self.levels[level].is_over();
        let last = exhausted || self.time_is_up(level);
        let looks = last || self.sweep.is_empty() && !self.board.recorded;
        let decided = looks && self.look(level, last);
        // No opponent is left.
        let decided = decided || self.racing().len() < 2;
        if last || decided {
            self.end_level();
        }
        self.begin_round();
    }

    fn end_level(&mut self) {
        self.level += 1;
        self.sweep.clear();
        self.looked = self.rounds;
        if self.level == self.levels.len() {
            return;
        }
        // At another fill level, another candidate may be best.
        for state in &mut self.states {
            if matches!(state, CandidateState::Dropped { .. }) {
                *state = CandidateState::Raced;
            }
        }
    }

    /// Whether the time for the fill levels up to this one is used up.
    fn time_is_up(&self, level: usize) -> bool {
        let share = (level + 1) as f64 / self.levels.len() as f64;
        let used_s = self.time_s.map_or(0.0, |[began, ended]| ended - began);
        self.config.time_max_s.is_some_and(|max_s| used_s >= max_s * share)
    }

    /// Eliminates the candidates proven worse at this fill level; returns whether nothing is left to decide.
    fn look(&mut self, level: usize, last: bool) -> bool {
        if self.config.each_block {
            return self.look_at_blocks(level, last);
        }
        let racing = self.racing();
        let alpha = self.share(level, last);
        let of = |slot: &Slot| slot.fill == level;
        let leads = self.leads(&racing, alpha, &of);
        if racing.len() > 1 && !leads.any_known() {
            // Nothing can be said yet, so nothing can be wrong.
            return last;
        }
        self.alpha = alpha;
        self.looked = self.rounds;
        self.spent += alpha;
        let judgement = answer::judge(&racing, &leads, self.config.practical, Rule::Proven, false);
        // A record is taken to its end, so no candidate is measured less.
        for (candidate, by) in judgement.worse.iter().filter(|_| !self.board.recorded) {
            self.states[*candidate] = CandidateState::Dropped { round: self.rounds, by: *by };
        }
        judgement.decided
    }

    /// Stops measuring the block sizes at which the best is decided, random and sequential requests separately; returns whether
    /// none is left. They share the error of the look.
    fn look_at_blocks(&mut self, level: usize, last: bool) -> bool {
        let racing = self.racing();
        let spent = self.share(level, last);
        let loads = &self.config.loads;
        let kind = |weighted: &WeightedLoad| (weighted.load.block, weighted.load.random);
        let blocks: BTreeSet<(Bytes, bool)> = loads.iter().map(kind).collect();
        let alpha = spent / blocks.len().max(1) as f64;
        let (mut known, mut open) = (false, false);
        for block in blocks {
            let of = |slot: &Slot| slot.fill == level && kind(&loads[slot.load]) == block;
            let strata = strata_at(&self.board, level);
            let here: Vec<usize> = strata.filter(|(_, slot)| of(slot)).map(|(i, _)| i).collect();
            if !here.iter().any(|&stratum| self.levels[level].is_open(stratum)) {
                continue;
            }
            let leads = self.leads(&racing, alpha, &of);
            known |= leads.any_known();
            let judgement =
                answer::judge(&racing, &leads, self.config.practical, Rule::Proven, false);
            if judgement.decided {
                here.into_iter().for_each(|stratum| self.levels[level].close(stratum));
            } else {
                open = true;
            }
        }
        if known {
            self.looked = self.rounds;
            self.spent += spent;
        }
        !open
    }

    /// The error of the statements of one look. Each fill level has its part, and so has their sum if there are several. Half of
    /// a part is spent evenly over the rounds, the rest at the last look (union bound).
    fn share(&self, level: usize, last: bool) -> f64 {
        let levels = self.levels.len();
        let part = self.config.alpha / (levels + usize::from(levels > 1)) as f64;
        if last {
            return (part * (level + 1) as f64 - self.spent).max(0.0);
        }
        let rounds = self.levels[level].rounds();
        part / 2.0 * (self.rounds - self.looked) as f64 / rounds.max(1) as f64
    }

    /// The number of candidates that could eliminate the best.
    pub(super) fn rivals(&self) -> usize {
        self.states.len().saturating_sub(1)
    }

    fn exclusion_reason(measured: &Measurement) -> Option<Exclusion> {
        let operations = measured.iops.value * measured.seconds + measured.errors as f64;
        if !measured.mibps.value.is_finite() || (measured.errors > 0 && measured.mibps.value <= 0.0)
        {
            return Some(Exclusion::AllFailed);
        }
        let too_many = measured.errors as f64 > ERRORS_MAX * operations;
        too_many.then_some(Exclusion::TooManyFailed { failed: measured.errors, operations })
    }
}

/// The strata of a fill level, numbered within it, each with one of its slots.
fn strata_at(board: &Board, level: usize) -> impl Iterator<Item = (usize, &Slot)> {
    let first = board.strata.iter().map(|stratum| &board.slots[stratum[0]]);
    first.filter(move |slot| slot.fill == level).enumerate()
}

fn slot(fill: usize, index: usize, weighted: &WeightedLoad) -> Slot {
    let place = [weighted.load.depth, weighted.load.threads].map(|n| f64::from(n.max(1)).log2());
    Slot { fill, load: index, weight: weighted.weight, place }
}

impl Study for Race {
    fn next_request(&mut self) -> Option<PointRequest> {
        let (&slot, &candidate) = (self.sweep.front()?, self.pending.first()?);
        let slot_of = &self.board.slots[slot];
        let it = &self.config.candidates[candidate];
        let point = Point {
            fill_percent: self.config.fills[slot_of.fill],
            repeat: self.board.values[slot][candidate].len() as u32,
            ..Point::new(&it.name, &it.targets, self.config.loads[slot_of.load].load)
        };
        (!self.over).then_some(PointRequest {
            point,
            until: self.config.until,
            purpose: self.config.purpose,
        })
    }

    fn may_request(&self, point: &Point) -> bool {
        let config = &self.config;
        config.loads.iter().any(|weighted| weighted.load == point.load)
            && config.fills.contains(&point.fill_percent)
            && config
                .candidates
                .iter()
                .any(|it| (&it.name, &it.targets) == (&point.subject, &point.targets))
    }

    fn take(&mut self, request: &PointRequest, measured: &Measurement) {
        let (Some(&slot), Some(&candidate)) = (self.sweep.front(), self.pending.first()) else {
            return;
        };
        let began_s = self.time_s.map_or(measured.began_s, |[began, _]| began);
        self.time_s = Some([began_s, measured.began_s + measured.seconds]);
        self.points.push(RacedPoint {
            candidate,
            load: self.board.slots[slot].load,
            fill_percent: request.point.fill_percent,
            round: self.rounds,
            repeat: request.point.repeat,
            measured: measured.clone(),
        });
        self.pending.remove(0);
        let worth = || means::worth(self.config.criterion, measured);
        let few =
            || Exclusion::FewOperations { operations: measured.iops.value * measured.seconds };
        match Self::exclusion_reason(measured).map_or_else(|| worth().ok_or_else(few), Err) {
            Err(reason) => self.states[candidate] = CandidateState::Out { reason },
            Ok(worth) => self.board.push(slot, candidate, worth),
        }
        if self.pending.is_empty() {
            self.end_round();
        }
    }

    fn skip_failed(&mut self, request: &PointRequest, failure: &RunFailure) -> bool {
        let others = self
            .runnable()
            .iter()
            .any(|&i| self.config.candidates[i].name != request.point.subject);
        if others {
            self.exclude(&request.point.subject, failure);
        }
        others
    }

    fn outlook(&self) -> Outlook {
        if self.over {
            return Outlook::default();
        }
        let racing = self.racing().len();
        let left = self.rounds_max().saturating_sub(self.rounds);
        let points_max = self.pending.len() + left * racing;
        let time_left = match (self.config.time_max_s, self.time_s) {
            (Some(max_s), Some([began, ended])) if ended > began => {
                (max_s / (ended - began) - 1.0).max(0.0) * self.points.len() as f64
            }
            _ => f64::INFINITY,
        };
        let by_time = (time_left as usize).saturating_add(racing);
        // Usually, half of the candidates are eliminated within a quarter of the grid.
        let likely = self.pending.len() + left * racing.div_ceil(2) / 2;
        let points_max = points_max.min(by_time);
        let longest_ns = points_max as u64 * self.config.until.longest_ns();
        Outlook { points_likely: likely.min(by_time), points_max, longest_ns }
    }
}
