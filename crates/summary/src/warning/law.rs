//! Arithmetic that must hold: Little's law, and rate times size.

use super::volume::ERROR_SHARE_MAX;
use super::{Detail, Warning, WarningKind, Weight};
use crate::{Conditions, LatencySummary, StreamSummary};

/// How far depth may be from rate x latency (Little 1961; the bound is this project's, twice the 1 % that
/// histograms and interval edges may add up to).
const LITTLE_SHARE_MAX: f64 = 0.02;
/// With fewer operations for each outstanding one than this, start and end of the run weigh too much.
const LITTLE_TURNS_MIN: f64 = 200.0;
/// How far bytes for each operation may be from the block size: only short transfers and mixes of sizes differ.
const SIZE_SHARE_MAX: f64 = 0.02;
/// The standard errors of the mean of a mix of sizes by which it may differ by chance (ours; once in two million runs).
const SIZE_ERRORS_MAX: f64 = 5.0;
/// Operations that a mix of sizes needs to show its mean.
const SIZE_IOS_MIN: u64 = 10_000;

/// Closed loop: the depth must be rate x latency.
pub(super) fn littles_law(stream: &StreamSummary, conditions: &Conditions) -> Option<Warning> {
    let depth = f64::from(conditions.depth.filter(|_| conditions.closed_loop)?);
    let ios = stream.read.ios + stream.write.ios;
    // Flushes hold a worker without being reads or writes; the law is then about another system.
    if (ios as f64) < LITTLE_TURNS_MIN * depth || stream.flush.ios > 0 || stream.seconds <= 0.0 {
        return None;
    }
    // The time of failed operations is unknown, and they are a warning of their own.
    let failed = stream.read.errors + stream.write.errors;
    if failed as f64 > ERROR_SHARE_MAX * (ios + failed) as f64 {
        return None;
    }
    let busy_ns = |l: &LatencySummary| l.ios as f64 * l.mean_ns;
    let held = (busy_ns(&stream.read) + busy_ns(&stream.write)) / (stream.seconds * 1e9);
    let off = held / depth - 1.0;
    // Operations in flight when the counted time begins are counted whole, those in flight at its end not at all: an error of up
    // to the longest operation. After a stall that is seconds.
    let counted = stream.points.iter().filter(|point| !point.warm_up);
    let longest_ns = counted.map(|point| point.max_ns).max().unwrap_or(0);
    let allowed = LITTLE_SHARE_MAX + longest_ns as f64 / (stream.seconds * 1e9);
    (off.abs() > allowed).then(|| {
        let detail = Detail::DepthDiffers { depth, held, allowed };
        Warning::of_stream(&stream.name, WarningKind::LittlesLaw, Weight::Warning, detail)
    })
}

