//! A race over cells that were recorded: takes a grid's CSV file, or a stored run, instead of places, and measures nothing. Of one
//! layout alone the settings are ranked. A run whose own race is asked for is told as it was decided (`retold`).

mod retold;
mod told;

use crate::commands::studies::{self, Slips, Words};
use crate::commands::{profiles, race, results};
use crate::exit::{Exit, Failure};
use crate::flags::Compare as Flags;
use crate::session::recorder;
use crate::session::shelf::Shelf;
use crate::session::study::{Asked, Before, Stage, Work};
use import::grid::{OF_LAYOUTS, alike_but_for_case};
use std::path::Path;
use study::race::{Candidate, Point, RaceConfig, Score};
use study::record::CellRecord;
use study::recorded::{ORDER_UNTOLD, merged};
use study::{Record, Recorded, RecordedRow};
use told::Told;
use workload::Load;

/// The smallest difference between settings of one layout that counts: a published grid tells each cell once, and with it
/// no noise (docs/methods.md has what that gives).
const PRACTICAL_ALONE: f64 = 0.05;

/// Tells what has no meaning beside recorded cells.
fn alone(flags: &Flags, slips: &mut Slips) {
    for (option, given) in
        [("--build", flags.build.build.is_some()), ("--fill", !flags.fill.is_empty())]
    {
        if given {
            slips.add(format!("--recorded and {option} exclude each other; leave one of them out"));
        }
    }
}

/// What the cells are of.
enum Source {
    /// A run, by the name that the user gave it.
    Run(String, Box<Record>),
    /// The cells of a grid's file.
    Grid(Vec<RecordedRow>),
}

/// Reads the file or the run, and what is raced over.
pub(super) fn read(flags: &Flags, file: &Path) -> Result<Asked, Failure> {
    let mut slips = Slips::default();
    alone(flags, &mut slips);
    let given: Vec<Candidate> =
        flags.layouts.iter().filter_map(|text| race::offer(text, &mut slips)).collect();
    match slips.take(source(file, flags.output.store.as_deref())) {
        Some(Source::Run(name, record)) => match retold::races(flags, &record) {
            Some(races) => retold::asked(flags, (&name, &record), races, &given, slips),
            None => {
                let rows = slips.take(stored(&name, &record)).unwrap_or_default();
                raced(flags, file, &rows, (retold::known(&record), given), slips)
            }
        },
        Some(Source::Grid(rows)) => raced(flags, file, &rows, (Vec::new(), given), slips),
        None => raced(flags, file, &[], (Vec::new(), Vec::new()), slips),
    }
}

/// The command that asks for this.
fn command(flags: &Flags, file: &str) -> String {
    let words = Words::of("compare").option("--recorded", Some(file));
    let layouts = flags.layouts.iter();
    let words = layouts.fold(words, |words, layout| words.option("--layout", Some(layout)));
    words.option("--for", flags.profile.as_deref()).race(&flags.race).studying(&flags.studying)
}

/// What is asked of these stages, nothing of which is measured.
fn asked_of(
    flags: &Flags,
    names: &[String],
    stages: Vec<Stage>,
    mut slips: Slips,
) -> Result<Asked, Failure> {
    let ways = studies::ways(&flags.studying, &mut slips);
    if !slips.is_empty() {
        return Err(slips.told());
    }
    Ok(Asked {
        kind: "compare",
        command: stages.first().map(|stage| stage.command.clone()).unwrap_or_default(),
        subject: format!("recorded cells of {}", names.join(", ")),
        source_text: String::new(),
        stages,
        engine: ways.engine,
        pause: ways.pause,
    })
}

