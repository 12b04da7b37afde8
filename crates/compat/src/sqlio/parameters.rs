//! SQLIO's parameter file: `<file> <threads> [<mask> [<size in MB>]]` on each line; `#` begins a comment.

use super::read::NamedFile;
use crate::findings::ForeignFindings;
use crate::foreign::{Load, Mapping, map_advice, mapped};
use std::ops::Range;

/// The most files, and the most wrong lines that are reported; SQLIO itself takes fewer files.
const LINES_MAX: usize = 300;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParameterLine {
    /// The file as written.
    pub(super) name: String,
    pub(super) threads: u32,
    /// The mask of CPUs for its threads; 0 for any.
    pub(super) mask: u64,
    /// Its size in MB of 2^20 bytes.
    pub(super) size_mib: Option<u64>,
    /// Whether it is a disk or a partition.
    pub(super) raw: bool,
}

/// A mask as the tool writes it: `0xf` or `15`.
pub(super) fn mask(text: &str) -> Option<u64> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}

/// `9:` is a disk, `X:` a partition.
pub(super) fn is_raw(name: &str) -> bool {
    let Some(stem) = name.strip_suffix(':') else { return false };
    let number = !stem.is_empty() && stem.bytes().all(|b| b.is_ascii_digit());
    number || (stem.len() == 1 && stem.bytes().all(|b| b.is_ascii_alphabetic()))
}

/// Reads the parameter file; `span` is its place on the command line.
pub(super) fn read(
    name: &str,
    span: &Range<usize>,
    load: Load<'_>,
    maps: &[Mapping],
    findings: &mut ForeignFindings,
) -> Vec<NamedFile> {
    let Some(path) = mapped(name, maps) else {
        findings.problem(span, format!("{name} is a Windows path"), map_advice(name));
        return Vec::new();
    };
    let text = match load(&path) {
        Ok(text) => text,
        Err(why) => {
            let help = "without -F, name the files on the command line";
            findings.problem(span, format!("failed to read {path}: {why}"), help);
            return Vec::new();
        }
    };
    let source = findings.source(&path, &text);
    let mut named = Vec::new();
    let mut at = 0;
    for piece in text.split_inclusive('\n') {
        let line = piece.trim_end_matches(['\n', '\r']);
        let span = at..at + line.len();
        at += piece.len();
        let content = line.trim_start_matches('\u{feff}').trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        if findings.count() > LINES_MAX || named.len() > LINES_MAX {
            findings.problem(
                (source, &span),
                format!("more than {LINES_MAX} lines"),
                "name fewer files",
            );
            break;
        }
        match parse(content) {
            Ok(line) => named.push(NamedFile { source, span, line }),
            Err(why) => {
                findings.problem((source, &span), format!("error parsing line: {content}"), why);
            }
        }
    }
    if named.is_empty() && findings.has_no_problem() {
        findings.problem(
            span,
            format!("{name} names no file"),
            "write <file> <threads> <mask> <size in MB>, such as: /srv/test.dat 4 0x0 20480",
        );
    }
    named
}

fn parse(content: &str) -> Result<ParameterLine, &'static str> {
    let mut words = content.split_whitespace();
    let name = words.next().unwrap_or_default().to_owned();
    let threads = words
        .next()
        .and_then(|word| word.parse::<u32>().ok())
        .filter(|threads| (1..=256).contains(threads))
        .ok_or("after the file comes the number of threads, 1 to 256")?;
    let mask = words.next().map_or(Some(0), mask).ok_or("the third word is a mask such as 0x0")?;
    let size_mib = match words.next() {
        None => None,
        Some(word) => Some(
            word.parse::<u64>()
                .ok()
                .filter(|size| (1..1 << 43).contains(size))
                .ok_or("the fourth word is the size in MB")?,
        ),
    };
    match words.next() {
        Some(word) if !word.starts_with('#') => {
            Err("there are more than four words; a name with spaces cannot be written here")
        }
        _ => Ok(ParameterLine { raw: is_raw(&name), name, threads, mask, size_mib }),
    }
}
