//! The sections of a soak: its agreement, and for each role its course, a calendar of hours and its other findings.

use super::cards::ended;
use super::stages::{figure, mark};
use crate::catalogue::{chart, history, soak as text};
use crate::html::stages::plot::{Plot, PlotSeries};
use crate::language::Language;
use crate::studies::Tone;
use crate::words;
use base::clock;
use maud::{Markup, html};
use record::Record;
use record::soak::{
    BrokenTime, ChangeKind, ClauseFinding, CoursePart, SlaVerdict, SoakFinding, SoakHour,
    SoakRecord, SoakRoleFinding, SoakSetup,
};
use serde_json::Value;
use summary::Estimate;
use workload::SlaMetric;

const HOUR_S: i64 = 3_600;
const DAY_S: i64 = 86_400;
/// The smallest range of latencies, as a logarithm of their ratio, that spans all colours: a factor of two. Smaller ranges are
/// chance in most storages.
const FULL_HEAT: f64 = std::f64::consts::LN_2;
/// The weekday of 1 January 1970, counted from Monday.
const FIRST_WEEKDAY: i64 = 3;

pub(super) fn verdict(language: Language, record: &Record, soak: &SoakRecord) -> Markup {
    let worst = soak.finding.as_ref().and_then(|finding| SlaVerdict::worst(&finding.clauses));
    let (class, symbol) = mark(worst.map_or(Tone::Plain, tone));
    html! {
        section class=(format!("verdict {class}")) aria-labelledby="answer" {
            div.symbol aria-hidden="true" { (symbol) }
            div {
                h1 #answer {
                    span.word { (words::soak_verdict(language, soak)) }
                    span.what { b { (record.target) } ", " (words::soak_course(language, record, soak)) }
                }
                p.reason { (text::offered(language, &words::soak_load(language, soak))) }
                (ended(language, record))
            }
        }
    }
}

fn tone(verdict: SlaVerdict) -> Tone {
    match verdict {
        SlaVerdict::Met => Tone::Good,
        SlaVerdict::NotMet => Tone::Bad,
        SlaVerdict::CannotTell => Tone::Unsure,
    }
}

/// The agreement, each role, and what applies to all of them; with the data of the charts.
pub(super) fn sections(
    language: Language,
    record: &Record,
    soak: &SoakRecord,
) -> (Markup, Vec<Value>) {
    let Some(finding) = &soak.finding else { return (html! {}, Vec::new()) };
    let notes = words::soak_notes(language, finding);
    let plots: Vec<Vec<Plot>> = (0..finding.roles.len())
        .map(|index| plots(language, &soak.setup, finding, index))
        .collect();
    let offset_s = i64::from(soak.setup.utc_offset_s);
    let sections = html! {
        @if !finding.clauses.is_empty() { (agreement(language, record, soak, finding)) }
        @for (role, plots) in finding.roles.iter().zip(&plots) { (self::role(language, role, plots, offset_s)) }
        @if !notes.is_empty() {
            section.role {
                h2 { (text::notes(language)) }
                ul { @for note in &notes { li { (note) } } }
            }
        }
    };
    (sections, plots.into_iter().flatten().map(Plot::json).collect())
}

fn agreement(
    language: Language,
    record: &Record,
    soak: &SoakRecord,
    finding: &SoakFinding,
) -> Markup {
    html! {
        section.role {
            h2 { (text::agreement(language)) }
            @for one in &finding.clauses {
                @let (class, symbol) = mark(tone(one.verdict));
                h3 { span class=(class) { (symbol) " " (words::sla_verdict(language, one.verdict)) } "  " (one.role) ": " (words::clause(language, &one.clause)) }
                p { (words::clause_finding(language, finding, one, words::is_over(record))) }
                @let broken = words::broken_times(language, one);
                @if !broken.is_empty() { ul { @for line in &broken { li { (line) } } } }
            }
            @if soak.setup.window_s.is_some() { p.small { (text::windows(language)) } }
        }
    }
}

fn role(language: Language, role: &SoakRoleFinding, plots: &[Plot], offset_s: i64) -> Markup {
    html! {
        section.role {
            h2 { (words::soak_role_head(language, role)) }
            ul { @for line in words::soak_role(language, role) { li { (line) } } }
            div.charts { @for plot in plots { (figure(language, plot)) } }
            @if !role.calendar.is_empty() { (days(language, &role.calendar, offset_s)) }
        }
    }
}

