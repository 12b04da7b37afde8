//! Makes text from outside (files, names, stores, other programs) safe to show: the result neither controls a terminal
//! nor changes the direction of writing. Never removes anything visible.

use std::borrow::Cow;

/// The most errors of one input that are printed; the rest is only counted, as more would just fill the screen.
pub const ERRORS_MAX: usize = 50;

/// Whether a character is not shown but acts on the text: terminal control characters, invisible marks, and marks that
/// change the direction of writing.
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// The text with every control character written as an escape such as `\x1b` or `\u{202e}`. Line feeds and tabs stay.
pub fn escaped(text: &str) -> Cow<'_, str> {
    let hidden = |c: char| steers(c) && c != '\n' && c != '\t';
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match u32::from(c) {
            _ if !hidden(c) => out.push(c),
            code @ ..0x100 => out.push_str(&format!("\\x{code:02x}")),
            code => out.push_str(&format!("\\u{{{code:x}}}")),
        }
    }
    Cow::Owned(out)
}

/// The beginning of a text that may have any length, with `...` where it is cut.
pub fn clipped(text: &str, chars_max: usize) -> Cow<'_, str> {
    match text.char_indices().nth(chars_max) {
        Some((at, _)) => Cow::Owned(format!("{}...", &text[..at])),
        None => Cow::Borrowed(text),
    }
}

/// A text as a CSV field, quoted where RFC 4180 requires it. If a spreadsheet would take it for a formula, an apostrophe
/// in front makes it text (OWASP, CSV injection). Not for numbers.
pub fn csv_text(field: &str, separator: char) -> String {
    let formula = field.starts_with(FORMULA);
    let field = if formula { format!("'{field}") } else { field.to_owned() };
    if formula || field.contains([separator, '"', '\n', '\r', '\t']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
    }
}

/// A CSV field without the apostrophe that [`csv_text`] put in front.
pub fn csv_text_read(field: &str) -> &str {
    field.strip_prefix('\'').filter(|text| text.starts_with(FORMULA)).unwrap_or(field)
}

/// The characters that can begin a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_written_out_and_the_rest_stays() {
        assert_eq!(escaped("a\u{1b}[2Jb\u{9b}c\u{202e}d\re"), r"a\x1b[2Jb\x9bc\u{202e}d\x0de");
        assert!(matches!(escaped("Söhne:\n\t≤ 5 µs"), Cow::Borrowed(_)));
        for c in (0..0x300).chain(0x2000..0x2100).filter_map(char::from_u32) {
            let shown = escaped(&String::from(c)).into_owned();
            assert!(!shown.chars().any(|c| steers(c) && c != '\n' && c != '\t'), "{c:?}");
        }
    }
}
