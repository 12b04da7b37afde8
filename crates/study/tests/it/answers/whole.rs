//! The check of a profile: budgets, verdicts and reasons, with and without a requirement.

use super::plain::{Plain, StorageBehaviour, check, does, line, role};
use record::{Limit as LimitKind, Reason, TrialPurpose, Verdict};
use study::check::CheckResult;
use study::{Trial, judge};
use summary::{Conditions, CpuQuota, Limit, LimitOwner, MachineLoad};
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
    of_load(MachineLoad { busy_share: 0.2, own_share: 0.1, ..MachineLoad::default() })
}

fn saturated(ours: f64) -> Conditions {
    let (own_share, foreign_share) = (ours, 0.99 - ours);
    of_load(MachineLoad { busy_share: 0.99, own_share, foreign_share, ..MachineLoad::default() })
}

fn throttled(throttled_share: f64) -> Conditions {
    let (periods, throttled) = (300, 249);
    let group = "/db".to_owned();
    let quota = CpuQuota { group, cpus: 0.1, periods, throttled, throttled_share };
    of_load(MachineLoad { quota: Some(quota), ..MachineLoad::default() })
}

fn of_load(load: MachineLoad) -> Conditions {
    Conditions { load: Some(load), ..Conditions::default() }
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
    let confirmed = line(&reason).confirmed.expect("a confirmed load");
    let is_line = (40_000.0..49_000.0).contains(&confirmed.rate);
    assert!(is_line && confirmed.seconds > 1.0 && confirmed.operations > 299, "{reason:?}");
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
    let of = |writes, per_s| Limit {
        writes,
        bytes: false,
        per_s,
        write_bytes: None,
        owner: owner.clone(),
    };
    let free = line(Vec::new());
    assert!(free.ends().high > free.value * 1.005, "{free:?}");
    let between = (free.value + free.ends().high) / 2.0;
    let held = line(vec![of(true, between / 2.0), of(false, between)]);
    assert_eq!((held.value, held.ends().low), (free.value, free.ends().low));
    assert!((held.ends().high / between - 1.0).abs() < 0.002, "{held:?}, quota {between}");
    // The kernel merged requests: the quota is below what was carried, and ends nothing.
    assert_eq!(line(vec![of(false, free.value / 2.0)]), free);
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
fn a_search_trial_confirms_its_rate_where_no_confirming_run_does() {
    let (result, storage) = unconfirmed("");
    let finding = &result.findings[0];
    assert_eq!(finding.verdict, Verdict::Fit, "{:?}", finding.reason);
    let confirmed = finding.confirmed.expect("a search trial met the limit");
    assert!((20_000.0..48_000.0).contains(&confirmed.rate), "{confirmed:?}");
    let confirming = storage.asked.iter().filter(|trial| trial.purpose == TrialPurpose::Confirm);
    let rates: Vec<f64> = confirming.filter_map(|trial| trial.pace.rate_iops()).collect();
    // The second run tries a lower rate.
    assert!(matches!(rates[..], [first, second] if second < first), "{rates:?}");
}

#[test]
fn the_required_rate_comes_first_and_what_it_met_stays_confirmed() {
    let (result, storage) = unconfirmed("iops>=10000");
    assert_eq!(storage.asked[0].purpose, TrialPurpose::RequiredRate);
    let finding = &result.findings[0];
    assert_eq!(finding.verdict, Verdict::Fit, "{:?}", finding.reason);
    assert_eq!(finding.at_required_rate.map(|tried| tried.rate), Some(10_000.0));
    assert!(finding.confirmed.expect("a load").rate >= 10_000.0);
}

#[test]
fn one_moment_at_the_required_rate_refutes_nothing() {
    let verdict = |misses: u32| {
        let mut law = load(48_600.0);
        let mut tried = 0;
        let mut storage = Plain::new(|trial: &Trial| {
            let own = law(trial);
            tried += u32::from(trial.purpose == TrialPurpose::RequiredRate);
            let misses = trial.purpose == TrialPurpose::RequiredRate && tried <= misses;
            if misses { StorageBehaviour { slow_share: 0.05, ..own } } else { own }
        });
        storage.reads = true;
        let roles = vec![role("data", RoleKind::Load)];
        let (result, _) = check(roles, "iops>=38000", 60, &idle(), &mut storage);
        result.findings[0].verdict
    };
    assert_eq!((verdict(0), verdict(1)), (Verdict::Fit, Verdict::Fit));
}

#[test]
fn a_role_without_a_required_rate_does_not_count_beside_one_that_has_it() {
    let mut storage = Plain::new(|trial: &Trial| match trial.role {
        0 => does(40.0, 25.0),
        _ => does(trial.pace.rate_iops().unwrap_or(20_000.0), 0.2),
    });
    let mut log = role("log", RoleKind::Commit);
    log.stream.sync = SyncMode::Dsync;
    let roles = vec![log, role("data", RoleKind::Load)];
    let (result, _) = check(roles, "iops>=100", 60, &idle(), &mut storage);
    let overall = |requirement: &str| {
        let requirement = Requirement::read(requirement).expect("a requirement");
        judge::overall(&result.findings, None, &[], &requirement).0
    };
    assert_eq!(overall("iops>=100"), Verdict::Fit);
    assert_eq!(overall("commits>=100"), Verdict::NotFit);
    assert_eq!(overall("p99<=5ms"), Verdict::NotFit);
}

#[test]
fn a_rate_with_fewer_operations_than_its_percentile_needs_is_judged_by_all_of_them() {
    let checked = |slow_share: f64| {
        let mut storage = Plain::new(move |trial: &Trial| {
            let rate = trial.pace.rate_iops().unwrap_or(100.0);
            StorageBehaviour { slow_share, ..does(rate.min(100.0), 2.0) }
        });
        storage.reads = true;
        let roles = vec![role("data", RoleKind::Load)];
        let (result, _) = check(roles, "iops>=2", 60, &idle(), &mut storage);
        result.findings.into_iter().next().expect("a finding")
    };
    let finding = checked(0.0);
    assert_eq!(finding.verdict, Verdict::Fit, "{:?}", finding.reason);
    assert_ne!(checked(0.2).verdict, Verdict::Fit);
}

#[test]
fn requirements_far_below_and_far_above_the_line_are_decided() {
    let (verdict, reason, _) = one_load("iops>=10000", 30, &idle());
    assert_eq!(verdict, Verdict::Fit, "{reason:?}");
    assert!(line(&reason).confirmed.expect("a confirmed load").rate >= 10_000.0);
    let (verdict, reason, _) = one_load("iops>=90000", 30, &idle());
    assert_eq!(verdict, Verdict::NotFit, "{reason:?}");
    assert!(line(&reason).refuted.expect("a refuted load").rate <= 90_000.0);
}

#[test]
fn saturated_cpus_leave_no_not_fit_whoever_saturates_them() {
    for ours in [0.05, 0.9] {
        let (verdict, reason, limit) = one_load("iops>=90000", 30, &saturated(ours));
        assert_eq!(verdict, Verdict::CannotTell, "{reason:?}");
        let Reason::CpusBusy { load, .. } = &reason else { panic!("{reason:?}") };
        assert_eq!((load.own_share, load.is_foreign()), (ours, ours < 0.5));
        // The CPUs are named as the limit only if this process kept them busy.
        assert_eq!(limit == LimitKind::Cpu, ours > 0.5, "{limit:?}");
        // What was carried counts in spite of full CPUs.
        assert_eq!(one_load("iops>=10000", 30, &saturated(ours)).0, Verdict::Fit);
    }
}

#[test]
fn a_quota_of_cpu_time_leaves_no_not_fit_and_is_the_limit_instead_of_the_storage() {
    for (share, limit) in [(0.7, LimitKind::Cpu), (0.01, LimitKind::Unknown)] {
        let (verdict, reason, limited_by) = one_load("iops>=90000", 30, &throttled(share));
        assert_eq!((verdict, limited_by), (Verdict::CannotTell, limit), "{reason:?}");
        assert!(matches!(reason, Reason::Throttled { .. }), "{reason:?}");
        // What was carried counts all the same.
        assert_eq!(one_load("iops>=10000", 30, &throttled(share)).0, Verdict::Fit);
    }
    assert_eq!(one_load("iops>=90000", 30, &throttled(0.0)).0, Verdict::NotFit);
    // Of a line that is not decided, the reason is the quota and not the time.
    let open = |conditions: &Conditions| one_load("iops>=48600", 30, conditions);
    assert!(matches!(open(&idle()), (Verdict::CannotTell, Reason::Line(_), _)));
    assert!(matches!(open(&throttled(0.7)), (Verdict::CannotTell, Reason::Throttled { .. }, _)));
    assert!(matches!(open(&saturated(0.1)), (Verdict::CannotTell, Reason::CpusBusy { .. }, _)));
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
    assert_eq!(line(&reason).confirmed, None, "{reason:?}");
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
    assert!(seconds > 20.0, "{seconds} s of 40 s, of which the log left most");
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
