//! What stands behind the answer: charts with their tables, warnings, facts, and how to repeat it.

use super::cards::{fine, latency_or_dash};
use super::chart::{Group, charts, groups, mark};
use super::table;
use crate::meaning::meaning;
use crate::words;
use maud::{Markup, html};
use record::{Record, RunKind};
use serde_json::Value;
use summary::{LatencySummary, StreamSummary, Warning, Weight};

/// What was measured for one role or in one phase, to stand under a heading.
pub(super) struct Shown {
    /// The role's or the phase's name.
    pub(super) name: String,
    /// Where cards that speak of it lead to.
    id: String,
    /// Words, charts and their numbers.
    body: Markup,
}

impl Shown {
    /// A section of its own.
    pub(super) fn section(&self) -> Markup {
        html! {
            section.role id=(self.id) {
                h2 { (self.name) }
                (self.body)
            }
        }
    }

    /// A part of somebody else's section.
    pub(super) fn part(&self) -> Markup {
        html! { div id=(self.id) { (self.body) } }
    }
}

/// Everything measured, by roles or phases, and the data of the charts.
pub(super) fn shown(record: &Record) -> (Vec<Shown>, Vec<Value>) {
    let groups = groups(record);
    let mut all = Vec::new();
    let mut shown = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let charts = charts(group, index, groups.len());
        let body = html! {
            @if let Some(finding) = group.finding {
                p.lead { (finding.title) ": " (finding.operation) ". Latency limit: " (words::latency_limit_fine(&finding.latency_limit)) "." }
            }
            @if group.trials.iter().all(|trial| trial.streams.is_empty()) {
                p { "Nothing was measured." }
            }
            @if group.finding.is_none() { (streams(group)) }
            div.charts {
                @for chart in &charts { (figure(chart, group, groups.len())) }
            }
        };
        let id = format!("role-{index}");
        shown.push(Shown { name: group.name.to_owned(), id, body });
        all.extend(charts);
    }
    (shown, all)
}

/// A place for a chart, what it shows in words, and its numbers.
fn figure(chart: &Value, group: &Group<'_>, groups: usize) -> Markup {
    let id = chart["id"].as_str().unwrap_or_default();
    let kind = chart["kind"].as_str().unwrap_or_default();
    let several = chart["series"].as_array().is_some_and(|series| series.len() > 1);
    let (title, text) = match kind {
        "load" => ("Load against latency", load_text(group)),
        "tail" => ("Latency distribution", tail_text(group)),
        _ => ("Course over time", course_text(group, several)),
    };
    html! {
        figure class=(kind) {
            figcaption { h3 { (title) } p { (text) } }
            div.chart id=(id) role="img" aria-label=(format!("{}: {title}. The numbers are in the table below.", group.name)) {}
            @match kind {
                "load" => (table::trials(group)),
                "tail" => (table::distribution(group)),
                _ => (table::course(group, groups)),
            }
        }
    }
}

/// How the load chart is to be read.
fn load_text(group: &Group<'_>) -> String {
    let mut text = "Each pair of marks is one trial. Filled marks met the latency limit for sure, hollow ones broke it or were too \
                    short to tell; squares are a closed loop."
        .to_owned();
    if group.trials.iter().any(|trial| trial.shares_flushes()) {
        text.push_str(" Dotted lines join trials whose commits share flushes; solid lines join those with a flush for each commit.");
    }
    text
}

/// Whose latencies the distribution shows.
fn tail_text(group: &Group<'_>) -> String {
    let what = "How slow the slowest operations are; further right are the rarer ones.";
    match group.chosen().filter(|_| group.finding.is_some()) {
        Some(trial) => format!("{what} Measured in the trial \u{201c}{}\u{201d}.", mark(trial)),
        None => what.to_owned(),
    }
}

/// How the course is to be read.
fn course_text(group: &Group<'_>, several: bool) -> String {
    let mut text = "Rate and latency of every interval".to_owned();
    text.push_str(if group.trials.len() > 1 { ", trial after trial." } else { "." });
    if several {
        text.push_str(" Solid latencies are p99, dotted ones p50.");
    }
    if group.trials.iter().any(|t| t.streams.iter().any(|s| s.points.iter().any(|p| p.warm_up))) {
        text.push_str(" Grey is the warm-up, which does not count.");
    }
    text
}

/// The streams of a run in numbers.
fn streams(group: &Group<'_>) -> Markup {
    let mut rows = Vec::new();
    for trial in &group.trials {
        for stream in &trial.streams {
            let flush = (group.flush, &stream.flush);
            let all = [("read", &stream.read), ("write", &stream.write), flush];
            let used = all.into_iter().filter(|(_, of)| of.ios > 0 || of.errors > 0);
            rows.extend(
                used.enumerate().map(|(i, (name, of))| stream_row(stream, i == 0, name, of)),
            );
        }
    }
    if rows.is_empty() {
        return html! {};
    }
    let heads = [
        "stream",
        "direction",
        "IOPS",
        "MiB/s",
        "depth",
        "mean",
        "p50",
        "p95",
        "p99",
        "p99.9",
        "max",
        "service p99",
        "errors",
    ];
    table::table(&format!("{}: streams (total latency)", group.name), &heads, &rows)
}

