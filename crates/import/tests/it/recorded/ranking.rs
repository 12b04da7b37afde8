//! The part of a foreign grid that a race needs to rank one of its settings, over many seeds of the point order.
//!
//! Takes recorded rows, gives plain counts; asserts nothing.

use record::race::{Answer, Score, Setting};
use study::RecordedRow;
use study::race::settings::rank;

/// Smaller differences do not count.
pub(crate) const PRACTICAL: f64 = 0.05;

/// The results of the races of many seeds.
#[derive(Debug, Default)]
pub(crate) struct RankingRates {
    /// The number of races.
    pub(crate) seeds: u32,
    /// Races that named the best of the full grid, or a group without differences that contains it.
    pub(crate) best: u32,
    /// Races with the full grid's order, except for pairs that differ by less than 5 %.
    pub(crate) ranking: u32,
    /// The number of measured points for each seed, sorted.
    pub(crate) points: Vec<usize>,
    /// The number of points of the full grid.
    pub(crate) full: usize,
}

/// Races the values of a setting over all points of a record.
pub(crate) fn ranked(
    rows: &[RecordedRow],
    setting: Setting,
    score: Score,
    seeds: std::ops::Range<u64>,
) -> RankingRates {
    let mut ranked = RankingRates { full: rows.len(), ..RankingRates::default() };
    for seed in seeds {
        let found = rank(rows, setting, (score, PRACTICAL), seed).expect("it has several values");
        assert_eq!(found.points_max, rows.len(), "seed {seed}");
        ranked.seeds += 1;
        ranked.points.push(found.points);
        ranked.best += u32::from(match &found.answer {
            Answer::Best(one) => *one == found.best_of_all(),
            Answer::NoDifference(among) => among.contains(&found.best_of_all()),
            _ => false,
        });
        ranked.ranking += u32::from(found.in_order(PRACTICAL));
    }
    ranked.points.sort_unstable();
    ranked
}
