//! A workload from averages: takes the counters of intervals, gives streams with the same rates, mean sizes and queue.
//!
//! Many loads have the same averages. Missing facts are assumed, and each assumption is reported.

use super::{ClassKind, Fit, FitInput, FittedPace, FittedStream, TARGET};
use crate::counters::add_known;
use crate::{CounterInterval, DirectionCounters};
use base::{Bytes, Nanos};
use serde::{Deserialize, Serialize};
use workload::{AccessPattern, BlockSizes, Pace, RateCurve, StopCondition, Stream, SyncMode};

/// A queue limits the load if the device was busy for at least this share of the time.
const BUSY_MIN: f64 = 0.95;
/// And if the queue depths of the intervals vary by at most this share of their mean (standard deviation).
const QUEUE_SPREAD_MAX: f64 = 0.1;
/// A mean size this close to a power of two counts as a single size.
const ONE_SIZE_SHARE: f64 = 0.05;
/// The size where the source has none.
const SIZE_ASSUMED: Bytes = Bytes::kib(8);
const SIZE_MIN_BYTES: f64 = 512.0;
/// Rates of intervals that vary by less than this share of the mean (standard deviation) count as constant.
const RATE_SPREAD_MIN: f64 = 0.05;
/// A direction below this share of the I/Os gets no stream.
const SHARE_MIN: f64 = 0.002;
const STEPS_MAX: usize = 1000;
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
    SizesUnknown,
    /// No more I/Os are outstanding than in the constant queue of a device that is always busy.
    ConstantQueue,
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
                add_known(&mut sum.bytes, side.bytes);
            }
            add_known(&mut sums.flushes, interval.flush.map(|flush| flush.operations));
        }
        sums
    }

    /// The queue that limits the load, if any.
    fn constant_queue(&self, intervals: usize) -> Option<u32> {
        let known = self.queues.len() == intervals && self.busy.len() == intervals;
        let (queue, spread) = mean_and_spread(&self.queues);
        let (busy, _) = mean_and_spread(&self.busy);
        let depth = queue.round();
        (known && busy >= BUSY_MIN && depth >= 1.0 && spread <= QUEUE_SPREAD_MAX)
            .then_some(depth as u32)
    }

    /// The kinds of I/O that get a stream each: one queue holds reads and writes.
    fn kinds(&self, one_queue: bool) -> Vec<ClassKind> {
        match self.read.operations / (self.read.operations + self.write.operations) {
            share if share < SHARE_MIN => vec![ClassKind::Writes],
            share if share > 1.0 - SHARE_MIN => vec![ClassKind::Reads],
            _ if one_queue => vec![ClassKind::Mixed],
            _ => vec![ClassKind::Reads, ClassKind::Writes],
        }
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
    let queue = sums.constant_queue(intervals.len());
    let has_sizes = sums.read.bytes.is_some() || sums.write.bytes.is_some();
    let mut assumptions = vec![FitAssumption::RandomPlaces];
    assumptions.push(if has_sizes {
        FitAssumption::SizesAroundMean
    } else {
        FitAssumption::SizesUnknown
    });
    assumptions.extend(queue.map(|_| FitAssumption::ConstantQueue));
    assumptions.push(FitAssumption::RandomArrivals);
    let flush_share = sums.flushes.map(|flushes| flushes / sums.write.operations.max(1.0));
    assumptions.extend(flush_share.is_none().then_some(FitAssumption::FlushesUnknown));
    let mut streams = Vec::new();
    let mut made_from = Vec::new();
    for kind in sums.kinds(queue.is_some()) {
        let (mut stream, fitted) = stream(kind, &sums, intervals);
        stream.depth = queue.unwrap_or(OPEN_DEPTH);
        if let Some(share) = flush_share.filter(|share| *share >= 0.02 && stream.writes()) {
            stream.sync = SyncMode::Fdatasync { every: (1.0 / share).round().max(1.0) as u32 };
        }
        made_from.push(fitted);
        streams.push(stream);
    }
    let workload = super::workload(input, streams);
    Some((Fit { workload, streams: made_from, left_out: 0 }, assumptions))
}

/// The I/O of one kind at its rate over the recorded time.
fn stream(
    kind: ClassKind,
    sums: &Averages,
    intervals: &[CounterInterval],
) -> (Stream, FittedStream) {
    let of = |read: f64, write: f64| match kind {
        ClassKind::Reads => read,
        ClassKind::Writes => write,
        _ => read + write,
    };
    let operations = of(sums.read.operations, sums.write.operations);
    let name = match kind {
        ClassKind::Reads => "reads",
        ClassKind::Writes => "writes",
        _ => "mixed",
    };
    let mut stream = Stream::new(name, TARGET);
    stream.read_percent = match kind {
        ClassKind::Reads => 100.0,
        ClassKind::Writes => 0.0,
        _ => (sums.read.operations * 1e4 / operations).round() / 100.0,
    };
    stream.access = AccessPattern::Uniform;
    stream.read_blocks = sizes(if kind == ClassKind::Writes { &sums.write } else { &sums.read });
    stream.write_blocks = sizes(if kind == ClassKind::Reads { &sums.read } else { &sums.write });
    let rate_iops = operations * 1e9 / sums.length_ns;
    stream.pace = Pace::Poisson { rate_iops };
    let parts = intervals.iter().map(|interval| CountedTime {
        length_ns: interval.length_ns as f64,
        operations: of(interval.read.operations, interval.write.operations),
    });
    stream.curve = curve(&parts.collect::<Vec<_>>());
    stream.stop = StopCondition {
        duration_ns: Some(Nanos(sums.length_ns as u64)),
        ..StopCondition::default()
    };
    let steps = stream.curve.as_ref().map_or(0, |curve| curve.factors.len() as u64);
    let fitted = FittedStream {
        name: name.to_owned(),
        process: String::new(),
        role: None,
        kind,
        operations: operations.round() as u64,
        flushes: 0,
        bytes: of(sums.read.bytes.unwrap_or(0.0), sums.write.bytes.unwrap_or(0.0)).round() as u64,
        pace: FittedPace::Open { rate_iops, burst: 1, steps, dispersion: 1.0 },
    };
    (stream, fitted)
}

