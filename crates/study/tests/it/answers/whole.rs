//! The check of a profile: budgets, verdicts and reasons, with and without a requirement.

use super::plain::{Plain, StorageBehaviour, check, does, role, search};
use record::reason::Search;
use record::{Limit as LimitKind, Reason, TrialPurpose, Verdict};
use study::check::CheckResult;
use study::{Trial, judge};
use summary::{Conditions, Limit, LimitOwner};
use workload::{Requirement, RoleKind, SyncMode};

/// A storage whose share of slow operations passes 1 % at `line_iops`, and which saturates a third above.
fn load(line_iops: f64) -> impl FnMut(&Trial) -> StorageBehaviour {
    move |trial| {
        let Some(rate) = trial.pace.rate_iops() else {
            return StorageBehaviour { slow_share: 0.9, ..does(line_iops * 1.33, 0.2) };
        };
        let slow_share = (0.01 * (12.0 * (rate / line_iops - 1.0)).exp()).min(0.5);
        StorageBehaviour { slow_share, ..does(rate, 0.2) }
    }
}

fn idle() -> Conditions {
    Conditions { cpu_busy_share: Some(0.2), cpu_own_share: Some(0.1), ..Conditions::default() }
}

fn saturated(ours: f64) -> Conditions {
    Conditions { cpu_busy_share: Some(0.99), cpu_own_share: Some(ours), ..Conditions::default() }
}

/// One load role on a line of 48,600 IOPS.
fn one_load(
    requirement: &str,
    budget_s: u64,
    conditions: &Conditions,
) -> (Verdict, Reason, LimitKind) {
    let mut storage = Plain::new(load(48_600.0));
    storage.reads = true;
    let roles = vec![role("data", RoleKind::Load)];
    let (result, _) = check(roles, requirement, budget_s, conditions, &mut storage);
    let finding = result.findings.into_iter().next().expect("a finding");
    (finding.verdict, finding.reason, finding.limit)
}

#[test]
fn a_load_line_without_a_requirement_is_fit_and_its_number_is_grouped() {
    let (verdict, reason, limit) = one_load("", 30, &idle());
    assert_eq!((verdict, limit), (Verdict::Fit, LimitKind::Device), "{reason:?}");
    let Search::Confirmed { line, confirmed, .. } = search(&reason) else { panic!("{reason:?}") };
    assert!((40_000.0..49_000.0).contains(line) && confirmed.seconds > 1.0, "{reason:?}");
}

#[test]
fn the_interval_of_a_line_ends_at_a_known_quota() {
    let line = |quotas: Vec<Limit>| {
        let mut storage = Plain::new(load(48_600.0));
        storage.reads = true;
        let conditions = Conditions { quotas, ..idle() };
        let roles = vec![role("data", RoleKind::Load)];
        let (result, _) = check(roles, "", 30, &conditions, &mut storage);
        result.findings[0].load_line.expect("a line")
    };
    let owner = LimitOwner { group: "/db".to_owned(), device: "sdb".to_owned() };
    let of = |writes, per_s| Limit { writes, bytes: false, per_s, owner: owner.clone() };
    let free = line(Vec::new());
    assert!(free.high > free.value * 1.005, "{free:?}");
    let between = (free.value + free.high) / 2.0;
    let held = line(vec![of(true, between / 2.0), of(false, between)]);
    assert_eq!((held.value, held.low), (free.value, free.low));
    assert!((held.high / between - 1.0).abs() < 0.002, "{held:?}, quota {between}");
    // The kernel merged requests: the quota is below what was carried, and ends nothing.
    assert_eq!(line(vec![of(false, free.value / 2.0)]), free);
}

