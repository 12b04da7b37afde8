//! results.csv: both layouts, column by column, and consistent figures.

use crate::{sample, words};
use compat::iometer::{Clock, IometerView, read, write};
use compat::outcome::{CpuOutcome, DirectionOutcome, LatencyDistribution, Outcome, StreamOutcome};
use std::collections::HashMap;

fn view(line: &str) -> IometerView {
    let got = read(&words(line), &|_| Err("no file".to_owned()), &[]);
    assert_eq!(got.problems, []);
    got.view
}

fn direction(ios: u64, mean_ns: f64, max_ns: u64) -> DirectionOutcome {
    let latencies = LatencyDistribution {
        buckets: vec![(mean_ns as u64, ios - 1), (max_ns, 1)],
        min_ns: 1000,
        max_ns,
        mean_ns,
        deviation_ns: 0.0,
    };
    crate::direction(8192, latencies)
}

/// Two workers on one target: each 1,000 reads of 1 ms and 500 writes of 2 ms in ten seconds.
fn outcome() -> Outcome {
    let stream = |name: &str| StreamOutcome {
        name: name.to_owned(),
        begun_ns: 2_000_000_000,
        runtime_ns: 10_000_000_000,
        read: direction(1000, 1e6, 7_000_000),
        write: direction(500, 2e6, 11_000_000_000),
        ..StreamOutcome::default()
    };
    let cpu = CpuOutcome { user: 0.1, kernel: 0.3, io_wait: 0.0, idle: 0.6 };
    Outcome {
        started_unix_ns: 1_679_713_543_661_000_000,
        elapsed_ns: 12_000_000_000,
        streams: vec![stream("t1.w1.d1"), stream("t1.w2.d1")],
        cpus: vec![cpu; 2],
        ..Outcome::default()
    }
}

/// The rows below the header, each by the names of its columns.
fn rows(text: &str) -> (Vec<String>, Vec<HashMap<String, String>>) {
    let mut lines = text.split("\r\n").skip_while(|line| !line.starts_with("'Target Type"));
    let names: Vec<String> =
        lines.next().expect("a header").split(',').map(str::to_owned).collect();
    let rows = lines
        .take_while(|line| !line.starts_with('\''))
        .map(|line| names.iter().cloned().zip(line.split(',').map(str::to_owned)).collect());
    let rows = rows.collect();
    (names, rows)
}

const LINE: &str = "--spec Database --target sim:ssd --workers 2 --depth 4 --time 10";

#[test]
fn the_session_reads_as_iometers_own() {
    let text = write(&view(LINE), &outcome(), Clock { ahead_s: 3600 });
    let head: Vec<&str> = text.split("\r\n").take(13).collect();
    assert_eq!(
        head,
        [
            "'Test Type,Test Description",
            "0,Database",
            "'Version",
            "1.1.0",
            "'Time Stamp",
            "2023-03-25 04:05:43:661",
            "'Access specifications",
            "'Access specification name,default assignment",
            "Database,0",
            "'size,% of size,% reads,% random,delay,burst,align,reply",
            "8192,100,67,100,0,1,0,0,",
            "'End access specifications",
            "'Results",
        ]
    );
    assert!(text.ends_with("'Time Stamp\r\n2023-03-25 04:05:55:661\r\n'End Test\r\n"), "{text}");
}

#[test]
fn figures_stand_in_their_columns() {
    let (names, rows) = rows(&write(&view(LINE), &outcome(), Clock::default()));
    assert_eq!(names.len(), 80);
    let kinds: Vec<&str> = rows.iter().map(|row| row["'Target Type"].as_str()).collect();
    assert_eq!(
        kinds,
        ["ALL", "MANAGER", "PROCESSOR", "PROCESSOR", "WORKER", "DISK", "WORKER", "DISK"]
    );
    let all = &rows[0];
    for (name, value) in [
        ("# Managers", "1"),
        ("# Workers", "2"),
        ("# Disks", "2"),
        ("IOps", "300.000000"),
        ("Read IOps", "200.000000"),
        ("MiBps (Binary)", "2.343750"),
        ("MBps (Decimal)", "2.457600"),
        ("Transactions per Second", "300.000000"),
        ("Average Response Time", "1.333333"),
        ("Average Write Response Time", "2.000000"),
        ("Maximum Response Time", "11000.000000"),
        ("Maximum Read Response Time", "7.000000"),
        ("Read I/Os", "2000"),
        ("Bytes Written", "8192000"),
        ("Transactions per Connection", "-1"),
        ("Total Raw Run Time", ""),
        ("Queue Depth", "4"),
        ("% CPU Utilization", "40.000000"),
        ("CPU Effectiveness", "7.500000"),
        ("0.5 to 1 mS", "1998"),
        ("1 to 2 mS", "998"),
        ("5 to 10 mS", "2"),
        (" >= 10 s", "2"),
    ] {
        assert_eq!(all[name], value, "{name}");
    }
    let disk = &rows[5];
    assert_eq!((disk["Target Name"].as_str(), disk["# Disks"].as_str()), ("sim:ssd", ""));
    assert_eq!(disk["Total Raw Read Response Time"], "10000000");
    assert_eq!(
        (disk["Total Raw Run Time"].as_str(), disk["IOps"].as_str()),
        ("100000000", "150.000000")
    );
    assert_eq!((rows[2].len(), rows[2]["% CPU Utilization"].as_str()), (59, "40.000000"));
}

