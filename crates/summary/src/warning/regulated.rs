//! A rate that something regulates: steadier than the storage's own operation times allow, while operations wait.
//!
//! Takes a closed loop and the other trials of the same role, returns the quota. A full medium does one operation after the
//! other, so that the number done wanders like a renewal process: by the spread of an operation's time and the root of the number
//! (Cox 1962). A throttle lets through by the clock. Whether the rate is a round number does not matter: a medium may have a
//! round rate, and a quota need not.

use super::quota::{Quota, length_s, likely_quota, quota_of_one_direction, rated_points};
use crate::{LatencySummary, StreamSummary};
use base::quantile;

/// If operations wait, the usual latency is this many times that of a light load. With one operation at a time, a closed loop may
/// stay in step with a disk's rotation: each operation takes a whole turn, where at light load half a turn is usual.
const WAITING_TIMES: f64 = 1.5;
const WAITING_TIMES_ALONE: f64 = 2.5;
/// The mean depth below which a closed loop has one operation at a time.
const DEPTH_ALONE_MAX: f64 = 1.5;
/// The share of a normal distribution that is a standard deviation or more below its mean.
const DEVIATION_BELOW: f64 = 0.16;
/// The standard errors by which a count may be off by chance.
const ERRORS_MAX: f64 = 3.0;
/// The 1 % quantile of the largest distance of a Brownian bridge from zero (Kolmogorov 1933), and the reduction for a bridge that
/// is only seen at n points, over the root of n (Chang and Peres 1997).
const BRIDGE: f64 = 0.44;
const BRIDGE_LOOKS: f64 = 0.58;
/// The fewest points that show a bridge.
const LOOKS_MIN: usize = 8;
/// How far a rate must be exceeded elsewhere to be no limit.
const EXCEEDED_SHARE: f64 = 1.02;
/// What a throttle lets through at once, in seconds of its rate: the kernel's slices are 100 ms.
const SLICE_S: f64 = 0.1;

/// How long an operation takes, by the quicker half, which waits least.
struct OperationTime {
    median_ns: f64,
    /// The standard deviation as a share of the median.
    spread: f64,
}

/// The quota that holds a closed loop, if something regulates its rate. `beside` are the trials of the same role. In a job, the
/// streams keep the ratio of their rates: that reads or writes alone are steady says nothing.
pub fn regulated(stream: &StreamSummary, beside: &[&StreamSummary], is_job: bool) -> Option<Quota> {
    if stream.offered_iops.is_some() {
        return None;
    }
    let open = beside.iter().filter(|other| other.offered_iops.is_some_and(|rate| rate > 0.0));
    let lightest =
        open.min_by(|a, b| a.offered_iops.partial_cmp(&b.offered_iops).expect("numbers"))?;
    let (unhindered, usual) = (operation_time(lightest)?, operation_time(stream)?);
    let is_alone = stream.depth_mean < DEPTH_ALONE_MAX;
    let times_min = if is_alone { WAITING_TIMES_ALONE } else { WAITING_TIMES };
    let rate = stream.iops.value;
    let is_exceeded = beside.iter().any(|other| {
        other.iops.value > rate * EXCEEDED_SHARE + excess_by_chance(rate, other.seconds)
    });
    if usual.median_ns < times_min * unhindered.median_ns || is_exceeded {
        return None;
    }
    let bytes = (stream.read.bytes + stream.write.bytes) as f64;
    let block_bytes = bytes / ((stream.read.ios + stream.write.ios) as f64).max(1.0);
    even_rate(stream, unhindered.spread)
        .map(|rate| likely_quota(rate, block_bytes))
        .or_else(|| quota_of_one_direction(stream).filter(|_| !is_job))
}

/// By how much a short trial may exceed a rate without breaking it, in operations per second: three standard errors of the
/// arrivals, and the slice that a throttle lets through at the start.
fn excess_by_chance(rate: f64, seconds: f64) -> f64 {
    (ERRORS_MAX * (rate * seconds).sqrt() + SLICE_S * rate) / seconds.max(1e-3)
}

/// The rate of a closed loop whose count of operations stays nearer to a straight line than operations of this spread allow.
fn even_rate(stream: &StreamSummary, spread: f64) -> Option<f64> {
    let points = rated_points(stream);
    let looks = points.len() as f64;
    if points.len() < LOOKS_MIN {
        return None;
    }
    let length_s = length_s(&points);
    let mean = points.iter().map(|point| point.iops).sum::<f64>() / looks;
    let (mut ahead, mut farthest): (f64, f64) = (0.0, 0.0);
    for point in &points {
        ahead += (point.iops - mean) * length_s;
        farthest = farthest.max(ahead.abs());
    }
    // Writes that share a flush complete together.
    let together = match stream.flush.ios {
        0 => 1.0,
        flushes => (stream.write.ios as f64 / flushes as f64).max(1.0),
    };
    let turns = mean * length_s * looks / together;
    let allowed = (BRIDGE - BRIDGE_LOOKS / looks.sqrt()) * spread * turns.sqrt() * together;
    (allowed >= together && farthest <= allowed).then_some(mean)
}

