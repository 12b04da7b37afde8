//! The answer of a `check`: verdict, one block for each role, warnings, and how to repeat it.
//!
//! Takes a record, gives at most [`ROWS_MAX`] rows; when there is too much, it tells less of each thing
//! and says how much was left out.

use super::ink::{INDENT, Page, Paint, Span};
use super::{Places, Style, foot};
use crate::words;
use record::{Limit, Record, RoleFinding, Verdict};
use summary::{Warning, WarningKind, Weight};
use workload::{Requirement, RoleKind};

/// Rows that fit on most screens without scrolling.
pub(crate) const ROWS_MAX: usize = 40;

/// How much is told.
#[derive(Clone, Copy, Debug)]
struct Detail {
    /// 3: everything with air between; 2: without air; 1: two lines a role; 0: one line a role.
    role: u8,
    /// Warnings told in full.
    warnings_max: usize,
    /// Roles told at all.
    roles_max: usize,
}

/// The page in the richest detail that fits.
pub(super) fn page(record: &Record, style: &Style, places: &Places) -> Page {
    let ladder = [(3, 6), (3, 3), (2, 4), (2, 2), (1, 4), (1, 2), (0, 3), (0, 1)];
    let mut details: Vec<Detail> = ladder
        .iter()
        .map(|&(role, warnings_max)| Detail { role, warnings_max, roles_max: usize::MAX })
        .collect();
    let fewer = (1..record.findings.len()).rev();
    details.extend(fewer.map(|roles_max| Detail { role: 0, warnings_max: 1, roles_max }));
    let mut last = None;
    for detail in details {
        let page = page_in(record, style, places, detail);
        if page.rows() <= ROWS_MAX {
            return page;
        }
        last = Some(page);
    }
    last.expect("the ladder of details is not empty")
}

fn page_in(record: &Record, style: &Style, places: &Places, detail: Detail) -> Page {
    let mut page = Page::new(style);
    head(&mut page, record);
    let requirement = words::requirement(record);
    for finding in record.findings.iter().take(detail.roles_max) {
        if detail.role == 3 {
            page.blank();
        }
        role(&mut page, finding, &requirement, detail.role);
    }
    let left_out = record.findings.len().saturating_sub(detail.roles_max);
    if left_out > 0 {
        page.line(vec![(Paint::Quiet, format!("and {left_out} more roles, in the report"))]);
    }
    if !record.warnings.is_empty() {
        page.blank();
    }
    warnings(&mut page, &words::warnings(record), detail.warnings_max);
    failures(&mut page, record, detail.warnings_max);
    page.blank();
    foot(&mut page, record, places);
    page
}

/// The colour and the symbol of a verdict.
fn mark(page: &Page, verdict: Verdict) -> (Paint, &'static str) {
    match verdict {
        Verdict::Fit => (Paint::Good, page.glyph("✔", "+")),
        Verdict::NotFit => (Paint::Bad, page.glyph("✘", "x")),
        Verdict::CannotTell => (Paint::Unsure, "?"),
    }
}

fn head(page: &mut Page, record: &Record) {
    let verdict = record.verdict.unwrap_or(Verdict::CannotTell);
    let (paint, symbol) = mark(page, verdict);
    let title = format!("{symbol} {}", words::verdict(verdict));
    let ended = words::state(record.state).map_or(String::new(), |state| format!(" ({state})"));
    let text = format!("for {} on {}{ended}", record.subject, record.target);
    page.wrapped(vec![(paint, title), (Paint::Plain, "   ".to_owned())], 2, Paint::Strong, &text);
    if !record.reason.is_empty() {
        page.wrapped(
            vec![(Paint::Plain, "  ".to_owned())],
            2,
            Paint::Plain,
            &words::reason(&record.reason),
        );
    }
    if !record.requirement.is_empty() {
        let requirement = format!("asked for: {}", record.requirement);
        page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 2, Paint::Quiet, &requirement);
    }
}

