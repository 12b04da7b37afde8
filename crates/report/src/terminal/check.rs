//! The answer of a `check` on one screen: the verdict, all required rates at once, a row for each role, the reason, the heaviest warnings,
//! and how to repeat it.
//!
//! Aims at [`SCREEN_ROWS`] rows. Warnings give way to the roles, and the page has everything that has no room.

use super::ink::{INDENT, Page, Paint};
use super::run;
use super::stages::{RowPlace, rows};
use super::{Places, Style, foot};
use crate::catalogue::{terminal as label, unit, verdict as text};
use crate::language::Language;
use crate::studies::{Line, Rows, Tone};
use crate::words::{self, LineFigures};
use record::{
    Limit, Note, Reason, Record, RoleFinding, RoleIo, TrialPurpose, TrialRecord, Verdict,
};
use summary::warning::Detail as WarningDetail;
use summary::{LatencySummary, QuotaUnit, Warning, WarningKind, Weight};
use workload::RoleKind;

/// Rows that fit on most screens without scrolling.
pub(crate) const ROWS_MAX: usize = 40;
/// The rows of a terminal that nobody has enlarged.
const SCREEN_ROWS: usize = 24;

const NONE: &str = "-";

#[derive(Clone, Copy, Debug)]
struct Detail {
    roles_max: usize,
    /// The most roles beside the one in the head whose reason is shown.
    reasons_max: usize,
    remarks_max: usize,
    actions: bool,
}

pub(super) fn page(record: &Record, style: &Style, places: &Places) -> Page {
    let step = |reasons_max, remarks_max, actions| Detail {
        roles_max: usize::MAX,
        reasons_max,
        remarks_max,
        actions,
    };
    let whole = [
        step(usize::MAX, usize::MAX, true),
        step(usize::MAX, 4, true),
        step(2, 3, true),
        step(2, 3, false),
        step(1, 1, false),
        step(1, 0, false),
        step(0, 0, false),
    ];
    let fewer = [12, 8, 5, 3].map(|roles_max| Detail { roles_max, ..whole[6] });
    let mut pages =
        whole.iter().chain(&fewer).map(|detail| page_in(record, style, places, *detail));
    let first = pages.find(|page| page.rows() <= SCREEN_ROWS);
    first.unwrap_or_else(|| page_in(record, style, places, fewer[3]))
}

fn page_in(record: &Record, style: &Style, places: &Places, detail: Detail) -> Page {
    let mut page = Page::new(style);
    head(&mut page, record);
    if !record.findings.is_empty() {
        page.blank();
        let table = table(page.language(), record);
        rows(&mut page, &table, detail.roles_max, RowPlace::Report);
    }
    let is_open = record.verdict == Some(Verdict::CannotTell);
    let tried = words::tried_together(page.language(), &record.reason).filter(|_| is_open);
    if let Some(figures) = tried {
        let text = label::tried(page.language(), &figures);
        page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 2, Paint::Plain, &text);
    }
    // The multiple of its load is the answer for a job.
    let beside_row = |found: &&RoleFinding| {
        detail.reasons_max > 0 || found.job_iops.is_some() || found.sessions.is_some()
    };
    for finding in record.findings.iter().filter(beside_row) {
        beside(&mut page, record, finding);
    }
    reasons(&mut page, record, detail.reasons_max);
    run::hosts(&mut page, record, run::HOSTS_MAX);
    let remarks = remarks(page.language(), record, detail.actions);
    listed(&mut page, &remarks, detail.remarks_max);
    failures(&mut page, record, detail.remarks_max);
    unlisted(&mut page, &remarks, detail.remarks_max);
    page.blank();
    foot(&mut page, record, places);
    page
}

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

