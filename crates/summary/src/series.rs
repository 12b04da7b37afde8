//! A bounded series: one value for each interval, halved in resolution whenever it is full; and how far a run drifts.
//!
//! Takes any number of values, gives at most [`Series::VALUES_MAX`] equal block means, so that a 24 h run
//! is judged in the memory of a short one. Never drops a whole block.

use crate::estimate::long_run;

/// A series of equally long intervals in bounded memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    values: Vec<f64>,
    block: u64,
    sum: f64,
    pending: u64,
    /// The number of all values, their mean, and the sum of the squares of their distances from it (Welford 1962).
    count: u64,
    mean: f64,
    squares: f64,
}

impl Series {
    /// The most block means that are kept; pairs are merged beyond.
    pub const VALUES_MAX: usize = 1_024;

    pub fn new() -> Self {
        Self { block: 1, ..Self::default() }
    }

    pub fn push(&mut self, value: f64) {
        self.count += 1;
        let distance = value - self.mean;
        self.mean += distance / self.count as f64;
        self.squares += distance * (value - self.mean);
        self.block = self.block.max(1);
        self.sum += value;
        self.pending += 1;
        if self.pending < self.block {
            return;
        }
        self.values.push(self.sum / self.block as f64);
        (self.sum, self.pending) = (0.0, 0);
        if self.values.len() >= Self::VALUES_MAX {
            self.values = self.values.chunks_exact(2).map(|x| (x[0] + x[1]) / 2.0).collect();
            self.block *= 2;
        }
    }

    /// The block means in order; an unfinished block is left out.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    /// The sample standard deviation of all values, also of those in an unfinished block; `None` for fewer than two.
    pub fn deviation(&self) -> Option<f64> {
        (self.count >= 2).then(|| (self.squares / (self.count - 1) as f64).sqrt())
    }

    /// How many intervals one block mean covers: a power of two.
    pub fn block(&self) -> u64 {
        self.block.max(1)
    }
}

pub fn slope(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let (middle, mean) = ((n - 1.0) / 2.0, values.iter().sum::<f64>() / n);
    let (mut top, mut bottom) = (0.0, 0.0);
    for (i, value) in values.iter().enumerate() {
        let x = i as f64 - middle;
        top += x * (value - mean);
        bottom += x * x;
    }
    if bottom > 0.0 { top / bottom } else { 0.0 }
}

/// How far a series drifts over its length relative to its mean, when that is clear of its noise
/// (four standard errors of the slope, correlation included); 0 otherwise.
pub fn drift(values: &[f64]) -> f64 {
    if values.len() < 20 {
        return 0.0;
    }
    let n = values.len() as f64;
    let slope = slope(values);
    let middle = (n - 1.0) / 2.0;
    let flat: Vec<f64> =
        values.iter().enumerate().map(|(i, v)| v - slope * (i as f64 - middle)).collect();
    let run = long_run(&flat);
    let error = (12.0 * run.variance * run.time / n.powi(3)).sqrt();
    if run.mean > 0.0 && slope.abs() > 4.0 * error { slope * (n - 1.0) / run.mean } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;

    #[test]
    fn the_deviation_is_that_of_a_sample() {
        let mut series = Series::new();
        series.push(90.0);
        assert_eq!(series.deviation(), None);
        series.push(100.0);
        series.push(110.0);
        assert_eq!(series.deviation(), Some(10.0));
    }

    #[test]
    fn a_day_of_seconds_stays_bounded_and_keeps_its_mean() {
        let mut series = Series::new();
        for i in 0..86_400u32 {
            series.push(f64::from(i % 7));
        }
        assert!(series.values().len() < Series::VALUES_MAX);
        let mean = series.values().iter().sum::<f64>() / series.values().len() as f64;
        assert!((mean - 3.0).abs() < 0.01, "{mean}");
        assert_eq!(series.block(), 128);
        // Equally many of 0 to 6: a variance of 4.
        let deviation = series.deviation().expect("many values");
        assert!((deviation - 2.0).abs() < 1e-3, "{deviation}");
    }

    #[test]
    fn a_drift_is_told_from_noise() {
        let (mut seen, mut false_alarms) = (0, 0);
        for seed in 0..200 {
            let mut rng = Rng::at(seed, &[9]);
            let flat: Vec<f64> = (0..60).map(|_| 1000.0 + 20.0 * rng.normal()).collect();
            false_alarms += i32::from(drift(&flat) != 0.0);
            let falling: Vec<f64> =
                flat.iter().enumerate().map(|(i, x)| x - 2.5 * i as f64).collect();
            seen += i32::from(drift(&falling) < -0.08);
        }
        eprintln!("drift of 15 % seen in {seen} of 200, false alarms {false_alarms} of 200");
        assert!(seen >= 198 && false_alarms <= 2, "{seen} {false_alarms}");
    }
}
