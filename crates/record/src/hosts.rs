//! What each of several hosts did in a run that they measured together.

use crate::RunFailure;
use serde::{Deserialize, Serialize};
use summary::Warning;

/// The hosts of a run, in the order of their ranks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostsRecord {
    /// The identifier that the results of this run share on all hosts; empty in results of versions that had none.
    pub group: String,
    /// The number of the host whose part this is; none if the figures are those of all hosts.
    pub part: Option<u32>,
    pub hosts: Vec<HostRecord>,
    pub shares: Vec<HostShare>,
    /// The largest possible difference between the starts of one phase on two hosts, in nanoseconds, with the errors of their
    /// clocks. None on simulated storage.
    pub start_spread_ns: Option<u64>,
    /// The size of one interval of one stream of one host on its way to the leader, in bytes; none without intervals.
    pub interval_bytes: Option<u64>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostRecord {
    /// Its name; for several processes on one machine with the rank, such as `db1#3`.
    pub name: String,
    pub target: String,
    /// Its clock minus the clock of the first host, in nanoseconds.
    pub clock_offset_ns: i64,
    /// The largest error of that offset in nanoseconds; none for the first host.
    pub clock_bound_ns: Option<u64>,
    /// How much faster its clock runs than the first host's, in parts per million; none if the run was too short to measure it.
    pub clock_drift_ppm: Option<f64>,
    /// The share of all its CPUs that was busy, 0 to 1; none where it is not known.
    pub cpu_busy_share: Option<f64>,
    /// Times in which it sent nothing and then continued.
    pub pauses: Vec<HostSilence>,
    pub lost: Option<HostSilence>,
    /// The error of its engine or its storage.
    pub failure: Option<RunFailure>,
    pub warnings: Vec<Warning>,
}

/// A host with a lower rate than the others in one trial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlowHost {
    pub host: u32,
    pub iops: f64,
    pub median_iops: f64,
}

/// A host below this share of the median rate is slow.
const SLOW_SHARE: f64 = 0.8;

/// A time in which a host sent nothing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostSilence {
    /// When it last sent something, in seconds since 1970 (UTC).
    pub from_unix_s: i64,
    /// The length of the silence in seconds; for a lost host until it was given up.
    pub seconds: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostShare {
    pub trial: u32,
    pub host: u32,
    pub stream: String,
    pub iops: f64,
    pub mibps: f64,
    /// Latency that 99 % of the operations did not exceed, in nanoseconds; none with too few operations.
    pub latency_ns_p99: Option<u64>,
    pub errors: u64,
}

impl HostsRecord {
    /// Jain's fairness index of the hosts' rates in a trial: 1 if all are equal, 1/n if one of n has the whole rate. None if
    /// fewer than two hosts took part (Jain, Chiu and Hawe, "A quantitative measure of fairness", DEC TR-301, 1984).
    pub fn fairness(&self, trial: u32) -> Option<f64> {
        let rates = self.rates(trial);
        let (sum, squares) = rates.iter().fold((0.0, 0.0), |(s, q), (_, x)| (s + x, q + x * x));
        (rates.len() > 1 && squares > 0.0).then(|| sum * sum / (rates.len() as f64 * squares))
    }

    /// The hosts of a trial whose rate is less than 80 % of the median of all hosts. Either the storage serves such a host worse
    /// than the others, or the host requests less.
    pub fn slow(&self, trial: u32) -> Vec<SlowHost> {
        let rates = self.rates(trial);
        let mut sorted: Vec<f64> = rates.iter().map(|(_, rate)| *rate).collect();
        sorted.sort_by(f64::total_cmp);
        let Some(median_iops) = sorted.get(sorted.len() / 2).copied().filter(|_| sorted.len() > 2)
        else {
            return Vec::new();
        };
        let slow = rates.into_iter().filter(|(_, iops)| *iops < SLOW_SHARE * median_iops);
        slow.map(|(host, iops)| SlowHost { host, iops, median_iops }).collect()
    }

    /// Operations per second of each host that took part in a trial, all of its streams together.
    pub fn rates(&self, trial: u32) -> Vec<(u32, f64)> {
        let mut rates: Vec<(u32, f64)> = Vec::new();
        for share in self.shares.iter().filter(|share| share.trial == trial) {
            match rates.iter_mut().find(|(host, _)| *host == share.host) {
                Some((_, rate)) => *rate += share.iops,
                None => rates.push((share.host, share.iops)),
            }
        }
        rates
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(rates: &[f64]) -> HostsRecord {
        let share = |(host, iops): (u32, &f64)| HostShare {
            trial: 3,
            host,
            stream: "data".to_owned(),
            iops: *iops,
            mibps: iops / 128.0,
            latency_ns_p99: None,
            errors: 0,
        };
        let shares = (0..).zip(rates).map(share).collect();
        HostsRecord { shares, ..HostsRecord::default() }
    }

    #[test]
    fn fairness_is_one_for_equal_rates_and_one_nth_where_one_has_everything() {
        assert_eq!(shares(&[500.0; 4]).fairness(3), Some(1.0));
        assert_eq!(shares(&[500.0, 0.0, 0.0, 0.0]).fairness(3), Some(0.25));
        // One of four has twice the rate of the others: 25 / (4 x 7).
        let twice = shares(&[200.0, 100.0, 100.0, 100.0]).fairness(3).unwrap();
        assert!((twice - 25.0 / 28.0).abs() < 1e-12);
        assert_eq!(shares(&[500.0]).fairness(3), None);
        assert_eq!(shares(&[500.0; 4]).fairness(0), None);
    }

    #[test]
    fn a_host_far_below_the_median_is_slow_and_two_hosts_have_no_median() {
        let slow = shares(&[500.0, 510.0, 300.0, 490.0]).slow(3);
        assert_eq!(slow, [SlowHost { host: 2, iops: 300.0, median_iops: 500.0 }]);
        assert_eq!(shares(&[500.0, 450.0, 480.0, 490.0]).slow(3), []);
        assert_eq!(shares(&[500.0, 100.0]).slow(3), []);
    }
}
