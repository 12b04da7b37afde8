//! What a study would do: its cells, its likely and its longest time, its space, and what it would write to. Touches nothing.
//!
//! Which cells come depends on what is measured. Listed are those that would come if all places were alike.

use super::progress::{Ahead, likely_s};
use super::resume::Begun;
use super::{Asked, Finds, Stage, Work};
use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::session::layouts::Building;
use crate::session::shelf::{Kind, Spot};
use base::{Bytes, Nanos};
use serde_json::json;
use study::record::StageRecord;
use study::{Ask, Measured, Outlook};
use summary::Estimate;

/// Cells that are listed for people at most; `--json` lists all.
const LISTED_MAX: usize = 40;
/// Cells that are imagined at most: a study that never ends must not keep us.
const IMAGINED_MAX: usize = 100_000;
/// Courses in noise that are imagined.
const NOISY: u64 = 24;
/// By how much cells are unlike each other at most in these courses, one after the other (relative).
const UNLIKE: [f64; 4] = [0.05, 0.1, 0.2, 0.3];
/// What every place is imagined to give, in MiB/s.
const MIBPS: f64 = 100.0;

/// One stage as it would go.
struct Course {
    asks: Vec<Ask>,
    outlook: Outlook,
    /// Where all places are alike and steady.
    likely_s: f64,
    /// The longest of several courses in which no cell settles.
    noisy_s: f64,
    longest_s: f64,
    pause_s: f64,
}

/// Tells it on standard output.
pub(super) fn tell(asked: &Asked, seed: u64, kept: &[String], as_json: bool) -> Outcome {
    let courses: Vec<Course> =
        asked.stages.iter().map(|stage| imagine(asked, stage, seed)).collect();
    let text = if as_json { document(asked, &courses, kept) } else { page(asked, &courses, kept) };
    print_bytes(text.as_bytes()).map(|_| Exit::Done)
}

/// What each stage still takes, as far as can be said before those before it are measured.
pub(super) fn ahead(asked: &Asked, begun: &Begun) -> Vec<Ahead> {
    let stages = begun.record.study.iter().flat_map(|study| &study.stages);
    let each = |(stage, known): (&Stage, &StageRecord)| {
        let cells = known.cells.len();
        if asked.stages.len() == 1 || known.finding.is_some() {
            return Ahead { cells_likely: cells, cells_max: cells, ..Ahead::default() };
        }
        let course = imagine(asked, stage, begun.seed);
        let cells_likely = course.asks.len().max(cells);
        let left = 1.0 - cells as f64 / cells_likely.max(1) as f64;
        Ahead {
            cells_likely,
            cells_max: course.cells_max().max(cells),
            likely_s: left * course.likely_s,
            longest_s: course.longest_s,
        }
    };
    asked.stages.iter().zip(stages).map(each).collect()
}

impl Course {
    fn cells_max(&self) -> usize {
        self.outlook.cells_max.max(self.asks.len())
    }
}

fn imagine(asked: &Asked, stage: &Stage, seed: u64) -> Course {
    let pause_s = asked.pause_ns(stage, &stage.shelf.stacks()) as f64 / 1e9;
    let build = match &stage.work {
        Work::Cells(build) | Work::Recorded(build, _) => build,
        Work::Ramp(work) => {
            let time_s = work.budget_ns as f64 / 1e9;
            let outlook = Outlook::default();
            return Course {
                asks: Vec::new(),
                outlook,
                likely_s: time_s,
                noisy_s: time_s,
                longest_s: time_s,
                pause_s,
            };
        }
    };
    let outlook = build(seed, &[]).outlook();
    let longest = |ask: &Ask| pause_s + (ask.until.warm_up_ns + ask.until.time_max_ns) as f64 / 1e9;
    let (asks, likely_s) = walk(build(seed, &[]), |ask, now_s| {
        let cell_s = likely_s(ask, pause_s);
        (alike(ask, cell_s, now_s), cell_s)
    });
    // Whom noise puts under suspicion is chance: of several courses the longest.
    let courses = (0..NOISY).map(|course| {
        walk(build(seed, &[]), |ask, now_s| {
            let cell_s = longest(ask);
            (unlike(ask, cell_s, now_s, course), cell_s)
        })
    });
    let (noisy, noisy_s) =
        courses.max_by(|a, b| a.1.total_cmp(&b.1)).expect("there are several courses");
    // Who stands out is measured again at twice the time.
    let again = if stage.study == "calibrate" { 2.0 } else { 1.0 };
    let once_s = asks.iter().map(|ask| longest(ask) - pause_s).fold(0.0, f64::max);
    let cell_max_s = noisy.iter().map(longest).fold(pause_s + again * once_s, f64::max);
    let cells_max = outlook.cells_max.max(asks.len()).max(noisy.len());
    let longest_s = cells_max as f64 * cell_max_s;
    let noisy_s = noisy_s.max(likely_s);
    Course { asks, outlook, likely_s, noisy_s, longest_s, pause_s }
}

