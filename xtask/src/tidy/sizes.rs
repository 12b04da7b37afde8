//! The limit on the length of files, because long files are hard to read.
//!
//! Takes all sources; gives breaches. Counts only lines.

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
}
