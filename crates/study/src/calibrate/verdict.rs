//! Which suspects are unlike the others, which are not, and which have to be measured again.
//!
//! Takes all points of a group and its suspects; returns a verdict on each. Several outliers do not hide each other: the most
//! extreme are set aside first and the least extreme of them is tested against the rest (Rosner 1983).

use super::healthy_disks::{DiskDistance, Healthy, Value};
use super::turns;
use record::calibrate::Judgement;

/// The part of the error rate for outliers that hide each other.
const TOGETHER: f64 = 0.5;

/// A disk that is no further off than the worst in one healthy shelf of twenty looks like its peers.
const LIKE_PEERS: f64 = 0.05;
/// For two disks: the usual spread of a point, how many rounds that knowledge is worth, and how many standard errors a difference
/// must have.
const NOISE_USUAL: f64 = 0.02;
const USUAL_WORTH: f64 = 3.0;
const TWO_ERRORS: f64 = 4.0;

/// Repeats of the same point that differ by this part of the practical difference (one standard deviation) disagree.
const RESTLESS: f64 = 0.7;
const MISFIT_DEVIATIONS: f64 = 4.0;

/// What a judgement is based on.
#[derive(Clone, Debug)]
pub(super) struct Bench {
    pub(super) values: Vec<Value>,
    /// Rounds so far, the first pass included.
    pub(super) rounds: usize,
    pub(super) disks: usize,
    /// The least relative difference that matters.
    pub(super) practical: f64,
    /// The number of disks that could falsely be called an outlier: all of them, under each load.
    pub(super) tests: f64,
    /// The probability of a false outlier that this look may spend.
    pub(super) error_rate: f64,
    /// The most that a later look may spend: the last one's.
    pub(super) error_rate_last: f64,
    /// The probability of a false outlier by ranks among peers that this look may spend.
    pub(super) rank_rate: f64,
    /// The number of looks in which that is spent.
    pub(super) looks: f64,
    pub(super) unsettled: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct DiskVerdict {
    pub(super) disk: usize,
    pub(super) judgement: Judgement,
    pub(super) chance: Option<f64>,
    /// Whether its noise, or that of any disk of the group, outlasts a point.
    pub(super) restless: bool,
}

/// Judges outliers and suspects; a disk that was called an outlier before stays one.
pub(super) fn judge(bench: &Bench, candidates: &[(usize, Judgement)]) -> Vec<DiskVerdict> {
    if candidates.is_empty() {
        return Vec::new();
    }
    if bench.disks == 2 {
        return two(bench, candidates);
    }
    let ranked = ranked(bench, candidates);
    // The distances of each disk when it and those beyond it, or more of them, are set aside.
    let mut distances: Vec<Vec<DiskDistance>> = vec![Vec::new(); ranked.len()];
    let (mut outliers, mut noise) = (0, 0.0);
    for rank in 0..ranked.len() {
        let aside = &ranked[..=rank];
        let healthy = Healthy::fit(&bench.without(aside), bench.rounds);
        for (disk, distances) in aside.iter().zip(&mut distances) {
            distances.push(healthy.distance(&bench.own(*disk)));
        }
        noise = healthy.noise();
        let last = distances[rank][0];
        // A disk that is an outlier only together with others gets one more try than the false-alarm rate foresees.
        let error_rate = if rank == outliers { 1.0 } else { TOGETHER } * bench.error_rate;
        if bench.matters(last.log) && last.chance * bench.tests <= error_rate {
            outliers = rank + 1;
        }
    }
    let shelf_restless = bench.is_shelf_restless(noise);
    let before = |disk: usize| candidates.iter().find(|(one, _)| *one == disk).map(|(_, was)| *was);
    let verdict = |(rank, disk): (usize, usize)| {
        let least = |of: fn(&DiskDistance) -> f64| {
            distances[rank].iter().map(of).fold(f64::INFINITY, f64::min)
        };
        let chance = Some((least(|far| far.chance) * bench.tests).min(1.0));
        let own = bench.is_restless(disk, noise);
        let rank_rate = if own { bench.rank_rate } else { bench.rank_rate * bench.looks };
        let restless = own || shelf_restless;
        let judgement = match before(disk) {
            Some(was) if was.is_outlier() => was,
            _ if rank < outliers => {
                let side = odd(distances[rank][outliers - 1 - rank].log);
                if restless && !bench.ranks_agree(disk, side, &ranked, rank_rate) {
                    Judgement::Open
                } else {
                    side
                }
            }
            _ => bench.not_outliers(&distances[rank]),
        };
        DiskVerdict { disk, judgement, chance, restless }
    };
    ranked.iter().copied().enumerate().map(verdict).collect()
}

fn odd(log: f64) -> Judgement {
    if log < 0.0 { Judgement::Slow } else { Judgement::Fast }
}

/// The candidates by their distance from the disks that are not under suspicion, farthest first.
fn ranked(bench: &Bench, candidates: &[(usize, Judgement)]) -> Vec<usize> {
    let all: Vec<usize> = candidates.iter().map(|(disk, _)| *disk).collect();
    let healthy = Healthy::fit(&bench.without(&all), bench.rounds);
    let mut far: Vec<(usize, f64)> =
        all.iter().map(|disk| (*disk, healthy.distance(&bench.own(*disk)).log.abs())).collect();
    far.sort_by(|a, b| b.1.total_cmp(&a.1));
    far.into_iter().map(|(disk, _)| disk).collect()
}

/// Two disks: whether they differ by more than measuring does; nothing shows which one is right. They take turns, so each round
/// gives one difference; the usual spread of a point counts like [`USUAL_WORTH`] rounds more.
fn two(bench: &Bench, candidates: &[(usize, Judgement)]) -> Vec<DiskVerdict> {
    let (one, _) = candidates[0];
    let sign = |value: &Value| if value.disk == one { 1.0 } else { -1.0 };
    let differences: Vec<f64> = (0..bench.rounds)
        .map(|round| {
            let points = bench.values.iter().filter(|value| value.round == round);
            points.map(|value| sign(value) * value.log).sum()
        })
        .collect();
    let n = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let squares = differences.iter().map(|one| (one - mean).powi(2)).sum::<f64>();
    let variance =
        (squares + USUAL_WORTH * 2.0 * NOISE_USUAL * NOISE_USUAL) / (n - 1.0 + USUAL_WORTH);
    let error = (variance / n).sqrt();
    let judgement = if bench.matters(mean) && mean.abs() > TWO_ERRORS * error {
        Judgement::OneOfTwo
    } else if !bench.matters(mean.abs() + 1.645 * error) {
        Judgement::NotAnOutlier
    } else {
        Judgement::Open
    };
    let verdict = |(disk, _): &(usize, Judgement)| DiskVerdict {
        disk: *disk,
        judgement,
        chance: None,
        restless: bench.unsettled.contains(disk),
    };
    candidates.iter().map(verdict).collect()
}

impl Bench {
    /// Whether the noise of a disk's points may outlast them: they did not settle, repeats of the same point differ by much of
    /// the practical difference, or this disk's own by all of it and by more than the noise of the others explains.
    fn is_restless(&self, disk: usize, noise: f64) -> bool {
        noise >= RESTLESS * self.practical
            || self.unsettled.contains(&disk)
            || self.is_unlike_itself(disk, noise)
    }

