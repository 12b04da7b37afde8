//! Widths of intervals that are valid at any time of looking.
//!
//! They are the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas
//! (2021, theorem 2.2), a normal mixture in the line of Robbins (1970) and Howard and Ramdas (2021), on
//! the count of *effective* intervals.

use super::LongRun;
use std::f64::consts::PI;

/// The worth in independent intervals below which no interval is given: the variance is not known well enough.
pub(super) const EFFECTIVE_MIN: f64 = 6.0;
/// The fewest intervals for an interval.
pub(super) const INTERVALS_MIN: usize = 10;
/// The worth in effective intervals at which the sequence is tightest.
const TIGHTEST: f64 = 30.0;

/// Half the width of the any-time-valid interval at error `alpha`; `None`: too few data.
pub fn half_width_any_time(run: &LongRun, alpha: f64) -> Option<f64> {
    let m = run.effective();
    if run.n < INTERVALS_MIN || m < EFFECTIVE_MIN {
        return None;
    }
    let log = -2.0 * alpha.ln();
    let rho2 = (log + log.ln_1p()) / TIGHTEST;
    let spread = m * rho2 + 1.0;
    let width = (2.0 * spread / (m * m * rho2) * (spread.sqrt() / alpha).ln()).sqrt();
    Some(run.variance.sqrt() * width * small_sample(m, alpha))
}

/// How much wider an interval is for a variance estimated from `m` values than for a known one.
fn small_sample(m: f64, alpha: f64) -> f64 {
    let p = 1.0 - alpha / 2.0;
    student(p, m - 1.0) / normal_quantile(p)
}

/// Student's quantile for 0.5 < `p` < 1 and `df` degrees of freedom by the expansion of Cornish and Fisher (Abramowitz
/// and Stegun 26.7.5): within 1 % from 4 degrees of freedom up at 0.975, 5 % low there at 0.9995. It is a quarter low at one
/// degree; so below 4 the quantile is exact at 1 and 2, and straight in 1/`df` between, which is never low.
pub fn student(p: f64, df: f64) -> f64 {
    let straight = |[from, to]: [f64; 2], [low, high]: [f64; 2]| {
        low + (high - low) * (1.0 / from - 1.0 / df) / (1.0 / from - 1.0 / to)
    };
    let two = (2.0 * p - 1.0) / (2.0 * p * (1.0 - p)).sqrt();
    match df {
        ..2.0 => straight([1.0, 2.0], [(PI * (p - 0.5)).tan(), two]),
        2.0..4.0 => straight([2.0, 4.0], [two, expansion(p, 4.0)]),
        _ => expansion(p, df),
    }
}

fn expansion(p: f64, df: f64) -> f64 {
    let z = normal_quantile(p);
    let (z3, z5, z7) = (z.powi(3), z.powi(5), z.powi(7));
    z + (z3 + z) / (4.0 * df)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * df.powi(2))
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * df.powi(3))
}

/// The normal quantile for 0.5 < p < 1 (Abramowitz and Stegun 26.2.23, error below 4.5e-4).
fn normal_quantile(p: f64) -> f64 {
    let t = (-2.0 * (1.0 - p).ln()).sqrt();
    t - (2.515_517 + 0.802_853 * t + 0.010_328 * t * t)
        / (1.0 + 1.432_788 * t + 0.189_269 * t * t + 0.001_308 * t.powi(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_agree_with_the_tables() {
        assert!((normal_quantile(0.975) - 1.96).abs() < 1e-3);
        let table =
            [(1.0, 12.706), (2.0, 4.303), (3.0, 3.182), (5.0, 2.571), (10.0, 2.228), (30.0, 2.042)];
        for (df, want) in table {
            let got = student(0.975, df);
            assert!(got > 0.99 * want && got < 1.04 * want, "{df}: {got}");
        }
    }

    #[test]
    fn an_interval_for_any_time_is_wider_than_one_for_one_time() {
        let run = LongRun { mean: 10.0, variance: 1.0, time: 1.0, n: 60 };
        let once = (run.variance / run.effective()).sqrt() * student(0.975, 59.0);
        assert!(half_width_any_time(&run, 0.05).unwrap() > once);
        assert_eq!(half_width_any_time(&LongRun { n: 9, ..run }, 0.05), None);
        assert_eq!(half_width_any_time(&LongRun { time: 20.0, ..run }, 0.05), None);
    }
}
