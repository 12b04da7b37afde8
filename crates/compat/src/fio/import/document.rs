//! A document of fio's JSON as plain data: only what an import needs, so that a document takes no more memory than its text.

use super::options::JobOptions;
use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Document {
    #[serde(rename = "fio version")]
    pub(super) version: Option<String>,
    pub(super) timestamp: Option<i64>,
    pub(super) timestamp_ms: Option<f64>,
    #[serde(rename = "global options")]
    pub(super) global: JobOptions,
    #[serde(deserialize_with = "jobs")]
    pub(super) jobs: Vec<Job>,
    /// The jobs of all hosts of `fio --client`.
    #[serde(deserialize_with = "jobs")]
    pub(super) client_stats: Vec<Job>,
    pub(super) disk_util: Vec<Disk>,
}

/// The most jobs of a document: four hosts with the most that fio runs on each (REAL_MAX_JOBS).
const JOBS_MAX: usize = 16_384;

fn jobs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Job>, D::Error> {
    struct Jobs;
    impl<'de> Visitor<'de> for Jobs {
        type Value = Vec<Job>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of at most {JOBS_MAX} jobs")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Job>, A::Error> {
            let mut jobs = Vec::new();
            while let Some(job) = list.next_element()? {
                if jobs.len() == JOBS_MAX {
                    return Err(A::Error::invalid_length(JOBS_MAX + 1, &self));
                }
                jobs.push(job);
            }
            Ok(jobs)
        }
    }
    deserializer.deserialize_seq(Jobs)
}

#[derive(Debug, Deserialize)]
pub(super) struct Disk {
    #[serde(default)]
    pub(super) name: String,
    pub(super) util: Option<f64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Job {
    pub(super) jobname: String,
    pub(super) groupid: u64,
    pub(super) error: i64,
    /// In milliseconds since 1970.
    pub(super) job_start: Option<u64>,
    /// In whole seconds.
    pub(super) elapsed: Option<f64>,
    /// Milliseconds, the sum of all clones of an entry.
    pub(super) job_runtime: Option<f64>,
    /// With `fio --client`.
    pub(super) hostname: Option<String>,
    #[serde(rename = "job options")]
    pub(super) options: JobOptions,
    pub(super) read: Option<Box<Side>>,
    pub(super) write: Option<Box<Side>>,
    pub(super) trim: Option<Box<Side>>,
    /// All directions together, with `unified_rw_reporting`.
    pub(super) mixed: Option<Box<Side>>,
    /// fsync, fdatasync and sync_file_range.
    pub(super) sync: Option<Box<Side>>,
}

impl Job {
    /// The name as fio prints it, with the host in front.
    pub(super) fn name(&self) -> String {
        match &self.hostname {
            Some(host) => format!("<{host}> {}", self.jobname),
            None => self.jobname.clone(),
        }
    }

    pub(super) fn trims(&self) -> bool {
        self.trim.as_ref().is_some_and(|trim| trim.total_ios > Some(0))
    }

    pub(super) fn only_writes(&self) -> bool {
        let done =
            |side: &Option<Box<Side>>| side.as_ref().is_some_and(|side| side.total_ios > Some(0));
        done(&self.write) && !done(&self.read)
    }

    pub(super) fn sides(&self) -> impl Iterator<Item = &Side> {
        [&self.read, &self.write, &self.trim, &self.mixed].into_iter().flatten().map(|side| &**side)
    }

    /// The longest run time of a direction. While a job is in progress, only its directions have one.
    pub(super) fn runtime_ms(&self) -> f64 {
        self.sides().filter_map(|side| side.runtime).fold(0.0, f64::max)
    }
}

/// One direction of a job. Version 3 counts latencies in nanoseconds, version 2 in microseconds.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Side {
    pub(super) iops: Option<f64>,
    /// KiB/s.
    pub(super) bw: Option<f64>,
    pub(super) bw_bytes: Option<f64>,
    pub(super) io_bytes: Option<u64>,
    pub(super) io_kbytes: Option<IgnoredAny>,
    pub(super) total_ios: Option<u64>,
    pub(super) short_ios: u64,
    /// Milliseconds.
    pub(super) runtime: Option<f64>,
    pub(super) lat_ns: Option<Latency>,
    pub(super) lat: Option<Latency>,
    pub(super) clat_ns: Option<Latency>,
    pub(super) clat: Option<Latency>,
}

impl Side {
    /// Whether its percentiles or buckets are those of the completion latency; `lat_percentiles` alone gives only those of the
    /// total latency.
    pub(super) fn counts_completion(&self) -> bool {
        let mut latencies = [&self.clat_ns, &self.clat].into_iter().flatten();
        latencies.any(|one| !one.percentile.0.is_empty() || !one.bins.0.is_empty())
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Latency {
    pub(super) min: Option<f64>,
    pub(super) max: Option<f64>,
    pub(super) mean: Option<f64>,
    #[serde(rename = "N")]
    pub(super) samples: Option<u64>,
    pub(super) percentile: NumberPairs,
    pub(super) bins: NumberPairs,
}

/// The pairs of an object whose keys are numbers.
#[derive(Debug, Default)]
pub(super) struct NumberPairs(pub(super) Vec<(f64, f64)>);

impl<'de> Deserialize<'de> for NumberPairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = NumberPairs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object whose keys are numbers")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<NumberPairs, A::Error> {
                let mut pairs = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    if let Ok(number) = key.parse() {
                        pairs.push((number, map.next_value()?));
                    } else {
                        map.next_value::<IgnoredAny>()?;
                    }
                }
                pairs.retain(|(_, value)| *value >= 0.0);
                Ok(NumberPairs(pairs))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}
