//! Keeps operations near a target duration by lowering the number outstanding, as SQLIOSim does.
//!
//! Each completion updates a running average, `(average * (n - 1) + duration) / n`, where n is the most operations that
//! may be outstanding. The average starts at the target.

/// The running average and the allowed number of outstanding operations.
#[derive(Clone, Debug)]
pub struct OperationThrottle {
    target_ns: u64,
    most: u32,
    now: u32,
    average_ns: f64,
    count: u64,
}

impl OperationThrottle {
    /// Allows `most` (at least 1) outstanding operations while the average is at most `target_ns`.
    pub fn new(target_ns: u64, most: u32) -> Self {
        let most = most.max(1);
        Self { target_ns, most, now: most, average_ns: target_ns as f64, count: 0 }
    }

    /// Records the duration of a completed operation.
    #[inline]
    pub fn record(&mut self, duration_ns: u64) {
        let n = f64::from(self.most);
        self.average_ns = (self.average_ns * (n - 1.0) + duration_ns as f64) / n;
        if self.average_ns > self.target_ns as f64 {
            if self.now > 1 {
                self.now -= 1;
                self.count += 1;
            }
        } else if self.now < self.most {
            self.now += 1;
        }
    }

    #[inline]
    pub fn limit(&self) -> u32 {
        self.now
    }

    /// `Running Average IO Duration`, in nanoseconds.
    pub fn average_ns(&self) -> f64 {
        self.average_ns
    }

    /// `Number of times IO throttled`.
    pub fn count(&self) -> u64 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_operations_leave_one_and_fast_ones_bring_all_back() {
        let mut throttle = OperationThrottle::new(100, 8);
        for _ in 0..50 {
            throttle.record(1000);
        }
        assert_eq!((throttle.limit(), throttle.count()), (1, 7));
        assert!(throttle.average_ns() > 900.0);
        for _ in 0..50 {
            throttle.record(10);
        }
        assert_eq!((throttle.limit(), throttle.count()), (8, 7));
    }
}