/// The cells that a study asks for where each gives what `cell` makes of it at that time, and how long all of them take in
/// seconds.
fn walk(mut study: Box<dyn Finds>, cell: impl Fn(&Ask, f64) -> (Measured, f64)) -> (Vec<Ask>, f64) {
    let (mut asks, mut now_s): (Vec<Ask>, f64) = (Vec::new(), 0.0);
    while let Some(ask) = study.ask().filter(|_| asks.len() < IMAGINED_MAX) {
        let (measured, cell_s) = cell(&ask, now_s);
        study.take(&ask, &measured);
        now_s += cell_s;
        asks.push(ask);
    }
    (asks, now_s)
}

/// What a cell gives where nothing settles: more or less than the others by up to so much as the course has it, drawn from
/// what the cell is and when it begins.
fn unlike(ask: &Ask, cell_s: f64, now_s: f64, course: u64) -> Measured {
    let Measured { mibps, iops, .. } = alike(ask, cell_s, now_s);
    let letters = ask.cell.descriptor();
    let key: Vec<u64> = letters.bytes().map(u64::from).chain([course]).collect();
    let drawn = (base::random::derive(now_s.to_bits(), &key) >> 11) as f64 / (1_u64 << 53) as f64;
    let most = UNLIKE[course as usize % UNLIKE.len()];
    let share = 1.0 + most * (2.0 * drawn - 1.0);
    let about = |one: Estimate| Estimate {
        value: one.value * share,
        low: one.value * share * 0.9,
        high: one.value * share * 1.1,
        ..one
    };
    Measured { mibps: about(mibps), iops: about(iops), settled: false, ..alike(ask, cell_s, now_s) }
}

/// What a cell gives where all places are alike.
fn alike(ask: &Ask, cell_s: f64, now_s: f64) -> Measured {
    let about = |value: f64| Estimate {
        value,
        low: value * (1.0 - ask.until.half_width / 2.0),
        high: value * (1.0 + ask.until.half_width / 2.0),
        ..Estimate::unknown(value)
    };
    let targets = ask.cell.targets.len();
    let mibps = about(MIBPS * targets as f64);
    Measured { began_s: now_s, ..Measured::of(&ask.cell.load, targets, mibps, cell_s) }
}

fn page(asked: &Asked, courses: &[Course], kept: &[String]) -> String {
    let mut text = format!("{} of {}\n", asked.kind, asked.target());
    for (stage, course) in asked.stages.iter().zip(courses) {
        if asked.stages.len() > 1 {
            text += &format!("\nstage \"{}\" ({})\n", stage.name, stage.study);
        }
        if let Some(building) = &stage.building {
            text += &built(building);
        }
        text += &match &stage.work {
            Work::Cells(_) | Work::Recorded(..) => listed(course),
            Work::Ramp(work) => format!(
                "\ntrials of {} that close in on the highest load under {}\n",
                work.role.title, work.role.ceiling
            ),
        };
        text += &format!("\n{}", summary(stage, course));
    }
    if courses.len() > 1 {
        let sum = |of: fn(&Course) -> f64| courses.iter().map(of).sum::<f64>();
        text += &format!(
            "\nall stages: likely {}, {} at most\n",
            range(sum(|c| c.likely_s), sum(|c| c.noisy_s)),
            duration(sum(|c| c.longest_s))
        );
    }
    if !kept.is_empty() {
        text += &format!(
            "\nof earlier runs (the times above are those of measuring all anew)\n  {}\n",
            kept.join("\n  ")
        );
    }
    text
}

/// What is built for a stage and destroyed by that, as commands.
fn built(building: &Building) -> String {
    let part = |title: &str, lines: &[String]| {
        let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
        if lines.is_empty() { String::new() } else { format!("\n{title}\n{lines}") }
    };
    part("would build the layouts, and destroy what the disks hold", &building.up())
        + &part("and take them down, each step where it is needed", &building.down())
        + &part("to know", building.notes())
}

fn listed(course: &Course) -> String {
    let mut text =
        "\ncells, if all places are alike (what is measured decides what comes next)\n".to_owned();
    for ask in course.asks.iter().take(LISTED_MAX) {
        text += &format!("  {}  {}\n", ask.cell.descriptor(), ask.purpose);
    }
    if course.asks.len() > LISTED_MAX {
        text += &format!("  ... and {} more\n", course.asks.len() - LISTED_MAX);
    }
    text
}

