//! What one role showed over all of its minutes.

use super::clause::windows_per_day;
use super::overload::{figures, overloads, within};
use super::pattern::{self, hours, weekdays};
use super::trend::{changes, trend};
use super::{HOUR_S, MINUTE_S, share_interval};
use record::soak::{
    SignableLimit, SoakHour, SoakMinute, SoakOverload, SoakRoleFinding, SoakSetup, SoakStall,
};
use workload::SlaWindow;

/// Shares of minutes for which a limit is reported.
pub(super) const SIGNED: [f64; 3] = [0.99, 0.995, 0.999];

/// A minute as the analysis sees it: when, and the logarithm of its mean latency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Level {
    pub(super) at_unix_s: i64,
    pub(super) log: f64,
}

/// What the counted minutes of one role show.
pub(super) fn finding(
    setup: &SoakSetup,
    role: &str,
    minutes: &[SoakMinute],
    stalls: &[SoakStall],
    seed: u64,
) -> SoakRoleFinding {
    let per_day = windows_per_day(setup, SlaWindow::Minute);
    let overloads = overloads(minutes);
    let levels = levels(minutes, stalls, &overloads);
    let offset_s = i64::from(setup.utc_offset_s);
    let hours = hours(&levels, offset_s, seed);
    let weekdays = weekdays(&levels, offset_s, seed);
    let adjusted = if hours.is_some() { pattern::removed(&levels, offset_s) } else { levels };
    let changes = changes(&adjusted);
    SoakRoleFinding {
        role: role.to_owned(),
        iops: figures(minutes).map(|all| all.iops),
        calendar: calendar(minutes, offset_s),
        signable: SIGNED.iter().filter_map(|&share| signable(minutes, per_day, share)).collect(),
        trend: trend(&adjusted, &changes),
        changes,
        hours,
        weekdays,
        overloads,
        ..SoakRoleFinding::default()
    }
}

/// Every hour of local time with a minute that counts.
fn calendar(minutes: &[SoakMinute], offset_s: i64) -> Vec<SoakHour> {
    let hour = |minute: &SoakMinute| (minute.start_unix_s + offset_s).div_euclid(HOUR_S);
    let of_hour = |minutes: &[SoakMinute]| {
        let all = figures(minutes)?;
        Some(SoakHour {
            start_unix_s: hour(&minutes[0]) * HOUR_S - offset_s,
            minutes: all.minutes,
            p99_ns: all.p99_ns,
            p99_ns_max: all.p99_ns_max,
            iops: all.iops,
        })
    };
    minutes.chunk_by(|a, b| hour(a) == hour(b)).filter_map(of_hour).collect()
}

/// The levels of the minutes that neither a stall nor an overload touches.
fn levels(minutes: &[SoakMinute], stalls: &[SoakStall], overloads: &[SoakOverload]) -> Vec<Level> {
    let stalled = |minute: &SoakMinute| {
        let (from_s, until_s) =
            (minute.start_unix_s as f64, (minute.start_unix_s + MINUTE_S) as f64);
        stalls
            .iter()
            .any(|stall| stall.at_unix_s < until_s && stall.at_unix_s + stall.length_s >= from_s)
    };
    let usual = minutes.iter().filter(|minute| {
        minute.mean_ns > 0.0 && !stalled(minute) && !within(overloads, minute.start_unix_s)
    });
    usual.map(|minute| Level { at_unix_s: minute.start_unix_s, log: minute.mean_ns.ln() }).collect()
}

/// The smallest p99 of minutes that this share of minutes keeps, by the lower end of the share's interval.
fn signable(minutes: &[SoakMinute], per_day: f64, share: f64) -> Option<SignableLimit> {
    let mut limits: Vec<u64> = minutes.iter().map(|minute| minute.p99_ns).collect();
    limits.sort_unstable();
    limits.dedup();
    let keeps = |limit: u64| {
        let good: Vec<bool> =
            minutes.iter().map(|minute| minute.ios > 0 && minute.p99_ns <= limit).collect();
        share_interval(&good, per_day).low >= share
    };
    let first = limits.partition_point(|&limit| !keeps(limit));
    limits.get(first).map(|&p99_ns| SignableLimit { share, p99_ns })
}
