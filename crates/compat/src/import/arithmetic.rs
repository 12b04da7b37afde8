//! Checks the figures of a foreign result against each other: a contradiction is a warning.
//!
//! Takes rows, gives warnings. A figure may be off by unprinted digits; thresholds are constants with reasons.

use crate::import::contents::{Direction, Row};
use base::IoKind;
use summary::warning::{Contradiction, Detail};
use summary::{Warning, WarningKind, Weight};

const MIB: f64 = (1u64 << 20) as f64;
/// The most that throughput may differ from rate x size beyond rounding: tools measure both over slightly different
/// times.
const RATE_SHARE_MAX: f64 = 0.01;
/// The most that rate x latency may differ from the depth. The limit for our own runs is 2 %; other tools lose time
/// between two operations, which is no contradiction.
const LITTLE_SHARE_MAX: f64 = 0.05;
/// The fewest operations per outstanding one; with fewer, start and end of a run weigh too much, as in our own check.
const LITTLE_TURNS_MIN: f64 = 200.0;
/// The most that a percentile may exceed the largest latency: histograms give the upper edge of a bucket.
const EDGE_SHARE_MAX: f64 = 0.05;
/// The share of operations whose percentile a mean cannot exceed unless a few are extremely slow.
const TAIL_SHARE_MIN: f64 = 0.9999;

pub fn warnings(row: &Row) -> Vec<Warning> {
    let mut out = Vec::new();
    let mut add = |kind: WarningKind, contradiction: Contradiction| {
        let detail = Detail::Imported { line: row.line, contradiction };
        out.push(Warning::of_stream(&row.name, kind, Weight::Warning, detail));
    };
    let size_contradiction = rate_times_size(row);
    // Where throughput already contradicts the size, bytes derived from it add nothing.
    let block_bytes = row.block_bytes.filter(|_| size_contradiction.is_none() && !row.mixed_blocks);
    if let Some(contradiction) = size_contradiction {
        add(WarningKind::RateTimesSize, contradiction);
    }
    if let Some(contradiction) = littles_law(row) {
        add(WarningKind::LittlesLaw, contradiction);
    }
    for contradiction in [counts(row), total(row)].into_iter().flatten() {
        add(WarningKind::Contradiction, contradiction);
    }
    for (of, direction) in [(IoKind::Read, &row.read), (IoKind::Write, &row.write)] {
        for contradiction in
            order(of, direction).into_iter().chain(size(of, direction, block_bytes))
        {
            add(WarningKind::Contradiction, contradiction);
        }
        if direction.errors > 0 {
            add(WarningKind::IoErrors, Contradiction::Failed { of, failed: direction.errors });
        }
    }
    for contradiction in order(IoKind::Flush, &row.flush) {
        add(WarningKind::Contradiction, contradiction);
    }
    out
}

fn rate_times_size(row: &Row) -> Option<Contradiction> {
    let ((iops, iops_step), (mibps, mibps_step)) = (row.iops?, row.mibps?);
    let block = row.block_bytes.filter(|bytes| *bytes > 0.0)?;
    let want = iops * block / MIB;
    let allowed = want * RATE_SHARE_MAX + mibps_step + iops_step * block / MIB;
    ((mibps - want).abs() > allowed).then_some(Contradiction::RateTimesSize {
        mibps,
        iops,
        block_bytes: block,
        expected_mibps: want,
    })
}

/// Checks that rate x latency is the depth, as in a closed loop (Little 1961).
fn littles_law(row: &Row) -> Option<Contradiction> {
    let (depth, (iops, _), (mean_ns, cut_ns)) = (row.depth?, row.iops?, row.mean_ns?);
    if depth <= 0.0 || row.seconds.is_none_or(|s| s * iops < LITTLE_TURNS_MIN * depth) {
        return None;
    }
    let (low, high) = (iops * mean_ns / 1e9, iops * (mean_ns + cut_ns) / 1e9);
    let off = depth > high * (1.0 + LITTLE_SHARE_MAX) || depth < low * (1.0 - LITTLE_SHARE_MAX);
    off.then_some(Contradiction::LittlesLaw { depth, low, high })
}

fn counts(row: &Row) -> Option<Contradiction> {
    let ((iops, step), seconds) = (row.iops?, row.seconds.filter(|s| *s > 0.0)?);
    let ios = row.read.ios.unwrap_or(0) + row.write.ios.unwrap_or(0);
    let got = ios as f64 / seconds;
    let off = (got - iops).abs() > iops * RATE_SHARE_MAX + step + 1.0 / seconds;
    (ios > 0 && off).then_some(Contradiction::Rate {
        operations: ios,
        seconds,
        counted_iops: got,
        iops,
    })
}

/// Checks that reads and writes add up to the total.
fn total(row: &Row) -> Option<Contradiction> {
    let ((iops, step), read, write) = (row.iops?, row.read.iops?, row.write.iops?);
    let off = (read + write - iops).abs() > iops * RATE_SHARE_MAX + 2.0 * step;
    off.then_some(Contradiction::Total { read_iops: read, write_iops: write, iops })
}

/// Checks that bytes over operations are the block size, where both directions have the same.
fn size(of: IoKind, direction: &Direction, block_bytes: Option<f64>) -> Option<Contradiction> {
    let (ios, bytes) = (direction.ios.filter(|n| *n >= 10_000)?, direction.bytes?);
    let (block_bytes, mean_bytes) = (block_bytes?, bytes as f64 / ios as f64);
    let off = (mean_bytes / block_bytes - 1.0).abs() > 0.02;
    off.then_some(Contradiction::OperationSize { of, mean_bytes, block_bytes })
}

