//! The study of large transfers: throughput in a closed loop at small depths, the best that keeps the ceiling.
//!
//! Takes summaries of trials at depths 1, 2, 4 and 8, gives the highest throughput under the ceiling: climbed to in
//! short trials, then measured in the time that is left, so that the number is not the luckiest of several; and the times
//! in which nothing moved. Pure.

use crate::ramp::{self, Coming, Stalls, Watch};
use crate::record::TrialRecord;
use crate::runner::{look_ns, warmed};
use crate::{Next, Observed, Runner, Trial};
use sample::Histogram;
use summary::{Accumulator, StreamSummary};
use workload::{Ceiling, Pace};

/// What the study has to find.
#[derive(Clone, Debug, PartialEq)]
pub struct BulkConfig {
    /// Index of the role.
    pub role: usize,
    /// The role's name.
    pub name: String,
    /// The latency that must be kept.
    pub ceiling: Ceiling,
    /// The largest depth.
    pub depth_max: u32,
    /// Time for everything in nanoseconds.
    pub budget_ns: u64,
}

/// What it found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BulkResult {
    /// The best trial that kept the ceiling (or on which it could not be decided), and its depth.
    pub best: Option<(StreamSummary, u32)>,
    /// The latency of the best trial at the ceiling's quantile, reads and writes together; `None`: too few operations.
    pub at_ceiling_ns: Option<u64>,
    /// Whether the ceiling was proven kept by the best trial; `None`: too few operations.
    pub held: Option<bool>,
    /// Whether twice the largest depth still gained under the ceiling: more depth could carry more.
    pub depth_limited: bool,
    /// The highest rate seen, ceiling or not, in operations per second.
    pub saturation_iops: Option<f64>,
    /// Times in which nothing moved, of all trials. What was measured holds them.
    pub stalls: Stalls,
    /// Whether the user stopped it.
    pub interrupted: bool,
}

/// The part of the budget for the climb.
const CLIMB_SHARE: f64 = 0.6;
/// What a step must gain to be worth it.
const GAIN_MIN: f64 = 1.05;

/// Runs the study to its end: twice the depth while it gains 5 % and the ceiling holds, then the best once more.
pub fn drive<R: Runner>(
    config: &BulkConfig,
    runner: &mut R,
    on_trial: &mut dyn FnMut(&TrialRecord, &Observed),
) -> Result<BulkResult, R::Error> {
    let steps = config.depth_max.max(1).ilog2() + 1;
    let time_ns = (config.budget_ns as f64 * CLIMB_SHARE) as u64 / u64::from(steps);
    let result = BulkResult::default();
    let mut course = Course { config, runner, on_trial, spent_ns: 0, still: false, result };
    // Kept depths, best last: the last one is measured again, and gives way when it does not hold.
    let mut kept: Vec<Seen> = Vec::new();
    for depth in (0..steps).map(|step| 1 << step) {
        let seen = course.run(depth, format!("depth {depth}"), time_ns)?;
        let before = kept.last().map_or(0.0, |best| best.stream.mibps.value);
        let gains = seen.stream.mibps.value > before * GAIN_MIN;
        let broken = seen.held == Some(false);
        if kept.is_empty() || gains && !broken {
            kept.push(seen);
        }
        course.result.depth_limited = gains && !broken && depth > 1;
        if !gains || broken || course.result.interrupted {
            break;
        }
    }
    let result = &course.result;
    let open = result.depth_limited && !result.interrupted;
    if let Some(best) = kept.last().filter(|_| open) {
        // Where a storage is full at the largest depth exactly, it is not the depth that limits.
        let (depth, enough) = (2 * best.depth, best.stream.mibps.value * GAIN_MIN);
        let deeper = course.run(depth, format!("depth {depth}"), time_ns / 2)?;
        let carries = deeper.held != Some(false) && deeper.stream.mibps.value > enough;
        course.result.depth_limited = carries;
    }
    while let Some(best) = kept.pop() {
        let (result, left_ns) = (&course.result, config.budget_ns.saturating_sub(course.spent_ns));
        let moved = best.stream.mibps.value > 0.0;
        if result.interrupted || !moved || kept.is_empty() && best.held == Some(false) {
            course.take(best);
            break;
        }
        // The rest, or most of it where a smaller depth may have to follow.
        let time_ns = if kept.is_empty() { left_ns } else { left_ns - left_ns / 4 };
        let seen = course.run(best.depth, format!("confirm depth {}", best.depth), time_ns)?;
        if seen.held != Some(false) || kept.is_empty() {
            course.take(seen);
            break;
        }
        course.result.depth_limited = false;
    }
    Ok(course.result)
}

