//! Metrics for monitoring systems: the newest runs of each target in the text format of Prometheus.
//!
//! docs/reference/metrics.md defines the names, units and labels; their meaning never changes.

use crate::language::Language;
use crate::words;
use record::soak::{ClauseFinding, SlaVerdict, SoakRecord, SoakSetup};
use record::{Record, RoleFinding, RunKind, RunSubject, State, Verdict};
use std::collections::BTreeMap;
use std::fmt::{Display, Write};

pub const METRICS_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// A metric: its name with its unit, and its description.
type Metric = (&'static str, &'static str);

const STARTED: Metric = ("plimsoll_run_started_timestamp_seconds", "When the newest run started");
const DURATION: Metric = ("plimsoll_run_duration_seconds", "How long the newest run took");
const VERDICT: Metric =
    ("plimsoll_run_verdict", "1 for the verdict of the newest run, 0 for the others");
const STATE: Metric = ("plimsoll_run_state", "1 for the state of the newest run, 0 for the others");
const MINUTE_DUE: Metric = (
    "plimsoll_soak_minute_due_timestamp_seconds",
    "When a soak that is not complete has to have stored its next minute",
);
const LINE: Metric =
    ("plimsoll_load_line_operations_per_second", "The highest load within the latency limit");
const LINE_LOW: Metric = (
    "plimsoll_load_line_low_operations_per_second",
    "The lower end of the load line's 95 % interval",
);
const LINE_HIGH: Metric = (
    "plimsoll_load_line_high_operations_per_second",
    "The upper end of the load line's 95 % interval",
);
const LATENCY: Metric = (
    "plimsoll_load_line_latency_seconds",
    "The latency at the load line, at the percentile of the latency limit",
);
const SATURATION: Metric =
    ("plimsoll_saturation_operations_per_second", "The highest rate in a closed loop");
const SLA_VERDICT: Metric =
    ("plimsoll_sla_verdict", "1 for the verdict on the clause of the agreement, 0 for the others");
const SLA_GOOD: Metric =
    ("plimsoll_sla_good_ratio", "The share of windows within the limit of the clause");
const SLA_BUDGET: Metric =
    ("plimsoll_sla_budget_used_ratio", "The share of the error budget that is used");

/// The newest runs of each target, later ones last: of several with the same labels only the last counts, and a soak that was given up
/// is not due any more. The trials of the records are not used.
pub fn metrics(newest: &[Record]) -> String {
    let labels = |record: &Record| run_labels(record.kind, &record.target, &record.subject);
    let last: BTreeMap<Labels, &Record> =
        newest.iter().map(|record| (labels(record), record)).collect();
    let mut page = MetricsPage::default();
    for (labels, record) in last {
        page.run(&labels, record);
    }
    page.text()
}

#[derive(Default)]
struct MetricsPage {
    metrics: Vec<(Metric, BTreeMap<Labels, f64>)>,
}

impl MetricsPage {
    fn run(&mut self, labels: &Labels, record: &Record) {
        self.set(STARTED, labels, record.started_unix_s as f64);
        self.set(DURATION, labels, record.seconds);
        let states = State::ALL.iter().map(|one| (one.name(), *one == record.state));
        self.states(STATE, labels, "state", states);
        if let Some(soak) = record.soak.as_ref().filter(|_| record.state == State::Running) {
            self.set(MINUTE_DUE, labels, minute_due_unix_s(record, soak) as f64);
        }
        if let Some(verdict) = record.verdict {
            let all = Verdict::ALL.iter().map(|one| (one.name(), *one == verdict));
            self.states(VERDICT, labels, "verdict", all);
        }
        for finding in &record.findings {
            self.role(labels, finding);
        }
        let finding = record.soak.as_ref().and_then(|soak| soak.finding.as_ref());
        for clause in finding.iter().flat_map(|finding| &finding.clauses) {
            self.clause(labels, clause);
        }
    }

