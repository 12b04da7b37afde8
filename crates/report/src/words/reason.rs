//! Why a role or a run has its verdict, in sentences.

use super::warning::{detail, stalls};
use base::units::{grouped, readable, trimmed};
use base::{Bytes, Nanos};
use record::reason::{
    Budget, Confirmation, LineReason, LineUnit, Reason, Search, StallEffect, Volume,
};
use summary::Estimate;
use summary::warning::Stalled;
use workload::RoleKind;

/// The sentence; empty where there is no reason.
pub fn reason(reason: &Reason) -> String {
    match reason {
        Reason::NotMeasured => "nothing was measured".to_owned(),
        Reason::Interrupted => "stopped before its end".to_owned(),
        Reason::Line(line) => self::line(line),
        Reason::CpusBusy { share, otherwise } => format!(
            "{}, but the CPUs of this machine were {:.0} % busy: they may be the limit, and not the storage",
            self::reason(otherwise),
            100.0 * share
        ),
        Reason::Failed(failed) => {
            let operations = if *failed == 1 { "operation" } else { "operations" };
            format!(
                "{} {operations} failed, and a database stops or loses data when one does. Repair or replace the storage, \
                 then check again",
                grouped(*failed)
            )
        }
        Reason::TrialFailed { trial, failed, operations } => format!(
            "in the trial \"{trial}\" {} of {} operations failed",
            grouped(*failed),
            grouped(*operations)
        ),
        Reason::Forbidden(what) => format!("no answer can rest on these numbers: {}", detail(what)),
        Reason::SlowerSince { after_s, otherwise } => format!(
            "measured before the storage became slower at {after_s:.0} s of the measurement; run the check again ({})",
            self::reason(otherwise)
        ),
        Reason::StallsOfRoles { roles, stalls: seen, limit, own, otherwise } => format!(
            "The storage stalled in trials of {}: {}. That often no load meets {}, though this role's trials {}. Find what \
             stalls the storage, or run the check again with a larger budget ({})",
            roles.join(", "),
            stalls(seen),
            limit,
            if *own { "met fewer" } else { "met none" },
            self::reason(otherwise)
        ),
        Reason::Role { role, reason: own, more } => {
            let more = match more {
                0 => String::new(),
                more => format!(" (and {more} more)"),
            };
            format!("{role}: {}{more}", self::reason(own))
        }
        Reason::AllMet { rateless, done } => {
            let met = "All roles meet their latency limits and requirements.".to_owned();
            [Some(met), no_rate(rateless), done.as_ref().map(unseen)]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" ")
        }
        Reason::Undecided => {
            "the study ended before its decision; the same command resumes it".to_owned()
        }
        Reason::Unfinished(None) => "the run has not finished".to_owned(),
        Reason::Unfinished(Some(so_far)) => {
            format!("the run has not finished; by then: {}", self::reason(so_far))
        }
        Reason::Text(text) => text.clone(),
    }
}

/// Roles that no rate is required of: which, and how to require one.
fn no_rate(rateless: &[(String, RoleKind)]) -> Option<String> {
    let names: Vec<&str> = rateless.iter().map(|(name, _)| name.as_str()).collect();
    let mut clauses: Vec<&str> = Vec::new();
    for (_, kind) in rateless {
        let clause = match kind {
            RoleKind::Load => "iops>=N",
            RoleKind::Commit => "commits>=N",
            RoleKind::Bulk => "mib/s>=N",
        };
        if !clauses.contains(&clause) {
            clauses.push(clause);
        }
    }
    (!rateless.is_empty()).then(|| {
        format!(
            "No rate is required of {}, so any load line is enough there; --require '{}' states one.",
            names.join(", "),
            clauses.join(", ")
        )
    })
}

