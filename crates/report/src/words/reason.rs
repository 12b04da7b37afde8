//! Why a role or a run has its verdict, in sentences.

use super::warning::detail;
use super::{purpose, run_failure};
use crate::catalogue::{reason as text, unit};
use crate::language::Language;
use base::units::trimmed;
use record::reason::{
    Budget, Confirmation, LineReason, LineUnit, Reason, Search, StallEffect, Volume,
};
use record::{Record, State, StudyRecord, TogetherFinding, TogetherRole, Verdict};
use summary::Estimate;
use summary::warning::StallCounts;
use workload::RoleKind;

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

/// A reason in sentences; empty if there is none, and for a study, whose answer [`run_reason`] returns.
pub fn reason(language: Language, reason: &Reason) -> String {
    let own = |otherwise: &Reason| self::reason(language, otherwise);
    match reason {
        Reason::NotMeasured => text::not_measured(language).to_owned(),
        Reason::Interrupted => text::interrupted(language).to_owned(),
        Reason::Line(line) => self::line(language, line),
        Reason::CpusBusy { share, otherwise } => text::cpus_busy(language, &own(otherwise), *share),
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
        Reason::StallsOfRoles { roles, stalls: seen, limit, own: some, otherwise } => {
            let (roles, seen) = (roles.join(", "), stalls(language, seen));
            text::stalls_of_roles(language, &roles, &seen, limit, *some, &own(otherwise))
        }
        Reason::Role { role, reason: its, more } => {
            let first = text::role(language, role, &own(its));
            match more {
                0 => first,
                more => format!("{first} {}", text::more_roles(language, *more as u64)),
            }
        }
        Reason::AllMet { rateless, unconfirmed, alone, together, done } => {
            let met = match unconfirmed.is_empty() {
                true => text::all_met(language),
                false => text::rates_met(language),
            };
            let met = met.to_owned();
            let done = done.as_ref().map(|done| unseen(language, done));
            let lines = (!unconfirmed.is_empty())
                .then(|| text::lines_unconfirmed(language, &unconfirmed.join(", ")));
            let alone = alone.then(|| text::roles_alone(language).to_owned());
            let together = together.as_ref().map(|found| self::together(language, found));
            let sentences =
                [Some(met), lines, together, alone, no_rate(language, rateless, unconfirmed), done];
            sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
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
    let TogetherRole { limit, latency_ns, .. } = *role;
    let rate = format!("{} {}", language.number(role.rate), super::rate_unit(language, role.kind));
    let (role, rate, quantile) = (&*role.role, &*rate, &*language.quantile(limit.quantile));
    match latency_ns {
        Some(ns) => {
            let (latency, limit) = (ns as f64, limit.latency_ns.0 as f64);
            let met = text::TogetherRole { role, rate, quantile, latency, limit };
            text::together_role(language, &met)
        }
        None => text::together_few(language, &text::TogetherFew { role, rate, quantile }),
    }
}

/// Names the roles without a required rate whose load line was confirmed, and says how to require one.
fn no_rate(
    language: Language,
    rateless: &[(String, RoleKind)],
    unconfirmed: &[String],
) -> Option<String> {
    let rateless: Vec<_> =
        rateless.iter().filter(|(name, _)| !unconfirmed.contains(name)).collect();
    let names: Vec<&str> = rateless.iter().map(|(name, _)| name.as_str()).collect();
    let mut clauses: Vec<&str> = Vec::new();
    for clause in rateless.iter().map(|(_, kind)| kind.clause()) {
        if !clauses.contains(&clause) {
            clauses.push(clause);
        }
    }
    (!rateless.is_empty()).then(|| text::no_rate(language, &names.join(", "), &clauses.join(", ")))
}

/// What the trials cannot have seen of a volume that is fast only for a while.
fn unseen(language: Language, done: &Volume) -> String {
    // Two digits: more precision means nothing for credits.
    let down = |value: u64| {
        let step = 10_u64.pow(value.max(1).ilog10().saturating_sub(1));
        value / step * step
    };
    let time = rounded(language, done.seconds, f64::floor);
    text::unseen(language, down(done.operations), done.bytes >> 20 << 20, &time)
}

fn line(language: Language, of: &LineReason) -> String {
    let unit = match of.unit {
        LineUnit::Iops => unit::iops(language),
        LineUnit::Transfers => unit::transfers(language),
        LineUnit::Commits => unit::commits(language),
        LineUnit::SharedCommits => unit::shared_commits(language),
    };
    let mut sentences = Vec::new();
    if let Some((rate, ns)) = of.at_required_rate {
        let rate = format!("{} {unit}", language.number(rate));
        let quantile = language.quantile(of.limit.quantile);
        let limit_ns = of.limit.latency_ns.0 as f64;
        sentences.push(text::at_required_rate(language, &rate, &quantile, ns as f64, limit_ns));
    }
    sentences.extend(search(language, of, unit));
    if of.contradicted && of.at_required_rate.is_some() {
        sentences.push(text::contradicted(language).to_owned());
    }
    if met_below_the_line(of) {
        sentences.push(text::short_trial(language).to_owned());
    }
    if let Some(met) = &of.stalls {
        let seen = stalls(language, &met.stalls);
        match met.effect {
            StallEffect::BreakLimit => {
                sentences.push(text::stalls_break_limit(language, &seen, &of.limit));
            }
            StallEffect::Beside => sentences.push(seen),
            StallEffect::BesideConfirmed => {
                sentences.extend([seen, text::stalls_beside_confirmed(language).to_owned()]);
            }
        }
    }
    if of.shared_may_carry {
        sentences.push(text::shared_may_carry(language).to_owned());
    }
    sentences.extend(of.done.as_ref().map(|done| unseen(language, done)));
    sentences.join(" ")
}

/// Whether the trial at the required rate met the limit although the whole interval of the line lies below that rate.
fn met_below_the_line(of: &LineReason) -> bool {
    let met = of.at_required_rate.is_some_and(|(_, ns)| ns <= of.limit.latency_ns.0);
    met && matches!(&of.search, Search::Against { line, requirement, .. } if line.high < *requirement)
}

/// The result of the search for the load line.
fn search(language: Language, of: &LineReason, unit: &str) -> Vec<String> {
    let limit = &of.limit;
    let rate = |value: f64| format!("{} {unit}", language.number(value));
    let (found, more) = match &of.search {
        Search::Stalled(seen) => {
            (text::no_load_meets(language, limit, &stalls(language, seen)), None)
        }
        Search::AloneBreaks => (text::smallest_breaks(language, limit), None),
        Search::LowestBreaks(lowest) => {
            (text::lowest_breaks(language, &rate(*lowest), limit), None)
        }
        Search::NothingHeld => (text::nothing_held(language).to_owned(), None),
        Search::Against { line, requirement, confirmed, budget } => {
            let confirmed = confirmed.as_ref().map(|confirmed| held(language, confirmed));
            let confirmed = confirmed.unwrap_or_default();
            (against(language, line, *requirement, unit, &confirmed), budget.as_ref())
        }
        Search::Confirmed { line, confirmed, budget } => {
            let confirmed = held(language, confirmed);
            (text::confirmed(language, &rate(*line), limit, &confirmed), budget.as_ref())
        }
        Search::Vague { line, budget } => {
            let text = text::vague(language, &rate(line.value), limit, line.low, line.high);
            (text, budget.as_ref())
        }
        Search::RequiredRateMet { line, requirement, seconds } => {
            let [required, low] = [*requirement, line.low].map(rate);
            let time = rounded(language, *seconds, f64::floor);
            (text::required_met(language, &required, limit, &time, &low), None)
        }
        Search::RequiredRateExceedsLimit(required) => {
            (text::required_exceeds(language, &rate(*required), limit), None)
        }
        Search::SlowStateNotMet(line) => (text::slow_state(language, &rate(*line)), None),
        Search::Unconfirmed { line, vague: true, short, budget } => {
            let text = text::unconfirmed_vague(language, line.low, &rate(line.high), *short, limit);
            (text, budget.as_ref())
        }
        Search::Unconfirmed { line, vague: false, short, budget } => {
            (text::unconfirmed(language, &rate(line.value), *short, limit), budget.as_ref())
        }
    };
    [found].into_iter().chain(more.map(|more| budget(language, more))).collect()
}

/// A line compared with `requirement`: the published value is already a lower bound.
fn against(
    language: Language,
    line: &Estimate,
    requirement: f64,
    unit: &str,
    confirmed: &str,
) -> String {
    let rate = |value: f64| format!("{} {unit}", language.number(value));
    if line.value >= requirement {
        text::against_met(language, &rate(line.value), requirement, confirmed)
    } else if line.high < requirement {
        text::against_missed(language, &rate(line.high), requirement, confirmed)
    } else {
        text::against_inside(language, &rate(line.value), requirement, confirmed)
    }
}

/// The duration of the confirmation of a line.
fn held(language: Language, confirmed: &Confirmation) -> String {
    let decimals = usize::from(confirmed.seconds < 9.95);
    let time = language.measure((trimmed(confirmed.seconds, decimals), "s"));
    text::confirmed_for(language, &time, confirmed.slow_phases)
}

/// The time that a better answer needs.
fn budget(language: Language, budget: &Budget) -> String {
    let time = rounded(language, budget.seconds, f64::ceil);
    match budget.narrows {
        true => text::budget_narrows(language, &time),
        false => text::budget_confirms(language, &time),
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
fn rounded(language: Language, seconds: f64, round: fn(f64) -> f64) -> String {
    let to = |value: f64, step: f64| round(value / step) * step;
    let (value, unit) = match seconds {
        s if s < 10.0 => (to(s, 1.0), "s"),
        s if s <= 100.0 => (to(s, 10.0), "s"),
        s if s <= 600.0 => (to(s / 60.0, 1.0), "min"),
        s if s <= 7_200.0 => (to(s / 60.0, 5.0), "min"),
        s => (to(s / 3600.0, 1.0), "h"),
    };
    language.measure((trimmed(value, 0), unit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Nanos;
    use record::reason::LineStalls;
    use record::{Quota, QuotaUse, TrialPurpose};
    use summary::{LimitOwner, QuotaUnit};
    use workload::LatencyLimit;

    const EN: Language = Language::En;
    const LINE: Estimate =
        Estimate { value: 48_598.4, low: 45_000.0, high: 52_000.0, confidence: 0.95 };
    const CONFIRMED: Confirmation = Confirmation { seconds: 1.5, slow_phases: false };

    fn of(search: Search) -> LineReason {
        let limit = LatencyLimit { quantile: 0.99, latency_ns: Nanos::millis(10) };
        LineReason::new(LineUnit::Iops, limit, search)
    }

    #[test]
    fn a_fit_names_the_roles_that_it_leaves_undecided() {
        let rateless =
            vec![("data".to_owned(), RoleKind::Load), ("scan".to_owned(), RoleKind::Bulk)];
        let of = |unconfirmed: &[&str]| {
            let unconfirmed = unconfirmed.iter().map(|name| (*name).to_owned()).collect();
            let rateless = rateless.clone();
            let met =
                Reason::AllMet { rateless, unconfirmed, alone: false, together: None, done: None };
            reason(EN, &met)
        };
        let all = of(&[]);
        assert!(all.starts_with("All latency limits and requirements are met. No rate"), "{all}");
        let some = of(&["scan"]);
        let start = "All required rates and their latency limits are met. Cannot tell for scan: ";
        assert!(some.starts_with(start) && some.contains("of data;"), "{some}");
        assert!(!of(&["data", "scan"]).contains("--require"));
    }

    #[test]
    fn a_trial_that_met_a_rate_above_the_line_is_explained() {
        let search =
            Search::Against { line: LINE, requirement: 52_500.0, confirmed: None, budget: None };
        let mut over = of(search);
        over.at_required_rate = Some((52_500.0, 1_300_000));
        assert!(line(EN, &over).ends_with("The longer trials decide."), "{}", line(EN, &over));
        over.at_required_rate = Some((52_500.0, 13_000_000));
        assert!(!line(EN, &over).contains("longer trials"));
    }

    #[test]
    fn a_line_is_told_with_its_limit_and_how_it_was_confirmed() {
        let budget = Some(Budget { seconds: 61.0, narrows: true });
        let confirmed = Search::Confirmed { line: LINE.value, confirmed: CONFIRMED, budget };
        let confirmed = of(confirmed);
        for (language, text) in [
            (
                EN,
                "Highest confirmed load: 48,598 IOPS with p99 ≤ 10 ms (confirmed for 1.5 s). A budget of about 70 s would narrow \
                 the interval to +/- 10 %.",
            ),
            (
                Language::Ru,
                "Наибольшая подтверждённая нагрузка: 48\u{a0}598 IOPS при p99 ≤ 10\u{a0}мс (подтверждено за 1,5\u{a0}с). Бюджет \
                 около 70\u{a0}с сузил бы интервал до ±10 %.",
            ),
            (
                Language::De,
                "Höchste bestätigte Last: 48.598 IOPS bei p99 ≤ 10\u{a0}ms (bestätigt für 1,5\u{a0}s). Ein Zeitbudget von etwa \
                 70\u{a0}s würde das Intervall auf ±10 % verengen.",
            ),
        ] {
            assert_eq!(line(language, &confirmed), text);
        }
        let against = |requirement, confirmed| Search::Against {
            line: LINE,
            requirement,
            confirmed,
            budget: None,
        };
        let mut fit = of(against(1_000.0, Some(CONFIRMED)));
        fit.at_required_rate = Some((1_000.0, 1_120_000));
        assert_eq!(
            line(EN, &fit),
            "At 1,000 IOPS, p99 is 1.12 ms; the limit is 10 ms. Highest confirmed load: 48,598 IOPS (confirmed for 1.5 s); 1,000 \
             are required."
        );
        let short = line(EN, &of(against(90_000.0, None)));
        assert_eq!(
            short,
            "The highest load within the limit is at most 52,000 IOPS; 90,000 are required."
        );
        let inside = line(EN, &of(against(50_000.0, None)));
        assert!(inside.contains("The required 50,000 lie within the confidence"), "{inside}");
    }

    #[test]
    fn a_line_that_was_not_confirmed_says_what_may_help() {
        let budget = Some(Budget { seconds: 120.0, narrows: false });
        let unconfirmed = Search::Unconfirmed { line: LINE, vague: false, short: false, budget };
        assert_eq!(
            line(EN, &of(unconfirmed)),
            "About 48,598 IOPS look possible, but no confirming run met p99 ≤ 10 ms. A budget of about 2 min may be enough to \
             confirm this load."
        );
    }

    #[test]
    fn stalls_stand_beside_a_line_and_take_it_back_where_they_break_the_limit() {
        let (usual_s, seconds) = (2.0, 60.0);
        let stalls = StallCounts { count: 1, usual_s, seconds, late_share: 0.03, left_out: true };
        let mut reason = of(Search::Confirmed { line: 100.0, confirmed: CONFIRMED, budget: None });
        for (effect, part) in [
            (StallEffect::BreakLimit, "With stalls this frequent no load meets p99 ≤ 10 ms"),
            (StallEffect::Beside, ". There was one stall of about 2 s in 60 s of trials."),
            (StallEffect::BesideConfirmed, "The confirming run had no stall."),
        ] {
            reason.stalls = Some(LineStalls { stalls, effect });
            let text = line(EN, &reason);
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn what_takes_a_verdict_back_is_told_with_its_numbers() {
        let one = reason(EN, &Reason::Failed(1));
        assert!(one.starts_with("1 I/O operation failed. A database stops"), "{one}");
        let trial = TrialPurpose::Closed;
        let failed = Reason::TrialFailed { trial, failed: 2_000, operations: 100_000 };
        let text = "2,000 of 100,000 operations failed in the trial \"closed loop\".";
        assert_eq!(reason(EN, &failed), text);
        let role = Reason::Role { role: "data".to_owned(), reason: Box::new(failed), more: 2 };
        assert_eq!(reason(EN, &role), format!("data: {text} 2 more roles have this verdict."));
        let otherwise = Box::new(Reason::NotMeasured);
        let busy = reason(EN, &Reason::CpusBusy { share: 0.97, otherwise });
        assert!(busy.contains("were 97 % busy"), "{busy}");
        let otherwise = Box::new(Reason::NotMeasured);
        let deep = reason(EN, &Reason::DepthLimited { depth: 8, otherwise });
        assert!(deep.contains("with all 8 operations"), "{deep}");
        let [one, few, many] =
            [1, 3, 5].map(|failed| reason(Language::Ru, &Reason::Failed(failed)));
        assert!(one.starts_with("1 операция") && few.starts_with("3 операции "), "{one} {few}");
        assert!(many.starts_with("5 операций "), "{many}");
    }

    #[test]
    fn a_fit_names_what_was_done_and_roles_without_a_required_rate() {
        let done = Some(Volume { operations: 310_400, bytes: 5 << 30, seconds: 53.0 });
        let rateless =
            vec![("data".to_owned(), RoleKind::Load), ("wal".to_owned(), RoleKind::Commit)];
        let all = reason(
            EN,
            &Reason::AllMet {
                rateless,
                unconfirmed: Vec::new(),
                alone: true,
                together: None,
                done,
            },
        );
        assert!(all.contains("required of data, wal; there, only the latency limit"), "{all}");
        assert!(all.contains("--require 'iops>=N, commits>=N'"), "{all}");
        assert!(all.contains("Each role ran alone"), "{all}");
        assert!(all.contains("did 310,000 operations (5 GiB) in 50 s"), "{all}");
        let bare = reason(
            EN,
            &Reason::AllMet {
                rateless: Vec::new(),
                unconfirmed: Vec::new(),
                alone: false,
                together: None,
                done: None,
            },
        );
        assert_eq!(bare, "All latency limits and requirements are met.");
    }

    #[test]
    fn roles_together_are_named_with_their_numbers_and_the_quota() {
        let role = |name: &str, kind, rate, latency_ns, verdict| TogetherRole {
            role: name.to_owned(),
            kind,
            rate,
            limit: LatencyLimit { quantile: 0.99, latency_ns: Nanos::millis(10) },
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
            "a limit was exceeded: {roles}. If each commit had a flush of its own, the required rates together would use 98 % of the \
            quota of the control group /db on sdb (3,000 writes per second). "
        );
        assert!(missed.contains(&start), "{missed}");
        let end = "The quota would be full at 1.02 times these rates.";
        assert!(missed.ends_with(end), "{missed}");
        assert!(found(Verdict::Fit, None).contains("for 6.6 s, each role met its limit: data"));
        assert!(
            found(Verdict::CannotTell, None)
                .contains("for 6.6 s, a limit was exceeded, but that may be chance: wal")
        );
    }

    #[test]
    fn times_are_round() {
        for (seconds, text) in
            [(7.2, "8 s"), (61.0, "70 s"), (119.0, "2 min"), (700.0, "15 min"), (8000.0, "3 h")]
        {
            assert_eq!(rounded(EN, seconds, f64::ceil), text);
        }
        for (seconds, text) in [(7.9, "7 s"), (19.0, "10 s"), (179.0, "2 min"), (7199.0, "115 min")]
        {
            assert_eq!(rounded(EN, seconds, f64::floor), text);
        }
    }
}
