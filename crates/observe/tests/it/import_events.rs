//! Logs of single I/Os in, headers and I/Os out. blkparse 1.2 and fio 3.33 wrote the logs of `tests/data`.

use observe::import::{ImportError, ImportItem, ImportRequest, import};
use observe::{CaptureHeader, CaptureNote, CaptureSource, IoEvent, IoFlags, IoKind, Process};
use std::io::{BufRead, Cursor};
use std::path::Path;

struct ImportedEvents {
    header: CaptureHeader,
    processes: Vec<Process>,
    events: Vec<IoEvent>,
}

impl ImportedEvents {
    fn count(&self, operation: IoKind) -> usize {
        self.events.iter().filter(|event| event.operation == operation).count()
    }
}

fn imported(log: &str, device: Option<&str>) -> Result<ImportedEvents, ImportError> {
    let (mut header, mut processes, mut events) = (None, Vec::new(), Vec::new());
    let request = ImportRequest { device: device.map(str::to_owned), ..ImportRequest::default() };
    let mut open = || Ok(Box::new(Cursor::new(log.as_bytes().to_vec())) as Box<dyn BufRead>);
    let summary = import(&mut open, &request, &mut |item| {
        match item {
            ImportItem::Header(found) => header = Some(*found),
            ImportItem::Process(index, process) => {
                assert_eq!(index.0 as usize, processes.len());
                processes.push(process);
            }
            ImportItem::Event(event) => {
                assert!((event.process.0 as usize) < processes.len(), "its process comes first");
                events.push(event);
            }
            ImportItem::Interval(_) => panic!("a log of I/Os has no intervals"),
        }
        Ok(())
    })?;
    assert_eq!(summary.events, events.len() as u64);
    Ok(ImportedEvents { header: header.expect("a header comes first"), processes, events })
}

fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read_to_string(path).expect("the log lies beside the tests")
}

