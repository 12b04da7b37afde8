//! The text of blkparse as it prints by default, also with `-t`: takes lines, gives the block events in them.
//!
//! A line is device, CPU, number, time, process, action, letters of the operation, and then what the action needs:
//! `8,0 3 11 0.009507758 697 D WS 223490 + 56 [kjournald]` (blkparse_fmt.c). Queued (Q), issued (D), requeued (R) and completed (C)
//! I/Os count; all other actions are steps between them.

use super::event_log::EventSink;
use super::lines::excerpt;
use crate::IoFlags;
use crate::event::read_letters;
use crate::trace::{BlockEvent, BlockStep, CommandName};

/// Prefixes of the lines of blkparse that are not events.
const BESIDE: [&str; 3] = ["Input file ", "CPU", "Total ("];

pub(super) fn is_event_line(line: &str) -> bool {
    LineHead::read(line).is_some_and(|(head, _)| at_ns(head.time).is_some())
}

/// The fields that every event has.
struct LineHead<'l> {
    device: &'l str,
    time: &'l str,
    pid: &'l str,
    action: &'l str,
}

impl<'l> LineHead<'l> {
    /// The fields and the rest of the line; `None` if the line does not begin with a device.
    fn read(line: &'l str) -> Option<(Self, &'l str)> {
        let mut rest = line;
        let device = word(&mut rest)?;
        let (major, minor) = device.split_once(',')?;
        major.parse::<u32>().ok().zip(minor.parse::<u32>().ok())?;
        let (_cpu, _number) = (word(&mut rest)?, word(&mut rest)?);
        let (time, pid, action) = (word(&mut rest)?, word(&mut rest)?, word(&mut rest)?);
        Some((Self { device, time, pid, action }, rest))
    }
}

fn word<'l>(rest: &mut &'l str) -> Option<&'l str> {
    let start = rest.trim_start();
    let end = start.find(char::is_whitespace).unwrap_or(start.len());
    let (word, after) = start.split_at(end);
    *rest = after;
    (!word.is_empty()).then_some(word)
}

/// `0.009507758` in nanoseconds.
fn at_ns(time: &str) -> Option<u64> {
    let (seconds, decimals) = time.split_once('.')?;
    let decimals = decimals.get(..9).filter(|_| decimals.len() == 9)?;
    let seconds_ns = seconds.parse::<u64>().ok()?.checked_mul(1_000_000_000)?;
    seconds_ns.checked_add(decimals.parse().ok()?)
}

/// Reads the text line by line.
#[derive(Debug, Default)]
pub(super) struct BlkparseLog {
    /// Whether the sums at the end have begun.
    in_sums: bool,
}

impl BlkparseLog {
    pub(super) fn line(&mut self, number: u64, line: &str, sink: &mut dyn EventSink) {
        let Some((head, rest)) = LineHead::read(line) else {
            self.line_beside(number, line, sink);
            return;
        };
        let step = match head.action {
            "Q" | "D" => BlockStep::Issue,
            "I" => BlockStep::Insert,
            "C" => BlockStep::Complete,
            "R" => BlockStep::Requeue,
            _ => return,
        };
        match event(&head, step, rest) {
            Ok(event) => sink.block(number, head.device, head.action == "Q", &event),
            Err(problem) => sink.problem(number, format!("{problem}: \"{}\"", excerpt(line))),
        }
    }

    fn line_beside(&mut self, number: u64, line: &str, sink: &mut dyn EventSink) {
        self.in_sums |= line.starts_with("CPU") || line.starts_with("Total (");
        if let Some(skips) = line.strip_prefix("Skips: ") {
            // `Skips: 2 forward (1,234 -   0.5%)`: gaps, records in them, their share.
            let records = skips.split(['(', '-']).nth(1).unwrap_or_default();
            let digits: String = records.chars().filter(char::is_ascii_digit).collect();
            sink.skipped(digits.parse().unwrap_or(0));
        } else if let Some(name) = line.strip_prefix("Events (") {
            sink.name(name.split(')').next().unwrap_or_default());
        }
        let known = self.in_sums || BESIDE.iter().any(|beside| line.starts_with(beside));
        if !known && !line.trim().is_empty() {
            let shown = excerpt(line);
            sink.problem(number, format!("this is no line of blkparse: \"{shown}\""));
        }
    }
}

