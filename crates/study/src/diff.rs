//! Two stored results held against each other: what differs in their conditions, and each number's ratio with its interval.
//!
//! Takes two records of any kind, gives a [`Diff`]. Pure; the words are the report's. A ratio's interval is made from
//! those of its two numbers (see `ratio` below) and holds for all rows together: that of 210 cells one looks better or worse
//! by chance is as rare as of one. What a machine does differently from one day to the next is in no interval of one run;
//! where a reference cell showed it within a run, it is added.

mod measures;
mod ratio;

pub use measures::Measure;
pub use ratio::{for_all, of};

use crate::record::Record;
use measures::{cells_of, measures};
use summary::{Estimate, Weight};

/// The smallest relative difference that counts, as in every study.
pub const PRACTICAL: f64 = 0.02;

/// Two results and how they differ; `b` is held against `a`.
#[derive(Clone, Debug, PartialEq)]
pub struct Diff {
    /// What was not the same when they were measured.
    pub conditions: Vec<Condition>,
    /// Every number that both have.
    pub rows: Vec<Row>,
    /// The geometric mean of the ratios of all cells, where there are many.
    pub overall: Option<Row>,
    /// What only `a` has.
    pub only_a: Vec<String>,
    /// What only `b` has.
    pub only_b: Vec<String>,
    /// The smallest relative difference that counts.
    pub practical: f64,
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
    /// Its unit; more is better.
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
    /// More, beyond chance and by more than what does not count.
    Better,
    /// Less, beyond chance and by more than what does not count.
    Worse,
    /// Not less by more than what does not count; whether it is more cannot be told.
    NotWorse,
    /// The evidence does not allow an answer.
    CannotTell,
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

/// Holds `b` against `a`; differences up to `practical` do not count.
pub fn diff(a: &Record, b: &Record, practical: f64) -> Diff {
    let (mut pairs, only_a, only_b) = measures::pairs(measures(a), measures(b));
    let many = pairs.len() >= OVERALL_MIN && a.study.is_some() && b.study.is_some();
    let family = pairs.len() + usize::from(many);
    let wander = [wander(a), wander(b)];
    let rows: Vec<Row> = pairs
        .drain(..)
        .map(|(one, other)| {
            let forbidden = forbids(a, &one.group) || forbids(b, &other.group);
            let ratio = for_all(of(&one.value, &other.value, wander), family);
            let change = if forbidden { Change::CannotTell } else { change(&ratio, practical) };
            let Measure { group, what, unit, value } = one;
            Row { group, what, unit, a: value, b: other.value, ratio, change }
        })
        .collect();
    let overall = many.then(|| overall(&rows, wander, [a, b], practical)).flatten();
    let answer = answer(&rows, overall.as_ref());
    Diff { conditions: conditions(a, b), rows, overall, only_a, only_b, practical, answer }
}

/// What a ratio with its interval means.
pub fn change(ratio: &Estimate, practical: f64) -> Change {
    let (low, high) = (1.0 / (1.0 + practical), 1.0 + practical);
    if !ratio.is_known() {
        Change::CannotTell
    } else if ratio.low >= low && ratio.high <= high {
        Change::Same
    } else if ratio.low > 1.0 && ratio.value >= high {
        Change::Better
    } else if ratio.high < 1.0 && ratio.value <= low {
        Change::Worse
    } else if ratio.low >= low {
        Change::NotWorse
    } else {
        Change::CannotTell
    }
}

/// All cells as one: the geometric mean of the ratios that have an interval.
fn overall(rows: &[Row], wander: [f64; 2], records: [&Record; 2], practical: f64) -> Option<Row> {
    let family = rows.len() + 1;
    // The wander is that of single cells; as many of its swings are seen as there are reference cells.
    let seen = records.map(|record| references(record).max(1).min(rows.len()) as f64);
    let calm = [wander[0] / seen[0].sqrt(), wander[1] / seen[1].sqrt()];
    let rows: Vec<&Row> = rows.iter().filter(|row| row.ratio.is_known()).collect();
    if rows.len() < OVERALL_MIN {
        return None;
    }
    let plain: Vec<Estimate> = rows.iter().map(|row| of(&row.a, &row.b, [0.0; 2])).collect();
    let ratio = for_all(ratio::mean(&plain, calm)?, family);
    let mean = |side: fn(&Row) -> f64| {
        let logs: f64 = rows.iter().map(|row| side(row).ln()).sum();
        Estimate::unknown((logs / rows.len() as f64).exp())
    };
    Some(Row {
        group: String::new(),
        what: format!("{} cells together", rows.len()),
        unit: rows[0].unit,
        a: mean(|row| row.a.value),
        b: mean(|row| row.b.value),
        ratio,
        change: change(&ratio, practical),
    })
}

fn answer(rows: &[Row], overall: Option<&Row>) -> Answer {
    let all = || rows.iter().chain(overall).map(|row| row.change);
    // Where cells are judged together, one that cannot be told alone does not spoil the answer.
    let told: Vec<Change> = match overall {
        Some(row) => vec![row.change],
        None => all().collect(),
    };
    if all().any(|change| change == Change::Worse) {
        Answer::Worse
    } else if told.is_empty() || told.contains(&Change::CannotTell) {
        Answer::CannotTell
    } else if told.iter().all(|change| *change == Change::Same)
        && all().all(|change| change != Change::Better)
    {
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