fn trouble(log: &str, device: Option<&str>) -> String {
    match imported(log, device) {
        Ok(_) => panic!("it was imported"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_io_of_blkparse_is_paired_with_its_completion() {
    let log = imported(&data("blkparse-1.2.txt"), None).expect("it has one device");
    assert_eq!(log.header.source, CaptureSource::Blkparse);
    assert_eq!((log.header.device.as_str(), &log.header.notes[..]), ("7,2", &[][..]));
    // 60 I/Os at random, 6 synchronous writes, a discard, and the kernel's reads of the partition table.
    let all = [IoKind::Read, IoKind::Write, IoKind::Flush, IoKind::Trim];
    assert_eq!(all.map(|operation| log.count(operation)), [76, 38, 15, 1]);
    assert!(log.events.iter().all(|event| event.latency_ns.is_some()));
    let ahead = log.events.iter().filter(|event| event.flags.has(IoFlags::READ_AHEAD));
    assert_eq!(ahead.count(), 48);
    let first = &log.events[0];
    assert_eq!(
        (first.issued_ns, first.offset_bytes, first.length_bytes),
        (58_196, 7904 * 512, 4096)
    );
    let name = |event: &IoEvent| log.processes[event.process.0 as usize].name.as_str();
    assert!(log.events.iter().filter(|event| name(event) == "fio").count() >= 66);
}

#[test]
fn elapsed_times_of_blkparse_change_nothing() {
    let plain: String =
        data("blkparse-1.2.txt").lines().take(60).map(|line| format!("{line}\n")).collect();
    let (plain, elapsed) = (imported(&plain, None), imported(&data("blkparse-1.2-t.txt"), None));
    let (plain, elapsed) = (plain.expect("it is a log"), elapsed.expect("it is a log"));
    assert!(plain.events.len() > 10);
    assert_eq!((plain.events, plain.header.notes), (elapsed.events, elapsed.header.notes));
}

#[test]
fn a_device_without_requests_is_paired_from_its_queue() {
    let log = data("blkparse-1.2.txt");
    let bios: String =
        log.lines().filter(|l| !l.contains(" D ")).map(|l| format!("{l}\n")).collect();
    let log = imported(&bios, None).expect("it has one device");
    let read = |event: &&IoEvent| event.operation == IoKind::Read && event.latency_ns.is_some();
    assert_eq!(log.events.iter().filter(read).count(), 76);
    assert_eq!(log.events[0].issued_ns, 0);
}

#[test]
fn what_a_log_of_blkparse_lacks_is_noted() {
    let log = "8,0 0 1 0.000000000 7 D R 0 + 8 [dd]\n8,0 0 2 0.000001000 0 C W 64 + 8 [0]\n\
               Total (sda):\n Reads Queued: 1\nEvents (sda): 2 entries\nSkips: 2 forward (1,234 -   0.5%)\n";
    let found = imported(log, None).expect("it has one device");
    assert_eq!(found.header.device, "sda");
    let wanted = [
        CaptureNote::RecordsMissing { records: 1234 },
        CaptureNote::WithoutCompletion { operations: 1 },
        CaptureNote::WithoutIssue { operations: 1 },
    ];
    assert_eq!(found.header.notes, wanted);
    assert_eq!(found.events[0].latency_ns, None);
    let again = log.replace("8,0 0 2 0.000001000", "8,0 0 2 9.000001000").repeat(2);
    let notes = imported(&again, None).expect("it has one device").header.notes;
    assert!(notes.contains(&CaptureNote::ClockSteps { steps: 1, line: 7 }), "{notes:?}");
}

#[test]
fn several_devices_ask_for_one_and_mistakes_name_their_lines() {
    let two = "8,0 0 1 0.000000000 7 D R 0 + 8 [dd]\n8,16 0 1 0.000001000 7 D W 8 + 8 [dd]\n\
               8,16 0 1 0.000002000 7 C W 8 + 8 [0]\n";
    let asked = trouble(two, None);
    assert!(asked.contains("8,0 (1 I/Os), 8,16 (1 I/Os)"), "{asked}");
    let found = imported(two, Some("8,16")).expect("it is there");
    assert_eq!((found.count(IoKind::Write), found.events[0].latency_ns), (1, Some(1000)));
    let wrong = trouble(&format!("{two}8,0 0 1 0.000003000 7 D R x + 8 [dd]\nhello\n"), None);
    assert!(wrong.contains("line 4: its sector is no number"), "{wrong}");
    let wrong = trouble(&format!("{two}hello\n"), None);
    assert!(wrong.contains("line 4: this is no line of blkparse: \"hello\""), "{wrong}");
    let none = trouble("8,0 0 1 0.000000000 7 P N [dd]\n", None);
    assert!(none.contains("no read, write, flush or discard"), "{none}");
}

#[test]
fn a_trace_of_fio_keeps_its_times() {
    let log = imported(&data("fio-3.33-iolog.txt"), None).expect("it has one file");
    assert_eq!((log.header.source, log.header.device.as_str()), (CaptureSource::FioIolog, "w.0.0"));
    let transfers = log.count(IoKind::Read) + log.count(IoKind::Write);
    assert_eq!(transfers, 20);
    assert!(log.count(IoKind::Flush) > 0 && log.header.notes.is_empty(), "{:?}", log.header.notes);
    // There is a thinktime of 20 ms between its I/Os.
    let span_ns = log.events.last().expect("it has I/Os").issued_ns;
    assert!((380_000_000..500_000_000).contains(&span_ns), "{span_ns}");
    assert!(log.events.iter().all(|event| event.latency_ns.is_none()));
}

#[test]
fn a_trace_without_waits_is_refused_as_its_times_are_unknown() {
    let head = "fio version 2 iolog\nf add\nf open\n";
    let waits = format!("{head}f write 0 4096\nf wait 2\nf read 4096 512\nf sync 0 0\nf close\n");
    let log = imported(&waits, None).expect("it has one file");
    let times: Vec<u64> = log.events.iter().map(|event| event.issued_ns).collect();
    assert_eq!((times, &log.header.notes[..]), (vec![0, 2_000_000, 2_000_000], &[][..]));
    let plain = trouble(&waits.replace("f wait 2\n", ""), None);
    assert!(plain.contains("the log has no times"), "{plain}");
    let files = trouble(&format!("{waits}g read 0 512\n"), None);
    assert!(files.contains("f (3 I/Os), g (1 I/Os)"), "{files}");
    let wrong = trouble(&format!("{waits}f write 0\n"), None);
    assert!(wrong.contains("line 9: it has no offset and length"), "{wrong}");
}
