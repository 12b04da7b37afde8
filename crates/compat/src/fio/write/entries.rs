//! The jobs as they are printed: each clone alone, or all clones of a group that is reported as one.
//!
//! Sums follow fio: operations, bytes and histograms are added, and the run time is the longest. The means of
//! bandwidth samples are added, and their deviations are pooled.

use super::super::{FioView, JobView, UnifiedReporting};
use super::buckets::BoundTable;
use crate::outcome::StreamOutcome;
use crate::outcome::{
    DirectionOutcome, IntervalDirection, IntervalOutcome, LatencyDistribution, Outcome,
};

#[derive(Clone, Debug)]
pub(super) struct PrintedJob<'a> {
    /// The first clone, whose name and options are printed.
    pub(super) job: &'a JobView,
    pub(super) clones: u32,
    /// The errno of the first clone that failed; 0 if none did.
    pub(super) error: i32,
    /// Whether it failed before its first operation.
    pub(super) never_began: bool,
    pub(super) errors: u64,
    pub(super) read: Side,
    pub(super) write: Side,
    pub(super) trim: Side,
    pub(super) mixed: Side,
    pub(super) flush: DirectionCounts,
    /// The depth at the end; with several clones, that of the first.
    pub(super) depth: u32,
    /// The sum of the clones' run times, in ms.
    pub(super) runtime_sum_ms: u64,
    /// Processor time in user mode, in ms.
    pub(super) user_ms: f64,
    /// Processor time in the kernel, in ms.
    pub(super) kernel_ms: f64,
    pub(super) switches: u64,
    /// Operations, flushes included, by the number of outstanding operations: 1, 2, 4, 8, 16, 32, 64 and more.
    pub(super) depths: [u64; 7],
    /// Submissions and completions by the number of operations in each.
    pub(super) submits: [u64; 7],
    pub(super) completes: [u64; 7],
    /// The sum of all clones' intervals, for `steadystate`.
    pub(super) intervals: Vec<IntervalOutcome>,
    /// Until when each clone has reported its intervals.
    pub(super) reported_ns: Vec<u64>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct DirectionCounts {
    pub(super) ios: u64,
    pub(super) bytes: u64,
    pub(super) short: u64,
    /// Submission time.
    pub(super) slat: LatencyDistribution,
    /// Time from submission to completion.
    pub(super) clat: LatencyDistribution,
    pub(super) lat: LatencyDistribution,
}

/// One direction with its rates.
#[derive(Clone, Debug, Default)]
pub(super) struct Side {
    pub(super) counts: DirectionCounts,
    /// The longest time among the clones, in ms; 0 without operations.
    pub(super) runtime_ms: u64,
    /// Samples in KiB/s.
    pub(super) bw: Samples,
    pub(super) iops: Samples,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Samples {
    pub(super) min: u64,
    pub(super) max: u64,
    pub(super) mean: f64,
    pub(super) count: u64,
    squares: f64,
}

impl Samples {
    fn of(values: &[u64]) -> Self {
        let count = values.len() as f64;
        if values.is_empty() {
            return Self::default();
        }
        let mean = values.iter().sum::<u64>() as f64 / count;
        Self {
            min: values.iter().copied().min().unwrap_or(0),
            max: values.iter().copied().max().unwrap_or(0),
            mean,
            count: values.len() as u64,
            squares: values.iter().map(|&v| (v as f64 - mean).powi(2)).sum(),
        }
    }

    fn and(&self, other: &Self) -> Self {
        Self {
            min: self.min + other.min,
            max: self.max + other.max,
            mean: self.mean + other.mean,
            count: self.count + other.count,
            squares: self.squares + other.squares,
        }
    }

    pub(super) fn deviation(&self) -> f64 {
        if self.count < 2 { 0.0 } else { (self.squares / (self.count - 1) as f64).sqrt() }
    }
}

impl DirectionCounts {
    fn of(direction: &DirectionOutcome, job: &JobView) -> Self {
        let keep = |off: bool, kept: &LatencyDistribution| {
            if off { LatencyDistribution::default() } else { kept.clone() }
        };
        Self {
            ios: direction.ios,
            bytes: direction.bytes,
            short: direction.short,
            slat: keep(job.latency.disable_slat, &direction.handover),
            clat: keep(job.latency.disable_clat, &direction.service),
            lat: keep(job.latency.disable_lat, &direction.total),
        }
    }

