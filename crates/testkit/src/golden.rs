//! Golden outputs of the commands that replace other tools, and of the import of their files.
//!
//! Takes the binary, files of cases and a folder with samples. Runs every case in a separate folder, and compares its
//! output, exit code and written files with those kept beside the cases. Text that depends on the time or the machine
//! is masked (`mask`). The project's own cases are kept in full, long texts and all samples as digests. Never judges
//! whether an output is right: it reports changes.

mod mask;
mod run;

use mask::CaseContext;
use run::{CaseResult, GoldenCase};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

pub const SAMPLES: &str = "samples";

#[derive(Clone, Debug)]
pub struct GoldenRunner {
    pub binary: PathBuf,
    pub folder: PathBuf,
    /// Files that other tools wrote or read; they are not part of the project.
    pub samples: PathBuf,
}

#[derive(Debug)]
pub struct CaseFileResult {
    name: String,
    cases: Vec<GoldenCase>,
    ended: Vec<CaseResult>,
    kept: PathBuf,
}

impl GoldenRunner {
    /// The outputs of one tool's cases, or of [`SAMPLES`]; `None` without samples.
    pub fn run(&self, name: &str) -> Result<Option<CaseFileResult>, String> {
        let path = self.folder.join(format!("{name}.cases"));
        let text = std::fs::read_to_string(&path)
            .map_err(|e| format!("failed to read {}: {e}", path.display()))?;
        let mut cases = run::read(&text).map_err(|why| format!("{}: {why}", path.display()))?;
        if name == SAMPLES {
            if !self.samples.is_dir() {
                return Ok(None);
            }
            cases = run::cases(&self.samples, cases)?;
        }
        let moment = CaseContext::now()?;
        let ended = self.all(&cases, &moment)?;
        let kept = self.folder.join(format!("{name}.golden"));
        Ok(Some(CaseFileResult { name: name.to_owned(), cases, ended, kept }))
    }

    /// Runs cases in parallel, each in a separate folder; returns their results in order.
    fn all(&self, cases: &[GoldenCase], moment: &CaseContext) -> Result<Vec<CaseResult>, String> {
        let next = AtomicUsize::new(0);
        let threads = 2 * std::thread::available_parallelism().map_or(1, usize::from);
        let work = || {
            let mut own = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(case) = cases.get(index) else { return own };
                own.push((index, run::run(&self.binary, case, moment)));
            }
        };
        let mut all: Vec<(usize, Result<CaseResult, String>)> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            threads.into_iter().flat_map(|one| one.join().expect("no case panics")).collect()
        });
        all.sort_by_key(|one| one.0);
        all.into_iter().map(|one| one.1).collect()
    }
}

impl CaseFileResult {
    pub fn count(&self) -> usize {
        self.cases.len()
    }

    /// The differences from the kept outputs, a text for each case; empty if nothing has changed.
    pub fn changes(&self) -> Result<Vec<String>, String> {
        let kept = std::fs::read_to_string(&self.kept)
            .map_err(|e| format!("failed to read {}: {e}", self.kept.display()))?;
        Ok(changes(&kept, &self.text()))
    }

    /// Stores the outputs of the cases as the expected ones.
    pub fn write(&self) -> Result<(), String> {
        std::fs::write(&self.kept, self.text())
            .map_err(|e| format!("failed to write {}: {e}", self.kept.display()))
    }

    fn text(&self) -> String {
        let cases = self.cases.iter().zip(&self.ended);
        if self.name == SAMPLES {
            cases.map(|(case, ended)| digests(case, ended)).collect()
        } else {
            cases.map(|(case, ended)| short(case, ended)).collect()
        }
    }
}

/// A longer text is kept as its digest, so that the kept files stay readable.
const SHOWN_BYTES_MAX: usize = 2600;
const ARROW: &str = "  =>  ";

/// The output of a case as people read it, with the digests of long texts in their place.
fn short(case: &GoldenCase, ended: &CaseResult) -> String {
    shown(case, ended) + "\n"
}

fn digests(case: &GoldenCase, ended: &CaseResult) -> String {
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
fn changes(kept: &str, now: &str) -> Vec<String> {
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

/// Every key of some documents, and the types of its values.
#[derive(Clone, Debug, Default)]
pub struct DocumentKeys(BTreeMap<String, BTreeSet<&'static str>>);

impl DocumentKeys {
    /// Adds a document; its keys go under `path`.
    pub fn add(&mut self, path: &str, document: &Value) {
        let of = match document {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "number",
            Value::String(_) => "text",
            Value::Array(_) => "list",
            Value::Object(_) => "object",
        };
        self.0.entry(path.to_owned()).or_default().insert(of);
        match document {
            Value::Array(values) => {
                values.iter().for_each(|value| self.add(&format!("{path}[]"), value));
            }
            Value::Object(fields) => {
                fields.iter().for_each(|(key, value)| self.add(&format!("{path}.{key}"), value));
            }
            _ => {}
        }
    }

    pub fn text(&self) -> String {
        let line = |(path, types): (&String, &BTreeSet<&str>)| {
            let types: Vec<&str> = types.iter().copied().collect();
            format!("{path}: {}\n", types.join(" or "))
        };
        self.0.iter().map(line).collect()
    }
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
