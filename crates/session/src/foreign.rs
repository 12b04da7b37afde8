//! The common part of the commands of other tools: takes what the reader of a tool understood, runs it like any job, and
//! returns the numbers for the writer of that tool. Notes and warnings go to the store and to the place in
//! `PLIMSOLL_NOTES`, progress goes to a terminal, and stderr has the errors, as the tool itself prints them.
//!
//! The command of a tool reads its files with [`read_text`], calls [`Call::accept_job`], then [`measure`], and writes the text of
//! its writer to standard output or to a file. Only the command knows the exit codes of the tool.

pub mod batch;
mod call;
mod machine;
pub mod of_file;
pub mod outcome;
pub mod plimsoll_options;
mod problems;
mod reading;
mod remarks;
mod running;
pub mod sizes;

pub use crate::terminal::say;
pub use call::Call;
pub use problems::{accept_job, check_configuration};
pub use reading::{read_text, with_machine_facts};
pub use remarks::{report_interruption, warn_about_backslashes};
pub use running::{check_parts, create_files, measure, open_store, with_streams};

use crate::failure::{Ending, Failure};
use compat::outcome::Outcome;
use outcome::OutcomeBuilder;
use sample::EngineEvent;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use workload::Workload;

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

/// A job of another tool that can run.
#[derive(Clone, Debug)]
pub struct Job<V> {
    /// The workload, in which simulated and null targets have their own kinds.
    pub workload: Workload,
    /// Further values for the output of the tool.
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
    /// The result of a call that requests no run.
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
