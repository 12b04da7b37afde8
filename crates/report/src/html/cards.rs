//! The first screen: the overall verdict, and one card for each role.

use crate::catalogue::{page as text, unit, verdict as answer};
use crate::language::Language;
use crate::stream_figures::stream_figures;
use crate::words::{self, LineFigures, rate_unit};
use maud::{Markup, html};
use record::{Record, RoleFinding, TogetherFinding, TogetherRole, Verdict};
use summary::estimate::CONFIDENCE;
use summary::{Estimate, LatencySummary};
use workload::{Requirement, RoleKind};

/// The class that colours a verdict, and the symbol with the same meaning without colour.
pub(crate) fn mark(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Fit => ("good", "\u{2714}"),
        Verdict::NotFit => ("bad", "\u{2718}"),
        Verdict::CannotTell => ("unsure", "?"),
    }
}

fn emphasised(
    message: fn(Language, &str, &str) -> String,
    language: Language,
    values: [&str; 2],
) -> Markup {
    // No message contains these characters.
    let whole = message(language, "\u{1}", "\u{2}");
    html! {
        @for part in whole.split_inclusive(['\u{1}', '\u{2}']) {
            (part.trim_end_matches(['\u{1}', '\u{2}']))
            @match part.chars().next_back() {
                Some('\u{1}') => b { (values[0]) },
                Some('\u{2}') => b { (values[1]) },
                _ => "",
            }
        }
    }
}

/// How the run ended, unless it was completed.
pub(super) fn ended(language: Language, record: &Record) -> Markup {
    html! {
        @if let Some(state) = words::state(language, record.state) {
            p.state { (text::ended(language, state)) }
        }
    }
}

pub(super) fn verdict(language: Language, record: &Record) -> Markup {
    let reason = words::reason(language, &record.reason);
    let Some(verdict) = record.verdict else {
        return html! {
            section.verdict.plain aria-labelledby="answer" {
                h1 #answer { (words::subject_and_target(language, record)) }
                (ended(language, record))
                @if !reason.is_empty() { p.reason { (reason) } }
            }
        };
    };
    let (class, symbol) = mark(verdict);
    html! {
        section class=(format!("verdict {class}")) aria-labelledby="answer" {
            div.symbol aria-hidden="true" { (symbol) }
            div {
                h1 #answer {
                    span.word { (words::verdict(language, verdict)) }
                    span.what { (emphasised(answer::on, language, [&words::run_subject(language, &record.subject), &record.target])) }
                }
                p.reason { (reason) }
                @if !record.requirement.is_empty() {
                    p.requirement { (answer::required(language, &record.requirement)) }
                }
                (ended(language, record))
            }
        }
    }
}

/// The card of all required rates at the same time, a row for each role.
pub(super) fn together(language: Language, found: &TogetherFinding) -> Markup {
    let (class, symbol) = mark(found.verdict);
    let latency = |role: &TogetherRole| {
        let limit = language.limit(&role.limit);
        match role.latency_ns {
            Some(ns) if role.operations as f64 >= role.limit.operations_min() => {
                format!("{} ({limit})", language.latency(ns as f64))
            }
            Some(ns) => {
                let slowest = words::quantile_of(language, &role.limit, role.operations);
                format!("{slowest}: {} ({limit})", language.latency(ns as f64))
            }
            None => format!("- ({limit})"),
        }
    };
    html! {
        article.card.together {
            header {
                h3 { (text::all_at_once(language, &language.duration(found.seconds))) }
                span class=(format!("badge {class}")) {
                    span aria-hidden="true" { (symbol) } " " (words::verdict(language, found.verdict))
                }
            }
            dl {
                @for role in &found.roles {
                    dt { (role.role) ", " (language.number(role.rate)) " " (rate_unit(language, role.kind)) }
                    dd { (latency(role)) }
                }
            }
        }
    }
}

pub(super) fn card(
    language: Language,
    record: &Record,
    requirement: &Requirement,
    index: usize,
) -> Markup {
    let finding = &record.findings[index];
    let (class, symbol) = mark(finding.verdict);
    let limit = &finding.latency_limit;
    html! {
        article.card {
            header {
                h3 { a href=(format!("#role-{index}")) { (finding.role) } }
                span class=(format!("badge {class}")) {
                    span aria-hidden="true" { (symbol) } " " (words::verdict(language, finding.verdict))
                }
            }
            @if let Some(activity) = words::role_activity(language, finding) { p.title { (activity) } }
            p.operation { (words::role_io(language, &finding.io)) }
            (load(language, finding))
            @if let Some(gauge) = carried(language, finding, requirement) {
                (meter(text::carried(language), &gauge.text(language), &gauge, tone(finding, gauge.share >= 1.0)))
            }
            @if let Some(gauge) = carried_shared(language, finding, requirement) {
                (meter(text::carried_shared(language), &gauge.text(language), &gauge, tone(finding, gauge.share >= 1.0)))
            }
            @if let Some(gauge) = latency_limit_used(finding) {
                @let label = words::latency_of_limit(language, finding);
                (meter(&label, &gauge.text(language), &gauge, tone(finding, gauge.share <= 1.0)))
            } @else {
                p.small { (text::latency_limit(language, &language.limit(limit))) }
            }
            (more(language, record, finding))
            p.reason { (words::role_reason(language, &finding.role, &finding.reason)) }
        }
    }
}

