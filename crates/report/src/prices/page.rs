//! The tables of prices as HTML.

use super::{PriceGroup, PricedLine, figures, heads, ratio, shown, text};
use crate::Language;
use crate::html::verdict_mark;
use crate::words;
use maud::{Markup, html};

/// A table for each role of each profile with one requirement, the best offer first. `unit` is that of a price.
pub fn price_tables(language: Language, lines: Vec<PricedLine>, unit: &str) -> Markup {
    let groups = PriceGroup::all(lines);
    html! {
        @for group in &groups { (table(language, group, unit)) }
        @if !groups.is_empty() { p.hint { (text::price_columns(language)) } }
    }
}

fn table(language: Language, group: &PriceGroup, unit: &str) -> Markup {
    let caption = group.caption(language);
    html! {
        section.role {
            h2 { (caption) }
            p.hint {
                (group.explanation(language, unit))
                @if let Some(base) = group.base().filter(|_| group.0.len() > 1) { " " (text::compared_with(language, &base.name)) }
            }
            div.scroll tabindex="0" role="region" aria-label=(caption) {
                table.runs.prices {
                    thead { tr {
                        @for head in heads(language, group) { th scope="col" { (head) } }
                        th scope="col" { (text::price_difference(language)) }
                        th scope="col" { (text::usable_ratio(language)) }
                        th scope="col" { (text::measured(language)) }
                    } }
                    tbody { @for line in &group.0 { (row(language, line, group.base())) } }
                }
            }
        }
    }
}

fn row(language: Language, line: &PricedLine, base: Option<&PricedLine>) -> Markup {
    html! {
        tr {
            th scope="row" { (line.name) }
            td { (verdict(language, line)) }
            @for cell in figures(language, line) { td { (cell) } }
            td { (shown(ratio(line, base, PricedLine::price), |ratio| percent_more(language, ratio))) }
            td { (shown(ratio(line, base, PricedLine::usable), |ratio| multiple(language, ratio))) }
            td { a href=(format!("/runs/{}", line.run)) { (text::run_link(language, &line.run.to_string())) } ", " (language.moment(line.started_unix_s)) }
        }
    }
}

/// The verdict, with the reason where that is not the check's.
fn verdict(language: Language, line: &PricedLine) -> Markup {
    let (class, symbol) = verdict_mark(line.verdict());
    html! {
        span class=(format!("badge {class}")) {
            span aria-hidden="true" { (symbol) } " " (words::verdict(language, line.verdict()))
        }
        @if let Some(most) = line.offered_below_required() {
            " " (text::offered_at_most(language, most))
        }
    }
}

fn multiple(language: Language, ratio: f64) -> String {
    match (ratio - 1.0).abs() < 0.005 {
        true => text::same(language).to_owned(),
        false => text::times(language, ratio),
    }
}

fn percent_more(language: Language, ratio: f64) -> String {
    match ratio - 1.0 {
        more if more.abs() < 0.0005 => text::same(language).to_owned(),
        more => format!("{more:+.0} %", more = more * 100.0),
    }
}