/// One row for each role: what is required, what is confirmed, and what limits it.
fn table(language: Language, record: &Record) -> Rows {
    let heads = [
        label::head_role(language),
        label::required(language),
        label::head_carries(language),
        label::head_latency(language),
        label::head_room(language),
        label::limited_by(language),
    ];
    let row = |finding: &RoleFinding| Line {
        cells: cells(language, record, finding),
        tone: match finding.verdict {
            Verdict::Fit => Tone::Good,
            Verdict::NotFit => Tone::Bad,
            Verdict::CannotTell => Tone::Unsure,
        },
        share: None,
    };
    let mut table = Rows {
        caption: label::roles(language).to_owned(),
        heads: heads.map(str::to_owned).to_vec(),
        rows: record.findings.iter().map(row).collect(),
        words: vec![0, 5],
        spare: vec![3, 5, 4],
    };
    // Without a required rate, two columns would be empty.
    if table.rows.iter().all(|line| line.cells[1] == NONE) {
        let kept =
            |cells: &[String]| [0, 2, 3, 5].map(|column: usize| cells[column].clone()).to_vec();
        table.heads = kept(&table.heads);
        table.rows.iter_mut().for_each(|line| line.cells = kept(&line.cells));
        (table.words, table.spare) = (vec![0, 3], vec![2, 3]);
    }
    table
}

fn cells(language: Language, record: &Record, finding: &RoleFinding) -> Vec<String> {
    // The role says what is counted.
    let unit = match finding.kind {
        RoleKind::Load | RoleKind::Commit => unit::per_second(language).to_owned(),
        RoleKind::Bulk => format!(" {}", unit::mibps(language)),
    };
    let rate = |value: f64| format!("{}{unit}", language.number(value));
    let required = record.required_rate(finding);
    let group = finding.commits_group.map(|shared| shared.load_line.value);
    let figures = LineFigures::of(language, finding);
    let carries = group.or(figures.map(|figures| figures.line.value));
    let limit_ns = finding.latency_limit.latency_ns.0 as f64;
    let shared_ns = finding.confirmed.and_then(|load| load.latency_ns);
    let latency_ns = if group.is_some() { shared_ns } else { finding.latency_ns };
    let latency = latency_ns.map(|ns| {
        let quantile = language.quantile(finding.latency_limit.quantile);
        label::latency_of(language, &quantile, ns as f64, limit_ns)
    });
    let times = carries.zip(required).filter(|(_, required)| *required > 0.0);
    let times = times.map(|(value, required)| label::times(language, value / required));
    let none = || NONE.to_owned();
    vec![
        named(finding),
        required.map_or_else(none, rate),
        carries.map_or_else(none, rate),
        latency.unwrap_or_else(|| language.limit(&finding.latency_limit)),
        times.unwrap_or_else(none),
        limited_by(language, record, finding),
    ]
}

/// The role, with its reads and writes in percent, such as 70/30: its rate under a quota of reads is more than that quota.
fn named(finding: &RoleFinding) -> String {
    match finding.io {
        RoleIo::Stream { read_percent, .. } if read_percent > 0.0 && read_percent < 100.0 => {
            format!("{} {read_percent:.0}/{:.0}", finding.role, 100.0 - read_percent)
        }
        _ => finding.role.clone(),
    }
}

/// What limits a role, in a few words; the page has the whole of it.
fn limited_by(language: Language, record: &Record, finding: &RoleFinding) -> String {
    let own = record.trials.iter().filter(|trial| trial.role == finding.role);
    let depth = own.map(|trial| trial.depth).max().unwrap_or_default();
    let by_quota = |value: f64, unit: QuotaUnit| {
        label::by_quota(language, &words::rate_of_quota(language, value, unit))
    };
    let known = match (finding.limit, &finding.quota) {
        (Limit::Quota, Some(quota)) if quota.owner.is_some() => {
            let rate = words::rate_of_quota(language, quota.value, quota.unit);
            return label::by_group_quota(language, &rate);
        }
        (Limit::Quota, Some(quota)) => return by_quota(quota.value, quota.unit),
        (Limit::Quota, None) => label::by_some_quota(language),
        (Limit::Device, _) => label::by_storage(language),
        (Limit::Cpu, _) => label::by_cpus(language),
        (Limit::Depth, _) => return label::by_depth(language, depth.into()),
        // On busy CPUs no limit is sure, but a constant rate is named here as in its warning.
        (Limit::Unknown, _) => match steady_rate(record, &finding.role) {
            Some((value, unit)) => return by_quota(value, unit),
            None => label::by_unknown(language),
        },
    };
    known.to_owned()
}

fn steady_rate(record: &Record, role: &str) -> Option<(f64, QuotaUnit)> {
    let mut own = record.warnings.iter().filter(|warning| warning.subject.name() == Some(role));
    own.find_map(|warning| match warning.detail {
        WarningDetail::SteadyRate { value, unit } => Some((value, unit)),
        _ => None,
    })
}

