//! Flips one bit of a stored file: reading gives an error that names the run, or exactly what was written.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic, also in what several tests call")]

use crate::round_trip::start;
use base::Rng;
use record::{Record, StoredPart, TrialRecord};
use rusqlite::Connection;
use std::path::Path;
use store::{RunId, Store, StoreError};
use summary::Totals;
use testkit::TempDir;
use testkit::record::{bare_example, course};
use testkit::study::plan_example;

/// The number of flips in each test run; the seed only selects which.
const FLIPS: usize = 800;
const INTERVALS: usize = 7;

/// A finished run and one that was killed, both with intervals, in one file without a log.
fn make(path: &Path) -> [RunId; 2] {
    let mut store = Store::open(path).unwrap();
    let runs = [(); 2].map(|()| {
        let run = store.begin(&start()).unwrap();
        let mut totals = Totals::default();
        for interval in &course("data", 500.0, Some(200.0), 1).intervals()[..INTERVALS] {
            totals.push(interval);
            for stream in ["data", "log"] {
                store.interval(run, 0, stream, interval, Some(&totals)).unwrap();
            }
        }
        run
    });
    store.finish(runs[0], &bare_example()).unwrap();
    drop(store);
    Connection::open(path).unwrap().execute_batch("VACUUM; PRAGMA journal_mode = DELETE").unwrap();
    runs
}

/// All intervals, and the summary of the killed run, as text.
fn read(path: &Path, runs: [RunId; 2]) -> Result<String, StoreError> {
    let store = Store::open_to_read(path)?;
    let mut text = String::new();
    for run in runs {
        for row in store.intervals(run)? {
            text += &format!("{:?}\n", row?);
        }
    }
    for stream in &store.load(runs[1])?.trials[0].streams {
        text += &format!("{stream:?}\n");
    }
    Ok(text)
}

/// The byte ranges of the file that hold a table: start and end.
fn pages(path: &Path, table: &str) -> Vec<(usize, usize)> {
    let connection = Connection::open(path).unwrap();
    let sql = "SELECT pgoffset, pgsize FROM dbstat WHERE name = ?1";
    let mut statement = connection.prepare(sql).unwrap();
    let page = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?));
    let rows = statement.query_map([table], page).unwrap().map(Result::unwrap);
    rows.map(|(from, size)| (from as usize, (from + size) as usize)).collect()
}

#[test]
fn a_flipped_bit_of_an_interval_is_told_and_never_shown() {
    let dir = TempDir::new("flips");
    let (path, flipped) = (dir.join("results.db"), dir.join("flipped.db"));
    let runs = make(&path);
    let written = read(&path, runs).unwrap();
    assert_eq!(written.lines().count(), 2 * 2 * INTERVALS + 2);
    let bytes = std::fs::read(&path).unwrap();
    let mut places: Vec<usize> = ["intervals", "histograms"]
        .iter()
        .flat_map(|table| pages(&path, table))
        .flat_map(|(from, to)| from * 8..to * 8)
        .collect();
    assert!(places.len() >= 2 * 4096 * 8, "{} bits", places.len());
    let mut rng = Rng::new(21);
    let (mut told, mut changed) = (0, 0);
    for i in 0..FLIPS {
        let other = i + rng.below((places.len() - i) as u64) as usize;
        places.swap(i, other);
        let mut bytes = bytes.clone();
        bytes[places[i] / 8] ^= 1 << (places[i] % 8);
        std::fs::write(&flipped, &bytes).unwrap();
        match read(&flipped, runs) {
            Ok(text) => assert!(text == written, "bit {} flipped, nobody noticed", places[i]),
            Err(StoreError::Changed { run, .. }) if runs.contains(&run) => changed += 1,
            Err(StoreError::Damaged { .. }) => told += 1,
            Err(other) => {
                eprintln!("bit {}: {other:?}", places[i]);
                told += 1;
            }
        }
    }
    eprintln!("{FLIPS} flips: {changed} told by checksums, {told} by the form of the file");
    assert!(changed * 10 > FLIPS, "{changed} of {FLIPS}");
}

#[test]
fn an_interval_that_is_gone_or_changed_is_named_with_its_run() {
    let dir = TempDir::new("gone");
    for (sql, number) in [
        ("DELETE FROM intervals WHERE stream = 4 AND number = 3", 3),
        ("DELETE FROM intervals WHERE stream = 4 AND number = 6", 6),
        ("UPDATE intervals SET interval = zeroblob(9) WHERE stream = 4 AND number = 5", 5),
    ] {
        let path = dir.join("results.db");
        let _ = std::fs::remove_file(&path);
        let runs = make(&path);
        assert_eq!(Connection::open(&path).unwrap().execute(sql, []).unwrap(), 1, "{sql}");
        let store = Store::open(&path).unwrap();
        let gone = StoredPart::Interval { number, stream: "log".to_owned(), trial: 0 };
        for error in [
            store.load(runs[1]).unwrap_err(),
            store.intervals(runs[1]).unwrap().find_map(Result::err).unwrap(),
        ] {
            let is_named = matches!(&error, StoreError::Changed { run, part } if (*run, part) == (runs[1], &gone));
            assert!(is_named, "{sql}: {error:?}");
        }
        assert!(store.load(runs[0]).is_ok() && store.list(9).unwrap().len() == 2, "{sql}");
    }
}

