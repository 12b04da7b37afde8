//! Merged intervals in, one [`StreamSummary`] out, in bounded memory however long the run is.
//!
//! Keeps three histograms for each direction, a bounded series for each rate and at most 2,000 points.

use super::{LatencyQuantile, LatencySummary, StreamSummary, TimeSeriesPoint};
use crate::{Estimate, Interval, Series, estimate, warning};
use sample::{DirectionSample, IntervalSample};

const POINTS_MAX: usize = 2_000;
const BUCKETS_MAX: usize = 400;
/// The quantiles that are given if there are enough operations for them.
const QUANTILES: [f64; 7] = [0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 0.999_99];
const MIB: f64 = (1u64 << 20) as f64;

/// Gathers the merged intervals of one stream; memory does not grow with the run.
#[derive(Clone, Debug, Default)]
pub struct Accumulator {
    name: String,
    totals: Totals,
    seconds: f64,
    whole: Whole,
    iops: Series,
    mibps: Series,
    read_iops: Series,
    write_iops: Series,
    points: Vec<TimeSeriesPoint>,
    intervals_per_point: u64,
    /// The intervals that do not make up a point yet.
    waiting: Option<MergedPoint>,
    open_loop: bool,
    replay: bool,
}

/// Neighbouring intervals as one point of the course.
#[derive(Clone, Copy, Debug)]
struct MergedPoint {
    point: TimeSeriesPoint,
    intervals: u64,
}

/// Sums over the intervals that ran from their planned start to their planned end. The last interval is cut short and holds the
/// operations that were still outstanding when the stream stopped: they belong to the latencies, but in a rate they would count
/// `depth` operations too many.
#[derive(Clone, Copy, Debug, Default)]
struct Whole {
    intervals: u64,
    seconds: f64,
    length_s: f64,
    operations: u64,
    bytes: u64,
    due: u64,
}

/// The summary of a stream's merged intervals in order; the same as pushing them one by one.
pub fn summarize(name: &str, intervals: &[IntervalSample]) -> StreamSummary {
    let mut all = Accumulator::new(name);
    for interval in intervals {
        all.push(interval);
    }
    all.finish()
}

/// The operations that a printed quantile `q` needs: ln 0.05 / ln q, rounded up (299 for p99), which is
/// the number after which the largest value exceeds the quantile with 95 % probability.
pub fn ios_needed(q: f64) -> u64 {
    (0.05f64.ln() / q.ln()).ceil() as u64
}

