//! The capabilities of the user's terminal, and output to it.

use crate::failure::{Ending, Failure};
use base::shown;
use report::Language;
use report::messages::system::SystemAction;
use report::terminal::Style;
use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// The style for standard output: colours only on a terminal, and never against `NO_COLOR`.
pub fn style(language: Language) -> Style {
    style_of(std::io::stdout().is_terminal(), language)
}

/// The style for standard error, where progress and warnings go.
pub fn style_for_progress(language: Language) -> Style {
    style_of(std::io::stderr().is_terminal(), language)
}

pub fn colours_progress() -> bool {
    style_for_progress(Language::En).colour
}

/// The number of columns of standard output; `None` if it is not a terminal.
pub fn columns() -> Option<usize> {
    let size = terminal_size::terminal_size().filter(|_| std::io::stdout().is_terminal());
    size.map(|(width, _)| usize::from(width.0))
}

fn style_of(terminal: bool, language: Language) -> Style {
    let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    let dumb = std::env::var("TERM").is_ok_and(|t| t == "dumb");
    let size = terminal_size::terminal_size();
    // A launcher such as mpirun gives its processes a terminal without a size, whatever its own output goes to.
    let terminal = terminal && size.is_some();
    // Lines longer than 120 columns are hard to read, even on a wide terminal.
    let width = size.map_or(80, |(w, _)| usize::from(w.0)).min(120);
    Style {
        colour: terminal && !dumb && !set("NO_COLOR"),
        unicode: terminal && !dumb && locale_is_utf8(),
        width: if terminal { width } else { 80 },
        language,
    }
}

/// A text as the user's terminal, or another reader under this locale, can show it. A user who chooses a language that
/// ASCII cannot write is assumed to read UTF-8.
pub fn shown(text: String, language: Language) -> String {
    let to_ascii = |c: char| if c.is_ascii() { c } else { '?' };
    if text.is_ascii() || language != Language::En || locale_is_utf8() {
        text
    } else {
        text.chars().map(to_ascii).collect()
    }
}

/// Writes to standard error, with control sequences escaped. Ignores errors: standard error may be closed.
pub fn tell(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let text = with_known_symbols(text);
    drop(stderr.write_all(harmless(&text).as_bytes()).and_then(|()| stderr.flush()));
}

/// A text with the symbols that this locale can show.
pub fn with_known_symbols(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || locale_is_utf8() {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(report::terminal::symbols_in_ascii(text))
    }
}

static PRINTED: AtomicBool = AtomicBool::new(false);

/// Whether an answer, or a part of one, was written to standard output.
pub fn has_printed() -> bool {
    PRINTED.load(Ordering::Relaxed)
}

/// Writes to standard output. A closed pipe is not a failure.
pub fn print(text: &[u8]) -> Result<(), Failure> {
    PRINTED.store(true, Ordering::Relaxed);
    let mut out = std::io::stdout().lock();
    match out.write_all(&for_output(text)).and_then(|()| out.flush()) {
        Err(e) if !sys::file::is_reader_gone(&e) => {
            Err(Failure::system(Ending::Target, SystemAction::WriteStdout, "", &e))
        }
        _ => Ok(()),
    }
}

/// A word quoted for a shell, in characters that this terminal can show.
pub fn quoted(word: impl AsRef<OsStr>) -> String {
    base::shell::quoted(word.as_ref().as_encoded_bytes(), locale_is_utf8())
}

/// Writes one line with the prefix `plimsoll:` to standard error.
pub fn say(line: impl Display) {
    tell(&format!("plimsoll: {line}\n"));
}

/// The bytes for standard output: with control sequences escaped for a terminal, unchanged for anything else.
fn for_output(bytes: &[u8]) -> Cow<'_, [u8]> {
    if !std::io::stdout().is_terminal() {
        return Cow::Borrowed(bytes);
    }
    Cow::Owned(harmless(&String::from_utf8_lossy(bytes)).into_owned().into_bytes())
}

/// A text with all terminal control sequences escaped, except colours.
fn harmless(text: &str) -> Cow<'_, str> {
    if !text.contains(shown::steers) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find("\u{1b}[") {
        let colour =
            rest[at + 2..].bytes().take_while(|b| b.is_ascii_digit() || *b == b';').count();
        let end = at + 2 + colour;
        out.push_str(&shown::escaped(&rest[..at]));
        // Colours and weights of characters that our reports and error messages use; none of them hides text.
        let known = rest[end..].starts_with('m')
            && rest[at + 2..end]
                .split(';')
                .all(|n| ["", "0", "1", "2"].contains(&n) || is_colour(n));
        if known {
            out.push_str(&rest[at..=end])
        } else {
            out.push_str("\\x1b[")
        }
        rest = &rest[if known { end + 1 } else { at + 2 }..];
    }
    out.push_str(&shown::escaped(rest));
    Cow::Owned(out)
}

/// Whether this is the number of a normal or bright foreground colour.
fn is_colour(number: &str) -> bool {
    number.parse().is_ok_and(|n: u32| (31..=37).contains(&n) || (91..=97).contains(&n))
}

/// The language of the locale if it is supported and the locale uses UTF-8; otherwise English.
pub fn language_of_locale() -> Language {
    let named = sys::host::locale().and_then(|locale| Language::of_locale(&locale));
    named.filter(|_| locale_is_utf8()).unwrap_or_default()
}

/// Whether the locale uses UTF-8, so that non-ASCII text can be shown.
pub fn locale_is_utf8() -> bool {
    sys::host::uses_utf8()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_pass_and_nothing_else_steers() {
        let ours = "\u{1b}[1;31mNOT FIT\u{1b}[0m 5 µs\n";
        assert_eq!(harmless(ours), ours);
        let theirs = "a\u{1b}[2J\u{1b}[8mb\u{1b}]0;x\u{7}\u{1b}[31\u{1b}[\u{9b}1m\r";
        let shown = harmless(theirs);
        assert!(!shown.contains(shown::steers), "{shown:?}");
        assert!(shown.starts_with(r"a\x1b[2J\x1b[8mb\x1b]0;x\x07"), "{shown}");
    }
}
