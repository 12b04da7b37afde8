//! A race over cells that were recorded: takes a grid's CSV file, or a stored run, instead of places, and measures nothing. A grid of one
//! layout is ranked against nothing, and gives its table of means.

use crate::commands::studies::{self, Slips, Words};
use crate::commands::{profiles, race, results};
use crate::exit::{Exit, Failure};
use crate::flags::Compare as Flags;
use crate::session::recorder;
use crate::session::shelf::Shelf;
use crate::session::study::{Asked, Stage, Work};
use std::path::Path;
use study::race::{Candidate, Point, Race, RaceConfig, Score};
use study::{Record, Recorded, RecordedRow};
use workload::{Load, SyncMode};

/// Stages whose cells are those of layouts.
const RACED: [&str; 3] = ["compare", "segment", import::record::KIND];

/// Reads the file or the run, and what is raced over.
pub(super) fn read(flags: &Flags, file: &Path) -> Result<Asked, Failure> {
    let mut slips = Slips::default();
    let ways = studies::ways(&flags.studying, &mut slips);
    let rows = slips.take(rows(file, flags.output.store.as_deref())).unwrap_or_default();
    let names = subjects(&rows);
    let mut record = Recorded::new(rows.iter().cloned());
    record.cell_s = 1.0;
    if flags.profile.is_some() && flags.race.grid.is_some() {
        slips.add(super::BOTH.to_owned());
    }
    let profile = flags.profile.as_deref().map(profiles::load);
    let profile = profile.and_then(|loaded| slips.take(loaded)).map(|(_, profile)| profile);
    let points = match (&profile, flags.race.grid.as_deref()) {
        (_, Some(text)) => race::grid(text, &mut slips),
        (Some(profile), None) => race::of_profile(profile),
        (None, None) => points(&rows, &names, &record),
    };
    let lacking = points.iter().flat_map(|point| {
        let record = &record;
        let lacks = names.iter().filter(move |name| record.mibps(name, &point.load).is_none());
        lacks.map(|name| format!("{}: {name} has no cell {}", file.display(), point.load))
    });
    lacking.collect::<Vec<_>>().into_iter().for_each(|line| slips.add(line));
    if points.is_empty() && slips.is_empty() {
        slips.add(format!("{}: its layouts have no cell in common", file.display()));
    }
    let candidates = names.iter().map(|name| Candidate::new(name, std::slice::from_ref(name)));
    let config = RaceConfig::new(candidates.collect(), points, 0);
    let config = race::raced(config, &flags.race, &mut slips);
    // One layout is ranked against nothing: its cells are walked once, for the table of their means.
    let config = if names.len() == 1 { RaceConfig { passes_max: 1, ..config } } else { config };
    if !slips.is_empty() {
        return Err(slips.told());
    }
    let score = if profile.is_some() { Score::Ratio } else { config.score };
    let config = RaceConfig { score, ..config };
    let shown = file.display().to_string();
    let words = Words::of("compare").option("--recorded", Some(&shown));
    let words = words.option("--for", flags.profile.as_deref()).race(&flags.race);
    let command = words.studying(&flags.studying);
    let identity = format!("{config:?} on {rows:?}");
    let build = Box::new(move |seed, _: &[_]| {
        Box::new(Race::new(RaceConfig { seed, ..config.clone() })) as Box<_>
    });
    let stage = Stage {
        name: "compare".to_owned(),
        study: "compare",
        command: command.clone(),
        config: identity,
        shelf: Shelf::of_record(&shown),
        building: None,
        work: Work::Recorded(build, record),
    };
    Ok(Asked {
        kind: "compare",
        command,
        subject: format!("recorded cells of {}", names.join(", ")),
        source_text: String::new(),
        stages: vec![stage],
        engine: ways.engine,
        pause: ways.pause,
    })
}

/// The cells of a file; of a stored run, where there is no such file and it is a run's name.
fn rows(file: &Path, store: Option<&Path>) -> Result<Vec<RecordedRow>, Failure> {
    let shown = file.display();
    let word = file.to_str().unwrap_or_default();
    let run = word == "last" || !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    if run && !file.exists() {
        let (_, record) = results::one(&recorder::open_to_read(store)?, word)?;
        return stored(word, &record);
    }
    let text = std::fs::read_to_string(file)
        .map_err(|e| Failure::wrong(format!("--recorded: failed to read {shown}: {e}")))?;
    import::grid::read(&text).map_err(|troubles| Failure {
        exit: Exit::Wrong,
        lines: troubles.iter().map(|(line, text)| format!("{shown}:{line}: {text}")).collect(),
    })
}

/// The cells of layouts that a run holds, repeats as their mean. One layout at several fill levels is one for each level.
fn stored(name: &str, record: &Record) -> Result<Vec<RecordedRow>, Failure> {
    let stages = record.study.iter().flat_map(|study| &study.stages);
    let stages = stages.filter(|stage| RACED.contains(&stage.study.as_str()));
    let cells = stages.flat_map(|stage| &stage.cells).filter(|one| one.purpose != "reference");
    let mut means: Vec<(RecordedRow, u32)> = Vec::new();
    for one in cells.filter(|one| one.seen.mibps.value.is_finite()) {
        let mut row = RecordedRow::of(&one.cell, &one.seen);
        if one.cell.fill_percent > 0 {
            row.subject += &format!(" at {} %", one.cell.fill_percent);
        }
        let same = |known: &&mut (RecordedRow, u32)| {
            RecordedRow { mibps: row.mibps, ..known.0.clone() } == row
        };
        match means.iter_mut().find(same) {
            Some((mean, count)) => {
                *count += 1;
                mean.mibps += (row.mibps - mean.mibps) / f64::from(*count);
            }
            None => means.push((row, 1)),
        }
    }
    if means.is_empty() {
        return Err(Failure::wrong(format!(
            "--recorded: run {name} holds no cells of layouts; name one of {}, or a grid's file",
            RACED.join(", ")
        )));
    }
    Ok(means.into_iter().map(|(row, _)| row).collect())
}

/// The layouts in the order of the file.
fn subjects(rows: &[RecordedRow]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for row in rows {
        if !names.contains(&row.subject) {
            names.push(row.subject.clone());
        }
    }
    names
}

/// Every load that all layouts have, in the order of the first one.
fn points(rows: &[RecordedRow], names: &[String], record: &Recorded) -> Vec<Point> {
    let first = rows.iter().filter(|row| names.first() == Some(&row.subject));
    let loads = first.map(|row| Load {
        read_percent: row.read_percent,
        block: row.block,
        random: row.random.unwrap_or(false),
        depth: row.depth,
        threads: row.threads,
        sync: SyncMode::None,
    });
    let all = |load: &Load| names.iter().all(|name| record.mibps(name, load).is_some());
    let point = |load| Point { load, weight: 1.0, group: String::new() };
    let mut points: Vec<Point> = Vec::new();
    for load in loads.filter(all) {
        if !points.iter().any(|known| known.load == load) {
            points.push(point(load));
        }
    }
    points
}
