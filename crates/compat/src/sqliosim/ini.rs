//! The lines of a configuration: sections and keys, each with its place. Does not know the keys.

use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    at: usize,
}

impl<'a> Piece<'a> {
    fn trimmed(self) -> Self {
        let left = self.text.trim_start();
        Self { text: left.trim_end(), at: self.at + self.text.len() - left.len() }
    }

    /// Its place, in bytes of the whole text.
    pub(super) fn span(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    /// The text without a comment at its end, which begins with a blank and `;`.
    pub(super) fn without_comment(self) -> Self {
        let cut = [" ;", "\t;"].into_iter().filter_map(|mark| self.text.find(mark)).min();
        let text = cut.map_or(self.text, |cut| &self.text[..cut]);
        Self { text, at: self.at }.trimmed()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConfigLine<'a> {
    /// `[NAME]`.
    Section(Piece<'a>),
    /// `NAME=VALUE`.
    Pair(Piece<'a>, Piece<'a>),
    Other(Piece<'a>),
}

/// The lines of a text, without comments (which begin with `;` or `#`) and empty ones.
pub(super) fn lines(text: &str) -> impl Iterator<Item = ConfigLine<'_>> {
    let mut at = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let whole = Piece { text: line, at };
        at += line.len();
        let mut piece = whole.trimmed();
        if let Some(rest) = piece.text.strip_prefix('\u{feff}') {
            piece = Piece { text: rest, at: piece.at + '\u{feff}'.len_utf8() }.trimmed();
        }
        if piece.text.is_empty() || piece.text.starts_with([';', '#']) {
            return None;
        }
        let inner = piece.without_comment();
        if let Some(name) = inner.text.strip_prefix('[') {
            return Some(match name.strip_suffix(']') {
                Some(name) => ConfigLine::Section(Piece { text: name, at: piece.at + 1 }.trimmed()),
                None => ConfigLine::Other(piece),
            });
        }
        let Some((name, value)) = piece.text.split_once('=') else {
            return Some(ConfigLine::Other(piece));
        };
        let value = Piece { text: value, at: piece.at + name.len() + 1 };
        Some(ConfigLine::Pair(Piece { text: name, at: piece.at }.trimmed(), value.trimmed()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_stands_where_its_span_says() {
        let text = "\u{feff}[CONFIG]\r\n ;off\n  Test Cycles = 2 ; two\r\n\n[ File1 ] ; data\nodd\nA=\n[open";
        let found: Vec<ConfigLine<'_>> = lines(text).collect();
        let mut shown = Vec::new();
        for line in &found {
            let pieces = match line {
                ConfigLine::Section(name) => vec![*name],
                ConfigLine::Pair(name, value) => vec![*name, value.without_comment()],
                ConfigLine::Other(whole) => vec![*whole],
            };
            for piece in pieces {
                assert_eq!(&text[piece.span()], piece.text);
                shown.push(piece.text);
            }
        }
        assert_eq!(shown, ["CONFIG", "Test Cycles", "2", "File1", "odd", "A", "", "[open"]);
    }
}
