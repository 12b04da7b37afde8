//! Random distributions over `0..n`: uniform, Zipf, Pareto (80/20-like) and a normal hot-spot.
//!
//! A distribution is built once; drawing from it does not allocate.

use crate::Rng;

/// A distribution over `0..n`.
#[derive(Clone, Debug)]
pub enum IndexDistribution {
    Uniform {
        n: u64,
    },
    /// Zipf by rejection inversion (Hörmann and Derflinger 1996); value `k` has weight `(k+1)^-theta`.
    Zipf(Zipf),
    /// Share `h` of the draws falls into the first share `1-h` of the values, and so on within that share
    /// (bounded self-similar distribution, Gray et al. 1994).
    Pareto {
        n: u64,
        /// The exponent `ln(1-h) / ln(h)`: larger is more skewed.
        exponent: f64,
    },
    /// A normal hot-spot around the middle; draws outside the range are redrawn uniformly.
    Normal {
        n: u64,
        /// The centre as a share of the range, 0 to 1.
        center: f64,
        /// The standard deviation as a share of the range.
        deviation: f64,
    },
}

impl IndexDistribution {
    /// Uniform over `0..n`; `n` must not be 0.
    pub fn uniform(n: u64) -> Self {
        assert!(n > 0, "a distribution has at least one value");
        Self::Uniform { n }
    }

    /// Zipf with `theta > 0` over `0..n`.
    pub fn zipf(n: u64, theta: f64) -> Self {
        Self::Zipf(Zipf::new(n, theta))
    }

    /// Self-similar: share `hot` (0.5 < `hot` < 1) of the draws falls into share `1 - hot` of the values.
    pub fn pareto(n: u64, hot: f64) -> Self {
        assert!(n > 0 && hot > 0.5 && hot < 1.0);
        Self::Pareto { n, exponent: (1.0 - hot).ln() / hot.ln() }
    }

    /// A normal hot-spot; `deviation` as a share of the range.
    pub fn normal(n: u64, center: f64, deviation: f64) -> Self {
        assert!(n > 0 && deviation > 0.0);
        Self::Normal { n, center, deviation }
    }

    /// One draw in `0..n`.
    #[inline]
    pub fn draw(&self, rng: &mut Rng) -> u64 {
        match self {
            Self::Uniform { n } => rng.below(*n),
            Self::Zipf(zipf) => zipf.draw(rng),
            Self::Pareto { n, exponent } => {
                ((*n as f64 * rng.unit().powf(*exponent)) as u64).min(n - 1)
            }
            Self::Normal { n, center, deviation } => {
                let x = center + deviation * rng.normal();
                if (0.0..1.0).contains(&x) {
                    ((x * *n as f64) as u64).min(n - 1)
                } else {
                    rng.below(*n)
                }
            }
        }
    }
}

/// A Zipf distribution, named as in the paper: `h` is the integral of x^-theta from 1 on.
#[derive(Clone, Debug)]
pub struct Zipf {
    n: f64,
    theta: f64,
    h_first: f64,
    h_last: f64,
    /// Up to this distance above the hat's place, the value is accepted without the test of rejection.
    shortcut: f64,
}

impl Zipf {
    fn new(n: u64, theta: f64) -> Self {
        assert!(n > 0 && theta > 0.0);
        let mut zipf = Self { n: n as f64, theta, h_first: 0.0, h_last: 0.0, shortcut: 0.0 };
        zipf.h_first = zipf.h(1.5) - 1.0;
        zipf.h_last = zipf.h(zipf.n + 0.5);
        zipf.shortcut = 2.0 - zipf.h_inverse(zipf.h(2.5) - (-theta * 2f64.ln()).exp());
        zipf
    }

    fn h(&self, x: f64) -> f64 {
        let log = x.ln();
        expm1_over_x((1.0 - self.theta) * log) * log
    }

    fn h_inverse(&self, x: f64) -> f64 {
        let t = (x * (1.0 - self.theta)).max(-1.0);
        (log1p_over_x(t) * x).exp()
    }

    #[inline]
    fn draw(&self, rng: &mut Rng) -> u64 {
        loop {
            let u = self.h_last + rng.unit() * (self.h_first - self.h_last);
            let x = self.h_inverse(u);
            let k = (x + 0.5).floor().clamp(1.0, self.n);
            if k - x <= self.shortcut || u >= self.h(k + 0.5) - (-self.theta * k.ln()).exp() {
                return k as u64 - 1;
            }
        }
    }
}

/// Nearer to 0 than this, the first two terms of a series are exact to the last bit, and a quotient may be 0 / 0.
const SERIES_MAX: f64 = 1e-8;

fn expm1_over_x(x: f64) -> f64 {
    if x.abs() > SERIES_MAX { x.exp_m1() / x } else { 1.0 + x / 2.0 }
}

fn log1p_over_x(x: f64) -> f64 {
    if x.abs() > SERIES_MAX { x.ln_1p() / x } else { 1.0 - x / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(law: &IndexDistribution, n: usize) -> Vec<f64> {
        let mut rng = Rng::new(3);
        let mut counts = vec![0u32; n];
        for _ in 0..200_000 {
            counts[law.draw(&mut rng) as usize] += 1;
        }
        counts.iter().map(|&c| f64::from(c) / 200_000.0).collect()
    }

    #[test]
    fn zipf_follows_its_weights() {
        for theta in [0.8, 1.0, 1.2] {
            let n = 50;
            let total: f64 = (1..=n).map(|k| (k as f64).powf(-theta)).sum();
            let seen = shares(&IndexDistribution::zipf(n, theta), n as usize);
            for (k, share) in seen.iter().enumerate() {
                let want = (k as f64 + 1.0).powf(-theta) / total;
                assert!((share - want).abs() < 0.004, "theta {theta} k {k}: {share} {want}");
            }
        }
    }

    #[test]
    fn pareto_80_20_puts_80_percent_into_20() {
        let seen = shares(&IndexDistribution::pareto(1000, 0.8), 1000);
        let hot: f64 = seen[..200].iter().sum();
        assert!((hot - 0.8).abs() < 0.01, "{hot}");
    }

    #[test]
    fn normal_is_centred() {
        let seen = shares(&IndexDistribution::normal(100, 0.5, 0.1), 100);
        let middle: f64 = seen[40..60].iter().sum();
        assert!((middle - 0.683).abs() < 0.02, "{middle}");
    }
}
