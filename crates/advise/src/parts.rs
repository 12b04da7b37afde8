//! Rebuilds the record of several hosts from the part that each of them kept, if the first host's own is lost.
//!
//! Trials are combined by their purpose. Nothing is judged again: the record has the figures, and no verdict.

use record::hosts::{HostShare, HostsRecord};
use record::{Note, Reason, Record, RunKind, State, TrialRecord};
use summary::{LatencySummary, StreamSummary};

/// Combines the parts of one run, at most one of each host. `None` if they hold no trial, or are not parts of one run.
pub fn rebuild(parts: &[Record]) -> Option<Record> {
    let mut parts: Vec<(u32, &Record, &HostsRecord)> = parts.iter().filter_map(of_host).collect();
    parts.sort_by_key(|(rank, ..)| *rank);
    parts.dedup_by_key(|(rank, ..)| *rank);
    let &(_, first, hosts) = parts.first()?;
    if parts.iter().any(|(.., of)| of.group != hosts.group) {
        return None;
    }
    let labels = labels(&parts);
    if labels.is_empty() {
        return None;
    }
    let mut rebuilt = first.clone();
    rebuilt.trials = labels.iter().map(|label| trial(label, &parts)).collect();
    (rebuilt.kind, rebuilt.study, rebuilt.soak) = (RunKind::Run, None, None);
    (rebuilt.findings, rebuilt.verdict, rebuilt.reason) = (Vec::new(), None, Reason::default());
    rebuilt.warnings = Vec::new();
    rebuilt.seconds = parts.iter().map(|(_, part, _)| part.seconds).fold(0.0, f64::max);
    let all = hosts.hosts.len();
    let is_whole = parts.len() == all && parts.iter().all(|(_, p, _)| p.state == State::Done);
    rebuilt.state = if is_whole { State::Done } else { State::Failed };
    rebuilt.notes.push(Note::RebuiltFromParts { parts: parts.len() as u32, all: all as u32 });
    let mut of_hosts = hosts.clone();
    of_hosts.part = None;
    for (rank, part, _) in &parts {
        of_hosts.hosts[*rank as usize].warnings.clone_from(&part.warnings);
    }
    of_hosts.shares = shares(&labels, &parts);
    rebuilt.hosts = Some(of_hosts);
    Some(rebuilt)
}

/// A part with the number of its host.
fn of_host(record: &Record) -> Option<(u32, &Record, &HostsRecord)> {
    let hosts = record.hosts.as_ref()?;
    let rank = hosts.part.filter(|rank| (*rank as usize) < hosts.hosts.len())?;
    Some((rank, record, hosts))
}

/// What distinguishes a trial within its run: its purpose, and its number among the trials of that purpose.
type TrialKey = (String, String, Option<u64>, usize);

fn keys(record: &Record) -> Vec<TrialKey> {
    let mut keys: Vec<TrialKey> = Vec::new();
    for trial in &record.trials {
        let rate = trial.rate_iops.map(f64::to_bits);
        let (role, purpose) = (trial.role.clone(), trial.purpose.to_string());
        let is_same = |key: &&TrialKey| (&key.0, &key.1, key.2) == (&role, &purpose, rate);
        let before = keys.iter().filter(is_same).count();
        keys.push((role, purpose, rate, before));
    }
    keys
}

/// Every trial of any host, in their order. A host without work for a trial has no such trial.
fn labels(parts: &[(u32, &Record, &HostsRecord)]) -> Vec<TrialKey> {
    let mut all: Vec<TrialKey> = Vec::new();
    for (_, part, _) in parts {
        let mut at = 0;
        for key in keys(part) {
            match all.iter().position(|known| *known == key) {
                Some(known) => at = known + 1,
                None => {
                    all.insert(at, key);
                    at += 1;
                }
            }
        }
    }
    all
}

fn of_label<'a>(key: &TrialKey, part: &'a Record) -> Option<&'a TrialRecord> {
    let at = keys(part).iter().position(|known| known == key)?;
    part.trials.get(at)
}

fn trial(key: &TrialKey, parts: &[(u32, &Record, &HostsRecord)]) -> TrialRecord {
    let trials: Vec<&TrialRecord> =
        parts.iter().filter_map(|(_, part, _)| of_label(key, part)).collect();
    let mut names: Vec<&String> = Vec::new();
    for stream in trials.iter().flat_map(|trial| &trial.streams) {
        if !names.contains(&&stream.name) {
            names.push(&stream.name);
        }
    }
    let joined = |name: &String| {
        let of = |trial: &&'_ TrialRecord| trial.streams.iter().position(|s| s.name == *name);
        let same: Vec<&StreamSummary> =
            trials.iter().filter_map(|trial| Some(&trial.streams[of(trial)?])).collect();
        StreamSummary::joined(&same)
    };
    let first = trials.first().copied().cloned().unwrap_or_default();
    TrialRecord { streams: names.into_iter().filter_map(joined).collect(), held: None, ..first }
}

fn shares(labels: &[TrialKey], parts: &[(u32, &Record, &HostsRecord)]) -> Vec<HostShare> {
    let mut shares = Vec::new();
    for (number, label) in (0u32..).zip(labels) {
        for (rank, part, _) in parts {
            let streams = of_label(label, part).into_iter().flat_map(|trial| &trial.streams);
            shares.extend(streams.map(|stream| share(number, *rank, stream)));
        }
    }
    shares
}

fn share(trial: u32, host: u32, stream: &StreamSummary) -> HostShare {
    let directions = [&stream.read, &stream.write, &stream.flush];
    let p99_ns = |latency: &&LatencySummary| latency.total_ns(0.99);
    HostShare {
        trial,
        host,
        stream: stream.name.clone(),
        iops: stream.iops.value,
        mibps: stream.mibps.value,
        latency_ns_p99: directions[..2].iter().filter_map(p99_ns).max(),
        errors: directions.iter().map(|latency| latency.errors).sum(),
    }
}
