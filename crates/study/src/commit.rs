//! The log study: how long a commit takes at depth 1, and what group commit adds.
//!
//! Takes summaries of closed-loop trials at group sizes 1, 2, 4 ... 64, gives commit latency and commits per
//! second. Climbs in short trials until the ceiling breaks or a step gains less than 5 %, then measures the best
//! group in the time that is left, so that its number is not the luckiest of many and has an interval. Pure.

mod waits;

pub use waits::{Met, Waits};

use crate::record::TrialRecord;
use crate::runner::{look_ns, warmed};
use crate::{Look, Next, Observed, Runner, Trial};
use summary::{Accumulator, Estimate, LatencySummary, StreamSummary, estimate};
use workload::{Ceiling, Pace, SyncMode};

/// What the log study has to find.
#[derive(Clone, Debug, PartialEq)]
pub struct CommitConfig {
    /// Index of the role.
    pub role: usize,
    /// The role's name.
    pub name: String,
    /// The latency of one commit that must be kept.
    pub ceiling: Ceiling,
    /// How the role makes writes durable: decides what a commit is.
    pub sync: SyncMode,
    /// Time for everything in nanoseconds.
    pub budget_ns: u64,
    /// The largest group.
    pub group_max: u32,
}

/// What the log study found.
#[derive(Clone, Debug, PartialEq)]
pub struct CommitResult {
    /// Commits per second at depth 1.
    pub single: Option<Estimate>,
    /// Median and 99th percentile at depth 1 in nanoseconds, of commits measured or of those that arrive at any moment,
    /// whichever is longer.
    pub latency_ns: Option<(u64, u64)>,
    /// The same at the ceiling's quantile.
    pub at_ceiling_ns: Option<u64>,
    /// What commits met in all trials, and whether they keep the ceiling with it.
    pub met: Met,
    /// Transactions per second with group commit (writes made durable), and the group's size; only groups
    /// under the ceiling.
    pub group: Option<(Estimate, u32)>,
    /// Throughput at depth 1 in MiB/s: what belongs to `single`.
    pub mibps: Option<f64>,
    /// The summary at depth 1.
    pub stream: Option<StreamSummary>,
    /// Whether the user stopped it.
    pub interrupted: bool,
}

/// Whether a commit is a flush (`fdatasync`, `fsync`) rather than a write (`O_DSYNC`, FUA).
pub fn flushes(sync: SyncMode) -> bool {
    matches!(sync, SyncMode::Fdatasync { .. } | SyncMode::Fsync { .. })
}

/// The latencies of commits: from the start of a group's first write to the end of its flush, or of each durable
/// write. The reports show the same.
pub fn commits(stream: &StreamSummary, sync: SyncMode) -> &LatencySummary {
    if flushes(sync) { &stream.flush } else { &stream.write }
}

/// The part of the budget for depth 1 where groups are tried as well, and for the climb.
const SINGLE_SHARE: f64 = 0.4;
const CLIMB_SHARE: f64 = 0.3;
/// What a step must gain to be worth it.
const GAIN_MIN: f64 = 1.05;

/// Runs the study to its end; `on_trial` sees each trial as soon as it is over.
pub fn drive<R: Runner>(
    config: &CommitConfig,
    runner: &mut R,
    on_trial: &mut dyn FnMut(&TrialRecord, &Observed),
) -> Result<CommitResult, R::Error> {
    let steps: u32 = if flushes(config.sync) { config.group_max.max(1).ilog2() } else { 0 };
    let part = |share: f64| (config.budget_ns as f64 * share) as u64;
    let single_ns = if steps > 0 { part(SINGLE_SHARE) } else { config.budget_ns };
    let met = Met::default();
    let mut course = Course { config, runner, on_trial, met, spent_ns: 0, interrupted: false };
    let single = course.run(1, "commit".to_owned(), single_ns)?;
    let mut result = single_result(config, &single.stream, single.rate);
    // Kept groups, best last: the last one is measured again, and gives way when it does not hold.
    let (mut kept, mut last) = (Vec::new(), single.worth());
    let mut group = 2;
    while steps > 0 && group <= config.group_max && last > 0.0 && !course.interrupted {
        let time_ns = part(CLIMB_SHARE) / u64::from(steps);
        let seen = course.run(group, format!("group of {group}"), time_ns)?;
        if seen.held == Some(false) || seen.worth() <= last * GAIN_MIN {
            break;
        }
        last = seen.worth();
        kept.push(seen);
        group *= 2;
    }
    while let Some(best) = kept.pop() {
        if course.interrupted {
            take_group(&mut result, &best);
            break;
        }
        // The rest, or half of it where a smaller group may have to follow.
        let left_ns = config.budget_ns.saturating_sub(course.spent_ns);
        let time_ns = if kept.is_empty() { left_ns } else { left_ns - left_ns / 4 };
        let purpose = format!("confirm group of {}", best.group);
        let seen = course.run(best.group, purpose, time_ns)?;
        if seen.held != Some(false) && seen.worth() > single.worth() {
            take_group(&mut result, &seen);
            break;
        }
    }
    result.interrupted = course.interrupted;
    let met = &mut course.met;
    let alone = Waits::new(commits(&single.stream, config.sync), single.stream.seconds);
    met.alone(&alone, result.at_ceiling_ns);
    result.latency_ns = result.latency_ns.map(|(p50, p99)| (met.at(0.5, p50), met.at(0.99, p99)));
    result.at_ceiling_ns = result.at_ceiling_ns.map(|ns| met.at(config.ceiling.quantile, ns));
    result.met = course.met;
    Ok(result)
}

