//! Storages with prices: takes the newest load lines and what each storage costs, gives the table that compares them.
//!
//! A load line is the highest rate within the latency limit, so its price is the price of usable operations.

use crate::Language;
use crate::catalogue::history as text;
use crate::words;
use maud::{Markup, html};
use record::{RoleFinding, Verdict};

/// What one storage gave for one role of a profile, and its price.
#[derive(Clone, Debug, PartialEq)]
pub struct PricedLine {
    /// What people call the storage.
    pub name: String,
    /// What it costs.
    pub price: f64,
    /// The number of the run.
    pub run: i64,
    /// When that started, in seconds since 1970, UTC.
    pub started_unix_s: i64,
    /// The profile.
    pub subject: String,
    /// What was found.
    pub finding: RoleFinding,
}

impl PricedLine {
    fn line(&self) -> Option<f64> {
        self.finding.load_line.map(|line| line.value).filter(|value| *value > 0.0)
    }

    /// The price of 1,000 operations a second within the latency limit; a line that is not certain has none.
    fn price_per_1000(&self) -> Option<f64> {
        let certain = self.finding.verdict != Verdict::CannotTell;
        self.line().filter(|_| certain).map(|line| self.price / line * 1e3)
    }

    fn is_alike(&self, other: &Self) -> bool {
        let limit = |line: &Self| Language::En.limit(&line.finding.latency_limit);
        (&self.subject, &self.finding.role, limit(self))
            == (&other.subject, &other.finding.role, limit(other))
    }
}

/// A table for each role of each profile, the cheapest operation first. `unit` is what a price is.
pub fn price_tables(language: Language, mut lines: Vec<PricedLine>, unit: &str) -> Markup {
    lines.sort_by(|a, b| {
        let key = |line: &PricedLine| (line.subject.clone(), line.finding.role.clone());
        let cost = |line: &PricedLine| line.price_per_1000().unwrap_or(f64::INFINITY);
        key(a).cmp(&key(b)).then(cost(a).total_cmp(&cost(b)))
    });
    let mut groups: Vec<Vec<PricedLine>> = Vec::new();
    for line in lines {
        match groups.iter_mut().find(|group| group[0].is_alike(&line)) {
            Some(group) => group.push(line),
            None => groups.push(vec![line]),
        }
    }
    html! { @for group in &groups { (table(language, group, unit)) } }
}

fn table(language: Language, group: &[PricedLine], unit: &str) -> Markup {
    let first = &group[0];
    let rate = words::rate_unit(language, first.finding.kind);
    let limit = words::latency_limit_fine(language, &first.finding.latency_limit);
    let (subject, role) = (&*first.subject, &*first.finding.role);
    let caption =
        text::priced(language, &text::Priced { subject, role, unit: rate, limit: &limit });
    // Both are compared with the storage with the lowest price.
    let base = group.iter().min_by(|a, b| a.price.total_cmp(&b.price)).unwrap_or(first);
    html! {
        section.role {
            h2 { (caption) }
            div.scroll tabindex="0" role="region" aria-label=(caption) {
                table.runs {
                    thead { tr {
                        th scope="col" { (text::storage(language)) }
                        th scope="col" { (text::price(language, unit)) }
                        th scope="col" { (text::load_line(language)) }
                        th scope="col" { (text::price_of_1000(language, rate)) }
                        th scope="col" { (text::price_against(language, &base.name)) }
                        th scope="col" { (text::load_line_against(language, &base.name)) }
                        th scope="col" { (text::measured(language)) }
                    } }
                    tbody { @for line in group { (row(language, line, base, rate)) } }
                }
            }
        }
    }
}

fn row(language: Language, line: &PricedLine, base: &PricedLine, rate: &str) -> Markup {
    let dash = || "-".to_owned();
    let times = line.line().zip(base.line()).map(|(own, base)| own / base);
    let found = line.finding.load_line.filter(|_| line.line().is_some());
    let uncertain = found.is_some() && line.finding.verdict == Verdict::CannotTell;
    html! {
        tr {
            th scope="row" { (line.name) }
            td { (language.number(line.price)) }
            td { (found.map_or_else(|| text::none_within(language).to_owned(), |found| words::estimate(language, &found, rate)))
                @if uncertain { " (" (words::verdict(language, Verdict::CannotTell)) ")" }
            }
            td { (line.price_per_1000().map_or_else(dash, |price| language.number(price))) }
            td { (percent_more(language, line.price / base.price)) }
            td { (times.map_or_else(dash, |times| multiple(language, times))) }
            td { a href=(format!("/runs/{}", line.run)) { (text::run_link(language, &line.run.to_string())) } ", " (language.moment(line.started_unix_s)) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::record::check_example;

    #[test]
    fn the_cheapest_operation_comes_first_and_both_are_held_against_the_lowest_price() {
        let finding = check_example().findings.remove(0);
        let line = finding.load_line.expect("a line");
        let priced = |name: &str, price: f64, factor: f64| {
            let found = summary::Estimate { value: line.value * factor, ..line };
            PricedLine {
                name: name.to_owned(),
                price,
                run: 7,
                started_unix_s: 0,
                subject: "postgres".to_owned(),
                finding: RoleFinding { load_line: Some(found), ..finding.clone() },
            }
        };
        let none = PricedLine {
            finding: RoleFinding { load_line: None, ..finding.clone() },
            ..priced("tape", 50.0, 1.0)
        };
        let lines = vec![none, priced("disks", 100.0, 1.0), priced("<ssd>", 125.0, 12.0)];
        let text = price_tables(Language::En, lines, "EUR a month").into_string();
        let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
        let row = |name: &str| at(&format!("<th scope=\"row\">{name}</th>"));
        assert!(row("&lt;ssd&gt;") < row("disks") && row("disks") < row("tape"));
        assert!(text.contains("+150 %") && text.contains("none within the limit"), "{text}");
        let lines = vec![priced("disks", 100.0, 1.0), priced("ssd", 125.0, 12.0)];
        let text = price_tables(Language::En, lines, "EUR a month").into_string();
        assert!(text.contains("+25 %") && text.contains("12 times"), "{text}");
    }
}
