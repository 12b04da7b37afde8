//! The fingerprint of a quota: a rate, of all operations or of reads or writes alone, that stays at a round number with almost no
//! spread.

use super::{Detail, Warning, WarningKind, Weight, regulated};
use crate::{Conditions, LatencySummary, QuotaUnit, StreamSummary, TimeSeriesPoint};
use base::quantile;

/// Spread of the rate from interval to interval that storage itself does not reach: token buckets refill evenly,
/// media do not (this project's measurements: throttled loop devices 0.01 to 0.3 %, bare ones 1 % and more).
const SPREAD_MAX: f64 = 0.005;
/// How near a round number the rate must be.
const ROUND_SHARE_MAX: f64 = 0.01;
/// The same for a round number with two significant digits.
const ROUND_SHARE_FINE_MAX: f64 = 0.001;
/// The shortest stretch whose rate is judged, in seconds: five slices of a throttle.
const STRETCH_S: f64 = 0.5;
/// The fewest stretches that show a spread, and the fewest single intervals, which are shorter.
const STRETCHES_MIN: usize = 4;
const INTERVALS_MIN: usize = 8;
/// The operations of an interval from which on a noise of 1 % would leave the line, and how many they may be off it.
const LINE_OPERATIONS_MIN: f64 = 250.0;
const LINE_OFF_MAX: f64 = 4.0;

/// A limit that looks like a quota.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quota {
    pub value: f64,
    pub unit: QuotaUnit,
}

/// Operations wait, and are not merely served, if they usually take this multiple of the smallest latency.
const WAITING_TIMES_MIN: f64 = 3.0;
/// The mean of operations that a throttle holds back now and then, as a multiple of the usual one.
const HELD_BACK_TIMES_MIN: f64 = 2.0;
/// The share of the quickest operations that shows the latency without waiting.
const FLOOR_SHARE: f64 = 0.01;
/// Operations of at least this size are counted in bytes.
const LARGE_BYTES: f64 = 65_536.0;
/// The share of the usual distance below which the last point is that of an interval cut short (ours).
const WHOLE_SHARE_MIN: f64 = 0.95;
/// The lowest rate that is judged: below it, single operations are more than the spread (ours).
const RATE_MIN: f64 = 10.0;

/// The quota that a saturated closed-loop stream runs into, if its rate looks like one and there are no other trials
/// ([`super::regulated`] if there are). `block_bytes` is the mean block size: with blocks of a power of two, a round throughput
/// and a round rate may be the same thing; IOPS are then named.
///
/// A steady round rate alone is no quota: a depth of two with a steady latency of 80 us makes 25,000 per second without any rule.
/// Operations must be seen to wait, by their latency against the smallest.
pub fn quota(stream: &StreamSummary, block_bytes: f64) -> Option<Quota> {
    if !operations_wait(stream) {
        return None;
    }
    let points = rated_points(stream);
    let rates: Vec<f64> = points.iter().map(|point| point.iops).collect();
    let steady = steady_rate(&rates, length_s(&points));
    steady
        .and_then(|rate| round_quota(rate, block_bytes, [QuotaUnit::Iops, QuotaUnit::Mibps]))
        .or_else(|| quota_of_one_direction(stream))
}

/// The quota that binds the reads or the writes of a mix, and with them all operations: the mix itself is random, so that the
/// rate of both together varies. Kernel and cloud throttles count the directions separately.
pub(super) fn quota_of_one_direction(stream: &StreamSummary) -> Option<Quota> {
    let (read, write) = (&stream.read, &stream.write);
    if read.ios == 0 || write.ios == 0 {
        return None;
    }
    direction_quota(read, [QuotaUnit::ReadIops, QuotaUnit::ReadMibps])
        .or_else(|| direction_quota(write, [QuotaUnit::WriteIops, QuotaUnit::WriteMibps]))
}

