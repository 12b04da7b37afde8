//! What a stage leaves in the record beside its cells: trials, notes, failures, doubts, facts.

use super::Asked;
use super::doubts::{self, Ran, Seen};
use crate::session::cells::{Aftermath, Manner};
use crate::session::shelf::{Kind, Shelf};
use crate::session::{answer, failures};
use base::Bytes;
use sample::IoFailure;
use std::path::Path;
use study::Record;
use study::record::{FactGroup, State};
use summary::{Doubt, DoubtKind, Weight};

use super::Stage;

/// Takes what the cells of a stage left behind.
pub(super) fn take(
    record: &mut Record,
    stage: &Stage,
    aftermath: Aftermath,
    witness: Seen,
    manner: &Manner,
) {
    let ran = Ran {
        ours: aftermath.ours,
        choice: &manner.engine,
        used: aftermath.engine_kind,
        workers_max: aftermath.workers_max,
        interrupted: false,
    };
    let seen = witness.stop(&stage.shelf, &ran);
    doubt(record, doubts::of_cells(&aftermath.trials, &seen));
    let Aftermath { engine, notes, failures, names, trials, .. } = aftermath;
    note(record, &engine, notes, &failures, &names);
    record.trials.extend(trials.into_iter().map(|(_, trial)| trial));
}

/// Adds doubts to those that are there.
pub(super) fn doubt(record: &mut Record, doubts: Vec<Doubt>) {
    let all = record.doubts.drain(..).chain(doubts).collect();
    record.doubts = summary::doubt::heaviest_first(all);
}

/// Adds what the engine told, and I/O that failed.
pub(super) fn note(
    record: &mut Record,
    engine: &str,
    notes: Vec<String>,
    failures: &[IoFailure],
    names: &[String],
) {
    if !engine.is_empty() {
        engine.clone_into(&mut record.engine);
    }
    for note in notes.into_iter().chain(failures::lines(failures, names)) {
        if !record.notes.contains(&note) {
            record.notes.push(note);
        }
    }
}

/// The last words.
pub(super) fn close(record: &mut Record, interrupted: bool) {
    if interrupted {
        record.doubts.insert(
            0,
            Doubt {
                kind: DoubtKind::Interrupted,
                weight: Weight::Warning,
                about: String::new(),
                text: "the study was interrupted; the same command goes on with it".to_owned(),
            },
        );
    }
    if record.state == State::Failed {
        record.reason =
            "the study ended before its decision; the same command goes on with it".to_owned();
    }
}

/// What is known of the machine and of every place before anything runs.
pub(super) fn facts(asked: &Asked) -> Vec<FactGroup> {
    let mut groups = Vec::new();
    let real = asked.stages.iter().find(|stage| !stage.shelf.simulated());
    if let Some(spot) = real.and_then(|stage| stage.shelf.spots.first()) {
        let inventory = answer::facts_at_once(Path::new(&spot.word));
        groups.extend(inventory.as_ref().map(answer::facts).unwrap_or_default());
    }
    for stage in asked.stages.iter().filter(|stage| !stage.shelf.spots.is_empty()) {
        let title = match asked.stages.len() {
            1 => "Places".to_owned(),
            _ => format!("Places of {}", stage.name),
        };
        groups.push(FactGroup { title, rows: places(&stage.shelf) });
    }
    groups
}

fn places(shelf: &Shelf) -> Vec<(String, String, String)> {
    let row = |spot: &crate::session::shelf::Spot| {
        let size = Bytes(spot.size_bytes).to_string();
        let what = match spot.kind {
            Kind::Simulated => format!("{size} of a simulated storage"),
            Kind::Directory => format!("{size} in a file made for this"),
            Kind::Device => format!("{size} of a device"),
            Kind::File => format!("{size} of a file"),
        };
        (spot.name.clone(), what, spot.word.clone())
    };
    shelf.spots.iter().map(row).collect()
}
