//! The whole methodology on shelves whose truth is known, beside the exhaustive plan: which disks are outliers, how many fill the
//! controller, which of five layouts is best.
//!
//! Gives plain counts; asserts nothing. Seconds are virtual. The exhaustive plan is the classic one: every point 300 s, 30 s
//! of pause before it, suspects again at twice the time, every number of disks, every layout on all 210 points.

use super::shelves::{Course, NOISE_CV, NOISE_LAG1, PAUSE_S, POINT_S, RUN_CV, names, swing};
use base::{Rng, median};
use record::calibrate::CalibrateConfig;
use record::race::Answer;
use record::scale::{Saturation, ScaleConfig};
use record::{Journal, Point, Until};
use study::calibrate::Calibrate;
use study::conduct;
use study::race::{Candidate, Race, RaceConfig};
use study::scale::Scale;
use testkit::raid::ModelDiskSet;
use testkit::shelf::SimulatedShelf;
use workload::PointLoad;

const DISKS: usize = 14;
const LAYOUTS: usize = 5;
/// How much healthy disks differ (one standard deviation).
const SPREAD: f64 = 0.01;
const SECOND_NS: u64 = 1_000_000_000;

pub(crate) struct PlanTruth {
    raid: ModelDiskSet,
    /// What each disk streams in MiB/s.
    disks: Vec<f64>,
}

impl PlanTruth {
    /// Half of the shelves have a slow disk, a tenth one that is three times too fast; the controller carries 3 to 20
    /// disks.
    pub(crate) fn new(seed: u64) -> Self {
        let mut rng = Rng::at(seed, &[0xd15c]);
        let mut raid = ModelDiskSet::random(seed, LAYOUTS);
        let healthy = |rng: &mut Rng| raid.disk_mibps * (SPREAD * rng.normal()).exp();
        let mut disks: Vec<f64> = (0..DISKS).map(|_| healthy(&mut rng)).collect();
        let [slow, fast] = [rng.below(14) as usize, rng.below(14) as usize];
        if rng.unit() < 0.5 {
            disks[slow] *= 0.6 + 0.3 * rng.unit();
        }
        if rng.unit() < 0.1 {
            disks[fast] *= 3.0;
        }
        raid.cap_mibps = raid.disk_mibps * (3.0 + 17.0 * rng.unit());
        Self { raid, disks }
    }

    /// The true throughput of some of its disks together.
    fn of_disks(&self, disks: &[usize]) -> f64 {
        disks.iter().map(|&disk| self.disks[disk]).sum::<f64>().min(self.raid.cap_mibps)
    }

    /// How many disks truly fill the controller, of those that were not called outliers; `None`: more than there are.
    fn count(&self, outliers: &[usize]) -> Option<usize> {
        let good: Vec<usize> = (0..DISKS).filter(|disk| !outliers.contains(disk)).collect();
        let sum = |n: usize| good[..n].iter().map(|&disk| self.disks[disk]).sum::<f64>();
        (1..good.len()).find(|&n| sum(n) >= self.raid.cap_mibps)
    }

    fn mibps(&self, point: &Point) -> f64 {
        let number = |name: &String| name[1..].parse::<usize>().expect("targets are numbered");
        let numbers: Vec<usize> = point.targets.iter().map(number).collect();
        match point.targets.first().map(|name| &name[..1]) {
            Some("d") => self.of_disks(&numbers),
            _ => self.raid.mibps(numbers[0], &point.load),
        }
    }
}

#[derive(Debug, PartialEq)]
pub(crate) struct PlanConclusion {
    outliers: Vec<usize>,
    /// How many disks fill the controller; `None`: more than there are.
    count: Option<usize>,
    /// The numbers within the interval of the corner; by hand only the one.
    counts: Vec<Option<usize>>,
    /// The best layouts: one, or those that do not differ.
    best: Vec<usize>,
    time_s: f64,
}

