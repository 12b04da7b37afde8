//! The tables of a `run`: each stream's rates with intervals, then its latencies by direction.
//!
//! Takes a record, gives as many lines as there is to tell.

use super::check::warnings;
use super::ink::{INDENT, Page, Paint, Span};
use super::{Places, Style, foot};
use crate::words;
use record::{Record, TrialRecord};
use summary::{LatencySummary, StreamSummary};

pub(super) fn page(record: &Record, style: &Style, places: &Places) -> Page {
    let mut page = Page::new(style);
    let ended = words::state(record.state).map_or(String::new(), |state| format!(" ({state})"));
    // A job without a name is called after its file, and so may be its target.
    let title = if record.subject == record.target {
        format!("{}{ended}", record.subject)
    } else {
        format!("{} on {}{ended}", record.subject, record.target)
    };
    page.wrapped(Vec::new(), 2, Paint::Strong, &title);
    if !record.reason.is_empty() {
        page.wrapped(Vec::new(), 0, Paint::Plain, &words::reason(&record.reason));
    }
    for trial in &record.trials {
        page.blank();
        phase(&mut page, trial, record.trials.len() > 1, words::flush(record));
    }
    if !record.warnings.is_empty() {
        page.blank();
    }
    warnings(&mut page, &words::warnings(record), 12);
    if !record.notes.is_empty() {
        page.blank();
    }
    for note in record.notes.iter().take(NOTES_MAX) {
        page.pair("note", Paint::Plain, note);
    }
    if record.notes.len() > NOTES_MAX {
        let text = format!("  and {} more notes in the report", record.notes.len() - NOTES_MAX);
        page.line(vec![(Paint::Quiet, text)]);
    }
    page.blank();
    foot(&mut page, record, places);
    page
}

/// Notes told in full; a failing disk makes thousands.
const NOTES_MAX: usize = 8;

fn phase(page: &mut Page, trial: &TrialRecord, named: bool, flush: &str) {
    if named {
        page.line(vec![(Paint::Strong, format!("phase {}", trial.role))]);
    }
    if trial.streams.is_empty() {
        page.line(vec![(Paint::Quiet, "  nothing was measured".to_owned())]);
    }
    for summary in &trial.streams {
        stream(page, summary, trial, flush);
    }
}

fn stream(page: &mut Page, stream: &StreamSummary, trial: &TrialRecord, flush: &str) {
    let name = format!("{:<INDENT$}", stream.name);
    let text = format!(
        "{}, {}",
        words::estimate(&stream.iops, "IOPS"),
        words::estimate(&stream.mibps, "MiB/s")
    );
    page.wrapped(vec![(Paint::Strong, name)], INDENT, Paint::Strong, &text);
    let plain = |text: String| vec![(Paint::Plain, text)];
    let mut items = vec![
        plain(depth(stream, trial)),
        plain(format!("over {}", words::duration(stream.seconds))),
    ];
    let open = stream.offered_iops.or(trial.rate_iops);
    match open {
        Some(rate) => items.push(plain(format!("open loop, {} IOPS offered", words::number(rate)))),
        None => items.push(plain("closed loop".to_owned())),
    }
    if stream.dropped > 0 {
        let text = format!("{} arrivals given up", base::units::grouped(stream.dropped));
        items.push(vec![(Paint::Bad, text)]);
    }
    page.flow("", items);
    latencies(page, stream, open.is_some(), flush);
}

/// The mean depth, and the depth asked for where the phase has one stream, whose it is.
fn depth(stream: &StreamSummary, trial: &TrialRecord) -> String {
    let mean = words::number(stream.depth_mean);
    match trial.streams.len() {
        1 if trial.depth > 0 => format!("depth {mean} of {}", trial.depth),
        _ => format!("depth {mean}"),
    }
}

/// The table of latencies, one row for each direction; two where total and service time differ.
fn latencies(page: &mut Page, stream: &StreamSummary, open: bool, flush: &str) {
    let directions = [("read", &stream.read), ("write", &stream.write), (flush, &stream.flush)];
    let rows: Vec<_> =
        directions.iter().filter(|(_, l)| l.ios > 0 || l.errors > 0 || l.mean_ns > 0.0).collect();
    if rows.is_empty() {
        // Imported results may tell rates and nothing else.
        let told = stream.iops.value > 0.0 || stream.mibps.value > 0.0;
        let text = if told { "  no latencies are known" } else { "  no operation completed" };
        page.line(vec![(Paint::Quiet, text.to_owned())]);
        return;
    }
    let heads = ["mean", "p50", "p95", "p99", "p99.9", "max"];
    page.line(vec![(Paint::Quiet, columns("latency", &heads.map(str::to_owned)))]);
    for (name, latency) in rows {
        // A commit is its writes and their flush; the flush alone is told beside it in either loop.
        let commit = *name == "commit";
        let label = if open && !commit { format!("{name} total") } else { (*name).to_owned() };
        page.line(vec![(Paint::Plain, columns(&label, &cells(latency, false)))]);
        if open || commit {
            let own = if commit { "  flush" } else { "  service" };
            page.line(vec![(Paint::Quiet, columns(own, &cells(latency, true)))]);
        }
        if latency.errors > 0 || latency.short > 0 {
            page.line(trouble(latency));
        }
    }
}

fn trouble(latency: &LatencySummary) -> Vec<Span> {
    let text = format!(
        "  {:width$}{} errors, {} short transfers",
        "",
        base::units::grouped(latency.errors),
        base::units::grouped(latency.short),
        width = INDENT
    );
    vec![(Paint::Bad, text)]
}

/// Mean, four percentiles and maximum; `-` for what is not known, or rests on too few operations.
fn cells(latency: &LatencySummary, service: bool) -> [String; 6] {
    let quantile = |q: f64| {
        latency
            .quantiles
            .iter()
            .find(|(have, _, _)| (have - q).abs() < 1e-9)
            .map_or("-".to_owned(), |(_, total, own)| {
                words::latency_or_dash(if service { *own } else { *total } as f64)
            })
    };
    // Mean and maximum are kept for the total latency only.
    let total = |ns: f64| if service { "-".to_owned() } else { words::latency_or_dash(ns) };
    [
        total(latency.mean_ns),
        quantile(0.5),
        quantile(0.95),
        quantile(0.99),
        quantile(0.999),
        total(latency.max_ns as f64),
    ]
}

fn columns(label: &str, cells: &[String; 6]) -> String {
    let mut out = format!("  {label:<width$}", width = INDENT);
    for cell in cells {
        out.push_str(&format!("{cell:>10}"));
    }
    out
}
