//! Every exit code of the program, and the document of a failure, which contains one. No other file ends the process.

use serde_json::json;
use session::failure::{Ending, Failure};
use std::process::ExitCode;

/// The end of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done, and the verdict (if requested) is fit.
    Done,
    /// The verdict is not fit.
    NotFit,
    /// The evidence does not allow a verdict.
    CannotTell,
    /// The command line or the job is wrong.
    Wrong,
    /// The target was refused, or failed: it could not be prefilled or opened, a job's I/O failed, or too many I/Os of
    /// a check failed for an answer.
    Target,
    /// A bug in Plimsoll.
    Bug,
    /// Interrupted; measured values are kept.
    Interrupted,
    /// The exit code that another tool would have.
    #[cfg(feature = "tool")]
    Tool(u8),
}

impl Exit {
    /// The number the shell sees.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::NotFit => 1,
            Self::CannotTell => 2,
            Self::Wrong => 3,
            Self::Target => 4,
            Self::Bug => 5,
            Self::Interrupted => 130,
            #[cfg(feature = "tool")]
            Self::Tool(code) => code,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

impl From<Ending> for Exit {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Done => Self::Done,
            Ending::NotFit => Self::NotFit,
            Ending::CannotTell => Self::CannotTell,
            Ending::Wrong => Self::Wrong,
            Ending::Target => Self::Target,
            Ending::Bug => Self::Bug,
            Ending::Interrupted => Self::Interrupted,
        }
    }
}

/// A failure for programs, as docs/reference/json.md has it.
pub(crate) fn document(failure: &Failure) -> String {
    let exit = Exit::from(failure.ending).code();
    let document =
        json!({ "format": 1, "kind": "error", "exit": exit, "errors": failure.errors() });
    format!("{document:#}\n")
}

/// The result of every command.
pub(crate) type Outcome = Result<Exit, Failure>;
