//! A race over recorded points: takes a grid's CSV file instead of places, and measures nothing. Every dropped row is mentioned in a note.

pub(super) mod disks;

use super::StudySetup;
use super::mistakes::Mistakes;
use super::race::{self, RaceRequest};
use crate::failure::{Ending, Failure};
use crate::input;
use crate::repeat_command::RepeatCommand;
use crate::shelf::Shelf;
use crate::study::{EarlierStage, FindingStudy, Stage, StudyRequest, Work};
use record::key::Settings;
use record::note::RecordedNote;
use record::race::WeightedLoad;
use record::{Purpose, RunSubject, StudyKind};
use report::messages::requests::RequestFault;
use report::messages::system::AdvisedError;
use std::collections::HashSet;
use study::race::{Candidate, Race, RaceConfig};
use study::recorded::{repeats_note, spread_over_rounds};
use study::{RecordedPoints, RecordedRow};

/// The most layouts and points that are compared: each is compared with each.
const LAYOUTS_MAX: usize = 256;
const POINTS_MAX: usize = 2_000;

/// The request of a race over the points of a file. All points are taken before the race answers.
pub(super) fn read(
    request: &RaceRequest,
    file: &str,
    setup: &StudySetup,
    mut mistakes: Mistakes,
) -> Result<StudyRequest, Failure> {
    let rows = mistakes.take(grid_rows(file)).unwrap_or_default();
    let names = subjects(&rows);
    check_size(file, &rows, &names)?;
    if names.len() == 1 {
        mistakes.add(RequestFault::OneLayoutRecorded { record: file.to_owned() });
    }
    let loads = common_loads(&rows, &names);
    if loads.is_empty() && mistakes.is_empty() {
        mistakes.add(format!("{file}: {}", nothing_common(&names, &rows)));
    }
    if !mistakes.is_empty() {
        return Err(mistakes.failure());
    }
    let mut notes: Vec<RecordedNote> = repeats_note(&rows).into_iter().collect();
    notes.extend(left_out(&rows, &loads));
    notes.extend(without_order(&rows));
    let is_order_known = rows.iter().any(|row| row.load == loads[0].load && row.is_order_known);
    let RecordedRounds { rows, counts, uneven } = divide_into_rounds(&rows, &names, &loads);
    notes.extend(uneven);
    let mut record = RecordedPoints::new(rows.iter().cloned());
    record.point_s = 1.0;
    let candidate = |name: &String| Candidate::new(name, std::slice::from_ref(name));
    let candidates = names.iter().map(candidate).collect();
    let purpose = if is_order_known { Purpose::Race } else { Purpose::RecordedWithoutOrder };
    let config = RaceConfig { times: counts, purpose, ..RaceConfig::new(candidates, loads, 0) };
    let config = race::config_of_request(config, request);
    let point = |row: &RecordedRow| format!("{} {} {}\n", row.subject, row.load, row.mibps);
    let loads = record::hash(&rows.iter().map(point).collect::<String>());
    let settings = Settings::Recorded { race: config.key(), points: format!("{loads:016x}") };
    let build = Box::new(move |seed, _: &[EarlierStage<'_>]| -> Box<dyn FindingStudy> {
        Box::new(Race::new(RaceConfig { seed, ..config.clone() }))
    });
    let command = RepeatCommand::of("compare").options(request).setup(setup);
    let parts = (settings, Shelf::of_record(file, notes), Work::Recorded(build, record));
    let stages = vec![Stage::of(StudyKind::Compare, None, &command, parts)];
    Ok(setup.request(command, RunSubject::RecordedPoints { names }, stages))
}

