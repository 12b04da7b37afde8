//! Stores of every version are committed beside this test, and must open and load what was written then.
//!
//! `data/vN.db` is created by the code of version N, once, and never again. This test creates the file of the current version if
//! it does not exist, and fails until it is committed.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic, also in what several tests call")]

use expect_test::expect_file;
use record::{Finding, Provenance, Record};
use rusqlite::Connection;
use std::collections::HashMap;
use std::path::PathBuf;
use store::{Labels, RunId, RunRow, Store, StoreError};
use summary::Totals;
use testkit::TempDir;
use testkit::proof::proof_example;
use testkit::record::{bare_example, course, run_example};
use testkit::soak::soak_example;
use testkit::study::plan_example;

const VERSION: i64 = 10;

fn data(version: i64) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/v{version}.db"))
}

/// Keeps the committed file small.
fn small(mut record: Record) -> Record {
    for stream in record.trials.iter_mut().flat_map(|trial| &mut trial.streams) {
        stream.points.truncate(3);
        for latency in [&mut stream.read, &mut stream.write, &mut stream.flush] {
            latency.buckets.truncate(3);
        }
    }
    record
}

fn start(record: &Record) -> Record {
    Record { notes: Vec::new(), ..record.clone() }
}

/// A few intervals of each stage and of its finding.
fn small_study(mut record: Record) -> Record {
    for stage in record.study.iter_mut().flat_map(|study| &mut study.stages) {
        stage.points.truncate(2);
        if let Some(Finding::Race(race)) = &mut stage.finding {
            race.points.truncate(2);
            race.loads.truncate(2);
        }
    }
    record
}

/// Six runs: a failed check, an interrupted run, one that was killed, a study, a proof and a soak.
fn make(path: &std::path::Path) {
    let mut store = Store::open(path).unwrap();
    for record in [small(bare_example()), small(run_example())] {
        let run = store.begin(&start(&record)).unwrap();
        store.finish(run, &record).unwrap();
    }
    let run = store.begin(&start(&bare_example())).unwrap();
    let mut totals = Totals::default();
    for interval in &course("data", 500.0, None, 1).intervals()[..3] {
        totals.push(interval);
        store.interval(run, 0, "data", interval, Some(&totals)).unwrap();
    }
    store.add(&[small_study(plan_example()), proof_example(), soak_example()]).unwrap();
    store
        .set_labels(RunId(1), &Labels::read("nvme before-upgrade", "First\nlook").unwrap())
        .unwrap();
    drop(store);
    Connection::open(path).unwrap().execute_batch("VACUUM; PRAGMA journal_mode = DELETE").unwrap();
}

fn open_copy(version: i64, dir: &TempDir) -> Store {
    let copy = dir.join("results.db");
    std::fs::copy(data(version), &copy).unwrap();
    Store::open(copy).unwrap()
}

/// The runs of a version's store and their intervals, with about one line for each field: readable differences, but not a line
/// for every number.
fn loaded(version: i64) -> Vec<String> {
    let dir = TempDir::new("old");
    let store = open_copy(version, &dir);
    let run = |RunRow { id, .. }: &RunRow| {
        let record = store.load(*id).unwrap();
        let mut text = format!("{record:?}\n").replace(", ", ",\n").replace(",\n(", ", (");
        for row in store.intervals(*id).unwrap() {
            text += &format!("{:?}\n", row.unwrap());
        }
        match store.labels(*id).unwrap() {
            none if none == Labels::default() => text,
            labels => text + &format!("{labels:?}\n"),
        }
    };
    store.list(9).unwrap().iter().rev().map(run).collect()
}

/// The lines of one text that occur less often in the other.
fn lines_missing<'a>(of: &'a [String], from: &[String]) -> Vec<&'a str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    from.iter().flat_map(|run| run.lines()).for_each(|line| *counts.entry(line).or_default() += 1);
    let lines = of.iter().flat_map(|run| run.lines());
    let is_missing = |line: &&str| match counts.get_mut(*line) {
        Some(count @ 1..) => {
            *count -= 1;
            false
        }
        _ => true,
    };
    lines.filter(is_missing).collect()
}

#[test]
fn every_old_store_loads_as_it_was_written() {
    if !data(VERSION).exists() {
        make(&data(VERSION));
        panic!("{} was made: commit it, it is never made again", data(VERSION).display());
    }
    let newest = loaded(VERSION);
    expect_file!["../data/loaded.txt"].assert_eq(&newest.concat());
    // The older stores hold the same runs, as far as their versions knew them.
    let mut differences = String::new();
    for version in 1..VERSION {
        let old = loaded(version);
        differences += &format!("version {version}: {} runs\n", old.len());
        for line in lines_missing(&newest[..old.len()], &old) {
            differences += &format!("- {line}\n");
        }
        for line in lines_missing(&old, &newest[..old.len()]) {
            differences += &format!("+ {line}\n");
        }
    }
    expect_file!["../data/differences.txt"].assert_eq(&differences);
}

