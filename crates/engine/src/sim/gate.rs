//! A rate limit with saved credit: returns for each arrival and its cost the time at which it is admitted.
//!
//! The generic cell rate algorithm (ITU-T I.371, 1996), which equals a token bucket, first come first served. Never
//! admits more than `credit + rate x time`. A quota in slices is [`base::throttle::SlicedRateLimit`].

#[derive(Clone, Debug)]
pub(super) struct CreditLimit {
    /// Nanoseconds per unit of cost at the sustained rate.
    unit_ns: f64,
    /// How far arrivals may be ahead of the sustained rate: the credit, in nanoseconds at that rate.
    tolerance_ns: f64,
    /// When everything admitted so far is earned at the sustained rate.
    earned_ns: f64,
    /// The time of the last admission; nothing overtakes.
    last_ns: f64,
}

impl CreditLimit {
    /// A limit of `rate` units per second that starts with `credit` units saved, which is also the maximum.
    pub(super) fn new(rate: f64, credit: f64) -> Self {
        let unit_ns = 1e9 / rate;
        Self { unit_ns, tolerance_ns: credit * unit_ns, earned_ns: 0.0, last_ns: 0.0 }
    }

    /// The time at which an arrival of `cost` units is admitted.
    #[inline]
    pub(super) fn admit(&mut self, at_ns: u64, cost: f64) -> u64 {
        let let_in_ns = (at_ns as f64).max(self.last_ns).max(self.earned_ns - self.tolerance_ns);
        self.last_ns = let_in_ns;
        self.earned_ns = self.earned_ns.max(let_in_ns) + cost * self.unit_ns;
        let_in_ns.ceil() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_credit_the_rate_is_exact() {
        let mut gate = CreditLimit::new(3000.0, 0.0);
        let last = (0..300_001).map(|_| gate.admit(0, 1.0)).last().unwrap();
        assert_eq!(last, 100_000_000_000);
    }

    #[test]
    fn credit_is_spent_then_the_rate_holds() {
        let mut gate = CreditLimit::new(100.0, 50.0);
        let at_once = (0..200).filter(|_| gate.admit(0, 1.0) == 0).count();
        assert_eq!(at_once, 51);
    }

    #[test]
    fn credit_comes_back_while_idle_but_never_beyond_its_size() {
        let mut gate = CreditLimit::new(100.0, 50.0);
        for _ in 0..200 {
            gate.admit(0, 1.0);
        }
        let day = 86_400_000_000_000;
        let at_once = (0..200).filter(|_| gate.admit(day, 1.0) == day).count();
        assert_eq!(at_once, 51);
    }
}
