//! Fit, not fit or cannot tell: findings against a requirement, each with its reason.
//!
//! Takes the findings of roles and warnings, gives the verdict of the run with its reason, and withdraws what the machine, failures or
//! the depth of the check leave open.

use record::reason::Volume;
use record::{Limit, Reason, RoleFinding, TrialRecord, Verdict};
use summary::{Conditions, Warning, Weight, warning};
use workload::{Requirement, RoleKind};

/// Withdraws "not fit" if a quota of CPU time stopped this process, or the CPUs were saturated, by whomever: the storage may carry
/// more. A line that could not be decided has the quota or the other programs as its reason. A "fit" stays, because less CPU time
/// makes operations late and never early.
pub fn unless_cpu(judged: (Verdict, Reason), conditions: &Conditions) -> (Verdict, Reason) {
    let Some(load) = &conditions.load else { return judged };
    // A quota that took little is not the reason where others kept the CPUs busy.
    let quota = load.throttled().filter(|quota| quota.limits() || !load.is_full()).cloned();
    let is_open = matches!(judged, (Verdict::CannotTell, Reason::Line(_)));
    let is_theirs = quota.is_some() || load.is_foreign();
    if judged.0 != Verdict::NotFit && !(is_open && is_theirs) {
        return judged;
    }
    let otherwise = Box::new(judged.1.clone());
    let reason = match quota {
        Some(quota) => Reason::Throttled { quota, otherwise },
        None if load.is_full() => Reason::CpusBusy { load: Box::new(load.clone()), otherwise },
        None => return judged,
    };
    (Verdict::CannotTell, reason)
}

/// Withdraws "not fit" if the most operations in flight, `depth` of them, limited the check: with more, the storage may carry more.
pub fn unless_depth(judged: (Verdict, Reason), limit: Limit, depth: u32) -> (Verdict, Reason) {
    match judged {
        (Verdict::NotFit, reason) if limit == Limit::Depth => {
            (Verdict::CannotTell, Reason::DepthLimited { depth, otherwise: Box::new(reason) })
        }
        judged => judged,
    }
}

/// Whether a quota below the requirement was found: then it is the reason, whatever else was busy.
pub fn quota_falls_short(finding: &RoleFinding, requirement: &Requirement) -> bool {
    let (rate, mibps) = required_rates(requirement, finding.kind);
    let group = finding.commits_group.map(|shared| shared.load_line);
    let carried = match finding.kind {
        RoleKind::Commit => group.or(finding.commits_single).map(|rate| rate.value),
        RoleKind::Load | RoleKind::Bulk => finding.saturation_iops,
    };
    let short = |carried: Option<f64>, requirement: Option<f64>| {
        carried.zip(requirement).is_some_and(|(carried, requirement)| carried < requirement)
    };
    finding.limit == Limit::Quota && (short(carried, rate) || short(finding.mibps, mibps))
}

/// Withdraws an answer if operations failed: any answer, if in one of its trials too many did for numbers to mean something, by
/// the rule of the warning about I/O errors. A single failure forbids a FIT: a database stops at a failed flush or write, and a
/// failed read is lost data.
pub fn unless_failed(judged: (Verdict, Reason), trials: &[TrialRecord]) -> (Verdict, Reason) {
    let judged = match (judged, failures(trials)) {
        ((Verdict::Fit, _), failed @ 1..) => (Verdict::CannotTell, Reason::Failed(failed)),
        (judged, _) => judged,
    };
    let failed = trials.iter().find_map(|trial| {
        let counts = trial.streams.iter().find_map(warning::failed_too_often)?;
        Some((trial, counts))
    });
    let Some((trial, (failed, operations))) = failed else { return judged };
    let trial = trial.purpose.clone();
    (Verdict::CannotTell, Reason::TrialFailed { trial, failed, operations })
}

fn failures(trials: &[TrialRecord]) -> u64 {
    let streams = trials.iter().flat_map(|trial| &trial.streams);
    streams.map(|s| s.read.errors + s.write.errors + s.flush.errors).sum()
}

