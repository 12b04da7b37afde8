//! Several hosts that measure one storage together: the participants, what they agree on, and what each of them did.
//!
//! Every host runs the same command. Each opens and checks its own target by the same rules. They exchange the outcome
//! before anything is written, and all end if one of them refuses. Then the first host leads (`lead`) and the others
//! follow (`follow`).

mod follow;
mod host_group;
mod lead;
mod targets;

pub use follow::{FollowerResult, FollowerRun};
pub use host_group::HostGroup;
pub(crate) use lead::HostCpuFold;
pub use lead::HostsError;
pub(crate) use lead::{HostsEvent, OwnEngine};
pub use targets::SharedTarget;

use crate::conditions::OwnIo;
use crate::failure::{Ending, Failure};
use crate::recorder::Recorder;
use cluster::{Group, GroupError, HostPause, Transport};
use follow::OwnPart;
use lead::ShareFold;
use record::hosts::{HostRecord, HostsRecord};
use record::{Note, Record, RunFailure};
use report::messages::hosts::HostMessage;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use store::Store;
use summary::Conditions;
use sys::clock::SystemClock;
use workload::{HostRanges, LoadDivision};

/// Wall clocks that are this far apart are reported, in nanoseconds (ours).
const WALL_APART_NS: u64 = 60_000_000_000;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct HostFacts {
    name: String,
    version: String,
    /// Differs between machines, and between two boots of one.
    boot: String,
    process: u32,
    unix_ns: u64,
}

/// The next step of a study, as the first host sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum StageTurn {
    Skip,
    Carry,
    End,
}

/// The intervals that the other hosts sent, as encoded.
#[derive(Clone, Copy, Debug, Default)]
struct SentIntervals {
    bytes: u64,
    intervals: u64,
}

/// The hosts of this command, as seen from one of them.
#[derive(Debug)]
pub struct Hosts {
    group: Group,
    clock: SystemClock,
    facts: Vec<HostFacts>,
    names: Vec<String>,
    targets: Vec<String>,
    /// The hosts whose I/O the counters of this host's devices show, this one among them.
    beside: Vec<usize>,
    division: LoadDivision,
    /// How hosts divide a target that all of them use.
    shared_ranges: HostRanges,
    ranges: Vec<HostRanges>,
    runs: Vec<Vec<u32>>,
    shares: ShareFold,
    notes: Vec<Note>,
    pauses: Vec<HostPause>,
    lost: Option<HostPause>,
    failed: Vec<(usize, RunFailure)>,
    /// The first I/O failure of each host that ended a stream.
    io_failed: BTreeMap<usize, RunFailure>,
    start_spread_ns: Option<u64>,
    sent: SentIntervals,
    /// Operations and bytes of each host, warm-up included.
    moved: Vec<OwnIo>,
    /// The store and the initial record of the first host's own part, until the first plan runs.
    part_store: Option<Store>,
    part_start: Option<Record>,
    part: Option<OwnPart>,
}

