//! What a study would do: its cells, its likely and its longest time, its space, and what it would write to. Touches nothing.
//!
//! Which cells come depends on what is measured. Listed are those that would come if all places were alike.

use super::progress::likely_s;
use super::{Asked, Stage, Work};
use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::session::layouts::Building;
use crate::session::shelf::{Kind, Spot};
use base::{Bytes, Nanos};
use serde_json::json;
use study::{Ask, Measured, Outlook};
use summary::Estimate;

/// Cells that are listed for people at most; `--json` lists all.
const LISTED_MAX: usize = 40;
/// Cells that are imagined at most: a study that never ends must not keep us.
const IMAGINED_MAX: usize = 100_000;
/// What every place is imagined to give, in MiB/s.
const MIBPS: f64 = 100.0;

/// One stage as it would go.
struct Course {
    asks: Vec<Ask>,
    outlook: Outlook,
    likely_s: f64,
    longest_s: f64,
    pause_s: f64,
}

/// Tells it on standard output.
pub(super) fn tell(asked: &Asked, seed: u64, as_json: bool) -> Outcome {
    let courses: Vec<Course> =
        asked.stages.iter().map(|stage| imagine(asked, stage, seed)).collect();
    let text = if as_json { document(asked, &courses) } else { page(asked, &courses) };
    print_bytes(text.as_bytes()).map(|_| Exit::Done)
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
                longest_s: time_s,
                pause_s,
            };
        }
    };
    let mut study = build(seed, &[]);
    let outlook = study.outlook();
    let (mut asks, mut now_s): (Vec<Ask>, f64) = (Vec::new(), 0.0);
    while let Some(ask) = study.ask().filter(|_| asks.len() < IMAGINED_MAX) {
        let cell_s = likely_s(&ask, pause_s);
        study.take(&ask, &alike(&ask, cell_s, now_s));
        now_s += cell_s;
        asks.push(ask);
    }
    let longest = |ask: &Ask| pause_s + (ask.until.warm_up_ns + ask.until.time_max_ns) as f64 / 1e9;
    let cell_max_s = asks.iter().map(longest).fold(0.0, f64::max);
    let cells_max = outlook.cells_max.max(asks.len());
    Course { asks, outlook, likely_s: now_s, longest_s: cells_max as f64 * cell_max_s, pause_s }
}

/// What a cell gives where all places are alike.
fn alike(ask: &Ask, cell_s: f64, now_s: f64) -> Measured {
    let about = |value: f64| Estimate {
        value,
        low: value * (1.0 - ask.until.half_width / 2.0),
        high: value * (1.0 + ask.until.half_width / 2.0),
        ..Estimate::unknown(value)
    };
    let mibps = MIBPS * ask.cell.targets.len() as f64;
    Measured {
        mibps: about(mibps),
        iops: about(mibps * Bytes::MIB as f64 / ask.cell.load.block.0.max(1) as f64),
        latency_ns_mean: 1e6,
        latency_ns_p99: None,
        seconds: cell_s,
        settled: true,
        errors: 0,
        began_s: now_s,
        cpu_busy_share: None,
        stalls: Vec::new(),
    }
}

fn page(asked: &Asked, courses: &[Course]) -> String {
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
            duration(sum(|c| c.likely_s)),
            duration(sum(|c| c.longest_s))
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
    let cells_max = course.outlook.cells_max.max(course.asks.len());
    let cells = format!(
        "cells      {} likely, {cells_max} at most, with a pause of {} before each\n",
        course.asks.len(),
        duration(course.pause_s)
    );
    let mut text = if course.asks.is_empty() { String::new() } else { cells };
    text += &format!(
        "time       {} likely, {} at most{}\n",
        duration(course.likely_s),
        duration(course.longest_s),
        if stage.shelf.simulated() { " (on a virtual clock, which is much faster)" } else { "" },
    );
    let space = match stage.shelf.lay_bytes() {
        0 => "none".to_owned(),
        bytes => format!("{} in files that are laid first and gone at the end", Bytes(bytes)),
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

fn duration(seconds: f64) -> String {
    if seconds <= 0.0 { "none".to_owned() } else { report::words::duration(seconds) }
}

fn document(asked: &Asked, courses: &[Course]) -> String {
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
            "cells_max": course.outlook.cells_max.max(course.asks.len()),
            "pause_s": course.pause_s,
            "likely_s": course.likely_s,
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
    });
    serde_json::to_string_pretty(&document).expect("plain values become text") + "\n"
}