impl Accumulator {
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            iops: Series::new(),
            mibps: Series::new(),
            read_iops: Series::new(),
            write_iops: Series::new(),
            intervals_per_point: 1,
            ..Self::default()
        }
    }

    /// Adds the next interval (workers merged). Warm-up intervals give points and nothing else; errors
    /// count in the warm-up too.
    pub fn push(&mut self, interval: &IntervalSample) {
        self.push_with(interval, &|| point(interval));
    }

    /// Adds the next interval as it was kept, without its latencies.
    pub fn push_kept(&mut self, interval: &Interval) {
        self.push_with(&interval.counts(), &|| interval.point());
    }

    /// Adds the latencies of the intervals that were kept without them: of reads, writes and flushes each the buckets of the total
    /// and of the service latency, which is empty in a closed loop.
    pub fn add_latencies(&mut self, total: &[Vec<(u64, u64)>; 3], service: &[Vec<(u64, u64)>; 3]) {
        self.totals.add_latencies(total, service);
    }

    fn push_with(&mut self, interval: &IntervalSample, point: &dyn Fn() -> TimeSeriesPoint) {
        let length_s = interval.length_ns() as f64 / 1e9;
        if length_s <= 0.0 {
            return;
        }
        self.open_loop |= interval.due > 0 || interval.backlog > 0;
        self.replay |= interval.replay;
        // A sliver at the end shows no rate.
        if !interval.partial || length_s >= self.whole.length_s / 2.0 {
            self.push_point(point());
        }
        self.totals.push(interval);
        if interval.warm_up {
            return;
        }
        self.seconds += length_s;
        if !interval.partial {
            self.iops.push(operations(interval) as f64 / length_s);
            self.mibps.push(interval.bytes() as f64 / MIB / length_s);
            self.read_iops.push(interval.read.ios as f64 / length_s);
            self.write_iops.push(interval.write.ios as f64 / length_s);
            self.whole.intervals += 1;
            self.whole.length_s = self.whole.length_s.max(length_s);
        }
        // A trace ends with its last operation, so all of them belong to its time.
        if !interval.partial || self.replay {
            let whole = &mut self.whole;
            whole.seconds += length_s;
            whole.operations += operations(interval);
            whole.bytes += interval.bytes();
            whole.due += interval.due;
        }
    }

    /// The whole intervals; everything when most of the time lies outside of them.
    fn counted(&self) -> Whole {
        if self.whole.seconds > self.seconds / 2.0 {
            return self.whole;
        }
        let total = self.totals.counts();
        let (operations, bytes, due) = (operations(total), total.bytes(), total.due);
        Whole { intervals: 0, seconds: self.seconds, operations, bytes, due, ..self.whole }
    }

    /// The sum of the counted intervals.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// The rates of the whole intervals so far, to be read while the run goes on.
    pub fn rates(&self) -> &[f64] {
        self.iops.values()
    }

    /// Whether the rate is known to `relative` half-width (0.05 is 5 %).
    pub fn is_settled(&self, relative: f64) -> bool {
        let counted = self.counted();
        let whole = counted.operations as f64 / counted.seconds;
        self.estimate(&self.iops, whole).relative_half_width() <= relative
    }

    /// The rate `whole` of the counted time with its interval. The rate of arrivals and of a trace changes as planned, so only a
    /// closed loop is looked at for a warm-up.
    fn estimate(&self, rates: &Series, whole: f64) -> Estimate {
        if self.open_loop || self.replay {
            return estimate::rate_of_all(rates.values(), whole);
        }
        estimate::rate(rates.values())
            .map_or_else(|| Estimate::unknown(whole), |rate| rate.about(whole))
    }

    pub fn finish(&self) -> StreamSummary {
        let seconds = self.seconds;
        let counted = self.counted();
        let over = |count: f64, time_s: f64| if time_s > 0.0 { count / time_s } else { 0.0 };
        let per_second = |count: f64| over(count, counted.seconds);
        let total = self.totals.counts();
        let mut points = self.points.clone();
        points.extend(self.waiting.map(|merged| merged.point));
        StreamSummary {
            name: self.name.clone(),
            seconds,
            iops: self.estimate(&self.iops, per_second(counted.operations as f64)),
            intervals: counted.intervals,
            iops_deviation: self.iops.deviation().filter(|_| counted.intervals > 0),
            mibps: self.estimate(&self.mibps, per_second(counted.bytes as f64 / MIB)),
            depth_mean: over(total.depth_ns as f64 / 1e9, seconds),
            read: latency(&total.read, self.steady(&self.read_iops)),
            write: latency(&total.write, self.steady(&self.write_iops)),
            flush: latency(&total.flush, None),
            offered_iops: self.open_loop.then(|| per_second(counted.due as f64)),
            dropped: total.dropped,
            points,
        }
    }

    /// The rate of one direction if it is as steady as under a quota.
    fn steady(&self, rates: &Series) -> Option<f64> {
        // The first counted interval may hold a burst that the bucket had saved up.
        let rates_after_burst = rates.values().get(1..)?;
        warning::steady_rate(rates_after_burst, self.whole.length_s * rates.block() as f64)
    }

    fn push_point(&mut self, new: TimeSeriesPoint) {
        let new = MergedPoint { point: new, intervals: 1 };
        let merged = self.waiting.take().map_or(new, |waiting| waiting.merge(&new));
        if merged.intervals < self.intervals_per_point {
            self.waiting = Some(merged);
            return;
        }
        self.points.push(merged.point);
        if self.points.len() >= POINTS_MAX {
            self.points = self.points.chunks(2).map(merge_pair).collect();
            self.intervals_per_point *= 2;
        }
    }
}

fn point(interval: &IntervalSample) -> TimeSeriesPoint {
    // A stream that makes its writes durable shows its commits: the latency of a write alone lacks the flush.
    let mut both = interval.read.total.clone();
    both.merge(if interval.flush.ios > 0 { &interval.flush.total } else { &interval.write.total });
    let length_s = interval.length_ns() as f64 / 1e9;
    TimeSeriesPoint {
        at_s: (interval.start_ns as f64 / 1e9) + length_s / 2.0,
        iops: operations(interval) as f64 / length_s,
        mibps: interval.bytes() as f64 / MIB / length_s,
        p50_ns: both.quantile_ns(0.5),
        p99_ns: both.quantile_ns(0.99),
        max_ns: both.max_ns(),
        warm_up: interval.warm_up,
    }
}

