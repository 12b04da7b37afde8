//! A job fitted to a capture.

use crate::captured::CapturedIo;
use crate::failure::Failure;
use base::Bytes;
use observe::fit::{self, FitAssumption, FitInput, FittedPace, FittedStream, KnownSessions};
use report::messages::capture::CaptureFault;
use std::path::Path;
use workload::{Extent, Workload};

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
    let end_bytes = captured.events.iter().map(observe::IoEvent::end_bytes).max().unwrap_or(0);
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
