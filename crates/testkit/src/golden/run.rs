//! Runs one case: takes the binary and a case, gives what it printed, how it ended and what it wrote, masked.
//!
//! The case has a folder of its own, an environment that is the same everywhere, and its store beside the folder.
//! Notes go to a file, so that they are seen too.

use super::case::GoldenCase;
use super::mask::{CaseContext, MaskContext};
use crate::place::TempDir;
use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

/// What a case gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CaseResult {
    /// The exit code, or how else it ended.
    pub(super) exit: String,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// The notes that `PLIMSOLL_NOTES` received.
    pub(super) notes: String,
    /// Files that it wrote or changed, by their names.
    pub(super) files: BTreeMap<String, String>,
}

/// How often it is looked whether a case has ended, and how often at most: two minutes.
const PAUSE: Duration = Duration::from_millis(2);
const LOOKS_MAX: usize = 60_000;
/// A larger file is test data, and its size is all that counts.
const TEXT_BYTES_MAX: usize = 1 << 20;
/// When the files were changed that a case finds, in seconds since 1970: 2020-01-02 03:04:05 UTC.
const CHANGED_UNIX_S: u64 = 1_577_934_245;

/// After results were imported: what the store has of them.
const IMPORT: [&str; 2] = ["results", "import"];
const AFTER_IMPORT: [[&str; 4]; 3] = [
    ["results", "show", "last", ""],
    ["results", "show", "last", "--json"],
    ["results", "export", "last", "--csv"],
];

/// Runs one case.
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
    let (mut ended, process) = call(&case.words)?;
    if case.measured {
        // What is measured decides how it ends and what it tells; what it writes has the same shape each time.
        ended.exit = "(not kept)".to_owned();
        ended.stdout.clear();
    }
    let secrets =
        MaskContext { folder: &folder, place: place.path(), process, measured: case.measured };
    for name in names(&folder, "").map_err(|e| failed(case, "look into its folder", &e))? {
        let path = folder.join(&name);
        let now = std::fs::read(&path).unwrap_or_default();
        if case.inputs.iter().any(|input| input.0 == name && *input.1 == now[..]) {
            continue;
        }
        let shown = match now.len() > TEXT_BYTES_MAX {
            true => format!("{} bytes of data\n", now.len()),
            false => moment.masked(&String::from_utf8_lossy(&now), &secrets),
        };
        ended.files.insert(moment.masked(&name, &secrets), shown);
    }
    if case.words.starts_with(&IMPORT.map(str::to_owned)) && ended.exit == "0" {
        for words in AFTER_IMPORT {
            let words: Vec<String> =
                words.into_iter().filter(|word| !word.is_empty()).map(str::to_owned).collect();
            let (shown, _) = call(&words)?;
            ended.files.insert(words.join(" "), shown.stdout + &shown.stderr);
        }
    }
    Ok(ended)
}

/// Calls the program in the folder `case` of a place, with a store beside it; gives the number of its process, too.
fn call(
    binary: &Path,
    case: &GoldenCase,
    words: &[String],
    place: &Path,
    moment: &CaseContext,
) -> Result<(CaseResult, u32), String> {
    let folder = place.join("case");
    let (out, err, notes) = (place.join("stdout"), place.join("stderr"), place.join("notes"));
    let open = |path: &Path| File::create(path).map_err(|e| failed(case, "make a file", &e));
    let mut child = Command::new(binary)
        // Usages name the program as it was called.
        .arg0("plimsoll")
        .args(words)
        .current_dir(&folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
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
    let secrets =
        MaskContext { folder: &folder, place, process: child.id(), measured: case.measured };
    let text = |path: &Path| {
        let bytes = std::fs::read(path).unwrap_or_default();
        moment.masked(&String::from_utf8_lossy(&bytes), &secrets)
    };
    let (stdout, stderr, notes) = (text(&out), text(&err), text(&notes));
    Ok((CaseResult { exit, stdout, stderr, notes, files: BTreeMap::new() }, child.id()))
}

fn failed(case: &GoldenCase, what: &str, error: &std::io::Error) -> String {
    format!("{}: failed to {what}: {error}", case.name)
}

/// Writes a file that a case finds, as old as all such files are.
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
        match entry.file_type()?.is_dir() {
            true => all.extend(names(&entry.path(), &format!("{name}/"))?),
            false => all.push(name),
        }
    }
    all.sort();
    Ok(all)
}
