//! The settings that decide which points a study measures. Only a study with the same key and seed resumes an interrupted run.
//!
//! The key has a version and names of its own, so that renaming a field elsewhere changes no key. Stores hold the text of a key;
//! a test ensures that it does not change.

use crate::calibrate::CalibrateConfig;
use crate::race::{CandidateResult, Criterion, Score};
use crate::scale::ScaleConfig;
use crate::{PointRecord, StudyKind, Until};
use base::{Bytes, Nanos};
use serde::{Deserialize, Serialize};
use workload::{LatencyLimit, PointLoad, WordChoice};

/// Everything that decides which points are measured, except the seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyKey {
    /// [`StudyKey::VERSION`].
    version: u32,
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
        loads: Vec<LoadKey>,
        /// When a point has been measured long enough.
        until: UntilKey,
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
        load: LoadKey,
        /// When a point has been measured long enough.
        until: UntilKey,
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
        load: LoadKey,
        /// The depths in order.
        depths: Vec<u32>,
        /// When a depth has been measured long enough.
        until: UntilKey,
        /// The smallest gain that makes a doubling worthwhile.
        gain_min: f64,
    },
    /// An increasing load up to a latency limit.
    Ramp {
        /// The name of the role.
        role: String,
        /// The load; its depth is the maximum number of outstanding operations.
        load: LoadKey,
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
    /// A race that is already decided and is shown again.
    #[serde(rename = "retold")]
    Replayed {
        /// A hash of what it shows.
        shown: String,
    },
}

/// A race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaceKey {
    /// The candidates.
    pub candidates: Vec<CandidateKey>,
    /// The points: load, weight, role.
    pub points: Vec<(LoadKey, f64, String)>,
    /// The fill levels of the targets, in percent.
    pub fills: Vec<u8>,
    /// Whether ratios decide instead of means.
    pub by_ratio: bool,
    /// What the candidates are ranked by.
    pub rank_by: RankBy,
    /// Whether each block size gets an answer.
    pub each_block: bool,
    /// The smallest relative difference that matters.
    pub practical: f64,
    /// The probability that the best candidate is wrongly eliminated.
    pub alpha: f64,
    /// When a point has been measured long enough.
    pub until: UntilKey,
    /// The maximum number of measurements of each point.
    pub passes_max: u32,
    /// For recorded points: how often each point was measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<u32>,
    /// The time after which the race ends undecided, in seconds.
    pub time_max_s: Option<f64>,
}

/// What the candidates of a race are ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RankBy {
    /// Throughput.
    Throughput,
    /// Throughput for the price.
    Price,
    /// The 99th percentile of latency.
    LatencyP99,
}

impl From<Criterion> for RankBy {
    fn from(criterion: Criterion) -> Self {
        match criterion {
            Criterion::Throughput => Self::Throughput,
            Criterion::Price => Self::Price,
            Criterion::LatencyP99 => Self::LatencyP99,
        }
    }
}

impl RaceKey {
    /// Whether this score is one of ratios.
    pub fn by_ratio(score: Score) -> bool {
        match score {
            Score::Mean => false,
            Score::Ratio => true,
        }
    }
}

/// One candidate of a race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CandidateKey {
    /// Its name.
    pub name: String,
    /// The names of its targets.
    pub targets: Vec<String>,
    /// Its price, if candidates are ranked by price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<f64>,
}

/// A load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoadKey {
    read_percent: f64,
    block_bytes: u64,
    random: bool,
    depth: u32,
    threads: u32,
    /// The mode and, if it flushes after a number of writes, that number.
    sync: (String, Option<u32>),
}

impl From<&PointLoad> for LoadKey {
    fn from(load: &PointLoad) -> Self {
        let PointLoad { read_percent, block: Bytes(block_bytes), random, depth, threads, sync } =
            *load;
        let sync = (sync.word().to_owned(), sync.every());
        Self { read_percent, block_bytes, random, depth, threads, sync }
    }
}

/// When a point has been measured long enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UntilKey {
    half_width: f64,
    time_min_ns: u64,
    time_max_ns: u64,
    warm_up_ns: u64,
}

