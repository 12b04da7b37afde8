//! The evidence for the answer: charts with their tables, warnings, facts, and how to repeat the run.

use super::chart::{ChartKind, Group, GroupChart, charts, groups, mark};
use super::table;
use crate::catalogue::{hosts as hosts_text, page as text, unit};
use crate::hosts::{HostRow, HostTable, events, summary, tables};
use crate::language::Language;
use crate::words;
use crate::words::figure::ranged;
use crate::words::warning::meaning;
use maud::{Markup, html};
use record::{Note, Record, RoleFinding, RunKind, TrialPurpose, TrialRecord};
use serde_json::Value;
use summary::{LatencySummary, StreamSummary, Warning, Weight};

/// The measurements of one role or one phase, for display under a heading.
pub(super) struct EvidenceSection {
    pub(super) name: String,
    /// The target of links from cards.
    id: String,
    body: Markup,
}

impl EvidenceSection {
    pub(super) fn section(&self) -> Markup {
        html! {
            section.role id=(self.id) {
                h2 { (self.name) }
                (self.body)
            }
        }
    }

    pub(super) fn part(&self) -> Markup {
        html! { div id=(self.id) { (self.body) } }
    }
}

/// All measurements, by roles or phases, and the data of the charts.
pub(super) fn shown(language: Language, record: &Record) -> (Vec<EvidenceSection>, Vec<Value>) {
    let groups = groups(language, record);
    let mut all = Vec::new();
    let mut shown = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let charts = charts(group, index, groups.len());
        let limit = |finding: &RoleFinding| {
            let limit = language.limit(&finding.latency_limit);
            text::latency_limit(language, &limit)
        };
        let body = html! {
            @if let Some(finding) = group.finding {
                p.lead {
                    @if let Some(activity) = words::role_activity(language, finding) { (activity) ". " }
                    (text::tested_io(language, &words::role_io(language, &finding.io))) ". "
                    (limit(finding)) "."
                }
            }
            @if group.trials.iter().any(|trial| trial.purpose == TrialPurpose::Together) {
                p.lead { (text::together(language)) }
            }
            @if group.trials.iter().all(|trial| trial.streams.is_empty()) {
                p { (text::nothing_measured(language)) }
            }
            @if group.finding.is_none() { (streams(group)) }
            div.charts {
                @for chart in &charts { (figure(chart, group, groups.len())) }
            }
        };
        let id = format!("role-{index}");
        shown.push(EvidenceSection { name: group.name.to_owned(), id, body });
        all.extend(charts.into_iter().map(|chart| chart.data));
    }
    (shown, all)
}

/// The placeholder of a chart, its description, and its numbers.
fn figure(chart: &GroupChart, group: &Group<'_>, groups: usize) -> Markup {
    let language = group.language;
    let (title, shows, numbers) = match chart.kind {
        ChartKind::Load => (text::load_title(language), load_text(group), table::trials(group)),
        ChartKind::Tail => {
            (text::tail_title(language), tail_text(group), table::distribution(group))
        }
        ChartKind::Time { several } => {
            let shows = course_text(group, several);
            (text::course_title(language), shows, table::course(group, groups))
        }
    };
    html! {
        figure class=(chart.kind.name()) {
            figcaption { h3 { (title) } p { (shows) } }
            div.chart id=(chart.id) role="img" aria-label=(text::chart_label(language, group.name, title)) {}
            (numbers)
        }
    }
}

