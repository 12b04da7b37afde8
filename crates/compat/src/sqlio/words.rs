//! The words of a command line with their places; all kinds of dashes become hyphens.

use job::notation::DASHES;
use std::ops::Range;

/// A word and its place in the command line's text.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) span: Range<usize>,
    /// The word; a dash of any kind in front is replaced by a hyphen.
    pub(super) text: String,
}

/// The command line's text and its words; a single dash is joined with the next word.
pub(super) fn split(words: &[String]) -> (String, Vec<Word>) {
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
    (text, all)
}
