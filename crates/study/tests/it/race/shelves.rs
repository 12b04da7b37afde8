//! Races of layouts whose truth is known, beside the exhaustive plan for the same shelf.
//!
//! Returns plain counts; asserts nothing. Seconds are virtual.

use base::{Bytes, Rng};
use record::race::{Answer, GroupProperty, LoadDirection, RaceFinding, Score, WeightedLoad};
use record::{Journal, Measurement, Point};
use study::conduct;
use study::race::{Candidate, Race, RaceConfig};
use summary::Estimate;
use testkit::raid::ModelDiskSet;
use testkit::shelf::{AlteredShelf, SimulatedShelf};
use testkit::shelf::{InterferenceLaw, InterferenceSeries};
use workload::{PointGrid, PointLoad};

/// Pause before each point, as disks that rotate get it.
pub(crate) const PAUSE_S: f64 = 30.0;
/// Counted time of a point of the exhaustive plan.
pub(crate) const POINT_S: f64 = 300.0;
/// Coefficient of variation from second to second, with a lag-1 correlation of 0.5.
pub(crate) const NOISE_CV: f64 = 0.05;
pub(crate) const NOISE_LAG1: f64 = 0.5;
/// Coefficient of variation from run to run of the same point.
pub(crate) const RUN_CV: f64 = 0.015;
/// Half of the swing over a day.
const SWING: f64 = 0.01;

/// How the storage swings over the day.
pub(crate) fn swing(seed: u64, time_s: f64) -> f64 {
    let phase = Rng::at(seed, &[0xda4]).unit();
    1.0 + SWING * (std::f64::consts::TAU * (time_s / 86_400.0 + phase)).sin()
}

pub(crate) fn names(with: &str, n: usize) -> Vec<String> {
    (0..n).map(|i| format!("{with}{i}")).collect()
}

/// A point of a role; only I/O of data is random.
fn weighted(group: &str, weight: f64, read_percent: f64, block: Bytes, depth: u32) -> WeightedLoad {
    let random = group == "data";
    let load = PointLoad { read_percent, block, random, depth, ..PointLoad::SEQUENTIAL_READ };
    WeightedLoad { load, weight, group: group.to_owned() }
}

pub(crate) struct Course {
    pub(crate) loads: Vec<WeightedLoad>,
    /// How they are combined into one number.
    pub(crate) score: Score,
    /// The largest part of the exhaustive plan's time that may be used.
    pub(crate) share_max: Option<f64>,
    /// Waves of interference, which all layouts see; and the pause before each point in seconds.
    pub(crate) wave: Option<InterferenceLaw>,
    pub(crate) pause_s: f64,
}

impl Course {
    /// The classic grid by plain means, in a tenth of the exhaustive plan's time.
    pub(crate) fn classic() -> Self {
        let loads = WeightedLoad::of_grid(&PointGrid::classic());
        Self { loads, score: Score::Mean, share_max: Some(0.098), wave: None, pause_s: PAUSE_S }
    }

    /// Nine points in three roles of different weight, as in a database's profile, measured as often as necessary.
    pub(crate) fn profile() -> Self {
        let data =
            [1, 4, 16, 64].map(|depth| weighted("data", 0.6 / 4.0, 70.0, Bytes::kib(8), depth));
        let log = [8, 64].map(|kib| weighted("log", 0.3 / 2.0, 0.0, Bytes::kib(kib), 1));
        let scan =
            [1, 4, 16].map(|depth| weighted("scan", 0.1 / 3.0, 100.0, Bytes::kib(256), depth));
        let loads = data.into_iter().chain(log).chain(scan).collect();
        Self { loads, score: Score::Ratio, share_max: None, wave: None, pause_s: PAUSE_S }
    }

    /// The seven points that `compare --for sqlserver-oltp` races: commits of three sizes, pages and read-ahead.
    pub(crate) fn sqlserver() -> Self {
        let log = [(512, 0.25), (4096, 1.25), (8192, 0.5)];
        let mut loads =
            log.map(|(bytes, weight)| weighted("log", weight, 0.0, Bytes(bytes), 1)).to_vec();
        loads.extend([8, 64].map(|depth| weighted("data", 1.5, 67.0, Bytes::kib(8), depth)));
        loads.extend([1, 8].map(|depth| weighted("read-ahead", 0.5, 100.0, Bytes::kib(64), depth)));
        Self { loads, ..Self::profile() }
    }

    /// Five points in three roles, as a database with a log has them: commits wait for a latency, the others for room.
    pub(crate) fn with_a_log() -> Self {
        let mut loads = vec![weighted("log", 2.0, 0.0, Bytes::kib(8), 1)];
        loads.extend([8, 64].map(|depth| weighted("data", 1.5, 70.0, Bytes::kib(8), depth)));
        loads.extend([2, 16].map(|depth| weighted("scan", 0.5, 100.0, Bytes::kib(128), depth)));
        Self { loads, score: Score::Ratio, share_max: None, wave: None, pause_s: PAUSE_S }
    }

