//! A job from its text to its record: read, planned, prefilled, run, summarised and stored.
//!
//! [`plan()`] checks a job on this machine, [`prefill()`] prefills its files, and [`ActiveJob`] runs it and keeps its record.
//! Never shows an answer.

mod active;
mod planning;

pub use active::{ActiveJob, EventListener, JobOrigin};
pub use planning::{PlannedJob, plan, remove_files, stays};
pub use planning::{prefill, renew};

use crate::failure::Failure;
use crate::foreign::of_file;
use crate::terminal;
use report::messages::input::WrongText;
use std::path::Path;
use workload::{JobTarget, TargetLocation, Workload};

/// Reads a job. Reports every problem with its place.
pub fn read(name: &str, text: &str) -> Result<Workload, Failure> {
    let reading = job::read(name, text);
    match reading.workload {
        Some(workload) if reading.problems.is_empty() => Ok(workload),
        _ => Err(of_file::refused(name, text).unwrap_or_else(|| {
            let colour = terminal::colours_progress();
            Failure::shown(&WrongText::JobWrong, name, text, &reading.problems, colour)
        })),
    }
}

/// The files and devices of a job, as it names them.
pub fn paths(workload: &Workload) -> impl Iterator<Item = &Path> {
    workload.targets.iter().filter_map(|target| match &target.place {
        TargetLocation::Path(path) => Some(path.as_path()),
        TargetLocation::Sim(_) | TargetLocation::Null => None,
    })
}

pub(crate) fn shown(target: &JobTarget) -> String {
    target.place.word()
}
