//! Cases of files that other tools wrote or read: takes their folder, gives a case for each command and file, and the
//! command lines that the tests of DISKSPD list.

use super::case::{CaseInput, GoldenCase};
use std::path::Path;

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
