//! Warnings: failed validity checks as values that travel with the number.
//!
//! Takes summaries and [`Conditions`], gives [`Warning`]s; each threshold is a named constant with its source.
//! Never does I/O. Start at [`check_stream`] and [`check_machine`].

mod contradiction;
mod course;
mod detail;
mod file;
mod known;
mod law;
mod machine;
mod quota;
mod regulated;
mod slower;
mod stalls;
mod volume;
mod wandering;

pub use contradiction::{Contradiction, OperationKind};
pub use course::fell_to;
pub use detail::{Detail, TargetStalls, WarningKind};
pub use known::{known_quota, quota_share, sliced_quota};
pub use machine::{
    cpu_saturated, cpu_saturated_points, cpus_full, memory, not_stored, process_stopped, unmounted,
};
pub use quota::{Quota, quota, quota_warning, steady_rate};
pub use regulated::regulated;
pub use slower::{Slower, slower};
pub use stalls::{StallCounts, stalls, stalls_points};
pub use volume::{ERROR_SHARE_MAX, failed_too_often};
pub use wandering::{SpeedSpread, wandering};

use crate::{Conditions, StreamSummary};
use serde::{Deserialize, Serialize};

/// Warnings about one stream.
pub fn check_stream(stream: &StreamSummary, conditions: &Conditions) -> Vec<Warning> {
    let mut warnings = Vec::new();
    warnings.extend(law::littles_law(stream, conditions));
    warnings.extend(law::rate_times_size(stream, conditions));
    warnings.extend(quota_warning(stream, conditions, &[]));
    warnings.extend(course::warnings(stream));
    warnings.extend(volume::warnings(stream, conditions));
    warnings.extend(file::stream_warnings(stream, conditions));
    heaviest_first(warnings)
}

/// Warnings about the machine, the device, the file and the run as a whole.
pub fn check_machine(conditions: &Conditions) -> Vec<Warning> {
    let mut warnings = machine::warnings(conditions);
    warnings.extend(file::warnings(conditions));
    heaviest_first(warnings)
}

/// Sorted by weight, the heaviest first; of those of one kind about one stream, only the first of the heaviest is kept. If a rate
/// is as constant as under a quota, the warning about full CPUs says that it does not mean that rate. If the rate of a stream
/// fell for good, the rate before is no quota.
pub fn heaviest_first(mut warnings: Vec<Warning>) -> Vec<Warning> {
    warnings.sort_by_key(|d| std::cmp::Reverse(d.weight));
    let mut kept: Vec<Warning> = Vec::new();
    for warning in warnings {
        if !kept.iter().any(|k| (k.kind, &k.about) == (warning.kind, &warning.about)) {
            kept.push(warning);
        }
    }
    // Intervals of a study have no name here: one of them may fall while another one stays.
    let fell = kept.iter().filter(|d| d.kind == WarningKind::BurstCredits && !d.about.is_empty());
    let fell: Vec<String> = fell.map(|warning| warning.about.clone()).collect();
    kept.retain(|warning| warning.kind != WarningKind::Quota || !fell.contains(&warning.about));
    // Full CPUs do not keep a rate constant: a constant rate is not theirs.
    if kept.iter().any(|warning| warning.kind == WarningKind::Quota) {
        kept.iter_mut().for_each(|warning| warning.detail.beside_quota());
    }
    kept
}

/// A failed validity check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Warning {
    /// Which check.
    pub kind: WarningKind,
    /// What it means for the answer.
    pub weight: Weight,
    /// The stream or role it concerns; empty: the whole run.
    pub about: String,
    /// What was seen, in numbers.
    pub detail: Detail,
}

/// What a warning means for the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// Good to know.
    Note,
    /// The number may be off.
    Warning,
    /// No verdict can rest on it.
    Forbids,
}

impl Warning {
    /// A warning about `about` (a stream's name, or nothing for the whole run).
    fn new(kind: WarningKind, weight: Weight, about: &str, detail: Detail) -> Self {
        Self { kind, weight, about: about.to_owned(), detail }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fell_for_good_did_not_stand() {
        let warning = |kind: WarningKind, weight: Weight, about: &str| {
            Warning::new(kind, weight, about, Detail::Interrupted)
        };
        let quota = |about: &str| warning(WarningKind::Quota, Weight::Note, about);
        let fell = |about: &str| warning(WarningKind::BurstCredits, Weight::Warning, about);
        let kept = |warnings: &[Warning]| heaviest_first(warnings.to_vec());
        assert_eq!(kept(&[quota("ramp"), fell("ramp")]), [fell("ramp")]);
        // Of another role, and of the intervals of a study, nothing is known.
        assert_eq!(kept(&[quota("data"), fell("log")]), [fell("log"), quota("data")]);
        assert_eq!(kept(&[quota(""), fell("")]), [fell(""), quota("")]);
    }
}
