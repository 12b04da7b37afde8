//! `calibrate --recorded` and `scale --recorded`: result files -> points of disks -> the study that judges them.
//!
//! A point without a peer under the same load is left out with a note. Measures nothing.

use super::super::disks::DisksRequest;
use super::super::mistakes::Mistakes;
use super::super::{StudySetup, until_of};
use super::without_order;
use super::{subjects, text_of, wrong_lines};
use crate::failure::Failure;
use crate::repeat_command::RepeatCommand;
use crate::shelf::Shelf;
use crate::study::{EarlierStage, FindingStudy, Stage, StudyRequest, Work};
use import::points::{self, PointUnit};
use record::calibrate::{CalibrateConfig, RecordedDisks};
use record::key::Settings;
use record::note::RecordedNote;
use record::scale::{RecordedSets, ScaleConfig};
use record::{Point, RunSubject, StudyKind};
use report::messages::requests::RequestFault;
use std::path::Path;
use study::calibrate::Calibrate;
use study::recorded::repeats_note;
use study::scale::Scale;
use study::{RecordedPoints, RecordedRow};
use workload::PointLoad;

/// A load, and whether the record says its order.
type LoadKey = (PointLoad, bool);

/// A study that compares disks by their recorded points.
pub(in super::super) fn calibrate(
    request: &DisksRequest,
    setup: &StudySetup,
    mistakes: Mistakes,
) -> Result<StudyRequest, Failure> {
    let mut rows = rows_of(&request.disks, PointUnit::Row, mistakes)?;
    let all = rows.len();
    rows.retain(|row| row.disks == 1);
    let names = subjects(&rows);
    if names.len() < 2 {
        return Err(Failure::wrong(RequestFault::FewDisksRecorded));
    }
    let times = |name: &String, key: LoadKey| {
        rows.iter().filter(|row| row.subject == *name && key_of(row) == key).count() as u32
    };
    let mut keys = keys(&rows);
    keys.retain(|key| names.iter().all(|name| times(name, *key) > 0));
    if keys.is_empty() {
        return Err(Failure::wrong(RequestFault::NoLoadInCommon { names: names.join(", ") }));
    }
    let recorded = keys.iter().map(|key| RecordedDisks {
        times: names.iter().map(|name| times(name, *key)).collect(),
        is_order_known: key.1,
    });
    let config = CalibrateConfig {
        recorded: recorded.collect(),
        loads: keys.iter().map(|key| key.0).collect(),
        rounds_max: 0,
        ..CalibrateConfig::new(&names, until_of(request.time), 0)
    };
    rows.retain(|row| keys.contains(&key_of(row)));
    let notes = notes(&rows, all);
    let mut record = RecordedPoints::new(rows);
    record.point_s = 1.0;
    record.subject_of = |point: &Point| point.targets.concat();
    let settings = Settings::calibrate(&config);
    let build = Box::new(move |seed, _: &[EarlierStage<'_>]| -> Box<dyn FindingStudy> {
        Box::new(Calibrate::new(CalibrateConfig { seed, ..config.clone() }))
    });
    let command = RepeatCommand::of("calibrate").options(request).setup(setup);
    let parts = (settings, shelf(request, notes), Work::Recorded(build, record));
    let stages = vec![Stage::of(StudyKind::Calibrate, None, &command, parts)];
    Ok(setup.request(command, RunSubject::RecordedPoints { names }, stages))
}

