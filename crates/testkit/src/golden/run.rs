//! Runs one case: takes the binary and a case, gives its output, exit code and written files, masked.
//!
//! The case has a separate folder, an environment that is the same everywhere, and its store beside the folder. Notes
//! go to a file, so that they are compared too.

use super::mask::{CaseContext, MaskContext};
use crate::place::{self, TempDir};
use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CaseResult {
    /// The exit code, or another reason of the end.
    pub(super) exit: String,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// The notes written to `PLIMSOLL_NOTES`.
    pub(super) notes: String,
    pub(super) files: BTreeMap<String, String>,
}

/// The pause between two checks for the end of a case, and the most checks: two minutes in all.
const PAUSE: Duration = Duration::from_millis(2);
const LOOKS_MAX: usize = 60_000;
/// A larger file is test data: only its size is compared.
const TEXT_BYTES_MAX: usize = 1 << 20;
/// The modification time of input files, in seconds since 1970: 2020-01-02 03:04:05 UTC.
const CHANGED_UNIX_S: u64 = 1_577_934_245;

/// After a case that imports results, the commands of `AFTER_IMPORT` print the stored results.
const IMPORT: [&str; 2] = ["results", "import"];
const AFTER_IMPORT: [[&str; 4]; 3] = [
    ["results", "show", "last", ""],
    ["results", "show", "last", "--json"],
    ["results", "export", "last", "--csv"],
];

pub(super) fn run(
    binary: &Path,
    case: &GoldenCase,
    moment: &CaseContext,
) -> Result<CaseResult, String> {
    let place = TempDir::new("golden");
    let folder = place.join("case");
    std::fs::create_dir(&folder).map_err(|e| failed(case, "make a folder", &e))?;
    for (name, bytes) in &case.inputs {
        put(&folder.join(name), bytes).map_err(|e| failed(case, "write its files", &e))?;
    }
    let call = |words: &[String]| call(binary, case, words, place.path(), moment);
    let mut ended = call(&case.words)?;
    // Beside other programs, wine 8 failed to start one of a thousand.
    if place::is_tested() && ended.exit == "1" && (ended.stdout.clone() + &ended.stderr).is_empty()
    {
        ended = call(&case.words)?;
    }
    if case.measured {
        // The measurement determines the exit code and the output; only the written files have the same shape each time.
        ended.exit = "(not kept)".to_owned();
        ended.stdout.clear();
    }
    let secrets = MaskContext { folder: &folder, place: place.path(), measured: case.measured };
    for name in names(&folder, "").map_err(|e| failed(case, "look into its folder", &e))? {
        // The mark of an output is an attribute of the file elsewhere.
        if place::is_tested() && name.ends_with(".plimsoll") {
            continue;
        }
        let path = folder.join(&name);
        let now = std::fs::read(&path).unwrap_or_default();
        if case.inputs.iter().any(|input| input.0 == name && *input.1 == now[..]) {
            continue;
        }
        let shown = if now.len() > TEXT_BYTES_MAX {
            format!("{} bytes of data\n", now.len())
        } else {
            moment.masked(&String::from_utf8_lossy(&now), &secrets)
        };
        ended.files.insert(moment.masked(&name, &secrets), shown);
    }
    if case.words.starts_with(&IMPORT.map(str::to_owned)) && ended.exit == "0" {
        for words in AFTER_IMPORT {
            let words: Vec<String> =
                words.into_iter().filter(|word| !word.is_empty()).map(str::to_owned).collect();
            let shown = call(&words)?;
            ended.files.insert(words.join(" "), shown.stdout + &shown.stderr);
        }
    }
    Ok(ended)
}