/// What trials cannot have seen of a volume that is fast for a while.
fn unseen(done: &Volume) -> String {
    // To two figures: nobody counts credits in ones.
    let down = |value: u64| {
        let step = 10_u64.pow(value.max(1).ilog10().saturating_sub(1));
        value / step * step
    };
    format!(
        "Burst credits or a cache may last longer than this run, which did {} operations ({}) in {}: whether the rate falls \
         after that is not known. A longer budget sees more.",
        grouped(down(done.operations)),
        Bytes(done.bytes >> 20 << 20),
        rounded(done.seconds, f64::floor)
    )
}

fn line(of: &LineReason) -> String {
    let unit = match of.unit {
        LineUnit::Iops => "IOPS",
        LineUnit::Transfers => "transfers/s",
        LineUnit::Commits => "commits/s",
        LineUnit::SharedCommits => "commits/s with shared flushes",
    };
    let latency_limit = of.limit.to_string();
    let mut text = search(&of.search, unit, &latency_limit);
    if let Some((rate, ns)) = of.at_required_rate {
        text = format!(
            "At {} {unit} p{} is {}; the limit is {}. {text}",
            readable(rate),
            trimmed(of.limit.quantile * 100.0, 3),
            Nanos(ns),
            of.limit.latency_ns
        );
        if of.contradicted {
            text += "; the two contradict each other: run the check again with a larger budget";
        }
    }
    if let Some(met) = &of.stalls {
        let there_were = there_were(&met.stalls);
        text += &match met.effect {
            StallEffect::BreakLimit => format!(
                ". This holds only between stalls: {there_were}. That often no load meets {latency_limit}; a larger budget tells \
                 how often they come"
            ),
            StallEffect::Beside => format!("; {there_were}"),
            StallEffect::BesideConfirmed => {
                format!("; {there_were}, which the confirming run did not meet")
            }
        };
    }
    if of.shared_may_carry {
        text += "; commits that share flushes may carry it, which was not confirmed";
    }
    match &of.done {
        Some(done) => format!("{text}. {}", unseen(done)),
        None => text,
    }
}

fn search(of: &Search, unit: &str, limit: &str) -> String {
    match of {
        Search::Stalled(seen) => {
            format!("No load meets {limit}, because of {}", stalls(seen))
        }
        Search::AloneBreaks => {
            format!("even the smallest load that was tried exceeds {limit}")
        }
        Search::LowestBreaks(rate) => format!(
            "{} {unit} exceed {limit}, and the time was too short to try lower loads: the highest load within the limit is \
             not known",
            readable(*rate)
        ),
        Search::NothingHeld => {
            "no load was held long enough for an answer; give it more time".to_owned()
        }
        Search::Against { line, requirement, confirmed } => {
            against(line, *requirement, unit) + &held(confirmed.as_ref())
        }
        Search::Confirmed { line, confirmed, budget } => format!(
            "Highest confirmed load: {} {unit} with {limit}{}{}",
            readable(*line),
            held(Some(confirmed)),
            self::budget(budget.as_ref())
        ),
        Search::Vague { line, budget } => format!(
            "{} {unit} met {limit}, but the highest load may lie anywhere from {} to {}: the time was too short{}",
            readable(line.value),
            readable(line.low),
            readable(line.high),
            self::budget(budget.as_ref())
        ),
        Search::RequiredRateExceedsLimit(requirement) => {
            format!("{} {unit} are required and exceed {limit}", readable(*requirement))
        }
        Search::SlowStateNotMet(line) => format!(
            "about {} {unit} look possible in the slower of two states, but the confirming run did not meet it; give it more \
             time",
            readable(*line)
        ),
        Search::Unconfirmed { line, vague, short, budget } => {
            let looks = match vague {
                true => format!(
                    "the highest load may lie anywhere from {} to {} {unit}",
                    readable(line.low),
                    readable(line.high)
                ),
                false => format!("about {} {unit} look possible", readable(line.value)),
            };
            let but = match short {
                true => "the time was too short to confirm",
                false => "no confirming run met",
            };
            format!("{looks}, but {but} {limit}{}", self::budget(budget.as_ref()))
        }
    }
}

