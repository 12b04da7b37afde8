//! A workload from averages: takes the counters of intervals, gives streams with the same rates, mean sizes and queue.
//!
//! Many loads have the same averages. Missing facts are assumed, and each assumption is reported.

use super::{ClassKind, ClosedLoop, Fit, FitInput, FittedPace, FittedStream, TARGET};
use crate::{CounterInterval, DirectionCounters};
use base::{Bytes, Nanos};
use serde::{Deserialize, Serialize};
use workload::{AccessPattern, BlockSizes, Pace, RateCurve, StopCondition, Stream, SyncMode};

/// A loop counts as closed if the device was busy for at least this share of the time.
const BUSY_MIN: f64 = 0.95;
/// And if the queue depths of the intervals vary by at most this share of their mean (standard deviation).
const QUEUE_SPREAD_MAX: f64 = 0.1;
/// A mean size this close to a power of two counts as a single size.
const ONE_SIZE_SHARE: f64 = 0.05;
/// The smallest size of an I/O.
const SIZE_MIN_BYTES: f64 = 512.0;
/// Rates of intervals that vary by less than this share of the mean (standard deviation) count as constant.
const RATE_SPREAD_MIN: f64 = 0.05;
/// A direction below this share of the I/Os gets no stream.
const SHARE_MIN: f64 = 0.002;
/// The most outstanding I/Os of an open loop.
const OPEN_DEPTH: u32 = 256;

/// Facts that averages do not show and the workload assumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FitAssumption {
    /// The places are random; sequential ones would have the same averages.
    RandomPlaces,
    /// Each direction has one size, or the two powers of two around its mean.
    SizesAroundMean,
    /// A completion starts the next I/O, because the queue is constant and the device always busy; an open loop near saturation
    /// would have the same averages.
    ClosedLoop,
    /// I/Os arrive one by one at random times; bursts would have the same averages.
    RandomArrivals,
    /// Writes are flushed as often as the counters show, or never if they do not count flushes.
    FlushesUnknown,
}

/// The sums of all intervals.
#[derive(Default)]
struct Averages {
    length_ns: f64,
    read: DirectionCounters,
    write: DirectionCounters,
    flushes: Option<f64>,
    /// Mean queue depths of the intervals, if known.
    queues: Vec<f64>,
    busy: Vec<f64>,
}

impl Averages {
    fn of(intervals: &[CounterInterval]) -> Self {
        let mut sums = Self::default();
        for interval in intervals {
            let length_ns = interval.length_ns as f64;
            sums.length_ns += length_ns;
            let latency = |side: &DirectionCounters| side.latency_sum_ns;
            let by_little = latency(&interval.read)
                .zip(latency(&interval.write))
                .map(|(read, write)| (read + write) / length_ns.max(1.0));
            sums.queues.extend(interval.queue_depth_mean.or(by_little));
            sums.busy.extend(interval.busy_share);
            for (sum, side) in [(&mut sums.read, interval.read), (&mut sums.write, interval.write)]
            {
                sum.operations += side.operations;
                sum.bytes += side.bytes;
            }
            if let Some(flush) = interval.flush {
                *sums.flushes.get_or_insert(0.0) += flush.operations;
            }
        }
        sums
    }

    /// The closed loop that matches the averages, if any.
    fn closed_loop(&self, intervals: usize) -> Option<ClosedLoop> {
        let known = self.queues.len() == intervals && self.busy.len() == intervals;
        let (queue, spread) = mean_and_spread(&self.queues);
        let (busy, _) = mean_and_spread(&self.busy);
        let depth = queue.round();
        (known && busy >= BUSY_MIN && depth >= 1.0 && spread <= QUEUE_SPREAD_MAX)
            .then_some(ClosedLoop { depth: depth as u32 })
    }
}

/// The mean, and the standard deviation as a share of it.
fn mean_and_spread(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count;
    (mean, if mean > 0.0 { variance.sqrt() / mean } else { 0.0 })
}

