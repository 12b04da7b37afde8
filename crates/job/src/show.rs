//! Problems in a form for people: file, line, column, the line itself with carets, and what to do.
//!
//! Returns text; never prints it.

use crate::Problem;
use crate::diagnostics::PROBLEMS_MAX;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use base::shown::{ERRORS_MAX, escaped};
use std::ops::Range;

/// The most bytes of a line that are shown on each side of a problem; a longer line is cut.
const LINE_BYTES_MAX: usize = 400;

/// The problems of the job `name` with their source lines, in order, with ANSI colours if `colour`: at most
/// [`ERRORS_MAX`]. Ends with a line that counts all of them; empty when there are none. No control character of the
/// text reaches the terminal.
pub fn show(name: &str, text: &str, problems: &[Problem], colour: bool) -> String {
    if problems.is_empty() {
        return String::new();
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let (name, mut out) = (escaped(name), String::new());
    let mut lines = LineCounter::new(text);
    for problem in problems.iter().take(ERRORS_MAX) {
        let span = within(text, problem.span.start, problem.span.end);
        let line = lines.number(span.start);
        let (excerpt, span) = excerpt(text, span);
        let snippet = Snippet::source(excerpt)
            .line_start(line)
            .path(&*name)
            .annotation(AnnotationKind::Primary.span(span));
        let title = escaped(&problem.text);
        let mut group = Level::ERROR.primary_title(&*title).element(snippet);
        let help = escaped(&problem.help);
        if !help.is_empty() {
            group = group.element(Level::HELP.message(&*help));
        }
        out.push_str(&renderer.render(&[group]));
        out.push_str("\n\n");
    }
    let count = problems.len();
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let least = if count >= PROBLEMS_MAX { "at least " } else { "" };
    if count > ERRORS_MAX {
        let more = count - ERRORS_MAX;
        out.push_str(&format!("and {least}{more} more error{}\n", plural(more)));
    }
    let plural = plural(count);
    out.push_str(&format!(
        "{name}: {least}{count} problem{plural}; nothing was opened or written\n"
    ));
    out
}

/// Line numbers, counted from the last requested place, so that nearby places are cheap.
pub struct LineCounter<'a> {
    text: &'a str,
    at: usize,
    number: usize,
}

impl<'a> LineCounter<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, number: 1 }
    }

    /// The line that contains the byte `at`, from 1; a place beyond the text is in its last line.
    pub fn number(&mut self, at: usize) -> usize {
        let at = at.min(self.text.len());
        let passed = &self.text.as_bytes()[at.min(self.at)..at.max(self.at)];
        let lines = passed.iter().filter(|byte| **byte == b'\n').count();
        self.number = if at < self.at { self.number - lines } else { self.number + lines };
        self.at = at;
        self.number
    }
}

/// Only the lines of a span, with the span within them, so that distant text is not scanned for every problem. Of a
/// very long line, only the text near the span.
fn excerpt(text: &str, span: Range<usize>) -> (&str, Range<usize>) {
    let begin = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[span.end..].find('\n').map_or(text.len(), |at| span.end + at);
    let near = within(
        text,
        span.start.saturating_sub(LINE_BYTES_MAX),
        span.end.min(span.start + LINE_BYTES_MAX) + LINE_BYTES_MAX,
    );
    let (begin, end) = if end - begin > 4 * LINE_BYTES_MAX {
        (begin.max(near.start), end.min(near.end))
    } else {
        (begin, end)
    };
    let end = begin + text[begin..end].trim_end_matches('\r').len();
    let span = span.start.min(end)..span.end.min(end);
    (&text[begin..end], span.start - begin..span.end - begin)
}

/// The nearest valid span of the text, so that an invalid span does not panic.
fn within(text: &str, start: usize, end: usize) -> Range<usize> {
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor(start);
    start..floor(end).max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_outside_of_the_text_is_no_panic() {
        let problem = Problem { span: 5..90, text: "odd".to_owned(), help: String::new() };
        assert!(show("a.toml", "ä = 1", std::slice::from_ref(&problem), false).contains("odd"));
        assert!(show("a.toml", "", &[problem], true).contains("\u{1b}["));
    }

    #[test]
    fn lines_are_counted_in_both_directions() {
        let text = "one\ntwo\n\nfour";
        let mut lines = LineCounter::new(text);
        let asked = [9, 4, 8, 0, 3, 99, 7, 7];
        assert_eq!(asked.map(|at| lines.number(at)), [4, 2, 3, 1, 1, 4, 2, 2]);
    }

    #[test]
    fn nothing_of_a_text_steers_the_terminal() {
        let odd = "a\u{1b}[2J\u{9b}\u{202e}\r";
        // In the lines themselves the renderer keeps control characters beyond ASCII; they are removed where the
        // output is written to the terminal.
        let line = odd.replace('\u{9b}', "");
        let text = format!("x\n{line} = {line}\r\n");
        let problem = Problem { span: 3..5, text: odd.to_owned(), help: odd.to_owned() };
        let shown = show(odd, &text, &[problem], false);
        let hidden: Vec<char> =
            shown.chars().filter(|c| base::shown::steers(*c) && *c != '\n').collect();
        assert!(hidden.is_empty(), "{hidden:?} in {shown}");
    }

    #[test]
    fn of_many_problems_some_are_shown_and_all_are_counted() {
        let text = "odd = 1\n".repeat(1_000);
        let one = |line: usize| Problem {
            span: 8 * line..8 * line + 3,
            text: "odd".to_owned(),
            help: String::new(),
        };
        let all: Vec<_> = (0..PROBLEMS_MAX).map(one).collect();
        let shown = show("a.toml", &text, &all[1..], false);
        assert_eq!(shown.matches("error: odd").count(), ERRORS_MAX);
        assert!(shown.contains("a.toml:51:1") && shown.contains("and 949 more errors"), "{shown}");
        assert!(shown.ends_with("a.toml: 999 problems; nothing was opened or written\n"));
        let shown = show("a.toml", &text, &all, false);
        assert!(shown.ends_with("a.toml: at least 1000 problems; nothing was opened or written\n"));
    }

    #[test]
    fn of_a_line_without_end_what_is_near_is_shown() {
        let text = format!("x\n{}odd{}", "é,".repeat(50_000), ",".repeat(100_000));
        let at = text.find("odd").expect("it is there");
        let problem = Problem { span: at..at + 3, text: "odd".to_owned(), help: String::new() };
        let shown = show("a.toml", &text, &[problem], false);
        assert!(
            shown.len() < 4_000 && shown.contains("odd,") && shown.contains("\n2 |"),
            "{shown}"
        );
    }
}