/// A number that must be at least `requirement`: the published value is a lower bound already.
fn against(line: &Estimate, requirement: f64, unit: &str) -> String {
    let needed = readable(requirement);
    if line.value >= requirement {
        let value = readable(line.value);
        format!("Highest confirmed load: {value} {unit}; {needed} are required")
    } else if line.high < requirement {
        let high = readable(line.high);
        format!("The highest load within the limit is at most {high} {unit}; {needed} are required")
    } else {
        format!(
            "{} {unit} were confirmed; the required {needed} lie within the interval of the highest load",
            readable(line.value)
        )
    }
}

/// How far the confirmation of a line reaches.
fn held(confirmed: Option<&Confirmation>) -> String {
    let Some(confirmed) = confirmed else { return String::new() };
    let through = if confirmed.slow_phases { " with slow phases among them" } else { "" };
    let decimals = usize::from(confirmed.seconds < 9.95);
    format!(" (confirmed for {:.decimals$} s{through})", confirmed.seconds)
}

/// The time that a better answer takes.
fn budget(budget: Option<&Budget>) -> String {
    let Some(budget) = budget else { return String::new() };
    let time = rounded(budget.seconds, f64::ceil);
    match budget.narrows {
        true => format!("; a budget of about {time} narrows the interval to 10 %"),
        false => format!("; a budget of about {time} may be enough to confirm it"),
    }
}

fn there_were(seen: &Stalled) -> String {
    format!("there {} {}", if seen.count == 1 { "was" } else { "were" }, stalls(seen))
}