    /// Whether any disk was unlike itself: a disturbance that hit it in the first pass only can hit another one twice.
    fn is_shelf_restless(&self, noise: f64) -> bool {
        let mut disks: Vec<usize> = self.values.iter().map(|value| value.disk).collect();
        disks.sort_unstable();
        disks.dedup();
        disks.into_iter().any(|disk| self.is_unlike_itself(disk, noise))
    }

    /// Whether a disk's own points differ by the practical difference, and by more than this noise explains.
    fn is_unlike_itself(&self, disk: usize, noise: f64) -> bool {
        let own: Vec<f64> = self.own(disk).iter().map(|value| value.log).collect();
        let freedom = own.len().saturating_sub(1) as f64;
        let mean = own.iter().sum::<f64>() / own.len().max(1) as f64;
        let squares = own.iter().map(|log| (log - mean).powi(2)).sum::<f64>();
        // A misfit of one in a thousand: chi-square is off by four of its standard deviations, plus four.
        let explained = freedom + MISFIT_DEVIATIONS * (1.0 + (2.0 * freedom).sqrt());
        let least = own.iter().copied().fold(f64::INFINITY, f64::min);
        let most = own.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most - least > self.practical && squares > explained * noise * noise
    }

    /// Whether randomly drawn turns do not explain how often this disk is on this side of its peers. Each suspect is one test.
    fn ranks_agree(&self, disk: usize, side: Judgement, suspects: &[usize], rate: f64) -> bool {
        let mut peers: Vec<usize> = self.values.iter().map(|value| value.disk).collect();
        peers.retain(|peer| !suspects.contains(peer));
        let chance = turns::chance(&self.values, disk, &peers, side == Judgement::Slow);
        chance * suspects.len() as f64 <= rate
    }

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

    /// The judgement on a disk that was not called an outlier. It is cleared if it is too close to matter, or if its peers are as
    /// far from each other. It cannot be judged if it is surely far off and does not look like its peers, but even a perfect
    /// measurement would not make it an outlier in the last look: then its peers are too few. Otherwise it stays under suspicion.
    fn not_outliers(&self, distances: &[DiskDistance]) -> Judgement {
        let end = |far: &DiskDistance, errors: f64| {
            far.log.signum() * (far.log.abs() + errors * far.error).max(0.0)
        };
        let close = |far: &DiskDistance| !self.matters(end(far, 1.645));
        let surely_far = |far: &DiskDistance| self.matters(end(far, -1.645));
        let hopeless = |far: &DiskDistance, rate: f64| far.chance_best * self.tests > rate;
        let like = |far: &DiskDistance| {
            hopeless(far, self.error_rate) && far.chance * self.tests >= LIKE_PEERS
        };
        if distances.iter().all(|far| close(far) || like(far)) {
            Judgement::NotAnOutlier
        } else if distances.iter().all(|far| hopeless(far, self.error_rate_last) && surely_far(far))
        {
            Judgement::CannotTell
        } else {
            Judgement::Open
        }
    }
}