#[test]
fn what_an_old_store_had_begun_goes_on() {
    for version in 1..=VERSION {
        let dir = TempDir::new("old-resumed");
        let mut store = open_copy(version, &dir);
        let (killed, intervals) = (RunId(3), course("data", 500.0, None, 1).intervals());
        store.interval(killed, 0, "data", &intervals[3], None).unwrap();
        let rows: Vec<_> = store.intervals(killed).unwrap().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 4, "v{version}");
        assert_eq!(store.load(killed).unwrap().trials[0].streams[0].points.len(), 4, "v{version}");
        // From now on, checksums also protect what the old version wrote.
        let connection = Connection::open(dir.join("results.db")).unwrap();
        connection.execute("UPDATE intervals SET read_ios = 1 WHERE number = 2", []).unwrap();
        let error = store.load(killed).unwrap_err();
        assert!(
            matches!(error, StoreError::Changed { run: RunId(3), .. }),
            "v{version}: {error:?}"
        );
    }
}

#[test]
fn an_old_store_is_read_as_it_is_where_nothing_may_be_written() {
    for version in 1..=VERSION {
        let dir = TempDir::new("old-read");
        let copy = dir.join("results.db");
        std::fs::copy(data(version), &copy).unwrap();
        let before = std::fs::read(&copy).unwrap();
        let store = Store::open_to_read(&copy).unwrap();
        let rows = store.list(9).unwrap();
        assert!(rows.len() >= 3, "v{version}");
        let studies = rows.iter().filter(|row| store.load(row.id).unwrap().study.is_some());
        assert_eq!(studies.count(), usize::from(version > 1), "v{version}");
        let proofs = rows.iter().filter(|row| store.load(row.id).unwrap().proof.is_some());
        assert_eq!(proofs.count(), usize::from(version > 2), "v{version}");
        assert_eq!(store.unfinished("anything").unwrap(), []);
        drop(store);
        assert_eq!(std::fs::read(&copy).unwrap(), before, "v{version} was changed by reading");
    }
}

#[test]
fn an_old_store_becomes_the_same_as_a_new_one() {
    let tables = |path: &std::path::Path| -> Vec<(Option<String>, String)> {
        let connection = Connection::open(path).unwrap();
        let sql = "SELECT sql, name FROM sqlite_schema ORDER BY type, name";
        let mut statement = connection.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    };
    let dir = TempDir::new("fresh");
    drop(Store::open(dir.join("fresh.db")).unwrap());
    for version in 1..=VERSION {
        let old = TempDir::new("old");
        drop(open_copy(version, &old));
        assert_eq!(tables(&old.join("results.db")), tables(&dir.join("fresh.db")), "v{version}");
    }
}

#[test]
fn a_store_of_a_later_version_is_refused_and_left_alone() {
    let dir = TempDir::new("newer");
    let path = dir.join("results.db");
    drop(Store::open(&path).unwrap());
    let connection = Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", VERSION + 1).unwrap();
    drop(connection);
    let before = std::fs::read(&path).unwrap();
    for opened in [Store::open(&path), Store::open_to_read(&path)] {
        let error = opened.unwrap_err();
        assert!(
            matches!(error, StoreError::Newer { found, known: VERSION, .. } if found == VERSION + 1)
        );
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn reading_an_unfinished_store_leaves_it_as_it_is() {
    let dir = TempDir::new("reading-old");
    let path = dir.join("results.db");
    // An empty file is version 0: a process that was killed between creating and migrating leaves one.
    std::fs::write(&path, b"").unwrap();
    assert!(matches!(Store::open_to_read(&path), Err(StoreError::Missing { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), b"");
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "something was left beside it");
    drop(Store::open(&path).unwrap());
    assert_eq!(Store::open_to_read(&path).unwrap().list(9).unwrap(), []);
}

/// Before version 5, only the command shows that points were taken from a record.
#[test]
fn the_provenance_of_old_stages_follows_from_what_was_stored() {
    for version in 2..5 {
        let dir = TempDir::new("old-provenance");
        let path = dir.join("results.db");
        std::fs::copy(data(version), &path).unwrap();
        let connection = Connection::open(&path).unwrap();
        let commands = ["plimsoll compare --recorded 3 --seed 1", "plimsoll compare --seed 1"];
        for (command, number) in commands.into_iter().zip(0i64..) {
            let sql = "UPDATE stages SET command = ?1 WHERE number = ?2";
            connection.execute(sql, rusqlite::params![command, number]).unwrap();
        }
        connection.execute("UPDATE stages SET study = 'import' WHERE number = 2", []).unwrap();
        drop(connection);
        let told = |store: Store| {
            let runs = store.list(9).unwrap().into_iter().map(|row| store.load(row.id).unwrap());
            let stages = runs.filter_map(|record| record.study).flat_map(|study| study.stages);
            stages.take(3).map(|stage| stage.provenance).collect::<Vec<_>>()
        };
        let wanted = [Provenance::Recorded, Provenance::Measured, Provenance::Imported];
        assert_eq!(told(Store::open_to_read(&path).unwrap()), wanted, "v{version}, only read");
        assert_eq!(told(Store::open(&path).unwrap()), wanted, "v{version}, migrated");
    }
}
