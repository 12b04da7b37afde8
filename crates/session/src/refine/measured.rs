//! One captured run of a fitted job: takes the workload, returns its I/Os as the device saw them.
//!
//! The capture is the measurement. The intervals of the engine are only shown and never stored, so the run needs no store, which
//! [`crate::runner`] has.

use crate::capture::{CaptureRequest, CaptureSummary, capture};
use crate::captured::{self, CapturedIo};
use crate::engine_failure;
use crate::failure::{Ending, Failure};
use crate::live::Progress;
use crate::write_permission::Permission;
use crate::{claim, load};
use engine::RunControl;
use observe::file::CaptureReader;
use observe::files::{EXTENTS_MAX, FileExtent, FileIndex, FileMap};
use observe::{IoEvent, IoKind};
use report::Language;
use report::messages::capture::RefineFault;
use report::messages::system::SystemAction;
use sample::EngineEvent;
use std::collections::HashSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use sys::file::PathKind;
use sys::guard::FreeSpaceRule;
use workload::Workload;

/// The time between two checks whether the capture has begun.
const STEP: Duration = Duration::from_millis(10);
/// The name prefix of the kernel threads that carry out flushes for io_uring.
const URING_THREAD: &str = "iou-";

/// A job that runs under a capture.
pub(super) struct MeasuredRun<'a> {
    pub(super) workload: &'a Workload,
    pub(super) target: &'a Path,
    pub(super) writes: &'a Permission,
    pub(super) seed: u64,
    pub(super) length_ns: u64,
}

impl MeasuredRun<'_> {
    /// Prepares the target, runs the job, and returns its I/Os at the device in the order of their issue.
    pub(super) fn events(
        &self,
        interrupt: &Arc<AtomicBool>,
        progress: &mut Progress,
    ) -> Result<Vec<IoEvent>, Failure> {
        let mut ready = load::plan(self.workload, self.writes, self.seed)?;
        claim::all([self.target])?;
        load::prefill(self.workload, &mut ready, FreeSpaceRule::Reserve, interrupt, progress)?;
        claim::all([self.target])?;
        let file = CaptureFile::new();
        let stop = Arc::new(AtomicBool::new(false));
        let request = self.capture_request(&file.0);
        let (ran, summary) = std::thread::scope(|scope| {
            let capturing =
                scope.spawn(|| capture(&request, &stop, &mut Progress::new(true, Language::En)));
            while !capturing.is_finished() && !has_begun(&file.0) {
                std::thread::sleep(STEP);
            }
            let ran = if capturing.is_finished() {
                Ok(())
            } else {
                self.run(&ready, interrupt, progress)
            };
            stop.store(true, Ordering::Relaxed);
            (ran, capturing.join())
        });
        let summary = summary.map_err(|_| Failure::bug(RefineFault::RunCaptureFailed))??;
        ran?;
        traced(&summary, progress)?;
        own_events(captured::read(&file.0)?, self.target)
    }

    fn run(
        &self,
        ready: &load::PlannedJob,
        interrupt: &Arc<AtomicBool>,
        progress: &mut Progress,
    ) -> Result<(), Failure> {
        let control = RunControl { stop: Arc::clone(interrupt), ..RunControl::new(&ready.plan) };
        let mut failures = Vec::new();
        let notes = engine::run(&ready.plan, &ready.targets, &control, &mut |event| match event {
            EngineEvent::Interval(sample) => {
                progress.rates(&ready.plan.streams[sample.stream], &sample);
                progress.time(sample.end_ns as f64 / 1e9, self.length_ns as f64 / 1e9);
            }
            EngineEvent::Failure(failure) => failures.push(failure),
            _ => {}
        });
        ready.targets.iter().flatten().for_each(load::renew);
        let notes = notes.map_err(|error| Failure::from(&engine_failure::of_run(&error)))?;
        if let Some(failure) = failures.first() {
            let line = engine_failure::first(failure, &ready.plan.streams);
            return Err(Failure::target(line));
        }
        if notes.interrupted {
            let line = RefineFault::Interrupted.to_string();
            Err(Failure::of(Ending::Interrupted, vec![line]))
        } else {
            Ok(())
        }
    }

    fn capture_request(&self, output: &Path) -> CaptureRequest {
        CaptureRequest {
            targets: vec![self.target.to_owned()],
            // The capture is stopped when the run ends.
            duration_ns: u64::MAX / 2,
            output: output.to_owned(),
            overwrite: false,
            counters: false,
            interval_ns: 1_000_000_000,
            process: None,
            ring: None,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command: "plimsoll capture fit --refine".to_owned(),
        }
    }
}

/// A temporary capture file, which is removed on drop.
struct CaptureFile(PathBuf);

impl CaptureFile {
    fn new() -> Self {
        let name = format!("plimsoll-refine-{}.capture", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for CaptureFile {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

/// Whether the capture has begun: the header is written when the trace runs.
fn has_begun(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| CaptureReader::open(file).is_ok())
}

fn traced(summary: &CaptureSummary, progress: &mut Progress) -> Result<(), Failure> {
    if let Some(reason) = &summary.no_trace {
        return Err(Failure::target(RefineFault::ComparesIos { reason: reason.to_string() }));
    }
    let lost = summary.totals.lost_events;
    if lost > 0 {
        progress.say(RefineFault::LostEvents { lost });
    }
    Ok(())
}

/// The I/Os of the run: all captured ones for a device; for a file those in its extents, and the flushes of its processes.
fn own_events(captured: CapturedIo, target: &Path) -> Result<Vec<IoEvent>, Failure> {
    if matches!(sys::file::kind(target), Ok(PathKind::Device)) {
        return Ok(captured.events);
    }
    let shown = target.display();
    let extents =
        File::open(target).and_then(|file| sys::extents::physical_extents(&file, EXTENTS_MAX));
    let extents =
        extents.map_err(Failure::refused(Ending::Target, SystemAction::FindExtents, &shown))?;
    let file = FileIndex(0);
    let extents = extents.into_iter().map(|(offset_bytes, length_bytes)| FileExtent {
        offset_bytes,
        length_bytes,
        file,
    });
    let map = FileMap::new(vec![String::new()], extents.collect(), 0);
    let is_inside = |event: &IoEvent| {
        event.operation != IoKind::Flush && map.lookup(event.offset_bytes).is_some()
    };
    let name = |event: &IoEvent| {
        captured.processes.get(event.process.0 as usize).map_or("", |process| &process.name)
    };
    let ours: HashSet<&str> = captured.events.iter().filter(|e| is_inside(e)).map(name).collect();
    let is_own_flush = |event: &IoEvent| {
        let name = name(event);
        event.operation == IoKind::Flush && (ours.contains(name) || name.starts_with(URING_THREAD))
    };
    let own = captured.events.iter().filter(|event| is_inside(event) || is_own_flush(event));
    let own: Vec<IoEvent> = own.copied().collect();
    if own.is_empty() {
        return Err(Failure::target(RefineFault::NothingSeen { shown: shown.to_string() }));
    }
    Ok(own)
}
