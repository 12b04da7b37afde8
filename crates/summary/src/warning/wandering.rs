//! A storage whose speed wanders: the same load is kept at one time and not at another.
//!
//! Takes by how much (who measures tells how that is known), gives a warning. Never looks at a trial.

use super::{Detail, Warning, WarningKind, Weight};
use serde::{Deserialize, Serialize};

/// What is known of a speed that wanders.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wandering {
    /// By how much from one trial to another: a standard deviation of the logarithm.
    #[serde(with = "base::float")]
    pub spread: f64,
    /// The highest load that was kept in a trial, in operations per second.
    #[serde(with = "base::float")]
    pub kept_iops: f64,
    /// The lowest load that was not kept in one; infinite where there was none.
    #[serde(with = "base::float")]
    pub broken_iops: f64,
}

/// A line from a few spells holds for such spells.
pub fn wandering(about: &str, seen: &Wandering) -> Warning {
    Warning::new(WarningKind::SlowPhases, Weight::Warning, about, Detail::Wandering(*seen))
}