fn load(language: Language, finding: &RoleFinding) -> Markup {
    let Some(LineFigures { line, unit, beside }) = LineFigures::of(language, finding) else {
        return html! {
            p.load {
                span.figure { (text::none(language)) } " " span.unit { (text::no_load_confirmed(language)) }
            }
        };
    };
    html! {
        p.load {
            span.figure { (language.number(line.value)) } " " span.unit { (unit) }
            @if let Some((value, unit)) = beside {
                " " span.second { (language.number(value)) " " (unit) }
            }
        }
        (interval(language, &line, unit))
    }
}

fn interval(language: Language, estimate: &Estimate, unit: &str) -> Markup {
    html! {
        p.small {
            @match language.interval(estimate) {
                Some(interval) => (text::interval(language, CONFIDENCE, &format!("{interval} {unit}"))),
                None => (text::no_interval(language)),
            }
        }
    }
}

/// The colour of a bar: neutral if the verdict is uncertain.
fn tone(finding: &RoleFinding, good: bool) -> &'static str {
    match (finding.verdict, good) {
        (Verdict::CannotTell, _) => "unsure",
        (_, true) => "good",
        (_, false) => "bad",
    }
}

/// A bar with its text; the text contains all the information.
fn meter(label: &str, words: &str, gauge: &Gauge, tone: &str) -> Markup {
    let width = format!("width:{:.1}%", gauge.share.clamp(0.0, 1.0) * 100.0);
    let class = format!("fill {tone}");
    html! {
        div.meter {
            div.words { span { (label) } span { (words) } }
            div.track aria-hidden="true" { div class=(class) style=(width) {} }
        }
    }
}

/// Commits, saturation and the limit.
fn more(language: Language, record: &Record, finding: &RoleFinding) -> Markup {
    let required_s = record.required_rate_s(&finding.role);
    let rate =
        |value: f64| format!("{} {}", language.number(value), rate_unit(language, finding.kind));
    let commits = |line: &Estimate| words::estimate(language, line, unit::commits(language));
    html! {
        dl {
            @if let Some((tried, latency_ns)) = finding.at_required_rate.and_then(|tried| Some((tried, tried.latency_ns?))) {
                dt { (text::at_required(language, &words::quantile_of(language, &finding.latency_limit, tried.operations), &words::rate_for(language, rate(tried.rate), required_s))) }
                dd { (language.latency(latency_ns as f64)) }
            }
            @if let Some(multiple) = words::job_multiple(language, finding) {
                dt { (text::job_load(language)) } dd { (multiple) }
            }
            @if let Some(shared) = &finding.commits_group {
                dt { (text::shared(language, shared.commits.into())) } dd { (commits(&shared.load_line)) }
            }
            @if let Some(single) = &finding.commits_single {
                dt { (text::one_by_one(language)) } dd { (commits(single)) }
            }
            @if let Some(latency_ns) = finding.commit_latency_ns {
                dt { (text::commit_latency(language)) }
                dd { "p50 " (language.latency(latency_ns.p50 as f64)) ", p99 " (language.latency(latency_ns.p99 as f64)) }
            }
            @if let Some(saturation) = finding.saturation_iops.filter(|_| finding.commits_single.is_none()) {
                dt { (text::at_saturation(language)) } dd { (language.number(saturation)) " " (unit::iops(language)) }
            }
            dt { (text::limited_by(language)) } dd { (words::limit(language, finding)) }
        }
    }
}

