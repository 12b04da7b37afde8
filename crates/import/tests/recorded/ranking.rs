//! What a race needs of somebody's full grid to rank its rows: the grid's block sizes, or its threads, as candidates.
//!
//! Takes recorded rows, gives plain counts; asserts nothing.

use base::Bytes;
use study::race::{Answer, Candidate, Point, Race, RaceConfig, Score};
use study::{Journal, Recorded, RecordedRow, Study, conduct};

/// Differences below it do not count.
pub(crate) const PRACTICAL: f64 = 0.05;

/// The same grid with one of its axes as the layout: the rows' subject is its value, and the axis itself is the same
/// for all.
pub(crate) fn by(rows: &[RecordedRow], of: fn(&RecordedRow) -> String) -> Vec<RecordedRow> {
    rows.iter().map(|row| RecordedRow { subject: of(row), ..row.clone() }).collect()
}

/// Block sizes as candidates.
pub(crate) fn by_block(rows: &[RecordedRow]) -> Vec<RecordedRow> {
    let mut named = by(rows, |row| format!("{} KiB", row.block.0 / 1024));
    named.iter_mut().for_each(|row| row.block = Bytes(65_536));
    named
}

/// Numbers of threads as candidates.
pub(crate) fn by_threads(rows: &[RecordedRow]) -> Vec<RecordedRow> {
    let mut named = by(rows, |row| format!("{} threads", row.threads));
    named.iter_mut().for_each(|row| row.threads = 1);
    named
}

/// How the races of many seeds went.
#[derive(Debug, Default)]
pub(crate) struct Ranked {
    /// Races.
    pub(crate) seeds: u32,
    /// The best of the full grid was named, or is among those that do not differ.
    pub(crate) best: u32,
    /// The standings are in the full grid's order, but for pairs that differ by less than 5 %.
    pub(crate) ranking: u32,
    /// Cells that were measured, one number for each seed, sorted.
    pub(crate) cells: Vec<usize>,
    /// Cells of the full grid.
    pub(crate) full: usize,
}

/// Races the subjects of a record over all its points.
pub(crate) fn rank(rows: &[RecordedRow], score: Score, seeds: std::ops::Range<u64>) -> Ranked {
    let mut names: Vec<&str> = Vec::new();
    rows.iter().for_each(|row| {
        if !names.contains(&row.subject.as_str()) {
            names.push(&row.subject);
        }
    });
    let of_first = rows.iter().filter(|row| row.subject == names[0]);
    let points: Vec<Point> =
        of_first.map(|row| Point { load: row.load(), weight: 1.0, group: String::new() }).collect();
    let truth = |name: &str| {
        let of = rows.iter().filter(|row| row.subject == name);
        let value = |row: &RecordedRow| match score {
            Score::Mean => row.mibps,
            Score::Ratio => row.mibps.ln(),
        };
        let mean = of.map(value).sum::<f64>() / points.len() as f64;
        if score == Score::Mean { mean } else { mean.exp() }
    };
    let truth: Vec<f64> = names.iter().map(|name| truth(name)).collect();
    let best = (0..names.len()).max_by(|&a, &b| truth[a].total_cmp(&truth[b]));
    let mut ranked = Ranked { full: rows.len(), ..Ranked::default() };
    for seed in seeds {
        let candidates = names.iter().map(|name| Candidate::new(name, &[])).collect();
        let config = RaceConfig {
            practical: PRACTICAL,
            // A handful of points must be seen again, or nothing is known of their noise.
            passes_max: if points.len() < 20 { 4 } else { 1 },
            score,
            ..RaceConfig::new(candidates, points.clone(), seed)
        };
        let (mut race, mut record) = (Race::new(config), Recorded::new(rows.iter().cloned()));
        let ended = conduct(&mut race, &Journal::new(), &mut record, &mut |_| ());
        assert_eq!((ended, race.ask()), (Ok(true), None), "seed {seed}");
        let found = race.finding();
        ranked.seeds += 1;
        ranked.cells.push(found.cells.iter().filter(|cell| cell.repeat == 0).count());
        ranked.best += u32::from(match &found.answer {
            Answer::Best(one) => Some(*one) == best,
            Answer::NoDifference(among) => best.is_some_and(|best| among.contains(&best)),
            _ => false,
        });
        let order: Vec<f64> = found.standings.iter().map(|it| truth[it.candidate]).collect();
        let right =
            |i: usize| order[i + 1..].iter().all(|later| *later < order[i] * (1.0 + PRACTICAL));
        ranked.ranking += u32::from((0..order.len()).all(right));
    }
    ranked.cells.sort_unstable();
    ranked
}
