//! Random permutations of `0..n` in constant memory: each value is computed from its position, and each occurs once.
//!
//! A Feistel network over the bits that `n` needs, split into two halves that need not be equal (the alternating,
//! unbalanced network of Schneier and Kelsey, "Unbalanced Feistel Networks and Block Cipher Design", FSE 1996), is a
//! permutation of a power of two whatever its round function is. A result of `n` or above goes through the network
//! again until it is below `n`: the cycle walking of Black and Rogaway, "Ciphers with Arbitrary Finite Domains",
//! CT-RSA 2002. This keeps it a permutation and takes less than two passes on average. Four rounds of a random function
//! look random to an observer of few values (Luby and Rackoff, SIAM J. Comput. 17(2), 1988). Short ranges are
//! observed completely, so there are more rounds, see `ROUNDS`. This is not a cipher: some values reveal the rest.

use crate::random;

/// Rounds of the network. By measurement, the frequencies of the 120 permutations of five differ beyond chance with 8
/// rounds, but not with 12.
const ROUNDS: usize = 12;

/// One random permutation of `0..n`.
#[derive(Clone, Debug)]
pub struct Permutation {
    n: u64,
    low_bits: u32,
    low_mask: u64,
    high_mask: u64,
    keys: [u64; ROUNDS],
}

impl Permutation {
    /// The permutation of `0..n` for this seed; `n` must not be 0.
    pub fn new(n: u64, seed: u64) -> Self {
        assert!(n > 0, "a permutation has at least one value");
        let bits = 64 - (n - 1).leading_zeros();
        let low_bits = bits / 2;
        let mask = |bits: u32| (1u64 << bits) - 1;
        let keys = std::array::from_fn(|round| random::derive(seed, &[round as u64]));
        Self { n, low_bits, low_mask: mask(low_bits), high_mask: mask(bits - low_bits), keys }
    }

    pub fn len(&self) -> u64 {
        self.n
    }

    /// Always false: a permutation has at least one value.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// The value at this position; `index` must be below `n`.
    #[inline]
    pub fn at(&self, index: u64) -> u64 {
        debug_assert!(index < self.n);
        let mut value = index;
        loop {
            value = self.permute(value);
            if value < self.n {
                return value;
            }
        }
    }

    /// One pass through the network: a permutation of the power of two that `n` needs.
    #[inline]
    fn permute(&self, value: u64) -> u64 {
        let (mut low, mut high) = (value & self.low_mask, value >> self.low_bits);
        for pair in self.keys.chunks_exact(2) {
            low ^= random::mix(high ^ pair[0]) & self.low_mask;
            high ^= random::mix(low ^ pair[1]) & self.high_mask;
        }
        high << self.low_bits | low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_once_whatever_the_range() {
        for n in (1..=70).chain([127, 128, 129, 255, 256, 257, 1000, 4096, 65_537]) {
            for seed in 0..4 {
                let order = Permutation::new(n, seed);
                let mut seen = vec![false; n as usize];
                for index in 0..n {
                    let there = std::mem::replace(&mut seen[order.at(index) as usize], true);
                    assert!(!there, "{n} numbers, seed {seed}: one comes twice");
                }
            }
        }
    }

    #[test]
    fn the_largest_ranges_stay_within_their_bounds() {
        for n in [u64::MAX, 1 << 63, (1 << 63) + 1, (1 << 52) + 12_345] {
            let order = Permutation::new(n, 7);
            for index in [0, 1, n / 2, n - 1] {
                assert!(order.at(index) < n);
            }
        }
    }

    /// How far chi-squared exceeds its degrees of freedom, in standard deviations.
    fn excess(counts: &[u64], each: f64) -> f64 {
        let sum: f64 = counts.iter().map(|count| (*count as f64 - each).powi(2) / each).sum();
        let free = counts.len() as f64 - 1.0;
        (sum - free) / (2.0 * free).sqrt()
    }

    #[test]
    fn orders_of_few_are_equally_frequent() {
        // All orders of 3, 4 and 5.
        for (n, orders) in [(3u64, 6), (4, 24), (5, 120)] {
            let mut counts = std::collections::BTreeMap::new();
            let seeds = 400 * orders as u64;
            for seed in 0..seeds {
                let order = Permutation::new(n, seed);
                let order: Vec<u64> = (0..n).map(|index| order.at(index)).collect();
                *counts.entry(order).or_insert(0u64) += 1;
            }
            let counts: Vec<u64> = counts.into_values().collect();
            assert_eq!(counts.len(), orders, "{n}: orders that never come");
            let excess = excess(&counts, seeds as f64 / orders as f64);
            assert!(excess.abs() < 5.0, "{n}: {excess}");
        }
    }

    #[test]
    fn each_place_and_each_step_is_as_likely_as_any_other() {
        for n in [10u64, 16, 100, 257] {
            let mut first = vec![0u64; n as usize];
            let mut step = vec![0u64; n as usize];
            let seeds = 400 * n;
            for seed in 0..seeds {
                let order = Permutation::new(n, seed);
                let at = seed % n;
                first[order.at(at) as usize] += 1;
                let (a, b) = (order.at(at), order.at((at + 1) % n));
                step[((b + n - a) % n) as usize] += 1;
            }
            assert_eq!(step[0], 0);
            for (name, counts) in [("places", &first[..]), ("steps", &step[1..])] {
                let excess = excess(counts, seeds as f64 / counts.len() as f64);
                assert!(excess.abs() < 5.0, "{name} of {n}: {excess}");
            }
        }
    }
}
