//! The comparison of two results as part of a page: the statement, the conditions that differ, and every number.
//!
//! The texts are those of the terminal.

use super::stages::mark;
use super::table::{table, toned};
use crate::catalogue::diff as text;
use crate::comparison::{headline, meaning, ratio, value, warning_line};
use crate::language::Language;
use crate::studies::Tone;
use crate::words::diff as diff_words;
use crate::words::figure::rate_word;
use advise::diff::{Answer, Change, Diff};
use maud::{Markup, html};

/// The comparison of two results; `names` are the names of the two.
pub fn comparison(language: Language, diff: &Diff, names: [&str; 2]) -> Markup {
    let (class, symbol) = mark(match diff.answer {
        Answer::Same | Answer::NoWorse => Tone::Good,
        Answer::Worse => Tone::Bad,
        Answer::CannotTell => Tone::Unsure,
    });
    let conditions = diff.conditions.iter().map(|condition| {
        let [a, b] = diff_words::condition_values(language, condition);
        vec![text::name_text(language, &condition.what), a, b]
    });
    let conditions: Vec<Vec<String>> = conditions.collect();
    let overall = diff.overall.iter().chain(&diff.overall_latency);
    let rows = overall.chain(&diff.rows).map(|row| {
        let (class, _) = mark(tone(row.change));
        let name = if row.group.is_empty() {
            diff_words::quantity(language, &row.what)
        } else {
            format!("{}: {}", row.group, diff_words::quantity(language, &row.what))
        };
        let cells = [
            name,
            value(language, row, &row.a),
            value(language, row, &row.b),
            rate_word(language, row.unit),
            ratio(language, &row.ratio),
        ];
        (cells.into_iter().chain([meaning(language, row).to_owned()]).collect(), class)
    });
    let rows: Vec<(Vec<String>, &str)> = rows.collect();
    let heads = [
        text::number(language),
        names[0],
        names[1],
        text::unit(language),
        text::change(language),
        text::meaning(language),
    ];
    let warnings = names.iter().zip(&diff.warnings);
    html! {
        section class=(format!("verdict {class}")) {
            div.symbol aria-hidden="true" { (symbol) }
            h2.word.sentence { (headline(language, diff, names)) }
        }
        @if diff.conditions.is_empty() {
            p.hint { (text::conditions_same(language)) }
        } @else {
            (table(text::conditions_differ(language), &[text::condition(language), names[0], names[1]], &conditions, &[1, 2]))
        }
        @for (name, warnings) in warnings {
            @if !warnings.is_empty() {
                h3 { (text::warnings_about(language, name)) }
                ul { @for warning in warnings { li { (warning_line(language, warning)) } } }
            }
        }
        @if !rows.is_empty() {
            (toned(text::every_number(language), &heads, &rows, &[5]))
        }
    }
}

fn tone(change: Change) -> Tone {
    match change {
        Change::Better => Tone::Good,
        Change::Worse => Tone::Bad,
        Change::CannotTell | Change::Forbidden => Tone::Unsure,
        Change::Same | Change::NotWorse | Change::ReportedOnly | Change::AtOtherLoads => {
            Tone::Plain
        }
    }
}
