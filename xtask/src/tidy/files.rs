//! Every file begins with a header (what it takes, gives and never does), has a meaningful name, and is not long.
//!
//! Takes sources; gives breaches. Never looks inside functions.

use crate::source::Source;

/// Every file must have fewer lines.
const LINES_LIMIT: usize = 1000;
/// Half of the files have at most this many lines.
const LINES_MEDIAN: usize = 250;

/// The commands of the binary: flags in, a request to `session`, an exit code out.
const COMMANDS: &str = "crates/plimsoll/src/commands/";
/// Each file of a command has at most this many lines.
const COMMAND_LINES: usize = 150;

pub(super) fn check(sources: &[Source]) -> Vec<String> {
    let mut breaches = Vec::new();
    for source in sources {
        let lines = source.line_count();
        if lines >= LINES_LIMIT {
            breaches.push(format!("{}: {lines} lines, the limit is {LINES_LIMIT}", source.path));
        }
        if source.path.starts_with(COMMANDS) && lines > COMMAND_LINES {
            breaches.push(format!(
                "{}: {lines} lines, the limit of a command is {COMMAND_LINES}; the rest belongs in session",
                source.path
            ));
        }
    }
    let mut counts: Vec<usize> = sources.iter().map(Source::line_count).collect();
    counts.sort_unstable();
    if let Some(median) = counts.get(counts.len() / 2).filter(|m| **m > LINES_MEDIAN) {
        breaches.push(format!("the median file has {median} lines, wanted <= {LINES_MEDIAN}"));
    }
    breaches
}

/// Names that say nothing about the content.
const EMPTY_NAMES: &[&str] =
    &["utils", "util", "common", "helpers", "helper", "misc", "shared", "types"];

pub(super) fn header(source: &Source) -> Vec<String> {
    let mut breaches = Vec::new();
    let path = &source.path;
    if !source.text.starts_with("//! ") {
        breaches.push(format!("{path}:1: does not open with //! (takes, gives, never does)"));
    }
    let mut parts = path.split('/');
    let file = parts.next_back().unwrap_or("");
    let stem = file.strip_suffix(".rs").unwrap_or(file);
    if EMPTY_NAMES.contains(&stem) || parts.any(|folder| EMPTY_NAMES.contains(&folder)) {
        breaches.push(format!("{path}: the name says nothing of what is inside"));
    }
    breaches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(count: usize) -> Source {
        Source::parse("crates/base/src/a.rs", &"//! x\n".repeat(count)).unwrap()
    }

    #[test]
    fn a_long_file_is_a_breach() {
        assert_eq!(check(&[lines(1), lines(1), lines(1000)]).len(), 1);
        assert!(check(&[lines(1), lines(1), lines(999)]).is_empty());
    }

    #[test]
    fn a_long_command_is_a_breach() {
        let lines =
            |count| Source::parse("crates/plimsoll/src/commands/a.rs", &"//! x\n".repeat(count));
        assert_eq!(check(&[lines(151).unwrap()]).len(), 1);
        assert!(check(&[lines(150).unwrap()]).is_empty());
    }

    #[test]
    fn a_high_median_is_a_breach() {
        assert_eq!(check(&[lines(10), lines(251), lines(300)]).len(), 1);
        assert!(check(&[lines(10), lines(250), lines(300)]).is_empty());
    }

    fn breaches(path: &str, text: &str) -> Vec<String> {
        header(&Source::parse(path, text).unwrap())
    }

    #[test]
    fn bad_files_are_told() {
        assert_eq!(breaches("crates/base/src/units.rs", "fn a() {}\n").len(), 1);
        assert_eq!(breaches("crates/base/src/utils.rs", "//! x\n").len(), 1);
        assert_eq!(breaches("crates/base/src/common/units.rs", "//! x\n").len(), 1);
        assert!(breaches("crates/base/src/units.rs", "//! x\nfn a() {}\n").is_empty());
    }
}
