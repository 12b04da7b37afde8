//! Latency histograms with three significant digits from 1 ns to 1 h, in the buckets of HdrHistogram, fixed in size.
//!
//! A histogram takes no memory until [`Histogram::ready`] is called or something is counted. It then takes 270 KiB, of
//! which the system provides only the pages that are touched.

use crate::latency_buckets::LatencyBuckets;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A latency histogram in nanoseconds; values beyond one hour count as one hour.
#[derive(Clone, Debug, Default)]
pub struct Histogram(Option<Box<HistogramData>>);

/// The buckets, and exact sums, which the buckets cannot give.
#[derive(Clone, Debug)]
struct HistogramData {
    buckets: LatencyBuckets,
    sums: LatencySums,
}

/// Exact sums; 2^53 latencies of one hour fit into the squares.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct LatencySums {
    min_ns: u64,
    max_ns: u64,
    sum: u128,
    squares: u128,
}

impl LatencySums {
    const EMPTY: Self = Self { min_ns: u64::MAX, max_ns: 0, sum: 0, squares: 0 };

    #[inline]
    fn take(&mut self, latency_ns: u64, n: u64) {
        let capped = latency_ns.min(LATENCY_NS_MAX);
        self.min_ns = self.min_ns.min(capped);
        self.max_ns = self.max_ns.max(capped);
        self.sum += u128::from(capped) * u128::from(n);
        self.squares += u128::from(capped) * u128::from(capped) * u128::from(n);
    }
}

/// The exact moments of the latencies, not rounded by buckets.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    pub min_ns: u64,
    /// The largest; values beyond one hour count as one hour.
    pub max_ns: u64,
    pub mean_ns: f64,
    /// The population standard deviation (not that of a sample).
    pub deviation_ns: f64,
}

/// The largest latency that has a bucket of its own: one hour.
pub const LATENCY_NS_MAX: u64 = 3_600_000_000_000;

impl PartialEq for Histogram {
    /// Compares the counts; whether memory is allocated makes no difference.
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => a.buckets == b.buckets,
            (a, b) => a.as_ref().or(b.as_ref()).is_none_or(|x| x.buckets.total() == 0),
        }
    }
}

#[cold]
fn allocate() -> Box<HistogramData> {
    Box::new(HistogramData { buckets: LatencyBuckets::new(), sums: LatencySums::EMPTY })
}

impl Histogram {
    /// An empty histogram that takes no memory yet.
    pub fn new() -> Self {
        Self(None)
    }

    /// Allocates the memory now, so that recording never does.
    pub fn ready(&mut self) {
        self.inner();
    }

    /// Whether the memory is allocated.
    pub fn is_ready(&self) -> bool {
        self.0.is_some()
    }

    #[inline]
    fn inner(&mut self) -> &mut HistogramData {
        self.0.get_or_insert_with(allocate)
    }

    /// Counts one latency; allocates if [`Self::ready`] was not called.
    #[inline]
    pub fn record(&mut self, latency_ns: u64) {
        let inner = self.inner();
        inner.buckets.record_n(latency_ns.min(LATENCY_NS_MAX), 1);
        inner.sums.take(latency_ns, 1);
    }

    /// Counts `n` equal latencies; allocates if [`Self::ready`] was not called.
    #[inline]
    pub fn record_n(&mut self, latency_ns: u64, n: u64) {
        if n > 0 {
            let inner = self.inner();
            inner.buckets.record_n(latency_ns.min(LATENCY_NS_MAX), n);
            inner.sums.take(latency_ns, n);
        }
    }

    pub fn merge(&mut self, other: &Self) {
        if let Some(from) = other.0.as_deref().filter(|from| from.buckets.total() > 0) {
            let inner = self.inner();
            inner.buckets.add(&from.buckets);
            let (sums, more) = (&mut inner.sums, from.sums);
            sums.min_ns = sums.min_ns.min(more.min_ns);
            sums.max_ns = sums.max_ns.max(more.max_ns);
            sums.sum += more.sum;
            sums.squares += more.squares;
        }
    }

    /// Empties it, keeping its memory.
    pub fn clear(&mut self) {
        if let Some(inner) = self.0.as_mut().filter(|inner| inner.buckets.total() > 0) {
            inner.buckets.clear();
            inner.sums = LatencySums::EMPTY;
        }
    }

    pub fn count(&self) -> u64 {
        self.0.as_ref().map_or(0, |x| x.buckets.total())
    }

    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// The latency that share `q` (0 to 1) of the operations did not exceed, within 0.1 %; 0 when empty.
    pub fn quantile_ns(&self, q: f64) -> u64 {
        self.0.as_ref().map_or(0, |x| x.buckets.value_at_quantile(q))
    }

    /// The exact mean in nanoseconds; 0 when empty.
    pub fn mean_ns(&self) -> f64 {
        let filled = self.0.as_deref().filter(|x| x.buckets.total() > 0);
        filled.map_or(0.0, |x| x.sums.sum as f64 / x.buckets.total() as f64)
    }

    /// The smallest, within 0.1 %; 0 when empty.
    pub fn min_ns(&self) -> u64 {
        let filled = self.0.as_ref().filter(|x| x.buckets.total() > 0);
        filled.map_or(0, |x| x.buckets.min())
    }

    /// The largest, within 0.1 %; 0 when empty.
    pub fn max_ns(&self) -> u64 {
        self.0.as_ref().map_or(0, |x| x.buckets.max())
    }

