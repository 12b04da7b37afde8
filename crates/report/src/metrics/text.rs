//! The text format 0.0.4 of Prometheus: what a server scrapes, and what node_exporter reads from a file.

use std::fmt::{Display, Write};

pub(super) type Labels = Vec<(&'static str, String)>;

#[derive(Clone, Copy, Debug)]
pub(super) enum MetricKind {
    Counter,
    Gauge,
    Histogram,
}

#[derive(Debug, Default)]
pub(super) struct MetricsText(pub(super) String);

impl MetricsText {
    /// Begins a metric; its values follow.
    pub(super) fn metric(&mut self, name: &str, help: &str, kind: MetricKind) {
        let kind = match kind {
            MetricKind::Counter => "counter",
            MetricKind::Gauge => "gauge",
            MetricKind::Histogram => "histogram",
        };
        self.line(format_args!("# HELP {name} {help}\n# TYPE {name} {kind}"));
    }

    pub(super) fn value(&mut self, name: &str, labels: &Labels, value: impl Display) {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
