//! `plimsoll sqlio --sweep`: the lab book's matrix, one log for each cell and one table of all.

use super::{Done, exit, one};
use crate::exit::{Exit, Failure, Outcome};
use crate::session::foreign::{Call, interrupt, say};
use base::{Bytes, Clock, Nanos};
use dialect::sqlio::numbers;
use dialect::sqlio::sweep::{Ways, csv_head, csv_line, expand};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use sys::clock::SystemClock;

/// How long the storage rests between two cells unless `--pause` says otherwise, as in the lab book.
const PAUSE: Nanos = Nanos(30_000_000_000);
/// How often a pause looks whether it is to end, in nanoseconds.
const STEP_NS: u64 = 50_000_000;

/// How a matrix is run.
struct Settings {
    ways: Ways,
    pause: Nanos,
    folder: PathBuf,
    decimal_comma: bool,
}

/// Runs the matrix that `text` means; words beside it hold for every cell.
pub(super) fn run(call: &mut Call, text: &str) -> Outcome {
    let settings = settings(call)?;
    let sweep = expand(text, settings.ways).map_err(|problems| {
        let shown = dialect::show("--sweep", text, &problems, false);
        Failure::wrong(format!("the sweep is wrong\n{}", shown.trim_end()))
    })?;
    if sweep.left_out > 0 {
        say(&format!("{} cells have more threads than stripes and are left out", sweep.left_out));
    }
    std::fs::create_dir_all(&settings.folder).map_err(|e| failed("make", &settings.folder, &e))?;
    let path = settings.folder.join("sweep.csv");
    let mut table = fresh(&path)?;
    write(&mut table, &path, &csv_head(settings.decimal_comma))?;
    let stop = interrupt()?;
    let common = std::mem::take(&mut call.words);
    let mut worst = Exit::Done;
    for (index, cell) in sweep.cells.iter().enumerate() {
        if index > 0 {
            rest(settings.pause, &stop);
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
        say(&format!("{} of {}: {}", index + 1, sweep.cells.len(), cell.log));
        call.words = common.iter().chain(&cell.words).cloned().collect();
        let log = settings.folder.join(&cell.log);
        let mut file = fresh(&log)?;
        let done = one(call, &mut |text| write(&mut file, &log, text))?;
        let Some(Done { view, measured }) = done else { return Ok(super::FAILED) };
        if exit(&measured) != Exit::Done {
            worst = exit(&measured);
        }
        let line = csv_line(cell, &view, &numbers(&measured.outcome), settings.decimal_comma);
        write(&mut table, &path, &line)?;
    }
    Ok(worst)
}

fn settings(call: &mut Call) -> Result<Settings, Failure> {
    let part = call.take_value("--part")?.map(|text| text.parse::<Bytes>()).transpose();
    let pause = call.take_value("--pause")?.map(|text| text.parse::<Nanos>()).transpose();
    let wrong = |option: &str, why: String| Failure::wrong(format!("{option}: {why}"));
    let settings = Settings {
        ways: Ways {
            cross: call.take_flag("--cross"),
            part_bytes: part.map_err(|e| wrong("--part", e.to_string()))?.map(|bytes| bytes.0),
        },
        pause: pause.map_err(|e| wrong("--pause", e.to_string()))?.unwrap_or(PAUSE),
        folder: PathBuf::from(call.take_value("--logs")?.unwrap_or_else(|| ".".to_owned())),
        decimal_comma: call.take_flag("--decimal-comma"),
    };
    Ok(settings)
}

/// A new file: logs of an earlier sweep are days of work.
fn fresh(path: &Path) -> Result<File, Failure> {
    File::create_new(path).map_err(|e| failed("make", path, &e))
}

fn write(file: &mut File, path: &Path, text: &str) -> Result<(), Failure> {
    file.write_all(text.as_bytes()).map_err(|e| failed("write", path, &e))
}

fn failed(what: &str, path: &Path, e: &std::io::Error) -> Failure {
    let hint = if e.kind() == std::io::ErrorKind::AlreadyExists {
        "; name another folder with --logs"
    } else {
        ""
    };
    Failure::target(format!("failed to {what} {}: {e}{hint}", path.display()))
}

fn rest(pause: Nanos, stop: &AtomicBool) {
    let clock = SystemClock::new();
    let end_ns = clock.now_ns() + pause.0;
    while clock.now_ns() < end_ns && !stop.load(Ordering::Relaxed) {
        clock.sleep_until(end_ns.min(clock.now_ns() + STEP_NS));
    }
}