fn role(page: &mut Page, finding: &RoleFinding, requirement: &Requirement, detail: u8) {
    let (paint, symbol) = mark(page, finding.verdict);
    let name = format!("{symbol} {}: {}", finding.role, words::verdict(finding.verdict));
    if detail == 0 {
        page.line(one_line(page, finding, (paint, name)));
        return;
    }
    // The title names the operation in the profile's own words; the page has the exact one beside it.
    let title = if finding.title.is_empty() { &finding.operation } else { &finding.title };
    page.wrapped(
        vec![(paint, name), (Paint::Plain, "   ".to_owned())],
        INDENT,
        Paint::Strong,
        title,
    );
    load(page, finding, requirement);
    if detail >= 2 {
        latency(page, finding);
        needed(page, finding);
        multiple(page, finding);
        commits(page, finding, requirement);
        why(page, finding);
    }
}

/// The colour of a bar: no bar looks sure where the verdict is not.
fn tone(finding: &RoleFinding, good: bool) -> Paint {
    match (finding.verdict, good) {
        (Verdict::CannotTell, _) => Paint::Unsure,
        (_, true) => Paint::Good,
        (_, false) => Paint::Bad,
    }
}

/// The load line, its throughput, and what it is of the requirement.
fn load(page: &mut Page, finding: &RoleFinding, requirement: &Requirement) {
    let mut items: Vec<Vec<Span>> = Vec::new();
    match &finding.load_line {
        Some(line) => {
            let unit = words::rate_unit(finding.kind);
            let mibps = finding.mibps.map(|mibps| format!("{} MiB/s", words::number(mibps)));
            if finding.kind == RoleKind::Bulk {
                items.extend(mibps.map(|text| vec![(Paint::Strong, text)]));
                items.push(vec![(Paint::Plain, words::estimate(line, unit))]);
            } else {
                items.push(vec![(Paint::Strong, words::estimate(line, unit))]);
                items.extend(mibps.map(|text| vec![(Paint::Plain, text)]));
            }
        }
        None => items.push(vec![(Paint::Unsure, "none found".to_owned())]),
    }
    items.extend(words::carried(finding, requirement).map(|gauge| bar(page, finding, &gauge)));
    page.flow("load line", items);
}

/// A part of what is needed, drawn and in words.
fn bar(page: &Page, finding: &RoleFinding, gauge: &words::Gauge) -> Vec<Span> {
    let mut spans = page.bar(gauge.share, 12, tone(finding, gauge.share >= 1.0));
    spans.push((Paint::Plain, format!(" {}", gauge.text())));
    spans
}

/// Log roles: the line with shared flushes, and what commits one at a time give in a closed loop.
fn commits(page: &mut Page, finding: &RoleFinding, requirement: &Requirement) {
    if let Some((group, size)) = &finding.commits_group {
        let text = format!("{} with up to {size} commits in a flush", words::estimate(group, "/s"));
        let mut items = vec![vec![(Paint::Plain, text)]];
        items.extend(
            words::carried_shared(finding, requirement).map(|gauge| bar(page, finding, &gauge)),
        );
        page.flow("shared", items);
    }
    let mut items = Vec::new();
    if let Some(single) = &finding.commits_single {
        let text = words::estimate(single, "/s");
        items.push(vec![(Paint::Plain, text)]);
    }
    if let Some((p50, p99)) = finding.commit_latency_ns {
        let text =
            format!("p50 {}, p99 {}", words::latency(p50 as f64), words::latency(p99 as f64));
        items.push(vec![(Paint::Plain, text)]);
    }
    if !items.is_empty() {
        items.push(vec![(Paint::Quiet, "closed loop".to_owned())]);
        page.flow("one by one", items);
    }
}

/// The latency at the rate that is needed.
fn needed(page: &mut Page, finding: &RoleFinding) {
    if let Some((rate, ns)) = finding.at_required_rate {
        let text = format!(
            "{} at {} {}",
            words::quantile(finding.latency_limit.quantile),
            words::number(rate),
            words::rate_unit(finding.kind)
        );
        let text = format!(
            "{text} is {}; the limit is {}",
            words::latency(ns as f64),
            finding.latency_limit.latency_ns
        );
        page.flow("needed", vec![vec![(Paint::Plain, text)]]);
    }
}

/// How many times the load of the job the storage carries.
fn multiple(page: &mut Page, finding: &RoleFinding) {
    if let Some(text) = words::job_multiple(finding) {
        page.flow("job", vec![vec![(Paint::Strong, text)]]);
    }
}

