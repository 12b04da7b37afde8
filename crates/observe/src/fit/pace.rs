//! When a class's I/Os are issued: a closed loop of a constant depth, or an open loop with the captured rate over time.

use super::changes;
use super::classes::Class;
use super::sessions::FittedSessions;
use crate::IoEvent;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use workload::{Pace, Stream};

/// A closed loop comes back to its depth: this share of its I/Os is issued in a batch that ends at 90 % of it or more. Of random arrivals
/// around a mean, a sixth would come near the most that they reach.
const FULL_SHARE_MIN: f64 = 0.35;
/// And hardly exceeds it: this quantile stays within the square root of the depth above it. A tenth of the I/Os may be split in two
/// (binomial: two standard deviations are 0.6 roots); the depth of random arrivals exceeds its median by two roots (Poisson).
const CAP_QUANTILE: f64 = 0.98;
/// The same for a loop that responds, which random arrivals do not: a split I/O in a shallow loop counts much.
const CAP_QUANTILE_RESPONDING: f64 = 0.95;
/// A closed loop issues soon after a completion: the median delay is below this share of the time between two batches. By chance it is
/// a sixth or more.
const RESPONSE_SHARE_MAX: f64 = 0.1;
/// Without this, a constant depth still shows a loop if the middle half of the times between batches differs by this share of their
/// median: random arrivals keep no constant depth, regular ones do.
const IRREGULAR_SPREAD_MIN: f64 = 0.5;
/// A closed loop has I/Os outstanding for at least this share of the time. This excludes chains of I/Os with pauses in between, such as
/// those of a checkpoint, which have the same short delay. Programs that wait for the CPU pause too, but less.
const BUSY_SHARE_MIN: f64 = 0.4;
/// The least I/Os that can show a loop.
const LOOP_OPERATIONS_MIN: usize = 100;
/// The most parts of the time whose counts are compared for even arrivals.
const PARTS_MAX: u64 = 1000;
/// The least I/Os per part, on average: fewer say little about its rate.
const PART_OPERATIONS_MIN: f64 = 8.0;
/// The variance of counts over their mean below which arrivals count as evenly spaced; it is 0 for exactly even ones.
const EVEN_DISPERSION_MAX: f64 = 0.1;
/// I/Os arrive together if their distance is below this share of the mean distance.
const TOGETHER_SHARE: f64 = 0.05;
/// And below this share of the latency of the first: an I/O that waited for a completion did not arrive with it.
const TOGETHER_LATENCY_SHARE: f64 = 0.5;
/// The least mean number of I/Os that arrive together to count as bursts.
const BURST_MIN: f64 = 2.0;
/// An open loop may have this many times the captured outstanding I/Os before arrivals queue.
const DEPTH_MARGIN: u32 = 4;

/// A loop in which a completion starts the next I/O.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClosedLoop {
    pub depth: u32,
}

/// How the times of a class were fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "loop")]
pub enum FittedPace {
    /// A completion starts the next I/O.
    Closed(ClosedLoop),
    Sessions(FittedSessions),
    /// The writes of the log, for the commits of the sessions.
    Commits {
        /// Whether the flushes of the job are assumed: the capture has none of the log.
        assumes_flushes: bool,
    },
    /// I/Os of transactions for which no session waits.
    Behind {
        /// I/Os for each transaction.
        ios: f64,
        burst: u32,
    },
    /// Arrivals at their own times.
    Open {
        rate_iops: f64,
        /// I/Os that arrive together; 1: no bursts.
        burst: u32,
        /// Steps in which the rate changes; 0: it is constant.
        steps: u64,
        /// The variance of counts over their mean in up to a thousand parts of the time; 1 for a constant random rate.
        dispersion: f64,
    },
}

