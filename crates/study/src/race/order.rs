//! The order of points and candidates: random from the seed, balanced over the grid.
//!
//! Takes points, gives strata (points alike in role, direction, order and block size) and sweeps: each sweep takes one
//! point of every stratum, with other depths and threads than its neighbours, so that the first few sweeps have seen
//! the whole grid. At any time the points taken of a stratum are a random sample of it without replacement.

use super::RaceConfig;
use base::Rng;
use record::race::WeightedLoad;
use std::collections::BTreeMap;

/// The order of each stratum's points in one pass over all points.
pub(super) fn queues(
    loads: &[WeightedLoad],
    strata: &[Vec<usize>],
    rng: &mut Rng,
) -> Vec<Vec<usize>> {
    let shift = shuffled(strata.len(), rng);
    let layers = rng.bits();
    let of = |(members, &shift): (&Vec<usize>, _)| within(loads, members, shift, layers, rng);
    strata.iter().zip(&shift).map(of).collect()
}

/// The order of one stratum's points: every depth once before any comes again, if the depths have equally many points.
/// Strata with another `shift` begin at another depth of the same random order (`layers` is its seed).
fn within(
    loads: &[WeightedLoad],
    members: &[usize],
    shift: usize,
    layers: u64,
    rng: &mut Rng,
) -> Vec<usize> {
    let mut depths: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for &member in members {
        depths.entry(loads[member].load.depth).or_default().push(member);
    }
    let each = members.len() / depths.len().max(1);
    if depths.values().any(|class| class.len() != each) {
        return shuffled(members.len(), rng).into_iter().map(|i| members[i]).collect();
    }
    let classes: Vec<Vec<usize>> = depths
        .into_values()
        .map(|class| shuffled(class.len(), rng).into_iter().map(|i| class[i]).collect())
        .collect();
    let mut order = Vec::with_capacity(members.len());
    for layer in 0..each {
        let depths = shuffled(classes.len(), &mut Rng::at(layers, &[layer as u64]));
        let turn = |i: usize| classes[depths[(i + shift) % depths.len()]][layer];
        order.extend((0..classes.len()).map(turn));
    }
    order
}

/// Points that are measured twice, so that the noise of a point is known.
const REPEATS: usize = 10;
/// Sweeps that take a point of every stratum, before some take fewer.
const EVEN: usize = 2;
/// The least draws of a stratum, relative to the one that is drawn most often: the finding covers each block size.
const RATE_MIN: f64 = 0.2;

/// Which points are measured again beside the passes.
#[derive(Clone, Debug)]
pub(super) enum RepeatPlan {
    /// One at the end of each of this many first sweeps.
    Sweeps(usize),
    /// Each slot as often as the record has further values of it.
    Recorded(BTreeMap<usize, u32>),
}

impl RepeatPlan {
    /// The repeats of a level whose slots begin at `first`.
    pub(super) fn of(config: &RaceConfig, first: usize) -> Self {
        if config.times.is_empty() {
            return Self::Sweeps(REPEATS.div_ceil(config.candidates.len().max(1)));
        }
        let more = config.times.iter().map(|times| times.saturating_sub(config.passes()));
        Self::Recorded(more.enumerate().map(|(weighted, more)| (first + weighted, more)).collect())
    }

    fn rounds(&self) -> usize {
        match self {
            Self::Sweeps(sweeps) => *sweeps,
            Self::Recorded(more) => more.values().map(|more| *more as usize).sum(),
        }
    }
}

/// What is still to be measured at one fill level.
#[derive(Clone, Debug)]
pub(super) struct LevelSchedule {
    /// Slots by stratum, in their order, all passes.
    queues: Vec<Vec<usize>>,
    taken: Vec<usize>,
    /// Strata of which no more is wanted.
    closed: Vec<bool>,
    /// The part of a turn that each stratum has saved up.
    credit: Vec<f64>,
    sweeps: usize,
    /// Points that are repeated beside the passes.
    repeat_plan: RepeatPlan,
    repeats: usize,
    /// Whether there are so few points that the passes over them are the repeats.
    few: bool,
}

