//! The start and the end of a study: the record with its command line and notes, the process that holds it, and its conclusion.

use super::warnings::{self, StageWatch};
use super::{Stage, StudyRequest};
use crate::points::PointSettings;
use crate::repeat_command::RepeatCommand;
use crate::runner::RunTotals;
use crate::shelf::{Kind, Spot, identity};
use crate::{answer, engine_failure, profiles};
use record::{
    FactGroup, Note, Point, PointRecord, Record, StageRecord, State, StudyRecord, TargetKind,
    TargetRecord, TargetSet, TrialRecord,
};
use std::path::Path;
use summary::{MachineLoad, Warning, WarningKind, Weight};
use sys::inventory::{Inventory, SystemRoots};

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
        targets: targets(request),
        facts: facts(request),
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

/// The number, the time of start in clock ticks, and the boot of this process.
pub(crate) fn this_holder() -> String {
    holder_of(std::process::id()).unwrap_or_default()
}

/// Whether the process that holds a study still runs on this machine.
pub(crate) fn holder_lives(holder: &str) -> bool {
    let number = holder.split(' ').next().and_then(|number| number.parse().ok());
    number.is_some_and(|number| holder_of(number).as_deref() == Some(holder))
}

pub(crate) fn holder_number(holder: &str) -> &str {
    holder.split(' ').next().unwrap_or_default()
}

/// The kernel reuses process numbers; with the start time of the process and the boot of the machine they are unique.
fn holder_of(number: u32) -> Option<String> {
    let roots = SystemRoots::default();
    let stat = roots.proc_text(&format!("{number}/stat"))?;
    // The name is in brackets and may contain anything; after it, the state is field 3 and the start time field 22.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let (state, start) = (fields.first()?, fields.get(19)?);
    let boot = roots.proc_text("sys/kernel/random/boot_id")?;
    // A zombie process no longer measures.
    (*state != "Z").then(|| format!("{number} {start} {}", boot))
}

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
    for note in notes.into_iter().chain(engine_failure::notes(&failures, &names)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_lives_and_a_dead_or_other_one_does_not() {
        let own = this_holder();
        assert!(holder_lives(&own), "{own}");
        assert_eq!(holder_number(&own), std::process::id().to_string());
        let later = own.replacen(' ', " 1", 1);
        assert!(!holder_lives(&later) && !holder_lives("") && !holder_lives("0 0 x"));
        let mut child = std::process::Command::new("true").spawn().expect("true is everywhere");
        let holder = holder_of(child.id());
        child.wait().expect("the child is ours");
        assert!(!holder.is_some_and(|holder| holder_lives(&holder)));
    }
}