fn event(head: &LineHead<'_>, step: BlockStep, rest: &str) -> Result<BlockEvent, &'static str> {
    let at_ns = at_ns(head.time).ok_or("its time is no number with nine decimals")?;
    let mut rest = rest;
    let letters = word(&mut rest).ok_or("it has no operation")?;
    let (operation, mut flags) = match read_letters(letters) {
        Some((operation, flags)) => (Some(operation), flags),
        None => (None, IoFlags::default()),
    };
    let bracket = rest.find('[').unwrap_or(rest.len());
    let (place, bracketed) = rest.split_at(bracket);
    let bracketed = bracketed.strip_prefix('[').and_then(|text| text.rsplit_once(']'));
    let last = bracketed.ok_or("it has no process or error in brackets")?.0;
    if step == BlockStep::Complete && last != "0" {
        flags = flags.with(IoFlags::FAILED);
    }
    let (sector, sectors) = match operation {
        Some(_) => sectors(place)?,
        None => (0, 0),
    };
    Ok(BlockEvent {
        at_ns,
        step,
        device: 0,
        operation,
        flags,
        sector,
        sectors,
        pid: head.pid.parse().unwrap_or(0),
        command: command(last),
    })
}

/// Reads `223490 + 56`, or `223490 + 56 (  123)` with `-t`; a flush may have only a sector or nothing.
fn sectors(place: &str) -> Result<(u64, u32), &'static str> {
    let mut rest = place;
    let first = word(&mut rest).filter(|word| !word.starts_with('('));
    let Some(first) = first else { return Ok((0, 0)) };
    let sector = first.parse().map_err(|_| "its sector is no number")?;
    if word(&mut rest) != Some("+") {
        return Ok((sector, 0));
    }
    let sectors = word(&mut rest).and_then(|word| word.parse().ok());
    Ok((sector, sectors.ok_or("its length is no number of sectors")?))
}

fn command(name: &str) -> CommandName {
    let mut command = CommandName::default();
    let length = name.len().min(command.len() - 1);
    command[..length].copy_from_slice(&name.as_bytes()[..length]);
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IoKind;

    fn read(line: &str) -> Result<BlockEvent, &'static str> {
        let (head, rest) = LineHead::read(line).expect("it begins with a device");
        event(&head, BlockStep::Issue, rest)
    }

    #[test]
    fn an_event_has_its_place_time_and_process() {
        let event = read(
            "  8,16   3       11     1.009507758   697  D  WS 223490 + 56 (     123) [kworker/0:1H]",
        );
        let event = event.expect("it is an event");
        assert_eq!((event.at_ns, event.sector, event.sectors), (1_009_507_758, 223_490, 56));
        assert_eq!((event.operation, event.flags), (Some(IoKind::Write), IoFlags::SYNC));
        assert_eq!((event.pid, &event.command[..13]), (697, &b"kworker/0:1H\0"[..]));
        let flush = read("8,0 1 2 0.000000001 0 D FN [kworker/0:1H]").expect("it is an event");
        assert_eq!((flush.operation, flush.sectors), (Some(IoKind::Flush), 0));
        let command =
            read("8,0 1 2 0.000000001 7 D N 36 (12 00 ..) [smartd]").expect("it is an event");
        assert_eq!(command.operation, None);
    }

    #[test]
    fn a_wrong_event_says_what_is_wrong() {
        for (line, wanted) in [
            ("8,0 1 2 0.1 0 D R 1 + 8 [x]", "nine decimals"),
            ("8,0 1 2 0.000000001 0 D", "no operation"),
            ("8,0 1 2 0.000000001 0 D R x + 8 [x]", "its sector"),
            ("8,0 1 2 0.000000001 0 D R 1 + ? [x]", "its length"),
            ("8,0 1 2 0.000000001 0 D R 1 + 8", "in brackets"),
        ] {
            assert!(read(line).expect_err(line).contains(wanted), "{line}");
        }
        assert!(
            !is_event_line("8,0 1 2 now 0 D R 1 + 8 [x]")
                && !is_event_line("sda 1 2 0.000000001 0 D")
        );
    }
}
