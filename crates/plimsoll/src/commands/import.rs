//! `plimsoll results import`: results of other tools as rows of the store.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use import::File;
use record::Record;
use report::Language;
use report::messages::results::ImportMessage;
use report::messages::system::AdvisedError;
use report::words::run_subject;
use session::failure::{Ending, Failure};
use session::foreign::say;
use session::stored;
use session::{input, recorder};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use store::RunId;

/// The most files of all folders (ours).
const FILES_MAX: usize = 100_000;

/// Stores the results of all files that can be read, and lists the others. A file in a folder may be anything; one that is named has
/// to be a result.
pub(crate) fn run(paths: &[PathBuf], store: Option<&Path>, json: bool) -> Outcome {
    let (mut files, mut lines, mut file_paths) = (Vec::new(), Vec::new(), Vec::new());
    for path in paths {
        if path.is_dir() {
            add_files_of(path, &mut file_paths, &mut lines);
        } else {
            file_paths.push(path.clone());
        }
    }
    for path in &file_paths {
        match load(path) {
            Ok(file) => files.push(file),
            Err(line) => lines.push(line),
        }
    }
    let is_unread = !lines.is_empty();
    let import::Imported { mut records, problems } =
        import::read(&files, env!("CARGO_PKG_VERSION"));
    let is_named = |file: &str| paths.iter().any(|path| path == Path::new(file));
    let is_named_wrong = is_unread || problems.iter().any(|problem| is_named(&problem.file));
    let has_unknown = problems.iter().any(|problem| problem.text == import::UNKNOWN);
    lines.extend(problems.iter().map(ToString::to_string));
    lines.extend(has_unknown.then(|| import::KNOWN.to_owned()));
    if records.is_empty() {
        say(ImportMessage::NothingImported);
        return Err(Failure::of(Ending::Wrong, lines));
    }
    let mut store = recorder::open(store)?;
    lines.extend(stored::take_known(&store, &mut records)?);
    let runs = store.add(&records)?;
    let stored: Vec<(RunId, &Record)> = runs.into_iter().zip(&records).collect();
    lines.iter().for_each(say);
    if json {
        print_bytes(format!("{:#}\n", document(&stored, &lines)).as_bytes())?;
    } else {
        print_bytes(lines_of(&stored).as_bytes())?;
    }
    Ok(if is_named_wrong { Exit::WRONG } else { Exit::DONE })
}

/// Adds the files of a folder and the folders in it, by their names. Links are not followed: they may lead back.
fn add_files_of(folder: &Path, file_paths: &mut Vec<PathBuf>, lines: &mut Vec<String>) {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            let error = AdvisedError(&error).to_string();
            let file = folder.display().to_string();
            return lines.push(ImportMessage::NotRead { file, error }.to_string());
        }
    };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => add_files_of(&entry.path(), file_paths, lines),
            Ok(kind) if kind.is_file() && file_paths.len() < FILES_MAX => {
                file_paths.push(entry.path());
            }
            _ => {}
        }
    }
}

fn load(path: &Path) -> Result<File, String> {
    let file = || path.display().to_string();
    let not_read = |error: std::io::Error| {
        let error = AdvisedError(&error).to_string();
        ImportMessage::NotRead { file: file(), error }.to_string()
    };
    let facts = std::fs::metadata(path).map_err(not_read)?;
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
                _ => not_read(error),
            }
        })?,
        modified_unix_s: modified.and_then(|time| i64::try_from(time.as_secs()).ok()),
    })
}

fn lines_of(stored: &[(RunId, &Record)]) -> String {
    let mut text = String::new();
    for (run, record) in stored {
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

fn document(stored: &[(RunId, &Record)], left_out: &[String]) -> serde_json::Value {
    let runs: Vec<_> = stored
        .iter()
        .map(|(run, record)| {
            serde_json::json!({
                "run": run.0, "subject": record.subject.words(), "tests": record.trials.len(),
                "points": points(record), "warnings": record.warnings.len(),
            })
        })
        .collect();
    serde_json::json!({ "format": 2, "runs": runs, "left_out": left_out })
}