/// One trial at one depth.
struct Seen {
    depth: u32,
    stream: StreamSummary,
    at_ceiling_ns: Option<u64>,
    held: Option<bool>,
}

/// The study under way: runs trials and counts the time.
struct Course<'a, R: Runner> {
    config: &'a BulkConfig,
    runner: &'a mut R,
    on_trial: &'a mut dyn FnMut(&TrialRecord, &Observed),
    spent_ns: u64,
    /// Whether the last trial ended in a stall.
    still: bool,
    result: BulkResult,
}

impl<R: Runner> Course<'_, R> {
    fn run(&mut self, depth: u32, purpose: String, time_ns: u64) -> Result<Seen, R::Error> {
        let config = self.config;
        let (warm_up_ns, duration_ns_max) = warmed(time_ns);
        let trial = Trial {
            role: config.role,
            pace: Pace::Closed,
            depth,
            group: 1,
            warm_up_ns,
            duration_ns_max,
            interval_ns: look_ns(duration_ns_max),
            purpose: "bulk",
        };
        let mut rates = Accumulator::new(&config.name);
        let mut latencies = Histogram::new();
        let confirming = purpose.starts_with("confirm");
        let coming = Coming::Closed { depth: f64::from(depth) };
        let mut watch = Watch::new(coming, warm_up_ns as f64 / 1e9, self.still);
        let limit_s = config.ceiling.latency_ns.as_secs_f64();
        let seen = self.runner.run(&trial, &mut |look| {
            rates.push(look.cell);
            ramp::gather(&mut latencies, look.cell);
            let ios = look.cell.read.total.count() + look.cell.write.total.count();
            watch.look(look.cell, ios, look.elapsed_ns as f64 / 1e9, limit_s);
            let known = look.elapsed_ns > 2_000_000_000
                && summary::steady::settled_series(rates.rates(), 0.02);
            if known && !confirming { Next::Stop } else { Next::Continue }
        })?;
        self.still = watch.is_still();
        self.result.stalls = self.result.stalls.and(watch.end(limit_s));
        let stream = &seen.stream;
        self.spent_ns += trial.warm_up_ns + (stream.seconds * 1e9) as u64;
        let at_ceiling_ns = ramp::at_ceiling(&latencies, config.ceiling);
        let held = at_ceiling_ns.map(|ns| ns <= config.ceiling.latency_ns.0);
        let record = TrialRecord {
            role: config.name.clone(),
            purpose,
            rate_iops: None,
            depth,
            streams: vec![stream.clone()],
            held,
        };
        (self.on_trial)(&record, &seen);
        let rate = stream.iops.value;
        let result = &mut self.result;
        result.saturation_iops = Some(result.saturation_iops.map_or(rate, |s| s.max(rate)));
        result.interrupted |= seen.interrupted;
        Ok(Seen { depth, stream: seen.stream, at_ceiling_ns, held })
    }

    fn take(&mut self, seen: Seen) {
        self.result.at_ceiling_ns = seen.at_ceiling_ns;
        (self.result.best, self.result.held) = (Some((seen.stream, seen.depth)), seen.held);
    }
}
