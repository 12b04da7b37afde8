//! Layouts that exist only while a stage of a study is measured: planned before anything is touched, built when the stage
//! begins, taken down when it ends.

use super::{Planned, Standing};
use crate::failure::Failure;
use crate::live::Progress;
use crate::shelf::Shelf;
use base::Bytes;
use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Finds the places of a stage after they are built.
pub(super) type ShelfFinder = Box<dyn Fn() -> Result<Shelf, Failure>>;

/// The planned layouts of a stage.
pub struct Building {
    pub planned: Planned,
    /// The disks whose data is destroyed for it, as the user named them.
    pub disks: Vec<PathBuf>,
    /// How much random data is prefilled on each built device.
    pub laid: Bytes,
    pub look: ShelfFinder,
}

impl Building {
    /// Builds the layouts. Returns the places, and a guard to keep while they are used.
    ///
    /// # Errors
    /// Why the layouts cannot be built or used; they are taken down then.
    pub fn raise(
        &self,
        interrupt: &AtomicBool,
        progress: &RefCell<Progress>,
    ) -> Result<(Shelf, Standing), Failure> {
        for note in &self.planned.plan.notes {
            progress.borrow_mut().say(note);
        }
        let mut standing = self.planned.build(self.laid, interrupt, progress)?;
        let looked = (self.look)().and_then(|shelf| {
            standing.claim(shelf.places())?;
            Ok(shelf)
        });
        match looked {
            Ok(shelf) => Ok((shelf, standing)),
            Err(mut failure) => {
                if let Err(more) = standing.down() {
                    failure.lines.extend(more.lines);
                }
                Err(failure)
            }
        }
    }

    /// The commands that build the layouts.
    pub fn up(&self) -> Vec<String> {
        self.planned.plan.build.iter().map(ToString::to_string).collect()
    }

    /// The commands that take them down.
    pub fn down(&self) -> Vec<String> {
        self.planned.plan.take_down.iter().map(ToString::to_string).collect()
    }

    /// Notes of the plan that do not prevent building.
    pub fn notes(&self) -> &[String] {
        &self.planned.plan.notes
    }

    /// The names of the layouts.
    pub fn names(&self) -> Vec<String> {
        self.planned.built().into_iter().map(|built| built.name).collect()
    }
}