#[test]
fn a_line_that_no_confirming_run_kept_is_not_told_and_what_may_help_is_time() {
    let (result, storage) = unconfirmed("");
    let finding = &result.findings[0];
    assert_eq!(finding.verdict, Verdict::CannotTell, "{:?}", finding.reason);
    let Search::Unconfirmed { vague, short, budget, .. } = search(&finding.reason) else {
        panic!("{:?}", finding.reason)
    };
    let budget = budget.expect("time may help");
    assert_eq!((*vague, *short, budget.narrows), (false, false, false));
    assert!((100.0..=120.0).contains(&budget.seconds), "{budget:?}");
    let confirming = storage.asked.iter().filter(|trial| trial.purpose == TrialPurpose::Confirm);
    let rates: Vec<f64> = confirming.filter_map(|trial| trial.pace.rate_iops()).collect();
    // The second run tries a lower rate.
    assert!(matches!(rates[..], [first, second] if second < first), "{rates:?}");
}

/// A storage whose confirming runs exceed the limit by a little, whatever else it does.
fn unconfirmed(requirement: &str) -> (CheckResult, Plain<impl FnMut(&Trial) -> StorageBehaviour>) {
    let mut law = load(48_600.0);
    let mut storage = Plain::new(move |trial: &Trial| match trial.purpose {
        TrialPurpose::Confirm => StorageBehaviour { slow_share: 0.011, ..law(trial) },
        _ => law(trial),
    });
    storage.reads = true;
    let roles = vec![role("data", RoleKind::Load)];
    let (result, _) = check(roles, requirement, 60, &idle(), &mut storage);
    (result, storage)
}

#[test]
fn a_required_rate_that_met_the_limit_under_an_unconfirmed_line_is_fit() {
    let far_below = unconfirmed("iops>=10000").0;
    let finding = &far_below.findings[0];
    let Search::RequiredRateMet { line, requirement, seconds } = search(&finding.reason) else {
        panic!("{:?}", finding.reason)
    };
    assert_eq!((finding.verdict, *requirement), (Verdict::Fit, 10_000.0));
    assert_eq!(finding.reason.found_line(), Some(*line));
    assert!(line.low >= 10_000.0 && *seconds > 2.0, "{:?}", finding.reason);
    // A rate within the interval is not known to be under the line.
    let near = unconfirmed("iops>=48000").0;
    assert_ne!(near.findings[0].verdict, Verdict::Fit, "{:?}", near.findings[0].reason);
}

#[test]
fn a_required_rate_that_misses_its_limit_below_the_line_is_tried_longer() {
    let tried = |slow_share: f64| {
        let mut law = load(48_600.0);
        let mut storage = Plain::new(move |trial: &Trial| match trial.purpose {
            TrialPurpose::RequiredRate => StorageBehaviour { slow_share, ..law(trial) },
            _ => law(trial),
        });
        storage.reads = true;
        let roles = vec![role("data", RoleKind::Load)];
        let (result, trials) = check(roles, "iops>=10000", 60, &idle(), &mut storage);
        let last = trials.last().expect("the required rate comes last");
        assert_eq!(last.purpose, TrialPurpose::RequiredRate);
        (result.findings[0].verdict, last.streams[0].seconds)
    };
    let ((met, short_s), (missed, long_s)) = (tried(0.0), tried(0.05));
    assert_eq!((met, missed), (Verdict::Fit, Verdict::CannotTell));
    assert!((2.9..3.1).contains(&(long_s / short_s)), "{short_s} {long_s}");
}

#[test]
fn a_role_without_a_required_rate_needs_no_confirmed_line_beside_one_that_has_it() {
    let mut data = unconfirmed("").0.findings;
    data[0].role = "scan".to_owned();
    let overall = |requirement: &str| {
        let requirement = Requirement::read(requirement).expect("a requirement");
        let (verdict, reason) = judge::overall(&data, None, &[], &requirement);
        let reason = judge::fit_holds_for(reason, &data, &requirement, &[], None);
        match reason {
            Reason::AllMet { unconfirmed, .. } => (verdict, unconfirmed),
            _ => (verdict, Vec::new()),
        }
    };
    assert_eq!(overall("commits>=100"), (Verdict::Fit, vec!["scan".to_owned()]));
    assert_eq!(overall("iops>=100"), (Verdict::CannotTell, Vec::new()));
    assert_eq!(overall("p99<=5ms"), (Verdict::CannotTell, Vec::new()));
}

