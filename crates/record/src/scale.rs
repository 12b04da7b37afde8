//! The throughput of a growing set of disks: what was asked, and what was found.

use crate::Until;
use serde::{Deserialize, Serialize};
use summary::Estimate;
use workload::PointLoad;

/// What joins the set one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScaleUnit {
    /// Disks behind a shared path.
    #[default]
    Disks,
    /// Hosts that load one shared storage.
    Hosts,
}

impl ScaleUnit {
    /// What the points of the study are called.
    pub fn subject(self) -> &'static str {
        match self {
            Self::Disks => "disks",
            Self::Hosts => "hosts",
        }
    }

    fn is_usual(&self) -> bool {
        *self == Self::Disks
    }
}

/// What is grown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScaleConfig {
    /// Whether the set is one of disks or of hosts. What is said of disks below holds for hosts.
    #[serde(default, skip_serializing_if = "ScaleUnit::is_usual")]
    pub unit: ScaleUnit,
    /// The disks' names in the order in which they join.
    pub disks: Vec<String>,
    /// What runs on each of them at the same time.
    pub load: PointLoad,
    /// How long a point is.
    pub until: Until,
    /// What the order of the points is drawn from.
    pub seed: u64,
    /// Points at most: 32.
    pub points_max: usize,
    /// Throughput of each disk alone in MiB/s, in the same order, where `calibrate` measured them; empty otherwise. With
    /// them a slow disk that joins is no corner.
    // Came later: the first stored studies do not have it.
    #[serde(default, with = "base::float::list")]
    pub alone: Vec<f64>,
}

impl ScaleConfig {
    /// Reads of these disks.
    pub fn new(disks: &[String], until: Until, seed: u64) -> Self {
        Self {
            unit: ScaleUnit::Disks,
            disks: disks.to_vec(),
            load: PointLoad::SEQUENTIAL_READ,
            until,
            seed,
            points_max: 32,
            alone: Vec::new(),
        }
    }
}

/// One number of disks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiskSetResult {
    /// The first so many disks, all at the same time.
    pub disks: usize,
    /// Throughput of all of them in MiB/s, all points together, with a 95 % interval.
    pub mibps: Estimate,
    /// Operations per second of all of them.
    #[serde(with = "base::float")]
    pub iops: f64,
    /// Mean latency in nanoseconds.
    #[serde(with = "base::float")]
    pub latency_ns_mean: f64,
    /// How many points.
    pub points: usize,
    /// Counted time in seconds.
    #[serde(with = "base::float")]
    pub seconds: f64,
    /// Whether every point settled.
    pub settled: bool,
    /// Operations that failed.
    pub errors: u64,
}

/// Where more disks give no more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Saturation {
    /// Too few points yet; or the last disks add so much less that the limit, if it is one, lies too close to the end of the shelf to
    /// be told from a slow disk ([`ScaleFinding::ends_unclear`]); or the CPUs may be what fills up.
    Open,
    /// Not within the disks there are. If there is a limit, it takes at least `at_least` disks (95 %) to fill it.
    NotReached {
        /// The least number of disks that could fill it.
        #[serde(with = "base::float")]
        at_least: f64,
    },
    /// So many disks fill it.
    Reached {
        /// The smallest number of disks whose sum of speeds fills the limit.
        count: usize,
        /// Plateau over slope, as a broken number of disks, with its 95 % interval.
        knee: Estimate,
        /// The throughput there is beyond it in MiB/s, with its 95 % interval; where throughput falls again, the most
        /// there is.
        plateau: Estimate,
    },
}

/// Which law the points follow best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Law {
    /// Too few points yet.
    Open,
    /// slope x N.
    Linear,
    /// min(slope x N, cap), with a corner that may be rounded.
    Hinge,
    /// The Universal Scalability Law (Gunther 1993, 2007).
    Usl,
    /// None within the intervals; the best of them is still told.
    None,
}

/// The Universal Scalability Law: X(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1)).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usl {
    /// Throughput of one disk in MiB/s.
    #[serde(with = "base::float")]
    pub lambda: f64,
    /// Contention: what cannot go on at the same time.
    #[serde(with = "base::float")]
    pub sigma: f64,
    /// Coherency: what each disk costs every other one.
    #[serde(with = "base::float")]
    pub kappa: f64,
}

