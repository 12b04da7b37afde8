//! Fit, not fit or cannot tell: findings against a requirement, each with its reason.
//!
//! Takes numbers with their intervals and warnings, gives verdicts with their reasons. Says "not fit" only when the whole interval
//! misses the requirement, and "fit" only when the whole of it meets it.

use record::reason::{Search, Volume};
use record::{Limit, Reason, RoleFinding, TrialRecord, Verdict};
use summary::{Conditions, Estimate, Warning, Weight, warning};
use workload::{Requirement, RoleKind};

/// Withdraws "not fit" if the CPUs were saturated: this machine may be the limit, not the storage.
pub fn unless_cpu(judged: (Verdict, Reason), conditions: &Conditions) -> (Verdict, Reason) {
    let (verdict, reason) = judged;
    if verdict != Verdict::NotFit || warning::cpu_saturated(conditions).is_none() {
        return (verdict, reason);
    }
    let share = conditions.cpu_busy_share.unwrap_or(1.0);
    (Verdict::CannotTell, Reason::CpusBusy { share, otherwise: Box::new(reason) })
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
    let group = finding.commits_group.map(|(rate, _)| rate);
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

/// Operations that failed in these trials.
fn failures(trials: &[TrialRecord]) -> u64 {
    let streams = trials.iter().flat_map(|trial| &trial.streams);
    streams.map(|s| s.read.errors + s.write.errors + s.flush.errors).sum()
}

/// The verdict on one number that must be at least `requirement`: the published value is a lower bound already.
pub fn at_least(got: &Estimate, requirement: f64) -> Verdict {
    if got.value >= requirement {
        Verdict::Fit
    } else if got.high < requirement {
        Verdict::NotFit
    } else {
        Verdict::CannotTell
    }
}

/// The parts of a requirement that concern a kind of role, as (rate per second, throughput in MiB/s).
pub fn required_rates(requirement: &Requirement, kind: RoleKind) -> (Option<f64>, Option<f64>) {
    match kind {
        RoleKind::Load => (requirement.iops_min, None),
        RoleKind::Commit => (requirement.commits_min, None),
        RoleKind::Bulk => (None, requirement.mibps_min),
    }
}

/// The overall answer: not fit if any role is not fit, fit if all are, alone and together, and no warning forbids it. If a rate is
/// required of some roles only, the others need no confirmed line. `together` is the reason that all required rates at the same
/// time leave, with their verdict.
pub fn overall(
    findings: &[RoleFinding],
    together: Option<&(Verdict, Reason)>,
    warnings: &[Warning],
    requirement: &Requirement,
) -> (Verdict, Reason) {
    if let Some(reason) = forbidden(warnings) {
        return (Verdict::CannotTell, reason);
    }
    for verdict in [Verdict::NotFit, Verdict::CannotTell] {
        let counts = |f: &&RoleFinding| f.verdict == verdict && !is_excused(f, requirement);
        let those: Vec<&RoleFinding> = findings.iter().filter(counts).collect();
        // The budget of one answer is for all roles: that of the slowest one is named.
        let slower = |one: &RoleFinding, other: &RoleFinding| budget_s(other) > budget_s(one);
        let named = |one, other| if slower(one, other) { other } else { one };
        if let Some(first) = those.iter().copied().reduce(named) {
            let (role, reason) = (first.role.clone(), Box::new(first.reason.clone()));
            return (verdict, Reason::Role { role, reason, more: those.len() - 1 });
        }
    }
    if findings.is_empty() {
        return (Verdict::CannotTell, Reason::NotMeasured);
    }
    let together = match together {
        None => None,
        Some((Verdict::Fit, Reason::Together(found))) => Some(found.clone()),
        Some(other) => return other.clone(),
    };
    let alone = together.is_none() && findings.len() > 1;
    let (rateless, unconfirmed) = (Vec::new(), Vec::new());
    (Verdict::Fit, Reason::AllMet { rateless, unconfirmed, alone, together, done: None })
}

/// The budget that an open role needs, in seconds.
fn budget_s(finding: &RoleFinding) -> f64 {
    match &finding.reason {
        Reason::Line(line) => line.search.budget_s(),
        _ => 0.0,
    }
}

/// Whether the roles leave a FIT open: none is unfit, and none undecided without an excuse.
pub(crate) fn may_be_fit(findings: &[RoleFinding], requirement: &Requirement) -> bool {
    findings.iter().all(|found| found.verdict == Verdict::Fit || is_excused(found, requirement))
}

/// Whether a role lacks only the confirmation of its line, and only other roles have a required rate.
fn is_excused(finding: &RoleFinding, requirement: &Requirement) -> bool {
    let kinds = [RoleKind::Load, RoleKind::Commit, RoleKind::Bulk];
    let of_others = kinds.iter().any(|kind| required_rates(requirement, *kind) != (None, None));
    let Reason::Line(line) = &finding.reason else { return false };
    let known = matches!(line.search, Search::Unconfirmed { vague: false, .. });
    let rateless = required_rates(requirement, finding.kind) == (None, None);
    finding.verdict == Verdict::CannotTell && known && rateless && of_others
}

/// Adds what a fit of these findings rests on: which roles have no required rate, and what the trials cannot have seen.
pub fn fit_holds_for(
    reason: Reason,
    findings: &[RoleFinding],
    requirement: &Requirement,
    trials: &[TrialRecord],
    rotational: Option<bool>,
) -> Reason {
    let Reason::AllMet { alone, together, .. } = reason else { return reason };
    let rateless =
        findings.iter().filter(|found| required_rates(requirement, found.kind) == (None, None));
    let rateless = rateless.map(|found| (found.role.clone(), found.kind)).collect();
    let excused = findings.iter().filter(|found| is_excused(found, requirement));
    let unconfirmed = excused.map(|found| found.role.clone()).collect();
    Reason::AllMet { rateless, unconfirmed, alone, together, done: volume(trials, rotational) }
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
    use summary::WarningKind;
    use workload::LatencyLimit;

    const LINE: Estimate = Estimate { value: 1000.0, low: 980.0, high: 1050.0, confidence: 0.95 };

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
    fn a_required_rate_inside_the_interval_cannot_be_told() {
        assert_eq!(at_least(&LINE, 900.0), Verdict::Fit);
        assert_eq!(at_least(&LINE, 1100.0), Verdict::NotFit);
        assert_eq!(at_least(&LINE, 1020.0), Verdict::CannotTell);
        let open = Estimate { high: f64::NAN, ..LINE };
        assert_eq!(at_least(&open, 5000.0), Verdict::CannotTell);
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
            let budget = Some(record::reason::Budget { seconds, narrows: false });
            let search = Search::Unconfirmed { line: LINE, vague: false, short: true, budget };
            let limit = blank().latency_limit;
            let reason = LineReason::new(record::reason::LineUnit::Iops, limit, search);
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
    fn full_cpus_take_back_a_not_fit_and_nothing_else() {
        let full = Conditions { cpu_busy_share: Some(0.97), ..Conditions::default() };
        let judged = |verdict| (verdict, Reason::NotMeasured);
        for verdict in [Verdict::Fit, Verdict::CannotTell] {
            assert_eq!(unless_cpu(judged(verdict), &full), judged(verdict));
        }
        assert_eq!(unless_cpu(judged(Verdict::NotFit), &full).0, Verdict::CannotTell);
        let idle = Conditions { cpu_busy_share: Some(0.5), ..Conditions::default() };
        assert_eq!(unless_cpu(judged(Verdict::NotFit), &idle).0, Verdict::NotFit);
        assert_eq!(unless_cpu(judged(Verdict::NotFit), &Conditions::default()).0, Verdict::NotFit);
        let depth = |verdict, limit| unless_depth(judged(verdict), limit, 8).0;
        assert_eq!(depth(Verdict::NotFit, Limit::Depth), Verdict::CannotTell);
        assert_eq!(depth(Verdict::NotFit, Limit::Device), Verdict::NotFit);
        assert_eq!(depth(Verdict::Fit, Limit::Depth), Verdict::Fit);
    }

    #[test]
    fn a_fit_says_what_was_seen_and_of_which_roles_no_rate_is_required() {
        let finding = |role: &str, kind: RoleKind| {
            let mut record = blank();
            (record.role, record.kind) = (role.to_owned(), kind);
            record
        };
        let findings = [finding("data", RoleKind::Load), finding("wal", RoleKind::Commit)];
        let mut trial = trial(TrialPurpose::Closed, (310_400, 0), (0, 0));
        (trial.streams[0].read.bytes, trial.streams[0].seconds) = (5 << 30, 53.0);
        let judged = |requirement: &str, rotational: Option<bool>| {
            let requirement = if requirement.is_empty() {
                Requirement::default()
            } else {
                Requirement::read(requirement).unwrap()
            };
            let (rateless, unconfirmed) = (Vec::new(), Vec::new());
            let met =
                Reason::AllMet { rateless, unconfirmed, alone: false, together: None, done: None };
            match fit_holds_for(
                met,
                &findings,
                &requirement,
                std::slice::from_ref(&trial),
                rotational,
            ) {
                Reason::AllMet { rateless, done, .. } => (rateless, done),
                other => panic!("{other:?}"),
            }
        };
        let [data, wal] = [("data", RoleKind::Load), ("wal", RoleKind::Commit)];
        let [data, wal] = [data, wal].map(|(name, kind)| (name.to_owned(), kind));
        let done = Volume { operations: 310_400, bytes: 5 << 30, seconds: 53.0 };
        assert_eq!(judged("", None), (vec![data, wal.clone()], Some(done)));
        // A rotating disk has no burst credits.
        assert_eq!(judged("iops>=5000, p99<=10ms", Some(true)), (vec![wal], None));
        assert_eq!(judged("iops>=1,commits>=1", Some(true)), (Vec::new(), None));
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
