//! How much time a line takes: reported if the budget ended the search.
//!
//! Takes a line's interval, returns a time. Only operations over the latency limit inform about a line, and they are few by
//! design. A line with a narrow interval takes about the same number of them on every storage. Runs nothing.

use super::RampResult;
use workload::LatencyLimit;

/// The operations over the latency limit that a line known to about 10 % takes, over the whole ramp (measured, see
/// crates/study/METHODS.md).
const LATE: f64 = 1000.0;
/// The budget is at least this many times the time that was too little.
const MORE_TIMES: f64 = 2.0;
/// The least budget in seconds that is advised: less lets a role try its rates once (ours).
const LEAST_S: f64 = 10.0;

impl RampResult {
    /// The budget in seconds for a line known to about 10 %, and more than it had. It assumes the highest line possible, so that it is no
    /// larger than necessary: a lower line takes more, which the next answer says. `None` if the user ended the search.
    pub fn budget_needed_s(&self, latency_limit: LatencyLimit) -> Option<f64> {
        let high = self.load_line.map(|line| line.ends().high).filter(|high| *high > 0.0);
        let line_s = high.map_or(0.0, |high| LATE / ((1.0 - latency_limit.quantile) * high));
        let more_s = MORE_TIMES * self.spent_ns as f64 / 1e9;
        (!self.interrupted).then_some(line_s.max(more_s).max(LEAST_S))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Nanos;
    use summary::Estimate;

    fn found(low: f64, high: f64, confirmed: bool) -> RampResult {
        RampResult {
            load_line: Some(Estimate::between(low, low, high)),
            confirmed,
            spent_ns: 60_000_000_000,
            ..RampResult::default()
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
        assert_eq!(needed(3540.0, 3690.0, true), Some(120.0));
        assert_eq!(needed(2000.0, 3690.0, false), Some(120.0));
        assert!(needed(20.0, 40.0, true).is_some());
    }
}
