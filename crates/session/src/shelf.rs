//! What a study stands on: takes the user's words, gives named places for I/O, or everything that is wrong with them.
//!
//! [`Shelf::look`] touches nothing. [`Shelf::make`] makes a nameless file in each directory and holds the devices that
//! are written to; [`Shelf::lay`] fills the files. Whatever ends the program, nothing stays behind.

mod answers;
mod filled;
mod hosts;
pub mod identity;
mod room;
mod simulated;

use crate::failure::{Ending, Failure};
use crate::leave::Permission;
use crate::progress::Watch;
use crate::target::{self, Ground};
use crate::{conditions, failures, leave};
use base::{Bytes, Nanos};
use plan::{MachineFacts, TargetFacts, TargetKind};
use record::Note;
use record::key::PlaceKey;
use record::note::RecordedNote;
use report::messages::places::PlaceFault;
use report::messages::system::SystemAction;
use report::messages::targets::TargetFault;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use summary::Conditions;
use sys::guard::{FileWritePermission, FreeSpaceRule};
use sys::inventory::{Inventory, StackLevelKind, SystemRoots};
use sys::target::Target as Held;
use workload::{EngineChoice, Extent, JobTarget, TargetLocation, Workload};

/// Quiet time before a point where heads move: they stop, drives park caches and calm down, in nanoseconds.
const PAUSE_ROTATING_NS: u64 = 30_000_000_000;
/// The same elsewhere.
const PAUSE_NS: u64 = 1_000_000_000;

/// What a user wants a study to stand on.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    /// Name and place of each: a directory, a file, a device or `sim:MEDIUM`.
    pub places: Vec<(String, String)>,
    /// How much of each is used, and how large a file is prefilled.
    pub size: Option<Bytes>,
    /// What may be written to.
    pub writes: &'a Permission,
    /// Whether any point writes.
    pub will_write: bool,
    /// The sizes of operations, which the places must be able to do.
    pub blocks: &'a [Bytes],
    /// How full the places are meanwhile, in percent, ascending; empty: not filled.
    pub fills: &'a [u8],
    /// Whether one simulated storage of several disks stands for its disks.
    pub disks: bool,
    /// Directories on file systems that were made for this and nothing else.
    pub own: &'a [PathBuf],
}

/// What stays free of a directory's file system: nothing of one that is among those that were made for this test.
fn keep(own: &[PathBuf], folder: &str) -> FreeSpaceRule {
    let made = own.iter().any(|own| own.as_os_str() == folder);
    if made { FreeSpaceRule::Nothing } else { FreeSpaceRule::Reserve }
}

/// What kind of place it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A simulated storage, or a disk of one.
    Simulated,
    /// A directory, in which a file of our own is prefilled.
    Directory,
    /// A block device.
    Device,
    /// A file of the user's.
    File,
}

/// One named place for I/O.
#[derive(Clone, Debug)]
pub struct Spot {
    /// As points name it.
    pub name: String,
    /// As the user wrote it.
    pub word: String,
    pub kind: Kind,
    /// Which of the shelf's targets.
    pub target: usize,
    /// The part of the target, as offset and length in bytes; none: all of it.
    pub part: Option<(u64, u64)>,
    /// Bytes that are used.
    pub size_bytes: u64,
    /// What direct I/O moves at least, in bytes; 1 where that is not known before a file is made.
    pub sector_bytes: u32,
    /// Bytes that are used at each fill level of the shelf; empty: it has none.
    pub filled_bytes: Vec<u64>,
    /// On which disks it was built for this, to be taken down at the end; empty: it is there anyway.
    pub built: Vec<PathBuf>,
}

impl Spot {
    /// The disks that it was built on, for people.
    pub fn disks(&self) -> String {
        let disks = self.built.iter().map(|disk| disk.display().to_string());
        disks.collect::<Vec<_>>().join(", ")
    }

    /// Where it is; before it is built, and once it is taken down, the first of its disks.
    pub fn ground(&self) -> &Path {
        let word = Path::new(&self.word);
        self.built.first().filter(|_| !word.exists()).map_or(word, PathBuf::as_path)
    }
}

