//! A plan that was changed after it was measured: every point of its earlier runs that it still requests is copied into a
//! new run, which is then resumed. The earlier runs stay unchanged.
//!
//! Runs that were derived from each other in this way have the same seed and start time. Each stage is taken from the run
//! that has most of it.

use super::resume::{EarlierResults, KnownStages};
use super::{Stage, StudyRequest, Work, resume, run_record};
use crate::failure::Failure;
use crate::live::Progress;
use crate::shelf::Spot;
use record::key::{PlaceKey, StageKey};
use record::{Finding, Note, PointRecord, Record, StageRecord, State, StudyKey};
use report::messages::earlier_runs::{EarlierRun, TakenStage};
use run_record::start;
use std::collections::HashSet;
use store::{RunId, Store, UnfinishedStudy};
use summary::WarningKind;

struct SourceRun {
    run: RunId,
    record: Record,
    /// The keys of its stages; none if it had another engine, whose points cannot be reused.
    keys: Vec<StageKey>,
}

/// What an earlier run has of a stage: all its results if it is unchanged, otherwise points.
struct StagePart {
    is_unchanged: bool,
    stage: StageRecord,
}

struct ReusedStage {
    source: usize,
    is_unchanged: bool,
    stage: StageRecord,
}

/// Takes over the known points of a plan. `None` without any, or if the same plan is finished and so measured again.
pub(super) fn reuse(
    request: &StudyRequest,
    seed: Option<u64>,
    store: &mut Store,
    progress: &mut Progress,
) -> Result<Option<UnfinishedStudy>, Failure> {
    let SourceRuns { sources, on_other_storage } = find_sources(request, seed, store)?;
    on_other_storage.iter().for_each(|note| progress.say(note));
    let Some(newest) = sources.first() else { return Ok(None) };
    let reused = reused_stages(request, &sources);
    messages(request, &sources, &reused).iter().for_each(|message| progress.say(message));
    if newest.is_done_as(request) {
        return Ok(None);
    }
    let record = new_record(request, &sources, reused);
    let added = store.add(std::slice::from_ref(&record))?;
    let unfinished = store.unfinished(&request.key().text())?;
    Ok(unfinished.into_iter().find(|study| added.contains(&study.run)))
}

/// Returns what [`reuse`] would take over, and which stages are new.
pub(super) fn earlier_results(
    request: &StudyRequest,
    seed: Option<u64>,
    store: &Store,
) -> Result<EarlierResults, Failure> {
    let SourceRuns { sources, on_other_storage: mut runs } = find_sources(request, seed, store)?;
    let reused = reused_stages(request, &sources);
    runs.extend(messages(request, &sources, &reused));
    let newest = sources.first().filter(|newest| !newest.is_done_as(request));
    let known = newest.map(|newest| {
        let stages = reused.into_iter().map(|reused| reused.map(|reused| reused.stage)).collect();
        KnownStages { seed: newest.record.seed, stages }
    });
    Ok(EarlierResults { runs, known })
}

/// The runs of plans that have points of this one.
#[derive(Default)]
struct SourceRuns {
    /// Newest first, all with the seed and start time of the newest.
    sources: Vec<SourceRun>,
    on_other_storage: Vec<EarlierRun>,
}

fn find_sources(
    request: &StudyRequest,
    seed: Option<u64>,
    store: &Store,
) -> Result<SourceRuns, Failure> {
    let mut runs = SourceRuns::default();
    for study in store.studies(request.kind)? {
        let related = runs.sources.first().is_none_or(|newest| {
            let newest = &newest.record;
            (newest.seed, newest.started_unix_s) == (study.seed, study.started_unix_s)
        });
        let other_seed = seed.is_some_and(|seed| seed != study.seed);
        if !related || other_seed || run_record::holder_lives(&study.holder) {
            continue;
        }
        let Some(key) = StudyKey::read(&study.identity) else { continue };
        // A record is loaded only if it can have points of the plan.
        if !shares_place(request, &key) {
            continue;
        }
        let record = store.load(study.run)?;
        let keys = if key.engine == request.engine_key() { key.stages } else { Vec::new() };
        let source = SourceRun { run: study.run, record, keys };
        if !(0..request.stages.len()).any(|number| source.stage(request, number).is_some()) {
            continue;
        }
        match resume::other_storage(request, study.run, &source.record) {
            Some(note) => runs.on_other_storage.push(EarlierRun::Noted(note)),
            None => runs.sources.push(source),
        }
    }
    Ok(runs)
}

