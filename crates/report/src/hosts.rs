//! The results of each host as rows and sentences, for the terminal and the page.
//!
//! Returns one table for each trial on which the answer is based, and the events of single hosts.

use crate::catalogue::hosts as text;
use crate::language::Language;
use crate::words::{self, run_failure};
use record::hosts::{HostRecord, HostShare, HostsRecord};
use record::{Record, RunKind, TrialPurpose};
use summary::WarningKind;

/// The results of one host in one trial, in words.
pub(crate) struct HostRow {
    pub(crate) name: String,
    pub(crate) target: String,
    pub(crate) iops: String,
    pub(crate) mibps: String,
    pub(crate) latency_p99: String,
    pub(crate) cpu: String,
    pub(crate) offset: String,
}

pub(crate) struct HostTable {
    pub(crate) title: String,
    pub(crate) rows: Vec<HostRow>,
    /// The sentence on fairness; none if fewer than two hosts took part.
    pub(crate) fairness: Option<String>,
}

/// The number of hosts, the spread of their starts, and its uncertainty.
pub(crate) fn summary(language: Language, hosts: &HostsRecord) -> String {
    let all = hosts.hosts.len() as u64;
    if let Some(own) = hosts.part.and_then(|rank| hosts.hosts.get(rank as usize)) {
        return text::part(language, &own.name, all);
    }
    let mut parts = vec![text::count(language, all)];
    parts.extend(hosts.start_spread_ns.map(|ns| text::started_within(language, ns as f64)));
    let bound_ns = hosts.hosts.iter().filter_map(|host| host.clock_bound_ns).max();
    parts.extend(bound_ns.map(|ns| text::clock_error(language, ns as f64)));
    parts.join(", ")
}

/// A table for each trial on which the answer is based.
pub(crate) fn tables(language: Language, record: &Record, hosts: &HostsRecord) -> Vec<HostTable> {
    shown_trials(record, hosts)
        .into_iter()
        .filter_map(|trial| table(language, record, hosts, trial))
        .collect()
}

/// The trials on which the answer is based. For a job: every phase. For a soak: the whole. For a check or study: of each role the
/// trial that confirmed its load line, or else the last trial in which most hosts took part.
fn shown_trials(record: &Record, hosts: &HostsRecord) -> Vec<u32> {
    let trials = (0u32..).zip(&record.trials);
    if record.soak.is_some() {
        // A soak is one long trial.
        return vec![0];
    }
    if record.kind == RunKind::Run {
        return trials.map(|(number, _)| number).collect();
    }
    let of_role = |role: &String| {
        let own = trials.clone().filter(|(_, trial)| trial.role == *role);
        let confirms = own.clone().filter(|(_, trial)| {
            trial.held == Some(true) && trial.purpose == TrialPurpose::Confirm
        });
        let largest = || own.max_by_key(|(number, _)| (hosts.rates(*number).len(), *number));
        confirms.last().or_else(largest).map(|(number, _)| number)
    };
    let mut roles: Vec<&String> = record.findings.iter().map(|finding| &finding.role).collect();
    if record.study.is_some() {
        let counts = |purpose: &TrialPurpose| match purpose {
            TrialPurpose::Point { purpose, .. } => purpose.counts(),
            _ => true,
        };
        let of_study = record.trials.iter().filter(|trial| counts(&trial.purpose));
        of_study.for_each(|trial| {
            if !roles.contains(&&trial.role) {
                roles.push(&trial.role);
            }
        });
    }
    roles.into_iter().filter_map(of_role).collect()
}

fn table(
    language: Language,
    record: &Record,
    hosts: &HostsRecord,
    trial: u32,
) -> Option<HostTable> {
    let of_trial = record.trials.get(trial as usize);
    let title = of_trial
        .map_or_else(|| words::run_subject(language, &record.subject), |trial| trial.role.clone());
    let rates = hosts.rates(trial);
    let row = |(host, iops): &(u32, f64)| {
        let of_host = hosts.hosts.get(*host as usize)?;
        let own = hosts.shares.iter().filter(|share| share.trial == trial && share.host == *host);
        Some(row(language, of_host, *iops, &own.collect::<Vec<_>>()))
    };
    let rows: Vec<HostRow> = rates.iter().filter_map(row).collect();
    let fairness = hosts.fairness(trial).map(|index| text::index(language, index, &title));
    (!rows.is_empty()).then_some(HostTable { title, rows, fairness })
}

fn row(language: Language, host: &HostRecord, iops: f64, shares: &[&HostShare]) -> HostRow {
    let unknown = || text::unknown(language).to_owned();
    let p99_ns = shares.iter().filter_map(|share| share.latency_ns_p99).max();
    let ms = |ns: f64| ns / 1e6;
    HostRow {
        name: host.name.clone(),
        target: host.target.clone(),
        iops: language.number(iops),
        mibps: language.number(shares.iter().map(|share| share.mibps).sum()),
        latency_p99: p99_ns.map_or_else(unknown, |ns| language.latency(ns as f64)),
        cpu: host.cpu_busy_share.map_or_else(unknown, |share| language.percent(share)),
        offset: host.clock_bound_ns.map_or_else(unknown, |bound_ns| {
            text::offset_of(language, ms(host.clock_offset_ns as f64), ms(bound_ns as f64))
        }),
    }
}

/// The events of single hosts: lost and failed ones first.
pub(crate) fn events(language: Language, record: &Record, hosts: &HostsRecord) -> Vec<String> {
    let name = |host: &HostRecord| host.name.clone();
    let mut lines = Vec::new();
    for host in &hosts.hosts {
        let lost = host.lost.as_ref();
        lines.extend(
            lost.map(|lost| text::lost(language, &name(host), lost.seconds, lost.from_unix_s)),
        );
        let failure = host.failure.as_ref();
        lines.extend(
            failure.map(|failure| {
                text::failed(language, &name(host), &run_failure(language, failure))
            }),
        );
    }
    for host in &hosts.hosts {
        let pause_text = |pause: &record::hosts::HostSilence| {
            text::paused(language, &name(host), pause.seconds, pause.from_unix_s)
        };
        lines.extend(host.pauses.iter().map(pause_text));
    }
    for trial in shown_trials(record, hosts) {
        for slow in hosts.slow(trial) {
            let Some(host) = hosts.hosts.get(slow.host as usize) else { continue };
            lines.push(text::slower(language, &name(host), slow.iops, slow.median_iops));
        }
    }
    lines.extend(warnings(language, record, hosts));
    lines
}

/// The warnings of single hosts that the whole run does not have; each once, with its hosts.
fn warnings(language: Language, record: &Record, hosts: &HostsRecord) -> Vec<String> {
    let mut shown: Vec<(WarningKind, String, Vec<&str>)> = Vec::new();
    for host in &hosts.hosts {
        for warning in &host.warnings {
            if record.warnings.iter().any(|of_run| of_run.kind == warning.kind) {
                continue;
            }
            match shown.iter_mut().find(|(kind, ..)| *kind == warning.kind) {
                Some((.., names)) => names.push(&host.name),
                None => {
                    let sentence = words::warning(language, warning);
                    shown.push((warning.kind, sentence, vec![&host.name]));
                }
            }
        }
    }
    let line = |(_, sentence, names): (WarningKind, String, Vec<&str>)| {
        text::warning(language, &names.join(", "), &sentence)
    };
    shown.into_iter().map(line).collect()
}