fn load_text(group: &Group<'_>) -> String {
    let shared = group.trials.iter().any(|trial| trial.shares_flushes());
    let shared = shared.then(|| text::load_text_shared(group.language));
    [Some(text::load_text(group.language)), shared]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

fn tail_text(group: &Group<'_>) -> String {
    let language = group.language;
    let what = text::tail_text(language);
    match group.chosen().filter(|_| group.finding.is_some()) {
        Some(trial) => {
            format!("{what} {}", text::tail_text_trial(language, &mark(language, trial)))
        }
        None => what.to_owned(),
    }
}

fn course_text(group: &Group<'_>, several: bool) -> String {
    let language = group.language;
    let warm_up = |trial: &&TrialRecord| {
        trial.streams.iter().any(|stream| stream.points.iter().any(|point| point.warm_up))
    };
    let mut sentences = vec![text::course_text(language, group.trials.len() > 1)];
    sentences.extend(several.then(|| text::course_text_streams(language).to_owned()));
    let warm = group.trials.iter().any(warm_up);
    sentences.extend(warm.then(|| text::course_text_warm_up(language).to_owned()));
    sentences.join(" ")
}

fn streams(group: &Group<'_>) -> Markup {
    let language = group.language;
    let streams = group.trials.iter().flat_map(|trial| &trial.streams);
    let rows: Vec<Vec<String>> = streams.flat_map(|stream| stream_rows(group, stream)).collect();
    if rows.is_empty() {
        return html! {};
    }
    let heads = [
        text::stream(language),
        text::operation(language),
        unit::iops(language),
        unit::mibps(language),
        text::depth(language),
        text::mean(language),
        "p50",
        "p95",
        "p99",
        "p99.9",
        text::max(language),
        text::service_p99(language),
        text::errors(language),
    ];
    table::table(&text::streams(language, group.name), &heads, &rows, &[])
}

/// The directions of a stream. The rate of reads and writes together has an interval and a row of its own.
fn stream_rows(group: &Group<'_>, stream: &StreamSummary) -> Vec<Vec<String>> {
    let language = group.language;
    let used = |of: &LatencySummary| of.ios > 0 || of.errors > 0;
    let both = used(&stream.read) && used(&stream.write);
    let whole = || {
        let rates = [&stream.iops, &stream.mibps].map(|rate| ranged(language, rate));
        [rates.as_slice(), &[language.number_or_dash(Some(stream.depth_mean))]].concat()
    };
    let own = |of: &LatencySummary| {
        let (iops, mibps) = stream.rates_of(of);
        let mibps = (of.bytes > 0).then_some(mibps);
        [Some(iops), mibps, None].map(|rate| language.number_or_dash(rate)).to_vec()
    };
    let row = |name: &str, rates: Vec<String>, of: &LatencySummary| {
        let names = vec![stream.name.clone(), name.to_owned()];
        [names, rates, latencies(language, of), vec![language.count(of.errors)]].concat()
    };
    let mut rows = Vec::new();
    if both {
        let of = LatencySummary {
            errors: stream.read.errors + stream.write.errors,
            ..LatencySummary::default()
        };
        rows.push(row(text::reads_and_writes(language), whole(), &of));
    }
    for (name, of) in [(text::read(language), &stream.read), (text::write(language), &stream.write)]
    {
        if used(of) {
            rows.push(row(name, if both { own(of) } else { whole() }, of));
        }
    }
    if used(&stream.flush) {
        rows.push(row(group.flush, own(&stream.flush), &stream.flush));
    }
    rows
}

/// Mean, quantiles and maximum of the total latency, then the p99 of the service time; dashes for what was not measured.
fn latencies(language: Language, of: &LatencySummary) -> Vec<String> {
    let known = |ns: Option<u64>| ns.map_or(f64::NAN, |ns| ns as f64);
    let total = |q: f64| known(of.total_ns(q));
    let service = known(of.service_ns(0.99));
    [of.mean_ns, total(0.5), total(0.95), total(0.99), total(0.999), of.max_ns as f64, service]
        .map(|ns| language.latency_or_dash(ns))
        .to_vec()
}

/// Whether nothing in the record was measured by this run.
fn recorded(record: &Record) -> bool {
    let study = record.study.as_ref().filter(|study| !study.stages.is_empty());
    study.is_some_and(|study| study.stages.iter().all(crate::studies::recorded))
}

pub(super) fn warnings(language: Language, record: &Record) -> Markup {
    let warnings = words::warnings(record);
    let notes: Vec<&Note> = record.notes.iter().filter(|note| note.is_part_of_answer()).collect();
    html! {
        section #warnings {
            h2 { (text::warnings(language)) }
            @if warnings.is_empty() {
                @if recorded(record) {
                    p { (text::warnings_unknown(language)) }
                } @else {
                    p { (text::warnings_none(language)) }
                }
            } @else {
                p.lead { (text::warnings_lead(language)) }
            }
            @if !warnings.is_empty() || !notes.is_empty() {
                ul.warnings {
                    @for warning in warnings { (one(language, warning)) }
                    @for note in notes {
                        li.warning.note {
                            p { (badge(language, Weight::Note)) " " (words::note(language, note)) }
                        }
                    }
                }
            }
        }
    }
}

fn class(weight: Weight) -> &'static str {
    match weight {
        Weight::Forbids => "bad",
        Weight::Warning => "unsure",
        Weight::Note => "note",
    }
}

fn badge(language: Language, weight: Weight) -> Markup {
    let symbol = match weight {
        Weight::Forbids => "\u{2718}",
        Weight::Warning => "!",
        Weight::Note => "i",
    };
    html! {
        span class=(format!("badge {}", class(weight))) {
            span aria-hidden="true" { (symbol) } " " (words::weight(language, weight))
        }
    }
}

