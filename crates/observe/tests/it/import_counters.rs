//! Logs of other tools in, headers and intervals out. sysstat itself wrote its logs in `tests/data`.

use observe::import::{ImportError, ImportItem, ImportRequest, import};
use observe::{CaptureHeader, CaptureNote, CaptureSource, CounterInterval, StartTime};
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;

pub(super) struct Imported {
    pub(super) header: CaptureHeader,
    pub(super) intervals: Vec<CounterInterval>,
}

pub(super) fn request(device: Option<&str>) -> ImportRequest {
    ImportRequest { device: device.map(str::to_owned), ..ImportRequest::default() }
}

pub(super) fn imported(log: &[u8], request: &ImportRequest) -> Result<Imported, ImportError> {
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
/// 2026-11-23 20:55:45.
const BEGIN_NS: i64 = (1_795_392_000 + 20 * 3_600 + 55 * 60 + 45) * 1_000_000_000;

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
        assert_eq!(log.header.started, Some(StartTime::Local(BEGIN_NS)), "{locale}");
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
    assert_eq!(interval.read.bytes, Some(7_896.0 * 1_024.0));
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
        // Only the ISO format has an offset from UTC.
        let is_utc = matches!(log.header.started, Some(StartTime::Utc(_)));
        assert_eq!(is_utc, name == "iostat-12-iso.txt", "{name}");
        let started_s = log.header.started.map(StartTime::clock_s);
        assert!(started_s >= Some(BEGIN_NS / 1_000_000_000), "{name}: {started_s:?}");
    }
}

