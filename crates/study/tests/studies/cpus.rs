//! Cells that ran on full CPUs: what they gave is the machine's limit, and no study takes it for the storage's.

use study::calibrate::{Calibrate, CalibrateConfig, DiskFinding, Judgement};
use study::race::{Answer, Candidate, Point, Race, RaceConfig, RaceFinding, Score};
use study::scale::{Saturation, Scale, ScaleConfig, ScaleFinding};
use study::{Ask, Cell, CellRunner, Journal, Measured, Study, Until, conduct};
use testkit::shelf::Shelf;
use workload::Grid;

const SECOND_NS: u64 = 1_000_000_000;
const UNTIL: Until = Until {
    half_width: 0.02,
    time_min_ns: 20 * SECOND_NS,
    time_max_ns: 60 * SECOND_NS,
    warm_up_ns: 0,
};

/// A shelf on a machine whose CPUs are full during some of the cells.
struct Machine<F, B> {
    shelf: Shelf<F>,
    full: B,
}

impl<F: FnMut(&Cell, f64) -> f64, B: Fn(&Cell) -> bool> CellRunner for Machine<F, B> {
    type Error = std::convert::Infallible;

    fn run(&mut self, ask: &Ask) -> Result<Option<Measured>, Self::Error> {
        let busy = if (self.full)(&ask.cell) { 0.98 } else { 0.4 };
        let seen = self.shelf.run(ask)?;
        Ok(seen.map(|seen| Measured { cpu_busy_share: Some(busy), ..seen }))
    }
}

fn run(study: &mut dyn Study, truth: impl Fn(&Cell) -> f64, full: impl Fn(&Cell) -> bool) {
    let shelf = Shelf::new(3, 0.01, 0.0, |cell, _| truth(cell));
    let Ok(whole) = conduct(study, &Journal::new(), &mut Machine { shelf, full }, &mut |_| ());
    assert!(whole);
}

/// The first of eight disks, which gives this much of what the others give.
fn calibrated(speed: f64, full: impl Fn(&str) -> bool) -> DiskFinding {
    let disks: Vec<String> = (0..8).map(|disk| format!("d{disk}")).collect();
    let mut study = Calibrate::new(CalibrateConfig::new(&disks, UNTIL, 1));
    let truth = |cell: &Cell| if cell.targets[0] == "d0" { 100.0 * speed } else { 100.0 };
    run(&mut study, truth, |cell| full(&cell.targets[0]));
    study.finding().loads[0].disks[0].clone()
}

#[test]
fn no_disk_is_accused_by_cells_that_ran_on_full_cpus() {
    let slow = calibrated(0.7, |disk| disk == "d0");
    assert_eq!(slow.judgement, Judgement::CannotTell);
    let why = slow.failure.expect("a reason");
    assert!(why.contains("% off") && why.contains("98 % busy in its cells"), "{why}");
    let fast = calibrated(1.5, |disk| disk != "d0");
    assert_eq!(fast.judgement, Judgement::CannotTell);
    assert!(fast.failure.is_some_and(|why| why.contains("98 % busy in its peers' cells")));
}

#[test]
fn whoever_is_slower_than_a_full_machine_is_slow_all_the_same() {
    assert_eq!(calibrated(0.7, |_| false).judgement, Judgement::Slow);
    assert_eq!(calibrated(0.7, |disk| disk != "d0").judgement, Judgement::Slow);
    assert_eq!(calibrated(1.5, |disk| disk == "d0").judgement, Judgement::Fast);
}

/// Layouts a and b, of which b gives this much of what a gives.
fn raced(speed: f64, full: impl Fn(&Cell) -> bool) -> RaceFinding {
    let candidates = ["a", "b"].map(|name| Candidate::new(name, &[format!("/mnt/{name}")]));
    let points = Point::of_grid(&Grid { depths: vec![1, 4], threads: vec![1], ..Grid::classic() });
    // Each size is raced until it is decided.
    let config = RaceConfig::new(candidates.to_vec(), points, 1);
    let mut race = Race::new(RaceConfig { score: Score::Ratio, each_block: true, ..config });
    let truth = |cell: &Cell| {
        let usual = (f64::from(cell.load.depth) * cell.load.block.0 as f64).sqrt();
        usual * if cell.subject == "b" { speed } else { 1.0 }
    };
    run(&mut race, truth, full);
    race.finding()
}

#[test]
fn no_layout_is_best_of_a_machine_that_is_full() {
    let found = raced(0.8, |cell| cell.subject == "b");
    assert_eq!(found.answer, Answer::CannotTell(vec![0, 1]));
    assert!(found.why.contains("98 % busy in the cells of b"), "{}", found.why);
    let alike = raced(1.0, |_| true);
    assert!(matches!(&alike.answer, Answer::CannotTell(left) if left.len() == 2), "{alike:?}");
    assert!(alike.why.contains("in the cells of"), "{}", alike.why);
    // Where only small blocks filled the machine, it is only of them that nothing can be said.
    let small = raced(0.5, |cell| cell.load.block.0 == 8192);
    let group = |label: &str| small.groups.iter().find(|group| group.label == label).cloned();
    assert_eq!(group("1024 KiB").map(|group| group.answer), Some(Answer::Best(0)));
    assert!(matches!(group("8 KiB").map(|group| group.answer), Some(Answer::CannotTell(_))));
    assert_eq!(small.answer, Answer::Best(0), "{}", small.why);
}

#[test]
fn a_layout_that_is_ahead_on_a_full_machine_is_best_all_the_same() {
    assert_eq!(raced(0.8, |_| false).answer, Answer::Best(0));
    assert_eq!(raced(0.8, |cell| cell.subject == "a").answer, Answer::Best(0));
    assert!(matches!(raced(1.0, |_| false).answer, Answer::NoDifference(_)));
}

/// Twelve disks on a path that five of them fill.
fn grown(full: impl Fn(usize) -> bool) -> ScaleFinding {
    let disks: Vec<String> = (0..12).map(|disk| format!("d{disk}")).collect();
    let mut study = Scale::new(ScaleConfig::new(&disks, UNTIL, 1));
    let truth = |cell: &Cell| (100.0 * cell.targets.len() as f64).min(480.0);
    run(&mut study, truth, |cell| full(cell.targets.len()));
    study.finding()
}

#[test]
fn no_controller_is_full_where_the_machine_is() {
    let found = grown(|disks| disks >= 4);
    assert_eq!(found.saturation, Saturation::Open);
    assert!(found.cpus_full.is_some_and(|busy| (busy - 0.98).abs() < 1e-9), "{found:?}");
    let still = grown(|_| false);
    assert!(matches!(still.saturation, Saturation::Reached { count: 5, .. }), "{still:?}");
    // What keeps up with the disks decides nothing.
    let few = grown(|disks| disks < 3);
    assert!(matches!(few.saturation, Saturation::Reached { count: 5, .. }), "{few:?}");
    assert_eq!((still.cpus_full, few.cpus_full), (None, None));
}
