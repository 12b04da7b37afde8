//! The record of a run that did not finish: its committed trials, and a summary of the intervals of the trial in progress.
//!
//! Intervals have no histograms, so rates have no confidence interval here. Percentiles come from the last stored distribution,
//! up to ten seconds before the end.

use crate::read::StoredTrial;
use crate::{RunId, Store, StoreError};
use record::{Reason, Record, State, TrialRecord};
use summary::warning::Detail;
use summary::{
    Estimate, Interval, IntervalDirection, LatencySummary, Series, StreamSummary, TimeSeriesPoint,
    Warning, WarningKind, Weight,
};

/// The maximum number of points of a time series, as in [`StreamSummary::points`].
const POINTS_MAX: usize = 2000;
/// The maximum number of buckets, as in [`LatencySummary::buckets`].
const BUCKETS_MAX: usize = 400;
/// The percentiles that are reported if there are enough operations for them.
const SHARES: [f64; 6] = [0.5, 0.9, 0.95, 0.99, 0.999, 0.9999];
/// A percentile q needs ln(0.05) / ln(q) operations: with fewer, all of them are below it in more than 5 of 100 samples.
const MISS: f64 = 0.05;

const MIB: f64 = 1_048_576.0;

/// Marks a record as not finished.
pub(crate) fn mark(mut record: Record) -> Record {
    record.state = State::Running;
    // An integrity test has no trials but stores its duration. The fold starts at 0.0 because an empty sum is a negative zero.
    let longest = |trial: &TrialRecord| trial.streams.iter().map(|s| s.seconds).fold(0.0, f64::max);
    let measured = record.trials.iter().map(longest).fold(0.0, |sum, seconds| sum + seconds);
    record.seconds = if record.proof.is_some() { record.seconds } else { measured };
    let reason = std::mem::take(&mut record.reason);
    let so_far = (record.proof.is_some() && !reason.is_empty()).then(|| Box::new(reason));
    record.reason = Reason::Unfinished(so_far);
    // The minutes of a soak are whole, and its agreement is judged by those so far.
    if record.soak.is_none() {
        let (kind, weight) = (WarningKind::Interrupted, Weight::Forbids);
        record.warnings.push(Warning::of_run(kind, weight, Detail::Unfinished));
    }
    record
}

impl Store {
    /// Summarizes the intervals of a stream whose trial has not ended.
    pub(crate) fn unfinished_stream(
        &self,
        run: RunId,
        trial: &StoredTrial,
        stream: i64,
        name: String,
    ) -> Result<StreamSummary, StoreError> {
        let mut sum = Sum::default();
        let mut points = Vec::new();
        for row in self.stream_intervals(run, trial, stream, &name) {
            let interval = row?.interval;
            points.push(interval.point());
            if !interval.warm_up {
                sum.add(&interval);
            }
        }
        let totals = self.distributions(run, stream, 1)?;
        let services = self.distributions(run, stream, 2)?;
        let [read, write, flush] = sum.directions;
        let mut latencies = [read, write, flush]
            .into_iter()
            .zip(totals)
            .zip(services)
            .map(|((counts, total), service)| counts.latency(&total, &service));
        let mut latency = || latencies.next().unwrap_or_default();
        let (read, write, flush) = (latency(), latency(), latency());
        Ok(StreamSummary {
            name,
            seconds: sum.seconds,
            iops: bare(sum.ios as f64, sum.seconds),
            mibps: bare(sum.bytes as f64 / MIB, sum.seconds),
            depth_mean: ratio(sum.depth_seconds, sum.seconds),
            read,
            write,
            flush,
            offered_iops: (sum.due > 0).then(|| ratio(sum.due as f64, sum.seconds)),
            dropped: sum.dropped,
            points: thinned(points),
            intervals: sum.iops.count(),
            iops_deviation: sum.iops.deviation(),
        })
    }
}

#[derive(Default)]
struct Sum {
    /// The IOPS of the whole intervals.
    iops: Series,
    seconds: f64,
    ios: u64,
    bytes: u64,
    due: u64,
    dropped: u64,
    depth_seconds: f64,
    directions: [Counts; 3],
}

