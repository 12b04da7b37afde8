//! The settings that decide which points a study measures. Only a study with the same key and seed resumes an interrupted run.
//!
//! Stores hold the text of a key.

use crate::calibrate::CalibrateConfig;
use crate::race::{Criterion, Score, WeightedLoad};
use crate::scale::ScaleConfig;
use crate::{StudyKind, Until};
use base::Nanos;
use serde::{Deserialize, Serialize};
use workload::{LatencyLimit, PointLoad};

/// Everything that decides which points are measured, except the seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyKey {
    /// The requested engine; `None`: the best available one.
    pub engine: Option<String>,
    /// The number of hosts that measure together; `None`: one alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hosts: Option<u32>,
    /// The stages in order.
    pub stages: Vec<StageKey>,
}

/// The key of one stage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageKey {
    /// What the stage does.
    pub study: StudyKind,
    /// How it measures.
    pub settings: Settings,
    /// The places that it measures.
    pub places: Vec<PlaceKey>,
}

/// What distinguishes a place from every other one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceKey {
    /// Its name in the points.
    pub name: String,
    /// The place as the user wrote it; for a layout that is built for the test, the layout's name.
    pub place: String,
    /// The disks on which it is built.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub built_on: Vec<String>,
    /// The bytes used; `None`: the usual size of a file, which depends on the free space.
    pub size_bytes: Option<u64>,
}

/// How a stage measures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Settings {
    /// A comparison of disks with their peers.
    Calibrate {
        /// Their names.
        disks: Vec<String>,
        /// The loads, one after the other.
        loads: Vec<PointLoad>,
        /// When a point has been measured long enough.
        until: Until,
        /// The accepted probability that any healthy disk is called an outlier.
        false_alarm_rate: f64,
        /// The smallest relative difference that matters.
        practical: f64,
        /// The maximum number of rounds in which suspects are measured again.
        rounds_max: u32,
    },
    /// A growing set of disks.
    Scale {
        /// Their names in the order in which they join.
        disks: Vec<String>,
        /// The load of each.
        load: PointLoad,
        /// When a point has been measured long enough.
        until: Until,
        /// The maximum number of points.
        points_max: usize,
    },
    /// A comparison of layouts.
    Race(RaceKey),
    /// A queue-depth sweep.
    DepthSweep {
        /// The subject that is measured.
        subject: String,
        /// The names of the targets.
        targets: Vec<String>,
        /// The load at each depth.
        load: PointLoad,
        /// The depths in order.
        depths: Vec<u32>,
        /// When a depth has been measured long enough.
        until: Until,
        /// The smallest gain that makes a doubling worthwhile.
        gain_min: f64,
    },
    /// An increasing load up to a latency limit.
    Ramp {
        /// The name of the role.
        role: String,
        /// The load; its depth is the maximum number of outstanding operations.
        load: PointLoad,
        /// The quantile of the latency limit.
        quantile: f64,
        /// The latency limit in nanoseconds.
        latency_ns: u64,
        /// The time for the whole ramp in nanoseconds.
        budget_ns: u64,
    },
    /// An increasing load of a whole job up to a latency limit.
    JobRamp {
        /// A hash of the job.
        job: String,
        /// The quantile of the latency limit.
        quantile: f64,
        /// The latency limit in nanoseconds.
        latency_ns: u64,
        /// The time for the whole ramp in nanoseconds.
        budget_ns: u64,
    },
    /// A race over points from a file or a run.
    Recorded {
        /// The race.
        race: RaceKey,
        /// A hash of the points.
        points: String,
    },
}

/// A race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaceKey {
    /// The candidates.
    pub candidates: Vec<CandidateKey>,
    /// The points.
    pub points: Vec<WeightedLoad>,
    /// The fill levels of the targets, in percent.
    pub fills: Vec<u8>,
    /// How the points make one number of a candidate.
    pub score: Score,
    /// What the candidates are ranked by.
    pub criterion: Criterion,
    /// Whether each block size gets an answer.
    pub each_block: bool,
    /// The smallest relative difference that matters.
    pub practical: f64,
    /// The probability that the best candidate is wrongly eliminated.
    pub alpha: f64,
    /// When a point has been measured long enough.
    pub until: Until,
    /// The maximum number of measurements of each point.
    pub passes_max: u32,
    /// For recorded points: how often each point was measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<u32>,
    /// The time after which the race ends undecided, in seconds.
    pub time_max_s: Option<f64>,
}

/// One candidate of a race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CandidateKey {
    /// Its name.
    pub name: String,
    /// The names of its targets.
    pub targets: Vec<String>,
}

impl Settings {
    /// A comparison of disks.
    pub fn calibrate(config: &CalibrateConfig) -> Self {
        let CalibrateConfig {
            disks,
            loads,
            until,
            seed: _,
            false_alarm_rate,
            practical,
            rounds_max,
        } = config;
        Self::Calibrate {
            disks: disks.clone(),
            loads: loads.clone(),
            until: *until,
            false_alarm_rate: *false_alarm_rate,
            practical: *practical,
            rounds_max: *rounds_max,
        }
    }

