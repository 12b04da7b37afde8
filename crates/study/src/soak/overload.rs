//! One role over time: its figures, and times in which the storage did not keep up with the offered rate, such as those in which burst
//! credits are spent.

use super::MINUTE_S;
use record::soak::{CoursePart, MinuteFigures, SoakMinute, SoakOverload};

/// A minute is overloaded if at least this many seconds of its arrivals wait at its end.
pub(super) const BACKLOG_S: f64 = 1.0;
/// Overloaded minutes with at most this many seconds between them are one overload.
const PAUSE_S_MAX: i64 = 120;
/// The rate was constant if its standard deviation from minute to minute is at most this share of it, over at least this many
/// minutes.
const CONSTANT_SHARE: f64 = 0.03;
const CONSTANT_MINUTES_MIN: usize = 4;

pub(super) fn is_overloaded(minute: &SoakMinute) -> bool {
    let due_per_s = minute.due as f64 / minute.counted_s.max(1.0);
    minute.backlog as f64 >= (BACKLOG_S * due_per_s).max(1.0)
}

pub(super) fn overloads(minutes: &[SoakMinute]) -> Vec<SoakOverload> {
    let behind: Vec<&SoakMinute> = minutes.iter().filter(|minute| is_overloaded(minute)).collect();
    let near = |a: &&SoakMinute, b: &&SoakMinute| {
        b.start_unix_s - a.start_unix_s - MINUTE_S <= PAUSE_S_MAX
    };
    behind.chunk_by(near).map(overload).collect()
}

fn overload(minutes: &[&SoakMinute]) -> SoakOverload {
    // The storage works at its limit in between; in the first minute it may have had credits.
    let inner = match minutes {
        [_, inner @ .., _] if inner.len() + 1 >= CONSTANT_MINUTES_MIN => inner,
        all => all,
    };
    let rates: Vec<f64> =
        inner.iter().map(|minute| minute.ios as f64 / minute.counted_s.max(1.0)).collect();
    let mean = rates.iter().sum::<f64>() / rates.len() as f64;
    let squares: f64 = rates.iter().map(|rate| (rate - mean).powi(2)).sum();
    let deviation = (squares / rates.len() as f64).sqrt();
    SoakOverload {
        from_unix_s: minutes[0].start_unix_s,
        until_unix_s: minutes[minutes.len() - 1].start_unix_s + MINUTE_S,
        iops: mean,
        constant_rate: rates.len() + 1 >= CONSTANT_MINUTES_MIN
            && deviation <= CONSTANT_SHARE * mean,
    }
}

/// Whether a minute lies in an overload, or right after one, while its queue drains.
pub(super) fn within(overloads: &[SoakOverload], start_unix_s: i64) -> bool {
    overloads.iter().any(|one| {
        start_unix_s >= one.from_unix_s - MINUTE_S && start_unix_s < one.until_unix_s + MINUTE_S
    })
}

/// The most parts: about one for each pixel of a chart.
const PARTS_MAX: i64 = 720;

/// Rate and latency over time, in parts of equal length.
pub(super) fn course(minutes: &[SoakMinute]) -> Vec<CoursePart> {
    let (Some(first), Some(last)) = (minutes.first(), minutes.last()) else { return Vec::new() };
    let begun_s = first.start_unix_s;
    let all = (last.start_unix_s - begun_s) / MINUTE_S + 1;
    let part_s = (all as u64).div_ceil(PARTS_MAX as u64) as i64 * MINUTE_S;
    let number = |minute: &SoakMinute| (minute.start_unix_s - begun_s) / part_s;
    let part = |minutes: &[SoakMinute]| {
        let counted: Vec<SoakMinute> =
            minutes.iter().filter(|minute| minute.excluded.is_none()).copied().collect();
        let from_unix_s = begun_s + number(&minutes[0]) * part_s;
        let shown = if counted.is_empty() { minutes } else { &counted };
        Some(CoursePart {
            from_unix_s,
            until_unix_s: from_unix_s + part_s,
            excluded: (minutes.len() - counted.len()) as u64,
            figures: figures(shown)?,
        })
    };
    minutes.chunk_by(|a, b| number(a) == number(b)).filter_map(part).collect()
}

/// The minutes that do not count, without those in which a plan only ended.
pub(super) fn uncounted(minutes: &[SoakMinute]) -> Option<MinuteFigures> {
    let left_out = minutes.iter().filter(|minute| minute.excluded.is_some());
    figures(&left_out.filter(|minute| minute.counted_s >= 1.0).copied().collect::<Vec<_>>())
}

/// The figures of some minutes; `None` if no load ran in them.
pub(super) fn figures(minutes: &[SoakMinute]) -> Option<MinuteFigures> {
    let counted_s: f64 = minutes.iter().map(|minute| minute.counted_s).sum();
    let ios: u64 = minutes.iter().map(|minute| minute.ios).sum();
    let mut p99_ns: Vec<u64> = minutes.iter().map(|minute| minute.p99_ns).collect();
    p99_ns.sort_unstable();
    (counted_s > 0.0).then(|| MinuteFigures {
        minutes: minutes.len() as u64,
        iops: ios as f64 / counted_s,
        p99_ns: p99_ns[p99_ns.len() / 2],
        p99_ns_max: p99_ns[p99_ns.len() - 1],
    })
}
