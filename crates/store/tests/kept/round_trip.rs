//! Every record is loaded exactly as it was stored: random records, the examples, killed runs, removal.
//!
//! Records are compared by their debug text: equal to the last bit, and NaN equals NaN.

use expect_test::expect_file;
use record::{Record, State, TrialPurpose, TrialRecord};
use rusqlite::Connection;
use sample::IntervalSample;
use store::{RunId, Store, StoreError};
use summary::Totals;
use testkit::TempDir;
use testkit::golden::DocumentKeys;
use testkit::proof::proof_example;
use testkit::record::{bare_example, check_example, course, run_example};
use testkit::study::plan_example;

pub(crate) fn start() -> Record {
    // Made once: the examples take a while without optimisation.
    static START: std::sync::OnceLock<Record> = std::sync::OnceLock::new();
    START.get_or_init(|| Record { seed: u64::MAX - 1, ..check_example() }).clone()
}

fn same(a: &Record, b: &Record) {
    assert_eq!(format!("{a:?}"), format!("{b:?}"));
}

fn intervals(seconds: u64) -> Vec<IntervalSample> {
    let mut course = course("data", 5_000.0, Some(3_000.0), 9);
    course.seconds = seconds;
    course.intervals()
}

#[test]
fn examples_come_back_exactly_also_from_another_process() {
    let dir = TempDir::new("examples");
    let path = dir.join("a/b/results.db");
    let mut ids = Vec::new();
    for record in [check_example(), run_example(), bare_example()] {
        let mut store = Store::open(&path).unwrap();
        let run = store.begin(&start()).unwrap();
        store.finish(run, &record).unwrap();
        ids.push((run, record));
    }
    let store = Store::open(&path).unwrap();
    for (run, record) in &ids {
        same(&store.load(*run).unwrap(), record);
    }
    let list = store.list(2).unwrap();
    assert_eq!(list.iter().map(|row| row.id).collect::<Vec<_>>(), [ids[2].0, ids[1].0]);
    assert_eq!(store.latest().unwrap().unwrap(), list[0]);
    assert_eq!((list[1].seed, list[1].state), (u64::MAX, State::Interrupted));
}

#[test]
fn any_records_come_back_exactly() {
    let dir = TempDir::new("any");
    let mut store = Store::open(dir.join("results.db")).unwrap();
    for seed in 0..96 {
        let record = crate::any_record::record(seed);
        let run = store.begin(&start()).unwrap();
        for (trial, number) in record.trials.iter().zip(0u32..).take(2) {
            store.trial_end(run, number, trial).unwrap();
        }
        store.finish(run, &record).unwrap();
        assert_eq!(format!("{:?}", store.load(run).unwrap()), format!("{record:?}"), "seed {seed}");
    }
}

#[test]
fn a_run_that_was_killed_shows_its_trials_and_what_the_last_one_had_seen() {
    let dir = TempDir::new("killed");
    let path = dir.join("results.db");
    let mut store = Store::open(&path).unwrap();
    let run = store.begin(&start()).unwrap();
    let record = check_example();
    store.trial_end(run, 0, &record.trials[0]).unwrap();
    let begun = TrialRecord {
        role: "data".to_owned(),
        purpose: TrialPurpose::Confirm,
        rate_iops: Some(3_000.0),
        depth: 64,
        ..TrialRecord::default()
    };
    store.trial_begin(run, 1, &begun).unwrap();
    let intervals = intervals(25);
    let mut totals = Totals::default();
    for interval in &intervals {
        totals.push(interval);
        store.interval(run, 1, "data", interval, Some(&totals)).unwrap();
    }
    drop(store);

    let loaded = Store::open(&path).unwrap().load(run).unwrap();
    assert_eq!(loaded.state, State::Running);
    assert_eq!(loaded.verdict, None);
    assert!(loaded.warnings.iter().any(|d| d.kind == summary::WarningKind::Interrupted));
    assert_eq!(loaded.trials.len(), 2);
    assert_eq!(loaded.trials[0], record.trials[0]);
    let trial = &loaded.trials[1];
    assert_eq!((trial.role.as_str(), &trial.purpose), ("data", &TrialPurpose::Confirm));
    let stream = &trial.streams[0];
    let ios: u64 = intervals.iter().filter(|c| !c.warm_up).map(IntervalSample::ios).sum();
    assert_eq!(stream.seconds, 25.0);
    assert_eq!(stream.iops.value, ios as f64 / 25.0);
    assert_eq!(stream.points.len(), 26);
    assert!(stream.read.total_ns(0.99) > stream.read.service_ns(0.99));
}

