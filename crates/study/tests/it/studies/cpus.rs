//! Points that ran on full CPUs: they show the machine's limit, and no study takes it for the storage's.

use record::calibrate::{AffectedDisks, CalibrateConfig, DiskFinding, DiskReason, Judgement};
use record::race::{
    Answer, GroupProperty, LoadGroup, RaceFinding, RaceReason, Score, WeightedLoad,
};
use record::scale::{Saturation, ScaleConfig, ScaleFinding};
use record::{Journal, Measurement, Point, Until};
use study::calibrate::Calibrate;
use study::race::{Candidate, Race, RaceConfig};
use study::scale::Scale;
use study::{Study, conduct};
use testkit::shelf::{AlteredShelf, SimulatedShelf};
use workload::PointGrid;

const SECOND_NS: u64 = 1_000_000_000;
const UNTIL: Until = Until {
    half_width: 0.02,
    time_min_ns: 20 * SECOND_NS,
    time_max_ns: 60 * SECOND_NS,
    warm_up_ns: 0,
};

/// A shelf on a machine whose CPUs are full during some of the points.
fn machine<F>(
    shelf: SimulatedShelf<F>,
    full: impl Fn(&Point) -> bool,
) -> AlteredShelf<F, impl FnMut(&Point, &mut Measurement)> {
    let load_cpus = move |point: &Point, seen: &mut Measurement| {
        seen.cpu_busy_share = Some(if full(point) { 0.98 } else { 0.4 });
    };
    AlteredShelf { shelf, alter: load_cpus }
}

/// The noise of real points from second to second, and that of a throttle.
const NOISE: f64 = 0.01;
const THROTTLED: f64 = 0.000_5;

fn run(study: &mut dyn Study, truth: impl Fn(&Point) -> f64, full: impl Fn(&Point) -> bool) {
    run_with(NOISE, study, truth, full);
}

fn run_with(
    noise_cv: f64,
    study: &mut dyn Study,
    truth: impl Fn(&Point) -> f64,
    full: impl Fn(&Point) -> bool,
) {
    let shelf = SimulatedShelf::new(3, noise_cv, 0.0, |point, _| truth(point));
    let Ok(whole) = conduct(study, &Journal::new(), &mut machine(shelf, full), &mut |_| ());
    assert!(whole);
}

/// The first of eight disks, whose rate is this part of the others'.
fn calibrated(speed: f64, full: impl Fn(&str) -> bool) -> DiskFinding {
    let disks: Vec<String> = (0..8).map(|disk| format!("d{disk}")).collect();
    let mut study = Calibrate::new(CalibrateConfig::new(&disks, UNTIL, 1));
    let truth = |point: &Point| if point.targets[0] == "d0" { 100.0 * speed } else { 100.0 };
    run(&mut study, truth, |point| full(&point.targets[0]));
    study.finding().loads[0].disks[0].clone()
}

#[test]
fn no_disk_is_an_outlier_by_points_that_ran_on_full_cpus() {
    let slow = calibrated(0.7, |disk| disk == "d0");
    assert_eq!(slow.judgement, Judgement::CannotTell);
    let full = |found: &DiskFinding, of: AffectedDisks| match found.reason {
        Some(DiskReason::CpusFull { whose, busy_share }) => {
            whose == of && (busy_share - 0.98).abs() < 1e-9
        }
        _ => false,
    };
    assert!(full(&slow, AffectedDisks::Own), "{:?}", slow.reason);
    let fast = calibrated(1.5, |disk| disk != "d0");
    assert_eq!(fast.judgement, Judgement::CannotTell);
    assert!(full(&fast, AffectedDisks::Peers), "{:?}", fast.reason);
}

#[test]
fn whoever_is_slower_than_a_full_machine_is_slow_all_the_same() {
    assert_eq!(calibrated(0.7, |_| false).judgement, Judgement::Slow);
    assert_eq!(calibrated(0.7, |disk| disk != "d0").judgement, Judgement::Slow);
    assert_eq!(calibrated(1.5, |disk| disk == "d0").judgement, Judgement::Fast);
}