/// Fits a workload to averages; `None` if no read and no write was counted. Processes and files of the input are not used.
pub fn fit_averages(
    intervals: &[CounterInterval],
    input: FitInput<'_>,
) -> Option<(Fit, Vec<FitAssumption>)> {
    let sums = Averages::of(intervals);
    let all = sums.read.operations + sums.write.operations;
    if all <= 0.0 || sums.length_ns <= 0.0 {
        return None;
    }
    let closed = sums.closed_loop(intervals.len());
    let mut assumptions = vec![FitAssumption::RandomPlaces, FitAssumption::SizesAroundMean];
    assumptions.push(match closed {
        Some(_) => FitAssumption::ClosedLoop,
        None => FitAssumption::RandomArrivals,
    });
    let flush_share = sums.flushes.map(|flushes| flushes / sums.write.operations.max(1.0));
    assumptions.extend(flush_share.is_none().then_some(FitAssumption::FlushesUnknown));
    let made = match closed {
        Some(closed) => vec![mixed(&sums, closed)],
        None => {
            let sides = [
                (ClassKind::Reads, sums.read, intervals.iter().map(|i| i.read).collect()),
                (ClassKind::Writes, sums.write, intervals.iter().map(|i| i.write).collect()),
            ];
            let counted =
                sides.into_iter().filter(|(_, side, _)| side.operations >= all * SHARE_MIN);
            let stream = |(kind, side, parts): (_, _, Vec<DirectionCounters>)| {
                open(kind, side, &parts, intervals, sums.length_ns)
            };
            counted.map(stream).collect()
        }
    };
    let mut streams = Vec::new();
    let mut made_from = Vec::new();
    for (mut stream, fitted) in made {
        stream.stop = StopCondition {
            duration_ns: Some(Nanos(input.duration_ns.max(1))),
            ..StopCondition::default()
        };
        if let Some(share) = flush_share.filter(|share| *share >= 0.02 && stream.writes()) {
            stream.sync = SyncMode::Fdatasync { every: (1.0 / share).round().max(1.0) as u32 };
        }
        made_from.push(fitted);
        streams.push(stream);
    }
    let workload = super::workload(input.name, streams);
    Some((Fit { workload, streams: made_from, left_out: 0 }, assumptions))
}

/// Reads and writes of one closed loop.
fn mixed(sums: &Averages, closed: ClosedLoop) -> (Stream, FittedStream) {
    let all = sums.read.operations + sums.write.operations;
    let kind = match sums.read.operations / all {
        share if share < SHARE_MIN => ClassKind::Writes,
        share if share > 1.0 - SHARE_MIN => ClassKind::Reads,
        _ => ClassKind::Mixed,
    };
    let mut stream = Stream::new(name(kind), TARGET);
    stream.access = AccessPattern::Uniform;
    stream.read_percent = match kind {
        ClassKind::Writes => 0.0,
        ClassKind::Reads => 100.0,
        _ => (sums.read.operations * 1e4 / all).round() / 100.0,
    };
    let read = (kind != ClassKind::Writes).then(|| sizes(&sums.read));
    let write = (kind != ClassKind::Reads).then(|| sizes(&sums.write));
    let either = read.clone().or(write.clone()).unwrap_or(BlockSizes::Fixed(Bytes::kib(8)));
    stream.read_blocks = read.unwrap_or_else(|| either.clone());
    stream.write_blocks = write.unwrap_or(either);
    (stream.pace, stream.depth) = (Pace::Closed, closed.depth);
    let bytes = sums.read.bytes + sums.write.bytes;
    let fitted = made_from(kind, all, bytes, FittedPace::Closed(closed));
    (stream, fitted)
}

/// One direction at its rate over time.
fn open(
    kind: ClassKind,
    side: DirectionCounters,
    parts: &[DirectionCounters],
    intervals: &[CounterInterval],
    length_ns: f64,
) -> (Stream, FittedStream) {
    let mut stream = Stream::new(name(kind), TARGET);
    stream.read_percent = if kind == ClassKind::Reads { 100.0 } else { 0.0 };
    stream.access = AccessPattern::Uniform;
    stream.read_blocks = sizes(&side);
    stream.write_blocks = stream.read_blocks.clone();
    stream.depth = OPEN_DEPTH;
    let rate_iops = side.operations * 1e9 / length_ns;
    stream.pace = Pace::Poisson { rate_iops };
    let rate = |(part, interval): (&DirectionCounters, &CounterInterval)| {
        part.operations / interval.length_ns.max(1) as f64
    };
    let rates: Vec<f64> = parts.iter().zip(intervals).map(rate).collect();
    // All steps have the same length; the intervals of most tools' logs vary by milliseconds.
    let step_ns = Nanos((length_ns / rates.len().max(1) as f64) as u64);
    let (mean, spread) = mean_and_spread(&rates);
    let changes = rates.len() > 1 && spread > RATE_SPREAD_MIN;
    let steps = if changes { rates.len() as u64 } else { 0 };
    stream.curve = changes.then(|| RateCurve {
        step_ns,
        factors: rates.iter().map(|rate| (rate / mean * 1000.0).round() / 1000.0).collect(),
    });
    let pace = FittedPace::Open { rate_iops, burst: 1, steps, dispersion: 1.0 };
    let fitted = made_from(kind, side.operations, side.bytes, pace);
    (stream, fitted)
}

