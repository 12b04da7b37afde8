//! The page of a run in progress: its activity, progress, rates and latencies, and a latency heat map that moves.
//!
//! Returns the page, and the parts of it that change, from the state of the run as another process sees it and the time. The
//! script of the report draws the chart.

use super::chart::{TimeChart, TrialCourse, joined, safe_text};
use super::page::{LIBRARY, live_policy};
use super::page::{head, masthead_of, scripts};
use super::{LIVE_SCRIPT, SiteFrame, heat_map, table};
use crate::Language;
use crate::catalogue::{live as text, page as page_text};
use crate::words;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use record::RunKind;
use record::live::{LiveRun, LiveTrial, RunProgress};
use serde_json::{Value, json};
use summary::{Interval, IntervalDirection};

/// The number of intervals of each stream on the page.
pub const LIVE_INTERVALS: usize = 120;
/// A run that has written nothing for this long may have been killed.
const SILENCE_S_MAX: i64 = 30;
/// The interval at which the page is reloaded without JavaScript, in seconds.
const RELOAD_EACH_S: u16 = 10;

/// The whole page. `events` is the address of the server-sent events with its changes.
pub fn live_page(
    language: Language,
    run: &LiveRun,
    now_unix_s: i64,
    frame: &SiteFrame,
    events: &str,
) -> String {
    let subject = words::run_subject(language, &run.subject);
    let title = |of: fn(Language, &str, &str) -> String| {
        format!("{} - Plimsoll", of(language, &subject, &run.target))
    };
    let started = text::started(language, run.started_unix_s);
    let reload = html! { noscript { meta http-equiv="refresh" content=(RELOAD_EACH_S); } };
    let page = html! {
        (DOCTYPE)
        html lang=(language.code()) data-expected="1" data-events=(events) data-title-ended=(title(text::title_ended)) {
            (head(&live_policy(), &title(text::title), reload, ""))
            body {
                a.skip href="#main" { (text::skip(language)) }
                (masthead_of(language, &frame.links, &started))
                main #main {
                    p.hint role="status" #ended hidden { b { (text::ended(language)) } " " a href=(format!("/runs/{}", run.run)) { (text::open_report(language)) } }
                    div #live { (parts(language, run, now_unix_s)) }
                    @if let Some(below) = &frame.below { (below) }
                    section aria-label=(page_text::course_title(language)) {
                        figure.time {
                            figcaption { h3 { (page_text::course_title(language)) } p { (time_text(language, run)) } }
                            div.chart #live-time role="img" aria-label=(text::chart_label(language)) {}
                        }
                    }
                    noscript { p.hint { (text::no_script(language, RELOAD_EACH_S.into())) } }
                    p.hint #chart-trouble hidden { (text::no_chart(language)) }
                    p.hint #link-trouble hidden { (text::connection_lost(language)) }
                }
                (scripts(language, &charts(language, run), LIBRARY))
                script { (PreEscaped(LIVE_SCRIPT)) }
            }
        }
    };
    base::shown::escaped(&page.into_string()).into_owned()
}

/// The changes for the script of the page: its parts as HTML, and the data of its chart.
pub fn live_event(language: Language, run: &LiveRun, now_unix_s: i64) -> String {
    let parts = parts(language, run, now_unix_s).into_string();
    let html = json!(base::shown::escaped(&parts));
    format!("{{\"html\":{html},\"charts\":{}}}", safe_text(&json!(charts(language, run))))
}

/// The parts that change, as HTML.
fn parts(language: Language, run: &LiveRun, now_unix_s: i64) -> Markup {
    let subject = words::run_subject(language, &run.subject);
    let silent_s = run.progress.map(|progress| now_unix_s - progress.written_unix_s);
    html! {
        section.verdict.note aria-labelledby="answer" {
            div.symbol aria-hidden="true" { "\u{25b6}" }
            div.grow {
                h1 #answer {
                    span.word { (text::running(language)) }
                    span.what { (text::what(language, &described(run, &subject))) }
                }
                p.reason { (doing(language, run)) }
                @if let Some(progress) = &run.progress { (bar(language, progress)) }
                @if let Some(silent_s) = silent_s.filter(|silent| *silent > SILENCE_S_MAX) {
                    p.state { (text::silent(language, silent_s as f64)) }
                }
            }
        }
        @if let Some(trial) = run.trials.last().filter(|trial| has_intervals(trial)) {
            section aria-labelledby="now" {
                h2 #now { (newest(language, run)) }
                (figures(language, trial))
            }
        }
        (heat_map::section(language, run))
    }
}

fn described<'a>(run: &'a LiveRun, subject: &'a str) -> text::What<'a> {
    text::What { kind: run.kind.name(), subject, target: &run.target }
}

