//! Every file begins with a header (what it takes, gives and never does) and has a meaningful name.
//!
//! Takes one source; gives breaches. Never looks inside functions.

use crate::source::Source;

/// Names that say nothing about the content.
const EMPTY_NAMES: &[&str] =
    &["utils", "util", "common", "helpers", "helper", "misc", "shared", "types"];

pub(super) fn check(source: &Source) -> Vec<String> {
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

    fn breaches(path: &str, text: &str) -> Vec<String> {
        check(&Source::parse(path, text).unwrap())
    }

    #[test]
    fn bad_files_are_told() {
        assert_eq!(breaches("crates/base/src/units.rs", "fn a() {}\n").len(), 1);
        assert_eq!(breaches("crates/base/src/utils.rs", "//! x\n").len(), 1);
        assert_eq!(breaches("crates/base/src/common/units.rs", "//! x\n").len(), 1);
        assert!(breaches("crates/base/src/units.rs", "//! x\nfn a() {}\n").is_empty());
    }
}