/// What counts as one operation: reads and writes; a stream that only flushes counts its flushes.
fn operations(interval: &IntervalSample) -> u64 {
    if interval.ios() == 0 { interval.flush.ios } else { interval.ios() }
}

impl MergedPoint {
    /// Two neighbours as one: means of the rates, the worse of each latency, so that no spike is thinned away.
    fn merge(&self, next: &Self) -> Self {
        let (a, b) = (&self.point, &next.point);
        let (weight_a, weight_b) = (self.intervals as f64, next.intervals as f64);
        let mean = |x: f64, y: f64| (x * weight_a + y * weight_b) / (weight_a + weight_b);
        let point = TimeSeriesPoint {
            at_s: mean(a.at_s, b.at_s),
            iops: mean(a.iops, b.iops),
            mibps: mean(a.mibps, b.mibps),
            p50_ns: mean(a.p50_ns as f64, b.p50_ns as f64) as u64,
            p99_ns: a.p99_ns.max(b.p99_ns),
            max_ns: a.max_ns.max(b.max_ns),
            warm_up: a.warm_up && b.warm_up,
        };
        Self { point, intervals: self.intervals + next.intervals }
    }
}

/// Two points of as many intervals as one; a single one at the end stays.
fn merge_pair(points: &[TimeSeriesPoint]) -> TimeSeriesPoint {
    let [first, rest @ ..] = points else { unreachable!("chunks are not empty") };
    let first = MergedPoint { point: *first, intervals: 1 };
    rest.iter()
        .fold(first, |merged, point| merged.merge(&MergedPoint { point: *point, intervals: 1 }))
        .point
}

fn latency(direction: &DirectionSample, steady_iops: Option<f64>) -> LatencySummary {
    let total = &direction.total;
    let service = if direction.service.is_empty() { total } else { &direction.service };
    let quantiles = QUANTILES
        .iter()
        .filter(|&&q| total.count() >= ios_needed(q))
        .map(|&quantile| LatencyQuantile {
            quantile,
            total_ns: total.quantile_ns(quantile),
            service_ns: service.quantile_ns(quantile),
        })
        .collect();
    LatencySummary {
        ios: direction.ios,
        bytes: direction.bytes,
        errors: direction.errors,
        short: direction.short,
        mean_ns: total.mean_ns(),
        min_ns: total.min_ns(),
        max_ns: total.max_ns(),
        quantiles,
        buckets: thinned(total.buckets().collect()),
        late_ns_p50: (!direction.late.is_empty()).then(|| direction.late.quantile_ns(0.5)),
        steady_iops,
    }
}

/// Neighbouring buckets merged until at most [`BUCKETS_MAX`] are left; the widths grow with the latency,
/// so the shape on a logarithmic axis stays.
pub(super) fn thinned(all: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    if all.len() <= BUCKETS_MAX {
        return all;
    }
    let (first, last) = (all[0].0.max(1) as f64, all[all.len() - 1].0.max(2) as f64);
    let step = (last / first).ln() / (BUCKETS_MAX - 1) as f64;
    let slot_of = |ns: u64| ((ns.max(1) as f64 / first).ln() / step).floor() as i64;
    let mut merged: Vec<(u64, u64)> = Vec::with_capacity(BUCKETS_MAX);
    let mut last_slot = None;
    for (ns, count) in all {
        let slot = Some(slot_of(ns));
        match merged.last_mut() {
            Some((highest_ns, sum)) if slot == last_slot => {
                *highest_ns = ns;
                *sum += count;
            }
            _ => merged.push((ns, count)),
        }
        last_slot = slot;
    }
    merged
}

/// A distribution: the latency and the count of each bucket.
type Buckets = Vec<(u64, u64)>;

/// The sum of the counted intervals of one stream. Of the warm-up, which is not counted, it holds the errors.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    sum: IntervalSample,
}

