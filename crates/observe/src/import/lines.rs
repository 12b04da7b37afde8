//! The lines of a log in any encoding, the numbers in them, and the first mistakes with their lines.

use std::fmt;
use std::io::{self, BufRead, Read};

/// The most problems; a log with this many is not read further.
pub(super) const PROBLEMS_MAX: usize = 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportProblem {
    pub line: u64,
    /// What is wrong and what to do, in lower case.
    pub text: String,
}

impl fmt::Display for ImportProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

#[derive(Debug, Default)]
pub(super) struct ProblemList(Vec<ImportProblem>);

impl ProblemList {
    pub(super) fn add(&mut self, line: u64, text: impl Into<String>) {
        if !self.is_full() {
            self.0.push(ImportProblem { line, text: text.into() });
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.0.len() >= PROBLEMS_MAX
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn into_vec(self) -> Vec<ImportProblem> {
        self.0
    }
}

/// The first characters of a wrong line or word, safe to print.
pub(super) fn excerpt(text: &str) -> String {
    const CHARACTERS_MAX: usize = 40;
    base::shown::escaped(&base::shown::clipped(text, CHARACTERS_MAX)).into_owned()
}

/// The longest line: a row of performance counters with thousands of columns has about 100 KiB.
const LINE_BYTES_MAX: usize = 4 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextEncoding {
    Narrow,
    Little,
    Big,
}

/// A codepage for lines that are not UTF-8. Only letters are mapped; numbers are the same in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Codepage {
    /// Windows-1252, western European.
    Western,
    /// Windows-1251, Cyrillic.
    Cyrillic,
    /// Codepage 850, western European consoles.
    WesternConsole,
    /// Codepage 866, Cyrillic consoles.
    CyrillicConsole,
}

impl Codepage {
    pub(super) const ALL: [Self; 4] =
        [Self::Western, Self::Cyrillic, Self::WesternConsole, Self::CyrillicConsole];

    fn letter(self, byte: u8) -> char {
        let cyrillic = |first: u8| char::from_u32(0x410 + u32::from(byte - first)).unwrap_or('?');
        match (self, byte) {
            (_, 0x00..=0x7f) | (Self::Western, 0xa0..) => char::from(byte),
            (Self::Cyrillic, 0xc0..) => cyrillic(0xc0),
            (Self::CyrillicConsole, 0x80..=0xaf) => cyrillic(0x80),
            (Self::CyrillicConsole, 0xe0..=0xef) => cyrillic(0xb0),
            (Self::WesternConsole, 0x84) => 'ä',
            (Self::WesternConsole, 0x94) => 'ö',
            (Self::WesternConsole, 0x81) => 'ü',
            (Self::WesternConsole, 0x8e) => 'Ä',
            (Self::WesternConsole, 0x99) => 'Ö',
            (Self::WesternConsole, 0x9a) => 'Ü',
            (Self::WesternConsole, 0xe1) => 'ß',
            _ => char::REPLACEMENT_CHARACTER,
        }
    }

    pub(super) fn decoded(self, bytes: &[u8]) -> String {
        bytes.iter().map(|&byte| self.letter(byte)).collect()
    }
}

/// Why there is no next line.
#[derive(Debug)]
pub(super) enum LineError {
    Read(io::Error),
    /// The line with this number is longer than any line of a log.
    TooLong(u64),
}

pub(super) struct LogLines<R> {
    inner: R,
    encoding: TextEncoding,
    number: u64,
    raw: Vec<u8>,
    text: String,
    /// For lines that are not UTF-8.
    pub codepage: Codepage,
}

impl<R: BufRead> LogLines<R> {
    /// The lines of a log; its first bytes show the encoding.
    pub(super) fn new(mut inner: R) -> io::Result<Self> {
        let start = inner.fill_buf()?;
        let (encoding, mark_bytes) = match start {
            [0xff, 0xfe, ..] => (TextEncoding::Little, 2),
            [0xfe, 0xff, ..] => (TextEncoding::Big, 2),
            [0xef, 0xbb, 0xbf, ..] => (TextEncoding::Narrow, 3),
            [a, 0, b, 0, ..] if a.is_ascii() && b.is_ascii() => (TextEncoding::Little, 0),
            [0, a, 0, b, ..] if a.is_ascii() && b.is_ascii() => (TextEncoding::Big, 0),
            _ => (TextEncoding::Narrow, 0),
        };
        inner.consume(mark_bytes);
        let (raw, text) = (Vec::new(), String::new());
        Ok(Self { inner, encoding, number: 0, raw, text, codepage: Codepage::Western })
    }

