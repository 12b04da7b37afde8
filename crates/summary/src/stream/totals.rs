//! The sum of a stream's counted intervals, for callers that need counts and distributions rather than figures.

use sample::IntervalSample;

/// A distribution: the latency and the count of each bucket.
type Buckets = Vec<(u64, u64)>;

/// The sum of the counted intervals of one stream. Of the warm-up, which is not counted, it holds the errors.
#[derive(Clone, Debug)]
pub struct Totals {
    sum: IntervalSample,
}

impl Default for Totals {
    fn default() -> Self {
        Self { sum: IntervalSample::new(0, 0, 0) }
    }
}

impl Totals {
    pub fn push(&mut self, interval: &IntervalSample) {
        if !interval.warm_up {
            return self.add(interval);
        }
        let sum = &mut self.sum;
        sum.read.errors += interval.read.errors;
        sum.write.errors += interval.write.errors;
        sum.flush.errors += interval.flush.errors;
        sum.trim.errors += interval.trim.errors;
    }

    /// Adds an interval whether or not it belongs to the warm-up.
    pub fn add(&mut self, interval: &IntervalSample) {
        self.sum.merge(interval);
        // However long the run is, this takes no more memory.
        self.sum.records.clear();
    }

    /// Adds the latencies of reads, writes and flushes, of each their total and their service latencies as buckets.
    pub(crate) fn add_latencies(&mut self, total: &[Buckets; 3], service: &[Buckets; 3]) {
        let sum = &mut self.sum;
        for (number, direction) in
            [&mut sum.read, &mut sum.write, &mut sum.flush].into_iter().enumerate()
        {
            total[number].iter().for_each(|(ns, count)| direction.total.record_n(*ns, *count));
            service[number].iter().for_each(|(ns, count)| direction.service.record_n(*ns, *count));
        }
    }

    /// Forgets what it holds, except the errors.
    pub fn forget(&mut self) {
        let old = std::mem::take(self).sum;
        self.sum.read.errors = old.read.errors;
        self.sum.write.errors = old.write.errors;
        self.sum.flush.errors = old.flush.errors;
        self.sum.trim.errors = old.trim.errors;
    }

    /// The counts of all intervals together; its times mean nothing, and it holds no single operations.
    pub fn counts(&self) -> &IntervalSample {
        &self.sum
    }
}
