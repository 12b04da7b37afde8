//! Growing a set of disks behind a limit that is known: the rates of crates/study/METHODS.md, on fewer seeds.

mod truths;

use record::scale::{Law, Saturation, ScaleConfig, ScaleFinding, UnevenDisks};
use record::{Journal, Measurement, Point, Until};
use study::scale::Scale;
use study::{Study, conduct};
use summary::Estimate;
use testkit::shelf::SimulatedShelf;
use truths::{PathTruth, ScaleCase, ScaleRates, case, corner, round, table};

const SEEDS: u64 = 60;
/// Points of ten seconds and more.
const TEN_SECONDS: Until = Until {
    half_width: 0.02,
    time_min_ns: 10_000_000_000,
    time_max_ns: 120_000_000_000,
    warm_up_ns: 0,
};

fn rates(case: &ScaleCase) -> ScaleRates {
    let rates = case.rates(0..SEEDS);
    eprintln!("{} of {}: {rates:?}", case.truth.told(), case.disks);
    rates
}

/// 95 of 100 within one disk and the plateau within 3 %, with room for chance.
fn assert_found(case: &ScaleCase) {
    let rates = rates(case);
    let told = format!("{} of {}: {:?}", case.truth.told(), case.disks, rates.wrong);
    assert!(rates.percent(rates.count) >= 93.0, "{told}");
    assert!(rates.percent(rates.plateau) >= 93.0, "{told}");
}

#[test]
fn a_limit_within_the_shelf_is_found() {
    for (disks, knee) in [(2, 1.5), (14, 1.6), (14, 7.4), (14, 12.5), (40, 24.3)] {
        assert_found(&case(disks, corner(knee)));
    }
}

#[test]
fn a_limit_within_two_hundred_disks_is_found() {
    assert_found(&case(200, corner(24.4)));
    assert_found(&case(200, corner(150.5)));
}

#[test]
fn a_limit_beyond_the_shelf_is_not_claimed() {
    for (disks, knee) in [(2, 3.0), (14, 14.3), (14, 1e9), (200, 201.0)] {
        let rates = rates(&case(disks, corner(knee)));
        assert!(rates.percent(rates.count) >= 93.0, "{disks} {knee}: {:?}", rates.wrong);
        assert!(rates.percent(rates.covered) >= 93.0, "{disks} {knee}");
    }
}

#[test]
fn a_round_corner_is_found_where_its_sides_meet() {
    assert_found(&case(14, round(7.4, 4.0)));
    assert_found(&case(40, round(18.4, 8.0)));
}

/// A law that is bent for the sets around the corner misses those that show what a disk adds and what the limit is.
#[test]
fn what_is_told_of_a_bent_corner_holds_what_was_measured() {
    let case = ScaleCase { noise: (0.01, 0.0), ..case(14, PathTruth::Bent) };
    assert_found(&case);
    let rates = rates(&case);
    assert!(f64::from(rates.slope.min(rates.limit)) >= 0.93 * f64::from(rates.told), "{rates:?}");
}

#[test]
fn throughput_that_falls_again_is_said() {
    for truth in [
        PathTruth::Falling { knee: 12.4, each: 0.01 },
        PathTruth::Usl { sigma: 0.02, kappa: 0.002 },
    ] {
        let case = case(40, truth);
        assert_found(&case);
        let rates = case.rates(0..SEEDS);
        assert!(rates.percent(rates.falls) >= 95.0, "{}", truth.told());
        let usl = matches!(truth, PathTruth::Usl { .. });
        assert!(rates.percent(rates.laws[if usl { 2 } else { 1 }]) >= 90.0, "{:?}", rates.laws);
    }
}

#[test]
fn memory_of_the_noise_costs_time_and_not_truth() {
    assert_found(&ScaleCase { noise: (0.05, 0.9), ..case(14, corner(7.4)) });
    let beyond = ScaleCase { noise: (0.05, 0.9), ..case(14, corner(16.0)) };
    assert!(rates(&beyond).percent(rates(&beyond).count) >= 93.0);
}