/// The parts of a requirement that concern a kind of role, as (rate per second, throughput in MiB/s).
pub fn required_rates(requirement: &Requirement, kind: RoleKind) -> (Option<f64>, Option<f64>) {
    match kind {
        RoleKind::Load => (requirement.iops_min, None),
        RoleKind::Commit => (requirement.commits_min, None),
        RoleKind::Bulk => (None, requirement.mibps_min),
    }
}

/// The overall answer: not fit if any role that counts is not fit, fit if all are, alone and together, and no warning forbids it. If a
/// rate is required of some roles only, the others do not count. `together` is the verdict on all required rates at once.
pub fn overall(
    findings: &[RoleFinding],
    together: Option<&(Verdict, Reason)>,
    warnings: &[Warning],
    requirement: &Requirement,
) -> (Verdict, Reason) {
    if let Some(reason) = forbidden(warnings) {
        return (Verdict::CannotTell, reason);
    }
    let rated = has_rate(requirement);
    let counts =
        |found: &&RoleFinding| !rated || required_rates(requirement, found.kind) != (None, None);
    if !findings.iter().any(|found| counts(&found)) {
        return (Verdict::CannotTell, Reason::NotMeasured);
    }
    for verdict in [Verdict::NotFit, Verdict::CannotTell] {
        let those: Vec<&RoleFinding> =
            findings.iter().filter(counts).filter(|found| found.verdict == verdict).collect();
        // The budget of one answer is for all roles: that of the slowest one is named.
        let slower = |one: &RoleFinding, other: &RoleFinding| budget_s(other) > budget_s(one);
        let named = |one, other| if slower(one, other) { other } else { one };
        if let Some(first) = those.iter().copied().reduce(named) {
            let (role, reason) = (first.role.clone(), Box::new(first.reason.clone()));
            let together = together.and_then(|(_, reason)| reason.together()).cloned();
            let (more, together) = (those.len() - 1, together.map(Box::new));
            return (verdict, Reason::Role { role, reason, more, together });
        }
    }
    let together = match together {
        None => None,
        Some((Verdict::Fit, Reason::Together(found))) => Some(found.clone()),
        Some(other) => return other.clone(),
    };
    (Verdict::Fit, Reason::AllMet { together, done: None })
}

/// Whether a rate is required of any role.
pub(crate) fn has_rate(requirement: &Requirement) -> bool {
    let kinds = [RoleKind::Load, RoleKind::Commit, RoleKind::Bulk];
    kinds.iter().any(|kind| required_rates(requirement, *kind) != (None, None))
}

/// The budget that an open role needs, in seconds.
fn budget_s(finding: &RoleFinding) -> f64 {
    match &finding.reason {
        Reason::Line(line) => line.budget_s.unwrap_or_default(),
        _ => 0.0,
    }
}

/// Adds to a FIT what the trials cannot have seen.
pub fn fit_holds_for(reason: Reason, trials: &[TrialRecord], rotational: Option<bool>) -> Reason {
    match reason {
        Reason::AllMet { together, .. } => {
            Reason::AllMet { together, done: volume(trials, rotational) }
        }
        other => other,
    }
}

/// Adds to a ramp's FIT what the ramp cannot have seen.
pub fn with_unseen(
    mut finding: RoleFinding,
    trials: &[TrialRecord],
    rotational: Option<bool>,
) -> RoleFinding {
    if finding.verdict == Verdict::Fit
        && let Some(line) = finding.reason.line_mut()
    {
        line.done = volume(trials, rotational);
    }
    finding
}

/// The total work, if burst credits or a cache may outlast it: `None` on disks that rotate.
fn volume(trials: &[TrialRecord], rotational: Option<bool>) -> Option<Volume> {
    let streams = || trials.iter().flat_map(|trial| &trial.streams);
    // The streams of a trial run at the same time.
    let seconds = |trial: &TrialRecord| trial.streams.iter().map(|s| s.seconds).fold(0.0, f64::max);
    let done = Volume {
        operations: streams().map(|s| s.read.ios + s.write.ios).sum(),
        bytes: streams().map(|s| s.read.bytes + s.write.bytes).sum(),
        seconds: trials.iter().map(seconds).sum(),
    };
    (done.operations > 0 && rotational != Some(true)).then_some(done)
}

