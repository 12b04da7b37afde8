//! The offsets of the fields of an event: takes the kernel's `format` texts, gives offsets; assumes none.

use super::{BlockEvent, BlockStep};
use crate::event::read_letters;
use crate::{IoFlags, IoKind};

/// The format texts of the kernel.
#[derive(Clone, Debug)]
pub struct RawFormats {
    pub header_page: String,
    /// The `format` of every traced event.
    pub events: Vec<(BlockStep, String)>,
}

/// A field is missing in a format text of the kernel.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{field}\" of the kernel's trace format cannot be read; capture with --counters, and report the kernel version"
)]
pub struct FormatError {
    pub field: &'static str,
}

/// The position of a field in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FieldPlace {
    offset: usize,
    size: usize,
}

impl FieldPlace {
    /// The number in the field; 0 if the record is too short.
    fn number(self, record: &[u8]) -> u64 {
        match *self.bytes(record) {
            [a] => u64::from(a),
            [a, b] => u64::from(u16::from_ne_bytes([a, b])),
            [a, b, c, d] => u64::from(u32::from_ne_bytes([a, b, c, d])),
            [a, b, c, d, e, f, g, h] => u64::from_ne_bytes([a, b, c, d, e, f, g, h]),
            _ => 0,
        }
    }

    fn bytes(self, record: &[u8]) -> &[u8] {
        record.get(self.offset..self.offset + self.size).unwrap_or_default()
    }
}

/// Finds a field by its name; the name of an array ends at the bracket.
fn place(text: &str, name: &'static str) -> Result<FieldPlace, FormatError> {
    let found = text.lines().find_map(|line| {
        let mut parts = line.trim().strip_prefix("field:")?.split(';').map(str::trim);
        let declared = parts.next()?.split_whitespace().last()?;
        if declared.split('[').next() != Some(name) {
            return None;
        }
        let offset = parts.next()?.strip_prefix("offset:")?.parse().ok()?;
        let size = parts.next()?.strip_prefix("size:")?.parse().ok()?;
        (offset < 1 << 16 && size < 1 << 20).then_some(FieldPlace { offset, size })
    });
    found.ok_or(FormatError { field: name })
}

#[derive(Clone, Debug)]
struct EventFormat {
    step: BlockStep,
    id: u64,
    device: FieldPlace,
    pid: FieldPlace,
    sector: FieldPlace,
    sectors: FieldPlace,
    rwbs: FieldPlace,
    command: Option<FieldPlace>,
    error: Option<FieldPlace>,
}

/// How to read the records of the traced events.
#[derive(Clone, Debug)]
pub struct BlockFormats {
    kind: FieldPlace,
    events: Vec<EventFormat>,
    /// The offsets of a page's time, commit word and data.
    pub(super) page_time: usize,
    pub(super) page_commit: usize,
    pub(super) page_data: usize,
}

impl BlockFormats {
    pub fn parse(raw: &RawFormats) -> Result<Self, FormatError> {
        let header = |name| place(&raw.header_page, name);
        let (time, commit, data) = (header("timestamp")?, header("commit")?, header("data")?);
        if (time.size, commit.size) != (8, 8) {
            return Err(FormatError { field: "commit" });
        }
        let mut events = Vec::new();
        let mut kind = None;
        for (step, text) in &raw.events {
            let id = text.lines().find_map(|line| line.strip_prefix("ID:")?.trim().parse().ok());
            kind = Some(place(text, "common_type")?);
            events.push(EventFormat {
                step: *step,
                id: id.ok_or(FormatError { field: "ID" })?,
                device: place(text, "dev")?,
                pid: place(text, "common_pid")?,
                sector: place(text, "sector")?,
                sectors: place(text, "nr_sector")?,
                rwbs: place(text, "rwbs")?,
                command: place(text, "comm").ok(),
                error: place(text, "error").ok(),
            });
        }
        Ok(Self {
            kind: kind.ok_or(FormatError { field: "common_type" })?,
            events,
            page_time: time.offset,
            page_commit: commit.offset,
            page_data: data.offset,
        })
    }

    /// The event of a record; `None` for an event that was not requested.
    pub fn event(&self, at_ns: u64, record: &[u8]) -> Option<BlockEvent> {
        let kind = self.kind.number(record);
        let format = self.events.iter().find(|format| format.id == kind)?;
        let letters = format.rwbs.bytes(record);
        let length = letters.iter().position(|byte| *byte == 0).unwrap_or(letters.len());
        let letters = std::str::from_utf8(&letters[..length]).unwrap_or_default();
        let sectors = format.sectors.number(record) as u32;
        let (operation, mut flags) = match read_letters(letters) {
            // A bio that only flushes appears as a write of no sectors.
            Some((IoKind::Write, flags)) if sectors == 0 && flags.has(IoFlags::PREFLUSH) => {
                (Some(IoKind::Flush), flags)
            }
            Some((operation, flags)) => (Some(operation), flags),
            // The operation that writes zeros has no separate letter.
            None if letters.starts_with('N') && sectors > 0 => {
                (Some(IoKind::Trim), IoFlags::default())
            }
            None => (None, IoFlags::default()),
        };
        if format.error.is_some_and(|error| error.number(record) != 0) {
            flags = flags.with(IoFlags::FAILED);
        }
        let mut command = [0; 16];
        if let Some(place) = format.command {
            command.iter_mut().zip(place.bytes(record)).for_each(|(to, from)| *to = *from);
        }
        Some(BlockEvent {
            at_ns,
            step: format.step,
            device: format.device.number(record),
            operation,
            flags,
            sector: format.sector.number(record),
            sectors,
            pid: format.pid.number(record) as u32,
            command,
        })
    }
}