/// The I/Os of one kind in one interval.
struct CountedTime {
    length_ns: f64,
    operations: f64,
}

/// The rate in equal steps of the recorded time, relative to its mean; `None` if it hardly changes.
fn curve(parts: &[CountedTime]) -> Option<RateCurve> {
    let (_, spread) = mean_and_spread(
        &parts.iter().map(|p| p.operations / p.length_ns.max(1.0)).collect::<Vec<_>>(),
    );
    if parts.len() < 2 || spread <= RATE_SPREAD_MIN {
        return None;
    }
    let length_ns: f64 = parts.iter().map(|part| part.length_ns).sum();
    let operations: f64 = parts.iter().map(|part| part.operations).sum();
    let steps = parts.len().min(STEPS_MAX);
    let mut factors = vec![0.0; steps];
    // Intervals of different lengths are divided among the steps that they touch.
    let mut begin = 0.0;
    for part in parts {
        let end = begin + part.length_ns * steps as f64 / length_ns;
        for (step, factor) in factors.iter_mut().enumerate().skip(begin as usize) {
            let within = end.min(step as f64 + 1.0) - begin.max(step as f64);
            if within <= 0.0 {
                break;
            }
            *factor += part.operations * within / (end - begin) * steps as f64 / operations;
        }
        begin = end;
    }
    let step_ns = Nanos((length_ns / steps as f64) as u64);
    let rounded = factors.into_iter().map(|factor: f64| (factor * 1000.0).round() / 1000.0);
    Some(RateCurve { step_ns, factors: rounded.collect() })
}

/// One size near the mean, or the two powers of two around it in the shares that give the mean.
fn sizes(side: &DirectionCounters) -> BlockSizes {
    let Some(bytes) = side.bytes.filter(|_| side.operations > 0.0) else {
        return BlockSizes::Fixed(SIZE_ASSUMED);
    };
    let mean = (bytes / side.operations).max(SIZE_MIN_BYTES);
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
            bytes: Some(operations * bytes),
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
        let input = FitInput { duration_ns: 60_000_000_000, name: "x", ..FitInput::default() };
        fit_averages(intervals, input).expect("there is I/O")
    }

    #[test]
    fn the_constant_queue_of_a_busy_device_limits_the_rate() {
        let intervals: Vec<_> =
            (0..6).map(|i| interval(i, 7e3, 3e3, 8192.0, 31.6, 0.999)).collect();
        let (fit, assumptions) = fitted(&intervals);
        let [stream] = &fit.workload.streams[..] else { panic!("{:?}", fit.streams) };
        assert_eq!((stream.depth, stream.read_percent), (32, 70.0));
        assert_eq!(stream.pace, Pace::Poisson { rate_iops: 1_000.0 });
        assert_eq!(stream.read_blocks, BlockSizes::Fixed(Bytes::kib(8)));
        assert!(assumptions.contains(&FitAssumption::ConstantQueue), "{assumptions:?}");
    }

    #[test]
    fn time_that_is_not_recorded_is_no_part_of_the_job() {
        // Twice as long at half the rate, an hour later.
        let mut intervals = vec![
            interval(0, 4e3, 0.0, 8192.0, 1.2, 0.4),
            interval(360, 4e3, 0.0, 8192.0, 1.2, 0.4),
        ];
        intervals[1].length_ns *= 2;
        let (fit, _) = fitted(&intervals);
        let [reads] = &fit.workload.streams[..] else { panic!("{:?}", fit.streams) };
        assert_eq!(reads.pace, Pace::Poisson { rate_iops: 8e3 / 30.0 });
        assert_eq!(reads.stop.duration_ns, Some(Nanos(30_000_000_000)));
        let curve = reads.curve.as_ref().expect("the rate changes");
        // Steps of 15 s: 10 s at 400 and 5 s at 200, then 15 s at 200 per second.
        assert_eq!((curve.step_ns, &curve.factors[..]), (Nanos(15_000_000_000), &[1.25, 0.75][..]));
    }

    #[test]
    fn sizes_that_are_not_known_are_assumed_and_told() {
        let mut counted = interval(0, 4e3, 1e3, 0.0, 1.2, 0.4);
        (counted.read.bytes, counted.write.bytes) = (None, None);
        let (fit, assumptions) = fitted(&[counted]);
        assert_eq!(fit.workload.streams[0].read_blocks, BlockSizes::Fixed(SIZE_ASSUMED));
        assert!(assumptions.contains(&FitAssumption::SizesUnknown), "{assumptions:?}");
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
