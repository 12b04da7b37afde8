//! Why a role or a run has its verdict, in sentences.

use super::warning::{detail, warning};
use super::{purpose, run_failure};
use crate::catalogue::{reason as text, unit};
use crate::language::Language;
use base::number::trimmed;
use record::reason::{LineReason, LineUnit, Reason, Volume};
use record::{
    Record, RoleFinding, State, StudyRecord, TogetherFinding, TogetherRole, TriedLoad, Verdict,
};
use summary::warning::{Detail, StallCounts};
use summary::{Warning, WarningKind, Weight};
use workload::LatencyLimit;

/// The reason for the answer of a run, in sentences; empty if there is none.
pub fn run_reason(language: Language, record: &Record) -> String {
    study_reason(language, &record.reason, record.state, record.study.as_ref())
}

/// The same from only the reason, the state and the study of a run.
pub fn study_reason(
    language: Language,
    reason: &Reason,
    state: State,
    study: Option<&StudyRecord>,
) -> String {
    match reason {
        Reason::Study => {
            study.map(|study| crate::studies::answer(language, state, study)).unwrap_or_default()
        }
        other => self::reason(language, other),
    }
}

/// What the machine did to a role, and the action to take, as the warning about it says. On an idle machine it may lack time as well.
fn of_machine(language: Language, kind: WarningKind, detail: Detail, otherwise: &Reason) -> String {
    let machine = warning(language, &Warning::of_run(kind, Weight::Warning, detail));
    match otherwise.inner_line().and_then(|line| budget_decides(language, line, None)) {
        Some(budget) => format!("{machine} {budget}"),
        None => machine,
    }
}