#[test]
fn a_disk_far_from_peers_on_cpus_as_full_is_an_outlier_and_none_by_a_hog() {
    assert_eq!(calibrated(0.7, |_| true).judgement, Judgement::Slow);
    assert_eq!(calibrated(1.5, |_| true).judgement, Judgement::Fast);
    // Something else uses the CPUs now and then, and leaves each disk this part of its rate. A tenth that is lost for 20 s makes
    // a disk an outlier in three of these seeds if full CPUs are no excuse.
    let hogged = |seed: u64, left: f64, length_s: f64| {
        let disks: Vec<String> = (0..8).map(|disk| format!("d{disk}")).collect();
        let mut study = Calibrate::new(CalibrateConfig::new(&disks, UNTIL, seed));
        let shelf = SimulatedShelf::new(seed, 0.01, 0.0, move |_, at_s| {
            let slice = (at_s / length_s) as u64;
            let hog = base::Rng::at(seed, &[slice]).unit() < 0.3;
            if hog { left } else { 100.0 }
        });
        let mut machine = machine(shelf, |_| true);
        let Ok(whole) = conduct(&mut study, &Journal::new(), &mut machine, &mut |_| ());
        assert!(whole);
        study.finding().loads[0].disks.iter().any(|disk| disk.judgement.is_outlier())
    };
    for (left, length_s) in [(90.0, 20.0), (50.0, 60.0), (50.0, 400.0)] {
        let outliers: Vec<u64> = (20..80).filter(|seed| hogged(*seed, left, length_s)).collect();
        assert!(outliers.is_empty(), "a hog for {length_s} s at a time: {outliers:?}");
    }
}

#[test]
fn disks_that_did_not_settle_on_full_cpus_are_not_alike() {
    let disks: Vec<String> = (0..3).map(|disk| format!("d{disk}")).collect();
    let told = (0..20).filter(|seed| {
        let mut study = Calibrate::new(CalibrateConfig::new(&disks, UNTIL, *seed));
        let shelf = SimulatedShelf::new(*seed, 0.4, 0.95, |_, _| 100.0);
        let mut machine = machine(shelf, |_| true);
        let Ok(whole) = conduct(&mut study, &Journal::new(), &mut machine, &mut |_| ());
        assert!(whole);
        let found = study.finding();
        found.loads[0].disks.iter().any(|disk| {
            let reason = &disk.reason;
            matches!(
                reason,
                Some(DiskReason::CpusFull { .. } | DiskReason::Unseen { cpus_full: true, .. })
            )
        })
    });
    let told = told.count();
    assert!(told >= 15, "{told} of 20 in noise in which a tenth is hardly seen");
}

/// Layouts a and b; b has this part of the rate of a.
fn raced(speed: f64, full: impl Fn(&Point) -> bool) -> RaceFinding {
    let candidates = ["a", "b"].map(|name| Candidate::new(name, &[format!("/mnt/{name}")]));
    let loads = WeightedLoad::of_grid(&PointGrid {
        depths: vec![1, 4],
        threads: vec![1],
        ..PointGrid::classic()
    });
    // Each size is raced until it is decided.
    let config = RaceConfig::new(candidates.to_vec(), loads, 1);
    let mut race = Race::new(RaceConfig { score: Score::Ratio, each_block: true, ..config });
    let truth = |point: &Point| {
        let usual = (f64::from(point.load.depth) * point.load.block.0 as f64).sqrt();
        usual * if point.subject == "b" { speed } else { 1.0 }
    };
    run(&mut race, truth, full);
    race.finding()
}

#[test]
fn no_layout_is_best_of_a_machine_that_is_full() {
    let found = raced(0.8, |point| point.subject == "b");
    assert_eq!(found.answer, Answer::CannotTell(vec![0, 1]));
    let RaceReason::CpusFull { busy_share, candidates } = &found.reason else {
        panic!("{:?}", found.reason)
    };
    assert!((busy_share - 0.98).abs() < 1e-9 && *candidates == [1], "{:?}", found.reason);
    let alike = raced(1.0, |_| true);
    assert!(matches!(&alike.answer, Answer::CannotTell(left) if left.len() == 2), "{alike:?}");
    assert!(matches!(alike.reason, RaceReason::CpusFull { .. }), "{:?}", alike.reason);
    // If only small blocks filled the machine, only their answer is open.
    let small = raced(0.5, |point| point.load.block.0 == 8192);
    let answer = |kib: u64| {
        let of = LoadGroup::of(GroupProperty::Block(base::Bytes::kib(kib)));
        small.groups.iter().find(|group| group.group == of).map(|group| group.answer.clone())
    };
    assert_eq!(answer(1024), Some(Answer::Best(0)));
    assert!(matches!(answer(8), Some(Answer::CannotTell(_))));
    assert_eq!(small.answer, Answer::Best(0), "{:?}", small.reason);
}

