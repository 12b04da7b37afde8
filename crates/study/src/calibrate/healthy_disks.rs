//! What healthy disks look like: their level in each round, their own spread, the noise of measuring, and whether they are of two kinds.
//!
//! A mixed model of the logarithms: level of the round + the disk's own offset (spread tau) + noise of the point (sigma). The
//! levels are fitted by generalised least squares. Tau and sigma are averaged over their likely values (restricted likelihood:
//! Patterson and Thompson 1971), so that few disks give wide answers instead of wrong ones.

use base::median;

/// One point of one disk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) disk: usize,
    pub(super) round: usize,
    /// The logarithm of the throughput.
    pub(super) log: f64,
}

/// How far one disk is from healthy ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct DiskDistance {
    /// Difference of the logarithms.
    pub(super) log: f64,
    /// Its standard error from measuring alone.
    pub(super) error: f64,
    /// The probability that one more healthy disk is as far off.
    pub(super) chance: f64,
    /// The same for the far end of its likely values, as if it had been measured for ever.
    pub(super) chance_best: f64,
}

/// The variance of a point of twice the time, as a share of the first pass' variance: half of it is assumed to average out with
/// more time.
const AGAIN: f64 = 0.75;
/// The spread that disks of one model usually have, and the noise of one point: where the prior bends.
const SPREAD_USUAL: f64 = 0.015;
/// How heavy the prior's tail is (degrees of freedom of a half-t law; Gelman 2006): disks of one model have been seen
/// 10 % apart and more (Krevat, Tucek, Ganger 2011).
const TAIL: f64 = 2.0;
/// The smallest spread and noise in the grid, the ratio of one to the next, and how many.
const SCALE_MIN: f64 = 0.000_3;
const SCALE_STEP: f64 = 1.3;
const SCALES: usize = 28;
/// The most rounds, the first pass included.
pub(super) const ROUNDS_MAX: usize = 12;

/// One pair of spread and noise, with the levels that follow.
#[derive(Clone, Debug)]
struct SpreadHypothesis {
    weight: f64,
    tau2: f64,
    sigma2: f64,
    levels: Vec<f64>,
    /// Covariance of the levels, row by row.
    covariance: Vec<f64>,
}

/// Healthy disks, fitted to their points.
#[derive(Clone, Debug)]
pub(super) struct Healthy {
    guesses: Vec<SpreadHypothesis>,
    rounds: usize,
}

impl Healthy {
    /// Fits the points of disks that are assumed to be healthy, for `rounds` rounds.
    pub(super) fn fit(values: &[Value], rounds: usize) -> Self {
        assert!(rounds <= ROUNDS_MAX, "a comparison has at most {ROUNDS_MAX} rounds");
        let disks = by_disk(values);
        let mut guesses = Vec::with_capacity(SCALES * SCALES);
        let scales: Vec<(f64, f64)> = scales().map(|scale| (scale, prior(scale))).collect();
        for &(tau, tau_prior) in &scales {
            for &(sigma, sigma_prior) in &scales {
                let (likelihood, levels, covariance) =
                    levels(&disks, rounds, tau * tau, sigma * sigma);
                let weight = likelihood + tau_prior + sigma_prior;
                guesses.push(SpreadHypothesis {
                    weight,
                    tau2: tau * tau,
                    sigma2: sigma * sigma,
                    levels,
                    covariance,
                });
            }
        }
        let most = guesses.iter().map(|guess| guess.weight).fold(f64::NEG_INFINITY, f64::max);
        guesses.retain(|guess| guess.weight > most - 16.0);
        let sum: f64 = guesses.iter().map(|guess| (guess.weight - most).exp()).sum();
        for guess in &mut guesses {
            guess.weight = (guess.weight - most).exp() / sum;
        }
        Self { guesses, rounds }
    }

    pub(super) fn spread(&self) -> f64 {
        self.mean(|guess| guess.tau2).sqrt()
    }

    /// The noise of one point of the first pass, in logarithms.
    pub(super) fn noise(&self) -> f64 {
        self.mean(|guess| guess.sigma2).sqrt()
    }

    /// How far a disk with these points is from them. A disk that was among those fitted is compared with a level that it helped
    /// to set, and its chance says nothing.
    pub(super) fn distance(&self, own: &[Value]) -> DiskDistance {
        let weights: Vec<f64> = own.iter().map(|value| 1.0 / noise_share(value.round)).collect();
        let sum: f64 = weights.iter().sum();
        let mut share = [0.0; ROUNDS_MAX];
        for (value, weight) in own.iter().zip(&weights) {
            share[value.round] += weight / sum;
        }
        let of = |guess: &SpreadHypothesis| {
            let log = own.iter().zip(&weights);
            let log = log.map(|(value, w)| w / sum * (value.log - guess.levels[value.round]));
            let mut common = 0.0;
            for a in 0..self.rounds {
                for b in 0..self.rounds {
                    common += share[a] * share[b] * guess.covariance[a * self.rounds + b];
                }
            }
            (log.sum::<f64>(), common, guess.sigma2 / sum)
        };
        let log = self.mean(|guess| of(guess).0);
        let error = self.mean(|guess| of(guess).1 + of(guess).2).sqrt();
        let far = log.abs() + 1.645 * error;
        let chance = self.mean(|guess| {
            let (log, common, own) = of(guess);
            two_sided(log.abs() / (guess.tau2 + common + own).sqrt())
        });
        let chance_best = self.mean(|guess| two_sided(far / (guess.tau2 + of(guess).1).sqrt()));
        DiskDistance { log, error, chance, chance_best }
    }

