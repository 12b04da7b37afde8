//! The first screen: the verdict in all, and one card for each role.

use crate::words::{self, Gauge};
use maud::{Markup, html};
use record::{Record, RoleFinding, Verdict};
use summary::LatencySummary;
use workload::{Requirement, RoleKind};

/// The class that colours a verdict, and the symbol that says the same without colour.
fn mark(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Fit => ("good", "\u{2714}"),
        Verdict::NotFit => ("bad", "\u{2718}"),
        Verdict::CannotTell => ("unsure", "?"),
    }
}

/// A text of the record with the signs of mathematics that a page can show: `<=` and `10 us`.
pub(super) fn fine(text: &str) -> String {
    let mut out = String::new();
    let text = text.replace("<=", "\u{2264}").replace(">=", "\u{2265}");
    let mut rest = text.as_str();
    while let Some(at) = rest.find(" us") {
        let (before, after) = (&rest[..at], &rest[at + 3..]);
        let unit = before.ends_with(|c: char| c.is_ascii_digit())
            && !after.starts_with(|c: char| c.is_alphanumeric());
        out.push_str(before);
        out.push_str(if unit { " \u{b5}s" } else { " us" });
        rest = after;
    }
    out + rest
}

/// A latency as a page shows it.
pub(super) fn latency(ns: f64) -> String {
    fine(&words::latency(ns))
}

/// The same; a dash for a latency that was not measured.
pub(super) fn latency_or_dash(ns: f64) -> String {
    fine(&words::latency_or_dash(ns))
}

/// The answer in one band.
pub(super) fn verdict(record: &Record) -> Markup {
    let state = words::state(record.state);
    let Some(verdict) = record.verdict else {
        return html! {
            section.verdict.plain aria-labelledby="answer" {
                h1 #answer { (record.subject) " on " (record.target) }
                @if let Some(state) = state { p.state { "This run was " (state) "; what was measured is shown." } }
                @if !record.reason.is_empty() { p.reason { (fine(&words::reason(&record.reason))) } }
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
                p.reason { (fine(&words::reason(&record.reason))) }
                @if !record.requirement.is_empty() { p.requirement { "Asked for: " (fine(&record.requirement)) } }
                @if let Some(state) = state { p.state { "This run was " (state) "; what was measured is shown." } }
            }
        }
    }
}

/// The card of a role.
pub(super) fn card(finding: &RoleFinding, requirement: &Requirement, index: usize) -> Markup {
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
            @if let Some(gauge) = words::carried(finding, requirement) {
                (meter("Carries", &gauge, tone(finding, gauge.share >= 1.0)))
            }
            @if let Some(gauge) = words::carried_shared(finding, requirement) {
                (meter("Carries with shared flushes", &gauge, tone(finding, gauge.share >= 1.0)))
            }
            @if let Some(gauge) = words::latency_limit_used(finding) {
                @let label = format!(
                    "{} {} of {}",
                    words::quantile(finding.latency_limit.quantile),
                    latency(finding.latency_ns.unwrap_or_default() as f64),
                    latency(finding.latency_limit.latency_ns.0 as f64)
                );
                (meter(&label, &gauge, tone(finding, gauge.share <= 1.0)))
            } @else {
                p.small { "Latency limit: " (words::latency_limit_fine(&finding.latency_limit)) }
            }
            (more(finding))
            p.reason { (fine(&words::reason(&finding.reason))) }
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
            @if let Some((value, unit)) = second { " " span.second { (value) " " (unit) } }
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
            div.words { span { (label) } span { (gauge.text()) } }
            div.track aria-hidden="true" { div class=(class) style=(width) {} }
        }
    }
}

/// Commits, saturation and what limits.
fn more(finding: &RoleFinding) -> Markup {
    html! {
        dl {
            @if let Some((rate, ns)) = finding.at_required_rate {
                dt { (words::quantile(finding.latency_limit.quantile)) " at the needed " (words::number(rate)) " " (words::rate_unit(finding.kind)) }
                dd { (latency(ns as f64)) }
            }
            @if let Some(text) = words::job_multiple(finding) {
                dt { "Load of the job" } dd { (text) }
            }
            @if let Some((group, size)) = &finding.commits_group {
                dt { "With up to " (size) " commits in a flush" } dd { (words::estimate(group, "commits/s")) }
            }
            @if let Some(single) = &finding.commits_single {
                dt { "One at a time, closed loop" } dd { (words::estimate(single, "commits/s")) }
            }
            @if let Some((p50, p99)) = finding.commit_latency_ns {
                dt { "Commit latency, closed loop" }
                dd { "p50 " (latency(p50 as f64)) ", p99 " (latency(p99 as f64)) }
            }
            @if let Some(saturation) = finding.saturation_iops.filter(|_| finding.commits_single.is_none()) {
                dt { "At saturation" } dd { (words::number(saturation)) " IOPS" }
            }
            dt { "Limited by" } dd { (words::limit(finding)) }
        }
    }
}

/// The cards of a run: one for each stream of each phase; none when they are more than an eye takes in.
pub(super) fn measured(record: &Record) -> Markup {
    let streams =
        record.trials.iter().flat_map(|trial| trial.streams.iter().map(move |s| (trial, s)));
    let streams: Vec<_> = streams.collect();
    if streams.is_empty() || streams.len() > 6 {
        return html! {};
    }
    let phases = record.trials.len() > 1;
    html! {
        section aria-labelledby="measured" {
            h2 #measured { "What was measured" }
            div class=(grid(streams.len())) {
                @for (trial, stream) in &streams {
                    article.card {
                        header { h3 { (stream.name) } @if phases { span.small { (trial.role) } } }
                        p.load {
                            span.figure { (words::number(stream.iops.value)) } " " span.unit { "IOPS" } " "
                            span.second { (words::number(stream.mibps.value)) " MiB/s" }
                        }
                        p.small {
                            @match words::interval(&stream.iops) {
                                Some(interval) => { (words::percent(stream.iops.confidence)) " interval: " (interval) " IOPS" },
                                None => "Too few data for an interval",
                            }
                        }
                        dl {
                            @for (name, of) in [("Reads", &stream.read), ("Writes", &stream.write), ("Commits", &stream.flush)] {
                                @if of.ios > 0 { dt { (name) } dd { (percentiles(of)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Median, 99th percentile and worst of a direction.
fn percentiles(of: &LatencySummary) -> String {
    let at = |q: f64| {
        let found = of.quantiles.iter().find(|(have, _, _)| (have - q).abs() < 1e-9);
        found.map_or("-".to_owned(), |(_, ns, _)| latency_or_dash(*ns as f64))
    };
    let errors = if of.errors > 0 {
        format!(", {} failed", base::units::grouped(of.errors))
    } else {
        String::new()
    };
    format!("p50 {}, p99 {}, max {}{errors}", at(0.5), at(0.99), latency_or_dash(of.max_ns as f64))
}

/// The classes of a grid of cards: two or four stand in pairs.
pub(super) fn grid(cards: usize) -> &'static str {
    if matches!(cards, 2 | 4) { "cards pairs" } else { "cards" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_unit_becomes_a_micro() {
        assert_eq!(
            fine("121 us where p99 <= 5 ms, let us 3 use"),
            "121 \u{b5}s where p99 \u{2264} 5 ms, let us 3 use"
        );
        assert_eq!(fine("iops>=5000, p99<=10 us"), "iops\u{2265}5000, p99\u{2264}10 \u{b5}s");
    }
}
