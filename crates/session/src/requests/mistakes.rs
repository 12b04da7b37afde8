//! All problems of a request, reported at once.

use crate::failure::{Ending, Failure};

/// The problems of a request.
#[derive(Debug, Default)]
pub struct Mistakes {
    lines: Vec<String>,
    /// The ending. [`Ending::Wrong`] takes precedence over a place that failed or was refused; `None` without problems.
    ending: Option<Ending>,
}

impl Mistakes {
    /// Adds an error in the command line.
    pub fn add(&mut self, line: String) {
        self.lines.push(line);
        self.ending = Some(Ending::Wrong);
    }

    /// Returns the value of an option, or adds its error.
    pub fn keep<T, E: std::fmt::Display>(&mut self, option: &str, read: Result<T, E>) -> Option<T> {
        read.map_err(|error| self.add(format!("{option}: {error}"))).ok()
    }

    /// Returns the result, or adds the lines of its failure.
    pub fn take<T>(&mut self, made: Result<T, Failure>) -> Option<T> {
        made.map_err(|failure| {
            if self.ending != Some(Ending::Wrong) {
                self.ending = Some(failure.ending);
            }
            self.lines.extend(failure.lines);
        })
        .ok()
    }

    /// The failure with all problems; without lines if there are none.
    pub fn failure(self) -> Failure {
        Failure::of(self.ending.unwrap_or(Ending::Wrong), self.lines)
    }

    /// Whether there is no problem.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}
