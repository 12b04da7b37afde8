//! Logs of other tools in, headers and intervals out. sysstat itself wrote its logs in `tests/data`.

use observe::import::{ImportError, ImportItem, ImportRequest, import};
use observe::{CaptureHeader, CaptureNote, CaptureSource, CounterInterval};
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;

struct Imported {
    header: CaptureHeader,
    intervals: Vec<CounterInterval>,
}

fn request(device: Option<&str>) -> ImportRequest {
    ImportRequest { device: device.map(str::to_owned), ..ImportRequest::default() }
}

fn imported(log: &[u8], request: &ImportRequest) -> Result<Imported, ImportError> {
    let (mut header, mut intervals) = (None, Vec::new());
    let mut open = || Ok(Box::new(Cursor::new(log.to_vec())) as Box<dyn BufRead>);
    import(&mut open, request, &mut |item| {
        match item {
            ImportItem::Header(found) => header = Some(*found),
            ImportItem::Interval(interval) => intervals.push(*interval),
            other => panic!("{other:?} is not of counters"),
        }
        Ok(())
    })?;
    Ok(Imported { header: header.expect("a header comes first"), intervals })
}

fn data(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read(path).expect("the log lies beside the tests")
}

fn trouble(log: &str, device: Option<&str>) -> String {
    match imported(log.as_bytes(), &request(device)) {
        Ok(_) => panic!("it was imported"),
        Err(error) => error.to_string(),
    }
}

const SECOND_NS: u64 = 1_000_000_000;
/// 2026-11-23 00:00 UTC.
const DAY_NS: i64 = 1_795_392_000_000_000_000;

#[test]
fn iostat_of_every_locale_is_read() {
    for locale in ["C", "de_DE", "ru_RU", "en_US", "fr_FR", "zh_CN"] {
        let log = imported(&data(&format!("iostat-12-{locale}.txt")), &request(Some("vda")));
        let log = log.unwrap_or_else(|error| panic!("{locale}: {error}"));
        assert_eq!(log.header.source, CaptureSource::Iostat);
        assert_eq!(
            (log.header.host.as_str(), log.header.system.as_str()),
            ("db1", "Linux 6.1.0-18-amd64")
        );
        assert_eq!(log.header.notes, [CaptureNote::FirstReportLeftOut { reports: 1 }], "{locale}");
        let spans: Vec<_> = log.intervals.iter().map(|i| (i.begin_ns, i.length_ns)).collect();
        assert_eq!(spans, [(0, SECOND_NS), (SECOND_NS, SECOND_NS)], "{locale}");
        let started = log.header.started_unix_ns.expect("it has times") - DAY_NS;
        assert_eq!(started / 1_000_000_000, 20 * 3_600 + 55 * 60 + 45, "{locale}");
        let (one, two) = (&log.intervals[0], &log.intervals[1]);
        assert!(one.read.operations > 0.0 && two.read.operations > 100.0, "{locale}: {two:?}");
        assert!(
            two.read.latency_sum_ns > Some(0.0) && two.flush.is_some() && two.discard.is_some()
        );
    }
}

#[test]
fn the_numbers_of_iostat_are_those_of_the_log() {
    let log = imported(&data("iostat-12-de_DE.txt"), &request(Some("vda"))).expect("it is a log");
    let interval = &log.intervals[1];
    // vda 595,00 7896,00 0,00 0,00 0,52 13,27 ...
    assert_eq!(interval.read.operations, 595.0);
    assert_eq!(interval.read.bytes, 7_896.0 * 1_024.0);
    assert_eq!(interval.read.merged, Some(0.0));
    assert_eq!(interval.read.latency_sum_ns, Some(595.0 * 0.52e6));
}

