//! results.csv: both layouts, column by column, and figures that belong together.

use dialect::iometer::{Clock, View, read, write};
use dialect::outcome::{CpuOutcome, DirectionOutcome, Distribution, Outcome, StreamOutcome};
use std::collections::HashMap;

fn view(line: &str) -> View {
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let got = read(&words, &|_| Err("no file".to_owned()), &[]);
    assert_eq!(got.problems, []);
    got.view
}

fn direction(ios: u64, mean_ns: f64, max_ns: u64) -> DirectionOutcome {
    let total = Distribution {
        buckets: vec![(mean_ns as u64, ios - 1), (max_ns, 1)],
        min_ns: 1000,
        max_ns,
        mean_ns,
        deviation_ns: 0.0,
    };
    DirectionOutcome {
        ios,
        bytes: ios * 8192,
        total: total.clone(),
        service: total,
        ..DirectionOutcome::default()
    }
}

/// Two workers on one target: 1,000 reads of 1 ms and 500 writes of 2 ms each in ten seconds.
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
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/reference/samples/iometer/Quarch_AN-016_testfile.csv");
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("SKIPPED: the samples of other tools are not on this machine");
        return;
    };
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
