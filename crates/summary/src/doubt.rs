//! Doubts: failed validity checks as values that travel with the number.
//!
//! Takes summaries and [`Conditions`], gives [`Doubt`]s; each threshold is a named constant with its source.
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
mod stalls;
mod volume;
mod wandering;

pub use course::fell_to;
pub use detail::{Detail, TargetStalls};
pub use known::{known_quota, sliced_quota};
pub use machine::{
    cpu_saturated, cpu_saturated_cells, cpus_full, memory, not_stored, process_stopped, unmounted,
};
pub use quota::{Quota, quota, quota_doubt, steady_rate};
pub use regulated::regulated;
pub use slower::{Slower, slower};
pub use stalls::{Stalled, stalls, stalls_cells};
pub use volume::{ERROR_SHARE_MAX, failed_too_often};
pub use wandering::{Wandering, wandering};

use crate::{Conditions, StreamSummary};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Doubts about one stream.
pub fn check_stream(stream: &StreamSummary, conditions: &Conditions) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    doubts.extend(law::littles_law(stream, conditions));
    doubts.extend(law::rate_times_size(stream, conditions));
    doubts.extend(quota_doubt(stream, conditions, &[]));
    doubts.extend(course::doubts(stream));
    doubts.extend(volume::doubts(stream, conditions));
    doubts.extend(file::stream_doubts(stream, conditions));
    heaviest_first(doubts)
}

/// Doubts about the machine, the device, the file and the run as a whole.
pub fn check_machine(conditions: &Conditions) -> Vec<Doubt> {
    let mut doubts = machine::doubts(conditions);
    doubts.extend(file::doubts(conditions));
    heaviest_first(doubts)
}

/// Sorted by weight, the heaviest first; of those of one kind about one stream only the first of the heaviest is kept. Where a
/// rate stands as under a quota, the doubt about full CPUs says that it does not mean that rate. Where the rate of a stream fell
/// for good, what it stood at before is no quota.
pub fn heaviest_first(mut doubts: Vec<Doubt>) -> Vec<Doubt> {
    doubts.sort_by_key(|d| std::cmp::Reverse(d.weight));
    let mut kept: Vec<Doubt> = Vec::new();
    for doubt in doubts {
        if !kept.iter().any(|k| (k.kind, &k.about) == (doubt.kind, &doubt.about)) {
            kept.push(doubt);
        }
    }
    // Cells of a study have no name here: one of them may fall, and another one stand.
    let fell = kept.iter().filter(|d| d.kind == DoubtKind::BurstCredits && !d.about.is_empty());
    let fell: Vec<String> = fell.map(|doubt| doubt.about.clone()).collect();
    kept.retain(|doubt| doubt.kind != DoubtKind::Quota || !fell.contains(&doubt.about));
    // Full CPUs do not stand still: a rate that does is not theirs.
    if kept.iter().any(|doubt| doubt.kind == DoubtKind::Quota) {
        kept.iter_mut().for_each(|doubt| doubt.detail.beside_quota());
    }
    kept
}

/// A failed validity check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Doubt {
    /// Which check.
    pub kind: DoubtKind,
    /// What it means for the answer.
    pub weight: Weight,
    /// The stream or role it concerns; empty: the whole run.
    pub about: String,
    /// What was seen, in numbers.
    #[serde(rename = "text")]
    pub detail: Detail,
}

/// What a doubt means for the answer.
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

impl Doubt {
    /// A doubt about `about` (a stream's name, or nothing for the whole run).
    fn new(kind: DoubtKind, weight: Weight, about: &str, detail: Detail) -> Self {
        Self { kind, weight, about: about.to_owned(), detail }
    }
}

impl Serialize for DoubtKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for DoubtKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let found = Self::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| Error::custom(format!("\"{name}\" is not a known check")))
    }
}

