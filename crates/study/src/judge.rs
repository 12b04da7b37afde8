//! Fit, not fit or cannot tell: findings against a need, each with one sentence that says why.
//!
//! Takes numbers with their intervals and doubts, gives verdicts. Says "not fit" only when the whole interval
//! misses the need, and "fit" only when the whole of it meets it.

use crate::ramp::time_seen_in_words;
use base::Bytes;
use base::units::{grouped, readable};
use record::{Limit, RoleFinding, TrialRecord, Verdict};
use summary::{Conditions, Doubt, Estimate, Weight, doubt};
use workload::{Requirement, RoleKind};

/// "Not fit" only where the storage could be seen: with saturated CPUs it may be this machine that cannot.
pub fn unless_cpu(told: (Verdict, String), conditions: &Conditions) -> (Verdict, String) {
    let (verdict, reason) = told;
    if verdict != Verdict::NotFit || doubt::cpu_saturated(conditions).is_none() {
        return (verdict, reason);
    }
    let busy = conditions.cpu_busy_share.unwrap_or(1.0) * 100.0;
    let why = format!(
        "{reason}, but the CPUs of this machine were {busy:.0} % busy meanwhile: it may be them and not the storage"
    );
    (Verdict::CannotTell, why)
}

/// Whether a quota was found under what is needed: then that is why, whatever else was busy.
pub fn quota_falls_short(finding: &RoleFinding, need: &Requirement) -> bool {
    let (rate, mibps) = needed(need, finding.kind);
    let group = finding.commits_group.map(|(rate, _)| rate);
    let carried = match finding.kind {
        RoleKind::Commit => group.or(finding.commits_single).map(|rate| rate.value),
        RoleKind::Load | RoleKind::Bulk => finding.saturation_iops,
    };
    let short = |carried: Option<f64>, need: Option<f64>| {
        carried.zip(need).is_some_and(|(carried, need)| carried < need)
    };
    finding.limit == Limit::Quota && (short(carried, rate) || short(finding.mibps, mibps))
}

/// What a role's answer is once operations failed: none, when in any of its trials too many did for numbers to mean
/// something. The rule is the one by which the doubt about I/O errors forbids an answer. A single failure forbids a FIT: a
/// database stops at a failed flush or write, and a failed read is lost data.
pub fn unless_failed(told: (Verdict, String), trials: &[TrialRecord]) -> (Verdict, String) {
    let told = match (told, failures(trials)) {
        ((Verdict::Fit, _), failed @ 1..) => {
            let operations = if failed == 1 { "operation" } else { "operations" };
            let why = format!(
                "{} {operations} failed, and a database stops or loses data when one does. Repair or replace the storage, \
                 then check again",
                grouped(failed)
            );
            (Verdict::CannotTell, why)
        }
        (told, _) => told,
    };
    let failed = trials.iter().find_map(|trial| {
        let counts = trial.streams.iter().find_map(doubt::failed_too_often)?;
        Some((trial, counts))
    });
    let Some((trial, (failed, all))) = failed else { return told };
    let why = format!(
        "in the trial \"{}\" {} of {} operations failed",
        trial.purpose,
        grouped(failed),
        grouped(all)
    );
    (Verdict::CannotTell, why)
}

/// Operations that failed in these trials.
fn failures(trials: &[TrialRecord]) -> u64 {
    let streams = trials.iter().flat_map(|trial| &trial.streams);
    streams.map(|s| s.read.errors + s.write.errors + s.flush.errors).sum()
}