fn name(kind: ClassKind) -> &'static str {
    match kind {
        ClassKind::Reads | ClassKind::SequentialReads => "reads",
        ClassKind::Writes | ClassKind::SequentialWrites => "writes",
        ClassKind::Mixed => "mixed",
    }
}

fn made_from(kind: ClassKind, operations: f64, bytes: f64, pace: FittedPace) -> FittedStream {
    FittedStream {
        name: name(kind).to_owned(),
        process: String::new(),
        role: None,
        kind,
        operations: operations.round() as u64,
        flushes: 0,
        bytes: bytes.round() as u64,
        pace,
    }
}

/// One size near the mean, or the two powers of two around it in the shares that give the mean.
fn sizes(side: &DirectionCounters) -> BlockSizes {
    let mean = (side.bytes / side.operations.max(1e-9)).max(SIZE_MIN_BYTES);
    let below = 2f64.powf(mean.log2().floor());
    let above = below * 2.0;
    let nearest = if mean / below < above / mean { below } else { above };
    if (mean / nearest - 1.0).abs() <= ONE_SIZE_SHARE {
        return BlockSizes::Fixed(Bytes(nearest as u64));
    }
    let share = (mean - below) / (above - below);
    let weight = |share: f64| (share * 1000.0).round().max(1.0);
    BlockSizes::Weighted(vec![
        (Bytes(below as u64), weight(1.0 - share)),
        (Bytes(above as u64), weight(share)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(
        index: u64,
        reads: f64,
        writes: f64,
        bytes: f64,
        queue: f64,
        busy: f64,
    ) -> CounterInterval {
        let side = |operations: f64| DirectionCounters {
            operations,
            bytes: operations * bytes,
            ..DirectionCounters::default()
        };
        CounterInterval {
            begin_ns: index * 10_000_000_000,
            length_ns: 10_000_000_000,
            read: side(reads),
            write: side(writes),
            queue_depth_mean: Some(queue),
            busy_share: Some(busy),
            ..CounterInterval::default()
        }
    }

    fn fitted(intervals: &[CounterInterval]) -> (Fit, Vec<FitAssumption>) {
        let input = FitInput {
            processes: &[],
            map: None,
            device_bytes: None,
            duration_ns: 60_000_000_000,
            name: "x",
        };
        fit_averages(intervals, input).expect("there is I/O")
    }

    #[test]
    fn a_constant_queue_of_a_busy_device_is_a_closed_loop() {
        let intervals: Vec<_> =
            (0..6).map(|i| interval(i, 7e3, 3e3, 8192.0, 31.6, 0.999)).collect();
        let (fit, assumptions) = fitted(&intervals);
        let [stream] = &fit.workload.streams[..] else { panic!("{:?}", fit.streams) };
        assert_eq!((stream.pace, stream.depth, stream.read_percent), (Pace::Closed, 32, 70.0));
        assert_eq!(stream.read_blocks, BlockSizes::Fixed(Bytes::kib(8)));
        assert!(assumptions.contains(&FitAssumption::ClosedLoop), "{assumptions:?}");
    }

    #[test]
    fn rates_of_a_device_with_pauses_are_open_loops_that_follow_them() {
        let intervals: Vec<_> =
            (0..6).map(|i| interval(i, 1e3 * (i + 1) as f64, 500.0, 12_288.0, 1.2, 0.4)).collect();
        let (fit, assumptions) = fitted(&intervals);
        let [reads, writes] = &fit.workload.streams[..] else { panic!("{:?}", fit.streams) };
        assert_eq!(reads.pace, Pace::Poisson { rate_iops: 350.0 });
        let curve = reads.curve.as_ref().expect("the rate changes");
        assert_eq!(curve.factors[..], [0.286, 0.571, 0.857, 1.143, 1.429, 1.714]);
        assert_eq!((writes.pace, &writes.curve), (Pace::Poisson { rate_iops: 50.0 }, &None));
        // 12 KiB is midway between 8 KiB and 16 KiB.
        let half = [(Bytes::kib(8), 500.0), (Bytes::kib(16), 500.0)];
        assert_eq!(reads.read_blocks, BlockSizes::Weighted(half.to_vec()));
        assert!(assumptions.contains(&FitAssumption::RandomArrivals), "{assumptions:?}");
    }
}
