//! Seeded random streams: one seed determines a whole run, and every worker gets its own stream derived from it.
//!
//! The generator is xoshiro256++ (Blackman and Vigna 2019) seeded through SplitMix64.

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A random stream; equal seeds give equal streams on every machine.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A separate stream for each `path` below a seed, such as `[phase, stream, worker]`.
    pub fn at(seed: u64, path: &[u64]) -> Self {
        Self::new(derive(seed, path))
    }

    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Uniform in `0..bound` without a division (Lemire 2019, biased below 2^-64 * bound); `bound` must not be 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        debug_assert!(bound > 0);
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u64
    }

    /// Uniform in `[0, 1)` with 53 bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Exponential with mean 1.
    #[inline]
    pub fn exponential(&mut self) -> f64 {
        -(1.0 - self.unit()).ln()
    }

    /// Standard normal (Box and Muller 1958, one of the pair).
    #[inline]
    pub fn normal(&mut self) -> f64 {
        let radius = (2.0 * self.exponential()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }

    pub fn fill(&mut self, buffer: &mut [u8]) {
        self.0.fill_bytes(buffer);
    }
}

/// A separate seed for each `path` below `seed` (SplitMix64 finaliser over the path).
pub fn derive(seed: u64, path: &[u64]) -> u64 {
    path.iter().fold(mix(seed), |acc, &step| mix(acc ^ mix(step.wrapping_add(0x9E37_79B9))))
}

#[inline]
pub(crate) fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_paths_give_equal_streams_and_neighbours_differ() {
        let mut a = Rng::at(7, &[1, 2]);
        let mut b = Rng::at(7, &[1, 2]);
        let mut c = Rng::at(7, &[2, 1]);
        let first = a.bits();
        assert_eq!(first, b.bits());
        assert_ne!(first, c.bits());
    }

    #[test]
    fn moments_are_those_of_the_law() {
        let mut rng = Rng::new(1);
        let n = 200_000;
        let normal: Vec<f64> = (0..n).map(|_| rng.normal()).collect();
        let mean = normal.iter().sum::<f64>() / n as f64;
        let variance = normal.iter().map(|x| x * x).sum::<f64>() / n as f64;
        assert!(mean.abs() < 0.01, "mean {mean}");
        assert!((variance - 1.0).abs() < 0.02, "variance {variance}");
        let exponential = (0..n).map(|_| rng.exponential()).sum::<f64>() / n as f64;
        assert!((exponential - 1.0).abs() < 0.01, "mean {exponential}");
    }
}
