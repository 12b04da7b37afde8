//! Captures the block trace: drains the kernel's buffers ten times a second, pairs issues with completions, and writes.

use super::ring::CaptureRing;
use super::{CaptureContext, CaptureResult, files, unwritten};
use crate::failure::Failure;
use observe::file::{CaptureChunk, CaptureFileError, CaptureTotals, CaptureWriter, EventLoss};
use observe::files::FileMap;
use observe::trace::{BlockFormats, BlockStep, PairingLevel, PairingState, RawFormats, TraceMerge};
use observe::{CaptureSource, IoEvent, IoKind, Process, server_process};
use report::messages::capture::CaptureFault;
use report::messages::progress::ProgressText;
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::sync::atomic::Ordering;
use sys::clock::monotonic_ns;
use sys::inventory::SystemRoots;
use sys::trace::{TraceFileSystem, TraceInstance, TracedEvent};

/// Time between two rounds. The buffers are polled, so that a traced I/O wakes no reader.
const ROUND_NS: u64 = 100_000_000;
/// The longest time from an event's timestamp until it is in its buffer.
const SETTLED_NS: u64 = 2_000_000;
/// Events are written after at most this time, so that a killed capture loses little.
const FLUSH_NS: u64 = 2_000_000_000;
/// How often the live line is updated.
const SHOW_NS: u64 = 1_000_000_000;
/// The name prefix of the kernel thread that writes the ext4 journal.
const JOURNAL_THREAD: &str = "jbd2/";
/// The most files that the live line names.
const TOP_FILES: usize = 2;

pub(super) struct RunningTrace {
    instance: TraceInstance,
    merge: TraceMerge,
    pairing: PairingState,
    /// The layout of the files before the trace started.
    map: Option<FileMap>,
}

/// The longest walk of the file systems before and after the capture. After Ctrl-C there is no walk.
const WALK_NS: u64 = 5_000_000_000;

fn file_map(context: &mut CaptureContext<'_>) -> Option<FileMap> {
    let end_ns = monotonic_ns() + WALK_NS;
    let (interrupt, progress) = (context.interrupt, &mut *context.progress);
    let device = context.device.name.clone();
    progress.begin(&ProgressText::MappingFiles { device }.to_string(), None);
    let mut going = |files: usize| {
        progress.live.details = vec![ProgressText::Files { count: files as u64 }.to_string()];
        progress.elapsed();
        monotonic_ns() < end_ns && !interrupt.load(Ordering::Relaxed)
    };
    files::map(&context.device.mounts, &mut going)
}

/// Starts the trace.
///
/// # Errors
/// Why there is no trace, and what to do.
pub(super) fn start(context: &mut CaptureContext<'_>) -> Result<RunningTrace, String> {
    let refused = |error: io::Error| match error.kind() {
        io::ErrorKind::PermissionDenied => CaptureFault::TraceNeedsRoot.to_string(),
        io::ErrorKind::NotFound | io::ErrorKind::Unsupported => {
            CaptureFault::NoTraceInKernel { error: error.to_string() }.to_string()
        }
        _ => CaptureFault::TraceNotStarted { error: error.to_string() }.to_string(),
    };
    let level = context.device.level;
    let steps = match level {
        PairingLevel::Request => &[
            (BlockStep::Issue, "block/block_rq_issue"),
            (BlockStep::Complete, "block/block_rq_complete"),
            (BlockStep::Requeue, "block/block_rq_requeue"),
        ][..],
        PairingLevel::Bio => &[
            (BlockStep::Issue, "block/block_bio_queue"),
            (BlockStep::Complete, "block/block_bio_complete"),
        ],
    };
    let file_system = TraceFileSystem::open(&context.roots).map_err(refused)?;
    let mut raw = RawFormats {
        header_page: file_system.event_text("header_page").map_err(refused)?,
        events: Vec::new(),
    };
    let mut traced = Vec::new();
    for (step, event) in steps {
        let text = file_system.event_text(&format!("{event}/format")).map_err(refused)?;
        raw.events.push((*step, text));
        let filter = context.device.filter.clone();
        traced.push(TracedEvent { event: (*event).to_owned(), filter });
    }
    let formats = BlockFormats::parse(&raw).map_err(|error| error.to_string())?;
    let map = file_map(context);
    let seconds = context.request.duration_ns as f64 / 1e9;
    let doing = ProgressText::Capturing { device: context.device.name.clone() }.to_string();
    context.progress.begin(&doing, Some(seconds));
    let instance =
        TraceInstance::start(file_system, &context.roots, &traced, None).map_err(refused)?;
    // To start the tracepoints takes up to 0.1 s, which would look like a pause of the load.
    context.start_ns = monotonic_ns();
    let merge = TraceMerge::new(formats, instance.cpus().count(), context.start_ns);
    let pairing = PairingState::new(level, context.start_ns, context.device.first_sector);
    Ok(RunningTrace { instance, merge, pairing, map })
}

