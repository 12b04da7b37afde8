//! A trend that no change explains: least squares over hours, with the long-run variance of what is left.

use super::DAY_S;
use super::change::RATIO_MIN;
use super::role::Level;
use record::soak::{ChangeKind, SoakChange, SoakTrend};
use summary::estimate::long_run;

/// A trend per day needs at least this many days.
const DAYS_MIN: f64 = 3.0;
/// Standard errors of a 95 % interval.
const NORMAL_95: f64 = 1.96;
/// Standard errors from which on a trend is reported: chance exceeds them once in 1,000 series.
const TOLD: f64 = 3.29;

/// The trend of the levels after each change is taken out.
pub(super) fn trend(levels: &[Level], changes: &[SoakChange]) -> Option<SoakTrend> {
    let (first, last) = (levels.first()?, levels.last()?);
    let days = |level: &Level| (level.at_unix_s - first.at_unix_s) as f64 / DAY_S as f64;
    if days(last) < DAYS_MIN {
        return None;
    }
    // Between changes each stretch has a level of its own; the slope is common to all.
    let level_changes = changes.iter().filter(|one| one.kind == ChangeKind::Level);
    let ends: Vec<i64> = level_changes.map(|one| one.at_unix_s).collect();
    let stretch = |level: &Level| ends.iter().filter(|end| level.at_unix_s >= **end).count();
    let mut points: Vec<(f64, f64)> = Vec::new();
    for part in levels.chunk_by(|a, b| stretch(a) == stretch(b)) {
        let n = part.len() as f64;
        let x = part.iter().map(days).sum::<f64>() / n;
        let y = part.iter().map(|level| level.log).sum::<f64>() / n;
        points.extend(part.iter().map(|level| (days(level) - x, level.log - y)));
    }
    let squares: f64 = points.iter().map(|point| point.0 * point.0).sum();
    let slope = points.iter().map(|point| point.0 * point.1).sum::<f64>() / squares;
    // Hours, so that the memory of minutes is short beside them.
    let hours: Vec<f64> = points
        .chunks(60)
        .map(|hour| hour.iter().map(|(x, y)| y - slope * x).sum::<f64>() / hour.len() as f64)
        .collect();
    let run = long_run(&hours);
    let deviation = (run.variance * run.time * 60.0 / squares).sqrt();
    let total = slope.abs() * days(last);
    if slope.abs() < TOLD * deviation || total < RATIO_MIN.ln() {
        return None;
    }
    let per_day = |slope: f64| slope.exp() - 1.0;
    Some(SoakTrend {
        per_day: per_day(slope),
        low: per_day(slope - NORMAL_95 * deviation),
        high: per_day(slope + NORMAL_95 * deviation),
    })
}