    fn and(&self, other: &Self) -> Self {
        Self {
            ios: self.ios + other.ios,
            bytes: self.bytes + other.bytes,
            short: self.short + other.short,
            slat: self.slat.and(&other.slat),
            clat: self.clat.and(&other.clat),
            lat: self.lat.and(&other.lat),
        }
    }
}

impl Side {
    /// Bytes per second, rounded down.
    pub(super) fn bytes_per_second(&self) -> u64 {
        per_second(self.counts.bytes, self.runtime_ms)
    }

    pub(super) fn iops(&self) -> f64 {
        if self.runtime_ms == 0 {
            return 0.0;
        }
        1000.0 * self.counts.ios as f64 / self.runtime_ms as f64
    }

    fn and(&self, other: &Self) -> Self {
        Self {
            counts: self.counts.and(&other.counts),
            runtime_ms: self.runtime_ms.max(other.runtime_ms),
            bw: self.bw.and(&other.bw),
            iops: self.iops.and(&other.iops),
        }
    }
}

/// `amount` per second, rounded down; 0 if the time is 0.
pub(super) fn per_second(amount: u64, time_ms: u64) -> u64 {
    let rate = u128::from(amount) * 1000 / u128::from(time_ms.max(1));
    if time_ms == 0 { 0 } else { u64::try_from(rate).unwrap_or(u64::MAX) }
}

impl PrintedJob<'_> {
    /// The latencies of all directions in fio's table, and the number of operations.
    pub(super) fn table(&self) -> (BoundTable, u64) {
        (BoundTable::of(&self.mixed.counts.clat), self.mixed.counts.ios)
    }

    /// The denominator for the shares of depths: operations without flushes. The depths include flushes, so the shares
    /// may add up to more than 100 %.
    pub(super) fn started(&self) -> u64 {
        self.depths.iter().sum::<u64>().saturating_sub(self.flush.ios)
    }

    /// The directions that are reported, by fio's names.
    pub(super) fn reported_directions(&self) -> Vec<(&'static str, &Side)> {
        let each = [("read", &self.read), ("write", &self.write), ("trim", &self.trim)];
        let mixed = ("mixed", &self.mixed);
        match self.job.unified {
            UnifiedReporting::None => each.to_vec(),
            UnifiedReporting::Mixed => vec![mixed],
            UnifiedReporting::Both => each.into_iter().chain([mixed]).collect(),
        }
    }
}

/// The streams of a clone, without those that never ran.
pub(super) fn streams<'a>(job: &JobView, outcome: &'a Outcome) -> Vec<&'a StreamOutcome> {
    let known = |name: &String| outcome.streams.iter().find(|stream| stream.name == *name);
    job.streams.iter().filter_map(known).collect()
}

/// The errno of a clone: its own, or that of the run if the run failed before the clone did anything.
pub(super) fn job_error(job: &JobView, outcome: &Outcome) -> i32 {
    let streams = streams(job, outcome);
    let own = streams.iter().map(|stream| stream.errno).find(|&errno| errno != 0);
    let idle = streams.iter().all(|stream| did_nothing(stream));
    let of_run = outcome.failure.as_ref().filter(|_| idle).map_or(0, |failure| failure.errno);
    match own.unwrap_or(of_run) {
        0 if is_too_slow(job, &streams) => TOO_SLOW,
        errno => errno,
    }
}

/// The error of fio for a rate below the least one: `EIO`.
const TOO_SLOW: i32 = 5;

/// Whether reads, writes or trims had less than their least rate.
fn is_too_slow(job: &JobView, streams: &[&StreamOutcome]) -> bool {
    let kinds: [fn(&StreamOutcome) -> &DirectionOutcome; 3] =
        [|s| &s.read, |s| &s.write, |s| &s.trim];
    kinds.into_iter().enumerate().any(|(index, of)| {
        let did = || streams.iter().filter(|stream| of(stream).ios > 0);
        let seconds = did().map(|s| s.runtime_ns).max().unwrap_or(0) as f64 / 1e9;
        let sum = |amount: fn(&DirectionOutcome) -> u64| did().map(|s| amount(of(s))).sum::<u64>();
        let is_below = |least: Option<f64>, done: u64| {
            least.is_some_and(|least| seconds > 0.0 && (done as f64) < least * seconds)
        };
        is_below(job.rate_min.bytes[index], sum(|of| of.bytes))
            || is_below(job.rate_min.iops[index], sum(|of| of.ios))
    })
}

pub(super) fn counts_errors(job: &JobView, outcome: &Outcome) -> bool {
    job.continue_on_error && !streams(job, outcome).iter().all(|stream| did_nothing(stream))
}

fn did_nothing(stream: &StreamOutcome) -> bool {
    let all = [&stream.read, &stream.write, &stream.flush, &stream.trim];
    all.iter().all(|side| side.ios + side.errors == 0)
}

