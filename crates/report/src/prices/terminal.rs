//! The tables of prices on a terminal, and as one JSON document.

use super::{PriceGroup, PricedLine, figures, heads, ratio, text};
use crate::Language;
use crate::catalogue::site;
use crate::export::FORMAT;
use crate::studies::{Line, Rows, tone_of};
use crate::terminal::Style;
use crate::terminal::ink::{Page, Paint};
use crate::terminal::stages::{RowPlace, rows};
use crate::words;
use serde_json::{Value, json};
use summary::Estimate;

/// A table for each role of each profile with one requirement, the best offer first. `unit` is that of a price; `missing` are the storages
/// that have a price and no finished check, each with its target.
pub fn price_text(
    lines: Vec<PricedLine>,
    missing: &[(&str, &str)],
    unit: &str,
    style: &Style,
) -> String {
    let mut page = Page::new(style);
    let language = page.language();
    let groups = PriceGroup::all(lines);
    let explained = (!groups.is_empty()).then(|| text::price_columns(language));
    for group in groups {
        page.wrapped(Vec::new(), 2, Paint::Strong, &group.caption(language));
        rows(&mut page, &table(language, &group, unit), usize::MAX, RowPlace::Json);
        for line in &group.0 {
            if let Some(most) = line.offered_below_required() {
                let text = format!("{}: {}", line.name, text::offered_at_most(language, most));
                page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 4, Paint::Plain, &text);
            }
        }
        page.blank();
    }
    if let Some(text) = explained {
        page.wrapped(Vec::new(), 2, Paint::Quiet, text);
    }
    let without = missing.iter().map(|(name, target)| format!(" {name} ({target})."));
    if !missing.is_empty() {
        let text = format!("{}{}", site::without_check(language), without.collect::<String>());
        page.wrapped(Vec::new(), 2, Paint::Plain, &text);
    }
    page.text()
}

fn table(language: Language, group: &PriceGroup, unit: &str) -> Rows {
    let row = |line: &PricedLine| {
        let verdict = words::verdict(language, line.verdict()).to_owned();
        let mut cells = vec![line.name.clone(), verdict];
        cells.extend(figures(language, line));
        Line { cells, tone: tone_of(line.verdict()), share: f64::NAN }
    };
    Rows {
        caption: group.explanation(language, unit),
        heads: heads(language, group).into_iter().map(str::to_owned).collect(),
        rows: group.0.iter().map(row).collect(),
        words: vec![1],
        spare: Vec::new(),
    }
}

/// The same as one JSON document.
pub fn price_json(lines: Vec<PricedLine>, missing: &[(&str, &str)], unit: &str) -> String {
    let groups = PriceGroup::all(lines);
    let missing: Vec<Value> =
        missing.iter().map(|(name, target)| json!({ "name": name, "target": target })).collect();
    let text = json!({
        "format": FORMAT,
        "price_unit": unit,
        "tables": groups.iter().map(table_json).collect::<Vec<_>>(),
        "without_check": missing,
    });
    format!("{text:#}\n")
}

fn table_json(group: &PriceGroup) -> Value {
    let first = group.first();
    let base = group.base();
    let storage = |line: &PricedLine| {
        let estimate = |line: Estimate| json!({ "value": line.value, "low": line.low, "high": line.high, "confidence": line.confidence });
        json!({
            "name": line.name,
            "run": line.run,
            "verdict": line.verdict(),
            "load_line": line.line().map(estimate),
            "usable_rate": line.usable(),
            "head_room": line.head_room(),
            "price": line.price(),
            "price_per_1000": line.price_per_1000(),
            "price_ratio": ratio(line, base, PricedLine::price),
            "usable_ratio": ratio(line, base, PricedLine::usable),
            "offer_iops_max": line.offered_below_required(),
        })
    };
    json!({
        "profile": first.subject,
        "role": first.finding.role,
        "kind": first.finding.kind,
        "latency_limit": first.finding.latency_limit,
        "required_rate": first.required_rate,
        "compared_with": base.map(|line| &*line.name),
        "storages": group.0.iter().map(storage).collect::<Vec<_>>(),
    })
}
