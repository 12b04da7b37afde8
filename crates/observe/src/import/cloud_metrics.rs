//! The metrics of cloud volumes: answers of CloudWatch (`get-metric-data`) and of Azure Monitor (`metrics list`).
//!
//! Both name the begin of a period and no counter. Field and metric names are those of the vendors' references.

use super::counter_log::CounterSink;
use super::lines::excerpt;
use super::metric_table::{Metric, MetricTable, answers, period_ns};
use super::moment::{self, DateOrder};
use super::rates::Rate;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::io::BufRead;

/// A figure of one device, as a cloud gives it.
struct Series {
    device: String,
    metric: Metric,
    /// Whether a value is a sum over its period.
    is_sum: bool,
    /// Begins of periods in nanoseconds since 1970, with their values.
    points: Vec<(i64, f64)>,
}

fn give(all: &[Series], sink: &mut dyn CounterSink) {
    let begins: BTreeSet<i64> =
        all.iter().flat_map(|series| series.points.iter().map(|point| point.0)).collect();
    let Some(&first) = begins.first() else { return };
    let Some(period_ns) = period_ns(&begins) else {
        return sink.problem(1, "there is only one period; ask for a longer time".to_owned());
    };
    let mut table = MetricTable::default();
    for series in all {
        for &(begin, value) in &series.points {
            let per_s = if series.is_sum { value / (period_ns as f64 / 1e9) } else { value };
            table.add(begin + period_ns, &series.device, series.metric, per_s);
        }
    }
    table.give(first, sink);
}

