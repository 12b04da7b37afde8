//! All required rates at the same time, before anything else.

use super::plain::{Plain, StorageBehaviour, check, does, role};
use record::{Reason, TogetherFinding, TrialPurpose, TrialRecord, Verdict};
use study::{Trial, judge};
use summary::{Conditions, Limit, LimitOwner, MachineLoad};
use workload::{Requirement, RoleKind};

const REQUIREMENT: &str = "iops>=5000, mib/s>=8";

/// A storage of 20,000 IOPS. If all roles run at once, this share of the operations of role `data` takes 20 ms, and `failed_share`
/// of them fail.
fn storage(slow_share: f64, failed_share: f64) -> impl FnMut(&Trial) -> StorageBehaviour {
    move |trial| {
        let Some(rate) = trial.pace.rate_iops() else { return does(20_000.0, 2.0) };
        let together = trial.purpose == TrialPurpose::Together && trial.role == 0;
        let alone_slow = if rate > 15_000.0 { 0.2 } else { 0.0 };
        if together {
            StorageBehaviour { slow_share, failed_share, ..does(rate, 0.2) }
        } else {
            StorageBehaviour { slow_share: alone_slow, ..does(rate, 0.2) }
        }
    }
}

struct Checked {
    judged: Option<(Verdict, Reason)>,
    overall: (Verdict, Reason),
    together: Vec<TrialRecord>,
    spent_s: f64,
}

/// Checks the roles `data` and `scan`.
fn checked<F: FnMut(&Trial) -> StorageBehaviour>(
    requirement: &str,
    law: F,
    conditions: &Conditions,
) -> Checked {
    let roles = vec![role("data", RoleKind::Load), role("scan", RoleKind::Bulk)];
    let mut storage = Plain::new(law);
    storage.reads = true;
    let (result, trials) = check(roles, requirement, 60, conditions, &mut storage);
    let judged = result.together.clone();
    let requirement = Requirement::read(requirement).expect("a requirement");
    let overall = judge::overall(&result.findings, judged.as_ref(), &[], &requirement);
    let is_together = |trial: &TrialRecord| trial.purpose == TrialPurpose::Together;
    let together = trials.into_iter().filter(is_together).collect();
    Checked { judged, overall, together, spent_s: storage.spent_ns as f64 / 1e9 }
}

fn finding(judged: Option<(Verdict, Reason)>) -> TogetherFinding {
    match judged {
        Some((_, Reason::Together(finding))) => *finding,
        other => panic!("{other:?}"),
    }
}

#[test]
fn roles_that_are_met_together_are_fit_with_the_numbers_of_each() {
    let Checked { judged, overall, together, spent_s } =
        checked(REQUIREMENT, storage(0.0, 0.0), &Conditions::default());
    let [trial] = &together[..] else { panic!("{together:?}") };
    assert_eq!((trial.role.as_str(), trial.held), ("data+scan", Some(true)));
    assert_eq!((trial.rate_iops, trial.streams.len()), (Some(6_024.0), 2));
    let (verdict, Reason::AllMet { together: Some(found), .. }) = overall else {
        panic!("{overall:?}")
    };
    assert_eq!(verdict, Verdict::Fit);
    assert_eq!(*found, finding(judged));
    let of_role = |role: &record::TogetherRole| (role.role.clone(), role.rate, role.verdict);
    assert_eq!(
        found.roles.iter().map(of_role).collect::<Vec<_>>(),
        [("data".to_owned(), 5_000.0, Verdict::Fit), ("scan".to_owned(), 1_024.0, Verdict::Fit)]
    );
    assert!(found.roles.iter().all(|role| role.latency_ns.is_some_and(|ns| ns < 210_000)));
    assert!(
        (12.0..15.0).contains(&found.seconds) && spent_s <= 60.0,
        "{} {spent_s}",
        found.seconds
    );
}

#[test]
fn a_role_whose_limit_is_exceeded_together_makes_the_check_not_fit() {
    let seen = checked(REQUIREMENT, storage(0.05, 0.0), &Conditions::default());
    assert_eq!(seen.overall, seen.judged.clone().expect("it was tried"));
    // Twice, the second time after each role met its limit alone.
    let held: Vec<Option<bool>> = seen.together.iter().map(|trial| trial.held).collect();
    assert_eq!((seen.overall.0, held), (Verdict::NotFit, vec![Some(false); 2]));
    let verdicts: Vec<Verdict> = finding(seen.judged).roles.iter().map(|r| r.verdict).collect();
    assert_eq!(verdicts[0], Verdict::NotFit);
    // Slightly more late operations than allowed prove nothing.
    let near = checked(REQUIREMENT, storage(0.0102, 0.0), &Conditions::default());
    assert_eq!((near.overall.0, near.together[0].held), (Verdict::CannotTell, None));
}

#[test]
fn one_moment_in_which_they_missed_their_limits_is_no_answer() {
    let mut first = true;
    let mut law = storage(0.0, 0.0);
    let disturbed = |trial: &Trial| {
        let own = law(trial);
        let now = first && trial.purpose == TrialPurpose::Together;
        first &= trial.role == 0;
        if now { StorageBehaviour { slow_share: 0.05, ..own } } else { own }
    };
    let seen = checked(REQUIREMENT, disturbed, &Conditions::default());
    let held: Vec<Option<bool>> = seen.together.iter().map(|trial| trial.held).collect();
    assert_eq!((seen.overall.0, held), (Verdict::Fit, vec![Some(false), Some(true)]));
}

#[test]
fn it_is_tried_only_if_several_roles_have_a_rate() {
    for requirement in ["iops>=5000", "p99<=10ms"] {
        let seen = checked(requirement, storage(0.05, 0.0), &Conditions::default());
        assert!(seen.judged.is_none() && seen.together.is_empty(), "{requirement}");
        assert_eq!(seen.overall.0, Verdict::Fit, "{requirement}");
        assert!(matches!(seen.overall.1, Reason::AllMet { together: None, .. }));
    }
    let seen = checked("iops>=18000, mib/s>=8", storage(0.05, 0.0), &Conditions::default());
    let (verdict, Reason::Role { role, .. }) = seen.overall else { panic!("{:?}", seen.overall) };
    assert_eq!((verdict, role.as_str(), seen.together.len()), (Verdict::NotFit, "data", 1));
}

#[test]
fn failures_and_full_cpus_withdraw_it_and_a_full_quota_does_not() {
    let failed = checked(REQUIREMENT, storage(0.0, 0.0002), &Conditions::default());
    assert!(matches!(failed.overall, (Verdict::CannotTell, Reason::Failed(_))));
    let load = MachineLoad { busy_share: 0.99, ..MachineLoad::default() };
    let busy = Conditions { load: Some(load), ..Conditions::default() };
    let seen = checked(REQUIREMENT, storage(0.05, 0.0), &busy);
    assert!(matches!(seen.overall, (Verdict::CannotTell, Reason::CpusBusy { .. })));
    let owner = LimitOwner { group: "/db".to_owned(), device: "sdb".to_owned() };
    let limit = Limit { writes: false, bytes: false, per_s: 6_100.0, write_bytes: None, owner };
    let full = Conditions { quotas: vec![limit], ..busy };
    let seen = checked(REQUIREMENT, storage(0.05, 0.0), &full);
    assert_eq!(seen.overall.0, Verdict::NotFit, "{:?}", seen.overall);
    let quota = finding(seen.judged).quota.expect("it is known");
    assert!((quota.share - 6_024.0 / 6_100.0).abs() < 0.01, "{quota:?}");
}
