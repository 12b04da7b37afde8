//! What each host measures, and whether another host measures the same.
//!
//! Hosts that load the same file or device get separate ranges, unless the job says otherwise. Two hosts never write the
//! same bytes unless the user requests it.

use super::Hosts;
use crate::failure::{Ending, Failure};
use crate::load::PlannedJob;
use crate::shelf::Shelf;
use crate::target::TestTarget;
use base::Bytes;
use record::Note;
use report::messages::hosts::HostMessage;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use sys::file::PathKind;
use sys::inventory::DiskName;
use sys::target::Target;
use workload::{HostChoice, HostRanges, LoadDivision, TargetLocation, Workload};

/// An identity of a target that is the same on every host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TargetId {
    /// A disk or partition, by the identifier that the disk reports.
    Disk { name: String, start_sectors: Option<u64> },
    /// A file or device of one machine, by its device and inode numbers.
    Local { boot: String, numbers: (u64, u64) },
}

impl TargetId {
    fn new(held: &Target) -> Self {
        let device = held.identity().device();
        match Some(device)
            .filter(|_| held.kind() == PathKind::Device)
            .and_then(sys::host::disk_name)
        {
            Some(DiskName { name, start_sectors }) => Self::Disk { name, start_sectors },
            None => Self::Local { boot: sys::host::boot_id(), numbers: held.numbers() },
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedTarget {
    pub title: String,
    /// The usable size in bytes; `None` if a simulated storage decides it.
    pub size_bytes: Option<u64>,
    /// Equal for two hosts that use the same file or device; `None` for simulated storage.
    pub id: Option<TargetId>,
    pub writes: bool,
    /// The device below it on this machine.
    device: Option<u64>,
}

impl SharedTarget {
    /// A target with its title and size. `held` is the open file or device; `None` for simulated storage.
    pub fn of(title: &str, size_bytes: Option<u64>, writes: bool, held: Option<&Target>) -> Self {
        Self {
            title: title.to_owned(),
            size_bytes,
            id: held.map(TargetId::new),
            writes,
            device: held.map(|held| held.identity().device()),
        }
    }

    /// Sets the device of a file that does not exist yet.
    pub(crate) fn on(self, device: Option<u64>) -> Self {
        Self { device: self.device.or(device), ..self }
    }

    /// Whether the counters of one device show the I/O on both.
    pub(super) fn shares_device(&self, other: &Self) -> bool {
        self.device.is_some() && self.device == other.device
    }
}

impl Hosts {
    /// Exchanges targets, and returns one list for each host. Hosts that use the same file or device get separate ranges.
    fn compare_targets(
        &mut self,
        own: Vec<SharedTarget>,
    ) -> Result<Vec<Vec<SharedTarget>>, Failure> {
        let all = self.exchange(&own)?;
        self.targets = all.iter().map(|targets| titles(targets)).collect();
        let is_shared: Vec<bool> =
            (0..own.len()).map(|number| is_same_on_all(&all, number)).collect();
        let whole = HostRanges::Whole;
        let ranges =
            is_shared.iter().map(|shared| if *shared { self.shared_ranges } else { whole });
        self.ranges = ranges.collect();
        let overlap =
            if self.shared_ranges == whole { None } else { self.overlap(&all, &is_shared) };
        self.agree(overlap.map_or(Ok(()), |overlap| Err(Failure::wrong(overlap))))?;
        self.beside = (0..self.count()).filter(|rank| self.loads_beside(*rank, &all)).collect();
        Ok(all)
    }

    /// Whether the counters of a device that this host uses show the I/O of that host.
    fn loads_beside(&self, rank: usize, all: &[Vec<SharedTarget>]) -> bool {
        let own = self.rank();
        let shares_device = || {
            all[rank].iter().any(|theirs| all[own].iter().any(|ours| ours.shares_device(theirs)))
        };
        rank == own || self.facts[rank].boot == self.facts[own].boot && shares_device()
    }

    /// Finds two hosts of which one writes what the other uses, on a target that is not divided among all hosts.
    fn overlap(&self, all: &[Vec<SharedTarget>], is_shared: &[bool]) -> Option<HostMessage> {
        let mut earlier: Vec<(usize, &SharedTarget)> = Vec::new();
        for (rank, targets) in all.iter().enumerate() {
            for (number, target) in targets.iter().enumerate() {
                if target.id.is_none() || is_shared.get(number) == Some(&true) {
                    continue;
                }
                let collides = |(other, theirs): &&(usize, &SharedTarget)| {
                    *other != rank && theirs.id == target.id && (theirs.writes || target.writes)
                };
                if let Some((other, _)) = earlier.iter().find(collides) {
                    let (first, second) = (self.names[*other].clone(), self.names[rank].clone());
                    return Some(HostMessage::SameBytes {
                        first,
                        second,
                        target: target.title.clone(),
                    });
                }
                earlier.push((rank, target));
            }
        }
        None
    }

    /// Notes a host's target that is larger than what all hosts use.
    fn note_if_larger(&mut self, rank: usize, target: &SharedTarget, used_bytes: u64) {
        if let Some(bytes) = target.size_bytes.filter(|bytes| *bytes > used_bytes) {
            let host = self.names[rank].clone();
            self.notes.push(Note::HostTargetLarger { host, bytes, used_bytes });
        }
    }

    /// Compares the targets of a check on all hosts. All hosts use the size of the smallest one.
    pub fn share(&mut self, test_target: TestTarget, writes: bool) -> Result<TestTarget, Failure> {
        let size_bytes = test_target.size.map(|size| size.0);
        let own =
            SharedTarget::of(&test_target.title, size_bytes, writes, test_target.held.as_ref());
        let all = self.compare_targets(vec![own])?;
        let sizes = all.iter().filter_map(|targets| targets[0].size_bytes);
        let Some(least) = sizes.min() else { return Ok(test_target) };
        for (rank, targets) in all.iter().enumerate() {
            self.note_if_larger(rank, &targets[0], least);
        }
        let size = Some(Bytes(least));
        Ok(TestTarget { size, prefill_size: test_target.prefill_size.and(size), ..test_target })
    }

    /// Compares the places of a study. If the study grows a set of hosts, each host becomes a place.
    pub(crate) fn share_shelf(&mut self, shelf: &mut Shelf, grows: bool) -> Result<(), Failure> {
        let all = self.compare_targets(shelf.shared_targets())?;
        let least = |number: usize| {
            let sizes = all.iter().filter_map(|targets| targets.get(number)?.size_bytes);
            sizes.min().unwrap_or(0)
        };
        let used: Vec<u64> = (0..all[0].len()).map(least).collect();
        for (rank, targets) in all.iter().enumerate() {
            for (target, used_bytes) in targets.iter().zip(&used) {
                self.note_if_larger(rank, target, *used_bytes);
            }
        }
        shelf.measured_by(self.count() as u32, &used);
        if grows {
            let is_shared = self.ranges.first().is_some_and(|range| *range != HostRanges::Whole);
            shelf.divide(&self.names, is_shared);
            self.division = LoadDivision::Each;
        }
        Ok(())
    }

    /// Sets that the next plan has one stream for each of these hosts.
    pub(crate) fn run_streams_of(&mut self, hosts: &[String]) {
        let runs = hosts.iter().map(|name| self.rank_of_name(name).into_iter().collect());
        self.runs = runs.collect();
    }

    fn rank_of_name(&self, name: &str) -> Option<u32> {
        self.names.iter().position(|known| known == name).map(|rank| rank as u32)
    }

    fn rank_of(&self, host: &HostChoice) -> Option<u32> {
        match host {
            HostChoice::Rank(rank) => Some(*rank).filter(|rank| (*rank as usize) < self.count()),
            HostChoice::Name(name) => self.rank_of_name(name),
        }
    }

    fn unknown_host(&self, stream: &str, host: &HostChoice) -> String {
        let name = match host {
            HostChoice::Rank(rank) => rank.to_string(),
            HostChoice::Name(name) => name.clone(),
        };
        HostMessage::UnknownHost { stream: stream.to_owned(), name, known: self.names.join(", ") }
            .to_string()
    }

    /// Takes a job that every host has read: sets which hosts run each stream, how they divide the load, and this host's paths.
    pub fn take_job(&mut self, workload: &mut Workload) -> Result<(), Failure> {
        self.division = workload.hosts.load;
        self.shared_ranges = workload.hosts.ranges;
        let (mut runs, mut unknown) = (Vec::new(), Vec::new());
        for stream in &workload.streams {
            let ranks = stream.hosts.iter().filter_map(|host| {
                let rank = self.rank_of(host);
                if rank.is_none() {
                    unknown.push(self.unknown_host(&stream.name, host));
                }
                rank
            });
            let mut ranks: Vec<u32> = ranks.collect();
            ranks.sort_unstable();
            ranks.dedup();
            runs.push(ranks);
        }
        self.agree(if unknown.is_empty() {
            Ok(())
        } else {
            Err(Failure::of(Ending::Wrong, unknown))
        })?;
        self.runs = runs;
        for target in &mut workload.targets {
            if let TargetLocation::Path(path) = &mut target.place {
                *path = PathBuf::from(self.place(&path.to_string_lossy()));
            }
        }
        Ok(())
    }

    /// Compares the targets of a job that every host has planned and prepared.
    pub fn share_targets(
        &mut self,
        workload: &Workload,
        planned: &PlannedJob,
    ) -> Result<(), Failure> {
        let planned = planned.plan.targets.iter().zip(&planned.targets).zip(&workload.targets);
        let own = planned.map(|((planned, held), target)| {
            SharedTarget::of(
                &crate::load::shown(target),
                Some(planned.size_bytes),
                planned.writes,
                held.as_ref(),
            )
        });
        let all = self.compare_targets(own.collect())?;
        for number in 0..workload.targets.len() {
            let Some(used_bytes) = all[0][number].size_bytes else { continue };
            for (rank, targets) in all.iter().enumerate() {
                if let Some(target) = targets.get(number) {
                    self.note_if_larger(rank, target, used_bytes);
                }
            }
            let smaller = self.smaller_target(&all, number, used_bytes);
            self.agree(smaller.map_or(Ok(()), |message| Err(Failure::wrong(message))))?;
        }
        Ok(())
    }

    /// The first host whose target has no room for what the first host planned.
    fn smaller_target(
        &self,
        all: &[Vec<SharedTarget>],
        number: usize,
        needed_bytes: u64,
    ) -> Option<HostMessage> {
        all.iter().zip(&self.names).find_map(|(targets, name)| {
            let target = targets.get(number)?;
            let bytes = target.size_bytes.filter(|bytes| *bytes < needed_bytes)?;
            Some(HostMessage::SmallerTarget {
                name: name.clone(),
                target: target.title.clone(),
                bytes: Bytes(bytes),
                needed: Bytes(needed_bytes),
            })
        })
    }
}

fn titles(targets: &[SharedTarget]) -> String {
    targets.iter().map(|target| target.title.as_str()).collect::<Vec<_>>().join(", ")
}

/// Whether all hosts use the same file or device as their target of this number.
fn is_same_on_all(all: &[Vec<SharedTarget>], number: usize) -> bool {
    let id = |targets: &Vec<SharedTarget>| targets.get(number).and_then(|target| target.id.clone());
    let first = id(&all[0]);
    first.is_some() && all.iter().all(|targets| id(targets) == first)
}