/// The verdict on one number that must be at least `need`: the published value is a lower bound already.
pub fn at_least(unit: &str, got: &Estimate, need: f64) -> (Verdict, String) {
    if got.value >= need {
        let why = format!(
            "Highest confirmed load: {} {unit}; {} are needed",
            readable(got.value),
            readable(need)
        );
        (Verdict::Fit, why)
    } else if got.high < need {
        let why = format!(
            "The highest load within the limit is at most {} {unit}; {} are needed",
            readable(got.high),
            readable(need)
        );
        (Verdict::NotFit, why)
    } else {
        let why = format!(
            "{} {unit} were confirmed; the needed {} lie within the interval of the highest load",
            readable(got.value),
            readable(need)
        );
        (Verdict::CannotTell, why)
    }
}

/// The parts of a need that concern a kind of role, as (rate per second, throughput in MiB/s).
pub fn needed(need: &Requirement, kind: RoleKind) -> (Option<f64>, Option<f64>) {
    match kind {
        RoleKind::Load => (need.iops_min, None),
        RoleKind::Commit => (need.commits_min, None),
        RoleKind::Bulk => (None, need.mibps_min),
    }
}

/// The answer in all: not fit when any role is not fit, fit when all are and no doubt forbids it.
pub fn overall(findings: &[RoleFinding], doubts: &[Doubt]) -> (Verdict, String) {
    if let Some(reason) = forbidden(doubts) {
        return (Verdict::CannotTell, reason);
    }
    for verdict in [Verdict::NotFit, Verdict::CannotTell] {
        let those: Vec<&RoleFinding> = findings.iter().filter(|f| f.verdict == verdict).collect();
        if let Some(first) = those.first() {
            let more = match those.len() {
                1 => String::new(),
                n => format!(" (and {} more)", n - 1),
            };
            return (verdict, format!("{}: {}{more}", first.role, first.reason));
        }
    }
    if findings.is_empty() {
        return (Verdict::CannotTell, "nothing was measured".to_owned());
    }
    (Verdict::Fit, "All roles meet their latency limits and requirements.".to_owned())
}

/// What a FIT of these findings rests on: which roles had no rate to meet, and what the trials cannot have seen.
pub fn fit_holds_for(
    findings: &[RoleFinding],
    need: &Requirement,
    trials: &[TrialRecord],
    rotational: Option<bool>,
) -> String {
    let parts = [no_rate(findings, need), unseen(trials).filter(|_| rotational != Some(true))];
    parts.into_iter().flatten().map(|part| format!(" {part}")).collect()
}

/// Roles that no rate is required of are fit at any load: which, and how to require one.
fn no_rate(findings: &[RoleFinding], need: &Requirement) -> Option<String> {
    let rateless = |finding: &&RoleFinding| needed(need, finding.kind) == (None, None);
    let rateless: Vec<&RoleFinding> = findings.iter().filter(rateless).collect();
    if rateless.is_empty() {
        return None;
    }
    let names: Vec<&str> = rateless.iter().map(|finding| finding.role.as_str()).collect();
    let mut clauses: Vec<&str> = Vec::new();
    for finding in rateless {
        let clause = match finding.kind {
            RoleKind::Load => "iops>=N",
            RoleKind::Commit => "commits>=N",
            RoleKind::Bulk => "mib/s>=N",
        };
        if !clauses.contains(&clause) {
            clauses.push(clause);
        }
    }
    Some(format!(
        "No rate is required of {}, so any load line is enough there; --need '{}' states one.",
        names.join(", "),
        clauses.join(", ")
    ))
}

/// A ramp's finding, and of a FIT what it cannot have seen.
pub fn with_unseen(
    mut finding: RoleFinding,
    trials: &[TrialRecord],
    rotational: Option<bool>,
) -> RoleFinding {
    if finding.verdict == Verdict::Fit && rotational != Some(true) {
        finding.reason.extend(unseen(trials).map(|text| format!(". {text}")));
    }
    finding
}