#[test]
fn the_old_layout_has_56_columns() {
    let view = view(&format!("{LINE} --columns 56"));
    let (names, rows) = rows(&write(&view, &outcome(), Clock::default()));
    assert_eq!((names.len(), names[45].as_str()), (56, "% CPU Utilization"));
    assert!(rows.iter().all(|row| row.len() == 56), "every row is whole");
    assert_eq!(rows[0]["MBps"], "2.343750");
    assert_eq!(rows[2]["% CPU Utilization"], "40.000000");
}

#[test]
fn the_header_is_that_of_others() {
    let Some(text) = sample("iometer/Quarch_AN-016_testfile.csv") else { return };
    let header = |text: &str| {
        text.lines().find(|line| line.starts_with("'Target Type")).map(|l| l.trim_end().to_owned())
    };
    assert_eq!(header(&write(&view(LINE), &outcome(), Clock::default())), header(&text));
    let widths = |text: &str, kind: &str| {
        let row = text.lines().find(|line| line.starts_with(kind)).map(|l| l.split(',').count());
        row.unwrap_or(0)
    };
    let ours = write(&view(LINE), &outcome(), Clock::default());
    for kind in ["ALL,", "MANAGER,", "PROCESSOR,", "WORKER,", "DISK,"] {
        assert_eq!(widths(&ours, kind), widths(&text, kind), "{kind}");
    }
}

/// Two workers with one specification each; the first has a second one, which it runs alone.
const DIFFERENT: &str = "Version 2004.07.30
'Test Description
\tnight, shared
'Run Time
\t0 0 10
'Queue Depth Cycling
\t1 2 2 EXPONENTIAL
'Test Type
\tCYCLE_OUTSTANDING_IOS
'ACCESS SPECIFICATIONS ====
'Access specification name,default assignment
\tlog, small,NONE
'size,% of size,% reads,% random,delay,burst,align,reply
\t512,100,0,0,0,1,0,512
'Access specification name,default assignment
\tunused,NONE
'size,% of size,% reads,% random,delay,burst,align,reply
\t512,100,0,0,0,1,0,0
'Access specification name,default assignment
\tpages,DISK
'size,% of size,% reads,% random,delay,burst,align,reply
\t8192,100,67,100,0,1,0,0
'END access specifications
'MANAGER LIST ====
'Manager ID, manager name
\t1,HOST
'Worker
\tWorker 1
'Assigned access specs
\tpages
\tpages
'End assigned access specs
'Target
\tsim:ssd
'End worker
'Worker
\tWorker 2
'Assigned access specs
\tlog, small
'End assigned access specs
'Target
\tsim:ssd
'End worker
'End manager
Version 2004.07.30
";

#[test]
fn workers_with_different_specifications_are_listed_once_for_a_cycle() {
    let got = read(&["a.icf".to_owned()], &|_| Ok(DIFFERENT.to_owned()), &[]);
    assert_eq!(got.problems, []);
    let outcome = |test: usize| {
        let stream = |worker: usize| StreamOutcome {
            name: format!("t{test}.w{worker}.d1"),
            ..outcome().streams[0].clone()
        };
        vec![stream(1), stream(2)]
    };
    let streams = (1..=4).flat_map(outcome).collect();
    let text = write(&got.view, &Outcome { streams, ..self::outcome() }, Clock::default());
    assert!(text.starts_with("'Test Type,Test Description\r\n6,night- shared\r\n"), "{text}");
    let listed = "'Access specifications\r\n\
                  'Access specification name,default assignment\r\nlog, small,0\r\n\
                  'size,% of size,% reads,% random,delay,burst,align,reply\r\n512,100,0,0,0,1,0,512,\r\n\
                  'Access specification name,default assignment\r\npages,2\r\n\
                  'size,% of size,% reads,% random,delay,burst,align,reply\r\n8192,100,67,100,0,1,0,0,\r\n\
                  'End access specifications\r\n";
    assert_eq!(text.matches(listed).count(), 1, "{text}");
    assert_eq!(text.matches("'Access specifications\r\n").count(), 2, "one for each round: {text}");
    assert_eq!(text.matches("'Results\r\n").count(), 4);
    let (names, rows) = rows(&text);
    let of = |kind: &str| {
        let row = rows.iter().filter(|row| row["'Target Type"] == kind);
        row.map(|row| row["Access Specification Name"].as_str()).collect::<Vec<_>>()
    };
    assert_eq!(
        (of("ALL"), of("MANAGER"), of("WORKER")),
        (vec![""], vec![""], vec!["pages", "log  small"])
    );
    // 1,500 I/Os in 10 s are 150 transactions per second, or 75 where each request has a reply.
    assert_eq!(rows[0]["Transactions per Second"], "225.000000");
    assert_eq!(rows[0]["Average Transaction Time"], "1.777778");
    assert_eq!(names.len(), 80);
    let last = text.split("'Results").last().expect("the last test");
    assert!(last.contains("\r\nALL,All,pages,1,1,1,"), "{last}");
}