/// A time in round numbers: up for what is needed, down for what was seen.
fn rounded(seconds: f64, round: fn(f64) -> f64) -> String {
    let to = |value: f64, step: f64| round(value / step) * step;
    match seconds {
        s if s < 10.0 => format!("{:.0} s", to(s, 1.0)),
        s if s <= 100.0 => format!("{:.0} s", to(s, 10.0)),
        s if s <= 600.0 => format!("{:.0} min", to(s / 60.0, 1.0)),
        s if s <= 7_200.0 => format!("{:.0} min", to(s / 60.0, 5.0)),
        s => format!("{:.0} h", to(s / 3600.0, 1.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::TrialPurpose;
    use record::reason::LineStalls;
    use workload::LatencyLimit;

    const LINE: Estimate =
        Estimate { value: 48_598.4, low: 45_000.0, high: 52_000.0, confidence: 0.95 };
    const CONFIRMED: Confirmation = Confirmation { seconds: 1.5, slow_phases: false };

    fn of(search: Search) -> LineReason {
        LineReason {
            unit: LineUnit::Iops,
            limit: LatencyLimit { quantile: 0.99, latency_ns: Nanos::millis(10) },
            search,
            at_required_rate: None,
            contradicted: false,
            stalls: None,
            shared_may_carry: false,
            done: None,
        }
    }

    #[test]
    fn a_line_is_told_with_its_limit_and_how_it_was_confirmed() {
        let budget = Some(Budget { seconds: 61.0, narrows: true });
        let confirmed = Search::Confirmed { line: LINE.value, confirmed: CONFIRMED, budget };
        assert_eq!(
            line(&of(confirmed)),
            "Highest confirmed load: 48,598 IOPS with p99 <= 10 ms (confirmed for 1.5 s); a budget of about 70 s narrows the \
             interval to 10 %"
        );
        let against =
            |requirement, confirmed| Search::Against { line: LINE, requirement, confirmed };
        let mut fit = of(against(1_000.0, Some(CONFIRMED)));
        fit.at_required_rate = Some((1_000.0, 1_120_000));
        assert_eq!(
            line(&fit),
            "At 1,000 IOPS p99 is 1.12 ms; the limit is 10 ms. Highest confirmed load: 48,598 IOPS; 1,000 are required \
             (confirmed for 1.5 s)"
        );
        let short = line(&of(against(90_000.0, None)));
        assert_eq!(
            short,
            "The highest load within the limit is at most 52,000 IOPS; 90,000 are required"
        );
        let inside = line(&of(against(50_000.0, None)));
        assert!(inside.contains("50,000 lie within the interval of the highest load"), "{inside}");
    }

    #[test]
    fn a_line_that_was_not_confirmed_says_what_may_help() {
        let budget = Some(Budget { seconds: 120.0, narrows: false });
        let unconfirmed = Search::Unconfirmed { line: LINE, vague: false, short: false, budget };
        assert_eq!(
            line(&of(unconfirmed)),
            "about 48,598 IOPS look possible, but no confirming run met p99 <= 10 ms; a budget of about 2 min may be enough to \
             confirm it"
        );
    }

    #[test]
    fn stalls_stand_beside_a_line_and_take_it_back_where_they_break_the_limit() {
        let (usual_s, seconds) = (2.0, 60.0);
        let stalls = Stalled { count: 1, usual_s, seconds, late_share: 0.03, left_out: true };
        let mut reason = of(Search::Confirmed { line: 100.0, confirmed: CONFIRMED, budget: None });
        for (effect, part) in [
            (StallEffect::BreakLimit, "That often no load meets p99 <= 10 ms"),
            (StallEffect::Beside, "; there was one stall of about 2 s in 60 s of trials"),
            (StallEffect::BesideConfirmed, "which the confirming run did not meet"),
        ] {
            reason.stalls = Some(LineStalls { stalls, effect });
            let text = line(&reason);
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn what_takes_a_verdict_back_is_told_with_its_numbers() {
        let one = reason(&Reason::Failed(1));
        assert!(one.starts_with("1 operation failed, and a database stops"), "{one}");
        let trial = TrialPurpose::Closed;
        let failed = Reason::TrialFailed { trial, failed: 2_000, operations: 100_000 };
        let text = "in the trial \"closed\" 2,000 of 100,000 operations failed";
        assert_eq!(reason(&failed), text);
        let role = Reason::Role { role: "data".to_owned(), reason: Box::new(failed), more: 2 };
        assert_eq!(reason(&role), format!("data: {text} (and 2 more)"));
        let otherwise = Box::new(Reason::NotMeasured);
        let busy = reason(&Reason::CpusBusy { share: 0.97, otherwise });
        assert!(busy.contains("were 97 % busy"), "{busy}");
    }

    #[test]
    fn a_fit_names_what_was_done_and_roles_without_a_required_rate() {
        let done = Some(Volume { operations: 310_400, bytes: 5 << 30, seconds: 53.0 });
        let rateless =
            vec![("data".to_owned(), RoleKind::Load), ("wal".to_owned(), RoleKind::Commit)];
        let all = reason(&Reason::AllMet { rateless, done });
        assert!(all.contains("required of data, wal, so any load line is enough there"), "{all}");
        assert!(all.contains("--require 'iops>=N, commits>=N'"), "{all}");
        assert!(all.contains("did 310,000 operations (5 GiB) in 50 s"), "{all}");
        let bare = reason(&Reason::AllMet { rateless: Vec::new(), done: None });
        assert_eq!(bare, "All roles meet their latency limits and requirements.");
    }

    #[test]
    fn times_are_round() {
        for (seconds, text) in
            [(7.2, "8 s"), (61.0, "70 s"), (119.0, "2 min"), (700.0, "15 min"), (8000.0, "3 h")]
        {
            assert_eq!(rounded(seconds, f64::ceil), text);
        }
        for (seconds, text) in [(7.9, "7 s"), (19.0, "10 s"), (179.0, "2 min"), (7199.0, "115 min")]
        {
            assert_eq!(rounded(seconds, f64::floor), text);
        }
    }
}
