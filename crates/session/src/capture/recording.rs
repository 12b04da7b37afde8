//! The capture file that is being written, whole or its last minutes, and the live figures of what goes into it.

use super::CaptureContext;
use observe::file::{CaptureChunk, CaptureFileError, CaptureTotals, CaptureWriter, EventLoss};
use observe::files::{FileIndex, FileMap};
use observe::trace::PairingState;
use observe::{
    CaptureSource, CapturedVolume, IoEvent, IoFlags, IoKind, Process, server_process, volumes,
};
use report::messages::capture::{CaptureFault, CaptureText};
use report::messages::progress::ProgressText;
use report::terminal::{BusiestOwners, BusyOwner};
use std::collections::{BTreeMap, HashMap, VecDeque};
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

/// The most I/Os in memory: about 1.3 GB.
const EVENTS_MAX: usize = 20_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingRequest {
    /// The last part of the capture, in nanoseconds.
    pub length_ns: u64,
    /// The latency in nanoseconds at which the capture ends.
    pub until_latency_ns: Option<u64>,
}

/// The I/Os of the last minutes, in the order of their issue.
pub(super) struct CaptureRing {
    request: RingRequest,
    events: VecDeque<IoEvent>,
    pub processes: Vec<Process>,
    losses: Vec<EventLoss>,
    /// Whether an I/O reached the latency at which the capture ends.
    pub is_reached: bool,
}

impl CaptureRing {
    pub(super) fn new(request: RingRequest) -> Self {
        let (processes, losses) = (Vec::new(), Vec::new());
        Self { request, events: VecDeque::new(), processes, losses, is_reached: false }
    }

    pub(super) fn push(&mut self, io: IoEvent) {
        let limit = self.request.until_latency_ns;
        self.is_reached |= limit.zip(io.latency_ns).is_some_and(|(limit, ns)| ns >= limit);
        let keep_ns = io.issued_ns.saturating_sub(self.request.length_ns);
        while self.events.front().is_some_and(|first| first.issued_ns < keep_ns)
            || self.events.len() >= EVENTS_MAX
        {
            self.events.pop_front();
        }
        self.events.push_back(io);
    }

    pub(super) fn lose(&mut self, losses: &mut Vec<EventLoss>) {
        self.losses.append(losses);
    }

    /// When the kept part of a capture that ends at `end_ns` begins.
    pub(super) fn begin_ns(&self, end_ns: u64) -> u64 {
        let begin_ns = end_ns.saturating_sub(self.request.length_ns);
        let full = self.events.front().filter(|_| self.events.len() == EVENTS_MAX);
        full.map_or(begin_ns, |first| begin_ns.max(first.issued_ns))
    }

    /// The I/Os from `begin_ns` on, by a clock that starts there.
    pub(super) fn events(&self, begin_ns: u64) -> impl Iterator<Item = IoEvent> {
        let kept = self.events.iter().filter(move |io| io.issued_ns >= begin_ns);
        kept.map(move |io| IoEvent { issued_ns: io.issued_ns - begin_ns, ..*io })
    }

    /// The losses from `begin_ns` on, by the same clock.
    pub(super) fn losses(&self, begin_ns: u64) -> Vec<EventLoss> {
        let kept = self.losses.iter().filter(|loss| loss.end_ns >= begin_ns);
        let moved = kept.map(|loss| EventLoss {
            begin_ns: loss.begin_ns.saturating_sub(begin_ns),
            end_ns: loss.end_ns - begin_ns,
            ..*loss
        });
        moved.collect()
    }
}

/// What is shown of each list: together with their heads less than half of a terminal.
const PROCESSES_SHOWN: usize = 6;
const FILES_SHOWN: usize = 3;
const DEVICES_SHOWN: usize = 4;

#[derive(Debug, Default)]
pub(super) struct BusiestFold {
    pub(super) all: OwnerCounts,
    by_device: HashMap<usize, OwnerCounts>,
    /// By title: backends of one kind are one line.
    by_process: HashMap<String, OwnerCounts>,
    by_file: HashMap<FileIndex, OwnerCounts>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OwnerCounts {
    pub(super) ios: u64,
    pub(super) reads: u64,
    pub(super) bytes: u64,
    flushes: u64,
    latencies: u64,
    latency_ns_sum: u64,
    latency_ns_max: u64,
}

impl OwnerCounts {
    fn add(&mut self, io: &IoEvent) {
        self.ios += 1;
        self.reads += u64::from(io.operation == IoKind::Read);
        self.bytes += u64::from(io.length_bytes);
        let flushes = io.operation == IoKind::Flush || io.flags.has(IoFlags::PREFLUSH);
        self.flushes += u64::from(flushes);
        if let Some(latency_ns) = io.latency_ns {
            self.latencies += 1;
            self.latency_ns_sum += latency_ns;
            self.latency_ns_max = self.latency_ns_max.max(latency_ns);
        }
    }

