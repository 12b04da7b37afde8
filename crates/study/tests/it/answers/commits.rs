//! The log role: judged by the open loop of commits, whatever commits back to back do.

use super::plain::{Plain, StorageBehaviour, check, does, line, role};
use record::reason::LineUnit;
use record::{RoleFinding, TrialPurpose, TrialRecord, Verdict};
use study::{CheckResult, Trial};
use summary::{Conditions, WarningKind};
use workload::{RoleKind, SyncMode};

/// A log on a storage of this law, checked.
fn log(
    requirement: &str,
    sync: SyncMode,
    law: impl FnMut(&Trial) -> StorageBehaviour,
) -> (CheckResult, Vec<TrialRecord>) {
    let mut storage = Plain::new(law);
    storage.flushes = matches!(sync, SyncMode::Fdatasync { .. });
    if let SyncMode::Fdatasync { every } = sync {
        storage.writes = u64::from(every);
    }
    let mut log = role("log", RoleKind::Commit);
    log.stream.sync = sync;
    let (result, trials) = check(vec![log], requirement, 60, &Conditions::default(), &mut storage);
    assert!(storage.asked.iter().all(|trial| trial.depth == 1), "there is one log writer");
    assert!(storage.spent_ns <= 62_000_000_000, "{}", storage.spent_ns);
    (result, trials)
}

const FLUSH: SyncMode = SyncMode::Fdatasync { every: 1 };

/// Commits that keep 10 ms up to this rate, and up to `together` times this rate if they share flushes; back to back, every
/// fiftieth waits for a throttle.
fn throttled(line: f64, together: f64) -> impl FnMut(&Trial) -> StorageBehaviour {
    move |trial| {
        let line = if trial.group > 1 { line * together } else { line };
        let Some(rate) = trial.pace.rate_iops() else {
            let flushes = line * 1.2 / f64::from(trial.group);
            return StorageBehaviour { slow_share: 0.02, ..does(flushes, 0.6) };
        };
        let slow_share = (0.01 * (12.0 * (rate / line - 1.0)).exp()).min(0.5);
        StorageBehaviour { slow_share, ..does(rate, 0.6) }
    }
}

fn only(result: &CheckResult) -> &RoleFinding {
    assert_eq!(result.findings.len(), 1);
    &result.findings[0]
}

#[test]
fn commits_that_wait_for_a_throttle_back_to_back_are_judged_at_the_rate_they_keep() {
    let (result, _) = log("", FLUSH, throttled(1_300.0, 1.0));
    let finding = only(&result);
    assert_eq!(finding.verdict, Verdict::Fit, "{:?}", finding.reason);
    let found = finding.load_line.expect("a line");
    assert!((1_150.0..=1_320.0).contains(&found.value), "{found:?}");
    let confirmed = line(&finding.reason).confirmed.expect("a confirmed load");
    assert!(confirmed.rate > 1_000.0, "{:?}", finding.reason);
    // The rate of commits back to back is reported beside it, with its own latency.
    let closed = finding.commits_single.expect("a closed loop");
    assert!(closed.is_known() && (closed.value / 1_560.0 - 1.0).abs() < 0.02, "{closed:?}");
    assert!(finding.commit_latency_ns.expect("latencies").p99 > 50_000_000);
    assert!(finding.latency_ns.expect("a latency at the line") <= 10_000_000);
    assert_eq!(finding.commits_group, None, "shared flushes gain nothing");
    assert!(result.warnings.iter().all(|warning| warning.kind != WarningKind::Stalls));
}

#[test]
fn a_required_rate_is_answered_by_the_latency_at_that_rate() {
    let (result, trials) = log("commits>=500, p99<=10ms", FLUSH, throttled(1_300.0, 1.0));
    let finding = only(&result);
    assert_eq!(finding.verdict, Verdict::Fit, "{:?}", finding.reason);
    let tried = finding.at_required_rate.expect("it was tried");
    assert_eq!(tried.rate, 500.0);
    assert!((500_000..700_000).contains(&tried.latency_ns.expect("enough commits")), "{tried:?}");
    assert!(line(&finding.reason).confirmed.expect("a confirmed load").rate >= 500.0);
    assert!(
        trials
            .iter()
            .any(|t| t.purpose == TrialPurpose::RequiredRate && t.rate_iops == Some(500.0))
    );
}

#[test]
fn a_requirement_that_only_shared_flushes_meet_says_so() {
    let (result, _) = log("commits>=4000", FLUSH, throttled(1_300.0, 6.0));
    let finding = only(&result);
    assert_eq!(finding.verdict, Verdict::Fit, "{:?}", finding.reason);
    let shared = finding.commits_group.expect("a line of shared flushes");
    let is_shared = (6_500.0..=7_900.0).contains(&shared.load_line.value) && shared.commits == 64;
    assert!(is_shared, "{shared:?}");
    assert_eq!(line(&finding.reason).unit, LineUnit::SharedCommits);
    assert!(finding.load_line.expect("a line").value < 1_320.0, "of a flush for each");
}

#[test]
fn a_required_rate_beyond_both_lines_is_not_met() {
    let (result, _) = log("commits>=20000", FLUSH, throttled(1_300.0, 6.0));
    assert_eq!(only(&result).verdict, Verdict::NotFit, "{:?}", only(&result).reason);
}

#[test]
fn a_commit_of_several_writes_counts_once() {
    let (result, _) = log("", SyncMode::Fdatasync { every: 16 }, throttled(300.0, 1.0));
    let finding = only(&result);
    let line = finding.load_line.expect("a line").value;
    assert!((260.0..=305.0).contains(&line), "{line}");
    let closed = finding.commits_single.expect("a closed loop").value;
    assert!((closed / 360.0 - 1.0).abs() < 0.02, "{closed}");
    // 16 writes of 8 KiB are an eighth of a MiB.
    let mibps = finding.mibps.expect("a throughput");
    assert!((mibps * 8.0 / line - 1.0).abs() < 0.02, "{mibps} MiB/s of {line}");
}

#[test]
fn a_durable_write_is_a_commit_and_shares_no_flush() {
    for sync in [SyncMode::Dsync, SyncMode::Fua] {
        let (result, trials) = log("", sync, throttled(2_000.0, 5.0));
        let finding = only(&result);
        assert_eq!((finding.verdict, finding.commits_group), (Verdict::Fit, None));
        let closed = trials.iter().filter(|trial| trial.purpose == TrialPurpose::Closed).count();
        assert!(finding.commits_single.is_some() && closed <= 3, "{closed}");
    }
}

#[test]
fn a_log_that_only_fails_has_no_numbers() {
    let (result, _) =
        log("", FLUSH, |_| StorageBehaviour { failed_share: 1.0, ..does(1000.0, 1.0) });
    let finding = only(&result);
    assert_eq!((finding.commits_single, finding.commits_group, finding.mibps), (None, None, None));
    assert_eq!(finding.verdict, Verdict::CannotTell);
}