fn direction_quota(direction: &LatencySummary, units: [QuotaUnit; 2]) -> Option<Quota> {
    let block_bytes = direction.bytes as f64 / direction.ios.max(1) as f64;
    round_quota(direction.steady_iops?, block_bytes, units)
}

/// A quota of this rate, in the unit that it is likely sold in.
pub(super) fn likely_quota(rate: f64, block_bytes: f64) -> Quota {
    let mibps = rate * block_bytes / f64::from(1 << 20);
    let (round_iops, round_mibps) = (round_number(rate), round_throughput(mibps));
    match (round_iops, round_mibps) {
        // Two digits of any number are round now and then; a power of two is rarely so by chance.
        (None, Some(value)) if value.log2().fract() == 0.0 => {
            Quota { value, unit: QuotaUnit::Mibps }
        }
        _ if block_bytes >= LARGE_BYTES => {
            Quota { value: round_mibps.unwrap_or(mibps), unit: QuotaUnit::Mibps }
        }
        _ => Quota { value: round_iops.unwrap_or(rate), unit: QuotaUnit::Iops },
    }
}

/// Whether operations wait for something: they usually take much longer than one needs, or a throttle lets them through at once
/// and then holds one back.
fn operations_wait(stream: &StreamSummary) -> bool {
    let (mut usual_ns, mut mean_ns, mut floor_ns) = (0.0, 0.0, 0.0);
    for direction in [&stream.read, &stream.write] {
        let median = direction.quantiles.iter().find(|q| q.quantile >= 0.5);
        let median_ns = median.map_or(direction.mean_ns, |q| q.service_ns as f64);
        let quickest_ns = quantile(direction.buckets.iter().copied(), FLOOR_SHARE);
        let weight = direction.ios as f64;
        usual_ns += median_ns * weight;
        mean_ns += direction.mean_ns * weight;
        // Without a distribution, the usual latency is used.
        floor_ns += quickest_ns.map_or(median_ns, |ns| ns as f64) * weight;
    }
    usual_ns >= WAITING_TIMES_MIN * floor_ns || mean_ns >= HELD_BACK_TIMES_MIN * usual_ns
}

/// A steady rate at a round number of operations, or of mebibytes.
fn round_quota(rate: f64, block_bytes: f64, units: [QuotaUnit; 2]) -> Option<Quota> {
    if let Some(value) = round_number(rate) {
        return Some(Quota { value, unit: units[0] });
    }
    let mibps = rate * block_bytes / f64::from(1 << 20);
    round_throughput(mibps).map(|value| Quota { value, unit: units[1] })
}

/// The mean of rates that hardly differ from interval to interval, each `length_s` long, or from one half of a second to
/// the next: the kernel's throttles let through a slice of 100 ms at a time, which shorter intervals show as lumps.
pub fn steady_rate(rates: &[f64], length_s: f64) -> Option<f64> {
    mean_of_near(rates, INTERVALS_MIN, SPREAD_MAX)
        .or_else(|| mean_on_line(rates, length_s))
        .or_else(|| mean_of_stretches(rates, length_s))
}

fn mean_of_stretches(rates: &[f64], length_s: f64) -> Option<f64> {
    let intervals = (STRETCH_S / length_s.max(1e-3)).round().max(1.0);
    let mean = |stretch: &[f64]| stretch.iter().sum::<f64>() / intervals;
    let stretches: Vec<f64> = rates.chunks_exact(intervals as usize).map(mean).collect();
    let rate = stretches.iter().sum::<f64>() / stretches.len().max(1) as f64;
    mean_of_near(&stretches, STRETCHES_MIN, lump_share(rate, length_s * intervals))
}

/// The mean of rates whose operations, counted up from the first interval on, never leave a straight line by more than a few.
/// Single operations are lumps in a short interval, and a rate that is merely even drifts off the line.
fn mean_on_line(rates: &[f64], length_s: f64) -> Option<f64> {
    let mean = rates.iter().sum::<f64>() / rates.len().max(1) as f64;
    if rates.len() < INTERVALS_MIN || mean * length_s < LINE_OPERATIONS_MIN {
        return None;
    }
    let mut ahead: f64 = 0.0;
    for rate in rates {
        ahead += (rate - mean) * length_s;
        if ahead.abs() > LINE_OFF_MAX {
            return None;
        }
    }
    Some(mean)
}