    /// The same on a storage that needs no pause, with interference that comes and goes.
    pub(crate) fn under(self, share: f64, busy_s: f64, quiet_s: f64) -> Self {
        Self { wave: Some(InterferenceLaw { share, busy_s, quiet_s }), pause_s: 0.0, ..self }
    }

    pub(crate) fn loads(&self) -> Vec<PointLoad> {
        self.loads.iter().map(|weighted| weighted.load).collect()
    }

    /// The score of a layout with this throughput at each point.
    fn scored(&self, mibps: &[f64]) -> f64 {
        let whole: f64 = self.loads.iter().map(|weighted| weighted.weight).sum();
        let mean = |value: fn(f64) -> f64| {
            let parts =
                self.loads.iter().zip(mibps).map(|(weighted, &x)| weighted.weight * value(x));
            parts.sum::<f64>() / whole
        };
        match self.score {
            Score::Mean => mean(|x| x),
            Score::Ratio => mean(f64::ln).exp(),
        }
    }

    pub(crate) fn truth(&self, raid: &ModelDiskSet, layout: usize) -> f64 {
        let mibps: Vec<f64> = self.loads().iter().map(|load| raid.mibps(layout, load)).collect();
        self.scored(&mibps)
    }

    /// The exhaustive plan: layout after layout, every point once for 300 s; returns the layouts' scores.
    pub(crate) fn exhaustive(&self, seed: u64, raid: &ModelDiskSet) -> Vec<f64> {
        let mut rng = Rng::at(seed, &[0xe4a]);
        let mut time_s = 0.0;
        let seconds_cv = NOISE_CV * ((1.0 + NOISE_LAG1) / (1.0 - NOISE_LAG1) / POINT_S).sqrt();
        let mut point = |layout: usize, load: &PointLoad| {
            time_s += self.pause_s + POINT_S;
            let noise = 1.0 + RUN_CV * rng.normal() + seconds_cv * rng.normal();
            raid.mibps(layout, load) * noise * swing(seed, time_s)
        };
        let loads = self.loads();
        let mut layout =
            |i| self.scored(&loads.iter().map(|load| point(i, load)).collect::<Vec<_>>());
        (0..raid.layouts.len()).map(&mut layout).collect()
    }

    /// How long the exhaustive plan takes in seconds.
    pub(crate) fn exhaustive_s(&self, raid: &ModelDiskSet) -> f64 {
        (raid.layouts.len() * self.loads.len()) as f64 * (POINT_S + self.pause_s)
    }
}

/// The race of a shelf's layouts; and its time in seconds.
fn race(seed: u64, raid: &ModelDiskSet, course: &Course) -> (RaceFinding, f64) {
    let layouts = raid.layouts.len();
    let candidates: Vec<Candidate> =
        names("", layouts).iter().map(|name| Candidate::new(name, &[])).collect();
    let config = RaceConfig {
        time_max_s: course.share_max.map(|share| share * course.exhaustive_s(raid)),
        score: course.score,
        ..RaceConfig::new(candidates, course.loads.clone(), seed)
    };
    let mut rng = Rng::at(seed, &[0x90]);
    let mut last: Option<(Point, f64)> = None;
    let mut waves = course.wave.map(|wave| InterferenceSeries::new(wave, seed));
    let truth = move |point: &Point, time_s: f64| {
        if last.as_ref().is_none_or(|(other, _)| other != point) {
            last = Some((point.clone(), 1.0 + RUN_CV * rng.normal()));
        }
        let layout: usize = point.subject.parse().expect("layouts are named by number");
        let run = last.as_ref().map_or(1.0, |(_, run)| *run);
        let left = waves.as_mut().map_or(1.0, |waves| waves.left(time_s));
        // One operation at a time is not affected by the interference.
        let left = if point.load.depth == 1 { 1.0 } else { left };
        raid.mibps(layout, &point.load) * run * swing(seed, time_s) * left
    };
    let mut shelf = SimulatedShelf::new(seed, NOISE_CV, NOISE_LAG1, truth);
    shelf.pause_s = course.pause_s;
    let mut race = Race::new(config);
    let mut claiming = AlteredShelf { shelf, alter: claim };
    let Ok(_) = conduct(&mut race, &Journal::new(), &mut claiming, &mut |_| ());
    (race.finding(), claiming.shelf.used_s)
}

/// Lets a point claim an interval by the noise of a second, as points of many short intervals do: three standard errors to each
/// side. The few intervals of a second alone give none.
fn claim(_: &Point, seen: &mut Measurement) {
    let points = seen.seconds * (1.0 - NOISE_LAG1) / (1.0 + NOISE_LAG1);
    let (value, half) = (seen.mibps.value, 3.0 * NOISE_CV / points.sqrt());
    seen.mibps = Estimate::between(value, value * (1.0 - half), value * (1.0 + half));
}

/// Two layouts whose true scores over a course's points differ by less than `within`, drawn evenly.
pub(crate) fn near(seed: u64, within: f64, course: &Course) -> ModelDiskSet {
    let mut raid = ModelDiskSet::random(seed, 2);
    raid.layouts[1].level = raid.layouts[0].level;
    let more = 1.0 + within * Rng::at(seed, &[0xa11f]).unit();
    raid.layouts[1].scale *= more * course.truth(&raid, 0) / course.truth(&raid, 1);
    raid
}