    fn owner(&self, name: String, seconds: f64) -> BusyOwner {
        let known = self.latencies > 0;
        BusyOwner {
            name,
            iops: self.ios as f64 / seconds,
            mibps: self.bytes as f64 / seconds / f64::from(1 << 20),
            latency_ns_mean: known.then(|| self.latency_ns_sum as f64 / self.latencies as f64),
            latency_ns_max: known.then_some(self.latency_ns_max),
            flushes_per_s: self.flushes as f64 / seconds,
        }
    }
}

impl BusiestFold {
    pub(super) fn add(
        &mut self,
        io: &IoEvent,
        device: usize,
        process: &str,
        file: Option<FileIndex>,
    ) {
        self.all.add(io);
        self.by_device.entry(device).or_default().add(io);
        match self.by_process.get_mut(process) {
            Some(counts) => counts.add(io),
            None => self.by_process.entry(process.to_owned()).or_default().add(io),
        }
        if let Some(file) = file {
            self.by_file.entry(file).or_default().add(io);
        }
    }

    /// Of one device alone, none: the sum says it.
    pub(super) fn devices(&self, seconds: f64, name: impl Fn(usize) -> String) -> Vec<BusyOwner> {
        let counts = self.by_device.iter().map(|(device, counts)| (name(*device), counts));
        let shown = if self.by_device.len() > 1 { DEVICES_SHOWN } else { 0 };
        first(counts.collect(), shown, seconds)
    }

    pub(super) fn processes(&self, seconds: f64) -> Vec<BusyOwner> {
        let counts = self.by_process.iter().map(|(name, counts)| (name.clone(), counts));
        first(counts.collect(), PROCESSES_SHOWN, seconds)
    }

    pub(super) fn files(&self, seconds: f64, path: impl Fn(FileIndex) -> String) -> Vec<BusyOwner> {
        let counts = self.by_file.iter().map(|(file, counts)| (path(*file), counts));
        first(counts.collect(), FILES_SHOWN, seconds)
    }
}

fn first(mut all: Vec<(String, &OwnerCounts)>, shown: usize, seconds: f64) -> Vec<BusyOwner> {
    all.sort_by(|(a, x), (b, y)| y.ios.cmp(&x.ios).then_with(|| a.cmp(b)));
    all.into_iter().take(shown).map(|(name, counts)| counts.owner(name, seconds)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use observe::{IoFlags, IoKind, ProcessIndex};

    #[test]
    fn a_ring_holds_the_last_part_and_sees_the_latency_that_ends_it() {
        let request = RingRequest { length_ns: 1_000, until_latency_ns: Some(50) };
        let mut ring = CaptureRing::new(request);
        for number in 0..100 {
            assert!(!ring.is_reached, "at {number}");
            ring.push(IoEvent {
                issued_ns: number * 100,
                latency_ns: Some(if number == 99 { 50 } else { 49 }),
                queued_ns: None,
                operation: IoKind::Read,
                flags: IoFlags::default(),
                offset_bytes: number,
                length_bytes: 4096,
                process: ProcessIndex::default(),
            });
        }
        assert!(ring.is_reached);
        let loss = |begin_ns, end_ns| EventLoss { begin_ns, end_ns, events: 1 };
        ring.lose(&mut vec![loss(100, 200), loss(8_000, 9_500)]);
        let begin_ns = ring.begin_ns(10_000);
        let kept: Vec<_> =
            ring.events(begin_ns).map(|io| (io.issued_ns, io.offset_bytes)).collect();
        assert_eq!((begin_ns, kept.len()), (9_000, 10));
        assert_eq!((kept[0], kept[9]), ((0, 90), (900, 99)));
        assert_eq!(ring.losses(begin_ns), [loss(0, 500)]);
    }

    #[test]
    fn owners_come_busiest_first_with_their_own_latencies_and_flushes() {
        let mut fold = BusiestFold::default();
        let read = IoEvent { length_bytes: 1 << 20, latency_ns: Some(200), ..IoEvent::default() };
        let flush = IoEvent { operation: IoKind::Flush, ..IoEvent::default() };
        fold.add(&flush, 1, "log", None);
        fold.add(&IoEvent { latency_ns: Some(400), ..read }, 0, "db", Some(FileIndex(3)));
        assert!(fold.devices(1.0, |_| String::new()).len() == 2);
        fold.add(&read, 0, "db", None);
        let [db, log] = &fold.processes(2.0)[..] else { panic!("two processes") };
        assert_eq!((&*db.name, db.iops, db.mibps, db.flushes_per_s), ("db", 1.0, 1.0, 0.0));
        assert_eq!((db.latency_ns_mean, db.latency_ns_max), (Some(300.0), Some(400)));
        assert_eq!((&*log.name, log.latency_ns_max, log.flushes_per_s), ("log", None, 0.5));
        let files = fold.files(1.0, |file| format!("file {}", file.0));
        assert_eq!((files.len(), &*files[0].name, files[0].iops), (1, "file 3", 1.0));
        assert_eq!((fold.all.ios, fold.all.reads), (3, 2));
    }
}
