//! Takes result files of other tools; gives records like our own, marked as imported, and every mistake with its line.
//!
//! `compat` reads the files of each tool; grids of points as CSV are read here. Never does I/O, never reads a clock,
//! never keeps part of a file. Start at [`read`].

pub mod grid;

use base::shown::clipped;
use compat::import::{records, runs, text};
use record::Record;

/// The most problems that are told.
const PROBLEMS_MAX: usize = 1_000;
/// The most characters of a problem, which may quote the file.
const CHARS_MAX: usize = 400;

/// One input file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path, as the user named it.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
    /// When it was last changed, in seconds since 1970, UTC; used as start time where the text has none.
    pub modified_unix_s: Option<i64>,
}

/// A problem in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {text}")]
pub struct ImportProblem {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The problem and what to do, in lower case.
    pub text: String,
}

/// The records of the files without mistakes, and the mistakes in the others.
#[derive(Debug, Default)]
pub struct Imported {
    /// In the order of the files, but with grids last.
    pub records: Vec<Record>,
    /// At most 1,000.
    pub problems: Vec<ImportProblem>,
}

impl Imported {
    /// The records if no file has a mistake.
    pub fn whole(self) -> Result<Vec<Record>, Vec<ImportProblem>> {
        if self.problems.is_empty() { Ok(self.records) } else { Err(self.problems) }
    }
}

/// Reads files; `version` is the program's.
pub fn read(files: &[File], version: &str) -> Imported {
    let (mut all, mut grids, mut troubles) = (Vec::new(), Vec::new(), Vec::new());
    let add = |troubles: &mut Vec<ImportProblem>, file: &File, found: Vec<(usize, String)>| {
        let room = PROBLEMS_MAX - troubles.len();
        troubles.extend(found.into_iter().take(room).map(|(line, text)| ImportProblem {
            file: file.name.clone(),
            line,
            text: clipped(&text, CHARS_MAX).into_owned(),
        }));
    };
    for file in files {
        let (text, remark) = text::decoded(&file.bytes);
        if grid::is_grid(&text) {
            match grid::read(&text) {
                Ok(rows) => grids.push(grid::record(
                    &file.name,
                    &text,
                    file.modified_unix_s,
                    version,
                    &rows,
                )),
                Err(found) => add(&mut troubles, file, found),
            }
            continue;
        }
        let unknown = || Err(vec![(1, UNKNOWN.to_owned())]);
        match runs(&file.name, &text).unwrap_or_else(unknown) {
            Ok(found) => all.extend(found.into_iter().map(|mut run| {
                run.file.clone_from(&file.name);
                run.notes.extend(remark.clone());
                run.modified_unix_s = file.modified_unix_s;
                if run.source_text.is_empty() {
                    run.keep_source(&text);
                }
                run
            })),
            Err(found) => add(&mut troubles, file, found),
        }
    }
    let records = records(all, version).into_iter().chain(grids).collect();
    Imported { records, problems: troubles }
}

/// The problem of a file of no known kind; [`KNOWN`] tells which ones are.
pub const UNKNOWN: &str = "is no result that is known here";

/// The kinds of files, for people.
pub const KNOWN: &str = "known results: SQLIO logs, DISKSPD text and XML, fio JSON and text, Iometer CSV, Orion summaries and CSVs, grids of \
                         points as CSV (layout, op, block_kib, depth, threads, value); a log of a running system (iostat, blkparse, \
                         performance counters) is imported with plimsoll capture --import FILE -o CAPTURE";