/// One trial's commits.
struct Seen {
    group: u32,
    stream: StreamSummary,
    rate: Estimate,
    held: Option<bool>,
}

impl Seen {
    /// Writes made durable per second.
    fn worth(&self) -> f64 {
        self.rate.value * f64::from(self.group)
    }
}

/// The study under way: runs trials and counts the time.
struct Course<'a, R: Runner> {
    config: &'a CommitConfig,
    runner: &'a mut R,
    on_trial: &'a mut dyn FnMut(&TrialRecord, &Observed),
    met: Met,
    spent_ns: u64,
    interrupted: bool,
}

impl<R: Runner> Course<'_, R> {
    fn run(&mut self, group: u32, purpose: String, time_ns: u64) -> Result<Seen, R::Error> {
        let config = self.config;
        let trial = trial(config, group, time_ns);
        let mut rates = Accumulator::new(&config.name);
        let confirming = purpose.starts_with("confirm");
        let mut seen = self.runner.run(&trial, &mut |look| {
            let next = watch(&mut rates, look, group);
            if confirming { Next::Continue } else { next }
        })?;
        of_all_time(&mut seen.stream, rates.rates().values());
        self.spent_ns += trial.warm_up_ns + (seen.stream.seconds * 1e9) as u64;
        self.interrupted |= seen.interrupted;
        let latency = commits(&seen.stream, config.sync);
        let waits = Waits::new(latency, seen.stream.seconds);
        self.met.trial(&waits, config.ceiling);
        let held = held(latency, &waits, config.ceiling);
        (self.on_trial)(&record(config, &trial, purpose, &seen.stream, held), &seen);
        let rate = commit_rate(&seen.stream, config.sync);
        Ok(Seen { group, rate, held, stream: seen.stream })
    }
}

fn take_group(result: &mut CommitResult, best: &Seen) {
    result.group = Some((best.rate.times(f64::from(best.group)), best.group));
}

fn single_result(config: &CommitConfig, stream: &StreamSummary, rate: Estimate) -> CommitResult {
    let latency = commits(stream, config.sync);
    let at = |q: f64| latency.quantiles.iter().find(|x| x.0 >= q - 1e-9).map(|x| x.1);
    CommitResult {
        single: (latency.ios > 0).then_some(rate),
        latency_ns: at(0.5).zip(at(0.99)),
        at_ceiling_ns: at(config.ceiling.quantile),
        met: Met::default(),
        group: None,
        mibps: (latency.ios > 0).then_some(stream.mibps.value),
        stream: Some(stream.clone()),
        interrupted: false,
    }
}

fn watch(rates: &mut Accumulator, look: &Look<'_>, group: u32) -> Next {
    rates.push(look.cell);
    let enough_s = if group == 1 { 5.0 } else { 1.5 };
    let known = look.elapsed_ns as f64 > enough_s * 1e9
        && summary::steady::settled_series(rates.rates(), if group == 1 { 0.01 } else { 0.03 });
    if known { Next::Stop } else { Next::Continue }
}

fn trial(config: &CommitConfig, group: u32, time_ns: u64) -> Trial {
    let (warm_up_ns, duration_ns_max) = warmed(time_ns);
    Trial {
        role: config.role,
        pace: Pace::Closed,
        depth: 1,
        group,
        warm_up_ns,
        duration_ns_max,
        interval_ns: look_ns(duration_ns_max),
        purpose: if group == 1 { "commit" } else { "group commit" },
    }
}

fn record(
    config: &CommitConfig,
    trial: &Trial,
    purpose: String,
    stream: &StreamSummary,
    held: Option<bool>,
) -> TrialRecord {
    TrialRecord {
        role: config.name.clone(),
        purpose,
        rate_iops: None,
        depth: trial.depth,
        streams: vec![stream.clone()],
        held,
    }
}

/// Commits per second: the rate of flushes when there are any, else of writes.
fn commit_rate(stream: &StreamSummary, sync: SyncMode) -> Estimate {
    if !flushes(sync) || stream.write.ios == 0 {
        return stream.iops;
    }
    stream.iops.times(stream.flush.ios as f64 / stream.write.ios as f64)
}

/// Makes the rates those of all the time that was counted: no warm-up is sought in it (the trial had one), for where nothing
/// moves half of the time that would be half of the trial.
fn of_all_time(stream: &mut StreamSummary, rates: &[f64]) {
    let (read, write, flush) = (&stream.read, &stream.write, &stream.flush);
    let (ios, bytes) = (read.ios + write.ios, read.bytes + write.bytes);
    let operations = if ios == 0 { flush.ios } else { ios };
    let iops = estimate::rate_of_all(rates, operations as f64 / stream.seconds.max(1e-9));
    stream.mibps = iops.times(bytes as f64 / f64::from(1 << 20) / (operations as f64).max(1.0));
    stream.iops = iops;
}

/// Whether a trial kept the ceiling, by its own commits and by what arrives at any moment. `None`: too few operations for
/// its quantile, none too many of which were late.
pub fn held(latency: &LatencySummary, waits: &Waits, ceiling: Ceiling) -> Option<bool> {
    let limit_ns = ceiling.latency_ns.0 as f64;
    let (late, late_time_share) = waits.late(limit_ns);
    let late_share = late / (latency.ios as f64).max(1.0);
    let known = latency.quantiles.iter().any(|x| x.0 >= ceiling.quantile - 1e-9);
    let kept = late_share.max(late_time_share) <= 1.0 - ceiling.quantile;
    (known || !kept).then_some(kept)
}