pub(super) fn entries<'a>(view: &'a FioView, outcome: &Outcome) -> Vec<PrintedJob<'a>> {
    let mut all: Vec<PrintedJob<'a>> = Vec::new();
    for job in view.jobs.iter().filter(|job| job.stats) {
        let one = clone_of(job, outcome);
        match all.last_mut() {
            Some(last) if job.group_reporting && last.job.group == job.group => join(last, &one),
            _ => all.push(one),
        }
    }
    all
}

fn clone_of<'a>(job: &'a JobView, outcome: &Outcome) -> PrintedJob<'a> {
    let streams = streams(job, outcome);
    let runtime_ms = streams.iter().map(|s| s.runtime_ns.div_ceil(1_000_000)).max().unwrap_or(0);
    let intervals = rows(&streams);
    let total = |pick: fn(&StreamOutcome) -> &DirectionOutcome| {
        let each = streams.iter().map(|stream| DirectionCounts::of(pick(stream), job));
        each.reduce(|a, b| a.and(&b)).unwrap_or_default()
    };
    // Reading back has a run time of its own.
    let took_ms = |of: fn(&StreamOutcome) -> &DirectionOutcome| {
        let did = streams.iter().filter(|stream| of(stream).ios > 0);
        did.map(|s| s.runtime_ns.div_ceil(1_000_000)).max().unwrap_or(0)
    };
    let side = |counts: DirectionCounts,
                runtime_ms: u64,
                pick: fn(&IntervalOutcome) -> IntervalDirection| {
        let (bw, iops) = if job.latency.disable_bw || counts.ios == 0 {
            Default::default()
        } else {
            samples(&intervals, pick)
        };
        Side { counts, runtime_ms, bw, iops }
    };
    let read = side(total(|s| &s.read), took_ms(|s| &s.read), |i| i.read);
    let write = side(total(|s| &s.write), took_ms(|s| &s.write), |i| i.write);
    let trim = side(total(|s| &s.trim), took_ms(|s| &s.trim), |i| i.trim);
    PrintedJob {
        job,
        clones: 1,
        error: job_error(job, outcome),
        never_began: streams.iter().all(|s| did_nothing(s)),
        errors: streams
            .iter()
            .map(|s| s.read.errors + s.write.errors + s.flush.errors + s.trim.errors)
            .sum(),
        mixed: read.and(&write).and(&trim),
        read,
        write,
        trim,
        flush: total(|s| &s.flush),
        submits: sums(&streams, |s| &s.submits),
        completes: sums(&streams, |s| &s.completes),
        depth: ended_at(job, &streams),
        runtime_sum_ms: runtime_ms,
        user_ms: streams.iter().map(|s| s.cpu_user_ns as f64 / 1e6).sum(),
        kernel_ms: streams.iter().map(|s| s.cpu_kernel_ns as f64 / 1e6).sum(),
        switches: streams.iter().map(|s| s.switches).sum(),
        depths: sums(&streams, |s| &s.depths),
        reported_ns: intervals.last().map(|row| row.end_ns).into_iter().collect(),
        intervals,
    }
}

/// The depth that a latency target led to; the effective `iodepth` without one.
fn ended_at(job: &JobView, streams: &[&StreamOutcome]) -> u32 {
    let found = streams.iter().map(|stream| stream.depth).max().unwrap_or(0);
    if job.keep.is_some() && found > 0 { found } else { job.depth }
}

fn join<'a>(entry: &mut PrintedJob<'a>, other: &PrintedJob<'a>) {
    entry.clones += other.clones;
    if entry.error == 0 {
        (entry.error, entry.never_began) = (other.error, other.never_began);
    }
    entry.errors += other.errors;
    entry.read = entry.read.and(&other.read);
    entry.write = entry.write.and(&other.write);
    entry.trim = entry.trim.and(&other.trim);
    entry.mixed = entry.mixed.and(&other.mixed);
    entry.flush = entry.flush.and(&other.flush);
    entry.runtime_sum_ms += other.runtime_sum_ms;
    entry.user_ms += other.user_ms;
    entry.kernel_ms += other.kernel_ms;
    entry.switches += other.switches;
    for (sums, counts) in [
        (&mut entry.depths, &other.depths),
        (&mut entry.submits, &other.submits),
        (&mut entry.completes, &other.completes),
    ] {
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    add_rows(&mut entry.intervals, &other.intervals);
    entry.reported_ns.extend(&other.reported_ns);
}

fn sums(streams: &[&StreamOutcome], pick: fn(&StreamOutcome) -> &[u64; 7]) -> [u64; 7] {
    std::array::from_fn(|class| streams.iter().map(|stream| pick(stream)[class]).sum())
}

