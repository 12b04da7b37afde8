//! Damaged, foreign, full, locked and read-only places give clear errors, and nothing that exists is changed.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic, also in what several tests call")]

use record::{Record, RunKind};
use rusqlite::Connection;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use store::{OtherFileKind, Store, StoreError};
use testkit::record::check_example;
use testkit::{TempDir, skip};

const VERSION: i64 = 16;

fn start() -> Record {
    Record { kind: RunKind::Check, ..Record::default() }
}

fn one_run(path: &Path) -> store::RunId {
    let mut store = Store::open(path).unwrap();
    let run = store.begin(&start()).unwrap();
    store.finish(run, &check_example()).unwrap();
    run
}

#[test]
fn a_file_of_something_else_is_refused_and_left_as_it_is() {
    let dir = TempDir::new("foreign");
    let text = dir.join("notes.txt");
    std::fs::write(&text, "my notes\n".repeat(2000)).unwrap();
    let other = dir.join("other.db");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE mine (x)").unwrap();
    for path in [text, other] {
        let before = std::fs::read(&path).unwrap();
        let error = Store::open(&path).unwrap_err();
        assert!(matches!(error, StoreError::Foreign { .. }), "{error:?}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}

/// A file whose statements would never end, or would run those of a stranger.
#[test]
fn a_file_that_only_looks_like_a_store_is_refused() {
    let dir = TempDir::new("looks-like");
    let endless = "WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)";
    let columns = "id, 'run' kind, 'done' state, 1 started_unix_s, 1.0 seconds, 1 seed, 't' target,
                   's' subject, '1' version, NULL verdict, '' outline, 1 whole, '' host";
    for (name, sql) in [
        ("view", format!("DROP TABLE runs; CREATE VIEW runs AS {endless} SELECT {columns} FROM n")),
        (
            "other-view",
            format!("DROP TABLE tags; CREATE VIEW tags AS {endless} SELECT id run, 't' tag FROM n"),
        ),
        ("trigger", "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM runs; END".to_owned()),
        ("column", "DROP TABLE notes; CREATE TABLE notes (run, note AS (zeroblob(99)))".to_owned()),
    ] {
        let path = dir.join(name);
        one_run(&path);
        Connection::open(&path).unwrap().execute_batch(&sql).unwrap();
        for error in [Store::open(&path), Store::open_to_read(&path)].map(Result::unwrap_err) {
            assert!(matches!(error, StoreError::Foreign { .. }), "{name}: {error:?}");
        }
    }
    // Indexes and views of the user run only when the user asks.
    let path = dir.join("own");
    let run = one_run(&path);
    let sql = "CREATE INDEX own ON runs (seed); CREATE VIEW mine AS SELECT id FROM runs; ANALYZE";
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    assert!(Store::open(&path).unwrap().load(run).is_ok());
}

/// Pages of which two refer to the same one: with 20 levels of them, a file of 100 kB has more rows than anybody can read.
#[test]
fn a_page_that_two_others_refer_to_is_damage() {
    let dir = TempDir::new("shared-page");
    let path = dir.join("results.db");
    let mut store = Store::open(&path).unwrap();
    (0..40).for_each(|_| drop(store.add(&[check_example()]).unwrap()));
    drop(store);
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("PRAGMA journal_mode = DELETE").unwrap();
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'histograms'";
    let root: i64 = connection.query_row(root, [], |row| row.get(0)).unwrap();
    drop(connection);
    let mut bytes = std::fs::read(&path).unwrap();
    let page = &mut bytes[(root as usize - 1) * 4096..][..4096];
    assert_eq!(page[0], 2, "the root of an index has children");
    // The last child, and that of the first cell.
    let cell = usize::from(u16::from_be_bytes([page[12], page[13]]));
    page.copy_within(8..12, cell);
    std::fs::write(&path, bytes).unwrap();
    for error in [Store::open(&path), Store::open_to_read(&path)].map(Result::unwrap_err) {
        assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
    }
}

/// On a full file system nothing can be created, and only what a file has can be written.
#[test]
fn a_smaller_copy_is_written_into_a_store_and_its_log_forgotten() {
    let dir = TempDir::new("written-back");
    let (path, copy) = (dir.join("results.db"), dir.join("copy.db"));
    let runs = [one_run(&path), one_run(&path)];
    let wal = |path: &Path| path.with_extension("db-wal");
    // A process that was killed leaves its log.
    let mut killed = Store::open(&path).unwrap();
    let third = killed.add(&[check_example()]).unwrap()[0];
    let log = std::fs::read(wal(&path)).unwrap();
    assert!(!log.is_empty());
    let main = std::fs::read(&path).unwrap();
    drop(killed);
    std::fs::write(&path, main).and_then(|()| std::fs::write(wal(&path), &log)).unwrap();
    store::copy_closed(&path, &copy).unwrap();
    let mut smaller = Store::open(&copy).unwrap();
    smaller.remove(runs[0]).unwrap();
    drop(smaller);
    let mut file = std::fs::File::options().write(true).open(&path).unwrap();
    store::write_back(&copy, &mut file, &path).unwrap();
    assert_eq!(std::fs::metadata(wal(&path)).unwrap().len(), 0);
    assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&copy).unwrap());
    let store = Store::open(&path).unwrap();
    assert_eq!(
        store.list(9).unwrap().iter().map(|row| row.id).collect::<Vec<_>>(),
        [third, runs[1]]
    );
}

#[test]
fn a_damaged_store_says_so() {
    let dir = TempDir::new("damaged");
    let path = dir.join("results.db");
    let run = one_run(&path);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[4096..].fill(0xA5);
    std::fs::write(&path, &bytes).unwrap();
    let error = Store::open(&path).and_then(|store| store.load(run)).unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
}

#[test]
fn a_document_of_another_shape_spoils_only_its_own_run() {
    let dir = TempDir::new("document");
    let path = dir.join("results.db");
    let (spoiled, sound) = (one_run(&path), one_run(&path));
    let document = format!("{:08x}{{}}", crc32c::crc32c(b"{}"));
    let sql = "UPDATE runs SET document = ?2 WHERE id = ?1";
    Connection::open(&path).unwrap().execute(sql, (spoiled.0, document)).unwrap();
    let store = Store::open(&path).unwrap();
    assert!(matches!(store.load(spoiled), Err(StoreError::Document { .. })));
    assert!(store.load(sound).is_ok());
    assert_eq!(store.list(9).unwrap().len(), 2);
}

#[test]
fn a_row_that_cannot_be_understood_spoils_only_itself() {
    let dir = TempDir::new("row");
    for damage in [
        "kind = 'x'",
        "state = ''",
        "verdict = 'x'",
        "outline = '{'",
        "target = CAST(x'ff' AS TEXT)",
        "host = CAST(x'ff' AS TEXT)",
    ] {
        let path = dir.join(damage.split(' ').next().unwrap());
        let (spoiled, _) = (one_run(&path), one_run(&path));
        let sql = format!("UPDATE runs SET {damage} WHERE id = {spoiled}");
        Connection::open(&path).unwrap().execute(&sql, []).unwrap();
        let store = Store::open_to_read(&path).unwrap();
        let damaged: Vec<bool> = store.list(9).unwrap().iter().map(|row| row.is_damaged).collect();
        assert_eq!(damaged, [false, !damage.starts_with("host")], "{damage}");
        // The columns are for lists and searches; the record is whole in its documents.
        assert_eq!(store.load(spoiled).unwrap(), check_example(), "{damage}");
    }
}

#[test]
fn reading_makes_nothing_and_writing_is_refused() {
    let dir = TempDir::new("reading");
    let path = dir.join("results.db");
    assert!(matches!(Store::open_to_read(&path), Err(StoreError::Missing { .. })));
    assert!(!path.exists());
    let run = one_run(&path);
    let mut store = Store::open_to_read(&path).unwrap();
    assert!(store.read_only());
    assert!(store.load(run).is_ok());
    assert!(matches!(store.begin(&start()), Err(StoreError::ReadOnly { .. })));
    assert!(matches!(store.remove(run), Err(StoreError::ReadOnly { .. })));
}

#[test]
fn only_a_regular_file_is_opened() {
    let dir = TempDir::new("no-file");
    let pipe = dir.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo failed");
    let cases = [
        (dir.path(), OtherFileKind::Directory),
        (Path::new("/dev/null"), OtherFileKind::Device),
        (&pipe, OtherFileKind::Pipe),
    ];
    for (path, expected) in cases {
        for error in [Store::open(path), Store::open_to_read(path)].map(Result::unwrap_err) {
            let is_told = matches!(error, StoreError::NotAFile { kind, .. } if kind == expected);
            assert!(is_told, "{}: {error:?}", path.display());
        }
    }
}

/// Bug: the store behind a link to an unmounted disk was said to have no results yet.
#[test]
fn a_link_that_leads_nowhere_is_no_empty_store() {
    let dir = TempDir::new("dangling");
    let link = dir.join("results.db");
    std::os::unix::fs::symlink(dir.join("unmounted/results.db"), &link).unwrap();
    let error = Store::open_to_read(&link).unwrap_err();
    let kind = OtherFileKind::DanglingLink;
    assert!(
        matches!(error, StoreError::NotAFile { kind: found, .. } if found == kind),
        "{error:?}"
    );
}

#[test]
fn where_nothing_can_be_written_results_are_still_read() {
    let dir = TempDir::new("read-only");
    let path = dir.join("results.db");
    let run = one_run(&path);
    let mode = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(&path, 0o444);
    mode(dir.path(), 0o555);
    let root = std::fs::write(dir.join("probe"), b"").is_ok();
    if root {
        skip("root may write into a folder of mode 555: reading a read-only medium is not seen");
    } else {
        let mut store = Store::open(&path).unwrap();
        assert!(store.read_only());
        assert!(store.load(run).is_ok());
        assert!(matches!(store.begin(&start()), Err(StoreError::ReadOnly { .. })));
        assert!(matches!(Store::open(dir.join("new/results.db")), Err(StoreError::Folder { .. })));
    }
    mode(dir.path(), 0o755);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let dir = TempDir::new("folder");
    std::fs::write(dir.join("file"), b"").unwrap();
    let error = Store::open(dir.join("file/below/results.db")).unwrap_err();
    assert!(matches!(error, StoreError::Folder { .. }), "{error:?}");
    std::os::unix::fs::symlink("loop.db", dir.join("loop.db")).unwrap();
    for path in ["file/below/results.db", "loop.db"] {
        let error = Store::open_to_read(dir.join(path)).unwrap_err();
        assert!(matches!(error, StoreError::Open { .. }), "{path}: {error:?}");
    }
}

#[test]
fn a_store_of_another_version_is_refused_and_left_alone() {
    for other in [VERSION - 1, VERSION + 1] {
        let dir = TempDir::new("other-version");
        let path = dir.join("results.db");
        drop(Store::open(&path).unwrap());
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "user_version", other).unwrap();
        drop(connection);
        let before = std::fs::read(&path).unwrap();
        for opened in [Store::open(&path), Store::open_to_read(&path)] {
            let error = opened.unwrap_err();
            assert!(
                matches!(error, StoreError::OtherVersion { found, known: VERSION, .. } if found == other)
            );
        }
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}

#[test]
fn reading_an_unfinished_store_leaves_it_as_it_is() {
    let dir = TempDir::new("reading-old");
    let path = dir.join("results.db");
    // An empty file is version 0: a process that was killed between creating the file and its tables leaves one.
    std::fs::write(&path, b"").unwrap();
    assert!(matches!(Store::open_to_read(&path), Err(StoreError::Missing { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), b"");
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "something was left beside it");
    drop(Store::open(&path).unwrap());
    assert_eq!(Store::open_to_read(&path).unwrap().list(9).unwrap(), []);
}
