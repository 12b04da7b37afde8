//! The targets of a study: takes the places as the user names them, returns named places for I/O, or everything that is
//! wrong with them.
//!
//! [`Shelf::look`] changes nothing. [`Shelf::open`] makes a nameless file in each directory and opens the devices that are
//! written to; [`Shelf::prefill`] prefills the files. However the program ends, no file remains.

mod files;
mod fill_levels;
pub mod identity;
mod look;

use crate::hosts::SharedTarget;
use crate::write_permission::Permission;
use base::Bytes;
use plan::MachineFacts;
use record::Note;
use record::key::PlaceKey;
use record::note::RecordedNote;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use sys::guard::FreeSpaceRule;
use sys::inventory::{Inventory, LevelKind, SystemRoots};
use sys::target::Target as HeldTarget;
use workload::JobTarget;

/// The pause before a point on rotating disks, in nanoseconds (ours): heads stop, and drives write back their caches.
const PAUSE_ROTATING_NS: u64 = 30_000_000_000;

/// The pause before a point on other storage, in nanoseconds (ours).
const PAUSE_NS: u64 = 1_000_000_000;

#[derive(Clone, Debug)]
pub struct ShelfRequest<'a> {
    /// The name and the place of each: a directory, a file, a device or `sim:MEDIUM`.
    pub places: Vec<(String, String)>,
    /// The size of the used part of each place, and of the prefilled files.
    pub size: Option<Bytes>,
    pub writes: &'a Permission,
    pub will_write: bool,
    /// The block sizes, which every place must support.
    pub blocks: &'a [Bytes],
    /// The fill levels in percent, ascending; empty: the places are not filled.
    pub fills: &'a [u8],
    /// Whether one simulated storage of several disks becomes one place for each disk.
    pub disks: bool,
    /// Directories on file systems that were made only for this test.
    pub own: &'a [PathBuf],
}

