//! A synthetic stream: a storage of known capacity under a load, as interval samples and as a summary.
//!
//! Takes a [`SyntheticStream`], gives [`sample::IntervalSample`]s and a [`summary::StreamSummary`]; equal streams give
//! equal data.

use base::Rng;
use sample::{DirectionSample, Histogram, IntervalSample};
use summary::{Estimate, LatencyQuantile, LatencySummary, StreamSummary, TimeSeriesPoint};

#[derive(Clone, Debug)]
pub struct SyntheticStream {
    pub name: &'static str,
    pub capacity_iops: f64,
    /// Arrivals per second; `None`: closed loop, which runs at the capacity.
    pub rate_iops: Option<f64>,
    /// Median service time of an idle storage in nanoseconds.
    pub service_ns: f64,
    pub block_bytes: u64,
    /// Share of reads, 0 to 1.
    pub read_share: f64,
    pub flush: bool,
    pub depth: u32,
    /// Counted seconds, one interval each.
    pub seconds: u64,
    pub seed: u64,
}

impl SyntheticStream {
    fn done_iops(&self) -> f64 {
        self.rate_iops.unwrap_or(self.capacity_iops).min(self.capacity_iops)
    }

    /// The slowdown relative to an idle storage: that of an M/M/1 queue, bounded.
    fn stretch(&self) -> f64 {
        let load = self.rate_iops.map_or(1.0, |rate| rate / self.capacity_iops);
        1.0 / (1.0 - load.min(0.98))
    }

    /// One interval for each second, the first one warm-up.
    pub fn intervals(&self) -> Vec<IntervalSample> {
        let mut rng = Rng::new(self.seed);
        (0..=self.seconds).map(|index| self.interval(index, &mut rng)).collect()
    }

    fn interval(&self, index: u64, rng: &mut Rng) -> IntervalSample {
        let mut interval = IntervalSample::new(0, 0, 0);
        interval.index = index;
        interval.start_ns = index * 1_000_000_000;
        interval.end_ns = interval.start_ns + 1_000_000_000;
        interval.warm_up = index == 0;
        let ios = (self.done_iops() * (1.0 + 0.02 * rng.normal())).max(1.0) as u64;
        let reads = (ios as f64 * self.read_share).round() as u64;
        let mut depth_ns = 0u128;
        for (direction, n) in [(&mut interval.read, reads), (&mut interval.write, ios - reads)] {
            depth_ns += self.fill(direction, n, self.block_bytes, rng);
        }
        if self.flush {
            let writes = interval.write.ios;
            depth_ns += self.fill(&mut interval.flush, writes, 0, rng);
        }
        interval.depth_ns = depth_ns;
        if let Some(rate) = self.rate_iops {
            interval.due = rate as u64;
            let behind = (rate - self.capacity_iops).max(0.0) as u64;
            interval.backlog = (behind * (index + 1)).min(4096);
            interval.dropped = (behind * (index + 1)).saturating_sub(4096).min(behind);
        }
        interval
    }

    /// Fills one direction with `ios` operations in 40 groups; returns the sum of their latencies in nanoseconds.
    fn fill(
        &self,
        interval: &mut DirectionSample,
        ios: u64,
        block_bytes: u64,
        rng: &mut Rng,
    ) -> u128 {
        interval.ios = ios;
        interval.bytes = ios * block_bytes;
        let mut left = ios;
        let mut sum = 0u128;
        for group in (1..=40).rev() {
            let n = left / group;
            left -= n;
            if n == 0 {
                continue;
            }
            let service = self.service_ns * (0.35 * rng.normal()).exp();
            let wait = self.service_ns * (self.stretch() - 1.0) * rng.exponential();
            let total = (service + wait) as u64;
            interval.total.record_n(total, n);
            if self.rate_iops.is_some() {
                interval.service.record_n(service as u64, n);
                interval.late.record_n(wait as u64 / 50, n);
            }
            sum += u128::from(total) * u128::from(n);
        }
        sum
    }

    /// The summary of these samples, accurate enough for tests of later stages.
    pub fn summary(&self) -> StreamSummary {
        let intervals = self.intervals();
        let counted: Vec<&IntervalSample> =
            intervals.iter().filter(|interval| !interval.warm_up).collect();
        let mut all = IntervalSample::new(0, 0, 0);
        for interval in &counted {
            all.merge(interval);
        }
        let seconds = counted.len() as f64;
        let iops = estimate(all.ios() as f64 / seconds);
        StreamSummary {
            name: self.name.to_owned(),
            seconds,
            iops,
            intervals: counted.len() as u64,
            iops_deviation: Some(iops.value * 0.034),
            mibps: estimate(all.bytes() as f64 / seconds / 1_048_576.0),
            depth_mean: all.depth_ns as f64 / (seconds * 1e9),
            read: latency(&all.read, self.rate_iops.is_some()),
            write: latency(&all.write, self.rate_iops.is_some()),
            flush: latency(&all.flush, self.rate_iops.is_some()),
            offered_iops: self.rate_iops,
            dropped: all.dropped,
            points: intervals.iter().map(point).collect(),
        }
    }
}

/// An estimate with a half-width of 1.5 % at 95 %.
pub fn estimate(value: f64) -> Estimate {
    Estimate::between(value, value * 0.985, value * 1.015)
}

fn latency(interval: &DirectionSample, open: bool) -> LatencySummary {
    if interval.ios == 0 {
        return LatencySummary::default();
    }
    let service = if open { &interval.service } else { &interval.total };
    let quantile = |quantile: f64| LatencyQuantile {
        quantile,
        total_ns: interval.total.quantile_ns(quantile),
        service_ns: service.quantile_ns(quantile),
    };
    let carried = [(0.5, 10), (0.9, 30), (0.95, 60), (0.99, 299), (0.999, 2_995), (0.9999, 29_956)];
    LatencySummary {
        ios: interval.ios,
        bytes: interval.bytes,
        errors: interval.errors,
        short: interval.short,
        mean_ns: interval.total.mean_ns(),
        min_ns: interval.total.min_ns(),
        max_ns: interval.total.max_ns(),
        quantiles: carried
            .iter()
            .filter(|(_, n)| interval.ios >= *n)
            .map(|(q, _)| quantile(*q))
            .collect(),
        buckets: coarse(&interval.total),
        late_ns_p50: open.then(|| interval.late.quantile_ns(0.5)),
        steady_iops: None,
    }
}

/// At most 200 buckets: neighbours are merged.
fn coarse(histogram: &Histogram) -> Vec<(u64, u64)> {
    let all: Vec<(u64, u64)> = histogram.buckets().collect();
    all.chunks(all.len().div_ceil(200).max(1))
        .map(|chunk| (chunk[chunk.len() - 1].0, chunk.iter().map(|bucket| bucket.1).sum()))
        .collect()
}

fn point(interval: &IntervalSample) -> TimeSeriesPoint {
    let mut total = interval.read.total.clone();
    total.merge(&interval.write.total);
    let seconds = interval.length_ns() as f64 / 1e9;
    TimeSeriesPoint {
        at_s: (interval.start_ns + interval.end_ns) as f64 / 2e9,
        iops: interval.ios() as f64 / seconds,
        mibps: interval.bytes() as f64 / 1_048_576.0 / seconds,
        p50_ns: total.quantile_ns(0.5),
        p99_ns: total.quantile_ns(0.99),
        max_ns: total.max_ns(),
        warm_up: interval.warm_up,
    }
}
