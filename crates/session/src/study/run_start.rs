//! The start of a study in the store: takes a request, returns the record with its command line and notes.
//!
//! Never writes to the store.

use super::{Stage, StudyRequest, conclude};
use crate::profiles;
use crate::repeat_command::RepeatCommand;
use record::{Note, Record, StageRecord, StudyRecord};
use std::path::Path;

/// Returns the command that repeats a study from any folder.
fn repeat_command<'a>(
    command: &RepeatCommand,
    seed: u64,
    places: impl Iterator<Item = &'a Path>,
) -> String {
    command.clone().seed(seed).needs(places).from_anywhere()
}

/// Returns the record of a study that has just begun.
pub(super) fn start(request: &StudyRequest, seed: u64) -> Record {
    let begun = |stage: &Stage| StageRecord {
        name: stage.name.clone(),
        study: stage.study,
        provenance: stage.provenance(),
        command: repeat_command(&stage.command, seed, stage.places()),
        points: Vec::new(),
        finding: None,
        drift: None,
    };
    let study = StudyRecord {
        identity: request.key().text(),
        stages: request.stages.iter().map(begun).collect(),
    };
    Record {
        kind: request.kind,
        command: repeat_command(&request.command, seed, request.places()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        started_unix_s: (sys::clock::unix_now() / 1_000_000_000).cast_signed(),
        seed,
        target: request.target(),
        subject: request.subject.clone(),
        source_text: request.source_text.clone(),
        targets: conclude::targets(request),
        facts: conclude::facts(request),
        notes: notes(request),
        study: Some(study),
        ..Record::default()
    }
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