    /// The exact smallest, largest, mean and deviation; all 0 when empty.
    pub fn moments(&self) -> Moments {
        let Some(inner) = self.0.as_deref().filter(|x| x.buckets.total() > 0) else {
            return Moments::default();
        };
        let (sums, count) = (inner.sums, u128::from(inner.buckets.total()));
        let mean_ns = sums.sum as f64 / count as f64;
        // Squares about the whole part of the mean, so that neither a sum overflows nor digits are lost.
        let whole = sums.sum / count;
        let about = sums.squares + whole * whole * count - 2 * whole * sums.sum;
        let rest = (sums.sum - whole * count) as f64 / count as f64;
        let variance = (about as f64 / count as f64 - rest * rest).max(0.0);
        let (min_ns, max_ns, deviation_ns) = (sums.min_ns, sums.max_ns, variance.sqrt());
        Moments { min_ns, max_ns, mean_ns, deviation_ns }
    }

    /// How many were above `limit_ns`, within 0.1 % of the limit.
    pub fn count_above(&self, limit_ns: u64) -> u64 {
        self.0.as_deref().map_or(0, |x| x.buckets.count_above(limit_ns))
    }

    /// The exact sums; `None` if nothing was counted.
    pub(crate) fn sums(&self) -> Option<LatencySums> {
        self.0.as_deref().filter(|x| x.buckets.total() > 0).map(|x| x.sums)
    }

    /// Replaces the sums, which were computed from buckets, by the exact sums of the latencies.
    pub(crate) fn restore_sums(&mut self, sums: LatencySums) {
        if let Some(inner) = &mut self.0 {
            inner.sums = sums;
        }
    }

    /// The non-empty buckets: highest equivalent latency in nanoseconds, and count.
    ///
    /// Collected, so that the walk over the buckets is compiled in this crate, which is optimised in every build.
    pub fn buckets(&self) -> std::vec::IntoIter<(u64, u64)> {
        let recorded = self.0.iter().flat_map(|x| x.buckets.recorded());
        recorded.collect::<Vec<_>>().into_iter()
    }
}

#[derive(Serialize, Deserialize)]
struct HistogramForm {
    sums: LatencySums,
    buckets: Vec<(u64, u64)>,
}

impl Serialize for Histogram {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = self.sums().map(|sums| {
            let mut before_ns = 0;
            let buckets = self.buckets().map(|(latency_ns, count)| {
                (latency_ns - std::mem::replace(&mut before_ns, latency_ns), count)
            });
            HistogramForm { sums, buckets: buckets.collect() }
        });
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Histogram {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut histogram = Self::new();
        let Some(form) = Option::<HistogramForm>::deserialize(deserializer)? else {
            return Ok(histogram);
        };
        let mut latency_ns = 0u64;
        for (step_ns, count) in form.buckets {
            latency_ns = latency_ns.saturating_add(step_ns);
            histogram.record_n(latency_ns, count);
        }
        histogram.restore_sums(form.sums);
        Ok(histogram)
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
        for limit_ns in [0, 999_000, 1_000_000, 19_999_000, 20_000_000, 20_100_000] {
            let of = |&(value_ns, _): &(u64, u64)| value_ns > limit_ns + limit_ns / 1_024;
            let tail: u64 = h.buckets().filter(of).map(|(_, count)| count).sum();
            assert_eq!(h.count_above(limit_ns), tail, "{limit_ns}");
        }
        h.record(LATENCY_NS_MAX + LATENCY_NS_MAX / 10);
        h.record(u64::MAX);
        assert_eq!([LATENCY_NS_MAX, u64::MAX].map(|limit_ns| h.count_above(limit_ns)), [0, 0]);
        assert_eq!(h.count_above(1_000_000_000), 2, "more than an hour counts as an hour");
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

    #[test]
    fn moments_are_exact_and_merge() {
        let (mut a, mut b) = (Histogram::new(), Histogram::new());
        a.record_n(1_000_001, 2);
        b.record(5_000_003);
        a.merge(&b);
        let got = a.moments();
        assert_eq!((got.min_ns, got.max_ns), (1_000_001, 5_000_003));
        assert!((got.mean_ns - 7_000_005.0 / 3.0).abs() < 1e-6, "{got:?}");
        // The deviation of 1,000,001 twice and 5,000,003 is 4,000,002 * sqrt(2) / 3.
        assert!((got.deviation_ns - 1_885_619.026_1).abs() < 1e-3, "{got:?}");
        a.clear();
        assert_eq!((a.moments(), Histogram::new().moments()), Default::default());
        // A day of I/O at the longest latency does not overflow.
        a.record_n(u64::MAX, 100_000_000_000);
        assert_eq!((a.moments().max_ns, a.moments().deviation_ns), (LATENCY_NS_MAX, 0.0));
    }

    #[test]
    fn a_histogram_comes_back_equal_with_its_moments() {
        let mut sent = Histogram::new();
        for number in 1..5_000u64 {
            sent.record(number * number * 37);
        }
        let bytes = postcard::to_allocvec(&sent).unwrap();
        let received: Histogram = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(received, sent);
        assert_eq!(received.moments(), sent.moments());
        assert_eq!(received.quantile_ns(0.99), sent.quantile_ns(0.99));
        let empty = postcard::to_allocvec(&Histogram::new()).unwrap();
        assert_eq!(empty.len(), 1);
        assert!(!postcard::from_bytes::<Histogram>(&empty).unwrap().is_ready());
        assert!(postcard::from_bytes::<Histogram>(&bytes[..bytes.len() / 2]).is_err());
    }
}