/// The checks; each has its rule, threshold and source in docs/methods.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DoubtKind {
    /// Closed loop: mean depth differs from IOPS x latency by more than 2 % (Little 1961).
    LittlesLaw,
    /// Throughput differs from IOPS x block size.
    RateTimesSize,
    /// The figures of an imported result cannot all be true.
    Contradiction,
    /// The device's own counters differ from ours.
    DeviceCounters,
    /// Throughput or IOPS stand at a round number with almost no spread: a quota.
    Quota,
    /// A drop that does not recover: burst credits ran out.
    BurstCredits,
    /// The CPUs were saturated.
    CpuSaturated,
    /// The hypervisor took CPU time away.
    CpuStolen,
    /// More workers than CPUs.
    FewCpus,
    /// Holes or never-written blocks were read.
    Holes,
    /// What was tested is memory and no storage.
    Memory,
    /// The page cache took part.
    PageCache,
    /// The file is smaller than a cache that could answer.
    SmallFile,
    /// What is written compresses or repeats.
    EasyData,
    /// Other processes did I/O on the device.
    OtherIo,
    /// An array resyncs, scrubs or rebuilds.
    ArraySync,
    /// An I/O scheduler reorders.
    Scheduler,
    /// The partition is not aligned.
    Misaligned,
    /// The latency moved to another level and stayed.
    LatencyStep,
    /// At times the storage goes on, but slower.
    SlowSpells,
    /// Nothing moved for longer than the ceiling allows, whatever the load.
    Stalls,
    /// The wall clock jumped.
    ClockJump,
    /// The run was interrupted.
    Interrupted,
    /// Too few I/Os for the percentile.
    FewIos,
    /// Too short for the profile's cycle.
    TooShort,
    /// The throughput had not settled.
    NotSettled,
    /// Arrivals were given up or waited ever longer.
    Overloaded,
    /// The load generator itself was late.
    LateArrivals,
    /// I/O errors happened.
    IoErrors,
    /// Another engine than asked for was used.
    EngineFallback,
    /// Not all results could be written to the store.
    NotStored,
    /// The process did not run for a time.
    ProcessStopped,
    /// The file system was unmounted during the run.
    Unmounted,
}

impl DoubtKind {
    /// The stable name in JSON, in the store and in docs/methods.md.
    pub fn name(self) -> &'static str {
        match self {
            Self::LittlesLaw => "littles-law",
            Self::RateTimesSize => "rate-times-size",
            Self::Contradiction => "contradiction",
            Self::DeviceCounters => "device-counters",
            Self::Quota => "quota",
            Self::BurstCredits => "burst-credits",
            Self::CpuSaturated => "cpu-saturated",
            Self::CpuStolen => "cpu-stolen",
            Self::FewCpus => "few-cpus",
            Self::Holes => "holes",
            Self::Memory => "memory",
            Self::PageCache => "page-cache",
            Self::SmallFile => "small-file",
            Self::EasyData => "easy-data",
            Self::OtherIo => "other-io",
            Self::ArraySync => "array-sync",
            Self::Scheduler => "scheduler",
            Self::Misaligned => "misaligned",
            Self::LatencyStep => "latency-step",
            Self::SlowSpells => "slow-spells",
            Self::Stalls => "stalls",
            Self::ClockJump => "clock-jump",
            Self::Interrupted => "interrupted",
            Self::FewIos => "few-ios",
            Self::TooShort => "too-short",
            Self::NotSettled => "not-settled",
            Self::Overloaded => "overloaded",
            Self::LateArrivals => "late-arrivals",
            Self::IoErrors => "io-errors",
            Self::EngineFallback => "engine-fallback",
            Self::NotStored => "not-stored",
            Self::ProcessStopped => "process-stopped",
            Self::Unmounted => "unmounted",
        }
    }

    /// Every check, in the order of docs/methods.md.
    pub const ALL: [Self; 33] = [
        Self::LittlesLaw,
        Self::RateTimesSize,
        Self::Contradiction,
        Self::DeviceCounters,
        Self::Quota,
        Self::BurstCredits,
        Self::CpuSaturated,
        Self::CpuStolen,
        Self::FewCpus,
        Self::Holes,
        Self::Memory,
        Self::PageCache,
        Self::SmallFile,
        Self::EasyData,
        Self::OtherIo,
        Self::ArraySync,
        Self::Scheduler,
        Self::Misaligned,
        Self::LatencyStep,
        Self::SlowSpells,
        Self::Stalls,
        Self::ClockJump,
        Self::Interrupted,
        Self::FewIos,
        Self::TooShort,
        Self::NotSettled,
        Self::Overloaded,
        Self::LateArrivals,
        Self::IoErrors,
        Self::EngineFallback,
        Self::NotStored,
        Self::ProcessStopped,
        Self::Unmounted,
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fell_for_good_did_not_stand() {
        let doubt = |kind: DoubtKind, weight: Weight, about: &str| {
            Doubt::new(kind, weight, about, String::new().into())
        };
        let quota = |about: &str| doubt(DoubtKind::Quota, Weight::Note, about);
        let fell = |about: &str| doubt(DoubtKind::BurstCredits, Weight::Warning, about);
        let kept = |doubts: &[Doubt]| heaviest_first(doubts.to_vec());
        assert_eq!(kept(&[quota("ramp"), fell("ramp")]), [fell("ramp")]);
        // Of another role, and of the cells of a study, nothing is known.
        assert_eq!(kept(&[quota("data"), fell("log")]), [fell("log"), quota("data")]);
        assert_eq!(kept(&[quota(""), fell("")]), [fell(""), quota("")]);
    }
}
