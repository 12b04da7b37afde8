//! How unequal the accesses of blocks are: the theta of Zipf's law, fitted to the access counts of blocks.
//!
//! Zipf's law gives the block of rank `i` among `n` the probability `i^-theta / H(n, theta)`. Which block has which rank is not
//! known, so ranks are not used: if every block of a sample has each rank with the same chance, the number of its accesses
//! follows a mixture of Poisson laws, and theta is the most likely value for the observed counts (maximum likelihood for a
//! zero-truncated mixture; Johnson, Kemp and Kotz, Univariate Discrete Distributions, 2005, chapters 8 and 11). The number of
//! blocks follows from theta and the number of different accessed blocks. The error is the standard error over parts of the
//! sample.

use serde::{Deserialize, Serialize};

/// The theta of Zipf's law that fits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ZipfEstimate {
    /// Theta; 0: all blocks are accessed equally; the usual value of fio and YCSB is about 1.
    pub theta: f64,
    pub theta_error: f64,
    /// The number of blocks, including those that were not accessed.
    pub blocks: f64,
}

/// The distribution of the access counts of sampled blocks.
#[derive(Clone, Debug, Default)]
pub struct AccessCounts {
    /// For each part of the sample and each class: the mean accesses and the number of its blocks.
    parts: Vec<Vec<(f64, f64)>>,
    /// Accesses of all blocks, sampled or not.
    accesses: f64,
    /// The share of blocks that are sampled.
    rate: f64,
}

/// Parts of a sample; the error is that of their mean.
pub(super) const PARTS: usize = 8;
/// Counts up to this have separate classes; above, classes are 3 % wide.
const EXACT_MAX: u32 = 32;
const CLASS_RATIO: f64 = 1.03;
const THETA_MAX: f64 = 2.0;
/// A part with fewer blocks is not used.
const BLOCKS_MIN: f64 = 50.0;

impl AccessCounts {
    /// Counts of sampled blocks, each with the part of the sample that it belongs to, below [`PARTS`].
    pub(super) fn new(
        counts: impl Iterator<Item = (usize, u32)>,
        accesses: u64,
        rate: f64,
    ) -> Self {
        let mut parts = vec![Vec::<(f64, f64)>::new(); PARTS];
        for (part, count) in counts {
            let class = match count {
                0..=EXACT_MAX => count as usize,
                _ => {
                    let ratio = f64::from(count) / f64::from(EXACT_MAX);
                    EXACT_MAX as usize + 1 + (ratio.ln() / CLASS_RATIO.ln()) as usize
                }
            };
            let classes = &mut parts[part % PARTS];
            if classes.len() <= class {
                classes.resize(class + 1, (0.0, 0.0));
            }
            classes[class].0 += f64::from(count);
            classes[class].1 += 1.0;
        }
        let mean = |(sum, blocks): &(f64, f64)| (*blocks > 0.0).then(|| (sum / blocks, *blocks));
        let parts = parts.iter().map(|classes| classes.iter().filter_map(mean).collect()).collect();
        Self { parts, accesses: accesses as f64, rate }
    }

    /// The theta that fits; `None` if too few blocks were accessed more than once.
    pub fn zipf(&self) -> Option<ZipfEstimate> {
        let all: Vec<(f64, f64)> = self.parts.iter().flatten().copied().collect();
        let blocks: f64 = all.iter().map(|class| class.1).sum();
        let repeated: f64 = all.iter().filter(|class| class.0 > 1.0).map(|class| class.1).sum();
        if blocks < BLOCKS_MIN * PARTS as f64 || repeated < BLOCKS_MIN {
            return None;
        }
        let (theta, slots) = fit(&all, blocks / self.rate, self.accesses);
        let part_rate = self.rate / PARTS as f64;
        let of_part = |classes: &Vec<(f64, f64)>| {
            let blocks: f64 = classes.iter().map(|class| class.1).sum();
            fit(classes, blocks / part_rate, self.accesses).0
        };
        let thetas: Vec<f64> = self.parts.iter().map(of_part).collect();
        let mean = thetas.iter().sum::<f64>() / thetas.len() as f64;
        let squares: f64 = thetas.iter().map(|one| (one - mean).powi(2)).sum();
        let n = thetas.len() as f64;
        let theta_error = (squares / (n - 1.0) / n).sqrt();
        Some(ZipfEstimate { theta, theta_error, blocks: slots })
    }
}