/// The exhaustive plan's conclusion: suspects are more than 5 % off the median, and outliers if they still are at twice the time;
/// the controller is full where the slope crosses the plateau; the layout of the largest mean is best.
pub(crate) fn by_hand(seed: u64, truth: &PlanTruth) -> PlanConclusion {
    let mut rng = Rng::at(seed, &[0x4a4d]);
    let mut time_s = 0.0;
    let mut run = |mibps: f64, point_s: f64| {
        time_s += PAUSE_S + point_s;
        let cv = NOISE_CV * ((1.0 + NOISE_LAG1) / (1.0 - NOISE_LAG1) / point_s).sqrt();
        mibps * (1.0 + RUN_CV * rng.normal() + cv * rng.normal()) * swing(seed, time_s)
    };
    let mut outliers = Vec::new();
    // Reads, then writes.
    for _ in 0..2 {
        let seen: Vec<f64> = truth.disks.iter().map(|disk| run(*disk, POINT_S)).collect();
        let usual = median(&seen);
        let off = |mibps: f64| (mibps / usual - 1.0).abs() > 0.05;
        for disk in (0..DISKS).filter(|&disk| off(seen[disk])) {
            if off(run(truth.disks[disk], 2.0 * POINT_S)) && !outliers.contains(&disk) {
                outliers.push(disk);
            }
        }
    }
    outliers.sort_unstable();
    let good: Vec<usize> = (0..DISKS).filter(|disk| !outliers.contains(disk)).collect();
    let sets: Vec<f64> =
        (1..=good.len()).map(|n| run(truth.of_disks(&good[..n]), POINT_S)).collect();
    let count = crossing(&sets);
    let course = Course::classic();
    let means = course.exhaustive(seed, &truth.raid);
    let best = (0..LAYOUTS).max_by(|&a, &b| means[a].total_cmp(&means[b]));
    time_s += course.exhaustive_s(&truth.raid);
    PlanConclusion {
        outliers,
        count,
        counts: vec![count],
        best: best.into_iter().collect(),
        time_s,
    }
}

/// The number of disks at which the slope of the first three sets crosses the plateau, which is the mean of what is within 4 % of
/// the most; `None` if the plateau is no more than 2 % under the slope.
fn crossing(sets: &[f64]) -> Option<usize> {
    let slope = (sets[0] + sets[1] / 2.0 + sets[2] / 3.0) / 3.0;
    let most = sets.iter().copied().fold(0.0, f64::max);
    let flat: Vec<f64> = sets.iter().copied().filter(|set| *set >= 0.96 * most).collect();
    let plateau = flat.iter().sum::<f64>() / flat.len() as f64;
    let reached = plateau < 0.98 * slope * sets.len() as f64 && flat.len() > 1;
    let count = (plateau / slope).ceil() as usize;
    Some(count).filter(|count| reached && *count < sets.len())
}

pub(crate) fn by_studies(seed: u64, truth: &PlanTruth, time_max_s: f64) -> PlanConclusion {
    let mut rng = Rng::at(seed, &[0x91a]);
    let mut last: Option<(Point, f64)> = None;
    let mibps = |point: &Point, time_s: f64| {
        if last.as_ref().is_none_or(|(other, _)| other != point) {
            last = Some((point.clone(), 1.0 + RUN_CV * rng.normal()));
        }
        let run = last.as_ref().map_or(1.0, |(_, run)| *run);
        truth.mibps(point) * run * swing(seed, time_s)
    };
    let mut shelf = SimulatedShelf::new(seed, NOISE_CV, NOISE_LAG1, mibps);
    shelf.pause_s = PAUSE_S;
    let until = |least: u64, most: u64| Until {
        half_width: 0.02,
        time_min_ns: least * SECOND_NS,
        time_max_ns: most * SECOND_NS,
        warm_up_ns: SECOND_NS,
    };
    let disks = names("d", DISKS);
    let mut calibrate = Calibrate::new(CalibrateConfig {
        loads: vec![PointLoad::SEQUENTIAL_READ, PointLoad::SEQUENTIAL_WRITE],
        ..CalibrateConfig::new(&disks, until(20, 60), seed)
    });
    let Ok(_) = conduct(&mut calibrate, &Journal::new(), &mut shelf, &mut |_| ());
    let found = calibrate.finding();
    let outliers: Vec<usize> =
        (0..DISKS).filter(|&i| found.outliers().contains(&disks[i].as_str())).collect();
    let good = |i: &usize| !outliers.contains(i);
    let good: Vec<usize> = (0..DISKS).filter(good).collect();
    let names_of_good: Vec<String> = good.iter().map(|&i| disks[i].clone()).collect();
    let alone = good.iter().map(|&i| found.loads[0].disks[i].mibps.value).collect();
    let mut scale =
        Scale::new(ScaleConfig { alone, ..ScaleConfig::new(&names_of_good, until(10, 120), seed) });
    let Ok(_) = conduct(&mut scale, &Journal::new(), &mut shelf, &mut |_| ());
    let within = |count: usize| Some(count).filter(|count| *count < good.len());
    let (count, counts) = match scale.finding().saturation {
        Saturation::Reached { count, knee, .. } => {
            let ends = knee.interval.map(|ends| [ends.low, ends.high].map(|at| at.ceil() as usize));
            let [low, high] = ends.unwrap_or([count; 2]);
            (within(count), (low..=high).map(within).collect())
        }
        Saturation::NotReached { .. } | Saturation::Open => (None, vec![None]),
    };
    let layouts = names("l", LAYOUTS);
    let candidates =
        layouts.iter().map(|name| Candidate::new(name, std::slice::from_ref(name))).collect();
    let loads = Course::classic().loads;
    let mut race = Race::new(RaceConfig {
        time_max_s: Some(time_max_s - shelf.used_s),
        ..RaceConfig::new(candidates, loads, seed)
    });
    let Ok(_) = conduct(&mut race, &Journal::new(), &mut shelf, &mut |_| ());
    let best = match race.finding().answer {
        Answer::Best(one) => vec![one],
        Answer::NoDifference(among) => among,
        Answer::CannotTell(_) | Answer::NotYet(_) | Answer::NoneRan => Vec::new(),
    };
    PlanConclusion { outliers, count, counts, best, time_s: shelf.used_s }
}

