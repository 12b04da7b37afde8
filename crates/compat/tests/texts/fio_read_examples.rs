//! Every example that ships with Debian's fio (package `fio-examples`): read, or refused with a reason.
//!
//! The table is in docs/dialects/fio-examples.md. `UPDATE_EXPECT=1` rewrites it.

use compat::fio::{self, Context};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

const FOLDER: &str = "/usr/share/doc/fio/examples";
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/dialects/fio-examples.md");

/// Whether an example is read, and its notes or problems; an empty text if there are none.
fn remarks(name: &str, text: &str) -> (bool, BTreeSet<String>) {
    let load = |file: &str| match file {
        "job.fio" => Ok(text.to_owned()),
        _ => Err("no such file".to_owned()),
    };
    // Examples name the devices and files of their authors; here they all exist with 4 TiB.
    let existing = |path: &str| {
        let expected =
            path.starts_with("/dev/") || ["/tmp/testfile", "datafile.tmp"].contains(&path);
        expected.then_some(4 << 40)
    };
    let environment = |name: &str| match name {
        "FIO_BS" => Some("4k".to_owned()),
        "FIO_RW" => Some("randread".to_owned()),
        "FIO_IODEPTH" => Some("16".to_owned()),
        _ => None,
    };
    let context = Context {
        environment: &environment,
        existing_bytes: &existing,
        cpus: 4,
        ..Context::of(&load)
    };
    let read = fio::read(&["job.fio".to_owned()], &context, &[]);
    let clean = |text: &str| text.replace('|', "\\|");
    let runs = read.workload.is_some();
    let mut remarks: BTreeSet<String> = if runs {
        read.notes.iter().map(|(_, note)| clean(&note.text)).collect()
    } else {
        let whole = |problem: &job::Problem| {
            if problem.text.ends_with("` is not supported") {
                format!("{}: {}", problem.text, problem.help)
            } else {
                problem.text.clone()
            }
        };
        read.problems.iter().map(|(_, problem)| clean(&whole(problem))).collect()
    };
    assert!(runs || !remarks.is_empty(), "{name}: refused without a word");
    if remarks.is_empty() {
        remarks.insert(String::new());
    }
    (runs, remarks)
}

/// The option or value that a remark is about, in brackets, and what it says.
fn parted(remark: &str) -> (String, &str) {
    match remark.strip_prefix('`').and_then(|rest| rest.split_once('`')) {
        Some((about, rest)) => (format!(" (`{about}`)"), rest.trim_start_matches([':', ' '])),
        None => (String::new(), remark),
    }
}

fn table(folder: &Path) -> Option<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".fio"))
        .collect();
    names.sort();
    let (mut results, mut runs) = (BTreeMap::<_, BTreeSet<String>>::new(), 0);
    for name in &names {
        let bytes = std::fs::read(folder.join(name)).ok()?;
        let (reads, remarks) = remarks(name, &String::from_utf8_lossy(&bytes));
        runs += usize::from(reads);
        for remark in remarks {
            let (about, text) = parted(&remark);
            let row = results.entry((!reads, text.to_owned())).or_default();
            row.insert(format!("`{name}`{about}"));
        }
    }
    let mut rows = String::new();
    for ((refused, text), examples) in results {
        let result = if refused { "refused" } else { "runs" };
        let examples = Vec::from_iter(examples).join(", ");
        writeln!(rows, "| {result} | {text} | {examples} |").expect("a String takes all text");
    }
    Some(format!(
        "# fio's own examples\n\n<!-- Generated from the examples of Debian's package fio-examples. Do not edit:\n     \
         UPDATE_EXPECT=1 cargo test -p compat --test texts fio_read_examples -->\n\n\
         {runs} of the {} job files that ship with fio run here. The others need an engine, option or variable that is missing.\n\
         The table has FIO_BS=4k, FIO_RW=randread and FIO_IODEPTH=16 in the environment, and 4 TiB in every device\n\
         and file that must exist.\n\n\
         | result | note or error | examples |\n| --- | --- | --- |\n{rows}",
        names.len()
    ))
}

/// The rows of a table, each with one example.
fn lines(table: &str) -> BTreeSet<String> {
    let rows = table.lines().filter_map(|line| line.strip_suffix(" |")?.rsplit_once(" | "));
    rows.flat_map(|(result, examples)| {
        examples.split(", ").map(move |example| format!("{result} | {example}"))
    })
    .collect()
}

/// The example of such a row.
fn example(line: &str) -> Option<&str> {
    line.rsplit_once(" | `")?.1.split('`').next()
}

#[test]
fn every_example_is_read_or_refused_as_the_table_says() {
    let folder = std::env::var_os("FIO_EXAMPLES").unwrap_or_else(|| FOLDER.into());
    let Some(now) = table(Path::new(&folder)) else {
        eprintln!("SKIPPED: {} is not here; install fio-examples", folder.display());
        return;
    };
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(TABLE, &now).expect("docs/dialects can be written");
    }
    let kept = lines(&std::fs::read_to_string(TABLE).expect("the table is kept"));
    let now = lines(&now);
    // Another version of fio may have other examples; those that both have must agree.
    let names = |lines: &BTreeSet<String>| -> BTreeSet<String> {
        lines.iter().filter_map(|line| example(line).map(str::to_owned)).collect()
    };
    let both = &names(&kept) & &names(&now);
    assert!(!both.is_empty(), "the table has no example of this fio");
    let common = |lines: BTreeSet<String>| -> Vec<String> {
        lines.into_iter().filter(|line| example(line).is_some_and(|e| both.contains(e))).collect()
    };
    assert_eq!(common(now), common(kept), "read now, and in the table");
}
