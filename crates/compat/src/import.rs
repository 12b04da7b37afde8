//! Results of other tools: takes a text, gives the runs in it, or every mistake with its line.
//!
//! Each tool's reader turns its text into plain [`found::Run`]s; [`arithmetic`] holds the figures against each other;
//! [`record`] makes the record. Never does I/O, never reads a clock, never keeps half of what was given. Start at [`runs`].

pub mod arithmetic;
pub mod found;
pub mod number;
pub mod record;
pub mod text;

use crate::{diskspd, fio, iometer, orion, sqlio};
use ::record::Record;
use found::Run;

/// What one reader gives: the runs of a file, or a line and a text for each mistake.
pub type Found = Result<Vec<Run>, Vec<(usize, String)>>;

/// The records of runs, in their order. `version` is the program's. Orion writes one run into several files; those that are
/// given together become one record.
pub fn records(runs: Vec<Run>, version: &str) -> Vec<Record> {
    orion::import::joined(runs).iter().map(|run| record::of(run, version)).collect()
}

/// The runs in a text, by the tool that wrote it; none where no tool here did.
pub fn runs(name: &str, text: &str) -> Option<Found> {
    let known = |words: &[&str]| words.iter().any(|word| text.contains(word));
    Some(if known(&["\"fio version\""]) {
        fio::import::read(text)
    } else if known(&["TimeStamp,'Target Type"]) {
        let line = text.lines().position(|l| l.starts_with("TimeStamp,")).unwrap_or(0) + 1;
        Err(vec![(line, INSTANTANEOUS.to_owned())])
    } else if known(&["'Target Type,Target Name", "'Test Type,Test Description"]) {
        iometer::import::read(text)
    } else if known(&["<Results>"]) && known(&["<TimeSpan>"]) {
        diskspd::import::xml::read(text)
    } else if known(&["Results for timespan", "Results for job"]) {
        diskspd::import::read(text)
    } else if known(&["sqlio v", "CUMULATIVE DATA:"]) {
        sqlio::import::read(text)
    } else if known(&["Large/Small,"]) {
        orion::import::csv::read(name, text)
    } else if known(&["Maximum Small IOPS", "Maximum Large MBPS"]) {
        orion::import::read(name, text)
    } else if known(&["run=", "groupid="]) && known(&["IOPS=", "iops="]) || known(&[";fio-"]) {
        Err(vec![(1, FIO_NORMAL.to_owned())])
    } else {
        return None;
    })
}

const INSTANTANEOUS: &str = "is Iometer's log of single updates, not its results; give the file without \"inst\" in \
                             front of its name";
const FIO_NORMAL: &str = "is fio's text for people, which leaves out most figures; run fio with \
                          --output-format=json or json+ and import that";
