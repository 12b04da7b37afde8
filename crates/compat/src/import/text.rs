//! Bytes to text: UTF-8, UTF-16 with or without a byte order mark, and old code pages.
//!
//! Consoles of other systems use various encodings, and logs are concatenated, so each piece has its own encoding.
//! Gives text with single line feeds; never fails.

use record::note::ImportNote;

/// The text of a file, and a remark when characters of it may be wrong.
pub fn decoded(bytes: &[u8]) -> (String, Option<ImportNote>) {
    let (mut text, mut guessed) = (PlainText::with_capacity(bytes.len()), false);
    for_each_piece(bytes, |piece, kind| match kind {
        TextEncoding::Little => text.extend(wide(piece, u16::from_le_bytes)),
        TextEncoding::Big => text.extend(wide(piece, u16::from_be_bytes)),
        TextEncoding::Narrow => match std::str::from_utf8(piece) {
            Ok(plain) => text.extend(plain.chars()),
            Err(_) => {
                guessed = true;
                text.extend(piece.iter().map(|&byte| windows_1252(byte)));
            }
        },
    });
    (unquoted(text.text), guessed.then_some(ImportNote::Windows1252))
}

/// Removes the marks of a quotation, and Markdown's `\_` in it, if every line has such a mark.
fn unquoted(text: String) -> String {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).peekable();
    if lines.peek().is_none() || !lines.all(|line| line.starts_with('>')) {
        return text;
    }
    let bare = text.lines().map(|line| {
        let line = line.strip_prefix('>').unwrap_or(line);
        line.strip_prefix(' ').unwrap_or(line).replace("\\_", "_") + "\n"
    });
    bare.collect()
}

/// A text without marks and zeros, whose lines end with a line feed.
struct PlainText {
    text: String,
    after_return: bool,
}

impl PlainText {
    fn with_capacity(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), after_return: false }
    }

    fn extend(&mut self, letters: impl Iterator<Item = char>) {
        for letter in letters.filter(|letter| !matches!(letter, '\u{feff}' | '\0')) {
            match letter {
                '\r' => self.text.push('\n'),
                '\n' if self.after_return => {}
                other => self.text.push(other),
            }
            self.after_return = letter == '\r';
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum TextEncoding {
    Narrow,
    Little,
    Big,
}

/// Gives the file in pieces of one encoding each. A byte order mark of UTF-16 starts a piece, and so does a change between
/// text with and without zero bytes, as when one console appended to the log of another.
fn for_each_piece(bytes: &[u8], mut give: impl FnMut(&[u8], TextEncoding)) {
    let (mut start, mut at) = (0, 0);
    let mut kind = kind_at(bytes, 0).unwrap_or(TextEncoding::Narrow);
    while at < bytes.len() {
        let here = kind_at(bytes, at).unwrap_or(kind);
        if here != kind {
            give(&bytes[start..at], kind);
            (start, kind) = (at, here);
        }
        at += if kind == TextEncoding::Narrow { 1 } else { 2 };
    }
    give(&bytes[start..], kind);
}

/// The encoding that the next bytes clearly show: a byte order mark, or four ASCII letters with or without zeros.
fn kind_at(bytes: &[u8], at: usize) -> Option<TextEncoding> {
    match bytes.get(at..)? {
        [0xff, 0xfe, ..] => Some(TextEncoding::Little),
        [0xfe, 0xff, ..] => Some(TextEncoding::Big),
        [a, 0, b, 0, c, 0, d, 0, ..] if [a, b, c, d].iter().all(|x| ascii(**x)) => {
            Some(TextEncoding::Little)
        }
        [0, a, 0, b, 0, c, 0, d, ..] if [a, b, c, d].iter().all(|x| ascii(**x)) => {
            Some(TextEncoding::Big)
        }
        [a, b, c, d, ..] if [a, b, c, d].iter().all(|x| ascii(**x)) => Some(TextEncoding::Narrow),
        _ => None,
    }
}

fn ascii(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~')
}

fn wide(bytes: &[u8], join: fn([u8; 2]) -> u16) -> impl Iterator<Item = char> {
    let units = bytes.chunks_exact(2).map(move |pair| join([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// Decodes Windows-1252, which differs from Latin-1 in 27 places.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, mark: bool) -> Vec<u8> {
        let mark = if mark { "\u{feff}" } else { "" };
        format!("{mark}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn every_encoding_gives_the_same_text() {
        let text = "sqlio v1.5.SG\nIOs/sec: 12\n";
        assert_eq!(decoded(text.as_bytes()), (text.to_owned(), None));
        for mark in [true, false] {
            assert_eq!(decoded(&utf16(&text.replace('\n', "\r\n"), mark)).0, text, "{mark}");
        }
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decoded(&big).0, text);
    }

    #[test]
    fn glued_logs_of_two_consoles_are_one_text() {
        let mut bytes = utf16("first line\n", true);
        bytes.extend(b"second line\n");
        bytes.extend(utf16("third line\n", true));
        bytes.extend(utf16("fourth line\n", true));
        assert_eq!(decoded(&bytes).0, "first line\nsecond line\nthird line\nfourth line\n");
    }

    #[test]
    fn a_quotation_loses_its_marks() {
        let quoted = "> CUMULATIVE DATA:\n>\n> Min\\_Latency(ms): 0\n";
        assert_eq!(decoded(quoted.as_bytes()).0, "CUMULATIVE DATA:\n\nMin_Latency(ms): 0\n");
        let partly = "> fio job.fio\nread: IOPS=1\n";
        assert_eq!(decoded(partly.as_bytes()).0, partly);
    }

    #[test]
    fn old_codepages_keep_their_numbers_and_are_told() {
        let (text, remark) = decoded(b"Datei f\xfcr 12,5 \x80");
        assert_eq!(text, "Datei für 12,5 €");
        assert!(remark.is_some());
    }
}
