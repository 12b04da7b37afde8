//! The trials of a role, and the answer for it.

use crate::{Reason, TrialPurpose};
use base::{named, words};
use serde::{Deserialize, Serialize};
use summary::{Estimate, StreamSummary};
use workload::{LatencyLimit, RoleKind};

/// One trial.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrialRecord {
    /// The role's name; for `run`, the phase's.
    // Documents of the store hold the role, the purpose and the streams beside them.
    #[serde(default)]
    pub role: String,
    /// What it was for.
    #[serde(default)]
    pub purpose: TrialPurpose,
    /// The arrival rate asked for; `None`: closed loop.
    #[serde(with = "base::float::option")]
    pub rate_iops: Option<f64>,
    /// Outstanding I/Os asked for.
    pub depth: u32,
    /// What each stream did (`check`: one).
    #[serde(default)]
    pub streams: Vec<StreamSummary>,
    /// Whether the load was held within the latency limit; `None`: not asked or not decided.
    pub held: Option<bool>,
}

impl TrialRecord {
    /// Whether its commits shared flushes.
    pub fn shares_flushes(&self) -> bool {
        matches!(self.purpose, TrialPurpose::Shared(_))
    }
}

/// The answer for one role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoleFinding {
    /// The role's name.
    pub role: String,
    /// One line for people.
    pub title: String,
    /// What kind of answer.
    pub kind: RoleKind,
    /// What one operation is, such as `8 KiB random read 70 %`.
    pub operation: String,
    /// The limit it had to keep.
    #[serde(flatten, with = "limit")]
    pub latency_limit: LatencyLimit,
    /// The rate of the job that the role was made from, in I/Os per second; none of a role of a profile.
    #[serde(default, with = "base::float::option")]
    pub job_iops: Option<f64>,
    /// Those of its logs: above the job's load their writes grow and not their number; none without a log.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "base::float::option")]
    pub job_log_iops: Option<f64>,
    /// The load line in operations (commits for log roles) per second: the highest load held under
    /// the latency limit. `None`: not even the smallest load was held, or cannot tell.
    pub load_line: Option<Estimate>,
    /// The load line as throughput in MiB/s.
    #[serde(default, with = "base::float::option")]
    pub mibps: Option<f64>,
    /// The latency at the latency limit's quantile, at the load line, in nanoseconds.
    pub latency_ns: Option<u64>,
    /// The rate that is needed, and the latency at the latency limit's quantile at that rate in nanoseconds, where it was tried.
    #[serde(default, with = "named::Maybe::<RequiredRate>")]
    pub at_required_rate: Option<(f64, u64)>,
    /// Closed loop saturation in operations per second, if it was measured.
    #[serde(default, with = "base::float::option")]
    pub saturation_iops: Option<f64>,
    /// Log roles: commits per second one at a time, in a closed loop.
    pub commits_single: Option<Estimate>,
    /// Log roles: median and 99th percentile of the commit latency in that closed loop, in nanoseconds.
    #[serde(with = "named::Maybe::<CommitLatency>")]
    pub commit_latency_ns: Option<(u64, u64)>,
    /// Log roles: the load line of commits that share flushes, and how many do at most.
    #[serde(with = "named::Maybe::<SharedCommits>")]
    pub commits_group: Option<(Estimate, u32)>,
    /// What limits.
    pub limit: Limit,
    /// The quota, where it is one that limits and its rate is known.
    #[serde(default)]
    pub quota: Option<Quota>,
    /// The answer.
    pub verdict: Verdict,
    /// Why.
    pub reason: Reason,
}

named!(
    /// The latency at the required rate.
    pub(crate) RequiredRate {
        #[serde(with = "base::float")]
        rate: f64,
        latency_ns: u64,
    }
);

named!(CommitLatency { p50: u64, p99: u64 });

named!(SharedCommits { load_line: Estimate, commits: u32 });

/// The latency limit as two fields of the finding.
mod limit {
    use base::Nanos;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use workload::LatencyLimit;

    #[derive(Serialize, Deserialize)]
    struct Fields {
        #[serde(with = "base::float")]
        latency_limit_quantile: f64,
        latency_limit_ns: Nanos,
    }

    pub(super) fn serialize<S: Serializer>(
        latency_limit: &LatencyLimit,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let LatencyLimit { quantile, latency_ns } = *latency_limit;
        Fields { latency_limit_quantile: quantile, latency_limit_ns: latency_ns }
            .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<LatencyLimit, D::Error> {
        let Fields { latency_limit_quantile, latency_limit_ns } =
            Fields::deserialize(deserializer)?;
        Ok(LatencyLimit { quantile: latency_limit_quantile, latency_ns: latency_limit_ns })
    }
}

/// A quota that limits a role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quota {
    /// The rate, in its unit.
    #[serde(with = "base::float")]
    pub value: f64,
    /// What it counts, such as `MB/s for reads` or `IOPS`.
    pub unit: String,
    /// Who sets it, such as `the control group /db (disk sdb)`; `None`: it was recognised by its rate alone.
    pub owner: Option<String>,
}

impl Quota {
    /// A quota that was known before.
    pub fn known(limit: &summary::Limit) -> Self {
        let (value, unit) = limit.rate();
        Self { value, unit: unit.to_owned(), owner: Some(limit.owner.clone()) }
    }

    /// A quota that its rate tells.
    pub fn unknown(quota: &summary::warning::Quota) -> Self {
        Self { value: quota.value, unit: quota.unit.to_owned(), owner: None }
    }
}

words! {
    /// What limits a role.
    pub enum Limit as "limit of a role" {
        /// The storage itself.
        Device = "device",
        /// A quota: one that is known, or one that is recognised by its steady rate.
        Quota = "quota",
        /// The CPUs of this machine.
        Cpu = "cpu",
        /// The depth that was allowed.
        Depth = "depth",
        /// It was not found out.
        Unknown = "unknown",
    }
}

words! {
    /// The answer.
    pub enum Verdict as "verdict" {
        /// It carries the load.
        Fit = "fit",
        /// It does not.
        NotFit = "not-fit",
        /// The evidence does not allow an answer.
        CannotTell = "cannot-tell",
    }
}
