//! How often two races of many points are compared rightly: all points together, those without an interval too.
//!
//! The storage is plain numbers: each point has its own rate and its own noise; every second one claims an interval.

use advise::diff::{Answer, Change, Diff, PRACTICAL, Quantity, diff};
use base::Rng;
use record::{PointRecord, Record};
use std::sync::LazyLock;
use summary::Estimate;
use testkit::study::compare_example;

const SEEDS: u64 = 200;

/// What surrounds the points, made once, and the points themselves.
static AROUND: LazyLock<(Record, Vec<PointRecord>)> = LazyLock::new(|| {
    let mut record = compare_example();
    record.warnings.clear();
    let stages = &mut record.study.as_mut().expect("a study").stages;
    stages.truncate(1);
    stages[0].drift = None;
    let mut points = std::mem::take(&mut stages[0].points);
    points.retain(|one| one.purpose.counts() && one.point.repeat == 0);
    (record, points)
});

/// A study whose points have these rates and intervals; repeats of one point follow each other.
fn run(repeats: &[Vec<Estimate>]) -> Record {
    let (mut record, points) = AROUND.clone();
    assert!(points.len() >= repeats.len(), "the example has so many points");
    let stages = &mut record.study.as_mut().expect("a study").stages;
    stages[0].points = points
        .iter()
        .zip(repeats)
        .flat_map(|(point, seen)| {
            seen.iter().zip(0..).map(|(mibps, repeat)| {
                let mut one = point.clone();
                one.point.repeat = repeat;
                (one.measured.mibps, one.measured.latency_ns_p99) = (*mibps, None);
                one
            })
        })
        .collect();
    record
}

/// `count` points of a storage that is `truth` times as fast: points differ in how noisy they are (1 to 5 %), and every second
/// one claims an interval of three standard errors, which does not include a third of the noise.
fn raced(seed: u64, count: usize, truth: f64) -> Record {
    let mut rng = Rng::new(seed);
    let points: Vec<Vec<Estimate>> = (0..count)
        .map(|at| {
            let noise = 0.01 + 0.04 * (at % 5) as f64 / 4.0;
            let value = 100.0 * truth * (1 + at) as f64 * (1.0 + noise * rng.normal());
            let half = 3.0 * 0.67 * noise * value;
            vec![match at % 2 {
                0 => Estimate::between(value, value - half, value + half),
                _ => Estimate::unknown(value),
            }]
        })
        .collect();
    run(&points)
}

/// The shares of pairs that are called better or worse, the same, and of which all together held the truth.
fn rates(count: usize, truth: f64) -> [f64; 4] {
    let mut seen = [0; 4];
    for seed in 0..SEEDS {
        let found =
            diff(&raced(2 * seed, count, 1.0), &raced(2 * seed + 1, count, truth), PRACTICAL);
        let overall = found.overall.as_ref().expect("many points are judged together");
        let claims = |change: Change| matches!(change, Change::Better | Change::Worse);
        let claimed = claims(overall.change) || found.rows.iter().any(|row| claims(row.change));
        let ends = overall.ratio.ends();
        let held = ends.low <= truth && truth <= ends.high;
        for (n, is) in [claimed, found.answer == Answer::Same, held, found.answer == Answer::Worse]
            .into_iter()
            .enumerate()
        {
            seen[n] += u32::from(is);
        }
    }
    let shares = seen.map(|n| f64::from(n) / SEEDS as f64);
    println!("{count} points x{truth}: claimed, same, held, worse {shares:?}");
    shares
}

#[test]
fn a_race_that_is_run_twice_is_mostly_said_to_be_the_same() {
    for (count, least) in [(8, 0.1), (20, 0.7), (60, 0.95)] {
        let [claimed, same, held, _] = rates(count, 1.0);
        assert!(claimed <= 0.05, "{count} points: a difference was claimed in {claimed}");
        assert!(same >= least && held >= 0.95, "{count} points: same {same}, held {held}");
    }
}

#[test]
fn a_storage_that_is_a_tenth_slower_is_found() {
    for (count, least) in [(8, 0.6), (20, 0.95), (60, 0.99)] {
        let [_, same, held, worse] = rates(count, 0.9);
        assert!(worse >= least && same <= 0.01 && held >= 0.95, "{count}: {worse} {same} {held}");
    }
}

fn about(value: f64) -> Vec<Estimate> {
    vec![Estimate::between(value, 0.99 * value, 1.01 * value)]
}

fn held(a: &[Vec<Estimate>], b: &[Vec<Estimate>]) -> Diff {
    diff(&run(a), &run(b), PRACTICAL)
}

#[test]
fn a_few_points_never_outvote_most_of_them() {
    // Thirteen of 21 rates fell, unsettled ones among them; one rose to 27 times as much.
    let before: Vec<Vec<Estimate>> = (0..21).map(|at| about(100.0 + f64::from(at))).collect();
    let ratio = |at: usize| match at {
        0 => 26.8,
        1..14 => 0.67,
        _ => 1.0,
    };
    let change = |(at, one): (usize, &Vec<Estimate>)| match at {
        1..12 => vec![Estimate::unknown(one[0].value * ratio(at))],
        _ => about(one[0].value * ratio(at)),
    };
    let after: Vec<Vec<Estimate>> = before.iter().enumerate().map(change).collect();
    let found = held(&before, &after);
    assert_ne!(found.answer, Answer::NoWorse, "{found:?}");
    let overall = found.overall.as_ref().expect("all 21 are judged together");
    assert_eq!((overall.change, &overall.what), (Change::CannotTell, &Quantity::AllRates(21)));
    let (low, high) = found.ratio_range.expect("they are far from each other");
    assert!((low - 0.67).abs() < 1e-9 && (high - 26.8).abs() < 1e-9, "{low} {high}");
}

#[test]
fn repeats_that_disagree_are_no_tight_interval() {
    // Each repeat claims a percent; one of three found the storage in another state.
    let calm =
        |n: usize| -> Vec<Vec<Estimate>> { (0..n).map(|at| about(100.0 + at as f64)).collect() };
    let (mut a, mut b) = (calm(6), calm(6));
    a.push([800.0, 126.0, 126.0].map(|value| about(value)[0]).to_vec());
    b.push([126.0, 126.0, 126.0].map(|value| about(value)[0]).to_vec());
    let found = held(&a, &b);
    let claims: Vec<_> = found.rows.iter().filter(|row| row.change == Change::Worse).collect();
    assert!(claims.is_empty(), "{claims:?}");
}
