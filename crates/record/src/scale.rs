//! The throughput of a growing set of disks: its configuration and its finding.

use crate::Until;
use serde::{Deserialize, Serialize};
use summary::Estimate;
use workload::PointLoad;

/// The unit by which the set grows.
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
    /// The name of the study's points.
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

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScaleConfig {
    /// Whether the set consists of disks or of hosts. Where this module says disks, the same holds for hosts.
    #[serde(default, skip_serializing_if = "ScaleUnit::is_usual")]
    pub unit: ScaleUnit,
    /// The disks' names in the order in which they join.
    pub disks: Vec<String>,
    /// What runs on each of them at the same time.
    pub load: PointLoad,
    pub until: Until,
    pub seed: u64,
    pub points_max: usize,
    /// Throughput of each disk alone in MiB/s, in the same order, if `calibrate` measured them; empty otherwise. With these, a
    /// slow disk that joins is not taken for a corner.
    pub alone: Vec<f64>,
    /// The points of a record; `None`: points are measured on request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<RecordedSets>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedSets {
    /// The number of disks of each point, in rising order.
    pub disks: Vec<u32>,
    /// Whether the record says if they were random.
    pub is_order_known: bool,
}

impl ScaleConfig {
    pub fn new(disks: &[String], until: Until, seed: u64) -> Self {
        Self {
            unit: ScaleUnit::Disks,
            disks: disks.to_vec(),
            load: PointLoad::SEQUENTIAL_READ,
            until,
            seed,
            points_max: 32,
            alone: Vec::new(),
            recorded: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiskSetResult {
    /// The number of disks, all loaded at the same time: the first ones in the order in which they join.
    pub disks: usize,
    /// Throughput of all of them in MiB/s, all points together, with a 95 % interval.
    pub mibps: Estimate,
    #[serde(with = "base::float")]
    pub iops: f64,
    #[serde(with = "base::float")]
    pub latency_ns_mean: f64,
    pub points: usize,
    pub seconds: f64,
    pub settled: bool,
    pub errors: u64,
}

/// Whether more disks stop adding throughput, and from which number on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Saturation {
    /// Not determined. The study is not finished, there are too few points, or the CPUs may be the limit. Or the last disks add so much less that the limit,
    /// if it is one, is too close to the largest set to be distinguished from a slow disk ([`ScaleFinding::ends_unclear`]).
    Open,
    /// Not reached with these disks. If there is a limit, it takes at least `at_least` disks (95 %) to reach it.
    NotReached {
        /// The smallest number of disks that could reach the limit.
        #[serde(with = "base::float")]
        at_least: f64,
    },
    Reached {
        /// The smallest number of disks whose summed throughput reaches the limit.
        count: usize,
        /// Plateau over slope, as a fractional number of disks, with its 95 % interval.
        knee: Estimate,
        /// The throughput beyond the limit in MiB/s, with its 95 % interval; if throughput falls again, the highest throughput.
        plateau: Estimate,
    },
}

/// The law that the points follow best.
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
    /// No law lies within the intervals; the best of them is still reported.
    None,
}

/// The Universal Scalability Law: X(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1)).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usl {
    /// Throughput of one disk in MiB/s.
    #[serde(with = "base::float")]
    pub lambda: f64,
    /// Contention: the serial part.
    #[serde(with = "base::float")]
    pub sigma: f64,
    /// Coherency: the cost that each disk adds to every other one.
    #[serde(with = "base::float")]
    pub kappa: f64,
}

impl Usl {
    /// Throughput of `n` disks in MiB/s.
    pub fn at(&self, n: f64) -> f64 {
        self.lambda * n / (1.0 + self.sigma * (n - 1.0) + self.kappa * n * (n - 1.0))
    }
}

/// min(slope x N, cap) with a rounded corner: ((slope N)^-q + cap^-q)^(-1/q), q = sharpness.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hinge {
    /// Throughput that each disk adds in MiB/s.
    #[serde(with = "base::float")]
    pub slope: f64,
    /// The highest throughput in MiB/s.
    #[serde(with = "base::float")]
    pub cap: f64,
    /// How sharp the corner is; none: not rounded.
    pub sharpness: Option<f64>,
}