/// Places for a study's I/O.
pub struct Shelf {
    pub spots: Vec<Spot>,
    /// What streams refer to; its facts stand at the same place in `facts`.
    pub targets: Vec<JobTarget>,
    /// The targets as they were judged, in the same order; none of a simulated one, and of a directory before its file is made.
    pub held: Vec<Option<Held>>,
    pub facts: MachineFacts,
    writes: Permission,
    own: Vec<PathBuf>,
    will_write: bool,
    /// How full the places are meanwhile, in percent, ascending.
    fills: Vec<u8>,
    /// Whether directories take the usual size, which depends on what is free.
    usual_size: bool,
    /// What it is called where it has no places.
    record: String,
    /// What is to be known of how recorded points are used.
    notes_of_record: Vec<RecordedNote>,
    /// What is used of each target.
    grounds: Vec<Ground>,
    /// How many hosts measure it together.
    hosts: u32,
}

impl Shelf {
    /// Looks at every place, touching none.
    pub fn look(wanted: &Wanted<'_>) -> Result<Self, Failure> {
        let mut shelf = Self {
            spots: Vec::new(),
            targets: Vec::new(),
            held: Vec::new(),
            facts: MachineFacts { cpus: Vec::new(), engines: Vec::new(), targets: Vec::new() },
            writes: wanted.writes.clone(),
            own: wanted.own.to_vec(),
            will_write: wanted.will_write || !wanted.fills.is_empty(),
            fills: wanted.fills.to_vec(),
            usual_size: wanted.size.is_none(),
            record: String::new(),
            notes_of_record: Vec::new(),
            grounds: Vec::new(),
            hosts: 1,
        };
        let writing = shelf.will_write;
        let mut wrong = Failure::of(Ending::Wrong, Vec::new());
        // A refusal weighs more than a slip of the pen.
        let tell = |wrong: &mut Failure, failure: Failure| {
            if failure.ending == Ending::Target {
                wrong.ending = Ending::Target;
            }
            wrong.lines.extend(failure.lines);
        };
        for (name, word) in &wanted.places {
            let found = match word.strip_prefix("sim:") {
                Some(text) => simulated::spots(name, text, wanted)
                    .map(|(target, spots)| (target, None, spots)),
                None => {
                    held(word, writing, wanted.writes, &mut |failure| tell(&mut wrong, failure))
                        .and_then(|held| real(name, word, held, wanted))
                }
            };
            match found {
                Ok((target, held, spots)) => shelf.add(target, held, spots),
                Err(failure) => tell(&mut wrong, failure),
            }
        }
        let doubles = shelf.doubles();
        // What is there twice would be given room twice.
        if doubles.is_empty() {
            let shared = match wanted.fills {
                [] => room::share(&mut shelf, wanted),
                fills => filled::share(&mut shelf, wanted, fills),
            };
            if let Err(failure) = shared {
                tell(&mut wrong, failure);
            }
        }
        wrong.lines.extend(doubles);
        wrong.lines.extend(mixture(&wanted.places));
        wrong.lines.extend(shelf.unfit(wanted.blocks));
        if wrong.lines.is_empty() { Ok(shelf) } else { Err(wrong) }
    }