impl Totals {
    pub fn push(&mut self, interval: &IntervalSample) {
        if !interval.warm_up {
            return self.add(interval);
        }
        let sum = &mut self.sum;
        sum.read.errors += interval.read.errors;
        sum.write.errors += interval.write.errors;
        sum.flush.errors += interval.flush.errors;
        sum.trim.errors += interval.trim.errors;
    }

    /// Adds an interval whether or not it belongs to the warm-up.
    pub fn add(&mut self, interval: &IntervalSample) {
        self.sum.merge(interval);
        // However long the run is, this takes no more memory.
        self.sum.records.clear();
    }

    /// Adds the latencies of reads, writes and flushes, of each their total and their service latencies as buckets.
    pub(crate) fn add_latencies(&mut self, total: &[Buckets; 3], service: &[Buckets; 3]) {
        let sum = &mut self.sum;
        for (number, direction) in
            [&mut sum.read, &mut sum.write, &mut sum.flush].into_iter().enumerate()
        {
            total[number].iter().for_each(|(ns, count)| direction.total.record_n(*ns, *count));
            service[number].iter().for_each(|(ns, count)| direction.service.record_n(*ns, *count));
        }
    }

    /// Forgets what it holds, except the errors.
    pub fn forget(&mut self) {
        let old = std::mem::take(self).sum;
        self.sum.read.errors = old.read.errors;
        self.sum.write.errors = old.write.errors;
        self.sum.flush.errors = old.flush.errors;
        self.sum.trim.errors = old.trim.errors;
    }