/// A time in the answer, or a mistake in the log.
fn time(text: &str, sink: &mut dyn CounterSink) -> Option<i64> {
    let at = moment::read(text).and_then(|moment| moment.unix_ns(DateOrder::MonthFirst));
    if at.is_none() {
        sink.problem(1, format!("\"{}\" is not a time", excerpt(text)));
    }
    at
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct CloudWatchAnswer {
    metric_data_results: Vec<CloudWatchResult>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct CloudWatchResult {
    id: String,
    #[serde(default)]
    label: String,
    #[serde(default)]
    timestamps: Vec<String>,
    #[serde(default)]
    values: Vec<f64>,
}

pub(super) fn read_cloudwatch(log: impl BufRead, sink: &mut dyn CounterSink) {
    let Some(answers) = answers::<CloudWatchAnswer>(log, sink) else { return };
    let mut all = Vec::new();
    for result in answers.into_iter().flat_map(|answer| answer.metric_data_results) {
        // The label is the metric's name, with the volume before it where the query has several; a user may choose another.
        let words: Vec<&str> = result.label.split_whitespace().collect();
        let mut named = words.iter().copied().chain([result.id.as_str()]);
        let Some((metric, is_sum)) = named.find_map(cloudwatch_metric) else { continue };
        let rest: Vec<&str> =
            words.into_iter().filter(|word| cloudwatch_metric(word).is_none()).collect();
        let device = if rest.is_empty() { "volume".to_owned() } else { rest.join(" ") };
        let mut points = Vec::new();
        for (text, value) in result.timestamps.iter().zip(&result.values) {
            let Some(at) = time(text, sink) else { return };
            points.push((at, *value));
        }
        all.push(Series { device, metric, is_sum, points });
    }
    give(&all, sink);
}

/// A metric of EBS volumes, of instances with them or with disks, or of RDS; and whether its statistic is the sum of a period.
fn cloudwatch_metric(name: &str) -> Option<(Metric, bool)> {
    let name = name.to_ascii_lowercase();
    let rest = ["volume", "ebs", "disk"].iter().find_map(|prefix| name.strip_prefix(prefix));
    let (metric, is_sum) = match rest.unwrap_or(&name) {
        "readops" => (Metric::of(Rate::Reads, 1.0), true),
        "writeops" => (Metric::of(Rate::Writes, 1.0), true),
        "readbytes" => (Metric::of(Rate::ReadBytes, 1.0), true),
        "writebytes" => (Metric::of(Rate::WriteBytes, 1.0), true),
        "totalreadtime" => (Metric::spent(Rate::ReadLatencyMs, Rate::Reads), true),
        "totalwritetime" => (Metric::spent(Rate::WriteLatencyMs, Rate::Writes), true),
        "idletime" => (Metric::of(Rate::IdlePercent, 100.0), true),
        "avgreadlatency" => (Metric::of(Rate::ReadLatencyMs, 1.0), false),
        "avgwritelatency" => (Metric::of(Rate::WriteLatencyMs, 1.0), false),
        "queuelength" | "queuedepth" => (Metric::of(Rate::QueueDepth, 1.0), false),
        "readiops" => (Metric::of(Rate::Reads, 1.0), false),
        "writeiops" => (Metric::of(Rate::Writes, 1.0), false),
        "readthroughput" => (Metric::of(Rate::ReadBytes, 1.0), false),
        "writethroughput" => (Metric::of(Rate::WriteBytes, 1.0), false),
        "readlatency" => (Metric::of(Rate::ReadLatencyMs, 1e3), false),
        "writelatency" => (Metric::of(Rate::WriteLatencyMs, 1e3), false),
        _ => return None,
    };
    Some((metric, is_sum))
}

#[derive(Deserialize)]
struct AzureAnswer {
    value: Vec<AzureMetric>,
}

#[derive(Deserialize)]
struct AzureMetric {
    #[serde(default)]
    id: String,
    name: AzureName,
    #[serde(default)]
    timeseries: Vec<AzureSeries>,
}

#[derive(Deserialize)]
struct AzureName {
    value: String,
}

#[derive(Deserialize)]
struct AzureSeries {
    #[serde(default)]
    metadatavalues: Vec<AzureDimension>,
    #[serde(default)]
    data: Vec<AzurePoint>,
}

#[derive(Deserialize)]
struct AzureDimension {
    value: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AzurePoint {
    time_stamp: String,
    average: Option<f64>,
}

pub(super) fn read_azure(log: impl BufRead, sink: &mut dyn CounterSink) {
    let Some(answers) = answers::<AzureAnswer>(log, sink) else { return };
    let mut all = Vec::new();
    for found in answers.into_iter().flat_map(|answer| answer.value) {
        let Some((disk, metric)) = azure_metric(&found.name.value) else { continue };
        let resource = found.id.split("/providers/Microsoft.Insights").next().unwrap_or_default();
        let resource = resource.rsplit('/').next().unwrap_or_default();
        for series in found.timeseries {
            let dimensions = series.metadatavalues.iter().map(|one| one.value.as_str());
            let words: Vec<&str> = [resource, disk].into_iter().chain(dimensions).collect();
            let device = words.join(" ").trim().to_owned();
            let mut points = Vec::new();
            for point in &series.data {
                let Some(average) = point.average else { continue };
                let Some(at) = time(&point.time_stamp, sink) else { return };
                points.push((at, average));
            }
            all.push(Series { device, metric, is_sum: false, points });
        }
    }
    if !all.is_empty() && all.iter().all(|series| series.points.is_empty()) {
        return sink
            .problem(1, "no metric has an average; ask with --aggregation Average".to_owned());
    }
    give(&all, sink);
}

/// Which disk of a machine a metric of Azure is of, empty for a disk that is a resource of its own; and what it says.
fn azure_metric(name: &str) -> Option<(&'static str, Metric)> {
    let name = name.to_ascii_lowercase();
    let kinds =
        [("composite disk ", ""), ("data disk ", "data"), ("os disk ", "os"), ("disk ", "")];
    let (disk, rest) =
        kinds.iter().find_map(|(prefix, disk)| Some((*disk, name.strip_prefix(prefix)?)))?;
    let metric = match rest {
        "read operations/sec" => Metric::of(Rate::Reads, 1.0),
        "write operations/sec" => Metric::of(Rate::Writes, 1.0),
        "read bytes/sec" => Metric::of(Rate::ReadBytes, 1.0),
        "write bytes/sec" => Metric::of(Rate::WriteBytes, 1.0),
        "queue depth" => Metric::of(Rate::QueueDepth, 1.0),
        "latency" => Metric::of(Rate::LatencyMs, 1.0),
        _ => return None,
    };
    Some((disk, metric))
}
