//! A measurement point of a study: its identity, when it ends, its result and stalls; how the reference point changed over time.
//!
//! This module is plain data. The identity is a hash of everything that defines the point, so that a resumed study knows what it
//! has already measured.

use crate::TargetStalls;
use base::Bytes;
use serde::{Deserialize, Serialize};
use std::fmt;
use summary::{Estimate, warning};
use workload::PointLoad;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// The subject that the point measures: the name of a layout or of a set of disks.
    pub subject: String,
    /// The names of the targets that are loaded at the same time, each with the whole load.
    pub targets: Vec<String>,
    /// What runs on each of them.
    pub load: PointLoad,
    /// The fill level of the target, in percent; 0: not filled for the study.
    pub fill_percent: u8,
    /// How often the same point was measured before.
    pub repeat: u32,
}

/// The identity of a point: a hash of its descriptor, the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PointId(pub u64);

impl Point {
    /// A point that was not measured before, on a target that is not filled.
    pub fn new(subject: &str, targets: &[String], load: PointLoad) -> Self {
        Self {
            subject: subject.to_owned(),
            targets: targets.to_vec(),
            load,
            fill_percent: 0,
            repeat: 0,
        }
    }

    /// Everything that defines the point in one line, in the lab book's notation: `raid10 -kR -b64 -o1 -t1 -fsequential -R(a,b)`.
    pub fn descriptor(&self) -> String {
        self.descriptor_with(true)
    }

    /// The descriptor; an order that is not known is `-f(unknown)`.
    pub fn descriptor_with(&self, is_order_known: bool) -> String {
        let load = self.load.notation(is_order_known);
        let mut text = format!("{} {load} -R({})", self.subject, self.targets.join(","));
        if self.fill_percent > 0 {
            text += &format!(" fill {} %", self.fill_percent);
        }
        if self.repeat > 0 {
            text += &format!(" again {}", self.repeat);
        }
        text
    }

    /// Its identity. Among a thousand points, two collide by chance in one of 10^13 studies.
    pub fn id(&self) -> PointId {
        PointId(hash(&self.descriptor()))
    }
}

impl fmt::Display for PointId {
    /// Sixteen hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// FNV-1a of a text (Fowler, Noll, Vo; 64 bits), the same on every machine.
pub fn hash(text: &str) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let add = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    text.bytes().fold(start, add)
}

/// When a point has been measured long enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Until {
    /// Half the width of the throughput's any-time-valid 95 % interval, relative to the throughput: 0.02 is 2 %.
    pub half_width: f64,
    pub time_min_ns: u64,
    /// Maximum counted time in nanoseconds; a point that has not settled by then is marked so.
    pub time_max_ns: u64,
    pub warm_up_ns: u64,
}