#[test]
fn a_log_without_times_says_what_was_assumed() {
    let with_times = String::from_utf8(data("iostat-12-C.txt")).expect("it is UTF-8");
    let lines = with_times.lines().filter(|line| !line.starts_with("11/23/26"));
    let short = lines.map(|line| format!("{line}\n")).collect::<String>().into_bytes();
    let request = |interval_ns| ImportRequest { interval_ns, ..request(Some("vda")) };
    let log = imported(&short, &request(None)).expect("it is a log");
    assert!(log.header.notes.contains(&CaptureNote::IntervalAssumed { interval_ns: SECOND_NS }));
    let log = imported(&short, &request(Some(5 * SECOND_NS))).expect("it is a log");
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
    assert_eq!(
        (interval.write.operations, interval.write.bytes),
        (7_490.0, Some(59_920.0 * 1_024.0))
    );
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
        assert_eq!(log.header.started, Some(StartTime::Local(BEGIN_NS)), "{locale}");
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
    assert_eq!(log.intervals[0].read.bytes, Some(1_600.0 * 512.0 * 600.0));
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
            (7_500.0, Some(61_440_000.0)),
            "{name}"
        );
        assert_eq!(
            (interval.write.operations, interval.write.bytes),
            (2_500.0, Some(40_960_000.0)),
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
fn a_device_that_was_busy_since_boot_only_is_not_listed_first() {
    let row = |device: &str, reads: u32| {
        format!(
            "{device} {reads}.00 64.00 0.00 0.00 1.00 8.00 0.00 0.00 0.00 0.00 0.00 0.00 0.10 5.00\n"
        )
    };
    let report = |second: u32, a: u32, b: u32| {
        let heads = "Device r/s rkB/s rrqm/s %rrqm r_await rareq-sz w/s wkB/s wrqm/s %wrqm w_await wareq-sz aqu-sz %util";
        format!("12/01/26 10:00:{second:02}\n{heads}\n{}{}\n", row("sda", a), row("sdb", b))
    };
    let head = "Linux 6.1.0 (host) \t12/01/26 \t_x86_64_\t(2 CPU)\n\n";
    let log =
        [head.to_owned(), report(0, 9000, 1), report(10, 1, 100), report(20, 1, 100)].concat();
    let text = trouble(&log, None);
    assert!(text.contains("--device: sdb (2000 I/Os), sda (20 I/Os)"), "{text}");
}

#[test]
fn mistakes_have_their_line() {
    let of = |from: &str, to: &str| trouble(&IOSTAT_9.replacen(from, to, 1), Some("sdb"));
    let text = of("749.00", "4.0k");
    assert!(text.contains("line 9: \"4.0k\" is not a number"), "{text}");
    let (begin, rest) = IOSTAT_9.split_once("749.00").expect("it is there");
    let cut = format!("{begin}{}", rest.trim_start_matches(|c| c != '\n'));
    let text = trouble(&cut, Some("sdb"));
    assert!(text.contains("line 9") && text.contains("has 4 columns, its table has 12"), "{text}");
    let twice =
        IOSTAT_9.replace("/dev/mapper/mpath-with-a-long-name\n2015-09-21 12:00:10 ", "sdb ");
    let text = trouble(&twice, Some("sdb"));
    assert!(text.contains("line 10: sdb is in the report a second time"), "{text}");
    let json = data("iostat-12.json");
    let half = String::from_utf8_lossy(&json[..json.len() * 4 / 5]).into_owned();
    // Of a log that Ctrl-C cut, the complete reports count.
    let log = imported(half.as_bytes(), &request(Some("vda"))).expect("it is a log");
    let whole = imported(&json, &request(Some("vda"))).expect("it is a log");
    assert!(!log.intervals.is_empty() && whole.intervals.starts_with(&log.intervals));
    let is_cut = |note: &CaptureNote| matches!(note, CaptureNote::CutReport { .. });
    assert!(log.header.notes.iter().any(is_cut), "{:?}", log.header.notes);
}

#[test]
fn the_comma_before_the_first_report_of_iostat_y_is_left_out() {
    let json = String::from_utf8_lossy(&data("iostat-12.json")).into_owned();
    let with_comma = json.replacen("\"statistics\": [", "\"statistics\": [\n,", 1);
    assert_ne!(json, with_comma);
    let of = |log: &str| imported(log.as_bytes(), &request(Some("vda"))).map(|log| log.intervals);
    assert_eq!(of(&with_comma).expect("it is a log"), of(&json).expect("it is a log"));
}

#[test]
fn a_row_of_json_that_lost_a_field_is_left_out() {
    let json = String::from_utf8_lossy(&data("iostat-12.json")).into_owned();
    let at = json.rfind("\"wMB/s\": ").expect("a row has it");
    let lost = format!("{}\"lost\": {}", &json[..at], &json[at + "\"wMB/s\": ".len()..]);
    let device = json[..at].rsplit("\"disk_device\": \"").next();
    let device = device.and_then(|rest| rest.split('"').next()).expect("it has a name");
    let log = imported(lost.as_bytes(), &request(Some(device))).expect("the others are whole");
    let whole = imported(json.as_bytes(), &request(Some(device))).expect("it is a log");
    assert_eq!(log.intervals, whole.intervals[..whole.intervals.len() - 1]);
    let is_told = |note: &CaptureNote| matches!(note, CaptureNote::ImpossibleRows { rows: 1, .. });
    assert!(log.header.notes.iter().any(is_told), "{:?}", log.header.notes);
}

#[test]
fn what_is_no_log_is_told() {
    for log in ["", "hello\nworld\n", "\u{0}\u{1}\u{2}", "[1, 2]", "{\"a\": 1}"] {
        let text = trouble(log, None);
        assert!(text.contains("the format of the log is not known"), "{log:?}: {text}");
    }
    let sar: [&[u8]; 3] =
        [b"\x96\xd5\x75\x21\x0c\x06", b"\xd5\x96\x21\x71", b"# hostname;interval;timestamp;DEV"];
    for log in sar {
        let error = imported(log, &request(None)).err().map(|error| error.to_string());
        assert!(error.is_some_and(|text| text.contains("sadf -j FILE -- -d > sar.json")));
    }
    let text = trouble("{\"sysstat\": {}}", None);
    assert!(text.contains("no complete interval"), "{text}");
    let up = r#"{"status": "success", "data": {"resultType": "matrix", "result": [
        {"metric": {"__name__": "up"}, "values": [[1435781430, "1"], [1435781445, "1"]]}]}}"#;
    let cpu = r#"{"MetricDataResults": [{"Id": "a", "Label": "CPUUtilization Average",
        "Timestamps": ["2021-01-20T05:56:56+00:00"], "Values": [27.5], "StatusCode": "Complete"}]}"#;
    for answer in [up, cpu] {
        let text = trouble(answer, None);
        assert!(text.contains("no metric of a disk"), "{text}");
    }
}

