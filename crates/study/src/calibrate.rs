//! Which disk is unlike its peers? Each disk alone, and those that stand out again, at twice the time, among peers.
//!
//! Takes the names of disks and what came of their cells; gives who is slow or incredibly fast, with a stated chance of
//! accusing a healthy shelf. Never accuses on one measurement, nor on noise that outlasts a measurement: where repeats of
//! the same cell are not alike, ranks among peers in turns drawn at random must agree (`turns`), and what the reference
//! cell moved by on its own is held against nobody.

mod comparison;
mod cpus;
mod finding;
mod groups;
mod healthy;
mod turns;
mod verdict;

pub use finding::{CalibrateFinding, DiskFinding, Group, Judgement, LoadFinding};

use crate::cell::{Ask, Measured, Until};
use crate::conduct::{Outlook, Study};
use crate::reference::Drift;
use comparison::Comparison;
use workload::Load;

/// What of the stated false-alarm rate is spent: the healthy disks' own spread is known from few of them, and the rate
/// has to hold for shelves that spread more than usual (measured: docs/methods.md).
const CAUTION: f64 = 0.6;

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
    /// The chance that any disk of a healthy shelf is accused, over all disks, loads and rounds: 0.01.
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
        CAUTION * self.false_alarm_rate / self.rounds().max(1) as f64
    }

    /// The chance at most that turns on full CPUs look as if one disk were unlike the others.
    fn cpu_rate(&self) -> f64 {
        CAUTION * self.false_alarm_rate
    }

    /// What the look after this round may spend of the false-alarm rate: half of it after the first, the rest in equal
    /// parts.
    fn error_rate_of(&self, round: usize) -> f64 {
        let whole = CAUTION * self.false_alarm_rate;
        match (round, self.rounds()) {
            (_, 0 | 1) => whole,
            (1, _) => whole / 2.0,
            (_, rounds) => whole / 2.0 / (rounds - 1) as f64,
        }
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
