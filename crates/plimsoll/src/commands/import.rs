//! `plimsoll results import`: results of other tools as rows of the store.

use crate::commands::papers::print_bytes;
use crate::exit::Outcome;
use import::File;
use record::Record;
use report::Language;
use report::messages::results::ImportMessage;
use report::messages::system::AdvisedError;
use report::words::run_subject;
use session::failure::{Ending, Failure};
use session::foreign::say;
use session::{input, recorder};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use store::RunId;

/// Reads all files, and stores their results if none of them has a mistake.
pub(crate) fn run(paths: &[PathBuf], store: Option<&Path>, json: bool) -> Outcome {
    let (mut files, mut lines) = (Vec::new(), Vec::new());
    for path in paths {
        match load(path) {
            Ok(file) => files.push(file),
            Err(line) => lines.push(line),
        }
    }
    let records = import::read(&files, env!("CARGO_PKG_VERSION")).map_err(|troubles| {
        lines.extend(troubles.iter().map(ToString::to_string));
    });
    let records = match records {
        Ok(records) if lines.is_empty() => records,
        _ => {
            say(ImportMessage::Problems { count: lines.len() as u64 });
            return Err(Failure::of(Ending::Wrong, lines));
        }
    };
    let mut store = recorder::open(store)?;
    let runs = store.add(&records)?;
    let told: Vec<(RunId, &Record)> = runs.into_iter().zip(&records).collect();
    if json {
        return print_bytes(format!("{:#}\n", document(&told)).as_bytes());
    }
    print_bytes(lines_of(&told).as_bytes())
}

fn load(path: &Path) -> Result<File, String> {
    let file = || path.display().to_string();
    let told = |error: std::io::Error| {
        let error = AdvisedError(&error).to_string();
        ImportMessage::NotRead { file: file(), error }.to_string()
    };
    let facts = std::fs::metadata(path).map_err(told)?;
    if !facts.is_file() {
        return Err(ImportMessage::NotAFile { file: file() }.to_string());
    }
    let modified = facts.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    Ok(File {
        name: file(),
        bytes: input::bytes_up_to(path, input::RESULT_BYTES_MAX).map_err(|error| {
            match error.kind() {
                ErrorKind::InvalidData => {
                    ImportMessage::TooLarge { file: file(), error: error.to_string() }.to_string()
                }
                _ => told(error),
            }
        })?,
        modified_unix_s: modified.and_then(|time| i64::try_from(time.as_secs()).ok()),
    })
}

fn lines_of(told: &[(RunId, &Record)]) -> String {
    let mut text = String::new();
    for (run, record) in told {
        let number = run.to_string();
        let tests = match points(record) as u64 {
            0 => ImportMessage::Tests { count: record.trials.len() as u64 },
            count => ImportMessage::Points { count },
        };
        let run = ImportMessage::Run { run: number.clone() };
        let subject = run_subject(Language::of_process(), &record.subject);
        text.push_str(&format!("{run}  {subject}  {tests}"));
        let count = record.warnings.len() as u64;
        if count > 0 {
            text.push_str(&format!("  {}", ImportMessage::Warnings { count, run: number }));
        }
        text.push('\n');
    }
    text
}

fn points(record: &Record) -> usize {
    record.study.iter().flat_map(|study| &study.stages).map(|stage| stage.points.len()).sum()
}

fn document(told: &[(RunId, &Record)]) -> serde_json::Value {
    let runs: Vec<_> = told
        .iter()
        .map(|(run, record)| {
            serde_json::json!({
                "run": run.0, "subject": record.subject.words(), "tests": record.trials.len(),
                "points": points(record), "warnings": record.warnings.len(),
            })
        })
        .collect();
    serde_json::json!({ "format": 2, "runs": runs })
}
