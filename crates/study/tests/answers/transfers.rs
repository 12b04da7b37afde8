//! The study of large transfers: which depth is taken, and what it costs.

use crate::plain::{Does, Plain, does, p99_ms};
use study::Trial;
use study::bulk::{BulkConfig, BulkResult, drive};

const SECOND_NS: u64 = 1_000_000_000;

/// Drives the study; gives what it found, the depths it tried, and the time used.
fn study(budget_s: u64, law: impl FnMut(&Trial) -> Does) -> (BulkResult, Vec<u32>, u64) {
    let mut storage = Plain::new(law);
    (storage.reads, storage.block_bytes) = (true, 1 << 20);
    let config = BulkConfig {
        role: 0,
        name: "backup".to_owned(),
        ceiling: p99_ms(50),
        depth_max: 8,
        budget_ns: budget_s * SECOND_NS,
    };
    let mut depths = Vec::new();
    let Ok(found) = drive(&config, &mut storage, &mut |trial, _| depths.push(trial.depth));
    (found, depths, storage.spent_ns)
}

/// Transfers of 2 ms each, up to `depth_max` at once.
fn up_to(depth_max: u32) -> impl FnMut(&Trial) -> Does {
    move |trial| {
        let served = trial.depth.min(depth_max);
        does(500.0 * f64::from(served), 2.0 * f64::from(trial.depth) / f64::from(served))
    }
}

#[test]
fn the_depth_rises_while_it_gains_and_the_best_is_measured_again() {
    for budget_s in [3, 10, 40] {
        let (found, depths, spent_ns) = study(budget_s, up_to(2));
        assert_eq!(depths, [1, 2, 4, 2], "{budget_s} s");
        let (best, depth) = found.best.unwrap();
        assert_eq!((depth, found.depth_limited), (2, false));
        assert!((best.mibps.value / 1000.0 - 1.0).abs() < 0.02, "{budget_s} s: {:?}", best.mibps);
        assert!(best.mibps.is_known() && best.iops.is_known(), "{budget_s} s: {:?}", best.mibps);
        assert!(spent_ns <= budget_s * SECOND_NS / 100 * 103, "{budget_s} s: {spent_ns}");
    }
}

#[test]
fn a_storage_that_still_gains_at_the_end_is_limited_by_the_depth() {
    let (found, depths, _) = study(20, up_to(64));
    assert_eq!((depths, found.depth_limited), (vec![1, 2, 4, 8, 16, 8], true));
    assert_eq!(found.best.unwrap().1, 8);
    // One that is full with just the largest depth is not.
    let (found, depths, spent_ns) = study(20, up_to(8));
    assert_eq!((depths, found.depth_limited), (vec![1, 2, 4, 8, 16, 8], false));
    assert_eq!(found.best.unwrap().1, 8);
    assert!(spent_ns <= 20 * SECOND_NS / 100 * 103, "{spent_ns}");
}

#[test]
fn a_depth_that_breaks_the_ceiling_is_not_taken() {
    let law = |trial: &Trial| {
        let slow = trial.depth >= 4;
        if slow { does(3000.0, 80.0) } else { up_to(64)(trial) }
    };
    let (found, depths, _) = study(20, law);
    assert_eq!((depths, found.held), (vec![1, 2, 4, 2], Some(true)));
    assert_eq!(found.saturation_iops.map(|x| (x / 100.0).round()), Some(30.0));
}

#[test]
fn a_storage_over_the_ceiling_at_depth_one_is_told_as_it_is() {
    let (found, depths, _) = study(20, |_| does(200.0, 90.0));
    assert_eq!((depths, found.held), (vec![1], Some(false)));
    assert!(found.best.is_some());
}

#[test]
fn a_depth_that_shone_once_gives_way_to_a_smaller_one() {
    let mut seen = 0;
    let law = |trial: &Trial| {
        let again = trial.depth == 2 && std::mem::replace(&mut seen, 1) > 0;
        if again { does(900.0, 80.0) } else { up_to(2)(trial) }
    };
    let (found, depths, _) = study(40, law);
    assert_eq!((depths, found.best.unwrap().1), (vec![1, 2, 4, 2, 1], 1));
}

#[test]
fn a_stop_of_the_user_keeps_the_best_so_far() {
    let law = |trial: &Trial| Does { interrupted: trial.depth == 2, ..up_to(8)(trial) };
    let (found, depths, _) = study(20, law);
    assert!(found.interrupted);
    assert_eq!((depths, found.best.unwrap().1), (vec![1, 2], 2));
}

#[test]
fn nothing_moved_is_not_measured_again() {
    let (found, depths, _) = study(20, |_| Does { failed_share: 1.0, ..does(100.0, 1.0) });
    assert_eq!(depths, [1]);
    assert_eq!(found.saturation_iops, Some(0.0));
}