/// Runs the program in the folder `case` of a place, with a store beside it.
fn call(
    binary: &Path,
    case: &GoldenCase,
    words: &[String],
    place: &Path,
    moment: &CaseContext,
) -> Result<CaseResult, String> {
    let folder = place.join("case");
    let (out, err, notes) = (place.join("stdout"), place.join("stderr"), place.join("notes"));
    let open = |path: &Path| File::create(path).map_err(|e| failed(case, "make a file", &e));
    let mut command = place::program(binary);
    if !place::is_tested() {
        // Usage texts contain the program's name as called.
        command.arg0("plimsoll");
    }
    command.env_clear();
    for name in ["PATH", "WINEPREFIX", "WINEDEBUG", "WINEPATH"] {
        command.envs(std::env::var_os(name).map(|value| (name, value)));
    }
    let mut child = command
        .args(words)
        .current_dir(&folder)
        .env("HOME", place)
        .env("PLIMSOLL_STORE", place.join("results.db"))
        .env("PLIMSOLL_NOTES", &notes)
        .env("TZ", "UTC")
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .stdout(open(&out)?)
        .stderr(open(&err)?)
        .spawn()
        .map_err(|e| failed(case, "start the program", &e))?;
    let mut looks = 0..LOOKS_MAX;
    let exit = loop {
        match child.try_wait().map_err(|e| failed(case, "wait", &e))? {
            Some(status) => {
                break status.code().map_or(format!("{status}"), |code| code.to_string());
            }
            None if looks.next().is_none() => {
                drop(child.kill());
                drop(child.wait());
                break "none: it was ended after two minutes".to_owned();
            }
            None => std::thread::sleep(PAUSE),
        }
    };
    let secrets = MaskContext { folder: &folder, place, measured: case.measured };
    let text = |path: &Path| {
        let bytes = std::fs::read(path).unwrap_or_default();
        moment.masked(&String::from_utf8_lossy(&bytes), &secrets)
    };
    let (stdout, stderr, notes) = (text(&out), text(&err), text(&notes));
    Ok(CaseResult { exit, stdout, stderr, notes, files: BTreeMap::new() })
}

fn failed(case: &GoldenCase, what: &str, error: &std::io::Error) -> String {
    format!("{}: failed to {what}: {error}", case.name)
}

/// Writes an input file of a case, with the common modification time.
fn put(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    std::fs::write(path, bytes)?;
    let changed = SystemTime::UNIX_EPOCH + Duration::from_secs(CHANGED_UNIX_S);
    File::options().write(true).open(path)?.set_modified(changed)
}

/// Every file below a folder, by its path from there.
fn names(folder: &Path, before: &str) -> std::io::Result<Vec<String>> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            all.extend(names(&entry.path(), &format!("{name}/"))?)
        } else {
            all.push(name)
        }
    }
    all.sort();
    Ok(all)
}

/// An input file of a case: its name and content.
pub(super) type CaseInput = (String, Arc<[u8]>);

#[derive(Clone, Debug)]
pub(super) struct GoldenCase {
    /// Its name: its words, and its sample.
    pub(super) name: String,
    /// The words after the program's name.
    pub(super) words: Vec<String>,
    pub(super) inputs: Vec<CaseInput>,
    /// Whether it measures, so that its numbers differ each time.
    pub(super) measured: bool,
}

/// A line is a command line of `plimsoll`, in the words of a shell. `<<< NAME` begins a file that ends at `>>>`; every later case has
/// that file in its folder. `#` begins a comment. A line that begins with `~` is a case on real storage: only the files that it writes
/// are kept, without measured values.
pub(super) fn read(text: &str) -> Result<Vec<GoldenCase>, String> {
    let (mut cases, mut inputs) = (Vec::new(), Vec::<CaseInput>::new());
    let mut lines = text.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix("<<< ") {
            let body: Vec<&str> =
                lines.by_ref().map(|line| line.1).take_while(|line| *line != ">>>").collect();
            let bytes = body.iter().flat_map(|line| [*line, "\n"]).collect::<String>();
            inputs.retain(|input| input.0 != name);
            inputs.push((name.to_owned(), bytes.into_bytes().into()));
            continue;
        }
        let (measured, line) = match line.strip_prefix('~') {
            Some(rest) => (true, rest.trim_start()),
            None => (false, line),
        };
        let words =
            shlex::split(line).ok_or_else(|| format!("line {}: an open quote", index + 1))?;
        cases.push(GoldenCase { name: line.to_owned(), words, inputs: inputs.clone(), measured });
    }
    Ok(cases)
}