/// Captures until the end.
///
/// # Errors
/// When the file cannot be written, or the kernel's buffers cannot be read. The file keeps what was captured before.
pub(super) fn run(
    mut trace: RunningTrace,
    context: &mut CaptureContext<'_>,
) -> Result<CaptureResult, Failure> {
    let request = context.request;
    let writer = context.create(CaptureSource::BlockTrace)?;
    let map = trace.map.take();
    let mut recording = CaptureRecording::new(writer, request.process.clone(), map);
    recording.ring = request.ring.map(CaptureRing::new);
    let failed = |error: CaptureFileError| unwritten(request, &error);
    if let Some(map) = recording.map.clone() {
        recording.writer.add(&CaptureChunk::FileMap(map)).map_err(failed)?;
    }
    let mut round_ns = monotonic_ns();
    loop {
        round_ns += ROUND_NS;
        let is_reached = recording.ring.as_ref().is_some_and(|ring| ring.is_reached);
        let going = context.wait_until(round_ns) && !is_reached;
        if !going {
            trace.instance.stop().map_err(Failure::target)?;
        }
        let until_ns = if going { monotonic_ns() - SETTLED_NS } else { u64::MAX };
        drain(&mut trace, &mut recording, context.start_ns)?;
        let pairing = &mut trace.pairing;
        let mut found = std::mem::take(&mut recording.found);
        trace.merge.take_until(until_ns, |event| pairing.push(&event, &mut |io| found.push(io)));
        recording.found = found;
        recording.write(pairing, &context.roots, context.elapsed_ns()).map_err(failed)?;
        recording.show(context);
        if !going {
            break;
        }
    }
    finish(trace, recording, context).map_err(failed)
}

/// Reads the pages that the buffers of all CPUs hold now.
fn drain(
    trace: &mut RunningTrace,
    recording: &mut CaptureRecording,
    start_ns: u64,
) -> Result<(), Failure> {
    let now_ns = monotonic_ns();
    let mut page = Vec::new();
    for cpu in 0..trace.instance.cpus().count() {
        loop {
            let bytes = trace.instance.read_page(cpu, &mut page).map_err(|error| {
                Failure::target(CaptureFault::TraceUnreadable { error: error.to_string() })
            })?;
            if bytes.is_empty() {
                break;
            }
            let (loss, begin_ns) = trace.merge.page(cpu, bytes);
            if let Some(loss) = loss {
                trace.pairing.lost_until(loss.end_ns);
                recording.losses.push(EventLoss {
                    begin_ns: loss.begin_ns.saturating_sub(start_ns),
                    end_ns: loss.end_ns.saturating_sub(start_ns),
                    ..loss
                });
            }
            // Pages that began after the start of this round are left to the next one.
            if begin_ns.is_some_and(|begin_ns| begin_ns > now_ns) {
                break;
            }
        }
    }
    Ok(())
}

fn finish(
    trace: RunningTrace,
    mut recording: CaptureRecording,
    context: &mut CaptureContext<'_>,
) -> Result<CaptureResult, CaptureFileError> {
    let RunningTrace { instance, merge, mut pairing, .. } = trace;
    let mut length_ns = context.elapsed_ns();
    // The counters of the CPUs include losses after the last page, which no page reports.
    let known: u64 = instance.losses().iter().map(|(_, loss)| loss.overrun + loss.dropped).sum();
    drop(instance);
    if known > merge.lost() {
        let events = known - merge.lost();
        recording.losses.push(EventLoss { begin_ns: 0, end_ns: length_ns, events });
    }
    recording.write(&mut pairing, &context.roots, length_ns)?;
    let mut rest = Vec::new();
    let seen = pairing.finish(&mut |io| rest.push(io));
    recording.found = rest;
    recording.keep()?;
    if let Some(ring) = recording.ring.take() {
        length_ns -= recording.write_ring(ring, context, length_ns)?;
    }
    let mut left_out_files = 0;
    if let Some(earlier) = recording.map.take() {
        let map = file_map(context).unwrap_or_default();
        left_out_files = map.left_out_files;
        let mut map = map.completed_by(&earlier);
        if let Some((from, to)) = recording.journal {
            map = map.with_journal(from, to - from);
        }
        recording.writer.add(&CaptureChunk::FileMap(map))?;
    }
    let totals = CaptureTotals {
        length_ns,
        completions_without_issue: seen.completions_without_issue,
        issues_without_completion: seen.issues_without_completion,
        requeues: seen.requeues,
        other_commands: seen.other_commands,
        ..CaptureTotals::default()
    };
    let (seen_ios, mapped_share) = (recording.seen, recording.mapped_share());
    let (file, totals) = recording.writer.finish(totals)?;
    let file_bytes = file.metadata().map_or(0, |found| found.len());
    Ok(CaptureResult { totals, seen_ios, file_bytes, mapped_share, left_out_files })
}

/// Adds what the machine knows of a process while it lives.
fn describe(process: &mut Process, roots: &SystemRoots) {
    let text = |name: &str| roots.proc_text(&format!("{}/{name}", process.pid)).unwrap_or_default();
    (process.work, process.unit) =
        (server_process::backend(&text("cmdline")), server_process::unit(&text("cgroup")));
}