#[test]
fn requirements_far_below_and_far_above_the_line_are_decided() {
    let (verdict, reason, _) = one_load("iops>=10000", 30, &idle());
    assert_eq!(verdict, Verdict::Fit, "{reason:?}");
    let Reason::Line(line) = &reason else { panic!("{reason:?}") };
    assert_eq!(line.at_required_rate.map(|(rate, _)| rate), Some(10_000.0));
    assert!(matches!(
        line.search,
        Search::Against { requirement: 10_000.0, confirmed: Some(_), .. }
    ));
    let (verdict, reason, _) = one_load("iops>=90000", 30, &idle());
    assert_eq!(verdict, Verdict::NotFit, "{reason:?}");
    let Search::Against { requirement: 90_000.0, confirmed: None, .. } = search(&reason) else {
        panic!("{reason:?}")
    };
}

#[test]
fn saturated_cpus_leave_no_not_fit_whoever_saturates_them() {
    for ours in [0.05, 0.9] {
        let (verdict, reason, limit) = one_load("iops>=90000", 30, &saturated(ours));
        assert_eq!(verdict, Verdict::CannotTell, "{reason:?}");
        assert!(matches!(reason, Reason::CpusBusy { share: 0.99, .. }), "{reason:?}");
        // The CPUs are named as the limit only if this process kept them busy.
        assert_eq!(limit == LimitKind::Cpu, ours > 0.5, "{limit:?}");
        // What was carried counts in spite of full CPUs.
        assert_eq!(one_load("iops>=10000", 30, &saturated(ours)).0, Verdict::Fit);
    }
}

#[test]
fn a_log_over_its_latency_limit_is_not_fit_unless_the_cpus_were_full() {
    let log = |conditions: &Conditions| {
        let mut storage = Plain::new(|_| does(40.0, 25.0));
        storage.flushes = true;
        let (result, _) =
            check(vec![role("log", RoleKind::Commit)], "", 60, conditions, &mut storage);
        result.findings.into_iter().next().expect("a finding")
    };
    let finding = log(&idle());
    assert_eq!(finding.verdict, Verdict::NotFit, "{:?}", finding.reason);
    assert_eq!(finding.load_line, None);
    assert_eq!(log(&saturated(0.9)).verdict, Verdict::CannotTell);
}

#[test]
fn failing_operations_leave_no_answer_and_the_reason_says_so() {
    for (kind, share) in [
        (RoleKind::Load, 1.0),
        (RoleKind::Load, 0.01),
        (RoleKind::Commit, 1.0),
        (RoleKind::Commit, 0.01),
        (RoleKind::Bulk, 1.0),
    ] {
        let mut law = load(5_000.0);
        let mut storage = Plain::new(|trial| StorageBehaviour {
            failed_share: share,
            slow_share: 0.0,
            ..law(trial)
        });
        (storage.reads, storage.flushes) = (kind == RoleKind::Load, kind == RoleKind::Commit);
        let (result, _) = check(vec![role("r", kind)], "", 20, &idle(), &mut storage);
        let finding = &result.findings[0];
        assert_eq!(finding.verdict, Verdict::CannotTell, "{kind:?} {share}: {:?}", finding.reason);
        let failed = matches!(finding.reason, Reason::TrialFailed { .. });
        assert!(failed, "{kind:?}: {:?}", finding.reason);
    }
}

