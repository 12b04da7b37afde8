//! Shelves behind a path whose limit is known, and how often growing a set of disks finds it.

use base::Rng;
use record::scale::{Law, Saturation, ScaleConfig, ScaleFinding};
use record::{Journal, Until};
use std::ops::Range;
use study::conduct;
use study::scale::Scale;
use summary::Estimate;
use testkit::shelf::SimulatedShelf;

#[derive(Clone, Copy, Debug)]
pub(crate) enum PathTruth {
    /// min(sum of the disks, cap at `knee` disks), with a corner of this sharpness.
    Hinge {
        knee: f64,
        sharpness: f64,
    },
    /// The same corner, and each disk beyond it costs this share of the cap.
    Falling {
        knee: f64,
        each: f64,
    },
    /// What the simulator's disks give behind its limit: bent before the corner as no law is, and flat beyond it.
    Bent,
    Usl {
        sigma: f64,
        kappa: f64,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct ScaleCase {
    pub(crate) disks: usize,
    pub(crate) truth: PathTruth,
    /// How much the disks differ (one standard deviation).
    pub(crate) spread: f64,
    /// Spread from second to second, and its memory.
    pub(crate) noise: (f64, f64),
    /// The speed of the last disk relative to the others.
    pub(crate) last: f64,
    /// Whether the disks' own speeds are known.
    pub(crate) alone: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ScaleRates {
    pub(crate) seeds: u32,
    /// Count within one disk, or "not reached" if that is true; "cannot tell" if nothing distinguishes a full path from a slow
    /// disk.
    pub(crate) count: u32,
    /// Plateau within 3 %.
    pub(crate) plateau: u32,
    /// The interval of the knee (or the least that could fill it) holds the truth.
    pub(crate) covered: u32,
    /// The intervals of what each disk adds and of the limit hold the truth, among those that reported a limit.
    pub(crate) slope: u32,
    pub(crate) limit: u32,
    pub(crate) told: u32,
    pub(crate) open: u32,
    pub(crate) falls: u32,
    pub(crate) laws: [u32; 4],
    pub(crate) points: f64,
    pub(crate) time_s: f64,
    pub(crate) wrong: Vec<(u64, String)>,
}

impl ScaleRates {
    pub(crate) fn percent(&self, count: u32) -> f64 {
        100.0 * f64::from(count) / f64::from(self.seeds)
    }
}

const SECOND_NS: u64 = 1_000_000_000;
const EACH: f64 = 120.0;
/// The number of disks that fills the limit of the simulator's shelf, and the part of its own rate that each has among so many.
const BENT_KNEE: f64 = 8.237;
const BENT: [(f64, f64); 7] = [
    (1.0, 1.0),
    (2.0, 0.994),
    (4.0, 0.972),
    (6.0, 0.946),
    (8.0, 0.904),
    (10.0, 0.8237),
    (14.0, 0.5884),
];
/// A limit this close to the end of the shelf looks like a slow disk, in disks: the study's 0.4 and the error of a corner.
const END_ROOM: f64 = 0.6;
const UNTIL: Until = Until {
    half_width: 0.02,
    time_min_ns: 10 * SECOND_NS,
    time_max_ns: 180 * SECOND_NS,
    warm_up_ns: 5 * SECOND_NS,
};

impl PathTruth {
    /// The throughput of `disks` disks whose speeds sum to `worth` average ones.
    fn at(self, worth: f64, disks: f64) -> f64 {
        match self {
            Self::Hinge { knee, sharpness } if sharpness.is_infinite() => EACH * worth.min(knee),
            Self::Hinge { knee, sharpness } => {
                EACH * (worth.powf(-sharpness) + knee.powf(-sharpness)).powf(-1.0 / sharpness)
            }
            Self::Falling { knee, each } => {
                EACH * worth.min(knee) * (1.0 - each * (disks - knee).max(0.0))
            }
            Self::Bent => {
                let after = BENT.iter().position(|(n, _)| *n >= disks).unwrap_or(BENT.len() - 1);
                let [(n0, s0), (n1, s1)] = [BENT[after.max(1) - 1], BENT[after.max(1)]];
                let share = s0 + (s1 - s0) * (disks - n0) / (n1 - n0);
                EACH * (worth * share).min(BENT_KNEE)
            }
            Self::Usl { sigma, kappa } => {
                EACH * worth / (1.0 + sigma * (disks - 1.0) + kappa * disks * (disks - 1.0))
            }
        }
    }

    /// How many average disks fill it, and its throughput then.
    fn corner(self) -> (f64, f64) {
        match self {
            Self::Hinge { knee, .. } | Self::Falling { knee, .. } => (knee, EACH * knee),
            Self::Bent => (BENT_KNEE, EACH * BENT_KNEE),
            Self::Usl { sigma, kappa } => {
                let peak = ((1.0 - sigma) / kappa).sqrt();
                (peak, self.at(peak, peak))
            }
        }
    }

    pub(crate) fn told(self) -> String {
        match self {
            Self::Hinge { knee, sharpness } if sharpness.is_infinite() => {
                format!("corner at {knee}")
            }
            Self::Hinge { knee, sharpness } => format!("corner at {knee}, sharpness {sharpness}"),
            Self::Falling { knee, each } => {
                format!("corner at {knee}, then each disk costs {} %", 100.0 * each)
            }
            Self::Bent => format!("corner at {BENT_KNEE}, bent as the simulator's"),
            Self::Usl { sigma, kappa } => format!("USL {sigma}, {kappa}"),
        }
    }
}

impl ScaleCase {
    /// The finding, the true number of disks (a fraction) that fills the path, and the time in seconds.
    pub(crate) fn run(&self, seed: u64) -> (ScaleFinding, f64, f64) {
        let mut rng = Rng::at(seed, &[0x5CA1E]);
        let names: Vec<String> = (0..self.disks).map(|disk| format!("d{disk}")).collect();
        let mut speeds: Vec<f64> =
            (0..self.disks).map(|_| (self.spread * rng.normal()).exp()).collect();
        speeds[self.disks - 1] *= self.last;
        let truth = self.truth;
        let known: Vec<f64> = speeds
            .iter()
            .filter(|_| self.alone)
            .map(|speed| EACH * speed * (1.0 + 0.007 * rng.normal()))
            .collect();
        let (cv, lag1) = self.noise;
        let own = speeds.clone();
        let mut shelf = SimulatedShelf::new(rng.bits(), cv, lag1, |point, _| {
            let disks = point.targets.len();
            truth.at(own[..disks].iter().sum(), disks as f64)
        });
        let config = ScaleConfig { alone: known, ..ScaleConfig::new(&names, UNTIL, seed) };
        let mut study = Scale::new(config);
        conduct(&mut study, &Journal::new(), &mut shelf, &mut |_| {}).expect("never fails");
        let finding = study.finding();
        assert!(finding.whole);
        let used_s = shelf.used_s;
        (finding, filled(&speeds, truth.corner().0), used_s)
    }

    pub(crate) fn rates(&self, seeds: Range<u64>) -> ScaleRates {
        let mut rates = ScaleRates::default();
        let (_, plateau) = self.truth.corner();
        for seed in seeds {
            let (finding, knee, used) = self.run(seed);
            let reached = knee <= self.disks as f64;
            let (right, close, covered) = match &finding.saturation {
                Saturation::Open => {
                    rates.open += 1;
                    let blurred = self.is_blurred(knee);
                    (blurred, blurred, blurred)
                }
                Saturation::NotReached { at_least } => (!reached, !reached, *at_least <= knee),
                Saturation::Reached { count, knee: found, plateau: cap } => {
                    let held = |of: &Estimate, truth: f64| {
                        (of.ends().low..=of.ends().high).contains(&truth)
                    };
                    rates.told += 1;
                    rates.slope += u32::from(held(&finding.slope, EACH));
                    rates.limit += u32::from(held(cap, plateau));
                    let off = (*count as f64 - (knee - 1e-9).ceil()).abs();
                    (
                        reached && off <= 1.0,
                        reached && (cap.value / plateau - 1.0).abs() <= 0.03,
                        (found.ends().low..=found.ends().high).contains(&knee),
                    )
                }
            };
            rates.seeds += 1;
            rates.count += u32::from(right);
            rates.plateau += u32::from(close);
            rates.covered += u32::from(covered);
            rates.falls += u32::from(finding.falls.is_some());
            let law = match finding.law {
                Law::Linear => 0,
                Law::Hinge => 1,
                Law::Usl => 2,
                Law::None | Law::Open => 3,
            };
            rates.laws[law] += 1;
            rates.points += finding.sets.iter().map(|set| set.points as f64).sum::<f64>();
            rates.time_s += used;
            if !right || !close {
                rates.wrong.push((seed, format!("{:.1?}", finding.saturation)));
            }
        }
        rates
    }
}

impl ScaleCase {
    /// Whether the last disk adds less for one reason or the other, and no speed of its own shows which.
    fn is_blurred(&self, knee: f64) -> bool {
        let disks = self.disks as f64;
        !self.alone && (self.last < 1.0 || (disks - END_ROOM..=disks).contains(&knee))
    }
}

/// How many disks of these speeds, as a fraction, are worth this many average ones.
fn filled(speeds: &[f64], knee: f64) -> f64 {
    let mut sum = 0.0;
    for (disks, speed) in speeds.iter().enumerate() {
        if sum + speed >= knee {
            return disks as f64 + (knee - sum) / speed;
        }
        sum += speed;
    }
    speeds.len() as f64 + knee - sum
}

/// A shelf of equal disks at CV 5 %.
pub(crate) fn case(disks: usize, truth: PathTruth) -> ScaleCase {
    ScaleCase { disks, truth, spread: 0.0, noise: (0.05, 0.0), last: 1.0, alone: false }
}

pub(crate) fn corner(knee: f64) -> PathTruth {
    PathTruth::Hinge { knee, sharpness: f64::INFINITY }
}

pub(crate) fn round(knee: f64, sharpness: f64) -> PathTruth {
    PathTruth::Hinge { knee, sharpness }
}

pub(crate) fn table() -> Vec<ScaleCase> {
    let mut cases = Vec::new();
    let reached = [
        (2, 1.5),
        (4, 2.5),
        (14, 1.6),
        (14, 5.5),
        (14, 7.0),
        (14, 7.4),
        (14, 12.5),
        (14, 13.4),
        (2, 1.7),
        (14, 13.65),
        (40, 24.3),
        (200, 24.4),
        (200, 97.7),
        (200, 150.5),
        (200, 190.5),
    ];
    cases.extend(reached.map(|(disks, knee)| case(disks, corner(knee))));
    let beyond = [
        (2, 3.0),
        (14, 14.3),
        (14, 16.0),
        (14, 1e9),
        (40, 40.5),
        (200, 201.0),
        (200, 230.0),
        (200, 1e9),
    ];
    cases.extend(beyond.map(|(disks, knee)| case(disks, corner(knee))));
    cases.push(case(14, round(7.4, 8.0)));
    cases.push(case(14, round(7.4, 4.0)));
    cases.push(case(40, round(18.4, 8.0)));
    cases.push(case(40, round(18.4, 3.0)));
    cases.push(case(14, PathTruth::Bent));
    cases.push(ScaleCase { noise: (0.01, 0.0), ..case(14, PathTruth::Bent) });
    cases.push(case(40, PathTruth::Falling { knee: 12.4, each: 0.01 }));
    cases.push(case(14, PathTruth::Falling { knee: 6.4, each: 0.02 }));
    cases.push(case(40, PathTruth::Usl { sigma: 0.02, kappa: 0.002 }));
    cases.push(case(14, PathTruth::Usl { sigma: 0.05, kappa: 0.02 }));
    for noise in [(0.05, 0.5), (0.05, 0.9), (0.01, 0.0)] {
        cases.push(ScaleCase { noise, ..case(14, corner(7.4)) });
        cases.push(ScaleCase { noise, ..case(14, corner(16.0)) });
    }
    cases.push(ScaleCase { spread: 0.01, ..case(14, corner(7.4)) });
    cases.push(ScaleCase { spread: 0.02, ..case(14, corner(7.4)) });
    cases.push(ScaleCase { spread: 0.02, ..case(14, corner(16.0)) });
    cases.push(ScaleCase { spread: 0.02, ..case(200, corner(97.7)) });
    cases.push(ScaleCase { last: 0.7, spread: 0.01, ..case(14, corner(16.0)) });
    cases.push(ScaleCase { last: 0.7, spread: 0.01, alone: true, ..case(14, corner(16.0)) });
    cases.push(ScaleCase { spread: 0.02, alone: true, ..case(14, corner(7.4)) });
    cases
}
