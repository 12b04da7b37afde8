//! Two stored results held against each other: what differs in their conditions, and each number's ratio with its interval.
//!
//! Takes two records of any kind, gives a [`Diff`]. Pure; the words are the report's. A ratio's interval is made from
//! those of its two numbers (see `ratio` below) and holds for all rows together: that of 210 cells one looks better or worse
//! by chance is as rare as of one. What a machine does differently from one day to the next is in no interval of one run;
//! where a reference cell showed it within a run, it is added.

mod measures;
mod ratio;

pub use measures::{Kind, Measure};
pub use ratio::{for_all, of};

use crate::record::Record;
pub(crate) use measures::together;
use measures::{cells_of, measures};
use summary::{Estimate, Weight};

/// The smallest relative difference of a rate that counts, as in every study.
pub const PRACTICAL: f64 = 0.02;
/// The smallest relative difference of a latency that counts, where no larger one is named (ours: a 99th percentile moves
/// several times as much as the rate that it is measured beside).
pub const PRACTICAL_LATENCY: f64 = 0.10;

/// Two results and how they differ; `b` is held against `a`.
#[derive(Clone, Debug, PartialEq)]
pub struct Diff {
    /// What was not the same when they were measured.
    pub conditions: Vec<Condition>,
    /// Every number that both have.
    pub rows: Vec<Row>,
    /// The geometric mean of the ratios of all cells, where there are many.
    pub overall: Option<Row>,
    /// The same of their 99th percentiles.
    pub overall_latency: Option<Row>,
    /// What only `a` has.
    pub only_a: Vec<String>,
    /// What only `b` has.
    pub only_b: Vec<String>,
    /// The smallest relative difference of a rate that counts.
    pub practical: f64,
    /// The same of a latency.
    pub practical_latency: f64,
    /// The answer in all.
    pub answer: Answer,
}

/// Something that was not the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// What.
    pub what: String,
    /// How it was in `a`; empty: it was not told.
    pub a: String,
    /// How it was in `b`.
    pub b: String,
}

/// One number in both.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The role, phase or stage.
    pub group: String,
    /// What of it: a stream, or a cell in the lab book's notation.
    pub what: String,
    /// What kind of number it is, and with it what is better.
    pub kind: Kind,
    /// Its unit.
    pub unit: &'static str,
    /// In `a`.
    pub a: Estimate,
    /// In `b`.
    pub b: Estimate,
    /// `b` over `a`; the interval holds for all rows together.
    pub ratio: Estimate,
    /// What that means.
    pub change: Change,
}

/// What a ratio means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The whole interval lies within what does not count.
    Same,
    /// The whole interval is better by more than what does not count.
    Better,
    /// The whole interval is worse by more than what does not count.
    Worse,
    /// Not worse by more than what does not count; whether it is better cannot be told.
    NotWorse,
    /// The evidence does not allow an answer.
    CannotTell,
    /// It belongs to a load of its own on either side, and is not judged.
    Told,
}

/// The answer in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing differs by more than what does not count.
    Same,
    /// Nothing is worse.
    NoWorse,
    /// Something is worse.
    Worse,
    /// The evidence does not allow an answer, or the two have nothing in common.
    CannotTell,
}

/// From so many cells on they are also judged together.
const OVERALL_MIN: usize = 4;

/// Holds `b` against `a`; differences of rates up to `practical`, and of latencies up to [`PRACTICAL_LATENCY`] or that where
/// it is more, do not count.
pub fn diff(a: &Record, b: &Record, practical: f64) -> Diff {
    let practical_latency = practical.max(PRACTICAL_LATENCY);
    let (mut pairs, only_a, only_b) = measures::pairs(measures(a), measures(b));
    let cells = a.study.is_some() && b.study.is_some();
    let rates = pairs.iter().filter(|(one, _)| one.kind == Kind::Rate).count();
    let many = rates >= OVERALL_MIN && cells;
    // What is judged, each for itself: a number without an interval says nothing, right or wrong.
    let sound = |one: &Measure| one.kind != Kind::Told && one.value.is_known();
    let judged = pairs.iter().filter(|(one, other)| sound(one) && sound(other)).count();
    let family = judged + 2 * usize::from(many);
    let wander = [wander(a), wander(b)];
    let rows: Vec<Row> = pairs
        .drain(..)
        .map(|(one, other)| {
            let forbidden = forbids(a, &one.group) || forbids(b, &other.group);
            let ratio = for_all(of(&one.value, &other.value, wander), family);
            let smallest = if one.kind == Kind::Latency { practical_latency } else { practical };
            let change = match one.kind {
                Kind::Told => Change::Told,
                _ if forbidden => Change::CannotTell,
                Kind::Line if one.value.value == 0.0 || other.value.value == 0.0 => {
                    no_line(one.value.value, other.value.value)
                }
                kind => change(kind, &ratio, smallest),
            };
            let Measure { kind, group, what, unit, value } = one;
            Row { kind, group, what, unit, a: value, b: other.value, ratio, change }
        })
        .collect();
    let of_kind = |kind: Kind, smallest: f64| {
        many.then(|| overall(&rows, kind, wander, [a, b], (smallest, family))).flatten()
    };
    let overall = of_kind(Kind::Rate, practical);
    let overall_latency = of_kind(Kind::Latency, practical_latency);
    let answer = answer(&rows, [overall.as_ref(), overall_latency.as_ref()]);
    let conditions = conditions(a, b);
    Diff {
        conditions,
        rows,
        overall,
        overall_latency,
        only_a,
        only_b,
        practical,
        practical_latency,
        answer,
    }
}

