//! The trials of a role, its finding, its I/O, and all required rates of a check at the same time; `report` makes the words.

use crate::{Reason, TrialPurpose};
use base::{Bytes, words};
use serde::{Deserialize, Serialize};
use summary::{Estimate, LimitOwner, QuotaUnit, StreamSummary};
use workload::{AccessPattern, Activity, LatencyLimit, Role, RoleKind, SyncMode};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrialRecord {
    /// The name of the role; for `run`, of the phase.
    pub role: String,
    pub purpose: TrialPurpose,
    /// The requested arrival rate; `None`: closed loop.
    pub rate_iops: Option<f64>,
    pub depth: u32,
    /// The summary of each stream (`check`: one).
    // The store keeps them in rows of their own; JSON shows them with their computed figures.
    #[serde(default, skip_serializing)]
    pub streams: Vec<StreamSummary>,
    /// Whether the load was held within the latency limit; `None`: not examined, or undecided.
    pub held: Option<bool>,
}

impl TrialRecord {
    pub fn shares_flushes(&self) -> bool {
        matches!(self.purpose, TrialPurpose::Shared(_))
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoleFinding {
    pub role: String,
    /// What the database does; none for a job.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub activity: Option<Activity>,
    /// One line in the words of the user's profile.
    pub title: String,
    pub kind: RoleKind,
    pub io: RoleIo,
    pub latency_limit: LatencyLimit,
    /// For a role that was made from a job, the rate of that job in I/Os per second; none for a role of a profile.
    pub job_iops: Option<f64>,
    /// The rate of the job's logs. Above the job's load their writes become larger, not more frequent. None without a log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job_log_iops: Option<f64>,
    /// The highest load that met the latency limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<TriedLoad>,
    /// The lowest load that is known to miss it; a rate of 0: one operation at a time misses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refuted: Option<TriedLoad>,
    /// The load line in operations (commits for log roles) per second: the confirmed load, with the interval that holds the highest
    /// possible one. `None`: no load is confirmed.
    pub load_line: Option<Estimate>,
    pub mibps: Option<f64>,
    /// The latency at the latency limit's quantile, at the load line, in nanoseconds.
    pub latency_ns: Option<u64>,
    /// The last trial at the required rate, alone if there was one; none if that was not tried.
    pub at_required_rate: Option<TriedLoad>,
    /// Closed loop saturation in operations per second, if it was measured.
    pub saturation_iops: Option<f64>,
    /// Log roles: commits per second one at a time, in a closed loop.
    pub commits_single: Option<Estimate>,
    /// Log roles: the commit latency in that closed loop.
    pub commit_latency_ns: Option<CommitLatency>,
    /// Log roles: commits that share flushes.
    pub commits_group: Option<SharedCommits>,
    /// For a job with sessions: what they reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sessions: Option<Box<SessionsFinding>>,
    pub limit: Limit,
    /// The quota, if a quota limits the role and its rate is known.
    pub quota: Option<Quota>,
    pub verdict: Verdict,
    pub reason: Reason,
}

impl RoleFinding {
    /// The finding for a role of which nothing is known yet.
    pub fn unmeasured(role: &str, kind: RoleKind, io: RoleIo, latency_limit: LatencyLimit) -> Self {
        Self {
            role: role.to_owned(),
            activity: None,
            title: String::new(),
            kind,
            io,
            latency_limit,
            job_iops: None,
            job_log_iops: None,
            confirmed: None,
            refuted: None,
            load_line: None,
            mibps: None,
            latency_ns: None,
            at_required_rate: None,
            saturation_iops: None,
            commits_single: None,
            commit_latency_ns: None,
            commits_group: None,
            sessions: None,
            limit: Limit::Unknown,
            quota: None,
            verdict: Verdict::CannotTell,
            reason: Reason::NotMeasured,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TriedLoad {
    pub rate: f64,
    pub operations: u64,
    pub seconds: f64,
    /// The latency at the limit's quantile, or of the slowest operation where they are too few for it, in nanoseconds; `None` if
    /// none was counted.
    pub latency_ns: Option<u64>,
}

/// The latency of commits in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommitLatency {
    pub p50: u64,
    pub p99: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionsFinding {
    pub sessions: u32,
    /// As fast as the storage lets them.
    pub reached: TransactionRate,
    /// At the required rate, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub today: Option<TransactionRate>,
}

/// How many transactions were done, and how long each waited for the storage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TransactionRate {
    pub per_second: Estimate,
    /// The mean time from the first read of a transaction to its durable commit, in nanoseconds; `None` if there was none.
    pub latency_ns_mean: Option<f64>,
    /// The same at the quantile of the latency limit; `None` if there were too few.
    pub latency_ns: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SharedCommits {
    pub load_line: Estimate,
    /// The most that share one flush.
    pub commits: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quota {
    /// The rate, in its unit.
    pub value: f64,
    pub unit: QuotaUnit,
    /// Who sets it; `None`: it was recognised only by its rate.
    pub owner: Option<LimitOwner>,
}

impl Quota {
    pub fn known(limit: &summary::Limit) -> Self {
        let (value, unit) = limit.rate();
        Self { value, unit, owner: Some(limit.owner.clone()) }
    }

    /// Returns a quota that was recognised by its rate.
    pub fn unknown(quota: &summary::warning::Quota) -> Self {
        Self { value: quota.value, unit: quota.unit, owner: None }
    }
}

words! {
    pub enum Limit as "limit of a role" {
        Device = "device",
        /// A quota that is known, or that is recognised by its steady rate.
        Quota = "quota",
        /// CPU time: the CPUs of this machine, or a quota of their time.
        Cpu = "cpu",
        Depth = "depth",
        Unknown = "unknown",
    }
}

words! {
    pub enum Verdict as "verdict" {
        Fit = "fit",
        /// The storage does not carry the load.
        NotFit = "not-fit",
        /// The evidence does not allow an answer.
        CannotTell = "cannot-tell",
    }
}

/// What the roles of a check did when each of them ran at its required rate at the same time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TogetherFinding {
    /// Fit: every role met its latency limit. Not fit: a role surely did not.
    pub verdict: Verdict,
    pub roles: Vec<TogetherRole>,
    pub seconds: f64,
    /// The known quota that the roles use most of; `None` if no quota is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quota: Option<QuotaUse>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TogetherRole {
    pub role: String,
    /// Its kind, which decides what an operation is.
    pub kind: RoleKind,
    /// The required rate in operations per second.
    pub rate: f64,
    pub limit: LatencyLimit,
    pub operations: u64,
    /// The latency at the limit's quantile in nanoseconds, of the slowest operation where its rate gives too few for the quantile; `None`:
    /// there were too few.
    pub latency_ns: Option<u64>,
    pub verdict: Verdict,
}

/// How much of a known quota a load uses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuotaUse {
    pub quota: Quota,
    /// The used part of it, about 0 to 1.
    pub share: f64,
    /// Whether it counts flushes of commits, which can share a flush.
    pub flushes: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum RoleIo {
    /// All streams of a job together.
    Job {
        streams: u64,
        /// The share of reads, in whole percent.
        read_percent: f64,
    },
    Stream {
        /// The smallest operation; of reads, if there are any.
        smallest: Bytes,
        largest: Bytes,
        random: bool,
        read_percent: f64,
        sync: SyncMode,
    },
}

impl RoleIo {
    /// The I/O that this role requests.
    pub fn of(role: &Role) -> Self {
        if let Some(job) = &role.job {
            return Self::Job {
                streams: job.streams.len() as u64,
                read_percent: job.read_percent().round(),
            };
        }
        let stream = &role.stream;
        let writes_only = stream.read_percent <= 0.0;
        let blocks = if writes_only { &stream.write_blocks } else { &stream.read_blocks };
        // A share of sequential operations counts as what most of them are.
        let sequential = match stream.access {
            AccessPattern::Sequential
            | AccessPattern::Strided(_)
            | AccessPattern::Backward(_)
            | AccessPattern::Runs { .. } => true,
            AccessPattern::SequentialShare(percent) => percent >= 50.0,
            _ => false,
        };
        Self::Stream {
            smallest: blocks.smallest(),
            largest: blocks.largest(),
            random: !sequential,
            read_percent: stream.read_percent,
            sync: stream.sync,
        }
    }

    pub fn is_sequential(&self) -> bool {
        match self {
            Self::Job { .. } => false,
            Self::Stream { random, .. } => !random,
        }
    }
}
