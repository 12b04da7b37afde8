//! Why a race has its answer, and why a candidate is out of it, as data; `report` makes the sentences.

use crate::RunFailure;
use serde::{Deserialize, Serialize};
use summary::Estimate;

/// Why a race has its answer. Candidates are named by their index in the configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum RaceReason {
    OnlyOneRan,
    NoneRan,
    NotOver,
    /// The best is ahead of the next.
    Ahead(LeadOver),
    /// The remaining candidates are equivalent; holds the lead of the first over the last of them.
    Alike(Option<LeadOver>),
    /// The remaining candidates are too close to separate; holds the lead of the first over the last of them.
    TooClose(Option<LeadOver>),
    /// No more could be measured before the remaining candidates could be separated.
    UsedUp(Resource, Option<LeadOver>),
    /// One candidate is best at random points and another at sequential points.
    OrdersApart,
    /// The CPUs of this machine were busy in the points of these candidates.
    CpusFull {
        busy_share: f64,
        candidates: Vec<usize>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Resource {
    Time,
    Record,
    Grid,
}

/// How far one candidate is ahead of another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeadOver {
    /// The candidate that is ahead.
    pub first: usize,
    pub second: usize,
    /// The lead, as a share of the ranked figure.
    pub lead: Estimate,
}

/// Why a candidate is out of a race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Exclusion {
    AllFailed,
    /// Too many operations of a point failed.
    TooManyFailed {
        failed: u64,
        operations: f64,
    },
    /// A point has too few operations for a 99th percentile.
    FewOperations {
        operations: f64,
    },
    /// A point could not be run.
    Failed(RunFailure),
}