/// Bug: an interrupted study named the number of disks that fill the path from its first few points.
#[test]
fn an_unfinished_study_says_nothing_of_saturation() {
    let disks: Vec<String> = (0..12).map(|disk| format!("d{disk}")).collect();
    let mut study = Scale::new(ScaleConfig::new(&disks, TEN_SECONDS, 1));
    let mut unfinished = 0;
    while let Some(request) = study.next_request() {
        let found = study.finding();
        assert_eq!(
            (&found.saturation, found.law, found.ends_unclear()),
            (&Saturation::Open, Law::Open, None)
        );
        assert!(found.last_adds_less().is_none() && found.hinge.is_none(), "{found:?}");
        unfinished += 1;
        let value = (100.0 * request.point.targets.len() as f64).min(480.0);
        let mibps = Estimate::between(value, 0.99 * value, 1.01 * value);
        let targets = request.point.targets.len();
        study.take(&request, &Measurement::of(&request.point.load, targets, mibps, 10.0));
    }
    assert!(unfinished > 3, "{unfinished}");
    assert!(matches!(study.finding().saturation, Saturation::Reached { count: 5, .. }));
}

/// A slow disk that joins last is no limit if each disk's own speed is known.
#[test]
fn a_slow_disk_at_the_end_is_no_limit() {
    let case = ScaleCase { last: 0.7, spread: 0.01, alone: true, ..case(14, corner(16.0)) };
    assert!(rates(&case).percent(rates(&case).count) >= 95.0);
}

/// A last disk that adds clearly less fills the path or is slow: neither is reported, unless its own speed is known.
#[test]
fn a_last_disk_that_adds_less_is_no_answer() {
    let quiet = |disks, knee| ScaleCase { noise: (0.01, 0.0), ..case(disks, corner(knee)) };
    let slow = |alone| ScaleCase { last: 0.7, alone, ..quiet(14, 16.0) };
    for unclear in [slow(false), quiet(14, 13.65), quiet(2, 1.65), case(2, corner(1.7))] {
        let rates = rates(&unclear);
        assert!(rates.percent(rates.open) >= 85.0, "{}: {rates:?}", unclear.truth.told());
        let (found, ..) = unclear.run(1);
        let [first, last] = found.ends_unclear().expect("it is of this seed");
        assert!(last == unclear.disks && first + 2 >= last, "{found:?}");
    }
    for clear in [slow(true), case(14, corner(14.3)), quiet(2, 3.0), quiet(14, 1e9)] {
        let rates = rates(&clear);
        assert!(rates.percent(rates.open) <= 3.0, "{}: {rates:?}", clear.truth.told());
        assert_eq!(clear.run(1).0.ends_unclear(), None);
    }
}

/// Fourteen disks, the second with this part of the others' speed, behind a limit of eight.
fn with_a_second_disk(seed: u64, speed: f64, alone: bool) -> ScaleFinding {
    let each = move |name: &String| if name == "d1" { 120.0 * speed } else { 120.0 };
    grown(seed, each, 960.0, alone)
}

/// Fourteen disks of these speeds behind this limit.
fn grown(seed: u64, each: impl Fn(&String) -> f64 + Copy, limit: f64, alone: bool) -> ScaleFinding {
    let disks: Vec<String> = (0..14).map(|disk| format!("d{disk}")).collect();
    // As precise as a point of each.
    let mut rng = base::Rng::at(seed, &[1]);
    let known = |name: &String| each(name) * (1.0 + 0.007 * rng.normal());
    let alone = if alone { disks.iter().map(known).collect() } else { Vec::new() };
    let config = ScaleConfig::new(&disks, TEN_SECONDS, seed);
    let mut study = Scale::new(ScaleConfig { alone, ..config });
    let truth = |point: &Point, _: f64| point.targets.iter().map(&each).sum::<f64>().min(limit);
    let mut shelf = SimulatedShelf::new(seed, 0.03, 0.0, truth);
    let Ok(_) = conduct(&mut study, &Journal::new(), &mut shelf, &mut |_| ());
    study.finding()
}

/// A slow disk among those that join first makes the count wrong by one; that is a warning, unless its speed is known.
#[test]
fn disks_that_are_not_equal_are_a_warning() {
    for seed in 0..30 {
        let found = with_a_second_disk(seed, 0.7, false).uneven();
        let Some(UnevenDisks { disks: [2, 2], more }) = found else {
            panic!("seed {seed}: {found:?}")
        };
        assert!((more + 0.3).abs() < 0.1, "seed {seed}: {more}");
        assert_eq!(with_a_second_disk(seed, 1.0, false).uneven(), None, "seed {seed}");
        assert_eq!(with_a_second_disk(seed, 0.7, true).uneven(), None, "seed {seed}");
    }
}

