//! Problems as people read them: file, line, column, the line itself with carets, and what to do.
//!
//! Gives text; never prints it.

use crate::Problem;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// All problems of the job `name` with the source lines they are about, in their order, with ANSI
/// colours if `colour`. Ends with a line that counts them; empty when there are none.
pub fn show(name: &str, text: &str, problems: &[Problem], colour: bool) -> String {
    if problems.is_empty() {
        return String::new();
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for problem in problems {
        let span = within(text, problem.span.start, problem.span.end);
        let snippet =
            Snippet::source(text).path(name).annotation(AnnotationKind::Primary.span(span));
        let mut group = Level::ERROR.primary_title(problem.text.as_str()).element(snippet);
        if !problem.help.is_empty() {
            group = group.element(Level::HELP.message(problem.help.as_str()));
        }
        out.push_str(&renderer.render(&[group]));
        out.push_str("\n\n");
    }
    let count = problems.len();
    let plural = if count == 1 { "" } else { "s" };
    out.push_str(&format!("{name}: {count} problem{plural}; nothing was opened or written\n"));
    out
}

/// The nearest span that the text has, so that a wrong span is shown and not a panic.
fn within(text: &str, start: usize, end: usize) -> std::ops::Range<usize> {
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
}
