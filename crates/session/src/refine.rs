//! Refines a fitted job: runs it on a target, captures that run, compares it with the capture, and adjusts the job.
//!
//! Takes the captured I/Os and the fitted workload; returns the workload of the best run and its fidelity. Writes only to
//! the target, by the rules of `run`.

mod adjust;
mod measured;

use crate::captured::CapturedIo;
use crate::failure::Failure;
use crate::live::Progress;
use crate::write_permission::Permission;
use crate::{marked_devices, replay};
use adjust::RateRatios;
use base::Nanos;
use measured::MeasuredRun;
use observe::fidelity::{LoadSample, compare};
use observe::{IoEvent, IoKind};
use report::messages::capture::RefineFault;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use sys::inventory::SystemRoots;
use sys::trace::TraceFileSystem;
use workload::{Extent, Fidelity, TargetLocation, Workload};

const ROUNDS_MAX: u32 = 5;
/// The longest run. Of a longer capture, only the beginning is compared.
const RUN_NS_MAX: u64 = 300_000_000_000;

#[derive(Debug)]
pub struct RefineRequest<'a> {
    pub captured: &'a CapturedIo,
    pub writes: Permission,
    pub seed: u64,
}

#[derive(Debug)]
pub struct RefinedJob {
    pub workload: Workload,
    pub fidelity: Fidelity,
    pub rounds: u32,
}

/// Runs the job on its target until its fidelity meets the goals, or an adjustment does not improve it.
pub fn refine(
    workload: &Workload,
    request: &RefineRequest<'_>,
    interrupt: &Arc<AtomicBool>,
    progress: &mut Progress,
) -> Result<RefinedJob, Failure> {
    let mut current = workload.clone();
    let target = path(workload)?;
    marked_devices::check_all_used(request.writes.destroy.iter().map(PathBuf::as_path), [target])?;
    // Without a block trace nothing could be compared: fail before the target is touched.
    TraceFileSystem::open(&SystemRoots::default())
        .map_err(|error| Failure::target(RefineFault::NoTrace { error: error.to_string() }))?;
    fit_to_target(&mut current)?;
    let length_ns = request.captured.length_ns.clamp(1, RUN_NS_MAX);
    let within = request.captured.events.partition_point(|event| event.issued_ns < length_ns);
    let captured = LoadSample { events: &request.captured.events[..within], length_ns };
    let mut best: Option<(Workload, Fidelity)> = None;
    let mut rounds = 0;
    while rounds < ROUNDS_MAX {
        rounds += 1;
        progress.begin(
            &RefineFault::Round { round: rounds.into() }.to_string(),
            Some(length_ns as f64 / 1e9),
        );
        let shortened = shortened(&current, length_ns);
        let (writes, seed) = (&request.writes, request.seed);
        let run = MeasuredRun { workload: &shortened, target, writes, seed, length_ns };
        let events = run.events(interrupt, progress)?;
        let fitted = LoadSample { events: &events, length_ns };
        let shown = target.display().to_string();
        let fidelity = compare(captured, fitted, &shown)
            .ok_or_else(|| Failure::target(RefineFault::NoIo { shown: shown.to_string() }))?;
        if best.as_ref().is_some_and(|(_, known)| fidelity.excess() >= known.excess()) {
            break;
        }
        let ratios = ratios(captured.events, &events);
        let next = adjust::next(&current, &fidelity, ratios);
        let is_good = fidelity.excess() == 0.0;
        best = Some((current, fidelity));
        match next {
            Some(next) if !is_good => current = next,
            _ => break,
        }
    }
    progress.wipe();
    let (workload, fidelity) = best.expect("the first round is the best so far");
    Ok(RefinedJob { workload, fidelity, rounds })
}

fn path(workload: &Workload) -> Result<&Path, Failure> {
    match workload.targets.first().map(|target| &target.place) {
        Some(TargetLocation::Path(path)) => Ok(path),
        _ => Err(Failure::wrong(RefineFault::Simulated)),
    }
}

/// Limits the job to the size of an existing device or file, and fits its blocks to the sector size of the target.
fn fit_to_target(workload: &mut Workload) -> Result<(), Failure> {
    for target in &mut workload.targets {
        let facts = replay::facts(target)?;
        if let (Some(Extent::Bytes(size)), 1..) = (&mut target.size, facts.size_bytes) {
            size.0 = size.0.min(facts.size_bytes);
        }
        workload.streams.iter_mut().for_each(|s| s.fit_to(u64::from(facts.block_bytes)));
    }
    Ok(())
}

/// The job with all streams limited to this duration.
fn shortened(workload: &Workload, length_ns: u64) -> Workload {
    let mut shortened = workload.clone();
    for stream in &mut shortened.streams {
        stream.stop.duration_ns = Some(Nanos(length_ns));
    }
    shortened
}

fn ratios(captured: &[IoEvent], fitted: &[IoEvent]) -> RateRatios {
    let count = |events: &[IoEvent], operation: IoKind| {
        events.iter().filter(|e| e.is_transfer() && e.operation == operation).count() as f64
    };
    let ratio = |a: f64, b: f64| (a > 0.0 && b > 0.0).then(|| a / b);
    let [reads, writes] = [IoKind::Read, IoKind::Write]
        .map(|operation| (count(captured, operation), count(fitted, operation)));
    RateRatios {
        read: ratio(reads.0, reads.1),
        write: ratio(writes.0, writes.1),
        both: ratio(reads.0 + writes.0, reads.1 + writes.1),
    }
}