/// Whether a plan with this key has a place in common with this one.
fn shares_place(request: &StudyRequest, key: &StudyKey) -> bool {
    let places: Vec<&PlaceKey> = key.stages.iter().flat_map(|stage| &stage.places).collect();
    request.stages.iter().any(|stage| {
        let mut own = stage.shelf.spots.iter().map(|spot| stage.shelf.place_key(spot));
        // The places of layouts that are still to be built are not known.
        stage.building.is_some() || own.any(|own| places.contains(&&own))
    })
}

impl SourceRun {
    /// Whether it is a finished run of the same plan.
    fn is_done_as(&self, request: &StudyRequest) -> bool {
        self.record.state == State::Done && self.record.source_text == request.source_text
    }

    /// The part of a stage that this run has. The same stage twice in a plan counts as two.
    fn stage(&self, request: &StudyRequest, number: usize) -> Option<StagePart> {
        let (stage, key) = (&request.stages[number], request.stages[number].key());
        if matches!(stage.work, Work::Recorded(..)) {
            // Recorded points are read again: this takes no time, and the file may have changed.
            return None;
        }
        let before = request.stages[..number].iter().filter(|stage| stage.key() == key).count();
        let same = || self.stages().filter(|(_, own)| **own == key).map(|(own, _)| own);
        let with_name = || same().find(|own| own.name == stage.name);
        if let Some(own) = with_name().or_else(|| same().nth(before)) {
            let has_results = own.finding.is_some() || !own.points.is_empty();
            return has_results.then(|| StagePart { is_unchanged: true, stage: own.clone() });
        }
        let (own, own_key) = self.stages().find(|(own, own_key)| {
            own.name == stage.name
                && own.study == stage.study
                && request.stages.iter().all(|other| other.key() != **own_key)
        })?;
        let stage = points_of_changed(stage, own, own_key, self.record.seed)?;
        Some(StagePart { is_unchanged: false, stage })
    }

    fn stages(&self) -> impl Iterator<Item = (&StageRecord, &StageKey)> {
        self.record.study.iter().flat_map(|study| &study.stages).zip(&self.keys)
    }
}

/// The points of an earlier stage that a changed one with its name would measure in the same way; `None` without any.
fn points_of_changed(
    stage: &Stage,
    earlier: &StageRecord,
    earlier_key: &StageKey,
    seed: u64,
) -> Option<StageRecord> {
    // A new place must be compared with current results of the others: the state of the machine may have changed since.
    if !stage.shelf.spots.iter().all(|spot| used_place(stage, spot, earlier_key)) {
        return None;
    }
    let Work::Points(build) = &stage.work else { return None };
    let study = build(seed, &[]);
    let is_reusable = |point: &&PointRecord| {
        study.may_request(&point.point)
            && measured_alike(stage, point, earlier_key)
            && !is_last_reference(earlier, point)
    };
    let points: Vec<PointRecord> = earlier.points.iter().filter(is_reusable).cloned().collect();
    let has_points = !points.is_empty();
    has_points.then(|| StageRecord { points, finding: None, drift: None, ..earlier.clone() })
}

/// Whether this is the last reference point of a stage. It is measured again after the new points, since only it shows
/// changes of the machine since the earlier run.
fn is_last_reference(stage: &StageRecord, point: &PointRecord) -> bool {
    let references = stage.points.iter().filter(|point| !point.purpose.counts());
    let last = references.map(|reference| reference.point.repeat).max().filter(|last| *last > 0);
    !point.purpose.counts() && last == Some(point.point.repeat)
}

/// Whether a point of an earlier stage is the one that this stage would measure: as long, on the same places.
fn measured_alike(stage: &Stage, point: &PointRecord, earlier_key: &StageKey) -> bool {
    let has_place = |name: &String| {
        let spot = stage.shelf.spots.iter().find(|spot| spot.name == *name);
        spot.is_some_and(|spot| used_place(stage, spot, earlier_key))
    };
    stage.key().measures_as_long_as(earlier_key) && point.point.targets.iter().all(has_place)
}

fn used_place(stage: &Stage, spot: &Spot, earlier_key: &StageKey) -> bool {
    earlier_key.places.contains(&stage.shelf.place_key(spot))
}

