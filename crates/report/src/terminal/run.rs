//! The tables of a `run`: each stream's rates with intervals, then its latencies by direction.
//!
//! Returns as many lines as needed.

use super::check::{ended, warnings};
use super::ink::{INDENT, Page, Paint, Span};
use super::{Places, Style, foot};
use crate::catalogue::{hosts as hosts_text, terminal as label, unit};
use crate::hosts::{HostRow, events, summary, tables};
use crate::language::Language;
use crate::stream_figures::stream_figures;
use crate::words;
use record::{Record, RunKind, RunSubject, TrialRecord};
use summary::{LatencySummary, StreamSummary};

pub(super) fn page(record: &Record, style: &Style, places: &Places) -> Page {
    let mut page = Page::new(style);
    let language = page.language();
    let ended = ended(language, record);
    let title = words::subject_and_target(language, record) + &ended;
    page.wrapped(Vec::new(), 2, Paint::Strong, &title);
    if !record.reason.is_empty() {
        page.wrapped(Vec::new(), 0, Paint::Plain, &words::run_reason(language, record));
    }
    for trial in &record.trials {
        page.blank();
        phase(&mut page, trial, record.trials.len() > 1, record);
    }
    hosts(&mut page, record, HOSTS_MAX);
    if !record.warnings.is_empty() {
        page.blank();
    }
    warnings(&mut page, &words::warnings(record), 12, true);
    if !record.notes.is_empty() {
        page.blank();
    }
    for note in record.notes.iter().take(NOTES_MAX) {
        page.pair(label::note(language), Paint::Plain, &words::note(language, note));
    }
    if record.notes.len() > NOTES_MAX {
        let more = label::more_notes(language, (record.notes.len() - NOTES_MAX) as u64);
        page.line(vec![(Paint::Quiet, format!("  {more}"))]);
    }
    page.blank();
    foot(&mut page, record, places);
    page
}

/// The maximum number of notes; a failing disk causes thousands.
const NOTES_MAX: usize = 8;

fn phase(page: &mut Page, trial: &TrialRecord, named: bool, record: &Record) {
    let language = page.language();
    if named {
        page.line(vec![(Paint::Strong, label::phase(language, &trial.role))]);
    }
    if trial.streams.is_empty() {
        let text = format!("  {}", label::nothing_measured(language));
        page.line(vec![(Paint::Quiet, text)]);
    }
    for summary in &trial.streams {
        stream(page, summary, trial, record);
    }
}

fn stream(page: &mut Page, stream: &StreamSummary, trial: &TrialRecord, record: &Record) {
    let language = page.language();
    let name = format!("{:<INDENT$}", stream.name);
    let text = format!(
        "{}, {}",
        words::estimate(language, &stream.iops, unit::iops(language)),
        words::estimate(language, &stream.mibps, unit::mibps(language))
    );
    page.wrapped(vec![(Paint::Strong, name)], INDENT, Paint::Strong, &text);
    let plain = |text: String| vec![(Paint::Plain, text)];
    let mut items =
        vec![plain(depth(language, stream, trial)), plain(label::over(language, stream.seconds))];
    let open = stream.offered_iops.or(trial.rate_iops);
    match open {
        Some(rate) => items.push(plain(label::open_loop(language, rate))),
        None if matches!(record.subject, RunSubject::Replay { .. }) => {
            items.push(plain(label::of_capture(language).to_owned()))
        }
        None => items.push(plain(label::closed_loop(language).to_owned())),
    }
    if stream.dropped > 0 {
        items.push(vec![(Paint::Bad, label::dropped(language, stream.dropped))]);
    }
    items.extend(stream_figures(language, stream).into_iter().map(plain));
    if stream.read.ios > 0 && stream.write.ios > 0 {
        for (name, of) in
            [(label::read(language), &stream.read), (label::write(language), &stream.write)]
        {
            items.push(plain(format!("{name} {}", words::rates(language, stream, of))));
        }
    }
    page.flow("", items);
    latencies(page, stream, open.is_some(), record);
}

/// The mean queue depth, and the requested depth if the phase has only this stream.
fn depth(language: Language, stream: &StreamSummary, trial: &TrialRecord) -> String {
    match trial.streams.len() {
        1 if trial.depth > 0 => {
            label::depth_of(language, stream.depth_mean, u64::from(trial.depth))
        }
        _ => label::depth(language, stream.depth_mean),
    }
}

