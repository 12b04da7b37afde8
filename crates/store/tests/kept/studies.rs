//! Studies in the store: complete ones are loaded exactly; killed and stopped ones are found again with every point.

use record::{Finding, Record, State, StudyRecord};
use store::{RunId, Store, StoreError};
use testkit::TempDir;
use testkit::study::{
    calibrate_example, compare_example, depth_sweep_example, plan_example, scale_example,
};

fn study(record: &Record) -> &StudyRecord {
    record.study.as_ref().expect("the example is a study")
}

fn begun(mut record: Record) -> Record {
    for stage in record.study.iter_mut().flat_map(|study| &mut study.stages) {
        (stage.points, stage.finding, stage.drift) = (Vec::new(), None, None);
    }
    record
}

fn same<T: std::fmt::Debug>(a: &T, b: &T) {
    assert_eq!(format!("{a:?}"), format!("{b:?}"));
}

#[test]
fn whole_studies_come_back_exactly() {
    let dir = TempDir::new("studies");
    let mut store = Store::open(dir.join("results.db")).unwrap();
    for record in [
        calibrate_example(),
        scale_example(),
        compare_example(),
        depth_sweep_example(),
        plan_example(),
    ] {
        let run = store.begin_study(&begun(record.clone()), "me").unwrap();
        store.point(run, 0, &study(&record).stages[0].points[0]).unwrap();
        store.finish(run, &record).unwrap();
        same(&store.load(run).unwrap(), &record);
        let added = store.add(std::slice::from_ref(&record)).unwrap();
        same(&store.load(added[0]).unwrap(), &record);
        let known = store.studies(record.kind).unwrap();
        assert_eq!(known.iter().map(|one| one.run).take(2).collect::<Vec<_>>(), [added[0], run]);
        assert_eq!(known[0].identity, study(&record).identity);
        let began = (known[0].seed, known[0].started_unix_s);
        assert_eq!(began, (record.seed, record.started_unix_s));
        assert_eq!(store.unfinished(&study(&record).identity).unwrap(), []);
    }
}

#[test]
fn a_study_that_was_killed_is_found_again_with_every_point_and_every_finding() {
    let dir = TempDir::new("killed-study");
    let path = dir.join("results.db");
    let record = plan_example();
    let stages = &study(&record).stages;
    let mut store = Store::open(&path).unwrap();
    let run = store.begin_study(&begun(record.clone()), "pid 7").unwrap();
    for point in &stages[0].points {
        store.point(run, 0, point).unwrap();
    }
    store.stage_end(run, 0, stages[0].finding.as_ref(), stages[0].drift.as_ref()).unwrap();
    for point in &stages[1].points[..3] {
        store.point(run, 1, point).unwrap();
    }
    drop(store);

    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.unfinished("something else").unwrap(), []);
    let [found] = &store.unfinished(&study(&record).identity).unwrap()[..] else {
        panic!("one study was killed");
    };
    assert_eq!((found.run, found.seed, found.state), (run, record.seed, State::Running));
    assert_eq!((found.holder.as_str(), found.trials), ("pid 7", 0));
    assert_eq!(found.points(), stages[0].points.len() + 3);
    same(&found.study.stages[0], &stages[0]);
    same(&found.study.stages[1].points, &stages[1].points[..3].to_vec());
    assert_eq!(found.study.stages[1].finding, None);
    let journal = found.journal(1);
    let point = &stages[1].points[2];
    assert_eq!(journal.get(&point.point.id()), Some(&point.measured));
    assert_eq!(found.journal(99).len(), 0);
    // The study as it is shown in progress.
    let shown = store.load(run).unwrap();
    assert_eq!(shown.state, State::Running);
    same(&shown.study.as_ref().unwrap().stages[0], &stages[0]);

    // Only one of two processes resumes it, and its points follow the existing ones.
    assert!(store.take_over(run, "pid 7", "pid 8").unwrap());
    assert!(!store.take_over(run, "pid 7", "pid 9").unwrap());
    for point in &stages[1].points[3..] {
        store.point(run, 1, point).unwrap();
    }
    let found = store.unfinished(&study(&record).identity).unwrap();
    assert_eq!(found[0].holder, "pid 8");
    same(&found[0].study.stages[1].points, &stages[1].points);
    store.finish(run, &record).unwrap();
    same(&store.load(run).unwrap(), &record);
    assert_eq!(store.unfinished(&study(&record).identity).unwrap(), []);
    assert!(!store.take_over(run, "", "pid 9").unwrap(), "what has ended is not gone on with");
}

#[test]
fn a_study_that_was_stopped_or_failed_is_gone_on_with() {
    let dir = TempDir::new("stopped-study");
    let mut store = Store::open(dir.join("results.db")).unwrap();
    for state in [State::Interrupted, State::Failed] {
        let record = Record { state, ..scale_example() };
        let run = store.begin_study(&begun(record.clone()), "me").unwrap();
        store.finish(run, &record).unwrap();
        let found = store.unfinished(&study(&record).identity).unwrap();
        assert_eq!((found[0].run, found[0].state, found[0].holder.as_str()), (run, state, ""));
        assert!(store.take_over(run, "", "me").unwrap());
        assert_eq!(store.load(run).unwrap().state, State::Running);
        let whole = Record { state: State::Done, ..record };
        store.finish(run, &whole).unwrap();
        same(&store.load(run).unwrap(), &whole);
    }
}

#[test]
fn removing_a_study_leaves_nothing_of_it() {
    let dir = TempDir::new("remove-study");
    let path = dir.join("results.db");
    let mut store = Store::open(&path).unwrap();
    let record = calibrate_example();
    let run = store.begin_study(&begun(record.clone()), "me").unwrap();
    store.point(run, 0, &study(&record).stages[0].points[0]).unwrap();
    store.remove(run).unwrap();
    drop(store);
    let connection = rusqlite::Connection::open(&path).unwrap();
    for table in ["runs", "studies", "stages", "cells"] {
        let sql = format!("SELECT count(*) FROM {table}");
        let left: i64 = connection.query_row(&sql, [], |row| row.get(0)).unwrap();
        assert_eq!(left, 0, "{table}");
    }
}

#[test]
fn points_of_what_is_no_study_are_refused() {
    let dir = TempDir::new("no-study");
    let mut store = Store::open(dir.join("results.db")).unwrap();
    let record = depth_sweep_example();
    let point = &study(&record).stages[0].points[0];
    let plain = store.begin(&record).unwrap();
    let run = store.begin_study(&begun(record.clone()), "me").unwrap();
    for (run, stage) in [(plain, 0), (run, 1), (RunId(77), 0)] {
        let refused = store.point(run, stage, point);
        assert!(matches!(refused, Err(StoreError::NoSuchStage { .. })), "{run} {stage}");
        let finding: Option<&Finding> = None;
        let refused = store.stage_end(run, stage, finding, None);
        assert!(matches!(refused, Err(StoreError::NoSuchStage { .. })), "{run} {stage}");
    }
}