/// The cards of a run: one for each stream of each phase; none if there are too many.
pub(super) fn measured(language: Language, record: &Record) -> Markup {
    let streams =
        record.trials.iter().flat_map(|trial| trial.streams.iter().map(move |s| (trial, s)));
    let streams: Vec<_> = streams.collect();
    if streams.is_empty() || streams.len() > 6 {
        return html! {};
    }
    let phases = record.trials.len() > 1;
    let [reads, writes, commits] =
        [text::reads(language), text::writes(language), text::commits(language)];
    html! {
        section aria-labelledby="measured" {
            h2 #measured { (text::measured(language)) }
            div class=(grid(streams.len())) {
                @for (trial, stream) in &streams {
                    article.card {
                        header { h3 { (stream.name) } @if phases { span.small { (trial.role) } } }
                        p.load {
                            span.figure { (language.number(stream.iops.value)) } " " span.unit { (unit::iops(language)) } " "
                            span.second { (language.number(stream.mibps.value)) " " (unit::mibps(language)) }
                        }
                        (interval(language, &stream.iops, unit::iops(language)))
                        @let figures = stream_figures(language, stream);
                        @if !figures.is_empty() { p.small { (figures.join(", ")) } }
                        dl {
                            @for (name, of) in [(reads, &stream.read), (writes, &stream.write), (commits, &stream.flush)] {
                                @if of.ios > 0 {
                                    dt { (name) }
                                    dd {
                                        @if of.bytes > 0 && of.ios < stream.read.ios + stream.write.ios {
                                            (words::rates(language, stream, of)) "; "
                                        }
                                        (percentiles(language, of))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Median, 99th percentile and worst of a direction.
fn percentiles(language: Language, of: &LatencySummary) -> String {
    let at = |q: f64| language.latency_or_dash(of.total_ns(q).map_or(f64::NAN, |ns| ns as f64));
    let errors = match of.errors {
        0 => String::new(),
        errors => format!(", {}", text::failed(language, errors)),
    };
    let max = language.latency_or_dash(of.max_ns as f64);
    format!("p50 {}, p99 {}, {} {max}{errors}", at(0.5), at(0.99), text::max(language))
}

/// The classes of a grid of cards: two or four form pairs.
pub(super) fn grid(cards: usize) -> &'static str {
    if matches!(cards, 2 | 4) { "cards pairs" } else { "cards" }
}

/// A share for a bar, and what it is a share of.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Gauge {
    /// The share; above 1 if there is more than is required or allowed.
    pub(super) share: f64,
    /// What is required, such as `5,000 IOPS`; `None`: the latency limit.
    pub(super) required: Option<String>,
}

impl Gauge {
    /// The share in words: `86 % of the required 5,000 IOPS`; from 2 on, `3.4 times the required 5,000 IOPS`.
    pub(super) fn text(&self, language: Language) -> String {
        let many = self.share.is_finite() && self.share >= TIMES_MIN;
        match (&self.required, many) {
            (Some(required), false) => unit::share_of_required(language, self.share, required),
            (Some(required), true) => unit::times_required(language, rough(self.share), required),
            (None, false) => unit::share_of_limit(language, self.share),
            (None, true) => unit::times_limit(language, rough(self.share)),
        }
    }
}

/// From this value on, a share is shown as a multiple.
const TIMES_MIN: f64 = 2.0;

/// Rounds to two significant digits, which are enough to compare multiples.
fn rough(value: f64) -> f64 {
    let step = 10f64.powf(value.log10().floor() - 1.0);
    (value / step).round() * step
}

/// The share of the requirement that a finding carries; `None` if the requirement has no number for such a role, or nothing was
/// found.
pub(super) fn carried(
    language: Language,
    finding: &RoleFinding,
    requirement: &Requirement,
) -> Option<Gauge> {
    let line = finding.load_line.as_ref().map(|line| line.value);
    let unit = rate_unit(language, finding.kind);
    match finding.kind {
        RoleKind::Commit => gauge(language, line, requirement.commits_min, unit),
        RoleKind::Load => gauge(language, line, requirement.iops_min, unit),
        RoleKind::Bulk => {
            gauge(language, finding.mibps, requirement.mibps_min, unit::mibps(language))
        }
    }
}

/// The share of the required commits that commits with shared flushes carry.
pub(super) fn carried_shared(
    language: Language,
    finding: &RoleFinding,
    requirement: &Requirement,
) -> Option<Gauge> {
    let shared = finding.commits_group?;
    gauge(language, Some(shared.load_line.value), requirement.commits_min, unit::commits(language))
}

fn gauge(language: Language, have: Option<f64>, want: Option<f64>, unit: &str) -> Option<Gauge> {
    let (have, want) = (have?, want?);
    let required = Some(format!("{} {unit}", language.number(want)));
    (have.is_finite() && want > 0.0).then(|| Gauge { share: have / want, required })
}

/// The share of its latency limit that a finding uses at the load line.
pub(super) fn latency_limit_used(finding: &RoleFinding) -> Option<Gauge> {
    let latency_limit_ns = finding.latency_limit.latency_ns.0;
    let latency_ns = finding.latency_ns.filter(|_| latency_limit_ns > 0)?;
    Some(Gauge { share: latency_ns as f64 / latency_limit_ns as f64, required: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_told_as_percent_or_as_multiples() {
        for (share, text) in [
            (0.004, "<1 % of the required 1 IOPS"),
            (0.86, "86 % of the required 1 IOPS"),
            (1.99, "199 % of the required 1 IOPS"),
            (3.44, "3.4 times the required 1 IOPS"),
            (17.8, "18 times the required 1 IOPS"),
            (2_853.58, "2,900 times the required 1 IOPS"),
            (f64::INFINITY, "? % of the required 1 IOPS"),
        ] {
            let gauge = Gauge { share, required: Some("1 IOPS".to_owned()) };
            assert_eq!(gauge.text(Language::En), text);
        }
    }
}
