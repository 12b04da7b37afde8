//! The capture file that is being written, and the live figures of what goes into it.

use super::CaptureContext;
use super::busiest::BusiestFold;
use super::ring::CaptureRing;
use observe::file::{CaptureChunk, CaptureFileError, CaptureTotals, CaptureWriter, EventLoss};
use observe::files::FileMap;
use observe::trace::PairingState;
use observe::{CaptureSource, CapturedVolume, IoEvent, Process, server_process, volumes};
use report::messages::capture::{CaptureFault, CaptureText};
use report::messages::progress::ProgressText;
use report::terminal::BusiestOwners;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use sys::inventory::SystemRoots;

/// Events are written after at most this time, so that a killed capture loses little.
const FLUSH_NS: u64 = 2_000_000_000;
const SHOW_NS: u64 = 1_000_000_000;
/// The name prefix of the kernel thread that writes the ext4 journal.
const JOURNAL_THREAD: &str = "jbd2/";

pub(super) struct CaptureRecording {
    pub(super) writer: CaptureWriter<File>,
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
    volumes: Vec<CapturedVolume>,
    /// By device: the range that the thread of the ext4 journal wrote.
    pub(super) journals: BTreeMap<usize, (u64, u64)>,
    shown: BusiestFold,
    shown_ns: u64,
    mapped: u64,
    placed: u64,
}

struct KnownProcess {
    title: String,
    is_wanted: bool,
    writes_journal: bool,
}

impl CaptureRecording {
    pub(super) fn new(
        writer: CaptureWriter<File>,
        map: Option<FileMap>,
        volumes: Vec<CapturedVolume>,
    ) -> Self {
        Self {
            writer,
            found: Vec::new(),
            seen: 0,
            losses: Vec::new(),
            flushed_ns: 0,
            processes: Vec::new(),
            map,
            ring: None,
            volumes,
            journals: BTreeMap::new(),
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

    /// Begins a file with what the ring holds, which begins at `begin_ns`.
    pub(super) fn ring_file(
        &self,
        ring: &CaptureRing,
        path: &Path,
        context: &CaptureContext<'_>,
        begin_ns: u64,
    ) -> Result<CaptureWriter<File>, CaptureFileError> {
        let age_ns = context.elapsed_ns().saturating_sub(begin_ns);
        let file =
            File::create(path).map_err(|error| CaptureFileError::Io { offset_bytes: 0, error })?;
        let mut writer =
            CaptureWriter::new(file, &context.header(CaptureSource::BlockTrace, age_ns))?;
        if let Some(map) = self.map.clone() {
            writer.add(&CaptureChunk::FileMap(map))?;
        }
        writer.add(&CaptureChunk::Processes(ring.processes.clone()))?;
        let losses = ring.losses(begin_ns);
        if !losses.is_empty() {
            writer.add(&CaptureChunk::Losses(losses))?;
        }
        ring.events(begin_ns).try_for_each(|io| writer.event(io))?;
        Ok(writer)
    }

    /// Writes what the ring holds beside the output and says so; the capture goes on, even if that fails.
    pub(super) fn write_snapshot(&self, context: &mut CaptureContext<'_>) {
        let Some(ring) = &self.ring else { return };
        let path = snapshot_path(&context.request.output);
        let end_ns = context.elapsed_ns();
        let begin_ns = ring.begin_ns(end_ns);
        let length_ns = end_ns - begin_ns;
        let totals = CaptureTotals { length_ns, ..CaptureTotals::default() };
        let written =
            self.ring_file(ring, &path, context, begin_ns).and_then(|writer| writer.finish(totals));
        let file = path.display().to_string();
        match written {
            Ok((_, totals)) => context.progress.warn(CaptureText::RingWritten {
                count: totals.events,
                time: length_ns as f64 / 1e9,
                file,
            }),
            Err(error) => context
                .progress
                .warn(CaptureFault::NotWritten { shown: file, error: error.to_string() }),
        }
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
            let volume = volumes::position(&self.volumes, io.offset_bytes);
            let mut file = None;
            if let Some(map) = self.map.as_ref().filter(|_| io.length_bytes > 0) {
                self.placed += 1;
                if process.is_some_and(|process| process.writes_journal) {
                    let (begin, end) = (io.offset_bytes, io.end_bytes());
                    let (from, to) = self.journals.entry(volume).or_insert((begin, end));
                    (*from, *to) = ((*from).min(begin), (*to).max(end));
                    self.mapped += 1;
                } else {
                    file = map.lookup(io.offset_bytes);
                    self.mapped += u64::from(file.is_some());
                }
            }
            let title = process.map_or("?", |process| &process.title);
            self.shown.add(&io, volume, title, file);
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
            let device = |volume: usize| self.volumes[volume].device.clone();
            live.busiest = BusiestOwners {
                devices: shown.devices(seconds, device),
                processes: shown.processes(seconds),
                files: shown.files(seconds, path),
            };
        }
        context.show_time();
    }
}

/// `FILE.1`, `FILE.2`: the first that does not exist, so that no incident replaces another.
fn snapshot_path(output: &Path) -> PathBuf {
    let numbered = |number: u32| {
        let mut name = output.as_os_str().to_owned();
        name.push(format!(".{number}"));
        PathBuf::from(name)
    };
    (1..u32::MAX).map(numbered).find(|path| !path.exists()).unwrap_or_else(|| numbered(0))
}

/// Adds what the machine knows of a process while it lives.
fn describe(process: &mut Process, roots: &SystemRoots) {
    let text = |name: &str| roots.proc_text(&format!("{}/{name}", process.pid)).unwrap_or_default();
    (process.work, process.unit) =
        (server_process::backend(&text("cmdline")), server_process::unit(&text("cgroup")));
}