    /// A shelf without places: its points were recorded by somebody.
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
            grounds: Vec::new(),
            hosts: 1,
        }
    }

    fn add(&mut self, target: JobTarget, held: Option<Held>, spots: Vec<Spot>) {
        let number = self.targets.len();
        self.targets.push(target);
        self.held.push(held);
        self.spots.extend(spots.into_iter().map(|spot| Spot { target: number, ..spot }));
    }

    /// Places that are there twice, by name or in truth.
    fn doubles(&self) -> Vec<String> {
        let truths: Vec<ShelfTargetIdentity> = self.targets.iter().map(truth).collect();
        let mut lines = Vec::new();
        for (number, spot) in self.spots.iter().enumerate() {
            let before = &self.spots[..number];
            if before.iter().any(|other| other.name == spot.name) {
                lines.push(TargetFault::NamedTwice { name: spot.name.to_string() }.to_string());
            } else if let Some(other) = before.iter().find(|other| {
                other.target != spot.target && truths[other.target] == truths[spot.target]
            }) {
                lines.push(
                    PlaceFault::SameStorage {
                        name: other.name.to_string(),
                        other: spot.name.to_string(),
                    }
                    .to_string(),
                );
            }
        }
        lines
    }

    /// What is to be known of places that are not as independent of each other as their names: those on one file system.
    pub fn notes(&self) -> Vec<Note> {
        let mut systems: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        let inside = |spot: &&Spot| matches!(spot.kind, Kind::Directory | Kind::File);
        for spot in self.targets_spots().filter(inside) {
            if let Ok(meta) = std::fs::metadata(&spot.word) {
                systems.entry(meta.dev()).or_default().push(spot.name.clone());
            }
        }
        let shared = systems.into_values().filter(|names| names.len() > 1);
        let recorded = self.notes_of_record.iter().cloned().map(Note::Recorded);
        shared.map(Note::SharedFileSystem).chain(recorded).collect()
    }

    /// What is to be known of how recorded points are used.
    pub fn notes_of_record(&self) -> &[RecordedNote] {
        &self.notes_of_record
    }

    /// What direct I/O moves at least on every place, in bytes, as far as that is known.
    pub fn sector_bytes(&self) -> u32 {
        self.spots.iter().map(|spot| spot.sector_bytes).max().unwrap_or(1)
    }

    /// Blocks that places cannot do.
    fn unfit(&self, blocks: &[Bytes]) -> Vec<String> {
        let blocks: BTreeSet<u64> = blocks.iter().map(|block| block.0).filter(|b| *b > 0).collect();
        let mut lines = Vec::new();
        for spot in self.spots.iter().filter(|spot| spot.size_bytes > 0) {
            let least = spot.filled_bytes.first().copied().unwrap_or(spot.size_bytes);
            for block in blocks.iter().copied() {
                let sector = u64::from(spot.sector_bytes);
                let (word, shown) = (&spot.word, Bytes(block));
                if block > least {
                    let used = Bytes(least);
                    lines.push(
                        PlaceFault::SmallerThanBlock {
                            place: word.to_string(),
                            used,
                            block: shown,
                        }
                        .to_string(),
                    );
                } else if !block.is_multiple_of(sector) {
                    let sector = Bytes(sector);
                    lines.push(
                        PlaceFault::NotAMultiple { place: word.to_string(), sector, block: shown }
                            .to_string(),
                    );
                }
            }
        }
        lines.dedup();
        lines
    }

    /// The spot of a point's target.
    pub fn spot(&self, name: &str) -> &Spot {
        &self.spots[self.place_of(name)]
    }

    /// Its number among the spots.
    pub fn place_of(&self, name: &str) -> usize {
        let found = self.spots.iter().position(|spot| spot.name == name);
        found.expect("points name targets that the study was given")
    }

    /// The names of all spots, as points name them.
    pub fn names(&self) -> Vec<String> {
        self.spots.iter().map(|spot| spot.name.clone()).collect()
    }

    /// The first spot of each target: hosts may have one each.
    fn targets_spots(&self) -> impl Iterator<Item = &Spot> {
        let before = |number: usize| &self.spots[..number];
        let spots = self.spots.iter().enumerate();
        let first = spots.filter(move |(number, spot)| {
            before(*number).iter().all(|other| other.target != spot.target)
        });
        first.map(|(_, spot)| spot)
    }

    /// The real places.
    pub fn places(&self) -> impl Iterator<Item = &Path> {
        let real = self.targets_spots().filter(|spot| spot.kind != Kind::Simulated);
        real.map(|spot| Path::new(&spot.word))
    }

    /// Whether all of it is simulated.
    pub fn simulated(&self) -> bool {
        self.spots.iter().all(|spot| spot.kind == Kind::Simulated)
    }

    /// What the user named, for people.
    pub fn title(&self) -> String {
        let there = self.spots.iter().filter(|spot| spot.built.is_empty());
        let mut words: Vec<String> = there.map(|spot| spot.word.clone()).collect();
        words.dedup();
        // A mount that is gone says nothing to whoever reads of it.
        let built: Vec<&Spot> = self.spots.iter().filter(|spot| !spot.built.is_empty()).collect();
        if let Some(first) = built.first() {
            let names: Vec<&str> = built.iter().map(|spot| spot.name.as_str()).collect();
            let disks = first.disks();
            words.push(format!("{} (built for the test on {disks}, taken down)", names.join(", ")));
        }
        if words.is_empty() { self.record.clone() } else { words.join(", ") }
    }

    /// What tells one of its places from every other one. A study is resumed although the free space, and with it the usual
    /// size of a file, is another one by then.
    pub fn place_key(&self, spot: &Spot) -> PlaceKey {
        // Its name follows from the layouts, the disks and the slices; the folder is ours and gone afterwards.
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

    /// Bytes that are prefilled before anything is measured.
    pub fn prefill_bytes(&self) -> u64 {
        let laid = self.targets_spots().filter(|spot| spot.kind == Kind::Directory);
        laid.map(|spot| spot.size_bytes).sum()
    }

    /// The stacks under all places; none of a simulated one, none at all when one cannot be told.
    pub fn stacks(&self) -> Vec<Inventory> {
        if self.simulated() {
            return Vec::new();
        }
        let roots = SystemRoots::default();
        let each = |spot: &Spot| sys::inventory::target(spot.ground(), &roots).ok();
        self.targets_spots().map(each).collect::<Option<_>>().unwrap_or_default()
    }

    /// The usual quiet time before a point in nanoseconds.
    pub fn pause_ns(&self, stacks: &[Inventory]) -> u64 {
        match (self.turns(stacks), self.simulated()) {
            (true, _) => PAUSE_ROTATING_NS,
            (false, true) => 0,
            (false, false) => PAUSE_NS,
        }
    }

    /// Whether disks rotate under any of the places.
    pub fn turns(&self, stacks: &[Inventory]) -> bool {
        if self.simulated() {
            return self.spots.iter().any(|spot| simulated::rotates(&spot.word));
        }
        let mut levels = stacks.iter().flat_map(|stack| &stack.levels);
        levels
            .any(|level| level.kind == Some(StackLevelKind::Disk) && level.rotates() == Some(true))
    }

    /// Whether any point writes.
    pub fn will_write(&self) -> bool {
        self.will_write
    }

    /// What the files and devices themselves tell once everything has run.
    pub fn observe(&self, seen: &mut Conditions) {
        for ground in &self.grounds {
            let mut one = Conditions::default();
            conditions::of_file(&mut one, ground);
            // One place with holes or cached pages spoils all.
            seen.hole_bytes = seen.hole_bytes.max(one.hole_bytes);
            seen.cached_share =
                seen.cached_share.into_iter().chain(one.cached_share).reduce(f64::max);
        }
        seen.file_bytes = self.spots.iter().map(|spot| spot.size_bytes).min();
    }

    /// Makes a file in each directory, and asks the machine what the planner must know.
    pub fn make(&mut self, engine: &EngineChoice) -> Result<(), Failure> {
        let none = Permission::default();
        let spots: Vec<Spot> = self.targets_spots().cloned().collect();
        for spot in &spots {
            if self.held[spot.target].is_none() && matches!(spot.kind, Kind::Device | Kind::File) {
                // It was let go of for another stage.
                let mut judged = Ok(());
                let refused = &mut |failure| judged = Err(failure);
                let again = held(&spot.word, self.will_write, &self.writes, refused)?;
                judged?;
                self.held[spot.target] = again;
            }
            let (place, size) = (Path::new(&spot.word), Bytes(spot.size_bytes));
            let ground = match (&self.held[spot.target], spot.kind) {
                (Some(held), _) if self.will_write => target::judged(held.clone(), Some(size))?,
                (None, Kind::Directory) if self.own.iter().any(|own| own == place) => {
                    target::nameless(place, size)?
                }
                (None, Kind::Directory) => target::ground(&spot.word, Some(size), &none)?,
                _ => continue,
            };
            self.targets[spot.target].place = ground.place.clone();
            self.held[spot.target] = ground.held.clone();
            self.grounds.push(ground);
        }
        let workload = Workload {
            name: "study".to_owned(),
            targets: self.targets.clone(),
            streams: Vec::new(),
            phases: Vec::new(),
            engine: engine.clone(),
            seed: None,
            interval_ns: Nanos::secs(1),
            hosts: workload::HostDivision::default(),
        };
        self.facts = engine::probe::facts(&workload, &self.held).map_err(failures::of_probe)?;
        // A nameless file is prefilled by us, to its whole length.
        for spot in self.spots.iter().filter(|spot| spot.kind == Kind::Directory) {
            let facts: &mut TargetFacts = &mut self.facts.targets[spot.target];
            (facts.kind, facts.size_bytes) = (TargetKind::File, spot.size_bytes);
        }
        Ok(())
    }

    /// Lets go of every file and device; what was seen of them stays with whoever asked.
    pub fn leave(&mut self) {
        self.grounds.clear();
        self.held.fill(None);
    }

    /// Lets go of these disks: programs that build layouts there take them for themselves. They are judged again when their
    /// own turn comes.
    pub fn let_go(&mut self, disks: &[PathBuf]) {
        let disks: Vec<Held> = disks.iter().filter_map(|disk| Held::to_read(disk).ok()).collect();
        let is_one = |held: &Option<Held>| {
            held.as_ref().is_some_and(|held| disks.iter().any(|disk| disk.is(held)))
        };
        self.grounds.retain(|ground| !is_one(&ground.held));
        self.held.iter_mut().filter(|held| is_one(held)).for_each(|held| *held = None);
    }

    /// What stays free where a file of our own lies.
    pub fn keep(&self, spot: &Spot) -> FreeSpaceRule {
        keep(&self.own, &spot.word)
    }

    /// Fills the files of our own with random data.
    pub fn lay(
        &self,
        seed: u64,
        interrupt: &AtomicBool,
        watch: &RefCell<Watch>,
    ) -> Result<(), Failure> {
        let all_bytes = self.prefill_bytes();
        let mut before_bytes = 0;
        // What is filled level by level is filled when its turn comes.
        let laid = |spot: &&Spot| spot.kind == Kind::Directory && self.fills.is_empty();
        for spot in self.targets_spots().filter(laid) {
            let Some(held) = &self.held[spot.target] else { continue };
            let size = Bytes(spot.size_bytes);
            let doing = PlaceFault::Prefilling { size, place: spot.word.to_string() }.to_string();
            watch.borrow_mut().progress.begin(&doing, None);
            engine::prefill(held, 0, size.0, seed, self.keep(spot), &mut |done, _| {
                let share = (before_bytes + done) as f64 / all_bytes.max(1) as f64;
                watch.borrow_mut().progress.share(share);
                match interrupt.load(Ordering::Relaxed) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            })
            .map_err(|error| {
                watch.borrow_mut().progress.wipe();
                let interrupted = interrupt.load(Ordering::Relaxed);
                let ending = if interrupted { Ending::Interrupted } else { Ending::Target };
                Failure::of(ending, vec![error.to_string()])
            })?;
            before_bytes += size.0;
        }
        watch.borrow_mut().progress.wipe();
        Ok(())
    }
}

