//! The Universal Scalability Law (Gunther 1993; "Guerrilla Capacity Planning", 2007), fitted by own least squares.
//!
//! Takes points as logarithms with their variances. N / X(N) = 1/lambda + sigma/lambda (N - 1) + kappa/lambda N (N - 1) is linear
//! in three numbers, none of which may be negative.

use super::hinge::HingePoint;
use record::scale::Usl;

#[derive(Clone, Copy, Debug)]
pub(super) struct UslFit {
    pub(super) usl: Usl,
    /// Chi-square of the logarithms.
    pub(super) misfit: f64,
    /// How many of the three numbers are not zero.
    pub(super) terms: usize,
    /// The number of disks with the highest throughput, and its standard error; `None` if throughput only rises.
    pub(super) peak: Option<(f64, f64)>,
}

/// Fits the points; none on fewer than three.
pub(super) fn fit(spots: &[HingePoint]) -> Option<UslFit> {
    if spots.len() < 3 {
        return None;
    }
    let of = [&[0][..], &[0, 1], &[0, 2], &[0, 1, 2]];
    let fits = of.iter().filter(|terms| terms.len() <= spots.len());
    let fits = fits.filter_map(|terms| with_terms(spots, terms));
    // A term is kept only if it improves the fit by more than its price (Schwarz 1978).
    let price = (spots.len() as f64).ln();
    fits.min_by(|a, b| {
        let cost = |fit: &UslFit| fit.misfit + price * fit.terms as f64;
        cost(a).total_cmp(&cost(b))
    })
}

/// The fit with these terms only; `None` if one of them is negative.
fn with_terms(spots: &[HingePoint], terms: &[usize]) -> Option<UslFit> {
    let mut found = [0.0; 3];
    let mut covariance = [[0.0; 3]; 3];
    // Weights depend on the fit, so a second and third round settle them.
    for round in 0..3 {
        let mut matrix = vec![vec![0.0; terms.len() + 1]; terms.len()];
        for spot in spots {
            let measured_scale = spot.n / spot.log.exp();
            let scale = if round == 0 { measured_scale } else { value(&found, spot.n) };
            let weight = 1.0 / (spot.variance * scale * scale);
            for (row, a) in terms.iter().enumerate() {
                for (column, b) in terms.iter().enumerate() {
                    matrix[row][column] += weight * basis(*a, spot.n) * basis(*b, spot.n);
                }
                matrix[row][terms.len()] += weight * basis(*a, spot.n) * measured_scale;
            }
        }
        let (solution, inverse) = solve(matrix)?;
        found = [0.0; 3];
        for (row, a) in terms.iter().enumerate() {
            found[*a] = solution[row];
            for (column, b) in terms.iter().enumerate() {
                covariance[*a][*b] = inverse[row][column];
            }
        }
        if terms.iter().any(|term| found[*term] <= 0.0) {
            return None;
        }
    }
    let misfit = spots.iter().map(|spot| {
        let away = spot.log - (spot.n / value(&found, spot.n)).ln();
        away * away / spot.variance
    });
    let usl =
        Usl { lambda: 1.0 / found[0], sigma: found[1] / found[0], kappa: found[2] / found[0] };
    let peak = (found[2] > 0.0 && usl.sigma < 1.0).then(|| peak(&found, &covariance));
    Some(UslFit { usl, misfit: misfit.sum(), terms: terms.len(), peak })
}

/// sqrt((1 - sigma) / kappa) and its standard error by the delta method.
fn peak(found: &[f64; 3], covariance: &[[f64; 3]; 3]) -> (f64, f64) {
    let [a, b, c] = *found;
    let at = ((a - b) / c).sqrt();
    let gradient = [1.0 / (2.0 * at * c), -1.0 / (2.0 * at * c), -at / (2.0 * c)];
    let mut variance = 0.0;
    for i in 0..3 {
        for j in 0..3 {
            variance += gradient[i] * gradient[j] * covariance[i][j];
        }
    }
    (at, variance.max(0.0).sqrt())
}

fn basis(term: usize, n: f64) -> f64 {
    match term {
        0 => 1.0,
        1 => n - 1.0,
        _ => n * (n - 1.0),
    }
}

fn value(found: &[f64; 3], n: f64) -> f64 {
    (0..3).map(|term| found[term] * basis(term, n)).sum()
}

/// Solves a small system and inverts its matrix (Gauss and Jordan with pivots); `None` if it is singular.
fn solve(mut rows: Vec<Vec<f64>>) -> Option<(Vec<f64>, Vec<Vec<f64>>)> {
    let n = rows.len();
    for (i, row) in rows.iter_mut().enumerate() {
        row.extend((0..n).map(|j| if i == j { 1.0 } else { 0.0 }));
    }
    for i in 0..n {
        let best = (i..n).max_by(|a, b| rows[*a][i].abs().total_cmp(&rows[*b][i].abs()))?;
        rows.swap(i, best);
        let pivot = rows[i][i];
        if pivot.abs() < 1e-300 {
            return None;
        }
        for x in &mut rows[i] {
            *x /= pivot;
        }
        let own = rows[i].clone();
        for (k, row) in rows.iter_mut().enumerate().filter(|(k, _)| *k != i) {
            let factor = row[i];
            for (x, y) in row.iter_mut().zip(&own) {
                *x -= factor * y;
            }
            debug_assert!(k != i);
        }
    }
    let solution = rows.iter().map(|row| row[n]).collect();
    let inverse = rows.iter().map(|row| row[n + 1..].to_vec()).collect();
    Some((solution, inverse))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_law_comes_back_and_unneeded_terms_are_left_out() {
        for (sigma, kappa) in [(0.05, 0.001), (0.0, 0.002), (0.1, 0.0), (0.0, 0.0)] {
            let truth = Usl { lambda: 120.0, sigma, kappa };
            let spots: Vec<HingePoint> = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0]
                .iter()
                .map(|n| HingePoint { n: *n, log: truth.at(*n).ln(), variance: 1e-6, noise: 1e-6 })
                .collect();
            let found = fit(&spots).unwrap();
            assert!((found.usl.lambda / 120.0 - 1.0).abs() < 1e-6, "{found:?}");
            assert!((found.usl.sigma - sigma).abs() < 1e-6, "{found:?}");
            assert!((found.usl.kappa - kappa).abs() < 1e-6, "{found:?}");
            let want = (kappa > 0.0).then(|| ((1.0 - sigma) / kappa).sqrt());
            match (found.peak, want) {
                (Some((peak, _)), Some(want)) => assert!((peak / want - 1.0).abs() < 1e-3),
                (found, want) => assert!(found.is_none() && want.is_none(), "{found:?} {want:?}"),
            }
        }
    }
}
