//! The sections of a soak: its agreement, and for each role its course, a calendar of hours and its other findings.

mod course;

use super::cards::ended;
use super::stages::plot::Plot;
use super::stages::{figure, mark};
use crate::catalogue::soak as text;
use crate::language::Language;
use crate::studies::Tone;
use crate::words;
use base::clock;
use maud::{Markup, html};
use record::Record;
use record::soak::{SlaVerdict, SoakFinding, SoakHour, SoakRecord, SoakRoleFinding};
use serde_json::Value;

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
        .map(|index| course::plots(language, &soak.setup, finding, index))
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
