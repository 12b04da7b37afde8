//! A store that is removed, renamed or replaced while it is open: what is written afterwards is found by others, or refused.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic, also in what several tests call")]

use record::{Record, RunKind};
use rusqlite::Connection;
use std::path::Path;
use store::{RunId, Store, StoreError};
use testkit::TempDir;
use testkit::record::{check_example, course};

fn start() -> Record {
    Record { kind: RunKind::Check, ..Record::default() }
}

/// Writes a run during which something happens to its store.
fn run_while(path: &Path, happens: impl FnOnce()) -> (Store, RunId, Result<(), StoreError>) {
    let mut store = Store::open(path).unwrap();
    let run = store.begin(&start()).unwrap();
    let intervals = course("data", 500.0, None, 1).intervals();
    store.interval(run, 0, "data", &intervals[0], None).unwrap();
    happens();
    let written = store.interval(run, 0, "data", &intervals[1], None);
    let written = written.and_then(|()| store.finish(run, &check_example()));
    (store, run, written)
}

fn found(path: &Path, run: RunId) -> (Record, usize) {
    let store = Store::open_to_read(path).unwrap();
    let intervals = store.intervals(run).unwrap().map(Result::unwrap).count();
    (store.load(run).unwrap(), intervals)
}

#[test]
fn a_store_that_is_taken_away_is_written_anew_with_all_that_it_held() {
    let dir = TempDir::new("displaced");
    let folder = dir.join("results");
    let path = folder.join("results.db");
    let companion = |end: &str| folder.join(format!("results.db{end}"));
    let remove =
        |ends: &[&str]| ends.iter().for_each(|end| std::fs::remove_file(companion(end)).unwrap());
    let ways: [(&str, &dyn Fn()); 6] = [
        ("removed", &|| remove(&[""])),
        ("removed with its log", &|| remove(&["", "-wal", "-shm"])),
        ("its log removed", &|| remove(&["-wal", "-shm"])),
        ("renamed", &|| std::fs::rename(&path, companion(".old")).unwrap()),
        ("its folder removed", &|| std::fs::remove_dir_all(&folder).unwrap()),
        ("its folder renamed", &|| std::fs::rename(&folder, dir.join("other")).unwrap()),
    ];
    for (way, happens) in ways {
        let _ = std::fs::remove_dir_all(&folder);
        let _ = std::fs::remove_dir_all(dir.join("other"));
        std::fs::create_dir(&folder).unwrap();
        let earlier = Store::open(&path).unwrap().add(&[check_example()]).unwrap()[0];
        let (store, run, written) = run_while(&path, happens);
        assert!(written.is_ok(), "{way}: {written:?}");
        assert_eq!(store.path(), path, "{way}");
        assert_eq!(store.displaced_from().is_some(), way != "its log removed", "{way}");
        assert_eq!(found(&path, run), (check_example(), 2), "{way}");
        assert_eq!(found(&path, earlier).0, check_example(), "{way}");
    }
}

#[test]
fn a_store_whose_path_was_taken_goes_on_beside_it_and_leaves_the_other_alone() {
    let dir = TempDir::new("replaced");
    let (path, other) = (dir.join("results.db"), dir.join("other.db"));
    let theirs = Store::open(&other).unwrap().add(&[check_example()]).unwrap()[0];
    let (store, run, written) = run_while(&path, || std::fs::rename(&other, &path).unwrap());
    written.unwrap();
    assert_eq!(store.path(), dir.join("results-2.db"));
    assert_eq!(store.displaced_from(), Some(&*path));
    assert_eq!(found(store.path(), run), (check_example(), 2));
    let place = store.path().to_owned();
    drop(store);
    assert_eq!(found(&path, theirs), (check_example(), 0));
    assert_eq!(found(&place, run), (check_example(), 2));

    // A text that is no store, and a log that was removed while another process reads.
    let (store, run, written) = run_while(&dir.join("text.db"), || {
        std::fs::remove_file(dir.join("text.db")).unwrap();
        std::fs::write(dir.join("text.db"), "mine").unwrap();
    });
    written.unwrap();
    assert_eq!(found(store.path(), run).1, 2);
    drop(store);
    assert_eq!(std::fs::read(dir.join("text.db")).unwrap(), b"mine");
    let reads = dir.join("read.db");
    drop(Store::open(&reads).unwrap());
    let reader = Connection::open(&reads).unwrap();
    let (store, run, written) = run_while(&reads, || {
        reader.query_row("SELECT count(*) FROM runs", [], |row| row.get::<_, i64>(0)).unwrap();
        std::fs::remove_file(dir.join("read.db-wal")).unwrap();
    });
    written.unwrap();
    assert_eq!(store.path(), dir.join("read-2.db"));
    assert_eq!(found(store.path(), run).1, 2);
}

#[test]
fn what_cannot_be_written_anywhere_is_refused() {
    let dir = TempDir::new("displaced-lost");
    let folder = dir.join("results");
    let path = folder.join("results.db");
    std::fs::create_dir(&folder).unwrap();
    let (mut store, run, written) = run_while(&path, || {
        std::fs::remove_dir_all(&folder).unwrap();
        std::fs::write(&folder, "a file").unwrap();
    });
    assert!(matches!(written, Err(StoreError::Displaced { .. })), "{written:?}");
    let again = store.finish(run, &check_example());
    assert!(matches!(again, Err(StoreError::Displaced { .. })), "{again:?}");
    // A store that was overwritten in place is read back from where it should be.
    let path = dir.join("results.db");
    let (_, _, written) =
        run_while(&path, || std::fs::write(dir.join("results.db-wal"), "").unwrap());
    assert!(written.is_err(), "{written:?}");
}