/// A table of days and hours; a stronger colour is a higher latency.
fn days(language: Language, hours: &[SoakHour], offset_s: i64) -> Markup {
    let p99 = |hour: &SoakHour| (hour.p99_ns.max(1) as f64).ln();
    let low = hours.iter().map(p99).fold(f64::INFINITY, f64::min);
    let high = hours.iter().map(p99).fold(f64::NEG_INFINITY, f64::max);
    let day = |hour: &SoakHour| (hour.start_unix_s + offset_s).div_euclid(DAY_S);
    let at = |hour: &SoakHour| (hour.start_unix_s + offset_s).rem_euclid(DAY_S) / HOUR_S;
    let heat = |hour: &SoakHour| {
        let share = (p99(hour) - low) / (high - low).max(FULL_HEAT);
        format!("--heat:{share:.2}")
    };
    html! {
        div.heats {
            h3 { (text::calendar(language)) }
            p.small { (text::calendar_text(language)) }
            div.scroll tabindex="0" role="region" aria-label=(text::calendar(language)) { table.heat {
                thead { tr { th { (text::day(language)) } @for hour in 0..24 { th { (hour) } } } }
                tbody {
                    @for row in hours.chunk_by(|a, b| day(a) == day(b)) {
                        tr {
                            th { (date(language, day(&row[0]))) }
                            @for slot in 0..24 {
                                @match row.iter().find(|hour| at(hour) == slot) {
                                    Some(hour) => td.cell style=(heat(hour)) { (language.number(hour.p99_ns as f64 / 1e6)) },
                                    None => td {},
                                }
                            }
                        }
                    }
                }
            } }
        }
    }
}

/// A day such as `Mon 12-01`.
fn date(language: Language, day: i64) -> String {
    let moment = clock::utc(day * DAY_S);
    let (_, weekday) = words::weekdays_of(language)[(day + FIRST_WEEKDAY).rem_euclid(7) as usize];
    let (month, day) = (u8::from(moment.month()), moment.day());
    match language {
        Language::En => format!("{weekday} {month:02}-{day:02}"),
        Language::Ru | Language::De => format!("{weekday} {day:02}.{month:02}."),
    }
}

type PartValue = fn(&CoursePart) -> f64;

/// The charts of the role with this number; none before its first minute.
fn plots(language: Language, setup: &SoakSetup, finding: &SoakFinding, index: usize) -> Vec<Plot> {
    let role = &finding.roles[index];
    if role.course.is_empty() {
        return Vec::new();
    }
    let clauses = || finding.clauses.iter().filter(|clause| clause.role == role.role);
    let mut plots = vec![
        rate(language, role, clauses(), setup.roles[index].rate_iops),
        latency(language, role, clauses()),
    ];
    for (number, plot) in plots.iter_mut().enumerate() {
        plot.id = format!("soak-{index}-{number}");
        (plot.wide, plot.x.dates) = (true, true);
        shade(language, plot, &role.course);
    }
    plots
}

fn rate<'a>(
    language: Language,
    role: &SoakRoleFinding,
    clauses: impl Iterator<Item = &'a ClauseFinding>,
    offered_iops: f64,
) -> Plot {
    let (title, about) = (text::rate_course(language), text::rate_course_text(language));
    let mut plot = Plot::new(title, about, "UTC", history::per_second(language));
    plot.y.zero = true;
    let done = chart::done(language);
    plot.series.push(line(language, role, done, "3", |part| part.figures.iops));
    let offered = PlotSeries::line(chart::offered(language), "soft", "dot");
    plot.series.push(level(role, offered, offered_iops));
    for clause in clauses {
        let SlaMetric::Iops { min } = clause.clause.metric else { continue };
        plot.series.push(limit(language, role, clause, min));
        cross(language, &mut plot, role, clause, |time| time.worst.unwrap_or(0.0));
    }
    plot
}

fn latency<'a>(
    language: Language,
    role: &SoakRoleFinding,
    clauses: impl Iterator<Item = &'a ClauseFinding>,
) -> Plot {
    let (title, about) = (text::latency_course(language), text::latency_course_text(language));
    let mut plot = Plot::new(title, about, "UTC", chart::latency(language));
    (plot.y.log, plot.y.times) = (true, true);
    let slowest: PartValue = |part| part.figures.p99_ns_max as f64 / 1e6;
    if role.course.iter().any(|part| part.figures.minutes > 1) {
        plot.series.push(line(language, role, text::slowest_minute(language), "1", slowest));
        let usual: PartValue = |part| part.figures.p99_ns as f64 / 1e6;
        plot.series.push(line(language, role, text::usual_minute(language), "0", usual));
    } else {
        plot.series.push(line(language, role, "p99", "0", slowest));
    }
    let top_ms = role.course.iter().map(slowest).fold(0.0, f64::max);
    for clause in clauses {
        let (SlaMetric::Latency { limit_ns, .. } | SlaMetric::MeanLatency { limit_ns }) =
            clause.clause.metric
        else {
            continue;
        };
        let limit_ms = limit_ns.0 as f64 / 1e6;
        plot.series.push(limit(language, role, clause, limit_ms));
        // Where nothing completed, the latency is above all others.
        let worst_ms = |time: &BrokenTime| time.worst.map_or(top_ms.max(limit_ms), |ns| ns / 1e6);
        cross(language, &mut plot, role, clause, worst_ms);
    }
    let levels = || role.changes.iter().filter(|change| change.kind == ChangeKind::Level);
    explain(&mut plot, levels().next().is_some(), text::course_changes(language));
    for change in levels() {
        let percent = (change.after / change.before - 1.0) * 100.0;
        let word = format!("{percent:+.0}");
        plot.upright(ms(change.at_unix_s), None, &language.percent_sign(&word), "unsure");
    }
    plot
}

