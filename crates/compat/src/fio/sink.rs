//! Collects notes and problems with their places; each is told once.

use job::{Note, Problem};
use std::collections::HashSet;
use std::ops::Range;

/// Bytes of one of the sources.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct SourcePlace {
    pub source: usize,
    pub span: Range<usize>,
}

#[derive(Default)]
pub(super) struct FioFindings {
    pub notes: Vec<(usize, Note)>,
    pub problems: Vec<(usize, Problem)>,
    told: HashSet<(SourcePlace, String)>,
}

impl FioFindings {
    pub(super) fn note(&mut self, place: &SourcePlace, text: impl Into<String>) {
        let text = text.into();
        if self.told.insert((place.clone(), text.clone())) {
            self.notes.push((place.source, Note { span: place.span.clone(), text }));
        }
    }

    pub(super) fn problem(
        &mut self,
        place: &SourcePlace,
        text: impl Into<String>,
        help: impl Into<String>,
    ) {
        let text = text.into();
        if self.told.insert((place.clone(), text.clone())) {
            let problem = Problem { span: place.span.clone(), text, help: help.into() };
            self.problems.push((place.source, problem));
        }
    }

    /// Whether something is wrong there already: what follows from it need not be told.
    pub(super) fn is_wrong(&self, place: &SourcePlace) -> bool {
        let here = |(source, problem): &(usize, Problem)| {
            *source == place.source && problem.span == place.span
        };
        self.problems.iter().any(here)
    }

    /// Puts everything in the order of the texts.
    pub(super) fn sort(&mut self) {
        self.notes.sort_by_key(|(source, note)| (*source, note.span.start));
        self.problems.sort_by_key(|(source, problem)| (*source, problem.span.start));
    }
}
