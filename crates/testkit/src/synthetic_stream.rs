//! A synthetic stream: a storage of known capacity under a load, as interval samples and as a summary.
//!
//! Takes a [`SyntheticStream`], gives [`sample::IntervalSample`]s and a [`summary::StreamSummary`]; equal courses
//! give equal data.

use base::Rng;
use sample::{DirectionSample, Histogram, IntervalSample};
use summary::{Estimate, LatencySummary, Point, StreamSummary};

/// A synthetic stream on a synthetic storage.
#[derive(Clone, Debug)]
pub struct SyntheticStream {
    /// The stream's name.
    pub name: &'static str,
    /// What the storage can do, in operations per second.
    pub capacity_iops: f64,
    /// Arrivals per second; `None`: closed loop, which runs at the capacity.
    pub rate_iops: Option<f64>,
    /// Median service time of an idle storage in nanoseconds.
    pub service_ns: f64,
    /// Bytes of an operation.
    pub block_bytes: u64,
    /// Share of reads, 0 to 1.
    pub read_share: f64,
    /// Whether each write is followed by a flush.
    pub flush: bool,
    /// Outstanding I/Os in a closed loop.
    pub depth: u32,
    /// Counted seconds, one cell each.
    pub seconds: u64,
    /// The seed.
    pub seed: u64,
}

impl SyntheticStream {
    /// Operations per second that get done.
    fn done_iops(&self) -> f64 {
        self.rate_iops.unwrap_or(self.capacity_iops).min(self.capacity_iops)
    }

    /// How much longer than an idle storage it takes: the waiting of an M/M/1 queue, bounded.
    fn stretch(&self) -> f64 {
        let load = self.rate_iops.map_or(1.0, |rate| rate / self.capacity_iops);
        1.0 / (1.0 - load.min(0.98))
    }

    /// One cell for each second, the first one warm-up.
    pub fn cells(&self) -> Vec<IntervalSample> {
        let mut rng = Rng::new(self.seed);
        (0..=self.seconds).map(|index| self.cell(index, &mut rng)).collect()
    }

    fn cell(&self, index: u64, rng: &mut Rng) -> IntervalSample {
        let mut cell = IntervalSample::new(0, 0, 0);
        cell.index = index;
        cell.start_ns = index * 1_000_000_000;
        cell.end_ns = cell.start_ns + 1_000_000_000;
        cell.warm_up = index == 0;
        let ios = (self.done_iops() * (1.0 + 0.02 * rng.normal())).max(1.0) as u64;
        let reads = (ios as f64 * self.read_share).round() as u64;
        let mut depth_ns = 0u128;
        for (direction, n) in [(&mut cell.read, reads), (&mut cell.write, ios - reads)] {
            depth_ns += self.fill(direction, n, self.block_bytes, rng);
        }
        if self.flush {
            let writes = cell.write.ios;
            depth_ns += self.fill(&mut cell.flush, writes, 0, rng);
        }
        cell.depth_ns = depth_ns;
        if let Some(rate) = self.rate_iops {
            cell.due = rate as u64;
            let behind = (rate - self.capacity_iops).max(0.0) as u64;
            cell.backlog = (behind * (index + 1)).min(4096);
            cell.dropped = (behind * (index + 1)).saturating_sub(4096).min(behind);
        }
        cell
    }

