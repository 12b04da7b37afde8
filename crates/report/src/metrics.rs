//! Metrics for monitoring systems: the newest runs of each target in the text format of Prometheus.
//!
//! docs/reference/metrics.md defines the names, units and labels; their meaning never changes.

mod live;
mod text;

pub use live::LiveMetrics;

use crate::language::Language;
use crate::words;
use record::soak::{ClauseFinding, SlaVerdict, SoakRecord, SoakSetup};
use record::{Record, RoleFinding, RunKind, RunSubject, State, Verdict};
use std::collections::BTreeMap;
use text::{Labels, MetricKind, MetricsText};

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
}