fn has_intervals(trial: &LiveTrial) -> bool {
    trial.streams.iter().any(|stream| !stream.intervals.is_empty())
}

fn doing(language: Language, run: &LiveRun) -> String {
    let Some(trial) = run.trials.last() else { return text::preparing(language).to_owned() };
    if run.kind == RunKind::Soak {
        return text::offered(language, trial.rate_iops.unwrap_or(0.0));
    }
    let mut doing = mark(language, trial);
    if trial.depth > 0 {
        doing = text::depth(language, &doing, trial.depth.into());
    }
    if run.points > 0 {
        doing = text::point(language, run.points + 1, &doing);
    }
    doing
}

fn mark(language: Language, trial: &LiveTrial) -> String {
    let purpose = words::purpose(language, &trial.purpose);
    let offered = match trial.rate_iops {
        Some(rate_iops) => text::at_rate(language, &purpose, rate_iops),
        None => purpose,
    };
    match &*trial.role {
        "" => offered,
        role => text::of_role(language, role, &offered),
    }
}

fn newest(language: Language, run: &LiveRun) -> &'static str {
    match run.kind {
        RunKind::Soak => text::newest_minute(language),
        _ => text::newest_interval(language),
    }
}

fn time_text(language: Language, run: &LiveRun) -> String {
    match run.kind {
        RunKind::Soak => text::time_text_minutes(language, LIVE_INTERVALS as u64),
        _ => text::time_text(language, LIVE_INTERVALS as u64),
    }
}

fn bar(language: Language, progress: &RunProgress) -> Markup {
    let Some(share) = progress.share.filter(|share| share.is_finite()) else { return html! {} };
    let percent = (share * 100.0).clamp(0.0, 100.0);
    let left = progress.left_s.filter(|left| left.is_finite()).map(|left_s| {
        let most_s = progress.left_max_s.unwrap_or(left_s).max(left_s);
        match words::margin(left_s.max(0.0).ceil(), most_s.ceil()) {
            Some([middle, half, unit]) => {
                let [middle, half] = [middle, half].map(|digits| language.digits(&digits));
                let unit = language.unit(&unit);
                text::left_about(language, &text::LeftAbout { middle: &middle, half: &half, unit })
            }
            None => text::left(language, left_s.max(0.0).ceil()),
        }
    });
    html! {
        div.meter {
            div.words { span { (text::done(language, percent / 100.0)) } span { (left.unwrap_or_default()) } }
            div.track role="progressbar" aria-label=(text::progress(language)) aria-valuemin="0" aria-valuemax="100" aria-valuenow=(format!("{percent:.0}")) {
                div.fill style=(format!("width:{percent:.1}%")) {}
            }
        }
    }
}

fn figures(language: Language, trial: &LiveTrial) -> Markup {
    let rows: Vec<Vec<String>> = trial
        .streams
        .iter()
        .filter_map(|stream| Some((stream, stream.intervals.last()?)))
        .map(|(stream, interval)| row(language, &stream.name, interval))
        .collect();
    let heads = [
        page_text::stream(language),
        "IOPS",
        language.unit("MiB/s"),
        "p50",
        "p99",
        "p99.9",
        page_text::max(language),
        page_text::errors(language),
    ];
    table::table(text::table(language), &heads, &rows, &[])
}

fn row(language: Language, name: &str, interval: &Interval) -> Vec<String> {
    let point = interval.point();
    let all = [&interval.read, &interval.write, &interval.flush];
    let of = |value: fn(&IntervalDirection) -> u64| {
        let slower = all[..2].iter().map(|one| value(one)).max().unwrap_or(0);
        language.latency_or_dash(slower as f64)
    };
    let name =
        if interval.warm_up { text::stream_warm_up(language, name) } else { name.to_owned() };
    vec![
        name,
        language.number(point.iops),
        language.number(point.mibps),
        language.latency_or_dash(point.p50_ns as f64),
        of(|one| one.p99_ns),
        of(|one| one.p999_ns),
        of(|one| one.max_ns),
        language.count(all.iter().map(|one| one.errors).sum()),
    ]
}

/// The data of the chart; the window ends with the newest interval.
fn charts(language: Language, run: &LiveRun) -> Vec<Value> {
    let trials = run.trials.iter().map(|trial| TrialCourse {
        mark: mark(language, trial),
        streams: trial
            .streams
            .iter()
            .map(|stream| (&*stream.name, stream.intervals.iter().map(Interval::point).collect()))
            .collect(),
    });
    let (courses, marks) = joined(trials);
    let first = courses.iter().flat_map(|course| course.points.first()).map(|point| point.at_s);
    let from_s = first.reduce(f64::min).unwrap_or(0.0);
    let mut chart = TimeChart::of("live-time", &courses, &marks);
    chart.from = Some(from_s);
    vec![json!(chart)]
}
