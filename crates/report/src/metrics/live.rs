//! Metrics of a run in progress: counted operations as OpenMetrics text.
//!
//! Counters only increase, so that a rate over any time can be computed from them.

use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Registry;
use std::collections::BTreeMap;
use std::fmt;

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

/// The counters of one operation of one stream.
#[derive(Clone, Debug, Default, PartialEq)]
struct OperationCounters {
    ios: u64,
    bytes: u64,
    errors: u64,
    latency_sum_ns: f64,
    buckets: [u64; BOUNDS_NS.len() + 1],
}

/// The metrics of a run in progress.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveMetrics {
    target: String,
    subject: String,
    /// By stream and operation.
    counters: BTreeMap<(String, &'static str), OperationCounters>,
    share: Option<f64>,
}

impl LiveMetrics {
    /// Creates the metrics of a run without operations, with its target and its job or profile.
    pub fn new(target: &str, subject: &str) -> Self {
        Self { target: target.to_owned(), subject: subject.to_owned(), ..Self::default() }
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

    /// All metrics as OpenMetrics text.
    pub fn text(&self) -> String {
        let mut registry = Registry::with_prefix("plimsoll_live");
        registry.register_collector(Box::new(self.clone()));
        let mut text = String::new();
        encode(&mut text, &registry).expect("a string takes all text");
        text
    }

    /// One counter of every operation.
    fn counter(
        &self,
        encoder: &mut DescriptorEncoder<'_>,
        (name, help): (&str, &str),
        value: impl Fn(&OperationCounters) -> u64,
    ) -> fmt::Result {
        let mut metric = encoder.encode_descriptor(name, help, None, MetricType::Counter)?;
        for ((stream, operation), counters) in &self.counters {
            let labels = self.labels(stream, operation);
            let mut one = metric.encode_family(&labels)?;
            one.encode_counter::<NoLabelSet, u64, f64>(&value(counters), None)?;
        }
        Ok(())
    }

    fn labels(&self, stream: &str, operation: &str) -> [(&'static str, String); 4] {
        [
            ("target", self.target.clone()),
            ("subject", self.subject.clone()),
            ("stream", stream.to_owned()),
            ("operation", operation.to_owned()),
        ]
    }
}

impl Collector for LiveMetrics {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let encoder = &mut encoder;
        self.counter(encoder, ("operations", "Operations that completed"), |own| own.ios)?;
        self.counter(encoder, ("bytes", "Bytes that they moved"), |own| own.bytes)?;
        self.counter(encoder, ("errors", "Operations that failed"), |own| own.errors)?;
        let help = "Latency from the intended start to the end of an operation";
        let mut metric =
            encoder.encode_descriptor("latency_seconds", help, None, MetricType::Histogram)?;
        for ((stream, operation), own) in &self.counters {
            let bounds = BOUNDS_NS.iter().map(|bound| *bound as f64 / 1e9).chain([f64::INFINITY]);
            let buckets: Vec<(f64, u64)> = bounds.zip(own.buckets).collect();
            let (sum_s, count) = (own.latency_sum_ns / 1e9, own.buckets.iter().sum());
            let labels = self.labels(stream, operation);
            let mut one = metric.encode_family(&labels)?;
            one.encode_histogram::<NoLabelSet>(sum_s, count, &buckets, None)?;
        }
        if let Some(share) = self.share {
            let help = "How much of the run is done";
            let mut metric =
                encoder.encode_descriptor("progress_ratio", help, None, MetricType::Gauge)?;
            let labels = [("target", self.target.clone()), ("subject", self.subject.clone())];
            metric.encode_family(&labels)?.encode_gauge(&share)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_add_up_and_buckets_hold_what_is_at_most_their_bound() {
        let mut live = LiveMetrics::new("/srv/\"db\"", "postgres");
        let latencies = [(20_000, 2), (20_001, 3), (60_000_000_000, 1)];
        for _ in 0..2 {
            live.count("data", "read", [6, 6 * 8192, 1], latencies.into_iter());
            live.count("data", "write", [0, 0, 0], [].into_iter());
        }
        live.progress(Some(0.25));
        let text = live.text();
        let labels = "target=\"/srv/\\\"db\\\"\",subject=\"postgres\"";
        let data = format!("{labels},stream=\"data\",operation=\"read\"");
        for line in [
            format!("plimsoll_live_operations_total{{{data}}} 12"),
            format!("plimsoll_live_bytes_total{{{data}}} 98304"),
            format!("plimsoll_live_errors_total{{{data}}} 2"),
            format!("plimsoll_live_latency_seconds_bucket{{le=\"0.00002\",{data}}} 4"),
            format!("plimsoll_live_latency_seconds_bucket{{le=\"0.00005\",{data}}} 10"),
            format!("plimsoll_live_latency_seconds_bucket{{le=\"10.0\",{data}}} 10"),
            format!("plimsoll_live_latency_seconds_bucket{{le=\"+Inf\",{data}}} 12"),
            format!("plimsoll_live_latency_seconds_count{{{data}}} 12"),
            format!("plimsoll_live_progress_ratio{{{labels}}} 0.25"),
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        assert!(!text.contains("write") && text.ends_with("# EOF\n"));
    }
}
