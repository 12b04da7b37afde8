//! Recorded shelves: a published grid is reproduced as printed, and a race of its rows needs only a part of it.

mod ranking;

use base::Bytes;
use ranking::ranked;
use record::race::{Score, Setting};
use std::fmt::Write as _;
use std::path::PathBuf;
use study::{RecordedPoints, RecordedRow};

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
    assert_eq!(record.len(), 24);
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

#[test]
fn the_settings_of_one_layout_are_ranked() {
    let mut rows = rows(OWN);
    rows.retain(|row| row.subject == "raid10");
    let ranked = ranked(&rows, Setting::Block, Score::Mean, 0..20);
    assert_eq!((ranked.best, ranked.ranking), (20, 20), "{ranked:?}");
    assert!(ranked.points[10] <= 12, "{:?}", ranked.points);
}

#[test]
fn a_race_ranks_the_published_settings_without_the_whole_grid() {
    let Some(grid) = reference("seed-grids.csv") else { return };
    let rows = rows(&grid);
    for (name, setting) in [("blocks", Setting::Block), ("threads", Setting::Threads)] {
        let ranked = ranked(&rows, setting, Score::Mean, 0..40);
        let [median, most, all] = [ranked.points[20], ranked.points[39], ranked.full];
        eprintln!("{name}: {} best, {} ranked", ranked.best, ranked.ranking);
        eprintln!("{name}: {median} to {most} points of {all}");
        assert!(ranked.best >= 37 && ranked.ranking >= 34, "{name}: {} of 40", ranked.best);
        assert!(most < all, "{name}: {most}");
    }
}
