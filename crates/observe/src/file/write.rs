//! Writes a capture file chunk by chunk: takes events and chunks in the order of time, keeps at most one chunk of events.

use super::chunk::{CaptureChunk, CaptureTotals, ChunkHead, ChunkKind};
use super::{CaptureFileError, FORMAT_VERSION, MAGIC};
use crate::{CaptureHeader, CounterInterval, IoEvent};
use std::io::{self, Write};

/// Events of a full chunk. More events do not make the file smaller.
pub const EVENTS_PER_CHUNK: usize = 16_384;

/// The level of DEFLATE. Level 6 makes random I/O 1 % smaller and takes seven times as long.
const LEVEL: u8 = 1;

pub struct CaptureWriter<W: Write> {
    out: W,
    offset_bytes: u64,
    events: Vec<IoEvent>,
    /// The totals so far; the caller completes them at the end.
    totals: CaptureTotals,
}

impl<W: Write> CaptureWriter<W> {
    pub fn new(out: W, header: &CaptureHeader) -> Result<Self, CaptureFileError> {
        let mut own = Self {
            out,
            offset_bytes: 0,
            events: Vec::with_capacity(EVENTS_PER_CHUNK),
            totals: CaptureTotals::default(),
        };
        let mut first = MAGIC.to_vec();
        first.extend(FORMAT_VERSION.to_le_bytes());
        own.put(&first)?;
        let content = serde_json::to_vec(header).map_err(|error| own.failed(error.into()))?;
        own.chunk(ChunkKind::Header, &content, 1)?;
        Ok(own)
    }

    /// Adds an event. It is written with its chunk, at the latest by [`Self::flush`].
    pub fn event(&mut self, event: IoEvent) -> Result<(), CaptureFileError> {
        self.events.push(event);
        if self.events.len() == EVENTS_PER_CHUNK { self.flush() } else { Ok(()) }
    }

    pub fn flush(&mut self) -> Result<(), CaptureFileError> {
        if self.events.is_empty() {
            return Ok(());
        }
        let mut events = CaptureChunk::Events(std::mem::take(&mut self.events));
        let written = self.write(&events);
        if let CaptureChunk::Events(list) = &mut events {
            list.clear();
            self.events = std::mem::take(list);
        }
        written
    }

    pub fn intervals(&mut self, intervals: Vec<CounterInterval>) -> Result<(), CaptureFileError> {
        self.add(&CaptureChunk::Counters(intervals))
    }

    /// Adds a chunk after all events so far.
    ///
    /// # Errors
    /// When it cannot be written, or holds a number that is not finite.
    pub fn add(&mut self, chunk: &CaptureChunk) -> Result<(), CaptureFileError> {
        // Buffered events may refer to the processes of this chunk, so a processes chunk goes before them.
        if !matches!(chunk, CaptureChunk::Processes(_)) {
            self.flush()?;
        }
        self.write(chunk)
    }

    /// The totals so far: events, intervals and lost events.
    pub fn totals(&self) -> &CaptureTotals {
        &self.totals
    }

    /// The length of the file so far, without buffered events.
    pub fn bytes(&self) -> u64 {
        self.offset_bytes
    }

    /// Writes the end and returns the output. The writer replaces the fields of `totals` that it counts itself.
    pub fn finish(mut self, totals: CaptureTotals) -> Result<(W, CaptureTotals), CaptureFileError> {
        self.flush()?;
        let CaptureTotals { events, intervals, lost_events, .. } = self.totals;
        let totals = CaptureTotals { events, intervals, lost_events, ..totals };
        self.write(&CaptureChunk::End(totals.clone()))?;
        if let Err(error) = self.out.flush() {
            return Err(self.failed(error));
        }
        Ok((self.out, totals))
    }

    fn write(&mut self, chunk: &CaptureChunk) -> Result<(), CaptureFileError> {
        let (kind, content, items) = chunk.content().map_err(|error| self.failed(error.into()))?;
        match chunk {
            CaptureChunk::Events(_) => self.totals.events += items as u64,
            CaptureChunk::Counters(_) => self.totals.intervals += items as u64,
            CaptureChunk::Losses(list) => {
                self.totals.lost_events += list.iter().map(|loss| loss.events).sum::<u64>();
            }
            _ => {}
        }
        self.chunk(kind, &content, items)
    }

    fn chunk(
        &mut self,
        kind: ChunkKind,
        content: &[u8],
        items: usize,
    ) -> Result<(), CaptureFileError> {
        let packed = miniz_oxide::deflate::compress_to_vec(content, LEVEL);
        let compressed = packed.len() < content.len();
        let stored = if compressed { &packed } else { content };
        let head = ChunkHead {
            kind,
            compressed,
            stored_bytes: stored.len() as u32,
            content_bytes: content.len() as u32,
            items: items as u32,
            sum: crc32c::crc32c(stored),
        };
        // A chunk that a reader would refuse must not be written.
        if let Err(problem) = ChunkHead::parse(&head.bytes()) {
            return Err(self.failed(io::Error::new(io::ErrorKind::InvalidInput, problem)));
        }
        let whole = [&head.bytes()[..], stored].concat();
        self.put(&whole)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), CaptureFileError> {
        self.out.write_all(bytes).map_err(|error| self.failed(error))?;
        self.offset_bytes += bytes.len() as u64;
        Ok(())
    }

    fn failed(&self, error: io::Error) -> CaptureFileError {
        CaptureFileError::Io { offset_bytes: self.offset_bytes, error }
    }
}