/// What trials cannot have seen of a volume that is fast for a while: credits or a cache that last longer than what they did.
fn unseen(trials: &[TrialRecord]) -> Option<String> {
    let streams = || trials.iter().flat_map(|trial| &trial.streams);
    let ios: u64 = streams().map(|s| s.read.ios + s.write.ios).sum();
    let bytes: u64 = streams().map(|s| s.read.bytes + s.write.bytes).sum();
    let seconds: f64 = streams().map(|s| s.seconds).sum();
    // To two figures: nobody counts credits in ones.
    let down = |value: u64| {
        let step = 10_u64.pow(value.max(1).ilog10().saturating_sub(1));
        value / step * step
    };
    let moved = Bytes(bytes >> 20 << 20);
    (ios > 0).then(|| {
        format!(
            "Burst credits or a cache may last longer than this run, which did {} operations ({moved}) in {}: whether the rate \
             falls after that is not known. A longer budget sees more.",
            grouped(down(ios)),
            time_seen_in_words(seconds)
        )
    })
}

/// The finding of a role that is judged alone: it cannot be told where a doubt forbids to rest anything on its numbers.
pub fn unless_forbidden(finding: RoleFinding, doubts: &[Doubt]) -> RoleFinding {
    match forbidden(doubts) {
        Some(reason) => RoleFinding { verdict: Verdict::CannotTell, reason, ..finding },
        None => finding,
    }
}

