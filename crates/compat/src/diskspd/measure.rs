//! Measured values as DISKSPD reports them: for each thread on a target, and in buckets of time.

use super::profile::{Target, TimeSpan};
use super::{DiskspdView, Row};
use crate::outcome::{DirectionOutcome, IntervalDirection, Outcome, StreamOutcome};

/// Reads and writes of a thread on a target, or of several together.
#[derive(Clone, Debug, Default)]
pub(super) struct ThreadCounts {
    pub(super) read: DirectionOutcome,
    pub(super) write: DirectionOutcome,
    /// One for each `-D` period of the measured time; empty without `-D`.
    pub(super) buckets: Vec<Bucket>,
}

/// A part of the measured time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bucket {
    /// Its end, in milliseconds of the measured time.
    pub(super) end_ms: u64,
    pub(super) length_ms: u64,
    pub(super) read: IntervalDirection,
    pub(super) write: IntervalDirection,
}

#[derive(Clone, Debug)]
pub(super) struct TableLine<'v> {
    pub(super) row: &'v Row,
    pub(super) target: &'v Target,
    pub(super) size_bytes: u64,
    pub(super) counted: ThreadCounts,
}

/// The direction that a table reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TablePart {
    Total,
    Read,
    Write,
}

/// A time span's lines, in the order of threads, and its measured time in seconds.
pub(super) fn lines<'v>(
    view: &'v DiskspdView,
    index: usize,
    outcome: &Outcome,
) -> (Vec<TableLine<'v>>, f64) {
    let span = &view.profile.spans[index];
    let own = |stream: &&StreamOutcome| {
        view.rows.iter().any(|row| row.span == index && row.streams.contains(&stream.name))
    };
    let runtime_ns =
        outcome.streams.iter().filter(own).map(|stream| stream.runtime_ns).max().unwrap_or(0);
    let mut lines = Vec::new();
    for row in view.rows.iter().filter(|row| row.span == index) {
        let Some(target) = span.targets.get(row.target) else { continue };
        let mut counted =
            ThreadCounts { buckets: empty(span, runtime_ns), ..ThreadCounts::default() };
        for name in &row.streams {
            let Some(stream) = outcome.streams.iter().find(|s| s.name == *name) else { continue };
            counted.read = counted.read.and(&stream.read);
            counted.write = counted.write.and(&stream.write);
            gather(stream, span, &mut counted.buckets);
        }
        let size_bytes = view.size_of(&target.path);
        lines.push(TableLine { row, target, size_bytes, counted });
    }
    (lines, runtime_ns as f64 / 1e9)
}

pub(super) fn sum<'a, 'v: 'a>(lines: impl Iterator<Item = &'a TableLine<'v>>) -> ThreadCounts {
    lines.fold(ThreadCounts::default(), |mut sum, line| {
        sum.read = sum.read.and(&line.counted.read);
        sum.write = sum.write.and(&line.counted.write);
        if sum.buckets.is_empty() {
            sum.buckets.clone_from(&line.counted.buckets);
        } else {
            for (into, from) in sum.buckets.iter_mut().zip(&line.counted.buckets) {
                into.read = both(into.read, from.read);
                into.write = both(into.write, from.write);
            }
        }
        sum
    })
}

/// Empty buckets for the measured time, or for the part that ran before the run was stopped.
fn empty(span: &TimeSpan, runtime_ns: u64) -> Vec<Bucket> {
    let Some(bucket_ms) = span.iops_bucket_ms.map(u64::from) else { return Vec::new() };
    let all_ms = (u64::from(span.duration_s) * 1000).min(runtime_ns.div_ceil(1_000_000));
    let count = all_ms.div_ceil(bucket_ms.max(1));
    let bucket = |index: u64| {
        let end_ms = (index + 1) * bucket_ms;
        let length_ms = bucket_ms - end_ms.saturating_sub(all_ms);
        Bucket { end_ms, length_ms, ..Bucket::default() }
    };
    (0..count).map(bucket).collect()
}

fn gather(stream: &StreamOutcome, span: &TimeSpan, buckets: &mut [Bucket]) {
    let Some(bucket_ms) = span.iops_bucket_ms else { return };
    let bucket_ns = u64::from(bucket_ms) * 1_000_000;
    for interval in &stream.intervals {
        let middle_ns = interval.start_ns / 2 + interval.end_ns / 2;
        let index = usize::try_from(middle_ns / bucket_ns).unwrap_or(usize::MAX);
        let Some(bucket) = buckets.get_mut(index) else { continue };
        bucket.read = both(bucket.read, interval.read);
        bucket.write = both(bucket.write, interval.write);
    }
}

pub(super) fn both(one: IntervalDirection, other: IntervalDirection) -> IntervalDirection {
    one.and(other)
}

impl ThreadCounts {
    /// Reads, writes or both.
    pub(super) fn part(&self, part: TablePart) -> DirectionOutcome {
        match part {
            TablePart::Read => self.read.clone(),
            TablePart::Write => self.write.clone(),
            TablePart::Total => self.read.and(&self.write),
        }
    }

    /// The population standard deviation of the IOPS of the buckets; 0 without buckets.
    pub(super) fn iops_deviation(&self, part: TablePart) -> f64 {
        let rate = |bucket: &Bucket| {
            let ios = match part {
                TablePart::Read => bucket.read.ios,
                TablePart::Write => bucket.write.ios,
                TablePart::Total => bucket.read.ios + bucket.write.ios,
            };
            ios as f64 * 1000.0 / bucket.length_ms.max(1) as f64
        };
        let count = self.buckets.len().max(1) as f64;
        let mean = self.buckets.iter().map(rate).sum::<f64>() / count;
        let squares = self.buckets.iter().map(|bucket| (rate(bucket) - mean).powi(2)).sum::<f64>();
        (squares / count).sqrt()
    }
}
