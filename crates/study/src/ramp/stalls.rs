//! Times in which nothing moves: found in the looks of all trials, and what they leave of a ceiling.
//!
//! Takes looks, gives stalls. A stall is not a matter of load: where it falls into a trial, the trial says nothing of
//! the line, and where stalls come often, no rate keeps the ceiling. They are taken to come at random moments, so that
//! their number is Poisson's, with the exact lower limit of Garwood (1936). Runs nothing.

/// A stall lasts longer than this many ceilings, or it is what ceilings are for.
const CEILINGS: f64 = 2.0;
/// The latency jumps by this part of the time since the last operation at least: a queue that grows does it slower.
const JUMP: f64 = 0.4;
/// Next to nothing moved: less than this part of what was to be expected, where that is so many operations.
const STILL_SHARE: f64 = 0.2;
const EXPECTED_MIN: f64 = 20.0;
/// One minus the confidence that stalls are as frequent as said.
const ALPHA: f64 = 0.05;

/// What was seen of stalls.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stalls {
    /// How many.
    pub count: u32,
    /// How long all of them together were, in seconds.
    pub length_s: f64,
    /// The time in which they were seen, in seconds.
    pub seconds: f64,
}

impl Stalls {
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            length_s: self.length_s + other.length_s,
            seconds: self.seconds + other.seconds,
        }
    }

    /// The usual length in seconds; 0 without one.
    pub fn usual_s(&self) -> f64 {
        self.length_s / f64::from(self.count.max(1))
    }

    /// The time from one to the next in seconds; without one, all the time there was.
    pub fn every_s(&self) -> f64 {
        self.seconds / f64::from(self.count.max(1))
    }

    /// The share of operations that stalls keep longer than `limit_s`, whatever the rate: those that arrive in time
    /// to wait that long.
    pub fn late_share(&self, limit_s: f64) -> f64 {
        (self.usual_s() - limit_s).max(0.0) / self.every_s().max(1e-9)
            * f64::from(self.count.min(1))
    }

    /// Whether that share is beyond `limit` for sure.
    pub(super) fn break_ceiling(&self, limit_s: f64, limit: f64) -> bool {
        self.late_share(limit_s) * least(self.count) > limit
    }
}

/// The lower limit of a Poisson mean over its count, from the Wilson and Hilferty (1931) approximation of chi-square; right
/// to 2 % from two on, and nothing is proven by one.
fn least(count: u32) -> f64 {
    let n = f64::from(count);
    if count < 2 {
        return 0.0;
    }
    let z = summary::estimate::student(1.0 - ALPHA, f64::from(u16::MAX));
    (1.0 - 1.0 / (9.0 * n) - z / (3.0 * n.sqrt())).max(0.0).powi(3)
}

/// Watches one trial.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    seen: Stalls,
    /// Seconds counted when the last look that moved anything ended, and the largest latency in it; before the first one
    /// the trial's beginning, which is the warm-up's.
    moved: (f64, f64),
    /// Whether it was still when the trial before ended: that stall was counted.
    known: bool,
    /// Whether nothing has moved since, where much should have.
    still: bool,
}

impl Watch {
    /// A trial after a warm-up of so many seconds; `known`: the trial before ended in a stall.
    pub(super) fn new(warm_up_s: f64, known: bool) -> Self {
        Self { seen: Stalls::default(), moved: (-warm_up_s, 0.0), known, still: false }
    }

    /// Takes a look that ends at `now_s`: its operations, its largest latency in seconds, and how many operations it should
    /// hold. Gives whether a stall ended in it.
    pub(super) fn push(
        &mut self,
        now_s: f64,
        ios: u64,
        longest_s: f64,
        due: f64,
        limit_s: f64,
    ) -> bool {
        self.seen.seconds = now_s;
        if ios == 0 || (due >= EXPECTED_MIN && (ios as f64) < STILL_SHARE * due) {
            self.still = due >= EXPECTED_MIN;
            return false;
        }
        let (then_s, usual_s) = std::mem::replace(&mut self.moved, (now_s, longest_s));
        self.still = false;
        let jump_s = longest_s - usual_s;
        let stalled = jump_s > CEILINGS * limit_s && jump_s > JUMP * (now_s - then_s);
        if stalled && !self.known {
            self.seen.count += 1;
            self.seen.length_s += longest_s;
        }
        self.known = false;
        stalled
    }

    /// Whether a stall goes on.
    pub(super) fn is_still(&self) -> bool {
        self.still
    }

    /// What was seen when the trial ended: a stall that still goes on is as long as it was until then, if that is longer
    /// than `limit_s` explains.
    pub(super) fn end(mut self, limit_s: f64) -> Stalls {
        let still_s = self.seen.seconds - self.moved.0.max(0.0);
        if self.still && !self.known && still_s > CEILINGS * limit_s {
            self.seen.count += 1;
            self.seen.length_s += still_s;
        }
        self.seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stall_is_seen_once_with_its_length_and_a_growing_queue_is_none() {
        let mut watch = Watch::new(0.5, false);
        let mut ended = Vec::new();
        for look in 1..=40 {
            let now_s = 0.5 * f64::from(look);
            // Nothing moves from 5.2 s to 6.4 s.
            let (ios, longest_s) = match look {
                11 => (200, 0.01),
                12 => (0, 0.0),
                13 => (700, 1.2),
                _ => (500, 0.01),
            };
            if watch.push(now_s, ios, longest_s, 500.0, 0.02) {
                ended.push(look);
            }
            assert_eq!(watch.is_still(), look == 12);
        }
        assert_eq!(ended, [13]);
        let seen = watch.end(0.02);
        assert_eq!((seen.count, seen.length_s, seen.seconds), (1, 1.2, 20.0));
        let mut queue = Watch::new(0.5, false);
        for look in 1..=40 {
            let now_s = 0.5 * f64::from(look);
            assert!(!queue.push(now_s, 500, 0.15 * now_s, 600.0, 0.02), "{look}");
        }
        assert_eq!(queue.end(0.02).count, 0);
    }

    #[test]
    fn two_stalls_prove_a_rate_and_one_does_not() {
        // The exact limits are 0.355, 0.818, 1.970, 5.425 of 2, 3, 5, 10 (Garwood 1936).
        for (count, low) in [(2, 0.355), (3, 0.818), (5, 1.970), (10, 5.425)] {
            let got = least(count) * f64::from(count);
            assert!((got / low - 1.0).abs() < 0.03, "{count}: {got}");
        }
        let seen = |count: u32| Stalls { count, length_s: f64::from(count), seconds: 50.0 };
        assert!(seen(5).break_ceiling(0.02, 0.01) && !seen(1).break_ceiling(0.02, 0.001));
        assert!(!seen(2).break_ceiling(0.02, 0.1) && !seen(5).break_ceiling(2.0, 0.01));
        assert!((seen(5).late_share(0.02) - 0.098).abs() < 1e-9);
        assert_eq!(seen(0).late_share(0.02), 0.0);
    }
}