/// Why no answer can rest on what was measured.
fn forbidden(doubts: &[Doubt]) -> Option<String> {
    let doubt = doubts.iter().find(|doubt| doubt.weight == Weight::Forbids)?;
    Some(format!("no answer can rest on these numbers: {}", doubt.text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::TrialPurpose;
    use summary::DoubtKind;
    use workload::LatencyLimit;

    const LINE: Estimate = Estimate { value: 1000.0, low: 980.0, high: 1050.0, confidence: 0.95 };

    fn blank() -> RoleFinding {
        RoleFinding {
            role: "data".to_owned(),
            title: String::new(),
            kind: RoleKind::Load,
            operation: String::new(),
            ceiling: LatencyLimit { quantile: 0.99, latency_ns: base::Nanos::millis(10) },
            load_line: None,
            mibps: None,
            latency_ns: None,
            at_need: None,
            saturation_iops: None,
            commits_single: None,
            commit_latency_ns: None,
            commits_group: None,
            limit: Limit::Unknown,
            quota: None,
            verdict: Verdict::NotFit,
            reason: String::new(),
        }
    }

    #[test]
    fn a_need_inside_the_interval_cannot_be_told() {
        assert_eq!(at_least("IOPS", &LINE, 900.0).0, Verdict::Fit);
        assert_eq!(at_least("IOPS", &LINE, 1100.0).0, Verdict::NotFit);
        assert_eq!(at_least("IOPS", &LINE, 1020.0).0, Verdict::CannotTell);
        let open = Estimate { high: f64::NAN, ..LINE };
        assert_eq!(at_least("IOPS", &open, 5000.0).0, Verdict::CannotTell);
    }

    #[test]
    fn full_cpus_excuse_no_rate_that_a_quota_holds_under_the_need() {
        let short = |limit: Limit, saturation: f64, need: &str| {
            let saturation_iops = Some(saturation);
            let finding = RoleFinding { saturation_iops, limit, ..blank() };
            quota_falls_short(&finding, &Requirement::read(need).unwrap())
        };
        assert!(short(Limit::Quota, 615.0, "iops>=1000"));
        assert!(!short(Limit::Device, 615.0, "iops>=1000"), "the CPUs may be why");
        assert!(!short(Limit::Quota, 3000.0, "iops>=1000"), "the quota is not why");
        assert!(!short(Limit::Quota, 615.0, "p99<=1ms"), "nor of a latency");
    }

    #[test]
    fn numbers_in_reasons_are_grouped() {
        let (_, reason) = at_least("IOPS", &Estimate { value: 48_598.4, ..LINE }, 1_000.0);
        assert_eq!(reason, "Highest confirmed load: 48,598 IOPS; 1,000 are needed");
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
        let told = |verdict| (verdict, "it does".to_owned());
        let none = trial(TrialPurpose::Closed, (100_000, 0), (0, 0));
        assert_eq!(
            unless_failed(told(Verdict::Fit), std::slice::from_ref(&none)),
            told(Verdict::Fit)
        );
        let few = trial(TrialPurpose::Closed, (100_000, 0), (100_000, 1));
        let (verdict, reason) = unless_failed(told(Verdict::Fit), std::slice::from_ref(&few));
        assert_eq!(verdict, Verdict::CannotTell);
        assert!(reason.starts_with("1 operation failed, and a database stops"), "{reason}");
        assert_eq!(
            unless_failed(told(Verdict::NotFit), std::slice::from_ref(&few)),
            told(Verdict::NotFit)
        );
        let many = trial(TrialPurpose::Closed, (1_000_000, 0), (98_000, 2_000));
        let (verdict, reason) = unless_failed(told(Verdict::Fit), &[few, many]);
        assert_eq!(verdict, Verdict::CannotTell);
        assert_eq!(reason, "in the trial \"closed\" 2,000 of 100,000 operations failed");
    }

    #[test]
    fn failures_of_the_trial_that_decided_do_not_hide_behind_the_others() {
        let told = (Verdict::Fit, "it does".to_owned());
        let trials = [
            trial(TrialPurpose::Closed, (1_000_000, 0), (0, 0)),
            trial(TrialPurpose::Confirm, (4_994, 6), (0, 0)),
        ];
        let (verdict, reason) = unless_failed(told, &trials);
        assert_eq!(verdict, Verdict::CannotTell);
        assert_eq!(reason, "in the trial \"confirm\" 6 of 5,000 operations failed");
    }

    #[test]
    fn full_cpus_take_back_a_not_fit_and_nothing_else() {
        let full = Conditions { cpu_busy_share: Some(0.97), ..Conditions::default() };
        let told = |verdict| (verdict, "why".to_owned());
        for verdict in [Verdict::Fit, Verdict::CannotTell] {
            assert_eq!(unless_cpu(told(verdict), &full), told(verdict));
        }
        assert_eq!(unless_cpu(told(Verdict::NotFit), &full).0, Verdict::CannotTell);
        let idle = Conditions { cpu_busy_share: Some(0.5), ..Conditions::default() };
        assert_eq!(unless_cpu(told(Verdict::NotFit), &idle).0, Verdict::NotFit);
        assert_eq!(unless_cpu(told(Verdict::NotFit), &Conditions::default()).0, Verdict::NotFit);
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
        let told = |need: &str, rotational: Option<bool>| {
            let need = if need.is_empty() {
                Requirement::default()
            } else {
                Requirement::read(need).unwrap()
            };
            fit_holds_for(&findings, &need, std::slice::from_ref(&trial), rotational)
        };
        let all = told("", None);
        assert!(
            all.contains("No rate is required of data, wal, so any load line is enough there; --need 'iops>=N, commits>=N'"),
            "{all}"
        );
        assert!(all.contains("did 310,000 operations (5 GiB) in 50 s"), "{all}");
        let log = told("iops>=5000, p99<=10ms", Some(true));
        assert!(
            log.starts_with(" No rate is required of wal, ") && log.contains("'commits>=N'"),
            "{log}"
        );
        assert!(!log.contains("credits"), "a rotating disk has none: {log}");
        assert_eq!(told("iops>=1,commits>=1", Some(true)), "");
    }

    #[test]
    fn a_forbidding_doubt_leaves_no_verdict() {
        let doubt = Doubt {
            kind: DoubtKind::PageCache,
            weight: Weight::Forbids,
            about: String::new(),
            text: "the page cache answered".to_owned(),
        };
        assert_eq!(overall(&[], &[doubt]).0, Verdict::CannotTell);
        assert_eq!(overall(&[], &[]).0, Verdict::CannotTell);
    }
}
