//! All required rates of a check at the same time.

use crate::{Quota, Verdict};
use serde::{Deserialize, Serialize};
use workload::{LatencyLimit, RoleKind};

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