#[test]
fn all_ways_of_writing_iostat_are_read() {
    for name in ["iostat-12-iso.txt", "iostat-12-pretty.txt", "iostat-12-awk.txt", "iostat-12.json"]
    {
        let log = imported(&data(name), &request(Some("vda")))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(log.intervals.len(), 2, "{name}");
        assert!(
            log.intervals.iter().all(|i| i.length_ns == SECOND_NS),
            "{name}: {:?}",
            log.intervals
        );
        assert_eq!(log.header.notes, [CaptureNote::FirstReportLeftOut { reports: 1 }], "{name}");
        assert!(log.intervals[0].read.operations > 0.0, "{name}: {:?}", log.intervals);
        assert!(
            log.intervals.iter().all(|i| i.queue_depth_mean.is_some() && i.flush.is_some()),
            "{name}"
        );
        assert!(log.header.started_unix_ns > Some(DAY_NS), "{name}");
    }
}

#[test]
fn a_log_without_times_says_what_was_assumed() {
    let short = data("iostat-12-short-no-times.txt");
    let log = imported(&short, &request(None)).expect("it has one device");
    assert!(log.header.notes.contains(&CaptureNote::IntervalAssumed { interval_ns: SECOND_NS }));
    let named = ImportRequest { interval_ns: Some(5 * SECOND_NS), ..request(None) };
    let log = imported(&short, &named).expect("it has one device");
    assert_eq!(log.intervals[1].length_ns, 5 * SECOND_NS);
    assert!(
        !log.header.notes.iter().any(|note| matches!(note, CaptureNote::IntervalAssumed { .. }))
    );
}

/// The columns of sysstat 9, and a prefix like that of a script.
const IOSTAT_9: &str = "\
2015-09-21 12:00:00 Linux 2.6.32-431.el6.x86_64 (ora1) \t09/21/2015 \t_x86_64_\t(8 CPU)
2015-09-21 12:00:00 
2015-09-21 12:00:00 Device:         rrqm/s   wrqm/s     r/s     w/s    rkB/s    wkB/s avgrq-sz avgqu-sz   await  svctm  %util
2015-09-21 12:00:00 sdb               0.00     0.10    1.00    2.00    10.00    20.00    20.00     0.01    1.00   0.50   0.10
2015-09-21 12:00:00 /dev/mapper/mpath-with-a-long-name
2015-09-21 12:00:00                   0.00     0.10    1.00    2.00    10.00    20.00    20.00     0.01    1.00   0.50   0.10
2015-09-21 12:00:00 
2015-09-21 12:00:10 Device:         rrqm/s   wrqm/s     r/s     w/s    rkB/s    wkB/s avgrq-sz avgqu-sz   await  svctm  %util
2015-09-21 12:00:10 sdb               0.00     3.00    0.00  749.00     0.00  5992.00    16.00     9.94   13.27   1.33  99.80
2015-09-21 12:00:10 /dev/mapper/mpath-with-a-long-name
2015-09-21 12:00:10                   0.00     0.10    1.00    2.00    10.00    20.00    20.00     0.01    1.00   0.50   0.10
";

#[test]
fn iostat_9_behind_times_of_a_script_is_read() {
    let log = imported(IOSTAT_9.as_bytes(), &request(Some("/dev/sdb"))).expect("it is a log");
    let interval = &log.intervals[0];
    assert_eq!((log.intervals.len(), interval.length_ns), (1, 10 * SECOND_NS));
    assert_eq!((interval.write.operations, interval.write.bytes), (7_490.0, 59_920.0 * 1_024.0));
    assert_eq!(interval.queue_depth_mean, Some(9.94));
    // One mean latency for both directions.
    assert_eq!(interval.write.latency_sum_ns, Some(13.27e6 * 7_490.0));
    assert!(log.header.notes.contains(&CaptureNote::LatencyOfBothDirections));
    let long = imported(IOSTAT_9.as_bytes(), &request(Some("/dev/mapper/mpath-with-a-long-name")));
    assert_eq!(long.expect("it is a log").intervals[0].read.operations, 10.0);
}

