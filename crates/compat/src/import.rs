//! Results of other tools: takes a text, gives the runs in it, or every mistake with its line.
//!
//! Each tool's reader turns its text into plain [`found::Run`]s; [`arithmetic`] holds the figures against each other;
//! [`record`] makes the record. Never does I/O, never reads a clock, never keeps half of what was given. Start at [`runs`].

pub mod arithmetic;
pub mod found;
pub mod number;
pub mod record;
pub mod text;

use crate::tool::{Results, TOOLS};
use ::record::Record;
use found::Run;

/// What one reader gives: the runs of a file, or a line and a text for each mistake.
pub type Found = Result<Vec<Run>, Vec<(usize, String)>>;

fn tools() -> impl Iterator<Item = &'static Results> {
    TOOLS.iter().filter_map(|tool| tool.results.as_ref())
}

/// The records of runs, in their order. `version` is the program's. A tool may write one run into several files; those that
/// are given together become one record.
pub fn records(runs: Vec<Run>, version: &str) -> Vec<Record> {
    let joined = tools().fold(runs, |runs, results| (results.join)(runs));
    joined.iter().map(|run| record::of(run, version)).collect()
}

/// The runs in a text, by the tool that wrote it; none where no tool here did.
pub fn runs(name: &str, text: &str) -> Option<Found> {
    let read = tools().find_map(|results| (results.read)(name, text));
    read.or_else(|| tools().find_map(|results| Some(Err(vec![(results.advice)(text)?]))))
}