#[derive(Clone, Copy, Default)]
struct Counts {
    ios: u64,
    bytes: u64,
    errors: u64,
    short: u64,
    sum_ns: f64,
    max_ns: u64,
}

impl Sum {
    fn add(&mut self, interval: &Interval) {
        if !interval.partial {
            self.iops.push(ratio(interval.ios() as f64, interval.seconds()));
        }
        self.seconds += interval.seconds();
        self.ios += interval.ios();
        self.bytes += interval.bytes();
        self.due += interval.due;
        self.dropped += interval.dropped;
        self.depth_seconds += interval.depth_mean * interval.seconds();
        let directions = [&interval.read, &interval.write, &interval.flush];
        for (counts, direction) in self.directions.iter_mut().zip(directions) {
            counts.add(direction);
        }
    }
}

impl Counts {
    fn add(&mut self, direction: &IntervalDirection) {
        self.ios += direction.ios;
        self.bytes += direction.bytes;
        self.errors += direction.errors;
        self.short += direction.short;
        self.sum_ns += direction.mean_ns * direction.ios as f64;
        self.max_ns = self.max_ns.max(direction.max_ns);
    }

    fn latency(self, total: &[(u64, u64)], service: &[(u64, u64)]) -> LatencySummary {
        let service = if service.is_empty() { total } else { service };
        let ios: u64 = total.iter().map(|bucket| bucket.1).sum();
        let carried = |q: &f64| ios as f64 >= MISS.ln() / q.ln();
        LatencySummary {
            ios: self.ios,
            bytes: self.bytes,
            errors: self.errors,
            short: self.short,
            mean_ns: ratio(self.sum_ns, self.ios as f64),
            min_ns: total.first().map_or(0, |bucket| bucket.0),
            max_ns: self.max_ns,
            quantiles: SHARES
                .into_iter()
                .filter(carried)
                .map(|q| {
                    let of = |buckets: &[(u64, u64)]| {
                        base::quantile(buckets.iter().copied(), q).unwrap_or(0)
                    };
                    (q, of(total), of(service))
                })
                .collect(),
            buckets: coarse(total),
            late_ns_p50: None,
            steady_iops: None,
        }
    }
}

/// A rate without an interval.
fn bare(amount: f64, seconds: f64) -> Estimate {
    Estimate { value: ratio(amount, seconds), low: f64::NAN, high: f64::NAN, confidence: 0.95 }
}

fn ratio(amount: f64, of: f64) -> f64 {
    if of > 0.0 { amount / of } else { 0.0 }
}

/// Merges neighbouring buckets until there are few enough.
fn coarse(buckets: &[(u64, u64)]) -> Vec<(u64, u64)> {
    buckets
        .chunks(buckets.len().div_ceil(BUCKETS_MAX).max(1))
        .map(|chunk| (chunk[chunk.len() - 1].0, chunk.iter().map(|bucket| bucket.1).sum()))
        .collect()
}

/// Merges neighbouring points: rates and medians as means, tails as their maximum, so that no peak is lost.
fn thinned(points: Vec<TimeSeriesPoint>) -> Vec<TimeSeriesPoint> {
    let each = points.len().div_ceil(POINTS_MAX).max(1);
    if each == 1 {
        return points;
    }
    points.chunks(each).map(together).collect()
}

fn together(chunk: &[TimeSeriesPoint]) -> TimeSeriesPoint {
    let mean =
        |of: fn(&TimeSeriesPoint) -> f64| chunk.iter().map(of).sum::<f64>() / chunk.len() as f64;
    let largest = |of: fn(&TimeSeriesPoint) -> u64| chunk.iter().map(of).max().unwrap_or(0);
    TimeSeriesPoint {
        at_s: mean(|p| p.at_s),
        iops: mean(|p| p.iops),
        mibps: mean(|p| p.mibps),
        p50_ns: mean(|p| p.p50_ns as f64) as u64,
        p99_ns: largest(|p| p.p99_ns),
        max_ns: largest(|p| p.max_ns),
        warm_up: chunk.iter().all(|p| p.warm_up),
    }
}