/// Where on one side not even the smallest load kept the ceiling.
fn no_line(a: f64, b: f64) -> Change {
    match (a > 0.0, b > 0.0) {
        (true, false) => Change::Worse,
        (false, true) => Change::Better,
        _ => Change::Same,
    }
}

/// What a ratio with its interval means: a difference is claimed only where the whole interval lies beyond the smallest one
/// that counts, and its absence only where the whole interval lies within.
pub fn change(kind: Kind, ratio: &Estimate, practical: f64) -> Change {
    // Of a latency less is better.
    let (bottom, top) = match kind {
        Kind::Latency | Kind::Told => (1.0 / ratio.high, 1.0 / ratio.low),
        Kind::Line | Kind::Rate => (ratio.low, ratio.high),
    };
    let (low, high) = (1.0 / (1.0 + practical), 1.0 + practical);
    if !ratio.is_known() {
        Change::CannotTell
    } else if bottom >= low && top <= high {
        Change::Same
    } else if bottom > high {
        Change::Better
    } else if top < low {
        Change::Worse
    } else if bottom >= low {
        Change::NotWorse
    } else {
        Change::CannotTell
    }
}

/// All cells as one: the geometric mean of their ratios. That of rates takes those that have an interval; percentiles of
/// cells have none, nor have the rates of imported grids, and their ratios are as uncertain as they differ from cell to cell.
fn overall(
    rows: &[Row],
    kind: Kind,
    wander: [f64; 2],
    records: [&Record; 2],
    (practical, family): (f64, usize),
) -> Option<Row> {
    let all: Vec<&Row> = rows.iter().filter(|row| row.kind == kind).collect();
    // The wander is that of single cells; as many of its swings are seen as there are reference cells.
    let seen = records.map(|record| references(record).max(1).min(all.len().max(1)) as f64);
    let calm = [wander[0] / seen[0].sqrt(), wander[1] / seen[1].sqrt()];
    let known: Vec<&Row> = all.iter().copied().filter(|row| row.ratio.is_known()).collect();
    let (rows, ratio) = if kind == Kind::Latency || known.len() < OVERALL_MIN {
        let ratios: Vec<f64> = all.iter().map(|row| row.ratio.value).collect();
        (all, ratio::spread(&ratios, calm)?)
    } else {
        let plain: Vec<Estimate> = known.iter().map(|row| of(&row.a, &row.b, [0.0; 2])).collect();
        (known, ratio::mean(&plain, calm)?)
    };
    if rows.len() < OVERALL_MIN {
        return None;
    }
    let ratio = for_all(ratio, family);
    let mean = |side: fn(&Row) -> f64| {
        let logs: f64 = rows.iter().map(|row| side(row).ln()).sum();
        Estimate::unknown((logs / rows.len() as f64).exp())
    };
    let (what, unit) = match kind {
        Kind::Latency => (format!("p99 of {} cells together", rows.len()), rows[0].unit),
        _ => (format!("{} cells together", rows.len()), rows[0].unit),
    };
    Some(Row {
        kind,
        group: String::new(),
        what,
        unit,
        a: mean(|row| row.a.value),
        b: mean(|row| row.b.value),
        ratio,
        change: change(kind, &ratio, practical),
    })
}

