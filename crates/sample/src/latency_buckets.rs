//! Counts of latencies in the buckets of HdrHistogram with three significant digits, from 0 to one hour.
//!
//! The library of that name adds, clears and copies all its 33,792 buckets. A second of I/O touches a few hundred that lie close
//! together, so this counts which range was touched, and works on that range alone. Recording allocates nothing.

use crate::histogram::LATENCY_NS_MAX;

/// Values below this have buckets of their own. Above, each power of two has half as many buckets.
const FINE_BUCKETS: u64 = 1 << (HALF_BITS + 1);
const HALF_BITS: u32 = 10;
const BUCKETS: usize = bucket(LATENCY_NS_MAX) + 1;

#[inline]
const fn bucket(value: u64) -> usize {
    let shift = (value | (FINE_BUCKETS - 1)).ilog2() - HALF_BITS;
    ((shift as usize) << HALF_BITS) + (value >> shift) as usize
}

fn highest(bucket: usize) -> u64 {
    let shift = (bucket >> HALF_BITS).saturating_sub(1);
    let within = bucket - (shift << HALF_BITS);
    (((within as u64) + 1) << shift) - 1
}

fn lowest(bucket: usize) -> u64 {
    if bucket == 0 { 0 } else { highest(bucket - 1) + 1 }
}

/// The counts, in memory of fixed size.
#[derive(Debug)]
pub(crate) struct LatencyBuckets {
    counts: Box<[u64]>,
    total: u64,
    /// The first and the last bucket that is not empty; without values the first is greater.
    first: usize,
    last: usize,
}

impl Clone for LatencyBuckets {
    fn clone(&self) -> Self {
        let mut copy = Self::new();
        copy.add(self);
        copy
    }
}

impl PartialEq for LatencyBuckets {
    fn eq(&self, other: &Self) -> bool {
        self.total == other.total && self.touched().eq(other.touched())
    }
}

impl LatencyBuckets {
    pub(crate) fn new() -> Self {
        let counts = vec![0; BUCKETS].into_boxed_slice();
        Self { counts, total: 0, first: usize::MAX, last: 0 }
    }

    /// Counts `n` equal values of at most [`LATENCY_NS_MAX`].
    #[inline]
    pub(crate) fn record_n(&mut self, value: u64, n: u64) {
        let bucket = bucket(value);
        self.counts[bucket] = self.counts[bucket].saturating_add(n);
        self.total = self.total.saturating_add(n);
        self.first = self.first.min(bucket);
        self.last = self.last.max(bucket);
    }

    pub(crate) fn add(&mut self, other: &Self) {
        if other.total == 0 {
            return;
        }
        let range = other.first..=other.last;
        for (own, more) in self.counts[range.clone()].iter_mut().zip(&other.counts[range]) {
            *own = own.saturating_add(*more);
        }
        self.total = self.total.saturating_add(other.total);
        self.first = self.first.min(other.first);
        self.last = self.last.max(other.last);
    }

    pub(crate) fn clear(&mut self) {
        if self.total > 0 {
            self.counts[self.first..=self.last].fill(0);
            (self.total, self.first, self.last) = (0, usize::MAX, 0);
        }
    }

    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// The lowest value of the first bucket that is not empty; 0 without values.
    pub(crate) fn min(&self) -> u64 {
        if self.total == 0 { 0 } else { lowest(self.first) }
    }

    /// The highest value of the last bucket that is not empty; 0 without values.
    pub(crate) fn max(&self) -> u64 {
        if self.total == 0 { 0 } else { highest(self.last) }
    }

    /// The highest value of the bucket in which share `q` (0 to 1) of the values is reached; 0 without values.
    pub(crate) fn value_at_quantile(&self, q: f64) -> u64 {
        let wanted = ((q.min(1.0) * self.total as f64).ceil() as u64).max(1);
        let mut reached = 0u64;
        for (bucket, count) in self.touched() {
            reached = count.saturating_add(reached);
            if reached >= wanted {
                return if q == 0.0 { lowest(bucket) } else { highest(bucket) };
            }
        }
        self.max()
    }