/// The mean of rates of which half lie within `spread_max` of the median: a few odd ones do not hide a quota.
fn mean_of_near(rates: &[f64], count_min: usize, spread_max: f64) -> Option<f64> {
    if rates.len() < count_min {
        return None;
    }
    let mut sorted = rates.to_vec();
    sorted.sort_by(f64::total_cmp);
    let median = sorted[sorted.len() / 2];
    let spread = (sorted[sorted.len() * 3 / 4] - sorted[sorted.len() / 4]) / median;
    let mean = rates.iter().sum::<f64>() / rates.len() as f64;
    // A bucket that lets through in lumps is uneven from interval to interval and exact in the mean.
    let near = (mean / median - 1.0).abs() < ROUND_SHARE_MAX;
    (spread.is_finite() && median >= RATE_MIN && near && spread <= spread_max).then_some(mean)
}

/// The points whose rates are judged: without the first counted one, which may hold a burst that the bucket had saved up, and
/// without a last interval that was cut short, which has no whole number of slices.
pub(super) fn rated_points(stream: &StreamSummary) -> Vec<&TimeSeriesPoint> {
    let counted = stream.points.iter().filter(|point| !point.warm_up);
    let mut points: Vec<&TimeSeriesPoint> = counted.skip(1).collect();
    if let [.., first, second, last] = &points[..]
        && last.at_s - second.at_s < WHOLE_SHARE_MIN * (second.at_s - first.at_s)
    {
        points.pop();
    }
    points
}

pub(super) fn length_s(points: &[&TimeSeriesPoint]) -> f64 {
    match points {
        [first, .., last] => (last.at_s - first.at_s) / (points.len() - 1) as f64,
        _ => 1.0,
    }
}

/// The allowed spread: one or two operations more or less in a stretch are no spread.
fn lump_share(rate: f64, length_s: f64) -> f64 {
    SPREAD_MAX.max(2.0 / (rate * length_s.max(1e-3)))
}

/// One or two leading digits, or a multiple of a hundred from 1,000 on, in steps that providers sell.
fn round_number(value: f64) -> Option<f64> {
    let unit = 10f64.powf(value.log10().floor() - 1.0);
    let rounded = (value / unit).round() * unit;
    let is_step_of_five = ((rounded / unit).round() as u64).is_multiple_of(5);
    let off = (value / rounded - 1.0).abs();
    let is_near = is_step_of_five && off <= ROUND_SHARE_MAX;
    (is_near || off <= ROUND_SHARE_FINE_MAX).then_some(rounded)
}

/// A power of two, or a round number.
fn round_throughput(mibps: f64) -> Option<f64> {
    if mibps < 1.0 {
        return None;
    }
    let power = mibps.log2().round().exp2();
    if (mibps / power - 1.0).abs() <= ROUND_SHARE_MAX {
        return Some(power);
    }
    round_number(mibps)
}