impl Usl {
    /// Throughput of so many disks in MiB/s.
    pub fn at(&self, n: f64) -> f64 {
        self.lambda * n / (1.0 + self.sigma * (n - 1.0) + self.kappa * n * (n - 1.0))
    }
}

/// min(slope x N, cap) with a rounded corner: ((slope N)^-q + cap^-q)^(-1/q), q = sharpness.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hinge {
    /// MiB/s that each disk adds.
    #[serde(with = "base::float")]
    pub slope: f64,
    /// MiB/s at most.
    #[serde(with = "base::float")]
    pub cap: f64,
    /// How sharp the corner is; infinite: a corner.
    #[serde(with = "base::float")]
    pub sharpness: f64,
}

/// Disks that add more or less than those before them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnevenDisks {
    /// The first and the last of them, counted from 1 in the order in which they joined.
    pub disks: [usize; 2],
    /// How much more each of them added than each one before: -0.3 is 30 % less.
    pub more: f64,
}

/// Disks that differ by less do not move the number of disks by one.
const UNEVEN_MIN: f64 = 0.1;
/// Standard errors by which they have to.
const UNEVEN_ERRORS: f64 = 3.0;
/// An interval that stays valid while one looks is about three standard errors to each side (docs/explanation/methods/scaling.md).
const ERRORS_IN_HALF_WIDTH: f64 = 3.0;
/// Up to this part of the corner throughput grows with the number of disks, be the corner round or not.
const STRAIGHT: f64 = 0.6;

/// What the study found so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScaleFinding {
    /// What was asked, without the disks' own speeds where they were left aside.
    pub config: ScaleConfig,
    /// What was told in MiB/s of the first disk alone, where it gives something else here: then no disk's own speed was used.
    #[serde(default, with = "base::float::option")]
    pub left_aside: Option<f64>,
    /// Every number of disks that was measured, in rising order.
    pub sets: Vec<DiskSetResult>,
    /// Where it fills up.
    pub saturation: Saturation,
    /// MiB/s that each disk adds before that, with its 95 % interval; where the disks' own speeds are known, what a usual one adds.
    pub slope: Estimate,
    /// Which law fits best.
    pub law: Law,
    /// The fitted corner, from three points on.
    pub hinge: Option<Hinge>,
    /// The fitted Universal Scalability Law, from three points on.
    pub usl: Option<Usl>,
    /// The number of disks that gave most and how much less the largest set gave (0.1: 10 % less), where throughput
    /// falls again beyond chance and by more than 3 %.
    #[serde(default, with = "base::named::Maybe::<Falls>")]
    pub falls: Option<(usize, f64)>,
    /// How busy the CPUs were (0 to 1) where throughput grew no more, where that is full: then it may be them that fill up, and
    /// where the path to the disks does stays open.
    #[serde(default, with = "base::float::option")]
    pub cpus_full: Option<f64>,
    /// Whether the study came to its end.
    pub whole: bool,
}

base::named!(Falls {
    after: usize,
    #[serde(with = "base::float")]
    by_share: f64,
});

/// A disk whose own speed is not that of the usual ones.
#[derive(Clone, Debug, PartialEq)]
pub struct UnusualDisk {
    /// Its name.
    pub disk: String,
    /// Its place in the order in which they joined, from 1.
    pub place: usize,
    /// How many usual disks it is worth: 0.7 is one that gave 30 % less alone.
    pub worth: f64,
}

/// A disk that differs from the usual ones by this share is told apart.
const UNUSUAL: f64 = 0.05;

impl ScaleFinding {
    /// The disks that stand out where each one's own speed is known.
    pub fn unusual(&self) -> Vec<UnusualDisk> {
        let Some(usual) = usual(&self.config.alone) else { return Vec::new() };
        let each = self.config.disks.iter().zip(&self.config.alone).zip(1..);
        let each = each.map(|((disk, alone), place)| UnusualDisk {
            disk: disk.clone(),
            place,
            worth: alone / usual,
        });
        each.filter(|one| (one.worth - 1.0).abs() >= UNUSUAL).collect()
    }