impl From<Until> for UntilKey {
    fn from(until: Until) -> Self {
        let Until { half_width, time_min_ns, time_max_ns, warm_up_ns } = until;
        Self { half_width, time_min_ns, time_max_ns, warm_up_ns }
    }
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
            loads: loads.iter().map(LoadKey::from).collect(),
            until: (*until).into(),
            false_alarm_rate: *false_alarm_rate,
            practical: *practical,
            rounds_max: *rounds_max,
        }
    }

    /// A growing set. The throughput of each disk alone follows from the stages before it, so it is not in the key.
    pub fn scale(config: &ScaleConfig) -> Self {
        let ScaleConfig { unit: _, disks, load, until, seed: _, points_max, alone: _ } = config;
        Self::Scale {
            disks: disks.clone(),
            load: load.into(),
            until: (*until).into(),
            points_max: *points_max,
        }
    }

    /// An increasing load.
    pub fn ramp(role: &str, load: &PointLoad, latency_limit: LatencyLimit, budget_ns: u64) -> Self {
        let LatencyLimit { quantile, latency_ns: Nanos(latency_ns) } = latency_limit;
        Self::Ramp { role: role.to_owned(), load: load.into(), quantile, latency_ns, budget_ns }
    }

    /// A race that is shown again: its run, the offers of its candidates, and its points.
    pub fn replayed(run: &str, standings: &[CandidateResult], points: &[PointRecord]) -> Self {
        let offers = standings.iter().map(|standing| {
            let CandidateResult { name, price, usable, may_fail, .. } = standing;
            (name, price, usable.map(|Bytes(bytes)| bytes), may_fail)
        });
        let points = points.iter().map(|one| (one.point.id().0, one.measured.mibps.value));
        let shown = (run, offers.collect::<Vec<_>>(), points.collect::<Vec<_>>());
        let text = serde_json::to_string(&shown).expect("names and numbers have a JSON form");
        Self::Replayed { shown: format!("{:016x}", crate::hash(&text)) }
    }

    /// When a point has been measured long enough; `None` if the points are not measured one by one.
    fn until(&self) -> Option<UntilKey> {
        match self {
            Self::Calibrate { until, .. } | Self::Scale { until, .. } => Some(*until),
            Self::DepthSweep { until, .. } => Some(*until),
            Self::Race(race) | Self::Recorded { race, .. } => Some(race.until),
            Self::Ramp { .. } | Self::JobRamp { .. } | Self::Replayed { .. } => None,
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
    /// The version of the keys that this program writes. It increases when the meaning of a key changes.
    pub const VERSION: u32 = 1;

    /// The key of these stages.
    pub fn new(engine: Option<String>, stages: Vec<StageKey>) -> Self {
        Self { version: Self::VERSION, engine, hosts: None, stages }
    }

    /// The same study, measured by this many hosts together.
    pub fn on_hosts(self, hosts: u32) -> Self {
        Self { hosts: (hosts > 1).then_some(hosts), ..self }
    }

    /// The text that is stored and compared.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a key has string keys and plain values only")
    }

    /// Parses the text of a stored key; `None`: it is not a key of this version.
    pub fn read(text: &str) -> Option<Self> {
        let key: Self = serde_json::from_str(text).ok()?;
        (key.version == Self::VERSION).then_some(key)
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
            candidates: vec![CandidateKey {
                name: "raid10".to_owned(),
                targets: disks.to_vec(),
                price: Some(400.0),
            }],
            points: vec![(LoadKey::from(&load), 1.5, "data".to_owned())],
            fills: vec![0, 50],
            by_ratio: true,
            rank_by: RankBy::Price,
            each_block: false,
            practical: 0.02,
            alpha: 0.05,
            until: until.into(),
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
                    load: LoadKey::from(&load),
                    depths: vec![1, 2],
                    until: until.into(),
                    gain_min: 0.05,
                },
            ),
            (StudyKind::Compare, Settings::Recorded { race, points: "0f".to_owned() }),
            (StudyKind::Segment, Settings::Replayed { shown: "0f".to_owned() }),
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

    /// Stores hold these texts: if a key is written differently, no earlier study can be resumed.
    #[test]
    fn the_text_of_a_key_never_changes() {
        let text = serde_json::to_string_pretty(&key()).unwrap() + "\n";
        expect_test::expect_file!["key/golden.json"].assert_eq(&text);
    }

    #[test]
    fn a_key_comes_back_from_its_text_and_others_are_none() {
        let key = key();
        assert_eq!(StudyKey::read(&key.text()).unwrap(), key);
        let newer = key.text().replacen("\"version\":1", "\"version\":2,\"more\":0", 1);
        assert_eq!(StudyKey::read(&newer), None);
        assert_eq!(StudyKey::read("{\"version\":1}"), None);
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
