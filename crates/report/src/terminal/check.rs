//! The answer of a `check`: verdict, one block for each role, warnings, and how to repeat it.
//!
//! Aims at [`ROWS_MAX`] rows. If there is too much text, it drops notes and blank lines. The lines of a role and the actions for warnings
//! are shortened only if there are more than [`ROLES_WHOLE_MAX`] roles, or on a narrow terminal. It says how much was left out.

use super::hosts;
use super::ink::{INDENT, Page, Paint, Span};
use super::{Places, Style, foot};
use crate::catalogue::{terminal as label, unit, verdict as text};
use crate::language::Language;
use crate::words::{self, LineFigures};
use record::{Limit, Note, Record, RoleFinding, TrialPurpose, TrialRecord, Verdict};
use summary::{LatencySummary, Warning, WarningKind, Weight};
use workload::Requirement;

/// Rows that fit on most screens without scrolling.
pub(crate) const ROWS_MAX: usize = 40;

/// How much is shown.
#[derive(Clone, Copy, Debug)]
struct Detail {
    /// 3: everything, separated by blank lines; 2: without blank lines; 1: two lines a role; 0: one line a role.
    role: u8,
    /// The maximum number of warnings with their full text.
    warnings_max: usize,
    /// Whether the action for a warning is shown.
    actions: bool,
    /// The maximum number of roles.
    roles_max: usize,
}

/// Up to this number, each role has all of its lines, so that the answers for two storages can be compared.
const ROLES_WHOLE_MAX: usize = 4;

/// Narrower terminals shorten the lines of roles.
const COLUMNS_WHOLE_MIN: usize = 60;

/// Up to this number, warnings that are not notes have priority over the numbers of the roles.
const WARNINGS_SHOWN_MAX: usize = 6;

/// The page with as much detail as fits.
pub(super) fn page(record: &Record, style: &Style, places: &Places) -> Page {
    let ladder = [(3, 6), (3, 3), (2, 4), (2, 2), (1, 4), (1, 2), (0, 3), (0, 1)];
    // The page has the action for a warning too, so the numbers of a role have priority.
    let is_whole = record.findings.len() <= ROLES_WHOLE_MAX && style.width >= COLUMNS_WHOLE_MIN;
    let with_actions = if is_whole { &[true][..] } else { &[true, false] };
    // Notes are dropped before the numbers of a role, warnings after them.
    let heavy = record.warnings.iter().filter(|warning| warning.weight != Weight::Note).count();
    let mut details: Vec<Detail> = ladder
        .iter()
        .filter(|(role, _)| *role >= 2 || !is_whole)
        .flat_map(|&(role, usual_max)| {
            let warnings_max = usual_max.max(heavy.min(WARNINGS_SHOWN_MAX));
            let roles_max = usize::MAX;
            with_actions.iter().map(move |&actions| Detail {
                role,
                warnings_max,
                actions,
                roles_max,
            })
        })
        .collect();
    let fewer = (1..record.findings.len()).rev().filter(|_| !is_whole);
    details.extend(fewer.map(|roles_max| Detail {
        role: 0,
        warnings_max: 1,
        actions: false,
        roles_max,
    }));
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
    let requirement = record.required();
    for finding in record.findings.iter().take(detail.roles_max) {
        if detail.role == 3 {
            page.blank();
        }
        role(&mut page, record, finding, &requirement, detail.role);
    }
    let left_out = record.findings.len().saturating_sub(detail.roles_max);
    if left_out > 0 {
        let more = label::more_roles(page.language(), left_out as u64);
        page.line(vec![(Paint::Quiet, more)]);
    }
    hosts::section(&mut page, record, hosts::ROWS_MAX);
    let notes: Vec<&Note> = record.notes.iter().filter(|note| note.is_part_of_answer()).collect();
    if !record.warnings.is_empty() || !notes.is_empty() {
        page.blank();
    }
    listed(&mut page, &words::warnings(record), detail.warnings_max, detail.actions);
    failures(&mut page, record, detail.warnings_max);
    for note in notes {
        let text = words::note(page.language(), note);
        weighted(&mut page, Weight::Note, &text);
    }
    unlisted(&mut page, &words::warnings(record), detail.warnings_max);
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
    let language = page.language();
    let verdict = record.verdict.unwrap_or(Verdict::CannotTell);
    let (paint, symbol) = mark(page, verdict);
    let title = format!("{symbol} {}", words::verdict(language, verdict));
    let on = text::on(language, &words::run_subject(language, &record.subject), &record.target);
    let what = format!("{on}{}", ended(language, record));
    page.wrapped(vec![(paint, title), (Paint::Plain, "   ".to_owned())], 2, Paint::Strong, &what);
    let mut line = |paint: Paint, text: &str| {
        page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 2, paint, text);
    };
    if !record.reason.is_empty() {
        line(Paint::Plain, &words::run_reason(language, record));
    }
    if !record.requirement.is_empty() {
        line(Paint::Quiet, &text::required(language, &record.requirement));
    }
}

