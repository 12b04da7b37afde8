//! A whole capture in memory, for replay and fit, which need all of it at once; a job fitted to it.

use crate::failure::{self, Failure};
use base::Bytes;
use observe::file::{CaptureChunk, CaptureReader, Ending};
use observe::files::FileMap;
use observe::fit::{self, FitAssumption, FitInput, FittedPace, FittedStream, KnownSessions};
use observe::{CaptureHeader, CapturedVolume, CounterInterval, IoEvent, Process};
use report::messages::capture::CaptureFault;
use report::messages::system::SystemAction;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use workload::{Extent, Workload};

/// The most I/Os that are kept in memory: about 12 GB with the operations made of them.
const EVENTS_MAX: usize = 100_000_000;

#[derive(Debug)]
pub struct CapturedIo {
    pub header: CaptureHeader,
    pub processes: Vec<Process>,
    /// The layout of the files on the device, from the last map of the capture.
    pub map: Option<FileMap>,
    pub events: Vec<IoEvent>,
    /// Intervals of the device counters, for a capture without single I/Os.
    pub intervals: Vec<CounterInterval>,
    /// The length of the capture; up to the last I/O if it was cut short.
    pub length_ns: u64,
}

impl CapturedIo {
    /// The I/O of one of several devices.
    pub fn of_device(mut self, device: Option<&str>, path: &Path) -> Result<Self, Failure> {
        let volume = volume(&self.header, device, path)?;
        if volume.is_none() && !self.header.volumes.is_empty() {
            let (path, devices) = (path.display().to_string(), self.header.device);
            return Err(Failure::wrong(CaptureFault::NameOneDevice { path, devices }));
        }
        if let Some(volume) = volume {
            self.header = volume.header(&self.header);
            self.map = self.map.map(|map| volume.map(&map));
            self.events = self.events.iter().filter_map(|event| volume.event(event)).collect();
        }
        Ok(self)
    }
}

/// The device of this name; `None` if none is named, or the capture has only this one.
pub(crate) fn volume(
    header: &CaptureHeader,
    device: Option<&str>,
    path: &Path,
) -> Result<Option<CapturedVolume>, Failure> {
    let Some(device) = device else { return Ok(None) };
    let found = header.volumes.iter().find(|volume| volume.device == device);
    if found.is_none() && header.device != device {
        let (path, devices) = (path.display().to_string(), header.device.clone());
        let device = device.to_owned();
        return Err(Failure::wrong(CaptureFault::NoSuchDevice { path, device, devices }));
    }
    Ok(found.cloned())
}

pub fn read(path: &Path) -> Result<CapturedIo, Failure> {
    let captured = read_any(path)?;
    if captured.events.is_empty() {
        let fault = CaptureFault::NoSingleIo;
        return Err(Failure::wrong(format!("{}: {fault}", path.display())));
    }
    Ok(captured)
}

pub fn read_any(path: &Path) -> Result<CapturedIo, Failure> {
    let wrong = |problem: String| Failure::wrong(format!("{}: {problem}", path.display()));
    let shown = path.display().to_string();
    let file = File::open(path).map_err(Failure::refused(
        failure::Ending::Wrong,
        SystemAction::Read,
        &shown,
    ))?;
    let (header, mut reader) =
        CaptureReader::open(BufReader::new(file)).map_err(|e| wrong(e.to_string()))?;
    let (mut processes, mut events, mut length_ns) = (Vec::new(), Vec::new(), 0);
    let (mut map, mut intervals) = (None, Vec::new());
    for chunk in reader.by_ref() {
        match chunk.map_err(|e| wrong(e.to_string()))? {
            CaptureChunk::Processes(more) => processes.extend(more),
            CaptureChunk::Events(more) => events.extend(more),
            CaptureChunk::End(totals) => length_ns = totals.length_ns,
            CaptureChunk::FileMap(latest) => map = Some(latest),
            CaptureChunk::Counters(more) => intervals.extend(more),
            CaptureChunk::Losses(_) => {}
        }
        if events.len() > EVENTS_MAX {
            return Err(wrong(CaptureFault::TooManyIos { ios_max: EVENTS_MAX as u64 }.to_string()));
        }
    }
    events.sort_by_key(|event: &IoEvent| event.issued_ns);
    if !matches!(reader.ending(), Ending::Whole) || length_ns == 0 {
        let end = |last: &CounterInterval| last.begin_ns + last.length_ns;
        length_ns = events.last().map_or(0, |event| event.issued_ns);
        length_ns = length_ns.max(intervals.last().map_or(0, end));
    }
    Ok(CapturedIo { header, processes, map, events, intervals, length_ns })
}

#[derive(Debug)]
pub struct FittedJob {
    pub workload: Workload,
    /// What its streams were made from.
    pub streams: Vec<FittedStream>,
    /// Captured I/Os that no stream represents.
    pub left_out: u64,
    /// Assumptions made where the counters give only averages; empty if single I/Os were captured.
    pub assumptions: Vec<FitAssumption>,
}

/// Fits a job whose target is `target`.
pub fn fit(
    captured: &CapturedIo,
    path: &Path,
    target: &str,
    known: KnownSessions,
) -> Result<FittedJob, Failure> {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let input = FitInput {
        processes: &captured.processes,
        map: captured.map.as_ref(),
        volumes: &captured.header.volumes,
        device_bytes: captured.header.device_bytes,
        duration_ns: captured.length_ns,
        name: stem.as_deref().unwrap_or("captured"),
        known,
    };
    let found = if captured.events.is_empty() {
        fit::fit_averages(&captured.intervals, input)
    } else {
        fit::fit(&captured.events, input).map(|fitted| (fitted, Vec::new()))
    };
    let (fitted, assumptions) = found.ok_or_else(|| {
        let path = path.display();
        Failure::wrong(CaptureFault::NoReadOrWrite { path: path.to_string() })
    })?;
    let has_sessions =
        fitted.streams.iter().any(|stream| matches!(stream.pace, FittedPace::Sessions(_)));
    if known != KnownSessions::default() && !has_sessions {
        let path = path.display().to_string();
        return Err(Failure::wrong(CaptureFault::NoSessions { path }));
    }
    let mut workload = fitted.workload;
    let end_bytes = captured.events.iter().map(IoEvent::end_bytes).max().unwrap_or(0);
    // Counters do not show how much of the device is used: take the size of the device.
    let size_bytes = captured.header.device_bytes.unwrap_or(end_bytes);
    for target_of_job in &mut workload.targets {
        let mut volumes = captured.header.volumes.iter();
        let volume = volumes.find(|volume| volume.device == target_of_job.name);
        // Each of several devices has a target of its own.
        let place =
            volume.map_or(target.to_owned(), |volume| format!("{target}.{}", volume.device));
        let size_bytes = volume.map_or(Some(size_bytes), |volume| volume.device_bytes);
        target_of_job.place = workload::TargetLocation::simulated_or_path(&place);
        target_of_job.size =
            size_bytes.filter(|bytes| *bytes > 0).map(|bytes| Extent::Bytes(Bytes(bytes)));
    }
    let (streams, left_out) = (fitted.streams, fitted.left_out);
    Ok(FittedJob { workload, streams, left_out, assumptions })
}