#[test]
fn a_device_of_which_every_counter_wrapped_is_named_as_such() {
    let log = "12:00:00 DEV tps rd_sec/s wr_sec/s\n12:00:05 dev8-0 24.80 57.60 254.40\n\
        12:00:05 dev8-32 3689348814741910528.00 858993457.60 0.00\n";
    let text = trouble(log, Some("dev8-32"));
    assert!(text.contains("every row of dev8-32") && text.contains("line 3"), "{text}");
    let log = imported(log.as_bytes(), &request(Some("dev8-0"))).expect("it is whole");
    assert!((log.intervals[0].write.operations - 101.15).abs() < 0.1, "{:?}", log.intervals);
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
    assert_eq!(spans, [(0, 10), (20, 10), (620, 10), (630, 10), (650, 10)]);
    let wanted = [
        CaptureNote::FirstReportLeftOut { reports: 1 },
        CaptureNote::ClockSteps { steps: 1, line: 22 },
        CaptureNote::LongIntervals { intervals: 1, longest_ns: 600 * SECOND_NS, line: 18 },
        CaptureNote::ImpossibleRows { rows: 2, line: 11 },
    ];
    assert_eq!(log.header.notes, wanted);
}

/// A report of `iostat -xt`.
fn report(time: &str, rows: &str) -> String {
    let names = "Device r/s w/s rkB/s wkB/s r_await w_await aqu-sz %util";
    format!("03/14/2024 {time}\n{names}\n{rows}\n\n")
}

const BUSY: &str = "sdb 800.00 400.00 6400.00 3200.00 0.50 0.70 0.68 40.00";
const IDLE: &str = "sda 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00";

fn seconds(log: &Imported) -> Vec<(u64, u64)> {
    log.intervals.iter().map(|i| (i.begin_ns / SECOND_NS, i.length_ns / SECOND_NS)).collect()
}

#[test]
fn time_between_two_sessions_is_no_interval() {
    let heading = "Linux 5.10.0 (db1) \t03/14/2024 \t_x86_64_\t(8 CPU)\n\n";
    let session = |hour: u32| {
        let reports = [0, 10, 20].map(|second| report(&format!("{hour}:00:{second:02}"), BUSY));
        format!("{heading}{}", reports.concat())
    };
    let log = imported((session(10) + &session(11)).as_bytes(), &request(None));
    let log = log.expect("it is a log");
    assert_eq!(seconds(&log), [(0, 10), (10, 10), (3_600, 10), (3_610, 10)]);

    let names = "DEV tps rkB/s wkB/s areq-sz aqu-sz await %util";
    let row = |time: &str| format!("{time} sdb 150.00 800.00 400.00 8.00 0.50 3.00 40.00\n");
    let sar = format!(
        "{heading}12:00:01 {names}\n{}{}\n12:35:11     LINUX RESTART\t(8 CPU)\n\n12:50:01 {names}\n{}",
        row("12:10:01"),
        row("12:20:01"),
        row("13:00:01")
    );
    let log = imported(sar.as_bytes(), &request(None)).expect("it is a log");
    assert_eq!(seconds(&log), [(0, 600), (600, 600), (3_000, 600)]);
}

