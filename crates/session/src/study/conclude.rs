//! What a stage adds to the record besides its points: trials, notes, failures, warnings, facts.

use super::StudyRequest;
use super::warnings::{self, StageWatch};
use crate::points::PointSettings;
use crate::runner::RunTotals;
use crate::shelf::{Kind, Shelf, identity};
use crate::{answer, failures};
use base::Bytes;
use record::{FactGroup, Point, PointRecord, Record, State, TrialRecord};
use summary::{Warning, WarningKind, Weight};

use super::Stage;

/// Adds the trials of a stage's points and the totals of its runner to the record. Returns the busy share of the CPUs.
pub(super) fn add_results(
    record: &mut Record,
    stage: &Stage,
    (trials, totals): (Vec<(Point, TrialRecord)>, RunTotals),
    stage_watch: &StageWatch,
    settings: &PointSettings,
) -> Option<f64> {
    let seen = stage_watch.stop(&stage.shelf, &totals, &settings.engine);
    add_warnings(record, warnings::of_points(&trials, &seen));
    add_notes(record, totals);
    record.trials.extend(trials.into_iter().map(|(_, trial)| trial));
    seen.cpu_busy_share
}

/// Adds warnings to the record, the heaviest first.
pub(super) fn add_warnings(record: &mut Record, warnings: Vec<Warning>) {
    let all = record.warnings.drain(..).chain(warnings).collect();
    record.warnings = summary::warning::heaviest_first(all);
}

/// Adds the engine, its notes, and notes of failed I/O to the record.
pub(super) fn add_notes(record: &mut Record, totals: RunTotals) {
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

/// Adds the warnings and the reason at the end of the study.
pub(super) fn close(record: &mut Record, interrupted: bool) {
    let points =
        record.study.iter().flat_map(|study| &study.stages).flat_map(|stage| &stage.points);
    let points: Vec<&PointRecord> = points.collect();
    let busy: Vec<Option<f64>> = points.iter().map(|point| point.measured.cpu_busy_share).collect();
    // The warning about points comes before that of the whole time, which includes the pauses between points.
    let warnings =
        summary::warning::cpu_saturated_points(&busy).into_iter().chain(record.warnings.drain(..));
    let warnings = warnings.chain(study::stalls::stall_warning(points));
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

/// The facts about the machine and every place before anything runs.
pub(super) fn facts(request: &StudyRequest) -> Vec<FactGroup> {
    let mut groups = Vec::new();
    let mut stages = request.stages.iter().filter(|stage| !stage.shelf.simulated());
    // For a place that is not built yet, take the facts of its disks.
    if let Some(spot) = stages.find_map(|stage| stage.shelf.spots.first()) {
        let inventory = answer::facts_at_once(spot.existing_path());
        groups.extend(inventory.as_ref().map(answer::facts).unwrap_or_default());
    }
    for stage in request.stages.iter().filter(|stage| !stage.shelf.spots.is_empty()) {
        let title = match request.stages.len() {
            1 => "Places".to_owned(),
            _ => format!("Places of {}", stage.name),
        };
        groups.push(FactGroup { title, rows: places(&stage.shelf) });
    }
    groups.extend(identity::facts(request.stages.iter().map(|stage| &stage.shelf)));
    groups
}

/// The canonical path of a spot, so that two names of one place are shown alike.
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
