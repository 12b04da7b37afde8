//! Which disk is unlike its peers? Measures each disk alone, and those that stand out again, for twice the time, among peers.
//!
//! Takes the names of disks and the results of their points; returns who is slow or incredibly fast, and how often healthy
//! shelves of known truth were called outliers. Never calls a disk an outlier by one measurement, nor by noise that outlasts a
//! measurement: if repeats of the same point disagree, ranks among peers in randomly drawn turns must agree (`turns`). A change
//! of the reference point is held against no disk.

mod comparison;
mod cpus;
mod healthy_disks;
mod turns;
mod verdict;

use crate::conduct::PointRequest;
use crate::conduct::{Outlook, Study};
use comparison::Comparison;
use record::calibrate::{CalibrateConfig, CalibrateFinding, LoadFinding};
use record::{Drift, Measurement, Point, RunFailure};

/// The part of the false-alarm rate that is spent on distances: the healthy disks' own spread is known from few of them, and the
/// rate has to hold for shelves that spread more than usual (measured: crates/study/METHODS.md).
const CAUTION: f64 = 0.3;
/// The part of it that is spent on ranks, which no spread affects.
const RANK_CAUTION: f64 = 0.6;
/// The parts of that for the look after the first round, and for the last look, which knows most; the others share the rest.
const FIRST_SHARE: f64 = 0.2;
const LAST_SHARE: f64 = 0.4;

/// The rounds of a comparison after its first pass.
fn rounds(config: &CalibrateConfig) -> usize {
    (config.rounds_max as usize).min(healthy_disks::ROUNDS_MAX - 1)
}

/// The error rate of each look for ranks among peers: equal parts.
fn rank_rate(config: &CalibrateConfig) -> f64 {
    cpu_rate(config) / rounds(config).max(1) as f64
}

/// The highest probability that turns on full CPUs look as if one disk were unlike the others.
fn cpu_rate(config: &CalibrateConfig) -> f64 {
    RANK_CAUTION * config.false_alarm_rate
}

/// The part of the false-alarm rate that the look after this round may spend.
fn error_rate_of(config: &CalibrateConfig, round: usize) -> f64 {
    let share = match (round, rounds(config)) {
        (_, 0 | 1) => 1.0,
        (1, _) => FIRST_SHARE,
        (_, 2) => 1.0 - FIRST_SHARE,
        (last, rounds) if last == rounds => LAST_SHARE,
        (_, rounds) => (1.0 - FIRST_SHARE - LAST_SHARE) / (rounds - 2) as f64,
    };
    share * CAUTION * config.false_alarm_rate
}

#[derive(Clone, Debug)]
pub struct Calibrate {
    config: CalibrateConfig,
    loads: Vec<Comparison>,
    /// How far the same point was from itself during the study, if that matters, and how often it was measured.
    moved: Option<(f64, usize)>,
}

impl Calibrate {
    pub fn new(config: CalibrateConfig) -> Self {
        let loads = (0..config.loads.len()).map(|index| Comparison::new(&config, index)).collect();
        Self { config, loads, moved: None }
    }

    /// The finding so far; complete once the study has ended.
    pub fn finding(&self) -> CalibrateFinding {
        let loads: Vec<LoadFinding> =
            self.loads.iter().map(|load| load.finding(&self.config, self.moved)).collect();
        let whole = loads.iter().all(|load| load.whole);
        CalibrateFinding { config: self.config.clone(), loads, whole }
    }
}

impl Study for Calibrate {
    fn next_request(&mut self) -> Option<PointRequest> {
        self.loads.iter().find_map(|load| load.next_request(&self.config))
    }

    fn may_request(&self, point: &Point) -> bool {
        let of_ours = |disk| self.config.disks.contains(disk);
        point.subject == comparison::SUBJECT
            && self.config.loads.contains(&point.load)
            && point.targets.iter().all(of_ours)
    }

    fn take(&mut self, request: &PointRequest, measured: &Measurement) {
        let open = self
            .loads
            .iter_mut()
            .find(|load| load.next_request(&self.config).as_ref() == Some(request));
        open.expect("a study is told only what it asked for").take(&self.config, measured);
    }

    fn skip_failed(&mut self, request: &PointRequest, failure: &RunFailure) -> bool {
        let open = self
            .loads
            .iter_mut()
            .find(|load| load.next_request(&self.config).as_ref() == Some(request));
        open.is_some_and(|load| load.skip_failed(&self.config, failure))
    }

    fn take_drift(&mut self, drift: &Drift) {
        self.moved = drift.matters.then_some((drift.excursion, drift.points.len()));
    }

    fn outlook(&self) -> Outlook {
        self.loads.iter().map(|load| load.outlook(&self.config)).fold(
            Outlook::default(),
            |sum, one| Outlook {
                points_likely: sum.points_likely + one.points_likely,
                points_max: sum.points_max + one.points_max,
                longest_ns: sum.longest_ns + one.longest_ns,
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::Until;

    #[test]
    fn all_looks_together_spend_what_there_is_and_none_more_than_the_last() {
        let until = Until { half_width: 0.02, time_min_ns: 1, time_max_ns: 2, warm_up_ns: 0 };
        for rounds_max in 1..=12 {
            let config = CalibrateConfig { rounds_max, ..CalibrateConfig::new(&[], until, 1) };
            let rounds = rounds(&config);
            let all: Vec<f64> = (1..=rounds).map(|round| error_rate_of(&config, round)).collect();
            let whole: f64 = all.iter().sum();
            assert!((whole / (CAUTION * 0.01) - 1.0).abs() < 1e-9, "{rounds_max}: {all:?}");
            let last = error_rate_of(&config, rounds);
            assert!(all.iter().all(|rate| *rate <= last), "{rounds_max}: {all:?}");
        }
    }
}