#[test]
fn a_device_that_a_report_leaves_out_is_idle_only_where_the_log_leaves_out_idle_devices() {
    let log = |other: &str| {
        let log = [
            report("10:00:00", BUSY),
            report("10:00:10", &format!("{other}\n{BUSY}")),
            report("10:00:20", other),
            report("10:00:30", &format!("{other}\n{BUSY}")),
        ];
        imported(log.concat().as_bytes(), &request(Some("sdb"))).expect("it is a log")
    };
    let idle = log("sda 1.00 0.00 8.00 0.00 0.50 0.00 0.00 1.00");
    assert_eq!(seconds(&idle), [(0, 10), (10, 10), (20, 10)]);
    let between = &idle.intervals[1];
    assert_eq!((between.read.operations, between.queue_depth_mean), (0.0, Some(0.0)));
    assert_eq!(seconds(&log(IDLE)), [(0, 10), (20, 10)], "the device was removed");
}

#[test]
fn the_report_in_which_a_log_is_cut_is_left_out() {
    let whole = [report("10:00:00", BUSY), report("10:00:10", BUSY), report("10:00:20", BUSY)];
    let whole = whole.concat();
    let cut = CaptureNote::CutReport { line: 10 };
    let at = |word| whole.rfind(word).expect("it is there");
    for (length, intervals) in
        [(at("sdb"), 1), (at("0.50"), 1), (whole.len() - 1, 2), (whole.len() - 2, 2)]
    {
        let log = imported(&whole.as_bytes()[..length], &request(None)).expect("it is a log");
        assert_eq!(log.intervals.len(), intervals);
        assert_eq!(log.header.notes.contains(&cut), intervals == 1, "{:?}", log.header.notes);
    }
}

#[test]
fn a_log_that_adds_reads_and_writes_together_is_refused() {
    // `iostat -x -s`.
    let error = imported(&data("iostat-12-short.txt"), &request(None)).err().map(|e| e.to_string());
    let text = error.expect("it is refused");
    let wanted =
        "how many reads and how many writes there were; log with `iostat -x -t 1` (without -s)";
    assert!(text.contains(wanted), "{text}");
}

/// A log of performance counters of Windows, of a host in winter at the Pacific.
fn perfmon(counters: &[&str], row: &[&str]) -> String {
    let column = |counter: &&str| format!(",\"\\\\DB1\\PhysicalDisk(0 C:)\\{counter}\"");
    let names: String = counters.iter().map(column).collect();
    let values: String = row.iter().map(|value| format!(",\"{value}\"")).collect();
    let rows: String =
        (0..3).map(|at| format!("\"03/14/2024 10:00:{}0.000\"{values}\r\n", at)).collect();
    format!("\"(PDH-CSV 4.0) (Pacific Standard Time)(480)\"{names}\r\n{rows}")
}

#[test]
fn counters_that_are_missing_are_not_zero() {
    let text = trouble(&perfmon(&["Avg. Disk Queue Length"], &["0.4"]), None);
    assert!(text.contains("how many reads and how many writes"), "{text}");
    for counter in ["Current Disk Queue Length", "% Disk Time"] {
        let text = trouble(&perfmon(&[counter], &["15"]), None);
        assert!(text.contains("no column is a rate or a latency"), "{text}");
    }
    let rates = perfmon(
        &[
            "Disk Reads/sec",
            "Disk Writes/sec",
            "Current Disk Queue Length",
            "Avg. Disk sec/Transfer",
        ],
        &["150", "50", "0", "0.002"],
    );
    let log = imported(rates.as_bytes(), &request(None)).expect("it has rates");
    let interval = &log.intervals[0];
    // The queue at one moment is no mean of the interval.
    assert_eq!((interval.queue_depth_mean, interval.read.bytes), (None, None));
    // 2024-03-14 10:00 at the Pacific is 18:00 in UTC.
    assert_eq!(log.header.started, Some(StartTime::Utc(1_710_439_200_000_000_000)));
}

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
