//! A storage whose speed wanders: the same load is held at one time and not at another.
//!
//! Takes the spread (the caller defines how it is known), returns a warning. Never looks at a trial.

use super::{Detail, Warning, WarningKind, Weight};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpeedSpread {
    /// The spread from one trial to another: a standard deviation of the logarithm.
    pub spread: f64,
    /// The highest load that a trial held, in operations per second.
    pub kept_iops: f64,
    /// The lowest load that a trial did not hold; infinite if there was none.
    pub broken_iops: f64,
}

/// The warning that a line from a few phases holds for such phases.
pub fn wandering(stream: &str, seen: &SpeedSpread) -> Warning {
    Warning::of_stream(stream, WarningKind::SlowPhases, Weight::Warning, Detail::Wandering(*seen))
}
