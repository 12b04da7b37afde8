//! A rate limit that is granted in slices: returns for each arrival and its cost the time at which it is admitted.
//!
//! The throttle of Linux control groups works in this way (`block/blk-throttle.c`): the whole budget of a slice is
//! granted at its start, and nothing more until the next one. Never reads a clock.

/// The length of a slice of Linux control groups in nanoseconds (`DFL_THROTL_SLICE`).
pub const KERNEL_SLICE_NS: u64 = 100_000_000;

/// Cost above the grant that is only the rounding of floats.
const ROUNDING: f64 = 1e-9;

#[derive(Clone, Debug)]
pub struct SlicedRateLimit {
    rate_per_ns: f64,
    slice_ns: u64,
    /// Start of the oldest slice that is still counted.
    start_ns: u64,
    /// When an idle limit resets `used`.
    end_ns: u64,
    /// The cost admitted since `start_ns`.
    used: f64,
    last_ns: u64,
}

impl SlicedRateLimit {
    /// A limit of `rate` units per second, granted in slices of `slice_ns`.
    pub fn new(rate: f64, slice_ns: u64) -> Self {
        let rate_per_ns = rate / 1e9;
        Self { rate_per_ns, slice_ns, start_ns: 0, end_ns: 0, used: 0.0, last_ns: 0 }
    }

    /// The time at which an arrival of `cost` units is admitted.
    #[inline]
    pub fn admit(&mut self, at_ns: u64, cost: f64) -> u64 {
        let mut now_ns = at_ns.max(self.last_ns);
        // While an arrival waits, the counted slices are kept.
        if at_ns > self.end_ns && at_ns >= self.last_ns {
            (self.start_ns, self.used) = (now_ns, 0.0);
        }
        loop {
            // A slice is granted in full as soon as it begins.
            let slices = (now_ns - self.start_ns) / self.slice_ns + 1;
            let granted_ns = slices * self.slice_ns;
            let over = self.used + cost - self.rate_per_ns * granted_ns as f64;
            if over <= ROUNDING {
                break;
            }
            // Cost above the grant takes whole further slices to earn; the remainder is granted at the start of the last one.
            let wait_ns = (over / self.rate_per_ns) as u64 / self.slice_ns * self.slice_ns;
            now_ns = self.start_ns + granted_ns + wait_ns;
        }
        self.used += cost;
        self.last_ns = now_ns;
        // The kernel ends slices at multiples of their length.
        self.end_ns = (now_ns + self.slice_ns).next_multiple_of(self.slice_ns);
        self.forget(now_ns);
        now_ns
    }

    /// Drops what was granted before the last whole slice.
    fn forget(&mut self, now_ns: u64) {
        let whole = (now_ns - self.start_ns) / self.slice_ns;
        if whole >= 2 {
            let old_ns = (whole - 1) * self.slice_ns;
            self.start_ns += old_ns;
            self.used = (self.used - self.rate_per_ns * old_ns as f64).max(0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_grant_the_rate_and_one_slice_more_at_once() {
        let slice_ns = 100_000_000;
        let mut gate = SlicedRateLimit::new(3300.0, slice_ns);
        let admitted: Vec<u64> = (0..33_000).map(|_| gate.admit(0, 1.0)).collect();
        assert!(admitted[..330].iter().all(|&at_ns| at_ns == 0));
        assert!(admitted[330..660].iter().all(|&at_ns| at_ns == slice_ns));
        assert_eq!(admitted[32_999], 99 * slice_ns);
        // After a pause there is no saved credit beyond the slice that begins.
        let later_ns = 60_000_000_000;
        assert_eq!((0..400).filter(|_| gate.admit(later_ns, 1.0) == later_ns).count(), 330);
        // A request larger than a slice waits until it is earned.
        let mut small = SlicedRateLimit::new(1.0, slice_ns);
        assert_eq!(small.admit(0, 0.05), 0);
        assert_eq!(small.admit(0, 0.25), 2 * slice_ns);
    }

    #[test]
    fn what_was_not_used_is_kept_for_two_slices_at_most() {
        let slice_ns = 100_000_000;
        let mut gate = SlicedRateLimit::new(1000.0, slice_ns);
        // 50 in each of ten slices that allow 100.
        let steady: Vec<u64> = (0..500).map(|i| gate.admit(i * 2_000_000, 1.0)).collect();
        assert!(steady.iter().zip(0..).all(|(&at_ns, i)| at_ns == i * 2_000_000));
        let at_ns = 1_000_000_000;
        let at_once = (0..1000).filter(|_| gate.admit(at_ns, 1.0) == at_ns).count();
        assert!((100..=300).contains(&at_once), "{at_once}");
    }
}
