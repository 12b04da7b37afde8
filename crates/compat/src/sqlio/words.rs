//! The words of a command line with their places, dashes of all kinds made plain, and what is found wrong on the way.

use super::options;
use crate::foreign::{Source, Treatment};
use job::notation::DASHES;
use job::{Note, Problem};
use std::ops::Range;

/// A word and where it stands in the command line's text.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) span: Range<usize>,
    /// With a plain dash in front when it has any dash there.
    pub(super) text: String,
}

/// The command line's text and its words; a lone dash is joined with what follows it.
pub(super) fn split(words: &[String]) -> (Source, Vec<Word>) {
    let text = words.join(" ");
    let mut all: Vec<Word> = Vec::new();
    let mut at = 0;
    let mut dash_at: Option<usize> = None;
    for word in words {
        let end = at + word.len();
        let mut letters = word.chars();
        let dashed = letters.next().is_some_and(|c| DASHES.contains(&c));
        let rest = letters.as_str();
        if dashed && rest.is_empty() {
            dash_at = Some(at);
        } else if dashed {
            all.push(Word { span: at..end, text: format!("-{rest}") });
        } else if !word.is_empty() {
            let (start, dash) = dash_at.take().map_or((at, ""), |start| (start, "-"));
            all.push(Word { span: start..end, text: format!("{dash}{word}") });
        }
        at = end + 1;
    }
    (Source { name: "command line".to_owned(), text }, all)
}

/// All texts that were read, and all that is to tell about them.
#[derive(Debug)]
pub(super) struct SqlioFindings {
    pub(super) sources: Vec<Source>,
    pub(super) notes: Vec<(usize, Note)>,
    pub(super) problems: Vec<(usize, Problem)>,
}

impl SqlioFindings {
    pub(super) fn new(command: Source) -> Self {
        Self { sources: vec![command], notes: Vec::new(), problems: Vec::new() }
    }

    pub(super) fn note(&mut self, source: usize, span: &Range<usize>, text: impl Into<String>) {
        self.notes.push((source, Note { span: span.clone(), text: text.into() }));
    }

    pub(super) fn wrong(
        &mut self,
        source: usize,
        span: &Range<usize>,
        text: impl Into<String>,
        help: impl Into<String>,
    ) {
        let problem = Problem { span: span.clone(), text: text.into(), help: help.into() };
        self.problems.push((source, problem));
    }

    /// Judges the use of an option by its row.
    pub(super) fn used(&mut self, name: &str, span: &Range<usize>) {
        match options::of(name).map(|row| row.treatment) {
            Some(Treatment::Honoured) | None => {}
            Some(Treatment::Approximated(how)) => {
                self.note(0, span, format!("{name} is approximated: {how}"));
            }
            Some(Treatment::Refused(why)) => {
                self.wrong(0, span, format!("{name} is not done here"), why);
            }
        }
    }
}