/// The finding of a role that is judged alone: no answer if a warning forbids one.
pub fn unless_forbidden(finding: RoleFinding, warnings: &[Warning]) -> RoleFinding {
    match forbidden(warnings) {
        Some(reason) => RoleFinding { verdict: Verdict::CannotTell, reason, ..finding },
        None => finding,
    }
}

/// Why no answer can rest on what was measured.
fn forbidden(warnings: &[Warning]) -> Option<Reason> {
    let warning = warnings.iter().find(|warning| warning.weight == Weight::Forbids)?;
    Some(Reason::Forbidden(Box::new(warning.detail.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::TrialPurpose;
    use record::reason::LineReason;
    use summary::{CpuQuota, MachineLoad, WarningKind};
    use workload::LatencyLimit;

    fn blank() -> RoleFinding {
        let io = record::RoleIo::Job { streams: 1, read_percent: 70.0 };
        let limit = LatencyLimit { quantile: 0.99, latency_ns: base::Nanos::millis(10) };
        RoleFinding {
            verdict: Verdict::NotFit,
            reason: Reason::default(),
            ..RoleFinding::unmeasured("data", RoleKind::Load, io, limit)
        }
    }

    #[test]
    fn full_cpus_excuse_no_rate_that_a_quota_holds_below_the_requirement() {
        let short = |limit: Limit, saturation: f64, requirement: &str| {
            let saturation_iops = Some(saturation);
            let finding = RoleFinding { saturation_iops, limit, ..blank() };
            quota_falls_short(&finding, &Requirement::read(requirement).unwrap())
        };
        assert!(short(Limit::Quota, 615.0, "iops>=1000"));
        assert!(!short(Limit::Device, 615.0, "iops>=1000"), "the CPUs may be why");
        assert!(!short(Limit::Quota, 3000.0, "iops>=1000"), "the quota is not why");
        assert!(!short(Limit::Quota, 615.0, "p99<=1ms"), "nor of a latency");
    }

    #[test]
    fn the_budget_of_the_slowest_open_role_is_named() {
        let open = |role: &str, seconds: f64| {
            let limit = blank().latency_limit;
            let mut reason = LineReason::new(record::reason::LineUnit::Iops, limit);
            reason.budget_s = Some(seconds);
            let reason = Reason::Line(Box::new(reason));
            RoleFinding { role: role.to_owned(), verdict: Verdict::CannotTell, reason, ..blank() }
        };
        let findings = [open("log", 20.0), open("scan", 360.0), open("data", 40.0)];
        let (verdict, reason) = overall(&findings, None, &[], &Requirement::default());
        assert_eq!(verdict, Verdict::CannotTell);
        assert!(matches!(reason, Reason::Role { role, more: 2, .. } if role == "scan"));
    }

    /// A trial with these done and failed reads and writes.
    fn trial(purpose: TrialPurpose, read: (u64, u64), write: (u64, u64)) -> TrialRecord {
        let mut stream = summary::summarize("data", &[]);
        (stream.read.ios, stream.read.errors) = read;
        (stream.write.ios, stream.write.errors) = write;
        TrialRecord {
            role: "data".to_owned(),
            purpose,
            rate_iops: None,
            depth: 1,
            streams: vec![stream],
            held: None,
        }
    }

    #[test]
    fn one_failure_forbids_a_fit_and_many_any_answer() {
        let judged = |verdict| (verdict, Reason::NotMeasured);
        let none = trial(TrialPurpose::Closed, (100_000, 0), (0, 0));
        assert_eq!(
            unless_failed(judged(Verdict::Fit), std::slice::from_ref(&none)),
            judged(Verdict::Fit)
        );
        let few = trial(TrialPurpose::Closed, (100_000, 0), (100_000, 1));
        let (verdict, reason) = unless_failed(judged(Verdict::Fit), std::slice::from_ref(&few));
        assert_eq!((verdict, reason), (Verdict::CannotTell, Reason::Failed(1)));
        assert_eq!(
            unless_failed(judged(Verdict::NotFit), std::slice::from_ref(&few)),
            judged(Verdict::NotFit)
        );
        let many = trial(TrialPurpose::Closed, (1_000_000, 0), (98_000, 2_000));
        let (verdict, reason) = unless_failed(judged(Verdict::Fit), &[few, many]);
        let trial = TrialPurpose::Closed;
        let failed = Reason::TrialFailed { trial, failed: 2_000, operations: 1_100_000 };
        assert_eq!((verdict, reason), (Verdict::CannotTell, failed));
    }

    #[test]
    fn failures_of_the_trial_that_decided_do_not_hide_behind_the_others() {
        let judged = (Verdict::Fit, Reason::NotMeasured);
        let trials = [
            trial(TrialPurpose::Closed, (1_000_000, 0), (0, 0)),
            trial(TrialPurpose::Confirm, (4_994, 6), (0, 0)),
        ];
        let (verdict, reason) = unless_failed(judged, &trials);
        let trial = TrialPurpose::Confirm;
        let failed = Reason::TrialFailed { trial, failed: 6, operations: 5_000 };
        assert_eq!((verdict, reason), (Verdict::CannotTell, failed));
    }

    #[test]
    fn full_cpus_and_their_quotas_take_back_a_not_fit_and_nothing_else() {
        let under = |load: MachineLoad| Conditions { load: Some(load), ..Conditions::default() };
        let judged = |verdict| (verdict, Reason::NotMeasured);
        let otherwise = || Box::new(Reason::NotMeasured);
        let busy = MachineLoad { busy_share: 0.97, ..MachineLoad::default() };
        let quota = |throttled_share| CpuQuota {
            group: "/db".to_owned(),
            cpus: 0.1,
            periods: 300,
            throttled: 249,
            throttled_share,
        };
        // Idle CPUs: the quota stops this process all the same.
        let throttled = MachineLoad { quota: Some(quota(0.7)), ..MachineLoad::default() };
        let full = Reason::CpusBusy { load: Box::new(busy.clone()), otherwise: otherwise() };
        let stopped = Reason::Throttled { quota: quota(0.7), otherwise: otherwise() };
        for (load, reason) in [(busy, full), (throttled, stopped)] {
            let load = under(load);
            for verdict in [Verdict::Fit, Verdict::CannotTell] {
                assert_eq!(unless_cpu(judged(verdict), &load), judged(verdict));
            }
            assert_eq!(unless_cpu(judged(Verdict::NotFit), &load), (Verdict::CannotTell, reason));
        }
        let idle =
            MachineLoad { busy_share: 0.5, quota: Some(quota(0.0)), ..MachineLoad::default() };
        assert_eq!(unless_cpu(judged(Verdict::NotFit), &under(idle)).0, Verdict::NotFit);
        assert_eq!(unless_cpu(judged(Verdict::NotFit), &Conditions::default()).0, Verdict::NotFit);
        let depth = |verdict, limit| unless_depth(judged(verdict), limit, 8).0;
        assert_eq!(depth(Verdict::NotFit, Limit::Depth), Verdict::CannotTell);
        assert_eq!(depth(Verdict::NotFit, Limit::Device), Verdict::NotFit);
        assert_eq!(depth(Verdict::Fit, Limit::Depth), Verdict::Fit);
    }

    #[test]
    fn a_fit_says_what_was_measured_except_on_a_disk_that_rotates() {
        let mut trial = trial(TrialPurpose::Closed, (310_400, 0), (0, 0));
        (trial.streams[0].read.bytes, trial.streams[0].seconds) = (5 << 30, 53.0);
        let done = |rotational: Option<bool>| {
            let met = Reason::AllMet { together: None, done: None };
            match fit_holds_for(met, std::slice::from_ref(&trial), rotational) {
                Reason::AllMet { done, .. } => done,
                other => panic!("{other:?}"),
            }
        };
        let all = Volume { operations: 310_400, bytes: 5 << 30, seconds: 53.0 };
        assert_eq!(done(None), Some(all));
        // A rotating disk has no burst credits.
        assert_eq!(done(Some(true)), None);
    }

    #[test]
    fn a_forbidding_warning_leaves_no_verdict() {
        let detail = warning::Detail::Buffered;
        let warning = Warning::of_run(WarningKind::PageCache, Weight::Forbids, detail);
        let any = Requirement::default();
        assert_eq!(overall(&[], None, &[warning], &any).0, Verdict::CannotTell);
        assert_eq!(overall(&[], None, &[], &any).0, Verdict::CannotTell);
    }
}
