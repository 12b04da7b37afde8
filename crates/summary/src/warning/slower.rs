//! A storage that goes slower at times, or from some moment on: two states, and which of them the number is.
//!
//! Takes what was measured of both (who measures tells what a spell is), gives a warning. Never looks at a trial.

use super::{Detail, Warning, WarningKind, Weight};
use crate::Neighbour;
use serde::{Deserialize, Serialize};

/// What was measured of a slower state.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slower {
    /// What the storage carries at full depth otherwise, in operations per second.
    #[serde(with = "base::float")]
    pub fast_iops: f64,
    /// What it carries at full depth in that state.
    #[serde(with = "base::float")]
    pub slow_iops: f64,
    /// The time in which it was measured so, in seconds.
    #[serde(with = "base::float")]
    pub seen_s: f64,
    /// When it began, in seconds of the measurement.
    #[serde(with = "base::float")]
    pub after_s: f64,
    /// Operations before it was seen first.
    #[serde(with = "base::float")]
    pub after_ios: f64,
    /// Whether it went as fast as before again.
    pub back: bool,
    /// How long after it was seen first it was tried if it had gone back, in seconds; 0: not at all.
    #[serde(with = "base::float")]
    pub lasted_s: f64,
}

/// What goes back and forth is two states; what stays slower after so many operations is what ends of credits and caches look
/// like. `others` did I/O meanwhile.
pub fn slower(about: &str, seen: &Slower, others: &[Neighbour]) -> Warning {
    let kind = if seen.back { WarningKind::SlowPhases } else { WarningKind::BurstCredits };
    Warning::new(kind, Weight::Warning, about, Detail::Slower(*seen, others.to_vec()))
}