/// How the run ended, in brackets, unless it was completed.
pub(super) fn ended(language: Language, record: &Record) -> String {
    words::state(language, record.state).map_or(String::new(), |state| format!(" ({state})"))
}

fn role(
    page: &mut Page,
    record: &Record,
    finding: &RoleFinding,
    requirement: &Requirement,
    detail: u8,
) {
    let (paint, symbol) = mark(page, finding.verdict);
    let answer = words::verdict(page.language(), finding.verdict);
    let name = format!("{symbol} {}: {answer}", finding.role);
    if detail == 0 {
        page.line(one_line(page, finding, (paint, name)));
        return;
    }
    let title = words::role_title(page.language(), &finding.title, finding.activity, &finding.io);
    page.wrapped(
        vec![(paint, name), (Paint::Plain, "   ".to_owned())],
        INDENT,
        Paint::Strong,
        &title,
    );
    load(page, finding, requirement);
    if detail >= 2 {
        latency(page, finding);
        needed(page, record, finding);
        operations_of_job(page, &record.trials, finding);
        multiple(page, finding);
        commits(page, record, finding, requirement);
        why(page, finding);
    }
}

/// The colour of a bar: neutral if the verdict is uncertain.
fn tone(finding: &RoleFinding, good: bool) -> Paint {
    match (finding.verdict, good) {
        (Verdict::CannotTell, _) => Paint::Unsure,
        (_, true) => Paint::Good,
        (_, false) => Paint::Bad,
    }
}

/// The load line, its throughput, and its share of the requirement.
fn load(page: &mut Page, finding: &RoleFinding, requirement: &Requirement) {
    let language = page.language();
    let mut items: Vec<Vec<Span>> = Vec::new();
    match LineFigures::of(language, finding) {
        Some(LineFigures { line, unit, beside }) => {
            items.push(vec![(Paint::Strong, words::estimate(language, &line, unit))]);
            let beside = beside.map(|(value, unit)| format!("{} {unit}", language.number(value)));
            items.extend(beside.map(|text| vec![(Paint::Plain, text)]));
        }
        None => items.push(vec![(Paint::Unsure, label::no_load_line(language).to_owned())]),
    }
    if finding.is_line_unconfirmed() {
        items.push(vec![(Paint::Unsure, label::unconfirmed(language).to_owned())]);
    }
    let carried = words::carried(language, finding, requirement);
    items.extend(carried.map(|gauge| bar(page, finding, &gauge)));
    page.flow(label::load_line(language), items);
}

/// A share of the requirement, as a bar and in words.
fn bar(page: &Page, finding: &RoleFinding, gauge: &words::Gauge) -> Vec<Span> {
    let mut spans = page.bar(gauge.share, 12, tone(finding, gauge.share >= 1.0));
    spans.push((Paint::Plain, format!(" {}", gauge.text(page.language()))));
    spans
}

