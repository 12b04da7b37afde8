//! How much a series remembers: its variance, and the integrated autocorrelation time.
//!
//! The mean of n correlated intervals is as good as the mean of n / time independent ones (Sokal 1997).

/// A correlation nearer to 1 is not told from 1 (ours): the time stays finite.
const CORRELATION_MAX: f64 = 0.995;
/// The variance, as a share of the squared mean, below which only the rounding of floats differs (ours).
const ROUNDING: f64 = 1e-18;

/// What the mean of a series rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LongRun {
    pub mean: f64,
    /// The variance of one interval, corrected for what the correlation hides.
    pub variance: f64,
    /// The integrated autocorrelation time in intervals, 1 or more.
    pub time: f64,
    pub n: usize,
}

impl LongRun {
    /// How many independent intervals these are worth.
    pub fn effective(&self) -> f64 {
        self.n as f64 / self.time
    }
}

/// Mean, variance and autocorrelation time of intervals in order.
///
/// The time is the larger of two estimates. The first is that of a first-order process, whose lag-1 correlation is corrected for
/// its small-sample bias by (1 + 3 phi) / n (Kendall 1954) and then raised by two standard errors, because too short a memory is
/// the dangerous error in an interval that is valid at any time. The second is Geyer's initial positive sequence (1992), which
/// sees slower memory. The variance of an interval is divided by (1 - time / n), since intervals that move together spread less
/// around their own mean than around the true one.
pub fn long_run(values: &[f64]) -> LongRun {
    let n = values.len();
    let mean = values.iter().sum::<f64>() / (n as f64).max(1.0);
    if n < 4 {
        return LongRun { mean, variance: 0.0, time: n.max(1) as f64, n };
    }
    let centred: Vec<f64> = values.iter().map(|x| x - mean).collect();
    let lag = |k: usize| -> f64 {
        centred[k..].iter().zip(&centred).map(|(a, b)| a * b).sum::<f64>() / n as f64
    };
    let gamma = lag(0);
    if gamma <= ROUNDING * mean * mean {
        return LongRun { mean, variance: 0.0, time: 1.0, n };
    }
    let first = lag(1) / gamma;
    let unbiased =
        (first + (1.0 + 3.0 * first.max(0.0)) / n as f64).clamp(-CORRELATION_MAX, CORRELATION_MAX);
    let phi = (unbiased + 2.0 * ((1.0 - unbiased * unbiased).max(0.1) / n as f64).sqrt())
        .clamp(0.0, CORRELATION_MAX);
    let time = ((1.0 + phi) / (1.0 - phi)).max(geyer(&lag, gamma, first, n)).min(n as f64 / 2.0);
    LongRun { mean, variance: gamma / (1.0 - time / n as f64), time, n }
}

/// Twice the sum of the correlations in pairs while the pairs are positive and clear of the noise, less 1.
fn geyer(lag: &dyn Fn(usize) -> f64, gamma: f64, first: f64, n: usize) -> f64 {
    let noise = 1.0 / (n as f64).sqrt();
    let mut sum = 1.0 + first;
    let mut last = sum;
    for k in 1..n / 4 {
        let pair = ((lag(2 * k) + lag(2 * k + 1)) / gamma).min(last);
        if pair <= noise {
            break;
        }
        sum += pair;
        last = pair;
    }
    2.0 * sum - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;

    #[test]
    fn the_time_of_a_first_order_process_is_found() {
        for (phi, want) in [(0.0, 1.0), (0.5, 3.0), (0.9, 19.0)] {
            let mut rng = Rng::new(5);
            let mut x = 0.0;
            let data: Vec<f64> = (0..20_000)
                .map(|_| {
                    x = phi * x + rng.normal();
                    x
                })
                .collect();
            let got = long_run(&data).time;
            assert!((got / want - 1.0).abs() < 0.12, "phi {phi}: {got}");
        }
    }
}
