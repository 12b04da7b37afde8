//! How an answer reaches the user: text or JSON on standard output, the HTML page, the exit code.

use crate::failure::{Ending, Failure};
use crate::leave::Permission;
use crate::live::Progress;
use crate::output::Place;
use crate::recorder::Recorder;
use crate::terminal;
pub use crate::terminal::quoted;
use record::{FactGroup, Record, State, StudyRecord, Verdict};
use report::messages::results::ResultsFault;
use report::messages::system::{SystemAction, SystemFailure};
use report::terminal::{Places, terminal_at};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use summary::{Warning, WarningKind, Weight};
use sys::inventory::{Inventory, SystemRoots};

/// A seed that nobody chose, small enough to be typed again.
pub fn new_seed() -> u64 {
    base::random::derive(sys::clock::unix_now(), &[u64::from(std::process::id())]) >> 32
}

/// A command that works on these paths, to be given from any folder.
pub fn from_anywhere<'a>(command: String, paths: impl IntoIterator<Item = &'a Path>) -> String {
    let simulated = |path: &Path| path.as_os_str().as_bytes().starts_with(b"sim:");
    let from_here = paths.into_iter().any(|path| path.is_relative() && !simulated(path));
    match std::env::current_dir() {
        Ok(folder) if from_here => format!("cd {} && {command}", quoted(folder)),
        _ => command,
    }
}

/// The files that are named among words, also behind an equals sign.
pub fn files_among<'a>(words: impl IntoIterator<Item = &'a str>) -> impl Iterator<Item = &'a Path> {
    let parts = words.into_iter().flat_map(|word| {
        [Some(word), word.split_once('=').map(|(_, value)| value)].into_iter().flatten()
    });
    parts.map(Path::new).filter(|path| path.exists())
}

/// The leaves to write, as words of a command.
pub fn write_words(writes: &Permission) -> Vec<String> {
    let each = |option: &str, path: &Path| format!("{option} {}", quoted(path));
    let destroy = writes.destroy.iter().map(|p| each("--destroy", p));
    destroy.chain(writes.overwrite.iter().map(|p| each("--overwrite", p))).collect()
}

/// The inventory as groups of facts.
pub fn facts(inventory: &Inventory) -> Vec<FactGroup> {
    inventory.groups().into_iter().map(|(title, rows)| FactGroup { title, rows }).collect()
}

/// What there is to know of a target without waiting: a job starts at once. Whether others did I/O meanwhile shows in
/// the device's own counters over the run.
pub fn facts_at_once(path: &Path) -> Option<Inventory> {
    sys::inventory::target(path, &SystemRoots::default()).ok()
}

/// Looks at a target for one second, at others' I/O too.
pub fn look(path: &Path) -> Option<Inventory> {
    let roots = SystemRoots::default();
    let mut found = sys::inventory::target(path, &roots).ok()?;
    found.watch(&roots, std::time::Duration::from_secs(1));
    Some(found)
}

/// Prints the answer and writes the page; gives whether that was written, where one was asked for.
pub fn give(
    record: &Record,
    as_json: bool,
    page: Option<&Place>,
    recorder: &Recorder,
    progress: &mut Progress,
) -> Result<bool, Failure> {
    if let Some(lost) = recorder.lost().filter(|_| recorder.stops().is_none()) {
        progress.warn(&format!("plimsoll: {}", report::words::warning(progress.language(), &lost)));
    }
    let (mut written, mut whole) = (None, true);
    if let Some(place) = page {
        // A page that cannot be written must not cost the answer: it is told, and can be made again from the store.
        match place.write_text(&report::html(record, progress.language())) {
            Ok(()) => written = Some(place.shown()),
            Err(e) => {
                whole = false;
                let failure = SystemFailure {
                    action: SystemAction::Write,
                    object: &place.shown(),
                    error: &e,
                };
                let error = failure.to_string();
                progress.warn(&ResultsFault::PageNotWritten { error }.to_string());
            }
        }
    }
    let text = if as_json {
        report::export::json(record)
    } else {
        let places = Places { report: written, store: Some(recorder.place()) };
        let language = progress.language();
        terminal::shown(terminal_at(record, &terminal::style(language), &places), language)
    };
    terminal::print(text.as_bytes()).map(|()| whole)
}

/// The page's name when the user gives none, such as `plimsoll-check-2026-03-01-1405.html`.
pub fn usual_page(command: &str, started_unix_s: i64) -> PathBuf {
    let moment = report::words::moment(started_unix_s);
    let digits: String = moment.trim_end_matches(" UTC").replace(' ', "-").replace(':', "");
    let name = |more: String| PathBuf::from(format!("plimsoll-{command}-{digits}{more}.html"));
    // Checks of the same minute keep their pages beside each other.
    let numbered = (2..).map(|number| name(format!("-{number}")));
    let mut free = std::iter::once(name(String::new())).chain(numbered).filter(|p| !p.exists());
    free.next().expect("a folder cannot hold every number")
}

/// How a command ends whose page was asked for and, unless `given`, could not be written: a worse end stays. Results that
/// are not all in the store end every command alike.
pub fn ended(ending: Ending, given: bool, recorder: &Recorder) -> Ending {
    match ending {
        _ if recorder.lost().is_some() => Ending::Target,
        Ending::Done | Ending::CannotTell if !given => Ending::Target,
        ending => ending,
    }
}

/// The exit code of a finished record; of a study, by what its stages say. A job or a study whose I/O failed did not do
/// what it was to do; a check whose I/O failed tells it by its code where the failures forbid the answer.
pub fn ending(record: &Record) -> Ending {
    let study = record.study.as_ref().and_then(StudyRecord::verdict);
    match (record.state, record.verdict.or(study)) {
        (State::Interrupted, _) => Ending::Interrupted,
        (State::Failed, _) => Ending::Target,
        (_, None | Some(Verdict::Fit)) if record.verdict.is_none() && errors(record) > 0 => {
            Ending::Target
        }
        (_, Some(Verdict::CannotTell)) if forbidden_by_errors(record) => Ending::Target,
        (_, None | Some(Verdict::Fit)) => Ending::Done,
        (_, Some(Verdict::NotFit)) => Ending::NotFit,
        (_, Some(Verdict::CannotTell)) => Ending::CannotTell,
    }
}

fn errors(record: &Record) -> u64 {
    let streams = record.trials.iter().flat_map(|trial| &trial.streams);
    streams.map(|s| s.read.errors + s.write.errors + s.flush.errors).sum()
}

fn forbidden_by_errors(record: &Record) -> bool {
    let forbids = |d: &Warning| d.kind == WarningKind::IoErrors && d.weight == Weight::Forbids;
    record.warnings.iter().any(forbids)
}