#[test]
fn budgets_are_shared_by_weight_and_kept() {
    let roles = || {
        let mut data = role("data", RoleKind::Load);
        data.weight = 2.0;
        vec![data, role("log", RoleKind::Commit), role("backup", RoleKind::Bulk)]
    };
    let mut by_role = [0u64; 3];
    let mut data = load(5_000.0);
    let mut storage = Plain::new(|trial: &Trial| {
        by_role[trial.role] += trial.warm_up_ns + trial.duration_ns_max;
        if trial.role == 0 { data(trial) } else { does(900.0, 1.0) }
    });
    let (result, trials) = check(roles(), "", 40, &idle(), &mut storage);
    assert_eq!(result.findings.len(), 3);
    assert!(trials.iter().any(|t| t.role == "backup"));
    let spent_s = storage.spent_ns as f64 / 1e9;
    assert!(spent_s <= 41.0, "{spent_s} s of 40 s");
    let asked_s = by_role.map(|ns| ns as f64 / 1e9);
    assert!(asked_s[0] <= 21.0, "{asked_s:?}");
    assert!(asked_s[0] + asked_s[1] <= 31.0 && asked_s[1] > 2.0, "{asked_s:?}");
}

#[test]
fn a_budget_too_small_says_so() {
    let (verdict, reason, _) = one_load("", 1, &idle());
    assert_eq!(verdict, Verdict::CannotTell, "{reason:?}");
    let short = matches!(
        search(&reason),
        Search::NothingHeld
            | Search::LowestBreaks(_)
            | Search::Vague { .. }
            | Search::Unconfirmed { short: true, .. }
    );
    assert!(short, "{reason:?}");
}

#[test]
fn a_stop_of_the_user_ends_the_check_and_leaves_no_verdict_of_that_role() {
    let mut storage = Plain::new(|_| StorageBehaviour { interrupted: true, ..does(2000.0, 0.5) });
    storage.flushes = true;
    let roles = vec![role("log", RoleKind::Commit), role("backup", RoleKind::Bulk)];
    let (result, _) = check(roles, "", 60, &idle(), &mut storage);
    assert!(result.interrupted);
    assert_eq!(result.findings.len(), 1);
    let finding = &result.findings[0];
    assert_eq!(finding.verdict, Verdict::CannotTell);
    assert_eq!(finding.reason, Reason::Interrupted);
    assert!(finding.commits_single.is_some(), "what was measured is kept");
    let mut storage = Plain::new(|_| StorageBehaviour { interrupted: true, ..does(2000.0, 0.5) });
    storage.reads = true;
    let roles = vec![role("data", RoleKind::Load)];
    let (result, _) = check(roles, "", 60, &idle(), &mut storage);
    assert_eq!(result.findings[0].reason, Reason::Interrupted);
}

#[test]
fn the_latency_and_the_throughput_beside_a_load_line_are_those_that_decided() {
    for reads in [true, false] {
        let mut storage = Plain::new(load(5_000.0));
        storage.reads = reads;
        let (result, _) = check(vec![role("data", RoleKind::Load)], "", 30, &idle(), &mut storage);
        let finding = &result.findings[0];
        assert_eq!(finding.verdict, Verdict::Fit, "{:?}", finding.reason);
        let line = finding.load_line.expect("a load line").value;
        let mibps = finding.mibps.expect("a throughput");
        assert!((mibps * 128.0 / line - 1.0).abs() < 1e-3, "{mibps} MiB/s of {line} IOPS");
        let latency_ns = finding.latency_ns.expect("a latency beside every FIT");
        assert!(latency_ns <= finding.latency_limit.latency_ns.0, "{latency_ns}");
    }
}

#[test]
fn slow_reads_within_the_share_of_all_operations_are_not_shown_as_a_broken_latency_limit() {
    // Of ten operations one is a read; one read in twenty takes a hundred times as long: 5 % of reads, 0.5 % of all.
    let mut storage = Plain::new(|trial: &Trial| match trial.pace.rate_iops() {
        None if trial.depth == 1 => does(4_000.0, 0.2),
        None => StorageBehaviour { slow_share: 0.9, ..does(7_000.0, 0.2) },
        Some(rate) => StorageBehaviour {
            slow_share: if rate > 5_000.0 { 0.5 } else { 0.005 },
            ..does(rate, 0.2)
        },
    });
    storage.slow_are_reads = true;
    let (result, _) = check(vec![role("data", RoleKind::Load)], "", 30, &idle(), &mut storage);
    let finding = &result.findings[0];
    assert_eq!(finding.verdict, Verdict::Fit, "{:?}", finding.reason);
    let latency_ns = finding.latency_ns.expect("a latency");
    assert!(latency_ns <= finding.latency_limit.latency_ns.0, "{latency_ns} beside FIT");
}