    /// The number of values in buckets above that of `value`.
    pub(crate) fn count_above(&self, value: u64) -> u64 {
        let above = bucket(value.min(LATENCY_NS_MAX)) + 1;
        let tail = self.touched().rev().take_while(|(bucket, _)| *bucket >= above);
        tail.fold(0, |sum: u64, (_, count)| sum.saturating_add(count))
    }

    /// The buckets that are not empty: highest value, and count.
    pub(crate) fn recorded(&self) -> impl Iterator<Item = (u64, u64)> {
        let filled = self.touched().filter(|(_, count)| *count > 0);
        filled.map(|(bucket, count)| (highest(bucket), count))
    }

    /// From the first to the last bucket that is not empty: number and count.
    fn touched(&self) -> impl DoubleEndedIterator<Item = (usize, u64)> {
        let first = self.first.min(self.last);
        let counts = &self.counts[first..=self.last];
        counts.iter().enumerate().map(move |(number, count)| (first + number, *count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;

    fn both(
        values: impl Iterator<Item = (u64, u64)>,
    ) -> (LatencyBuckets, hdrhistogram::Histogram<u64>) {
        let own = LatencyBuckets::new();
        let theirs = hdrhistogram::Histogram::new_with_bounds(1, LATENCY_NS_MAX, 3).unwrap();
        values.fold((own, theirs), |(mut own, mut theirs), (value, n)| {
            own.record_n(value, n);
            theirs.record_n(value, n).unwrap();
            (own, theirs)
        })
    }

    fn assert_same(own: &LatencyBuckets, theirs: &hdrhistogram::Histogram<u64>) {
        let recorded = theirs.iter_recorded();
        let recorded = recorded.map(|x| (x.value_iterated_to(), x.count_at_value()));
        assert!(own.recorded().eq(recorded));
        assert_eq!((own.total(), own.max()), (theirs.len(), theirs.max()));
        assert_eq!(own.min(), theirs.min());
        for q in [0.0, 1e-9, 0.25, 0.5, 0.99, 0.999, 1.0, 1.5] {
            assert_eq!(own.value_at_quantile(q), theirs.value_at_quantile(q), "{q}");
        }
    }

    #[test]
    fn every_bucket_has_the_bounds_of_hdr_histogram() {
        let theirs = hdrhistogram::Histogram::<u64>::new_with_bounds(1, LATENCY_NS_MAX, 3).unwrap();
        for number in 0..BUCKETS {
            let (low, high) = (lowest(number), highest(number));
            assert_eq!([bucket(low), bucket(high)], [number; 2]);
            assert_eq!(
                [theirs.lowest_equivalent(high), theirs.highest_equivalent(low)],
                [low, high]
            );
        }
    }

    #[test]
    fn counts_do_not_overflow() {
        let mut own = LatencyBuckets::new();
        own.record_n(1_000, u64::MAX);
        own.record_n(5_000, u64::MAX);
        assert_eq!((own.total(), own.count_above(10)), (u64::MAX, u64::MAX));
        assert_eq!(own.value_at_quantile(1.0), 1_000);
    }

    #[test]
    fn counts_and_quantiles_are_those_of_hdr_histogram() {
        for seed in 0..50 {
            let mut rng = Rng::new(seed);
            let most = LATENCY_NS_MAX >> rng.below(42);
            let mut values = || (rng.below(most + 1), 1 + rng.below(5));
            let (mut own, mut theirs) = both((0..300).map(|_| values()));
            assert_same(&own, &theirs);
            let (more, theirs_more) = both((0..100).map(|_| values()));
            own.add(&more);
            theirs.add(&theirs_more).unwrap();
            assert_same(&own, &theirs);
            assert_eq!(own.clone(), own);
            own.clear();
            theirs.reset();
            assert_same(&own, &theirs);
            own.add(&more);
            assert_same(&own, &theirs_more);
        }
    }
}