/// Why places with clocks of their own cannot stand beside real ones.
fn mixture(places: &[(String, String)]) -> Option<String> {
    let count = places.iter().filter(|(_, word)| word.starts_with("sim:")).count();
    (count != 0 && count != places.len()).then(|| PlaceFault::MixedClocks.to_string())
}

/// What a place is, whatever it is called.
#[derive(Debug, PartialEq, Eq)]
enum ShelfTargetIdentity {
    /// A device by its number: it may have several nodes.
    Device(u64),
    /// A directory or a file by its file system and its number there: it may be mounted twice.
    File(u64, u64),
    /// What cannot be looked at, and what is not real, by its words.
    Words(PathBuf),
}

fn truth(target: &JobTarget) -> ShelfTargetIdentity {
    match &target.place {
        TargetLocation::Path(path) => match std::fs::metadata(path) {
            Ok(meta) if meta.file_type().is_block_device() => {
                ShelfTargetIdentity::Device(meta.rdev())
            }
            Ok(meta) => ShelfTargetIdentity::File(meta.dev(), meta.ino()),
            Err(_) => ShelfTargetIdentity::Words(path.clone()),
        },
        TargetLocation::Sim(text) => {
            ShelfTargetIdentity::Words(PathBuf::from(format!("sim:{text}")))
        }
        TargetLocation::Null => ShelfTargetIdentity::Words(PathBuf::new()),
    }
}