impl LevelSchedule {
    /// A course over these queues; with several `passes` over a few points the passes are the repeats.
    pub(super) fn new(queues: Vec<Vec<usize>>, passes: u32, repeat_plan: RepeatPlan) -> Self {
        let all: usize = queues.iter().map(Vec::len).sum();
        let few = passes > 1 && all <= passes as usize * REPEATS;
        let longest = queues.iter().map(Vec::len).max().unwrap_or(0);
        let repeat_plan = match repeat_plan {
            RepeatPlan::Sweeps(sweeps) => {
                RepeatPlan::Sweeps(if few { 0 } else { sweeps.min(longest) })
            }
            recorded @ RepeatPlan::Recorded(_) => recorded,
        };
        let (n, repeats) = (queues.len(), repeat_plan.rounds());
        let (taken, closed) = (vec![0; n], vec![false; n]);
        Self { credit: vec![0.0; n], taken, closed, sweeps: 0, repeat_plan, repeats, few, queues }
    }

    pub(super) fn repeats_all(&self) -> bool {
        self.few
    }

    pub(super) fn rounds(&self) -> usize {
        self.queues.iter().map(Vec::len).sum::<usize>() + self.repeats
    }

    /// Marks that nothing more of this stratum is wanted.
    pub(super) fn close(&mut self, stratum: usize) {
        self.closed[stratum] = true;
    }

    /// Whether something more of this stratum is wanted.
    pub(super) fn is_open(&self, stratum: usize) -> bool {
        !self.closed[stratum]
    }

    /// The strata of which more is wanted and available.
    fn left(&self) -> impl Iterator<Item = usize> {
        let left = |&i: &usize| self.is_open(i) && self.taken[i] < self.queues[i].len();
        (0..self.queues.len()).filter(left)
    }

    /// Whether every slot that is wanted was taken.
    pub(super) fn is_over(&self) -> bool {
        self.left().next().is_none()
    }

    /// The slots of the next sweep; empty when all were taken. Strata of more `importance` are drawn more often, as Neyman (1934)
    /// has it: a draw is worth the weight of a point times the spread of points, which grows with their throughput.
    pub(super) fn sweep(&mut self, importance: &[f64], rng: &mut Rng) -> Vec<usize> {
        let left: Vec<usize> = self.left().collect();
        let most = left.iter().map(|&i| importance[i]).fold(0.0, f64::max);
        let mut sweep = Vec::new();
        for i in left {
            let rate = if most > 0.0 { importance[i] / most } else { 1.0 };
            self.credit[i] += if self.sweeps < EVEN { 1.0 } else { rate.max(RATE_MIN) };
            // A little less than one, so that ten tenths are one.
            if self.credit[i] > 0.999 {
                self.credit[i] -= 1.0;
                sweep.push(self.queues[i][self.taken[i]]);
                self.taken[i] += 1;
            }
        }
        let mut sweep: Vec<usize> =
            shuffled(sweep.len(), rng).into_iter().map(|i| sweep[i]).collect();
        match &mut self.repeat_plan {
            RepeatPlan::Sweeps(sweeps) if self.sweeps < *sweeps && !sweep.is_empty() => {
                // Not the one that was just measured, if there is another, so that a cache does not serve the repeat.
                let others = sweep.len().saturating_sub(1).max(1);
                sweep.push(sweep[rng.below(others as u64) as usize]);
            }
            RepeatPlan::Sweeps(_) => {}
            RepeatPlan::Recorded(more) => {
                for slot in sweep.clone() {
                    let more = more.remove(&slot).unwrap_or(0);
                    sweep.extend(std::iter::repeat_n(slot, more as usize));
                }
            }
        }
        self.sweeps += 1;
        sweep
    }
}

/// The order of `racing` candidates in a round: each pair of rounds goes there and back again (ABBA), so that a linear drift over
/// two rounds cancels; each pair of rounds begins with another candidate.
pub(super) fn turns(racing: &[usize], round: usize) -> Vec<usize> {
    let mut order = racing.to_vec();
    if !order.is_empty() {
        order.rotate_left((round / 2) % racing.len());
    }
    if round % 2 == 1 {
        order.reverse();
    }
    order
}