impl Until {
    /// The time of a point that does not settle, with its warm-up.
    pub fn longest_ns(&self) -> u64 {
        self.warm_up_ns + self.time_max_ns
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measurement {
    pub mibps: Estimate,
    pub iops: Estimate,
    #[serde(with = "base::float")]
    pub latency_ns_mean: f64,
    /// 99th percentile of latency in nanoseconds; none if there are too few operations.
    pub latency_ns_p99: Option<u64>,
    pub seconds: f64,
    /// Whether the interval became as narrow as requested.
    pub settled: bool,
    pub errors: u64,
    /// When it began, in seconds since the study began, including pauses and earlier, interrupted invocations.
    pub began_s: f64,
    /// The busy share of the CPUs that the process may use, 0 to 1; none if it is not known or means nothing.
    pub cpu_busy_share: Option<f64>,
    /// The targets that stalled during the point. Also empty if stalls were not recorded (recorded and imported points, and
    /// points of versions that did not record them).
    pub stalls: Vec<TargetStalls>,
    /// The operations per second to which the rate fell for good, as when credits ran out; none: it did not, or was not checked.
    pub fell_to_iops: Option<f64>,
}

impl Measurement {
    /// Returns the result of a point of which only the throughput is known, in MiB/s of all its targets together, counted for
    /// this many seconds. The operations follow from their size, the mean latency from the number outstanding (Little's law). The
    /// result is settled, without errors, and began at 0.
    pub fn of(load: &PointLoad, targets: usize, mibps: Estimate, seconds: f64) -> Self {
        let iops = mibps.times(Bytes::MIB as f64 / load.block.0.max(1) as f64);
        let outstanding = f64::from(load.depth) * f64::from(load.threads) * targets as f64;
        Self {
            mibps,
            iops,
            latency_ns_mean: outstanding / iops.value.max(f64::MIN_POSITIVE) * 1e9,
            seconds,
            settled: true,
            ..Self::default()
        }
    }

    /// The share of its rate that was left at its end: less than 1 if the rate fell and did not recover.
    pub fn lasting_share(&self) -> f64 {
        self.fell_to_iops.map_or(1.0, |iops| (iops / self.iops.value).min(1.0))
    }

    /// Whether the CPUs, not the storage, may have limited the result (the warning `cpu-saturated`).
    pub fn cpus_full(&self) -> bool {
        warning::cpus_full(self.cpu_busy_share)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferencePoint {
    pub began_s: f64,
    pub mibps: Estimate,
}

/// The change of the reference point over time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drift {
    pub points: Vec<ReferencePoint>,
    /// The relative change from the first to the last point, by a straight line (95 %): -0.05 is 5 % slower at the end; without
    /// an interval on fewer than three points.
    pub change: Estimate,
    /// The largest relative distance of a point from the median of all.
    #[serde(with = "base::float")]
    pub excursion: f64,
    /// The part of the variation that exceeds the points' own noise: the relative standard deviation of the machine's own ups and
    /// downs; 0 if there is none.
    #[serde(with = "base::float")]
    pub wander: f64,
    /// Whether the machine changed enough to change a result.
    pub matters: bool,
}

/// The stalls of each target over many points, in the order of their first appearance.
pub fn by_target<'a>(points: impl IntoIterator<Item = &'a Measurement>) -> Vec<TargetStalls> {
    let mut targets: Vec<TargetStalls> = Vec::new();
    for stall in points.into_iter().flat_map(|point| &point.stalls) {
        match targets.iter_mut().find(|known| known.target == stall.target) {
            Some(known) => {
                known.count += stall.count;
                known.length_s += stall.length_s;
                known.longest_s = known.longest_s.max(stall.longest_s);
            }
            None => targets.push(stall.clone()),
        }
    }
    targets
}

impl Measurement {
    /// The share of the point's time in which its targets answered, averaged over its targets; 1 without a stall, at least 0.1.
    pub fn moving_share(&self, targets: usize) -> f64 {
        let still_s: f64 = self.stalls.iter().map(|stalls| stalls.length_s).sum();
        (1.0 - still_s / (self.seconds * targets.max(1) as f64).max(f64::MIN_POSITIVE)).max(0.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use workload::PointGrid;

    #[test]
    fn points_that_differ_in_anything_have_ids_that_differ() {
        let disks = ["a".to_owned(), "b".to_owned()];
        let mut ids = HashSet::new();
        let mut points = 0;
        for load in PointGrid::classic().loads() {
            for targets in [&disks[..], &disks[..1], &disks[1..]] {
                for (fill_percent, repeat) in [(0, 0), (0, 1), (50, 0), (50, 1)] {
                    let point =
                        Point { fill_percent, repeat, ..Point::new("raid0", targets, load) };
                    ids.insert(point.id());
                    points += 1;
                }
            }
        }
        assert_eq!(ids.len(), points);
    }

    #[test]
    fn the_id_of_a_point_never_changes() {
        let point = Point::new("disk", &["a".to_owned()], PointLoad::SEQUENTIAL_READ);
        assert_eq!(point.descriptor(), "disk -kR -b64 -o1 -t1 -fsequential -R(a)");
        // Stores find points under this identity.
        assert_eq!(point.id(), PointId(0x1dc5_8dbc_a0ab_f3df));
    }
}
