//! Captures the block trace: drains the kernel's buffers ten times a second, pairs issues with completions, and writes.

use super::device::{CapturedDevice, CapturedMount};
use super::recording::CaptureRecording;
use super::recording::CaptureRing;
use super::{CaptureContext, CaptureResult, device, names, unwritten};
use crate::failure::Failure;
use observe::file::{CaptureChunk, CaptureFileError, CaptureTotals, EventLoss};
use observe::files::FileMap;
use observe::trace::{
    BlockFormats, BlockStep, PairingLevel, PairingState, RawFormats, TraceMerge, TracedVolume,
};
use observe::{CaptureSource, CapturedVolume};
use report::messages::capture::CaptureFault;
use report::messages::progress::ProgressText;
use std::io;
use std::sync::atomic::Ordering;
use sys::absent::is_of_other_system;
use sys::clock::monotonic_ns;
use sys::trace::{TraceFileSystem, TraceInstance, TracedEvent};

/// Time between two rounds. The buffers are polled, so that a traced I/O wakes no reader.
const ROUND_NS: u64 = 100_000_000;
/// The longest time from an event's timestamp until it is in its buffer.
const SETTLED_NS: u64 = 2_000_000;

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
    let placed = |(device, volume): (&CapturedDevice, &CapturedVolume)| {
        let begin_bytes = volume.begin_bytes;
        let of = move |mount: &CapturedMount| CapturedMount {
            offset_bytes: mount.offset_bytes + begin_bytes,
            ..mount.clone()
        };
        device.mounts.iter().map(of).collect::<Vec<_>>()
    };
    let mounts: Vec<_> = context.devices.iter().zip(&context.volumes).flat_map(placed).collect();
    let (interrupt, progress) = (context.interrupt, &mut *context.progress);
    let device = names(&context.devices);
    progress.begin(&ProgressText::MappingFiles { device }.to_string(), None);
    let mut going = |files: usize| {
        progress.live.details = vec![ProgressText::Files { count: files as u64 }.to_string()];
        progress.elapsed();
        monotonic_ns() < end_ns && !interrupt.load(Ordering::Relaxed)
    };
    device::map(&mounts, &mut going)
}

const STEPS: [(PairingLevel, BlockStep, &str); 6] = [
    (PairingLevel::Request, BlockStep::Insert, "block/block_rq_insert"),
    (PairingLevel::Request, BlockStep::Issue, "block/block_rq_issue"),
    (PairingLevel::Request, BlockStep::Complete, "block/block_rq_complete"),
    (PairingLevel::Request, BlockStep::Requeue, "block/block_rq_requeue"),
    (PairingLevel::Bio, BlockStep::Issue, "block/block_bio_queue"),
    (PairingLevel::Bio, BlockStep::Complete, "block/block_bio_complete"),
];

fn traced_volumes(context: &CaptureContext<'_>) -> Vec<TracedVolume> {
    let of = |(device, volume): (&CapturedDevice, &CapturedVolume)| TracedVolume {
        devices: device.event_devices.clone(),
        level: device.level,
        first_sector: device.first_sector,
        sectors: device.size_bytes.map(|bytes| bytes / 512),
        begin_bytes: volume.begin_bytes,
    };
    context.devices.iter().zip(&context.volumes).map(of).collect()
}

/// Starts the trace.
pub(super) fn start(context: &mut CaptureContext<'_>) -> Result<RunningTrace, String> {
    let refused = |error: io::Error| match error.kind() {
        _ if is_of_other_system(&error) => CaptureFault::NoTraceOnSystem.to_string(),
        io::ErrorKind::PermissionDenied => CaptureFault::TraceNeedsRoot.to_string(),
        io::ErrorKind::NotFound | io::ErrorKind::Unsupported => {
            CaptureFault::NoTraceInKernel { error: error.to_string() }.to_string()
        }
        _ => CaptureFault::TraceNotStarted { error: error.to_string() }.to_string(),
    };
    let file_system = TraceFileSystem::open(&context.roots).map_err(refused)?;
    let mut raw = RawFormats {
        header_page: file_system.event_text("header_page").map_err(refused)?,
        events: Vec::new(),
    };
    let mut traced = Vec::new();
    for (level, step, event) in STEPS {
        let of_level = context.devices.iter().filter(|device| device.level == level);
        let filter = of_level.map(|device| format!("({})", device.filter)).collect::<Vec<_>>();
        if filter.is_empty() {
            continue;
        }
        let text = match file_system.event_text(&format!("{event}/format")) {
            // Only the time in the scheduler is then unknown.
            Err(_) if step == BlockStep::Insert => continue,
            text => text.map_err(refused)?,
        };
        raw.events.push((step, text));
        traced.push(TracedEvent { event: event.to_owned(), filter: filter.join(" || ") });
    }
    let formats = BlockFormats::parse(&raw).map_err(|error| error.to_string())?;
    let map = file_map(context);
    let doing = ProgressText::Capturing { device: context.names() }.to_string();
    let length_s = context.length_s();
    context.progress.begin(&doing, length_s);
    let instance =
        TraceInstance::start(file_system, &context.roots, &traced, None).map_err(refused)?;
    // To start the tracepoints takes up to 0.1 s, which would look like a pause of the load.
    context.start_ns = monotonic_ns();
    let merge = TraceMerge::new(formats, instance.cpus().count(), context.start_ns);
    let pairing = PairingState::new(context.start_ns, traced_volumes(context));
    Ok(RunningTrace { instance, merge, pairing, map })
}

/// Captures until the end.
/// If it fails, the file keeps what was captured before.
pub(super) fn run(
    mut trace: RunningTrace,
    context: &mut CaptureContext<'_>,
) -> Result<CaptureResult, Failure> {
    let request = context.request;
    if request.ring.is_some() {
        sys::signal::watch_report_requests().map_err(Failure::bug)?;
    }
    let writer = context.create(CaptureSource::BlockTrace)?;
    let map = trace.map.take();
    let mut recording = CaptureRecording::new(writer, map, context.volumes.clone());
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
        recording.write(pairing, context, context.elapsed_ns()).map_err(failed)?;
        recording.show(context);
        if sys::signal::take_report_request() {
            recording.write_snapshot(context);
        }
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
    recording.write(&mut pairing, context, length_ns)?;
    let mut rest = Vec::new();
    let seen = pairing.finish(&mut |io| rest.push(io));
    recording.found = rest;
    recording.keep()?;
    if let Some(ring) = recording.ring.take() {
        let begin_ns = ring.begin_ns(length_ns);
        recording.writer =
            recording.ring_file(&ring, &context.request.output, context, begin_ns)?;
        length_ns -= begin_ns;
    }
    let mut left_out_files = 0;
    if let Some(earlier) = recording.map.take() {
        let map = file_map(context).unwrap_or_default();
        left_out_files = map.left_out_files;
        let mut map = map.completed_by(&earlier);
        for (from, to) in recording.journals.values() {
            map = map.with_journal(*from, to - from);
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