    fn mean(&self, of: impl Fn(&SpreadHypothesis) -> f64) -> f64 {
        self.guesses.iter().map(|guess| guess.weight * of(guess)).sum()
    }
}

/// The variance of a point of this round in units of the first pass'.
fn noise_share(round: usize) -> f64 {
    if round == 0 { 1.0 } else { AGAIN }
}

fn scales() -> impl Iterator<Item = f64> {
    (0..SCALES).map(|step| SCALE_MIN * SCALE_STEP.powi(step as i32))
}

/// The logarithm of the half-t prior on a grid of logarithms.
fn prior(scale: f64) -> f64 {
    scale.ln() - (TAIL + 1.0) / 2.0 * (scale / SPREAD_USUAL).powi(2).ln_1p()
}

fn by_disk(values: &[Value]) -> Vec<Vec<Value>> {
    let most = values.iter().map(|value| value.disk + 1).max().unwrap_or(0);
    let mut disks = vec![Vec::new(); most];
    for value in values {
        disks[value.disk].push(*value);
    }
    disks.retain(|own| !own.is_empty());
    disks
}

/// The restricted log-likelihood, the rounds' levels and their covariance at one spread and noise. A disk's points have the
/// covariance sigma2 D + tau2 11', inverted by Sherman and Morrison (1950).
fn levels(
    disks: &[Vec<Value>],
    rounds: usize,
    tau2: f64,
    sigma2: f64,
) -> (f64, Vec<f64>, Vec<f64>) {
    let mut information = vec![0.0; rounds * rounds];
    let mut score = vec![0.0; rounds];
    let (mut determinant, mut squares) = (LogProduct::ONE, 0.0);
    for own in disks {
        let (mut in_round, mut seen) = ([0.0; ROUNDS_MAX], [0.0; ROUNDS_MAX]);
        let (mut sum, mut of_values) = (0.0, 0.0);
        for value in own {
            let variance = sigma2 * noise_share(value.round);
            let weight = 1.0 / variance;
            in_round[value.round] += weight;
            seen[value.round] += weight * value.log;
            sum += weight;
            of_values += weight * value.log;
            squares += weight * value.log * value.log;
            determinant.multiply(variance);
        }
        let shrink = tau2 / (1.0 + tau2 * sum);
        determinant.multiply(1.0 + tau2 * sum);
        squares -= shrink * of_values * of_values;
        for a in 0..rounds {
            information[a * rounds + a] += in_round[a];
            score[a] += seen[a] - shrink * in_round[a] * of_values;
            for b in 0..rounds {
                information[a * rounds + b] -= shrink * in_round[a] * in_round[b];
            }
        }
    }
    // A round that only suspects were in has no level: it is left all but unknown.
    for a in 0..rounds {
        information[a * rounds + a] += 1e-6;
    }
    let (covariance, information_log_det) = invert(information, rounds);
    let levels: Vec<f64> = (0..rounds)
        .map(|a| (0..rounds).map(|b| covariance[a * rounds + b] * score[b]).sum())
        .collect();
    let explained: f64 = levels.iter().zip(&score).map(|(level, score)| level * score).sum();
    let likelihood = -0.5 * (determinant.log() + information_log_det + squares - explained);
    (likelihood, levels, covariance)
}

/// The logarithm of a product. It takes a logarithm only where the product would leave the range of numbers.
#[derive(Clone, Copy)]
struct LogProduct {
    log: f64,
    product: f64,
}

impl LogProduct {
    const ONE: Self = Self { log: 0.0, product: 1.0 };

    /// Multiplies by a positive factor of 1e-150 to 1e150.
    fn multiply(&mut self, factor: f64) {
        self.product *= factor;
        if !(1e-150..=1e150).contains(&self.product) {
            *self = Self { log: self.log(), product: 1.0 };
        }
    }

    fn log(self) -> f64 {
        self.log + self.product.ln()
    }
}

