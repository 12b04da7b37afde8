//! What the user's terminal can show.

use report::terminal::Style;
use std::io::IsTerminal;

/// The style for standard output: colours only on a terminal, and never against `NO_COLOR`.
pub(crate) fn style() -> Style {
    style_of(std::io::stdout().is_terminal())
}

/// The style for standard error, where progress and doubts go.
pub(crate) fn style_for_progress() -> Style {
    style_of(std::io::stderr().is_terminal())
}

/// How many columns standard output has, where it is a terminal.
pub(crate) fn columns() -> Option<usize> {
    let size = terminal_size::terminal_size().filter(|_| std::io::stdout().is_terminal());
    size.map(|(width, _)| usize::from(width.0))
}

fn style_of(terminal: bool) -> Style {
    let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    let dumb = std::env::var("TERM").is_ok_and(|t| t == "dumb");
    // Wide terminals are for many windows, not for long lines: beyond 120 columns nobody reads.
    let width = terminal_size::terminal_size().map_or(80, |(w, _)| usize::from(w.0)).min(120);
    Style {
        colour: terminal && !dumb && !set("NO_COLOR"),
        unicode: terminal && !dumb && locale_is_utf8(),
        width: if terminal { width } else { 80 },
    }
}

/// A text as the user's terminal, or whatever reads our output under this locale, can show it.
pub(crate) fn shown(text: String) -> String {
    let told = |c: char| if c.is_ascii() { c } else { '?' };
    if text.is_ascii() || locale_is_utf8() { text } else { text.chars().map(told).collect() }
}

/// Whether text beyond ASCII is shown as it is.
pub(crate) fn locale_is_utf8() -> bool {
    // The first of these that is set rules (POSIX, XBD 8.2).
    let ruling = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    ruling.is_some_and(|v| {
        let v = v.to_ascii_lowercase();
        v.contains("utf-8") || v.contains("utf8")
    })
}
