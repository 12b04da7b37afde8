//! The study of large transfers: throughput in a closed loop at small depths, the best that keeps the ceiling.
//!
//! Takes summaries of trials at depths 1, 2, 4 and 8, gives the highest throughput under the ceiling. Pure.

use crate::commit::held;
use crate::record::TrialRecord;
use crate::{Next, Observed, Runner, Trial};
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
    /// The length of a look in nanoseconds.
    pub interval_ns: u64,
}

/// What it found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BulkResult {
    /// The best trial that kept the ceiling (or on which it could not be decided), and its depth.
    pub best: Option<(StreamSummary, u32)>,
    /// Whether the ceiling was proven kept by the best trial; `None`: too few operations.
    pub held: Option<bool>,
    /// The highest rate seen, ceiling or not, in operations per second.
    pub saturation_iops: Option<f64>,
    /// Whether the user stopped it.
    pub interrupted: bool,
}

/// Runs the study to its end: twice the depth while it gains 5 % and the ceiling holds.
pub fn drive<R: Runner>(
    config: &BulkConfig,
    runner: &mut R,
    on_trial: &mut dyn FnMut(&TrialRecord, &Observed),
) -> Result<BulkResult, R::Error> {
    let mut result = BulkResult::default();
    let steps = u64::from(config.depth_max.clamp(1, 8).ilog2()) + 1;
    let time_ns = config.budget_ns / steps;
    let mut depth = 1;
    while depth <= config.depth_max.max(1) && u64::from(depth.ilog2()) < steps {
        let warm_up_ns = (time_ns / 8).clamp(100_000_000, 2_000_000_000);
        let trial = Trial {
            role: config.role,
            pace: Pace::Closed,
            depth,
            group: 1,
            warm_up_ns,
            duration_ns_max: time_ns.saturating_sub(warm_up_ns).max(4 * config.interval_ns),
            interval_ns: config.interval_ns,
            purpose: "bulk",
        };
        let mut rates = Accumulator::new(&config.name);
        let seen = runner.run(&trial, &mut |look| {
            rates.push(look.cell);
            let known = look.elapsed_ns > 2_000_000_000
                && summary::steady::settled_series(rates.rates(), 0.02);
            if known { Next::Stop } else { Next::Continue }
        })?;
        let stream = &seen.stream;
        let kept = if stream.write.ios > stream.read.ios {
            held(&stream.write, config.ceiling)
        } else {
            held(&stream.read, config.ceiling)
        };
        let record = TrialRecord {
            role: config.name.clone(),
            purpose: format!("depth {depth}"),
            rate_iops: None,
            depth,
            streams: vec![stream.clone()],
            held: kept,
        };
        on_trial(&record, &seen);
        let rate = stream.iops.value;
        result.saturation_iops = Some(result.saturation_iops.map_or(rate, |s| s.max(rate)));
        result.interrupted |= seen.interrupted;
        let before = result.best.as_ref().map_or(0.0, |b| b.0.mibps.value);
        let gains = stream.mibps.value > before * 1.05;
        if (gains && kept != Some(false)) || result.best.is_none() {
            (result.best, result.held) = (Some((stream.clone(), depth)), kept);
        }
        if !gains || kept == Some(false) || result.interrupted {
            break;
        }
        depth *= 2;
    }
    Ok(result)
}
