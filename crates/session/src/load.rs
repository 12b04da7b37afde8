//! A job from its text to its record: read, planned, prefilled, run, summarised and stored.
//!
//! [`plan()`] checks a job on this machine, [`prefill()`] prefills its files, and [`ActiveJob`] runs it and keeps its record.
//! Never shows an answer.

mod active;
mod phases;
mod planning;
mod prefill;

pub use active::{ActiveJob, EventListener, JobOrigin};
pub use planning::{PlannedJob, plan, remove_files, stays};
pub use prefill::{prefill, renew};

use crate::failure::Failure;
use crate::foreign::of_file;
use crate::terminal;
use record::{Record, State};
use report::messages::input::WrongText;
use std::path::Path;
use store::RunStart;
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

/// The place of a target, for people.
pub(crate) fn shown(target: &JobTarget) -> String {
    target.place.word()
}

/// Returns the record of a run that has just begun.
pub fn empty_record(start: &RunStart) -> Record {
    Record {
        kind: start.kind,
        command: start.command.clone(),
        version: start.version.clone(),
        started_unix_s: start.started_unix_s,
        seconds: 0.0,
        seed: start.seed,
        target: start.target.clone(),
        subject: start.subject.clone(),
        engine: start.engine.clone(),
        requirement: start.requirement.clone(),
        source_text: start.source_text.clone(),
        state: State::Running,
        targets: start.targets.clone(),
        facts: start.facts.clone(),
        trials: Vec::new(),
        findings: Vec::new(),
        verdict: None,
        reason: record::Reason::default(),
        warnings: Vec::new(),
        notes: start.notes.clone(),
        study: None,
        proof: None,
        soak: None,
        hosts: None,
    }
}
