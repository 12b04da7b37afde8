//! Latency histograms with three significant digits from 1 ns to 1 h (HdrHistogram), fixed in size.
//!
//! A histogram takes no memory until it is made ready or something is counted; then 270 KiB, of which the
//! system gives only the pages that are touched.

/// A latency histogram in nanoseconds; values beyond one hour count as one hour.
#[derive(Clone, Debug, Default)]
pub struct Histogram(Option<Box<Inner>>);

type Inner = hdrhistogram::Histogram<u64>;

/// The largest latency that is told apart: one hour.
pub const LATENCY_NS_MAX: u64 = 3_600_000_000_000;

impl PartialEq for Histogram {
    /// Equal counts; whether memory was taken makes no difference.
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => a == b,
            (a, b) => a.as_ref().or(b.as_ref()).is_none_or(|x| x.is_empty()),
        }
    }
}

#[cold]
fn allocate() -> Box<Inner> {
    let inner = Inner::new_with_bounds(1, LATENCY_NS_MAX, 3);
    Box::new(inner.expect("the bounds are constants that the crate accepts"))
}

impl Histogram {
    /// An empty histogram that takes no memory yet.
    pub fn new() -> Self {
        Self(None)
    }

    /// Takes the memory now, so that recording never does.
    pub fn ready(&mut self) {
        self.inner();
    }

    /// Whether the memory is taken.
    pub fn is_ready(&self) -> bool {
        self.0.is_some()
    }

    #[inline]
    fn inner(&mut self) -> &mut Inner {
        self.0.get_or_insert_with(allocate)
    }

    /// Counts one latency; allocates if the histogram was never made ready.
    #[inline]
    pub fn record(&mut self, latency_ns: u64) {
        self.inner().saturating_record(latency_ns);
    }

    /// Counts `n` equal latencies; allocates if the histogram was never made ready.
    #[inline]
    pub fn record_n(&mut self, latency_ns: u64, n: u64) {
        self.inner().saturating_record_n(latency_ns, n);
    }

    /// Adds another one.
    pub fn merge(&mut self, other: &Self) {
        if let Some(from) = other.0.as_deref().filter(|from| !from.is_empty()) {
            self.inner().add(from).expect("all histograms have the same bounds");
        }
    }

    /// Empties it, keeping its memory.
    pub fn clear(&mut self) {
        if let Some(inner) = self.0.as_mut().filter(|inner| !inner.is_empty()) {
            inner.reset();
        }
    }

    /// How many latencies were counted.
    pub fn count(&self) -> u64 {
        self.0.as_ref().map_or(0, |x| x.len())
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// The latency that share `q` (0 to 1) of the operations did not exceed, within 0.1 %; 0 when empty.
    pub fn quantile_ns(&self, q: f64) -> u64 {
        self.0.as_ref().map_or(0, |x| x.value_at_quantile(q))
    }

    /// The mean in nanoseconds, within 0.1 %; 0 when empty.
    pub fn mean_ns(&self) -> f64 {
        self.0.as_ref().map_or(0.0, |x| x.mean())
    }

    /// The smallest, within 0.1 %; 0 when empty.
    pub fn min_ns(&self) -> u64 {
        self.0.as_ref().filter(|x| !x.is_empty()).map_or(0, |x| x.min())
    }

    /// The largest, within 0.1 %; 0 when empty.
    pub fn max_ns(&self) -> u64 {
        self.0.as_ref().map_or(0, |x| x.max())
    }

    /// How many were above `limit_ns`, within 0.1 % of the limit.
    pub fn count_above(&self, limit_ns: u64) -> u64 {
        self.0.as_ref().map_or(0, |x| x.len() - x.count_between(0, limit_ns))
    }

    /// The buckets that hold something: highest equivalent latency in nanoseconds, and count.
    pub fn buckets(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let recorded = self.0.iter().flat_map(|x| x.iter_recorded());
        recorded.map(|x| (x.value_iterated_to(), x.count_at_value()))
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
            if i % 3 == 0 {
                a.record(value)
            } else {
                b.record(value)
            }
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

    #[test]
    fn memory_is_taken_late_and_makes_no_difference() {
        let (empty, mut ready) = (Histogram::new(), Histogram::new());
        ready.ready();
        assert!(!empty.is_ready() && ready.is_ready());
        assert_eq!(empty, ready);
        ready.merge(&empty);
        assert_eq!((ready.count(), empty.quantile_ns(0.5), empty.buckets().count()), (0, 0, 0));
        ready.record(5);
        assert_ne!(empty, ready);
    }
}