    /// Fills one direction with `ios` operations in 40 groups; gives their time in I/O-nanoseconds.
    fn fill(&self, cell: &mut DirectionSample, ios: u64, block_bytes: u64, rng: &mut Rng) -> u128 {
        cell.ios = ios;
        cell.bytes = ios * block_bytes;
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
            cell.total.record_n(total, n);
            if self.rate_iops.is_some() {
                cell.service.record_n(service as u64, n);
                cell.late.record_n(wait as u64 / 50, n);
            }
            sum += u128::from(total) * u128::from(n);
        }
        sum
    }

    /// The summary of these samples, accurate enough for tests of what comes after it.
    pub fn summary(&self) -> StreamSummary {
        let cells = self.cells();
        let counted: Vec<&IntervalSample> = cells.iter().filter(|cell| !cell.warm_up).collect();
        let mut all = IntervalSample::new(0, 0, 0);
        for cell in &counted {
            all.merge(cell);
        }
        let seconds = counted.len() as f64;
        let iops = estimate(all.ios() as f64 / seconds);
        StreamSummary {
            name: self.name.to_owned(),
            seconds,
            iops,
            mibps: estimate(all.bytes() as f64 / seconds / 1_048_576.0),
            depth_mean: all.depth_ns as f64 / (seconds * 1e9),
            read: latency(&all.read, self.rate_iops.is_some()),
            write: latency(&all.write, self.rate_iops.is_some()),
            flush: latency(&all.flush, self.rate_iops.is_some()),
            offered_iops: self.rate_iops,
            dropped: all.dropped,
            points: cells.iter().map(point).collect(),
        }
    }
}

/// An estimate with a half-width of 1.5 % at 95 %.
pub fn estimate(value: f64) -> Estimate {
    Estimate { value, low: value * 0.985, high: value * 1.015, confidence: 0.95 }
}

fn latency(cell: &DirectionSample, open: bool) -> LatencySummary {
    if cell.ios == 0 {
        return LatencySummary::default();
    }
    let service = if open { &cell.service } else { &cell.total };
    let quantile = |q: f64| (q, cell.total.quantile_ns(q), service.quantile_ns(q));
    let carried = [(0.5, 10), (0.9, 30), (0.95, 60), (0.99, 299), (0.999, 2_995), (0.9999, 29_956)];
    LatencySummary {
        ios: cell.ios,
        bytes: cell.bytes,
        errors: cell.errors,
        short: cell.short,
        mean_ns: cell.total.mean_ns(),
        min_ns: cell.total.min_ns(),
        max_ns: cell.total.max_ns(),
        quantiles: carried
            .iter()
            .filter(|(_, n)| cell.ios >= *n)
            .map(|(q, _)| quantile(*q))
            .collect(),
        buckets: coarse(&cell.total),
        late_ns_p50: open.then(|| cell.late.quantile_ns(0.5)),
        steady_iops: None,
    }
}

/// At most 200 buckets: neighbours are put together.
fn coarse(histogram: &Histogram) -> Vec<(u64, u64)> {
    let all: Vec<(u64, u64)> = histogram.buckets().collect();
    all.chunks(all.len().div_ceil(200).max(1))
        .map(|chunk| (chunk[chunk.len() - 1].0, chunk.iter().map(|bucket| bucket.1).sum()))
        .collect()
}

fn point(cell: &IntervalSample) -> Point {
    let mut total = cell.read.total.clone();
    total.merge(&cell.write.total);
    let seconds = cell.length_ns() as f64 / 1e9;
    Point {
        at_s: (cell.start_ns + cell.end_ns) as f64 / 2e9,
        iops: cell.ios() as f64 / seconds,
        mibps: cell.bytes() as f64 / 1_048_576.0 / seconds,
        p50_ns: total.quantile_ns(0.5),
        p99_ns: total.quantile_ns(0.99),
        max_ns: total.max_ns(),
        warm_up: cell.warm_up,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_keeps_its_own_arithmetic() {
        let course = SyntheticStream {
            name: "data",
            capacity_iops: 9_000.0,
            rate_iops: Some(4_000.0),
            service_ns: 400_000.0,
            block_bytes: 8192,
            read_share: 0.7,
            flush: false,
            depth: 64,
            seconds: 5,
            seed: 1,
        };
        let summary = course.summary();
        assert_eq!(summary, course.summary());
        let ios = summary.read.ios + summary.write.ios;
        assert_eq!(summary.iops.value, ios as f64 / summary.seconds);
        let buckets: u64 = summary.read.buckets.iter().map(|bucket| bucket.1).sum();
        assert_eq!(buckets, summary.read.ios);
        assert_eq!(summary.points.len(), 6);
    }
}
