//! Several processes and killed processes: committed data is kept, whoever wrote it and however that process ended.
//!
//! A test starts this executable again, with the name of a "child" test and the store in the environment.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic, also in what several tests call")]

use record::{Record, State};
use sample::IntervalSample;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use store::{RunId, Store};
use testkit::TempDir;

const PATH: &str = "PLIMSOLL_TEST_STORE";
const COUNT: &str = "PLIMSOLL_TEST_COUNT";

fn start() -> Record {
    Record { started_unix_s: i64::from(std::process::id()), seed: 1, ..Record::default() }
}

/// Writes intervals and prints after each the number of committed ones; does nothing in an ordinary test run.
#[test]
fn child_writes_intervals() {
    let Some(path) = std::env::var_os(PATH) else { return };
    let count: u64 = std::env::var(COUNT).unwrap().parse().unwrap();
    let mut store = Store::open(path).unwrap();
    let run = store.begin(&start()).unwrap();
    println!("run {run}");
    for index in 0..count {
        let mut interval = IntervalSample::new(0, 0, 0);
        interval.index = index;
        interval.end_ns = 1_000_000_000;
        interval.read.ios = index + 1;
        interval.read.total.record_n(1_000, index + 1);
        store.interval(run, 0, "data", &interval, None).unwrap();
        println!("committed {}", index + 1);
    }
}

fn child(path: &std::path::Path, count: u64) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "processes::child_writes_intervals", "--nocapture"])
        .env(PATH, path)
        .env(COUNT, count.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The number after `word`, wherever the test harness put it on the line.
fn number_after(line: &str, word: &str) -> Option<u64> {
    line.split(word).nth(1)?.trim().parse().ok()
}

#[test]
fn a_killed_process_loses_nothing_that_was_committed() {
    let dir = TempDir::new("kill");
    let path = dir.join("results.db");
    let mut child = child(&path, u64::MAX);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let run = lines.find_map(|line| number_after(&line, "run ")).unwrap();
    lines.find(|line| number_after(line, "committed ") == Some(150)).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let committed =
        lines.filter_map(|line| number_after(&line, "committed ")).last().unwrap_or(150);

    let store = Store::open(&path).unwrap();
    let run = RunId(run as i64);
    let rows: Vec<_> = store.intervals(run).unwrap().map(Result::unwrap).collect();
    // One more may have been committed but not printed.
    assert!(
        (committed..=committed + 1).contains(&(rows.len() as u64)),
        "{committed} {}",
        rows.len()
    );
    for (row, index) in rows.iter().zip(0u64..) {
        assert_eq!((row.interval.index, row.interval.read.ios), (index, index + 1));
    }
    let record = store.load(run).unwrap();
    assert_eq!(record.state, State::Running);
    assert_eq!(record.trials[0].streams[0].seconds, rows.len() as f64);
    assert_eq!(store.list(9).unwrap()[0].state, State::Running);
}

#[test]
fn processes_write_side_by_side_and_the_first_ones_make_the_store_together() {
    let dir = TempDir::new("side-by-side");
    let path = dir.join("results.db");
    let children: Vec<Child> = (0..4).map(|_| child(&path, 60)).collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    let store = Store::open(&path).unwrap();
    let runs = store.list(9).unwrap();
    assert_eq!(runs.len(), 4);
    for run in runs {
        assert_eq!(store.intervals(run.id).unwrap().map(Result::unwrap).count(), 60);
    }
}
