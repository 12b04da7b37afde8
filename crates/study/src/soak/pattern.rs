//! Patterns by hour of day and by weekday.
//!
//! Each day is a row of hours: the median of its minutes, relative to the day. A pattern is what all days have in common at the
//! same hour. It is tested against the same days, each rotated at random. Rotation keeps what hours have in common with their
//! neighbours, and removes what they have in common with the same hour of other days (a permutation test; Good 2005).

use super::role::Level;
use super::{DAY_S, HOUR_S};
use base::Rng;
use record::soak::SoakPattern;

/// Hours of a day, days of a week.
const HOURS: usize = 24;
const WEEKDAYS: usize = 7;
/// A row with fewer slots is not used.
const HOURS_MIN: usize = 20;
/// The fewest rows: with fewer, the rotations are too few for a small probability.
const DAYS_MIN: usize = 4;
const WEEKS_MIN: usize = 4;
/// The probability by chance below which a pattern is reported.
const P_HOURS: f64 = 0.001;
const P_WEEKDAYS: f64 = 0.003;
const ROTATIONS: usize = 2_000;
/// A smaller pattern, as a ratio, is not reported.
const RATIO_MIN: f64 = 1.02;
/// The day in pieces of ten minutes, whose medians are removed.
const PIECE_S: i64 = 600;
/// The first of January 1970 was a Thursday, the fourth day from Monday.
const THURSDAY: i64 = 3;

pub(super) fn hours(levels: &[Level], offset_s: i64, seed: u64) -> Option<SoakPattern> {
    let day = |level: &Level| (level.at_unix_s + offset_s).div_euclid(DAY_S);
    let slot = |level: &Level| ((level.at_unix_s + offset_s).rem_euclid(DAY_S) / HOUR_S) as usize;
    let rows = rows::<HOURS>(levels, &day, &slot);
    pattern(rows, HOURS_MIN, DAYS_MIN, P_HOURS, seed)
}

/// The pattern by weekday, from Monday.
pub(super) fn weekdays(levels: &[Level], offset_s: i64, seed: u64) -> Option<SoakPattern> {
    let number = |level: &Level| (level.at_unix_s + offset_s).div_euclid(DAY_S) + THURSDAY;
    let week = |level: &Level| number(level).div_euclid(7);
    let slot = |level: &Level| number(level).rem_euclid(7) as usize;
    let rows = rows::<WEEKDAYS>(levels, &week, &slot);
    pattern(rows, WEEKDAYS, WEEKS_MIN, P_WEEKDAYS, seed)
}

/// The levels without the usual level of each ten minutes of the day.
pub(super) fn removed(levels: &[Level], offset_s: i64) -> Vec<Level> {
    let piece = |level: &Level| ((level.at_unix_s + offset_s).rem_euclid(DAY_S) / PIECE_S) as usize;
    let mut pieces: Vec<Vec<f64>> = vec![Vec::new(); (DAY_S / PIECE_S) as usize];
    // Relative to their day, so that a change of level between two days stays where it is.
    let days: Vec<&[Level]> = levels
        .chunk_by(|a, b| {
            let day = |one: &Level| (one.at_unix_s + offset_s).div_euclid(DAY_S);
            day(a) == day(b)
        })
        .collect();
    for day in days {
        let own = median(day.iter().map(|level| level.log).collect());
        for level in day {
            pieces[piece(level)].push(level.log - own);
        }
    }
    let usual: Vec<f64> = pieces.into_iter().map(median).collect();
    levels.iter().map(|level| Level { log: level.log - usual[piece(level)], ..*level }).collect()
}

/// The median of each slot for each day or week; `None` where nothing was measured.
fn rows<const SLOTS: usize>(
    levels: &[Level],
    row: &dyn Fn(&Level) -> i64,
    slot: &dyn Fn(&Level) -> usize,
) -> Vec<Vec<Option<f64>>> {
    let of_row = |levels: &[Level]| {
        let mut slots = vec![Vec::new(); SLOTS];
        for level in levels {
            slots[slot(level)].push(level.log);
        }
        slots.into_iter().map(|slot| (!slot.is_empty()).then(|| median(slot))).collect()
    };
    levels.chunk_by(|a, b| row(a) == row(b)).map(of_row).collect()
}

fn pattern(
    rows: Vec<Vec<Option<f64>>>,
    slots_min: usize,
    rows_min: usize,
    p_max: f64,
    seed: u64,
) -> Option<SoakPattern> {
    let whole = |row: &Vec<Option<f64>>| row.iter().flatten().count() >= slots_min;
    let rows: Vec<Vec<Option<f64>>> = rows.into_iter().filter(whole).map(centred).collect();
    if rows.len() < rows_min {
        return None;
    }
    let slots = rows[0].len();
    let effects = effects(&rows, &vec![0; rows.len()]);
    let seen = strength(&effects);
    let mut rng = Rng::at(seed, &[slots as u64]);
    let stronger = (0..ROTATIONS).filter(|_| {
        let turns: Vec<usize> = rows.iter().map(|_| rng.below(slots as u64) as usize).collect();
        strength(&self::effects(&rows, &turns)) >= seen
    });
    let p_value = (stronger.count() + 1) as f64 / (ROTATIONS + 1) as f64;
    let (low, high) =
        effects.iter().flatten().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &one| {
            (one.min(low), one.max(high))
        });
    (p_value <= p_max && high - low >= RATIO_MIN.ln()).then(|| SoakPattern {
        relative: effects.into_iter().map(|effect| effect.map(f64::exp)).collect(),
        p_value,
    })
}

/// A row relative to its own median.
fn centred(row: Vec<Option<f64>>) -> Vec<Option<f64>> {
    let own = median(row.iter().flatten().copied().collect());
    row.into_iter().map(|slot| slot.map(|value| value - own)).collect()
}

/// The mean of each slot over rows that are rotated by `turns` slots.
fn effects(rows: &[Vec<Option<f64>>], turns: &[usize]) -> Vec<Option<f64>> {
    let slots = rows[0].len();
    let of_slot = |slot: usize| {
        let values = rows.iter().zip(turns).filter_map(|(row, turn)| row[(slot + turn) % slots]);
        let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
        (count > 0).then(|| sum / f64::from(count))
    };
    (0..slots).map(of_slot).collect()
}

/// How much slots differ: the variance of their effects.
fn strength(effects: &[Option<f64>]) -> f64 {
    let known: Vec<f64> = effects.iter().flatten().copied().collect();
    let mean = known.iter().sum::<f64>() / known.len() as f64;
    known.iter().map(|one| (one - mean).powi(2)).sum()
}

/// The median; 0 for no values.
pub(super) fn median(mut values: Vec<f64>) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let middle = values.len() / 2;
    let (_, median, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    *median
}