/// Theta and the number of blocks that make the counts most likely.
fn fit(classes: &[(f64, f64)], touched: f64, accesses: f64) -> (f64, f64) {
    let likelihood = |theta: f64| {
        let law = RankLaw::new(theta, touched, accesses);
        let seen = (1.0 - law.probability(0.0)).max(1e-300).ln();
        classes
            .iter()
            .map(|(count, blocks)| blocks * (law.probability(*count).max(1e-300).ln() - seen))
            .sum::<f64>()
    };
    // A coarse search, then halves of the interval around the best.
    const STEPS: u32 = 20;
    let width = THETA_MAX / f64::from(STEPS);
    let coarse = (0..=STEPS).map(|step| f64::from(step) * width);
    let rated = coarse.map(|theta| (theta, likelihood(theta)));
    let mut best = rated.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0.0, 0.0));
    let mut step = width / 2.0;
    while step > 0.002 {
        for theta in [best.0 - step, best.0 + step] {
            let theta = theta.clamp(0.0, THETA_MAX);
            let value = likelihood(theta);
            if value > best.1 {
                best = (theta, value);
            }
        }
        step /= 2.0;
    }
    // A theta that is not clearly more likely than that of equal accesses is noise (likelihood ratio, 5 % of one degree).
    let theta = if best.1 - likelihood(0.0) < 1.92 { 0.0 } else { best.0 };
    (theta, RankLaw::new(theta, touched, accesses).blocks)
}

/// Expected accesses of the blocks of every rank, in classes of ranks.
struct RankLaw {
    blocks: f64,
    /// Expected accesses, and the share of blocks.
    ranks: Vec<(f64, f64)>,
}

impl RankLaw {
    /// The law of `theta` under which `touched` blocks are accessed at least once in `accesses`.
    fn new(theta: f64, touched: f64, accesses: f64) -> Self {
        let (mut low, mut high) = (touched.max(1.0).ln(), (touched.max(1.0) * 1e4).ln());
        for _ in 0..16 {
            let middle = (low + high) / 2.0;
            let law = Self::with_blocks(theta, middle.exp(), accesses);
            if law.blocks * (1.0 - law.probability(0.0)) < touched {
                low = middle
            } else {
                high = middle
            }
        }
        Self::with_blocks(theta, ((low + high) / 2.0).exp(), accesses)
    }

    fn with_blocks(theta: f64, blocks: f64, accesses: f64) -> Self {
        let mut ranks = Vec::with_capacity(256);
        let (mut first, mut harmonic) = (1.0f64, 0.0);
        while first <= blocks {
            // The first 16 ranks alone, then classes 8 % wide.
            let width = (first * 0.08).floor().max(1.0).min(blocks - first + 1.0);
            let middle = first + (width - 1.0) / 2.0;
            let weight = middle.powf(-theta);
            harmonic += weight * width;
            ranks.push((weight, width / blocks));
            first += width.max(1.0);
        }
        let scale = accesses / harmonic;
        ranks.iter_mut().for_each(|rank| rank.0 *= scale);
        Self { blocks, ranks }
    }

    /// The probability that a block has `count` accesses.
    fn probability(&self, count: f64) -> f64 {
        if count == 0.0 {
            return self.ranks.iter().map(|(mean, share)| share * (-mean).exp()).sum();
        }
        let factorial = ln_factorial(count);
        self.ranks
            .iter()
            .map(|(mean, share)| share * (count * mean.ln() - mean - factorial).exp())
            .sum()
    }
}

/// The logarithm of a factorial, by Stirling's series (Abramowitz and Stegun 6.1.41); within 1e-6 from 1 on.
fn ln_factorial(n: f64) -> f64 {
    let x = n + 1.0;
    let shift: f64 = (0..4).map(|step| (x + f64::from(step)).ln()).sum();
    let y = x + 4.0;
    (y - 0.5) * y.ln() - y + 0.5 * std::f64::consts::TAU.ln() + 1.0 / (12.0 * y)
        - 1.0 / (360.0 * y.powi(3))
        - shift
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;
    use base::distribution::IndexDistribution;
    use base::random::derive;

    fn estimate(theta: f64, blocks: u64, accesses: u64, rate: f64, seed: u64) -> ZipfEstimate {
        let law = if theta > 0.0 {
            IndexDistribution::zipf(blocks, theta)
        } else {
            IndexDistribution::uniform(blocks)
        };
        let mut rng = Rng::new(seed);
        let mut counts = vec![0u32; blocks as usize];
        (0..accesses).for_each(|_| counts[law.draw(&mut rng) as usize] += 1);
        let sampled = |block: u64| derive(seed, &[block]) as f64 / u64::MAX as f64 <= rate;
        let kept = (0..blocks).filter(|block| counts[*block as usize] > 0 && sampled(*block));
        let kept = kept.map(|block| (block as usize % PARTS, counts[block as usize]));
        AccessCounts::new(kept, accesses, rate).zipf().expect("there are enough blocks")
    }

    #[test]
    fn theta_is_recovered() {
        for (case, (theta, blocks, accesses, rate)) in [
            (0.0, 20_000, 200_000, 1.0),
            (0.5, 50_000, 300_000, 1.0),
            (0.8, 100_000, 300_000, 0.3),
            (0.9, 1_000_000, 300_000, 0.2),
            (0.99, 200_000, 400_000, 0.2),
            (1.2, 200_000, 400_000, 1.0),
        ]
        .into_iter()
        .enumerate()
        {
            let seed = 11 + case as u64;
            let found = estimate(theta, blocks, accesses, rate, seed);
            eprintln!("seed {seed}: theta {theta}, {blocks} blocks: {found:?}");
            assert!((found.theta - theta).abs() <= 0.05, "seed {seed}: {theta} gives {found:?}");
        }
    }
}
