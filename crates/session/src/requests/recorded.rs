//! A race over recorded points: takes a grid's CSV file, or a stored run, instead of places, and measures nothing.

mod points;
mod race_then_rest;

use super::StudySetup;
use super::mistakes::Mistakes;
use super::race::{self, RaceRequest};
use crate::failure::{Ending, Failure};
use crate::repeat_command::RepeatCommand;
use crate::shelf::Shelf;
use crate::study::{EarlierStage, Stage, StudyRequest, Work};
use crate::{input, profiles, recorder, stored as stored_runs};
use points::{
    CountedRows, counted_rows, left_out, loads, missing_points, nothing_common, rounds,
    without_order,
};
use race_then_rest::RaceThenRest;
use record::key::Settings;
use record::note::RecordedNote;
use record::race::{Criterion, Score, WeightedLoad};
use record::{PointRecord, Provenance, Record, RunKind, RunSubject, StageRecord, StudyKind};
use report::Language;
use report::messages::requests::RequestFault;
use report::messages::system::AdvisedError;
use std::collections::HashSet;
use std::path::Path;
use study::race::{Candidate, RaceConfig};
use study::{RecordedPoints, RecordedRow};

/// The most layouts and points that are compared: each is compared with each.
const LAYOUTS_MAX: usize = 256;
const POINTS_MAX: usize = 2_000;

/// The source of the points.
enum PointSource {
    /// A run and its number.
    Run(i64, Box<Record>),
    /// The points of a grid's file.
    Grid(Vec<RecordedRow>),
}

/// Reads the file or the run, and the points to race over.
pub(super) fn read(
    request: &RaceRequest,
    file: &str,
    setup: &StudySetup,
    mut mistakes: Mistakes,
) -> Result<StudyRequest, Failure> {
    let nothing = RecordedInput {
        word: file.to_owned(),
        target: file.to_owned(),
        shown: file.to_owned(),
        rows: Vec::new(),
        notes: Vec::new(),
    };
    let input = match mistakes.take(source(Path::new(file), setup.store.as_deref())) {
        Some(PointSource::Run(run, record)) => of_run(run, &record, &mut mistakes),
        Some(PointSource::Grid(rows)) => RecordedInput { rows, ..nothing },
        None => nothing,
    };
    race_request((request, setup), input, mistakes)
}

/// The points of a stored run, with its warnings.
fn of_run(run: i64, record: &Record, mistakes: &mut Mistakes) -> RecordedInput {
    let word = run.to_string();
    let warnings = record.warnings.iter().map(|warning| Box::new(warning.detail.clone()));
    RecordedInput {
        rows: mistakes.take(stored(&word, record)).unwrap_or_default(),
        notes: warnings
            .map(|detail| RecordedNote::WarningOf { run: word.clone(), detail })
            .collect(),
        target: RunSubject::target_of_run(run),
        shown: report::words::run_name(Language::of_process(), &word),
        word,
    }
}

/// The parts of a grid or a run that are raced.
struct RecordedInput {
    /// The file or the run, as the command names it.
    word: String,
    /// The words of the run's target.
    target: String,
    /// The name of the file or the run for people.
    shown: String,
    rows: Vec<RecordedRow>,
    notes: Vec<RecordedNote>,
}

