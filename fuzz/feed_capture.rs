//! Takes bytes; gives them to the reader of captures, as they are and as contents of chunks with right checksums, and to the
//! readers of logs, and holds what must hold of every answer. The fuzzer and the test of the seeds share it.

use observe::character::CharacterFold;
use observe::file::{CaptureChunk, CaptureReader, latest_file_map};
use observe::import::{ImportError, ImportItem, ImportRequest, import};
use std::io::{BufRead, Cursor};

/// The reader of captures: it ends, and gives no chunk after an error. What it gives can be characterised.
pub(crate) fn capture(data: &[u8]) {
    for bytes in [data.to_vec(), summed(data)] {
        let map = latest_file_map(Cursor::new(&bytes)).unwrap_or_default();
        let Ok((header, mut reader)) = CaptureReader::open(&bytes[..]) else { continue };
        let mut fold = CharacterFold::new(header, map.as_ref());
        while let Some(chunk) = reader.next() {
            match chunk {
                Ok(CaptureChunk::Processes(more)) => fold.processes(more),
                Ok(CaptureChunk::Events(events)) => events.iter().for_each(|one| fold.event(one)),
                Ok(CaptureChunk::Counters(all)) => all.iter().for_each(|one| fold.interval(one)),
                Ok(CaptureChunk::Losses(all)) => all.iter().for_each(|one| fold.lost(one.events)),
                Ok(CaptureChunk::End(totals)) => fold.lasts_until(totals.length_ns),
                Ok(CaptureChunk::FileMap(_)) => {}
                Err(_) => assert!(reader.next().is_none(), "a chunk after an error"),
            }
        }
        fold.finish();
    }
}

/// The readers of logs: a header comes first, a process before its I/Os, and nothing before a mistake.
pub(crate) fn log(data: &[u8]) {
    let device = |name: &str| ImportRequest { device: Some(name.to_owned()), ..Default::default() };
    match log_of(data, &ImportRequest::default()) {
        Err(ImportError::Device { devices, .. }) => {
            let first = devices.first().expect("there are several");
            if let Err(error) = log_of(data, &device(&first.name)) {
                assert!(!matches!(error, ImportError::Device { .. }), "a device that is there");
            }
        }
        Err(ImportError::Mistakes(problems)) => {
            assert!(problems.iter().all(|one| one.line > 0 && !one.text.is_empty()));
        }
        _ => {}
    }
}

fn log_of(data: &[u8], request: &ImportRequest) -> Result<(), ImportError> {
    let (mut items, mut processes, mut given) = (0u64, 0, 0);
    let mut open = || Ok(Box::new(Cursor::new(data.to_vec())) as Box<dyn BufRead>);
    let result = import(&mut open, request, &mut |item| {
        assert_eq!(matches!(item, ImportItem::Header(_)), items == 0, "one header, before all");
        items += 1;
        match item {
            ImportItem::Header(_) => {}
            ImportItem::Process(..) => processes += 1,
            ImportItem::Event(event) => {
                assert!(event.process.0 < processes, "its process comes first");
                given += 1;
            }
            ImportItem::Interval(interval) => {
                assert!(interval.length_ns > 0 && interval.read.operations.is_finite());
                given += 1;
            }
        }
        Ok(())
    });
    match result {
        Ok(summary) => {
            assert_eq!(summary.events + summary.intervals, given);
            Ok(())
        }
        Err(error) => {
            assert_eq!(items, 0, "{error} after a part of the log was given");
            Err(error)
        }
    }
}

/// A file whose first byte pairs are the kind and the length of each chunk: its checksums are right, so that the
/// contents are reached.
fn summed(mut data: &[u8]) -> Vec<u8> {
    let mut file = b"plimcap\n\x01\0\0\0".to_vec();
    while let [kind, length, rest @ ..] = data {
        let (content, after) = rest.split_at(usize::from(*length).min(rest.len()));
        let mut head = vec![kind & 7, kind >> 7, 0, 0];
        for number in [content.len() as u32, u32::from(kind >> 3) * 16, u32::from(kind >> 3)] {
            head.extend(number.to_le_bytes());
        }
        head.extend(crc32c::crc32c(content).to_le_bytes());
        head.extend(crc32c::crc32c(&head).to_le_bytes());
        file.extend(head);
        file.extend(content);
        data = after;
    }
    file
}
