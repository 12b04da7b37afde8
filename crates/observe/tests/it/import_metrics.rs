//! Answers of monitoring systems in, headers and intervals out. sysstat, node_exporter and Prometheus wrote those in `tests/data`.

use super::import_counters::{self, request};
use observe::{CaptureHeader, CaptureSource, CounterInterval, StartTime};

fn imported(
    log: &str,
    device: Option<&str>,
) -> Result<(CaptureHeader, Vec<CounterInterval>), String> {
    let log = import_counters::imported(log.as_bytes(), &request(device));
    log.map(|log| (log.header, log.intervals)).map_err(|error| error.to_string())
}

const SECOND_NS: u64 = 1_000_000_000;

fn spans(intervals: &[CounterInterval]) -> Vec<(u64, u64)> {
    intervals.iter().map(|i| (i.begin_ns / SECOND_NS, i.length_ns / SECOND_NS)).collect()
}

/// `sadf -j -- -d` of sysstat 12.6.
#[test]
fn sadf_has_the_length_of_its_first_report() {
    let (header, intervals) =
        imported(include_str!("../data/sadf-12.json"), Some("vda")).expect("it is a log");
    assert_eq!((header.source, header.host.as_str()), (CaptureSource::Sar, "db1"));
    assert_eq!(spans(&intervals), [(0, 1), (1, 1)]);
    // The first report ends at 2026-11-23 20:55:46 UTC.
    let begin_s = 1_795_392_000 + 20 * 3_600 + 55 * 60 + 45;
    assert_eq!(header.started, Some(StartTime::Utc(begin_s * 1_000_000_000)));
    // tps 25.74, wkB 11005.94, dkB 72546.53, await 3.81.
    let first = &intervals[0];
    assert_eq!(first.write.bytes, Some(11_005.94 * 1_024.0));
    let discards = first.discard.expect("sadf has discards");
    assert!((first.write.operations + discards.operations - 25.74).abs() < 1e-9);
    assert_eq!(intervals[1].queue_depth_mean, Some(0.0));
}

fn range(name: &str, device: &str, values: &[(f64, f64)]) -> String {
    let values: Vec<String> = values.iter().map(|(at, v)| format!("[{at},\"{v}\"]")).collect();
    format!(
        r#"{{"metric":{{"__name__":"{name}","device":"{device}","instance":"db1:9100"}},"values":[{}]}}"#,
        values.join(",")
    )
}

fn answer(series: &[String]) -> String {
    let series = series.join(",");
    format!(r#"{{"status":"success","data":{{"resultType":"matrix","result":[{series}]}}}}"#)
}

#[test]
fn counters_of_node_exporter_are_those_between_two_scrapes() {
    let t = 1_795_392_000.0;
    let of = |name: &str, values: [f64; 3]| {
        let at = [t, t + 15.0, t + 30.0];
        range(&format!("node_disk_{name}"), "sda", &[0, 1, 2].map(|i| (at[i], values[i])))
    };
    let one = answer(&[
        of("reads_completed_total", [100.0, 250.0, 250.0]),
        of("writes_completed_total", [7.0, 307.0, 607.0]),
        of("read_bytes_total", [0.0, 150.0 * 8192.0, 150.0 * 8192.0]),
        range("node_disk_reads_completed_total", "sdb", &[(t, 0.0), (t + 30.0, 300.0)]),
        range("node_disk_writes_completed_total", "sdb", &[(t, 0.0), (t + 30.0, 0.0)]),
    ]);
    // The other half of the metrics in a second answer.
    let two = answer(&[
        of("read_time_seconds_total", [1.0, 1.3, 1.3]),
        of("io_time_seconds_total", [5.0, 12.5, 20.0]),
        of("io_time_weighted_seconds_total", [0.0, 30.0, 30.0]),
        of("info", [1.0, 1.0, 1.0]),
    ]);
    let log = format!("{one}\n{two}\n");
    let (header, intervals) = imported(&log, Some("/dev/sda")).expect("it is a log");
    assert_eq!((header.source, header.host.as_str()), (CaptureSource::NodeExporter, "db1:9100"));
    assert_eq!(header.started, Some(StartTime::Utc(1_795_392_000_000_000_000)));
    assert_eq!(spans(&intervals), [(0, 15), (15, 15)]);
    let first = &intervals[0];
    assert_eq!((first.read.operations, first.write.operations), (150.0, 300.0));
    assert_eq!(first.read.bytes, Some(150.0 * 8192.0));
    let mean_ms = first.read.latency_sum_ns.expect("it has a latency") / 150.0 / 1e6;
    assert!((mean_ms - 2.0).abs() < 1e-9, "{mean_ms}");
    assert_eq!((first.busy_share, first.queue_depth_mean), (Some(0.5), Some(2.0)));
    assert_eq!(intervals[1].read.latency_sum_ns, Some(0.0));
    // A device that was scraped at the ends only has the mean between them.
    let (_, intervals) = imported(&log, Some("sdb")).expect("it is a log");
    let reads: Vec<f64> = intervals.iter().map(|interval| interval.read.operations).collect();
    assert_eq!(reads, [150.0, 150.0]);
}

/// An answer of Prometheus 2.42 about node_exporter 1.5.
#[test]
fn what_prometheus_wrote_adds_up_to_the_growth_of_its_counters() {
    let (header, intervals) =
        imported(include_str!("../data/prometheus-2.json"), Some("vda")).expect("it is a log");
    assert_eq!((header.device.as_str(), header.host.as_str()), ("vda", "db1:9100"));
    assert_eq!(spans(&intervals), [(0, 5), (5, 5), (10, 5), (15, 5), (20, 5)]);
    let sum = |figure: fn(&CounterInterval) -> f64| -> f64 { intervals.iter().map(figure).sum() };
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-6 * b.max(1.0), "{a} {b}");
    near(sum(|i| i.read.operations), 374.0);
    near(sum(|i| i.write.operations), 56.0);
    near(sum(|i| i.write.bytes.expect("it has bytes")), 34_983_936.0);
    near(sum(|i| i.write.latency_sum_ns.expect("it has times")), 0.282e9);
    near(sum(|i| i.flush.expect("it has flushes").operations), 0.0);
    near(sum(|i| i.busy_share.expect("it has a busy time") * 5.0), 0.128);
}

