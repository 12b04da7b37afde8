//! Latency histograms with three significant digits from 1 ns to 1 h (HdrHistogram), fixed in size.

/// A latency histogram in nanoseconds; values beyond one hour count as one hour.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram(hdrhistogram::Histogram<u64>);

/// The largest latency that is told apart: one hour.
pub const LATENCY_NS_MAX: u64 = 3_600_000_000_000;

impl Default for Histogram {
    fn default() -> Self {
        Self::new()
    }
}

impl Histogram {
    /// An empty histogram; the only place that allocates.
    pub fn new() -> Self {
        let inner = hdrhistogram::Histogram::new_with_bounds(1, LATENCY_NS_MAX, 3);
        Self(inner.expect("the bounds are constants that the crate accepts"))
    }

    /// Counts one latency.
    #[inline]
    pub fn record(&mut self, latency_ns: u64) {
        self.0.saturating_record(latency_ns);
    }

    /// Counts `n` equal latencies.
    #[inline]
    pub fn record_n(&mut self, latency_ns: u64, n: u64) {
        self.0.saturating_record_n(latency_ns, n);
    }

    /// Adds another one.
    pub fn merge(&mut self, other: &Self) {
        self.0.add(&other.0).expect("all histograms have the same bounds");
    }

    /// Empties it, keeping its memory.
    pub fn clear(&mut self) {
        self.0.reset();
    }

    /// How many latencies were counted.
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The latency that share `q` (0 to 1) of the operations did not exceed, within 0.1 %; 0 when empty.
    pub fn quantile_ns(&self, q: f64) -> u64 {
        self.0.value_at_quantile(q)
    }

    /// The mean in nanoseconds, within 0.1 %.
    pub fn mean_ns(&self) -> f64 {
        self.0.mean()
    }

    /// The smallest, within 0.1 %.
    pub fn min_ns(&self) -> u64 {
        if self.0.is_empty() { 0 } else { self.0.min() }
    }

    /// The largest, within 0.1 %.
    pub fn max_ns(&self) -> u64 {
        self.0.max()
    }

    /// How many were above `limit_ns`, within 0.1 % of the limit.
    pub fn count_above(&self, limit_ns: u64) -> u64 {
        self.0.len() - self.0.count_between(0, limit_ns)
    }

    /// The buckets that hold something: highest equivalent latency in nanoseconds, and count.
    pub fn buckets(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.0.iter_recorded().map(|x| (x.value_iterated_to(), x.count_at_value()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merge_then_quantile_is_the_quantile_of_all() {
        let (mut a, mut b, mut all) = (Histogram::new(), Histogram::new(), Histogram::new());
        for i in 1..=10_000u64 {
            let value = i * i;
            if i % 3 == 0 { a.record(value) } else { b.record(value) }
            all.record(value);
        }
        a.merge(&b);
        assert_eq!(a, all);
        let p99 = a.quantile_ns(0.99) as f64;
        assert!((p99 / 98_010_000.0 - 1.0).abs() < 0.001, "{p99}");
    }

    #[test]
    fn count_above_counts_the_tail() {
        let mut h = Histogram::new();
        h.record_n(1_000_000, 99);
        h.record_n(20_000_000, 1);
        assert_eq!(h.count_above(10_000_000), 1);
        assert_eq!(h.count_above(LATENCY_NS_MAX), 0);
    }
}