/// The capture file, and the figures of the live line.
struct CaptureRecording {
    writer: CaptureWriter<File>,
    /// I/Os that were paired in this round.
    found: Vec<IoEvent>,
    /// I/Os that were paired so far, also those that are not kept.
    seen: u64,
    losses: Vec<EventLoss>,
    flushed_ns: u64,
    /// Keep only I/O of processes with this name.
    process: Option<String>,
    /// Whether the I/O of each process is kept, by index.
    wanted: Vec<bool>,
    map: Option<FileMap>,
    /// Only the last part is kept.
    ring: Option<CaptureRing>,
    /// Whether each process is the thread that writes the ext4 journal, by index, and the device range that it wrote.
    is_journal: Vec<bool>,
    journal: Option<(u64, u64)>,
    shown: LiveCounts,
    shown_ns: u64,
    mapped: u64,
    placed: u64,
}

/// Counts since the last update of the live line.
#[derive(Debug, Default)]
struct LiveCounts {
    ios: u64,
    reads: u64,
    bytes: u64,
    by_file: HashMap<u32, u64>,
}

impl CaptureRecording {
    fn new(writer: CaptureWriter<File>, process: Option<String>, map: Option<FileMap>) -> Self {
        Self {
            writer,
            found: Vec::new(),
            seen: 0,
            losses: Vec::new(),
            flushed_ns: 0,
            process,
            wanted: Vec::new(),
            map,
            ring: None,
            is_journal: Vec::new(),
            journal: None,
            shown: LiveCounts::default(),
            shown_ns: 0,
            mapped: 0,
            placed: 0,
        }
    }

    /// Writes the results of a round: processes come before the I/Os that refer to them.
    fn write(
        &mut self,
        pairing: &mut PairingState,
        roots: &SystemRoots,
        now_ns: u64,
    ) -> Result<(), CaptureFileError> {
        let mut processes = pairing.take_processes();
        processes.iter_mut().for_each(|process| describe(process, roots));
        if !processes.is_empty() {
            let all = self.process.as_ref();
            let wanted = processes.iter().map(|p| all.is_none_or(|name| *name == p.name));
            self.wanted.extend(wanted);
            self.is_journal.extend(processes.iter().map(|p| p.name.starts_with(JOURNAL_THREAD)));
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
    fn write_ring(
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
    fn keep(&mut self) -> Result<(), CaptureFileError> {
        let mut found = std::mem::take(&mut self.found);
        self.seen += found.len() as u64;
        for io in found.drain(..) {
            if !self.wanted.get(io.process.0 as usize).copied().unwrap_or(true) {
                continue;
            }
            self.shown.ios += 1;
            self.shown.reads += u64::from(io.operation == IoKind::Read);
            self.shown.bytes += u64::from(io.length_bytes);
            if let Some(map) = self.map.as_ref().filter(|_| io.length_bytes > 0) {
                self.placed += 1;
                let end_bytes = io.offset_bytes + u64::from(io.length_bytes);
                if self.is_journal.get(io.process.0 as usize).copied().unwrap_or(false) {
                    let (from, to) = self.journal.unwrap_or((io.offset_bytes, end_bytes));
                    self.journal = Some((from.min(io.offset_bytes), to.max(end_bytes)));
                    self.mapped += 1;
                } else if let Some(file) = map.lookup(io.offset_bytes) {
                    self.mapped += 1;
                    *self.shown.by_file.entry(file.0).or_default() += 1;
                }
            }
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
    fn mapped_share(&self) -> Option<f64> {
        (self.placed > 0).then(|| self.mapped as f64 / self.placed as f64)
    }

    fn show(&mut self, context: &mut CaptureContext<'_>) {
        let now_ns = context.elapsed_ns();
        let since_ns = now_ns - self.shown_ns;
        if since_ns >= SHOW_NS && !context.interrupt.load(Ordering::Relaxed) {
            let counts = std::mem::take(&mut self.shown);
            self.shown_ns = now_ns;
            let seconds = since_ns as f64 / 1e9;
            let mut details = Vec::new();
            if counts.ios > 0 {
                let percent = |part: u64| part as f64 * 100.0 / counts.ios as f64;
                details.push(
                    ProgressText::Reads { percent: percent(counts.reads).round() }.to_string(),
                );
                let mut files: Vec<_> = counts.by_file.iter().map(|(f, n)| (*n, *f)).collect();
                files.sort_unstable_by(|a, b| b.cmp(a));
                for (ios, file) in files.into_iter().take(TOP_FILES) {
                    let map = self.map.as_ref();
                    let path = map.map_or("", |map| map.path(observe::files::FileIndex(file)));
                    details.push(format!("{path} {:.0} %", percent(ios)));
                }
            }
            let live = &mut context.progress.live;
            live.details = details;
            live.iops = Some(counts.ios as f64 / seconds);
            live.mibps = Some(counts.bytes as f64 / seconds / f64::from(1 << 20));
        }
        context.show_time();
    }
}
