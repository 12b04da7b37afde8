//! The files of a study: makes and prefills a nameless file in each directory, opens devices again, and closes all of them.
//!
//! Never makes a file with a name, so that none remains when the program ends.

use super::look::open_target;
use super::{Kind, Shelf, ShelfRequest, Spot, TargetPart, free_space_rule};
use crate::failure::{Ending, Failure};
use crate::progress::Watch;
use crate::target::{self, FILE_BYTES_MIN};
use crate::write_permission::Permission;
use crate::{conditions, engine_failure};
use base::Bytes;
use plan::{TargetFacts, TargetKind};
use report::messages::places::PlaceFault;
use report::messages::system::{SystemAction, SystemFailure};
use report::messages::targets::TargetFault;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use summary::Conditions;
use sys::file::FileFacts;
use sys::guard::{self, FreeSpaceRule};
use sys::target::Target as HeldTarget;
use workload::EngineChoice;

impl Shelf {
    /// Makes a file in each directory, opens the devices, and reads the facts for the planner.
    pub fn open(&mut self, engine: &EngineChoice) -> Result<(), Failure> {
        let none = Permission::default();
        let spots: Vec<Spot> = self.targets_spots().cloned().collect();
        for spot in &spots {
            if self.held[spot.target].is_none() && matches!(spot.kind, Kind::Device | Kind::File) {
                // It was closed for another stage.
                let mut judged = Ok(());
                let refused = &mut |failure| judged = Err(failure);
                let again = open_target(&spot.word, self.will_write, &self.writes, refused)?;
                judged?;
                self.held[spot.target] = again;
            }
            let (place, size) = (Path::new(&spot.word), Bytes(spot.size_bytes));
            let test_target = match (&self.held[spot.target], spot.kind) {
                (Some(held), _) if self.will_write => {
                    target::open_checked(held.clone(), Some(size))?
                }
                (None, Kind::Directory) if self.own.iter().any(|own| own == place) => {
                    target::create_nameless(place, size)?
                }
                (None, Kind::Directory) => target::open(&spot.word, Some(size), &none)?,
                _ => continue,
            };
            self.targets[spot.target].place = test_target.place;
            self.held[spot.target] = test_target.held;
        }
        self.facts = target::facts(self.targets.clone(), &self.held, engine)?;
        // A nameless file is prefilled to its whole length.
        for spot in self.spots.iter().filter(|spot| spot.kind == Kind::Directory) {
            let facts: &mut TargetFacts = &mut self.facts.targets[spot.target];
            (facts.kind, facts.size_bytes) = (TargetKind::File, spot.size_bytes);
        }
        Ok(())
    }