/// The request of a race over the points of a grid or a run. All points are taken before the race answers.
fn race_request(
    (request, setup): (&RaceRequest, &StudySetup),
    mut of: RecordedInput,
    mut mistakes: Mistakes,
) -> Result<StudyRequest, Failure> {
    let names = subjects(&of.rows);
    is_small_enough(&of, &names)?;
    if names.len() == 1 {
        mistakes.add(RequestFault::OneLayoutRecorded { record: of.shown.clone() });
    }
    let mut notes = std::mem::take(&mut of.notes);
    let CountedRows { rows, notes: counted } = counted_rows(&of.rows);
    notes.extend(counted);
    let record = RecordedPoints::new(rows.iter().cloned());
    let loads = requested_points(request, &of, (&rows, &names, &record), &mut mistakes);
    notes.extend(left_out(&rows, &loads));
    notes.extend(without_order(&rows));
    let (rows, times, uneven) = rounds(&rows, &names, &loads, request.passes);
    notes.extend(uneven);
    let mut record = RecordedPoints::new(rows.iter().cloned());
    record.point_s = 1.0;
    let candidate = |name: &String| Candidate::new(name, std::slice::from_ref(name));
    let candidates = names.iter().map(candidate).collect();
    let config = RaceConfig { times, ..RaceConfig::new(candidates, loads, 0) };
    let score = if request.profile.is_some() { Score::Ratio } else { config.score };
    let config = race::config_of_request(RaceConfig { score, ..config }, request);
    if !mistakes.is_empty() {
        return Err(mistakes.failure());
    }
    check_percentiles(config.criterion, &rows, &of.shown)?;
    let point = |row: &RecordedRow| format!("{} {} {}\n", row.subject, row.load(), row.mibps);
    let loads = record::hash(&rows.iter().map(point).collect::<String>());
    let settings = Settings::Recorded { race: config.key(), points: format!("{loads:016x}") };
    let build =
        Box::new(move |seed, _: &[EarlierStage<'_>]| RaceThenRest::begin(&config, seed, &rows));
    let own = RaceRequest { recorded: Some(of.word.clone()), ..request.clone() };
    let command = RepeatCommand::of("compare").options(&own).setup(setup);
    let stage = Stage {
        name: StudyKind::Compare.name().to_owned(),
        part: None,
        study: StudyKind::Compare,
        command: command.clone(),
        settings,
        shelf: Shelf::of_record(&of.target, notes),
        building: None,
        work: Work::Recorded(build, record),
    };
    Ok(StudyRequest {
        kind: RunKind::Compare,
        command,
        subject: RunSubject::RecordedPoints { names },
        source_text: String::new(),
        stages: vec![stage],
        engine: setup.engine.clone(),
        pause: setup.pause,
    })
}

/// Refuses more layouts or points than a comparison takes.
fn is_small_enough(of: &RecordedInput, names: &[String]) -> Result<(), Failure> {
    let loads = of.rows.iter().map(|row| row.load().to_string()).collect::<HashSet<_>>().len();
    let record = of.shown.to_string();
    let too_many = match (names.len(), loads) {
        (count, _) if count > LAYOUTS_MAX => {
            let (count, most) = (count as u64, LAYOUTS_MAX as u64);
            RequestFault::TooManyLayouts { record, count, most }
        }
        (_, count) if count > POINTS_MAX => {
            let (count, most) = (count as u64, POINTS_MAX as u64);
            RequestFault::TooManyPoints { record, count, most }
        }
        _ => return Ok(()),
    };
    Err(Failure::wrong(too_many))
}

/// Refuses to rank by latency if points have no 99th percentile.
fn check_percentiles(
    criterion: Criterion,
    rows: &[RecordedRow],
    shown: &str,
) -> Result<(), Failure> {
    let tells =
        |row: &RecordedRow| row.measured.as_ref().is_some_and(|seen| seen.latency_ns_p99.is_some());
    if criterion != Criterion::LatencyP99 || rows.iter().all(tells) {
        return Ok(());
    }
    Err(Failure::wrong(RequestFault::NoPercentile { shown: shown.to_string() }))
}

/// The points to race: those of the command, or all that the layouts have in common.
fn requested_points(
    request: &RaceRequest,
    of: &RecordedInput,
    (rows, names, record): (&[RecordedRow], &[String], &RecordedPoints),
    mistakes: &mut Mistakes,
) -> Vec<WeightedLoad> {
    let profile = request.profile.as_deref().map(profiles::load_with_rates);
    let profile = profile.and_then(|loaded| mistakes.take(loaded)).map(|(_, profile)| profile);
    let requested = match (&profile, request.grid.as_deref()) {
        (Some(profile), _) => Some(race::of_profile(profile)),
        (None, Some(text)) => Some(race::grid(text, mistakes)),
        (None, None) => None,
    };
    if let Some(loads) = requested {
        // A grid without random or sequential matches only points without that information, if no point has it.
        let grid = request.grid.as_deref().map(job::grid::read);
        let names_order = grid.is_none_or(|read| read.is_ok_and(|list| list.names_order));
        let must_tell_order = names_order || rows.iter().any(|row| row.random.is_some());
        let lacks = missing_points(&of.shown, &loads, (names, record), must_tell_order);
        lacks.into_iter().for_each(|line| mistakes.add(line));
        return loads;
    }
    let common = loads(rows, names, record);
    if common.is_empty() && mistakes.is_empty() {
        mistakes.add(format!("{}: {}", of.shown, nothing_common(names, rows)));
    }
    common
}

/// The points of a file, or a stored run if there is no such file and the word names a run.
fn source(file: &Path, store: Option<&Path>) -> Result<PointSource, Failure> {
    let shown = file.display();
    let word = file.to_str().unwrap_or_default();
    if stored_runs::RunName::of(word).is_some() && !file.exists() {
        let (id, record) = stored_runs::one(&recorder::open_to_read(store)?, word)?;
        return Ok(PointSource::Run(id.0, Box::new(record)));
    }
    let bytes = input::bytes_up_to(file, input::RESULT_BYTES_MAX).map_err(|e| {
        Failure::wrong(RequestFault::RecordUnreadable {
            shown: shown.to_string(),
            error: AdvisedError(&e).to_string(),
        })
    })?;
    let (text, _) = compat::import::text::decoded(&bytes);
    import::grid::read(&text).map(PointSource::Grid).map_err(|troubles| {
        Failure::of(
            Ending::Wrong,
            troubles.iter().map(|(line, text)| format!("{shown}:{line}: {text}")).collect(),
        )
    })
}

/// The points of layouts in a run. A layout at several fill levels counts as one layout for each level.
fn stored(name: &str, record: &Record) -> Result<Vec<RecordedRow>, Failure> {
    let stages = record.study.iter().flat_map(|study| &study.stages);
    let stages = stages.filter(|stage| stage.study.is_of_layouts());
    let counts = |one: &&PointRecord| one.purpose.counts() && one.measured.mibps.value.is_finite();
    let rows_of_stage = |stage: &StageRecord| -> Vec<RecordedRow> {
        stage.points.iter().filter(counts).map(|one| row(stage.provenance, one)).collect()
    };
    let rows: Vec<RecordedRow> = stages.flat_map(rows_of_stage).collect();
    if rows.is_empty() {
        return Err(Failure::wrong(RequestFault::NoPointsOfLayouts {
            run: name.to_string(),
            kinds: (StudyKind::OF_LAYOUTS.map(StudyKind::name).join(", ")),
        }));
    }
    Ok(rows)
}

/// A stored point as a row. An imported one may not say whether it was random.
fn row(provenance: Provenance, one: &PointRecord) -> RecordedRow {
    let row = RecordedRow::of(&one.point, &one.measured);
    let random = one.order();
    // Only the throughput of an imported point is known.
    let measured = row.measured.filter(|_| provenance != Provenance::Imported);
    RecordedRow { random, measured, ..row }
}

/// The layouts in the order of the file.
fn subjects(rows: &[RecordedRow]) -> Vec<String> {
    let mut known = HashSet::new();
    let names = rows.iter().map(|row| &row.subject);
    names.filter(|name| known.insert(*name)).cloned().collect()
}
