//! `cargo xtask golden`: compares the output of the commands that replace other tools with the stored output.
//!
//! Takes the binary as it is built now; gives the changes, stores them on request, and writes all outputs into a folder, so that
//! two states can be compared.

use crate::source;
use compat::{TOOLS, Tool};
use std::path::PathBuf;
use testkit::golden::{GoldenRunner, SAMPLES};

const HELP: &str = "\
cargo xtask golden [NAME]... [--write] [--out FOLDER] [--plimsoll FILE] [--samples FOLDER]
Runs the cases of crates/plimsoll/tests/golden (fio, diskspd, sqlio, iometer, orion, sqliosim, samples; all of them without a
NAME) and tells which outputs changed. --write keeps them; --out writes everything that each case printed and wrote, for a
diff of two folders. The samples are files of other tools in --samples (../shared/reference/samples); without them their
cases are skipped. --plimsoll names the binary; without it the one of this checkout is built.";

/// Runs the cases.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let root = source::root();
    let mut golden = GoldenRunner {
        // The binary beside this program.
        binary: std::env::current_exe().unwrap_or_default().with_file_name("plimsoll"),
        folder: root.join("crates/plimsoll/tests/golden"),
        samples: root.join("../shared/reference/samples"),
    };
    let (mut write, mut out, mut built, mut names) = (false, None, false, Vec::new());
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("{word} needs a value\n{HELP}"));
        match *word {
            "--write" => write = true,
            "--out" => out = Some(PathBuf::from(value()?)),
            "--samples" => golden.samples = PathBuf::from(value()?),
            "--plimsoll" => (golden.binary, built) = (PathBuf::from(value()?), true),
            SAMPLES => names.push(SAMPLES),
            name => match Tool::named(name) {
                Some(tool) => names.push(tool.name),
                None => return Err(HELP.to_owned()),
            },
        }
    }
    if !built {
        build()?;
    }
    golden.binary = std::fs::canonicalize(&golden.binary)
        .map_err(|e| format!("failed to find {}: {e}", golden.binary.display()))?;
    if names.is_empty() {
        names = TOOLS.iter().map(|tool| tool.name).chain([SAMPLES]).collect();
    }
    let mut changed = 0;
    for name in names {
        let Some(ran) = golden.run(name)? else {
            eprintln!("SKIPPED: {name}: {} is no folder", golden.samples.display());
            continue;
        };
        if let Some(out) = &out {
            ran.write_whole(out)?;
        }
        if write {
            ran.write()?;
            continue;
        }
        let changes = ran.changes()?;
        println!("{name}: {} of {} cases changed", changes.len(), ran.count());
        changes.iter().for_each(|change| println!("{change}"));
        changed += changes.len();
    }
    match changed {
        0 => Ok(()),
        _ => Err(format!("{changed} outputs changed; --write keeps them where that is meant")),
    }
}

/// Builds the binary as `cargo test` does, with all packages: a build of one package would use other features.
fn build() -> Result<(), String> {
    source::run_cargo(source::cargo().args(["build", "--quiet", "--workspace", "--bins"]))
}
