//! fio's histogram: 29 groups of 64 buckets, exact below 128 ns; the value of a bucket is its middle.

use crate::outcome::LatencyDistribution;
use std::collections::BTreeMap;

pub(super) const COUNT: usize = 29 * 64;

/// The bucket of a latency; everything above 17 s falls into the last one.
pub(super) fn index_of(value_ns: u64) -> usize {
    if value_ns < 128 {
        return value_ns as usize;
    }
    let shift = value_ns.ilog2() - 6;
    let place = (u64::from(shift) + 1) * 64 + ((value_ns >> shift) & 63);
    usize::try_from(place).map_or(COUNT - 1, |place| place.min(COUNT - 1))
}

/// The value of a bucket: its middle.
pub(super) fn value_of(index: usize) -> u64 {
    if index < 128 {
        return index as u64;
    }
    let shift = index / 64 - 1;
    (1 << (shift + 6)) + ((index as u64 % 64) << shift) + (1 << shift) / 2
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Buckets(pub(super) BTreeMap<usize, u64>);

impl Buckets {
    pub(super) fn of(distribution: &LatencyDistribution) -> Self {
        let mut all = BTreeMap::new();
        for &(value, count) in &distribution.buckets {
            let value =
                value.clamp(distribution.min_ns, distribution.max_ns.max(distribution.min_ns));
            *all.entry(index_of(value)).or_insert(0) += count;
        }
        Self(all)
    }

    /// The buckets' values with their counts, in ascending order.
    pub(super) fn bins(&self) -> impl Iterator<Item = (u64, u64)> + Clone {
        self.0.iter().map(|(&index, &count)| (value_of(index), count))
    }

    /// The value at a percentile: that of the first bucket at which the cumulative count reaches it.
    pub(super) fn percentile(&self, percent: f64) -> u64 {
        base::quantile(self.bins(), percent / 100.0).unwrap_or(0)
    }
}

/// Counts within fio's bounds: 10 below 1,000 ns, 10 below 1,000 µs, and 12 in milliseconds up to 2,000 and above.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct BoundTable {
    pub(super) ns: [u64; 10],
    pub(super) us: [u64; 10],
    pub(super) ms: [u64; 12],
}

impl BoundTable {
    /// Counts a distribution by its own buckets, which may be finer than fio's.
    pub(super) fn of(distribution: &LatencyDistribution) -> Self {
        const BOUNDS: [u64; 10] = [2, 4, 10, 20, 50, 100, 250, 500, 750, 1000];
        let mut table = Self::default();
        for &(value, count) in &distribution.buckets {
            let value = value.min(distribution.max_ns);
            let place = |unit_ns: u64| BOUNDS.iter().position(|bound| value < bound * unit_ns);
            let slot = match (place(1), place(1_000), place(1_000_000)) {
                (Some(at), ..) => &mut table.ns[at],
                (None, Some(at), _) => &mut table.us[at],
                (None, None, Some(at)) => &mut table.ms[at],
                _ if value < 2_000_000_000 => &mut table.ms[10],
                _ => &mut table.ms[11],
            };
            *slot += count;
        }
        table
    }
}

/// The names of the bounds; nanoseconds and microseconds use the first ten.
pub(super) const BOUND_NAMES: [&str; 12] =
    ["2", "4", "10", "20", "50", "100", "250", "500", "750", "1000", "2000", ">=2000"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bucket_holds_its_own_value_and_values_rise() {
        for index in 0..COUNT {
            assert_eq!(index_of(value_of(index)), index);
            assert!(index == 0 || value_of(index) > value_of(index - 1));
        }
        assert_eq!(value_of(index_of(649_003)), 651_264);
        assert_eq!(value_of(index_of(u64::MAX)), value_of(COUNT - 1));
        assert_eq!(value_of(COUNT - 1), 17_112_760_320);
    }

    #[test]
    fn the_table_counts_each_operation_once() {
        let values = [
            0,
            1,
            2,
            9,
            999,
            1_000,
            1_999,
            2_000,
            999_000,
            3_000_000,
            1_500_000_000,
            9_000_000_000,
        ];
        let distribution = LatencyDistribution {
            buckets: values.iter().map(|&v| (v, 1)).collect(),
            max_ns: 9_000_000_000,
            ..LatencyDistribution::default()
        };
        let table = BoundTable::of(&distribution);
        assert_eq!(table.ns, [2, 1, 1, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(table.us, [2, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(table.ms, [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    }
}
