//! How far a run drifts.

use crate::estimate::long_run;

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