/// Checks that smallest, mean, percentiles and largest rise, and that the histogram has every operation.
fn order(of: IoKind, direction: &Direction) -> Vec<Contradiction> {
    let mut out = Vec::new();
    let (min, max) = (direction.min_ns.unwrap_or(0) as f64, direction.max_ns.map(|ns| ns as f64));
    let max = max.filter(|ns| *ns > 0.0).unwrap_or(f64::INFINITY);
    if direction.mean_ns.is_some_and(|mean| mean * 1.001 + 1e6 < min || mean > max * 1.001 + 1e6) {
        out.push(Contradiction::MeanOutsideRange(of));
    }
    if let Some((share, tail_ns)) = direction.quantiles.last()
        && let Some(mean_ns) = direction.mean_ns
    {
        // Texts round both: to three digits, or to a microsecond.
        let is_above = mean_ns > *tail_ns as f64 * 1.001 + 1e3;
        if *share >= TAIL_SHARE_MIN && is_above {
            out.push(Contradiction::MeanAbovePercentiles(of));
        }
    }
    if direction.quantiles.windows(2).any(|pair| pair[0].1 > pair[1].1) {
        out.push(Contradiction::PercentilesFall(of));
    }
    if direction.quantiles.iter().any(|q| q.1 as f64 > max * (1.0 + EDGE_SHARE_MAX)) {
        out.push(Contradiction::PercentileAboveMax(of));
    }
    let held = direction.buckets.iter().fold(0, |sum: u64, bucket| sum.saturating_add(bucket.1));
    let done = direction.ios.unwrap_or(0);
    // Counts that were derived from percentages are rounded in each bucket.
    let rounding = direction.buckets.len() as f64 + done as f64 * 0.001;
    if held > 0 && (held as f64 - done as f64).abs() > rounding {
        out.push(Contradiction::HistogramCount { of, held, done });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 8 KiB reads at depth 4, 1 ms each.
    fn sound() -> Row {
        Row {
            name: "data".to_owned(),
            line: 7,
            seconds: Some(60.0),
            iops: Some((4000.0, 0.01)),
            mibps: Some((31.25, 0.01)),
            block_bytes: Some(8192.0),
            depth: Some(4.0),
            mean_ns: Some((1e6, 1.0)),
            read: Direction {
                ios: Some(240_000),
                bytes: Some(240_000 * 8192),
                mean_ns: Some(1e6),
                min_ns: Some(100_000),
                max_ns: Some(5_000_000),
                quantiles: vec![(0.5, 900_000), (0.99, 3_000_000)],
                buckets: vec![(1_000_000, 200_000), (5_000_000, 40_000)],
                ..Direction::default()
            },
            ..Row::default()
        }
    }

    #[test]
    fn sound_figures_raise_no_warning() {
        assert_eq!(warnings(&sound()), []);
        assert_eq!(warnings(&Row::default()), []);
    }

    #[test]
    fn each_broken_law_is_told_with_its_line() {
        use Contradiction::*;
        use IoKind::Read;
        type Break = fn(&mut Row);
        type Is = fn(&Contradiction) -> bool;
        let cases: [(Is, WarningKind, Break); 9] = [
            (
                |c| matches!(c, RateTimesSize { mibps: 33.46, .. }),
                WarningKind::RateTimesSize,
                |r| r.mibps = Some((33.46, 0.01)),
            ),
            (
                |c| matches!(c, LittlesLaw { depth: 32.0, .. }),
                WarningKind::LittlesLaw,
                |r| r.depth = Some(32.0),
            ),
            (
                |c| matches!(c, Rate { operations: 180_000, counted_iops: 3000.0, .. }),
                WarningKind::Contradiction,
                |r| r.read = Direction { ios: Some(180_000), ..Direction::default() },
            ),
            (
                |c| matches!(c, Total { iops: 4000.0, .. }),
                WarningKind::Contradiction,
                |r| (r.read.iops, r.write.iops) = (Some(3000.0), Some(500.0)),
            ),
            (
                |c| matches!(c, OperationSize { of: Read, mean_bytes: 4096.0, .. }),
                WarningKind::Contradiction,
                |r| r.read.bytes = Some(240_000 * 4096),
            ),
            (
                |c| matches!(c, PercentilesFall(Read)),
                WarningKind::Contradiction,
                |r| r.read.quantiles[0].1 = 4_000_000,
            ),
            (
                |c| matches!(c, MeanAbovePercentiles(Read)),
                WarningKind::Contradiction,
                |r| r.read.quantiles = vec![(0.5, 17_000), (0.9999, 17_000)],
            ),
            (
                |c| matches!(c, HistogramCount { held: 200_000, done: 240_000, .. }),
                WarningKind::Contradiction,
                |r| r.read.buckets.truncate(1),
            ),
            (
                |c| matches!(c, Failed { of: Read, failed: 3 }),
                WarningKind::IoErrors,
                |r| r.read.errors = 3,
            ),
        ];
        for (number, (is, kind, change)) in cases.into_iter().enumerate() {
            let mut row = sound();
            change(&mut row);
            let found = warnings(&row);
            assert_eq!(found.len(), 1, "case {number}: {found:?}");
            assert_eq!(found[0].kind, kind, "case {number}");
            let Detail::Imported { line: 7, contradiction } = &found[0].detail else {
                panic!("{found:?}")
            };
            assert!(is(contradiction), "case {number}: {contradiction:?}");
        }
    }

    #[test]
    fn what_was_cut_off_is_no_contradiction() {
        let mut row = sound();
        row.mean_ns = Some((0.0, 1e6));
        row.read.mean_ns = Some(0.0);
        assert_eq!(warnings(&row), []);
    }
}