/// A reason in sentences; empty if there is none, and for a study, whose answer [`run_reason`] returns.
pub fn reason(language: Language, reason: &Reason) -> String {
    let own = |otherwise: &Reason| self::reason(language, otherwise);
    match reason {
        Reason::NotMeasured => text::not_measured(language).to_owned(),
        Reason::Interrupted => text::interrupted(language).to_owned(),
        Reason::Line(line) => with_budget(language, line, None),
        Reason::Throttled { quota, otherwise } => {
            let detail = Detail::CpuThrottled(quota.clone());
            of_machine(language, WarningKind::CpuThrottled, detail, otherwise)
        }
        Reason::CpusBusy { load, otherwise } if load.is_foreign() => {
            let detail = Detail::ForeignCpu(load.clone());
            of_machine(language, WarningKind::ForeignCpu, detail, otherwise)
        }
        Reason::CpusBusy { load, otherwise } => {
            let detail = Detail::CpusBusy { load: load.clone(), beside_quota: false };
            of_machine(language, WarningKind::CpuSaturated, detail, otherwise)
        }
        Reason::DepthLimited { depth, otherwise } => {
            text::depth_limited(language, u64::from(*depth), &own(otherwise))
        }
        Reason::Failed(failed) => text::failed(language, *failed),
        Reason::TrialFailed { trial, failed, operations } => {
            text::trial_failed(language, *failed, *operations, &purpose(language, trial))
        }
        Reason::Forbidden(what) => text::forbidden(language, &detail(language, what)),
        Reason::SlowerSince { after_s, otherwise } => {
            text::slower_since(language, after_s.round(), &own(otherwise))
        }
        Reason::Role { role, reason: its, more, .. } => {
            let first = text::role(language, role, &role_reason(language, role, its));
            match more {
                0 => first,
                more => format!("{first} {}", text::more_roles(language, *more as u64)),
            }
        }
        Reason::AllMet { together, done } => {
            let met = match together {
                Some(found) => self::together(language, found),
                None => text::all_met(language).to_owned(),
            };
            let unseen = done.as_ref().map(|done| unseen(language, done));
            [Some(met), unseen].into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        Reason::Together(found) => together(language, found),
        Reason::Undecided => text::undecided(language).to_owned(),
        Reason::Unfinished(None) => text::unfinished(language).to_owned(),
        Reason::Unfinished(Some(so_far)) => text::unfinished_so_far(language, &own(so_far)),
        Reason::Integrity(found) => crate::proof::reason(language, *found),
        Reason::Failures(failures) => {
            let failures = failures.iter().map(|failure| run_failure(language, failure));
            failures.collect::<Vec<_>>().join("; ")
        }
        Reason::None | Reason::Study => String::new(),
    }
}

/// The reason of one role of several: its action names the role.
pub fn role_reason(language: Language, role: &str, its: &Reason) -> String {
    match its {
        Reason::Line(line) => with_budget(language, line, Some(role)),
        other => reason(language, other),
    }
}

/// All required rates at the same time: each role with its latency, and how much of a known quota they use.
fn together(language: Language, found: &TogetherFinding) -> String {
    let roles = |met: bool| {
        let some = found.roles.iter().filter(|role| (role.verdict == Verdict::Fit) == met);
        let some = some.map(|role| together_role(language, role)).collect::<Vec<_>>().join("; ");
        (!some.is_empty()).then_some(some)
    };
    let (met, missed) = (roles(true), roles(false).unwrap_or_default());
    let time = language.duration(found.seconds);
    let first = match found.verdict {
        Verdict::Fit => text::together_met(language, &time, &met.clone().unwrap_or_default()),
        Verdict::NotFit => text::together_missed(language, &time, &missed),
        Verdict::CannotTell => text::together_unsure(language, &time, &missed),
    };
    let others = met.filter(|_| found.verdict != Verdict::Fit);
    let others = others.map(|met| text::together_others(language, &met));
    let quota = found.quota.as_ref().map(|used| {
        let quota = super::quota(language, &used.quota);
        let need = text::together_quota(language, used.share, &quota, used.flushes);
        // Rounded down: at the printed multiple, the quota is not full yet.
        let times = (100.0 / used.share).floor() / 100.0;
        let most = (times > 1.0).then(|| text::together_most(language, times));
        [Some(need), most].into_iter().flatten().collect::<Vec<_>>().join(" ")
    });
    [Some(first), others, quota].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn together_role(language: Language, role: &TogetherRole) -> String {
    let TogetherRole { limit, latency_ns, operations, .. } = *role;
    let rate = format!("{} {}", language.number(role.rate), super::rate_unit(language, role.kind));
    let (role, rate) = (&*role.role, &*rate);
    match latency_ns {
        Some(ns) => {
            let quantile = &*quantile_of(language, &limit, operations);
            let (latency, limit) = (ns as f64, limit.latency_ns.0 as f64);
            let met = text::TogetherRole { role, rate, quantile, latency, limit };
            text::together_role(language, &met)
        }
        None => {
            let quantile = &*language.quantile(limit.quantile);
            text::together_few(language, &text::TogetherFew { role, rate, quantile })
        }
    }
}

/// The quantile of the limit, such as p99, or that the latency is of the slowest of too few operations for it.
pub(crate) fn quantile_of(language: Language, limit: &LatencyLimit, operations: u64) -> String {
    if operations as f64 >= limit.operations_min() {
        language.quantile(limit.quantile)
    } else {
        text::slowest_of(language, operations)
    }
}

/// What all required rates showed at once, where another reason decided.
pub(crate) fn tried_together(language: Language, reason: &Reason) -> Option<String> {
    let Reason::Role { together: Some(found), .. } = reason else { return None };
    let roles = found.roles.iter().map(|role| together_role(language, role));
    let roles = roles.collect::<Vec<_>>().join("; ");
    Some(text::tried_together(language, &language.duration(found.seconds), &roles))
}

/// What the last trial at the required rate showed of a role.
pub(crate) fn at_required_rate(language: Language, finding: &RoleFinding) -> Option<String> {
    let tried = finding.at_required_rate?;
    let rate = super::rate_unit(language, finding.kind);
    let role = text::TogetherRole {
        role: &finding.role,
        rate: &format!("{} {rate}", language.number(tried.rate)),
        quantile: &quantile_of(language, &finding.latency_limit, tried.operations),
        latency: tried.latency_ns? as f64,
        limit: finding.latency_limit.latency_ns.0 as f64,
    };
    Some(text::together_role(language, &role))
}

/// What the trials cannot have seen of a volume that is fast only for a while.
fn unseen(language: Language, done: &Volume) -> String {
    let (value, unit) = rounded(done.seconds, f64::floor);
    let time = language.measure((trimmed(value, 0), unit));
    text::unseen(language, done.bytes >> 20 << 20, &time)
}

fn line(language: Language, of: &LineReason) -> String {
    let unit = match of.unit {
        LineUnit::Iops => unit::iops(language),
        LineUnit::Transfers => unit::transfers(language),
        LineUnit::Commits => unit::commits(language),
        LineUnit::SharedCommits => unit::shared_commits(language),
    };
    let rate = |value: f64| format!("{} {unit}", language.number(value));
    let seen = of.stalls.as_ref().map(|seen| stalls(language, seen));
    let mut sentences = Vec::new();
    if let Some(seen) = seen.as_ref().filter(|_| of.stalled) {
        return text::no_load_meets(language, &of.limit, seen);
    }
    sentences.extend(of.refuted.as_ref().map(|load| refuted(language, of, load, &rate(load.rate))));
    sentences.push(match &of.confirmed {
        Some(load) => confirmed(language, of, load, &rate(load.rate)),
        None => text::none_confirmed(language).to_owned(),
    });
    sentences.extend(of.requirement.map(|required| text::rate_required(language, &rate(required))));
    if let (Some(counts), Some(seen)) = (&of.stalls, seen) {
        sentences.push(if counts.late_share > 1.0 - of.limit.quantile {
            text::stalls_break_limit(language, &seen, &of.limit)
        } else {
            seen
        });
    }
    sentences.extend(of.done.as_ref().map(|done| unseen(language, done)));
    sentences.join(" ")
}

/// The loads of a role, and the options that may decide it: the whole budget for it alone.
fn with_budget(language: Language, of: &LineReason, role: Option<&str>) -> String {
    let loads = line(language, of);
    match budget_decides(language, of, role) {
        Some(budget) => format!("{loads} {budget}"),
        None => loads,
    }
}

/// The options that bring the two loads nearer together.
fn budget_decides(language: Language, of: &LineReason, role: Option<&str>) -> Option<String> {
    let (value, unit) = rounded(of.budget_s?, f64::ceil);
    let budget = format!("--budget {}{unit}", trimmed(value, 0));
    // The only role of a job has the job's name.
    let role = role.filter(|role| !role.contains(char::is_whitespace));
    let options = role.map_or(budget.clone(), |role| format!("--roles {role} {budget}"));
    Some(text::budget_decides(language, &options))
}

fn confirmed(language: Language, of: &LineReason, load: &TriedLoad, rate: &str) -> String {
    let quantile = language.quantile(of.limit.quantile);
    let (latency, time) = (load.latency_ns.unwrap_or_default(), language.duration(load.seconds));
    text::load_confirmed(language, rate, latency as f64, &quantile, &time)
}

fn refuted(language: Language, of: &LineReason, load: &TriedLoad, rate: &str) -> String {
    let latency_ns = load.latency_ns.filter(|ns| *ns > of.limit.latency_ns.0);
    match latency_ns {
        _ if load.rate <= 0.0 => text::smallest_breaks(language, &of.limit),
        None => text::rate_refuted(language, rate, &of.limit),
        Some(ns) => {
            let quantile = language.quantile(of.limit.quantile);
            let limit_ns = of.limit.latency_ns.0 as f64;
            text::load_refuted(language, rate, ns as f64, &quantile, limit_ns)
        }
    }
}

/// How long and how often the trials of a role stalled, in a sentence.
pub(crate) fn stalls(language: Language, seen: &StallCounts) -> String {
    let every_s = seen.seconds / f64::from(seen.count.max(1));
    let values = text::Stalls {
        count: seen.count.into(),
        usual: seen.usual_s,
        total: seen.seconds.round(),
        every: if every_s < 10.0 { (every_s * 10.0).round() / 10.0 } else { every_s.round() },
    };
    text::stalls(language, &values)
}

/// A time in round numbers: rounded up for a required time, down for a measured one.
fn rounded(seconds: f64, round: fn(f64) -> f64) -> (f64, &'static str) {
    let to = |value: f64, step: f64| round(value / step) * step;
    match seconds {
        s if s < 10.0 => (to(s, 1.0), "s"),
        s if s <= 100.0 => (to(s, 10.0), "s"),
        s if s <= 600.0 => (to(s / 60.0, 1.0), "min"),
        s if s <= 7_200.0 => (to(s / 60.0, 5.0), "min"),
        s => (to(s / 3600.0, 1.0), "h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Nanos;
    use record::{Quota, QuotaUse};
    use summary::{LimitOwner, QuotaUnit};
    use workload::{LatencyLimit, RoleKind};

    const EN: Language = Language::En;

    fn of() -> LineReason {
        let limit = LatencyLimit { quantile: 0.99, latency_ns: Nanos::millis(10) };
        LineReason::new(LineUnit::Commits, limit)
    }

    fn load(rate: f64, latency_ms: u64) -> Option<TriedLoad> {
        let latency_ns = Some(latency_ms * 1_000_000);
        Some(TriedLoad { rate, operations: 6_820, seconds: 22.0, latency_ns })
    }

    #[test]
    fn an_open_role_says_between_which_loads_it_is_open_and_what_would_decide() {
        let mut open = of();
        (open.confirmed, open.refuted) = (load(310.0, 4), load(520.0, 12));
        (open.requirement, open.budget_s) = (Some(400.0), Some(232.0));
        let of_role = |role: &str| {
            let inner = Box::new(Reason::Line(Box::new(open.clone())));
            reason(
                EN,
                &Reason::Role { role: role.to_owned(), reason: inner, more: 0, together: None },
            )
        };
        assert_eq!(
            of_role("log"),
            "log: At 520 commits/s, p99 is 12 ms; the limit is 10 ms. Confirmed: 310 commits/s with p99 4 ms, for 22 s. Required: \
             400 commits/s. --roles log --budget 4min may decide it."
        );
        assert!(of_role("a job of two words").ends_with(". --budget 4min may decide it."));
        (open.confirmed, open.budget_s) = (None, None);
        open.refuted = Some(TriedLoad { latency_ns: None, ..load(520.0, 1).unwrap() });
        assert_eq!(
            line(EN, &open),
            "From 520 commits/s on, p99 ≤ 10 ms is missed. No load is confirmed yet. Required: 400 commits/s."
        );
        open.refuted = load(0.0, 14);
        assert!(
            line(EN, &open).starts_with("Even one operation at a time does not meet p99 ≤ 10 ms.")
        );
    }

    #[test]
    fn roles_together_are_named_with_their_numbers_and_the_quota() {
        let role = |name: &str, kind, rate, latency_ns, verdict| TogetherRole {
            role: name.to_owned(),
            kind,
            rate,
            limit: LatencyLimit { quantile: 0.99, latency_ns: Nanos::millis(10) },
            operations: 2000,
            latency_ns,
            verdict,
        };
        let wal = role("wal", RoleKind::Commit, 400.0, Some(27_500_000), Verdict::NotFit);
        let data = role("data", RoleKind::Load, 20.0, None, Verdict::Fit);
        let owner = LimitOwner { group: "/db".to_owned(), device: "sdb".to_owned() };
        let quota = Quota { value: 3_000.0, unit: QuotaUnit::Writes, owner: Some(owner) };
        let found = |verdict, quota| {
            let roles = vec![wal.clone(), data.clone()];
            let finding = TogetherFinding { verdict, roles, seconds: 6.6, quota };
            reason(EN, &Reason::Together(Box::new(finding)))
        };
        let roles = "wal at 400 commits/s, p99 27.5 ms (limit 10 ms). Within its limit: data at 20 IOPS, too few operations for p99";
        let missed = found(Verdict::NotFit, Some(QuotaUse { quota, share: 0.98, flushes: true }));
        let start = format!(
            "are too much: {roles}. If each commit had a flush of its own, the required rates together would use 98 % of the \
            quota of the control group /db on sdb (3,000 writes/s). "
        );
        assert!(missed.contains(&start), "{missed}");
        let end = "The quota would be full at 1.02 times these rates.";
        assert!(missed.ends_with(end), "{missed}");
        assert!(found(Verdict::Fit, None).contains("at once, for 6.6 s: data"));
        let open = found(Verdict::CannotTell, None);
        assert!(open.contains("for 6.6 s, were too much, which may be chance: wal"), "{open}");
    }

    #[test]
    fn times_are_round() {
        for (seconds, up) in [
            (7.2, (8.0, "s")),
            (61.0, (70.0, "s")),
            (119.0, (2.0, "min")),
            (700.0, (15.0, "min")),
            (8000.0, (3.0, "h")),
        ] {
            assert_eq!(rounded(seconds, f64::ceil), up);
        }
        for (seconds, down) in [
            (7.9, (7.0, "s")),
            (19.0, (10.0, "s")),
            (179.0, (2.0, "min")),
            (7199.0, (115.0, "min")),
        ] {
            assert_eq!(rounded(seconds, f64::floor), down);
        }
    }
}