/// Two layouts of which the second is three times as fast at every point.
pub(crate) fn thrice(seed: u64) -> ModelDiskSet {
    let mut raid = twins(seed);
    raid.layouts[1].scale *= 3.0;
    raid
}

/// Layouts that are the same to the last bit.
pub(crate) fn twins(seed: u64) -> ModelDiskSet {
    let mut raid = ModelDiskSet::random(seed, 2);
    raid.layouts[1] = raid.layouts[0].clone();
    raid
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Rates {
    pub(crate) seeds: u32,
    pub(crate) best: u32,
    pub(crate) no_difference: u32,
    pub(crate) cannot_tell: u32,
    /// Repeats were reported to differ.
    pub(crate) restless: u32,
    /// One was named best that is truly no better than another one.
    pub(crate) best_wrong: u32,
    /// The exhaustive plan's best was named, or is among those that do not differ.
    pub(crate) agreed: u32,
    /// The first of the standings is the exhaustive plan's best.
    pub(crate) same_first: u32,
    /// The first of the standings is truly within 2 % of the best.
    pub(crate) truly_best: u32,
    /// The intervals of the leads cover the truth: how often, of how many.
    pub(crate) covered: [u32; 2],
    /// Groups in which one is named best, groups in which it truly is not, and all groups.
    pub(crate) groups: [u32; 3],
    /// Races in which any group's best truly is not.
    pub(crate) group_wrong: u32,
    pub(crate) rounds: Vec<usize>,
    /// The time in parts of the exhaustive plan's, one for each seed.
    pub(crate) time: Vec<f64>,
    /// Seeds that did not agree.
    pub(crate) wrong: Vec<u64>,
}

impl Rates {
    pub(crate) fn percent(&self, of: u32) -> f64 {
        100.0 * f64::from(of) / f64::from(self.seeds)
    }

    /// The median and the largest part of the exhaustive plan's time, in percent.
    pub(crate) fn time_percent(&self) -> [f64; 2] {
        let mut time = self.time.clone();
        time.sort_by(f64::total_cmp);
        [time[time.len() / 2], time[time.len() - 1]].map(|part| 100.0 * part)
    }

    pub(crate) fn add(&mut self, seed: u64, raid: &ModelDiskSet, course: &Course) {
        let numbers = course.exhaustive(seed, raid);
        let best = (0..numbers.len()).max_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
        let best = best.expect("a shelf has layouts");
        let (found, used_s) = race(seed, raid, course);
        self.seeds += 1;
        self.restless += u32::from(found.excess_spread().is_some());
        self.rounds.push(found.rounds);
        self.time.push(used_s / course.exhaustive_s(raid));
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
        let truth: Vec<f64> = (0..numbers.len()).map(|i| course.truth(raid, i)).collect();
        let most = truth.iter().copied().fold(0.0, f64::max);
        self.truly_best += u32::from(truth[first] * 1.02 > most);
        if let Answer::Best(one) = found.answer {
            let better = (0..truth.len()).any(|other| other != one && truth[other] >= truth[one]);
            self.best_wrong += u32::from(better);
        }
        let wrong = self.add_groups(raid, course, &found);
        self.group_wrong += u32::from(wrong > 0);
        for standing in &found.standings {
            let known = standing.lead.filter(Estimate::is_known).and_then(|lead| lead.interval);
            if let Some((over, ends)) = standing.over.zip(known) {
                let lead = truth[standing.candidate] / truth[over] - 1.0;
                self.covered[0] += u32::from((ends.low..=ends.high).contains(&lead));
                self.covered[1] += 1;
            }
        }
    }
    /// Adds the groups of a race; gives how many of them name a best that is not.
    fn add_groups(&mut self, raid: &ModelDiskSet, course: &Course, found: &RaceFinding) -> u32 {
        let mut wrong = 0;
        for group in &found.groups {
            self.groups[2] += 1;
            let Answer::Best(best) = group.answer else { continue };
            let of = |weighted: &&WeightedLoad| {
                let load = &weighted.load;
                let has = match &group.group.property {
                    GroupProperty::Block(block) => load.block == *block,
                    GroupProperty::Role(name) => weighted.group == *name,
                    GroupProperty::Depth(depth) => load.depth == *depth,
                    GroupProperty::Direction(direction) => LoadDirection::of(load) == *direction,
                    other => panic!("no group of these points: {other:?}"),
                };
                // If a kind has random and sequential points, each order has a group of its own.
                has && group.group.random.is_none_or(|random| load.random == random)
            };
            let loads: Vec<WeightedLoad> = course.loads.iter().filter(of).cloned().collect();
            assert_eq!(loads.len(), group.loads, "{:?}", group.group);
            let part = Course { loads, ..*course };
            let truth = |layout| part.truth(raid, layout);
            let better = (0..raid.layouts.len()).any(|other| truth(other) > truth(best));
            self.groups[0] += 1;
            self.groups[1] += u32::from(better);
            wrong += u32::from(better);
        }
        wrong
    }
}
