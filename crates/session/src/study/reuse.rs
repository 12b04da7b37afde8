//! A plan that was changed after it was measured: every point of its earlier runs that it still requests is copied into a
//! new run, which is then resumed. The earlier runs stay unchanged.
//!
//! Runs that were derived from each other in this way have the same seed and start time. Each stage is taken from the run
//! that has most of it.

use super::resume::EarlierResults;
use super::run_start::start;
use super::{Stage, StudyRequest, Work, holder, resume};
use crate::failure::Failure;
use crate::live::Progress;
use crate::shelf::Spot;
use record::key::{PlaceKey, StageKey};
use record::{Finding, Note, PointRecord, Record, StageRecord, State, StudyKey};
use report::messages::earlier_runs::{EarlierRun, TakenStage};
use std::collections::HashSet;
use store::{RunId, Store, UnfinishedStudy};
use summary::WarningKind;

struct SourceRun {
    run: RunId,
    record: Record,
    keys: Vec<StageKey>,
}

/// A stage that an earlier run has, completely or in part.
struct ReusedStage {
    from: usize,
    whole: bool,
    stage: StageRecord,
}

/// Takes over the known points of a plan. `None` without any, or if the same plan is finished and so measured again.
pub(super) fn reuse(
    request: &StudyRequest,
    seed: Option<u64>,
    store: &mut Store,
    progress: &mut Progress,
) -> Result<Option<UnfinishedStudy>, Failure> {
    let (sources, others) = sources(request, seed, store)?;
    others.iter().for_each(|one| progress.say(one));
    let Some(newest) = sources.first() else { return Ok(None) };
    let reused = reused_stages(request, &sources);
    messages(request, &sources, &reused).iter().for_each(|one| progress.say(one));
    if newest.is_done_as(request) {
        return Ok(None);
    }
    let record = record(request, &sources, reused);
    let added = store.add(std::slice::from_ref(&record))?;
    let found = store.unfinished(&request.key().text())?;
    Ok(found.into_iter().find(|one| added.contains(&one.run)))
}

/// Returns what [`reuse`] would take over, and which stages are new.
pub(super) fn earlier_results(
    request: &StudyRequest,
    seed: Option<u64>,
    store: &Store,
) -> Result<EarlierResults, Failure> {
    let (sources, mut runs) = sources(request, seed, store)?;
    let reused = reused_stages(request, &sources);
    runs.extend(messages(request, &sources, &reused));
    let newest = sources.first().filter(|newest| !newest.is_done_as(request));
    let seed = newest.map(|newest| newest.record.seed);
    let stages = || reused.into_iter().map(|one| one.map(|one| one.stage)).collect();
    let known = seed.map(|seed| (seed, stages()));
    Ok(EarlierResults { runs, known })
}

/// The runs of plans that have points of this one, newest first, all with the seed and start time of the newest; and notes
/// about runs that were measured on other storage.
fn sources(
    request: &StudyRequest,
    seed: Option<u64>,
    store: &Store,
) -> Result<(Vec<SourceRun>, Vec<EarlierRun>), Failure> {
    let (mut sources, mut others): (Vec<SourceRun>, Vec<EarlierRun>) = (Vec::new(), Vec::new());
    for one in store.studies(request.kind)? {
        let related = sources.first().is_none_or(|newest| {
            (newest.record.seed, newest.record.started_unix_s) == (one.seed, one.started_unix_s)
        });
        let other_seed = seed.is_some_and(|seed| seed != one.seed);
        if !related || other_seed || holder::lives(&one.holder) {
            continue;
        }
        let Some(key) = StudyKey::read(&one.identity) else { continue };
        if !shares_place(request, &key) {
            continue;
        }
        let record = store.load(one.run)?;
        // With another engine no point can be reused.
        let keys = if key.engine == request.engine_key() { key.stages } else { Vec::new() };
        let source = SourceRun { run: one.run, record, keys };
        if !(0..request.stages.len()).any(|number| source.stage(request, number).is_some()) {
            continue;
        }
        match resume::other_storage(request, one.run, &source.record) {
            Some(note) => others.push(EarlierRun::Noted(note)),
            None => sources.push(source),
        }
    }
    Ok((sources, others))
}

/// Whether a plan with this key has a place in common with this one. Only then its record is loaded.
fn shares_place(request: &StudyRequest, key: &StudyKey) -> bool {
    let places: Vec<&PlaceKey> = key.stages.iter().flat_map(|stage| &stage.places).collect();
    let of = |stage: &Stage| {
        let mut own = stage.shelf.spots.iter().map(|spot| stage.shelf.place_key(spot));
        stage.building.is_some() || own.any(|own| places.contains(&&own))
    };
    request.stages.iter().any(of)
}

impl SourceRun {
    /// Whether it is a finished run of the same plan.
    fn is_done_as(&self, request: &StudyRequest) -> bool {
        self.record.state == State::Done && self.record.source_text == request.source_text
    }

