//! A chart of marks with intervals, lines and bars, as numbers; `report.js` adds colours and layout.
//!
//! Colours are names: `good`, `bad`, `unsure`, `soft`, or the number of a series.

use crate::html::chart::rounded;
use serde::Serialize;
use serde_json::{Value, json};
use summary::Estimate;

#[derive(Clone, Debug, Default)]
pub(in crate::html) struct Plot {
    pub(in crate::html) id: String,
    pub(in crate::html) title: String,
    pub(in crate::html) text: String,
    /// The load of the shown points in words; may be empty.
    pub(in crate::html) load: String,
    pub(in crate::html) x: PlotAxis,
    pub(in crate::html) y: PlotAxis,
    pub(in crate::html) series: Vec<PlotSeries>,
    lines: Vec<Value>,
    /// The number of rows, if the vertical axis has names.
    pub(in crate::html) rows: Option<usize>,
    pub(in crate::html) wide: bool,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(in crate::html) struct PlotAxis {
    title: String,
    pub(in crate::html) log: bool,
    pub(in crate::html) zero: bool,
    /// The labels of its positions; empty for numbers.
    pub(in crate::html) names: Vec<String>,
    /// Whether it shows milliseconds as times.
    pub(in crate::html) times: bool,
    /// Whether it shows milliseconds since 1970 as dates.
    pub(in crate::html) dates: bool,
}

#[derive(Clone, Debug, Default)]
pub(in crate::html) struct PlotSeries {
    name: String,
    mode: &'static str,
    pub(in crate::html) tone: String,
    pub(in crate::html) dash: &'static str,
    pub(in crate::html) legend: bool,
    pub(in crate::html) level: bool,
    x: Vec<f64>,
    y: Vec<f64>,
    less: Vec<f64>,
    more: Vec<f64>,
    hover: Vec<String>,
    tones: Vec<String>,
    labels: Vec<String>,
}

impl Plot {
    pub(in crate::html) fn new(title: &str, text: &str, x: &str, y: &str) -> Self {
        let axis = |title: &str| PlotAxis { title: title.to_owned(), ..PlotAxis::default() };
        Self {
            title: title.to_owned(),
            text: text.to_owned(),
            x: axis(x),
            y: axis(y),
            ..Self::default()
        }
    }

    pub(in crate::html) fn across(&mut self, y: f64, word: &str, tone: &str) {
        self.lines.push(json!({ "y": y, "word": word, "tone": tone }));
    }

    /// Adds a vertical line with its label, and the band of its interval if it has one.
    pub(in crate::html) fn upright(
        &mut self,
        x: f64,
        band: Option<(f64, f64)>,
        word: &str,
        tone: &str,
    ) {
        self.lines.push(json!({
            "x": x, "low": band.map(|b| b.0), "high": band.map(|b| b.1), "word": word, "tone": tone,
        }));
    }

    pub(in crate::html) fn shade(&mut self, from: f64, until: f64, tone: &str) {
        self.lines.push(json!({ "low": from, "high": until, "tone": tone }));
    }

    /// The data in the form that the page's script expects.
    pub(in crate::html) fn json(self) -> Value {
        // A minute of a date has nine digits.
        let x_digits = if self.x.dates { 12 } else { 7 };
        let series: Vec<Value> =
            self.series.into_iter().map(|series| series.json(x_digits)).collect();
        json!({
            "kind": "plot", "id": self.id, "x": self.x, "y": self.y, "series": series,
            "lines": self.lines, "rows": self.rows,
        })
    }
}

impl PlotSeries {
    fn new(name: &str, mode: &'static str) -> Self {
        Self { name: name.to_owned(), mode, tone: "0".to_owned(), dash: "solid", ..Self::default() }
    }

    pub(in crate::html) fn points(name: &str) -> Self {
        Self::new(name, "markers")
    }

    /// Marks joined by a line.
    pub(in crate::html) fn joined(name: &str) -> Self {
        Self::new(name, "lines+markers")
    }

    /// A line without marks.
    pub(in crate::html) fn line(name: &str, tone: &str, dash: &'static str) -> Self {
        Self { tone: tone.to_owned(), dash, legend: true, ..Self::new(name, "lines") }
    }

    /// Bars, grouped with those of other series.
    pub(in crate::html) fn bars(name: &str, tone: usize) -> Self {
        Self { tone: tone.to_string(), legend: true, ..Self::new(name, "bars") }
    }

    /// Adds a value with a vertical interval at `x`.
    pub(in crate::html) fn put(&mut self, x: f64, value: &Estimate, hover: String, tone: &str) {
        self.push((x, value.value), value, hover, tone, "");
    }

    /// Adds a value with a horizontal interval at level `y`.
    pub(in crate::html) fn put_level(
        &mut self,
        value: &Estimate,
        y: f64,
        hover: String,
        tone: &str,
    ) {
        self.level = true;
        self.push((value.value, y), value, hover, tone, "");
    }

    pub(in crate::html) fn put_named(
        &mut self,
        at: (f64, f64),
        hover: String,
        tone: &str,
        word: &str,
    ) {
        self.push(at, &Estimate::unknown(0.0), hover, tone, word);
    }

    pub(in crate::html) fn through(&mut self, x: f64, y: f64) {
        self.x.push(x);
        self.y.push(y);
    }

    fn push(&mut self, at: (f64, f64), of: &Estimate, hover: String, tone: &str, word: &str) {
        let ends = if of.is_known() { *of } else { Estimate::unknown(of.value) }.ends();
        self.x.push(at.0);
        self.y.push(at.1);
        self.less.push((of.value - ends.low).max(0.0));
        self.more.push((ends.high - of.value).max(0.0));
        self.hover.push(hover);
        self.tones.push(tone.to_owned());
        self.labels.push(word.to_owned());
    }

    fn json(self, x_digits: usize) -> Value {
        // Seven digits are more than a screen can show.
        let digits = |values: Vec<f64>, digits: usize| -> Vec<Value> {
            values.into_iter().map(|value| rounded(value, digits)).collect()
        };
        let short = |values: Vec<f64>| digits(values, 7);
        let labels =
            if self.labels.iter().any(|l| !l.is_empty()) { self.labels } else { Vec::new() };
        json!({
            "name": self.name, "mode": self.mode, "tone": self.tone, "dash": self.dash, "legend": self.legend,
            "level": self.level, "x": digits(self.x, x_digits), "y": short(self.y), "less": short(self.less),
            "more": short(self.more), "hover": self.hover, "tones": self.tones, "labels": labels,
        })
    }
}
