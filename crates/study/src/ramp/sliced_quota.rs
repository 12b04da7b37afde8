//! The load line to expect if the closed loop is held by a quota that is granted in slices.
//!
//! Takes the closed loop's trial, returns the quota's exact rate and the line of Poisson arrivals under it. The line comes from a
//! simulation of the throttle alone (`base::throttle`), since the throttle decides and not the storage. It is an expectation for
//! the search, and no answer: trials may contradict it, and a run confirms the line. Runs no I/O.

use super::slow_phases::{self, LoadInterval};
use base::Rng;
use base::throttle::{KERNEL_SLICE_NS, SlicedRateLimit};
use summary::StreamSummary;
use summary::warning::{known_quota, steady_rate};
use workload::LatencyLimit;

/// Simulated arrivals for each rate: a share of 1 % over the limit is known to 5 % of itself if they come in bunches of a slice.
const ARRIVALS: u32 = 100_000;
/// Rates to try: halvings of the range up to the quota.
const HALVINGS: u32 = 10;
/// The seed of the arrivals, which are the same for every expectation.
const SEED: u64 = 1;
/// A longer silence is a stall, even under a quota: the slices of a kernel are 0.1 s.
const SILENCE_S_MAX: f64 = 0.25;
/// The least silence of a slice, in mean distances of operations (ours: of 4 operations in a slice, all at once).
const SILENCE_SPACINGS_MIN: f64 = 3.0;

/// A quota in slices that holds a closed loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SlicedQuota {
    /// What it lets through, in operations per second.
    pub(super) full_iops: f64,
    /// The silence of a slice that nine of ten do not exceed, in seconds.
    pub(super) silence_s: f64,
}

impl SlicedQuota {
    /// Finds the quota from a closed loop at full depth and its intervals; `None` without such a quota.
    pub(super) fn of(
        stream: &StreamSummary,
        looks: &[LoadInterval],
        quotas: &[summary::Limit],
    ) -> Option<Self> {
        if let Some((_, share)) = known_quota(stream, quotas) {
            let silence_s = KERNEL_SLICE_NS as f64 / 1e9;
            let ios = (stream.read.ios + stream.write.ios) as f64;
            return Some(Self { full_iops: ios / stream.seconds.max(1e-3) / share, silence_s });
        }
        let silence_s = Self::silence_s(stream, looks);
        // The first interval may hold what was granted before.
        let rates: Vec<f64> = looks.iter().skip(1).map(|look| look.carried.iops()).collect();
        let length_s = looks.first().map_or(0.0, |look| look.carried.seconds);
        steady_rate(&rates, length_s)
            .zip(silence_s)
            .map(|(full_iops, silence_s)| Self { full_iops, silence_s })
    }

    /// The silences of a closed loop that works in slices, in seconds: nine of ten are no longer. `None` if it does not, at whatever
    /// rate: a disturbed throttle is not steady, and pauses all the same.
    pub(super) fn silence_s(stream: &StreamSummary, looks: &[LoadInterval]) -> Option<f64> {
        let mut silences: Vec<f64> = looks.iter().map(|look| look.quiet_s).collect();
        silences.sort_by(f64::total_cmp);
        let (usual_s, long_s) =
            (*silences.get(silences.len() / 4)?, silences[silences.len() * 9 / 10]);
        // Slow storage is silent between two operations, too.
        let apart_s = stream.seconds / ((stream.read.ios + stream.write.ios) as f64).max(1.0);
        let silent =
            usual_s >= slow_phases::SLICE_S_MIN && usual_s > SILENCE_SPACINGS_MIN * apart_s;
        (silent && long_s <= SILENCE_S_MAX).then_some(long_s)
    }
}

/// The highest rate at which no more arrivals exceed the latency limit than it allows, if `full_iops` are let through: in slices
/// of the kernel (`sliced`), or at equal distances.
pub(crate) fn expected_line(full_iops: f64, latency_limit: LatencyLimit, sliced: bool) -> f64 {
    if !sliced {
        // The tail of a queue with a constant service time, in heavy traffic (Kingman 1961).
        let folds = -(1.0 - latency_limit.quantile).ln();
        return full_iops
            / (1.0 + folds / (2.0 * full_iops * latency_limit.latency_ns.as_secs_f64()));
    }
    let limit_ns = latency_limit.latency_ns.0;
    let allowed = (1.0 - latency_limit.quantile) * f64::from(ARRIVALS);
    let meets = |rate_iops: f64| {
        let mut throttle = SlicedRateLimit::new(full_iops, KERNEL_SLICE_NS);
        let mut rng = Rng::new(SEED);
        let mut at_ns = 0.0;
        let late = (0..ARRIVALS).filter(|_| {
            at_ns += rng.exponential() * 1e9 / rate_iops;
            throttle.admit(at_ns as u64, 1.0) - at_ns as u64 > limit_ns
        });
        late.count() as f64 <= allowed
    };
    let (mut low, mut high) = (0.0, full_iops);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        *(if meets(middle) { &mut low } else { &mut high }) = middle;
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Measured with fio's open loop on loop devices under `blkio.throttle`: 20 MB/s of 256 KiB reads (76.3/s) meet 30 ms at
    /// 66/s (0.5 % late) and not at 68/s (1.9 %); 3,300 writes per second meet 10 ms at 3,250/s.
    #[test]
    fn the_expected_line_is_what_a_throttled_device_has() {
        let line = |full_iops: f64, latency_limit: &str| {
            expected_line(full_iops, latency_limit.parse().unwrap(), true)
        };
        let scan = line(76.3, "p99<=30ms");
        assert!((63.0..68.0).contains(&scan), "{scan}");
        let log = line(3300.0, "p99<=10ms");
        assert!((3200.0..3300.0).contains(&log), "{log}");
        // A looser limit is met at a higher rate.
        assert!(line(76.3, "p99<=200ms") > scan);
    }
}
