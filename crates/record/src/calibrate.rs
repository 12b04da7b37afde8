//! The comparison of disks with each other: what was asked, and what was found.

use crate::Until;
use serde::{Deserialize, Serialize};
use summary::Estimate;
use workload::PointLoad;

/// In how many percent of simulated healthy shelves a disk was called an outlier, at least and at most by their kind, and of how many
/// of each kind: the table of docs/explanation/methods/outliers.md (a test holds it to that).
pub const HEALTHY_OUTLIER_PERCENT: [f64; 2] = [0.0, 1.25];

/// Shelves of each kind.
pub const HEALTHY_SHELVES: u32 = 400;

/// What is compared, and how sure it has to be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalibrateConfig {
    /// The disks' names.
    pub disks: Vec<String>,
    /// The loads that each disk gets, one after the other; those that write only where writing was allowed.
    pub loads: Vec<PointLoad>,
    /// How long a point of the first pass is; suspects are measured for twice the time, to 0.7 of the width.
    pub until: Until,
    /// What the order of the points is drawn from.
    pub seed: u64,
    /// The chance at which the rule aims that any disk of a healthy shelf is called an outlier, over all disks, loads and rounds: 0.01. What
    /// was measured: [`HEALTHY_OUTLIER_PERCENT`].
    #[serde(with = "base::float")]
    pub false_alarm_rate: f64,
    /// The least relative difference that matters: 0.05.
    #[serde(with = "base::float")]
    pub practical: f64,
    /// How often suspects are measured again at most: 6 (11 at most).
    pub rounds_max: u32,
}

impl CalibrateConfig {
    /// Reads of these disks with the usual rates.
    pub fn new(disks: &[String], until: Until, seed: u64) -> Self {
        Self {
            disks: disks.to_vec(),
            loads: vec![PointLoad::SEQUENTIAL_READ],
            until,
            seed,
            false_alarm_rate: 0.01,
            practical: 0.05,
            rounds_max: 6,
        }
    }
}

/// What is held of one disk under one load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Judgement {
    /// Not measured yet.
    Open,
    /// Like its peers at first sight.
    NotSuspected,
    /// Suspected, measured again, and found to be no different in practice, or no more different than its peers are
    /// from each other.
    NotAnOutlier,
    /// Slower than its peers: beyond chance, beyond their own spread, and by more than the practical size.
    Slow,
    /// Incredibly fast: the same to the other side (a cache, another model, wrong wiring).
    Fast,
    /// Suspected, and not decided: within the rounds there are, or by so few peers. Or not suspected, but none
    /// of its points settled, and what matters could not have been seen.
    CannotTell,
    /// One of two disks that differ: nothing tells which of them is the odd one.
    OneOfTwo,
    /// A disk without peers: nothing to compare with.
    Alone,
    /// Could not be measured at all; the others are compared without it.
    Failed,
}

impl Judgement {
    /// Whether the disk is unlike its peers.
    pub fn is_outlier(self) -> bool {
        matches!(self, Self::Slow | Self::Fast)
    }
}

/// One disk under one load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiskFinding {
    /// The disk's name.
    pub name: String,
    /// What it gave in MiB/s: the mean of all its points over their time, not corrected for anything (95 %: the wider one of
    /// what the points know of themselves and of what points of the same disk differ by).
    pub mibps: Estimate,
    /// What it is judged by: how far it is from its peers in the same rounds, itself and everybody odd not among them: -0.1 is 10 %
    /// slower, 2.0 is three times as fast. In a first pass under way from the median of three disks or more, without an
    /// interval; NaN where there is nothing to compare with.
    pub deviation: Estimate,
    /// What is held of it.
    pub judgement: Judgement,
    /// The chance that the model of its peers gives a healthy disk as far off as this one, over all disks and loads: what is held
    /// against the false-alarm rate. Its tails are a model's, not measured; none where it was not asked.
    #[serde(default, with = "base::float::option")]
    pub chance: Option<f64>,
    /// The group that it was compared in, an index into [`LoadFinding::groups`].
    pub group: usize,
    /// How many points it was measured in.
    pub points: usize,
    /// Counted time in seconds, all points together.
    #[serde(with = "base::float")]
    pub seconds: f64,
    /// Whether every point settled.
    pub settled: bool,
    /// Operations that failed.
    pub errors: u64,
    /// Why it could not be measured, or why it cannot be told.
    pub reason: Option<DiskReason>,
}

