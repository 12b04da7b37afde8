//! The log study: what a commit is, how groups are climbed, and what happens when it cannot be done.

use crate::plain::{Does, Plain, does, p99_ms};
use study::Trial;
use study::commit::{CommitConfig, CommitResult, drive};
use workload::SyncMode;

const SECOND_NS: u64 = 1_000_000_000;

fn config(budget_s: u64, sync: SyncMode) -> CommitConfig {
    CommitConfig {
        role: 0,
        name: "log".to_owned(),
        ceiling: p99_ms(10),
        sync,
        budget_ns: budget_s * SECOND_NS,
        group_max: 64,
    }
}

/// Drives the study at a budget; gives what it found, what it tried, and the time used.
fn study(
    budget_s: u64,
    sync: SyncMode,
    law: impl FnMut(&Trial) -> Does,
) -> (CommitResult, Vec<(String, Option<bool>)>, u64) {
    let mut storage = Plain::new(law);
    storage.flushes = study::commit::flushes(sync);
    let mut tried = Vec::new();
    let Ok(found) = drive(&config(budget_s, sync), &mut storage, &mut |trial, _| {
        tried.push((trial.purpose.clone(), trial.held));
    });
    assert!(storage.asked.iter().all(|trial| trial.depth == 1));
    (found, tried, storage.spent_ns)
}

const FLUSH: SyncMode = SyncMode::Fdatasync { every: 1 };

/// A flush of 1 ms and 50 us for each write.
fn log_device(trial: &Trial) -> Does {
    let ms = 1.0 + 0.05 * f64::from(trial.group);
    does(1e3 / ms, ms)
}

#[test]
fn groups_rise_to_the_largest_and_every_number_has_an_interval_within_the_budget() {
    for budget_s in [5, 10, 30] {
        let (found, tried, spent_ns) = study(budget_s, FLUSH, log_device);
        let single = found.single.unwrap();
        assert!((single.value / (1e3 / 1.05) - 1.0).abs() < 0.01, "{budget_s} s: {single:?}");
        assert!(single.is_known(), "{budget_s} s: {single:?}");
        // The throughput told beside the commits is theirs, not that of the group.
        let mibps = found.mibps.unwrap();
        assert!((mibps * 128.0 / single.value - 1.0).abs() < 0.02, "{mibps}");
        let (group, size) = found.group.unwrap();
        assert_eq!(size, 64, "{budget_s} s: {tried:?}");
        assert!((group.value / (64e3 / 4.2) - 1.0).abs() < 0.02, "{budget_s} s: {group:?}");
        assert!(group.is_known(), "{budget_s} s: {group:?}");
        assert!(spent_ns <= (budget_s * SECOND_NS) / 100 * 103, "{budget_s} s: {spent_ns}");
        assert!(!found.interrupted);
    }
}

#[test]
fn a_commit_takes_what_its_flush_ends_not_what_its_write_does() {
    let (found, ..) = study(10, FLUSH, |_| does(200.0, 5.0));
    let (p50, p99) = found.latency_ns.unwrap();
    for latency_ns in [p50, p99, found.at_ceiling_ns.unwrap()] {
        assert!((4_990_000..5_060_000).contains(&latency_ns), "{latency_ns}");
    }
}

#[test]
fn a_group_that_breaks_the_ceiling_is_not_taken() {
    let law = |trial: &Trial| if trial.group >= 8 { does(50.0, 20.0) } else { log_device(trial) };
    let (found, tried, _) = study(60, FLUSH, law);
    assert_eq!(found.group.unwrap().1, 4, "{tried:?}");
    assert!(tried.iter().any(|t| t.0 == "group of 8"), "{tried:?}");
}

#[test]
fn a_group_too_short_for_its_percentile_that_is_late_too_often_is_not_taken() {
    // Ten flushes a second are never the 299 that a p99 takes; one in ten is late.
    let law = |trial: &Trial| match trial.group {
        1 => does(12.0, 5.0),
        _ => Does { slow_share: 0.1, ..does(10.0, 0.3) },
    };
    let (found, tried, _) = study(20, FLUSH, law);
    assert!(tried.contains(&("confirm group of 64".to_owned(), Some(false))), "{tried:?}");
    assert!(found.group.is_none_or(|(_, size)| size < 64), "{tried:?}");
}

#[test]
fn a_group_that_shone_once_gives_way_to_a_smaller_one_when_it_does_not_hold() {
    let mut largest = 0;
    let law = |trial: &Trial| {
        let again = trial.group == 64 && std::mem::replace(&mut largest, 1) > 0;
        if again { does(50.0, 20.0) } else { log_device(trial) }
    };
    let (found, tried, spent_ns) = study(60, FLUSH, law);
    assert_eq!(found.group.unwrap().1, 32, "{tried:?}");
    assert!(spent_ns <= 62 * SECOND_NS, "{spent_ns}");
}

#[test]
fn groups_that_gain_nothing_are_not_told() {
    let (found, tried, _) = study(20, FLUSH, |trial| does(1000.0 / f64::from(trial.group), 1.0));
    assert_eq!((found.group, tried.len()), (None, 2), "{tried:?}");
    assert!(found.single.unwrap().is_known());
}

#[test]
fn a_durable_write_is_a_commit_and_needs_no_groups() {
    for sync in [SyncMode::Dsync, SyncMode::Fua] {
        let (found, tried, _) = study(5, sync, |_| does(2000.0, 0.5));
        assert_eq!((tried.len(), found.group), (1, None), "{tried:?}");
        let single = found.single.unwrap();
        assert!(single.is_known() && (single.value / 2000.0 - 1.0).abs() < 0.01, "{single:?}");
        assert!((499_000..505_000).contains(&found.at_ceiling_ns.unwrap()));
    }
}

#[test]
fn too_few_commits_have_no_percentile() {
    let (found, ..) = study(5, FLUSH, |_| does(20.0, 50.0));
    assert_eq!((found.at_ceiling_ns, found.latency_ns), (None, None));
    assert!(found.single.is_some());
}

#[test]
fn a_log_that_only_fails_has_no_numbers() {
    let (found, tried, _) = study(5, FLUSH, |_| Does { failed_share: 1.0, ..does(1000.0, 1.0) });
    assert_eq!((found.single, found.group, found.mibps), (None, None, None));
    assert_eq!(tried.len(), 1, "{tried:?}");
}

#[test]
fn a_stop_of_the_user_ends_the_climb_with_what_is_known() {
    let law = |trial: &Trial| Does { interrupted: trial.group == 4, ..log_device(trial) };
    let (found, tried, _) = study(30, FLUSH, law);
    assert!(found.interrupted && found.single.is_some());
    assert_eq!(tried.last().map(|t| t.0.as_str()), Some("group of 4"), "{tried:?}");
}
