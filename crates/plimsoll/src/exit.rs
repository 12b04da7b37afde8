//! Every exit code of the program, and the failures that carry them. No other file ends the process.

use std::fmt;
use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done, and the verdict (if one was asked) is fit.
    Done,
    /// The verdict is not fit.
    NotFit,
    /// The evidence does not allow a verdict.
    CannotTell,
    /// The command line or the job is wrong.
    Wrong,
    /// The target was refused, or failed: it could not be laid or opened, a job's I/O failed, or so many of a
    /// check's I/Os that no answer can rest on the rest.
    Target,
    /// A fault of ours.
    Bug,
    /// Interrupted; what was measured is kept.
    Interrupted,
    /// What another tool would end with in its place.
    Tool(u8),
}

impl Exit {
    /// The number the shell sees.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::NotFit => 1,
            Self::CannotTell => 2,
            Self::Wrong => 3,
            Self::Target => 4,
            Self::Bug => 5,
            Self::Interrupted => 130,
            Self::Tool(code) => code,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// Why a command could not do its work: what to tell the user, and how to end.
#[derive(Debug)]
pub(crate) struct Failure {
    /// How to end.
    pub(crate) exit: Exit,
    /// One line for each thing that is wrong, each saying what the user can do.
    pub(crate) lines: Vec<String>,
}

impl Failure {
    /// The command line or the job is wrong.
    pub(crate) fn wrong(line: impl fmt::Display) -> Self {
        Self { exit: Exit::Wrong, lines: vec![line.to_string()] }
    }

    /// The target failed or was refused.
    pub(crate) fn target(line: impl fmt::Display) -> Self {
        Self { exit: Exit::Target, lines: vec![line.to_string()] }
    }

    /// Another thing that is wrong; a slip of the pen weighs more than a refusal, as it comes first.
    pub(crate) fn add(&mut self, other: Self) {
        if other.exit == Exit::Wrong {
            self.exit = Exit::Wrong;
        }
        self.lines.extend(other.lines);
    }

    /// A fault of ours.
    pub(crate) fn bug(line: impl fmt::Display) -> Self {
        Self { exit: Exit::Bug, lines: vec![line.to_string()] }
    }
}

/// What every command gives.
pub(crate) type Outcome = Result<Exit, Failure>;
