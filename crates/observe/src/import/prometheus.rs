//! The disk counters of node_exporter in answers of Prometheus to range queries (`/api/v1/query_range`).
//!
//! Field names are those of the HTTP API of Prometheus; metrics those of node_exporter 0.16 and later.

use super::counter_log::CounterSink;
use super::lines::excerpt;
use super::metric_table::{Metric, MetricTable, answers};
use super::rates::Rate;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;

#[derive(Deserialize)]
struct Answer {
    error: Option<String>,
    data: Option<Data>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Data {
    result_type: String,
    #[serde(default)]
    result: Vec<Series>,
}

#[derive(Deserialize)]
struct Series {
    metric: BTreeMap<String, String>,
    #[serde(default)]
    values: Vec<(f64, String)>,
}

impl Series {
    fn label(&self, name: &str) -> &str {
        self.metric.get(name).map_or("", String::as_str)
    }
}

pub(super) fn read(log: impl BufRead, sink: &mut dyn CounterSink) {
    let Some(answers) = answers::<Answer>(log, sink) else { return };
    let mut series = Vec::new();
    for answer in answers {
        let Some(data) = answer.data else {
            let error = answer.error.unwrap_or_default();
            return sink.problem(1, format!("Prometheus answered an error: {}", excerpt(&error)));
        };
        if data.result_type != "matrix" {
            let kind = excerpt(&data.result_type);
            return sink.problem(1, format!("the answer is a {kind}; ask /api/v1/query_range"));
        }
        series.extend(data.result);
    }
    if series.iter().any(|one| one.label("__name__").is_empty()) {
        let text = "a series has no name; ask for the counters themselves, without rate(): {__name__=~\"node_disk_.+\"}";
        return sink.problem(1, text.to_owned());
    }
    give(&series, sink);
}

fn give(all: &[Series], sink: &mut dyn CounterSink) {
    let instances: BTreeSet<&str> = all.iter().map(|series| series.label("instance")).collect();
    // One series may be in several answers, each of another time.
    let mut points: BTreeMap<(String, &str), BTreeMap<i64, f64>> = BTreeMap::new();
    for series in all {
        let (device, instance) = (series.label("device"), series.label("instance"));
        let device = match instances.len() {
            1 => device.to_owned(),
            _ => format!("{instance}/{device}"),
        };
        let of_series = points.entry((device, series.label("__name__"))).or_default();
        for (at_s, value) in &series.values {
            // A float as a string, also "NaN" and "+Inf".
            let Ok(value) = value.parse() else {
                return sink.problem(1, format!("\"{}\" is not a number", excerpt(value)));
            };
            of_series.insert((at_s * 1e3).round() as i64 * 1_000_000, value);
        }
    }
    points.retain(|(_, name), _| metric(name).is_some());
    let times: BTreeSet<i64> = points.values().flat_map(|of| of.keys().copied()).collect();
    let Some(&begin_ns) = times.first() else { return };
    let mut table = MetricTable::default();
    if let (1, Some(instance)) = (instances.len(), instances.first()) {
        table.heading.host = (*instance).to_owned();
    }
    for ((device, name), of) in &points {
        let Some(metric) = metric(name) else { continue };
        for ((begin, before), (end, after)) in of.iter().zip(of.iter().skip(1)) {
            let per_s = (after - before) / ((end - begin) as f64 / 1e9);
            // The mean of a gap counts for all reports of other series in it.
            for &at in times.range(begin + 1..=*end) {
                table.add(at, device, metric, per_s);
            }
        }
    }
    table.give(begin_ns, sink);
}

fn metric(name: &str) -> Option<Metric> {
    const SECTOR_BYTES: f64 = 512.0;
    Some(match name.strip_prefix("node_disk_")? {
        "reads_completed_total" => Metric::of(Rate::Reads, 1.0),
        "writes_completed_total" => Metric::of(Rate::Writes, 1.0),
        "discards_completed_total" => Metric::of(Rate::Discards, 1.0),
        "flush_requests_total" => Metric::of(Rate::Flushes, 1.0),
        "read_bytes_total" => Metric::of(Rate::ReadBytes, 1.0),
        "written_bytes_total" => Metric::of(Rate::WriteBytes, 1.0),
        "discarded_sectors_total" => Metric::of(Rate::DiscardBytes, SECTOR_BYTES),
        "reads_merged_total" => Metric::of(Rate::ReadsMerged, 1.0),
        "writes_merged_total" => Metric::of(Rate::WritesMerged, 1.0),
        "read_time_seconds_total" => Metric::spent(Rate::ReadLatencyMs, Rate::Reads),
        "write_time_seconds_total" => Metric::spent(Rate::WriteLatencyMs, Rate::Writes),
        "discard_time_seconds_total" => Metric::spent(Rate::DiscardLatencyMs, Rate::Discards),
        "flush_requests_time_seconds_total" => Metric::spent(Rate::FlushLatencyMs, Rate::Flushes),
        "io_time_seconds_total" => Metric::of(Rate::BusyPercent, 100.0),
        "io_time_weighted_seconds_total" => Metric::of(Rate::QueueDepth, 1.0),
        _ => return None,
    })
}
