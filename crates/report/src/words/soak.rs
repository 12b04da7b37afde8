//! The sentences of a soak: its agreement clause by clause, what each role showed, what was left out, and its events.

use super::{duration, latency, moment, number, quantile};
use base::units;
use record::soak::{
    ChangeKind, ClauseFinding, ExcludedMinutes, MinuteExclusion, ShareInterval, SignableLimit,
    SlaVerdict, SoakChange, SoakEvent, SoakFinding, SoakGap, SoakOverload, SoakPattern, SoakRecord,
    SoakRoleFinding, SoakStall, SoakTrend,
};
use workload::{SlaClause, SlaMetric, SlaWindow};

/// Stalls, changes and overloads that are listed one by one.
const LISTED_MAX: usize = 5;
/// An hour is told as slower than usual from this ratio on.
const SLOWER_MIN: f64 = 1.05;
const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// The verdict on a clause in capitals.
pub fn sla_verdict(verdict: SlaVerdict) -> &'static str {
    match verdict {
        SlaVerdict::Met => "MET",
        SlaVerdict::NotMet => "NOT MET",
        SlaVerdict::CannotTell => "CANNOT TELL",
    }
}

/// A clause, such as `p99 <= 20 ms in 99.9 % of minutes`.
pub fn clause(clause: &SlaClause) -> String {
    let metric = match clause.metric {
        SlaMetric::Latency { quantile: q, limit_ns } => format!("{} <= {limit_ns}", quantile(q)),
        SlaMetric::MeanLatency { limit_ns } => format!("mean latency <= {limit_ns}"),
        SlaMetric::Iops { min } => format!("IOPS >= {}", number(min)),
        SlaMetric::Mibps { min } => format!("MiB/s >= {}", number(min)),
    };
    let window = window(clause.window);
    match clause.share {
        share if share >= 1.0 => format!("{metric} in every {window}"),
        part => format!("{metric} in {} of {window}s", share(part)),
    }
}

fn window(window: SlaWindow) -> &'static str {
    match window {
        SlaWindow::Minute => "minute",
        SlaWindow::Hour => "hour",
        SlaWindow::Day => "day",
    }
}

/// What a clause came to, in one or two sentences.
pub fn clause_finding(finding: &ClauseFinding) -> String {
    let ClauseFinding { windows, broken, budget, .. } = finding;
    let kind = window(finding.clause.window);
    let plural = if *windows == 1 { "" } else { "s" };
    let (kept, all) = (units::grouped(windows - broken), units::grouped(*windows));
    let mut text = format!("{kept} of {all} {kind}{plural} kept the limit.");
    if finding.clause.share < 1.0 {
        text += &format!(" Their share is {}.", share_interval(&finding.share));
        text += &format!(
            " {} broke it; the agreement allows {} in the planned time.",
            units::grouped(*broken),
            number(budget.floor())
        );
    }
    if let Some(at) = finding.exhausted_unix_s {
        text += &format!(" At this pace these are used up on {}.", moment(at));
    }
    match (finding.verdict, finding.days_needed) {
        (SlaVerdict::CannotTell, Some(days)) => {
            text += &format!(" About {} in all would tell.", duration(days * 86_400.0));
        }
        (SlaVerdict::CannotTell, None) if finding.clause.share >= 1.0 => {
            text += " Only the whole planned time can tell that every one keeps it.";
        }
        _ => {}
    }
    text
}

/// A share with its interval, such as `99.93 %, 95 % interval 99.8 to 99.97 %`.
fn share_interval(seen: &ShareInterval) -> String {
    if !seen.value.is_finite() {
        return "nothing was measured".to_owned();
    }
    format!(
        "{}, 95 % interval {} to {}",
        share(seen.value),
        share(seen.low).trim_end_matches(" %"),
        share(seen.high)
    )
}

/// A percentage with as many digits as tell it from 100.
pub fn share(of_all: f64) -> String {
    let missing = (1.0 - of_all).abs();
    let decimals =
        if missing <= 0.0 { 0 } else { (-missing.log10()).floor().clamp(0.0, 4.0) as usize };
    format!("{} %", units::trimmed(of_all * 100.0, decimals))
}

/// A limit that can be signed.
pub fn signable(limit: &SignableLimit) -> String {
    format!("p99 <= {} in {} of minutes", latency(limit.p99_ns as f64), share(limit.share))
}

