//! Combines the summaries of one stream on several hosts.
//!
//! Takes finished summaries, whose distributions have at most 400 buckets; returns sums of rates and counts, and the percentiles
//! of all operations together. The summary of a run on several hosts is made of whole histograms, by [`super::Accumulator`]; this
//! is for the parts of a run whose first host was lost.

use super::accumulator::thinned;
use super::{LatencyQuantile, LatencySummary, StreamSummary, TimeSeriesPoint};
use crate::Estimate;
use std::collections::BTreeMap;

impl StreamSummary {
    /// The sum of the same stream on several hosts; `None` without hosts.
    pub fn joined(parts: &[&Self]) -> Option<Self> {
        let first = *parts.first()?;
        let join = |direction: fn(&Self) -> &LatencySummary| {
            LatencySummary::joined(&parts.iter().map(|part| direction(part)).collect::<Vec<_>>())
        };
        Some(Self {
            name: first.name.clone(),
            seconds: parts.iter().map(|part| part.seconds).fold(0.0, f64::max),
            iops: sum(parts.iter().map(|part| part.iops)),
            mibps: sum(parts.iter().map(|part| part.mibps)),
            depth_mean: parts.iter().map(|part| part.depth_mean).sum(),
            read: join(|part| &part.read),
            write: join(|part| &part.write),
            flush: join(|part| &part.flush),
            offered_iops: parts.iter().map(|part| part.offered_iops).sum(),
            dropped: parts.iter().map(|part| part.dropped).sum(),
            points: points(parts),
            intervals: parts.iter().map(|part| part.intervals).max().unwrap_or(0),
            // The variation of a sum does not follow from those of its parts.
            iops_deviation: None,
        })
    }
}

impl LatencySummary {
    fn joined(parts: &[&Self]) -> Self {
        let has_operations = |part: &&Self| part.ios + part.errors + part.short > 0;
        let parts: Vec<&Self> = parts.iter().copied().filter(has_operations).collect();
        let mut buckets: BTreeMap<u64, u64> = BTreeMap::new();
        for (highest_ns, count) in parts.iter().flat_map(|part| &part.buckets) {
            *buckets.entry(*highest_ns).or_default() += count;
        }
        let count = |of: fn(&Self) -> u64| parts.iter().map(|part| of(part)).sum::<u64>();
        let ios = count(|part| part.ios);
        let latencies_ns: f64 = parts.iter().map(|part| part.mean_ns * part.ios as f64).sum();
        let largest_ns = |part: &&Self| Some(part.max_ns).filter(|ns| *ns > 0);
        let smallest_ns = |part: &&Self| Some(part.min_ns).filter(|ns| *ns > 0);
        let max_ns = parts.iter().filter_map(largest_ns).max().unwrap_or(0);
        let buckets: Vec<(u64, u64)> = buckets.into_iter().collect();
        Self {
            ios,
            bytes: count(|part| part.bytes),
            errors: count(|part| part.errors),
            short: count(|part| part.short),
            mean_ns: if ios > 0 { latencies_ns / ios as f64 } else { 0.0 },
            min_ns: parts.iter().filter_map(smallest_ns).min().unwrap_or(0),
            max_ns,
            quantiles: quantiles(&parts, &buckets, max_ns),
            buckets: thinned(buckets),
            late_ns_p50: None,
            steady_iops: None,
        }
    }
}

/// Every quantile that any part has, of all operations. A summary has no distribution of the service latency of an open loop: the
/// largest of the parts is used, which no quantile of all of them exceeds.
fn quantiles(
    parts: &[&LatencySummary],
    buckets: &[(u64, u64)],
    max_ns: u64,
) -> Vec<LatencyQuantile> {
    let mut joined: Vec<LatencyQuantile> = Vec::new();
    for own in parts.iter().flat_map(|part| &part.quantiles) {
        match joined.iter_mut().find(|known| known.quantile == own.quantile) {
            Some(known) => {
                known.total_ns = known.total_ns.max(own.total_ns);
                known.service_ns = known.service_ns.max(own.service_ns);
            }
            None => joined.push(*own),
        }
    }
    joined.sort_by(|a, b| a.quantile.total_cmp(&b.quantile));
    for known in &mut joined {
        let is_closed = known.total_ns == known.service_ns;
        if let Some(of_all_ns) = base::quantile(buckets.iter().copied(), known.quantile) {
            known.total_ns = of_all_ns.min(max_ns);
        }
        if is_closed {
            known.service_ns = known.total_ns;
        }
    }
    joined
}

