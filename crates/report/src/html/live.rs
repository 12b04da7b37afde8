//! The page of a run under way: what it does, how far it is, its rates and latencies, and a latency heat map that moves.
//!
//! Takes what another process sees of the run and the time; gives the page, and the parts of it that change. The chart is that of the
//! report, drawn by the same script.

use super::chart::{TrialCourse, joined, safe_text, time_chart};
use super::library::{LIBRARY, live_policy};
use super::page::{LOOK, masthead_of, scripts};
use super::{LIVE_SCRIPT, SiteFrame, heat_map, table};
use crate::Language;
use crate::words;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use record::RunKind;
use record::live::{LiveRun, LiveTrial, RunProgress};
use serde_json::{Value, json};
use summary::{Interval, IntervalDirection};

/// Intervals of each stream that the page shows.
pub const LIVE_INTERVALS: usize = 120;
/// A run that wrote nothing for so long may have been killed.
const SILENCE_S_MAX: i64 = 30;
/// How often the page is loaded again where there is no JavaScript, in seconds.
const RELOAD_EACH_S: u16 = 10;

/// The whole page. `events` is the address where its changes are sent.
pub fn live_page(run: &LiveRun, now_unix_s: i64, frame: &SiteFrame, events: &str) -> String {
    let title = format!("Running: {} on {}", run.subject, run.target);
    let page = html! {
        (DOCTYPE)
        html lang="en" data-expected="1" data-events=(events) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(live_policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                noscript { meta http-equiv="refresh" content=(RELOAD_EACH_S); }
                title { (title) " - Plimsoll" }
                style { (PreEscaped(LOOK)) }
            }
            body {
                a.skip href="#main" { "Skip to the figures" }
                (masthead_of(Language::En, &frame.links, &format!("started {}", words::moment(run.started_unix_s))))
                main #main {
                    p.hint role="status" #ended hidden { b { "The run has ended." } " " a href=(format!("/runs/{}", run.run)) { "Open its report" } }
                    div #live { (parts(run, now_unix_s)) }
                    @if let Some(below) = &frame.below { (below) }
                    section aria-label="Course over time" {
                        figure.time {
                            figcaption { h3 { "Course over time" } p { (course_text(run)) } }
                            div.chart #live-time role="img" aria-label="Rate and latency of the newest intervals. The newest figures are in the table above." {}
                        }
                    }
                    noscript { p.hint { "This page is loaded again every " (RELOAD_EACH_S) " s. Charts need JavaScript, which is off here." } }
                    p.hint #chart-trouble hidden { "The chart could not be drawn in this browser. The figures are in the table." }
                    p.hint #link-trouble hidden { "The connection to the server is lost; the page tries again by itself." }
                }
                (scripts(Language::En, &charts(run), LIBRARY))
                script { (PreEscaped(LIVE_SCRIPT)) }
            }
        }
    };
    base::shown::escaped(&page.into_string()).into_owned()
}

/// What has changed, for the script of the page: its parts as HTML, and the data of its chart.
pub fn live_event(run: &LiveRun, now_unix_s: i64) -> String {
    let parts = parts(run, now_unix_s).into_string();
    let html = json!(base::shown::escaped(&parts));
    format!("{{\"html\":{html},\"charts\":{}}}", safe_text(&json!(charts(run))))
}

/// What moves, as HTML.
fn parts(run: &LiveRun, now_unix_s: i64) -> Markup {
    let silent_s = run.progress.map(|progress| now_unix_s - progress.written_unix_s);
    html! {
        section.verdict.note aria-labelledby="answer" {
            div.symbol aria-hidden="true" { "\u{25b6}" }
            div.grow {
                h1 #answer {
                    span.word { "RUNNING" }
                    span.what { (run.kind) ", " b { (run.subject) } " on " b { (run.target) } }
                }
                p.reason { (doing(run)) }
                @if let Some(progress) = &run.progress { (bar(progress)) }
                @if let Some(silent_s) = silent_s.filter(|silent| *silent > SILENCE_S_MAX) {
                    p.state { "Nothing was stored for " (words::duration(silent_s as f64)) ". The run waits, prepares its target, or was killed." }
                }
            }
        }
        @if let Some(trial) = run.trials.last().filter(|trial| has_intervals(trial)) {
            section aria-labelledby="now" {
                h2 #now { (newest(run)) }
                (figures(trial))
            }
        }
        (heat_map::section(run))
    }
}

fn has_intervals(trial: &LiveTrial) -> bool {
    trial.streams.iter().any(|stream| !stream.intervals.is_empty())
}