/// Why a disk could not be measured, or cannot be told from its peers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum DiskReason {
    /// No byte was moved.
    NothingMoved,
    /// Every operation failed.
    AllFailed,
    /// More than 1 % of the operations failed.
    TooManyFailed,
    /// The same point of one disk, measured so often, was off by more than the disk is.
    PointMoved {
        /// How far it was off at most, relative.
        #[serde(with = "base::float")]
        share: f64,
        /// How often it was measured.
        times: usize,
    },
    /// The CPUs of this machine were this busy (0 to 1) in the points of these disks.
    CpusFull {
        /// Whose points.
        whose: Whose,
        /// How busy they were.
        #[serde(with = "base::float")]
        busy_share: f64,
    },
    /// Not all of its points reached the width that was asked.
    Unsettled,
    /// Points of the same disk differ from time to time by this share.
    PointsVary(#[serde(with = "base::float")] f64),
    /// Its peers are too few, or too far from each other.
    FewPeers,
    /// None of its points reached the width that was asked, so that a difference of this share could not have been seen.
    Unseen {
        /// The difference.
        #[serde(with = "base::float")]
        share: f64,
        /// Whether the CPUs of this machine were full.
        cpus_full: bool,
    },
    /// The error that ended it, or a sentence that an earlier version stored.
    #[serde(untagged)]
    Error(String),
}

/// Whose points ran on full CPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// Those of the disk.
    Own,
    /// Those of its peers.
    Peers,
    /// Those of both.
    Both,
}

/// Disks that are like each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The typical throughput in MiB/s: the median of what is shown of its disks that are neither outliers nor suspected; 0 without one.
    #[serde(with = "base::float")]
    pub mibps: f64,
    /// How many disks.
    pub disks: usize,
    /// The healthy disks' own spread, relative (one standard deviation), with what measuring adds taken out; none where
    /// it is not known: of three disks that are known to be alike at least.
    #[serde(default, with = "base::float::option")]
    pub spread: Option<f64>,
}

/// All disks under one load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoadFinding {
    /// The load.
    pub load: PointLoad,
    /// One group in a usual shelf; two, slowest first, where the disks fall into two kinds (two models, two cables),
    /// each of which is compared in itself only.
    pub groups: Vec<Group>,
    /// Every disk, in the order they were named.
    pub disks: Vec<DiskFinding>,
    /// How much one point of the same disk differs from the next, relative (one standard deviation); none before anything
    /// was measured twice.
    #[serde(default, with = "base::float::option")]
    pub noise: Option<f64>,
    /// Rounds in which suspects were measured again.
    pub rounds: u32,
    /// Whether its comparison came to its end.
    pub whole: bool,
}

/// What the study found so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalibrateFinding {
    /// What was asked.
    pub config: CalibrateConfig,
    /// For each load in the order they were named, those included that were not begun.
    pub loads: Vec<LoadFinding>,
    /// Whether the study came to its end.
    pub whole: bool,
}

impl LoadFinding {
    /// How fast a disk is beside the others in MiB/s: the level of its kind, and how far it is from it; what it gave where that is not
    /// known.
    pub fn speed(&self, disk: &DiskFinding) -> f64 {
        let level = self.groups.get(disk.group).map_or(0.0, |group| group.mibps);
        let speed = level * (1.0 + disk.deviation.value);
        if speed > 0.0 { speed } else { disk.mibps.value }
    }
}

impl CalibrateFinding {
    /// The disks that are unlike their peers under any load, each once, in the order they were named.
    pub fn outliers(&self) -> Vec<&str> {
        let disks = self.config.disks.iter().enumerate();
        disks
            .filter(|(index, _)| {
                self.loads.iter().any(|load| load.disks[*index].judgement.is_outlier())
            })
            .map(|(_, name)| name.as_str())
            .collect()
    }
}