/// Bytes for each operation must be the block size.
pub(super) fn rate_times_size(stream: &StreamSummary, conditions: &Conditions) -> Option<Warning> {
    let block = conditions.block_bytes.filter(|b| *b > 0.0)?;
    let ios = stream.read.ios + stream.write.ios;
    if ios < SIZE_IOS_MIN {
        return None;
    }
    let each = (stream.read.bytes + stream.write.bytes) as f64 / ios as f64;
    let by_chance = SIZE_ERRORS_MAX * conditions.block_deviation_bytes / (ios as f64).sqrt();
    ((each - block).abs() > SIZE_SHARE_MAX * block + by_chance).then(|| {
        let short = stream.read.short + stream.write.short;
        let detail = Detail::SizeDiffers { mean_bytes: each, block_bytes: block, short };
        Warning::of_stream(&stream.name, WarningKind::RateTimesSize, Weight::Warning, detail)
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::LatencyQuantile;
    use crate::{Estimate, TimeSeriesPoint};

    /// A healthy closed-loop stream: 8 KiB reads at depth 4, 1 ms each, 4,000 a second, 3 % noise.
    pub(in crate::warning) fn healthy(seed: u64) -> (StreamSummary, Conditions) {
        let mut rng = base::Rng::new(seed);
        let points = (0..60)
            .map(|i| {
                let iops = 4000.0 * (1.0 + 0.03 * rng.normal());
                let p50_ns = (1e6 * (1.0 + 0.02 * rng.normal())) as u64;
                let (mibps, p99_ns) = (iops / 128.0, 2 * p50_ns);
                let at_s = f64::from(i) + 0.5;
                TimeSeriesPoint {
                    at_s,
                    iops,
                    mibps,
                    p50_ns,
                    p99_ns,
                    max_ns: 4 * p50_ns,
                    warm_up: false,
                }
            })
            .collect();
        let estimate = |value: f64| Estimate::between(value, value * 0.98, value * 1.02);
        let read = LatencySummary {
            ios: 240_000,
            bytes: 240_000 * 8192,
            mean_ns: 1e6,
            quantiles: vec![
                LatencyQuantile::closed(0.5, 1_000_000),
                LatencyQuantile::closed(0.99, 2_000_000),
            ],
            ..LatencySummary::default()
        };
        let stream = StreamSummary {
            name: "data".to_owned(),
            seconds: 60.0,
            iops: estimate(4000.0),
            mibps: estimate(31.25),
            depth_mean: 4.0,
            read,
            points,
            ..StreamSummary::default()
        };
        let conditions = Conditions {
            closed_loop: true,
            depth: Some(4),
            block_bytes: Some(8192.0),
            direct: Some(true),
            quantile: Some(0.99),
            easy_data_percent: Some(0.0),
            ..Conditions::default()
        };
        (stream, conditions)
    }

    #[test]
    fn a_healthy_stream_raises_no_warning() {
        let seeds = 200;
        let accused: Vec<_> = (0..seeds)
            .filter_map(|seed| {
                let (stream, conditions) = healthy(seed);
                let warnings = super::super::check_stream(&stream, &conditions);
                (!warnings.is_empty()).then_some((seed, warnings))
            })
            .collect();
        eprintln!("false alarms: {} of {seeds}", accused.len());
        assert!(accused.len() <= 2, "{accused:?}");
    }

    #[test]
    fn time_lost_outside_the_storage_breaks_littles_law() {
        let (mut stream, conditions) = healthy(1);
        stream.read.mean_ns = 0.9e6;
        assert_eq!(
            littles_law(&stream, &conditions).map(|d| d.kind),
            Some(WarningKind::LittlesLaw)
        );
        let open = Conditions { closed_loop: false, ..conditions.clone() };
        assert_eq!(littles_law(&stream, &open), None);
        // A fifth failed: no latency includes their time.
        stream.read.errors = stream.read.ios / 4;
        assert_eq!(littles_law(&stream, &conditions), None);
    }

    #[test]
    fn a_stall_that_began_before_the_counted_time_is_no_time_lost_outside_the_storage() {
        let (mut stream, conditions) = healthy(1);
        // Four operations began 2 s before 6 s are counted, and are counted with all of their latency.
        stream.seconds = 6.0;
        stream.points.truncate(6);
        stream.read.ios = 20_000;
        stream.read.mean_ns = (4.0 * 6e9 + 4.0 * 2e9) / 20_000.0;
        assert!(littles_law(&stream, &conditions).is_some(), "nothing took as long");
        stream.points[0].max_ns = 2_000_000_000;
        assert_eq!(littles_law(&stream, &conditions), None);
    }

    #[test]
    fn the_mean_of_a_mix_of_sizes_may_differ_by_chance() {
        let (mut stream, mut conditions) = healthy(1);
        // A log writes 0.5 to 60 KiB: a mean of 11,930 bytes with a deviation of 14,000. 16,000 of them came out at 12,246.
        (stream.read.ios, stream.read.bytes) = (16_000, 16_000 * 12_246);
        (conditions.block_bytes, conditions.block_deviation_bytes) = (Some(11_930.0), 14_000.0);
        assert_eq!(rate_times_size(&stream, &conditions), None);
        stream.read.bytes = 16_000 * 13_000;
        assert!(rate_times_size(&stream, &conditions).is_some());
    }

    #[test]
    fn bytes_that_are_not_blocks_are_told() {
        let (mut stream, conditions) = healthy(1);
        stream.read.bytes /= 2;
        let kind = rate_times_size(&stream, &conditions).map(|d| d.kind);
        assert_eq!(kind, Some(WarningKind::RateTimesSize));
    }
}