fn limit(
    language: Language,
    role: &SoakRoleFinding,
    clause: &ClauseFinding,
    limit: f64,
) -> PlotSeries {
    let name = words::sla_metric(language, clause.clause.metric);
    level(role, PlotSeries::line(&name, "bad", "dash"), limit)
}

/// A level line over the whole course.
fn level(role: &SoakRoleFinding, mut line: PlotSeries, value: f64) -> PlotSeries {
    let ends = role.course.first().zip(role.course.last());
    for at_unix_s in ends.iter().flat_map(|(first, last)| [first.from_unix_s, last.until_unix_s]) {
        line.through(ms(at_unix_s), value);
    }
    line
}

/// A line through the parts, broken where nothing ran.
fn line(
    language: Language,
    role: &SoakRoleFinding,
    name: &str,
    tone: &str,
    value: PartValue,
) -> PlotSeries {
    // A line through one point is not seen.
    let mut series = match role.course.len() {
        1 => PlotSeries::points(name),
        _ => PlotSeries::line(name, tone, "solid"),
    };
    (series.tone, series.legend) = (tone.to_owned(), true);
    let mut until_unix_s = None;
    for part in &role.course {
        if until_unix_s.is_some_and(|until_unix_s| until_unix_s < part.from_unix_s) {
            series.put(middle_ms(part), &Estimate::unknown(f64::NAN), String::new(), tone);
        }
        until_unix_s = Some(part.until_unix_s);
        let figures = &part.figures;
        let rate = text::role(language, &role.role, figures.iops);
        let (usual, slowest) = (figures.p99_ns as f64, figures.p99_ns_max as f64);
        let latency = text::minute_p99(language, usual, slowest);
        let hover = format!("{}\n{rate}\n{latency}", language.moment(part.from_unix_s));
        series.put(middle_ms(part), &Estimate::unknown(value(part)), hover, tone);
    }
    series
}

/// Adds how to read a mark, if the chart has one.
fn explain(plot: &mut Plot, has: bool, text: &str) {
    if has && !plot.text.contains(text) {
        plot.text += &format!(" {text}");
    }
}

/// Adds a cross for each time in which a clause was not met, or a band where it is longer than a part of the course.
fn cross(
    language: Language,
    plot: &mut Plot,
    role: &SoakRoleFinding,
    clause: &ClauseFinding,
    value: impl Fn(&BrokenTime) -> f64,
) {
    let part_s = role.course[0].until_unix_s - role.course[0].from_unix_s;
    let is_long = |time: &&BrokenTime| time.until_unix_s - time.from_unix_s > part_s;
    let (long, short): (Vec<&BrokenTime>, Vec<&BrokenTime>) =
        clause.broken_times.iter().partition(is_long);
    explain(plot, !clause.broken_times.is_empty(), text::course_not_met(language));
    long.iter().for_each(|time| plot.shade(ms(time.from_unix_s), ms(time.until_unix_s), "bad"));
    if short.is_empty() {
        return;
    }
    let mut series = PlotSeries::points(text::not_met_mark(language));
    series.legend = true;
    series.tone = "bad".to_owned();
    for time in short {
        let at_ms = (ms(time.from_unix_s) + ms(time.until_unix_s)) / 2.0;
        let hover = words::broken_time(language, clause.clause.metric, time);
        series.put(at_ms, &Estimate::unknown(value(time)), hover, "bad");
    }
    plot.series.push(series);
}

/// Shades the parts with minutes that do not count; neighbours are one band.
fn shade(language: Language, plot: &mut Plot, course: &[CoursePart]) {
    let any = course.iter().any(|part| part.excluded > 0);
    explain(plot, any, text::course_excluded(language));
    let joined = |a: &CoursePart, b: &CoursePart| {
        (a.excluded > 0) == (b.excluded > 0) && a.until_unix_s == b.from_unix_s
    };
    for parts in course.chunk_by(joined).filter(|parts| parts[0].excluded > 0) {
        plot.shade(ms(parts[0].from_unix_s), ms(parts[parts.len() - 1].until_unix_s), "soft");
    }
}

fn middle_ms(part: &CoursePart) -> f64 {
    (ms(part.from_unix_s) + ms(part.until_unix_s)) / 2.0
}

/// Milliseconds since 1970, as the axis takes them.
fn ms(unix_s: i64) -> f64 {
    unix_s as f64 * 1e3
}
