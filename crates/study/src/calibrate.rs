//! Which disk is unlike its peers? Each disk alone, and those that stand out again, at twice the time, among peers.
//!
//! Takes the names of disks and what came of their cells; gives who is slow or incredibly fast, and how often healthy
//! shelves were accused where the truth is known. Never accuses on one measurement, nor on noise that outlasts a measurement: where repeats of
//! the same cell are not alike, ranks among peers in turns drawn at random must agree (`turns`), and what the reference
//! cell moved by on its own is held against nobody.

mod comparison;
mod cpus;
mod finding;
mod groups;
mod healthy;
mod measured;
mod turns;
mod verdict;

pub use finding::{CalibrateFinding, DiskFinding, Group, Judgement, LoadFinding};

use crate::cell::{Ask, Cell, Measured, Until};
use crate::conduct::{Outlook, Study};
use crate::reference::Drift;
use comparison::Comparison;
use workload::Load;

/// What of the false-alarm rate is spent on distances: the healthy disks' own spread is known from few of them, and the rate
/// has to hold for shelves that spread more than usual (measured: docs/methods.md).
const CAUTION: f64 = 0.3;
/// What of it is spent on ranks, which no spread touches.
const RANK_CAUTION: f64 = 0.6;
/// What of that is for the look after the first round, and for the last look, which knows most; the others share the rest.
const FIRST_SHARE: f64 = 0.2;
const LAST_SHARE: f64 = 0.4;

/// In how many percent of simulated healthy shelves a disk was accused, at least and at most by their kind, and of how many
/// of each kind: the table of docs/methods.md (a test holds it to that).
pub const HEALTHY_ACCUSED_PERCENT: [f64; 2] = [0.0, 1.25];
/// Shelves of each kind.
pub const HEALTHY_SHELVES: u32 = 400;

/// How often a healthy shelf was accused, as a part of a sentence.
pub fn accused_when_healthy() -> String {
    let [least, most] = HEALTHY_ACCUSED_PERCENT;
    format!(
        "of {HEALTHY_SHELVES} simulated healthy shelves of each kind {least} to {most} % were accused (docs/methods.md)"
    )
}

/// What is compared, and how sure it has to be.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibrateConfig {
    /// The disks' names.
    pub disks: Vec<String>,
    /// The loads that each disk gets, one after the other; those that write only where writing was allowed.
    pub loads: Vec<Load>,
    /// How long a cell of the first pass is; suspects are measured for twice the time, to 0.7 of the width.
    pub until: Until,
    /// What the order of the cells is drawn from.
    pub seed: u64,
    /// The chance at which the rule aims that any disk of a healthy shelf is accused, over all disks, loads and rounds: 0.01. What
    /// was measured: [`accused_when_healthy`].
    pub false_alarm_rate: f64,
    /// The least relative difference that matters: 0.05.
    pub practical: f64,
    /// How often suspects are measured again at most: 6 (11 at most).
    pub rounds_max: u32,
}

impl CalibrateConfig {
    /// Reads of these disks with the usual rates.
    pub fn new(disks: &[String], until: Until, seed: u64) -> Self {
        Self {
            disks: disks.to_vec(),
            loads: vec![Load::SEQUENTIAL_READ],
            until,
            seed,
            false_alarm_rate: 0.01,
            practical: 0.05,
            rounds_max: 6,
        }
    }

    /// Rounds after the first pass.
    fn rounds(&self) -> usize {
        (self.rounds_max as usize).min(healthy::ROUNDS_MAX - 1)
    }

    /// What each look may spend on ranks among peers: the same, in equal parts.
    fn rank_rate(&self) -> f64 {
        RANK_CAUTION * self.false_alarm_rate / self.rounds().max(1) as f64
    }

    /// The chance at most that turns on full CPUs look as if one disk were unlike the others.
    fn cpu_rate(&self) -> f64 {
        RANK_CAUTION * self.false_alarm_rate
    }

    /// What the look after this round may spend of the false-alarm rate.
    fn error_rate_of(&self, round: usize) -> f64 {
        let share = match (round, self.rounds()) {
            (_, 0 | 1) => 1.0,
            (1, _) => FIRST_SHARE,
            (_, 2) => 1.0 - FIRST_SHARE,
            (last, rounds) if last == rounds => LAST_SHARE,
            (_, rounds) => (1.0 - FIRST_SHARE - LAST_SHARE) / (rounds - 2) as f64,
        };
        share * CAUTION * self.false_alarm_rate
    }
}

/// The study.
#[derive(Clone, Debug)]
pub struct Calibrate {
    config: CalibrateConfig,
    loads: Vec<Comparison>,
    /// How far one and the same cell was from itself meanwhile, where that matters, and how often it was measured.
    moved: Option<(f64, usize)>,
}

impl Calibrate {
    /// A study that has measured nothing.
    pub fn new(config: CalibrateConfig) -> Self {
        let loads = (0..config.loads.len()).map(|index| Comparison::new(&config, index)).collect();
        Self { config, loads, moved: None }
    }

    /// What is known so far; whole once the study has ended.
    pub fn finding(&self) -> CalibrateFinding {
        let loads: Vec<LoadFinding> =
            self.loads.iter().map(|load| load.finding(&self.config, self.moved)).collect();
        let whole = loads.iter().all(|load| load.whole);
        CalibrateFinding { config: self.config.clone(), loads, whole }
    }
}

impl Study for Calibrate {
    fn ask(&mut self) -> Option<Ask> {
        self.loads.iter().find_map(|load| load.ask(&self.config))
    }

    fn may_ask(&self, cell: &Cell) -> bool {
        let of_ours = |disk| self.config.disks.contains(disk);
        cell.subject == comparison::SUBJECT
            && self.config.loads.contains(&cell.load)
            && cell.targets.iter().all(of_ours)
    }

    fn take(&mut self, ask: &Ask, seen: &Measured) {
        let open = self.loads.iter_mut().find(|load| load.ask(&self.config).as_ref() == Some(ask));
        open.expect("a study is told only what it asked for").take(&self.config, seen);
    }

    fn go_on_without(&mut self, ask: &Ask, reason: &str) -> bool {
        let open = self.loads.iter_mut().find(|load| load.ask(&self.config).as_ref() == Some(ask));
        open.is_some_and(|load| load.go_on_without(&self.config, reason))
    }

    fn heed(&mut self, drift: &Drift) {
        self.moved = drift.matters.then_some((drift.excursion, drift.cells.len()));
    }

    fn outlook(&self) -> Outlook {
        self.loads.iter().map(|load| load.outlook(&self.config)).fold(
            Outlook::default(),
            |sum, one| Outlook {
                cells_likely: sum.cells_likely + one.cells_likely,
                cells_max: sum.cells_max + one.cells_max,
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_looks_together_spend_what_there_is_and_none_more_than_the_last() {
        let until = Until { half_width: 0.02, time_min_ns: 1, time_max_ns: 2, warm_up_ns: 0 };
        for rounds_max in 1..=12 {
            let config = CalibrateConfig { rounds_max, ..CalibrateConfig::new(&[], until, 1) };
            let rounds = config.rounds();
            let all: Vec<f64> = (1..=rounds).map(|round| config.error_rate_of(round)).collect();
            let whole: f64 = all.iter().sum();
            assert!((whole / (CAUTION * 0.01) - 1.0).abs() < 1e-9, "{rounds_max}: {all:?}");
            let last = config.error_rate_of(rounds);
            assert!(all.iter().all(|rate| *rate <= last), "{rounds_max}: {all:?}");
        }
    }
}
