//! Sentences in the code of `report` and of the crates that give it data: they belong in the catalogue of `report`, which exists in
//! every language.
//!
//! Takes one source; gives breaches. Never looks into attributes, comments
//! and the messages of bugs.

use crate::source::{Source, Token};

/// The crate that makes all text for people, and those that give it data.
const CRATES: &[&str] = &[
    "crates/advise/src/",
    "crates/cluster/src/",
    "crates/engine/src/",
    "crates/integrity/src/",
    "crates/mpi_transport/src/",
    "crates/plan/src/",
    "crates/record/src/",
    "crates/report/src/",
    "crates/sample/src/",
    "crates/session/src/",
    "crates/study/src/",
    "crates/summary/src/",
    "crates/sys/src/",
];
/// Files that hold text for programs: metrics, JSON, names in stored documents, command lines.
const EXCEPT: &[&str] = &[
    // Mistakes in the text of a simulated storage, in English like those in a job.
    "crates/engine/src/sim/keys.rs",
    "crates/engine/src/sim/keys/readers.rs",
    "crates/engine/src/sim/spec.rs",
    // Lines for a shell.
    "crates/plan/src/layout/step.rs",
    "crates/record/src/kinds.rs",
    "crates/record/src/race/group.rs",
    "crates/record/src/role.rs",
    "crates/record/src/run.rs",
    "crates/record/src/soak.rs",
    "crates/record/src/subject.rs",
    "crates/record/src/target.rs",
    "crates/report/src/capture/page.rs",
    "crates/report/src/language.rs",
    "crates/report/src/metrics.rs",
    "crates/report/src/metrics/live.rs",
    "crates/report/src/power_cut.rs",
    "crates/report/src/soak.rs",
    "crates/report/src/words/sizing.rs",
    // Parts of the help, which is English.
    "crates/session/src/requests/help.rs",
    // Names of runs, targets and databases, which the store keeps and compares.
    "crates/session/src/shelf/identity.rs",
    "crates/session/src/verify/io_pattern.rs",
    "crates/summary/src/conditions.rs",
    // Proper names, names in /proc and on disks, and identities, which the store keeps and compares.
    "crates/sys/src/guard/signature.rs",
    "crates/sys/src/linux/inventory/identity.rs",
    "crates/sys/src/linux/inventory/level.rs",
    "crates/sys/src/linux/inventory/machine.rs",
];
/// Calls whose literals are messages about bugs.
const BUGS: &[&str] = &["expect", "unreachable", "panic"];
/// Checks of the program itself, whose last literal is such a message.
const ASSERTIONS: &[&str] = &["assert", "assert_eq", "debug_assert"];

/// Checks one file, and that an exception is still needed.
pub(super) fn check(source: &Source) -> Vec<String> {
    if !CRATES.iter().any(|start| source.path.starts_with(start)) {
        return Vec::new();
    }
    let lines = sentences(source);
    let path = &source.path;
    match (EXCEPT.contains(&path.as_str()), lines.is_empty()) {
        (true, true) => {
            vec![format!("{path}: holds no sentence; take it off xtask/src/tidy/english.rs")]
        }
        (true, false) => Vec::new(),
        (false, _) => lines
            .iter()
            .map(|line| {
                format!(
                    "{path}:{line}: a sentence in the code; write it into crates/report/messages"
                )
            })
            .collect(),
    }
}

/// The lines of literals with sentences for people.
fn sentences(source: &Source) -> Vec<usize> {
    let tokens = &source.tokens;
    let read_by_people = |(at, token): &(usize, &Token)| {
        if !is_sentence(&token.text) || source.is_test(token.line) {
            return false;
        }
        let before = |back: usize| at.checked_sub(back).map_or("", |at| tokens[at].text.as_str());
        let in_attribute = before(1) == "=" && ["doc", "reason"].contains(&before(2));
        let same_statement = |token: &&Token| ![";", "{", "}"].contains(&token.text.as_str());
        let of_bug = before(1) == "(" && (BUGS.contains(&before(2)) || BUGS.contains(&before(3)))
            || tokens[..*at]
                .iter()
                .rev()
                .take_while(same_statement)
                .any(|token| ASSERTIONS.contains(&token.text.as_str()));
        !in_attribute && !of_bug
    };
    tokens.iter().enumerate().filter(read_by_people).map(|(_, token)| token.line).collect()
}

/// Whether a literal has three words in a row, of which one may be a value; command lines do not count.
fn is_sentence(literal: &str) -> bool {
    let Some(text) = literal.strip_suffix(['"', '#']) else { return false };
    let text = text.trim_start_matches(['r', '#', '"', ' ']);
    let parts: Vec<Option<bool>> = text.split([' ', '\n']).map(word).collect();
    let is_row = |row: &[Option<bool>]| {
        row.iter().all(Option::is_some)
            && row.iter().filter(|word| **word == Some(true)).count() > 1
    };
    !text.starts_with("plimsoll ") && parts.windows(3).any(is_row)
}

/// Whether a part is a word; `Some(false)` for a value, `None` for signs, styles and addresses.
fn word(part: &str) -> Option<bool> {
    let bare = part.trim_end_matches([',', '.', ';', ':', ')']).trim_start_matches('(');
    let letters = !bare.is_empty() && bare.chars().all(|c| c.is_ascii_alphabetic());
    let is_value = bare.starts_with('{') && bare.ends_with('}');
    (letters || is_value).then_some(letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaches(body: &str) -> usize {
        check(&Source::parse("crates/report/src/x.rs", &format!("//! x\n{body}\n")).unwrap()).len()
    }

    #[test]
    fn a_sentence_in_the_code_is_found() {
        assert_eq!(breaches("fn f() -> &'static str { \"the disk failed\" }"), 1);
        assert_eq!(
            breaches("/// A sentence about this.\nfn f() { None.expect(\"it is there\") }"),
            0
        );
        assert_eq!(breaches("fn f() { assert!(1 < 2, \"one is less\"); }"), 0);
        assert_eq!(breaches("fn f() { assert!(1 < 2); g(\"one is less\"); }"), 1);
        assert_eq!(breaches("const A: &str = \"width=device-width, initial-scale=1\";"), 0);
        assert_eq!(breaches("fn f(disk: &str) -> String { format!(\"{disk} is gone\") }"), 1);
    }
}
