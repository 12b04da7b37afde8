//! The sections of a soak: its agreement, a calendar of hours for each role, what else it showed.

use super::cards::fine;
use super::stages::mark;
use crate::studies::Tone;
use crate::words;
use base::calendar;
use maud::{Markup, html};
use record::Record;
use record::soak::{SlaVerdict, SoakFinding, SoakHour, SoakRecord, SoakRoleFinding};

const HOUR_S: i64 = 3_600;
const DAY_S: i64 = 86_400;
/// The least ratio of two latencies, as a logarithm, that is shown from no colour to the full one: twofold. Smaller ones
/// are chance in most storages.
const FULL_HEAT: f64 = std::f64::consts::LN_2;
const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

/// The answer in one band.
pub(super) fn verdict(record: &Record, soak: &SoakRecord) -> Markup {
    let verdicts = soak.finding.iter().flat_map(|finding| &finding.clauses);
    let verdicts: Vec<SlaVerdict> = verdicts.map(|clause| clause.verdict).collect();
    let worst = [SlaVerdict::NotMet, SlaVerdict::CannotTell, SlaVerdict::Met];
    let worst = worst.into_iter().find(|verdict| verdicts.contains(verdict));
    let (class, symbol) = mark(worst.map_or(Tone::Plain, tone));
    html! {
        section class=(format!("verdict {class}")) aria-labelledby="answer" {
            div.symbol aria-hidden="true" { (symbol) }
            div {
                h1 #answer {
                    span.word { (worst.map_or("SOAK", words::sla_verdict)) }
                    span.what { b { (record.target) } ", " (words::duration(record.seconds)) " of " (words::duration(soak.setup.planned_s as f64)) }
                }
                p.reason { "Offered: " (words::soak_load(soak)) }
                @if let Some(state) = words::state(record.state) {
                    p.state { "This run was " (state) "; what was seen is shown." }
                }
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

/// The agreement, each role, and what holds for all.
pub(super) fn sections(soak: &SoakRecord) -> Markup {
    let Some(finding) = &soak.finding else { return html! {} };
    let notes = words::soak_notes(finding);
    html! {
        @if !finding.clauses.is_empty() { (agreement(soak, finding)) }
        @for role in &finding.roles { (self::role(role, i64::from(soak.setup.utc_offset_s))) }
        @if !notes.is_empty() {
            section.role {
                h2 { "Stalls, gaps, and what does not count" }
                ul { @for note in &notes { li { (fine(note)) } } }
            }
        }
    }
}

fn agreement(soak: &SoakRecord, finding: &SoakFinding) -> Markup {
    html! {
        section.role {
            h2 { "The agreement" }
            @for one in &finding.clauses {
                @let (class, symbol) = mark(tone(one.verdict));
                h3 { span class=(class) { (symbol) " " (words::sla_verdict(one.verdict)) } "  " (one.role) ": " (fine(&words::clause(&one.clause))) }
                p { (fine(&words::clause_finding(one))) }
            }
            @if soak.setup.window_s.is_some() { p.small { "Load ran in windows; the time between them does not count." } }
        }
    }
}

fn role(role: &SoakRoleFinding, offset_s: i64) -> Markup {
    html! {
        section.role {
            h2 { (role.role) ": " (words::number(role.iops)) " per second" }
            ul { @for line in words::soak_role(role) { li { (fine(&line)) } } }
            @if !role.calendar.is_empty() { (days(&role.calendar, offset_s)) }
        }
    }
}

/// A table of days and hours, the stronger the colour the higher the latency.
fn days(hours: &[SoakHour], offset_s: i64) -> Markup {
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
            h3 { "p99 by day and hour" }
            p.small { "The median over the minutes of each hour, in milliseconds; the stronger the colour, the slower. An empty field was not measured." }
            div.scroll tabindex="0" role="region" aria-label="p99 by day and hour" { table.heat {
                thead { tr { th { "day" } @for hour in 0..24 { th { (hour) } } } }
                tbody {
                    @for row in hours.chunk_by(|a, b| day(a) == day(b)) {
                        tr {
                            th { (date(day(&row[0]))) }
                            @for slot in 0..24 {
                                @match row.iter().find(|hour| at(hour) == slot) {
                                    Some(hour) => td.cell style=(heat(hour)) { (words::number(hour.p99_ns as f64 / 1e6)) },
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
fn date(day: i64) -> String {
    let moment = calendar::utc(day * DAY_S);
    let weekday = WEEKDAYS[day.rem_euclid(7) as usize];
    format!("{weekday} {:02}-{:02}", u8::from(moment.month()), moment.day())
}
