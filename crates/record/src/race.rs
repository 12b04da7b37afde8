//! The comparison of layouts or other targets over many points: what was found.

mod config;
mod group;
mod reason;
mod repeat_spread;

pub use config::{Candidate, RaceConfig};
pub use group::{GroupKind, GroupProperty, LoadDirection, LoadGroup};
pub use reason::{Exclusion, LeadOver, RaceReason, Resource};
pub use repeat_spread::{Spread, combine_repeats, excess_spread};

use crate::Measurement;
use base::Bytes;
use serde::{Deserialize, Serialize};
use summary::Estimate;
use workload::{PointGrid, PointLoad};

/// One point at which all candidates are compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightedLoad {
    pub load: PointLoad,
    /// What it counts, relative to the others; above 0.
    pub weight: f64,
    /// The role that it stands for, or nothing.
    pub group: String,
}

impl WeightedLoad {
    /// Every point of a grid, all of the same weight: the classic method.
    pub fn of_grid(grid: &PointGrid) -> Vec<Self> {
        let weighted = |load| Self { load, weight: 1.0, group: String::new() };
        grid.loads().into_iter().map(weighted).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Score {
    /// The weighted mean of MiB/s, as the classic method has it: large blocks decide.
    Mean,
    /// The weighted geometric mean of ratios: each point counts what its weight says, be it fast or slow.
    Ratio,
}

base::words! {
    /// What ranks the candidates of a race.
    #[derive(Default)]
    pub enum Criterion as "metric" {
        /// The higher, the better.
        #[default]
        Throughput = "throughput",
        /// The lower, the better. Points make a geometric mean.
        LatencyP99 = "p99",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaceFinding {
    /// Every candidate, best first; those that could not be run are last.
    pub standings: Vec<CandidateResult>,
    pub answer: Answer,
    pub reason: RaceReason,
    pub each_block: bool,
    /// Who is best at each block size, for reads and for writes, for each role, at each fill level.
    pub groups: Vec<GroupFinding>,
    /// Every point that was measured, in the order of time.
    // JSON omits them, because the stage has the same points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<RacedPoint>,
    /// The loads of the race; each measured point has the index of its load.
    pub loads: Vec<WeightedLoad>,
    /// How the points make one number.
    pub score: Score,
    pub criterion: Criterion,
    /// The smallest relative difference that counts.
    pub practical: f64,
    /// Rounds that were run: each is one point of all candidates that were still in.
    pub rounds: usize,
    /// Rounds after which the race would have ended at the latest.
    pub rounds_max: usize,
    /// Time from the first point to the end of the last one in seconds, pauses included.
    pub seconds: f64,
    /// How much the storage became faster (above 0) or slower in an hour, in percent, as far as the order of points
    /// within the rounds shows it; none on too few rounds.
    pub drift_percent_per_hour: Option<Estimate>,
}

/// Which candidate is best. Candidates are named by their index in the configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Answer {
    /// One is ahead of all others, provably and by more than what counts.
    Best(usize),
    /// These lie within what counts of each other, best first; all others are worse.
    NoDifference(Vec<usize>),
    /// These could not be told apart before grid or time was used up, best first; all others are worse.
    CannotTell(Vec<usize>),
    /// The race still goes on between these, best first.
    NotYet(Vec<usize>),
    NoneRan,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum CandidateState {
    Raced,
    /// It was proven worse than another by more than what counts, and not measured any more.
    Dropped {
        /// In which round, from 1.
        round: usize,
        /// The one that was proven better.
        by: usize,
    },
    Out {
        reason: Exclusion,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CandidateResult {
    /// Its index in the configuration.
    pub candidate: usize,
    pub name: String,
    /// The weighted mean over the measured points in MiB/s, a geometric one if ratios make the score. `None` where latency ranks.
    /// A candidate that was dropped has the mean of the most measured one, times their ratio at the points of both.
    /// The interval holds for one look. The answer does not use it; it rests on the leads.
    pub mean_mibps: Option<Estimate>,
    /// Where latency ranks: the geometric mean of the 99th percentiles of its points in nanoseconds, as the mean above.
    pub latency_ns_p99: Option<Estimate>,
    /// How far it is ahead of the best other one, by the race's score and what ranks (twice the latency is -0.5): 0.05 is 5 %; below 0 for all but the first.
    /// The interval of each lead holds at any time of looking; `None` for a candidate that could not be run. What one was sent
    /// off by held with the error shared by all candidates.
    pub lead: Option<Estimate>,
    /// The one that the lead is over; none when there is no other.
    pub over: Option<usize>,
    pub points: usize,
    #[serde(rename = "fate")]
    pub state: CandidateState,
    pub usable: Option<Bytes>,
    /// How many disks may fail before data are lost.
    pub may_fail: Option<u32>,
}

/// Who is best at some of the points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupFinding {
    #[serde(flatten)]
    pub group: LoadGroup,
    /// Points in it.
    pub loads: usize,
    /// Each candidate's mean in MiB/s, made as that of its standing, in the order of the configuration; `None` without a measured
    /// point, and where latency ranks.
    pub means_mibps: Vec<Option<Estimate>>,
    /// The same of the 99th percentile of latency in nanoseconds, where that ranks; else empty.
    pub latencies_ns_p99: Vec<Option<Estimate>>,
    /// Which is best here. The race's error is shared by all groups, each looked at once.
    pub answer: Answer,
    /// How far the first is ahead of the second.
    pub lead: Option<Estimate>,
    /// How far each candidate is ahead of the first, by the race's score over the points that both have, in the order of the
    /// configuration: below 0 as a rule; `None` of the first, and without a point of both.
    pub leads: Vec<Option<Estimate>>,
    /// At how many of the points each candidate was measured, in the order of the configuration.
    #[serde(rename = "seen")]
    pub measured_loads: Vec<usize>,
    /// Candidates that are further behind than one that is proven worse, but with too few points for a proof of their own.
    /// They count neither as worse nor as possibly best.
    pub unproven: Vec<usize>,
}

/// A point with its place: what a heatmap is drawn from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RacedPoint {
    pub candidate: usize,
    pub load: usize,
    pub fill_percent: u8,
    /// The round, from 1.
    pub round: usize,
    /// How often the same point was measured before.
    pub repeat: u32,
    pub measured: Measurement,
}

impl CandidateResult {
    /// The mean of what ranks: MiB/s, or nanoseconds.
    pub fn mean(&self) -> Option<Estimate> {
        self.latency_ns_p99.or(self.mean_mibps)
    }
}

impl GroupFinding {
    /// Each candidate's mean of what ranks: in MiB/s, or nanoseconds.
    pub fn means(&self) -> &[Option<Estimate>] {
        if self.latencies_ns_p99.is_empty() { &self.means_mibps } else { &self.latencies_ns_p99 }
    }
}

impl RaceFinding {
    /// How much repeats of the same point differ, and what each of them claims to be known to (relative standard
    /// deviations), where they differ by clearly more, and by what counts: then something outlasts a point.
    pub fn excess_spread(&self) -> Option<(f64, f64)> {
        excess_spread(&self.points, self.practical)
    }

    /// Who is best at random and who at sequential points, where it was asked of each block size and that is not the same one.
    pub fn orders_apart(&self) -> Option<Vec<(&LoadGroup, usize)>> {
        let refused = matches!(self.answer, Answer::CannotTell(_));
        orders_apart(&self.groups).filter(|_| refused)
    }
}

/// Who is best in each order, where that is not the same one.
pub fn orders_apart(groups: &[GroupFinding]) -> Option<Vec<(&LoadGroup, usize)>> {
    let best = |group: &'_ GroupFinding| match group.answer {
        Answer::Best(best) => Some(best),
        _ => None,
    };
    let orders = groups.iter().filter(|group| group.group.kind() == GroupKind::Order);
    let bests: Vec<(&LoadGroup, usize)> =
        orders.filter_map(|group| Some((&group.group, best(group)?))).collect();
    let apart = bests.iter().any(|(_, best)| *best != bests[0].1);
    apart.then_some(bests)
}

/// Points alike in role, direction, order and block size, by their index; in order of the first one.
pub fn strata(loads: &[WeightedLoad]) -> Vec<Vec<usize>> {
    let key = |weighted: &WeightedLoad| {
        let load = &weighted.load;
        (weighted.group.clone(), load.read_percent.to_bits(), load.random, load.block, load.sync)
    };
    let mut strata: Vec<(_, Vec<usize>)> = Vec::new();
    for (index, weighted) in loads.iter().enumerate() {
        let key = key(weighted);
        match strata.iter_mut().find(|(other, _)| *other == key) {
            Some((_, members)) => members.push(index),
            None => strata.push((key, vec![index])),
        }
    }
    strata.into_iter().map(|(_, members)| members).collect()
}
