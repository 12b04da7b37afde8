//! The check of the places of a study: takes the places as named, returns the shelf, or all faults at once.
//!
//! Opens the files and devices, and holds them. Never writes.

use super::{Kind, Shelf, ShelfRequest, Spot, TargetPart, files, fill_levels};
use crate::failure::{Ending, Failure};
use crate::target;
use crate::write_permission::{self, Permission};
use base::Bytes;
use engine::sim::{SimLayout, SimMedium, SimSpec};
use report::messages::places::PlaceFault;
use report::messages::system::{SystemAction, SystemError};
use report::messages::targets::TargetFault;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use sys::buffer::BufferSlots;
use sys::file::{FileFacts, FileIdentity, OpenMode};
use sys::guard::FileWritePermission;
use sys::target::{Target, Target as HeldTarget};
use workload::{Extent, JobTarget, TargetLocation};

impl Shelf {
    /// Checks every place, and changes none. Reports all faults at once.
    pub fn look(wanted: &ShelfRequest<'_>) -> Result<Self, Failure> {
        let mut shelf = Self {
            writes: wanted.writes.clone(),
            own: wanted.own.to_vec(),
            will_write: wanted.will_write || !wanted.fills.is_empty(),
            fills: wanted.fills.to_vec(),
            usual_size: wanted.size.is_none(),
            ..Self::of_record("", Vec::new())
        };
        let writing = shelf.will_write;
        let mut wrong = Failure::of(Ending::Target, Vec::new());
        for (name, word) in &wanted.places {
            let found = match workload::simulation(word) {
                Some(text) => {
                    spots(name, text, wanted).map(|(target, spots)| (target, None, spots))
                }
                None => {
                    open_target(word, writing, wanted.writes, &mut |failure| wrong.add(failure))
                        .and_then(|held| real_place(name, word, held, wanted))
                }
            };
            match found {
                Ok((target, held, spots)) => shelf.add(target, held, spots),
                Err(failure) => wrong.add(failure),
            }
        }
        let repeated = shelf.repeated_places();
        // A place that is named twice would get space twice.
        if repeated.is_empty() {
            let shared = match wanted.fills {
                [] => files::share(&mut shelf, wanted),
                fills => fill_levels::share(&mut shelf, wanted, fills),
            };
            if let Err(failure) = shared {
                wrong.add(failure);
            }
        }
        let of_request = repeated.into_iter().chain(mixed_clocks(&wanted.places));
        of_request
            .chain(shelf.unsuitable_blocks(wanted.blocks))
            .for_each(|line| wrong.add(Failure::wrong(line)));
        wrong.into_result().map(|()| shelf)
    }

    fn add(&mut self, target: JobTarget, held: Option<HeldTarget>, spots: Vec<Spot>) {
        let number = self.targets.len();
        self.targets.push(target);
        self.held.push(held);
        self.spots.extend(spots.into_iter().map(|spot| Spot { target: number, ..spot }));
    }