/// 0, 1, ... `n` - 1 in random order (Fisher and Yates).
pub(super) fn shuffled(n: usize, rng: &mut Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, rng.below(i as u64 + 1) as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::race::strata;
    use std::collections::HashSet;
    use workload::PointGrid;

    fn classic(seed: u64) -> (Vec<WeightedLoad>, Vec<Vec<usize>>) {
        let loads = WeightedLoad::of_grid(&PointGrid::classic());
        let mut rng = Rng::new(seed);
        let strata = strata(&loads);
        let mut course =
            LevelSchedule::new(queues(&loads, &strata, &mut rng), 1, RepeatPlan::Sweeps(4));
        let sweep = |_| course.sweep(&[1.0; 10], &mut rng);
        let sweeps = (0..21).map(sweep).collect();
        assert_eq!(course.sweep(&[1.0; 10], &mut rng), [0usize; 0]);
        (loads, sweeps)
    }

    #[test]
    fn a_pass_takes_every_point_once_and_a_sweep_every_stratum() {
        let (loads, sweeps) = classic(1);
        assert_eq!(strata(&loads).len(), 10);
        let all: HashSet<usize> = sweeps.iter().flatten().copied().collect();
        assert_eq!(all.len(), 210);
        for (i, sweep) in sweeps.iter().enumerate() {
            let stratum = |&i: &usize| (loads[i].load.block, loads[i].load.writes());
            assert_eq!(sweep.iter().map(stratum).collect::<HashSet<_>>().len(), 10);
            assert_eq!(sweep.len(), if i < 4 { 11 } else { 10 }, "four points again");
            assert_ne!(sweep.last(), sweep.get(sweep.len() - 2));
        }
        let depths: HashSet<u32> = sweeps[0].iter().map(|&i| loads[i].load.depth).collect();
        assert_eq!(depths.len(), 7, "the first sweep has seen every depth");
        assert_ne!(sweeps, classic(2).1, "another seed, another order");
        assert_eq!(sweeps, classic(1).1, "the same seed, the same order");
    }

    #[test]
    fn what_is_there_is_taken_as_often_as_it_is_there_and_no_more() {
        let more = BTreeMap::from([(1, 2), (2, 0)]);
        let mut course =
            LevelSchedule::new(vec![vec![0, 1], vec![2]], 1, RepeatPlan::Recorded(more));
        let mut rng = Rng::new(1);
        let sweeps: Vec<_> = (0..3).map(|_| course.sweep(&[1.0, 1.0], &mut rng)).collect();
        let mut taken = sweeps.concat();
        taken.sort_unstable();
        assert_eq!(taken, [0, 1, 1, 1, 2]);
        assert_eq!(course.rounds(), 5, "known from its beginning");
    }

    #[test]
    fn strata_that_matter_more_are_drawn_more_often() {
        let mut course = LevelSchedule::new(
            vec![(0..20).collect(), (20..40).collect()],
            1,
            RepeatPlan::Sweeps(1),
        );
        let mut rng = Rng::new(1);
        let sweeps: Vec<_> = (0..12).map(|_| course.sweep(&[1.0, 0.4], &mut rng)).collect();
        let of_the_second = sweeps.concat().iter().filter(|&&slot| slot >= 20).count();
        // Two even sweeps, four of the next ten, and perhaps the one that is repeated.
        assert!((6..=7).contains(&of_the_second), "{sweeps:?}");
        let rest: usize =
            (0..).map(|_| course.sweep(&[1.0, 0.4], &mut rng).len()).take_while(|&n| n > 0).sum();
        assert!(rest > 0 && course.taken == [20, 20], "{:?}", course.taken);
    }

    #[test]
    fn every_point_is_as_likely_as_any_other_to_be_among_the_first() {
        let mut taken = [0u32; 210];
        let seeds = 2_100;
        for seed in 0..seeds {
            for i in classic(seed).1[4..6].concat() {
                taken[i] += 1;
            }
        }
        // 20 of 210 points in 2,100 orders: 200 times each, with a standard deviation of 13.5.
        let wrong = taken.iter().filter(|&&n| !(140..=260).contains(&n)).count();
        assert_eq!(wrong, 0, "{taken:?}");
    }

    #[test]
    fn candidates_go_there_and_back_again() {
        assert_eq!(turns(&[0, 1, 2], 0), [0, 1, 2]);
        assert_eq!(turns(&[0, 1, 2], 1), [2, 1, 0]);
        assert_eq!(turns(&[0, 1, 2], 2), [1, 2, 0]);
        assert_eq!(turns(&[0, 1, 2], 3), [0, 2, 1]);
        assert_eq!(turns(&[], 5), [0usize; 0]);
    }
}