/// The inverse of a positive definite matrix and the logarithm of its determinant (Gauss and Jordan).
fn invert(mut matrix: Vec<f64>, n: usize) -> (Vec<f64>, f64) {
    let mut inverse = vec![0.0; n * n];
    for i in 0..n {
        inverse[i * n + i] = 1.0;
    }
    let mut log_det = 0.0;
    for i in 0..n {
        let pivot = matrix[i * n + i];
        log_det += pivot.ln();
        for j in 0..n {
            matrix[i * n + j] /= pivot;
            inverse[i * n + j] /= pivot;
        }
        for k in (0..n).filter(|k| *k != i) {
            let factor = matrix[k * n + i];
            for j in 0..n {
                matrix[k * n + j] -= factor * matrix[i * n + j];
                inverse[k * n + j] -= factor * inverse[i * n + j];
            }
        }
    }
    (inverse, log_det)
}

/// The chance that a normal deviate is farther off than `z` to either side (Abramowitz and Stegun 7.1.26).
fn two_sided(z: f64) -> f64 {
    let x = z / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let series = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    series.iter().fold(0.0, |sum, term| sum * t + term) * t * (-x * x).exp()
}

/// The gap between two kinds, in spreads of a kind.
const ROOM_SPREADS: f64 = 4.0;

/// The group of each disk: 0 for all, or 0 and 1 (faster) if the disks fall into two kinds. Each kind has at least a quarter of
/// the disks, and three; of four disks two.
pub(super) fn groups(logs: &[f64], practical: f64) -> Vec<usize> {
    let n = logs.len();
    let least = if n == 4 { 2 } else { n.div_ceil(4).max(3) };
    let mut sorted = logs.to_vec();
    sorted.sort_by(f64::total_cmp);
    let splits = (least..=n.saturating_sub(least)).map(|at| (sorted[at] - sorted[at - 1], at));
    let Some((room, at)) = splits.max_by(|a, b| a.0.total_cmp(&b.0)) else {
        return vec![0; n];
    };
    let (slow, fast) = sorted.split_at(at);
    let spread = spread(slow).max(spread(fast));
    if room < practical.max(ROOM_SPREADS * spread) {
        return vec![0; n];
    }
    logs.iter().map(|log| usize::from(*log >= sorted[at])).collect()
}

/// A standard deviation that a few outliers do not raise: 1.4826 x the median distance from the median (Hampel 1974).
pub(super) fn spread(values: &[f64]) -> f64 {
    let middle = median(values);
    let distances: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    1.4826 * median(&distances)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;

    #[test]
    fn the_chance_agrees_with_the_tables() {
        for (z, want) in [(1.0, 0.317_311), (1.96, 0.049_996), (4.0, 6.334e-5)] {
            let got = two_sided(z);
            assert!((got / want - 1.0).abs() < 0.01, "{z}: {got}");
        }
    }

    #[test]
    fn spread_and_noise_are_told_apart() {
        let mut rng = Rng::new(1);
        let (mut spread, mut noise) = (0.0, 0.0);
        for _ in 0..20 {
            let mut values = Vec::new();
            for disk in 0..14 {
                let own = 0.02 * rng.normal();
                for round in 0..3 {
                    let log = 5.0 + own + 0.005 * rng.normal() * noise_share(round).sqrt();
                    values.push(Value { disk, round, log });
                }
            }
            let healthy = Healthy::fit(&values, 3);
            (spread, noise) = (spread + healthy.spread() / 20.0, noise + healthy.noise() / 20.0);
        }
        assert!((0.017..0.025).contains(&spread), "{spread}");
        assert!((0.004..0.006).contains(&noise), "{noise}");
    }

    #[test]
    fn a_change_of_level_between_rounds_accuses_nobody() {
        // Everything runs at 90 % in the second round, in which three disks were.
        let mut values: Vec<Value> = (0..10)
            .map(|disk| Value { disk, round: 0, log: 5.0 + 0.001 * (disk % 3) as f64 })
            .collect();
        values.extend((0..4).map(|disk| Value { disk, round: 1, log: 4.9 + 0.001 * disk as f64 }));
        let (own, others): (Vec<Value>, Vec<Value>) =
            values.iter().partition(|value| value.disk == 3);
        let far = Healthy::fit(&others, 2).distance(&own);
        assert!(far.log.abs() < 0.005 && far.chance > 0.1, "{far:?}");
    }

    #[test]
    fn two_models_are_two_groups_and_a_few_odd_disks_are_none() {
        let slow = [4.60, 4.61, 4.62, 4.60, 4.59, 4.61, 4.60];
        let fast = slow.map(|log| log + 0.4);
        let both = [slow, fast].concat();
        let wanted = [[0; 7], [1; 7]].concat();
        assert_eq!(groups(&both, 0.05), wanted);
        let two_odd: Vec<f64> = both[..7].iter().chain(&both[7..9]).copied().collect();
        assert_eq!(groups(&two_odd, 0.05), vec![0; 9]);
        assert_eq!(groups(&slow, 0.05), vec![0; 7]);
        for few in 0..3 {
            assert_eq!(groups(&fast[..few], 0.05), vec![0; few]);
        }
        assert_eq!(groups(&[4.6, 5.0, 4.61, 5.01], 0.05), vec![0, 1, 0, 1]);
    }
}