/// Sets the stream's pace, depth and rate curve.
pub(super) fn of(class: &Class, duration_ns: u64, stream: &mut Stream) -> FittedPace {
    if let Some(closed) = class.closed {
        (stream.pace, stream.depth) = (Pace::Closed, closed.depth);
        return FittedPace::Closed(closed);
    }
    let events = &class.events;
    let duration_ns = duration_ns.max(1);
    let mean_gap_ns = duration_ns as f64 / events.len() as f64;
    let rate_iops = 1e9 / mean_gap_ns;
    let burst = burst(events);
    let parts = ((events.len() as f64 / PART_OPERATIONS_MIN) as u64).clamp(1, PARTS_MAX);
    let part_ns = duration_ns.div_ceil(parts).max(1_000_000);
    let counts = counts(events, part_ns, duration_ns);
    let dispersion = dispersion(&counts) / f64::from(burst);
    stream.pace = match burst {
        1 if dispersion < EVEN_DISPERSION_MAX && counts.len() > 1 => Pace::Fixed { rate_iops },
        1 => Pace::Poisson { rate_iops },
        _ => Pace::Bursts { rate_iops, burst },
    };
    stream.curve = changes::curve(events, duration_ns);
    let most = batches(events).iter().map(|batch| batch.depth).max().unwrap_or(1);
    stream.depth = most.saturating_mul(DEPTH_MARGIN).clamp(16, 4096);
    let steps = stream.curve.as_ref().map_or(0, |curve| curve.factors.len() as u64);
    FittedPace::Open { rate_iops, burst, steps, dispersion }
}

pub(super) fn closed_loop(events: &[IoEvent]) -> Option<ClosedLoop> {
    let complete = events.iter().filter(|event| event.latency_ns.is_some()).count();
    if events.len() < LOOP_OPERATIONS_MIN || complete * 10 < events.len() * 9 {
        return None;
    }
    let batches = batches(events);
    let span_ns = (events[events.len() - 1].issued_ns - events[0].issued_ns) as f64;
    let responds = responds(&batches, span_ns);
    let quantile = if responds { CAP_QUANTILE_RESPONDING } else { CAP_QUANTILE };
    let cap = depth_at(&batches, 0, quantile);
    // Completions during a batch keep it below the depth of the loop.
    let depth = depth_at(&batches, cap.div_ceil(2), 0.5);
    let is_full = |batch: &&IssueBatch| batch.depth * 10 >= depth * 9;
    let full: u64 = batches.iter().filter(is_full).map(|batch| batch.ios).sum();
    let keeps_depth = full as f64 >= events.len() as f64 * FULL_SHARE_MIN
        && f64::from(cap.saturating_sub(depth)) <= f64::from(depth).sqrt();
    let is_busy = busy_ns(events) as f64 >= span_ns * BUSY_SHARE_MIN;
    let follows = responds || (depth > 1 && are_irregular(&batches));
    (keeps_depth && is_busy && follows).then_some(ClosedLoop { depth })
}

/// The time with an I/O outstanding.
fn busy_ns(events: &[IoEvent]) -> u64 {
    let (mut sum_ns, mut until_ns) = (0, 0);
    for event in events {
        let end_ns = event.issued_ns + event.latency_ns.unwrap_or(0);
        sum_ns += end_ns.saturating_sub(event.issued_ns.max(until_ns));
        until_ns = until_ns.max(end_ns);
    }
    sum_ns
}

/// I/Os that are issued without a completion between them: a program takes several completions, then issues as many I/Os.
pub(super) struct IssueBatch {
    begin_ns: u64,
    ios: u64,
    /// Outstanding after its last I/O.
    depth: u32,
    /// From the last completion to its first I/O; `None` without a completion before.
    response_ns: Option<u64>,
}

pub(super) fn batches(events: &[IoEvent]) -> Vec<IssueBatch> {
    let mut ends: BinaryHeap<Reverse<u64>> = BinaryHeap::new();
    let mut batches: Vec<IssueBatch> = Vec::new();
    for event in events {
        let mut last_ns = None;
        while let Some(end) = ends.peek().filter(|end| end.0 <= event.issued_ns) {
            last_ns = Some(end.0);
            ends.pop();
        }
        if last_ns.is_some() || batches.is_empty() {
            let response_ns = last_ns.map(|end_ns| event.issued_ns - end_ns);
            batches.push(IssueBatch { begin_ns: event.issued_ns, ios: 0, depth: 0, response_ns });
        }
        ends.push(Reverse(event.issued_ns + event.latency_ns.unwrap_or(0)));
        if let Some(batch) = batches.last_mut() {
            batch.ios += 1;
            batch.depth = u32::try_from(ends.len()).unwrap_or(u32::MAX);
        }
    }
    batches
}