impl Hinge {
    /// Throughput of `n` disks in MiB/s.
    pub fn at(&self, n: f64) -> f64 {
        let straight = self.slope * n;
        match self.sharpness {
            _ if n <= 0.0 => 0.0,
            Some(q) => (straight.powf(-q) + self.cap.powf(-q)).powf(-1.0 / q),
            None => straight.min(self.cap),
        }
    }
}

/// Disks that add more or less than those before them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnevenDisks {
    /// The first and the last of them, counted from 1 in the order in which they joined.
    pub disks: [usize; 2],
    /// How much more each of them added than each earlier one: -0.3 is 30 % less.
    pub more: f64,
}

/// Disks that differ by less than this do not change the number of disks by one.
const UNEVEN_MIN: f64 = 0.1;
/// The number of standard errors by which disks must differ.
const UNEVEN_ERRORS: f64 = 3.0;
/// The half-width of an always-valid interval, in standard errors (docs/explanation/methods/scaling.md).
const ERRORS_IN_HALF_WIDTH: f64 = 3.0;
/// Up to this share of the corner, throughput grows with the number of disks, whether the corner is rounded or not.
const STRAIGHT: f64 = 0.6;

/// What the study has found so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScaleFinding {
    /// The configuration, without the disks' own speeds if they were not used.
    pub config: ScaleConfig,
    /// The configured MiB/s of the first disk alone, if its measured throughput contradicts it. Then no own speed was used.
    #[serde(rename = "left_aside")]
    pub contradicted_mibps: Option<f64>,
    /// The result for every number of disks that was measured, in ascending order.
    pub sets: Vec<DiskSetResult>,
    pub saturation: Saturation,
    /// MiB/s that each disk adds before that, with its 95 % interval; if the disks' own speeds are known, MiB/s of a usual disk.
    pub slope: Estimate,
    pub law: Law,
    /// The fitted corner, from three points on.
    pub hinge: Option<Hinge>,
    /// The fitted Universal Scalability Law, from three points on.
    pub usl: Option<Usl>,
    /// Set if throughput falls again beyond chance and by more than 3 %.
    pub falls: Option<ScaleFall>,
    /// The busy share of the CPUs (0 to 1) where throughput stopped growing, if that is full. Then the CPUs may be the limit, and
    /// the limit of the path to the disks stays unknown.
    pub cpus_full: Option<f64>,
    pub whole: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScaleFall {
    /// The number of disks with the highest throughput.
    pub after: usize,
    /// How much less the largest set gave: 0.1 is 10 % less.
    pub by_share: f64,
}

/// A disk whose own speed differs from that of the usual disks.
#[derive(Clone, Debug, PartialEq)]
pub struct UnusualDisk {
    pub disk: String,
    /// Its position in the order in which the disks joined, from 1.
    pub place: usize,
    /// Its speed relative to a usual disk: 0.7 is 30 % slower alone.
    pub worth: f64,
}

/// The smallest relative difference of an unusual disk from the usual ones (ours).
const UNUSUAL: f64 = 0.05;

impl ScaleFinding {
    /// Returns the disks that differ from the usual ones, if each disk's own speed is known.
    pub fn unusual(&self) -> Vec<UnusualDisk> {
        let Some(usual) = usual(&self.config.alone) else { return Vec::new() };
        let disks = self.config.disks.iter().zip(&self.config.alone).zip(1..);
        let disks = disks.map(|((disk, alone), place)| UnusualDisk {
            disk: disk.clone(),
            place,
            worth: alone / usual,
        });
        disks.filter(|disk| (disk.worth - 1.0).abs() >= UNUSUAL).collect()
    }

    /// Returns how many usual disks the first `disks` are worth; `disks` may be fractional. Without own speeds: `disks`.
    pub fn worth(&self, disks: f64) -> f64 {
        let alone = &self.config.alone;
        let [below, above] = [disks.floor(), disks.ceil()].map(|n| worth(alone, n as usize));
        below + (above - below) * disks.fract()
    }

    /// Returns disks that clearly add more or less than those before them, while throughput still grows with their number. Then
    /// the number of disks that reach the limit, which assumes equal disks, may be off by one. None if the disks' own speeds are
    /// known, because these are counted. The Universal Scalability Law also assumes equal disks, so only what it does not explain
    /// is reported. If several disks join at a time, their mean is reported.
    pub fn uneven(&self) -> Option<UnevenDisks> {
        self.all_uneven().into_iter().max_by(|a, b| a.more.abs().total_cmp(&b.more.abs()))
    }