/// The latency at the load line against the latency limit.
fn latency(page: &mut Page, finding: &RoleFinding) {
    let latency_limit = &finding.latency_limit;
    let Some(gauge) = words::latency_limit_used(finding) else {
        page.flow("limit", vec![vec![(Paint::Plain, words::latency_limit(latency_limit))]]);
        return;
    };
    let latency = words::latency(finding.latency_ns.unwrap_or_default() as f64);
    let text = format!(
        "{} {latency} of {}",
        words::quantile(latency_limit.quantile),
        latency_limit.latency_ns
    );
    let paint = tone(finding, gauge.share <= 1.0);
    let mut bar = page.bar(gauge.share, 12, paint);
    bar.push((Paint::Plain, format!(" {}", gauge.text())));
    page.flow("latency", vec![vec![(Paint::Plain, text)], bar]);
}

/// What limits; the reason of a verdict only where the numbers above do not already say it.
fn why(page: &mut Page, finding: &RoleFinding) {
    let limit = words::limit(finding);
    // What was not measured to its end was not seen at its limit.
    let text = match finding.verdict {
        _ if finding.reason.is_empty() => limit,
        Verdict::Fit => limit,
        Verdict::CannotTell if matches!(finding.limit, Limit::Device | Limit::Unknown) => {
            words::reason(&finding.reason)
        }
        Verdict::NotFit | Verdict::CannotTell => {
            format!("{}; limited by {limit}", words::reason(&finding.reason))
        }
    };
    let label = if finding.verdict == Verdict::Fit { "limited by" } else { "because" };
    let head = vec![(Paint::Quiet, format!("  {label:<width$}", width = INDENT - 2))];
    page.wrapped(head, INDENT, Paint::Plain, &text);
}

/// A role in one line, cut at the width.
fn one_line(page: &Page, finding: &RoleFinding, name: Span) -> Vec<Span> {
    let load = match &finding.load_line {
        Some(line) => words::estimate(line, words::rate_unit(finding.kind)),
        None => "no load line found".to_owned(),
    };
    let left = page.width().saturating_sub(name.1.chars().count() + 3);
    let text: String = load.chars().take(left).collect();
    vec![name, (Paint::Plain, format!("   {text}"))]
}

/// The first operations that failed, at most two, where a warning points at them and there is room for warnings.
pub(super) fn failures(page: &mut Page, record: &Record, room: usize) {
    if !record.warnings.iter().any(|warning| warning.kind == WarningKind::IoErrors) {
        return;
    }
    let first = record.notes.iter().filter(|note| note.contains(" failed after "));
    for note in first.take(2.min(room / 2)) {
        page.pair("note", Paint::Plain, note);
    }
}

/// The warnings, heaviest first; what does not fit is counted by weight.
pub(super) fn warnings(page: &mut Page, warnings: &[&Warning], max: usize) {
    for warning in warnings.iter().take(max) {
        let (paint, symbol) = match warning.weight {
            Weight::Forbids => (Paint::Bad, page.glyph("⛒", "X")),
            Weight::Warning => (Paint::Unsure, "!"),
            Weight::Note => (Paint::Quiet, page.glyph("·", "-")),
        };
        let head =
            format!("{symbol} {:<width$}", words::weight(warning.weight), width = INDENT - 2);
        let about =
            if warning.about.is_empty() { String::new() } else { format!("{}: ", warning.about) };
        let text = format!("{about}{}", words::warning(warning));
        page.wrapped(vec![(paint, head)], INDENT, Paint::Plain, &text);
    }
    let rest = warnings.get(max..).unwrap_or_default();
    if !rest.is_empty() {
        let count = |weight| rest.iter().filter(|warning| warning.weight == weight).count();
        let parts: Vec<String> = [
            (Weight::Forbids, "no verdict", ""),
            (Weight::Warning, "warning", "s"),
            (Weight::Note, "note", "s"),
        ]
        .into_iter()
        .map(|(weight, word, many)| (count(weight), word, many))
        .filter(|(count, ..)| *count > 0)
        .map(|(count, word, many)| format!("{count} {word}{}", if count > 1 { many } else { "" }))
        .collect();
        let text = format!("  and {} more in the report ({})", rest.len(), parts.join(", "));
        page.line(vec![(Paint::Quiet, text)]);
    }
}
