//! The first screen: the verdict in all, and one card for each role.

use crate::words::{self, Gauge};
use maud::{Markup, html};
use study::Record;
use study::record::{RoleFinding, Verdict};
use workload::{Need, RoleKind};

/// The class that colours a verdict, and the symbol that says the same without colour.
fn mark(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Fit => ("good", "\u{2714}"),
        Verdict::NotFit => ("bad", "\u{2718}"),
        Verdict::CannotTell => ("unsure", "?"),
    }
}

/// The answer in one band.
pub(super) fn verdict(record: &Record) -> Markup {
    let state = words::state(record.state);
    let Some(verdict) = record.verdict else {
        return html! {
            section.verdict.plain aria-labelledby="answer" {
                h1 #answer { (record.subject) " on " (record.target) }
                @if let Some(state) = state { p.state { "This run was " (state) "; what was measured is shown." } }
                @if !record.reason.is_empty() { p.reason { (record.reason) } }
            }
        };
    };
    let (class, symbol) = mark(verdict);
    html! {
        section class=(format!("verdict {class}")) aria-labelledby="answer" {
            div.symbol aria-hidden="true" { (symbol) }
            div {
                h1 #answer {
                    span.word { (words::verdict(verdict)) }
                    span.what { "for " b { (record.subject) } " on " b { (record.target) } }
                }
                p.reason { (record.reason) }
                @if !record.need.is_empty() { p.need { "Asked for: " (record.need) } }
                @if let Some(state) = state { p.state { "This run was " (state) "; what was measured is shown." } }
            }
        }
    }
}

/// The card of a role.
pub(super) fn card(finding: &RoleFinding, need: &Need, index: usize) -> Markup {
    let (class, symbol) = mark(finding.verdict);
    html! {
        article.card {
            header {
                h3 { a href=(format!("#role-{index}")) { (finding.role) } }
                span class=(format!("badge {class}")) {
                    span aria-hidden="true" { (symbol) } " " (words::verdict(finding.verdict))
                }
            }
            p.title { (finding.title) }
            p.operation { (finding.operation) }
            (load(finding))
            @if let Some(gauge) = words::carried(finding, need) {
                (meter("Carries", &gauge, tone(finding, gauge.share >= 1.0)))
            }
            @if let Some(gauge) = words::ceiling_used(finding) {
                @let label = format!(
                    "{} {} of {}",
                    words::quantile(finding.ceiling.quantile),
                    words::latency(finding.latency_ns.unwrap_or_default() as f64),
                    finding.ceiling.latency_ns
                );
                (meter(&label, &gauge, tone(finding, gauge.share <= 1.0)))
            } @else {
                p.small { "Ceiling: " (words::ceiling_fine(&finding.ceiling)) }
            }
            (more(finding))
            p.reason { (finding.reason) }
        }
    }
}

/// The load line in large figures.
fn load(finding: &RoleFinding) -> Markup {
    let Some(line) = &finding.load_line else {
        return html! { p.load { span.figure { "none" } " " span.unit { "no load line found" } } };
    };
    let rate = (words::number(line.value), words::rate_unit(finding.kind));
    let mibps = finding.mibps.map(|mibps| (words::number(mibps), "MiB/s"));
    let (first, second) = match (finding.kind, mibps) {
        (RoleKind::Bulk, Some(mibps)) => (mibps, Some(rate)),
        (_, mibps) => (rate, mibps),
    };
    let interval = words::interval(line);
    html! {
        p.load {
            span.figure { (first.0) } " " span.unit { (first.1) }
            @if let Some((value, unit)) = second { span.second { (value) " " (unit) } }
        }
        p.small {
            @match interval {
                Some(interval) => {
                    (words::percent(line.confidence)) " interval: " (interval) " " (words::rate_unit(finding.kind))
                },
                None => "Too few data for an interval",
            }
        }
    }
}

/// The colour of a bar: no bar looks sure where the verdict is not.
fn tone(finding: &RoleFinding, good: bool) -> &'static str {
    match (finding.verdict, good) {
        (Verdict::CannotTell, _) => "unsure",
        (_, true) => "good",
        (_, false) => "bad",
    }
}

/// A bar with its words; the words say everything, the bar is only for the eye.
fn meter(label: &str, gauge: &Gauge, tone: &str) -> Markup {
    let width = format!("width:{:.1}%", gauge.share.clamp(0.0, 1.0) * 100.0);
    let class = format!("fill {tone}");
    html! {
        div.meter {
            div.words { span { (label) } span { (words::percent(gauge.share)) " " (gauge.of) } }
            div.track aria-hidden="true" { div class=(class) style=(width) {} }
        }
    }
}

/// Commits, saturation and what limits.
fn more(finding: &RoleFinding) -> Markup {
    html! {
        dl {
            @if let Some(single) = &finding.commits_single {
                dt { "One at a time" } dd { (words::estimate(single, "commits/s")) }
            }
            @if let Some((p50, p99)) = finding.commit_latency_ns {
                dt { "Commit latency" }
                dd { "p50 " (words::latency(p50 as f64)) ", p99 " (words::latency(p99 as f64)) }
            }
            @if let Some((group, size)) = &finding.commits_group {
                dt { "In groups of " (size) } dd { (words::estimate(group, "commits/s")) }
            }
            @if let Some(saturation) = finding.saturation_iops {
                dt { "At saturation" } dd { (words::number(saturation)) " IOPS" }
            }
            dt { "Limited by" } dd { (words::limit(finding.limit)) }
        }
    }
}
