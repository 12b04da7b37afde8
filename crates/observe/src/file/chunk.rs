//! The parts of a capture file, their heads, and the contents that are JSON.

use super::{columns, map};
use crate::files::FileMap;
use crate::{CaptureHeader, CounterInterval, IoEvent, Process};
use serde::{Deserialize, Serialize};

pub(super) const HEAD_BYTES: usize = 24;

/// A time range in which the kernel dropped tracepoint events because its buffer was full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventLoss {
    /// When the last event before the gap happened, in nanoseconds since the start of the capture.
    pub begin_ns: u64,
    /// When the first event after the gap happened.
    pub end_ns: u64,
    /// How many tracepoint events were dropped. An I/O has two: its issue and its completion.
    pub events: u64,
}

/// The totals of a capture, written when it ends normally.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CaptureTotals {
    pub length_ns: u64,
    /// I/Os that were written.
    pub events: u64,
    /// Intervals of counters that were written.
    pub intervals: u64,
    /// Tracepoint events that the kernel dropped.
    pub lost_events: u64,
    /// Completions of I/Os that were issued before the capture began, or whose issue was dropped.
    pub completions_without_issue: u64,
    /// I/Os that were in flight when the capture ended, or whose completion was dropped.
    pub issues_without_completion: u64,
    /// Requests that the driver returned and that were issued again.
    pub requeues: u64,
    /// Commands that are no read, write, flush or discard, such as SMART; they are not in the capture.
    pub other_commands: u64,
}

/// One part of a capture file.
#[derive(Clone, Debug, PartialEq)]
pub enum CaptureChunk {
    /// Processes that were not known before; their indices follow those of the chunks before.
    Processes(Vec<Process>),
    /// I/Os in the order of issue. An I/O that is overtaken by 131,072 later ones comes when it completes.
    Events(Vec<IoEvent>),
    /// Intervals of counters in the order of time.
    Counters(Vec<CounterInterval>),
    /// The locations of the files when the capture began, or (a second map) when it ended.
    FileMap(FileMap),
    /// Ranges in which events were dropped.
    Losses(Vec<EventLoss>),
    /// The last chunk of a capture that ended normally.
    End(CaptureTotals),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChunkKind {
    Header = 1,
    Processes,
    Events,
    Counters,
    FileMap,
    Losses,
    End,
}

impl ChunkKind {
    fn of(number: u8) -> Option<Self> {
        let all = [
            Self::Header,
            Self::Processes,
            Self::Events,
            Self::Counters,
            Self::FileMap,
            Self::Losses,
            Self::End,
        ];
        all.into_iter().find(|kind| *kind as u8 == number)
    }

    /// The largest content and the most items that a reader accepts.
    fn limits(self) -> (u32, u32) {
        match self {
            Self::Events => (columns::CONTENT_BYTES_MAX, columns::EVENTS_MAX),
            Self::FileMap => (map::CONTENT_BYTES_MAX, u32::MAX),
            _ => (4 << 20, 1 << 16),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ChunkHead {
    pub(super) kind: ChunkKind,
    pub(super) compressed: bool,
    pub(super) stored_bytes: u32,
    pub(super) content_bytes: u32,
    pub(super) items: u32,
    pub(super) sum: u32,
}

impl ChunkHead {
    pub(super) fn bytes(&self) -> [u8; HEAD_BYTES] {
        let mut bytes = [0; HEAD_BYTES];
        bytes[0] = self.kind as u8;
        bytes[1] = u8::from(self.compressed);
        let numbers = [self.stored_bytes, self.content_bytes, self.items, self.sum];
        for (place, number) in bytes[4..20].chunks_exact_mut(4).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        let sum = crc32c::crc32c(&bytes[..20]);
        bytes[20..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    pub(super) fn parse(bytes: &[u8; HEAD_BYTES]) -> Result<Self, &'static str> {
        let number = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        if crc32c::crc32c(&bytes[..20]) != number(20) {
            return Err("the checksum of its head differs");
        }
        let kind = ChunkKind::of(bytes[0]).ok_or("its kind is unknown")?;
        let head = Self {
            kind,
            compressed: bytes[1] == 1,
            stored_bytes: number(4),
            content_bytes: number(8),
            items: number(12),
            sum: number(16),
        };
        let (bytes_max, items_max) = kind.limits();
        if bytes[1] > 1 {
            return Err("its compression is unknown");
        }
        if head.content_bytes > bytes_max || head.stored_bytes > bytes_max {
            return Err("it is longer than any chunk of its kind");
        }
        if head.items > items_max {
            return Err("it has more items than any chunk of its kind");
        }
        Ok(head)
    }
}

impl CaptureChunk {
    /// Its kind, its content before compression, and its number of items.
    ///
    /// # Errors
    /// When a number is not finite: JSON cannot express it.
    pub(super) fn content(&self) -> Result<(ChunkKind, Vec<u8>, usize), serde_json::Error> {
        Ok(match self {
            Self::Processes(list) => (ChunkKind::Processes, serde_json::to_vec(list)?, list.len()),
            Self::Events(list) => (ChunkKind::Events, columns::pack(list), list.len()),
            Self::Counters(list) => (ChunkKind::Counters, serde_json::to_vec(list)?, list.len()),
            Self::FileMap(files) => (ChunkKind::FileMap, map::pack(files), 1),
            Self::Losses(list) => (ChunkKind::Losses, serde_json::to_vec(list)?, list.len()),
            Self::End(totals) => (ChunkKind::End, serde_json::to_vec(totals)?, 1),
        })
    }

    /// The chunk with this content; process indices of events must be below `processes`.
    pub(super) fn parse(
        head: &ChunkHead,
        content: &[u8],
        processes: u64,
    ) -> Result<Self, &'static str> {
        let chunk = match head.kind {
            ChunkKind::Header => return Err("a second header"),
            ChunkKind::Processes => Self::Processes(json(content)?),
            ChunkKind::Events => Self::Events(columns::unpack(content, head.items, processes)?),
            ChunkKind::Counters => Self::Counters(json(content)?),
            ChunkKind::FileMap => Self::FileMap(map::unpack(content)?),
            ChunkKind::Losses => Self::Losses(json(content)?),
            ChunkKind::End => Self::End(json(content)?),
        };
        Ok(chunk)
    }
}

pub(super) fn header(head: &ChunkHead, content: &[u8]) -> Result<CaptureHeader, &'static str> {
    if head.kind != ChunkKind::Header {
        return Err("the file begins without its header");
    }
    json(content)
}

fn json<'a, T: Deserialize<'a>>(content: &'a [u8]) -> Result<T, &'static str> {
    serde_json::from_slice(content).map_err(|_| "its content is not of this format")
}
