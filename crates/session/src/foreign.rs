//! The common part of the commands of other tools: takes what the reader of a tool understood, runs it like any job, and
//! returns the numbers for the writer of that tool. Notes and warnings go to the store and to the place in
//! `PLIMSOLL_NOTES`, progress goes to a terminal, and stderr has the errors, as the tool itself prints them.
//!
//! The command of a tool reads its files with [`load()`], calls [`Call::understood`], then [`measure`], and writes the text of
//! its writer to standard output or to a file. Only the command knows the exit codes of the tool.

mod call;
mod machine;
pub mod of_file;
pub mod outcome;
pub mod own;
mod problems;
mod reading;
mod remarks;
mod running;
pub mod sizes;

pub use crate::terminal::say;
pub use call::Call;
pub use problems::{judged, understood};
pub use reading::{load, surroundings};
pub use remarks::{tell_if_cut, tell_lost_backslashes};
pub use running::{alone, measure, only, open_store};

use crate::failure::{Ending, Failure};
use compat::outcome::Outcome;
use outcome::OutcomeBuilder;
use sample::EngineEvent;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use workload::Workload;

/// An event that the command of a tool receives while its job runs.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// All files are prefilled, and the run begins: sizes and seed are known.
    Prepared,
    /// An event of the engine, which is counted already.
    Event(&'a EngineEvent),
}

/// Receives each event with the counts so far.
pub type Hear<'a> = &'a mut dyn FnMut(News<'_>, &OutcomeBuilder);

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
pub struct Measured {
    /// The numbers; all zero if the run did not begin.
    pub outcome: Outcome,
    /// The ending of the command.
    pub ending: Ending,
    /// Whether the first operation was started.
    pub began: bool,
}

impl Measured {
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