/// The table of latencies, one row for each direction; two if total and service time differ.
fn latencies(page: &mut Page, stream: &StreamSummary, open: bool, record: &Record) {
    let language = page.language();
    // Imported results have plain flushes. Those of this program are commits, which contain writes.
    let commits = record.kind != RunKind::Import;
    let flush = if commits { label::commit(language) } else { label::flush(language) };
    let directions = [
        (label::read(language), &stream.read, false),
        (label::write(language), &stream.write, false),
        (flush, &stream.flush, commits),
    ];
    let rows: Vec<_> = directions
        .iter()
        .filter(|(_, l, _)| l.ios > 0 || l.errors > 0 || l.mean_ns > 0.0)
        .collect();
    if rows.is_empty() {
        // Imported results may have only rates.
        let has_rate = stream.iops.value > 0.0 || stream.mibps.value > 0.0;
        let text =
            if has_rate { label::no_latencies(language) } else { label::no_operation(language) };
        page.line(vec![(Paint::Quiet, format!("  {text}"))]);
        return;
    }
    let heads = [label::mean_column(language), "p50", "p95", "p99", "p99.9", "max"];
    let head = columns(label::latency_column(language), &heads.map(str::to_owned));
    page.line(vec![(Paint::Quiet, head)]);
    for (name, latency, commit) in rows {
        // A commit is its writes and their flush; the latency of the flush alone gets a row in either loop.
        let total = open && !commit;
        let label = if total { label::total(language, name) } else { (*name).to_owned() };
        page.line(vec![(Paint::Plain, columns(&label, &cells(language, latency, false)))]);
        if open || *commit {
            let own = if *commit { label::flush(language) } else { label::service(language) };
            let own = columns(&format!("  {own}"), &cells(language, latency, true));
            page.line(vec![(Paint::Quiet, own)]);
        }
        if latency.errors > 0 || latency.short > 0 {
            page.line(trouble(language, latency));
        }
    }
}

fn trouble(language: Language, latency: &LatencySummary) -> Vec<Span> {
    let text = label::trouble(language, latency.errors, latency.short);
    vec![(Paint::Bad, format!("  {:INDENT$}{text}", ""))]
}

/// Mean, four percentiles and maximum; `-` if unknown, or if there are too few operations.
fn cells(language: Language, latency: &LatencySummary, service: bool) -> [String; 6] {
    let quantile = |q: f64| {
        let found_ns = if service { latency.service_ns(q) } else { latency.total_ns(q) };
        language.latency_or_dash(found_ns.map_or(f64::NAN, |ns| ns as f64))
    };
    // Mean and maximum exist only for the total latency.
    let total = |ns: f64| if service { "-".to_owned() } else { language.latency_or_dash(ns) };
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

/// The maximum number of rows of one table; the page and the JSON document have all of them.
pub(super) const HOSTS_MAX: usize = 16;

/// Adds nothing for a run of one host.
pub(super) fn hosts(page: &mut Page, record: &Record, rows_max: usize) {
    let Some(hosts) = &record.hosts else { return };
    let language = page.language();
    page.blank();
    page.pair(hosts_text::hosts(language), Paint::Plain, &summary(language, hosts));
    for table in tables(language, record, hosts) {
        if let Some(fairness) = &table.fairness {
            page.pair(hosts_text::fairness(language), Paint::Plain, fairness);
        }
        let heads = [unit::iops(language), unit::mibps(language), "p99", hosts_text::cpu(language)];
        page.line(vec![(Paint::Quiet, host_columns(hosts_text::host(language), heads))]);
        for HostRow { name, iops, mibps, latency_p99, cpu, .. } in table.rows.iter().take(rows_max)
        {
            page.line(vec![(Paint::Plain, host_columns(name, [iops, mibps, latency_p99, cpu]))]);
        }
    }
    for line in events(language, record, hosts) {
        page.wrapped(vec![(Paint::Bad, "  ! ".to_owned())], 4, Paint::Plain, &line);
    }
}

fn host_columns(name: &str, cells: [&str; 4]) -> String {
    let cells: String = cells.iter().map(|cell| format!("{cell:>11}")).collect();
    format!("  {name:<width$}{cells}", width = INDENT + 6)
}