    /// Returns a message for each name or storage that appears twice.
    fn repeated_places(&self) -> Vec<String> {
        let identities: Vec<ShelfTargetIdentity> = self.targets.iter().map(identity).collect();
        let mut lines = Vec::new();
        for (number, spot) in self.spots.iter().enumerate() {
            let before = &self.spots[..number];
            if before.iter().any(|other| other.name == spot.name) {
                lines.push(TargetFault::NamedTwice { name: spot.name.to_string() }.to_string());
            } else if let Some(other) = before.iter().find(|other| {
                other.target != spot.target && identities[other.target] == identities[spot.target]
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

    /// Returns a message for each place and block size that do not fit.
    fn unsuitable_blocks(&self, blocks: &[Bytes]) -> Vec<String> {
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
}

/// Returns the fault if simulated places, which have a virtual clock, are mixed with real ones.
fn mixed_clocks(places: &[(String, String)]) -> Option<String> {
    let count = places.iter().filter(|(_, word)| workload::simulation(word).is_some()).count();
    (count != 0 && count != places.len()).then(|| PlaceFault::MixedClocks.to_string())
}

/// The identity of a place, independent of its path.
#[derive(Debug, PartialEq, Eq)]
enum ShelfTargetIdentity {
    /// Of a device, which may have several nodes, or of a directory or file, which may be mounted twice.
    Storage(FileIdentity),
    /// The text of a place that is simulated or cannot be read.
    Words(PathBuf),
}

fn identity(target: &JobTarget) -> ShelfTargetIdentity {
    match &target.place {
        TargetLocation::Path(path) => match FileFacts::at(path) {
            Ok(facts) => ShelfTargetIdentity::Storage(facts.identity),
            Err(_) => ShelfTargetIdentity::Words(path.clone()),
        },
        TargetLocation::Sim(text) => {
            ShelfTargetIdentity::Words(PathBuf::from(workload::simulation_word(text)))
        }
        TargetLocation::Null => ShelfTargetIdentity::Words(PathBuf::new()),
    }
}

/// Returns the target and the place of a directory, file or device.
fn real_place(
    name: &str,
    word: &str,
    held: Option<HeldTarget>,
    wanted: &ShelfRequest<'_>,
) -> Result<(JobTarget, Option<HeldTarget>, Vec<Spot>), Failure> {
    let path = Path::new(word);
    let kind = match held.as_ref().map(HeldTarget::kind) {
        None => Kind::Directory,
        Some(sys::file::PathKind::Device) => Kind::Device,
        Some(_) => Kind::File,
    };
    let (size_bytes, sector_bytes) = match &held {
        // The space is divided after all places are known.
        None => (0, 1),
        Some(held) => {
            let open = held.open(OpenMode::default());
            let facts = |file| {
                let whole = sys::file::size_bytes(&file)?;
                Ok((whole, sys::file::direct_align_bytes(&file).max(1)))
            };
            let (whole, sector_bytes) = open.and_then(facts).map_err(Failure::refused(
                Ending::Target,
                SystemAction::LookAt,
                word,
            ))?;
            (target::used_bytes(held, wanted.size, whole)?, sector_bytes)
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

/// Opens the file or device of that name, for writing if needed; `None` for a directory. A refused target is reported, and
/// opened for reading, so that its other faults are reported too.
pub(super) fn open_target(
    word: &str,
    writing: bool,
    writes: &Permission,
    refused: &mut dyn FnMut(Failure),
) -> Result<Option<HeldTarget>, Failure> {
    let path = Path::new(word);
    let facts =
        FileFacts::at(path).map_err(Failure::refused(Ending::Wrong, SystemAction::Find, word))?;
    if facts.is_directory() {
        return Ok(None);
    }
    if facts.is_target() && writing {
        match write_permission::to_write(path, writes) {
            Ok(FileWritePermission::Present(held)) => return Ok(Some(held)),
            Ok(FileWritePermission::Absent(_)) => {
                return Err(Failure::wrong(TargetFault::Gone { target: word.to_owned() }));
            }
            Err(failure) => refused(failure),
        }
    }
    match HeldTarget::to_read(path) {
        Ok(held) => Ok(Some(held)),
        Err(e) if e.kind() == std::io::ErrorKind::InvalidInput => {
            Err(Failure::wrong(TargetFault::NoTarget { target: word.to_owned() }))
        }
        Err(e) => Err(Failure::system(Ending::Target, SystemAction::LookAt, word, &e)),
    }
}

/// The bytes of one read: the largest sector size that direct I/O needs on any medium.
const BLOCK_BYTES: u64 = 4096;

impl Shelf {
    /// Checks that every place can be read. Among disks that are loaded together, a dead one would look like a saturated
    /// path.
    pub fn check_readable(&self) -> Result<(), Failure> {
        let real = self.spots.iter().filter(|spot| matches!(spot.kind, Kind::Device | Kind::File));
        let dead = real.filter_map(|spot| {
            let error = read_blocks(self.held[spot.target].as_ref()?, spot.size_bytes).err()?;
            Some(
                PlaceFault::Unreadable {
                    place: spot.word.to_string(),
                    error: SystemError(&error).to_string(),
                }
                .to_string(),
            )
        });
        let lines: Vec<String> = dead.collect();
        if lines.is_empty() { Ok(()) } else { Err(Failure::of(Ending::Target, lines)) }
    }
}

fn read_blocks(place: &Target, size_bytes: u64) -> std::io::Result<()> {
    // A read from the page cache would not test the disk.
    let direct = place.open(OpenMode { direct: true, ..OpenMode::default() });
    let opened = direct.or_else(|_| place.open(OpenMode::default()))?;
    let mut memory = BufferSlots::new(1, BLOCK_BYTES as usize)?;
    let last = size_bytes.saturating_sub(BLOCK_BYTES) / BLOCK_BYTES * BLOCK_BYTES;
    for at in [0, last / 2 / BLOCK_BYTES * BLOCK_BYTES, last] {
        sys::file::read_exact_at(&opened, memory.slot(0), at)?;
    }
    Ok(())
}

/// The places of one text. If disks are wanted and no other place is named, a storage without a layout becomes one place for
/// each disk.
pub(super) fn spots(
    name: &str,
    text: &str,
    wanted: &ShelfRequest<'_>,
) -> Result<(JobTarget, Vec<Spot>), Failure> {
    let word = workload::simulation_word(text);
    let spec = SimSpec::read(text).map_err(|all| {
        Failure::of(
            Ending::Wrong,
            all.0.iter().map(|problem| format!("{word}: {problem}")).collect(),
        )
    })?;
    let expands = wanted.disks && wanted.places.len() == 1 && spec.disks > 1;
    if expands && spec.layout() != SimLayout::None {
        return Err(Failure::wrong(PlaceFault::OneArray { place: word.to_string() }));
    }
    let whole = if expands { spec.disk_bytes() } else { spec.usable_bytes() };
    let used = wanted.size.map_or(whole, |size| size.0.min(whole)) / Bytes::MIB * Bytes::MIB;
    if used == 0 {
        return Err(Failure::wrong(PlaceFault::UsesTooLittle { place: word.to_string() }));
    }
    let spot = |name: String, part: Option<TargetPart>| Spot {
        name,
        word: word.clone(),
        kind: Kind::Simulated,
        target: 0,
        part,
        size_bytes: used,
        sector_bytes: 1,
        filled_bytes: Vec::new(),
        built: Vec::new(),
    };
    let spots = if expands {
        let disk = |number: u32| {
            let offset_bytes = u64::from(number) * spec.disk_bytes();
            let part = TargetPart { offset_bytes, length_bytes: used };
            spot(format!("disk{}", number + 1), Some(part))
        };
        (0..spec.disks).map(disk).collect()
    } else {
        vec![spot(name.to_owned(), None)]
    };
    let size = (!expands).then_some(Extent::Bytes(Bytes(used)));
    Ok((
        JobTarget { name: name.to_owned(), place: TargetLocation::Sim(text.to_owned()), size },
        spots,
    ))
}

pub(super) fn rotates(word: &str) -> bool {
    let spec = workload::simulation(word).and_then(|text| SimSpec::read(text).ok());
    spec.is_some_and(|spec| spec.medium == SimMedium::Hdd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_on_the_command_line_decides_the_ending_beside_a_refused_target() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml").to_owned();
        let looked = |places: &[&str]| {
            let places = places.iter().map(|place| ((*place).to_owned(), (*place).to_owned()));
            let refused = Shelf::look(&ShelfRequest {
                places: places.collect(),
                size: None,
                writes: &Permission::default(),
                will_write: true,
                blocks: &[],
                fills: &[],
                disks: false,
                own: &[],
            });
            refused.map(|_| ()).expect_err("nothing permits to write to the file")
        };
        let refused = looked(&[&file]);
        assert_eq!(refused.ending, Ending::Target, "{:?}", refused.lines);
        let both = looked(&["/no/such/place", &file]);
        assert_eq!((both.ending, both.errno), (Ending::Wrong, Some(2)));
        assert!(both.lines.len() > refused.lines.len(), "{:?}", both.lines);
    }
}