    /// The part of a stage that this run has, and whether the stage is unchanged. The same stage twice in a plan counts as two.
    fn stage(&self, request: &StudyRequest, number: usize) -> Option<(bool, StageRecord)> {
        let (stage, key) = (&request.stages[number], request.stages[number].key());
        if matches!(stage.work, Work::Recorded(..)) {
            // Recorded points are read again: this takes no time, and the file may have changed.
            return None;
        }
        let before = request.stages[..number].iter().filter(|one| one.key() == key).count();
        let all = || self.record.study.iter().flat_map(|study| &study.stages).zip(&self.keys);
        let same = || all().filter(|(_, own)| **own == key).map(|(own, _)| own);
        let named = || same().find(|own| own.name == stage.name);
        if let Some(own) = named().or_else(|| same().nth(before)) {
            let known = own.finding.is_some() || !own.points.is_empty();
            return known.then(|| (true, own.clone()));
        }
        let changed = |own: &(&StageRecord, &StageKey)| {
            own.0.name == stage.name
                && own.0.study == stage.study
                && request.stages.iter().all(|other| other.key() != *own.1)
        };
        let (own, then) = all().find(changed)?;
        // A new place must be compared with current results of the others: the state of the machine may have changed since.
        if !stage.shelf.spots.iter().all(|spot| used_place(stage, spot, then)) {
            return None;
        }
        let Work::Points(build) = &stage.work else { return None };
        let study = build(self.record.seed, &[]);
        let alike = |point: &&PointRecord| {
            study.may_request(&point.point)
                && measured_alike(stage, point, then)
                && !is_last_reference(own, point)
        };
        let points: Vec<PointRecord> = own.points.iter().filter(alike).cloned().collect();
        let part = StageRecord { points, finding: None, drift: None, ..own.clone() };
        (!part.points.is_empty()).then_some((false, part))
    }
}

/// Whether this is the last reference point of a stage. It is measured again after the new points, since only it shows
/// changes of the machine since the earlier run.
fn is_last_reference(stage: &StageRecord, point: &PointRecord) -> bool {
    let references = stage.points.iter().filter(|one| !one.purpose.counts());
    let last = references.map(|one| one.point.repeat).max().filter(|last| *last > 0);
    !point.purpose.counts() && last == Some(point.point.repeat)
}

/// Whether a point of a stage with key `then` is the one that this stage would measure: as long, on the same places.
fn measured_alike(stage: &Stage, point: &PointRecord, then: &StageKey) -> bool {
    let stands = |name: &String| {
        let spot = stage.shelf.spots.iter().find(|spot| spot.name == *name);
        spot.is_some_and(|spot| used_place(stage, spot, then))
    };
    stage.key().measures_as_long_as(then) && point.point.targets.iter().all(stands)
}

/// Whether a stage with key `then` used this place.
fn used_place(stage: &Stage, spot: &Spot, then: &StageKey) -> bool {
    then.places.contains(&stage.shelf.place_key(spot))
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
    let each = sources.iter().enumerate().filter_map(|(from, source)| {
        source.stage(request, number).map(|(whole, stage)| ReusedStage { from, whole, stage })
    });
    each.max_by_key(|one| (one.whole, one.stage.finding.is_some(), one.stage.points.len()))
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
    for (from, source) in sources.iter().enumerate() {
        let own = reused.iter().zip(&request.stages);
        let own = own.filter_map(|(one, stage)| Some((one.as_ref()?, stage)));
        let stages: Vec<TakenStage> = own
            .filter(|(one, _)| one.from == from)
            .map(|(one, stage)| TakenStage {
                name: stage.name.clone(),
                is_unchanged: one.whole,
                points: one.stage.points.len(),
            })
            .collect();
        if !stages.is_empty() {
            runs.push(EarlierRun::Taken { run: source.run.0, stages });
        }
    }
    let all = reused.iter().zip(&request.stages);
    let new: Vec<String> =
        all.filter(|(one, _)| one.is_none()).map(|(_, stage)| stage.name.clone()).collect();
    if !new.is_empty() {
        runs.push(EarlierRun::NewStages(new));
    }
    runs.push(EarlierRun::Fresh);
    runs
}

/// The record of the new run with the stages that are taken over.
fn record(
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
    for (from, source) in sources.iter().enumerate() {
        let own: Vec<&ReusedStage> =
            reused.iter().flatten().filter(|one| one.from == from).collect();
        if own.is_empty() {
            continue;
        }
        let new: HashSet<String> = own.iter().flat_map(|one| roles_of(&one.stage)).collect();
        let trials = source.record.trials.iter();
        let trials = trials.filter(|one| new.contains(&one.role) && !roles.contains(&one.role));
        record.trials.extend(trials.cloned());
        roles.extend(new);
        let warnings = source.record.warnings.iter();
        let warnings = warnings.filter(|warning| warning.kind != WarningKind::Interrupted).cloned();
        super::conclude::add_warnings(&mut record, warnings.collect());
        let stages = own.iter().map(|one| one.stage.name.clone()).collect();
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
