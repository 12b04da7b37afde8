//! What a race needs of somebody's full grid to rank one of its settings, over the orders of points of many seeds.
//!
//! Takes recorded rows, gives plain counts; asserts nothing.

use record::race::{Answer, Score, Setting};
use study::RecordedRow;
use study::race::settings::rank;

/// Differences below it do not count.
pub(crate) const PRACTICAL: f64 = 0.05;

/// How the races of many seeds went.
#[derive(Debug, Default)]
pub(crate) struct RankingRates {
    /// Races.
    pub(crate) seeds: u32,
    /// The best of the full grid was named, or is among those that do not differ.
    pub(crate) best: u32,
    /// The standings are in the full grid's order, but for pairs that differ by less than 5 %.
    pub(crate) ranking: u32,
    /// Points that were measured, one number for each seed, sorted.
    pub(crate) points: Vec<usize>,
    /// Points of the full grid.
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