/// A place that is really there.
fn real(
    name: &str,
    word: &str,
    held: Option<Held>,
    wanted: &Wanted<'_>,
) -> Result<(JobTarget, Option<Held>, Vec<Spot>), Failure> {
    let path = Path::new(word);
    let kind = match held.as_ref().map(Held::kind) {
        None => Kind::Directory,
        Some(sys::file::PathKind::Device) => Kind::Device,
        Some(_) => Kind::File,
    };
    let (size_bytes, sector_bytes) = match &held {
        // Shared out once all places are known.
        None => (0, 1),
        Some(held) => {
            let open = held.open(sys::file::OpenMode::default());
            let facts = |file| {
                let whole = sys::file::size_bytes(&file)?;
                Ok((whole, sys::file::direct_align_bytes(&file).max(1)))
            };
            let (whole, sector_bytes) = open
                .and_then(facts)
                .map_err(|e| Failure::system(Ending::Target, SystemAction::LookAt, word, &e))?;
            let used = wanted.size.map_or(whole, |size| size.0.min(whole));
            (used / Bytes::MIB * Bytes::MIB, sector_bytes)
        }
    };
    if size_bytes == 0 && kind != Kind::Directory {
        return Err(Failure::target(TargetFault::LessThanOneMib { shown: word.to_owned() }));
    }
    let target = JobTarget {
        name: name.to_owned(),
        place: TargetLocation::Path(path.to_owned()),
        size: (kind != Kind::Directory).then_some(Extent::Bytes(Bytes(size_bytes))),
    };
    let (name, word) = (name.to_owned(), word.to_owned());
    let (part, filled_bytes, built) = (None, Vec::new(), Vec::new());
    let spot =
        Spot { name, word, kind, target: 0, part, size_bytes, sector_bytes, filled_bytes, built };
    Ok((target, held, vec![spot]))
}