/// Refuses more layouts or points than a comparison takes.
fn check_size(file: &str, rows: &[RecordedRow], names: &[String]) -> Result<(), Failure> {
    let loads = rows.iter().map(|row| row.load.to_string()).collect::<HashSet<_>>().len();
    let record = file.to_owned();
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

fn grid_rows(file: &str) -> Result<Vec<RecordedRow>, Failure> {
    import::grid::read(&text_of(file)?).map_err(|troubles| wrong_lines(file, &troubles))
}

/// The text of a file with results, whatever its encoding.
fn text_of(file: &str) -> Result<String, Failure> {
    let bytes = input::bytes_up_to(file.as_ref(), input::RESULT_BYTES_MAX).map_err(|e| {
        let (shown, error) = (file.to_owned(), AdvisedError(&e).to_string());
        Failure::wrong(RequestFault::RecordUnreadable { shown, error })
    })?;
    Ok(compat::import::text::decoded(&bytes).0)
}

fn wrong_lines(file: &str, troubles: &[(usize, String)]) -> Failure {
    let lines = troubles.iter().map(|(line, text)| format!("{file}:{line}: {text}"));
    Failure::of(Ending::Wrong, lines.collect())
}

/// The layouts in the order of the file.
fn subjects(rows: &[RecordedRow]) -> Vec<String> {
    let mut known = HashSet::new();
    let names = rows.iter().map(|row| &row.subject);
    names.filter(|name| known.insert(*name)).cloned().collect()
}

/// Every load that all layouts have, in the order of the first layout. Points that say random or sequential are not compared
/// with points that do not: if all layouts have some points that do, only these are raced, otherwise those that do not.
fn common_loads(rows: &[RecordedRow], names: &[String]) -> Vec<WeightedLoad> {
    let record = RecordedPoints::new(rows.iter().cloned());
    for is_order_known in [true, false] {
        let has_order = |row: &RecordedRow| row.is_order_known == is_order_known;
        let mut loads: Vec<WeightedLoad> = Vec::new();
        for row in rows.iter().filter(|row| names.first() == Some(&row.subject) && has_order(row)) {
            let load = row.load;
            let has = |name: &String| record.rows(name, &load).first().is_some_and(has_order);
            if names.iter().all(has) && !loads.iter().any(|known| known.load == load) {
                loads.push(WeightedLoad { load, weight: 1.0, group: String::new() });
            }
        }
        if !loads.is_empty() {
            return loads;
        }
    }
    Vec::new()
}

/// The reason why layouts have no point in common.
fn nothing_common(names: &[String], rows: &[RecordedRow]) -> String {
    let says_order =
        |name: &&String| rows.iter().any(|row| row.subject == **name && row.is_order_known);
    let (with_order, without_order): (Vec<&String>, Vec<&String>) =
        names.iter().partition(says_order);
    match (with_order.first(), without_order.first()) {
        (Some(with_order), Some(without_order)) => RequestFault::OrderUnknownInPart {
            told: with_order.to_string(),
            untold: without_order.to_string(),
        }
        .to_string(),
        _ => RequestFault::NothingInCommon.to_string(),
    }
}

struct RecordedRounds {
    rows: Vec<RecordedRow>,
    counts: Vec<u32>,
    /// A note if layouts have unequal numbers of rows.
    uneven: Option<RecordedNote>,
}

/// Divides the rows into rounds. The layout with the fewest rows limits the rounds.
fn divide_into_rounds(
    rows: &[RecordedRow],
    names: &[String],
    loads: &[WeightedLoad],
) -> RecordedRounds {
    let record = RecordedPoints::new(rows.iter().cloned());
    let count =
        |name: &String, weighted: &WeightedLoad| record.rows(name, &weighted.load).len() as u32;
    let (mut counts, mut uneven_points) = (Vec::new(), 0);
    // The note of the layout with the most rows for each round.
    let mut most: Option<(u32, RecordedNote)> = None;
    for weighted in loads {
        let fewest = names.iter().min_by_key(|name| count(name, weighted)).expect("layouts");
        let rounds = count(fewest, weighted);
        counts.push(rounds);
        for layout in names {
            let rows = count(layout, weighted);
            uneven_points += usize::from(rows > rounds);
            let share = rows / rounds;
            if rows > rounds && most.as_ref().is_none_or(|(most, _)| share > *most) {
                let (layout, fewest) = (layout.clone(), fewest.clone());
                let note = RecordedNote::UnevenRows { layout, rows, fewest, rounds, points: 0 };
                most = Some((share, note));
            }
        }
    }
    let at = |row: &RecordedRow| loads.iter().position(|weighted| weighted.load == row.load);
    let rows = spread_over_rounds(rows, |row| Some(counts[at(row)?]));
    let mut uneven = most.map(|(_, note)| note);
    if let Some(RecordedNote::UnevenRows { points, .. }) = &mut uneven {
        *points = uneven_points;
    }
    RecordedRounds { rows, counts, uneven }
}

/// The note about rows whose load is not in the race.
fn left_out(rows: &[RecordedRow], loads: &[WeightedLoad]) -> Option<RecordedNote> {
    let raced = |row: &&RecordedRow| loads.iter().any(|weighted| weighted.load == row.load);
    let (points, all) = (rows.len() - rows.iter().filter(raced).count(), rows.len());
    (points > 0).then_some(RecordedNote::LeftOut { points, all })
}

/// The note about rows that do not say whether they were random.
fn without_order(rows: &[RecordedRow]) -> Option<RecordedNote> {
    let (points, all) = (rows.iter().filter(|row| !row.is_order_known).count(), rows.len());
    (points > 0).then_some(RecordedNote::OrderUnknown { points, all })
}