/// Races over the cells that a grid or a run holds, all of which are taken before anything is said; with what is known of their
/// layouts and what the user gave of them.
fn raced(
    flags: &Flags,
    file: &Path,
    all: &[RecordedRow],
    (known, given): (Vec<Candidate>, Vec<Candidate>),
    mut slips: Slips,
) -> Result<Asked, Failure> {
    let names = subjects(all);
    let merged = merged(all);
    // One layout is ranked against nothing: its cells are walked once, for their means and to rank its settings.
    let alone = names.len() == 1;
    let rows = if alone { merged.rows.clone() } else { all.to_vec() };
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
    let mean = if alone { "; each cell counts once, as their mean" } else { "" };
    let mut said: Vec<String> = merged.told().map(|told| told + mean).into_iter().collect();
    said.extend(left_out(&rows, &points));
    said.extend(untold(&rows));
    said.extend(alike_but_for_case(&names));
    let times = |point: &Point| names.iter().map(|name| record.times(name, &point.load)).min();
    let times = points.iter().map(|point| times(point).unwrap_or(0)).collect();
    if !names.is_empty() {
        unknown(&given, &names, &mut slips);
    }
    let offers = [known, given].concat();
    let candidates = names.iter().map(|name| offered(name, &offers)).collect();
    let config = RaceConfig { times, to_the_end: true, ..RaceConfig::new(candidates, points, 0) };
    let practical = if alone { PRACTICAL_ALONE } else { config.practical };
    let config = race::raced(RaceConfig { practical, ..config }, &flags.race, &mut slips);
    said.extend((config.seen_once() && !alone).then(|| ONCE.to_owned()));
    if !slips.is_empty() {
        return Err(slips.told());
    }
    let score = if profile.is_some() { Score::Ratio } else { config.score };
    let config = RaceConfig { score, ..config };
    let shown = file.display().to_string();
    let cell = |row: &RecordedRow| format!("{} {} {}", row.subject, row.load(), row.mibps);
    let identity = format!("{config:?} on {:?}", rows.iter().map(cell).collect::<Vec<_>>());
    let build = Box::new(move |seed, _: &[Before<'_>]| Told::begin(&config, seed, &rows));
    let stage = Stage {
        name: "compare".to_owned(),
        study: "compare",
        command: command(flags, &shown),
        config: identity,
        shelf: Shelf::of_record(&shown, said),
        building: None,
        work: Work::Recorded(build, record),
    };
    asked_of(flags, &names, vec![stage], slips)
}

/// What is said where no cell was measured twice.
const ONCE: &str = "one value per cell: the record does not tell how a cell would come out again; how far a lead may be off is \
                    taken from how the cells differ among themselves, and where these are few it has no interval";

/// A candidate with what is told of its layout: of all its fill levels, or of one.
fn offered(name: &str, offers: &[Candidate]) -> Candidate {
    let mut all = Candidate::new(name, &[name.to_owned()]);
    for offer in offers.iter().filter(|offer| is_of(name, offer)) {
        all.price = offer.price.or(all.price);
        all.usable = offer.usable.or(all.usable);
        all.may_fail = offer.may_fail.or(all.may_fail);
    }
    all
}

fn is_of(name: &str, offer: &Candidate) -> bool {
    let level = name.strip_prefix(&offer.name);
    level.is_some_and(|level| level.is_empty() || level.starts_with(" at "))
}

/// Slips of offers that are of none of these layouts.
fn unknown(offers: &[Candidate], names: &[String], slips: &mut Slips) {
    for offer in offers.iter().filter(|offer| !names.iter().any(|name| is_of(name, offer))) {
        slips.add(format!(
            "--layout {}: the record has no such layout; it has {}",
            offer.name,
            names.join(", ")
        ));
    }
}

/// How many cells stand at no point of the race.
fn left_out(rows: &[RecordedRow], points: &[Point]) -> Option<String> {
    // A cell that tells no order answers for both.
    let at = |row: &RecordedRow, point: &Point| {
        let random = row.random.unwrap_or(point.load.random);
        Load { random, ..row.load() } == point.load
    };
    let raced = |row: &&RecordedRow| points.iter().any(|point| at(row, point));
    let (out, all) = (rows.len() - rows.iter().filter(raced).count(), rows.len());
    (out > 0).then(|| {
        format!("{out} of {all} recorded cells are left out: they stand at no point that is raced")
    })
}

/// The cells of a file; a stored run, where there is no such file and it is a run's name.
fn source(file: &Path, store: Option<&Path>) -> Result<Source, Failure> {
    let shown = file.display();
    let word = file.to_str().unwrap_or_default();
    let run = word == "last" || !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    if run && !file.exists() {
        let (id, record) = results::one(&recorder::open_to_read(store)?, word)?;
        return Ok(Source::Run(id.0.to_string(), Box::new(record)));
    }
    let bytes = std::fs::read(file)
        .map_err(|e| Failure::wrong(format!("--recorded: failed to read {shown}: {e}")))?;
    let (text, _) = import::text::decoded(&bytes);
    import::grid::read(&text).map(Source::Grid).map_err(|troubles| {
        Failure::of(
            Exit::Wrong,
            troubles.iter().map(|(line, text)| format!("{shown}:{line}: {text}")).collect(),
        )
    })
}

/// The cells of layouts that a run holds. One layout at several fill levels is one for each level.
fn stored(name: &str, record: &Record) -> Result<Vec<RecordedRow>, Failure> {
    let stages = record.study.iter().flat_map(|study| &study.stages);
    let stages = stages.filter(|stage| OF_LAYOUTS.contains(&stage.study.as_str()));
    let cells = stages.flat_map(|stage| &stage.cells).filter(|one| one.purpose != "reference");
    let measured = cells.filter(|one| one.seen.mibps.value.is_finite());
    let rows: Vec<RecordedRow> = measured.map(row).collect();
    if rows.is_empty() {
        return Err(Failure::wrong(format!(
            "--recorded: run {name} holds no cells of layouts; name one of {}, or a grid's file",
            OF_LAYOUTS.join(", ")
        )));
    }
    Ok(rows)
}

/// A stored cell as a row; of an import it may not be told whether it was random.
fn row(one: &CellRecord) -> RecordedRow {
    let row = RecordedRow::of(&one.cell, &one.seen);
    let random = row.random.filter(|_| one.purpose != ORDER_UNTOLD);
    // Of what was imported the throughput is all that is known.
    let seen = row.seen.filter(|seen| seen.seconds > 0.0);
    RecordedRow { random, seen, ..row }
}

/// How many cells do not say whether they were random.
fn untold(rows: &[RecordedRow]) -> Option<String> {
    let (out, all) = (rows.iter().filter(|row| row.random.is_none()).count(), rows.len());
    (out > 0).then(|| {
        format!("{out} of {all} recorded cells do not say whether they were random: they stand as sequential")
    })
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
    let loads = first.map(RecordedRow::load);
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