/// What a row has no column for: commits that share flushes, and the load of a job.
fn beside(page: &mut Page, record: &Record, finding: &RoleFinding) {
    let language = page.language();
    if let (Some(group), Some(line)) = (&finding.commits_group, &finding.load_line) {
        let rate = |value: f64| format!("{}{}", language.number(value), unit::per_second(language));
        let (shared, alone) = (rate(group.load_line.value), rate(line.value));
        let commits = group.commits.into();
        let text = label::shared_commits(language, &finding.role, &shared, commits, &alone);
        page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 2, Paint::Plain, &text);
    }
    // An open or missed rate: what was seen at it, whatever kept it from being decided.
    let open = Some(finding)
        .filter(|of| of.verdict != Verdict::Fit && of.job_iops.is_none() && of.sessions.is_none());
    if let Some(figures) = open.and_then(|of| words::at_required_rate(language, of)) {
        let text = label::tried(language, &figures);
        page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 2, Paint::Plain, &text);
    }
    if let Some(text) = words::job_multiple(language, finding) {
        page.pair(&format!("  {}", label::job(language)), Paint::Strong, &text);
        operations_of_job(page, &record.trials, finding);
    }
}

/// Why roles beside the one in the head are not fit.
fn reasons(page: &mut Page, record: &Record, reasons_max: usize) {
    let language = page.language();
    let named = match &record.reason {
        Reason::Role { role, .. } => role.as_str(),
        _ => "",
    };
    let open = record.findings.iter().filter(|found| found.verdict != Verdict::Fit);
    for finding in open.filter(|found| found.role != named).take(reasons_max) {
        let reason = words::role_reason(language, &finding.role, &finding.reason);
        let text = format!("{}: {reason}", finding.role);
        page.wrapped(vec![(Paint::Quiet, "  ".to_owned())], 4, Paint::Quiet, &text);
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

/// A warning, or a note that is part of the answer.
struct Remark {
    weight: Weight,
    text: String,
}

/// The remarks on a check, heaviest first. For whom a quota holds decides for whom the answer does, so it comes before warnings.
fn remarks(language: Language, record: &Record, actions: bool) -> Vec<Remark> {
    let notes = record.notes.iter().filter(|note| note.is_part_of_answer());
    let (groups, others): (Vec<&Note>, Vec<&Note>) =
        notes.partition(|note| matches!(note, Note::LimitedByGroup { .. }));
    let note = |note: &Note| Remark { weight: Weight::Note, text: words::note(language, note) };
    let mut all = of_warnings(language, &words::warnings(record), actions);
    let forbids = all.iter().take_while(|remark| remark.weight == Weight::Forbids).count();
    all.splice(forbids..forbids, groups.into_iter().map(note));
    all.extend(others.into_iter().map(note));
    all
}

fn of_warnings(language: Language, warnings: &[&Warning], actions: bool) -> Vec<Remark> {
    let of = |warning: &&Warning| {
        let text = if actions {
            words::warning(language, warning)
        } else {
            words::detail(language, &warning.detail)
        };
        Remark { weight: warning.weight, text: words::named(warning, text) }
    };
    warnings.iter().map(of).collect()
}

/// The warnings, heaviest first, with or without their actions; those without room are counted by weight.
pub(super) fn warnings(page: &mut Page, warnings: &[&Warning], max: usize, actions: bool) {
    let remarks = of_warnings(page.language(), warnings, actions);
    listed(page, &remarks, max);
    unlisted(page, &remarks, max);
}

fn listed(page: &mut Page, remarks: &[Remark], max: usize) {
    for remark in remarks.iter().take(max) {
        weighted(page, remark.weight, &remark.text);
    }
}

/// The number of remarks of each weight that have no room.
fn unlisted(page: &mut Page, remarks: &[Remark], max: usize) {
    let language = page.language();
    let rest = remarks.get(max..).unwrap_or_default();
    if !rest.is_empty() {
        let weights = rest.iter().map(|remark| remark.weight);
        let weights = words::counted(language, weights, label::count_forbids);
        let text = label::more_warnings(language, rest.len() as u64, &weights.join(", "));
        page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 2, Paint::Quiet, &text);
    }
}