fn one(language: Language, warning: &Warning) -> Markup {
    let meaning = meaning(language, warning.kind);
    html! {
        li class=(format!("warning {}", class(warning.weight))) {
            h3 {
                (badge(language, warning.weight)) " " (meaning.title)
                @if let Some(name) = warning.subject.name() { span.about { (name) } }
            }
            p { (words::detail(language, &warning.detail)) }
            p.small { (meaning.why) " " b { (text::what_to_do(language)) } " " (meaning.action) }
        }
    }
}

pub(super) fn facts(language: Language, record: &Record) -> Markup {
    let tables = crate::facts::of_record(language, record);
    html! {
        section #facts {
            h2 { (text::facts(language)) }
            @if tables.is_empty() { p { (text::no_facts(language)) } }
            div.facts {
                @for group in &tables {
                    table {
                        caption { (group.title) }
                        tbody {
                            @for row in &group.rows {
                                tr {
                                    th scope="row" { (row.name) }
                                    td { (row.value) @if !row.remark.is_empty() { span.remark { (row.remark) } } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Notes, the command, the seed and the text of the job or profile.
pub(super) fn repeat(language: Language, record: &Record) -> Markup {
    let source = match record.kind {
        RunKind::Check => text::source_check(language),
        RunKind::Import => text::source_import(language),
        RunKind::Verify | RunKind::Sqliosim => text::source_verify(language),
        _ => text::source_job(language),
    };
    let notes: Vec<&Note> = record.notes.iter().filter(|note| !note.is_part_of_answer()).collect();
    html! {
        @if !notes.is_empty() {
            section #notes {
                h2 { (text::notes(language)) }
                ul { @for note in notes { li { (words::note(language, note)) } } }
            }
        }
        section #repeat {
            h2 { (text::repeat(language)) }
            p.lead { (text::repeat_lead(language)) }
            pre.command tabindex="0" aria-label=(text::command(language)) { code { (record.command) } }
            dl.conditions {
                dt { (text::seed(language)) } dd { (record.seed) }
                dt { (text::engine(language)) } dd { (words::engine(language, &record.engine)) }
                dt { (text::started(language)) } dd { (language.moment(record.started_unix_s)) }
                dt { (text::took(language)) } dd { (language.duration(record.seconds)) }
                dt { (text::version(language)) } dd { "plimsoll " (record.version) }
            }
            @if !record.source_text.is_empty() {
                details {
                    summary { (source) }
                    pre tabindex="0" aria-label=(text::text(language)) { code { (record.source_text) } }
                }
            }
        }
    }
}

pub(super) fn glossary(language: Language) -> Markup {
    let l = language;
    let terms = [
        (text::load_line(l), text::load_line_text(l)),
        (text::latency_limit_term(l), text::latency_limit_term_text(l)),
        (text::total_latency(l), text::total_latency_text(l)),
        (text::service_time(l), text::service_time_text(l)),
        (text::open_loop_term(l), text::open_loop_term_text(l)),
        (text::closed_loop_term(l), text::closed_loop_term_text(l)),
        (text::trial_term(l), text::trial_term_text(l)),
        (text::interval_term(l), text::interval_term_text(l)),
    ];
    html! {
        section #words {
            details {
                summary { (text::glossary(l)) }
                dl.words { @for (term, text) in terms { dt { (term) } dd { (text) } } }
            }
        }
    }
}

/// Empty for a run of one host.
pub(super) fn hosts_section(language: Language, record: &Record) -> Markup {
    let Some(hosts) = &record.hosts else { return html! {} };
    html! {
        section #hosts {
            h2 { (hosts_text::heading(language)) }
            p { (summary(language, hosts)) "." }
            @for line in events(language, record, hosts) { p.hint { (line) } }
            @for table in tables(language, record, hosts) { (host_table(language, &table)) }
        }
    }
}

fn host_table(language: Language, table: &HostTable) -> Markup {
    let heads = [
        hosts_text::host(language),
        hosts_text::target(language),
        unit::iops(language),
        unit::mibps(language),
        "p99",
        hosts_text::cpu(language),
        hosts_text::offset(language),
    ];
    let cells = |row: &HostRow| {
        let HostRow { name, target, iops, mibps, latency_p99, cpu, offset } = row;
        [name, target, iops, mibps, latency_p99, cpu, offset].map(Clone::clone).to_vec()
    };
    let rows: Vec<Vec<String>> = table.rows.iter().map(cells).collect();
    html! {
        @if let Some(fairness) = &table.fairness { p { (hosts_text::fairness(language)) ": " (fairness) } }
        (table::table(&table.title, &heads, &rows, &[]))
    }
}
