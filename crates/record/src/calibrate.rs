//! The comparison of disks with each other: its configuration and its findings.

use crate::{RunFailure, Until};
use serde::{Deserialize, Serialize};
use summary::Estimate;
use workload::PointLoad;

/// The lowest and the highest percentage of simulated healthy shelves, over the kinds of shelves, in which a disk was called an
/// outlier. They come from the table in crates/study/METHODS.md; a test compares them with it.
pub const HEALTHY_OUTLIER_PERCENT: [f64; 2] = [0.0, 1.25];

/// What is compared, and with what certainty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalibrateConfig {
    pub disks: Vec<String>,
    /// The loads that each disk gets, one after the other; loads that write only where writing was allowed.
    pub loads: Vec<PointLoad>,
    /// How long a point of the first pass is. Suspects are measured for twice the time, to 0.7 of the width.
    pub until: Until,
    pub seed: u64,
    /// The target probability that any disk of a healthy shelf is called an outlier, over all disks, loads and rounds: 0.01. For
    /// the measured rate, see [`HEALTHY_OUTLIER_PERCENT`].
    pub false_alarm_rate: f64,
    /// The smallest relative difference that matters: 0.05.
    pub practical: f64,
    /// The maximum number of rounds in which suspects are measured again: 6 (at most 11); of a record 0.
    pub rounds_max: u32,
    /// The points of a record under each load; empty: points are measured on request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recorded: Vec<RecordedDisks>,
}

/// The points of a record under one load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedDisks {
    /// How often each disk was measured, in the configured order.
    pub times: Vec<u32>,
    /// Whether the record says if they were random.
    pub is_order_known: bool,
}

impl CalibrateConfig {
    /// A comparison of these disks by sequential reads, with the usual rates.
    pub fn new(disks: &[String], until: Until, seed: u64) -> Self {
        Self {
            disks: disks.to_vec(),
            loads: vec![PointLoad::SEQUENTIAL_READ],
            until,
            seed,
            false_alarm_rate: 0.01,
            practical: 0.05,
            rounds_max: 6,
            recorded: Vec::new(),
        }
    }
}

/// The judgement of one disk under one load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Judgement {
    /// Not measured yet.
    Open,
    /// Like its peers in the first pass.
    NotSuspected,
    /// Suspected and measured again, but no different in practice, or no more different than its peers are from each other.
    NotAnOutlier,
    /// Slower than its peers: beyond chance, beyond their own spread, and by more than the smallest difference that matters.
    Slow,
    /// Faster than its peers by the same criteria (a cache, another model, wrong wiring).
    Fast,
    /// Suspected but undecided, because the rounds ran out or there are too few peers. Or not suspected, but none of its points
    /// settled, so that a difference that matters could not have been seen.
    CannotTell,
    /// One of two disks that differ: the data cannot show which of them is the outlier.
    OneOfTwo,
    /// A disk without peers: nothing to compare with.
    Alone,
    /// Could not be measured at all; the others are compared without it.
    Failed,
}

impl Judgement {
    pub fn is_outlier(self) -> bool {
        matches!(self, Self::Slow | Self::Fast)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiskFinding {
    pub name: String,
    /// Its throughput in MiB/s: the mean of all its points over their time, not corrected for anything. The 95 % interval is the
    /// wider of two: that of the points themselves, and that from the differences between points of the same disk.
    pub mibps: Estimate,
    /// The relative difference from its peers in the same rounds, without the disk itself and other outliers: -0.1 is 10 %
    /// slower, 2.0 is three times as fast. While a first pass is running, the difference from the median of three disks or more,
    /// without an interval. `None` without peers.
    pub deviation: Option<Estimate>,
    pub judgement: Judgement,
    /// The probability that the model of its peers gives a healthy disk as far off as this one, over all disks and loads; it is
    /// compared with the false-alarm rate. The tails are those of a model, not measured. None if it was not computed.
    pub chance: Option<f64>,
    /// The group in which it was compared, an index into [`LoadFinding::groups`].
    pub group: usize,
    pub points: usize,
    pub seconds: f64,
    pub settled: bool,
    pub errors: u64,
    /// Why it could not be measured, or why it could not be judged.
    pub reason: Option<DiskReason>,
}

/// Why a disk could not be measured, or could not be compared with its peers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum DiskReason {
    NothingMoved,
    AllFailed,
    /// More than 1 % of the operations failed.
    TooManyFailed,
    /// Repeats of the same point of one disk, this many, differed by more than the disk differs from its peers.
    PointMoved {
        /// The largest relative difference.
        share: f64,
        times: usize,
    },
    /// The CPUs of this machine were this busy in the points of these disks.
    CpusFull {
        whose: AffectedDisks,
        busy_share: f64,
    },
    /// Not all of its points reached the requested interval width.
    Unsettled,
    /// Points of the same disk differ over time by this share.
    PointsVary(f64),
    /// A record has a single point of it, which a disturbance may have hit.
    MeasuredOnce,
    /// Its peers are too few, or differ too much from each other.
    FewPeers,
    /// None of its points reached the requested interval width, so that a difference of this share could not have been seen.
    Unseen {
        share: f64,
        cpus_full: bool,
    },
    /// A point could not be run.
    Failed(RunFailure),
}

/// The disks whose points ran on full CPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AffectedDisks {
    Own,
    Peers,
    Both,
}

/// Disks that resemble each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The typical throughput in MiB/s: the median of its disks that are neither outliers nor suspected; 0 without such a disk.
    #[serde(with = "base::float")]
    pub mibps: f64,
    pub disks: usize,
    /// The relative spread of the healthy disks themselves (one standard deviation), without the measurement noise. None if fewer
    /// than three disks are known to be alike.
    pub spread: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoadFinding {
    pub load: PointLoad,
    /// Usually one group; two, slowest first, if the disks fall into two kinds (two models, two cables). Disks are compared only
    /// within their group.
    pub groups: Vec<Group>,
    /// Every disk, in the configured order.
    pub disks: Vec<DiskFinding>,
    /// How much repeated points of the same disk differ, relative (one standard deviation); none before anything was measured
    /// twice.
    pub noise: Option<f64>,
    /// The number of rounds in which suspects were measured again.
    pub rounds: u32,
    pub whole: bool,
}

/// What the study has found so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalibrateFinding {
    pub config: CalibrateConfig,
    /// One finding for each load in the configured order, including loads that have not begun.
    pub loads: Vec<LoadFinding>,
    pub whole: bool,
}

impl DiskFinding {
    /// The relative difference from its peers; 0 if it is unknown.
    pub fn off(&self) -> f64 {
        self.deviation.map_or(0.0, |off| off.value)
    }
}

impl LoadFinding {
    /// The comparable speed of a disk in MiB/s: the typical throughput of its group, changed by the disk's relative difference.
    /// If that is not known, its measured throughput.
    pub fn speed(&self, disk: &DiskFinding) -> f64 {
        let level = self.groups.get(disk.group).map_or(0.0, |group| group.mibps);
        let speed = disk.deviation.map(|off| level * (1.0 + off.value));
        speed.filter(|speed| *speed > 0.0).unwrap_or(disk.mibps.value)
    }
}

impl CalibrateFinding {
    /// The disks that are outliers under any load, each once, in the configured order.
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
