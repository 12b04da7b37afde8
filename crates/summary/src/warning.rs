//! Warnings: failed validity checks as values that travel with the number.
//!
//! Takes summaries and [`Conditions`], gives [`Warning`]s; each threshold is a named constant with its source.
//! Never does I/O. Start at [`check_stream`] and [`check_machine`].

mod course;
mod detail;
mod file;
mod known;
mod law;
mod machine;
mod quota;
mod regulated;
mod slower;
mod volume;

pub use course::fell_to;
pub use detail::Contradiction;
pub use detail::{ArrayWork, EngineFallback, StoreTrouble};
pub use detail::{Detail, TargetStalls, WarningKind};
pub use known::{known_quota, quota_share, sliced_quota};
pub use machine::{
    cpu_saturated_points, cpus_full, memory, not_stored, process_stopped, unmounted,
};
pub use quota::{Quota, quota, quota_warning, steady_rate};
pub use regulated::regulated;
pub use slower::{Slower, SpeedSpread, StallCounts, slower, stalls, stalls_points, wandering};
pub use volume::{ERROR_SHARE_MAX, failed_in_soak, failed_too_often};

use crate::{Conditions, StreamSummary};
use serde::{Deserialize, Serialize};

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

/// Sorted by weight, the heaviest first; of those of one kind about one stream, only the first of the heaviest is kept, and each
/// loop device whose file is cached is a cause of its own. If a rate
/// is as constant as under a quota, the warning about full CPUs says that it does not mean that rate. If the rate of a stream
/// fell for good, the rate before is no quota; nor is that of a process whose CPU time came in portions, and its pauses are no stalls.
pub fn heaviest_first(mut warnings: Vec<Warning>) -> Vec<Warning> {
    warnings.sort_by_key(|warning| std::cmp::Reverse(warning.weight));
    let mut kept: Vec<Warning> = Vec::new();
    for warning in warnings {
        let is_same = |known: &Warning| {
            (known.kind, &known.subject) == (warning.kind, &warning.subject)
                && known.detail.loop_device() == warning.detail.loop_device()
        };
        if !kept.iter().any(is_same) {
            kept.push(warning);
        }
    }
    // Intervals of a study have no name here: one of them may fall while another one stays.
    let falls = kept.iter().filter(|warning| warning.kind == WarningKind::BurstCredits);
    let fallen: Vec<WarningSubject> = falls
        .map(|warning| warning.subject.clone())
        .filter(|subject| *subject != WarningSubject::Run)
        .collect();
    let throttled_is_limit = kept.iter().find_map(|warning| match &warning.detail {
        Detail::CpuThrottled(quota) => Some(quota.limits()),
        _ => None,
    });
    kept.retain(|warning| match warning.kind {
        WarningKind::Quota => throttled_is_limit.is_none() && !fallen.contains(&warning.subject),
        WarningKind::Stalls => throttled_is_limit != Some(true),
        _ => true,
    });
    // Full CPUs do not keep a rate constant: a constant rate is not theirs.
    if kept.iter().any(|warning| warning.kind == WarningKind::Quota) {
        for warning in &mut kept {
            warning.detail.beside_quota();
        }
    }
    kept
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Warning {
    pub kind: WarningKind,
    /// What it means for the answer.
    pub weight: Weight,
    #[serde(rename = "about")]
    pub subject: WarningSubject,
    pub detail: Detail,
}

/// What a warning concerns. The store and JSON have the name of the stream or role, or an empty text for the whole run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum WarningSubject {
    Run,
    /// The numbers of the stream or role of this name.
    Stream(String),
}

impl WarningSubject {
    /// The name of the stream or role; none for the whole run.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Run => None,
            Self::Stream(name) => Some(name),
        }
    }

    /// Whether the numbers of the stream or role of this name are concerned.
    pub fn covers(&self, name: &str) -> bool {
        self.name().is_none_or(|own| own == name)
    }
}

impl From<String> for WarningSubject {
    fn from(name: String) -> Self {
        if name.is_empty() { Self::Run } else { Self::Stream(name) }
    }
}

impl From<WarningSubject> for String {
    fn from(subject: WarningSubject) -> Self {
        match subject {
            WarningSubject::Run => Self::new(),
            WarningSubject::Stream(name) => name,
        }
    }
}

/// What a warning means for the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// Good to know.
    Note,
    /// The number may be off.
    Warning,
    Forbids,
}

impl Warning {
    pub fn of_run(kind: WarningKind, weight: Weight, detail: Detail) -> Self {
        Self { kind, weight, subject: WarningSubject::Run, detail }
    }

    pub fn of_stream(name: &str, kind: WarningKind, weight: Weight, detail: Detail) -> Self {
        Self { kind, weight, subject: name.to_owned().into(), detail }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fell_for_good_did_not_stand() {
        let warning = |kind: WarningKind, weight: Weight, about: &str| {
            Warning::of_stream(about, kind, weight, Detail::Interrupted)
        };
        let quota = |about: &str| warning(WarningKind::Quota, Weight::Note, about);
        let fell = |about: &str| warning(WarningKind::BurstCredits, Weight::Warning, about);
        let kept = |warnings: &[Warning]| heaviest_first(warnings.to_vec());
        assert_eq!(kept(&[quota("ramp"), fell("ramp")]), [fell("ramp")]);
        // Of another role, and of the intervals of a study, nothing is known.
        assert_eq!(kept(&[quota("data"), fell("log")]), [fell("log"), quota("data")]);
        let of_run = |of: Warning| Warning { subject: WarningSubject::Run, ..of };
        let [quota, fell] = [of_run(quota("")), of_run(fell(""))];
        assert_eq!(kept(&[quota.clone(), fell.clone()]), [fell, quota]);
    }

    #[test]
    fn each_cached_loop_device_is_kept_beside_the_other_causes() {
        let warning =
            |detail: Detail| Warning::of_run(WarningKind::PageCache, Weight::Warning, detail);
        let cached = |device: &str| warning(Detail::BufferedLoop(device.to_owned()));
        let all = [cached("loop0"), warning(Detail::CachedShare(0.5)), cached("loop1")];
        let twice = [&all[..], &all[..]].concat();
        assert_eq!(heaviest_first(twice), all);
    }

    #[test]
    fn a_warning_about_the_run_covers_every_stream() {
        let read = |name: &str| WarningSubject::from(name.to_owned());
        assert_eq!(read(""), WarningSubject::Run);
        assert!(read("").covers("data"));
        assert!(read("data").covers("data") && !read("data").covers("log"));
        assert_eq!(String::from(read("data")), "data");
    }
}
