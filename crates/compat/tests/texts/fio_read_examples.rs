//! Every example that ships with Debian's fio (package `fio-examples`): read, or refused with a reason.
//!
//! The table is in docs/dialects/fio-examples.md. `UPDATE_EXPECT=1` rewrites it.

use compat::fio::{self, Context};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

const FOLDER: &str = "/usr/share/doc/fio/examples";
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/dialects/fio-examples.md");

/// The row of one example: whether it is read, and its notes or problems.
fn row(name: &str, text: &str) -> (bool, String) {
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
    let told: BTreeSet<String> = if read.workload.is_some() {
        read.notes.iter().map(|(_, note)| clean(&note.text)).collect()
    } else {
        let whole = |problem: &job::Problem| match problem.text.ends_with("is not supported") {
            true => format!("{}: {}", problem.text, problem.help),
            false => problem.text.clone(),
        };
        read.problems.iter().map(|(_, problem)| clean(&whole(problem))).collect()
    };
    assert!(read.workload.is_some() || !told.is_empty(), "{name}: refused without a word");
    let verdict = if read.workload.is_some() { "runs" } else { "refused" };
    let told: Vec<String> = told.into_iter().collect();
    (read.workload.is_some(), format!("| `{name}` | {verdict} | {} |", told.join("; ")))
}

fn table(folder: &Path) -> Option<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".fio"))
        .collect();
    names.sort();
    let (mut rows, mut runs) = (String::new(), 0);
    for name in &names {
        let bytes = std::fs::read(folder.join(name)).ok()?;
        let (reads, row) = row(name, &String::from_utf8_lossy(&bytes));
        runs += usize::from(reads);
        writeln!(rows, "{row}").expect("a String takes all text");
    }
    Some(format!(
        "# fio's own examples\n\n<!-- Generated from the examples of Debian's package fio-examples. Do not edit:\n     \
         UPDATE_EXPECT=1 cargo test -p compat --test texts fio_read_examples -->\n\n\
         {runs} of the {} job files that ship with fio are read and run. The others need engines for services,\n\
         networks or special hardware, or options that are refused. Every device and every file that must\n\
         exist is assumed to have 4 TiB. The environment has FIO_BS=4k, FIO_RW=randread and FIO_IODEPTH=16.\n\n\
         | example | result | notes and errors |\n| --- | --- | --- |\n{rows}",
        names.len()
    ))
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
    let kept = std::fs::read_to_string(TABLE).expect("the table is kept");
    let ours = |text: &str| -> BTreeSet<String> {
        text.lines().filter(|line| line.starts_with("| `")).map(str::to_owned).collect()
    };
    let (kept, now) = (ours(&kept), ours(&now));
    // Another version of fio may have other examples; those that both have must agree.
    let name = |row: &str| row.split('`').nth(1).map(str::to_owned);
    let known: BTreeSet<String> = kept.iter().filter_map(|row| name(row)).collect();
    for row in now.iter().filter(|row| name(row).is_some_and(|name| known.contains(&name))) {
        assert!(kept.contains(row), "the table does not say:\n{row}");
    }
}
