//! Captures the I/O of a device into a file: takes a typed request, returns a summary of the capture. The source is the
//! kernel's block trace, or the device counters if the trace is unwanted or unavailable.

mod blocks;
mod device;
mod recording;

use crate::failure::{Ending, Failure};
use crate::live::Progress;
use device::CapturedDevice;
use observe::file::{CaptureFileError, CaptureTotals, CaptureWriter};
use observe::{CaptureHeader, CaptureSource, CapturedVolume, StartTime};
pub use recording::RingRequest;
use report::messages::capture::CaptureFault;
use report::messages::progress::ProgressText;
use report::messages::system::SystemAction;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use sys::clock::monotonic_ns;
use sys::inventory::SystemRoots;

#[derive(Clone, Debug)]
pub struct CaptureRequest {
    /// Block devices, or paths on file systems; several need the block trace.
    pub targets: Vec<PathBuf>,
    /// The length of the capture in nanoseconds.
    pub duration_ns: u64,
    pub output: PathBuf,
    /// Whether the file may exist already.
    pub overwrite: bool,
    /// Whether to read counters even if the block trace is available.
    pub counters: bool,
    /// How often counters are read, in nanoseconds.
    pub interval_ns: u64,
    /// Keep only I/O of processes with this name.
    pub process: Option<String>,
    /// Keep only the last part, in memory until the end.
    pub ring: Option<RingRequest>,
    pub version: String,
    pub command: String,
}

#[derive(Clone, Debug)]
pub struct CaptureSummary {
    /// The kernel's name of the device.
    pub device: String,
    pub source: CaptureSource,
    /// Why there is no block trace though one was wanted.
    pub no_trace: Option<String>,
    pub totals: CaptureTotals,
    /// I/Os that were seen, also those of other processes, which are not kept.
    pub seen_ios: u64,
    pub file_bytes: u64,
    /// Share of the I/Os that lie in known files, 0 to 1; `None` if no file system was mapped.
    pub mapped_share: Option<f64>,
    /// Files that are not in the map.
    pub left_out_files: u64,
    /// Whether the file is on the captured device, so that the capture includes writing it.
    pub output_on_device: bool,
    /// CPU time that this process used, in nanoseconds.
    pub cpu_ns: u64,
    pub memory_bytes: u64,
    pub interrupted: bool,
}

impl CaptureSummary {
    /// Whether there were I/Os, but none of those that were to be kept.
    pub fn has_kept_none(&self) -> bool {
        self.totals.events == 0 && self.seen_ios > 0
    }
}

struct CaptureContext<'a> {
    request: &'a CaptureRequest,
    roots: SystemRoots,
    devices: Vec<CapturedDevice>,
    /// Where each device begins among the offsets of the capture.
    volumes: Vec<CapturedVolume>,
    interrupt: &'a AtomicBool,
    progress: &'a mut Progress,
    start_ns: u64,
}

impl CaptureContext<'_> {
    /// Waits until the monotonic clock reaches this time. Returns false if the capture ends before it.
    fn wait_until(&self, at_ns: u64) -> bool {
        let end_ns = self.start_ns.saturating_add(self.request.duration_ns);
        loop {
            let now_ns = monotonic_ns();
            if self.interrupt.load(Ordering::Relaxed) || now_ns >= end_ns {
                return false;
            }
            if now_ns >= at_ns {
                return true;
            }
            // A signal does not end the sleep: sleep at most 100 ms, so that Ctrl-C takes effect soon.
            let left_ns = (at_ns.min(end_ns) - now_ns).min(100_000_000);
            std::thread::sleep(Duration::from_nanos(left_ns));
        }
    }

    fn elapsed_ns(&self) -> u64 {
        monotonic_ns().saturating_sub(self.start_ns)
    }

    /// How long it takes; a ring has no end that is worth a bar.
    fn length_s(&self) -> Option<f64> {
        Some(self.request.duration_ns as f64 / 1e9).filter(|_| self.request.ring.is_none())
    }

    fn show_time(&mut self) {
        match self.length_s() {
            Some(length_s) => self.progress.time(self.elapsed_ns() as f64 / 1e9, length_s),
            None => self.progress.elapsed(),
        }
    }

    fn names(&self) -> String {
        names(&self.devices)
    }

    /// The header of a capture that began so long ago.
    fn header(&self, source: CaptureSource, age_ns: u64) -> CaptureHeader {
        let text = |path: &str| self.roots.proc_text(path).unwrap_or_default();
        let unix_ns = i64::try_from(sys::clock::unix_now().saturating_sub(age_ns)).ok();
        let last = self.volumes.last();
        let end = last.and_then(|last| Some(last.begin_bytes + last.device_bytes?));
        CaptureHeader {
            source,
            device: self.names(),
            device_bytes: end,
            sector_bytes: self.devices.iter().filter_map(|device| device.sector_bytes).max(),
            volumes: if self.volumes.len() > 1 { self.volumes.clone() } else { Vec::new() },
            mount_point: self.volumes.first().and_then(|volume| volume.mount_point.clone()),
            host: text("sys/kernel/hostname"),
            system: text("version").split(" (").next().unwrap_or_default().to_owned(),
            started: unix_ns.map(StartTime::Utc),
            version: self.request.version.clone(),
            command: self.request.command.clone(),
            notes: Vec::new(),
        }
    }

    fn create(&self, source: CaptureSource) -> Result<CaptureWriter<File>, Failure> {
        let request = self.request;
        let file = create(&request.output, request.overwrite)?;
        CaptureWriter::new(file, &self.header(source, 0))
            .map_err(|error| unwritten(request, &error))
    }
}