#[test]
fn what_prometheus_cannot_say_is_refused_with_the_way_out() {
    let rate = r#"{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"device":"sda"},"values":[[1,"2"]]}]}}"#;
    assert!(imported(rate, None).expect_err("it has no name").contains("without rate()"));
    let error = r#"{"status":"error","errorType":"bad_data","error":"parse error"}"#;
    assert!(imported(error, None).expect_err("it is an error").contains("parse error"));
    let vector = r#"{"status":"success","data":{"resultType":"vector","result":[]}}"#;
    assert!(imported(vector, None).expect_err("it is a moment").contains("query_range"));
}

/// Newest first, as CloudWatch answers.
const CLOUDWATCH: &str = r#"{
    "MetricDataResults": [
        {"Id": "r", "Label": "vol-0a1 VolumeReadOps", "StatusCode": "Complete",
         "Timestamps": ["2026-11-23T00:10:00+00:00", "2026-11-23T00:00:00+00:00"], "Values": [600.0, 3000.0]},
        {"Id": "w", "Label": "vol-0a1 VolumeWriteOps", "StatusCode": "Complete",
         "Timestamps": ["2026-11-23T00:10:00+00:00", "2026-11-23T00:05:00+00:00", "2026-11-23T00:00:00+00:00"],
         "Values": [30.0, 60.0, 90.0]},
        {"Id": "volumetotalreadtime", "Label": "vol-0a1 time", "StatusCode": "Complete",
         "Timestamps": ["2026-11-23T00:00:00+00:00"], "Values": [6.0]},
        {"Id": "i", "Label": "vol-0a1 VolumeIdleTime", "StatusCode": "Complete",
         "Timestamps": ["2026-11-23T00:00:00+00:00"], "Values": [225.0]}
    ],
    "Messages": []
}"#;

#[test]
fn a_sum_of_cloudwatch_is_that_of_its_period() {
    let log = CLOUDWATCH.replace("vol-0a1 time", "vol-0a1");
    let (header, intervals) = imported(&log, None).expect("it is a log");
    assert_eq!(header.source, CaptureSource::CloudWatch);
    assert_eq!(header.device, "vol-0a1");
    assert_eq!(header.started, Some(StartTime::Utc(1_795_392_000_000_000_000)));
    // The period from 00:05 has no reads: its rates are not known.
    assert_eq!(spans(&intervals), [(0, 300), (600, 300)]);
    let first = &intervals[0];
    assert!((first.read.operations - 3_000.0).abs() < 1e-6, "{first:?}");
    let mean_ms = first.read.latency_sum_ns.expect("it has a latency") / 3_000.0 / 1e6;
    assert!((mean_ms - 2.0).abs() < 1e-9, "{mean_ms}");
    assert_eq!(first.busy_share, Some(0.25));
}

#[test]
fn rates_of_azure_are_averages_of_a_disk() {
    let metric = |name: &str, values: [&str; 2]| {
        format!(
            r#"{{"id":"/subscriptions/1/resourceGroups/g/providers/Microsoft.Compute/disks/data1/providers/Microsoft.Insights/metrics/{name}",
            "name":{{"value":"{name}","localizedValue":"x"}},"unit":"CountPerSecond","timeseries":[{{"metadatavalues":[],"data":[
            {{"timeStamp":"2026-11-23T00:00:00Z"{}}},{{"timeStamp":"2026-11-23T00:01:00Z"{}}}]}}]}}"#,
            values[0], values[1]
        )
    };
    let log = |reads: [&str; 2]| {
        format!(
            r#"{{"cost":59,"interval":"PT1M","namespace":"Microsoft.Compute/disks","value":[{},{},{}]}}"#,
            metric("Composite Disk Read Operations/sec", reads),
            metric(
                "Composite Disk Write Operations/sec",
                [r#","average":5.0"#, r#","average":6.0"#]
            ),
            metric(
                "Composite Disk Read Bytes/sec",
                [r#","average":8192.0"#, r#","average":81920.0"#]
            )
        )
    };
    let (header, intervals) =
        imported(&log([r#","average":1.0"#, r#","average":10.0"#]), None).expect("it is a log");
    assert_eq!((header.source, header.device.as_str()), (CaptureSource::AzureMonitor, "data1"));
    assert_eq!(spans(&intervals), [(0, 60), (60, 60)]);
    assert_eq!(intervals[1].read.operations, 600.0);
    assert_eq!(intervals[1].read.bytes, Some(60.0 * 81_920.0));
    assert_eq!(intervals[1].write.operations, 360.0);
    let none = log(["", ""]).replace(r#","average":5.0"#, "").replace(r#","average":6.0"#, "");
    let none = none.replace(r#","average":8192.0"#, "").replace(r#","average":81920.0"#, "");
    assert!(
        imported(&none, None).expect_err("it has no averages").contains("--aggregation Average")
    );
}
