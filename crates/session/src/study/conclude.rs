//! What a stage leaves in the record beside its points: trials, notes, failures, warnings, facts.

use super::StudyRequest;
use super::warnings::{self, Seen};
use crate::points::Manner;
use crate::runner::RunTotals;
use crate::shelf::{Kind, Shelf, identity};
use crate::{answer, failures};
use base::Bytes;
use record::{FactGroup, Point, PointRecord, Record, State, TrialRecord};
use summary::{Warning, WarningKind, Weight};

use super::Stage;

/// Takes the trials of a stage's points, and what its runner counted; gives the busy share of the CPUs.
pub(super) fn take(
    record: &mut Record,
    stage: &Stage,
    (trials, totals): (Vec<(Point, TrialRecord)>, RunTotals),
    witness: &Seen,
    manner: &Manner,
) -> Option<f64> {
    let seen = witness.stop(&stage.shelf, &totals, &manner.engine);
    warning(record, warnings::of_points(&trials, &seen));
    note(record, totals);
    record.trials.extend(trials.into_iter().map(|(_, trial)| trial));
    seen.cpu_busy_share
}

/// Adds warnings to those that are there.
pub(super) fn warning(record: &mut Record, warnings: Vec<Warning>) {
    let all = record.warnings.drain(..).chain(warnings).collect();
    record.warnings = summary::warning::heaviest_first(all);
}

/// Adds what the engine told, and I/O that failed.
pub(super) fn note(record: &mut Record, totals: RunTotals) {
    let RunTotals { engine, notes, failures, names, .. } = totals;
    if !engine.is_empty() {
        record.engine = engine;
    }
    for note in notes.into_iter().chain(failures::notes(&failures, &names)) {
        if !record.notes.contains(&note) {
            record.notes.push(note);
        }
    }
}

/// The last words.
pub(super) fn close(record: &mut Record, interrupted: bool) {
    let points =
        record.study.iter().flat_map(|study| &study.stages).flat_map(|stage| &stage.points);
    let points: Vec<&PointRecord> = points.collect();
    let busy: Vec<Option<f64>> = points.iter().map(|point| point.seen.cpu_busy_share).collect();
    // Of some of the points it is told first: the whole time holds the pauses between them, too.
    let warnings =
        summary::warning::cpu_saturated_points(&busy).into_iter().chain(record.warnings.drain(..));
    let warnings = warnings.chain(study::stalls::doubtful(points));
    record.warnings = summary::warning::heaviest_first(warnings.collect());
    if interrupted {
        record.warnings.insert(
            0,
            Warning {
                kind: WarningKind::Interrupted,
                weight: Weight::Warning,
                about: String::new(),
                detail: summary::warning::Detail::StudyInterrupted,
            },
        );
    }
    if record.state == State::Done {
        record.reason = record::Reason::Study;
    }
    if record.state == State::Failed {
        record.reason = record::Reason::Undecided;
    }
}

/// What is known of the machine and of every place before anything runs.
pub(super) fn facts(asked: &StudyRequest) -> Vec<FactGroup> {
    let mut groups = Vec::new();
    let mut stages = asked.stages.iter().filter(|stage| !stage.shelf.simulated());
    // Of what is yet to be built its disks are what there is to tell.
    if let Some(spot) = stages.find_map(|stage| stage.shelf.spots.first()) {
        let inventory = answer::facts_at_once(spot.ground());
        groups.extend(inventory.as_ref().map(answer::facts).unwrap_or_default());
    }
    for stage in asked.stages.iter().filter(|stage| !stage.shelf.spots.is_empty()) {
        let title = match asked.stages.len() {
            1 => "Places".to_owned(),
            _ => format!("Places of {}", stage.name),
        };
        groups.push(FactGroup { title, rows: places(&stage.shelf) });
    }
    groups.extend(identity::facts(asked.stages.iter().map(|stage| &stage.shelf)));
    groups
}

/// Where a spot is: two words for one place are one place.
fn shown(spot: &crate::shelf::Spot) -> String {
    let whole = match spot.kind {
        Kind::Simulated => None,
        Kind::Directory | Kind::Device | Kind::File => std::fs::canonicalize(&spot.word).ok(),
    };
    whole.map_or_else(|| spot.word.clone(), |path| path.display().to_string())
}

fn places(shelf: &Shelf) -> Vec<(String, String, String)> {
    let row = |spot: &crate::shelf::Spot| {
        let size = Bytes(spot.size_bytes).to_string();
        let what = match spot.kind {
            Kind::Simulated => format!("{size} of a simulated storage"),
            Kind::Directory => format!("{size} in a file made for this"),
            Kind::Device => format!("{size} of a device"),
            Kind::File => format!("{size} of a file"),
        };
        if spot.built.is_empty() {
            return (spot.name.clone(), what, shown(spot));
        }
        let what = format!("{what}, built for the test, taken down");
        (spot.name.clone(), what, format!("on {}", spot.disks()))
    };
    shelf.spots.iter().map(row).collect()
}