    fn role(&mut self, labels: &Labels, finding: &RoleFinding) {
        let labels = with(labels, "role", &finding.role);
        if let Some(line) = finding.load_line {
            self.set(LINE, &labels, line.value);
            for (metric, end) in line
                .interval
                .map(|ends| [(LINE_LOW, ends.low), (LINE_HIGH, ends.high)])
                .into_iter()
                .flatten()
            {
                self.set(metric, &labels, end);
            }
        }
        if let Some(latency_ns) = finding.latency_ns {
            let percentile = words::quantile(finding.latency_limit.quantile);
            self.set(LATENCY, &with(&labels, "percentile", &percentile), latency_ns as f64 / 1e9);
        }
        if let Some(iops) = finding.saturation_iops {
            self.set(SATURATION, &labels, iops);
        }
    }

    fn clause(&mut self, labels: &Labels, clause: &ClauseFinding) {
        let labels = with(labels, "role", &clause.role);
        // As a terminal without Unicode prints it: a query has to be typed.
        let typed = words::clause(Language::En, &clause.clause)
            .replace('\u{2264}', "<=")
            .replace('\u{2265}', ">=");
        let labels = with(&labels, "clause", &typed);
        let all = SlaVerdict::ALL.iter().map(|one| (one.name(), *one == clause.verdict));
        self.states(SLA_VERDICT, &labels, "verdict", all);
        if let Some(share) = clause.share.value {
            self.set(SLA_GOOD, &labels, share);
        }
        self.set(SLA_BUDGET, &labels, used(clause));
    }

