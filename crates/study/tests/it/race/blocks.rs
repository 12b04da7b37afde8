//! The best at each block size, as for chunk sizes: each size is decided, whatever is best overall, and random requests
//! separately from sequential ones; and the means of such groups side by side.

use base::Bytes;
use record::race::{
    Answer, GroupKind, GroupProperty, LoadDirection, LoadGroup, RaceFinding, RaceReason, Score,
    WeightedLoad,
};
use record::{Journal, Point};
use std::collections::BTreeMap;
use study::conduct;
use study::race::{Candidate, Race, RaceConfig};
use testkit::shelf::SimulatedShelf;
use workload::PointGrid;

const SMALL: usize = 0;
const LARGE: usize = 1;

/// The loads that `plimsoll compare --each-size` races if no grid is named.
fn loads() -> Vec<WeightedLoad> {
    WeightedLoad::of_grid(&PointGrid {
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
    race_of(seed, |point| ahead[&(point.load.block.0 >> 10)])
}

/// The race of two chunk sizes, the large one ahead by this many percent.
fn race_of(seed: u64, ahead: impl Fn(&Point) -> f64) -> RaceFinding {
    let chunks = ["small", "large"].map(|name| Candidate::new(name, &[format!("/mnt/{name}")]));
    let config = RaceConfig::new(chunks.to_vec(), loads(), seed);
    let mut race = Race::new(config.for_each_block());
    let speed = |point: &Point, _| {
        let kib = point.load.block.0 >> 10;
        let percent = if point.subject == "large" { ahead(point) } else { 0.0 };
        f64::from(point.load.depth).sqrt() * (kib as f64).sqrt() * (1.0 + percent / 100.0)
    };
    let mut shelf = SimulatedShelf::new(seed ^ 0x5e6, 0.05, 0.5, speed);
    let Ok(whole) = conduct(&mut race, &Journal::new(), &mut shelf, &mut |_| ());
    assert!(whole);
    race.finding()
}

/// How many sizes, random and sequential ones separately, were decided rightly, wrongly, and not at all; and the share of the
/// grid that it took.
fn judged(seeds: u64, ahead: &Ahead) -> ([usize; 3], f64) {
    let (mut sizes, mut share) = ([0; 3], 0.0);
    for seed in 0..seeds {
        let found = race(seed, ahead);
        share += found.rounds as f64 / found.rounds_max as f64 / seeds as f64;
        let blocks = found.groups.iter().filter(|group| group.group.kind() == GroupKind::Block);
        for group in blocks {
            let GroupProperty::Block(block) = group.group.property else { panic!("{group:?}") };
            let kib = block.0 >> 10;
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

/// The figures of crates/study/METHODS.md (`RACE_SEEDS=400 cargo test --release -p study --test race blocks -- --nocapture`).
#[test]
fn each_size_is_decided_whoever_is_best_in_all() {
    let seeds = std::env::var("RACE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(20);
    let crossing = Ahead::from([(8, -10.0), (64, 0.0), (256, 6.0), (1024, 25.0)]);
    let equal = Ahead::from([(8, 0.0), (64, 0.0), (256, 0.0), (1024, 0.0)]);
    for (what, ahead) in [("crossing", crossing), ("equal", equal)] {
        let (sizes, share) = judged(seeds, &ahead);
        println!("{what}, {seeds} seeds: right, wrong, open {sizes:?}; {share:.2} of the grid");
        let all = sizes.iter().sum::<usize>();
        assert_eq!(all, 8 * seeds as usize);
        assert!(sizes[0] * 100 >= all * 90, "{what}: {sizes:?}");
        assert!(sizes[1] * 100 <= all * 3, "{what}: {sizes:?}");
        // A clear difference is not measured to the end because of an unclear one.
        assert!(what == "equal" || share < 0.8, "{what}: {share}");
    }
}

#[test]
fn random_and_sequential_requests_have_each_their_best() {
    // Sequential requests are twice as fast as random ones, and the small chunk is ahead by more there.
    let found = race_of(3, |point| if point.load.random { 15.0 } else { -40.0 });
    assert_eq!(found.answer, Answer::CannotTell(vec![LARGE, SMALL]), "{:?}", found.reason);
    let bests: Vec<_> = found.orders_apart().expect("they differ").into_iter().collect();
    let order = |random: bool| LoadGroup::of(GroupProperty::Order { random });
    assert_eq!(bests, [(&order(true), LARGE), (&order(false), SMALL)]);
    assert_eq!(found.reason, RaceReason::OrdersApart);
    for group in found.groups.iter().filter(|group| group.group.kind() != GroupKind::Order) {
        let best = if group.group.random.expect("an order") { LARGE } else { SMALL };
        assert_eq!(group.answer, Answer::Best(best), "{:?}", group.group);
    }
    // A layout that is best in both is named once.
    let found = race_of(3, |point| if point.load.random { 15.0 } else { 5.0 });
    assert_eq!((found.answer.clone(), found.orders_apart()), (Answer::Best(LARGE), None));
    assert!(matches!(found.reason, RaceReason::Ahead(_)), "{:?}", found.reason);
}

/// A race over a whole grid, in which one layout is eliminated early: its means are shown for the same points as the others', and
/// these means rank.
#[test]
fn means_stand_side_by_side_over_the_same_points() {
    for (score, seed) in [(Score::Mean, 1), (Score::Ratio, 2), (Score::Mean, 3), (Score::Ratio, 4)]
    {
        let names = ["ahead", "behind", "second"].map(|name| Candidate::new(name, &[]));
        let config =
            RaceConfig::new(names.to_vec(), WeightedLoad::of_grid(&PointGrid::classic()), seed);
        let mut race = Race::new(RaceConfig { score, ..config });
        // Depths differ by a factor of a hundred, layouts by the same factor at all of them.
        let speed = |point: &Point, _: f64| {
            let share = match point.subject.as_str() {
                "ahead" => 1.0,
                "second" => 0.985,
                _ if point.load.writes() => 0.25,
                _ => 0.7,
            };
            f64::from(point.load.depth * point.load.threads) * share
        };
        let mut shelf = SimulatedShelf::new(seed, 0.02, 0.0, speed);
        let Ok(_) = conduct(&mut race, &Journal::new(), &mut shelf, &mut |_| ());
        let found = race.finding();
        let standing =
            |name: &str| found.standings.iter().find(|it| it.name == name).expect("raced");
        let mean = |name: &str| standing(name).mean_mibps.expect("it ran").value;
        let share = mean("behind") / mean("ahead");
        let lead = standing("behind").lead.expect("it ran").value + 1.0;
        assert!((share / lead - 1.0).abs() < 1e-9, "{score:?} {seed}: {share} {lead}");
        for group in &found.groups {
            assert!(
                group.measured_loads[1] < group.measured_loads[0],
                "{:?} {:?}",
                group.group,
                group.measured_loads
            );
            let mean = |one: usize| group.means_mibps[one].expect("it ran").value;
            let share = mean(1) / mean(0);
            assert!(
                (share - 1.0 - group.leads[1].expect("it ran").value).abs() < 1e-9,
                "{:?} {share}",
                group.group
            );
            let truth = match group.group.property {
                GroupProperty::Direction(LoadDirection::Reads) => 0.7,
                GroupProperty::Direction(LoadDirection::Writes) => 0.25,
                // With plain means it depends on which of the points were drawn.
                _ if score == Score::Mean => share,
                _ => (0.7_f64 * 0.25).sqrt(),
            };
            assert!((share / truth - 1.0).abs() < 0.05, "{:?}: {share} {truth}", group.group);
            // Layouts that differ by more than a quarter at each point need no interval.
            let left = match &group.answer {
                Answer::Best(one) => vec![*one],
                Answer::CannotTell(left) | Answer::NoDifference(left) => left.clone(),
                _ => Vec::new(),
            };
            assert!(left.contains(&0) && !left.contains(&1), "{score:?}: {group:?}");
        }
    }
}