fn reused_stages(request: &StudyRequest, sources: &[SourceRun]) -> Vec<Option<ReusedStage>> {
    (0..request.stages.len()).map(|number| reused_stage(request, number, sources)).collect()
}

/// The largest part of a stage that a source has; of equal ones that of the oldest source, which measured it.
fn reused_stage(
    request: &StudyRequest,
    number: usize,
    sources: &[SourceRun],
) -> Option<ReusedStage> {
    let parts = sources.iter().enumerate().filter_map(|(source, run)| {
        let StagePart { is_unchanged, stage } = run.stage(request, number)?;
        Some(ReusedStage { source, is_unchanged, stage })
    });
    parts.max_by_key(|part| {
        (part.is_unchanged, part.stage.finding.is_some(), part.stage.points.len())
    })
}

/// Messages about the stages that are taken over, and those that are new.
fn messages(
    request: &StudyRequest,
    sources: &[SourceRun],
    reused: &[Option<ReusedStage>],
) -> Vec<EarlierRun> {
    let Some(newest) = sources.first() else { return Vec::new() };
    if newest.is_done_as(request) {
        return vec![EarlierRun::PlanIsDone(newest.run.0)];
    }
    let mut runs = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        let of_source = reused.iter().zip(&request.stages).filter_map(|(reused, stage)| {
            let reused = reused.as_ref().filter(|reused| reused.source == number)?;
            Some(TakenStage {
                name: stage.name.clone(),
                is_unchanged: reused.is_unchanged,
                points: reused.stage.points.len(),
            })
        });
        let stages: Vec<TakenStage> = of_source.collect();
        if !stages.is_empty() {
            runs.push(EarlierRun::Taken { run: source.run.0, stages });
        }
    }
    let new = reused.iter().zip(&request.stages).filter(|(reused, _)| reused.is_none());
    let new: Vec<String> = new.map(|(_, stage)| stage.name.clone()).collect();
    if !new.is_empty() {
        runs.push(EarlierRun::NewStages(new));
    }
    runs.push(EarlierRun::Fresh);
    runs
}

/// The record of the new run with the stages that are taken over.
fn new_record(
    request: &StudyRequest,
    sources: &[SourceRun],
    reused: Vec<Option<ReusedStage>>,
) -> Record {
    let newest = &sources[0].record;
    let mut record = Record {
        started_unix_s: newest.started_unix_s,
        seconds: newest.seconds,
        engine: newest.engine.clone(),
        state: State::Interrupted,
        ..start(request, newest.seed)
    };
    let mut roles: HashSet<String> = HashSet::new();
    for (number, source) in sources.iter().enumerate() {
        let of_source: Vec<&ReusedStage> =
            reused.iter().flatten().filter(|stage| stage.source == number).collect();
        if of_source.is_empty() {
            continue;
        }
        let new: HashSet<String> =
            of_source.iter().flat_map(|reused| roles_of(&reused.stage)).collect();
        let is_new = |role: &String| new.contains(role) && !roles.contains(role);
        let trials = source.record.trials.iter().filter(|trial| is_new(&trial.role));
        record.trials.extend(trials.cloned());
        roles.extend(new);
        let warnings = source.record.warnings.iter();
        let warnings = warnings.filter(|warning| warning.kind != WarningKind::Interrupted).cloned();
        run_record::add_warnings(&mut record, warnings.collect());
        let stages = of_source.iter().map(|reused| reused.stage.name.clone()).collect();
        let taken = Note::Taken { run: source.run.0, stages };
        let is_taken = |note: &&Note| matches!(note, Note::Taken { .. });
        let notes = source.record.notes.iter().filter(|note| !is_taken(note)).cloned();
        for note in notes.chain([taken]) {
            if !record.notes.contains(&note) {
                record.notes.push(note);
            }
        }
    }
    let stages = record.study.iter_mut().flat_map(|study| &mut study.stages);
    for (stage, reused) in stages.zip(reused) {
        let Some(ReusedStage { stage: own, .. }) = reused else { continue };
        (stage.points, stage.finding, stage.drift) = (own.points, own.finding, own.drift);
    }
    record
}

fn roles_of(stage: &StageRecord) -> Vec<String> {
    let points = stage.points.iter().map(|point| point.point.subject.clone());
    let ramp = match &stage.finding {
        Some(Finding::Ramp(found)) => Some(found.role.clone()),
        _ => None,
    };
    points.chain(ramp).collect()
}
