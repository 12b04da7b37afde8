//! Everything that is wrong with a request, told at once.

use crate::failure::{Ending, Failure};

/// Everything that is wrong with a request.
#[derive(Debug, Default)]
pub struct Mistakes {
    lines: Vec<String>,
    /// Nothing is wrong with the words themselves, but a place failed or was refused.
    ending: Option<Ending>,
}

impl Mistakes {
    /// Something is wrong.
    pub fn add(&mut self, line: String) {
        self.lines.push(line);
        self.ending = Some(Ending::Wrong);
    }

    /// The value, or a mistake.
    pub fn keep<T, E: std::fmt::Display>(&mut self, option: &str, read: Result<T, E>) -> Option<T> {
        read.map_err(|error| self.add(format!("{option}: {error}"))).ok()
    }

    /// What was made, or why it could not be.
    pub fn take<T>(&mut self, made: Result<T, Failure>) -> Option<T> {
        made.map_err(|failure| {
            if self.ending != Some(Ending::Wrong) {
                self.ending = Some(failure.ending);
            }
            self.lines.extend(failure.lines);
        })
        .ok()
    }

    /// All that is wrong; nothing is, and there is nothing to be told.
    pub fn failure(self) -> Failure {
        Failure::of(self.ending.unwrap_or(Ending::Wrong), self.lines)
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}
