//! Refines a fitted job: runs it on a target, captures that run, compares it with the capture, and adjusts the job.
//!
//! Takes the captured I/Os and the fitted workload; returns the workload of the best run and its fidelity. Writes only to
//! the target, by the rules of `run`.

mod measured;

use super::write_permission;
use crate::captured::CapturedIo;
use crate::failure::Failure;
use crate::live::Progress;
use crate::replay;
use crate::write_permission::Permission;
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
use workload::{Extent, Fidelity, FidelityFigure, Pace, Stream, TargetLocation, Workload};

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
    write_permission::check_all_used(
        request.writes.destroy.iter().map(PathBuf::as_path),
        [target],
    )?;
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
        let next = next(&current, &fidelity, ratios);
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

/// A rate within this share of the captured one is kept: random arrivals vary by as much.
const RATE_STEP_MIN: f64 = 0.01;
/// A rate changes at most by this factor in one round.
const RATE_STEP_MAX: f64 = 2.0;
/// A closed loop whose rate is within this share of the captured one is kept.
const LOOP_STEP_MIN: f64 = 0.02;
/// If the mean of the errors of mean and p99 latency exceeds this percentage, the size of the bursts changes.
const LATENCY_PERCENT_MIN: f64 = 10.0;
/// A burst changes at most by this factor in one round.
const BURST_STEP_MAX: f64 = 1.5;
const DEPTH_MAX: f64 = 4096.0;

/// The ratio of captured I/Os to those of the fitted job, by direction; `None` without I/O.
#[derive(Clone, Copy, Debug, Default)]
struct RateRatios {
    read: Option<f64>,
    write: Option<f64>,
    both: Option<f64>,
}

impl RateRatios {
    fn of(self, stream: &Stream) -> f64 {
        let ratio = match stream.read_percent {
            percent if percent >= 100.0 => self.read,
            percent if percent <= 0.0 => self.write,
            _ => self.both,
        };
        ratio.unwrap_or(1.0)
    }
}

/// The job of the next round; `None` if there is nothing to change.
fn next(workload: &Workload, fidelity: &Fidelity, ratios: RateRatios) -> Option<Workload> {
    let mut next = workload.clone();
    let alone = next.streams.len() == 1;
    let latency_ratio = latency_ratio(fidelity);
    // Single arrivals become bursts only if no stream has bursts that can grow.
    let burst_min = next.streams.iter().map(burst).max().map_or(1, |largest| largest.min(2));
    for stream in &mut next.streams {
        match stream.pace {
            Pace::Closed | Pace::ThinkTime { .. } if alone => closed(stream, fidelity),
            // With several streams, the figures of one closed loop are unknown.
            Pace::Closed | Pace::ThinkTime { .. } => {}
            _ => {
                let step = if burst(stream) >= burst_min { latency_ratio } else { 1.0 };
                open(stream, step, ratios.of(stream));
            }
        }
    }
    (next != *workload).then_some(next)
}

/// The ratio of the captured latency to that of the fitted job, averaged over mean and p99; 1 if it is close enough.
fn latency_ratio(fidelity: &Fidelity) -> f64 {
    let figures = [FidelityFigure::LatencyMean, FidelityFigure::LatencyP99];
    let errors = figures.into_iter().filter_map(|figure| Some(fidelity.pair(figure)?.error()));
    let (sum, count) = errors.fold((0.0, 0.0), |(sum, count), error| (sum + error, count + 1.0));
    let error_percent = if count > 0.0 { sum / count } else { 0.0 };
    if error_percent.abs() <= LATENCY_PERCENT_MIN {
        return 1.0;
    }
    (1.0 / (1.0 + error_percent / 100.0).max(0.01)).clamp(1.0 / BURST_STEP_MAX, BURST_STEP_MAX)
}

/// The number of I/Os of an open loop that arrive together.
fn burst(stream: &Stream) -> u32 {
    match stream.pace {
        Pace::Bursts { burst, .. } => burst,
        _ => 1,
    }
}

/// Scales the burst by the latency ratio, since I/Os that arrive together wait for each other, and the rate by `ratio`.
fn open(stream: &mut Stream, latency_ratio: f64, ratio: f64) {
    let burst = f64::from(burst(stream)) * latency_ratio;
    let burst = if latency_ratio > 1.0 { burst.ceil() } else { burst.floor().max(1.0) } as u32;
    let Some(rate_iops) = stream.pace.rate_iops() else { return };
    let ratio = if (ratio - 1.0).abs() > RATE_STEP_MIN { ratio } else { 1.0 };
    let rate_iops = rate_iops * ratio.clamp(1.0 / RATE_STEP_MAX, RATE_STEP_MAX);
    stream.pace = match (stream.pace, burst) {
        (Pace::Fixed { .. }, 1) => Pace::Fixed { rate_iops },
        (_, 1) => Pace::Poisson { rate_iops },
        _ => Pace::Bursts { rate_iops, burst },
    };
}

