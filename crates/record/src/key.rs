//! The settings that decide which points a study measures. Only a study with the same key and seed resumes an interrupted run.
//!
//! Stores hold the text of a key.

use crate::calibrate::CalibrateConfig;
use crate::depth_sweep::DepthSweepConfig;
use crate::race::RaceConfig;
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
    pub stages: Vec<StageKey>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageKey {
    pub study: StudyKind,
    pub settings: Settings,
    pub places: Vec<PlaceKey>,
}

/// What distinguishes a place from every other one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceKey {
    pub name: String,
    /// The place as the user wrote it; for a layout that is built for the test, the layout's name.
    pub place: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub built_on: Vec<String>,
    /// The bytes used; `None`: the usual size of a file, which depends on the free space.
    pub size_bytes: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Settings {
    /// A comparison of disks with their peers.
    Calibrate(CalibrateConfig),
    Scale(ScaleConfig),
    Race(RaceConfig),
    DepthSweep(DepthSweepConfig),
    /// An increasing load up to a latency limit.
    Ramp {
        role: String,
        /// The load; its depth is the maximum number of outstanding operations.
        load: PointLoad,
        quantile: f64,
        latency_ns: u64,
        /// The time for the whole ramp in nanoseconds.
        budget_ns: u64,
    },
    /// An increasing load of a whole job up to a latency limit.
    JobRamp {
        job: String,
        quantile: f64,
        latency_ns: u64,
        /// The time for the whole ramp in nanoseconds.
        budget_ns: u64,
    },
    /// A race over points from a file.
    Recorded {
        race: RaceConfig,
        points: String,
    },
}

impl Settings {
    /// A comparison of disks; its seed is not in the key.
    pub fn calibrate(config: &CalibrateConfig) -> Self {
        Self::Calibrate(CalibrateConfig { seed: 0, ..config.clone() })
    }

    /// A growing set. The throughput of each disk alone follows from the stages before it, so it is not in the key.
    pub fn scale(config: &ScaleConfig) -> Self {
        Self::Scale(ScaleConfig { seed: 0, alone: Vec::new(), ..config.clone() })
    }

    pub fn ramp(role: &str, load: &PointLoad, latency_limit: LatencyLimit, budget_ns: u64) -> Self {
        let LatencyLimit { quantile, latency_ns: Nanos(latency_ns) } = latency_limit;
        Self::Ramp { role: role.to_owned(), load: *load, quantile, latency_ns, budget_ns }
    }

    /// When a point has been measured long enough; `None` if the points are not measured one by one.
    fn until(&self) -> Option<Until> {
        match self {
            Self::Calibrate(config) => Some(config.until),
            Self::Scale(config) => Some(config.until),
            Self::DepthSweep(config) => Some(config.until),
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
    use crate::race::{Candidate, WeightedLoad};
    use workload::SyncMode;

    fn key() -> StudyKey {
        let until = Until { half_width: 0.02, time_min_ns: 1, time_max_ns: 2, warm_up_ns: 0 };
        let disks = ["a".to_owned(), "b".to_owned()];
        let sync = SyncMode::Fdatasync { every: 4 };
        let load = PointLoad { read_percent: 33.3, sync, ..PointLoad::SEQUENTIAL_READ };
        let loads = vec![WeightedLoad { load, weight: 1.5, group: "data".to_owned() }];
        let race = RaceConfig {
            fills: vec![0, 50],
            times: vec![2],
            time_max_s: Some(3_600.0),
            until,
            ..RaceConfig::new(vec![Candidate::new("raid10", &disks)], loads, 0)
        };
        let latency_limit = LatencyLimit { quantile: 0.99, latency_ns: Nanos(10_000_000) };
        let settings = [
            (StudyKind::Calibrate, Settings::calibrate(&CalibrateConfig::new(&disks, until, 7))),
            (StudyKind::Scale, Settings::scale(&ScaleConfig::new(&disks, until, 7))),
            (StudyKind::Compare, Settings::Race(race.clone())),
            (StudyKind::Ramp, Settings::ramp("data", &load, latency_limit, 60_000_000_000)),
            (
                StudyKind::Ramp,
                Settings::DepthSweep(DepthSweepConfig {
                    subject: "ramp".to_owned(),
                    targets: disks.to_vec(),
                    load,
                    depths: vec![1, 2],
                    until,
                    gain_min: 0.05,
                }),
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
