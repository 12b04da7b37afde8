//! Merging stores: all finished runs are copied completely and once, or nothing changes.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic, also in what several tests call")]

use record::Record;
use record::soak::{SoakMinute, SoakStall};
use rusqlite::Connection;
use std::path::Path;
use store::{Labels, MergeCount, MinuteRows, RunId, SoakStart, Store, StoreError};
use summary::Totals;
use testkit::TempDir;
use testkit::proof::proof_example;
use testkit::record::{bare_example, check_example, course, run_example};
use testkit::soak::soak_example;
use testkit::study::{compare_example, plan_example};

/// A store with a finished run of each kind, the first with intervals, and one that was killed.
fn fill(path: &Path, records: &[Record]) -> Vec<RunId> {
    let mut store = Store::open(path).unwrap();
    let mut runs = Vec::new();
    for record in records {
        let run = store.begin(record).unwrap();
        for interval in &course("data", 500.0, Some(200.0), 1).intervals()[..5] {
            let mut totals = Totals::default();
            totals.push(interval);
            store.interval(run, 0, "data", interval, Some(&totals)).unwrap();
        }
        store.finish(run, record).unwrap();
        runs.push(run);
    }
    store.begin(&bare_example()).unwrap();
    runs
}

fn told(store: &Store, run: RunId) -> String {
    let intervals: Vec<_> = store.intervals(run).unwrap().map(Result::unwrap).collect();
    format!("{:?} {intervals:?}", store.load(run).unwrap())
}

#[test]
fn all_finished_runs_come_along_whole_and_only_once() {
    let dir = TempDir::new("merge");
    let [here, there] = ["here.db", "there.db"].map(|name| dir.join(name));
    fill(&here, &[check_example()]);
    let other =
        [run_example(), compare_example(), plan_example(), proof_example(), check_example()];
    let runs = fill(&there, &other);
    let labels = Labels::read("db2 nvme", "before the upgrade").unwrap();
    Store::open(&there).unwrap().set_labels(runs[1], &labels).unwrap();
    let mut store = Store::open(&here).unwrap();
    let other = Store::open_to_read(&there).unwrap();
    let counts = store.merge(&[other]).unwrap();
    let [MergeCount { added, known: 1, relabelled: 0, unfinished: 1 }] = &counts[..] else {
        panic!("{counts:?}")
    };
    assert_eq!(added.iter().map(|pair| pair.0).collect::<Vec<_>>(), runs[..4]);
    let other = Store::open_to_read(&there).unwrap();
    for (from, to) in added {
        assert_eq!(told(&other, *from), told(&store, *to));
    }
    assert_eq!(store.labels(added[1].1).unwrap(), labels);
    let before = store.list(100).unwrap();
    let again = store.merge(&[other, Store::open_to_read(&there).unwrap()]).unwrap();
    let nothing = MergeCount { added: Vec::new(), known: 5, relabelled: 0, unfinished: 1 };
    assert_eq!(again, [nothing.clone(), nothing]);
    assert_eq!(store.list(100).unwrap(), before);
}

#[test]
fn labels_that_were_added_later_come_along() {
    let dir = TempDir::new("merge-labels");
    let [here, there] = ["here.db", "there.db"].map(|name| dir.join(name));
    let runs = fill(&there, &[run_example(), check_example()]);
    let mut store = Store::open(&here).unwrap();
    let mut merge = || store.merge(&[Store::open_to_read(&there).unwrap()]).unwrap().remove(0);
    let added = merge().added;
    let labels = Labels::read("db2 nvme", "before the upgrade").unwrap();
    Store::open(&there).unwrap().set_labels(runs[1], &labels).unwrap();
    let relabelled = MergeCount { added: Vec::new(), known: 2, relabelled: 1, unfinished: 1 };
    assert_eq!(merge(), relabelled);
    assert_eq!(merge(), MergeCount { relabelled: 0, ..relabelled });
    assert_eq!(store.labels(added[1].1).unwrap(), labels);
    assert_eq!(store.labels(added[0].1).unwrap(), Labels::default());
}

#[test]
fn the_minutes_and_stalls_of_a_soak_come_along() {
    let dir = TempDir::new("merge-soak");
    let [here, there] = ["here.db", "there.db"].map(|name| dir.join(name));
    let record = soak_example();
    let setup = record.soak.clone().unwrap().setup;
    let mut other = Store::open(&there).unwrap();
    let (identity, holder) = ("a".to_owned(), "pid 7".to_owned());
    // Stores another run first, so that the number of this one changes.
    other.add(&[check_example()]).unwrap();
    let start = SoakStart { identity, holder, setup };
    let run = other.begin_soak(&record, &start).unwrap();
    for minute in 0..3 {
        let minute = SoakMinute {
            start_unix_s: 60 * minute,
            counted_s: 60.0,
            due: 600,
            ios: 599,
            bytes: 8192 * 599,
            errors: 1,
            backlog: 2,
            mean_ns: 99.5,
            p50_ns: 80,
            p99_ns: 4_000,
            p999_ns: 5_000,
            max_ns: 5_001,
            excluded: None,
        };
        let row = MinuteRows { role: 0, minute };
        let stall = SoakStall { at_unix_s: 30.0, length_s: 2.5 };
        other.soak_minute(run, &[row], &[stall]).unwrap();
    }
    other.finish(run, &record).unwrap();
    let mut store = Store::open(&here).unwrap();
    let counts = store.merge(&[Store::open_to_read(&there).unwrap()]).unwrap();
    let to = counts[0].added[1].1;
    let told = |store: &Store, run| {
        let minutes = store.soak_minutes(run).unwrap();
        assert_eq!(minutes[0].len(), 3);
        format!("{minutes:?} {:?}", store.soak_stalls(run).unwrap())
    };
    assert_eq!(told(&store, to), told(&other, run));
    // A copy is never resumed.
    assert_eq!(store.unfinished_soak("a").unwrap(), None);
}

#[test]
fn a_damaged_row_adds_nothing_at_all() {
    let dir = TempDir::new("merge-damaged");
    let [here, good, there] = ["here.db", "good.db", "there.db"].map(|name| dir.join(name));
    fill(&good, &[run_example()]);
    fill(&there, &[compare_example(), check_example()]);
    let connection = Connection::open(&there).unwrap();
    connection.execute("UPDATE intervals SET interval = zeroblob(9) WHERE number = 3", []).unwrap();
    drop(connection);
    let mut store = Store::open(&here).unwrap();
    let others = [&good, &there].map(|path| Store::open_to_read(path).unwrap());
    let failure = store.merge(&others).unwrap_err();
    assert!(matches!(failure, StoreError::Changed { .. }), "{failure:?}");
    assert_eq!(store.list(10).unwrap(), []);
}