/// How the studies compare with the exhaustive plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Agreement {
    pub(crate) seeds: u32,
    pub(crate) outliers: u32,
    /// The same number of disks fills the controller.
    pub(crate) count: u32,
    /// The interval that the studies print holds the number by hand, however it is rounded.
    pub(crate) count_possible: u32,
    /// The same, one more or less.
    pub(crate) count_within_one: u32,
    /// The number is the true one: by hand, by the studies.
    pub(crate) count_true: [u32; 2],
    /// The exhaustive plan's best layout is named or among those that do not differ.
    pub(crate) best: u32,
    /// All three: the disks, the count within one, the layout.
    pub(crate) all: u32,
    /// The time in parts of the exhaustive plan's.
    pub(crate) time: Vec<f64>,
    pub(crate) wrong: Vec<String>,
}

impl Agreement {
    pub(crate) fn add(&mut self, seed: u64) {
        let truth = PlanTruth::new(seed);
        let hand = by_hand(seed, &truth);
        let ours = by_studies(seed, &truth, 0.098 * hand.time_s);
        let end = |count: Option<usize>| count.unwrap_or(DISKS - hand.outliers.len());
        let outliers = hand.outliers == ours.outliers;
        let within_one = end(hand.count).abs_diff(end(ours.count)) <= 1;
        let best = hand.best.iter().all(|one| ours.best.contains(one));
        self.seeds += 1;
        self.outliers += u32::from(outliers);
        self.count += u32::from(hand.count == ours.count);
        self.count_possible += u32::from(ours.counts.contains(&hand.count));
        self.count_within_one += u32::from(within_one);
        self.best += u32::from(best);
        for (which, plan) in [&hand, &ours].into_iter().enumerate() {
            self.count_true[which] += u32::from(plan.count == truth.count(&plan.outliers));
        }
        self.all += u32::from(outliers && within_one && best);
        self.time.push(ours.time_s / hand.time_s);
        if !(outliers && within_one && best) {
            self.wrong.push(format!("seed {seed}: by hand {hand:?}, by studies {ours:?}"));
        }
    }

    pub(crate) fn percent(&self, of: u32) -> f64 {
        100.0 * f64::from(of) / f64::from(self.seeds)
    }

    /// The median and the largest part of the exhaustive plan's time, in percent.
    pub(crate) fn time_percent(&self) -> [f64; 2] {
        let mut time = self.time.clone();
        time.sort_by(f64::total_cmp);
        [time[time.len() / 2], time[time.len() - 1]].map(|part| 100.0 * part)
    }
}
