//! Shelves of disks whose truth is known, and how often comparing them is right.

use base::Rng;
use record::calibrate::{CalibrateConfig, CalibrateFinding, DiskFinding, Judgement};
use record::{Journal, Measurement, Point, Until};
use std::convert::Infallible;
use std::ops::Range;
use study::calibrate::Calibrate;
use study::conduct::{self, conduct};
use study::{Observation, OnInterval, PointRequest, Runner};
use summary::Estimate;
use testkit::shelf::SimulatedShelf;
use testkit::shelf::{InterferenceLaw, InterferenceSeries};

#[derive(Clone, Copy, Debug)]
pub(crate) enum Noise {
    /// A first measurement spreads by `cv`; `averages` is the share of its variance that more time averages out.
    Point { cv: f64, averages: f64 },
    /// Every second spreads by `cv`, with a correlation of `lag1` to the one before.
    Second { cv: f64, lag1: f64 },
    /// Every second spreads by 2 %, and interference comes and goes: the same for all disks, or each disk's own.
    Waves { wave: InterferenceLaw, each: bool },
}

impl Noise {
    pub(crate) fn told(self) -> String {
        match self {
            Self::Point { cv, averages } => {
                format!("point {} %, {} % of it averages", 100.0 * cv, 100.0 * averages)
            }
            Self::Second { cv, lag1 } => format!("second {} %, lag-1 {lag1}", 100.0 * cv),
            Self::Waves { wave: InterferenceLaw { share, busy_s, quiet_s }, each } => {
                let whose = if each { "each disk's own" } else { "common" };
                let cycle = busy_s + quiet_s;
                format!("{whose} waves of {} %, {busy_s} s in {cycle} s", 100.0 * share)
            }
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) disks: usize,
    /// How much healthy disks differ (one standard deviation).
    pub(crate) spread: f64,
    pub(crate) noise: Noise,
    /// The speed of the first disks relative to the others.
    pub(crate) odd: Vec<f64>,
    /// Whether the odd ones should be called outliers.
    pub(crate) accusable: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Rates {
    pub(crate) seeds: u32,
    /// Every odd disk was called an outlier, to the right side.
    pub(crate) found: u32,
    /// A healthy disk was called an outlier.
    pub(crate) falsely: u32,
    /// Some disk could not be judged.
    pub(crate) cannot_tell: u32,
    pub(crate) groups: u32,
    /// Points of the first pass' time, over the first pass itself.
    pub(crate) time: f64,
    pub(crate) wrong: Vec<u64>,
    /// Disks with both intervals, and how many of each held the truth: what a disk gives, and how far it is off.
    pub(crate) intervals: u32,
    pub(crate) held: [u32; 2],
}

impl Rates {
    pub(crate) fn percent(&self, count: u32) -> f64 {
        100.0 * f64::from(count) / f64::from(self.seeds)
    }

    /// How often the intervals of disks held the truth, in percent: of what they give, and of how far they are off.
    pub(crate) fn held_percent(&self) -> [f64; 2] {
        self.held.map(|held| 100.0 * f64::from(held) / f64::from(self.intervals))
    }

    /// Counts the intervals of disks whose true speeds are these, of which 100 MiB/s is the healthy ones' level.
    fn count_intervals(&mut self, disks: &[DiskFinding], speeds: &[f64]) {
        for (disk, truth) in disks.iter().zip(speeds) {
            let off = disk.deviation.and_then(|off| off.interval);
            if let Some((gives, off)) = disk.mibps.interval.zip(off) {
                self.intervals += 1;
                let intervals = [(gives, *truth), (off, truth / LEVEL - 1.0)];
                for (held, (interval, truth)) in self.held.iter_mut().zip(intervals) {
                    *held += u32::from(interval.low <= truth && truth <= interval.high);
                }
            }
        }
    }
}

/// What a healthy disk gives, in MiB/s.
const LEVEL: f64 = 100.0;
const SECOND_NS: u64 = 1_000_000_000;
pub(crate) const UNTIL: Until = Until {
    half_width: 0.02,
    time_min_ns: 20 * SECOND_NS,
    time_max_ns: 60 * SECOND_NS,
    warm_up_ns: 0,
};

/// A point whose value is its truth times a deviate.
pub(crate) struct Deviates<F> {
    pub(crate) truth: F,
    pub(crate) cv: f64,
    pub(crate) averages: f64,
    pub(crate) rng: Rng,
}

impl<F: Fn(&PointRequest) -> f64> Runner<PointRequest> for Deviates<F> {
    type Error = Infallible;

    fn run(
        &mut self,
        request: &PointRequest,
        _: OnInterval<'_>,
    ) -> Result<Observation, Infallible> {
        let seconds = request.until.time_min_ns as f64 / 1e9;
        let first = UNTIL.time_min_ns as f64 / 1e9;
        let cv = self.cv * (1.0 - self.averages + self.averages * first / seconds).sqrt();
        let mibps = (self.truth)(request) * (cv * self.rng.normal()).exp();
        let total = Measurement::of(&request.point.load, 1, Estimate::unknown(mibps), seconds);
        Ok(Observation::of_total(total))
    }
}

impl Case {
    /// The disks' true speeds, the first draws of this.
    fn speeds(&self, rng: &mut Rng) -> Vec<f64> {
        (0..self.disks)
            .map(|disk| {
                LEVEL * self.odd.get(disk).unwrap_or(&1.0) * (self.spread * rng.normal()).exp()
            })
            .collect()
    }

    pub(crate) fn run(&self, seed: u64) -> (CalibrateFinding, f64) {
        let mut rng = Rng::at(seed, &[0xD15C]);
        let disks: Vec<String> = (0..self.disks).map(|disk| format!("d{disk}")).collect();
        let speeds = self.speeds(&mut rng);
        let speed = |target: &str| {
            speeds[disks.iter().position(|disk| disk == target).expect("a disk of the shelf")]
        };
        let until = match self.noise {
            // The usual time of a point, which these waves outlast.
            Noise::Waves { .. } => Until { time_min_ns: 10 * SECOND_NS, ..UNTIL },
            _ => UNTIL,
        };
        let mut study = Calibrate::new(CalibrateConfig::new(&disks, until, seed));
        let (journal, mut used) = (Journal::new(), 0.0);
        let mut on = |progress: conduct::Progress<'_>| {
            if let conduct::Progress::Measured(_, seen) = progress {
                used += seen.seconds;
            }
        };
        match self.noise {
            Noise::Point { cv, averages } => {
                let truth = |request: &PointRequest| speed(&request.point.targets[0]);
                let mut runner = Deviates { truth, cv, averages, rng };
                conduct(&mut study, &journal, &mut runner, &mut on).expect("never fails");
            }
            Noise::Second { cv, lag1 } => {
                let mut shelf =
                    SimulatedShelf::new(rng.bits(), cv, lag1, |point, _| speed(&point.targets[0]));
                conduct(&mut study, &journal, &mut shelf, &mut on).expect("never fails");
            }
            Noise::Waves { wave, each } => {
                let own =
                    |disk: usize| InterferenceSeries::new(wave, seed + 1_000_000 * disk as u64);
                let mut waves: Vec<InterferenceSeries> = (0..self.disks).map(own).collect();
                let truth = |point: &Point, time_s: f64| {
                    let target = &point.targets[0];
                    let disk = disks.iter().position(|disk| disk == target).filter(|_| each);
                    speed(target) * waves[disk.unwrap_or(0)].left(time_s)
                };
                let mut shelf = SimulatedShelf::new(rng.bits(), 0.02, 0.0, truth);
                conduct(&mut study, &journal, &mut shelf, &mut on).expect("never fails");
            }
        }
        let finding = study.finding();
        assert!(finding.whole);
        (finding, used)
    }

    pub(crate) fn rates(&self, seeds: Range<u64>) -> Rates {
        let mut rates = Rates::default();
        for seed in seeds {
            let (finding, used) = self.run(seed);
            let load = &finding.loads[0];
            // Under waves no disk has the rate that it would have alone, and of two kinds each has a level of its own.
            if self.accusable && !matches!(self.noise, Noise::Waves { .. }) {
                rates.count_intervals(&load.disks, &self.speeds(&mut Rng::at(seed, &[0xD15C])));
            }
            let mut found = true;
            let mut falsely = false;
            for (disk, finding) in load.disks.iter().enumerate() {
                match self.odd.get(disk) {
                    Some(odd) if self.accusable => {
                        let wanted = if *odd < 1.0 { Judgement::Slow } else { Judgement::Fast };
                        found &= finding.judgement == wanted;
                    }
                    _ => falsely |= finding.judgement.is_outlier(),
                }
            }
            let cannot = load.disks.iter().any(|disk| disk.judgement == Judgement::CannotTell);
            rates.seeds += 1;
            rates.found += u32::from(found);
            rates.falsely += u32::from(falsely);
            rates.cannot_tell += u32::from(cannot);
            rates.groups += u32::from(load.groups.len() > 1);
            let first: f64 = self.disks as f64 * UNTIL.time_min_ns as f64 / 1e9;
            rates.time += used / first;
            if !found || falsely {
                rates.wrong.push(seed);
            }
        }
        rates
    }
}

const POINT: Noise = Noise::Point { cv: 0.02, averages: 0.5 };

pub(crate) fn healthy(disks: usize, spread: f64, noise: Noise) -> Case {
    Case { name: "healthy", disks, spread, noise, odd: Vec::new(), accusable: true }
}

pub(crate) fn odd(
    name: &'static str,
    disks: usize,
    spread: f64,
    noise: Noise,
    odd: &[f64],
) -> Case {
    Case { name, disks, spread, noise, odd: odd.to_vec(), accusable: true }
}

pub(crate) fn table() -> Vec<Case> {
    let run_to_run = Noise::Point { cv: 0.02, averages: 0.0 };
    let chance = Noise::Point { cv: 0.02, averages: 1.0 };
    let sluggish = Noise::Second { cv: 0.03, lag1: 0.9 };
    let mut cases = Vec::new();
    for noise in [POINT, run_to_run, chance, sluggish] {
        cases.push(healthy(14, 0.0, noise));
        cases.push(odd("10 % slow", 14, 0.0, noise, &[0.9]));
    }
    for spread in [0.01, 0.02, 0.04] {
        cases.push(healthy(14, spread, POINT));
        cases.push(odd("10 % slow", 14, spread, POINT, &[0.9]));
        cases.push(odd("30 % slow", 14, spread, POINT, &[0.7]));
    }
    cases.push(odd("3 x too fast", 14, 0.01, POINT, &[3.0]));
    cases.push(odd("30 % slow", 14, 0.01, sluggish, &[0.7]));
    cases.push(odd("two 10 % slow", 14, 0.01, POINT, &[0.9, 0.9]));
    cases.push(odd("30 % slow and 3 x too fast", 14, 0.01, POINT, &[0.7, 3.0]));
    cases.push(odd("four bad ones", 14, 0.01, POINT, &[0.9, 0.8, 0.7, 0.5]));
    for disks in [3, 4, 6, 50] {
        cases.push(healthy(disks, 0.01, POINT));
        cases.push(odd("10 % slow", disks, 0.01, POINT, &[0.9]));
        cases.push(odd("30 % slow", disks, 0.01, POINT, &[0.7]));
    }
    cases.push(healthy(3, 0.03, POINT));
    cases.push(healthy(6, 0.03, POINT));
    cases.push(Case {
        accusable: false,
        ..odd("seven of another model, 40 % faster", 14, 0.01, POINT, &[1.4; 7])
    });
    cases.push(Case { accusable: false, ..odd("of two, one 30 % slow", 2, 0.01, POINT, &[0.7]) });
    for each in [false, true] {
        for (busy_s, quiet_s) in [(10.0, 30.0), (60.0, 180.0), (20.0, 600.0)] {
            let noise = waves(busy_s, quiet_s, each);
            cases.push(healthy(14, 0.01, noise));
            cases.push(odd("10 % slow", 14, 0.01, noise, &[0.9]));
            cases.push(odd("30 % slow", 14, 0.01, noise, &[0.7]));
        }
    }
    cases.push(healthy(6, 0.0, waves(10.0, 30.0, false)));
    cases
}

/// Waves that take two fifths.
pub(crate) fn waves(busy_s: f64, quiet_s: f64, each: bool) -> Noise {
    Noise::Waves { wave: InterferenceLaw { share: 0.4, busy_s, quiet_s }, each }
}