    pub fn prefill(
        &self,
        seed: u64,
        interrupt: &AtomicBool,
        watch: &RefCell<Watch>,
    ) -> Result<(), Failure> {
        let all_bytes = self.prefill_bytes();
        let mut before_bytes = 0;
        // With fill levels, each level is filled just before it is measured.
        let laid = |spot: &&Spot| spot.kind == Kind::Directory && self.fills.is_empty();
        for spot in self.targets_spots().filter(laid) {
            let Some(held) = &self.held[spot.target] else { continue };
            let size = Bytes(spot.size_bytes);
            let doing = PlaceFault::Prefilling { size, place: spot.word.to_string() }.to_string();
            watch.borrow_mut().progress.begin(&doing, None);
            engine::prefill(held, 0, size.0, seed, self.free_space_rule(spot), &mut |done, _| {
                let share = (before_bytes + done) as f64 / all_bytes.max(1) as f64;
                watch.borrow_mut().progress.share(share);
                if interrupt.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
            .map_err(|error| {
                watch.borrow_mut().progress.wipe();
                engine_failure::ended_by_prefill(&error, interrupt)
            })?;
            before_bytes += size.0;
        }
        watch.borrow_mut().progress.wipe();
        Ok(())
    }

    /// Returns how much of the file system of a place must stay free.
    pub fn free_space_rule(&self, spot: &Spot) -> FreeSpaceRule {
        free_space_rule(&self.own, &spot.word)
    }

    /// The bytes that are prefilled before the first measurement.
    pub fn prefill_bytes(&self) -> u64 {
        let directories = self.targets_spots().filter(|spot| spot.kind == Kind::Directory);
        directories.map(|spot| spot.size_bytes).sum()
    }

    /// Adds the conditions of the files and devices after the measurement: holes, cached pages, sizes.
    pub fn observe(&self, seen: &mut Conditions) {
        for spot in &self.spots {
            let Some(held) = &self.held[spot.target] else { continue };
            // Beyond what a fill level uses, a file may be empty.
            let part = spot.part.unwrap_or(TargetPart::first(spot.size_bytes));
            conditions::of_file(seen, held, part.offset_bytes..part.end_bytes());
        }
        seen.file_bytes = self.spots.iter().map(|spot| spot.size_bytes).min();
    }

    pub fn close(&mut self) {
        self.held.fill(None);
    }

    /// Closes these disks, because the programs that build layouts on them need exclusive access. [`Self::open`] checks and opens
    /// them again.
    pub fn close_disks(&mut self, disks: &[PathBuf]) {
        let disks: Vec<HeldTarget> =
            disks.iter().filter_map(|disk| HeldTarget::to_read(disk).ok()).collect();
        for held in &mut self.held {
            if held.as_ref().is_some_and(|held| disks.iter().any(|disk| disk.is(held))) {
                *held = None;
            }
        }
    }
}

/// The default size of a test file: large enough that a point of a minute does not wrap around on most disks, small enough to
/// be prefilled in half a minute.
const FILE_BYTES: u64 = 4 * Bytes::GIB;

/// Sets the size of every directory's test file. Reports all file systems that lack the space.
pub(super) fn share(shelf: &mut Shelf, wanted: &ShelfRequest<'_>) -> Result<(), Failure> {
    if let Some(size) = wanted.size
        && size.0 < FILE_BYTES_MIN
        && shelf.spots.iter().any(|spot| spot.kind == Kind::Directory)
    {
        return Err(Failure::wrong(TargetFault::FileTooSmall { least: Bytes(FILE_BYTES_MIN) }));
    }
    let mut systems: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (number, spot) in shelf.spots.iter().enumerate() {
        if spot.kind == Kind::Directory {
            let facts = FileFacts::at(Path::new(&spot.word)).map_err(Failure::refused(
                Ending::Wrong,
                SystemAction::Find,
                &spot.word,
            ))?;
            systems.entry(facts.identity.device()).or_default().push(number);
        }
    }
    let mut lines = Vec::new();
    for numbers in systems.values() {
        if let Err(line) = directories(shelf, wanted, numbers) {
            lines.push(line);
        }
    }
    if lines.is_empty() { Ok(()) } else { Err(Failure::of(Ending::Target, lines)) }
}

/// Divides the usable space of a file system equally among its directories.
fn directories(
    shelf: &mut Shelf,
    wanted: &ShelfRequest<'_>,
    numbers: &[usize],
) -> Result<(), String> {
    let folder = shelf.spots[numbers[0]].word.clone();
    let space = guard::space(Path::new(&folder)).map_err(|e| {
        SystemFailure { action: SystemAction::AskSpace, object: &folder, error: &e }.to_string()
    })?;
    let keep = free_space_rule(wanted.own, &folder);
    let room = space.room_bytes(keep);
    let each = wanted
        .size
        .map_or_else(|| FILE_BYTES.min(space.free_bytes / 4 / numbers.len() as u64), |size| size.0);
    let each = each.min(if wanted.size.is_none() { room } else { u64::MAX });
    let each = each / Bytes::MIB * Bytes::MIB;
    let all = each.saturating_mul(numbers.len() as u64);
    if all > room || each < FILE_BYTES_MIN {
        let fault = TargetFault::NoRoomForFiles {
            folder: folder.clone(),
            free: Bytes(space.free_bytes),
            reserve: Bytes(keep.bytes(space.total_bytes)),
            count: numbers.len() as u64,
            each: Bytes(each.max(FILE_BYTES_MIN)),
            help: target::help(room / numbers.len() as u64, FILE_BYTES_MIN, "--size"),
        };
        return Err(fault.to_string());
    }
    for &number in numbers {
        shelf.spots[number].size_bytes = each;
    }
    Ok(())
}
