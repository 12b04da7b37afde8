//! Tests that need internal access: the size of a long run, and a full file system.

use crate::{Store, StoreError, StreamRow};
use base::Rng;
use record::Record;
use sample::IntervalSample;
use summary::{Interval, IntervalDirection};
use testkit::TempDir;

/// The maximum size of a day of one stream.
const DAY_BYTES_MAX: u64 = 50 << 20;
const DAY_ROWS: u64 = 86_400;
const ROW_BYTES_MAX: u64 = 400;

/// A busy second with all three directions in use: larger than most.
fn second(index: u64, rng: &mut Rng) -> Interval {
    let mut direction = |scale: f64| {
        let mut ns = |x: f64| (x * (0.2 * rng.normal()).exp()) as u64;
        IntervalDirection {
            ios: ns(30_000.0 * scale),
            bytes: ns(250e6 * scale),
            errors: 0,
            short: 0,
            mean_ns: 612_345.678_9,
            p50_ns: ns(500e3),
            p90_ns: ns(1e6),
            p99_ns: ns(9e6),
            p999_ns: ns(40e6),
            max_ns: ns(900e6),
            service_p99_ns: ns(8e6),
        }
    };
    Interval {
        index,
        start_ns: index * 1_000_000_000,
        end_ns: (index + 1) * 1_000_000_000,
        warm_up: false,
        partial: false,
        due: 60_000,
        backlog: 12,
        dropped: 0,
        depth_mean: 31.987_654,
        read: direction(1.0),
        write: direction(0.5),
        flush: direction(0.1),
    }
}

#[test]
fn a_day_of_seconds_fits() {
    let dir = TempDir::new("day");
    let path = dir.join("results.db");
    let mut store = Store::open(&path).unwrap();
    let run = store.begin(&Record::default()).unwrap();
    store.interval(run, 0, "data", &IntervalSample::new(0, 0, 0), None).unwrap();
    let mut rng = Rng::new(11);
    for from in (1..DAY_ROWS).step_by(1000) {
        let rows: Vec<_> = (from..(from + 1000).min(DAY_ROWS)).collect();
        store
            .write(crate::write::Safety::Process, |transaction| {
                for index in rows {
                    let row = StreamRow { id: 1, next: index as i64 };
                    crate::write::put_interval(transaction, row, &second(index, &mut rng))?;
                }
                Ok(())
            })
            .unwrap();
    }
    let loaded = store.load(run).unwrap();
    assert_eq!(loaded.trials[0].streams[0].points.len(), 1350);
    drop(store);
    let bytes = std::fs::metadata(&path).unwrap().len();
    eprintln!("{} bytes a row, {} MiB a day", bytes / DAY_ROWS, bytes >> 20);
    assert!(bytes / DAY_ROWS <= ROW_BYTES_MAX && bytes < DAY_BYTES_MAX, "{bytes} bytes");
}

#[test]
fn a_full_file_system_is_said_so_and_measuring_goes_on_when_there_is_room_again() {
    let dir = TempDir::new("full");
    let mut store = Store::open(dir.join("results.db")).unwrap();
    let run = store.begin(&Record::default()).unwrap();
    let mut interval = IntervalSample::new(0, 0, 0);
    interval.end_ns = 1_000_000_000;
    interval.read.ios = 1;
    interval.read.total.record(500);
    let room = |store: &Store, pages: i64| {
        let set =
            store.connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()));
        set.unwrap();
    };
    // SQLite raises a smaller limit to the present size, so there is no room for another page.
    room(&store, 1);
    let error = loop {
        if let Err(error) = store.interval(run, 0, "data", &interval, None) {
            break error;
        }
    };
    assert!(matches!(error, StoreError::Full { .. }), "{error:?}");
    let kept = store.intervals(run).unwrap().map(Result::unwrap).count();
    room(&store, 1_000_000);
    store.interval(run, 0, "data", &interval, None).unwrap();
    let stream = &store.load(run).unwrap().trials[0].streams[0];
    assert_eq!(stream.read.ios, kept as u64 + 1);
    assert_eq!(stream.points.len(), kept + 1);
}

#[test]
fn a_store_that_stays_locked_is_busy() {
    let dir = TempDir::new("busy");
    let path = dir.join("results.db");
    let mut store = Store::open(&path).unwrap();
    store.connection.busy_timeout(std::time::Duration::from_millis(1)).unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert!(matches!(store.begin(&Record::default()), Err(StoreError::Busy { .. })));
    other.execute_batch("COMMIT").unwrap();
    assert!(store.begin(&Record::default()).is_ok());
}
