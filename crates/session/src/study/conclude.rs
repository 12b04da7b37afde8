//! What a stage adds to the record besides its points: trials, notes, failures, warnings, facts.

use super::StudyRequest;
use super::warnings::{self, StageWatch};
use crate::points::PointSettings;
use crate::runner::RunTotals;
use crate::shelf::{Kind, Spot, identity};
use crate::{answer, failures};
use record::{
    FactGroup, Point, PointRecord, Record, State, TargetKind, TargetRecord, TargetSet, TrialRecord,
};
use summary::{MachineLoad, Warning, WarningKind, Weight};

use super::Stage;
use sys::inventory::Inventory;

/// Adds the trials of a stage's points, the totals of its runner and the load of the machine to the record.
pub(super) fn add_results(
    record: &mut Record,
    stage: &Stage,
    (trials, totals): (Vec<(Point, TrialRecord)>, RunTotals),
    stage_watch: &StageWatch,
    settings: &PointSettings,
) {
    let seen = stage_watch.stop(&stage.shelf, &totals, &settings.engine);
    add_warnings(record, warnings::of_points(&trials, &seen));
    add_notes(record, totals);
    record.trials.extend(trials.into_iter().map(|(_, trial)| trial));
    add_load(record, seen.load);
}

/// Keeps the load of the machine in the stage with the busiest CPUs.
pub(super) fn add_load(record: &mut Record, load: Option<MachineLoad>) {
    let both = record.machine.take().into_iter().chain(load);
    record.machine = both.max_by(|a, b| a.used_share().total_cmp(&b.used_share()));
}

/// Adds warnings to the record, the heaviest first.
pub(super) fn add_warnings(record: &mut Record, warnings: Vec<Warning>) {
    let all = record.warnings.drain(..).chain(warnings).collect();
    record.warnings = summary::warning::heaviest_first(all);
}

/// Adds the engine, its notes, and notes of failed I/O to the record.
pub(super) fn add_notes(record: &mut Record, totals: RunTotals) {
    let RunTotals { engine, notes, failures, names, .. } = totals;
    if !engine.is_unknown() {
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
        summary::warning::cpu_saturated_points(&busy, record.machine.as_ref()).into_iter();
    let warnings = warnings.chain(record.warnings.drain(..));
    let warnings = warnings.chain(study::stalls::stall_warning(points));
    record.warnings = summary::warning::heaviest_first(warnings.collect());
    if interrupted {
        record.warnings.insert(
            0,
            Warning::of_run(
                WarningKind::Interrupted,
                Weight::Warning,
                summary::warning::Detail::StudyInterrupted,
            ),
        );
    }
    if record.state == State::Done {
        record.reason = record::Reason::Study;
    }
    if record.state == State::Failed {
        record.reason = record::Reason::Undecided;
    }
}

/// The facts about the machine before anything runs.
pub(super) fn facts(request: &StudyRequest) -> Vec<FactGroup> {
    let mut stages = request.stages.iter().filter(|stage| !stage.shelf.simulated());
    // For a place that is not built yet, take the facts of its disks.
    let spot = stages.find_map(|stage| stage.shelf.spots.first());
    let inventory = spot.and_then(|spot| answer::facts_at_once(spot.existing_path()));
    inventory.as_ref().map(Inventory::groups).unwrap_or_default()
}

pub(super) fn targets(request: &StudyRequest) -> TargetSet {
    let several = request.stages.len() > 1;
    let of_stage = |stage: &Stage| {
        let name = if several { stage.name.clone() } else { String::new() };
        stage.shelf.spots.iter().map(|spot| place(&name, spot)).collect::<Vec<_>>()
    };
    TargetSet {
        places: request.stages.iter().flat_map(of_stage).collect(),
        identities: identity::of_all(request.stages.iter().map(|stage| &stage.shelf)),
    }
}

fn place(stage: &str, spot: &Spot) -> TargetRecord {
    TargetRecord {
        stage: stage.to_owned(),
        name: spot.name.clone(),
        kind: match spot.kind {
            Kind::Simulated => TargetKind::Simulated,
            Kind::Directory => TargetKind::Directory,
            Kind::Device => TargetKind::Device,
            Kind::File => TargetKind::File,
        },
        path: spot.real_path(),
        size_bytes: spot.size_bytes,
        disks: spot.built.iter().map(|disk| disk.display().to_string()).collect(),
    }
}
