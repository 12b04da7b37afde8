//! How much time a line takes: reported if the budget ended the search.
//!
//! Takes a line's interval, returns a time. Only operations over the latency limit inform about a line, and they are few by
//! design. A line with a narrow interval takes about the same number of them on every storage. Runs nothing.

use super::RampResult;
use workload::LatencyLimit;

/// The operations over the latency limit that a line known to about 10 % takes, over the whole ramp (measured, see
/// crates/study/METHODS.md).
const LATE: f64 = 1000.0;
/// A line whose interval is wider than this (high over low) had too little time.
const WIDE: f64 = 1.2;
/// The budget is at least this many times the time that was too little.
const MORE_TIMES: f64 = 2.0;

impl RampResult {
    /// Whether the line is known worse than to about 10 %.
    pub fn is_wide(&self) -> bool {
        self.load_line.is_some_and(|line| line.high > line.low * WIDE)
    }

    /// The budget in seconds for a confirmed line known to about 10 %, if this line is wider or was not confirmed. It assumes the
    /// highest line possible, so that it is no larger than necessary: a lower line takes more, which the next answer says.
    pub fn budget_needed_s(&self, latency_limit: LatencyLimit) -> Option<f64> {
        let line = self.load_line?;
        if (self.confirmed && !self.is_wide()) || self.interrupted || line.high <= 0.0 {
            return None;
        }
        let needed_s = LATE / ((1.0 - latency_limit.quantile) * line.high);
        Some(needed_s.max(MORE_TIMES * self.spent_ns as f64 / 1e9))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ramp::Stalls;
    use crate::tried::Attempts;
    use base::Nanos;
    use summary::Estimate;

    fn found(low: f64, high: f64, confirmed: bool) -> RampResult {
        RampResult {
            load_line: Some(Estimate { value: low, low, high, confidence: 0.95 }),
            saturation_iops: None,
            tried: Attempts::default(),
            confirmed,
            depth_limited: false,
            ios: 0.0,
            slow: None,
            wander: None,
            stalls: Stalls::default(),
            stalled: false,
            interrupted: false,
            spent_ns: 60_000_000_000,
            probe: None,
            mib_each: None,
            closed: None,
            silence_s: 0.0,
        }
    }

    #[test]
    fn a_line_that_had_no_time_says_how_much_it_takes() {
        let latency_limit = LatencyLimit { quantile: 0.99, latency_ns: Nanos::millis(50) };
        let needed =
            |low, high, confirmed| found(low, high, confirmed).budget_needed_s(latency_limit);
        // A magnetic disk after a minute: half an hour and more.
        let hdd = needed(12.4, 56.1, false).expect("it was too short");
        assert!((1700.0..1900.0).contains(&hdd), "{hdd}");
        assert_eq!(needed(3540.0, 3690.0, true), None);
        assert_eq!(needed(2000.0, 3690.0, false), Some(120.0));
        assert!(needed(20.0, 40.0, true).is_some());
        assert!(found(20.0, 40.0, true).is_wide() && !found(35.1, 37.1, false).is_wide());
    }
}