    /// Returns the last disks to join, if they clearly add less than those before them and no limit is reported. The cause is a
    /// slow disk, or the path that they saturate.
    pub fn last_adds_less(&self) -> Option<UnevenDisks> {
        let last = self.config.disks.len();
        let is_limit_reported = matches!(self.saturation, Saturation::Reached { .. });
        let last_joins = self.all_uneven().into_iter().find(|uneven| uneven.disks[1] == last);
        last_joins.filter(|uneven| !is_limit_reported && uneven.more < 0.0)
    }

    /// Returns the last disks to join, counted from 1, if it is open whether they saturate the path or are slow.
    pub fn ends_unclear(&self) -> Option<[usize; 2]> {
        let [.., few, many] = self.sets.as_slice() else { return None };
        let open = matches!(self.saturation, Saturation::Open) && self.cpus_full.is_none();
        (open && self.whole).then_some([few.disks + 1, many.disks])
    }

    fn all_uneven(&self) -> Vec<UnevenDisks> {
        // Up to here, throughput grows with the number of disks.
        let straight_to = match (&self.saturation, self.law) {
            (_, Law::Usl) => f64::INFINITY,
            (Saturation::Reached { knee, .. }, _) => STRAIGHT * knee.value,
            (Saturation::Open, _) if self.ends_unclear().is_none() => return Vec::new(),
            (Saturation::NotReached { .. } | Saturation::Open, _) => f64::INFINITY,
        };
        if !self.config.alone.is_empty() {
            return Vec::new();
        }
        let pairs = self.sets.iter().zip(self.sets.iter().skip(1));
        let straight = pairs.filter(|(_, many)| many.disks as f64 <= straight_to);
        straight.filter_map(|(few, many)| self.uneven_between(few, many)).collect()
    }

    /// The disks that join between two sets, if they clearly add more or less than those before them.
    fn uneven_between(&self, few: &DiskSetResult, many: &DiskSetResult) -> Option<UnevenDisks> {
        let joined = (many.disks - few.disks) as f64;
        let more_each = |few_mibps: f64, many_mibps: f64| {
            (many_mibps - few_mibps) / joined / (few_mibps / few.disks as f64) - 1.0
        };
        let more = more_each(few.mibps.value, many.mibps.value);
        // The smaller set enters twice: in the difference and in the usual throughput.
        let usual = few.mibps.value / few.disks as f64;
        let of_few = standard_error(few) * (1.0 / joined + (1.0 + more) / few.disks as f64);
        let error = (standard_error(many) / joined).hypot(of_few) / usual;
        let is_clear = |more: f64| more.abs() >= UNEVEN_MIN && more.abs() > UNEVEN_ERRORS * error;
        // Under this law each disk adds less than the one before. What the law explains is not a property of a disk.
        let by_law = self
            .usl
            .filter(|_| self.law == Law::Usl)
            .map_or(0.0, |law| more_each(law.at(few.disks as f64), law.at(many.disks as f64)));
        let disks = [few.disks + 1, many.disks];
        (is_clear(more) && is_clear(more - by_law)).then_some(UnevenDisks { disks, more })
    }
}

fn standard_error(set: &DiskSetResult) -> f64 {
    set.mibps.relative_half_width() / ERRORS_IN_HALF_WIDTH * set.mibps.value
}

/// Returns how many usual disks the first `disks` are worth. A disk of the median speed counts as one, whichever disks are
/// unusual. Disks beyond the known ones count as usual disks.
pub fn worth(alone: &[f64], disks: usize) -> f64 {
    let Some(usual) = usual(alone) else { return disks as f64 };
    alone.iter().take(disks).sum::<f64>() / usual + disks.saturating_sub(alone.len()) as f64
}

/// The speed of a usual disk: the median; none if the disks' own speeds are not known.
pub fn usual(alone: &[f64]) -> Option<f64> {
    Some(base::median(alone)).filter(|usual| *usual > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hinge_grows_up_to_its_cap_and_a_rounded_one_stays_below() {
        let at = |sharpness, n| Hinge { slope: 100.0, cap: 400.0, sharpness }.at(n);
        assert_eq!([0.0, 1.0, 4.0, 9.0].map(|n| at(None, n)), [0.0, 100.0, 400.0, 400.0]);
        assert_eq!([0.0, 4.0].map(|n| at(Some(1.0), n)), [0.0, 200.0]);
    }
}
