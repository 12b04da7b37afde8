//! The log study: how long a commit takes at depth 1, and what group commit adds.
//!
//! Takes summaries of closed-loop trials at group sizes 1, 2, 4 ... 64, gives commit latency and commits per
//! second. Stops climbing when the ceiling breaks or a step gains less than 5 %. Pure.

use crate::record::TrialRecord;
use crate::{Look, Next, Observed, Runner, Trial};
use summary::{Accumulator, Estimate, LatencySummary, StreamSummary};
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
    /// The length of a look in nanoseconds.
    pub interval_ns: u64,
    /// The largest group.
    pub group_max: u32,
}

/// What the log study found.
#[derive(Clone, Debug, PartialEq)]
pub struct CommitResult {
    /// Commits per second at depth 1.
    pub single: Option<Estimate>,
    /// Median and 99th percentile at depth 1 in nanoseconds.
    pub latency_ns: Option<(u64, u64)>,
    /// Latency at the ceiling's quantile at depth 1, in nanoseconds.
    pub at_ceiling_ns: Option<u64>,
    /// Transactions per second with group commit (writes made durable), and the group's size; only groups
    /// under the ceiling.
    pub group: Option<(Estimate, u32)>,
    /// Throughput of the best group or of depth 1, in MiB/s.
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

/// The latencies of commits.
pub fn commits(stream: &StreamSummary, sync: SyncMode) -> &LatencySummary {
    if flushes(sync) { &stream.flush } else { &stream.write }
}

/// Runs the study to its end; `on_trial` sees each trial as soon as it is over.
pub fn drive<R: Runner>(
    config: &CommitConfig,
    runner: &mut R,
    on_trial: &mut dyn FnMut(&TrialRecord, &Observed),
) -> Result<CommitResult, R::Error> {
    let groups: u32 = if flushes(config.sync) { config.group_max.max(1).ilog2() } else { 0 };
    let single_ns = if groups > 0 { config.budget_ns / 2 } else { config.budget_ns };
    let mut result = CommitResult {
        single: None,
        latency_ns: None,
        at_ceiling_ns: None,
        group: None,
        mibps: None,
        stream: None,
        interrupted: false,
    };
    let (mut last, mut group) = (0.0, 1);
    while group <= config.group_max.max(1) && !result.interrupted {
        let time_ns = if group == 1 { single_ns } else { single_ns / u64::from(groups) };
        let trial = trial(config, group, time_ns);
        let mut rates = Accumulator::new(&config.name);
        let seen = runner.run(&trial, &mut |look| watch(&mut rates, look, group))?;
        result.interrupted = seen.interrupted;
        let stream = &seen.stream;
        let held = held(commits(stream, config.sync), config.ceiling);
        on_trial(&record(config, &trial, stream, held), &seen);
        let rate = commit_rate(stream, config.sync);
        let worth = rate.value * f64::from(group);
        if group == 1 {
            take_single(&mut result, config, stream, rate);
        } else if held != Some(false) && worth > last * 1.05 {
            let scale = f64::from(group);
            let all = Estimate {
                value: worth,
                low: rate.low * scale,
                high: rate.high * scale,
                confidence: rate.confidence,
            };
            (result.group, result.mibps) = (Some((all, group)), Some(stream.mibps.value));
        } else {
            break;
        }
        if groups == 0 || worth <= 0.0 {
            break;
        }
        (last, group) = (worth, group * 2);
    }
    Ok(result)
}

fn take_single(
    result: &mut CommitResult,
    config: &CommitConfig,
    stream: &StreamSummary,
    rate: Estimate,
) {
    let latency = commits(stream, config.sync);
    result.single = (latency.ios > 0).then_some(rate);
    let at = |q: f64| latency.quantiles.iter().find(|x| x.0 >= q - 1e-9).map(|x| x.1);
    result.latency_ns = at(0.5).zip(at(0.99));
    result.at_ceiling_ns = at(config.ceiling.quantile);
    result.mibps = Some(stream.mibps.value);
    result.stream = Some(stream.clone());
}

fn watch(rates: &mut Accumulator, look: &Look<'_>, group: u32) -> Next {
    rates.push(look.cell);
    let enough_s = if group == 1 { 5.0 } else { 1.5 };
    let known = look.elapsed_ns as f64 > enough_s * 1e9
        && summary::steady::settled_series(rates.rates(), if group == 1 { 0.01 } else { 0.03 });
    if known { Next::Stop } else { Next::Continue }
}

fn trial(config: &CommitConfig, group: u32, time_ns: u64) -> Trial {
    let warm_up_ns = (time_ns / 8).clamp(100_000_000, 2_000_000_000);
    Trial {
        role: config.role,
        pace: Pace::Closed,
        depth: 1,
        group,
        warm_up_ns,
        duration_ns_max: time_ns.saturating_sub(warm_up_ns).max(4 * config.interval_ns),
        interval_ns: config.interval_ns,
        purpose: if group == 1 { "commit" } else { "group commit" },
    }
}

fn record(
    config: &CommitConfig,
    trial: &Trial,
    stream: &StreamSummary,
    held: Option<bool>,
) -> TrialRecord {
    TrialRecord {
        role: config.name.clone(),
        purpose: if trial.group == 1 {
            trial.purpose.to_owned()
        } else {
            format!("group of {}", trial.group)
        },
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
    let ratio = stream.flush.ios as f64 / stream.write.ios as f64;
    let iops = stream.iops;
    Estimate { value: iops.value * ratio, low: iops.low * ratio, high: iops.high * ratio, ..iops }
}

/// Whether the ceiling was kept; `None`: too few operations for its quantile.
pub fn held(latency: &LatencySummary, ceiling: Ceiling) -> Option<bool> {
    let at = latency.quantiles.iter().find(|x| x.0 >= ceiling.quantile - 1e-9)?;
    Some(at.1 <= ceiling.latency_ns.0)
}