/// The commands for every sample; `FILE` is its name, `STEM` the name without its extension.
const COMMANDS: [&[&str]; 8] = [
    &["results", "import", "FILE"],
    &["convert", "--to", "native", "FILE"],
    &["fio", "--parse-only", "FILE"],
    &["diskspd", "-XFILE", "-Rpxml"],
    &["sqlio", "-kR", "-s1", "-FFILE"],
    &["iometer", "FILE", "out.csv"],
    &["orion", "-run", "simple", "-testname", "STEM"],
    &["sqliosim", "-cfg", "FILE"],
];

/// All cases on samples, and the project's own cases with the samples that they name.
pub(super) fn cases(folder: &Path, own: Vec<GoldenCase>) -> Result<Vec<GoldenCase>, String> {
    let mut samples = Vec::new();
    collect(folder, "", &mut samples)
        .map_err(|e| format!("failed to read the samples in {}: {e}", folder.display()))?;
    samples.sort();
    let mut cases = Vec::new();
    for (path, bytes) in &samples {
        let name = path.rsplit('/').next().unwrap_or(path);
        let stem = name.rsplit_once('.').map_or(name, |parts| parts.0);
        for words in COMMANDS {
            let word = |word: &&str| word.replace("FILE", name).replace("STEM", stem);
            let title = words.join(" ").replace("FILE", path).replace("STEM", path);
            let words: Vec<String> = words.iter().map(word).collect();
            let inputs = vec![(name.to_owned(), bytes.clone())];
            cases.push(GoldenCase { name: title, words, inputs, measured: false });
        }
        if name.ends_with(".tsv") {
            cases.extend(listed(path, &String::from_utf8_lossy(bytes)));
        }
    }
    let found: Vec<CaseInput> = samples
        .iter()
        .map(|(path, bytes)| (path.rsplit('/').next().unwrap_or(path).to_owned(), bytes.clone()))
        .collect();
    cases.extend(own.into_iter().map(|mut case| {
        // Only the files that its words name, so that hundreds of files are not copied for each case.
        let stem = |name: &str| name.rsplit_once('.').map(|parts| parts.0.to_owned());
        let named = |input: &&CaseInput| {
            let is =
                |word: &String| word.contains(&input.0) || stem(&input.0).as_ref() == Some(word);
            case.words.iter().any(is)
        };
        case.inputs.extend(found.iter().filter(named).cloned());
        case
    }));
    Ok(cases)
}

/// The command lines of a table, in its column `args` or `case`; they are parsed and not run. Their names are their
/// positions.
fn listed(path: &str, table: &str) -> Vec<GoldenCase> {
    let head = table.lines().next().unwrap_or_default();
    let Some(column) = head.split('\t').position(|name| matches!(name, "args" | "case")) else {
        return Vec::new();
    };
    let line = |(index, line): (usize, &str)| {
        let words = line.split('\t').nth(column)?.split_whitespace();
        let words: Vec<String> =
            ["diskspd", "-Rpxml"].into_iter().chain(words).map(str::to_owned).collect();
        let name = format!("diskspd -Rpxml {path}:{}", index + 1);
        Some(GoldenCase { name, words, inputs: Vec::new(), measured: false })
    };
    table.lines().enumerate().skip(1).filter_map(line).collect()
}

fn collect(folder: &Path, before: &str, all: &mut Vec<CaseInput>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), all)?
        } else {
            all.push((name, std::fs::read(entry.path())?.into()))
        }
    }
    Ok(())
}
