//! The texts of a foreign input while a reader processes them, and the notes and problems found in them.

use crate::foreign::{Foreign, OptionRow, Source, Treatment};
use job::{Diagnostics, TextPlace};
use workload::Workload;

/// The texts of a foreign input while they are read, and the notes and problems found in them.
#[derive(Debug)]
pub(crate) struct ForeignFindings {
    pub(crate) sources: Vec<Source>,
    found: Diagnostics,
}

impl ForeignFindings {
    /// The findings of a command line, which is source 0.
    pub(crate) fn new(command_line: String) -> Self {
        let source = Source { name: "command line".to_owned(), text: command_line };
        Self { sources: vec![source], found: Diagnostics::default() }
    }

    pub(crate) fn source(&mut self, name: &str, text: &str) -> usize {
        self.sources.push(Source { name: name.to_owned(), text: text.to_owned() });
        self.sources.len() - 1
    }

    pub(crate) fn note(&mut self, place: impl Into<TextPlace>, text: impl Into<String>) {
        self.found.note(place, text);
    }

    pub(crate) fn problem(
        &mut self,
        place: impl Into<TextPlace>,
        text: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.found.problem(place, text, help);
    }

    /// Reports the use of an option as its row treats it.
    pub(crate) fn used(&mut self, row: Option<&OptionRow>, place: impl Into<TextPlace>) {
        let Some(OptionRow { name, treatment, .. }) = row else { return };
        match treatment {
            Treatment::Honoured => {}
            Treatment::Approximated(how) => {
                self.note(place, format!("{name} is approximated: {how}"));
            }
            Treatment::Refused(why) => {
                self.problem(place, format!("{name} is not supported"), *why);
            }
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.found.count()
    }

    pub(crate) fn has_no_problem(&self) -> bool {
        self.found.has_no_problem()
    }

    pub(crate) fn foreign<V>(self, workload: Option<Workload>, view: V) -> Foreign<V> {
        let Diagnostics { notes, problems, .. } = self.found;
        Foreign { sources: self.sources, workload, view, notes, problems }
    }
}