/// The sum of the intervals of a clone's streams.
fn rows(streams: &[&StreamOutcome]) -> Vec<IntervalOutcome> {
    let mut all = Vec::new();
    for stream in streams {
        add_rows(&mut all, &stream.intervals);
    }
    all
}

fn add_rows(all: &mut Vec<IntervalOutcome>, more: &[IntervalOutcome]) {
    for (index, row) in more.iter().enumerate() {
        match all.get_mut(index) {
            Some(sum) => {
                sum.end_ns = sum.end_ns.max(row.end_ns);
                sum.read = added(sum.read, row.read);
                sum.write = added(sum.write, row.write);
                sum.trim = added(sum.trim, row.trim);
            }
            None => all.push(*row),
        }
    }
}

/// The sum of two directions over the same time.
pub(super) fn added(a: IntervalDirection, b: IntervalDirection) -> IntervalDirection {
    a.and(b)
}

/// Samples of bandwidth and of operations per second. A last interval that is shorter than the first is left out,
/// because fio samples whole periods, and so are periods without an operation (`__add_samples` of its stat.c).
fn samples(
    intervals: &[IntervalOutcome],
    pick: fn(&IntervalOutcome) -> IntervalDirection,
) -> (Samples, Samples) {
    let length = |row: &IntervalOutcome| row.end_ns.saturating_sub(row.start_ns);
    let least = intervals.first().map_or(0, length);
    let counts = |row: &&IntervalOutcome| length(row) >= least && pick(row).ios > 0;
    let whole: Vec<_> = intervals.iter().filter(counts).collect();
    let rate =
        |amount: u64, row: &IntervalOutcome| (amount as f64 * 1e9 / length(row) as f64) as u64;
    let bw: Vec<u64> = whole.iter().map(|row| rate(pick(row).bytes, row) >> 10).collect();
    let iops: Vec<u64> = whole.iter().map(|row| rate(pick(row).ios, row)).collect();
    (Samples::of(&bw), Samples::of(&iops))
}

/// A group's sum in one direction: bytes, and the extremes of its printed jobs' rates and run times.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Aggregate {
    pub(super) bytes: u64,
    pub(super) least: u64,
    pub(super) most: u64,
    pub(super) shortest_ms: u64,
    pub(super) longest_ms: u64,
}

impl Aggregate {
    /// Combines the entries of a group that did anything in this direction.
    pub(super) fn of<'e>(sides: impl Iterator<Item = &'e Side>) -> Self {
        let mut sum = Self::default();
        for side in sides.filter(|side| side.runtime_ms > 0) {
            let rate = side.bytes_per_second();
            let first = sum.longest_ms == 0;
            sum.bytes += side.counts.bytes;
            sum.least = if first { rate } else { sum.least.min(rate) };
            sum.most = sum.most.max(rate);
            sum.shortest_ms =
                if first { side.runtime_ms } else { sum.shortest_ms.min(side.runtime_ms) };
            sum.longest_ms = sum.longest_ms.max(side.runtime_ms);
        }
        sum
    }

    pub(super) fn rate(&self) -> u64 {
        per_second(self.bytes, self.longest_ms)
    }
}

/// A side's share of its group's bandwidth, from its samples, in percent, at most 100.
pub(super) fn share_of_group(
    entries: &[PrintedJob<'_>],
    entry: &PrintedJob<'_>,
    name: &str,
) -> f64 {
    let of = |e: &PrintedJob<'_>| {
        e.reported_directions().into_iter().find(|side| side.0 == name).map(|side| side.1.clone())
    };
    let members: Vec<Side> =
        entries.iter().filter(|e| e.job.group == entry.job.group).filter_map(of).collect();
    let group = Aggregate::of(members.iter()).rate() as f64 / 1024.0;
    let own = of(entry).map_or(0.0, |side| side.bw.mean);
    if group > 0.0 { (100.0 * own / group).min(100.0) } else { 0.0 }
}

impl PrintedJob<'_> {
    /// The shares of submissions and of completions by the number of operations in each. Without counts all are
    /// single, as in synchronous engines; all are 0 if nothing was done or on the null engine at depth 1.
    pub(super) fn batches(&self) -> [[f64; 7]; 2] {
        [&self.submits, &self.completes].map(|counts| {
            let all: u64 = counts.iter().sum();
            if all > 0 {
                return counts.map(|count| super::number::floored(count, all, 0.1));
            }
            let none =
                self.mixed.counts.ios == 0 || (self.job.engine == "null" && self.job.depth == 1);
            let mut shares = [0.0; 7];
            shares[1] = if none { 0.0 } else { 100.0 };
            shares
        })
    }
}