    /// How many usual disks the first so many are worth, be it a part of one: as many, where their own speeds are not known.
    pub fn worth(&self, disks: f64) -> f64 {
        let alone = &self.config.alone;
        let [below, above] = [disks.floor(), disks.ceil()].map(|n| worth(alone, n as usize));
        below + (above - below) * disks.fract()
    }

    /// Disks that clearly add more or less than those before them, while throughput still grows with their number: the
    /// number of disks that fill the limit counts equal ones, and may be off by one then. None where the disks' own speeds
    /// are known, for they are counted as what they are. The Universal Scalability Law is one of equal disks: what it does not
    /// explain is told, and it is not named then. Where disks join several at a time, their mean is told.
    pub fn uneven(&self) -> Option<UnevenDisks> {
        self.all_uneven().into_iter().max_by(|a, b| a.more.abs().total_cmp(&b.more.abs()))
    }

    /// The last disks to join, where they clearly add less than those before them and no limit was told: a slow disk among them does
    /// that, and a path that they fill.
    pub fn last_adds_less(&self) -> Option<UnevenDisks> {
        let last = self.config.disks.len();
        let told = matches!(self.saturation, Saturation::Reached { .. });
        self.all_uneven().into_iter().find(|one| !told && one.more < 0.0 && one.disks[1] == last)
    }

    /// The last disks to join, counted from 1, where it stays open whether they fill the path or are slow.
    pub fn ends_unclear(&self) -> Option<[usize; 2]> {
        let [.., few, many] = self.sets.as_slice() else { return None };
        let open = matches!(self.saturation, Saturation::Open) && self.cpus_full.is_none();
        open.then_some([few.disks + 1, many.disks])
    }

    fn all_uneven(&self) -> Vec<UnevenDisks> {
        let straight = match (&self.saturation, self.law) {
            (_, Law::Usl) => f64::INFINITY,
            (Saturation::Reached { knee, .. }, _) => STRAIGHT * knee.value,
            (Saturation::Open, _) if self.ends_unclear().is_none() => return Vec::new(),
            (Saturation::NotReached { .. } | Saturation::Open, _) => f64::INFINITY,
        };
        if !self.config.alone.is_empty() {
            return Vec::new();
        }
        let law = self.usl.filter(|_| self.law == Law::Usl);
        let error = |set: &DiskSetResult| {
            set.mibps.relative_half_width() / ERRORS_IN_HALF_WIDTH * set.mibps.value
        };
        let of = |pair: &[DiskSetResult]| {
            let [few, many] = pair else { return None };
            let joined = (many.disks - few.disks) as f64;
            let usual = few.mibps.value / few.disks as f64;
            let more = (many.mibps.value - few.mibps.value) / joined / usual - 1.0;
            // The few stand in the difference and in what is usual.
            let of_few = error(few) * (1.0 / joined + (1.0 + more) / few.disks as f64);
            let known = (error(many) / joined).hypot(of_few) / usual;
            let clear = more.abs() >= UNEVEN_MIN && more.abs() > UNEVEN_ERRORS * known;
            // Under this law each disk adds less than the one before: what it explains is no disk's own.
            let by_law = law.map_or(0.0, |law| {
                let each = |set: &DiskSetResult| law.at(set.disks as f64);
                (each(many) - each(few)) / joined / (each(few) / few.disks as f64) - 1.0
            });
            let own = (more - by_law).abs();
            let clear = clear && own >= UNEVEN_MIN && own > UNEVEN_ERRORS * known;
            let here = many.disks as f64 <= straight;
            (clear && here).then_some(UnevenDisks { disks: [few.disks + 1, many.disks], more })
        };
        self.sets.windows(2).filter_map(of).collect()
    }
}

/// How many usual disks the first so many are worth: one of the median speed is one, whichever stand out to either side. Beyond
/// the disks there are each would be a usual one.
pub fn worth(alone: &[f64], disks: usize) -> f64 {
    let Some(usual) = usual(alone) else { return disks as f64 };
    alone.iter().take(disks).sum::<f64>() / usual + disks.saturating_sub(alone.len()) as f64
}

/// The speed of a usual disk: the median; none where the disks' own speeds are not known.
pub fn usual(alone: &[f64]) -> Option<f64> {
    Some(base::median(alone)).filter(|usual| *usual > 0.0)
}