/// Adjusts the queue depth to the captured one; then slows a loop that is too fast by think time.
fn closed(stream: &mut Stream, fidelity: &Fidelity) {
    let pair =
        |figure| fidelity.pair(figure).filter(|pair| pair.captured > 0.0 && pair.fitted > 0.0);
    let Some(iops) = pair(FidelityFigure::Iops) else { return };
    if let (Pace::Closed, Some(held)) = (stream.pace, pair(FidelityFigure::DepthMean)) {
        let depth = (f64::from(stream.depth) * held.captured / held.fitted).round();
        let depth = depth.clamp(1.0, DEPTH_MAX) as u32;
        if depth != stream.depth {
            stream.depth = depth;
            return;
        }
    }
    if (iops.captured / iops.fitted - 1.0).abs() < LOOP_STEP_MIN {
        return;
    }
    let think_ns = match stream.pace {
        Pace::ThinkTime { think_ns, .. } => think_ns.0 as f64,
        _ => 0.0,
    };
    let burst = stream.depth;
    let longer_ns = f64::from(burst) * (1e9 / iops.captured - 1e9 / iops.fitted);
    let think_ns = think_ns + longer_ns;
    stream.pace = match think_ns {
        ns if ns >= 1.0 => Pace::ThinkTime { think_ns: Nanos(ns as u64), burst },
        _ => Pace::Closed,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::FigurePair;

    fn job(pace: Pace, depth: u32) -> Workload {
        let mut stream = Stream::new("a", "b");
        (stream.pace, stream.depth) = (pace, depth);
        Workload::new("", Vec::new(), vec![stream])
    }

    fn fidelity(figures: &[(FidelityFigure, f64, f64)]) -> Fidelity {
        let pair = |&(figure, captured, fitted): &_| FigurePair { figure, captured, fitted };
        Fidelity { figures: figures.iter().map(pair).collect(), ..Fidelity::default() }
    }

    fn pace_of(next: Option<Workload>) -> Option<(Pace, u32)> {
        next.map(|workload| (workload.streams[0].pace, workload.streams[0].depth))
    }

    #[test]
    fn a_rate_follows_the_captured_one_and_latency_the_burst() {
        let poisson = Pace::Poisson { rate_iops: 1000.0 };
        let ratios = |read| RateRatios { read: Some(read), ..RateRatios::default() };
        let with = |pace, read, error: f64| {
            let fidelity = fidelity(&[(FidelityFigure::LatencyMean, 100.0, 100.0 + error)]);
            pace_of(next(&job(pace, 32), &fidelity, ratios(read))).map(|found| found.0)
        };
        assert_eq!(with(poisson, 1.2, 0.0), Some(Pace::Poisson { rate_iops: 1200.0 }));
        assert_eq!(with(poisson, 9.0, 0.0), Some(Pace::Poisson { rate_iops: 2000.0 }));
        assert_eq!(with(poisson, 1.005, 5.0), None);
        let bursts = |burst| Pace::Bursts { rate_iops: 1000.0, burst };
        assert_eq!(with(poisson, 1.0, -30.0), Some(bursts(2)));
        assert_eq!(with(bursts(4), 1.0, 30.0), Some(bursts(3)));
        assert_eq!(with(poisson, 1.0, 30.0), None, "there is nothing to spread");
    }

    #[test]
    fn a_closed_loop_takes_the_captured_depth_and_then_pauses() {
        let with = |pace, depth, figures: &[_]| {
            pace_of(next(&job(pace, depth), &fidelity(figures), RateRatios::default()))
        };
        let deeper = [(FidelityFigure::Iops, 9e3, 5e3), (FidelityFigure::DepthMean, 32.0, 16.0)];
        assert_eq!(with(Pace::Closed, 16, &deeper), Some((Pace::Closed, 32)));
        let faster = [(FidelityFigure::Iops, 2e3, 4e3), (FidelityFigure::DepthMean, 1.0, 1.0)];
        let pause = Pace::ThinkTime { think_ns: Nanos(250_000), burst: 1 };
        assert_eq!(with(Pace::Closed, 1, &faster), Some((pause, 1)));
        let slower = [(FidelityFigure::Iops, 4e3, 2e3), (FidelityFigure::DepthMean, 1.0, 1.0)];
        assert_eq!(with(pause, 1, &slower), Some((Pace::Closed, 1)));
        let same = [(FidelityFigure::Iops, 4e3, 4e3), (FidelityFigure::DepthMean, 1.0, 1.0)];
        assert_eq!(with(Pace::Closed, 1, &same), None);
    }
}
