//! Races of layouts whose truth is known, beside the exhaustive plan for the same shelf.
//!
//! Gives plain counts; asserts nothing. Seconds are virtual.

use base::Rng;
use study::race::{Answer, Candidate, Point, Race, RaceConfig, RaceFinding};
use study::{Cell, Journal, conduct};
use testkit::raid::Raid;
use testkit::shelf::Shelf;
use workload::{Grid, Load};

/// Pause before each cell, as disks that rotate get it.
pub(crate) const PAUSE_S: f64 = 30.0;
/// Counted time of a cell of the exhaustive plan.
pub(crate) const CELL_S: f64 = 300.0;
/// Coefficient of variation from second to second, with a lag-1 correlation of 0.5.
pub(crate) const NOISE_CV: f64 = 0.05;
pub(crate) const NOISE_LAG1: f64 = 0.5;
/// Coefficient of variation from run to run of the same cell.
pub(crate) const RUN_CV: f64 = 0.015;
/// Half of the swing over a day.
const SWING: f64 = 0.01;

/// How the storage swings over the day.
pub(crate) fn swing(seed: u64, time_s: f64) -> f64 {
    let phase = Rng::at(seed, &[0xda4]).unit();
    1.0 + SWING * (std::f64::consts::TAU * (time_s / 86_400.0 + phase)).sin()
}

/// So many names that begin with this.
pub(crate) fn names(with: &str, n: usize) -> Vec<String> {
    (0..n).map(|i| format!("{with}{i}")).collect()
}

/// The exhaustive plan: layout after layout, every point once for 300 s; gives the layouts' plain means.
pub(crate) fn exhaustive(seed: u64, raid: &Raid, loads: &[Load]) -> Vec<f64> {
    let mut rng = Rng::at(seed, &[0xe4a]);
    let mut time_s = 0.0;
    let seconds_cv = NOISE_CV * ((1.0 + NOISE_LAG1) / (1.0 - NOISE_LAG1) / CELL_S).sqrt();
    let mut mean = |layout: usize| {
        let mut sum = 0.0;
        for load in loads {
            time_s += PAUSE_S + CELL_S;
            let noise = 1.0 + RUN_CV * rng.normal() + seconds_cv * rng.normal();
            sum += raid.mibps(layout, load) * noise * swing(seed, time_s);
        }
        sum / loads.len() as f64
    };
    (0..raid.layouts.len()).map(&mut mean).collect()
}

/// How long the exhaustive plan takes in seconds.
pub(crate) fn exhaustive_s(layouts: usize, points: usize) -> f64 {
    (layouts * points) as f64 * (CELL_S + PAUSE_S)
}

/// The race of a shelf's layouts on the classic grid with a tenth of the exhaustive plan's time; and its time in seconds.
pub(crate) fn race(seed: u64, raid: &Raid) -> (RaceFinding, f64) {
    let layouts = raid.layouts.len();
    let candidates: Vec<Candidate> =
        (0..layouts).map(|i| Candidate::new(&i.to_string(), &[format!("layout{i}")])).collect();
    let points = Point::of_grid(&Grid::classic());
    let time_max_s = Some(0.098 * exhaustive_s(layouts, points.len()));
    let config = RaceConfig { time_max_s, ..RaceConfig::new(candidates, points, seed) };
    let mut rng = Rng::at(seed, &[0x90]);
    let mut last: Option<(Cell, f64)> = None;
    let truth = move |cell: &Cell, time_s: f64| {
        if last.as_ref().is_none_or(|(other, _)| other != cell) {
            last = Some((cell.clone(), 1.0 + RUN_CV * rng.normal()));
        }
        let layout: usize = cell.subject.parse().expect("layouts are named by number");
        let run = last.as_ref().map_or(1.0, |(_, run)| *run);
        raid.mibps(layout, &cell.load) * run * swing(seed, time_s)
    };
    let mut shelf = Shelf::new(seed, NOISE_CV, NOISE_LAG1, truth);
    shelf.pause_s = PAUSE_S;
    let mut race = Race::new(config);
    let Ok(_) = conduct(&mut race, &Journal::new(), &mut shelf, &mut |_| ());
    (race.finding(), shelf.used_s)
}

/// How races went.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rates {
    /// Races.
    pub(crate) seeds: u32,
    /// One was named best.
    pub(crate) best: u32,
    /// No difference was the answer.
    pub(crate) no_difference: u32,
    /// It could not be told.
    pub(crate) cannot_tell: u32,
    /// The exhaustive plan's best was named, or is among those that do not differ.
    pub(crate) agreed: u32,
    /// The first of the standings is the exhaustive plan's best.
    pub(crate) same_first: u32,
    /// The first of the standings is truly within 2 % of the best.
    pub(crate) truly_best: u32,
    /// The intervals of the leads cover the truth: how often, of how many.
    pub(crate) covered: [u32; 2],
    /// The time in parts of the exhaustive plan's, one for each seed.
    pub(crate) time: Vec<f64>,
    /// Seeds that did not agree.
    pub(crate) wrong: Vec<u64>,
}

impl Rates {
    /// Of all races, in percent.
    pub(crate) fn percent(&self, of: u32) -> f64 {
        100.0 * f64::from(of) / f64::from(self.seeds)
    }

    /// The median and the largest part of the exhaustive plan's time, in percent.
    pub(crate) fn time_percent(&self) -> [f64; 2] {
        let mut time = self.time.clone();
        time.sort_by(f64::total_cmp);
        [time[time.len() / 2], time[time.len() - 1]].map(|part| 100.0 * part)
    }

    /// Adds the race of one shelf.
    pub(crate) fn add(&mut self, seed: u64, raid: &Raid) {
        let loads = Grid::classic().loads();
        let means = exhaustive(seed, raid, &loads);
        let best = (0..means.len()).max_by(|&a, &b| means[a].total_cmp(&means[b]));
        let best = best.expect("a shelf has layouts");
        let (found, used_s) = race(seed, raid);
        self.seeds += 1;
        self.time.push(used_s / exhaustive_s(means.len(), loads.len()));
        let agreed = match &found.answer {
            Answer::Best(one) => {
                self.best += 1;
                *one == best
            }
            Answer::NoDifference(among) => {
                self.no_difference += 1;
                among.contains(&best)
            }
            Answer::CannotTell(_) | Answer::NotYet(_) | Answer::NoneRan => {
                self.cannot_tell += 1;
                false
            }
        };
        self.agreed += u32::from(agreed);
        if !agreed {
            self.wrong.push(seed);
        }
        let first = found.standings[0].candidate;
        self.same_first += u32::from(first == best);
        let truth = |layout| raid.mean_mibps(layout, &loads);
        let ranking = raid.ranking(&loads);
        self.truly_best += u32::from(truth(first) * 1.02 > ranking[0].1);
        for standing in &found.standings {
            if let Some(over) = standing.over.filter(|_| standing.lead.is_known()) {
                let lead = truth(standing.candidate) / truth(over) - 1.0;
                self.covered[0] +=
                    u32::from((standing.lead.low..=standing.lead.high).contains(&lead));
                self.covered[1] += 1;
            }
        }
    }
}
