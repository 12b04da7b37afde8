//! Distances between two distributions.

/// The Jensen-Shannon divergence with logarithms of base 2, 0 to 1 (Lin 1991, IEEE Transactions on Information Theory
/// 37(1), equation 3.1 with equal weights). Takes the two shares of every value; each column adds up to 1.
pub fn jensen_shannon(shares: impl Iterator<Item = (f64, f64)>) -> f64 {
    let term = |p: f64, middle: f64| if p > 0.0 { p * (p / middle).log2() } else { 0.0 };
    let both = |(p, q): (f64, f64)| {
        let middle = f64::midpoint(p, q);
        f64::midpoint(term(p, middle), term(q, middle))
    };
    shares.map(both).sum::<f64>().clamp(0.0, 1.0)
}

/// The earth mover's distance (Wasserstein distance of order 1) of two samples in ascending order: the mean difference of their
/// quantiles (Vallender 1974, Theory of Probability and its Applications 18(4)). `None` if one is empty.
pub fn earth_mover(a: &[u64], b: &[u64]) -> Option<f64> {
    let (n, m) = (a.len() as u128, b.len() as u128);
    if n == 0 || m == 0 {
        return None;
    }
    // Quantiles are constant between multiples of 1/n and of 1/m; here they are counted in units of 1/(n m).
    let (mut i, mut j, mut at, mut moved) = (0u128, 0u128, 0u128, 0u128);
    while i < n && j < m {
        let (end_of_a, end_of_b) = ((i + 1) * m, (j + 1) * n);
        let end = end_of_a.min(end_of_b);
        moved += (end - at) * u128::from(a[i as usize].abs_diff(b[j as usize]));
        i += u128::from(end == end_of_a);
        j += u128::from(end == end_of_b);
        at = end;
    }
    Some(moved as f64 / (n * m) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn shares(weights: &[f64]) -> Vec<f64> {
        let all: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / all).collect()
    }

    fn divergence(p: &[f64], q: &[f64]) -> f64 {
        jensen_shannon(p.iter().copied().zip(q.iter().copied()))
    }

    fn sorted(mut sample: Vec<u64>) -> Vec<u64> {
        sample.sort_unstable();
        sample
    }

    proptest! {
        #[test]
        fn the_divergence_is_symmetric_bounded_and_0_of_equals(
            pairs in vec((0.0..10.0f64, 0.0..10.0f64), 1..20),
        ) {
            let p = shares(&pairs.iter().map(|pair| pair.0 + 1e-6).collect::<Vec<_>>());
            let q = shares(&pairs.iter().map(|pair| pair.1 + 1e-6).collect::<Vec<_>>());
            prop_assert!((divergence(&p, &q) - divergence(&q, &p)).abs() < 1e-12);
            prop_assert!((0.0..=1.0).contains(&divergence(&p, &q)));
            prop_assert!(divergence(&p, &p) < 1e-12);
        }

        #[test]
        fn a_shift_moves_every_quantile_by_itself(
            sample in vec(0u64..1_000_000, 1..50), shift in 0u64..1_000_000, copies in 1usize..4,
        ) {
            let a = sorted(sample.clone());
            // Copies change the size of a sample, not its distribution.
            let b = sorted(sample.repeat(copies).iter().map(|value| value + shift).collect());
            let distance = earth_mover(&a, &b).expect("both have values");
            prop_assert!((distance - shift as f64).abs() < 1e-6, "{distance}");
            prop_assert_eq!(earth_mover(&b, &a), Some(distance));
        }

        #[test]
        fn the_earth_mover_keeps_the_triangle_inequality(
            a in vec(0u64..1_000, 1..20), b in vec(0u64..1_000, 1..20), c in vec(0u64..1_000, 1..20),
        ) {
            let (a, b, c) = (sorted(a), sorted(b), sorted(c));
            let between = |x: &[u64], y: &[u64]| earth_mover(x, y).expect("both have values");
            prop_assert!(between(&a, &c) <= between(&a, &b) + between(&b, &c) + 1e-9);
            prop_assert_eq!(between(&a, &a), 0.0);
        }
    }

    #[test]
    fn closed_forms() {
        assert_eq!(divergence(&[1.0, 0.0], &[0.0, 1.0]), 1.0);
        // Half of the mass is apart: 1 - log2(3) * 3/4 + 1/2 = 0.3113.
        let half = 1.5 - 0.75 * 3f64.log2();
        assert!((divergence(&[1.0, 0.0], &[0.5, 0.5]) - half).abs() < 1e-12);
        assert_eq!(earth_mover(&[0], &[0, 10]), Some(5.0));
        assert_eq!(earth_mover(&[0, 0, 9], &[0, 9]), Some(1.5));
        assert_eq!(earth_mover(&[], &[1]), None);
    }
}
