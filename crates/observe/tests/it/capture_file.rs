//! The capture file: written data is read back; damage is an error with its offset.

use observe::file::{
    CaptureChunk, CaptureFileError, CaptureReader, CaptureTotals, CaptureWriter, Ending, EventLoss,
    latest_file_map,
};
use observe::files::{FileExtent, FileIndex, FileMap};
use observe::{
    CaptureHeader, CaptureSource, CounterInterval, IoEvent, IoFlags, IoKind, Process, ProcessIndex,
    StartTime,
};
use proptest::prelude::*;
use std::io::Cursor;

fn header() -> CaptureHeader {
    CaptureHeader {
        device_bytes: Some(100 << 30),
        sector_bytes: Some(512),
        host: "host".to_owned(),
        system: "Linux".to_owned(),
        started: Some(StartTime::Utc(1)),
        version: "0.1.0".to_owned(),
        command: "plimsoll capture sda".to_owned(),
        ..CaptureHeader::of(CaptureSource::BlockTrace, "sda")
    }
}

fn event() -> impl Strategy<Value = IoEvent> {
    let operation = prop_oneof![
        Just(IoKind::Read),
        Just(IoKind::Write),
        Just(IoKind::Flush),
        Just(IoKind::Trim)
    ];
    let offset = prop_oneof![any::<u64>(), (0..1u64 << 28).prop_map(|page| page << 12)];
    let length = prop_oneof![any::<u32>(), (0..64u32).prop_map(|pages| pages << 12)];
    let latency = proptest::option::of(prop_oneof![any::<u64>(), 0..1u64 << 24]);
    (any::<u64>(), latency, operation, 0..64u8, offset, length, 0..3u32).prop_map(
        |(issued_ns, latency_ns, operation, flags, offset_bytes, length_bytes, process)| IoEvent {
            issued_ns,
            latency_ns,
            queued_ns: latency_ns.filter(|ns| ns % 2 == 0),
            operation,
            flags: IoFlags(flags),
            offset_bytes,
            length_bytes,
            process: ProcessIndex(process),
        },
    )
}

fn processes() -> Vec<Process> {
    ["postgres", "kworker/0:1", ""]
        .map(|name| Process { pid: 7, name: name.to_owned(), ..Process::default() })
        .into()
}

fn file_map() -> FileMap {
    let extents = (0..1000).map(|n| FileExtent {
        offset_bytes: n * 9000,
        length_bytes: 4096,
        file: FileIndex((n % 2) as u32),
    });
    FileMap::new(vec!["base/16384".to_owned(), "pg_wal/ü".to_owned()], extents.collect(), 3)
}

fn interval() -> CounterInterval {
    CounterInterval {
        begin_ns: 5,
        length_ns: 1_000_000_123,
        io_stall_share: Some(1.0 / 3.0),
        ..CounterInterval::default()
    }
}

fn written(events: &[IoEvent]) -> Vec<u8> {
    let mut writer = CaptureWriter::new(Vec::new(), &header()).expect("memory");
    writer.add(&CaptureChunk::Processes(processes())).expect("memory");
    writer.add(&CaptureChunk::FileMap(file_map())).expect("memory");
    events.iter().for_each(|event| writer.event(*event).expect("memory"));
    let loss = EventLoss { begin_ns: 1, end_ns: 2, events: 3 };
    writer.add(&CaptureChunk::Losses(vec![loss])).expect("memory");
    writer.intervals(vec![interval()]).expect("memory");
    let totals = CaptureTotals { length_ns: 9, requeues: 4, ..CaptureTotals::default() };
    writer.finish(totals).expect("memory").0
}

/// Every chunk up to the end or the first error, and how it ended.
fn read(bytes: &[u8]) -> Result<(Vec<CaptureChunk>, Ending), CaptureFileError> {
    let (found, mut reader) = CaptureReader::open(bytes)?;
    assert_eq!(found, header());
    let chunks = reader.by_ref().collect::<Result<Vec<_>, _>>()?;
    Ok((chunks, reader.ending()))
}

fn events_of(chunks: &[CaptureChunk]) -> Vec<IoEvent> {
    let events = chunks.iter().filter_map(|chunk| match chunk {
        CaptureChunk::Events(list) => Some(list.clone()),
        _ => None,
    });
    events.flatten().collect()
}