#[test]
fn intervals_stay_beside_a_finished_trial_and_come_back_in_order() {
    let dir = TempDir::new("intervals");
    let mut store = Store::open(dir.join("results.db")).unwrap();
    let run = store.begin(&start()).unwrap();
    let intervals = intervals(3);
    for (stream, interval) in [("data", 0), ("log", 1), ("data", 1), ("data", 2)] {
        store.interval(run, 0, stream, &intervals[interval], None).unwrap();
    }
    let mut record = check_example();
    record.trials.truncate(1);
    record.trials[0].streams[0].name = "data".to_owned();
    store.trial_end(run, 0, &record.trials[0]).unwrap();
    store.finish(run, &record).unwrap();
    same(&store.load(run).unwrap(), &record);
    let rows: Vec<_> = store.intervals(run).unwrap().map(Result::unwrap).collect();
    let data: Vec<_> = rows.iter().filter(|row| row.stream == "data").collect();
    assert_eq!((rows.len(), data.len()), (4, 3));
    for (row, interval) in data.iter().zip(&intervals) {
        assert_eq!(row.interval, summary::Interval::of(interval));
        assert_eq!((row.trial, row.role.as_str()), (0, "log"));
    }
}

#[test]
fn more_intervals_than_a_page_are_all_read() {
    let dir = TempDir::new("pages");
    let mut store = Store::open(dir.join("results.db")).unwrap();
    let run = store.begin(&start()).unwrap();
    let interval = IntervalSample::new(0, 0, 0);
    for _ in 0..2100 {
        store.interval(run, 0, "a", &interval, None).unwrap();
    }
    assert_eq!(store.intervals(run).unwrap().map(Result::unwrap).count(), 2100);
}

#[test]
fn removing_gives_the_space_back_and_leaves_the_others() {
    let dir = TempDir::new("remove");
    let path = dir.join("results.db");
    let mut store = Store::open(&path).unwrap();
    let keep = store.begin(&start()).unwrap();
    store.finish(keep, &bare_example()).unwrap();
    let spare = store.begin(&start()).unwrap();
    store.remove(spare).unwrap();
    let before = std::fs::metadata(&path).unwrap().len();
    let run = store.begin(&start()).unwrap();
    let interval = IntervalSample::new(0, 0, 0);
    for _ in 0..5000 {
        store.interval(run, 0, "data", &interval, None).unwrap();
    }
    store.finish(run, &check_example()).unwrap();
    store.remove(run).unwrap();
    assert!(matches!(store.load(run), Err(StoreError::NoSuchRun(_))));
    assert!(matches!(store.remove(run), Err(StoreError::NoSuchRun(_))));
    same(&store.load(keep).unwrap(), &bare_example());
    let after = std::fs::metadata(&path).unwrap().len();
    assert!(after <= before + 65_536, "{before} bytes before, {after} after");
    let next = store.begin(&start()).unwrap();
    assert!(next > run, "numbers are not used again");
}

#[test]
fn a_run_that_is_not_there_is_said_so() {
    let dir = TempDir::new("absent");
    let mut store = Store::open(dir.join("results.db")).unwrap();
    let run = RunId(77);
    let interval = IntervalSample::new(0, 0, 0);
    assert!(matches!(store.interval(run, 0, "a", &interval, None), Err(StoreError::NoSuchRun(_))));
    assert!(matches!(store.finish(run, &run_example()), Err(StoreError::NoSuchRun(_))));
    assert!(matches!(store.load(run), Err(StoreError::NoSuchRun(_))));
    assert!(matches!(store.intervals(run), Err(StoreError::NoSuchRun(_))));
    assert_eq!(store.latest().unwrap(), None);
}

/// The columns that hold documents; all but outlines start with a checksum of eight digits.
const COLUMNS: [(&str, &str, usize); 8] = [
    ("runs", "document", 8),
    ("runs", "outline", 0),
    ("trials", "document", 8),
    ("streams", "document", 8),
    ("cells", "document", 8),
    ("stages", "finding", 8),
    ("stages", "document", 8),
    ("proofs", "document", 8),
];

#[test]
fn the_keys_of_stored_documents_are_held_still() {
    let path = TempDir::new("documents").join("results.db");
    let records = [check_example(), run_example(), plan_example(), proof_example()];
    Store::open(&path).unwrap().add(&records).unwrap();
    let connection = Connection::open(&path).unwrap();
    let mut keys = DocumentKeys::default();
    for (table, column, checksum) in COLUMNS {
        let sql = format!("SELECT {column} FROM {table} WHERE {column} IS NOT NULL");
        let mut statement = connection.prepare(&sql).unwrap();
        let texts = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
        for text in texts {
            let document = serde_json::from_str(&text.unwrap()[checksum..]).unwrap();
            keys.add(&format!("{table}.{column}"), &document);
        }
    }
    expect_file!["../data/keys.txt"].assert_eq(&keys.text());
}