#[test]
fn a_layout_that_is_ahead_on_a_full_machine_is_best_all_the_same() {
    assert_eq!(raced(0.8, |_| false).answer, Answer::Best(0));
    assert_eq!(raced(0.8, |point| point.subject == "a").answer, Answer::Best(0));
    assert!(matches!(raced(1.0, |_| false).answer, Answer::NoDifference(_)));
}

/// Layouts a and b at one point, on full CPUs; b gives half.
fn raced_at_one_point(noise_cv: f64) -> RaceFinding {
    let candidates = ["a", "b"].map(|name| Candidate::new(name, &[format!("/mnt/{name}")]));
    let loads = WeightedLoad::of_grid(&PointGrid {
        blocks: vec![base::Bytes(65_536)],
        depths: vec![8],
        threads: vec![1],
        ..PointGrid::classic()
    });
    let mut race = Race::new(RaceConfig::new(candidates.to_vec(), loads, 1));
    let truth = |point: &Point| if point.subject == "b" { 20.0 } else { 40.0 };
    run_with(noise_cv, &mut race, truth, |_| true);
    race.finding()
}

#[test]
fn what_stands_still_on_full_cpus_is_slower_and_what_is_noisy_may_need_more_of_them() {
    let still = raced_at_one_point(THROTTLED);
    assert_eq!(still.answer, Answer::Best(0), "{:?}", still.reason);
    let noisy = raced_at_one_point(NOISE);
    assert_eq!(noisy.answer, Answer::CannotTell(vec![0, 1]), "{:?}", noisy.reason);
}

/// Twelve disks on a path that five of them fill.
fn grown(full: impl Fn(usize) -> bool) -> ScaleFinding {
    let disks: Vec<String> = (0..12).map(|disk| format!("d{disk}")).collect();
    let mut study = Scale::new(ScaleConfig::new(&disks, UNTIL, 1));
    let truth = |point: &Point| (100.0 * point.targets.len() as f64).min(480.0);
    run(&mut study, truth, |point| full(point.targets.len()));
    study.finding()
}

#[test]
fn no_controller_is_full_where_the_machine_is() {
    let found = grown(|disks| disks >= 4);
    assert_eq!(found.saturation, Saturation::Open);
    assert!(found.cpus_full.is_some_and(|busy| (busy - 0.98).abs() < 1e-9), "{found:?}");
    let still = grown(|_| false);
    assert!(matches!(still.saturation, Saturation::Reached { count: 5, .. }), "{still:?}");
    // Full CPUs decide nothing in sets that keep up with the disks.
    let few = grown(|disks| disks < 3);
    assert!(matches!(few.saturation, Saturation::Reached { count: 5, .. }), "{few:?}");
    assert_eq!((still.cpus_full, few.cpus_full), (None, None));
}

/// Twelve disks; sets of more than five have this rate, on full CPUs.
fn grown_to(noise_cv: f64, most: impl Fn(f64) -> f64) -> ScaleFinding {
    let disks: Vec<String> = (0..12).map(|disk| format!("d{disk}")).collect();
    let mut study = Scale::new(ScaleConfig::new(&disks, UNTIL, 1));
    let truth = |point: &Point| {
        let disks = point.targets.len() as f64;
        (100.0 * disks).min(most(disks))
    };
    run_with(noise_cv, &mut study, truth, |_| true);
    study.finding()
}

#[test]
fn a_plateau_that_stands_still_is_a_limit_however_full_the_cpus_are() {
    let cap = grown_to(THROTTLED, |_| 480.0);
    assert!(matches!(cap.saturation, Saturation::Reached { count: 5, .. }), "{cap:?}");
    assert_eq!(cap.cpus_full, None);
    // CPUs that are the limit do not give the same rate to sets of any size, nor from second to second.
    let more_to_do = grown_to(THROTTLED, |disks| 480.0 * (disks / 5.0).powf(-0.05));
    assert_eq!(more_to_do.saturation, Saturation::Open);
    assert!(more_to_do.cpus_full.is_some());
    let noisy = grown_to(NOISE, |_| 480.0);
    assert_eq!(noisy.saturation, Saturation::Open);
}
