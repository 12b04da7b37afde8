//! The configuration of a ramp and its result, with the time that a line takes: only operations over the latency limit inform about
//! it, and they are few by design. A line with a narrow interval takes about the same number of them on every storage.

use super::{JudgedOperations, Stalls};
use crate::tried::Attempts;
use summary::Estimate;
use summary::warning::{Slower, SpeedSpread};
use workload::LatencyLimit;

#[derive(Clone, Debug, PartialEq)]
pub struct RampConfig {
    /// Index of the role in the profile's measured roles.
    pub role: usize,
    /// The role's name, for the records.
    pub name: String,
    pub latency_limit: LatencyLimit,
    /// The most operations outstanding, and the depth of the closed probe.
    pub depth_max: u32,
    /// The time for everything in nanoseconds, warm-ups included.
    pub budget_ns: u64,
    pub interval_ns: u64,
    /// The smallest rate worth knowing, in operations per second.
    pub rate_min: f64,
    /// The required rate, which decides the verdict; once it is proven or disproven, a coarser line is enough.
    pub required_iops: Option<f64>,
    pub is_confirmed: bool,
    /// Whether the distances between arrivals are exponential; otherwise they are equal.
    pub poisson: bool,
    /// How commits are made durable, where an operation is a commit that ends with a flush.
    pub flushed: Option<CommitFlush>,
    /// The operations in flight that a whole job allows, of all streams together: a flush then counts with the write before it.
    /// `None`: the load is one stream.
    pub job_depth: Option<u32>,
    /// Whether the closed loop's rate and latencies are reported beside the line, which takes longer.
    pub reports_closed_loop: bool,
    /// Limits that the kernel is known to set on this process's I/O.
    pub quotas: Vec<summary::Limit>,
}

/// How a log makes its commits durable: one writer, a flush at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommitFlush {
    pub writes: u32,
    pub together_max: u32,
}

impl RampConfig {
    /// The usual settings: intervals of 100 ms to 1 s by the budget, Poisson arrivals, rates from 1 per second, at a depth of 1
    /// from 0.1.
    pub fn new(
        role: usize,
        name: &str,
        latency_limit: LatencyLimit,
        depth_max: u32,
        budget_ns: u64,
    ) -> Self {
        Self {
            role,
            name: name.to_owned(),
            latency_limit,
            depth_max,
            budget_ns,
            interval_ns: (budget_ns / 120).clamp(100_000_000, 1_000_000_000),
            // If one operation takes nearly as long as the limit allows, a line may be that low.
            rate_min: if depth_max == 1 { 0.1 } else { 1.0 },
            required_iops: None,
            is_confirmed: false,
            poisson: true,
            flushed: None,
            job_depth: None,
            reports_closed_loop: false,
            quotas: Vec::new(),
        }
    }
}

impl RampConfig {
    /// The mean depth from which an interval with a backlog shows what the storage carries. A backlog of one stream of a job may
    /// be due to its single writer, while the storage has little to do. Half of the allowed depth (ours): a stream of two that waits for
    /// the storage reaches it, a single writer does not.
    pub(super) fn full_depth_min(&self) -> f64 {
        self.job_depth.map_or(0.0, |depth| f64::from(depth) / 2.0)
    }

    pub(super) fn judged(&self) -> JudgedOperations {
        match self.flushed {
            Some(_) => JudgedOperations::Commits,
            None if self.job_depth.is_some() => JudgedOperations::WholeJob,
            None => JudgedOperations::Data,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct RampResult {
    /// The load line: `value` lies at or under the rate that was confirmed, and at or under the true line with the
    /// risk stated in docs/explanation/methods/load-line.md; `low` to `high` holds the true line with 95 %. `None`: no rate was held.
    pub load_line: Option<Estimate>,
    /// Closed-loop rate at the full depth.
    pub saturation_iops: Option<f64>,
    /// The open-loop trials, and those of one operation at a time as a rate of 0.
    pub tried: Attempts,
    /// Whether the line was confirmed by a held run within the budget.
    pub confirmed: bool,
    /// Whether the closed probe at full depth stayed within the latency limit: more depth could carry more.
    pub depth_limited: bool,
    /// Operations of all trials, warm-ups included.
    pub ios: f64,
    /// A state in which the storage carries less than in another one; the line is the slower one's.
    pub slow: Option<Slower>,
    /// A speed that wanders from trial to trial; the line is that over many such phases.
    pub wander: Option<SpeedSpread>,
    /// The stalls of all trials; none if they are short and do not matter to the latency limit.
    pub stalls: Stalls,
    /// Whether stalls are so frequent that no rate meets the latency limit: proven by all trials, and also seen with one
    /// operation at a time.
    pub stalled: bool,
    pub interrupted: bool,
    pub spent_ns: u64,
    /// The rates of the closed probe over time, for the quota fingerprint.
    pub probe: Option<summary::StreamSummary>,
    /// Mean MiB of an operation of the closed loop.
    pub mib_each: Option<f64>,
    /// The closed-loop rate with its interval, in operations per second.
    pub closed: Option<Estimate>,
    /// The usual silence within an interval at full load, in seconds, if the storage works in slices; 0 otherwise.
    pub silence_s: f64,
}

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