/// A study of a growing set of disks by its recorded points: a stage for each load.
pub(in super::super) fn scale(
    request: &DisksRequest,
    setup: &StudySetup,
    mistakes: Mistakes,
) -> Result<StudyRequest, Failure> {
    let mut rows = rows_of(&request.disks, PointUnit::Together, mistakes)?;
    let all = rows.len();
    rows.iter_mut().for_each(|row| row.subject = row.disks.to_string());
    rows.sort_by_key(|row| row.disks);
    let own = |key: LoadKey| rows.iter().filter(move |row| key_of(row) == key);
    let mut keys = keys(&rows);
    keys.retain(|key| {
        let few = own(*key).map(|row| row.disks).min();
        own(*key).any(|row| Some(row.disks) != few)
    });
    if keys.is_empty() {
        return Err(Failure::wrong(RequestFault::FewSetsRecorded));
    }
    let of_all: Vec<RecordedRow> =
        rows.iter().filter(|row| keys.contains(&key_of(row))).cloned().collect();
    let mut notes = notes(&of_all, all);
    let several = keys.len() > 1;
    let command = RepeatCommand::of("scale").options(request).setup(setup);
    let mut stages = Vec::new();
    for key in &keys {
        let own: Vec<RecordedRow> = own(*key).cloned().collect();
        let disks: Vec<u32> = own.iter().map(|row| row.disks).collect();
        let names: Vec<String> =
            (1..=*disks.last().expect("two or more")).map(|disk| disk.to_string()).collect();
        let config = ScaleConfig {
            load: key.0,
            points_max: disks.len(),
            recorded: Some(RecordedSets { disks, is_order_known: key.1 }),
            ..ScaleConfig::new(&names, until_of(request.time), 0)
        };
        let mut record = RecordedPoints::new(own);
        record.point_s = 1.0;
        record.subject_of = |point: &Point| point.targets.len().to_string();
        let settings = Settings::scale(&config);
        let part = several.then(|| key.0.notation(key.1));
        let build = Box::new(move |seed, _: &[EarlierStage<'_>]| -> Box<dyn FindingStudy> {
            Box::new(Scale::new(ScaleConfig { seed, ..config.clone() }))
        });
        let shelf = shelf(request, std::mem::take(&mut notes));
        let parts = (settings, shelf, Work::Recorded(build, record));
        stages.push(Stage::of(StudyKind::Scale, part, &command, parts));
    }
    let most = rows.last().map_or(0, |row| row.disks);
    let names = vec![RunSubject::UpToDisks { disks: most.into() }.words()];
    Ok(setup.request(command, RunSubject::RecordedPoints { names }, stages))
}

/// The points of all files. Disks have the names that the results give them, if these tell them apart; otherwise those of the
/// files.
fn rows_of(
    files: &[String],
    unit: PointUnit,
    mut mistakes: Mistakes,
) -> Result<Vec<RecordedRow>, Failure> {
    let mut all: Vec<(&String, RecordedRow)> = Vec::new();
    for file in files {
        let read = text_of(file).and_then(|text| {
            points::read(file, &text, unit).map_err(|troubles| wrong_lines(file, &troubles))
        });
        all.extend(mistakes.take(read).into_iter().flatten().map(|row| (file, row)));
    }
    if !mistakes.is_empty() {
        return Err(mistakes.failure());
    }
    let first = all.first().map(|(_, row)| row.subject.clone());
    let are_named = all.iter().any(|(_, row)| Some(&row.subject) != first.as_ref());
    let end = |file: &String| Path::new(file).file_name().map(|name| name.to_os_string());
    let are_ends_unique =
        files.iter().all(|file| files.iter().filter(|other| end(other) == end(file)).count() == 1);
    if !are_named {
        for (file, row) in &mut all {
            let end = end(file).filter(|_| are_ends_unique);
            row.subject = end.map_or(file.clone(), |end| end.to_string_lossy().into_owned());
        }
    }
    Ok(all.into_iter().map(|(_, row)| row).collect())
}

fn key_of(row: &RecordedRow) -> LoadKey {
    (row.load, row.is_order_known)
}

/// The different loads, in the order of the rows. A load of unknown order is not judged beside the same one of a known order.
fn keys(rows: &[RecordedRow]) -> Vec<LoadKey> {
    let mut keys: Vec<LoadKey> = Vec::new();
    for key in rows.iter().map(key_of) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    let known: Vec<PointLoad> = keys.iter().filter(|key| key.1).map(|key| key.0).collect();
    keys.retain(|(load, is_order_known)| *is_order_known || !known.contains(load));
    keys
}

/// What is to be known about the points that are judged, which are some of all.
fn notes(rows: &[RecordedRow], all: usize) -> Vec<RecordedNote> {
    let left_out = all - rows.len();
    let left_out = (left_out > 0).then_some(RecordedNote::LeftOut { points: left_out, all });
    repeats_note(rows).into_iter().chain(left_out).chain(without_order(rows)).collect()
}

fn shelf(request: &DisksRequest, notes: Vec<RecordedNote>) -> Shelf {
    Shelf::of_record(&request.disks.join(", "), notes)
}
