//! How the repeated reference point of a study changed over time.

use serde::{Deserialize, Serialize};
use summary::Estimate;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferencePoint {
    pub began_s: f64,
    pub mibps: Estimate,
}

/// The change of the reference point over time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drift {
    pub points: Vec<ReferencePoint>,
    /// The relative change from the first to the last point, by a straight line (95 %): -0.05 is 5 % slower at the end; without
    /// an interval on fewer than three points.
    pub change: Estimate,
    /// The largest relative distance of a point from the median of all.
    #[serde(with = "base::float")]
    pub excursion: f64,
    /// The part of the variation that exceeds the points' own noise: the relative standard deviation of the machine's own ups and
    /// downs; 0 if there is none.
    #[serde(with = "base::float")]
    pub wander: f64,
    /// Whether the machine changed enough to change a result.
    pub matters: bool,
}