    /// A growing set. The throughput of each disk alone follows from the stages before it, so it is not in the key.
    pub fn scale(config: &ScaleConfig) -> Self {
        let ScaleConfig { unit: _, disks, load, until, seed: _, points_max, alone: _ } = config;
        Self::Scale { disks: disks.clone(), load: *load, until: *until, points_max: *points_max }
    }

    /// An increasing load.
    pub fn ramp(role: &str, load: &PointLoad, latency_limit: LatencyLimit, budget_ns: u64) -> Self {
        let LatencyLimit { quantile, latency_ns: Nanos(latency_ns) } = latency_limit;
        Self::Ramp { role: role.to_owned(), load: *load, quantile, latency_ns, budget_ns }
    }

    /// When a point has been measured long enough; `None` if the points are not measured one by one.
    fn until(&self) -> Option<Until> {
        match self {
            Self::Calibrate { until, .. } | Self::Scale { until, .. } => Some(*until),
            Self::DepthSweep { until, .. } => Some(*until),
            Self::Race(race) | Self::Recorded { race, .. } => Some(race.until),
            Self::Ramp { .. } | Self::JobRamp { .. } => None,
        }
    }
}

impl StageKey {
    /// Whether points of this stage are measured as long as those of the other stage.
    pub fn measures_as_long_as(&self, other: &Self) -> bool {
        let (own, other) = (self.settings.until(), other.settings.until());
        own.is_some() && own == other
    }
}

impl StudyKey {
    /// The key of these stages.
    pub fn new(engine: Option<String>, stages: Vec<StageKey>) -> Self {
        Self { engine, hosts: None, stages }
    }

    /// The same study, measured by this many hosts together.
    pub fn on_hosts(self, hosts: u32) -> Self {
        Self { hosts: (hosts > 1).then_some(hosts), ..self }
    }

    /// The text that is stored and compared.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a key has string keys and plain values only")
    }

    /// Parses the text of a stored key; `None`: it is not one.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::SyncMode;

    fn key() -> StudyKey {
        let until = Until { half_width: 0.02, time_min_ns: 1, time_max_ns: 2, warm_up_ns: 0 };
        let disks = ["a".to_owned(), "b".to_owned()];
        let sync = SyncMode::Fdatasync { every: 4 };
        let load = PointLoad { read_percent: 33.3, sync, ..PointLoad::SEQUENTIAL_READ };
        let race = RaceKey {
            candidates: vec![CandidateKey { name: "raid10".to_owned(), targets: disks.to_vec() }],
            points: vec![WeightedLoad { load, weight: 1.5, group: "data".to_owned() }],
            fills: vec![0, 50],
            score: Score::Ratio,
            criterion: Criterion::LatencyP99,
            each_block: false,
            practical: 0.02,
            alpha: 0.05,
            until,
            passes_max: 3,
            times: vec![2],
            time_max_s: Some(3_600.0),
        };
        let latency_limit = LatencyLimit { quantile: 0.99, latency_ns: Nanos(10_000_000) };
        let settings = [
            (StudyKind::Calibrate, Settings::calibrate(&CalibrateConfig::new(&disks, until, 7))),
            (StudyKind::Scale, Settings::scale(&ScaleConfig::new(&disks, until, 7))),
            (StudyKind::Compare, Settings::Race(race.clone())),
            (StudyKind::Ramp, Settings::ramp("data", &load, latency_limit, 60_000_000_000)),
            (
                StudyKind::Ramp,
                Settings::DepthSweep {
                    subject: "ramp".to_owned(),
                    targets: disks.to_vec(),
                    load,
                    depths: vec![1, 2],
                    until,
                    gain_min: 0.05,
                },
            ),
            (StudyKind::Compare, Settings::Recorded { race, points: "0f".to_owned() }),
        ];
        let place = |name: &str| PlaceKey {
            name: name.to_owned(),
            place: format!("/dev/{name}"),
            built_on: Vec::new(),
            size_bytes: None,
        };
        let places = vec![
            place("a"),
            PlaceKey { built_on: disks.to_vec(), size_bytes: Some(1 << 30), ..place("b") },
        ];
        let stage = |(study, settings)| StageKey { study, settings, places: places.clone() };
        StudyKey::new(Some("uring".to_owned()), settings.into_iter().map(stage).collect())
    }

    #[test]
    fn a_key_comes_back_from_its_text_and_others_are_none() {
        let key = key();
        assert_eq!(StudyKey::read(&key.text()).unwrap(), key);
        assert_eq!(StudyKey::read(&key.text().replacen('{', "{\"more\":0,", 1)), None);
        assert_eq!(StudyKey::read("{}"), None);
    }

    #[test]
    fn the_seed_is_no_part_of_a_key_and_the_time_of_a_point_is() {
        let until = Until { half_width: 0.02, time_min_ns: 1, time_max_ns: 2, warm_up_ns: 0 };
        let of = |until, seed| {
            let settings = Settings::calibrate(&CalibrateConfig::new(&[], until, seed));
            StageKey { study: StudyKind::Calibrate, settings, places: Vec::new() }
        };
        assert_eq!(of(until, 1), of(until, 2));
        let longer = Until { time_max_ns: 3, ..until };
        assert!(of(until, 1).measures_as_long_as(&of(until, 2)));
        assert!(!of(until, 1).measures_as_long_as(&of(longer, 1)));
    }
}
