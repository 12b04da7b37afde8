//! The files of a study: makes and prefills a nameless file in each directory, opens devices again, and closes all of them.
//!
//! Never makes a file with a name, so that none remains when the program ends.

use super::look::open_target;
use super::{Kind, Shelf, Spot, TargetPart, free_space_rule};
use crate::engine_failure;
use crate::failure::Failure;
use crate::progress::Watch;
use crate::write_permission::Permission;
use crate::{conditions, target};
use base::Bytes;
use plan::{TargetFacts, TargetKind};
use report::messages::places::PlaceFault;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use summary::Conditions;
use sys::guard::FreeSpaceRule;
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

    /// Prefills the files in directories with random data.
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