/// Log roles: the load line with shared flushes, and the rate of commits one at a time in a closed loop.
fn commits(page: &mut Page, record: &Record, finding: &RoleFinding, requirement: &Requirement) {
    let language = page.language();
    let rate = |rate| words::estimate(language, rate, unit::commits(language));
    if let Some((group, size)) = &finding.commits_group {
        let text = label::shared_rate(language, &rate(group), u64::from(*size));
        let mut items = vec![vec![(Paint::Plain, text)]];
        let carried = words::carried_shared(language, finding, requirement);
        items.extend(carried.map(|gauge| bar(page, finding, &gauge)));
        page.flow(label::shared(language), items);
    } else if record.lacks_shared_line(finding) {
        let none = label::no_shared_line(language).to_owned();
        page.flow(label::shared(language), vec![vec![(Paint::Plain, none)]]);
    }
    let mut items = Vec::new();
    if let Some(single) = &finding.commits_single {
        let single = words::estimate(language, single, unit::commits(language));
        items.push(vec![(Paint::Plain, single)]);
    }
    if let Some((p50, p99)) = finding.commit_latency_ns {
        let [p50, p99] = [p50, p99].map(|ns| language.latency(ns as f64));
        items.push(vec![(Paint::Plain, format!("p50 {p50}, p99 {p99}"))]);
    }
    if !items.is_empty() {
        items.push(vec![(Paint::Quiet, label::closed_loop(language).to_owned())]);
        page.flow(label::one_by_one(language), items);
    }
}

/// The latency at the required rate.
fn needed(page: &mut Page, record: &Record, finding: &RoleFinding) {
    let language = page.language();
    if let Some((rate, ns)) = finding.at_required_rate {
        let limit = &finding.latency_limit;
        let iops =
            format!("{} {}", language.number(rate), words::rate_unit(language, finding.kind));
        let times = words::times_of_job(finding, rate);
        let rate = times.map_or(iops.clone(), |times| {
            let has_log = finding.job_log_iops.is_some() && times > 1.0;
            label::times_of_job(language, times, &iops, has_log)
        });
        let rate = words::rate_for(language, rate, record.required_rate_s(&finding.role));
        let (quantile, limit_ns) = (language.quantile(limit.quantile), limit.latency_ns.0 as f64);
        let text = label::at_required_rate(language, &rate, &quantile, ns as f64, limit_ns);
        let is_higher = finding.latency_ns.is_some_and(|at_line_ns| ns > at_line_ns);
        let why = (is_higher && rate_is_below_line(finding))
            .then(|| label::short_trials_vary(language, &quantile));
        let text = text + &why.unwrap_or_default();
        let label = label::required(language);
        page.pair(&format!("  {label}"), Paint::Plain, &text);
    }
}

/// The latency of each kind of operation of a job with commits, which the latency of all together hides: at the required rate, else at the
/// load line.
fn operations_of_job(page: &mut Page, trials: &[TrialRecord], finding: &RoleFinding) {
    let of_role = || trials.iter().filter(|trial| trial.role == finding.role);
    let required = of_role().rfind(|trial| trial.purpose == TrialPurpose::RequiredRate);
    let confirms =
        |trial: &&TrialRecord| trial.purpose == TrialPurpose::Confirm && trial.held == Some(true);
    let stream = required.or_else(|| of_role().rfind(confirms)).and_then(|t| t.streams.first());
    let Some(stream) = stream.filter(|stream| finding.job_iops.is_some() && stream.flush.ios > 0)
    else {
        return;
    };
    let (language, quantile) = (page.language(), finding.latency_limit.quantile);
    let latency = |of: &LatencySummary| {
        of.total_ns(quantile).map_or("-".to_owned(), |ns| language.latency(ns as f64))
    };
    let text = label::operations_of_job(
        language,
        &label::OperationsOfJob {
            quantile: &language.quantile(quantile),
            reads: &latency(&stream.read),
            writes: &latency(&stream.write),
            commits: &latency(&stream.flush),
            required: required.is_some(),
        },
    );
    let head = vec![(Paint::Quiet, " ".repeat(INDENT))];
    page.wrapped(head, INDENT, Paint::Plain, &text);
}

/// Whether the required rate is below the load line. A higher latency there than at the line is then chance.
fn rate_is_below_line(finding: &RoleFinding) -> bool {
    let (line, rate) = (finding.load_line.as_ref(), finding.at_required_rate);
    line.zip(rate).is_some_and(|(line, (rate, _))| rate < line.value)
}

/// The load line as a multiple of the load of the job.
fn multiple(page: &mut Page, finding: &RoleFinding) {
    let language = page.language();
    if let Some(text) = words::job_multiple(language, finding) {
        let label = label::job(language);
        page.pair(&format!("  {label}"), Paint::Strong, &text);
    }
}