/// A quantile of the depths at the end of batches, by I/O, of those from `least` on.
pub(super) fn depth_at(batches: &[IssueBatch], least: u32, quantile: f64) -> u32 {
    let deep = batches.iter().filter(|batch| batch.depth >= least);
    let mut depths: Vec<(u32, u64)> = deep.map(|batch| (batch.depth, batch.ios)).collect();
    depths.sort_unstable();
    let all: u64 = depths.iter().map(|(_, ios)| ios).sum();
    let mut left = (all as f64 * quantile) as u64;
    for (depth, ios) in depths {
        if left < ios {
            return depth;
        }
        left -= ios;
    }
    1
}

/// The number of I/Os of a wave: those issued until fewer than a quarter of the depth are outstanding. The mean over I/Os.
pub(super) fn wave(batches: &[IssueBatch], depth: u32) -> u32 {
    let (mut squares, mut ios, mut size) = (0.0, 0.0, 0.0);
    for batch in batches {
        let before = u64::from(batch.depth).saturating_sub(batch.ios);
        if before < u64::from(depth.div_ceil(4)) {
            squares += size * size;
            size = 0.0;
        }
        size += batch.ios as f64;
        ios += batch.ios as f64;
    }
    ((squares + size * size) / f64::max(ios, 1.0)).round().max(1.0) as u32
}

fn responds(batches: &[IssueBatch], span_ns: f64) -> bool {
    let mut waits: Vec<u64> = batches.iter().filter_map(|batch| batch.response_ns).collect();
    if waits.is_empty() {
        return false;
    }
    let middle = waits.len() / 2;
    let median_ns = *waits.select_nth_unstable(middle).1 as f64;
    median_ns <= span_ns / batches.len() as f64 * RESPONSE_SHARE_MAX
}

fn are_irregular(batches: &[IssueBatch]) -> bool {
    let mut gaps: Vec<u64> =
        batches.windows(2).map(|pair| pair[1].begin_ns - pair[0].begin_ns).collect();
    gaps.sort_unstable();
    let quarter = |number: usize| gaps.get(gaps.len() * number / 4).map_or(0.0, |gap| *gap as f64);
    quarter(3) - quarter(1) >= quarter(2) * IRREGULAR_SPREAD_MIN
}

pub(super) fn counts(events: &[IoEvent], step_ns: u64, duration_ns: u64) -> Vec<u64> {
    let mut counts = vec![0; duration_ns.div_ceil(step_ns) as usize];
    let last = counts.len() - 1;
    for event in events {
        counts[((event.issued_ns / step_ns) as usize).min(last)] += 1;
    }
    counts
}

/// The variance of counts over their mean (index of dispersion).
fn dispersion(counts: &[u64]) -> f64 {
    let mean = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    if counts.len() < 2 || mean == 0.0 {
        return 1.0;
    }
    let square = |count: &u64| (*count as f64 - mean) * (*count as f64 - mean);
    counts.iter().map(square).sum::<f64>() / (counts.len() - 1) as f64 / mean
}

/// The number of I/Os that arrive together: the mean of the burst size over I/Os, because it determines the wait of an I/O. The
/// mean over bursts would be lower if a few are large, such as those of a page cleaner among single writes.
pub(super) fn burst(events: &[IoEvent]) -> u32 {
    let [Some(first), Some(last)] = [events.first(), events.last()] else { return 1 };
    let mean_gap_ns = (last.issued_ns - first.issued_ns) as f64 / events.len() as f64;
    let is_near = |pair: &[IoEvent]| {
        let gap_ns = (pair[1].issued_ns - pair[0].issued_ns) as f64;
        let latency_ns = pair[0].latency_ns.map_or(f64::INFINITY, |ns| ns as f64);
        gap_ns < mean_gap_ns * TOGETHER_SHARE && gap_ns < latency_ns * TOGETHER_LATENCY_SHARE
    };
    let (mut bursts, mut squares, mut size) = (1.0, 0.0, 1.0);
    for pair in events.windows(2) {
        if is_near(pair) {
            size += 1.0;
        } else {
            (bursts, squares, size) = (bursts + 1.0, squares + size * size, 1.0);
        }
    }
    let ios = events.len() as f64;
    if ios / bursts < BURST_MIN { 1 } else { ((squares + size * size) / ios).round() as u32 }
}
