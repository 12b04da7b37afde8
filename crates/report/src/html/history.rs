//! The history of a storage: load line, throughput and p99 of the runs on one target over time, as charts and as a table.

use super::page::{LIBRARY, policy};
use super::page::{head, masthead_of, scripts};
use super::stages::figure;
use super::stages::plot::{Plot, PlotSeries};
use super::{SiteFrame, table};
use crate::catalogue::{history as text, page as page_text, site};
use crate::{Language, words};
use maud::{DOCTYPE, Markup, html};
use record::RunSubject;
use record::live::HistoryRun;
use serde_json::Value;
use summary::{Estimate, StreamSummary};
use workload::RoleKind;

const QUANTILE: f64 = 0.99;

/// The result of one run for one role of a profile, or for one stream of a job.
struct HistoryPoint<'a> {
    run: &'a HistoryRun,
    /// What its line joins: whether the rates are load lines, what was measured, and the role or stream.
    series: (bool, &'a RunSubject, &'a str),
    /// The name of the subject with the role or stream.
    name: String,
    unit: &'static str,
    rate: Option<Estimate>,
    mibps: Option<f64>,
    /// The latency at that load and its quantile.
    latency_ns: Option<u64>,
    quantile: f64,
}

pub fn history_page(
    language: Language,
    target: &str,
    runs: &[HistoryRun],
    frame: &SiteFrame,
) -> String {
    let points: Vec<HistoryPoint<'_>> = runs.iter().flat_map(|run| points(language, run)).collect();
    let plots = plots(language, &points);
    let charts: Vec<Value> = plots.iter().cloned().map(Plot::json).collect();
    let title = site::history_of(language, target);
    let page = html! {
        (DOCTYPE)
        html lang=(language.code()) data-expected=(charts.len()) {
            (head(&policy(), &format!("{title} - Plimsoll"), html! {}, ""))
            body {
                a.skip href="#main" { (site::skip(language)) }
                (masthead_of(language, &frame.links, ""))
                main #main {
                    section.verdict.plain aria-labelledby="answer" {
                        div { h1 #answer { (title) } p.reason { (counted(language, runs)) } }
                    }
                    noscript { p.hint { (page_text::no_script(language)) } }
                    p.hint #chart-trouble hidden { (page_text::no_charts(language)) }
                    @if !plots.is_empty() { section.role { div.charts { @for plot in &plots { (figure(language, plot)) } } } }
                    @if !points.is_empty() { section.role { (numbers(language, &points)) } }
                }
                (scripts(language, &charts, LIBRARY))
            }
        }
    };
    base::shown::escaped(&page.into_string()).into_owned()
}

fn counted(language: Language, runs: &[HistoryRun]) -> String {
    match runs {
        [] => text::no_runs(language).to_owned(),
        [one] => text::one_run(language, one.started_unix_s),
        [first, .., last] => {
            let count = runs.len() as u64;
            text::runs(language, count, first.started_unix_s, last.started_unix_s)
        }
    }
}

fn points(language: Language, run: &HistoryRun) -> Vec<HistoryPoint<'_>> {
    let subject = words::run_subject(language, &run.subject);
    let of_roles = run.findings.iter().map(|finding| HistoryPoint {
        run,
        series: (true, &run.subject, &finding.role),
        name: format!("{subject}: {}", finding.role),
        unit: words::rate_unit(language, finding.kind),
        rate: finding.load_line,
        mibps: finding.mibps,
        latency_ns: finding.latency_ns,
        quantile: finding.latency_limit.quantile,
    });
    let of_streams = run.streams.iter().map(|stream| HistoryPoint {
        run,
        series: (false, &run.subject, &stream.name),
        name: format!("{subject}: {}", stream.name),
        unit: words::rate_unit(language, RoleKind::Load),
        rate: Some(stream.iops),
        mibps: Some(stream.mibps.value),
        latency_ns: latency_ns(stream),
        quantile: QUANTILE,
    });
    of_roles.chain(of_streams).collect()
}

