//! Results of other tools: takes a text, gives the runs in it, or every mistake with its line.
//!
//! Each tool's reader turns its text into plain [`contents::Run`]s; [`arithmetic`] checks the figures against each other;
//! [`record`] makes the record. Never does I/O, never reads a clock, never keeps part of an input. Start at [`runs`].

pub mod arithmetic;
pub mod contents;
pub mod number;
pub mod record;
pub mod text;

use crate::tool::{Results, TOOLS};
use ::record::Record;
use contents::Run;

/// The result of one reader: the runs of a file, or a line and a text for each mistake.
pub type ReaderResult = Result<Vec<Run>, Vec<(usize, String)>>;

fn tools() -> impl Iterator<Item = &'static Results> {
    TOOLS.iter().filter_map(|tool| tool.results.as_ref())
}

/// The records of runs, in their order. `version` is the program's. Runs from several files of one run of a tool are
/// joined into one record if they are given together.
pub fn records(runs: Vec<Run>, version: &str) -> Vec<Record> {
    let joined = tools().fold(runs, |runs, results| (results.join)(runs));
    joined.into_iter().map(|run| record::of(run, version)).collect()
}

/// The runs in a text, read by the tool that wrote it; `None` where no supported tool wrote it.
pub fn runs(name: &str, text: &str) -> Option<ReaderResult> {
    tools().find_map(|results| (results.read)(name, text))
}