#[test]
fn a_flipped_bit_of_a_document_or_a_time_series_is_told() {
    let dir = TempDir::new("documents");
    let path = dir.join("results.db");
    let runs = make(&path);
    let connection = Connection::open(&path).unwrap();
    let mut rng = Rng::new(22);
    for (table, column) in [
        ("runs", "document"),
        ("trials", "document"),
        ("streams", "document"),
        ("streams", "points"),
    ] {
        let (id, whole): (i64, Vec<u8>) = connection
            .query_row(
                &format!("SELECT id, CAST({column} AS BLOB) FROM {table} WHERE {column} NOT NULL"),
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .unwrap();
        let kind = if column == "points" { "BLOB" } else { "TEXT" };
        let sql = format!("UPDATE {table} SET {column} = CAST(?2 AS {kind}) WHERE id = ?1");
        for _ in 0..200 {
            let mut bytes = whole.clone();
            let bit = rng.below(8 * bytes.len() as u64) as usize;
            bytes[bit / 8] ^= 1 << (bit % 8);
            connection.execute(&sql, rusqlite::params![id, bytes]).unwrap();
            let loaded = Store::open_to_read(&path).unwrap().load(runs[0]);
            assert!(loaded.is_err(), "bit {bit} of {table}.{column} flipped, nobody noticed");
        }
        connection.execute(&sql, rusqlite::params![id, whole]).unwrap();
        assert!(Store::open_to_read(&path).unwrap().load(runs[0]).is_ok());
    }
}

/// Moved elsewhere, a trial or a stream would be missing in its run without a trace, or be shown in the place of another one.
#[test]
fn a_trial_or_a_stream_that_was_moved_is_told() {
    let dir = TempDir::new("moved");
    let path = dir.join("results.db");
    let runs = make(&path);
    let mut store = Store::open(&path).unwrap();
    let record = store.load(runs[0]).unwrap();
    let streams = [&record.trials[0].streams[..], &record.trials[0].streams[..]].concat();
    let trials = vec![TrialRecord { streams, ..record.trials[0].clone() }; 2];
    let run = store.add(&[Record { trials, ..record }]).unwrap()[0];
    drop(store);
    let connection = Connection::open(&path).unwrap();
    let id = |sql: &str| -> i64 { connection.query_row(sql, [run.0], |row| row.get(0)).unwrap() };
    let trial = id("SELECT max(id) FROM trials WHERE run = ?1");
    let stream =
        id("SELECT max(s.id) FROM streams s JOIN trials t ON t.id = s.trial WHERE t.run = ?1");
    let set = |table: &str, change: &str, id: i64| {
        let sql = format!("UPDATE {table} SET {change} WHERE id = {id}");
        assert_eq!(connection.execute(&sql, []).unwrap(), 1, "{sql}");
    };
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    for (table, row, change, back) in [
        ("trials", trial, "run = 999".to_owned(), format!("run = {run}")),
        ("trials", trial, format!("run = {}", runs[1]), format!("run = {run}")),
        ("trials", trial, "number = 7".to_owned(), "number = 1".to_owned()),
        ("streams", stream, format!("trial = {}", trial - 1), format!("trial = {trial}")),
        ("streams", stream, "trial = 999".to_owned(), format!("trial = {trial}")),
        ("streams", stream, "position = NULL".to_owned(), "position = 1".to_owned()),
        ("streams", stream, "position = -1".to_owned(), "position = 1".to_owned()),
        ("streams", stream, "position = 7".to_owned(), "position = 1".to_owned()),
    ] {
        set(table, &change, row);
        let store = Store::open_to_read(&path).unwrap();
        let intervals = store.intervals(run).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        for error in [store.load(run).unwrap_err(), intervals.unwrap_err()] {
            let is_told = matches!(error, StoreError::Changed { run: of, .. } if of == run);
            assert!(is_told, "{table} {change}: {error:?}");
        }
        set(table, &back, row);
        assert!(Store::open_to_read(&path).unwrap().load(run).is_ok(), "{table} {back}");
    }
}

/// The rows of a run that did not finish end nowhere in particular: only their number tells that the last one is gone.
#[test]
fn the_last_trial_stream_or_point_of_a_killed_run_cannot_be_lost_in_silence() {
    let dir = TempDir::new("lost");
    let path = dir.join("results.db");
    let killed = make(&path)[1];
    let mut store = Store::open(&path).unwrap();
    store.trial_begin(killed, 1, &TrialRecord::default()).unwrap();
    let mut record = plan_example();
    let points = std::mem::take(&mut record.study.as_mut().unwrap().stages[0].points);
    record.study.as_mut().unwrap().stages.iter_mut().for_each(|stage| stage.points.clear());
    let study = store.begin_study(&record, "me").unwrap();
    points.iter().for_each(|point| store.point(study, 0, point).unwrap());
    assert!(store.load(killed).is_ok() && store.load(study).is_ok());
    drop(store);
    let sound = std::fs::read(&path).unwrap();
    for (run, sql, part) in [
        (killed, "trials WHERE run = 2 AND number = 1", StoredPart::Trial { number: 1 }),
        (killed, "trials WHERE run = 2", StoredPart::Trial { number: 0 }),
        (killed, "streams WHERE id = 4", StoredPart::Trial { number: 0 }),
        (study, "cells WHERE number > 0", StoredPart::Point { stage: 1 }),
    ] {
        std::fs::write(&path, &sound).unwrap();
        let connection = Connection::open(&path).unwrap();
        assert!(connection.execute(&format!("DELETE FROM {sql}"), []).unwrap() > 0, "{sql}");
        let error = Store::open_to_read(&path).unwrap().load(run).unwrap_err();
        let is_told = matches!(&error, StoreError::Changed { run: of, part: gone } if (*of, gone) == (run, &part));
        assert!(is_told, "{sql}: {error:?}");
    }
}