/// What is being measured.
fn doing(run: &LiveRun) -> String {
    let Some(trial) = run.trials.last() else { return "preparing".to_owned() };
    if run.kind == RunKind::Soak {
        let rate = words::number(trial.rate_iops.unwrap_or(0.0));
        return format!("offered: {rate} operations per second");
    }
    let mut text = mark(trial);
    if trial.depth > 0 {
        text += &format!(", depth {}", trial.depth);
    }
    if run.points > 0 {
        text = format!("point {}: {text}", run.points + 1);
    }
    text
}

/// A trial in a few words.
fn mark(trial: &LiveTrial) -> String {
    let rate = trial.rate_iops.map(|rate| format!(" at {} per second", words::number(rate)));
    let role = if trial.role.is_empty() { String::new() } else { format!("{}: ", trial.role) };
    format!("{role}{}{}", trial.purpose, rate.unwrap_or_default())
}

fn newest(run: &LiveRun) -> &'static str {
    if run.kind == RunKind::Soak { "The newest minute" } else { "The newest interval" }
}

fn course_text(run: &LiveRun) -> String {
    let what = if run.kind == RunKind::Soak { "minutes" } else { "intervals" };
    format!(
        "Rate and latency of the newest {LIVE_INTERVALS} {what}. Grey is the warm-up, which does not count."
    )
}

/// How far it is, and the time that is left.
fn bar(progress: &RunProgress) -> Markup {
    let Some(share) = progress.share.filter(|share| share.is_finite()) else { return html! {} };
    let percent = (share * 100.0).clamp(0.0, 100.0);
    let left = progress.left_s.filter(|left| left.is_finite()).map(|left_s| {
        let most_s = progress.left_max_s.unwrap_or(left_s).max(left_s);
        match words::margin(left_s.max(0.0).ceil(), most_s.ceil()) {
            Some([middle, half, unit]) => format!("{middle} \u{b1} {half} {unit} left"),
            None => format!("{} left", words::duration(left_s.max(0.0).ceil())),
        }
    });
    html! {
        div.meter {
            div.words { span { (format!("{percent:.0} % done")) } span { (left.unwrap_or_default()) } }
            div.track role="progressbar" aria-label="Progress" aria-valuemin="0" aria-valuemax="100" aria-valuenow=(format!("{percent:.0}")) {
                div.fill style=(format!("width:{percent:.1}%")) {}
            }
        }
    }
}

/// The figures of the newest interval of each stream.
fn figures(trial: &LiveTrial) -> Markup {
    let rows: Vec<Vec<String>> = trial
        .streams
        .iter()
        .filter_map(|stream| Some((stream, stream.intervals.last()?)))
        .map(|(stream, interval)| row(&stream.name, interval))
        .collect();
    let heads = ["stream", "IOPS", "MiB/s", "p50", "p99", "p99.9", "max", "errors"];
    table::table("Rates and total latencies; of reads and writes the slower", &heads, &rows)
}

fn row(name: &str, interval: &Interval) -> Vec<String> {
    let point = interval.point();
    let all = [&interval.read, &interval.write, &interval.flush];
    let of = |value: fn(&IntervalDirection) -> u64| {
        let slower = all[..2].iter().map(|one| value(one)).max().unwrap_or(0);
        words::latency_or_dash(slower as f64)
    };
    let name = if interval.warm_up { format!("{name} (warm-up)") } else { name.to_owned() };
    vec![
        name,
        words::number(point.iops),
        words::number(point.mibps),
        words::latency_or_dash(point.p50_ns as f64),
        of(|one| one.p99_ns),
        of(|one| one.p999_ns),
        of(|one| one.max_ns),
        base::units::grouped(all.iter().map(|one| one.errors).sum()),
    ]
}

/// The data of the chart; the window moves with the newest interval.
fn charts(run: &LiveRun) -> Vec<Value> {
    let trials = run.trials.iter().map(|trial| TrialCourse {
        mark: mark(trial),
        streams: trial
            .streams
            .iter()
            .map(|stream| (&*stream.name, stream.intervals.iter().map(Interval::point).collect()))
            .collect(),
    });
    let (courses, marks) = joined(trials);
    let first = courses.iter().flat_map(|course| course.points.first()).map(|point| point.at_s);
    let mut chart = time_chart("live-time", &courses, &marks);
    chart["from"] = json!(first.reduce(f64::min).unwrap_or(0.0));
    vec![chart]
}
