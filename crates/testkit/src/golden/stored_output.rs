//! The stored form of outputs: takes the result of a case, gives its text shortened, or as a line of digests;
//! and the differences of two such texts.

use super::case::GoldenCase;
use super::run::CaseResult;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// A longer text is kept as its digest, so that the kept files stay readable.
const SHOWN_BYTES_MAX: usize = 2600;
/// The separator between a case and its digests.
const ARROW: &str = "  =>  ";

/// The output of a case as people read it, with the digests of long texts in their place.
pub(super) fn short(case: &GoldenCase, ended: &CaseResult) -> String {
    shown(case, ended) + "\n"
}

pub(super) fn digests(case: &GoldenCase, ended: &CaseResult) -> String {
    let of = |text: &str| if text.is_empty() { "-".to_owned() } else { digest(text) };
    let (exit, out, err, notes) =
        (&ended.exit, of(&ended.stdout), of(&ended.stderr), of(&ended.notes));
    let file = |(name, text): (&String, &String)| format!(", {name}: {}", digest(text));
    let files: String = ended.files.iter().map(file).collect();
    format!(
        "$ plimsoll {}{ARROW}exit {exit}, out {out}, err {err}, notes {notes}{files}\n",
        case.name
    )
}

fn shown(case: &GoldenCase, ended: &CaseResult) -> String {
    let mut out = format!("$ plimsoll {}\nexit {}\n", case.name, ended.exit);
    let mut part = |name: &str, text: &str| match text {
        "" => {}
        long if long.len() > SHOWN_BYTES_MAX => {
            let lines = long.lines().count();
            let _ = writeln!(out, "{name} ({lines} lines, {} bytes, {})", long.len(), digest(long));
        }
        text => {
            let text = text.replace('\r', "<CR>");
            for line in text.lines() {
                let _ = writeln!(out, "{name} {line}");
            }
            if !text.ends_with('\n') {
                let _ = writeln!(out, "{name} (without an end of line)");
            }
        }
    };
    part(">", &ended.stdout);
    part("!", &ended.stderr);
    part("note:", &ended.notes);
    for (name, text) in &ended.files {
        if text.is_empty() {
            part(&format!("{name}:"), "(empty)\n")
        } else {
            part(&format!("{name}:"), text)
        }
    }
    out
}

/// The first 48 bits of a text's SHA-256.
fn digest(text: &str) -> String {
    Sha256::digest(text).iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

/// The differences from the kept outputs, a text for each case.
pub(super) fn changes(kept: &str, now: &str) -> Vec<String> {
    let (kept, now) = (blocks(kept), blocks(now));
    let mut all = Vec::new();
    for (name, text) in &now {
        match kept.iter().find(|old| old.0 == *name) {
            None => all.push(format!("{name}\n  is not kept yet")),
            Some(old) if old.1 == *text => {}
            Some(old) => all.push(format!("{name}\n{}", first_difference(old.1, text))),
        }
    }
    let gone = kept.iter().filter(|old| !now.iter().any(|new| new.0 == old.0));
    all.extend(gone.map(|old| format!("{}\n  is kept, but is no case any more", old.0)));
    all
}

/// Each case's name and the text after it.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let mut starts: Vec<usize> = text.match_indices("\n$ ").map(|found| found.0 + 1).collect();
    if text.starts_with("$ ") {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let block = |(start, end): (&usize, usize)| {
        let block = &text[*start..end];
        let (line, rest) = block.split_once('\n').unwrap_or((block, ""));
        line.split_once(ARROW).unwrap_or((line, rest))
    };
    starts.iter().zip(ends).map(block).collect()
}

fn first_difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let at = old.iter().zip(&new).position(|pair| pair.0 != pair.1);
    let at = at.unwrap_or(old.len().min(new.len()));
    let line =
        |lines: &[&str]| lines.get(at).map_or("(nothing)".to_owned(), |line| line.to_string());
    format!("  kept: {}\n  now:  {}", line(&old), line(&new))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn case(name: &str) -> GoldenCase {
        GoldenCase { name: name.to_owned(), words: Vec::new(), inputs: Vec::new(), measured: false }
    }

    fn ended(stdout: &str) -> CaseResult {
        let files = BTreeMap::from([("a.log".to_owned(), String::new())]);
        let (exit, stdout) = ("0".to_owned(), stdout.to_owned());
        CaseResult { exit, stdout, stderr: "no\n".to_owned(), notes: String::new(), files }
    }

    #[test]
    fn one_byte_is_a_change_in_every_form() {
        for keep in [short, digests] {
            let kept = keep(&case("a"), &ended("1")) + &keep(&case("b"), &ended("2"));
            let same = kept.clone();
            assert_eq!(changes(&kept, &same), [] as [String; 0]);
            let now = keep(&case("a"), &ended("1")) + &keep(&case("b"), &ended("3"));
            let told = changes(&kept, &now);
            assert!(told.len() == 1 && told[0].starts_with("$ plimsoll b\n  kept: "), "{told:?}");
            let now = keep(&case("a"), &ended("1")) + &keep(&case("c"), &ended("2"));
            assert_eq!(changes(&kept, &now).len(), 2, "one is new, one is gone");
        }
    }
}
