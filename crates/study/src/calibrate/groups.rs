//! One shelf, or two kinds of disks in one shelf?
//!
//! Takes the logarithms of one pass; returns the group of each disk. Never splits off so few disks that they could be the
//! outliers themselves.

use base::median;

/// The gap between two kinds, in spreads of a kind.
const ROOM_SPREADS: f64 = 4.0;

/// The group of each disk: 0 for all, or 0 and 1 (faster) if the disks fall into two kinds. Each kind has at least a quarter of
/// the disks, and three; of four disks two.
pub(super) fn groups(logs: &[f64], practical: f64) -> Vec<usize> {
    let n = logs.len();
    let least = if n == 4 { 2 } else { n.div_ceil(4).max(3) };
    let mut sorted = logs.to_vec();
    sorted.sort_by(f64::total_cmp);
    let splits = (least..=n.saturating_sub(least)).map(|at| (sorted[at] - sorted[at - 1], at));
    let Some((room, at)) = splits.max_by(|a, b| a.0.total_cmp(&b.0)) else {
        return vec![0; n];
    };
    let (slow, fast) = sorted.split_at(at);
    let spread = spread(slow).max(spread(fast));
    if room < practical.max(ROOM_SPREADS * spread) {
        return vec![0; n];
    }
    logs.iter().map(|log| usize::from(*log >= sorted[at])).collect()
}

/// A standard deviation that a few outliers do not raise: 1.4826 x the median distance from the median (Hampel 1974).
pub(super) fn spread(values: &[f64]) -> f64 {
    let middle = median(values);
    let distances: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    1.4826 * median(&distances)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_models_are_two_groups_and_a_few_odd_disks_are_none() {
        let slow = [4.60, 4.61, 4.62, 4.60, 4.59, 4.61, 4.60];
        let fast = slow.map(|log| log + 0.4);
        let both = [slow, fast].concat();
        let wanted = [[0; 7], [1; 7]].concat();
        assert_eq!(groups(&both, 0.05), wanted);
        let two_odd: Vec<f64> = both[..7].iter().chain(&both[7..9]).copied().collect();
        assert_eq!(groups(&two_odd, 0.05), vec![0; 9]);
        assert_eq!(groups(&slow, 0.05), vec![0; 7]);
        for few in 0..3 {
            assert_eq!(groups(&fast[..few], 0.05), vec![0; few]);
        }
        assert_eq!(groups(&[4.6, 5.0, 4.61, 5.01], 0.05), vec![0, 1, 0, 1]);
    }
}
