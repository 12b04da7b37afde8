//! Traces of fio (`write_iolog`, version 2 and 3): takes lines, gives the I/Os in them. Such a trace has no latencies and no
//! processes.

use super::event_log::EventSink;
use super::lines::excerpt;
use crate::{IoEvent, IoFlags, ProcessIndex};
use job::iolog::{IologOperation, IologReader, IologVersion};

pub(super) fn is_first_line(line: &str) -> bool {
    IologVersion::of(line).is_some()
}

#[derive(Debug, Default)]
pub(super) struct IologLog {
    reader: Option<IologReader>,
}

impl IologLog {
    pub(super) fn line(&mut self, number: u64, text: &str, sink: &mut dyn EventSink) {
        let Some(reader) = &mut self.reader else {
            self.reader = IologVersion::of(text).map(IologReader::new);
            return;
        };
        let event = reader.line(text).and_then(|line| {
            let operation = line.and_then(|line| Some((line.file, line.at_us, line.operation?)));
            operation.map(|(file, at_us, one)| Ok((file, event(at_us, one)?))).transpose()
        });
        match event {
            Ok(Some((file, event))) => sink.io(number, file, event),
            Ok(None) => {}
            Err(problem) => sink.problem(number, format!("{problem}: \"{}\"", excerpt(text))),
        }
    }
}

fn event(at_us: u64, operation: IologOperation) -> Result<IoEvent, &'static str> {
    let length_bytes = u32::try_from(operation.length_bytes);
    Ok(IoEvent {
        issued_ns: at_us.saturating_mul(1000),
        latency_ns: None,
        queued_ns: None,
        operation: operation.kind,
        flags: IoFlags::default(),
        offset_bytes: operation.offset_bytes,
        length_bytes: length_bytes.map_err(|_| "its length is 4 GiB or more")?,
        process: ProcessIndex(0),
    })
}