    /// One value for each state: 1 for the current state, 0 for the others.
    fn states(
        &mut self,
        metric: Metric,
        labels: &Labels,
        label: &'static str,
        states: impl Iterator<Item = (&'static str, bool)>,
    ) {
        for (state, holds) in states {
            self.set(metric, &with(labels, label, state), f64::from(u8::from(holds)));
        }
    }

    fn set(&mut self, metric: Metric, labels: &Labels, value: f64) {
        let at = self.metrics.iter().position(|known| known.0 == metric);
        let at = at.unwrap_or_else(|| {
            self.metrics.push((metric, BTreeMap::new()));
            self.metrics.len() - 1
        });
        self.metrics[at].1.insert(labels.clone(), value);
    }

    fn text(self) -> String {
        let mut text = MetricsText::default();
        for ((name, help), values) in self.metrics {
            text.metric(name, help, MetricKind::Gauge);
            values.iter().for_each(|(labels, value)| text.value(name, labels, value));
        }
        text.0
    }
}

/// When the next minute of a soak has to be stored: a minute is stored when it ends, and load may pause until the next window.
fn minute_due_unix_s(record: &Record, soak: &SoakRecord) -> i64 {
    let SoakSetup { window_every_s, window_s, .. } = soak.setup;
    let pause_s = window_every_s.unwrap_or(0).saturating_sub(window_s.unwrap_or(0));
    let newest = soak.finding.as_ref().and_then(|finding| finding.until_unix_s);
    newest.unwrap_or(record.started_unix_s) + 60 + pause_s.cast_signed()
}

/// The used share of the broken windows that the clause allows. For a clause that allows none: 1 if a window is broken, else 0.
fn used(clause: &ClauseFinding) -> f64 {
    match clause.budget {
        budget if budget > 0.0 => clause.broken as f64 / budget,
        _ => f64::from(u8::from(clause.broken > 0)),
    }
}

/// The labels of a run, while it measures and afterwards.
fn run_labels(kind: RunKind, target: &str, subject: &RunSubject) -> Labels {
    let (target, subject) = (target.to_owned(), subject.words());
    vec![("target", target), ("subject", subject), ("kind", kind.name().to_owned())]
}

fn with(labels: &Labels, name: &'static str, value: &str) -> Labels {
    labels.iter().cloned().chain([(name, value.to_owned())]).collect()
}

type Labels = Vec<(&'static str, String)>;

#[derive(Clone, Copy, Debug)]
enum MetricKind {
    Counter,
    Gauge,
    Histogram,
}

#[derive(Debug, Default)]
struct MetricsText(String);

impl MetricsText {
    /// Begins a metric; its values follow.
    fn metric(&mut self, name: &str, help: &str, kind: MetricKind) {
        let kind = match kind {
            MetricKind::Counter => "counter",
            MetricKind::Gauge => "gauge",
            MetricKind::Histogram => "histogram",
        };
        self.line(format_args!("# HELP {name} {help}\n# TYPE {name} {kind}"));
    }

    fn value(&mut self, name: &str, labels: &Labels, value: impl Display) {
        let escaped =
            |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let labels = labels.iter().map(|(name, text)| format!("{name}=\"{}\"", escaped(text)));
        let labels: Vec<String> = labels.collect();
        self.line(format_args!("{name}{{{}}} {value}", labels.join(",")));
    }

    fn line(&mut self, line: impl Display) {
        writeln!(self.0, "{line}").expect("a string takes all text");
    }
}

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

/// Counters only increase, so that a rate over any time can be computed from them.
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
    use testkit::record::{bare_example, check_example};
    use testkit::soak::soak_example;

    #[test]
    fn every_value_is_there_with_its_unit_and_labels_cannot_break_out() {
        let (check, soak, bare) = (check_example(), soak_example(), bare_example());
        let under_way = Record { state: State::Running, ..soak.clone() };
        let text = metrics(&[check.clone(), under_way.clone()]);
        for (name, help) in [
            STARTED,
            DURATION,
            VERDICT,
            STATE,
            MINUTE_DUE,
            LINE,
            LINE_LOW,
            LINE_HIGH,
            LATENCY,
            SATURATION,
            SLA_VERDICT,
            SLA_GOOD,
            SLA_BUDGET,
        ] {
            assert!(text.contains(&format!("# HELP {name} {help}\n")), "{name}: {text}");
            assert!(text.contains(&format!("# TYPE {name} gauge\n")), "{name}: {text}");
        }
        let line = check.findings.iter().find(|finding| finding.role == "data").expect("a role");
        let value = line.load_line.expect("a line").value;
        let found = text.lines().find(|text| {
            text.starts_with("plimsoll_load_line_operations_per_second{")
                && text.contains("role=\"data\"")
        });
        assert!(found.expect("a line").ends_with(&format!(" {value}")), "{found:?}");
        // The target of the examples contains quotes; each value is still on one line.
        assert!(check.target.contains('"') && text.contains("\\\""), "{text}");
        // The newest minute ended 48 h after the start; without windows the next one is due a minute later.
        let due = soak.started_unix_s + 48 * 3_600 + 60;
        let found = text.lines().find(|line| line.starts_with(&format!("{}{{", MINUTE_DUE.0)));
        assert!(found.expect("a soak").ends_with(&format!(" {due}")), "{found:?}");
        // A soak that was stopped on purpose, or given up for a newer one, is not due.
        assert!(!metrics(&[under_way, soak]).contains(MINUTE_DUE.0));
        assert_eq!(metrics(&[]), "");
        assert!(!metrics(&[bare]).contains("load_line"));
    }

    #[test]
    fn a_label_stays_within_its_quotes_and_its_line() {
        let mut text = MetricsText::default();
        text.metric("a_total", "All of it", MetricKind::Counter);
        text.value("a_total", &vec![("x", "1 \\ \"2\"\n3".to_owned()), ("y", String::new())], 4);
        assert_eq!(
            text.0,
            "# HELP a_total All of it\n# TYPE a_total counter\n\
             a_total{x=\"1 \\\\ \\\"2\\\"\\n3\",y=\"\"} 4\n"
        );
    }

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
