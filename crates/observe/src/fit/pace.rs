//! When a class's I/Os are issued: a closed loop of a constant depth, or an open loop with the captured rate over time.

use super::classes::Class;
use crate::IoEvent;
use base::Nanos;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use workload::{Pace, RateCurve, Stream};

/// A closed loop keeps its depth: this share of I/Os is issued at 75 % to 110 % of it.
const CLOSED_SHARE_MIN: f64 = 0.9;
/// The depth of a closed loop is this percentile of the I/Os outstanding: simultaneous completions lower it briefly.
const DEPTH_QUANTILE: f64 = 0.95;
/// A closed loop issues soon after a completion: the median delay is below this share of the mean time between two I/Os
/// of the same slot.
const RESPONSE_SHARE_MAX: f64 = 0.25;
/// A closed loop keeps its slots occupied for at least this share of the time. This excludes chains of I/Os with pauses in
/// between, such as those of a checkpoint, which have the same short delay.
const OCCUPIED_SHARE_MIN: f64 = 0.6;
/// The least I/Os that can show a loop.
const LOOP_OPERATIONS_MIN: usize = 100;
/// The most steps of a rate curve.
pub(super) const STEPS_MAX: u64 = 1000;
/// The least I/Os per step, on average: fewer say little about its rate.
const STEP_OPERATIONS_MIN: f64 = 8.0;
/// The variance of counts over their mean above which the rate counts as changing; it is 1 for a constant random rate.
const DISPERSION_MIN: f64 = 1.5;
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
    /// I/Os outstanding together.
    pub depth: u32,
}

/// How the times of a class were fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "loop")]
pub enum FittedPace {
    /// A completion starts the next I/O.
    Closed(ClosedLoop),
    /// Arrivals at their own times.
    Open {
        /// The mean rate per second.
        rate_iops: f64,
        /// I/Os that arrive together; 1: no bursts.
        burst: u32,
        /// Steps in which the rate changes; 0: it is constant.
        steps: u64,
        /// The variance of counts over their mean in these steps, or in a thousand; 1 for a constant random rate.
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
    let burst = burst(events, mean_gap_ns);
    let steps = ((events.len() as f64 / STEP_OPERATIONS_MIN) as u64).clamp(1, STEPS_MAX);
    let step_ns = duration_ns.div_ceil(steps).max(1_000_000);
    let counts = counts(events, step_ns, duration_ns);
    let dispersion = dispersion(&counts) / f64::from(burst);
    let changes = counts.len() > 1 && dispersion > DISPERSION_MIN;
    stream.pace = match burst {
        1 if dispersion < EVEN_DISPERSION_MAX && counts.len() > 1 => Pace::Fixed { rate_iops },
        1 => Pace::Poisson { rate_iops },
        _ => Pace::Bursts { rate_iops, burst },
    };
    stream.curve = changes.then(|| RateCurve {
        step_ns: Nanos(step_ns),
        factors: counts.iter().map(|count| *count as f64).collect(),
    });
    let most = outstanding(events).into_iter().max().unwrap_or(1);
    stream.depth = most.saturating_mul(DEPTH_MARGIN).clamp(16, 4096);
    FittedPace::Open {
        rate_iops,
        burst,
        steps: if changes { counts.len() as u64 } else { 0 },
        dispersion,
    }
}

/// The closed loop that these events form, if any.
pub(super) fn closed_loop(events: &[IoEvent]) -> Option<ClosedLoop> {
    let complete = events.iter().filter(|event| event.latency_ns.is_some()).count();
    if events.len() < LOOP_OPERATIONS_MIN || complete * 10 < events.len() * 9 {
        return None;
    }
    let mut depths = outstanding(events);
    let at = (depths.len() as f64 * DEPTH_QUANTILE) as usize;
    let depth = *depths.select_nth_unstable(at).1;
    let within = |held: &&u32| **held * 4 >= depth * 3 && **held <= depth + depth.div_ceil(10);
    let full = depths.iter().filter(within).count();
    let mean_gap_ns = {
        let span = events[events.len() - 1].issued_ns - events[0].issued_ns;
        span as f64 / (events.len() - 1) as f64
    };
    let keeps_depth = full as f64 >= depths.len() as f64 * CLOSED_SHARE_MIN;
    let slot_ns = mean_gap_ns * f64::from(depth);
    let responds = median_response_ns(events) <= slot_ns * RESPONSE_SHARE_MAX;
    let latencies_ns: u64 = events.iter().filter_map(|event| event.latency_ns).sum();
    let occupied = latencies_ns as f64 >= slot_ns * complete as f64 * OCCUPIED_SHARE_MIN;
    (keeps_depth && responds && occupied).then_some(ClosedLoop { depth })
}

/// The number of outstanding I/Os at the issue of each I/O, itself included.
fn outstanding(events: &[IoEvent]) -> Vec<u32> {
    let mut ends: BinaryHeap<Reverse<u64>> = BinaryHeap::new();
    let mut depths = Vec::with_capacity(events.len());
    for event in events {
        while ends.peek().is_some_and(|end| end.0 <= event.issued_ns) {
            ends.pop();
        }
        ends.push(Reverse(event.issued_ns + event.latency_ns.unwrap_or(0)));
        depths.push(u32::try_from(ends.len()).unwrap_or(u32::MAX));
    }
    depths
}

/// The median time from the last completion to the next issue.
fn median_response_ns(events: &[IoEvent]) -> f64 {
    let mut ends: Vec<u64> =
        events.iter().filter_map(|event| Some(event.issued_ns + event.latency_ns?)).collect();
    ends.sort_unstable();
    let mut waits: Vec<u64> = events
        .iter()
        .filter_map(|event| {
            let before = ends.partition_point(|end| *end <= event.issued_ns);
            Some(event.issued_ns - ends.get(before.checked_sub(1)?)?)
        })
        .collect();
    if waits.is_empty() {
        return f64::INFINITY;
    }
    let middle = waits.len() / 2;
    *waits.select_nth_unstable(middle).1 as f64
}

fn counts(events: &[IoEvent], step_ns: u64, duration_ns: u64) -> Vec<u64> {
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
fn burst(events: &[IoEvent], mean_gap_ns: f64) -> u32 {
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