/// The file or device of that name, with leave to write where that is needed; none for a directory. What is refused is told,
/// and opened for reading, so that whatever else is wrong is told as well.
fn held(
    word: &str,
    writing: bool,
    writes: &Permission,
    refused: &mut dyn FnMut(Failure),
) -> Result<Option<Held>, Failure> {
    let path = Path::new(word);
    let meta = std::fs::metadata(path)
        .map_err(|e| Failure::system(Ending::Wrong, SystemAction::Find, word, &e))?;
    if meta.is_dir() {
        return Ok(None);
    }
    let is_target = meta.file_type().is_block_device() || meta.is_file();
    if is_target && writing {
        match leave::to_write(path, writes) {
            Ok(FileWritePermission::Present(held)) => return Ok(Some(held)),
            Ok(FileWritePermission::Absent(_)) => {
                return Err(Failure::wrong(TargetFault::Gone { target: word.to_owned() }));
            }
            Err(failure) => refused(failure),
        }
    }
    match Held::to_read(path) {
        Ok(held) => Ok(Some(held)),
        Err(e) if e.kind() == std::io::ErrorKind::InvalidInput => {
            Err(Failure::wrong(TargetFault::NoTarget { target: word.to_owned() }))
        }
        Err(e) => Err(Failure::system(Ending::Target, SystemAction::LookAt, word, &e)),
    }
}