impl Hosts {
    /// Joins the processes behind a transport.
    pub fn join(
        transport: Arc<dyn Transport>,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        sys::heartbeat::start();
        let clock = SystemClock::new();
        let mut group = Group::new(transport, Arc::clone(interrupt));
        group.keep_alive();
        if group.leads() {
            group.measure_clocks(&clock).map_err(|error| group_failure(error, &[]))?;
        }
        let own = HostFacts {
            name: sys::host::name(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            boot: sys::host::boot_id(),
            process: std::process::id(),
            unix_ns: sys::clock::unix_now(),
        };
        let facts = group.exchange(&own, &clock);
        let facts = facts.map_err(|error| group_failure(error, &[]))?;
        let names = host_names(&facts);
        let different = other_versions(&facts, &names);
        if !different.is_empty() {
            let lines = if group.leads() { different } else { Vec::new() };
            return Err(Failure::of(Ending::Wrong, lines));
        }
        let mut hosts = Self {
            clock,
            targets: vec![String::new(); facts.len()],
            beside: Vec::new(),
            division: LoadDivision::Shared,
            shared_ranges: HostRanges::Disjoint,
            ranges: Vec::new(),
            runs: Vec::new(),
            shares: ShareFold::default(),
            notes: Vec::new(),
            pauses: Vec::new(),
            lost: None,
            failed: Vec::new(),
            io_failed: BTreeMap::new(),
            start_spread_ns: None,
            sent: SentIntervals::default(),
            moved: vec![OwnIo::default(); facts.len()],
            part_store: None,
            part_start: None,
            part: None,
            group,
            facts,
            names,
        };
        hosts.note_wall_clocks();
        Ok(hosts)
    }

    pub fn leads(&self) -> bool {
        self.group.leads()
    }

    pub fn rank(&self) -> usize {
        self.group.rank()
    }

    pub fn count(&self) -> usize {
        self.group.size()
    }

    pub fn name(&self) -> &str {
        &self.names[self.rank()]
    }

    /// The words that start a command on these hosts again.
    fn launcher(&self) -> Vec<String> {
        launcher(&self.facts)
    }

    pub fn has_ended_early(&self) -> bool {
        self.lost.is_some() || !self.failed.is_empty()
    }

    /// The operations and bytes of all hosts that the counters of this host's devices include.
    pub fn counted_io(&self) -> OwnIo {
        let mut sum = OwnIo::default();
        for rank in &self.beside {
            sum.ios += self.moved[*rank].ios;
            sum.bytes += self.moved[*rank].bytes;
        }
        sum
    }

    /// Drops the device counters if other hosts load the device too: only the first host knows the I/O of all hosts.
    pub(crate) fn leave_shared_device(&self, seen: &mut Conditions) {
        if self.beside.len() > 1 {
            (seen.device_ios, seen.device_bytes) = (None, None);
        }
    }

    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    pub fn exchange<T: Serialize + DeserializeOwned>(
        &mut self,
        own: &T,
    ) -> Result<Vec<T>, Failure> {
        self.group.exchange(own, &self.clock).map_err(|error| group_failure(error, &self.names))
    }

    /// Sets how the load of the next plans is divided among the hosts.
    pub fn divide(&mut self, division: LoadDivision) {
        self.division = division;
    }

    /// The store of this host's own part: a separate file beside the named store.
    pub fn part_place(&self, place: &Path) -> PathBuf {
        let stem = place.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        place.with_file_name(format!("{stem}-{}.db", self.name()))
    }

    /// The identifier that the results of this run share on all hosts.
    fn group(&self) -> String {
        let HostFacts { boot, process, unix_ns, .. } = &self.facts[0];
        let number = record::hash(&format!("{boot} {process} {unix_ns}"));
        format!("{number:016x}")
    }

    pub fn of_part(&self) -> HostsRecord {
        let host = |(name, target): (&String, &String)| HostRecord {
            name: name.clone(),
            target: target.clone(),
            ..HostRecord::default()
        };
        HostsRecord {
            group: self.group(),
            part: Some(self.rank() as u32),
            hosts: self.names.iter().zip(&self.targets).map(host).collect(),
            ..HostsRecord::default()
        }
    }

    /// Keeps the record with which the first host's own part begins when a plan runs.
    pub(crate) fn keep_part(&mut self, record: &Record) {
        self.part_start = Some(record.clone());
    }

    /// Begins the first host's own part with the first plan. If its store fails, only the result of all hosts is kept.
    fn begin_part(&mut self) {
        if let Some((store, record)) = self.part_store.take().zip(self.part_start.take()) {
            let recorder = Recorder::begin(store, &record);
            self.part = recorder.ok().map(|recorder| OwnPart::new(recorder, record));
        }
    }

    fn note_wall_clocks(&mut self) {
        for rank in 1..self.count() {
            let apart_ns = self.facts[rank].unix_ns.abs_diff(self.facts[0].unix_ns);
            if apart_ns > WALL_APART_NS {
                let (host, apart_s) = (self.names[rank].clone(), apart_ns as f64 / 1e9);
                self.notes.push(Note::HostClock { host, apart_s });
            }
        }
    }
}

/// A message about each host with another version than the first one.
fn other_versions(facts: &[HostFacts], names: &[String]) -> Vec<String> {
    let leader = &facts[0].version;
    let others = facts.iter().zip(names).filter(|(host, _)| host.version != *leader);
    let messages = others.map(|(host, name)| HostMessage::Version {
        name: name.clone(),
        host: host.version.clone(),
        leader: leader.clone(),
    });
    messages.map(|message| message.to_string()).collect()
}

/// Each host's name, with its rank if several hosts have the same name.
fn host_names(facts: &[HostFacts]) -> Vec<String> {
    let is_alone = |name: &str| facts.iter().filter(|host| host.name == name).count() == 1;
    let name = |(rank, host): (usize, &HostFacts)| {
        if is_alone(&host.name) { host.name.clone() } else { format!("{}#{rank}", host.name) }
    };
    facts.iter().enumerate().map(name).collect()
}

/// The words that start as many processes on the same machines.
fn launcher(facts: &[HostFacts]) -> Vec<String> {
    let mut machines: Vec<(&str, usize)> = Vec::new();
    for host in facts {
        match machines.iter_mut().find(|(name, _)| *name == host.name) {
            Some((_, processes)) => *processes += 1,
            None => machines.push((&host.name, 1)),
        }
    }
    let mut words = vec!["mpirun".to_owned(), "-n".to_owned(), facts.len().to_string()];
    if machines.len() > 1 {
        let slots: Vec<String> = machines.iter().map(|(name, n)| format!("{name}:{n}")).collect();
        words.extend(["--host".to_owned(), slots.join(",")]);
    }
    words
}

/// A failure of the group as a whole. Until the hosts have exchanged their names, a host is named by its number.
fn group_failure(error: GroupError, names: &[String]) -> Failure {
    let name = |rank: usize| names.get(rank).cloned().unwrap_or_else(|| format!("#{rank}"));
    match error {
        GroupError::Interrupted => {
            Failure::of(Ending::Interrupted, vec![HostMessage::InterruptedWaiting.to_string()])
        }
        GroupError::Version(rank) => Failure::wrong(HostMessage::OtherVersion { name: name(rank) }),
        GroupError::Silent(rank) => Failure::target(HostMessage::Silent { name: name(rank) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_starts_again_with_as_many_processes_on_the_same_machines() {
        let words = |names: &[&str]| {
            let host = |name: &&str| HostFacts {
                name: (*name).to_owned(),
                version: String::new(),
                boot: String::new(),
                process: 1,
                unix_ns: 0,
            };
            launcher(&names.iter().map(host).collect::<Vec<_>>()).join(" ")
        };
        assert_eq!(words(&["db1", "db1"]), "mpirun -n 2");
        assert_eq!(words(&["db1", "db2", "db1"]), "mpirun -n 3 --host db1:2,db2:1");
    }
}