/// Returns how much of a directory's file system must stay free: nothing if it was made for this test.
fn free_space_rule(own: &[PathBuf], folder: &str) -> FreeSpaceRule {
    let is_own = own.iter().any(|own| own.as_os_str() == folder);
    if is_own { FreeSpaceRule::Nothing } else { FreeSpaceRule::Reserve }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Simulated,
    /// A directory, in which a file is made and prefilled.
    Directory,
    Device,
    File,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetPart {
    pub offset_bytes: u64,
    pub length_bytes: u64,
}

impl TargetPart {
    /// The part at the start of a target.
    pub fn first(length_bytes: u64) -> Self {
        Self { offset_bytes: 0, length_bytes }
    }

    pub fn end_bytes(self) -> u64 {
        self.offset_bytes + self.length_bytes
    }
}

#[derive(Clone, Debug)]
pub struct Spot {
    pub name: String,
    pub word: String,
    pub kind: Kind,
    pub target: usize,
    /// `None`: all of the target.
    pub part: Option<TargetPart>,
    pub size_bytes: u64,
    /// The smallest unit of direct I/O, in bytes; 1 if it is unknown until a file is made.
    pub sector_bytes: u32,
    /// The used bytes at each fill level of the shelf; empty without fill levels.
    pub filled_bytes: Vec<u64>,
    /// The disks on which it is built for the test; empty if the place exists already.
    pub built: Vec<PathBuf>,
}

impl Spot {
    /// The disks on which it is built, for people.
    pub fn disks(&self) -> String {
        let disks = self.built.iter().map(|disk| disk.display().to_string());
        disks.collect::<Vec<_>>().join(", ")
    }

    /// Its canonical path, so that two names of one place are shown alike; empty for a place that is removed again.
    pub fn real_path(&self) -> String {
        if !self.built.is_empty() {
            return String::new();
        }
        let whole = match self.kind {
            Kind::Simulated => None,
            Kind::Directory | Kind::Device | Kind::File => sys::file::canonical(&self.word).ok(),
        };
        whole.map_or_else(|| self.word.clone(), |path| path.display().to_string())
    }

    /// A directory with its whole path, whatever the user wrote; anything else as the user wrote it.
    fn shown_path(&self) -> String {
        if self.kind == Kind::Directory { self.real_path() } else { self.word.clone() }
    }

    /// Its path. Before it is built and after it is taken down, the first of its disks.
    pub fn existing_path(&self) -> &Path {
        let word = Path::new(&self.word);
        self.built.first().filter(|_| !word.exists()).map_or(word, PathBuf::as_path)
    }
}

#[derive(Clone)]
pub struct Shelf {
    pub spots: Vec<Spot>,
    /// The targets of streams; `facts` has their facts at the same index.
    pub targets: Vec<JobTarget>,
    /// The open targets in the same order; `None` for a simulated one, and for a directory before its file is made.
    pub held: Vec<Option<HeldTarget>>,
    pub facts: MachineFacts,
    writes: Permission,
    own: Vec<PathBuf>,
    will_write: bool,
    fills: Vec<u8>,
    /// Whether files in directories have the default size, which depends on the free space.
    usual_size: bool,
    /// The name of a shelf without places: the file with recorded points.
    record: String,
    notes_of_record: Vec<RecordedNote>,
    hosts: u32,
}

impl Shelf {
    /// Returns a shelf without places, for recorded points.
    pub fn of_record(file: &str, notes_of_record: Vec<RecordedNote>) -> Self {
        Self {
            spots: Vec::new(),
            targets: Vec::new(),
            held: Vec::new(),
            facts: MachineFacts { cpus: Vec::new(), engines: Vec::new(), targets: Vec::new() },
            writes: Permission::default(),
            own: Vec::new(),
            will_write: false,
            fills: Vec::new(),
            usual_size: true,
            record: file.to_owned(),
            notes_of_record,
            hosts: 1,
        }
    }

    /// Returns notes about places that share a file system, and about recorded points.
    pub fn notes(&self) -> Vec<Note> {
        let mut systems: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        let inside = |spot: &&Spot| matches!(spot.kind, Kind::Directory | Kind::File);
        for spot in self.targets_spots().filter(inside) {
            if let Some(system) = sys::file::file_system(Path::new(&spot.word)) {
                systems.entry(system).or_default().push(spot.name.clone());
            }
        }
        let shared = systems.into_values().filter(|names| names.len() > 1);
        let recorded = self.notes_of_record.iter().cloned().map(Note::Recorded);
        shared.map(Note::SharedFileSystem).chain(recorded).collect()
    }

    pub fn notes_of_record(&self) -> &[RecordedNote] {
        &self.notes_of_record
    }

    /// The smallest unit of direct I/O that fits every place, in bytes, as far as known.
    pub fn sector_bytes(&self) -> u32 {
        self.spots.iter().map(|spot| spot.sector_bytes).max().unwrap_or(1)
    }

    pub fn spot(&self, name: &str) -> &Spot {
        &self.spots[self.index_of(name)]
    }

    pub fn index_of(&self, name: &str) -> usize {
        let found = self.spots.iter().position(|spot| spot.name == name);
        found.expect("points name targets that the study was given")
    }

    pub fn names(&self) -> Vec<String> {
        self.spots.iter().map(|spot| spot.name.clone()).collect()
    }

    /// The first place of each target: several hosts may have a place each on one target.
    fn targets_spots(&self) -> impl Iterator<Item = &Spot> {
        let before = |number: usize| &self.spots[..number];
        let spots = self.spots.iter().enumerate();
        let first = spots.filter(move |(number, spot)| {
            before(*number).iter().all(|other| other.target != spot.target)
        });
        first.map(|(_, spot)| spot)
    }

    pub fn places(&self) -> impl Iterator<Item = &Path> {
        let real = self.targets_spots().filter(|spot| spot.kind != Kind::Simulated);
        real.map(|spot| Path::new(&spot.word))
    }

    pub fn simulated(&self) -> bool {
        self.spots.iter().all(|spot| spot.kind == Kind::Simulated)
    }

    /// The names of the places as the user wrote them; then those of layouts built for the test, with their disks in brackets.
    pub fn title(&self) -> String {
        let there = self.spots.iter().filter(|spot| spot.built.is_empty());
        let mut words: Vec<String> = there.map(Spot::shown_path).collect();
        words.dedup();
        // The path of a layout no longer exists when the user reads this.
        let built: Vec<&Spot> = self.spots.iter().filter(|spot| !spot.built.is_empty()).collect();
        if let Some(first) = built.first() {
            let names: Vec<&str> = built.iter().map(|spot| spot.name.as_str()).collect();
            let disks = first.disks();
            words.push(format!("{} ({disks})", names.join(", ")));
        }
        if words.is_empty() { self.record.clone() } else { words.join(", ") }
    }

    /// Returns the key of a place. It has no size if the default size is used: a study is resumed although the free space, and
    /// with it the default size, has changed.
    pub fn place_key(&self, spot: &Spot) -> PlaceKey {
        // The file name follows from the layouts, disks and slices; the folder exists only during the test.
        let place = match Path::new(&spot.word).file_name() {
            Some(name) if !spot.built.is_empty() => name.to_string_lossy().into_owned(),
            _ => spot.word.clone(),
        };
        let usual = spot.kind == Kind::Directory && self.usual_size;
        PlaceKey {
            name: spot.name.clone(),
            place,
            built_on: spot.built.iter().map(|disk| disk.display().to_string()).collect(),
            size_bytes: (!usual).then_some(spot.size_bytes),
        }
    }

    /// The device stacks of all places; empty if all are simulated, or if one is unknown.
    pub fn stacks(&self) -> Vec<Inventory> {
        if self.simulated() {
            return Vec::new();
        }
        let roots = SystemRoots::default();
        let stack = |spot: &Spot| sys::inventory::target(spot.existing_path(), &roots).ok();
        self.targets_spots().map(stack).collect::<Option<_>>().unwrap_or_default()
    }

    /// The default pause before a point, in nanoseconds.
    pub fn pause_ns(&self, stacks: &[Inventory]) -> u64 {
        match (self.is_rotating(stacks), self.simulated()) {
            (true, _) => PAUSE_ROTATING_NS,
            (false, true) => 0,
            (false, false) => PAUSE_NS,
        }
    }

    pub fn is_rotating(&self, stacks: &[Inventory]) -> bool {
        if self.simulated() {
            return self.spots.iter().any(|spot| look::rotates(&spot.word));
        }
        let mut levels = stacks.iter().flat_map(|stack| &stack.levels);
        levels.any(|level| level.kind == Some(LevelKind::Disk) && level.rotates() == Some(true))
    }

    pub fn will_write(&self) -> bool {
        self.will_write
    }
}

impl Shelf {
    /// The targets of this host, for comparison with the other hosts.
    pub(crate) fn shared_targets(&self) -> Vec<SharedTarget> {
        let targets = self.targets_spots().map(|spot| {
            let held = self.held[spot.target].as_ref();
            let file_system = || sys::file::file_system(Path::new(&spot.word));
            let device = if spot.kind == Kind::Directory { file_system() } else { None };
            SharedTarget::of(&spot.word, Some(spot.size_bytes), self.will_write, held).on(device)
        });
        targets.collect()
    }

    /// Limits each target to the size that all hosts use, that of the smallest host.
    pub(crate) fn measured_by(&mut self, hosts: u32, sizes_bytes: &[u64]) {
        self.hosts = hosts;
        let targets: Vec<usize> = self.targets_spots().map(|spot| spot.target).collect();
        for (target, &bytes) in targets.into_iter().zip(sizes_bytes) {
            let own = self.spots.iter_mut().filter(|spot| spot.target == target);
            own.filter(|spot| spot.size_bytes > bytes).for_each(|spot| spot.size_bytes = bytes);
            if let Some(size) = &mut self.targets[target].size {
                *size = workload::Extent::Bytes(Bytes(bytes));
            }
        }
    }

    pub(crate) fn hosts(&self) -> u32 {
        self.hosts
    }

    /// Replaces the only place by one for each host. If all hosts share the target, each gets its own part of it.
    pub(crate) fn divide(&mut self, hosts: &[String], is_shared: bool) {
        let Some(whole) = self.spots.pop() else { return };
        let has_parts = whole.kind == Kind::Simulated || is_shared;
        let own_bytes = whole.size_bytes / hosts.len() as u64 / Bytes::MIB * Bytes::MIB;
        for (rank, name) in (0..).zip(hosts) {
            let part = TargetPart { offset_bytes: rank * own_bytes, length_bytes: own_bytes };
            self.spots.push(Spot {
                name: name.clone(),
                part: has_parts.then_some(part),
                size_bytes: if has_parts { own_bytes } else { whole.size_bytes },
                ..whole.clone()
            });
        }
    }
}
