//! Rebuilds the record of several hosts from the part that each of them kept, if the first host's own is lost: [`rebuild`].
//!
//! Trials are combined by their purpose. Nothing is judged again: the record has the figures, and no verdict.

use record::hosts::{HostShare, HostsRecord};
use record::{Note, Reason, Record, RunKind, State, TrialPurpose, TrialRecord};
use summary::{LatencySummary, StreamSummary};

/// What one host kept of the run.
struct HostPart<'a> {
    rank: u32,
    record: &'a Record,
    hosts: &'a HostsRecord,
}

/// What distinguishes a trial within its run.
#[derive(Clone, PartialEq)]
struct TrialKey {
    role: String,
    purpose: TrialPurpose,
    /// As bits, which are equal to themselves whatever the rate.
    rate_bits: Option<u64>,
    /// How many trials before it have the same role, purpose and rate.
    repeat: usize,
}

/// Combines the parts of one run, at most one of each host. `None` if they hold no trial, or are not parts of one run.
pub fn rebuild(parts: &[Record]) -> Option<Record> {
    let mut parts: Vec<HostPart<'_>> = parts.iter().filter_map(HostPart::find).collect();
    parts.sort_by_key(|part| part.rank);
    parts.dedup_by_key(|part| part.rank);
    let first = parts.first()?;
    let host_count = first.hosts.hosts.len();
    let is_of_run = |part: &HostPart<'_>| {
        part.hosts.group == first.hosts.group && part.hosts.hosts.len() == host_count
    };
    let keys = trial_keys_of_all(&parts);
    if !parts.iter().all(is_of_run) || keys.is_empty() {
        return None;
    }
    let mut hosts =
        HostsRecord { part: None, shares: host_shares(&keys, &parts), ..first.hosts.clone() };
    for part in &parts {
        hosts.hosts[part.rank as usize].warnings.clone_from(&part.record.warnings);
    }
    let is_whole =
        parts.len() == host_count && parts.iter().all(|part| part.record.state == State::Done);
    let mut rebuilt = Record {
        kind: RunKind::Run,
        study: None,
        soak: None,
        trials: keys.iter().map(|key| combine_trials(key, &parts)).collect(),
        findings: Vec::new(),
        verdict: None,
        reason: Reason::default(),
        warnings: Vec::new(),
        seconds: parts.iter().map(|part| part.record.seconds).fold(0.0, f64::max),
        state: if is_whole { State::Done } else { State::Failed },
        hosts: Some(hosts),
        ..first.record.clone()
    };
    let note = Note::RebuiltFromParts { parts: parts.len() as u32, all: host_count as u32 };
    rebuilt.notes.push(note);
    Some(rebuilt)
}

impl<'a> HostPart<'a> {
    /// The part in a record; `None` if it is that of all hosts, or its rank is not among its hosts.
    fn find(record: &'a Record) -> Option<Self> {
        let hosts = record.hosts.as_ref()?;
        let rank = hosts.part.filter(|rank| (*rank as usize) < hosts.hosts.len())?;
        Some(Self { rank, record, hosts })
    }

    fn trial(&self, key: &TrialKey) -> Option<&'a TrialRecord> {
        let index = trial_keys(self.record).iter().position(|own| own == key)?;
        self.record.trials.get(index)
    }
}

fn trial_keys(record: &Record) -> Vec<TrialKey> {
    let mut keys: Vec<TrialKey> = Vec::new();
    for trial in &record.trials {
        let mut key = TrialKey {
            role: trial.role.clone(),
            purpose: trial.purpose.clone(),
            rate_bits: trial.rate_iops.map(f64::to_bits),
            repeat: 0,
        };
        while keys.contains(&key) {
            key.repeat += 1;
        }
        keys.push(key);
    }
    keys
}

/// Every trial of any host, in their order. A host without work for a trial has no such trial.
fn trial_keys_of_all(parts: &[HostPart<'_>]) -> Vec<TrialKey> {
    let mut all: Vec<TrialKey> = Vec::new();
    for part in parts {
        let mut next = 0;
        for key in trial_keys(part.record) {
            if let Some(known) = all.iter().position(|other| *other == key) {
                next = known;
            } else {
                all.insert(next, key);
            }
            next += 1;
        }
    }
    all
}

fn combine_trials(key: &TrialKey, parts: &[HostPart<'_>]) -> TrialRecord {
    let trials: Vec<&TrialRecord> = parts.iter().filter_map(|part| part.trial(key)).collect();
    let first = *trials.first().expect("a key is that of a trial of some part");
    let mut streams: Vec<StreamSummary> = Vec::new();
    for name in trials.iter().flat_map(|trial| &trial.streams).map(|stream| &stream.name) {
        if streams.iter().all(|stream| stream.name != *name) {
            let on_hosts: Vec<&StreamSummary> = trials
                .iter()
                .filter_map(|trial| trial.streams.iter().find(|stream| stream.name == *name))
                .collect();
            streams.extend(StreamSummary::joined(&on_hosts));
        }
    }
    TrialRecord { streams, held: None, ..first.clone() }
}

fn host_shares(keys: &[TrialKey], parts: &[HostPart<'_>]) -> Vec<HostShare> {
    let mut shares = Vec::new();
    for (trial, key) in (0u32..).zip(keys) {
        for part in parts {
            let streams = part.trial(key).into_iter().flat_map(|trial| &trial.streams);
            shares.extend(streams.map(|stream| host_share(trial, part.rank, stream)));
        }
    }
    shares
}

fn host_share(trial: u32, host: u32, stream: &StreamSummary) -> HostShare {
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

#[cfg(test)]
mod tests {
    use super::*;
    use record::hosts::HostRecord;

    fn part(rank: u32, host_count: usize) -> Record {
        let hosts = HostsRecord {
            part: Some(rank),
            hosts: vec![HostRecord::default(); host_count],
            ..HostsRecord::default()
        };
        let trials = vec![TrialRecord::default()];
        Record { hosts: Some(hosts), trials, state: State::Done, ..Record::default() }
    }

    #[test]
    fn parts_that_disagree_about_the_number_of_hosts_are_of_different_runs() {
        let whole = rebuild(&[part(0, 2), part(1, 2)]).unwrap();
        assert_eq!((whole.state, whole.trials.len()), (State::Done, 1));
        assert_eq!(rebuild(&[part(0, 2)]).unwrap().state, State::Failed);
        assert_eq!(rebuild(&[part(0, 2), part(3, 4)]), None);
        assert_eq!(rebuild(&[part(0, 2), part(2, 2)]).unwrap().state, State::Failed);
    }
}
