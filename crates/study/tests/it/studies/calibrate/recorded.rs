//! Recorded results of shelves whose truth is known: how often disks are called outliers rightly and wrongly.

use super::shelves::UNTIL;
use base::Rng;
use record::calibrate::{CalibrateConfig, CalibrateFinding, DiskReason, Judgement, RecordedDisks};
use record::{Journal, Point};
use study::calibrate::Calibrate;
use study::{RecordedPoints, RecordedRow, conduct};

const SEEDS: u64 = 40;

/// A shelf of which the first disk has this speed, relative to the others.
#[derive(Clone, Copy, Debug)]
struct RecordedShelf {
    disks: usize,
    odd: f64,
    spread: f64,
    noise: f64,
    /// How often each disk was measured.
    times: u32,
}

impl RecordedShelf {
    fn values(self, seed: u64) -> Vec<Vec<f64>> {
        let mut rng = Rng::at(seed, &[self.disks as u64, self.times.into()]);
        (0..self.disks)
            .map(|disk| {
                let own = if disk == 0 { self.odd } else { 1.0 };
                let level = 100.0 * own * (self.spread * rng.normal()).exp();
                (0..self.times).map(|_| level * (self.noise * rng.normal()).exp()).collect()
            })
            .collect()
    }

    /// The percentages of some shelves in which the first and in which another disk was called an outlier.
    fn percent(self) -> [f64; 2] {
        let percent = |is: bool| f64::from(u8::from(is)) * 100.0 / SEEDS as f64;
        let mut called = [0.0; 2];
        for seed in 0..SEEDS {
            let disks = &judged(&self.values(seed)).loads[0].disks;
            let first = disks[0].judgement.is_outlier();
            let other = disks[1..].iter().any(|disk| disk.judgement.is_outlier());
            called[0] += percent(first);
            called[1] += percent(other);
        }
        called
    }
}

/// The finding over the values of each disk.
fn judged(values: &[Vec<f64>]) -> CalibrateFinding {
    let names: Vec<String> = (0..values.len()).map(|disk| format!("d{disk}")).collect();
    let row = |(name, mibps): (&String, &f64)| {
        RecordedRow::random_reads(name, base::Bytes(65_536), 1, *mibps)
    };
    let of = |(name, own)| std::iter::repeat(name).zip(own).map(row).collect::<Vec<_>>();
    let mut record = RecordedPoints::new(names.iter().zip(values).flat_map(of));
    record.subject_of = |point: &Point| point.targets.concat();
    let times = values.iter().map(|own| own.len() as u32).collect();
    let config = CalibrateConfig {
        loads: vec![RecordedRow::random_reads("", base::Bytes(65_536), 1, 1.0).load],
        recorded: vec![RecordedDisks { times, is_order_known: true }],
        rounds_max: 0,
        ..CalibrateConfig::new(&names, UNTIL, 1)
    };
    let mut study = Calibrate::new(config);
    assert_eq!(conduct(&mut study, &Journal::new(), &mut record, &mut |_| {}), Ok(true));
    let finding = study.finding();
    assert!(finding.whole);
    finding
}

/// The rates of crates/study/METHODS.md, on fewer seeds.
#[test]
fn recorded_outliers_are_found_and_healthy_shelves_have_none() {
    for (disks, times, spread, noise) in
        [(3, 3, 0.02, 0.02), (6, 2, 0.0, 0.02), (14, 2, 0.02, 0.02), (14, 3, 0.04, 0.02)]
    {
        let healthy = RecordedShelf { disks, odd: 1.0, spread, noise, times };
        let [first, other] = healthy.percent();
        let [found, beside] = RecordedShelf { odd: 0.8, ..healthy }.percent();
        eprintln!("| {disks} | {times} | {spread} | {noise} | {found} | {} |", first + other);
        // One of 40 shelves is 2.5 %.
        assert!(first + other <= 2.5 && beside <= 2.5, "{healthy:?}: {first} {other} {beside}");
        assert!(disks < 14 || spread > 0.03 || found >= 90.0, "{healthy:?}: {found}");
    }
}

#[test]
fn one_result_of_each_disk_accuses_none_and_several_do() {
    let once = |mibps: f64| vec![mibps];
    let values: Vec<Vec<f64>> = [60.0, 99.0, 100.0, 101.0, 100.0, 99.5].map(once).to_vec();
    let first = |values: &[Vec<f64>]| judged(values).loads[0].disks[0].clone();
    let odd = first(&values);
    assert_eq!(
        (odd.judgement, odd.reason),
        (Judgement::CannotTell, Some(DiskReason::MeasuredOnce))
    );
    let off = odd.deviation.expect("it has peers").value;
    assert!((off + 0.4).abs() < 0.01, "{off}");
    let twice: Vec<Vec<f64>> = values.iter().map(|own| vec![own[0], own[0] * 1.005]).collect();
    assert_eq!(first(&twice).judgement, Judgement::Slow);
    // One of its results is that of a healthy disk: what disturbed the other?
    let mut disturbed = twice.clone();
    disturbed[0][1] = 100.0;
    assert_eq!(first(&disturbed).judgement, Judgement::CannotTell);
    // Of two disks, nobody knows which one is the outlier; unequal numbers of results do not matter.
    let two = [vec![60.0, 60.2, 59.9], vec![100.0, 100.1, 99.9, 100.0]];
    assert_eq!(first(&two).judgement, Judgement::OneOfTwo);
    assert_eq!(first(&[vec![60.0], vec![100.0, 101.0]]).judgement, Judgement::CannotTell);
    // Two kinds of disks, none of which is measured again.
    let kinds: Vec<Vec<f64>> = (0..8).map(|d| vec![if d < 4 { 100.0 } else { 150.0 }; 2]).collect();
    assert_eq!(judged(&kinds).loads[0].groups.len(), 2);
}
