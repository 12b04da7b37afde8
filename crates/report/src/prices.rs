//! Storages with prices: takes the newest load lines and what each storage costs, gives the table that compares them.
//!
//! A load line is the highest rate within the latency limit, so its price tells what a usable operation costs.

use crate::Language;
use crate::words;
use maud::{Markup, html};
use record::RoleFinding;

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

    /// The price of 1,000 operations a second within the latency limit.
    fn price_per_1000(&self) -> Option<f64> {
        self.line().map(|line| self.price / line * 1e3)
    }

    fn is_alike(&self, other: &Self) -> bool {
        let limit = |line: &Self| words::latency_limit(&line.finding.latency_limit);
        (&self.subject, &self.finding.role, limit(self))
            == (&other.subject, &other.finding.role, limit(other))
    }
}

/// A table for each role of each profile, the cheapest operation first. `unit` is what a price is.
pub fn price_tables(mut lines: Vec<PricedLine>, unit: &str) -> Markup {
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
    html! { @for group in &groups { (table(group, unit)) } }
}

fn table(group: &[PricedLine], unit: &str) -> Markup {
    let first = &group[0];
    let rate = words::rate_unit(Language::En, first.finding.kind);
    let caption = format!(
        "{}, {}: {} within {}",
        first.subject,
        first.finding.role,
        rate,
        words::latency_limit_fine(Language::En, &first.finding.latency_limit)
    );
    // Both are held against the storage with the lowest price.
    let base = group.iter().min_by(|a, b| a.price.total_cmp(&b.price)).unwrap_or(first);
    html! {
        section.role {
            h2 { (caption) }
            div.scroll tabindex="0" role="region" aria-label=(caption) {
                table.runs {
                    thead { tr {
                        th scope="col" { "Storage" }
                        th scope="col" { "Price (" (unit) ")" }
                        th scope="col" { "Load line" }
                        th scope="col" { "Price of 1,000 " (rate) }
                        th scope="col" { "Price against " (base.name) }
                        th scope="col" { "Load line against " (base.name) }
                        th scope="col" { "Measured" }
                    } }
                    tbody { @for line in group { (row(line, base, rate)) } }
                }
            }
        }
    }
}

fn row(line: &PricedLine, base: &PricedLine, rate: &str) -> Markup {
    let dash = || "-".to_owned();
    let times = line.line().zip(base.line()).map(|(own, base)| own / base);
    let found = line.finding.load_line.filter(|_| line.line().is_some());
    html! {
        tr {
            th scope="row" { (line.name) }
            td { (words::number(line.price)) }
            td { (found.map_or_else(|| "none within the limit".to_owned(), |found| words::estimate(Language::En, &found, rate))) }
            td { (line.price_per_1000().map_or_else(dash, words::number)) }
            td { (percent_more(line.price / base.price)) }
            td { (times.map_or_else(dash, multiple)) }
            td { a href=(format!("/runs/{}", line.run)) { "run " (line.run) } ", " (words::moment(line.started_unix_s)) }
        }
    }
}

fn multiple(ratio: f64) -> String {
    match (ratio - 1.0).abs() < 0.005 {
        true => "the same".to_owned(),
        false => format!("{} times", words::number(ratio)),
    }
}

fn percent_more(ratio: f64) -> String {
    match ratio - 1.0 {
        more if more.abs() < 0.0005 => "the same".to_owned(),
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
        let text = price_tables(lines, "EUR a month").into_string();
        let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
        let row = |name: &str| at(&format!("<th scope=\"row\">{name}</th>"));
        assert!(row("&lt;ssd&gt;") < row("disks") && row("disks") < row("tape"));
        assert!(text.contains("+150 %") && text.contains("none within the limit"), "{text}");
        let lines = vec![priced("disks", 100.0, 1.0), priced("ssd", 125.0, 12.0)];
        let text = price_tables(lines, "EUR a month").into_string();
        assert!(text.contains("+25 %") && text.contains("12 times"), "{text}");
    }
}
