//! The common part of the commands of other tools: takes what the reader of a tool understood, runs it like any job, and
//! returns the numbers for the writer of that tool. Notes and warnings go to the store and to the place in
//! `PLIMSOLL_NOTES`, progress goes to a terminal, and stderr has the errors, as the tool itself prints them.
//!
//! The command of a tool reads its files with [`read_text`], calls [`Call::accept_job`], then [`measure`], and writes the text of
//! its writer to standard output or to a file. Only the command knows the exit codes of the tool.

pub mod batch;
mod call;
pub mod of_file;
pub mod outcome;
mod reading;
mod running;

use crate::failure::{Ending, Failure};
pub use crate::terminal::say;
pub use call::Call;
use compat::outcome::Outcome;
use compat::pasted;
use outcome::OutcomeBuilder;
pub use reading::{accept_job, check_configuration, settle_sizes};
pub use reading::{read_text, with_machine_facts};
use record::Record;
use report::Language;
use report::messages::foreign::ForeignFault;
pub use running::{check_parts, create_files, measure, open_store, with_streams};
use sample::EngineEvent;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use summary::warning::Detail;
use summary::{WarningKind, Weight};
use workload::{JobTarget, TargetLocation, Workload};

/// An event that the command of a tool receives while its job runs.
#[derive(Clone, Copy, Debug)]
pub enum ToolEvent<'a> {
    /// All files are prefilled, and the run begins: sizes and seed are known.
    Prepared,
    /// An event of the engine, which is counted already.
    Event(&'a EngineEvent),
}

/// Receives each event with the counts so far.
pub type ToolListener<'a> = &'a mut dyn FnMut(ToolEvent<'_>, &OutcomeBuilder);

#[derive(Clone, Debug)]
pub struct Job<V> {
    /// The workload, in which simulated and null targets have their own kinds.
    pub workload: Workload,
    pub view: V,
    /// All texts that were read.
    pub text: String,
    /// The notes that were shown to the user.
    pub notes: Vec<String>,
}

/// The result of a run, also of a failed one.
#[derive(Clone, Debug)]
pub struct RunResult {
    /// The numbers; all zero if the run did not begin.
    pub outcome: Outcome,
    pub ending: Ending,
    pub began: bool,
}

impl RunResult {
    pub fn nothing() -> Self {
        Self { outcome: Outcome::default(), ending: Ending::Done, began: false }
    }
}

/// The flag that the first Ctrl-C sets; the second Ctrl-C ends the process. Every call returns the same flag.
pub fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(flag) = FLAG.get() {
        return Ok(Arc::clone(flag));
    }
    let flag = Arc::clone(FLAG.get_or_init(Arc::default));
    sys::signal::on_interrupt(&flag).map_err(Failure::bug)?;
    Ok(flag)
}

#[cfg(test)]
mod tests;

/// Reports how long an interrupted run was, because the output of the tool does not show it.
pub fn report_interruption(outcome: &Outcome) {
    if outcome.interrupted {
        let counted_ns = outcome.streams.iter().map(|stream| stream.runtime_ns).max().unwrap_or(0);
        let seconds = counted_ns as f64 / 1e9;
        say(ForeignFault::Interrupted { seconds: format!("{seconds:.1}") });
    }
}

/// Warns about missing files whose names may have lost backslashes to a shell.
pub fn warn_about_backslashes<'a>(
    workload: &Workload,
    named: impl IntoIterator<Item = (&'a str, &'a str)>,
) {
    for (target, name) in named {
        let absent = |known: &&JobTarget| {
            known.name == target
                && matches!(&known.place, TargetLocation::Path(path) if !path.exists())
        };
        if let Some(advice) = pasted::quoted(name)
            && workload.targets.iter().any(|known| absent(&known))
        {
            say(format!("warning: {advice}"));
        }
    }
}

/// Reports the notes of the run after the first `known_notes`, and its serious warnings.
fn remarks(record: &Record, known_notes: usize) {
    record
        .notes
        .iter()
        .skip(known_notes)
        .for_each(|note| remark(&report::words::note(Language::En, note)));
    // That a run is not stored is already reported on stderr.
    let said = |kind| kind == WarningKind::NotStored;
    let grave = record.warnings.iter().filter(|d| d.weight > Weight::Note && !said(d.kind));
    // Thousands of streams may have the same warning: it is reported in one line.
    let mut reported: Vec<(Option<&str>, &Detail, u64)> = Vec::new();
    for warning in grave {
        match reported.iter_mut().find(|known| known.1 == &warning.detail) {
            Some(known) => known.2 += 1,
            None => reported.push((warning.subject.name(), &warning.detail, 0)),
        }
    }
    for (about, detail, others) in reported {
        let text = report::words::detail(Language::En, detail);
        let about = about.map(str::to_owned).map(|about| match others {
            0 => format!("{about}: "),
            count => format!("{}: ", ForeignFault::AndOthers { about, count }.text(Language::En)),
        });
        let line = format!("warning: {}{text}", about.unwrap_or_default());
        // Rates of blocks that were never written are not those of the storage.
        if matches!(detail, Detail::Holes { .. }) && std::env::var_os("PLIMSOLL_NOTES").is_none() {
            say(&line);
        }
        remark(&line);
    }
}

/// Writes a note or a warning to the place in `PLIMSOLL_NOTES`. By default it does not go to stderr, because callers of the tool
/// may take any text there for a failure.
fn remark(line: &str) {
    match std::env::var("PLIMSOLL_NOTES").as_deref() {
        Ok("stderr") => say(line),
        Err(_) | Ok("" | "store") => {}
        Ok(file) => {
            let opened = std::fs::OpenOptions::new().create(true).append(true).open(file);
            let written =
                opened.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
            if let Err(e) = written {
                say(ForeignFault::NotesUnwritable { file: file.to_string(), error: e.to_string() });
            }
        }
    }
}
