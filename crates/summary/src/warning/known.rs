//! Compares a rate with quotas: those that the kernel is known to set, and those that only their slices reveal.
//!
//! Takes what a closed loop carried, returns the quota that holds it. A kernel counts every flush as a write.

use super::quota::{Quota, length_s, steady_rate};
use crate::{Limit, QuotaUnit, StreamSummary};

/// How far below a known limit a rate may be for the limit to hold it: the ends of a trial cut slices, and a slice may not be
/// used up (measured on throttled loop devices: 0 to 4 %).
const UNDER: f64 = 0.93;
/// How far above it, and what a throttle lets through at the start, in seconds of its rate: two of the kernel's slices of 100 ms.
const OVER: f64 = 1.03;
const START_S: f64 = 0.2;

/// The known limit that holds a closed loop, of several the nearest, and the rate as a part of it.
pub fn known_quota<'a>(stream: &StreamSummary, limits: &'a [Limit]) -> Option<(&'a Limit, f64)> {
    let seconds = stream.seconds.max(1e-3);
    let shares = limits.iter().map(|limit| (limit, quota_share(stream, limit)));
    shares
        .filter(|(_, share)| (UNDER..=OVER + START_S / seconds).contains(share))
        .min_by(|(_, a), (_, b)| (a - 1.0).abs().total_cmp(&(b - 1.0).abs()))
}

/// The rate of the stream as a part of this limit.
pub fn quota_share(stream: &StreamSummary, limit: &Limit) -> f64 {
    let reads = (stream.read.ios, stream.read.bytes);
    let written =
        limit.write_bytes.map_or(stream.write.ios, |unit| stream.write.bytes.div_ceil(unit));
    let writes = (written + stream.flush.ios, stream.write.bytes);
    let (ios, bytes) = if limit.writes { writes } else { reads };
    let count = if limit.bytes { bytes } else { ios };
    count as f64 / stream.seconds.max(1e-3) / limit.per_s.max(1e-9)
}

/// The quota of a closed loop that comes in slices of one rate: silent for `silence_s` again and again, and steady nevertheless.
/// No storage rests while operations wait.
pub fn sliced_quota(stream: &StreamSummary, silence_s: f64) -> Option<Quota> {
    if silence_s <= 0.0 || stream.offered_iops.is_some() {
        return None;
    }
    let points: Vec<_> = stream.points.iter().filter(|p| !p.warm_up).skip(1).collect();
    if points.len() < 2 {
        return None;
    }
    let length_s = length_s(&points);
    let rates: Vec<f64> = points.iter().map(|p| p.iops).collect();
    steady_rate(&rates, length_s).map(|value| Quota { value, unit: QuotaUnit::Iops })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LimitOwner;
    use crate::warning::law::tests::healthy;

    fn limit(writes: bool, bytes: bool, per_s: f64) -> Limit {
        let owner = LimitOwner { group: "/db".to_owned(), device: "sdb".to_owned() };
        Limit { writes, bytes, per_s, write_bytes: None, owner }
    }

    #[test]
    fn a_rate_that_stands_at_a_known_limit_is_that_quota_in_its_own_direction_and_unit() {
        let (mut stream, _) = healthy(3);
        stream.seconds = 10.0;
        (stream.read.ios, stream.read.bytes) = (3_050, 3_050 << 16);
        let limits = [limit(false, false, 3300.0), limit(false, true, 2e7), limit(true, true, 2e7)];
        let found = known_quota(&stream, &limits).expect("it stands at a limit");
        assert_eq!(found.0, &limits[1]);
        assert!((found.1 - 0.9994).abs() < 1e-3, "{}", found.1);
        (stream.read.ios, stream.read.bytes) = (32_900, 32_900 << 12);
        assert_eq!(known_quota(&stream, &limits).map(|found| found.0), Some(&limits[0]));
        (stream.read.ios, stream.read.bytes) = (20_000, 20_000 << 10);
        assert_eq!(known_quota(&stream, &limits), None);
        // A commit is a write and a flush: 1,650 of them are 3,300 writes.
        (stream.read.ios, stream.read.bytes) = (0, 0);
        (stream.write.ios, stream.flush.ios) = (16_450, 16_450);
        let writes = [limit(true, false, 3300.0)];
        assert_eq!(known_quota(&stream, &writes).map(|found| found.0), Some(&writes[0]));
    }

    #[test]
    fn a_steady_rate_in_slices_is_a_quota_at_any_number() {
        let (mut stream, _) = healthy(3);
        for (i, point) in stream.points.iter_mut().enumerate() {
            (point.at_s, point.iops) = (0.5 * i as f64, 1237.0);
        }
        assert_eq!(sliced_quota(&stream, 0.08).map(|quota| quota.value.round()), Some(1237.0));
        assert_eq!(sliced_quota(&stream, 0.0), None);
        stream.points.iter_mut().step_by(2).for_each(|point| point.iops *= 1.1);
        assert_eq!(sliced_quota(&stream, 0.08), None);
    }

    #[test]
    fn buffered_writes_of_a_device_count_page_by_page() {
        let mut stream = healthy(1).0;
        (stream.seconds, stream.write.ios, stream.flush.ios) = (10.0, 6_660, 6_660);
        stream.write.bytes = 6_660 * 8192;
        let raw = Limit { write_bytes: Some(4096), ..limit(true, false, 2_000.0) };
        assert!((quota_share(&stream, &raw) - 0.999).abs() < 1e-9);
        assert_eq!(known_quota(&stream, &[limit(true, false, 2_000.0)]), None);
    }
}
