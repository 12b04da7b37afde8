//! Layouts that stand only while a stage of a study is measured: planned before anything is touched, raised when the stage
//! begins, taken down when it ends.

use super::{Planned, Standing};
use crate::failure::Failure;
use crate::live::Progress;
use crate::shelf::Shelf;
use base::Bytes;
use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Finds the places of a stage once they stand.
pub(super) type ShelfFinder = Box<dyn Fn() -> Result<Shelf, Failure>>;

/// What a stage is measured on, as it will be built.
pub struct Building {
    pub planned: Planned,
    /// The disks that are given up for it, as the user named them.
    pub disks: Vec<PathBuf>,
    /// How much random data is prefilled on each device that was built.
    pub laid: Bytes,
    pub look: ShelfFinder,
}

impl Building {
    /// Builds it; gives the places, and what has to be kept while they are used.
    ///
    /// # Errors
    /// Why it cannot be built or used; nothing stands then.
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

    /// The commands that build it.
    pub fn up(&self) -> Vec<String> {
        self.planned.plan.build.iter().map(ToString::to_string).collect()
    }

    /// Those that take it down.
    pub fn down(&self) -> Vec<String> {
        self.planned.plan.take_down.iter().map(ToString::to_string).collect()
    }

    /// What does not keep it from being built.
    pub fn notes(&self) -> &[String] {
        &self.planned.plan.notes
    }

    /// The names of the layouts.
    pub fn names(&self) -> Vec<String> {
        self.planned.built().into_iter().map(|built| built.name).collect()
    }
}