/// The sum of independent estimates: values add up, and squares of half widths.
fn sum(parts: impl Iterator<Item = Estimate>) -> Estimate {
    let (mut value, mut less, mut more, mut all_known) = (0.0, 0.0, 0.0, true);
    for part in parts {
        let ends = part.ends();
        value += part.value;
        less += (part.value - ends.low).powi(2);
        more += (ends.high - part.value).powi(2);
        all_known &= part.interval.is_some();
    }
    let whole = Estimate::between(value, (value - less.sqrt()).max(0.0), value + more.sqrt());
    if all_known { whole } else { Estimate::unknown(value) }
}

/// The course of all parts: rates add up, and of high latencies the largest counts.
fn points(parts: &[&StreamSummary]) -> Vec<TimeSeriesPoint> {
    let mut course: BTreeMap<i64, TimeSeriesPoint> = BTreeMap::new();
    for point in parts.iter().flat_map(|part| &part.points) {
        // Points of one interval, whose middles differ by little.
        let tenth = (point.at_s * 10.0).round() as i64;
        let Some(joined) = course.get_mut(&tenth) else {
            course.insert(tenth, *point);
            continue;
        };
        let iops = joined.iops + point.iops;
        let median_ns = joined.p50_ns as f64 * joined.iops + point.p50_ns as f64 * point.iops;
        *joined = TimeSeriesPoint {
            iops,
            mibps: joined.mibps + point.mibps,
            p50_ns: if iops > 0.0 { (median_ns / iops) as u64 } else { joined.p50_ns },
            p99_ns: joined.p99_ns.max(point.p99_ns),
            max_ns: joined.max_ns.max(point.max_ns),
            warm_up: joined.warm_up || point.warm_up,
            at_s: joined.at_s,
        };
    }
    course.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::super::Accumulator;
    use super::*;
    use base::Rng;
    use sample::IntervalSample;

    const S: u64 = 1_000_000_000;

    /// Ten intervals of reads, whose latencies lie around a mean.
    fn intervals(seed: u64, mean_ns: u64) -> Vec<IntervalSample> {
        let mut rng = Rng::new(seed);
        let interval = |index: u64| {
            let mut sample = IntervalSample::new(0, 0, 0);
            (sample.start_ns, sample.end_ns) = (index * S, (index + 1) * S);
            for _ in 0..400 {
                let latency_ns = mean_ns / 2 + rng.below(mean_ns);
                sample.read.total.record(latency_ns);
                sample.read.service.record(latency_ns);
                sample.read.ios += 1;
                sample.read.bytes += 8192;
            }
            sample
        };
        (0..10).map(interval).collect()
    }

    fn summary<'a>(intervals: impl IntoIterator<Item = &'a IntervalSample>) -> StreamSummary {
        let mut fold = Accumulator::new("data");
        intervals.into_iter().for_each(|interval| fold.push(interval));
        fold.finish()
    }

    #[test]
    fn parts_give_the_percentiles_of_all_operations_together() {
        let hosts = [intervals(1, 100_000), intervals(2, 300_000), intervals(3, 120_000)];
        let parts: Vec<StreamSummary> = hosts.iter().map(summary).collect();
        let joined = StreamSummary::joined(&parts.iter().collect::<Vec<_>>()).expect("three parts");
        let mut latencies = sample::Histogram::new();
        for interval in hosts.iter().flatten() {
            latencies.merge(&interval.read.total);
        }
        assert_eq!(joined.read.ios, 12_000);
        assert_eq!(joined.read.bytes, 12_000 * 8192);
        for quantile in [0.5, 0.9, 0.99] {
            let truth = latencies.quantile_ns(quantile) as f64;
            let found = joined.read.total_ns(quantile).expect("enough operations") as f64;
            assert!((found / truth - 1.0).abs() < 0.01, "{quantile}: {found} of {truth}");
        }
        assert!((joined.iops.value - 1_200.0).abs() < 1e-6, "{:?}", joined.iops);
        let ends = joined.iops.ends();
        assert!(ends.low <= 1_200.0 && ends.high >= 1_200.0);
        assert_eq!(joined.points.len(), parts[0].points.len());
        assert!((joined.points[4].iops - 1_200.0).abs() < 1e-6);
        assert_eq!(StreamSummary::joined(&[]), None);
    }
}
