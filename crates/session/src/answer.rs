//! How an answer reaches the user: text or JSON on standard output, the HTML page, the exit code.

use crate::failure::{Ending, Failure};
use crate::live::Progress;
use crate::output::Place;
use crate::recorder::Recorder;
use crate::terminal;
pub use crate::terminal::quoted;
use record::{Record, State, StudyRecord, Verdict};
use report::messages::results::ResultsFault;
use report::messages::system::{SystemAction, SystemFailure};
use report::terminal::{Places, terminal_at};
use std::path::{Path, PathBuf};
use summary::{Warning, WarningKind, WarningSubject, Weight};
use sys::inventory::{Inventory, SystemRoots};

/// Returns a new seed of at most 32 bits, short enough to retype.
pub fn new_seed() -> u64 {
    base::random::derive(sys::clock::unix_now(), &[u64::from(std::process::id())]) >> 32
}

/// The inventory of a target without an observation period, so that a job starts at once. The device's counters over the
/// run show whether other processes did I/O.
pub fn facts_at_once(path: &Path) -> Option<Inventory> {
    sys::inventory::target(path, &SystemRoots::default()).ok()
}

/// The inventory of a target with one second of observed activity, which includes the I/O of other processes.
pub fn look(path: &Path) -> Option<Inventory> {
    let roots = SystemRoots::default();
    let mut found = sys::inventory::target(path, &roots).ok()?;
    found.watch(&roots, std::time::Duration::from_secs(1));
    Some(found)
}

/// Prints the answer and writes the HTML page. Returns false if a requested page could not be written.
pub fn show(
    record: &Record,
    as_json: bool,
    page: Option<&Place>,
    recorder: &Recorder,
    progress: &mut Progress,
) -> Result<bool, Failure> {
    if let Some(lost) = recorder.lost().filter(|_| recorder.stops().is_none()) {
        progress.warn(format!("plimsoll: {}", report::words::warning(progress.language(), &lost)));
    }
    if let Some(displaced) = recorder.displaced() {
        progress.warn(displaced);
    }
    let (mut written, mut whole) = (None, true);
    if let Some(place) = page {
        // If the page cannot be written, warn and still print the answer: the page can be made again from the store.
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
                progress.warn(ResultsFault::PageNotWritten { error });
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

/// An unused file in a folder for a command that started then, such as `plimsoll-check-2026-03-01-1405.html`.
pub fn usual_file(folder: &Path, command: &str, started_unix_s: i64, kind: &str) -> PathBuf {
    let at = base::clock::utc(started_unix_s);
    let (month, day) = (u8::from(at.month()), at.day());
    let date = format!("{:04}-{month:02}-{day:02}", at.year());
    let digits = format!("{date}-{:02}{:02}", at.hour(), at.minute());
    let name = |more: String| folder.join(format!("plimsoll-{command}-{digits}{more}.{kind}"));
    // Files of commands that started in the same minute are numbered.
    let numbered = (2..).map(|number| name(format!("-{number}")));
    let mut free = std::iter::once(name(String::new())).chain(numbered).filter(|p| !p.exists());
    free.next().expect("a folder cannot hold every number")
}

/// The ending of a command after its output. If a requested page could not be written (`page_written` is false), a fit or
/// undecided ending becomes [`Ending::Target`]; results missing from the store always do that.
pub fn final_ending(ending: Ending, page_written: bool, recorder: &Recorder) -> Ending {
    match ending {
        _ if recorder.lost().is_some() => Ending::Target,
        Ending::Done | Ending::CannotTell if !page_written => Ending::Target,
        ending => ending,
    }
}

/// The ending of a finished record; for a study, from the verdicts of its stages. Failed I/O ends a run without a
/// verdict, or with the verdict CANNOT TELL, with [`Ending::Target`].
pub fn ending(record: &Record) -> Ending {
    let study = record.study.as_ref().and_then(StudyRecord::verdict);
    match (record.state, record.verdict.or(study)) {
        (State::Interrupted, _) => Ending::Interrupted,
        (State::Failed, _) => Ending::Target,
        (_, None | Some(Verdict::Fit)) if record.verdict.is_none() && has_failures(record) => {
            Ending::Target
        }
        (_, Some(Verdict::CannotTell)) if has_failures(record) => Ending::Target,
        (_, None | Some(Verdict::Fit)) if record.study.is_some() && is_forbidden(record) => {
            Ending::CannotTell
        }
        (_, None | Some(Verdict::Fit)) => Ending::Done,
        (_, Some(Verdict::NotFit)) => Ending::NotFit,
        (_, Some(Verdict::CannotTell)) => Ending::CannotTell,
    }
}

/// Whether a warning about the whole run forbids a verdict.
fn is_forbidden(record: &Record) -> bool {
    let run = |warning: &&Warning| warning.subject == WarningSubject::Run;
    record.warnings.iter().filter(run).any(|warning| warning.weight == Weight::Forbids)
}

fn has_failures(record: &Record) -> bool {
    let mut streams = record.trials.iter().flat_map(|trial| &trial.streams);
    streams.any(|s| s.read.errors + s.write.errors + s.flush.errors > 0)
        || record.warnings.iter().any(|warning| warning.kind == WarningKind::IoErrors)
}