/// What a role showed beside its agreement, a sentence each.
pub fn soak_role(role: &SoakRoleFinding) -> Vec<String> {
    let mut lines = Vec::new();
    if !role.signable.is_empty() {
        let limits: Vec<String> = role.signable.iter().map(signable).collect();
        lines.push(format!("Can be signed with 95 % confidence: {}.", limits.join("; ")));
    }
    lines.extend(listed(&role.changes, "changes", change));
    lines.extend(role.hours.as_ref().map(hours));
    lines.extend(role.weekdays.as_ref().map(weekdays));
    lines.extend(role.trend.as_ref().and_then(trend));
    lines.extend(listed(&role.overloads, "overloads", overload));
    lines
}

fn listed<T>(all: &[T], what: &str, line: impl Fn(&T) -> String) -> Vec<String> {
    let mut lines: Vec<String> = all.iter().take(LISTED_MAX).map(line).collect();
    let more = all.len().saturating_sub(LISTED_MAX);
    if more > 0 {
        lines.push(format!("{more} more {what} are in the JSON document."));
    }
    lines
}

fn change(change: &SoakChange) -> String {
    let at = moment(change.at_unix_s);
    let ratio = (change.after / change.before - 1.0) * 100.0;
    match change.kind {
        ChangeKind::Level => format!(
            "Since {at} the mean latency is {} % {}: {} before, {} after.",
            number(ratio.abs()),
            if ratio > 0.0 { "higher" } else { "lower" },
            latency(change.before),
            latency(change.after)
        ),
        ChangeKind::Spread => format!(
            "Since {at} the mean latency varies {} from minute to minute: {} % before, {} % after.",
            if ratio > 0.0 { "more" } else { "less" },
            number(change.before * 100.0),
            number(change.after * 100.0)
        ),
    }
}

/// The hours in which it is slower than in its usual ones, as ranges.
fn hours(pattern: &SoakPattern) -> String {
    let slow: Vec<usize> = slow(pattern);
    let ranges: Vec<String> = slow
        .chunk_by(|a, b| a + 1 == *b)
        .map(|run| format!("{:02}:00 to {:02}:00", run[0], run[run.len() - 1] + 1))
        .collect();
    match ranges.is_empty() {
        true => "The latency follows the hour of day.".to_owned(),
        false => format!(
            "Every day it is slower from {}: up to {} % above the median hour.",
            ranges.join(" and from "),
            excess(pattern)
        ),
    }
}

fn weekdays(pattern: &SoakPattern) -> String {
    let slow: Vec<&str> = slow(pattern).into_iter().map(|day| WEEKDAYS[day]).collect();
    match slow.is_empty() {
        true => "The latency follows the weekday.".to_owned(),
        false => format!(
            "Every week it is slower on {}: up to {} % above the median day.",
            slow.join(", "),
            excess(pattern)
        ),
    }
}

fn slow(pattern: &SoakPattern) -> Vec<usize> {
    let numbered = pattern.relative.iter().enumerate();
    numbered
        .filter(|(_, one)| one.is_some_and(|one| one >= SLOWER_MIN))
        .map(|(number, _)| number)
        .collect()
}

fn excess(pattern: &SoakPattern) -> String {
    let most = pattern.relative.iter().flatten().copied().fold(1.0, f64::max);
    number((most - 1.0) * 100.0)
}

/// A trend, where its interval does not hold zero.
fn trend(trend: &SoakTrend) -> Option<String> {
    let percent = |share: f64| units::trimmed(share * 100.0, 2);
    (trend.low > 0.0 || trend.high < 0.0).then(|| {
        format!(
            "The mean latency {} by {} % per day (95 % interval {} to {} %).",
            if trend.per_day > 0.0 { "rises" } else { "falls" },
            percent(trend.per_day.abs()),
            percent(trend.low),
            percent(trend.high)
        )
    })
}

fn overload(overload: &SoakOverload) -> String {
    let length = duration((overload.until_unix_s - overload.from_unix_s) as f64);
    let cause = match overload.constant_rate {
        true => " The rate was constant, as that of a quota whose burst credits are spent.",
        false => "",
    };
    format!(
        "From {} it did not keep the offered rate for {length}: it gave {} per second.{cause}",
        moment(overload.from_unix_s),
        number(overload.iops)
    )
}

