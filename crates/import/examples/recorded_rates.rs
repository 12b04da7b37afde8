//! Prints how many points of a grid a race needs to rank its rows: a table of docs/explanation/methods/recorded.md.
//!
//! `cargo run --release -p import --example recorded_rates -- GRID.csv [SEEDS]`; asserts nothing. The grid has one
//! layout, whose block sizes and numbers of threads are raced.

#[path = "../tests/it/recorded/ranking.rs"]
mod ranking;

use ranking::ranked;
use record::race::{Score, Setting};

fn main() {
    let mut words = std::env::args().skip(1);
    let Some(path) = words.next() else {
        eprintln!("SKIPPED: name a grid, such as a published one, as CSV");
        return;
    };
    let seeds = words.next().and_then(|text| text.parse().ok()).unwrap_or(400);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => return eprintln!("SKIPPED: {path}: {error}"),
    };
    let rows = match import::grid::read(&text) {
        Ok(rows) => rows,
        Err(troubles) => {
            return troubles.iter().for_each(|(line, text)| eprintln!("{path}:{line}: {text}"));
        }
    };
    println!(
        "| rows raced | score | best right | ranking right within 5 % | points: median, most, all |"
    );
    println!("| --- | --- | --- | --- | --- |");
    for (name, setting) in [("block sizes", Setting::Block), ("threads", Setting::Threads)] {
        for (score, told) in [(Score::Mean, "mean MB/s"), (Score::Ratio, "mean ratio")] {
            let ranked = ranked(&rows, setting, score, 0..seeds);
            let percent = |of: u32| 100.0 * f64::from(of) / f64::from(ranked.seeds);
            println!(
                "| {name} | {told} | {:.1} | {:.1} | {}, {}, {} |",
                percent(ranked.best),
                percent(ranked.ranking),
                ranked.points[ranked.points.len() / 2],
                ranked.points[ranked.points.len() - 1],
                ranked.full,
            );
        }
    }
}
