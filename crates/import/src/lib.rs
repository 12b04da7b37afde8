//! Takes result files of other tools; gives records like our own, marked as imported, and every mistake with its line.
//!
//! `compat` reads the files of each tool; grids of points as CSV are read here. Never does I/O, never reads a clock,
//! never keeps part of a file. Start at [`read`].

pub mod grid;
pub mod points;

use base::shown::clipped;
use compat::import::{records, runs, text};
use record::{FactKey, FactRemark, FactValue, Record};
use std::collections::{HashMap, HashSet};

const PROBLEMS_MAX: usize = 1_000;
/// The most characters of a problem, which may quote the file.
const CHARS_MAX: usize = 400;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path, as the user named it.
    pub name: String,
    pub bytes: Vec<u8>,
    /// When it was last changed, in seconds since 1970, UTC; used as start time where the text has none.
    pub modified_unix_s: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {text}")]
pub struct ImportProblem {
    pub file: String,
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
    let (mut all_runs, mut grids, mut problems) = (Vec::new(), Vec::new(), Vec::new());
    for file in files {
        let (text, remark) = text::decoded(&file.bytes);
        if grid::is_grid(&text) {
            let modified_unix_s = file.modified_unix_s;
            match grid::read(&text) {
                Ok(rows) => {
                    grids.push(grid::record(&file.name, &text, modified_unix_s, version, &rows));
                }
                Err(troubles) => add_problems(&mut problems, file, troubles),
            }
            continue;
        }
        let unknown_kind = || Err(vec![(1, UNKNOWN.to_owned())]);
        match runs(&file.name, &text).unwrap_or_else(unknown_kind) {
            Ok(of_file) => all_runs.extend(of_file.into_iter().map(|mut run| {
                run.file.clone_from(&file.name);
                run.notes.extend(remark.clone());
                run.modified_unix_s = file.modified_unix_s;
                if run.source_text.is_empty() {
                    run.keep_source(&text);
                }
                run
            })),
            Err(troubles) => add_problems(&mut problems, file, troubles),
        }
    }
    let mut records: Vec<Record> = records(all_runs, version).into_iter().chain(grids).collect();
    name_apart(&mut records);
    Imported { records, problems }
}

/// Adds the wrong lines of a file, while there is room.
fn add_problems(problems: &mut Vec<ImportProblem>, file: &File, wrong_lines: Vec<(usize, String)>) {
    let room = PROBLEMS_MAX - problems.len();
    problems.extend(wrong_lines.into_iter().take(room).map(|(line, text)| ImportProblem {
        file: file.name.clone(),
        line,
        text: clipped(&text, CHARS_MAX).into_owned(),
    }));
}

/// Where a record comes from.
#[derive(Clone, Debug)]
pub struct RecordPlace {
    /// The name of its file; empty if it is unknown.
    pub file: String,
    pub line: usize,
}

pub fn place_of(record: &Record) -> RecordPlace {
    let mut facts = record.facts.iter().flat_map(|group| &group.rows);
    let fact = facts.find(|fact| fact.name == FactKey::ImportFile.into());
    let line = match fact.and_then(|fact| fact.remark.as_ref()) {
        Some(FactRemark::FromLine { line }) => *line,
        _ => 1,
    };
    let file = match fact.map(|fact| &fact.value) {
        Some(FactValue::Text(file)) => file.clone(),
        _ => String::new(),
    };
    RecordPlace { file, line }
}

/// Adds to the subjects where each comes from: as many parts of its path, from the end, as tell files of equal subjects apart, and the
/// line in a file with several. A single subject that has the word of its file's name stays.
fn name_apart(records: &mut [Record]) {
    let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, record) in records.iter().enumerate() {
        alike.entry(record.subject.words()).or_default().push(index);
    }
    for (subject, group) in alike {
        let places: Vec<RecordPlace> =
            group.iter().map(|index| place_of(&records[*index])).collect();
        let files: HashSet<&str> = places.iter().map(|place| &*place.file).collect();
        let parts = parts_that_distinguish(&files);
        let word = subject.rsplit(' ').next().unwrap_or_default();
        let only = &places[0].file;
        if group.len() == 1 && (only.is_empty() || path_end(only, 1).contains(word)) {
            continue;
        }
        for (index, place) in group.iter().zip(&places) {
            let line = match places.iter().filter(|other| other.file == place.file).count() {
                1 => String::new(),
                _ => format!(":{}", place.line),
            };
            let end = path_end(&place.file, parts);
            records[*index].subject = format!("{subject}, {end}{line}").into();
        }
    }
}

/// The least number of parts from the end of the paths that tells all files apart.
fn parts_that_distinguish(files: &HashSet<&str>) -> usize {
    let deepest = files.iter().map(|file| file.split('/').count()).max().unwrap_or(1);
    let distinguish = |parts: &usize| {
        let ends: HashSet<String> = files.iter().map(|file| path_end(file, *parts)).collect();
        ends.len() == files.len()
    };
    (1..deepest).find(distinguish).unwrap_or(deepest)
}

fn path_end(file: &str, parts: usize) -> String {
    let mut end: Vec<&str> = file.rsplit('/').take(parts).collect();
    end.reverse();
    end.join("/")
}

/// The problem of a file of no known kind; [`KNOWN`] tells which ones are.
pub const UNKNOWN: &str = "is no result that is known here";

/// The kinds of files, for people.
pub const KNOWN: &str = "known results: SQLIO logs, DISKSPD text and XML, fio JSON and text, Iometer CSV, Orion summaries and CSVs, grids of \
                         points as CSV (layout, op, block_kib, depth, threads, value); a log of a running system (iostat, blkparse, \
                         performance counters) is imported with plimsoll capture --import FILE -o CAPTURE";
