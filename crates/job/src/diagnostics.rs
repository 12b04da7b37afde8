//! The result of reading a job; collects the notes and problems of the texts of an input, each once and with its place.

use crate::LineCounter;
use base::shown::clipped;
use std::collections::HashSet;
use std::ops::Range;
use workload::{Fidelity, Workload};

/// The most problems that are kept: more would take memory and time, and help nobody.
pub(crate) const PROBLEMS_MAX: usize = 1_000;
const NOTES_MAX: usize = 10_000;
/// The most characters of a note or problem, which may quote the text.
const CHARS_MAX: usize = 1_000;

/// A range of bytes in one of the texts of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextPlace {
    /// The number of the text; 0 for a single text, and for the command line of another tool.
    pub source: usize,
    pub span: Range<usize>,
}

impl From<Range<usize>> for TextPlace {
    fn from(span: Range<usize>) -> Self {
        Self { source: 0, span }
    }
}

impl From<&Range<usize>> for TextPlace {
    fn from(span: &Range<usize>) -> Self {
        span.clone().into()
    }
}

impl From<(usize, &Range<usize>)> for TextPlace {
    fn from((source, span): (usize, &Range<usize>)) -> Self {
        Self { source, span: span.clone() }
    }
}

impl From<&Self> for TextPlace {
    fn from(place: &Self) -> Self {
        place.clone()
    }
}

/// All notes and problems, each with the number of its text. The same text at the same place is reported once.
#[derive(Debug, Default)]
pub struct Diagnostics {
    pub notes: Vec<(usize, Note)>,
    pub problems: Vec<(usize, Problem)>,
    /// Missing keys; reported only when the text has no syntax errors that may have hidden them.
    absent: Vec<Problem>,
    known: HashSet<(TextPlace, String)>,
    wrong: HashSet<TextPlace>,
    /// Problems beyond the most that are kept.
    left_out: usize,
}

impl Diagnostics {
    pub fn note(&mut self, place: impl Into<TextPlace>, text: impl Into<String>) {
        let (place, text) = (place.into(), clipped(&text.into(), CHARS_MAX).into_owned());
        if self.notes.len() < NOTES_MAX && self.known.insert((place.clone(), text.clone())) {
            self.notes.push((place.source, Note { span: place.span, text }));
        }
    }

    /// Adds a problem; `help` says what to do and is empty if the text is enough.
    pub fn problem(
        &mut self,
        place: impl Into<TextPlace>,
        text: impl Into<String>,
        help: impl Into<String>,
    ) {
        if self.is_full() {
            self.left_out += 1;
            return;
        }
        let [text, help] =
            [text.into(), help.into()].map(|text| clipped(&text, CHARS_MAX).into_owned());
        let place = place.into();
        if self.known.insert((place.clone(), text.clone())) {
            self.wrong.insert(place.clone());
            self.problems.push((place.source, Problem { span: place.span, text, help }));
        }
    }

    /// Adds a missing key of a single text.
    pub(crate) fn absent(&mut self, span: Range<usize>, text: String, help: impl Into<String>) {
        if self.absent.len() < PROBLEMS_MAX {
            self.absent.push(Problem { span, text, help: help.into() });
        }
    }

    pub fn count(&self) -> usize {
        self.problems.len() + self.absent.len() + self.left_out
    }

    /// Whether further problems are only counted, so that advice on them needs no search.
    pub fn is_full(&self) -> bool {
        self.problems.len() >= PROBLEMS_MAX
    }

    pub fn has_no_problem(&self) -> bool {
        self.count() == 0
    }

    /// Whether a problem is already reported at this place, so that its consequences need no report.
    pub fn is_wrong_at(&self, place: &TextPlace) -> bool {
        self.wrong.contains(place)
    }

    /// Sorts notes and problems by their places.
    pub fn sort(&mut self) {
        self.notes.sort_by_key(|(source, note)| (*source, note.span.start));
        self.sort_problems();
    }

    /// Sorts the problems by their places; the notes keep their order.
    pub fn sort_problems(&mut self) {
        self.problems.sort_by_key(|(source, problem)| (*source, problem.span.start));
    }

    /// The notes and problems of a single text, sorted. Where the syntax is broken, problems on that line and missing
    /// keys are left out, because they would mislead.
    pub(crate) fn close(self, text: &str, syntax: Vec<Problem>) -> (Vec<Note>, Vec<Problem>) {
        let mut lines = LineCounter::new(text);
        let broken: HashSet<usize> = syntax.iter().map(|p| lines.number(p.span.start)).collect();
        let mut problems: Vec<Problem> = self.problems.into_iter().map(|one| one.1).collect();
        problems.sort_by_key(|p| p.span.start);
        problems.retain(|p| !broken.contains(&lines.number(p.span.start)));
        if syntax.is_empty() {
            problems.extend(self.absent);
        }
        problems.extend(syntax);
        problems.sort_by_key(|p| (p.span.start, p.span.end));
        let mut notes: Vec<Note> = self.notes.into_iter().map(|one| one.1).collect();
        notes.sort_by_key(|n| n.span.start);
        (notes, problems)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The requested workload; `None` when there are problems.
    pub workload: Option<Workload>,
    /// How closely it reproduces the load to which it was fitted, where that was measured.
    pub fidelity: Option<Fidelity>,
    /// Notes for the user that do not prevent the job from running, in the order of the text.
    pub notes: Vec<Note>,
    pub problems: Vec<Problem>,
}

/// Something the user should know: an option without effect, an approximation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The bytes of the text to which it refers.
    pub span: Range<usize>,
    /// The note, in lower case.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The wrong bytes of the text; always within the text and on character boundaries.
    pub span: Range<usize>,
    /// The problem, in lower case.
    pub text: String,
    /// What to do about it, in lower case; empty when the text is enough.
    pub help: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_at_the_same_place_is_told_once_and_in_the_order_of_the_texts() {
        let mut found = Diagnostics::default();
        for place in [(1, &(4..5)), (0, &(9..9)), (1, &(4..5)), (1, &(2..3))] {
            found.note(place, "nearly");
            found.problem(place, "wrong", "mend it");
        }
        assert_eq!((found.count(), found.has_no_problem()), (3, false));
        assert!(found.is_wrong_at(&(1, &(2..3)).into()) && !found.is_wrong_at(&(2..3).into()));
        found.sort();
        let Diagnostics { notes, problems, .. } = found;
        let places = [(0, 9), (1, 2), (1, 4)];
        assert_eq!(notes.iter().map(|n| (n.0, n.1.span.start)).collect::<Vec<_>>(), places);
        assert_eq!(problems.iter().map(|p| (p.0, p.1.span.start)).collect::<Vec<_>>(), places);
    }
}
