//! The sum of a stream's counted intervals, for callers that need counts and distributions rather than figures.

use sample::IntervalSample;

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
    /// Adds the next interval, workers merged.
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
