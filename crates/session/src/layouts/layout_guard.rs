//! Layouts that exist: a guard that takes them down when it is dropped, and the commands for it.
//!
//! Never removes the marker of a layout that could not be taken down.

use super::marker::LayoutMarker;
use super::steps;
use crate::claim::{self, ClaimSet};
use crate::failure::{Ending, Failure};
use crate::terminal;
use plan::layout::BuildStep;
use report::messages::layouts::LayoutFault;
use std::path::Path;

/// Layouts that exist until this guard is dropped.
#[derive(Debug)]
pub struct LayoutGuard {
    pub(super) marker: Option<LayoutMarker>,
    pub(super) take_down: Vec<BuildStep>,
    pub(super) claims: Option<ClaimSet>,
}

impl LayoutGuard {
    /// Claims the places until the layouts are taken down.
    pub(super) fn claim<'a>(
        &mut self,
        places: impl IntoIterator<Item = &'a Path>,
    ) -> Result<(), Failure> {
        self.claims = Some(claim::for_a_while(places)?);
        Ok(())
    }

    /// Takes everything down.
    /// If a part cannot be taken down, the error has the command for it; the marker remains, and the next run tries again.
    pub fn take_down(mut self) -> Result<(), Failure> {
        self.take_down_once()
    }

    fn take_down_once(&mut self) -> Result<(), Failure> {
        let Some(marker) = self.marker.take() else { return Ok(()) };
        run_take_down_steps(&self.take_down, marker)
    }
}

impl Drop for LayoutGuard {
    fn drop(&mut self) {
        if let Err(failure) = self.take_down_once() {
            failure.lines.iter().for_each(|line| terminal::tell(&format!("{line}\n")));
        }
    }
}

/// Runs all steps, also after a failed one. Removes the marker if all succeeded.
pub(super) fn run_take_down_steps(all: &[BuildStep], marker: LayoutMarker) -> Result<(), Failure> {
    let mut lines = Vec::new();
    for step in all {
        if let Err(why) = steps::undo_step(step) {
            lines.push(LayoutFault::NotTakenDown { why: why.to_string() }.to_string());
        }
    }
    if lines.is_empty() {
        marker.remove();
        return Ok(());
    }
    lines.push(LayoutFault::ByHand.to_string());
    Err(Failure::of(Ending::Target, lines))
}