/// What holds for all roles: stalls, gaps, minutes that do not count.
pub fn soak_notes(finding: &SoakFinding) -> Vec<String> {
    let mut lines = listed(&finding.stalls, "stalls", stall);
    lines.extend(listed(&finding.gaps, "gaps", gap));
    lines.extend(finding.excluded.iter().map(excluded));
    lines
}

fn stall(stall: &SoakStall) -> String {
    let at = moment(stall.at_unix_s as i64);
    format!("On {at} nothing came back for {}.", duration(stall.length_s))
}

fn gap(gap: &SoakGap) -> String {
    format!(
        "It did not run for {} from {}; this time counts neither as good nor as broken.",
        duration((gap.until_unix_s - gap.from_unix_s) as f64),
        moment(gap.from_unix_s)
    )
}

fn excluded(excluded: &ExcludedMinutes) -> String {
    let why = match excluded.reason {
        MinuteExclusion::Short => "load ran in less than half of each",
        MinuteExclusion::HostBusy => "the CPUs of this machine were busy",
        MinuteExclusion::CpuSteal => "the hypervisor took CPU time from this machine",
    };
    let plural = if excluded.minutes == 1 { " does" } else { "s do" };
    format!("{} minute{plural} not count: {why}.", units::grouped(excluded.minutes))
}

/// The load of each role, such as `data 1,200 IOPS (30 % of its load line)`.
pub fn soak_load(soak: &SoakRecord) -> String {
    let role = |role: &record::soak::SoakRole| {
        let share = role.line_share.map_or(String::new(), |share| {
            format!(" ({} of its load line)", super::percent(share))
        });
        format!("{} {} per second{share}", role.name, number(role.rate_iops))
    };
    soak.setup.roles.iter().map(role).collect::<Vec<_>>().join(", ")
}

/// An event as it happens; nothing for those that the user sees anyway.
pub fn soak_event(event: &SoakEvent) -> Option<String> {
    match event {
        SoakEvent::Started { .. } | SoakEvent::Ended { .. } => None,
        SoakEvent::Gap(seen) => Some(gap(seen)),
        SoakEvent::Overload { role, at_unix_s, backlog, .. } => Some(format!(
            "Since {} {role} does not keep the offered rate: {} operations wait.",
            moment(*at_unix_s),
            units::grouped(*backlog)
        )),
        SoakEvent::OverloadEnded { role, at_unix_s } => {
            Some(format!("From {} on {role} keeps the offered rate again.", moment(*at_unix_s)))
        }
        SoakEvent::Stall(seen) => Some(stall(seen)),
        SoakEvent::Change { role, at_unix_s, before_ns, after_ns, .. } => Some(format!(
            "{}: the mean latency of {role} went from {} to {}.",
            moment(*at_unix_s),
            latency(*before_ns),
            latency(*after_ns)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Nanos;

    #[test]
    fn a_clause_reads_as_it_is_written() {
        let metric = SlaMetric::Latency { quantile: 0.99, limit_ns: Nanos::millis(20) };
        let some = SlaClause { metric, window: SlaWindow::Minute, share: 0.999 };
        assert_eq!(clause(&some), "p99 <= 20 ms in 99.9 % of minutes");
        let metric = SlaMetric::Iops { min: 3_000.0 };
        let all = SlaClause { metric, window: SlaWindow::Hour, share: 1.0 };
        assert_eq!(clause(&all), "IOPS >= 3,000 in every hour");
    }

    #[test]
    fn a_share_near_one_keeps_the_digits_that_tell_it_from_one() {
        for (of_all, text) in
            [(1.0, "100 %"), (0.9, "90 %"), (0.995, "99.5 %"), (0.99931, "99.931 %"), (0.5, "50 %")]
        {
            assert_eq!(share(of_all), text);
        }
    }

    #[test]
    fn slow_hours_are_ranges() {
        let mut relative = vec![Some(0.95); 24];
        (9..17).for_each(|hour| relative[hour] = Some(1.5));
        relative[22] = Some(1.2);
        let text = hours(&SoakPattern { relative, p_value: 0.0005 });
        let expected = "Every day it is slower from 09:00 to 17:00 and from 22:00 to 23:00: up to 50 % above the median hour.";
        assert_eq!(text, expected);
    }
}