/// The slower p99 of reads and writes.
fn latency_ns(stream: &StreamSummary) -> Option<u64> {
    stream.read.total_ns(QUANTILE).max(stream.write.total_ns(QUANTILE))
}

fn plots(language: Language, points: &[HistoryPoint<'_>]) -> Vec<Plot> {
    type PlotValue = fn(&HistoryPoint<'_>) -> Option<Estimate>;
    let wanted: [(&str, &str, &str, PlotValue); 4] = [
        (
            page_text::carried(language),
            text::load_line_text(language),
            text::per_second(language),
            |point| point.rate.filter(|_| point.series.0),
        ),
        (text::job_rate(language), text::job_rate_text(language), "IOPS", |point| {
            point.rate.filter(|_| !point.series.0)
        }),
        (
            text::throughput(language),
            text::throughput_text(language),
            language.unit("MiB/s"),
            |point| point.mibps.map(Estimate::unknown),
        ),
        (
            text::latency(language),
            text::latency_text(language),
            text::head_latency(language),
            |point| point.latency_ns.map(|ns| Estimate::unknown(ns as f64 / 1e6)),
        ),
    ];
    let mut all = wanted.map(|(title, text, unit, value)| {
        plot(language, Plot::new(title, text, "", unit), points, value)
    });
    (all[3].y.zero, all[3].y.log, all[3].y.times) = (false, true, true);
    let mut shown: Vec<Plot> = all.into_iter().filter(|plot| !plot.series.is_empty()).collect();
    for (number, plot) in shown.iter_mut().enumerate() {
        plot.id = format!("history-{number}");
        plot.wide = true;
    }
    shown
}

/// One chart with a line for each role or stream.
fn plot(
    language: Language,
    mut plot: Plot,
    points: &[HistoryPoint<'_>],
    value: impl Fn(&HistoryPoint<'_>) -> Option<Estimate>,
) -> Plot {
    (plot.x.dates, plot.y.zero) = (true, true);
    let mut first: Vec<&HistoryPoint<'_>> = Vec::new();
    for point in points.iter().filter(|point| value(point).is_some()) {
        if !first.iter().any(|known| known.series == point.series) {
            first.push(point);
        }
    }
    for (number, first) in first.into_iter().enumerate() {
        let mut series = PlotSeries::joined(&first.name);
        (series.tone, series.legend) = (number.to_string(), true);
        for point in points.iter().filter(|point| point.series == first.series) {
            if let Some(value) = value(point) {
                let at_ms = point.run.started_unix_s as f64 * 1e3;
                series.put(at_ms, &value, hover(language, point), &number.to_string());
            }
        }
        plot.series.push(series);
    }
    plot
}

fn hover(language: Language, point: &HistoryPoint<'_>) -> String {
    let cells = cells(language, point);
    let run = text::run(language, &cells[0], &cells[1]);
    let mibps = language.unit("MiB/s");
    format!("{run}\n{}\n{}, {} {mibps}\n{} {}", cells[3], cells[4], cells[5], cells[7], cells[6])
}

fn numbers(language: Language, points: &[HistoryPoint<'_>]) -> Markup {
    let heads = [
        text::head_run(language),
        text::head_started(language),
        text::head_kind(language),
        text::head_subject(language),
        text::head_rate(language),
        language.unit("MiB/s"),
        text::head_latency(language),
        text::head_percentile(language),
    ];
    let rows: Vec<Vec<String>> = points.iter().rev().map(|point| cells(language, point)).collect();
    table::table(text::table(language), &heads, &rows, &[3])
}

fn cells(language: Language, point: &HistoryPoint<'_>) -> Vec<String> {
    let dash = || "-".to_owned();
    vec![
        point.run.run.to_string(),
        language.moment(point.run.started_unix_s),
        point.run.kind.to_string(),
        point.name.clone(),
        point.rate.map_or_else(dash, |rate| words::estimate(language, &rate, point.unit)),
        point.mibps.map_or_else(dash, |mibps| language.number(mibps)),
        point.latency_ns.map_or_else(dash, |ns| language.latency(ns as f64)),
        language.quantile(point.quantile),
    ]
}
