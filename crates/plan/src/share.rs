//! Exact arithmetic of shares: percentages of bytes, limits and ranges divided among workers.

use workload::Extent;

/// `percent` of `total`, rounded down, exact to a hundred-millionth of the total and free of overflow up to the largest
/// size; percentages outside of 0 to 100 are clamped.
pub(crate) fn percent_of(total: u64, percent: f64) -> u64 {
    let parts = (percent.clamp(0.0, 100.0) * 1e6).round() as u128;
    (u128::from(total) * parts / 100_000_000) as u64
}

pub(crate) fn extent_bytes(extent: Extent, total: u64) -> u64 {
    match extent {
        Extent::Bytes(bytes) => bytes.0,
        Extent::Percent(percent) => percent_of(total, percent),
    }
}

/// Part `index` of `count` of `0..total`, as start and end: the parts are disjoint, cover everything, and
/// differ by at most 1.
pub(crate) fn part(total: u64, index: u32, count: u32) -> (u64, u64) {
    let at = |i: u32| (u128::from(total) * u128::from(i) / u128::from(count)) as u64;
    (at(index), at(index + 1))
}

/// The share of worker `index` of `count` in `total`, in whole `unit`s if possible; the last worker gets the remainder.
/// The shares add up to `total`.
pub(crate) fn limit(total: u64, unit: u64, index: u32, count: u32) -> u64 {
    let unit = unit.max(1);
    let (start, end) = part(total / unit, index, count);
    let rest = if index + 1 == count { total % unit } else { 0 };
    (end - start) * unit + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn percentages_stay_within_the_total(total in any::<u64>(), percent in 0.0..=100.0f64) {
            let bytes = percent_of(total, percent);
            prop_assert!(bytes <= total);
            let off = (bytes as f64 - total as f64 * percent / 100.0).abs();
            prop_assert!(off <= 1.0 + total as f64 * 1e-8, "{off}");
        }

        #[test]
        fn the_whole_is_the_whole(total in any::<u64>()) {
            prop_assert_eq!(percent_of(total, 100.0), total);
            prop_assert_eq!(percent_of(total, 0.0), 0);
        }

        #[test]
        fn parts_are_disjoint_and_cover(total in any::<u64>(), count in 1u32..2000) {
            let mut at = 0;
            for index in 0..count {
                let (start, end) = part(total, index, count);
                prop_assert_eq!(start, at);
                prop_assert!(end >= start);
                at = end;
            }
            prop_assert_eq!(at, total);
        }

        #[test]
        fn limits_add_up(total in any::<u64>(), unit in 0u64..1 << 30, count in 1u32..2000) {
            let sum: u128 = (0..count).map(|i| u128::from(limit(total, unit, i, count))).sum();
            prop_assert_eq!(sum, u128::from(total));
        }
    }
}
