//! The result of a queue-depth sweep.

use crate::Measured;
use serde::{Deserialize, Serialize};

/// One step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthStep {
    /// Outstanding I/Os of each thread.
    pub depth: u32,
    /// What it gave.
    pub measured: Measured,
    /// What each doubling of the depth gained since the step below: 0.05 is 5 %; none for the lowest one.
    #[serde(default, with = "base::float::option")]
    pub gain: Option<f64>,
}

/// What a queue-depth sweep found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthSweepFinding {
    /// The steps that were measured, lowest depth first.
    pub steps: Vec<DepthStep>,
    /// The depth from which on doubling gains less than `gain_min`; none when it was not reached, or when steps
    /// did not last.
    pub knee: Option<u32>,
    /// The smallest gain that is worth a doubling.
    #[serde(with = "base::float")]
    pub gain_min: f64,
    /// Whether every depth was measured, and what had to be measured again.
    pub whole: bool,
    /// A step was clearly less than an earlier one allows, and what measuring that one again gave.
    #[serde(default)]
    pub fall: Option<Fall>,
}

/// What a step gave when it was measured again, after a later one had given clearly less.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fall {
    /// The depth of the fastest step that a later one fell behind.
    pub depth: u32,
    /// What it gave at the end.
    pub again: Measured,
    /// The depths whose rate did not last, lowest first: a cache filled up or credits ran out. Empty: the fastest step came
    /// back, so that it is depth that makes the storage slower, and no end of anything.
    pub fleeting: Vec<u32>,
}

impl DepthSweepFinding {
    /// The depths whose rate did not last, lowest first.
    pub fn fleeting(&self) -> &[u32] {
        self.fall.as_ref().map_or(&[], |fall| &fall.fleeting)
    }
}