#[test]
fn sar_of_every_locale_is_read() {
    for locale in ["C", "de_DE", "ru_RU", "en_US", "fr_FR", "zh_CN"] {
        let log = imported(&data(&format!("sar-12-{locale}.txt")), &request(Some("vda")));
        let log = log.unwrap_or_else(|error| panic!("{locale}: {error}"));
        assert_eq!(log.header.source, CaptureSource::Sar);
        let notes = [CaptureNote::OperationsDividedLikeBytes, CaptureNote::LatencyOfBothDirections];
        assert_eq!(log.header.notes, notes, "{locale}");
        let spans: Vec<_> = log.intervals.iter().map(|i| (i.begin_ns, i.length_ns)).collect();
        assert_eq!(spans, [(0, SECOND_NS), (SECOND_NS, SECOND_NS)], "{locale}");
        let started = log.header.started_unix_ns.expect("it has times") - DAY_NS;
        assert_eq!(started / 1_000_000_000, 20 * 3_600 + 55 * 60 + 45, "{locale}");
        assert!(log.intervals[1].read.operations > 100.0, "{locale}: {:?}", log.intervals);
    }
}

#[test]
fn sar_of_old_columns_and_twelve_hours_is_read() {
    let log = "Linux 2.6.32 (db1) \t09/21/2015 \t_x86_64_\t(8 CPU)\n\n\
        11:50:01 PM       DEV       tps  rd_sec/s  wr_sec/s  avgrq-sz  avgqu-sz     await     svctm     %util\n\
        12:00:01 AM    dev8-0    100.00   1600.00   1600.00     32.00      0.50      5.00      1.00     10.00\n\
        12:10:01 AM    dev8-0    200.00   3200.00      0.00     16.00      0.50      5.00      1.00     10.00\n\
        Average:       dev8-0    150.00   2400.00    800.00     24.00      0.50      5.00      1.00     10.00\n";
    let log = imported(log.as_bytes(), &request(None)).expect("it is a log");
    let lengths: Vec<_> = log.intervals.iter().map(|i| i.length_ns / SECOND_NS).collect();
    assert_eq!(lengths, [600, 600]);
    assert_eq!(log.intervals[0].read.operations, 50.0 * 600.0);
    assert_eq!(log.intervals[0].read.bytes, 1_600.0 * 512.0 * 600.0);
}

#[test]
fn performance_counters_of_three_languages_are_the_same() {
    for name in
        ["perfmon-en.csv", "perfmon-de-utf16.csv", "perfmon-ru-1251.csv", "perfmon-ru-866.csv"]
    {
        let log =
            imported(&data(name), &request(None)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            (log.header.source, log.header.device.as_str()),
            (CaptureSource::PerformanceCounters, "0 C:")
        );
        assert_eq!(log.header.host, "DB1");
        assert_eq!(log.intervals.len(), 2, "{name}");
        let interval = &log.intervals[0];
        assert_eq!((interval.begin_ns, interval.length_ns), (0, 10 * SECOND_NS), "{name}");
        assert_eq!(
            (interval.read.operations, interval.read.bytes),
            (7_500.0, 61_440_000.0),
            "{name}"
        );
        assert_eq!(
            (interval.write.operations, interval.write.bytes),
            (2_500.0, 40_960_000.0),
            "{name}"
        );
        assert_eq!(interval.read.latency_sum_ns.map(f64::round), Some(2e6 * 7_500.0), "{name}");
        assert!((interval.busy_share.expect("it is known") - 0.65).abs() < 1e-9, "{name}");
    }
}

#[test]
fn several_devices_are_listed_with_their_operations() {
    let text = trouble(IOSTAT_9, None);
    assert!(
        text.contains("--device: sdb (7") && text.contains("mpath-with-a-long-name (3"),
        "{text}"
    );
    let text = trouble(IOSTAT_9, Some("sdz"));
    assert!(text.starts_with("the log has no device sdz; it has sdb"), "{text}");
}