/// The warning for a closed-loop stream whose rate may be a rule's, not the storage's. `beside` are the other trials of its role.
pub fn quota_warning(
    stream: &StreamSummary,
    conditions: &Conditions,
    beside: &[&StreamSummary],
) -> Option<Warning> {
    if !conditions.closed_loop {
        return None;
    }
    let quota = match beside {
        [] => quota(stream, conditions.block_bytes.unwrap_or(0.0)),
        // The streams of a job have no single block size.
        _ => regulated(stream, beside, conditions.block_bytes.is_none()),
    }?;
    let detail = Detail::SteadyRate { value: quota.value, unit: quota.unit };
    Some(Warning::of_stream(&stream.name, WarningKind::Quota, Weight::Note, detail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LatencyQuantile;
    use crate::warning::law::tests::healthy;

    fn course(rate: f64, cv: f64, seed: u64) -> StreamSummary {
        let (mut stream, _) = healthy(seed);
        let mut rng = base::Rng::new(seed);
        for point in &mut stream.points {
            point.iops = rate * (1.0 + cv * rng.normal());
        }
        stream.iops.value = rate;
        // A hundredth came through at once, as the first ones after a pause do.
        stream.read.buckets = vec![(100_000, 2_400), (1_000_000, 237_600)];
        stream
    }

    #[test]
    fn a_throttle_at_a_round_number_is_a_quota() {
        for rate in [100.0, 500.0, 1000.0, 3000.0, 7500.0, 16_000.0, 64_000.0] {
            let found = quota(&course(rate, 0.001, 3), 8192.0).expect("a quota");
            assert_eq!((found.value.round(), found.unit), (rate, QuotaUnit::Iops));
        }
    }

    #[test]
    fn a_probe_of_a_second_shows_a_quota_although_its_last_interval_is_cut() {
        let mut stream = course(1000.0, 0.0, 3);
        stream.points.truncate(12);
        for (i, point) in stream.points.iter_mut().enumerate() {
            point.at_s = 0.1 * i as f64 + 0.05;
        }
        let last = stream.points.last_mut().expect("points");
        (last.at_s, last.iops) = (1.135, 901.0);
        let found = quota(&stream, 8192.0).map(|q| (q.value, q.unit));
        assert_eq!(found, Some((1000.0, QuotaUnit::Iops)));
    }

    #[test]
    fn a_bandwidth_limit_is_named_in_mebibytes() {
        let found = quota(&course(128.0 * 1048576.0 / 65_536.0, 0.001, 3), 65_536.0);
        assert!(
            matches!(found, Some(Quota { unit: QuotaUnit::Mibps, value }) if (value - 128.0).abs() < 1.0),
            "{found:?}"
        );
    }

    #[test]
    fn one_at_a_time_with_a_steady_latency_is_no_quota() {
        let mut stream = course(25_000.0, 0.0001, 3);
        (stream.depth_mean, stream.read.ios, stream.read.mean_ns) = (1.0, 60 * 25_000, 40_000.0);
        stream.read.quantiles = vec![LatencyQuantile::closed(0.5, 40_000)];
        assert_eq!(quota(&stream, 4096.0), None);
        // A tenth of the time is spent on the usual operations: something holds back the others.
        stream.read.quantiles = vec![LatencyQuantile::closed(0.5, 4_000)];
        assert!(quota(&stream, 4096.0).is_some());
    }

    /// A closed loop whose operations all take the same time: `rate` a second at `depth`.
    fn even(rate: f64, depth: f64) -> StreamSummary {
        let mut stream = course(rate, 0.0001, 3);
        let each_ns = (depth / rate * 1e9) as u64;
        (stream.iops.value, stream.depth_mean) = (rate, depth);
        stream.read.ios = (60.0 * rate) as u64;
        (stream.read.mean_ns, stream.read.min_ns) = (each_ns as f64, each_ns);
        stream.read.quantiles = vec![LatencyQuantile::closed(0.5, each_ns)];
        stream.read.buckets = vec![(each_ns, stream.read.ios)];
        stream
    }

    #[test]
    fn a_rate_that_the_depth_and_a_steady_latency_make_is_no_quota() {
        for depth in [2.0, 8.0, 64.0] {
            assert_eq!(quota(&even(25_000.0, depth), 4096.0), None, "depth {depth}");
        }
    }

    #[test]
    fn lumps_of_single_operations_in_short_intervals_hide_no_quota() {
        let mut stream = course(3000.0, 0.0, 3);
        stream.points.truncate(13);
        for (i, point) in stream.points.iter_mut().enumerate() {
            point.at_s = 0.1 * i as f64 + 0.05;
            point.iops += 10.0 * [0.0, 2.0, -2.0, 1.0, -1.0, -2.0, 2.0][i % 7];
        }
        assert_eq!(quota(&stream, 8192.0).map(|q| q.value), Some(3000.0));
    }

    /// A stream of the accumulator: 60 intervals of a second, in which `reads` are done and writes come with them as a
    /// mix of 67 % draws them; `noise` is the storage's own.
    fn mixed(reads: f64, noise: f64, seed: u64) -> StreamSummary {
        let mut rng = base::Rng::new(seed);
        let mut all = crate::Accumulator::new("data");
        for second in 0..60u64 {
            let mut interval = sample::IntervalSample::new(0, 0, 0);
            (interval.start_ns, interval.end_ns) =
                (second * 1_000_000_000, (second + 1) * 1_000_000_000);
            interval.read.ios = (reads * (1.0 + noise * rng.normal())) as u64;
            let spread = (reads * 0.33).sqrt() / 0.67;
            interval.write.ios = (reads * 0.33 / 0.67 + spread * rng.normal()).max(0.0) as u64;
            let at_once = |ios: u64| ios.div_ceil(64);
            interval.read.total.record_n(8_000_000, interval.read.ios - at_once(interval.read.ios));
            interval
                .write
                .total
                .record_n(8_000_000, interval.write.ios - at_once(interval.write.ios));
            interval.read.total.record_n(200_000, at_once(interval.read.ios));
            interval.write.total.record_n(200_000, at_once(interval.write.ios));
            (interval.read.bytes, interval.write.bytes) =
                (interval.read.ios * 8192, interval.write.ios * 8192);
            interval.depth_ns = u128::from(interval.ios()) * 8_000_000;
            all.push(&interval);
        }
        all.finish()
    }

    #[test]
    fn a_throttle_of_one_direction_is_a_quota_of_that_direction() {
        for seed in 0..20 {
            let found = quota(&mixed(1000.0, 0.0, seed), 8192.0);
            let found = found.map(|q| (q.value, q.unit));
            assert_eq!(found, Some((1000.0, QuotaUnit::ReadIops)), "seed {seed}");
        }
        let bandwidth = quota(&mixed(128.0 * 128.0, 0.0, 1), 8192.0).map(|q| (q.value, q.unit));
        assert_eq!(bandwidth, Some((128.0, QuotaUnit::ReadMibps)));
    }

    #[test]
    fn a_mix_on_noisy_storage_is_not_accused() {
        let seeds = 400;
        let accused = (0..seeds).filter(|&s| quota(&mixed(1000.0, 0.02, s), 8192.0).is_some());
        let accused = accused.count();
        eprintln!("quota false alarms of a mix at 2 % noise: {accused} of {seeds}");
        assert!(accused <= 4);
    }

    #[test]
    fn noise_in_short_intervals_of_few_operations_is_not_accused() {
        let seeds = 400;
        for (rate, noise) in [(2000.0, 0.02), (3000.0, 0.02), (10_000.0, 0.02), (10_000.0, 0.01)] {
            let accused = (0..seeds).filter(|&seed| {
                let mut stream = course(rate, noise, seed);
                stream.points.truncate(12);
                for (i, point) in stream.points.iter_mut().enumerate() {
                    point.at_s = 0.1 * i as f64 + 0.05;
                }
                quota(&stream, 8192.0).is_some()
            });
            let accused = accused.count();
            eprintln!("quota false alarms at {rate} with noise {noise}: {accused} of {seeds}");
            assert!(accused <= 4);
        }
    }

    #[test]
    fn noisy_storage_is_not_accused() {
        let seeds = 400;
        let accused =
            (0..seeds).filter(|&s| quota(&course(1000.0, 0.02, s), 8192.0).is_some()).count();
        eprintln!("quota false alarms at 2 % noise on a round rate: {accused} of {seeds}");
        assert!(accused <= 4);
        assert_eq!(quota(&course(81_234.0, 0.001, 1), 8192.0), None);
    }
}