fn summary(stage: &Stage, course: &Course) -> String {
    let cells = format!(
        "cells      {} likely, {} at most, with a pause of {} before each\n",
        course.asks.len(),
        course.cells_max(),
        duration(course.pause_s)
    );
    let mut text = if course.asks.is_empty() { String::new() } else { cells };
    text += &format!(
        "time       {} likely, {} at most{}\n",
        range(course.likely_s, course.noisy_s),
        duration(course.longest_s),
        if stage.shelf.simulated() { " (on a virtual clock, which is much faster)" } else { "" },
    );
    let space = match stage.shelf.lay_bytes() {
        0 => "none".to_owned(),
        bytes => {
            let at = |mibps: u64| bytes as f64 / (mibps * Bytes::MIB) as f64;
            format!(
                "{} in files that are laid first (in {} at 1,000 MiB/s, {} at 100 MiB/s) and gone at the end",
                Bytes(bytes),
                duration(at(1000)),
                duration(at(100))
            )
        }
    };
    text += &format!("space      {space}\n");
    for line in filled(stage) {
        text += &format!("fills      {line}\n");
    }
    let written = written(stage);
    let written = if written.is_empty() { "nothing".to_owned() } else { written.join(", ") };
    text + &format!("writes to  {written}\n")
}

/// How far the stage would fill each place, level by level.
fn filled(stage: &Stage) -> Vec<String> {
    let fills = stage.shelf.fills();
    let each = |spot: &Spot| {
        let levels = fills.iter().zip(&spot.filled_bytes);
        let levels = levels.map(|(percent, bytes)| format!("{percent} % ({})", Bytes(*bytes)));
        format!("{} to {}", spot.word, levels.collect::<Vec<_>>().join(", then "))
    };
    if fills.is_empty() { Vec::new() } else { stage.shelf.spots.iter().map(each).collect() }
}

/// What the stage would write to.
fn written(stage: &Stage) -> Vec<String> {
    let writes = stage.shelf.will_write();
    let given_up = stage.building.iter().flat_map(|building| &building.disks);
    let given_up = given_up.map(|disk| format!("{} (what is there is lost)", disk.display()));
    let there = stage.shelf.spots.iter().filter(|spot| spot.built.is_empty());
    let told = there.filter_map(|spot| match spot.kind {
        Kind::Simulated => None,
        Kind::Directory => Some(format!("a file of its own in {}", spot.word)),
        Kind::Device | Kind::File => {
            writes.then(|| format!("{} (what is there is lost)", spot.word))
        }
    });
    told.chain(given_up).collect()
}

/// From where all is alike and steady to where nothing is.
fn range(likely_s: f64, noisy_s: f64) -> String {
    match (duration(likely_s), duration(noisy_s)) {
        (one, same) if one == same => one,
        (low, high) => format!("{low} (all steady and alike) to {high} (in noise)"),
    }
}

fn duration(seconds: f64) -> String {
    if seconds <= 0.0 { "none".to_owned() } else { report::words::duration(seconds) }
}

fn document(asked: &Asked, courses: &[Course], kept: &[String]) -> String {
    let stage = |(stage, course): (&Stage, &Course)| {
        let cells: Vec<_> = course
            .asks
            .iter()
            .map(|ask| {
                json!({
                    "cell": ask.cell.descriptor(),
                    "purpose": ask.purpose,
                    "seconds_min": Nanos(ask.until.time_min_ns).0 as f64 / 1e9,
                    "seconds_max": Nanos(ask.until.time_max_ns).0 as f64 / 1e9,
                })
            })
            .collect();
        json!({
            "name": stage.name,
            "study": stage.study,
            "cells": cells,
            "cells_likely": course.asks.len(),
            "cells_max": course.cells_max(),
            "pause_s": course.pause_s,
            "likely_s": course.likely_s,
            "noisy_s": course.noisy_s,
            "longest_s": course.longest_s,
            "lay_bytes": stage.shelf.lay_bytes(),
            "writes_to": written(stage),
            "fills": filled(stage),
            "built": stage.building.as_ref().map(|building| json!({
                "layouts": building.names(),
                "build": building.up(),
                "take_down": building.down(),
                "notes": building.notes(),
            })),
        })
    };
    let stages: Vec<_> = asked.stages.iter().zip(courses).map(stage).collect();
    let document = json!({
        "kind": asked.kind,
        "target": asked.target(),
        "command": asked.command,
        "stages": stages,
        "earlier_runs": kept,
    });
    serde_json::to_string_pretty(&document).expect("plain values become text") + "\n"
}