/// The latency at the load line against the latency limit.
fn latency(page: &mut Page, finding: &RoleFinding) {
    let language = page.language();
    let limit = &finding.latency_limit;
    let Some(gauge) = words::latency_limit_used(finding) else {
        let text = language.limit(limit);
        page.flow(label::limit(language), vec![vec![(Paint::Plain, text)]]);
        return;
    };
    let text = words::latency_of_limit(language, finding);
    let mut bar = page.bar(gauge.share, 12, tone(finding, gauge.share <= 1.0));
    bar.push((Paint::Plain, format!(" {}", language.percent(gauge.share))));
    page.flow(label::latency(language), vec![vec![(Paint::Plain, text)], bar]);
}

/// The limit, and the reason of a verdict unless the numbers above already say it.
fn why(page: &mut Page, finding: &RoleFinding) {
    let language = page.language();
    let limit = words::limit(language, finding);
    let reason = words::reason(language, &finding.reason);
    // A measurement that was not completed did not reach a limit of the device.
    let text = match finding.verdict {
        _ if finding.reason.is_empty() => limit,
        Verdict::Fit => limit,
        Verdict::CannotTell if matches!(finding.limit, Limit::Device | Limit::Unknown) => reason,
        Verdict::NotFit | Verdict::CannotTell => {
            label::reason_limited_by(language, &words::ended(reason), &limit)
        }
    };
    let label = match finding.verdict {
        Verdict::Fit => label::limited_by(language),
        Verdict::NotFit | Verdict::CannotTell => label::because(language),
    };
    page.pair(&format!("  {label}"), Paint::Plain, &text);
}

/// A role in one line, cut at the width.
fn one_line(page: &Page, finding: &RoleFinding, name: Span) -> Vec<Span> {
    let language = page.language();
    let load = match LineFigures::of(language, finding) {
        Some(LineFigures { line, unit, .. }) => words::estimate(language, &line, unit),
        None => label::no_load_line(language).to_owned(),
    };
    let left = page.width().saturating_sub(name.1.chars().count() + 3);
    let text: String = load.chars().take(left).collect();
    vec![name, (Paint::Plain, format!("   {text}"))]
}

/// The first operations that failed, at most two, if a warning refers to them and there is room.
pub(super) fn failures(page: &mut Page, record: &Record, room: usize) {
    if !record.warnings.iter().any(|warning| warning.kind == WarningKind::IoErrors) {
        return;
    }
    let first = record.notes.iter().filter(|note| note.is_failed_io());
    for note in first.take(2.min(room / 2)) {
        page.pair(label::note(page.language()), Paint::Plain, &words::note(page.language(), note));
    }
}

/// A text behind its weight.
fn weighted(page: &mut Page, weight: Weight, text: &str) {
    let (paint, symbol) = match weight {
        Weight::Forbids => (Paint::Bad, page.glyph("⛒", "X")),
        Weight::Warning => (Paint::Unsure, "!"),
        Weight::Note => (Paint::Quiet, page.glyph("·", "-")),
    };
    let word = words::weight(page.language(), weight);
    let head = format!("{symbol} {word:<width$}", width = INDENT - 2);
    page.wrapped(vec![(paint, head)], INDENT, Paint::Plain, text);
}

/// The warnings, heaviest first, with or without their actions; those without room are counted by weight.
pub(super) fn warnings(page: &mut Page, warnings: &[&Warning], max: usize, actions: bool) {
    listed(page, warnings, max, actions);
    unlisted(page, warnings, max);
}

/// The warnings that have room.
fn listed(page: &mut Page, warnings: &[&Warning], max: usize, actions: bool) {
    let language = page.language();
    for warning in warnings.iter().take(max) {
        let text = match actions {
            true => words::warning(language, warning),
            false => words::detail(language, &warning.detail),
        };
        weighted(page, warning.weight, &words::named(warning, text));
    }
}

/// The number of warnings of each weight that have no room.
fn unlisted(page: &mut Page, warnings: &[&Warning], max: usize) {
    let language = page.language();
    let rest = warnings.get(max..).unwrap_or_default();
    if !rest.is_empty() {
        let weights = words::counted(
            language,
            rest.iter().map(|warning| warning.weight),
            label::count_forbids,
        );
        let text = label::more_warnings(language, rest.len() as u64, &weights.join(", "));
        page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 2, Paint::Quiet, &text);
    }
}