/// Captures until the requested time is over or the interrupt flag is set.
pub fn capture(
    request: &CaptureRequest,
    interrupt: &Arc<AtomicBool>,
    progress: &mut Progress,
) -> Result<CaptureSummary, Failure> {
    let roots = SystemRoots::default();
    let mut devices: Vec<CapturedDevice> = Vec::new();
    for target in &request.targets {
        let device = device::resolve(target, &roots)?;
        if devices.iter().all(|known| known.name != device.name) {
            devices.push(device);
        }
    }
    let folder = request.output.parent().filter(|folder| !folder.as_os_str().is_empty());
    let output_on_device = device::resolve(folder.unwrap_or(Path::new(".")), &roots)
        .is_ok_and(|holder| devices.iter().any(|device| holder.traced == device.traced));
    let device_name = names(&devices);
    let (volumes, is_several) = (volumes(&devices), devices.len() > 1);
    let start_ns = monotonic_ns();
    let mut context =
        CaptureContext { request, roots, devices, volumes, interrupt, progress, start_ns };
    let doing = ProgressText::Capturing { device: device_name.clone() }.to_string();
    let length_s = context.length_s();
    context.progress.begin(&doing, length_s);
    let used = sys::counters::ProcessUse::now();
    let traced =
        if request.counters { Err(None) } else { blocks::start(&mut context).map_err(Some) };
    let (source, no_trace, ended) = match traced {
        Ok(trace) => (CaptureSource::BlockTrace, None, blocks::run(trace, &mut context)?),
        Err(why) if is_several => {
            return Err(Failure::wrong(match why {
                Some(why) => CaptureFault::SeveralNeedTrace { why },
                None => CaptureFault::SeveralWithCounters,
            }));
        }
        Err(reason) if request.process.is_some() => {
            return Err(Failure::wrong(match reason {
                Some(why) => CaptureFault::NeedsTrace { why },
                None => CaptureFault::ProcessWithCounters,
            }));
        }
        Err(reason) => (CaptureSource::DiskCounters, reason, device::run(&mut context)?),
    };
    let used = sys::counters::ProcessUse::now().since(&used);
    Ok(CaptureSummary {
        device: device_name,
        source,
        no_trace,
        totals: ended.totals,
        seen_ios: ended.seen_ios,
        file_bytes: ended.file_bytes,
        mapped_share: ended.mapped_share,
        left_out_files: ended.left_out_files,
        output_on_device,
        cpu_ns: used.user_ns + used.system_ns,
        memory_bytes: used.memory_max_bytes,
        interrupted: interrupt.load(Ordering::Relaxed),
    })
}

fn names(devices: &[CapturedDevice]) -> String {
    devices.iter().map(|device| &*device.name).collect::<Vec<_>>().join(", ")
}

fn volumes(devices: &[CapturedDevice]) -> Vec<CapturedVolume> {
    let mut volumes: Vec<CapturedVolume> = Vec::new();
    for device in devices {
        let mount_point = device.mounts.first().map(|mount| mount.point.display().to_string());
        volumes.push(CapturedVolume {
            device: device.name.clone(),
            begin_bytes: volumes.last().map_or(0, CapturedVolume::next_begin_bytes),
            device_bytes: device.size_bytes,
            mount_point,
        });
    }
    volumes
}

struct CaptureResult {
    totals: CaptureTotals,
    seen_ios: u64,
    file_bytes: u64,
    mapped_share: Option<f64>,
    left_out_files: u64,
}

fn create(path: &Path, overwrite: bool) -> Result<File, Failure> {
    let shown = path.display();
    if path.exists() && !path.is_file() {
        return Err(Failure::wrong(CaptureFault::NotRegular { shown: shown.to_string() }));
    }
    let mut options = File::options();
    options.write(true);
    if overwrite {
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    options.open(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::wrong(CaptureFault::Exists { shown: shown.to_string() })
        }
        _ => Failure::system(Ending::Target, SystemAction::Create, &shown, &error),
    })
}

fn unwritten(request: &CaptureRequest, error: &CaptureFileError) -> Failure {
    let shown = request.output.display();
    Failure::of(
        Ending::Target,
        vec![
            CaptureFault::NotWritten { shown: shown.to_string(), error: error.to_string() }
                .to_string(),
        ],
    )
}
