//! The capture file that is being written, and the live figures of what goes into it.

use super::CaptureContext;
use super::busiest::BusiestFold;
use super::ring::CaptureRing;
use observe::file::{CaptureChunk, CaptureFileError, CaptureTotals, CaptureWriter, EventLoss};
use observe::files::FileMap;
use observe::trace::PairingState;
use observe::{CaptureSource, IoEvent, Process, server_process};
use report::messages::progress::ProgressText;
use report::terminal::BusiestOwners;
use std::fs::File;
use std::sync::atomic::Ordering;
use sys::inventory::SystemRoots;

/// Events are written after at most this time, so that a killed capture loses little.
const FLUSH_NS: u64 = 2_000_000_000;
/// How often the live figures are updated.
const SHOW_NS: u64 = 1_000_000_000;
/// The name prefix of the kernel thread that writes the ext4 journal.
const JOURNAL_THREAD: &str = "jbd2/";

pub(super) struct CaptureRecording {
    pub(super) writer: CaptureWriter<File>,
    /// I/Os that were paired in this round.
    pub(super) found: Vec<IoEvent>,
    /// I/Os that were paired so far, also those that are not kept.
    pub(super) seen: u64,
    pub(super) losses: Vec<EventLoss>,
    flushed_ns: u64,
    /// By index.
    processes: Vec<KnownProcess>,
    pub(super) map: Option<FileMap>,
    /// Only the last part is kept.
    pub(super) ring: Option<CaptureRing>,
    /// The device range that the thread of the ext4 journal wrote.
    pub(super) journal: Option<(u64, u64)>,
    shown: BusiestFold,
    shown_ns: u64,
    mapped: u64,
    placed: u64,
}

struct KnownProcess {
    title: String,
    /// Whether its I/O is kept.
    is_wanted: bool,
    writes_journal: bool,
}

impl CaptureRecording {
    pub(super) fn new(writer: CaptureWriter<File>, map: Option<FileMap>) -> Self {
        Self {
            writer,
            found: Vec::new(),
            seen: 0,
            losses: Vec::new(),
            flushed_ns: 0,
            processes: Vec::new(),
            map,
            ring: None,
            journal: None,
            shown: BusiestFold::default(),
            shown_ns: 0,
            mapped: 0,
            placed: 0,
        }
    }

    /// Writes the results of a round: processes come before the I/Os that refer to them.
    pub(super) fn write(
        &mut self,
        pairing: &mut PairingState,
        context: &CaptureContext<'_>,
        now_ns: u64,
    ) -> Result<(), CaptureFileError> {
        let mut processes = pairing.take_processes();
        processes.iter_mut().for_each(|process| describe(process, &context.roots));
        if !processes.is_empty() {
            let only = context.request.process.as_ref();
            self.processes.extend(processes.iter().map(|process| KnownProcess {
                title: process.title(),
                is_wanted: only.is_none_or(|name| *name == process.name),
                writes_journal: process.name.starts_with(JOURNAL_THREAD),
            }));
            match &mut self.ring {
                Some(ring) => ring.processes.extend(processes),
                None => self.writer.add(&CaptureChunk::Processes(processes))?,
            }
        }
        self.keep()?;
        if let Some(ring) = &mut self.ring {
            ring.lose(&mut self.losses);
        }
        if !self.losses.is_empty() {
            self.writer.add(&CaptureChunk::Losses(std::mem::take(&mut self.losses)))?;
        }
        if now_ns - self.flushed_ns > FLUSH_NS {
            self.flushed_ns = now_ns;
            self.writer.flush()?;
        }
        Ok(())
    }

    /// Writes the file again with what the ring holds; returns when that begins.
    pub(super) fn write_ring(
        &mut self,
        ring: CaptureRing,
        context: &CaptureContext<'_>,
        end_ns: u64,
    ) -> Result<u64, CaptureFileError> {
        let processes = ring.processes.clone();
        let content = ring.finish(end_ns);
        let header = context.header(CaptureSource::BlockTrace, end_ns - content.begin_ns);
        let file = File::create(&context.request.output)
            .map_err(|error| CaptureFileError::Io { offset_bytes: 0, error })?;
        self.writer = CaptureWriter::new(file, &header)?;
        if let Some(map) = self.map.clone() {
            self.writer.add(&CaptureChunk::FileMap(map))?;
        }
        self.writer.add(&CaptureChunk::Processes(processes))?;
        if !content.losses.is_empty() {
            self.writer.add(&CaptureChunk::Losses(content.losses))?;
        }
        content.events.into_iter().try_for_each(|io| self.writer.event(io))?;
        Ok(content.begin_ns)
    }

    /// Adds the I/Os of the round to the file and to the live figures.
    pub(super) fn keep(&mut self) -> Result<(), CaptureFileError> {
        let mut found = std::mem::take(&mut self.found);
        self.seen += found.len() as u64;
        for io in found.drain(..) {
            let process = self.processes.get(io.process.0 as usize);
            if process.is_some_and(|process| !process.is_wanted) {
                continue;
            }
            let mut file = None;
            if let Some(map) = self.map.as_ref().filter(|_| io.length_bytes > 0) {
                self.placed += 1;
                if process.is_some_and(|process| process.writes_journal) {
                    let (from, to) = self.journal.unwrap_or((io.offset_bytes, io.end_bytes()));
                    self.journal = Some((from.min(io.offset_bytes), to.max(io.end_bytes())));
                    self.mapped += 1;
                } else {
                    file = map.lookup(io.offset_bytes);
                    self.mapped += u64::from(file.is_some());
                }
            }
            self.shown.add(&io, process.map_or("?", |process| &process.title), file);
            match &mut self.ring {
                Some(ring) => ring.push(io),
                None => self.writer.event(io)?,
            }
        }
        // The list keeps its memory for the next round.
        self.found = found;
        Ok(())
    }

    /// The share of the I/Os with an offset that lie in a file of the first map; `None` if there was no such I/O.
    pub(super) fn mapped_share(&self) -> Option<f64> {
        (self.placed > 0).then(|| self.mapped as f64 / self.placed as f64)
    }

    pub(super) fn show(&mut self, context: &mut CaptureContext<'_>) {
        let now_ns = context.elapsed_ns();
        let since_ns = now_ns - self.shown_ns;
        if since_ns >= SHOW_NS && !context.interrupt.load(Ordering::Relaxed) {
            let shown = std::mem::take(&mut self.shown);
            self.shown_ns = now_ns;
            let seconds = since_ns as f64 / 1e9;
            let all = shown.all;
            let reads = (all.ios > 0).then(|| {
                let percent = (all.reads as f64 * 100.0 / all.ios as f64).round();
                ProgressText::Reads { percent }.to_string()
            });
            let map = self.map.as_ref();
            let path = |file| map.map_or_else(String::new, |map| map.path(file).to_owned());
            let live = &mut context.progress.live;
            live.details = reads.into_iter().collect();
            live.iops = Some(all.ios as f64 / seconds);
            live.mibps = Some(all.bytes as f64 / seconds / f64::from(1 << 20));
            live.busiest = BusiestOwners {
                processes: shown.processes(seconds),
                files: shown.files(seconds, path),
            };
        }
        context.show_time();
    }
}

/// Adds what the machine knows of a process while it lives.
fn describe(process: &mut Process, roots: &SystemRoots) {
    let text = |name: &str| roots.proc_text(&format!("{}/{name}", process.pid)).unwrap_or_default();
    (process.work, process.unit) =
        (server_process::backend(&text("cmdline")), server_process::unit(&text("cgroup")));
}
