//! `plimsoll run`: every example, wrong jobs, dry runs, CSV, JSON, seeds.

use crate::drive::{TestPlace, names_in};
use std::path::Path;

const JOB: &str = "[target.t]\npath = \"null\"\nsize = \"64MiB\"\n\
    [stream.s]\nread = \"60%\"\nblock = \"4k\"\nduration = \"2s\"\nrate = 1000\n";

/// A shortened example: one second and 64 MiB instead of minutes and gigabytes.
fn shortened(text: &str) -> String {
    let small = |line: &str| {
        let Some((key, value)) = line.split_once(" = ") else { return line.to_owned() };
        let value = match key {
            "duration" => "\"1s\"",
            "warm_up" | "pause" => "\"0s\"",
            "bytes" => "\"64MiB\"",
            "size" if value.ends_with("GiB\"") => "\"64MiB\"",
            _ => value,
        };
        format!("{key} = {value}")
    };
    text.lines().map(|line| small(line) + "\n").collect()
}

#[test]
fn every_example_runs() {
    let place = TestPlace::new("examples");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "toml") {
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        // Relative paths of a job start at the working directory, which is the test's directory.
        place.write(&name, shortened(&std::fs::read_to_string(&path).unwrap()));
        let ended = place.expect(0, &["run", &name]);
        assert!(ended.stdout.contains("IOPS"), "{name}:\n{}", ended.stdout);
        assert!(!ended.stdout.contains("None"), "{name}:\n{}", ended.stdout);
        count += 1;
    }
    assert!(count >= 7, "only {count} examples were found");
}

#[test]
fn a_dry_run_repeats_and_touches_nothing_and_neither_does_a_wrong_job() {
    let place = TestPlace::new("dry");
    let folder = place.folder("work");
    place.write("job.toml", JOB.replace("null", "work/new.dat"));
    let dry = |seed| place.expect(0, &["run", "job.toml", "--dry-run", "--seed", seed]).stdout;
    let first = dry("4");
    assert!(first.contains("seed 4") && first.contains("4 KiB"), "{first}");
    assert_eq!(first, dry("4"));
    assert_ne!(first, dry("5"));
    place.write("job.toml", JOB.replace("null", "work/new.dat").replace("60%", "170%"));
    place.expect(3, &["run", "job.toml"]).tells("job.toml:5:");
    place.expect(3, &["run", "no-such-job.toml"]).tells("no-such-job.toml");
    assert!(names_in(&folder).is_empty());
    assert!(!place.dir.join("results.db").exists());
}

#[test]
fn the_intervals_are_csv_and_the_document_is_json() {
    let place = TestPlace::new("csv");
    place.write("job.toml", JOB);
    let words = ["run", "job.toml", "--json", "--csv", "i.csv", "--report", "r.html"];
    let ended = place.expect(0, &words);
    assert_eq!(ended.stderr, "");
    let document = ended.json();
    assert_eq!((&document["kind"], &document["state"]), (&"run".into(), &"done".into()));
    let csv = place.read("i.csv");
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    assert!(header.len() > 5, "{header:?}");
    let rows: Vec<Vec<&str>> = lines.map(|l| l.split(',').collect()).collect();
    let partial = header.iter().position(|name| *name == "partial").expect("a column");
    let whole = rows.iter().filter(|r| r[partial] == "0").count();
    assert_eq!(whole, 2, "one row a second, and what was left\n{csv}");
    assert!(rows.iter().all(|r| r.len() == header.len()), "{csv}");
    let exported = place.expect(0, &["results", "export", "last", "--csv"]).stdout;
    assert_eq!(exported, csv, "the store gives the same intervals");
    let page = place.read("r.html");
    place.expect(0, &["results", "report", "last", "-o", "again.html"]);
    assert!(page == place.read("again.html"), "the store gives the same page");
}
