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

/// The most problems that are told.
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
    let mut records: Vec<Record> = records(all, version).into_iter().chain(grids).collect();
    name_apart(&mut records);
    Imported { records, problems: troubles }
}

/// The file of a record and the line at which it starts there.
pub fn place_of(record: &Record) -> (String, usize) {
    let mut facts = record.facts.iter().flat_map(|group| &group.rows);
    let fact = facts.find(|fact| fact.name == FactKey::ImportFile.into());
    let line = fact.and_then(|fact| match fact.remark {
        Some(FactRemark::FromLine { line }) => Some(line),
        _ => None,
    });
    let file = match fact.map(|fact| &fact.value) {
        Some(FactValue::Text(file)) => file.clone(),
        _ => String::new(),
    };
    (file, line.unwrap_or(1))
}

/// Adds to the subjects where each comes from: as many parts of its path, from the end, as tell files of equal subjects apart, and the
/// line in a file with several. A single subject that has the word of its file's name stays.
fn name_apart(records: &mut [Record]) {
    let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, record) in records.iter().enumerate() {
        alike.entry(record.subject.words()).or_default().push(index);
    }
    for (subject, group) in alike {
        let places: Vec<(String, usize)> =
            group.iter().map(|index| place_of(&records[*index])).collect();
        let files: HashSet<&str> = places.iter().map(|place| &*place.0).collect();
        let end = |file: &str, parts: usize| {
            let mut all: Vec<&str> = file.rsplit('/').take(parts).collect();
            all.reverse();
            all.join("/")
        };
        let deepest = files.iter().map(|file| file.split('/').count()).max().unwrap_or(1);
        let tells = |parts: &usize| {
            files.iter().map(|file| end(file, *parts)).collect::<HashSet<_>>().len() == files.len()
        };
        let parts = (1..deepest).find(tells).unwrap_or(deepest);
        let word = subject.rsplit(' ').next().unwrap_or_default();
        if group.len() == 1 && (places[0].0.is_empty() || end(&places[0].0, 1).contains(word)) {
            continue;
        }
        for (index, (file, line)) in group.iter().zip(&places) {
            let line = match places.iter().filter(|(other, _)| other == file).count() {
                1 => String::new(),
                _ => format!(":{line}"),
            };
            records[*index].subject = format!("{subject}, {}{line}", end(file, parts)).into();
        }
    }
}

/// The problem of a file of no known kind; [`KNOWN`] tells which ones are.
pub const UNKNOWN: &str = "is no result that is known here";

/// The kinds of files, for people.
pub const KNOWN: &str = "known results: SQLIO logs, DISKSPD text and XML, fio JSON and text, Iometer CSV, Orion summaries and CSVs, grids of \
                         points as CSV (layout, op, block_kib, depth, threads, value); a log of a running system (iostat, blkparse, \
                         performance counters) is imported with plimsoll capture --import FILE -o CAPTURE";
