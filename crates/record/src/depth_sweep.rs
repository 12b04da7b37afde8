//! The result of a queue-depth sweep.

use crate::key::Settings;
use crate::{Measurement, Until};
use serde::{Deserialize, Serialize};
use workload::PointLoad;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthSweepConfig {
    pub subject: String,
    /// The names of the targets; all are loaded at the same time.
    pub targets: Vec<String>,
    /// The load; its depth is replaced by the queue-depth sweep's.
    pub load: PointLoad,
    /// Outstanding I/Os of each thread, in the order of measuring.
    pub depths: Vec<u32>,
    /// When the measurement of a step is sufficient.
    pub until: Until,
    /// A doubling of the depth that gains less than this is not worth it: 0.05 is 5 %.
    pub gain_min: f64,
}

impl DepthSweepConfig {
    pub fn key(&self) -> Settings {
        Settings::DepthSweep(self.clone())
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthStep {
    pub depth: u32,
    pub measured: Measurement,
    /// The gain of each doubling of the depth since the step below: 0.05 is 5 %; none for the lowest depth.
    pub gain: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthSweepFinding {
    /// The steps that were measured, lowest depth first.
    pub steps: Vec<DepthStep>,
    /// The depth from which doubling gains less than `gain_min`. None if it was not reached, or if the rates of some steps did
    /// not last.
    pub knee: Option<u32>,
    /// The smallest gain that makes a doubling worthwhile.
    pub gain_min: f64,
    /// Whether every depth was measured, and every step that had to be measured again.
    pub whole: bool,
    /// Set if a step was clearly slower than an earlier one; holds the repeated measurement of the earlier one.
    pub fall: Option<Fall>,
}

/// The repeated measurement of a step, made after a later step was clearly slower.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fall {
    /// The depth of the fastest step that a later one fell behind.
    pub depth: u32,
    pub again: Measurement,
    /// The depths whose rate did not last, lowest first: a cache filled up or burst credits ran out. Empty if the fastest step
    /// reached its rate again: then the depth itself makes the storage slower.
    pub fleeting: Vec<u32>,
}

impl DepthSweepFinding {
    /// The depths whose rate did not last, lowest first.
    pub fn fleeting(&self) -> &[u32] {
        self.fall.as_ref().map_or(&[], |fall| &fall.fleeting)
    }
}