#[test]
fn mistakes_have_their_line() {
    let of = |from: &str, to: &str| trouble(&IOSTAT_9.replacen(from, to, 1), Some("sdb"));
    let text = of("749.00", "4.0k");
    assert!(text.contains("line 9: \"4.0k\" is not a number"), "{text}");
    let cut = &IOSTAT_9[..IOSTAT_9.find("749.00").expect("it is there")];
    let text = trouble(cut, Some("sdb"));
    assert!(text.contains("line 9") && text.contains("has 4 columns, its table has 12"), "{text}");
    let twice =
        IOSTAT_9.replace("/dev/mapper/mpath-with-a-long-name\n2015-09-21 12:00:10 ", "sdb ");
    let text = trouble(&twice, Some("sdb"));
    assert!(text.contains("line 10: sdb is in the report a second time"), "{text}");
    let json = data("iostat-12.json");
    let half = String::from_utf8_lossy(&json[..json.len() / 2]).into_owned();
    let text = trouble(&half, Some("vda"));
    assert!(text.contains("line ") && text.contains("ends in the middle"), "{text}");
}

#[test]
fn what_is_no_log_is_told() {
    for log in ["", "hello\nworld\n", "\u{0}\u{1}\u{2}", "[1, 2]"] {
        let text = trouble(log, None);
        assert!(text.contains("the format of the log is not known"), "{log:?}: {text}");
    }
    let text = trouble("{\"a\": 1}", None);
    assert!(text.contains("no complete interval"), "{text}");
}

#[test]
fn reset_counters_gaps_and_clock_steps_are_noted() {
    let row = |time: &str, writes: &str| {
        format!(
            "{time}\nDevice r/s w/s rkB/s wkB/s aqu-sz %util\nsda 1.00 {writes} 8.00 16.00 0.10 1.00\n\n"
        )
    };
    let log = [
        row("11/23/26 12:00:00", "9.00"),
        row("11/23/26 12:00:10", "2.00"),
        row("11/23/26 12:00:20", "18446744073709551615.00"),
        row("11/23/26 12:00:30", "2.00"),
        row("11/23/26 12:10:30", "2.00"),
        row("11/23/26 11:00:00", "2.00"),
        row("11/23/26 11:00:10", "-nan"),
        row("11/23/26 11:00:20", "2.00"),
    ];
    let log = imported(log.concat().as_bytes(), &request(None)).expect("it is a log");
    let spans: Vec<_> =
        log.intervals.iter().map(|i| (i.begin_ns / SECOND_NS, i.length_ns / SECOND_NS)).collect();
    assert_eq!(spans, [(0, 10), (20, 10), (30, 600), (630, 10), (650, 10)]);
    let wanted = [
        CaptureNote::FirstReportLeftOut { reports: 1 },
        CaptureNote::ImpossibleRows { rows: 2, line: 11 },
        CaptureNote::ClockSteps { steps: 1, line: 22 },
        CaptureNote::LongIntervals { intervals: 1, longest_ns: 600 * SECOND_NS, line: 18 },
    ];
    assert_eq!(log.header.notes, wanted);
}

/// Repeats the same text.
struct Repeated {
    text: &'static [u8],
    left: usize,
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.text.len().min(buffer.len()).min(self.left);
        buffer[..count].copy_from_slice(&self.text[..count]);
        self.left -= count;
        Ok(count)
    }
}

#[test]
fn garbage_without_end_is_given_up_after_the_first_mistakes() {
    let header = "Device r/s w/s rkB/s wkB/s aqu-sz %util\n";
    let mut open = || {
        let garbage = Repeated { text: b"garbage of seven words in one line\n", left: usize::MAX };
        let log = Cursor::new(header.as_bytes()).chain(garbage);
        Ok(Box::new(BufReader::new(log)) as Box<dyn BufRead>)
    };
    match import(&mut open, &request(None), &mut |_| Ok(())) {
        Err(ImportError::Mistakes(problems)) => assert_eq!(problems.len(), 20),
        other => panic!("{other:?}"),
    }
    let mut open = || {
        let garbage = Repeated { text: b"{\"sysstat\":\"", left: usize::MAX };
        Ok(Box::new(BufReader::new(garbage)) as Box<dyn BufRead>)
    };
    match import(&mut open, &request(None), &mut |_| Ok(())) {
        Err(ImportError::Mistakes(problems)) => assert_eq!(problems.len(), 1, "{problems:?}"),
        other => panic!("{other:?}"),
    }
}
