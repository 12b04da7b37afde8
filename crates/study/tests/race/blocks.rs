//! Who is best at each block size, as it is asked of chunks: each size is decided, whatever is best in all.

use base::Bytes;
use std::collections::BTreeMap;
use study::race::{Answer, Candidate, GroupKind, Point, Race, RaceConfig, RaceFinding, Score};
use study::{Cell, Journal, conduct};
use testkit::shelf::Shelf;
use workload::Grid;

const SMALL: usize = 0;
const LARGE: usize = 1;

/// What `plimsoll segment` races over where no grid is named.
fn points() -> Vec<Point> {
    Point::of_grid(&Grid {
        read_percents: vec![100.0, 0.0],
        blocks: [8, 64, 256, 1024].map(|kib| Bytes(kib * 1024)).to_vec(),
        depths: vec![1, 8],
        threads: vec![1],
        random: vec![true, false],
    })
}

/// How far the large chunk is ahead at each block size, in percent.
type Ahead = BTreeMap<u64, f64>;

fn race(seed: u64, ahead: &Ahead) -> RaceFinding {
    let chunks = ["small", "large"].map(|name| Candidate::new(name, &[format!("/mnt/{name}")]));
    let config = RaceConfig::new(chunks.to_vec(), points(), seed);
    let mut race = Race::new(RaceConfig { score: Score::Ratio, each_block: true, ..config });
    let speed = |cell: &Cell, _| {
        let kib = cell.load.block.0 >> 10;
        let percent = if cell.subject == "large" { ahead[&kib] } else { 0.0 };
        f64::from(cell.load.depth).sqrt() * (kib as f64).sqrt() * (1.0 + percent / 100.0)
    };
    let mut shelf = Shelf::new(seed ^ 0x5e6, 0.05, 0.5, speed);
    let Ok(whole) = conduct(&mut race, &Journal::new(), &mut shelf, &mut |_| ());
    assert!(whole);
    race.finding()
}

/// How many sizes were decided rightly, wrongly, and not at all; and the share of the grid that it took.
fn judged(seeds: u64, ahead: &Ahead) -> ([usize; 3], f64) {
    let (mut sizes, mut share) = ([0; 3], 0.0);
    for seed in 0..seeds {
        let found = race(seed, ahead);
        share += found.rounds as f64 / found.rounds_max as f64 / seeds as f64;
        let blocks = found.groups.iter().filter(|group| group.kind == GroupKind::Block);
        for group in blocks {
            let kib: u64 = group.label.trim_end_matches(" KiB").parse().expect("a size");
            let right = match ahead[&kib] {
                percent if percent > 2.0 => Answer::Best(LARGE),
                percent if percent < -2.0 => Answer::Best(SMALL),
                _ => Answer::NoDifference(Vec::new()),
            };
            let kind = match (&group.answer, &right) {
                (Answer::NoDifference(_), Answer::NoDifference(_)) => 0,
                (Answer::CannotTell(_), _) => 2,
                (answer, right) => usize::from(answer != right),
            };
            sizes[kind] += 1;
        }
    }
    (sizes, share)
}

/// The figures of docs/methods.md (`RACE_SEEDS=400 cargo test --release -p study --test race blocks -- --nocapture`).
#[test]
fn each_size_is_decided_whoever_is_best_in_all() {
    let seeds = std::env::var("RACE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(20);
    let crossing = Ahead::from([(8, -10.0), (64, 0.0), (256, 6.0), (1024, 25.0)]);
    let equal = Ahead::from([(8, 0.0), (64, 0.0), (256, 0.0), (1024, 0.0)]);
    for (what, ahead) in [("crossing", crossing), ("equal", equal)] {
        let (sizes, share) = judged(seeds, &ahead);
        println!("{what}, {seeds} seeds: right, wrong, open {sizes:?}; {share:.2} of the grid");
        let all = sizes.iter().sum::<usize>();
        assert_eq!(all, 4 * seeds as usize);
        assert!(sizes[0] * 100 >= all * 90, "{what}: {sizes:?}");
        assert!(sizes[1] * 100 <= all * 3, "{what}: {sizes:?}");
        // What is told apart by much is not measured to the end for the sake of what is not.
        assert!(what == "equal" || share < 0.8, "{what}: {share}");
    }
}
