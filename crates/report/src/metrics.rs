//! Metrics for monitoring systems: the newest runs of each target as OpenMetrics text.
//!
//! docs/reference/metrics.md defines the names, units and labels; their meaning never changes.

mod live;

pub use live::LiveMetrics;

use crate::language::Language;
use crate::words;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use record::soak::{ClauseFinding, SlaVerdict};
use record::{Record, RoleFinding, Verdict};
use std::sync::atomic::AtomicU64;

/// The media type of the text.
pub const METRICS_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

type Labels = Vec<(&'static str, String)>;
type Values = Family<Labels, Gauge<f64, AtomicU64>>;

/// A metric: its name with its unit, and its description.
type Metric = (&'static str, &'static str);

const STARTED: Metric = ("run_started_timestamp_seconds", "When the newest run started");
const DURATION: Metric = ("run_duration_seconds", "How long the newest run took");
const VERDICT: Metric = ("run_verdict", "1 for the verdict of the newest run, 0 for the others");
const LINE: Metric =
    ("load_line_operations_per_second", "The highest load within the latency limit");
const LINE_LOW: Metric =
    ("load_line_low_operations_per_second", "The lower end of the load line's 95 % interval");
const LINE_HIGH: Metric =
    ("load_line_high_operations_per_second", "The upper end of the load line's 95 % interval");
const LATENCY: Metric = (
    "load_line_latency_seconds",
    "The latency at the load line, at the quantile of the latency limit",
);
const SATURATION: Metric =
    ("saturation_operations_per_second", "The highest rate in a closed loop");
const SLA_VERDICT: Metric =
    ("sla_verdict", "1 for the verdict on the clause of the agreement, 0 for the others");
const SLA_GOOD: Metric = ("sla_good_ratio", "The share of windows within the limit of the clause");
const SLA_BUDGET: Metric = ("sla_budget_used_ratio", "The share of the error budget that is used");

/// The newest runs of each target as OpenMetrics text; the trials of the records are not used.
pub fn metrics(newest: &[Record]) -> String {
    let mut page = MetricsPage::default();
    for record in newest {
        page.run(record);
    }
    page.text()
}

/// All values collected so far, by metric.
#[derive(Default)]
struct MetricsPage {
    metrics: Vec<(Metric, Values)>,
}

impl MetricsPage {
    fn run(&mut self, record: &Record) {
        let labels: Labels = vec![
            ("kind", record.kind.name().to_owned()),
            ("target", record.target.clone()),
            ("subject", record.subject.words()),
        ];
        self.set(STARTED, &labels, record.started_unix_s as f64);
        self.set(DURATION, &labels, record.seconds);
        if let Some(verdict) = record.verdict {
            let all = Verdict::ALL.iter().map(|one| (one.name(), *one == verdict));
            self.states(VERDICT, &labels, all);
        }
        for finding in &record.findings {
            self.role(&labels, finding);
        }
        let finding = record.soak.as_ref().and_then(|soak| soak.finding.as_ref());
        for clause in finding.iter().flat_map(|finding| &finding.clauses) {
            self.clause(&labels, clause);
        }
    }

    fn role(&mut self, labels: &Labels, finding: &RoleFinding) {
        let labels = with(labels, "role", &finding.role);
        if let Some(line) = finding.load_line {
            self.set(LINE, &labels, line.value);
            self.set(LINE_LOW, &labels, line.low);
            self.set(LINE_HIGH, &labels, line.high);
        }
        if let Some(latency_ns) = finding.latency_ns {
            let quantile = finding.latency_limit.quantile.to_string();
            self.set(LATENCY, &with(&labels, "quantile", &quantile), latency_ns as f64 / 1e9);
        }
        if let Some(iops) = finding.saturation_iops {
            self.set(SATURATION, &labels, iops);
        }
    }

    fn clause(&mut self, labels: &Labels, clause: &ClauseFinding) {
        let labels = with(labels, "role", &clause.role);
        let labels = with(&labels, "clause", &words::clause(Language::En, &clause.clause));
        let all = SlaVerdict::ALL.iter().map(|one| (one.name(), *one == clause.verdict));
        self.states(SLA_VERDICT, &labels, all);
        self.set(SLA_GOOD, &labels, clause.share.value);
        self.set(SLA_BUDGET, &labels, used(clause));
    }

    /// One value for each state: 1 for the current state, 0 for the others.
    fn states(
        &mut self,
        metric: Metric,
        labels: &Labels,
        states: impl Iterator<Item = (&'static str, bool)>,
    ) {
        for (state, holds) in states {
            self.set(metric, &with(labels, "verdict", state), f64::from(u8::from(holds)));
        }
    }

    /// Sets a value.
    fn set(&mut self, metric: Metric, labels: &Labels, value: f64) {
        let at = self.metrics.iter().position(|known| known.0 == metric);
        let at = at.unwrap_or_else(|| {
            self.metrics.push((metric, Values::default()));
            self.metrics.len() - 1
        });
        self.metrics[at].1.get_or_create(labels).set(value);
    }

    fn text(self) -> String {
        let mut registry = Registry::with_prefix("plimsoll");
        for ((name, help), values) in self.metrics {
            registry.register(name, help, values);
        }
        let mut text = String::new();
        encode(&mut text, &registry).expect("a string takes all text");
        text
    }
}

/// The used share of the broken windows that the clause allows. For a clause that allows none: 1 if a window is broken, else 0.
fn used(clause: &ClauseFinding) -> f64 {
    match clause.budget {
        budget if budget > 0.0 => clause.broken as f64 / budget,
        _ => f64::from(u8::from(clause.broken > 0)),
    }
}

fn with(labels: &Labels, name: &'static str, value: &str) -> Labels {
    labels.iter().cloned().chain([(name, value.to_owned())]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::record::{bare_example, check_example};
    use testkit::soak::soak_example;

    #[test]
    fn every_value_is_there_with_its_unit_and_labels_cannot_break_out() {
        let (check, soak, bare) = (check_example(), soak_example(), bare_example());
        let text = metrics(&[check.clone(), soak.clone()]);
        for (name, help) in [
            STARTED,
            DURATION,
            VERDICT,
            LINE,
            LINE_LOW,
            LINE_HIGH,
            LATENCY,
            SATURATION,
            SLA_VERDICT,
            SLA_GOOD,
            SLA_BUDGET,
        ] {
            assert!(text.contains(&format!("# HELP plimsoll_{name} {help}.")), "{name}: {text}");
            assert!(text.contains(&format!("# TYPE plimsoll_{name} gauge")), "{name}: {text}");
        }
        assert!(text.ends_with("# EOF\n"));
        let line = check.findings.iter().find(|finding| finding.role == "data").expect("a role");
        let value = line.load_line.expect("a line").value;
        let found = text.lines().find(|text| {
            text.starts_with("plimsoll_load_line_operations_per_second{")
                && text.contains("role=\"data\"")
        });
        assert!(found.expect("a line").ends_with(&format!(" {value:?}")), "{found:?}");
        // The target of the examples contains quotes; each value is still on one line.
        assert!(check.target.contains('"') && text.contains("\\\""), "{text}");
        assert_eq!(metrics(&[]), "# EOF\n");
        assert!(!metrics(&[bare]).contains("load_line"));
    }
}
