//! Metrics of a run in progress: counted operations in the text format of Prometheus.
//!
//! Counters only increase, so that a rate over any time can be computed from them.

use super::run_labels;
use super::text::{Labels, MetricKind, MetricsText};
use record::{RunKind, RunSubject};
use std::collections::BTreeMap;

/// The upper bounds of the latency buckets, in nanoseconds: 20 us to 10 s in steps of 1, 2 and 5. The last bucket has no bound.
const BOUNDS_NS: [u64; 18] = [
    20_000,
    50_000,
    100_000,
    200_000,
    500_000,
    1_000_000,
    2_000_000,
    5_000_000,
    10_000_000,
    20_000_000,
    50_000_000,
    100_000_000,
    200_000_000,
    500_000_000,
    1_000_000_000,
    2_000_000_000,
    5_000_000_000,
    10_000_000_000,
];

#[derive(Clone, Debug, Default, PartialEq)]
struct OperationCounters {
    ios: u64,
    bytes: u64,
    errors: u64,
    latency_sum_ns: f64,
    buckets: [u64; BOUNDS_NS.len() + 1],
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveMetrics {
    run: Labels,
    counters: BTreeMap<(String, &'static str), OperationCounters>,
    share: Option<f64>,
}

impl LiveMetrics {
    /// Sets the run, which has the same labels in the metrics of results.
    pub fn label(&mut self, kind: RunKind, target: &str, subject: &RunSubject) {
        self.run = run_labels(kind, target, subject);
    }

    /// Adds operations of a stream: their number, bytes and errors, and their latencies in nanoseconds with the count of each.
    pub fn count(
        &mut self,
        stream: &str,
        operation: &'static str,
        [ios, bytes, errors]: [u64; 3],
        latencies: impl Iterator<Item = (u64, u64)>,
    ) {
        if ios == 0 && errors == 0 {
            return;
        }
        let own = self.counters.entry((stream.to_owned(), operation)).or_default();
        own.ios += ios;
        own.bytes += bytes;
        own.errors += errors;
        for (latency_ns, count) in latencies {
            own.latency_sum_ns += latency_ns as f64 * count as f64;
            own.buckets[BOUNDS_NS.partition_point(|bound| *bound < latency_ns)] += count;
        }
    }

    /// Sets the completed share of the run, 0 to 1.
    pub fn progress(&mut self, share: Option<f64>) {
        self.share = share;
    }

    pub fn text(&self) -> String {
        let mut text = MetricsText::default();
        let mut counter = |name: &str, help: &str, count: fn(&OperationCounters) -> u64| {
            text.metric(name, help, MetricKind::Counter);
            for (operation, own) in &self.counters {
                text.value(name, &self.labels(operation), count(own));
            }
        };
        counter("plimsoll_live_operations_total", "Operations that completed", |own| own.ios);
        counter("plimsoll_live_bytes_total", "Bytes that they moved", |own| own.bytes);
        counter("plimsoll_live_errors_total", "Operations that failed", |own| own.errors);
        self.latencies(&mut text);
        if let Some(share) = self.share {
            let name = "plimsoll_live_progress_ratio";
            text.metric(name, "How much of the run is done", MetricKind::Gauge);
            text.value(name, &self.run, share);
        }
        text.0
    }

    fn latencies(&self, text: &mut MetricsText) {
        let name = "plimsoll_live_latency_seconds";
        let help = "Latency from the intended start to the end of an operation";
        text.metric(name, help, MetricKind::Histogram);
        let bounds = BOUNDS_NS.iter().map(|bound| (*bound as f64 / 1e9).to_string());
        let bounds: Vec<String> = bounds.chain(["+Inf".to_owned()]).collect();
        for (operation, own) in &self.counters {
            let labels = self.labels(operation);
            let mut count = 0;
            for (bound, more) in bounds.iter().zip(own.buckets) {
                count += more;
                let labels = labels.iter().cloned().chain([("le", bound.clone())]).collect();
                text.value(&format!("{name}_bucket"), &labels, count);
            }
            text.value(&format!("{name}_sum"), &labels, own.latency_sum_ns / 1e9);
            text.value(&format!("{name}_count"), &labels, count);
        }
    }

    fn labels(&self, (stream, operation): &(String, &'static str)) -> Labels {
        let own = [("stream", stream.clone()), ("operation", (*operation).to_owned())];
        self.run.iter().cloned().chain(own).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_add_up_and_buckets_hold_what_is_at_most_their_bound() {
        let mut live = LiveMetrics::default();
        live.label(RunKind::Soak, "/srv/\"db\"", &"postgres".into());
        let latencies = [(20_000, 2), (20_001, 3), (60_000_000_000, 1)];
        for _ in 0..2 {
            live.count("data", "read", [6, 6 * 8192, 1], latencies.into_iter());
            live.count("data", "write", [0, 0, 0], [].into_iter());
        }
        live.progress(Some(0.25));
        let text = live.text();
        let labels = "target=\"/srv/\\\"db\\\"\",subject=\"postgres\",kind=\"soak\"";
        let data = format!("{labels},stream=\"data\",operation=\"read\"");
        for line in [
            format!("plimsoll_live_operations_total{{{data}}} 12"),
            format!("plimsoll_live_bytes_total{{{data}}} 98304"),
            format!("plimsoll_live_errors_total{{{data}}} 2"),
            format!("plimsoll_live_latency_seconds_bucket{{{data},le=\"0.00002\"}} 4"),
            format!("plimsoll_live_latency_seconds_bucket{{{data},le=\"0.00005\"}} 10"),
            format!("plimsoll_live_latency_seconds_bucket{{{data},le=\"10\"}} 10"),
            format!("plimsoll_live_latency_seconds_bucket{{{data},le=\"+Inf\"}} 12"),
            format!("plimsoll_live_latency_seconds_count{{{data}}} 12"),
            format!("plimsoll_live_progress_ratio{{{labels}}} 0.25"),
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        assert!(!text.contains("write"), "{text}");
    }
}
