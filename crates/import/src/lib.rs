//! Takes result files of other tools; gives records like our own, marked as imported, or every mistake with its line.
//!
//! One file for each tool: each turns its text into a plain [`found::Run`]; [`arithmetic`] holds the figures
//! against each other; [`record`] makes the record. Never does I/O, never reads a clock, never keeps half of
//! what was given. Start at [`read`].

pub mod arithmetic;
pub mod diskspd;
pub mod fio;
pub mod found;
pub mod grid;
pub mod iometer;
pub mod number;
pub mod orion;
pub mod record;
pub mod sqlio;
pub mod text;

use ::record::Record;
use found::Run;

/// One file as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path, as users named it.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
    /// When it was last changed, in seconds since 1970, UTC: stands in for a start that the text does not tell.
    pub modified_unix_s: Option<i64>,
}

/// Something that is wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {text}")]
pub struct Trouble {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what to do, in lower case.
    pub text: String,
}

/// What one reader gives: the runs of a file, or a line and a text for each mistake.
pub type Found = Result<Vec<Run>, Vec<(usize, String)>>;

/// The records of all files, in their order, or all that is wrong in any of them. `version` is the program's.
/// Orion writes one run into several files; those that were given together become one record. Grids come behind the others.
pub fn read(files: &[File], version: &str) -> Result<Vec<Record>, Vec<Trouble>> {
    let (mut runs, mut grids, mut troubles) = (Vec::new(), Vec::new(), Vec::new());
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
                Err(found) => troubles.extend(found.into_iter().map(|(line, text)| Trouble {
                    file: file.name.clone(),
                    line,
                    text,
                })),
            }
            continue;
        }
        match one(&file.name, &text) {
            Ok(found) => runs.extend(found.into_iter().map(|mut run| {
                run.file.clone_from(&file.name);
                run.notes.extend(remark.map(str::to_owned));
                run.modified_unix_s = file.modified_unix_s;
                if run.source_text.is_empty() {
                    run.source_text.clone_from(&text);
                }
                run
            })),
            Err(found) => troubles.extend(found.into_iter().map(|(line, text)| Trouble {
                file: file.name.clone(),
                line,
                text,
            })),
        }
    }
    if !troubles.is_empty() {
        return Err(troubles);
    }
    Ok(orion::joined(runs).iter().map(|run| record::of(run, version)).chain(grids).collect())
}

/// Reads one text by the tool that wrote it.
fn one(name: &str, text: &str) -> Found {
    let known = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if known(&["\"fio version\""]) {
        fio::read(text)
    } else if known(&["TimeStamp,'Target Type"]) {
        let line = text.lines().position(|l| l.starts_with("TimeStamp,")).unwrap_or(0) + 1;
        Err(vec![(line, INSTANTANEOUS.to_owned())])
    } else if known(&["'Target Type,Target Name", "'Test Type,Test Description"]) {
        iometer::read(text)
    } else if known(&["<Results>"]) && known(&["<TimeSpan>"]) {
        diskspd::xml::read(text)
    } else if known(&["Results for timespan", "Results for job"]) {
        diskspd::read(text)
    } else if known(&["sqlio v", "CUMULATIVE DATA:"]) {
        sqlio::read(text)
    } else if known(&["Large/Small,"]) {
        orion::csv::read(name, text)
    } else if known(&["Maximum Small IOPS", "Maximum Large MBPS"]) {
        orion::read(name, text)
    } else if known(&["run=", "groupid="]) && known(&["IOPS=", "iops="]) || known(&[";fio-"]) {
        Err(vec![(1, FIO_NORMAL.to_owned())])
    } else {
        Err(vec![grid::pasted::found(text).unwrap_or((1, UNKNOWN.to_owned()))])
    }
}

const INSTANTANEOUS: &str = "is Iometer's log of single updates, not its results; give the file without \"inst\" in \
                             front of its name";
const FIO_NORMAL: &str = "is fio's text for people, which leaves out most figures; run fio with \
                          --output-format=json or json+ and import that";
const UNKNOWN: &str = "is not a result that is known here: SQLIO logs, DISKSPD text or XML, fio JSON, Iometer CSV, \
                       Orion summaries and CSVs, and grids of cells as CSV (layout, op, block_kib, depth, threads, value) are";
