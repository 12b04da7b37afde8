//! The settings of a load, and what each value of one is worth.

use super::{Answer, SettingLevel};
use base::Bytes;
use serde::{Deserialize, Serialize};
use workload::PointLoad;

/// What a load can be set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Setting {
    /// The size of each operation.
    Block,
    /// Outstanding operations of each thread.
    Depth,
    /// Threads.
    Threads,
    /// Reads, writes, mixes.
    Direction,
    /// Random or sequential.
    Order,
}

/// What a setting's values are worth: what the race said of them, and what the whole grid says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingFinding {
    /// Which setting.
    pub setting: Setting,
    /// Its values, in the order of the race: best first.
    pub values: Vec<SettingValue>,
    /// Which is best by the race; values are named by their place in `values`.
    pub answer: Answer,
    /// Different points that the race asked for.
    pub points: usize,
    /// Points that it could have asked for: those of all points that all values have.
    pub points_max: usize,
}

/// One value of a setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingValue {
    /// The value.
    #[serde(rename = "label")]
    pub level: SettingLevel,
    /// Its mean over all of its points, by the score: in MiB/s.
    #[serde(with = "base::float")]
    pub mean_mibps: f64,
    /// Different points of it that the race asked for.
    pub points: usize,
}

impl Setting {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 5] =
        [Self::Block, Self::Depth, Self::Threads, Self::Direction, Self::Order];

    /// A load's value of this setting, as a number that sorts as people list them.
    pub fn value(self, load: &PointLoad) -> u64 {
        match self {
            Self::Block => load.block.0,
            Self::Depth => u64::from(load.depth),
            Self::Threads => u64::from(load.threads),
            // Reads come before writes. A share of reads is at most 100.
            Self::Direction => (1e6 * (100.0 - load.read_percent)) as u64,
            Self::Order => u64::from(load.random),
        }
    }

    /// The load with this setting the same for all, so that its values stand at the same points.
    pub fn alike(self, load: PointLoad) -> PointLoad {
        let usual = PointLoad::SEQUENTIAL_READ;
        match self {
            Self::Block => PointLoad { block: Bytes(usual.block.0), ..load },
            Self::Depth => PointLoad { depth: usual.depth, ..load },
            Self::Threads => PointLoad { threads: usual.threads, ..load },
            Self::Direction => PointLoad { read_percent: usual.read_percent, ..load },
            Self::Order => PointLoad { random: usual.random, ..load },
        }
    }
}

impl SettingFinding {
    /// Whether the race has the values in the order of the whole grid, but for those that differ by less than what counts.
    pub fn in_order(&self, practical: f64) -> bool {
        let mean = |at: usize| self.values[at].mean_mibps;
        let before = |at: usize| (0..at).all(|first| mean(at) < mean(first) * (1.0 + practical));
        (0..self.values.len()).all(before)
    }

    /// The value that is best on the whole grid, by its place in `values`.
    pub fn best_of_all(&self) -> usize {
        let mean = |at: &usize| self.values[*at].mean_mibps;
        let best = (0..self.values.len()).max_by(|a, b| mean(a).total_cmp(&mean(b)));
        best.unwrap_or_default()
    }
}
