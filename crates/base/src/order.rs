//! Medians of numbers and quantiles of counted buckets.

/// The median: the middle value, or the mean of the two in the middle; 0 for an empty slice.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        n if n % 2 == 1 => sorted[n / 2],
        n => (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0,
    }
}

/// The smallest value that a share (0 to 1) of all counted values does not exceed. `buckets` holds values in ascending
/// order with their counts. Returns `None` if all counts are 0 or there are no buckets.
pub fn quantile(buckets: impl IntoIterator<Item = (u64, u64)> + Clone, share: f64) -> Option<u64> {
    let total: u64 = buckets.clone().into_iter().map(|(_, count)| count).sum();
    let needed = ((share * total as f64).ceil() as u64).clamp(1, total.max(1));
    let mut seen = 0;
    for (value, count) in buckets {
        seen += count;
        if seen >= needed {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_or_between_the_two() {
        assert_eq!(median(&[]), 0.0);
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn a_quantile_is_the_first_value_that_enough_do_not_exceed() {
        let buckets = [(10, 50), (20, 49), (30, 1)];
        let found = [0.0, 0.5, 0.501, 0.99, 0.991, 1.0, 2.0].map(|q| quantile(buckets, q));
        assert_eq!(found, [10, 10, 20, 20, 30, 30, 30].map(Some));
        assert_eq!((quantile([], 0.5), quantile([(7, 0)], 0.5)), (None, None));
    }
}
