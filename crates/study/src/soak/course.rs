//! The figures of one role over time, and those of its minutes that do not count.

use super::MINUTE_S;
use record::soak::{CoursePart, MinuteFigures, SoakMinute};

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