/// The answer rests on rates and lines; a latency that is worse is worse, one that cannot be told leaves the answer to
/// them, unless there are none.
fn answer(rows: &[Row], overall: [Option<&Row>; 2]) -> Answer {
    let all: Vec<&Row> = rows
        .iter()
        .chain(overall.into_iter().flatten())
        .filter(|row| row.change != Change::Told)
        .collect();
    let any = |change: Change| all.iter().any(|row| row.change == change);
    let rates = |row: &&&Row| row.kind != Kind::Latency;
    let primary: Vec<&&Row> = all.iter().filter(rates).collect();
    let primary = if primary.is_empty() { all.iter().collect() } else { primary };
    // Where cells are judged together, one that cannot be told alone does not spoil the answer.
    let told: Vec<Change> = match overall[0] {
        Some(row) => vec![row.change],
        None => primary.iter().map(|row| row.change).collect(),
    };
    if any(Change::Worse) {
        Answer::Worse
    } else if told.is_empty() || told.contains(&Change::CannotTell) {
        Answer::CannotTell
    } else if told.iter().all(|change| *change == Change::Same) && !any(Change::Better) {
        Answer::Same
    } else {
        Answer::NoWorse
    }
}

/// Whether a doubt about a role, or about the whole run, forbids resting anything on its numbers.
fn forbids(record: &Record, group: &str) -> bool {
    record.doubts.iter().any(|doubt| {
        doubt.weight == Weight::Forbids && (doubt.about.is_empty() || doubt.about == group)
    })
}

/// The relative standard deviation of the machine's own ups and downs, as its reference cells showed it.
fn wander(record: &Record) -> f64 {
    let stages = record.study.iter().flat_map(|study| &study.stages);
    stages.filter_map(|stage| stage.drift.as_ref()).map(|drift| drift.wander).fold(0.0, f64::max)
}

fn references(record: &Record) -> usize {
    let stages = record.study.iter().flat_map(|study| &study.stages);
    stages.filter_map(|stage| stage.drift.as_ref()).map(|drift| drift.cells.len()).sum()
}

/// What was not the same: parameters and versions first, then the facts of the machines.
fn conditions(a: &Record, b: &Record) -> Vec<Condition> {
    let mut out = Vec::new();
    let mut differs = |what: &str, a: String, b: String| {
        if a != b {
            out.push(Condition { what: what.to_owned(), a, b });
        }
    };
    differs("kind", a.kind.clone(), b.kind.clone());
    differs("version", a.version.clone(), b.version.clone());
    differs("target", a.target.clone(), b.target.clone());
    differs("subject", a.subject.clone(), b.subject.clone());
    differs("engine", a.engine.clone(), b.engine.clone());
    differs("need", a.need.clone(), b.need.clone());
    differs("seed", a.seed.to_string(), b.seed.to_string());
    // An identity is for programs; the command says the same to people.
    let identity = |r: &Record| r.study.as_ref().map(|study| study.identity.clone());
    if identity(a) != identity(b) {
        differs("command", a.command.clone(), b.command.clone());
    }
    if a.source_text != b.source_text {
        let told = |r: &Record| {
            let lines = r.source_text.lines().count();
            if lines == 0 { String::new() } else { format!("a text of {lines} lines") }
        };
        out.push(Condition { what: "job or profile".to_owned(), a: told(a), b: told(b) });
        if let Some(last) = out.last_mut().filter(|last| last.a == last.b) {
            last.b += ", not the same ones";
        }
    }
    facts(a, b, &mut out);
    let cells = [cells_of(a), cells_of(b)];
    if cells[0] != cells[1] {
        let told = |n: usize| if n == 0 { String::new() } else { n.to_string() };
        out.push(Condition { what: "cells".to_owned(), a: told(cells[0]), b: told(cells[1]) });
    }
    out
}

fn facts(a: &Record, b: &Record, out: &mut Vec<Condition>) {
    let list = |record: &Record| {
        let groups = record.facts.iter();
        groups
            .flat_map(|group| {
                group
                    .rows
                    .iter()
                    .map(|(name, value, _)| (format!("{}: {name}", group.title), value.clone()))
            })
            .collect::<Vec<_>>()
    };
    let (a, b) = (list(a), list(b));
    let find = |all: &[(String, String)], what: &str| {
        all.iter().find(|(name, _)| name == what).map(|(_, value)| value.clone())
    };
    for (what, value) in &a {
        let other = find(&b, what).unwrap_or_default();
        if *value != other {
            out.push(Condition { what: what.clone(), a: value.clone(), b: other });
        }
    }
    for (what, value) in &b {
        if find(&a, what).is_none() && !value.is_empty() {
            out.push(Condition { what: what.clone(), a: String::new(), b: value.clone() });
        }
    }
}
