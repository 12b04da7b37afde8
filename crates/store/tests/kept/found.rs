//! Runs are found by tag and host, listed in every order, and followed in progress.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic, also in what several tests call")]

use record::live::RunProgress;
use record::{Fact, FactGroup, FactKey, FactTitle, Record, RunSubject, State};
use store::{Labels, RunId, RunOrder, RunQuery, Store, StoreError};
use testkit::TempDir;
use testkit::record::{bare_example, check_example, course, run_example};
use testkit::soak::soak_example;

fn of_host(record: Record, host: &str, started_unix_s: i64) -> Record {
    let rows = vec![Fact::new(FactKey::Host, host)];
    let facts = vec![FactGroup { title: FactTitle::System, rows }];
    Record { facts, started_unix_s, ..record }
}

fn store(dir: &TempDir) -> Store {
    let mut store = Store::open(dir.join("results.db")).unwrap();
    let records = [
        of_host(check_example(), "db1", 300),
        of_host(run_example(), "db2", 100),
        of_host(soak_example(), "db1", 200),
    ];
    store.add(&records).unwrap();
    store.begin(&bare_example()).unwrap();
    store.set_labels(RunId(1), &Labels::read("nvme", "first").unwrap()).unwrap();
    store.set_labels(RunId(3), &Labels::read("before nvme", "").unwrap()).unwrap();
    store
}

fn numbers(store: &Store, query: &RunQuery) -> Vec<i64> {
    store.search(query, 10).unwrap().into_iter().map(|row| row.id.0).collect()
}

#[test]
fn runs_are_found_by_the_words_of_what_they_measured() {
    let mut store = Store::open(TempDir::new("words").join("results.db")).unwrap();
    let subject = RunSubject::EachDisk { disks: 14 };
    store.add(&[Record { subject: subject.clone(), ..bare_example() }, bare_example()]).unwrap();
    let of = |words: &[&str]| {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        numbers(&store, &RunQuery { words, ..RunQuery::default() })
    };
    assert_eq!((of(&["each alone"]), of(&["14", "disks"])), (vec![1], vec![1]));
    assert!(of(&["each-disk"]).is_empty());
    assert_eq!(store.row(RunId(1)).unwrap().unwrap().subject, subject);
}

#[test]
fn runs_are_found_by_tag_and_host_and_listed_in_every_order() {
    let dir = TempDir::new("found");
    let store = store(&dir);
    let of = |query: RunQuery| numbers(&store, &query);
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(of(RunQuery { tag: text("nvme"), ..RunQuery::default() }), [3, 1]);
    assert!(of(RunQuery { tag: text("nvm"), ..RunQuery::default() }).is_empty());
    assert_eq!(of(RunQuery { host: text("db1"), ..RunQuery::default() }), [3, 1]);
    let row = store.row(RunId(1)).unwrap().unwrap();
    assert_eq!((&*row.host, &*row.labels.note), ("db1", "first"));
    assert_eq!(
        (store.tags(9).unwrap(), store.hosts(9).unwrap()),
        (vec!["before".to_owned(), "nvme".to_owned()], vec!["db1".to_owned(), "db2".to_owned()])
    );
    let sorted = |order| of(RunQuery { order, ..RunQuery::default() });
    assert_eq!(sorted(RunOrder::Number), [4, 3, 2, 1]);
    let by_start = sorted(RunOrder::Started);
    assert_eq!(by_start.iter().filter(|run| **run < 4).collect::<Vec<_>>(), [&1, &3, &2]);
    assert_eq!(sorted(RunOrder::Oldest), by_start.into_iter().rev().collect::<Vec<_>>());
    assert_eq!(sorted(RunOrder::Tag), [3, 1]);
    let kind = |run: &i64| store.row(RunId(*run)).unwrap().unwrap().kind.name();
    let by_kind = sorted(RunOrder::Kind);
    let falls = |pair: &[i64]| (kind(&pair[0]), pair[0]) > (kind(&pair[1]), pair[1]);
    assert!(
        by_kind.windows(2).all(falls),
        "the last kind first, the newest at its head: {by_kind:?}"
    );
    for order in [RunOrder::Target, RunOrder::Answer] {
        assert_eq!(sorted(order).len(), 4);
    }
    let second = RunQuery { order: RunOrder::Started, skip: 1, ..RunQuery::default() };
    assert_eq!(store.search(&second, 2).unwrap().len(), 2);
}

#[test]
fn tags_and_notes_are_replaced_and_go_with_their_run() {
    let dir = TempDir::new("labels");
    let mut store = store(&dir);
    store.set_labels(RunId(3), &Labels::default()).unwrap();
    assert_eq!(store.labels(RunId(3)).unwrap(), Labels::default());
    store.remove(RunId(1)).unwrap();
    assert_eq!(store.tags(9).unwrap(), Vec::<String>::new());
    let missing = store.set_labels(RunId(1), &Labels::read("nvme", "").unwrap()).unwrap_err();
    assert!(matches!(missing, StoreError::NoSuchRun(RunId(1))), "{missing:?}");
}

#[test]
fn a_run_under_way_is_followed_by_its_newest_intervals_until_it_ends() {
    let dir = TempDir::new("followed");
    let mut store = store(&dir);
    let run = RunId(4);
    let intervals = course("data", 500.0, Some(200.0), 1).intervals();
    for interval in &intervals[..6] {
        store.interval(run, 0, "data", interval, None).unwrap();
    }
    let progress = RunProgress { written_unix_s: 7, share: Some(0.5), ..RunProgress::default() };
    store.put_progress(run, &progress).unwrap();
    let reader = Store::open_to_read(dir.join("results.db")).unwrap();
    let live = reader.follow(run, 4).unwrap().unwrap();
    assert_eq!((live.progress, live.trials.len()), (Some(progress), 1));
    let seen: Vec<u64> = live.trials[0].streams[0].intervals.iter().map(|i| i.index).collect();
    let written: Vec<u64> = intervals[2..6].iter().map(|interval| interval.index).collect();
    assert_eq!(seen, written);
    store.finish(run, &Record { state: State::Done, ..bare_example() }).unwrap();
    assert_eq!(reader.follow(run, 4).unwrap(), None);
    assert!(matches!(reader.follow(RunId(9), 4), Err(StoreError::NoSuchRun(_))));
}

#[test]
fn the_history_of_a_target_has_its_finished_runs_in_the_order_of_time() {
    let dir = TempDir::new("history");
    let store = store(&dir);
    let target = store.row(RunId(1)).unwrap().unwrap().target;
    let history = store.history(&target, 10).unwrap();
    let of_target: Vec<i64> = history.iter().map(|run| run.run).collect();
    assert!(of_target.contains(&1), "{of_target:?}");
    let times: Vec<i64> = history.iter().map(|run| run.started_unix_s).collect();
    assert!(times.is_sorted());
    assert!(history.iter().all(|run| !run.findings.is_empty() || !run.streams.is_empty()));
}
