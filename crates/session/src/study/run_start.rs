//! The start of a study in the store: takes a request, returns its command line, notes and empty record.
//!
//! Never writes to the store.

use super::{Stage, StudyRequest, conclude, holder};
use crate::load;
use crate::profiles;
use crate::repeat_command::RepeatCommand;
use record::{Note, Record, StageRecord, StudyRecord};
use std::path::Path;
use store::{RunStart, StageStart, StudyStart};
use workload::EngineUse;

/// Returns the command that repeats a study from any folder.
fn again<'a>(command: &RepeatCommand, seed: u64, places: impl Iterator<Item = &'a Path>) -> String {
    command.clone().seed(seed).needs(places).from_anywhere()
}

/// Returns the data that the store keeps from the beginning of a study.
pub(super) fn start(request: &StudyRequest, seed: u64) -> (RunStart, StudyStart) {
    let run = RunStart {
        kind: request.kind,
        command: again(&request.command, seed, request.places()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        started_unix_s: (sys::clock::unix_now() / 1_000_000_000).cast_signed(),
        seed,
        target: request.target(),
        subject: request.subject.clone(),
        engine: EngineUse::Unknown,
        requirement: String::new(),
        source_text: request.source_text.clone(),
        targets: conclude::targets(request),
        facts: conclude::facts(request),
        notes: notes(request),
    };
    let stage = |stage: &Stage| StageStart {
        name: stage.name.clone(),
        study: stage.study,
        provenance: stage.provenance(),
        command: again(&stage.command, seed, stage.places()),
    };
    let study = StudyStart {
        identity: request.key().text(),
        holder: holder::own(),
        stages: request.stages.iter().map(stage).collect(),
    };
    (run, study)
}

/// Returns the notes about all places, each once, and how closely a fitted job repeats its load.
fn notes(request: &StudyRequest) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    for note in request.stages.iter().flat_map(|stage| stage.shelf.notes()) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes.extend(profiles::fidelity_note(&request.source_text));
    notes
}

/// Returns the record of a study that has just begun.
pub(super) fn empty_record(run: &RunStart, start: &StudyStart) -> Record {
    let stage = |stage: &StageStart| StageRecord {
        name: stage.name.clone(),
        study: stage.study,
        provenance: stage.provenance,
        command: stage.command.clone(),
        points: Vec::new(),
        finding: None,
        drift: None,
    };
    let study = StudyRecord {
        identity: start.identity.clone(),
        stages: start.stages.iter().map(stage).collect(),
    };
    Record { study: Some(study), ..load::empty_record(run) }
}
