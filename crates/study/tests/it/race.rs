//! Races on shelves whose truth is known: the answers, their error rates on a few seeds, and that a race can resume.

mod blocks;
mod course;
mod plan;
mod record;
mod shelves;

use plan::Agreement;
use shelves::{Course, Rates, near, thrice, twins};
use testkit::raid::ModelDiskSet;

/// The fewest of `seeds` for a rate of `goal`, which gives less only once in about 700 runs (three standard deviations).
fn allowed(goal: f64, seeds: u32) -> u32 {
    let n = f64::from(seeds);
    (goal * n - 3.0 * (n * goal * (1.0 - goal)).sqrt()).floor().max(0.0) as u32
}

#[test]
fn the_exhaustive_plans_best_is_found_in_a_tenth_of_its_time() {
    let course = Course::classic();
    let (mut rates, seeds) = (Rates::default(), 60);
    (5_000..5_000 + seeds)
        .for_each(|seed| rates.add(seed, &ModelDiskSet::random(seed, 5), &course));
    eprintln!("agreed {:.1} % of {}", rates.percent(rates.agreed), rates.seeds);
    assert!(rates.agreed >= allowed(0.95, rates.seeds), "wrong on seeds {:?}", rates.wrong);
    assert!(rates.truly_best >= allowed(0.98, rates.seeds));
    assert!(rates.group_wrong <= 3, "a group's best was wrong in {} races", rates.group_wrong);
    assert!(rates.groups[0] > 0 && rates.groups[1] <= 3, "{:?}", rates.groups);
    assert!(rates.time_percent()[1] <= 10.0, "{:?}", rates.time_percent());
    assert!(f64::from(rates.covered[0]) >= 0.93 * f64::from(rates.covered[1]));
}

#[test]
fn layouts_that_differ_by_less_than_what_counts_are_no_different() {
    let course = Course::classic();
    let (mut rates, seeds) = (Rates::default(), 60);
    let make = |seed| ModelDiskSet::alike(seed, 2, 0.02, &course.loads());
    (5_000..5_000 + seeds).for_each(|seed| rates.add(seed, &make(seed), &course));
    eprintln!("no difference {:.1} %", rates.percent(rates.no_difference));
    assert!(rates.no_difference >= allowed(0.90, rates.seeds), "{rates:?}");
    assert!(rates.time_percent()[1] <= 10.0, "{:?}", rates.time_percent());
}

#[test]
fn a_profile_of_a_few_points_is_raced_until_it_can_tell() {
    let course = Course::profile();
    let (mut rates, seeds) = (Rates::default(), 60);
    (5_000..5_000 + seeds)
        .for_each(|seed| rates.add(seed, &ModelDiskSet::random(seed, 3), &course));
    eprintln!("agreed {:.1} % of {}", rates.percent(rates.agreed), rates.seeds);
    assert!(rates.truly_best >= allowed(0.95, rates.seeds), "{rates:?}");
    assert!(rates.agreed >= allowed(0.95, rates.seeds), "wrong on seeds {:?}", rates.wrong);
    assert!(f64::from(rates.covered[0]) >= 0.93 * f64::from(rates.covered[1]));
}

#[test]
fn a_few_points_tell_no_difference_of_layouts_that_hardly_differ() {
    let course = Course::sqlserver();
    let (mut rates, seeds) = (Rates::default(), 60);
    (5_000..5_000 + seeds).for_each(|seed| rates.add(seed, &near(seed, 0.02, &course), &course));
    eprintln!("no difference {:.1} %", rates.percent(rates.no_difference));
    assert!(rates.no_difference >= allowed(0.90, rates.seeds), "{rates:?}");
    assert_eq!(rates.best_wrong, 0, "{rates:?}");
}

/// A layout that is three times as fast everywhere is named after a round or two of each kind of point.
#[test]
fn large_differences_are_settled_in_a_few_rounds() {
    for (course, rounds_max) in [(Course::classic(), 22), (Course::sqlserver(), 15)] {
        let (mut rates, seeds) = (Rates::default(), 40);
        (5_000..5_000 + seeds).for_each(|seed| rates.add(seed, &thrice(seed), &course));
        rates.rounds.sort_unstable();
        eprintln!("settled in {:?} rounds", rates.rounds);
        assert_eq!((rates.best, rates.best_wrong), (seeds as u32, 0), "{:?}", rates.wrong);
        let most = rates.rounds[rates.rounds.len() * 9 / 10];
        assert!(most <= rounds_max, "nine of ten in {most} rounds");
        assert!(f64::from(rates.covered[0]) >= 0.93 * f64::from(rates.covered[1]), "{rates:?}");
    }
}

/// Interference that comes and goes, lasts longer than a point and does not affect commits makes neither of two equal layouts the
/// best.
#[test]
fn noise_that_outlasts_a_point_names_no_best() {
    for (share, busy_s, quiet_s) in [(0.4, 10.0, 30.0), (0.4, 60.0, 180.0), (0.7, 10.0, 30.0)] {
        let course = Course::with_a_log().under(share, busy_s, quiet_s);
        let (mut rates, seeds) = (Rates::default(), 100);
        (5_000..5_000 + seeds).for_each(|seed| rates.add(seed, &twins(seed), &course));
        eprintln!("waves of {busy_s} s: a best {:.1} %", rates.percent(rates.best_wrong));
        let most = rates.seeds - allowed(0.95, rates.seeds);
        assert!(rates.best_wrong <= most, "{} of {}", rates.best_wrong, rates.seeds);
        assert!(f64::from(rates.covered[0]) >= 0.93 * f64::from(rates.covered[1]), "{rates:?}");
    }
}

#[test]
fn the_whole_methodology_concludes_what_the_exhaustive_plan_does() {
    let (mut agreement, seeds) = (Agreement::default(), 20);
    (5_000..5_000 + seeds).for_each(|seed| agreement.add(seed));
    eprintln!("all the same in {:.1} %", agreement.percent(agreement.all));
    assert!(agreement.all >= allowed(0.95, agreement.seeds), "{:#?}", agreement.wrong);
    let [by_hand, by_studies] = agreement.count_true;
    assert!(by_studies + 3 >= by_hand, "{by_studies} true counts, and {by_hand} by hand");
    assert!(agreement.time_percent()[1] <= 10.0, "{:?}", agreement.time_percent());
}