/// Events of a database: 8 KiB at random places of 100 GiB.
fn random_reads(count: u64) -> Vec<IoEvent> {
    let mut random = base::Rng::new(7);
    let mut issued_ns = 0;
    let event = |_| {
        issued_ns += random.below(25_000);
        IoEvent {
            issued_ns,
            latency_ns: Some(80_000 + random.below(400_000)),
            queued_ns: None,
            operation: IoKind::Read,
            flags: IoFlags::SYNC,
            offset_bytes: random.below((100 << 30) / 8192) * 8192,
            length_bytes: 8192,
            process: ProcessIndex((random.below(3)) as u32),
        }
    };
    (0..count).map(event).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_comes_back(events in proptest::collection::vec(event(), 0..300)) {
        let (chunks, ending) = read(&written(&events)).expect("a whole file");
        prop_assert_eq!(ending, Ending::Whole);
        prop_assert_eq!(events_of(&chunks), events.clone());
        prop_assert_eq!(&chunks[0], &CaptureChunk::Processes(processes()));
        prop_assert_eq!(&chunks[1], &CaptureChunk::FileMap(file_map()));
        let Some(CaptureChunk::End(totals)) = chunks.last() else { panic!("no end") };
        let counted = (totals.events, totals.intervals, totals.lost_events, totals.requeues);
        prop_assert_eq!(counted, (events.len() as u64, 1, 3, 4));
        prop_assert!(chunks.contains(&CaptureChunk::Counters(vec![interval()])));
    }

    #[test]
    fn a_file_that_is_cut_is_read_up_to_its_last_whole_chunk(share in 0.0..1.0f64) {
        let whole = written(&random_reads(40_000));
        let (all, _) = read(&whole).expect("a whole file");
        let cut = (whole.len() as f64 * share) as usize;
        match read(&whole[..cut]) {
            Ok((chunks, Ending::CutShort { offset_bytes })) => {
                prop_assert!(offset_bytes <= cut as u64);
                prop_assert_eq!(&chunks[..], &all[..chunks.len()]);
                let shorter = read(&whole[..offset_bytes as usize]).expect("whole chunks").0;
                prop_assert_eq!(chunks.len(), shorter.len(), "no whole chunk was left out");
            }
            Ok(other) => prop_assert!(false, "a cut file ends with {:?}", other.1),
            // Without its header it is no capture.
            Err(_) => prop_assert!(cut < 400, "{cut}"),
        }
    }

    #[test]
    fn a_changed_bit_is_an_error_with_its_chunk(at in 12..60_000usize, bit in 0..8u32) {
        let mut bytes = written(&random_reads(10_000));
        let at = at % (bytes.len() - 12) + 12;
        bytes[at] ^= 1 << bit;
        let error = read(&bytes).expect_err("a changed bit");
        let CaptureFileError::Damaged { offset_bytes, .. } = error else { panic!("{error}") };
        prop_assert!(offset_bytes as usize <= at, "{offset_bytes} > {at}");
    }

    #[test]
    fn hostile_bytes_give_an_error(tail in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut bytes = b"plimcap\n\x01\0\0\0".to_vec();
        bytes.extend(&tail);
        prop_assert!(CaptureReader::open(&bytes[..]).is_err());
        prop_assert!(CaptureReader::open(&tail[..]).is_err());
    }
}

#[test]
fn the_map_is_found_without_reading_the_events() {
    let bytes = written(&random_reads(40_000));
    let found = latest_file_map(Cursor::new(&bytes)).expect("a whole file").expect("a map");
    assert_eq!(found, file_map());
}

#[test]
fn later_formats_and_other_files_are_named() {
    let mut bytes = written(&[]);
    bytes[8] = 3;
    let later = CaptureReader::open(&bytes[..]).expect_err("a later format").to_string();
    assert!(later.contains("format 3"), "{later}");
    let other = CaptureReader::open(&b"SQLite format 3\0"[..]).expect_err("another file");
    assert!(matches!(other, CaptureFileError::OtherFile), "{other}");
}

#[test]
fn an_event_takes_at_most_twelve_bytes() {
    let count = 200_000;
    let bytes = written(&random_reads(count)).len() as f64 / count as f64;
    assert!((8.0..12.0).contains(&bytes), "{bytes} bytes per I/O");
}
