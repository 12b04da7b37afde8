//! A race over recorded points: takes a grid's CSV file instead of places, and measures nothing.

pub(super) mod disks;
mod points;

use super::StudySetup;
use super::mistakes::Mistakes;
use super::race::{self, RaceRequest};
use crate::failure::{Ending, Failure};
use crate::input;
use crate::repeat_command::RepeatCommand;
use crate::shelf::Shelf;
use crate::study::{EarlierStage, FindingStudy, Stage, StudyRequest, Work};
use points::{
    RecordedRounds, common_loads, divide_into_rounds, left_out, nothing_common, without_order,
};
use record::key::Settings;
use record::note::RecordedNote;
use record::{Purpose, RunSubject, StudyKind};
use report::messages::requests::RequestFault;
use report::messages::system::AdvisedError;
use std::collections::HashSet;
use study::race::{Candidate, Race, RaceConfig};
use study::recorded::repeats_note;
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