/// One direction of a stream; what belongs to the stream as a whole stands in its first row only.
fn stream_row(stream: &StreamSummary, first: bool, name: &str, of: &LatencySummary) -> Vec<String> {
    let find = |q: f64| of.quantiles.iter().find(|(have, _, _)| (have - q).abs() < 1e-9);
    let total = |q: f64| find(q).map_or("-".to_owned(), |(_, ns, _)| latency_or_dash(*ns as f64));
    let service = find(0.99).map_or("-".to_owned(), |(_, _, ns)| latency_or_dash(*ns as f64));
    let whole = |text: String| if first { text } else { String::new() };
    vec![
        stream.name.clone(),
        name.to_owned(),
        whole(words::estimate(&stream.iops, "")),
        whole(words::estimate(&stream.mibps, "")),
        whole(words::number(stream.depth_mean)),
        latency_or_dash(of.mean_ns),
        total(0.5),
        total(0.95),
        total(0.99),
        total(0.999),
        latency_or_dash(of.max_ns as f64),
        service,
        base::units::grouped(of.errors),
    ]
}

/// Whether nothing of it was measured here and now.
fn recorded(record: &Record) -> bool {
    let study = record.study.as_ref().filter(|study| !study.stages.is_empty());
    study.is_some_and(|study| study.stages.iter().all(crate::studies::recorded))
}

/// The warnings with what they mean.
pub(super) fn warnings(record: &Record) -> Markup {
    let warnings = words::warnings(record);
    html! {
        section #warnings {
            h2 { "Warnings" }
            @if warnings.is_empty() {
                @if recorded(record) {
                    p { "None can be told: the points were measured before, or by somebody else, and nothing was checked meanwhile." }
                } @else {
                    p { "None: every check of the numbers passed." }
                }
            } @else {
                p.lead { "Every number was checked against physics and against the machine. These checks failed:" }
                ul.warnings { @for warning in warnings { (one(warning)) } }
            }
        }
    }
}

fn one(warning: &Warning) -> Markup {
    let meaning = meaning(warning.kind);
    let (class, symbol) = match warning.weight {
        Weight::Forbids => ("bad", "\u{2718}"),
        Weight::Warning => ("unsure", "!"),
        Weight::Note => ("note", "i"),
    };
    html! {
        li class=(format!("warning {class}")) {
            h3 {
                span class=(format!("badge {class}")) { span aria-hidden="true" { (symbol) } " " (words::weight(warning.weight)) }
                " " (meaning.title)
                @if !warning.about.is_empty() { span.about { (warning.about) } }
            }
            p { (fine(&words::warning(warning))) }
            p.small { (meaning.why) " " b { "What to do: " } (meaning.remedy) }
        }
    }
}

/// Facts of the target and the machine.
pub(super) fn facts(record: &Record) -> Markup {
    html! {
        section #facts {
            h2 { "Facts" }
            @if record.facts.is_empty() { p { "None were recorded." } }
            div.facts {
                @for group in &record.facts {
                    table {
                        caption { (group.title) }
                        tbody {
                            @for (name, value, remark) in &group.rows {
                                tr {
                                    th scope="row" { (name) }
                                    td { (value) @if !remark.is_empty() { span.remark { (remark) } } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Notes, the command, the seed and the text that was run.
pub(super) fn repeat(record: &Record) -> Markup {
    html! {
        @if !record.notes.is_empty() {
            section #notes {
                h2 { "Notes" }
                ul { @for note in &record.notes { li { (note) } } }
            }
        }
        section #repeat {
            h2 { "Repeat it" }
            p.lead { "The same command with the same seed makes the same random choices." }
            pre.command tabindex="0" aria-label="Command" { code { (record.command) } }
            dl.conditions {
                dt { "Seed" } dd { (record.seed) }
                dt { "Engine" } dd { (record.engine) }
                dt { "Started" } dd { (words::moment(record.started_unix_s)) }
                dt { "Took" } dd { (words::duration(record.seconds)) }
                dt { "Version" } dd { "plimsoll " (record.version) }
            }
            @if !record.source_text.is_empty() {
                details {
                    summary { (match record.kind {
                        RunKind::Check => "The profile that was checked",
                        RunKind::Import => "The text that was imported",
                        RunKind::Verify | RunKind::Sqliosim => "The configuration that was carried out",
                        _ => "The job that was run",
                    }) }
                    pre tabindex="0" aria-label="Text" { code { (record.source_text) } }
                }
            }
        }
    }
}

/// The words of the page.
pub(super) fn words_explained() -> Markup {
    let words = [
        (
            "Load line",
            "The highest load the storage held while its latency stayed within the latency limit.",
        ),
        (
            "Latency limit",
            "A latency limit, such as p99 \u{2264} 10 ms: 99 of 100 operations took 10 ms or less.",
        ),
        (
            "Total latency",
            "From the moment an operation was due until it was done: what an application feels.",
        ),
        (
            "Service time",
            "From the moment an operation was handed to the storage until it was done.",
        ),
        ("Open loop", "Operations arrive on a schedule, whether or not earlier ones are done."),
        (
            "Trial",
            "One load for a few seconds: closed at full depth, bracket to search for the load line, confirm to prove it.",
        ),
        ("Closed loop", "A finished operation starts the next one; the depth is fixed."),
        (
            "Interval",
            "Where the true value lies with the stated confidence, valid at whatever moment the run was stopped.",
        ),
    ];
    html! {
        section #words {
            details {
                summary { "The words used here" }
                dl.words { @for (word, text) in words { dt { (word) } dd { (text) } } }
            }
        }
    }
}
