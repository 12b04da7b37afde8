//! What a race compares, over which points, and by which rule it ends.

use super::{Criterion, Score, WeightedLoad};
use crate::{Purpose, Until};
use base::Bytes;
use serde::{Deserialize, Serialize};

/// What a race compares: a layout, a machine, a chunk size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// Its name, which is the subject of its points; names are unique.
    pub name: String,
    /// The names of its targets; all are loaded at the same time.
    pub targets: Vec<String>,
    pub usable: Option<Bytes>,
    /// How many disks may fail before data are lost.
    pub may_fail: Option<u32>,
}

impl Candidate {
    pub fn new(name: &str, targets: &[String]) -> Self {
        Self { name: name.to_owned(), targets: targets.to_vec(), usable: None, may_fail: None }
    }
}

/// Rounds that a race of a few points may take.
const ROUNDS_USUAL: usize = 160;
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaceConfig {
    /// What is compared: two or more.
    pub candidates: Vec<Candidate>,
    /// The points: the grid, or the loads of a profile's roles.
    pub loads: Vec<WeightedLoad>,
    /// How full the targets are, in percent, in the order in which they are filled; `[0]`: not filled.
    pub fills: Vec<u8>,
    /// How the points are combined into one number.
    pub score: Score,
    pub criterion: Criterion,
    /// Whether the best is sought for each block size, as for chunk sizes. Then no candidate is eliminated, because one that is
    /// worse overall may be best at one block size, and the race ends when every block size is decided.
    pub each_block: bool,
    /// The smallest relative difference that counts: 0.02 is 2 %.
    pub practical: f64,
    /// The probability that the best is eliminated wrongly: 0.05.
    pub alpha: f64,
    /// When the measurement of a point is sufficient.
    pub until: Until,
    pub purpose: Purpose,
    /// How often each point is measured at most before the race ends undecided.
    pub passes_max: u32,
    /// How often each point of a record was measured, in the order of the points; there are no further repeats, and all points
    /// are taken before any decision. Empty: points are measured on request.
    pub times: Vec<u32>,
    /// The time after which the race ends undecided, in seconds from its first point, pauses included.
    pub time_max_s: Option<f64>,
    pub seed: u64,
}

impl RaceConfig {
    /// How often each point is measured at most.
    pub fn passes(&self) -> u32 {
        let fewest = self.times.iter().copied().min();
        fewest.map_or(self.passes_max, |fewest| self.passes_max.min(fewest))
    }

    pub fn is_recorded(&self) -> bool {
        !self.times.is_empty()
    }

    /// The same race as far as it decides the points: without its seed, and without capacity and redundancy.
    pub fn key(&self) -> Self {
        let candidates = self
            .candidates
            .iter()
            .map(|candidate| Candidate::new(&candidate.name, &candidate.targets));
        Self { candidates: candidates.collect(), seed: 0, ..self.clone() }
    }

    /// Short points of 6 seconds, a difference of 2 %, an error of 5 %, not filled.
    pub fn new(candidates: Vec<Candidate>, loads: Vec<WeightedLoad>, seed: u64) -> Self {
        // A grid is large enough to be measured once; a handful of points must be repeated until they can decide.
        let passes_max = (ROUNDS_USUAL / loads.len().max(1)).clamp(1, 32) as u32;
        Self {
            candidates,
            loads,
            fills: vec![0],
            score: Score::Mean,
            criterion: Criterion::Throughput,
            each_block: false,
            practical: 0.02,
            alpha: 0.05,
            until: Until {
                half_width: 0.05,
                time_min_ns: 3_000_000_000,
                time_max_ns: 6_000_000_000,
                warm_up_ns: 1_000_000_000,
            },
            purpose: Purpose::Race,
            passes_max,
            times: Vec::new(),
            time_max_s: None,
            seed,
        }
    }

    /// The same race for each block size. Random and sequential points are then judged separately, so that twice the points are
    /// needed.
    pub fn for_each_block(self) -> Self {
        let random =
            |random: bool| self.loads.iter().any(|weighted| weighted.load.random == random);
        let orders = if random(true) && random(false) { 2 } else { 1 };
        let passes_max = self.passes_max * orders;
        Self { score: Score::Ratio, each_block: true, passes_max, ..self }
    }

    /// The same race, ranked by this. Latencies of different loads cannot be added, so their ratios count.
    pub fn ranked_by(self, criterion: Criterion) -> Self {
        let score = if criterion == Criterion::LatencyP99 { Score::Ratio } else { self.score };
        Self { criterion, score, ..self }
    }
}
