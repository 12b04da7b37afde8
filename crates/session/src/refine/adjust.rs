//! Adjusts a fitted job for its next run: takes the job and its fidelity, returns the job with other rates, depths, pauses
//! and bursts. Pure.

use base::Nanos;
use workload::{Fidelity, FidelityFigure, Pace, Stream, Workload};

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
pub(super) struct RateRatios {
    pub(super) read: Option<f64>,
    pub(super) write: Option<f64>,
    pub(super) both: Option<f64>,
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
pub(super) fn next(
    workload: &Workload,
    fidelity: &Fidelity,
    ratios: RateRatios,
) -> Option<Workload> {
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