    /// The next line with its number from 1, without its end; `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<(u64, &str)>, LineError> {
        self.raw.clear();
        self.number += 1;
        while self.read_piece()? && !self.is_whole() {}
        if self.raw.is_empty() {
            return Ok(None);
        }
        self.text.clear();
        match self.encoding {
            TextEncoding::Narrow => match std::str::from_utf8(&self.raw) {
                Ok(plain) => self.text.push_str(plain),
                Err(_) => self.text = self.codepage.decoded(&self.raw),
            },
            TextEncoding::Little => self.text.extend(wide(&self.raw, u16::from_le_bytes)),
            TextEncoding::Big => self.text.extend(wide(&self.raw, u16::from_be_bytes)),
        }
        Ok(Some((self.number, self.text.trim_end_matches(['\n', '\r', '\0']))))
    }

    /// The bytes of the last line.
    pub(super) fn raw(&self) -> &[u8] {
        &self.raw
    }

    /// Reads up to a byte that may end the line; returns whether there was any.
    fn read_piece(&mut self) -> Result<bool, LineError> {
        let left = (LINE_BYTES_MAX + 2).saturating_sub(self.raw.len()) as u64;
        let mut limited = self.inner.by_ref().take(left);
        let mut count = limited.read_until(b'\n', &mut self.raw).map_err(LineError::Read)?;
        if self.encoding == TextEncoding::Little && count > 0 && self.raw.len() % 2 == 1 {
            let mut limited = self.inner.by_ref().take(1);
            count += limited.read_to_end(&mut self.raw).map_err(LineError::Read)?;
        }
        if self.raw.len() > LINE_BYTES_MAX {
            Err(LineError::TooLong(self.number))
        } else {
            Ok(count > 0)
        }
    }

    fn is_whole(&self) -> bool {
        match self.encoding {
            TextEncoding::Narrow => true,
            TextEncoding::Little => self.raw.ends_with(b"\n\0") && self.raw.len().is_multiple_of(2),
            TextEncoding::Big => self.raw.ends_with(b"\0\n") && self.raw.len().is_multiple_of(2),
        }
    }
}

fn wide(bytes: &[u8], join: fn([u8; 2]) -> u16) -> impl Iterator<Item = char> {
    let units = bytes.chunks_exact(2).map(move |pair| join([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// A number; `None` if the text is not a number. `nan` and `inf` count as numbers: tools print them after a counter reset.
pub(super) fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let decimal = text.rfind([',', '.']);
    match decimal {
        Some(at) if text[at..].starts_with(',') => {
            // `1.234,5` has dots as thousands separators.
            let whole = text[..at].replace(['.', '\u{a0}', '\u{202f}'], "");
            format!("{whole}.{}", &text[at + 1..]).parse().ok()
        }
        _ => text.replace([',', '\u{a0}', '\u{202f}'], "").parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = LogLines::new(bytes).expect("memory is readable");
        let mut all = Vec::new();
        while let Some((number, line)) = lines.next().expect("memory is readable") {
            all.push(format!("{number} {line}"));
        }
        all
    }

    #[test]
    fn every_encoding_gives_the_same_lines() {
        let text = "Datenträger Ċ;1\r\n\r\nдиск 2\n";
        let wanted = ["1 Datenträger Ċ;1", "2 ", "3 диск 2"];
        let marked = format!("\u{feff}{text}");
        let little: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = marked.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(lines(text.as_bytes()), wanted);
        assert_eq!(lines(marked.as_bytes()), wanted);
        // The letter Ċ is U+010A: one of its bytes equals a line feed.
        assert_eq!(lines(&little), wanted);
        assert_eq!(lines(&big), wanted);
    }

    #[test]
    fn codepages_have_their_letters() {
        assert_eq!(Codepage::Western.decoded(b"Lesevorg\xe4nge"), "Lesevorgänge");
        assert_eq!(Codepage::WesternConsole.decoded(b"Lesevorg\x84nge"), "Lesevorgänge");
        assert_eq!(Codepage::Cyrillic.decoded(b"\xe4\xe8\xf1\xea"), "диск");
        assert_eq!(Codepage::CyrillicConsole.decoded(b"\xa4\xa8\xe1\xaa"), "диск");
    }

    #[test]
    fn a_line_without_end_takes_no_memory_without_end() {
        let endless = io::BufReader::new(io::repeat(b'x'));
        let mut lines = LogLines::new(endless).expect("it is readable");
        assert!(matches!(lines.next(), Err(LineError::TooLong(1))));
        assert!(lines.raw().len() <= LINE_BYTES_MAX + 2);
    }

    #[test]
    fn decimals_of_every_locale_are_read() {
        for (text, value) in [
            ("12.50", 12.5),
            ("12,50", 12.5),
            (" 1234 ", 1234.0),
            ("1.234,5", 1234.5),
            ("1,234.5", 1234.5),
            ("1\u{a0}234,5", 1234.5),
            ("3.3e+05", 3.3e5),
        ] {
            assert_eq!(number(text), Some(value), "{text}");
        }
        assert!(number("-nan").is_some_and(f64::is_nan));
        for text in ["", "sda", "4.0k", "1.2.3"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
