//! Who of the suspects is unlike the others, who is not, and who has to be measured again.
//!
//! Takes all cells of a group and its suspects; gives a verdict on each. Many odd disks do not hide each other: the most
//! extreme are set aside first and the least extreme of them is tried against the rest (Rosner 1983).

use super::Judgement;
use super::healthy::{Distance, Healthy, Value};

/// What is judged by.
#[derive(Clone, Debug)]
pub(super) struct Bench {
    /// Every cell of the group.
    pub(super) values: Vec<Value>,
    /// Rounds so far, the first pass included.
    pub(super) rounds: usize,
    /// Disks of the group.
    pub(super) disks: usize,
    /// The least relative difference that matters.
    pub(super) practical: f64,
    /// How many disks could be accused falsely: all of them, under each load.
    pub(super) tests: f64,
    /// The chance of a false accusation that this look may spend.
    pub(super) error_rate: f64,
}

/// What is held of one disk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdict {
    pub(super) disk: usize,
    pub(super) judgement: Judgement,
    pub(super) chance: Option<f64>,
}

/// Judges those accused and those under suspicion; who was accused before stays accused.
pub(super) fn judge(bench: &Bench, candidates: &[(usize, Judgement)]) -> Vec<Verdict> {
    if candidates.is_empty() {
        return Vec::new();
    }
    if bench.disks == 2 {
        return two(bench, candidates);
    }
    let ranked = ranked(bench, candidates);
    // What is known of each disk by setting aside it and those beyond it, or more of them.
    let mut distances: Vec<Vec<Distance>> = vec![Vec::new(); ranked.len()];
    let mut accused = 0;
    for rank in 0..ranked.len() {
        let aside = &ranked[..=rank];
        let healthy = Healthy::fit(&bench.without(aside), bench.rounds);
        for (disk, distances) in aside.iter().zip(&mut distances) {
            distances.push(healthy.distance(&bench.own(*disk)));
        }
        let last = distances[rank][0];
        if bench.matters(last.log) && last.chance * bench.tests <= bench.error_rate {
            accused = rank + 1;
        }
    }
    let before = |disk: usize| candidates.iter().find(|(one, _)| *one == disk).map(|(_, was)| *was);
    let verdict = |(rank, disk): (usize, usize)| {
        let least =
            |of: fn(&Distance) -> f64| distances[rank].iter().map(of).fold(f64::INFINITY, f64::min);
        let chance = Some((least(|far| far.chance) * bench.tests).min(1.0));
        let judgement = match before(disk) {
            Some(was) if was.accused() => was,
            _ if rank < accused => odd(distances[rank][accused - 1 - rank].log),
            _ if bench.cleared(&distances[rank]) => Judgement::Cleared,
            _ => Judgement::Open,
        };
        Verdict { disk, judgement, chance }
    };
    ranked.iter().copied().enumerate().map(verdict).collect()
}

fn odd(log: f64) -> Judgement {
    if log < 0.0 { Judgement::Slow } else { Judgement::Fast }
}

/// The candidates by their distance from those who are not under suspicion, farthest first.
fn ranked(bench: &Bench, candidates: &[(usize, Judgement)]) -> Vec<usize> {
    let all: Vec<usize> = candidates.iter().map(|(disk, _)| *disk).collect();
    let healthy = Healthy::fit(&bench.without(&all), bench.rounds);
    let mut far: Vec<(usize, f64)> =
        all.iter().map(|disk| (*disk, healthy.distance(&bench.own(*disk)).log.abs())).collect();
    far.sort_by(|a, b| b.1.total_cmp(&a.1));
    far.into_iter().map(|(disk, _)| disk).collect()
}

/// Two disks: whether they differ by more than measuring does; nothing tells which is right.
fn two(bench: &Bench, candidates: &[(usize, Judgement)]) -> Vec<Verdict> {
    let (one, _) = candidates[0];
    let far = Healthy::fit(&bench.without(&[one]), bench.rounds).distance(&bench.own(one));
    let judgement = if bench.matters(far.log) && far.log.abs() > 4.0 * far.error {
        Judgement::OneOfTwo
    } else if !bench.matters(far.log.abs() + 1.645 * far.error) {
        Judgement::Cleared
    } else {
        Judgement::Open
    };
    let verdict = |(disk, _): &(usize, Judgement)| Verdict { disk: *disk, judgement, chance: None };
    candidates.iter().map(verdict).collect()
}

impl Bench {
    fn own(&self, disk: usize) -> Vec<Value> {
        self.values.iter().copied().filter(|value| value.disk == disk).collect()
    }

    fn without(&self, disks: &[usize]) -> Vec<Value> {
        self.values.iter().copied().filter(|value| !disks.contains(&value.disk)).collect()
    }

    /// Whether a difference of logarithms matters in practice.
    fn matters(&self, log: f64) -> bool {
        log.exp_m1().abs() >= self.practical
    }

    /// Whether more of the same can no longer accuse it: it is too close to matter, or its peers are as far from each other.
    fn cleared(&self, distances: &[Distance]) -> bool {
        distances.iter().all(|far| {
            let close = !self.matters(far.log.signum() * (far.log.abs() + 1.645 * far.error));
            close || far.chance_best * self.tests > self.error_rate
        })
    }
}
