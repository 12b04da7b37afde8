//! `read_iolog`: takes the text of a trace in fio's version 2 or 3, gives its operations on one file.

use super::super::value::{Units, without_note};
use super::FioJob;
use base::IoKind;
use base::{Bytes, Nanos};
use job::Diagnostics;
use job::iolog::{IologReader, IologVersion};
use workload::emulation::TraceOperation;

/// The longest operation of a trace, in bytes: the largest supported block.
const LENGTH_MAX: u64 = 64 << 20;

#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Replay {
    pub file: String,
    pub steps: Vec<TraceOperation>,
}

impl Replay {
    /// The percentage of reads among its operations, 0 to 100.
    pub(in super::super) fn read_percent(&self) -> f64 {
        let reads = self.steps.iter().filter(|step| step.kind == IoKind::Read).count();
        100.0 * reads as f64 / self.steps.len().max(1) as f64
    }

    /// The length of the longest operation, in bytes, at least 512.
    pub(in super::super) fn largest(&self) -> u64 {
        self.steps.iter().map(|step| step.length.0).max().unwrap_or(0).max(512)
    }

    /// The end of the highest range that an operation uses, in bytes.
    pub(in super::super) fn end(&self) -> u64 {
        self.steps.iter().map(|step| step.offset.0 + step.length.0).max().unwrap_or(0)
    }
}

/// How offsets and times of a trace are transformed.
struct Change {
    scale: u64,
    align: u64,
    time_percent: u64,
    stalls: bool,
    skipped: [bool; 4],
}

/// The trace that the job names; reports what is wrong with it.
pub(in super::super) fn replay(job: &FioJob<'_>, sink: &mut Diagnostics) -> Option<Replay> {
    let given = job.given("read_iolog").filter(|given| !given.value.trim().is_empty())?;
    let change = Change {
        scale: job.read("replay_scale", sink, Units::count).unwrap_or(1).max(1),
        align: job.read("replay_align", sink, Units::size).unwrap_or(0),
        time_percent: job.read("replay_time_scale", sink, Units::count).unwrap_or(100),
        stalls: !job.on("replay_no_stall", sink).unwrap_or(false),
        skipped: job
            .read("replay_skip", sink, |_, text| {
                let names = ["read", "write", "trim", "sync"];
                let asked: Vec<&str> = text.split(',').map(str::trim).collect();
                match asked.iter().find(|one| !one.is_empty() && !names.contains(one)) {
                    Some(one) => Err(format!("has \"{one}\", which is not one of {names:?}")),
                    None => without_note(names.map(|name| asked.contains(&name))),
                }
            })
            .unwrap_or_default(),
    };
    let elsewhere = job.given("replay_redirect").map(|given| given.value.trim().to_owned());
    let text = match (job.context.load)(given.value.trim()) {
        Ok(text) => text,
        Err(wrong) => {
            let text = format!("`read_iolog={}` cannot be read: {wrong}", given.value);
            sink.problem(&given.place, text, "name a trace of write_iolog");
            return None;
        }
    };
    match read(&text, &change) {
        Ok((file, steps)) => {
            Some(Replay { file: elsewhere.filter(|name| !name.is_empty()).unwrap_or(file), steps })
        }
        Err(wrong) => {
            let text = format!("`read_iolog={}`: {wrong}", given.value);
            sink.problem(
                &given.place,
                text,
                "only traces of write_iolog (version 2 and 3) can be replayed",
            );
            None
        }
    }
}

fn read(text: &str, change: &Change) -> Result<(String, Vec<TraceOperation>), String> {
    let mut lines = text.lines().enumerate();
    let first = lines.next().map(|(_, line)| line).unwrap_or_default();
    let Some(version) = IologVersion::of(first) else {
        return Err("it does not begin with \"fio version 2 iolog\" or 3".to_owned());
    };
    let mut reader = IologReader::new(version);
    let mut file: Option<String> = None;
    // Times of version 2 count from the start of the trace, those of version 3 from the first operation.
    let (mut steps, mut start_us) = (Vec::new(), (version == IologVersion::Second).then_some(0));
    for (number, line) in lines {
        let wrong = |what: &str| format!("line {}: {what}", number + 1);
        let Some(line) = reader.line(line).map_err(wrong)? else { continue };
        if line.file != file.get_or_insert_with(|| line.file.to_owned()).as_str() {
            return Err(wrong("it names a second file, but only one file can be replayed"));
        }
        let Some(operation) = line.operation else { continue };
        if operation.length_bytes > LENGTH_MAX {
            return Err(wrong("its length is above 64 MiB"));
        }
        if change.skipped[operation.kind as usize] {
            continue;
        }
        let offset = operation.offset_bytes / change.scale;
        let offset = if change.align > 0 { offset - offset % change.align } else { offset };
        let after_us = line.at_us.saturating_sub(*start_us.get_or_insert(line.at_us));
        let due_ns = after_us.saturating_mul(1000).saturating_mul(change.time_percent) / 100;
        let due = (change.stalls && due_ns > 0).then_some(Nanos(due_ns));
        let (kind, length) = (operation.kind, Bytes(operation.length_bytes));
        steps.push(TraceOperation { kind, offset: Bytes(offset), length, due });
    }
    match file {
        Some(file) if !steps.is_empty() => Ok((file, steps)),
        _ => Err("it has no operation".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Change =
        Change { scale: 1, align: 0, time_percent: 100, stalls: true, skipped: [false; 4] };

    fn step(kind: IoKind, offset: u64, length: u64, due_ms: Option<u64>) -> TraceOperation {
        let due = due_ms.map(Nanos::millis);
        TraceOperation { kind, offset: Bytes(offset), length: Bytes(length), due }
    }

    #[test]
    fn both_versions_are_read_with_their_times() {
        let second = "fio version 2 iolog\nf add\nf open\nf write 0 4096\nf wait 2\nf read 4096 512\n\
                      f sync 0 0\nf close\n";
        let wanted = [
            step(IoKind::Write, 0, 4096, None),
            step(IoKind::Read, 4096, 512, Some(2)),
            step(IoKind::Flush, 0, 0, Some(2)),
        ];
        assert_eq!(read(second, &PLAIN), Ok(("f".to_owned(), wanted.to_vec())));
        let third =
            "fio version 3 iolog\n24 f add\n100 f open\n104 f write 0 4096\n2104 f read 4096 512\n";
        let wanted = [step(IoKind::Write, 0, 4096, None), step(IoKind::Read, 4096, 512, Some(2))];
        assert_eq!(read(third, &PLAIN), Ok(("f".to_owned(), wanted.to_vec())));
        let fast =
            Change { stalls: false, scale: 2, skipped: [false, true, false, false], ..PLAIN };
        let wanted = [step(IoKind::Read, 2048, 512, None)];
        assert_eq!(read(third, &fast), Ok(("f".to_owned(), wanted.to_vec())));
    }

    #[test]
    fn what_is_no_trace_is_told_with_its_line() {
        let of = |text: &str| read(text, &PLAIN).expect_err("it is none");
        assert!(of("binary").contains("does not begin"));
        assert!(of("fio version 2 iolog\nf add\nf write x\n").starts_with("line 3: "));
        assert!(of("fio version 2 iolog\nf read 0 1\ng read 0 1\n").starts_with("line 3: "));
        assert!(of("fio version 2 iolog\nf add\n").contains("no operation"));
    }
}