/// The time of reads and writes together; for a log, that of commits.
fn operation_time(stream: &StreamSummary) -> Option<OperationTime> {
    let latencies: &[&LatencySummary] = match stream.flush.ios {
        0 => &[&stream.read, &stream.write],
        _ => &[&stream.flush],
    };
    let mut buckets: Vec<(u64, u64)> =
        latencies.iter().flat_map(|latency| latency.buckets.iter().copied()).collect();
    buckets.sort_unstable();
    let median_ns = quantile(buckets.iter().copied(), 0.5)? as f64;
    let quick_ns = quantile(buckets.iter().copied(), DEVIATION_BELOW)? as f64;
    let spread = (median_ns - quick_ns) / median_ns;
    (median_ns > 0.0).then_some(OperationTime { median_ns, spread })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Accumulator;

    /// Seconds of a closed loop of `depth` on `servers`, each of which takes 1 ms with this spread, behind a throttle of `quota`
    /// operations a second; with `offered` an open loop that hardly loads it.
    fn trial(
        seed: u64,
        servers: usize,
        spread: f64,
        quota: f64,
        offered: Option<f64>,
    ) -> StreamSummary {
        let mut rng = base::Rng::new(seed);
        let mut own_s = || 0.001 * (1.0 + spread * rng.normal()).max(0.1);
        let (mut free, mut next_s) = (vec![0.0_f64; servers], 0.0);
        let mut intervals: Vec<sample::IntervalSample> = (0..20u64)
            .map(|number| {
                let mut interval = sample::IntervalSample::new(0, 0, 0);
                (interval.start_ns, interval.end_ns) =
                    (number * 100_000_000, (number + 1) * 100_000_000);
                interval
            })
            .collect();
        let depth = 64;
        let mut done = std::collections::VecDeque::from(vec![0.0_f64; depth]);
        let mut number = 0.0;
        loop {
            number += 1.0;
            let asked_s = match offered {
                Some(rate) => number / rate,
                None => done.pop_front().expect("so many are outstanding"),
            };
            let free_one = free.iter_mut().min_by(|a, b| a.total_cmp(b)).expect("a server");
            next_s = f64::max(asked_s, next_s + 1.0 / quota);
            let begin_s = f64::max(next_s, *free_one);
            let end_s = begin_s + own_s();
            *free_one = end_s;
            done.push_back(end_s);
            let Some(interval) = intervals.get_mut((end_s / 0.1) as usize) else { break };
            interval.read.ios += 1;
            interval.read.bytes += 8192;
            interval.read.total.record(((end_s - asked_s) * 1e9) as u64);
            interval.due += u64::from(offered.is_some());
            interval.depth_ns += ((end_s - asked_s) * 1e9) as u128;
        }
        let mut all = Accumulator::new("data");
        intervals.iter().for_each(|interval| all.push(interval));
        let mut stream = all.finish();
        stream.offered_iops = offered;
        stream
    }

    fn found(seed: u64, servers: usize, spread: f64, quota: f64) -> Option<f64> {
        let light = trial(seed + 1000, servers, spread, f64::INFINITY, Some(200.0));
        let full = trial(seed, servers, spread, quota, None);
        regulated(&full, &[&light, &full], false).map(|quota| quota.value)
    }

    #[test]
    fn a_throttle_is_found_at_any_number_and_a_full_medium_is_none_at_a_round_one() {
        let seeds = 200;
        for quota in [500.0, 2_941.0, 3_000.0, 6_500.0] {
            let times = (0..seeds).filter(|&seed| {
                found(seed, 8, 0.25, quota).is_some_and(|rate| (rate / quota - 1.0).abs() < 0.01)
            });
            let times = times.count();
            eprintln!("a quota of {quota} is found in {times} of {seeds}");
            assert!(times >= 190);
        }
        for servers in [1, 8] {
            let wrong = (0..seeds).filter(|&s| found(s, servers, 0.25, f64::INFINITY).is_some());
            let wrong = wrong.count();
            eprintln!("a medium of {servers} servers is called a quota in {wrong} of {seeds}");
            assert!(wrong <= 6);
        }
        // If an operation always takes the same time, a quota cannot be recognised.
        assert_eq!(found(1, 8, 0.0, f64::INFINITY), None);
    }

    #[test]
    fn a_rate_that_another_trial_exceeded_is_no_quota() {
        let light = trial(1, 8, 0.25, f64::INFINITY, Some(200.0));
        let full = trial(2, 8, 0.25, 3_000.0, None);
        let more = trial(3, 8, 0.25, 3_500.0, None);
        assert!(regulated(&full, &[&light, &full], false).is_some());
        assert_eq!(regulated(&full, &[&light, &full, &more], false), None);
        // Nothing shows how long a single operation takes.
        assert_eq!(regulated(&full, &[&full], false), None);
    }
}
