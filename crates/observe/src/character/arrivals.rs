//! How arrivals are spread over time: the index of dispersion at many scales, Hurst's parameter.
//!
//! The index of dispersion of counts is the variance of the arrivals in windows of one length over their mean (Gusella 1991); 1
//! for a Poisson process at every scale. Hurst's parameter is the slope of the variance over the length of the windows
//! (variance-time plot; Leland et al. 1994): 0.5 if windows are independent, towards 1 if bursts occur at every scale. A rate
//! that changes between phases raises both.

use serde::{Deserialize, Serialize};

/// The shortest window: 2^20 ns, about 1 ms.
const FIRST_SHIFT: u32 = 20;
/// Lengths of windows, each twice the one before; the longest is about 2.4 hours.
const SCALES: usize = 24;
/// A scale with fewer windows than this is not shown.
const WINDOWS_MIN: u64 = 30;
/// A scale with fewer arrivals per window is not used for Hurst's parameter: at such scales every process looks like Poisson's.
const ARRIVALS_MIN: f64 = 1.0;
const HURST_SCALES_MIN: usize = 4;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Arrivals {
    /// The index of dispersion at each length of windows.
    pub dispersion: Vec<DispersionPoint>,
    /// Hurst's parameter; absent if the capture is too short or too sparse.
    pub hurst: Option<f64>,
}

/// The index of dispersion at one length of windows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DispersionPoint {
    pub window_ns: u64,
    /// Variance over mean of the arrivals in a window.
    pub index: f64,
}

#[derive(Clone, Copy, Default)]
struct WindowScale {
    window: u64,
    count: u64,
    sum: f64,
    squares: f64,
}

#[derive(Default)]
pub(super) struct ArrivalFold {
    scales: [WindowScale; SCALES],
    last_ns: Option<u64>,
    arrivals: u64,
}

impl ArrivalFold {
    /// Takes the next arrival. An arrival out of order counts at the time of the previous one.
    pub(super) fn add(&mut self, at_ns: u64) {
        let at_ns = self.last_ns.map_or(at_ns, |last| last.max(at_ns));
        self.arrivals += 1;
        self.last_ns = Some(at_ns);
        for (index, scale) in self.scales.iter_mut().enumerate() {
            let window = at_ns >> (FIRST_SHIFT + index as u32);
            if window != scale.window {
                scale.close();
                scale.window = window;
            }
            scale.count += 1;
        }
    }

    /// The arrivals of a capture of this length; `None` with fewer than two.
    pub(super) fn arrivals(&self, length_ns: u64) -> Option<Arrivals> {
        if self.arrivals < 2 {
            return None;
        }
        let mut dispersion = Vec::new();
        let mut line = Vec::new();
        for (index, scale) in self.scales.iter().enumerate() {
            let shift = FIRST_SHIFT + index as u32;
            // Only windows that lie entirely within the capture.
            let windows = length_ns >> shift;
            let mut scale = *scale;
            if scale.window < windows {
                scale.close();
            }
            if windows < WINDOWS_MIN {
                break;
            }
            let mean = scale.sum / windows as f64;
            let variance = (scale.squares / windows as f64 - mean * mean).max(0.0);
            let window_ns = 1u64 << shift;
            dispersion
                .push(DispersionPoint { window_ns, index: variance / mean.max(f64::MIN_POSITIVE) });
            if mean >= ARRIVALS_MIN && variance > 0.0 {
                // The variance of the rate, by the logarithm of the length.
                line.push((f64::from(shift), (variance / (mean * mean)).log2()));
            }
        }
        Some(Arrivals { dispersion, hurst: hurst(&line) })
    }
}

impl WindowScale {
    fn close(&mut self) {
        let count = self.count as f64;
        self.sum += count;
        self.squares += count * count;
        self.count = 0;
    }
}

/// `1 + slope / 2` of the line through the variances; `None` where there are too few.
fn hurst(line: &[(f64, f64)]) -> Option<f64> {
    if line.len() < HURST_SCALES_MIN {
        return None;
    }
    let n = line.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| line.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let covariance: f64 = line.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let variance: f64 = line.iter().map(|point| (point.0 - x).powi(2)).sum();
    Some((1.0 + covariance / variance / 2.0).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;

    const SECOND_NS: f64 = 1e9;

    #[test]
    fn poisson_arrivals_have_an_index_of_one_and_no_memory() {
        let seed = 3;
        let mut rng = Rng::new(seed);
        let (mut fold, mut at) = (ArrivalFold::default(), 0.0);
        while at < 600.0 * SECOND_NS {
            at += rng.exponential() * SECOND_NS / 2_000.0;
            fold.add(at as u64);
        }
        let found = fold.arrivals(at as u64).expect("there are arrivals");
        for point in found.dispersion.iter().filter(|p| p.window_ns < 1 << 31) {
            assert!((point.index - 1.0).abs() < 0.25, "seed {seed}: {point:?}");
        }
        let hurst = found.hurst.expect("it is long enough");
        assert!((hurst - 0.5).abs() < 0.08, "seed {seed}: {hurst}");
    }

    #[test]
    fn bursts_at_every_scale_raise_both() {
        let seed = 4;
        let mut rng = Rng::new(seed);
        // Periods on and off whose lengths have infinite variance (alpha 1.2): Hurst's parameter is (3 - 1.2) / 2 = 0.9.
        let (mut fold, mut at) = (ArrivalFold::default(), 0.0);
        while at < 3_600.0 * SECOND_NS {
            let length = |rng: &mut Rng| 0.05 * SECOND_NS * (1.0 - rng.unit()).powf(-1.0 / 1.2);
            let end = at + length(&mut rng).min(400.0 * SECOND_NS);
            while at < end {
                at += rng.exponential() * SECOND_NS / 500.0;
                fold.add(at as u64);
            }
            at += length(&mut rng).min(400.0 * SECOND_NS);
        }
        let found = fold.arrivals(at as u64).expect("there are arrivals");
        let hurst = found.hurst.expect("it is long enough");
        assert!((0.75..=0.98).contains(&hurst), "seed {seed}: {hurst}");
        let largest = found.dispersion.iter().map(|point| point.index).fold(0.0, f64::max);
        assert!(largest > 50.0, "seed {seed}: {largest}");
    }
}
