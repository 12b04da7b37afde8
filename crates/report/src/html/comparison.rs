//! Two results beside each other as a part of a page: the statement, what was not the same, and every number.
//!
//! The words are those of the terminal and of the JSON.

use super::stages::mark;
use super::table::{table, toned};
use crate::comparison::{headline, meaning, ratio, value, warning_line};
use crate::studies::Tone;
use crate::words::diff as told;
use advise::diff::{Answer, Change, Diff};
use maud::{Markup, html};

/// What can be said of two results; `names` are theirs.
pub fn comparison(diff: &Diff, names: [&str; 2]) -> Markup {
    let (class, symbol) = mark(match diff.answer {
        Answer::Same | Answer::NoWorse => Tone::Good,
        Answer::Worse => Tone::Bad,
        Answer::CannotTell => Tone::Unsure,
    });
    let conditions = diff.conditions.iter().map(|condition| {
        let [a, b] = told::condition_values(condition);
        vec![told::condition_name(&condition.what), a, b]
    });
    let conditions: Vec<Vec<String>> = conditions.collect();
    let overall = diff.overall.iter().chain(&diff.overall_latency);
    let rows = overall.chain(&diff.rows).map(|row| {
        let (class, _) = mark(tone(row.change));
        let name = match row.group.is_empty() {
            true => told::quantity(&row.what),
            false => format!("{}: {}", row.group, told::quantity(&row.what)),
        };
        let cells =
            [name, value(row, &row.a), value(row, &row.b), row.unit.to_string(), ratio(&row.ratio)];
        (cells.into_iter().chain([meaning(row).to_owned()]).collect(), class)
    });
    let rows: Vec<(Vec<String>, &str)> = rows.collect();
    let warnings = names.iter().zip(&diff.warnings);
    html! {
        section class=(format!("verdict {class}")) {
            div.symbol aria-hidden="true" { (symbol) }
            h2.word.sentence { (headline(diff, names)) }
        }
        @if diff.conditions.is_empty() {
            p.hint { "All recorded conditions are the same: parameters, versions, facts of the machine." }
        } @else {
            (table("Conditions that differ", &["condition", names[0], names[1]], &conditions))
        }
        @for (name, warnings) in warnings {
            @if !warnings.is_empty() {
                h3 { "Warnings about " (name) }
                ul { @for warning in warnings { li { (warning_line(warning)) } } }
            }
        }
        @if !rows.is_empty() {
            (toned("Every number that both have", &["number", names[0], names[1], "unit", "change", "meaning"], &rows))
        }
    }
}

fn tone(change: Change) -> Tone {
    match change {
        Change::Better => Tone::Good,
        Change::Worse => Tone::Bad,
        Change::CannotTell => Tone::Unsure,
        Change::Same | Change::NotWorse | Change::Told => Tone::Plain,
    }
}