#[test]
fn an_interval_that_touches_nothing_is_no_fit() {
    // Ten operations a second: a few seconds leave everything open.
    let mut storage = Plain::new(load(10.0));
    storage.reads = true;
    let (result, _) = check(vec![role("data", RoleKind::Load)], "", 8, &idle(), &mut storage);
    let finding = &result.findings[0];
    assert_eq!(finding.verdict, Verdict::CannotTell, "{:?}", finding.reason);
}

#[test]
fn time_that_one_role_leaves_over_goes_to_the_next() {
    // The log breaks its limit at once; the data role would have too little with half of the time.
    let mut data = load(5_000.0);
    let mut storage = Plain::new(|trial: &Trial| match trial.role {
        0 => does(40.0, 25.0),
        _ => data(trial),
    });
    let mut log = role("log", RoleKind::Commit);
    log.stream.sync = SyncMode::Dsync;
    let roles = vec![log, role("data", RoleKind::Load)];
    let (result, trials) = check(roles, "", 40, &idle(), &mut storage);
    assert_eq!(result.findings[0].verdict, Verdict::NotFit, "{:?}", result.findings[0].reason);
    let of_data = trials.iter().filter(|trial| trial.role == "data").flat_map(|t| &t.streams);
    let seconds: f64 = of_data.map(|stream| stream.seconds).sum();
    assert!(seconds > 22.0, "{seconds} s of 40 s, of which the log left most");
}

#[test]
fn a_role_is_measured_again_only_with_half_of_its_time() {
    // The log is NOT FIT after a moment; the confirming runs of the data role exceed its limit by a little.
    let again = |log_weight: f64| {
        let mut data = load(48_600.0);
        let mut storage = Plain::new(|trial: &Trial| match (trial.role, &trial.purpose) {
            (1, _) => does(40.0, 25.0),
            (_, TrialPurpose::Confirm) => StorageBehaviour { slow_share: 0.011, ..data(trial) },
            _ => data(trial),
        });
        let mut log = role("log", RoleKind::Commit);
        (log.stream.sync, log.weight) = (SyncMode::Dsync, log_weight);
        let roles = vec![role("data", RoleKind::Load), log];
        let (result, trials) = check(roles, "", 60, &idle(), &mut storage);
        assert_eq!(result.findings[0].verdict, Verdict::CannotTell);
        trials.last().is_some_and(|trial| trial.role == "data")
    };
    assert!(again(1.0), "30 s are left of 60");
    assert!(!again(0.3), "14 s are left, after 46");
}

#[test]
fn failures_in_the_trial_that_decided_leave_no_fit_whatever_the_others_did() {
    let mut law = load(5_000.0);
    let mut storage = Plain::new(|trial: &Trial| {
        let failed_share = if trial.purpose == TrialPurpose::Confirm { 0.002 } else { 0.0 };
        StorageBehaviour { failed_share, ..law(trial) }
    });
    storage.reads = true;
    let (result, _) = check(vec![role("data", RoleKind::Load)], "", 60, &idle(), &mut storage);
    let finding = &result.findings[0];
    assert_eq!(finding.verdict, Verdict::CannotTell, "{:?}", finding.reason);
    let confirm = TrialPurpose::Confirm;
    let failed = matches!(&finding.reason, Reason::TrialFailed { trial, .. } if *trial == confirm);
    assert!(failed, "{:?}", finding.reason);
}
