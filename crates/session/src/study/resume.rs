//! Begins or resumes a study: looks in the store for an unfinished one with the same identity.

use super::run_record::start;
use super::{StudyRequest, reuse, run_record};
use crate::answer;
use crate::failure::Failure;
use crate::live::Progress;
use crate::recorder::Recorder;
use crate::shelf::identity;
use record::{Note, Record, RunKind, StageRecord, State, TrialPurpose, TrialRecord};
use report::messages::earlier_runs::EarlierRun;
use store::{RunId, Store, UnfinishedStudy};
use summary::WarningKind;

pub(super) struct StartedStudy {
    pub(super) record: Record,
    pub(super) seed: u64,
    pub(super) begun_before_s: f64,
    pub(super) recorder: Recorder,
}

/// What earlier runs hold of a study that is not begun, for a dry run.
#[derive(Debug, Default)]
pub(super) struct EarlierResults {
    /// Messages about earlier runs; empty if all would be measured.
    pub(super) runs: Vec<EarlierRun>,
    pub(super) known: Option<KnownStages>,
}

#[derive(Debug)]
pub(super) struct KnownStages {
    pub(super) seed: u64,
    /// The results of each stage, if there are any.
    pub(super) stages: Vec<Option<StageRecord>>,
}

/// Resumes an unfinished study, or begins a new one. `seed` is the seed that the user requested.
pub(super) fn begin(
    request: &StudyRequest,
    fresh: bool,
    seed: Option<u64>,
    mut store: Store,
    progress: &mut Progress,
) -> Result<StartedStudy, Failure> {
    let found = store.unfinished(&request.key().text())?;
    if let Some(running) = found.iter().find(|study| run_record::holder_lives(&study.holder)) {
        return Err(already_running(running));
    }
    let fits =
        found.into_iter().filter(|study| !fresh && seed.is_none_or(|seed| seed == study.seed));
    let (mut found, others) = of_this_storage(request, &store, fits.collect())?;
    if found.is_none() {
        others.iter().cloned().map(EarlierRun::Noted).for_each(|note| progress.say(note));
        if request.kind == RunKind::Study && !fresh {
            found = reuse::reuse(request, seed, &mut store, progress)?;
        }
    }
    let Some(found) = found else { return begin_new(request, seed, store, others) };
    match Recorder::take_over(store, &found, &run_record::this_holder())? {
        Ok(recorder) => resume_run(request, &found, recorder, progress),
        Err(_) => Err(already_running(&found)),
    }
}

/// What [`begin`] would resume.
pub(super) fn earlier_results(
    request: &StudyRequest,
    fresh: bool,
    seed: Option<u64>,
    store: Option<&Store>,
) -> Result<EarlierResults, Failure> {
    let Some(store) = store.filter(|_| !fresh) else { return Ok(EarlierResults::default()) };
    let found = store.unfinished(&request.key().text())?;
    let fits = found.into_iter().filter(|study| seed.is_none_or(|seed| seed == study.seed));
    match of_this_storage(request, store, fits.collect())? {
        (Some(found), _) => {
            let stages = found.study.stages.iter().cloned().map(Some).collect();
            Ok(EarlierResults {
                runs: vec![resumed_message(&found)],
                known: Some(KnownStages { seed: found.seed, stages }),
            })
        }
        (None, _) => match request.kind {
            RunKind::Study => reuse::earlier_results(request, seed, store),
            _ => Ok(EarlierResults::default()),
        },
    }
}

/// The newest run that was measured on the present storage, and notes about newer ones that were not.
fn of_this_storage(
    request: &StudyRequest,
    store: &Store,
    fits: Vec<UnfinishedStudy>,
) -> Result<(Option<UnfinishedStudy>, Vec<Note>), Failure> {
    let mut others = Vec::new();
    for study in fits {
        let record = store.load(study.run)?;
        match other_storage(request, study.run, &record) {
            None => return Ok((Some(study), others)),
            Some(note) => others.push(note),
        }
    }
    Ok((None, others))
}

/// The note if a run was measured on other storage than the present one.
pub(super) fn other_storage(request: &StudyRequest, run: RunId, record: &Record) -> Option<Note> {
    let now = identity::of_all(request.stages.iter().map(|stage| &stage.shelf));
    let changed = identity::changed(&record.targets.identities, &now);
    (!changed.is_empty()).then_some(Note::OtherStorage { run: run.0, changed })
}

fn already_running(found: &UnfinishedStudy) -> Failure {
    let process = run_record::holder_number(&found.holder).to_owned();
    Failure::target(EarlierRun::UnderWay { run: found.run.0, process })
}

fn begin_new(
    request: &StudyRequest,
    seed: Option<u64>,
    store: Store,
    notes: Vec<Note>,
) -> Result<StartedStudy, Failure> {
    let seed = seed.unwrap_or_else(answer::new_seed);
    let mut record = start(request, seed);
    record.notes.extend(notes);
    let recorder = Recorder::begin_study(store, &record, &run_record::this_holder())?;
    Ok(StartedStudy { record, seed, begun_before_s: 0.0, recorder })
}

fn resumed_message(found: &UnfinishedStudy) -> EarlierRun {
    EarlierRun::Resumed { run: found.run.0, points: found.points() }
}

fn resume_run(
    request: &StudyRequest,
    found: &UnfinishedStudy,
    recorder: Recorder,
    progress: &mut Progress,
) -> Result<StartedStudy, Failure> {
    let mut record = recorder.load()?;
    progress.say(resumed_message(found));
    // The time of a killed run is the sum of its points, which is virtual for simulated ones.
    if record.state == State::Running && request.stages.iter().any(|stage| stage.shelf.simulated())
    {
        record.seconds = 0.0;
    }
    record.state = State::Running;
    record.study = Some(found.study.clone());
    update_settings(&mut record, start(request, found.seed));
    // Reasons and warnings that still hold are found again.
    record.reason = record::Reason::default();
    record.warnings.retain(|warning| warning.kind != WarningKind::Interrupted);
    // The index of a trial in the record is its number in the store.
    record.trials.resize_with(found.trials as usize, lost_trial);
    let now_s = sys::clock::unix_now() as f64 / 1e9;
    let begun_before_s = (now_s - found.started_unix_s as f64).max(0.0);
    Ok(StartedStudy { record, seed: found.seed, begun_before_s, recorder })
}

/// Updates settings that do not affect points, such as a price: the record has those of the latest request.
fn update_settings(record: &mut Record, begun: Record) {
    (record.command, record.source_text) = (begun.command, begun.source_text);
    // A stage may have another name.
    record.targets.places = begun.targets.places;
    let stages = record.study.iter_mut().flat_map(|study| &mut study.stages);
    for (stage, begun) in stages.zip(begun.study.into_iter().flat_map(|study| study.stages)) {
        (stage.name, stage.command) = (begun.name, begun.command);
    }
}

/// A placeholder for a trial of which nothing was stored.
fn lost_trial() -> TrialRecord {
    TrialRecord { purpose: TrialPurpose::BrokenOff, depth: 1, ..TrialRecord::default() }
}

/// The virtual time at which a simulated stage begins, in seconds: when the last point of the earlier stages ended.
pub(super) fn simulated_s(before: &[StageRecord]) -> f64 {
    let points = before.iter().flat_map(|stage| &stage.points);
    points.map(|point| point.measured.began_s + point.measured.seconds).fold(0.0, f64::max)
}