/// Known speeds of disks that have changed since then create no limit, and hide none.
#[test]
fn speeds_that_the_first_disk_contradicts_are_left_aside() {
    let disks: Vec<String> = (0..6).map(|disk| format!("d{disk}")).collect();
    let found = |first: f64| {
        let told = vec![first, 200.0, 50.0, 200.0, 200.0, 200.0];
        let config = ScaleConfig::new(&disks, TEN_SECONDS, 1);
        let mut study = Scale::new(ScaleConfig { alone: told, ..config });
        let mut shelf =
            SimulatedShelf::new(1, 0.02, 0.0, |point, _| 200.0 * point.targets.len() as f64);
        let Ok(_) = conduct(&mut study, &Journal::new(), &mut shelf, &mut |_| ());
        study.finding()
    };
    let contradicted = found(67.0);
    assert_eq!(contradicted.contradicted_mibps, Some(67.0));
    assert_eq!(contradicted.config.alone, Vec::<f64>::new());
    let Saturation::NotReached { .. } = contradicted.saturation else { panic!("{contradicted:?}") };
    let borne_out = found(206.0);
    assert_eq!((borne_out.contradicted_mibps, borne_out.config.alone.len()), (None, 6));
}

/// Beside a slow disk whose speed is known, what each disk adds is what a usual one adds, wherever the slow one joins.
#[test]
fn what_each_disk_adds_is_what_a_usual_one_adds() {
    const SEEDS: u64 = 100;
    for (slow, limit) in [0, 1, 6, 13].into_iter().flat_map(|slow| [(slow, 960.0), (slow, 1e9)]) {
        let mut covered = 0;
        for seed in 0..SEEDS {
            let each =
                move |name: &String| 120.0 * if *name == format!("d{slow}") { 0.7 } else { 1.0 };
            let slope = grown(seed, each, limit, true).slope;
            assert!(
                (slope.value / 120.0 - 1.0).abs() < 0.02,
                "d{slow}, {limit}, {seed}: {slope:?}"
            );
            covered += u64::from((slope.ends().low..=slope.ends().high).contains(&120.0));
        }
        eprintln!("d{slow} slow, limit {limit}: {covered} of {SEEDS} intervals hold the truth");
        assert!(covered * 100 >= 93 * SEEDS, "d{slow}, {limit}: {covered}");
    }
}

/// A limit near the end of a shelf with a slow disk whose speed is known: the intervals reach beyond what all disks are worth.
#[test]
fn the_number_of_disks_lies_within_its_interval_which_is_in_order() {
    let slow = |name: &String| if *name == "d0" { 60.0 } else { 120.0 };
    for (tenth, seed) in (90..=135).step_by(3).flat_map(|tenth| [(tenth, 1), (tenth, 2)]) {
        let found = grown(seed, slow, 12.0 * f64::from(tenth), true);
        let Saturation::Reached { knee, count, .. } = found.saturation else { continue };
        let told = format!("limit of {tenth} tenths, seed {seed}: {knee:?}");
        assert!(knee.ends().low <= knee.value && knee.value <= knee.ends().high, "{told}");
        assert!((knee.value - count as f64).abs() <= 1.1, "{told}, {count} disks");
    }
}

/// Slow disks among the others bend the line as the Universal Scalability Law does, which is one of equal disks.
#[test]
fn no_law_of_equal_disks_is_named_where_they_are_told_to_differ() {
    let each = |name: &String| match name.as_str() {
        "d2" => 85.0,
        "d5" => 92.0,
        "d10" => 80.0,
        _ => 120.0,
    };
    let mut told = 0;
    for seed in 0..40 {
        let found = grown(seed, each, f64::INFINITY, false);
        told += u32::from(found.uneven().is_some());
        assert!(found.law != Law::Usl || found.uneven().is_none(), "seed {seed}: {found:?}");
    }
    assert!(told >= 32, "told in {told} of 40");
}

/// The same seed requests the same points.
#[test]
fn a_study_is_a_function_of_its_configuration_and_its_points() {
    for case in table().iter().step_by(9) {
        let told = |seed| format!("{:?}", case.run(seed));
        assert_eq!(told(5), told(5), "{}", case.truth.told());
    }
}

#[test]
fn each_disk_adds_its_own_where_no_limit_is_reached() {
    for disks in [2, 4, 8, 14] {
        let case = case(disks, corner(1e9));
        let slope = case.run(1).0.slope;
        let true_each = 120.0;
        assert!((slope.value / true_each - 1.0).abs() < 0.03, "{disks}: {slope:?}");
    }
}