    /// The counts of all intervals together; its times mean nothing, and it holds no single operations.
    pub fn counts(&self) -> &IntervalSample {
        &self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(index: u64, ios: u64, latency_ns: u64) -> IntervalSample {
        let mut interval = IntervalSample::new(0, 0, 0);
        (interval.index, interval.start_ns, interval.end_ns) =
            (index, index * 1_000_000_000, (index + 1) * 1_000_000_000);
        interval.read.ios = ios;
        interval.read.bytes = ios * 8192;
        interval.read.total.record_n(latency_ns, ios);
        interval.depth_ns = u128::from(ios * latency_ns);
        interval
    }

    #[test]
    fn a_percentile_stands_only_on_enough_operations() {
        assert_eq!([ios_needed(0.99), ios_needed(0.999), ios_needed(0.9999)], [299, 2_995, 29_956]);
        let few = summarize("a", &[interval(0, 298, 1_000_000)]);
        assert!(few.read.quantiles.iter().all(|x| x.quantile < 0.99));
        let enough = summarize("a", &[interval(0, 299, 1_000_000)]);
        assert!(enough.read.quantiles.iter().any(|x| x.quantile == 0.99));
    }

    #[test]
    fn the_warm_up_counts_in_no_number_but_its_errors_and_points_are_kept() {
        let mut first = interval(0, 5_000, 1_000);
        (first.warm_up, first.read.errors) = (true, 2);
        let got =
            summarize("a", &[first, interval(1, 100, 1_000_000), interval(2, 100, 1_000_000)]);
        assert_eq!((got.read.ios, got.read.errors, got.points.len()), (200, 2, 3));
        assert!((got.iops.value - 100.0).abs() < 1e-9 && (got.seconds - 2.0).abs() < 1e-9);
        assert!((got.depth_mean - 0.1).abs() < 1e-9);
        assert_eq!(got.offered_iops, None);
    }

    #[test]
    fn operations_that_finish_after_the_end_are_in_the_latencies_and_in_no_rate() {
        let mut tail = interval(2, 32, 1_000_000);
        (tail.end_ns, tail.partial) = (tail.start_ns + 4_000_000, true);
        let got =
            summarize("a", &[interval(0, 1000, 1_000_000), interval(1, 1000, 1_000_000), tail]);
        assert!((got.iops.value - 1000.0).abs() < 1e-9, "{}", got.iops.value);
        assert_eq!((got.read.ios, got.points.len()), (2_032, 2));
        let mut only = interval(0, 32, 1_000_000);
        only.partial = true;
        assert!((summarize("a", &[only]).iops.value - 32.0).abs() < 1e-9);
    }

    #[test]
    fn a_planned_change_of_the_rate_is_no_warm_up() {
        let curve = |closed: bool, replay: bool| {
            let mut all = Accumulator::new("a");
            for index in 0..60 {
                let mut one = interval(index, if index < 20 { 300 } else { 600 }, 1_000_000);
                one.due = if closed { 0 } else { one.read.ios };
                one.replay = replay;
                all.push(&one);
            }
            assert!(!all.is_settled(0.1) || closed && !replay);
            if replay {
                let mut tail = interval(60, 200, 1_000_000);
                (tail.end_ns, tail.partial, tail.replay) =
                    (tail.start_ns + 400_000_000, true, true);
                all.push(&tail);
            }
            all.finish()
        };
        let open = curve(false, false);
        assert!((open.iops.value - 500.0).abs() < 1e-9, "{:?}", open.iops);
        assert_eq!(open.offered_iops, Some(500.0));
        assert!(open.iops.interval.is_none_or(|ends| ends.low < 500.0 && ends.high > 500.0));
        let replay = curve(true, true);
        assert!((replay.iops.value - 30_200.0 / 60.4).abs() < 1e-9, "{:?}", replay.iops);
        assert!((curve(true, false).iops.value - 600.0).abs() < 1e-9, "a closed loop warms up");
    }

    #[test]
    fn an_open_loop_never_does_more_than_is_offered() {
        for seed in 0..200 {
            let mut rng = base::Rng::new(seed);
            let (mut all, mut backlog) = (Accumulator::new("a"), 0);
            for index in 0..20 + rng.below(60) {
                let due = rng.below(2_000);
                let ios = rng.below(backlog + due + 1);
                backlog = backlog + due - ios;
                let mut one = interval(index, ios, 1_000_000);
                (one.due, one.backlog) = (due, backlog);
                all.push(&one);
            }
            let got = all.finish();
            let offered_iops = got.offered_iops.expect("an open loop");
            assert!(got.iops.value <= offered_iops + 1e-6, "seed {seed}: {:?}", got.iops);
        }
    }

    #[test]
    fn the_course_of_a_log_shows_its_commits() {
        let mut log = interval(0, 0, 0);
        log.write.ios = 100;
        log.write.total.record_n(50_000, 100);
        log.flush.ios = 100;
        log.flush.total.record_n(2_000_000, 100);
        let got = summarize("log", &[log]);
        assert!(got.points[0].p50_ns > 1_990_000, "{:?}", got.points[0]);
        assert_eq!(
            Some(got.points[0].p50_ns),
            got.flush.total_ns(0.9),
            "the course and the table tell one number"
        );
    }

    #[test]
    fn a_quantile_of_a_percentage_is_found_by_its_share() {
        let quantiles = [(0.99, 1), (99.9 / 100.0, 3), (99.99 / 100.0, 5)];
        let quantiles =
            quantiles.map(|(quantile, ns)| LatencyQuantile::closed(quantile, ns)).to_vec();
        let latency = LatencySummary { quantiles, ..LatencySummary::default() };
        assert_eq!([0.99, 0.999, 0.9999].map(|q| latency.total_ns(q)), [1, 3, 5].map(Some));
        assert_eq!([0.999, 0.95].map(|q| latency.service_ns(q)), [Some(3), None]);
    }

    #[test]
    fn many_intervals_stay_bounded_and_lose_no_spike() {
        let mut all = Accumulator::new("a");
        let mut one = interval(0, 10, 1_000_000);
        for index in 0..5_000u64 {
            (one.start_ns, one.end_ns) = (index * 1_000_000_000, (index + 1) * 1_000_000_000);
            if index == 3_333 {
                one.read.total.record(7_000_000_000);
                all.push(&one);
                one = interval(0, 10, 1_000_000);
            } else {
                all.push(&one);
            }
        }
        let got = all.finish();
        assert!(got.points.len() <= POINTS_MAX);
        assert!(got.points.iter().any(|p| p.max_ns >= 6_990_000_000));
        assert_eq!(got.read.ios, 50_000);
    }

    #[test]
    fn buckets_are_thinned_without_losing_an_operation() {
        let mut wide = interval(0, 0, 0);
        for i in 1..50_000u64 {
            wide.read.total.record(i * 977);
        }
        wide.read.ios = 49_999;
        let got = summarize("a", &[wide]).read.buckets;
        assert!(got.len() <= BUCKETS_MAX, "{}", got.len());
        assert_eq!(got.iter().map(|x| x.1).sum::<u64>(), 49_999);
        assert!(got.windows(2).all(|x| x[0].0 < x[1].0));
    }
}
