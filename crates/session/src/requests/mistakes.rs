//! All problems of a request, reported at once.

use crate::failure::{Ending, Failure};
use report::messages::arguments::ArgumentFault;
use std::fmt::Display;

#[derive(Debug, Default)]
pub struct Mistakes {
    /// All problems so far; `None` without problems.
    failure: Option<Failure>,
}

impl Mistakes {
    /// Adds an error in the command line.
    pub fn add(&mut self, line: impl Display) {
        self.add_failure(Failure::wrong(line));
    }

    /// Adds that two options cannot be used together.
    pub fn add_conflict(&mut self, one: &str, other: &str) {
        let (one, other) = (one.to_owned(), other.to_owned());
        self.add(ArgumentFault::CannotBeCombined { one, other });
    }

    fn add_failure(&mut self, failure: Failure) {
        match &mut self.failure {
            Some(all) => all.add(failure),
            None => self.failure = Some(failure),
        }
    }

    /// Returns the value of an option, or adds its error.
    pub fn keep<T, E: Display>(&mut self, option: &str, read: Result<T, E>) -> Option<T> {
        read.map_err(|error| self.add(format!("{option}: {error}"))).ok()
    }

    pub fn take<T>(&mut self, made: Result<T, Failure>) -> Option<T> {
        made.map_err(|failure| self.add_failure(failure)).ok()
    }

    /// The failure with all problems; without lines if there are none.
    pub fn failure(self) -> Failure {
        self.failure.unwrap_or_else(|| Failure::of(Ending::Wrong, Vec::new()))
    }

    pub fn is_empty(&self) -> bool {
        self.failure.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::messages::system::SystemAction;

    #[test]
    fn a_failure_keeps_its_excerpts_and_the_number_of_the_system() {
        let problems = [job::Problem { span: 0..1, text: "odd".to_owned(), help: String::new() }];
        let shown = Failure::shown(&"the plan is wrong", "plan.toml", "x", &problems, false);
        let error = std::io::Error::from_raw_os_error(28);
        let failed = Failure::system(Ending::Target, SystemAction::Write, "/srv/x", &error);
        let mut mistakes = Mistakes::default();
        assert!(mistakes.is_empty());
        mistakes.take::<()>(Err(failed));
        mistakes.take::<()>(Err(shown));
        assert!(!mistakes.is_empty());
        let all = mistakes.failure();
        assert_eq!((all.ending, all.errno, all.lines.len()), (Ending::Wrong, Some(28), 1));
        assert_eq!(all.lines_with_places()[0], "plan.toml:1:1: odd");
    }
}
