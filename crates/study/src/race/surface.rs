//! How much of some values over depth and threads a smooth surface leaves unexplained.
//!
//! Takes places and values, gives the sum of squares that is left and its degrees of freedom. Least squares by the
//! normal equations; the surface is a plane with a bend in both directions.

const TERMS: usize = 5;
/// Fewer values than this are not fitted.
const VALUES_MIN: usize = TERMS + 3;

fn terms([depth, threads]: [f64; 2]) -> [f64; TERMS] {
    [1.0, depth, depth * depth, threads, threads * threads]
}

/// The sum of squares that is left and its degrees of freedom; `None` on too few values. Places that cannot distinguish all terms
/// use fewer.
pub(super) fn unexplained(values: &[([f64; 2], f64)]) -> Option<(f64, f64)> {
    if values.len() < VALUES_MIN {
        return None;
    }
    let mut matrix = [[0.0; TERMS + 1]; TERMS];
    for &(place, value) in values {
        let terms = terms(place);
        for (row, &a) in matrix.iter_mut().zip(&terms) {
            for (point, &b) in row.iter_mut().zip(&terms) {
                *point += a * b;
            }
            row[TERMS] += a * value;
        }
    }
    let (factors, used) = solve(matrix);
    let left = |&(place, value): &([f64; 2], f64)| {
        let fitted: f64 = terms(place).iter().zip(&factors).map(|(term, by)| term * by).sum();
        (value - fitted).powi(2)
    };
    Some((values.iter().map(left).sum(), (values.len() - used) as f64))
}

/// Gauss and Jordan without exchange of rows (the matrix is symmetric and not negative); a term that the earlier ones determine
/// is left out. Returns the factors and how many of them were used.
fn solve(mut matrix: [[f64; TERMS + 1]; TERMS]) -> ([f64; TERMS], usize) {
    let size: [f64; TERMS] = std::array::from_fn(|i| matrix[i][i]);
    let mut used = [false; TERMS];
    for i in 0..TERMS {
        if matrix[i][i] <= 1e-9 * size[i] {
            continue;
        }
        used[i] = true;
        let pivot = matrix[i];
        for (j, row) in matrix.iter_mut().enumerate() {
            let factor = if j == i { 1.0 - 1.0 / pivot[i] } else { row[i] / pivot[i] };
            for (point, by) in row.iter_mut().zip(&pivot) {
                *point -= factor * by;
            }
        }
    }
    let factors = std::array::from_fn(|i| if used[i] { matrix[i][TERMS] } else { 0.0 });
    (factors, used.iter().filter(|&&used| used).count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;

    fn grid(value: impl Fn([f64; 2]) -> f64) -> Vec<([f64; 2], f64)> {
        let places = (0..21).map(|i| [f64::from(i % 7), f64::from(i / 7)]);
        places.map(|place| (place, value(place))).collect()
    }

    #[test]
    fn a_smooth_surface_leaves_nothing_and_noise_leaves_itself() {
        let smooth = grid(|[x, y]| 1.0 - 0.3 * x + 0.02 * x * x + 0.5 * y - 0.1 * y * y);
        let (left, freedom) = unexplained(&smooth).unwrap();
        assert!(left < 1e-18, "{left}");
        assert_eq!(freedom, 16.0);
        let (mut sum, mut freedom) = (0.0, 0.0);
        let rng = std::cell::RefCell::new(Rng::new(3));
        for _ in 0..400 {
            let noisy = grid(|[x, _]| x + 0.1 * rng.borrow_mut().normal());
            let (left, free) = unexplained(&noisy).unwrap();
            (sum, freedom) = (sum + left, freedom + free);
        }
        let variance = sum / freedom;
        assert!((variance / 0.01 - 1.0).abs() < 0.06, "{variance}");
    }

    #[test]
    fn places_that_do_not_differ_use_fewer_terms() {
        let line: Vec<_> = (0..9).map(|i| ([f64::from(i), 0.0], f64::from(i % 2))).collect();
        let (left, freedom) = unexplained(&line).unwrap();
        assert_eq!(freedom, 6.0);
        assert!(left > 1.0);
        assert_eq!(unexplained(&line[..7]), None);
    }
}
