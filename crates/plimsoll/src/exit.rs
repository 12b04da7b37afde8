//! Every exit code of the program, and the document of a failure, which contains one. No other file ends the process.

use serde_json::json;
use session::failure::{Ending, Failure};
use std::process::ExitCode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Ending(Ending),
    /// The exit code that another tool would have.
    Tool(u8),
}

impl Exit {
    pub(crate) const DONE: Self = Self::Ending(Ending::Done);
    pub(crate) const NOT_FIT: Self = Self::Ending(Ending::NotFit);
    pub(crate) const CANNOT_TELL: Self = Self::Ending(Ending::CannotTell);
    pub(crate) const WRONG: Self = Self::Ending(Ending::Wrong);
    pub(crate) const TARGET: Self = Self::Ending(Ending::Target);
    pub(crate) const INTERRUPTED: Self = Self::Ending(Ending::Interrupted);

    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::DONE => 0,
            Self::NOT_FIT => 1,
            Self::CANNOT_TELL => 2,
            Self::WRONG => 3,
            Self::TARGET => 4,
            Self::Ending(Ending::Bug) => 5,
            Self::INTERRUPTED => 130,
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
        Self::Ending(ending)
    }
}

/// A failure for programs, as docs/reference/json.md has it.
pub(crate) fn document(failure: &Failure) -> String {
    let exit = Exit::from(failure.ending).code();
    let document =
        json!({ "format": 1, "kind": "error", "exit": exit, "errors": failure.errors() });
    format!("{document:#}\n")
}

pub(crate) type Outcome = Result<Exit, Failure>;
