//! Recorded shelves: a published grid is reproduced as printed, and its block sizes are ranked by their printed means.

use base::Bytes;
use record::Journal;
use record::race::{Answer, WeightedLoad};
use std::fmt::Write as _;
use std::path::PathBuf;
use study::race::{Candidate, Race, RaceConfig};
use study::{RecordedPoints, RecordedRow, conduct};
use workload::PointLoad;

/// A small grid of our own: two layouts, three block sizes, two depths, read and write.
const OWN: &str = include_str!("recorded/own.csv");

/// A reference file; `None`, with a message, where there is no reference beside the workspace.
fn reference(name: &str) -> Option<String> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/reference"));
    let text = std::fs::read_to_string(path.join(name)).ok();
    if text.is_none() {
        eprintln!("SKIPPED: the published grid {name} is not beside the workspace");
    }
    text
}

fn rows(text: &str) -> Vec<RecordedRow> {
    import::grid::read(text).expect("the grid is sound")
}

#[test]
fn an_own_grid_comes_out_as_it_is() {
    let rows = rows(OWN);
    assert_eq!(rows.len(), 24);
    let record = RecordedPoints::new(rows);
    let mean = |layout, share, kib: u64| record.mean(layout, share, Bytes(kib * 1024));
    assert_eq!(mean("raid10", 100.0, 64), Some(150.0));
    assert_eq!(mean("raid5", 0.0, 8), Some(7.5));
    assert_eq!(mean("raid5", 0.0, 4), None);
}

#[test]
fn the_published_means_come_out_to_a_hundredth() {
    let (Some(grid), Some(means)) = (reference("seed-grids.csv"), reference("seed-grid-means.csv"))
    else {
        return;
    };
    let rows = rows(&grid);
    assert_eq!(rows.len(), 210);
    let record = RecordedPoints::new(rows);
    let mut told = String::new();
    for line in means.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [_, op, kib, printed] = fields[..] else { panic!("{line}") };
        let share = if op == "read" { 100.0 } else { 0.0 };
        let kib: u64 = kib.parse().unwrap();
        let mean = record.mean("raid1", share, Bytes(kib * 1024)).unwrap();
        let printed: f64 = printed.parse().unwrap();
        assert!((mean - printed).abs() <= 0.01, "{op} {kib} KiB: {mean} and not {printed}");
        writeln!(told, "{op} {kib} KiB {mean:.2}").unwrap();
    }
    assert_eq!(told.lines().count(), 10);
}

/// The block sizes of a share of reads as layouts of their own.
fn block_sizes(rows: &[RecordedRow], share: f64) -> Vec<RecordedRow> {
    let of_share = rows.iter().filter(|row| row.load.read_percent == share);
    let layout = |row: &RecordedRow| RecordedRow {
        subject: row.load.block.to_string(),
        load: PointLoad { block: Bytes(65_536), ..row.load },
        ..row.clone()
    };
    of_share.map(layout).collect()
}

#[test]
fn the_published_block_sizes_are_ranked_by_their_means() {
    let Some(grid) = reference("seed-grids.csv") else { return };
    for share in [100.0, 0.0] {
        let rows = block_sizes(&rows(&grid), share);
        let mut names: Vec<String> = Vec::new();
        for row in rows.iter().filter(|row| row.load.depth == 1 && row.load.threads == 1) {
            names.push(row.subject.clone());
        }
        let loads: Vec<WeightedLoad> = rows[..21]
            .iter()
            .map(|row| WeightedLoad { load: row.load, weight: 1.0, group: String::new() })
            .collect();
        let candidates = names.iter().map(|name| Candidate::new(name, &[])).collect();
        let times = vec![1; loads.len()];
        let mut race = Race::new(RaceConfig { times, ..RaceConfig::new(candidates, loads, 1) });
        let mut record = RecordedPoints::new(rows.iter().cloned());
        let whole = conduct(&mut race, &Journal::new(), &mut record, &mut |_| ());
        assert_eq!(whole, Ok(true));
        let found = race.finding();
        let mean = |at: usize| {
            record.mean(&found.standings[at].name, share, Bytes(65_536)).expect("it is there")
        };
        for place in 1..names.len() {
            eprintln!("{share}: {} {:.2}", found.standings[place].name, mean(place));
            assert!(mean(place - 1) >= mean(place), "{share}: {:#?}", found.standings);
        }
        let slowest = found.standings.last().expect("five");
        assert!(
            slowest.name == "8 KiB" && slowest.lead.is_some_and(|lead| lead.ends().high < -0.5),
            "{slowest:?}"
        );
        match &found.answer {
            Answer::Best(best) => assert_eq!(*best, found.standings[0].candidate),
            Answer::CannotTell(left) | Answer::NoDifference(left) => assert!(left.len() < 5),
            other => panic!("{other:?}"),
        }
    }
}
