//! Layouts that exist only while a stage of a study is measured: planned before anything is touched, built when the stage
//! begins, taken down when it ends.

use super::{LayoutGuard, LayoutPlan};
use crate::failure::Failure;
use crate::live::Progress;
use crate::shelf::Shelf;
use base::Bytes;
use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Finds the places of a stage after they are built.
pub(super) type ShelfFinder = Box<dyn Fn() -> Result<Shelf, Failure>>;

pub struct StageLayouts {
    pub planned: LayoutPlan,
    /// The disks whose data is destroyed for it, as the user named them.
    pub disks: Vec<PathBuf>,
    /// How much random data is prefilled on each built device.
    pub prefill_size: Bytes,
    pub find_shelf: ShelfFinder,
}

impl StageLayouts {
    /// Builds the layouts. Returns the places, and a guard to keep while they are used.
    /// If it fails, the layouts are taken down.
    pub fn build(
        &self,
        interrupt: &AtomicBool,
        progress: &RefCell<Progress>,
    ) -> Result<(Shelf, LayoutGuard), Failure> {
        for note in &self.planned.notes {
            progress.borrow_mut().say(note);
        }
        let mut layout_guard = self.planned.build(self.prefill_size, interrupt, progress)?;
        let found = (self.find_shelf)().and_then(|shelf| {
            layout_guard.claim(shelf.places())?;
            Ok(shelf)
        });
        match found {
            Ok(shelf) => Ok((shelf, layout_guard)),
            Err(mut failure) => {
                if let Err(more) = layout_guard.take_down() {
                    failure.lines.extend(more.lines);
                }
                Err(failure)
            }
        }
    }

    pub fn build_commands(&self) -> Vec<String> {
        self.planned.plan.build.iter().map(ToString::to_string).collect()
    }

    pub fn take_down_commands(&self) -> Vec<String> {
        self.planned.plan.take_down.iter().map(ToString::to_string).collect()
    }

    /// Notes of the plan that do not prevent building.
    pub fn notes(&self) -> &[String] {
        &self.planned.notes
    }

    pub fn names(&self) -> Vec<String> {
        self.planned.built().into_iter().map(|built| built.name).collect()
    }
}
