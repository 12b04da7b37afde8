//! Mistakes in a log: the first ones with their lines, and their number.

use std::fmt;

/// The most problems; a log with this many is not read further.
pub(super) const PROBLEMS_MAX: usize = 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportProblem {
    pub line: u64,
    /// What is wrong and what to do, in lower case.
    pub text: String,
}

impl fmt::Display for ImportProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

#[derive(Debug, Default)]
pub(super) struct ProblemList(Vec<ImportProblem>);

impl ProblemList {
    pub(super) fn add(&mut self, line: u64, text: impl Into<String>) {
        if !self.is_full() {
            self.0.push(ImportProblem { line, text: text.into() });
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.0.len() >= PROBLEMS_MAX
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn into_vec(self) -> Vec<ImportProblem> {
        self.0
    }
}

/// The first characters of a wrong line or word, safe to print.
pub(super) fn excerpt(text: &str) -> String {
    const CHARACTERS_MAX: usize = 40;
    base::shown::escaped(&base::shown::clipped(text, CHARACTERS_MAX)).into_owned()
}
