//! The sentences of a soak: its agreement clause by clause, the findings of each role, what was left out, and its events.

use crate::catalogue::soak as text;
use crate::language::Language;
use base::number;
use record::soak::{
    BrokenTime, ChangeKind, ClauseFinding, ExcludedMinutes, MinuteExclusion, ShareInterval,
    SignableLimit, SlaVerdict, SoakChange, SoakEvent, SoakFinding, SoakGap, SoakHour, SoakOverload,
    SoakPattern, SoakRecord, SoakRoleFinding, SoakStall, SoakTrend,
};
use record::{Record, State};
use workload::{SlaClause, SlaMetric, SlaWindow};

const LISTED_MAX: usize = 5;
/// The time without load of which a complete soak tells, in seconds.
const PAUSE_S_MIN: f64 = 2.0;
/// The ratio from which an hour counts as slower than usual.
const SLOWER_MIN: f64 = 1.05;

pub(crate) fn weekdays_of(language: Language) -> [(&'static str, &'static str); 7] {
    let l = language;
    [
        (text::monday(l), text::monday_short(l)),
        (text::tuesday(l), text::tuesday_short(l)),
        (text::wednesday(l), text::wednesday_short(l)),
        (text::thursday(l), text::thursday_short(l)),
        (text::friday(l), text::friday_short(l)),
        (text::saturday(l), text::saturday_short(l)),
        (text::sunday(l), text::sunday_short(l)),
    ]
}

pub fn sla_verdict(language: Language, verdict: SlaVerdict) -> &'static str {
    text::verdict_text(language, &verdict)
}

/// The verdict on the whole agreement in capitals; a word without one if there is no agreement.
pub fn soak_verdict(language: Language, soak: &SoakRecord) -> &'static str {
    let clauses = soak.finding.iter().flat_map(|finding| SlaVerdict::worst(&finding.clauses));
    clauses.last().map_or(text::no_verdict(language), |worst| sla_verdict(language, worst))
}

/// What a clause limits, such as `p99 ≤ 20 ms`.
pub(crate) fn sla_metric(language: Language, metric: SlaMetric) -> String {
    match metric {
        SlaMetric::Latency { quantile, limit_ns } => {
            format!(
                "{} \u{2264} {}",
                language.quantile(quantile),
                language.latency(limit_ns.0 as f64)
            )
        }
        SlaMetric::MeanLatency { limit_ns } => text::mean_latency(language, limit_ns.0 as f64),
        SlaMetric::Iops { min } => text::iops_metric(language, min),
        SlaMetric::Mibps { min } => text::mibps_metric(language, min),
    }
}

/// A clause, such as `p99 ≤ 20 ms in 99.9 % of minutes`.
pub fn clause(language: Language, clause: &SlaClause) -> String {
    let metric = sla_metric(language, clause.metric);
    let part = share(language, clause.share);
    match (clause.window, clause.share >= 1.0) {
        (SlaWindow::Minute, true) => text::every_minute(language, &metric),
        (SlaWindow::Hour, true) => text::every_hour(language, &metric),
        (SlaWindow::Day, true) => text::every_day(language, &metric),
        (SlaWindow::Minute, false) => text::of_minutes(language, &metric, &part),
        (SlaWindow::Hour, false) => text::of_hours(language, &metric, &part),
        (SlaWindow::Day, false) => text::of_days(language, &metric, &part),
    }
}

/// The result of a clause of a soak, in one or a few sentences; `over`: its planned time is over.
pub fn clause_finding(
    language: Language,
    soak: &SoakFinding,
    finding: &ClauseFinding,
    over: bool,
) -> String {
    let uncounted = || soak.excluded.iter().map(|minutes| excluded(language, minutes));
    if finding.windows == 0 && finding.unoffered == 0 {
        let none = match finding.clause.window {
            SlaWindow::Minute => text::no_minute_counts,
            SlaWindow::Hour => text::no_whole_hour,
            SlaWindow::Day => text::no_whole_day,
        };
        let reasons = uncounted().filter(|_| soak.minutes == 0);
        let sentences: Vec<String> =
            std::iter::once(none(language).to_owned()).chain(reasons).collect();
        return sentences.join(" ");
    }
    let ClauseFinding { windows, broken, budget, .. } = finding;
    let met = match finding.clause.window {
        SlaWindow::Minute => text::met_minutes,
        SlaWindow::Hour => text::met_hours,
        SlaWindow::Day => text::met_days,
    };
    let mut sentences = vec![met(language, windows - broken, *windows)];
    if finding.clause.share < 1.0 {
        sentences.push(share_interval(language, &finding.share));
        sentences.push(text::allowed(language, *broken, budget.floor()));
    }
    if finding.unoffered > 0 {
        sentences.push(text::unoffered(language, finding.unoffered));
    }
    sentences.extend(finding.exhausted_unix_s.map(|at| text::used_up(language, at)));
    match (finding.verdict, finding.days_needed) {
        // A longer time at this load would not decide it either.
        _ if finding.unoffered > 0 => {}
        (SlaVerdict::CannotTell, Some(days)) => {
            sentences.push(text::needs(language, days * 86_400.0));
        }
        // What is missing was left out, and more time would not bring it back.
        (SlaVerdict::CannotTell, None) if finding.clause.share >= 1.0 && over => {
            sentences.extend(uncounted());
        }
        (SlaVerdict::CannotTell, None) if finding.clause.share >= 1.0 => {
            sentences.push(text::needs_all(language).to_owned());
        }
        _ => {}
    }
    sentences.join(" ")
}

pub fn broken_times(language: Language, finding: &ClauseFinding) -> Vec<String> {
    let shown = &finding.broken_times[..finding.broken_times.len().min(LISTED_MAX)];
    let windows: u64 = shown.iter().map(|time| time.windows).sum();
    let lines = shown.iter().map(|time| broken_time(language, finding.clause.metric, time));
    let more = finding.broken.saturating_sub(windows);
    lines.chain((more > 0).then(|| text::more_broken(language, more))).collect()
}

/// When and by how much a clause was not met.
pub(crate) fn broken_time(language: Language, metric: SlaMetric, time: &BrokenTime) -> String {
    let worst = match (metric, time.worst) {
        (_, None) => text::worst_none(language).to_owned(),
        (SlaMetric::Latency { .. } | SlaMetric::MeanLatency { .. }, Some(ns)) => {
            text::worst_latency(language, ns)
        }
        (SlaMetric::Iops { .. }, Some(rate)) => text::worst_iops(language, rate),
        (SlaMetric::Mibps { .. }, Some(rate)) => text::worst_mibps(language, rate),
    };
    let failed = (time.errors > 0).then(|| text::failed(language, time.errors));
    let what = std::iter::once(worst).chain(failed).collect::<Vec<_>>().join(", ");
    let length_s = (time.until_unix_s - time.from_unix_s) as f64;
    text::broken(language, time.from_unix_s, length_s, &what)
}

/// What a role did: its rate, or that no minute counts.
pub fn soak_role_head(language: Language, role: &SoakRoleFinding) -> String {
    match role.iops {
        Some(iops) => text::role(language, &role.role, iops),
        None => text::role_uncounted(language, &role.role),
    }
}

fn share_interval(language: Language, seen: &ShareInterval) -> String {
    let Some(value) = seen.value else { return text::share_unknown(language).to_owned() };
    let (low, high) = (share_digits(language, seen.low), share(language, seen.high));
    text::share(language, &text::Share { share: &share(language, value), low: &low, high: &high })
}

pub fn is_over(record: &Record) -> bool {
    record.state == State::Done
}

/// How far a soak is; how long a complete one did without load.
pub fn soak_course(language: Language, record: &Record, soak: &SoakRecord) -> String {
    let (done_s, planned_s) = (record.seconds, soak.setup.planned_s as f64);
    if is_over(record) && planned_s - done_s >= PAUSE_S_MIN {
        return text::complete_with_pauses(language, done_s, planned_s - done_s);
    }
    text::so_far(language, done_s, planned_s)
}

/// A percentage with enough digits to distinguish it from 100.
pub fn share(language: Language, of_all: f64) -> String {
    language.percent_sign(&share_digits(language, of_all))
}

/// The same without the sign of percentages.
fn share_digits(language: Language, of_all: f64) -> String {
    let missing = (1.0 - of_all).abs();
    let decimals =
        if missing <= 0.0 { 0 } else { (-missing.log10()).floor().clamp(0.0, 4.0) as usize };
    language.digits(&number::trimmed(of_all * 100.0, decimals))
}

/// A limit that can be agreed on.
pub fn signable(language: Language, limit: &SignableLimit) -> String {
    text::signable(language, limit.p99_ns as f64, &share(language, limit.share))
}

/// The findings of a role beside its agreement, a sentence each.
pub fn soak_role(language: Language, role: &SoakRoleFinding) -> Vec<String> {
    let l = language;
    let mut lines = Vec::new();
    let slowest = role.calendar.iter().map(|hour| hour.p99_ns_max).max();
    if let (Some(usual), Some(slowest)) = (usual_p99_ns(&role.calendar), slowest) {
        lines.push(text::minute_p99(l, usual as f64, slowest as f64));
    }
    lines.extend(role.uncounted.map(|of| {
        let (usual, slowest) = (of.p99_ns as f64, of.p99_ns_max as f64);
        text::uncounted(l, &text::Uncounted { count: of.minutes, rate: of.iops, usual, slowest })
    }));
    if !role.signable.is_empty() {
        let limits: Vec<String> = role.signable.iter().map(|limit| signable(l, limit)).collect();
        lines.push(text::signables(l, &limits.join("; ")));
    }
    lines.extend(listed(l, &role.changes, text::more_changes, change));
    lines.extend(role.hours.as_ref().map(|pattern| hours(l, pattern)));
    lines.extend(role.weekdays.as_ref().map(|pattern| weekdays(l, pattern)));
    lines.extend(role.trend.as_ref().and_then(|seen| trend(l, seen)));
    lines.extend(listed(l, &role.overloads, text::more_overloads, overload));
    lines
}

/// The p99 of a usual minute: the median over all hours, weighted by their minutes.
fn usual_p99_ns(hours: &[SoakHour]) -> Option<u64> {
    let mut hours: Vec<(u64, u64)> = hours.iter().map(|hour| (hour.p99_ns, hour.minutes)).collect();
    hours.sort_unstable();
    let all: u64 = hours.iter().map(|hour| hour.1).sum();
    let mut minutes = 0;
    let middle = hours.iter().find(|hour| {
        minutes += hour.1;
        2 * minutes >= all
    });
    middle.map(|hour| hour.0)
}

fn listed<T>(
    language: Language,
    all: &[T],
    rest: fn(Language, u64) -> String,
    line: fn(Language, &T) -> String,
) -> Vec<String> {
    let shown = all.iter().take(LISTED_MAX).map(|one| line(language, one));
    let more = all.len().saturating_sub(LISTED_MAX);
    shown.chain((more > 0).then(|| rest(language, more as u64))).collect()
}

fn change(language: Language, change: &SoakChange) -> String {
    let (at, before, after) = (change.at_unix_s, change.before, change.after);
    let ratio = (after / before - 1.0) * 100.0;
    match change.kind {
        ChangeKind::Level => {
            text::level_change(language, at, ratio.abs(), ratio > 0.0, before, after)
        }
        ChangeKind::Spread => {
            text::spread_change(language, at, ratio > 0.0, before * 100.0, after * 100.0)
        }
    }
}

/// The hours that are slower than usual, as ranges.
fn hours(language: Language, pattern: &SoakPattern) -> String {
    let slow: Vec<usize> = slow(pattern);
    let range = |run: &[usize]| {
        let [from, to] = [run[0], run[run.len() - 1] + 1].map(|hour| format!("{hour:02}:00"));
        text::hour_range(language, &from, &to)
    };
    let ranges: Vec<String> = slow.chunk_by(|a, b| a + 1 == *b).map(range).collect();
    if ranges.is_empty() {
        text::by_hour(language).to_owned()
    } else {
        text::slow_hours(language, &ranges.join(", "), excess(pattern))
    }
}

fn weekdays(language: Language, pattern: &SoakPattern) -> String {
    let names = weekdays_of(language);
    let slow: Vec<&str> = slow(pattern).into_iter().map(|day| names[day].0).collect();
    if slow.is_empty() {
        text::by_weekday(language).to_owned()
    } else {
        text::slow_days(language, &slow.join(", "), excess(pattern))
    }
}

fn slow(pattern: &SoakPattern) -> Vec<usize> {
    let numbered = pattern.relative.iter().enumerate();
    numbered
        .filter(|(_, one)| one.is_some_and(|one| one >= SLOWER_MIN))
        .map(|(number, _)| number)
        .collect()
}

/// How much the slowest hour or weekday is above the median, in percent.
fn excess(pattern: &SoakPattern) -> f64 {
    let most = pattern.relative.iter().flatten().copied().fold(1.0, f64::max);
    (most - 1.0) * 100.0
}

/// A trend, if its interval does not contain zero.
fn trend(language: Language, trend: &SoakTrend) -> Option<String> {
    let percent = |share: f64| language.digits(&number::trimmed(share * 100.0, 2));
    (trend.low > 0.0 || trend.high < 0.0).then(|| {
        let per_day = percent(trend.per_day.abs());
        let (low, high) = (percent(trend.low), percent(trend.high));
        let values =
            text::Trend { rises: trend.per_day > 0.0, percent: &per_day, low: &low, high: &high };
        text::trend(language, &values)
    })
}

fn overload(language: Language, overload: &SoakOverload) -> String {
    let length_s = (overload.until_unix_s - overload.from_unix_s) as f64;
    let (from, iops) = (overload.from_unix_s, overload.iops);
    text::overload(language, from, length_s, iops, overload.constant_rate)
}

/// The notes for all roles: stalls, gaps, and minutes that do not count.
pub fn soak_notes(language: Language, finding: &SoakFinding) -> Vec<String> {
    let mut lines = listed(language, &finding.stalls, text::more_stalls, stall);
    lines.extend(listed(language, &finding.gaps, text::more_gaps, gap));
    lines.extend(finding.excluded.iter().map(|minutes| excluded(language, minutes)));
    lines
}

fn stall(language: Language, stall: &SoakStall) -> String {
    text::stall(language, stall.at_unix_s as i64, stall.length_s)
}

fn gap(language: Language, gap: &SoakGap) -> String {
    text::gap(language, (gap.until_unix_s - gap.from_unix_s) as f64, gap.from_unix_s)
}

fn excluded(language: Language, excluded: &ExcludedMinutes) -> String {
    match excluded.reason {
        MinuteExclusion::Short => text::excluded_short(language, excluded.minutes),
        MinuteExclusion::HostBusy => text::excluded_busy(language, excluded.minutes),
        MinuteExclusion::CpuSteal => text::excluded_steal(language, excluded.minutes),
    }
}

/// The load of each role, such as `data 1,200 per second (30 % of its load line)`, and of all together.
pub fn soak_load(language: Language, soak: &SoakRecord) -> String {
    let roles = &soak.setup.roles;
    let shares: Option<Vec<f64>> = roles.iter().map(|role| role.line_share).collect();
    let role = |role: &record::soak::SoakRole| match role.line_share {
        Some(share) => text::role_load_share(language, &role.name, role.rate_iops, share),
        None => text::role_load(language, &role.name, role.rate_iops),
    };
    let each = roles.iter().map(role).collect::<Vec<_>>().join(", ");
    match shares.filter(|shares| shares.len() > 1) {
        Some(shares) => text::load_together(language, shares.iter().sum(), &each),
        None => each,
    }
}

/// An event as it happens; none for events that the user sees anyway.
pub fn soak_event(language: Language, event: &SoakEvent) -> Option<String> {
    match event {
        SoakEvent::Started { .. } | SoakEvent::Ended { .. } => None,
        SoakEvent::Gap(seen) => Some(gap(language, seen)),
        SoakEvent::Overload { role, at_unix_s, backlog, .. } => {
            Some(text::overload_begins(language, *at_unix_s, role, *backlog))
        }
        SoakEvent::OverloadEnded { role, at_unix_s } => {
            Some(text::overload_ends(language, *at_unix_s, role))
        }
        SoakEvent::Stall(seen) => Some(stall(language, seen)),
        SoakEvent::Change { role, at_unix_s, before_ns, after_ns, .. } => {
            Some(text::change_event(language, *at_unix_s, role, *before_ns, *after_ns))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_minute_is_the_median_of_all_minutes() {
        let hour = |p99_ns: u64, minutes: u64| SoakHour {
            start_unix_s: 0,
            minutes,
            p99_ns,
            p99_ns_max: p99_ns,
            iops: 1.0,
        };
        assert_eq!(usual_p99_ns(&[]), None);
        assert_eq!(usual_p99_ns(&[hour(9, 1), hour(4, 60), hour(2, 10)]), Some(4));
    }

    #[test]
    fn a_share_near_one_keeps_the_digits_that_tell_it_from_one() {
        for (of_all, text) in
            [(1.0, "100 %"), (0.9, "90 %"), (0.995, "99.5 %"), (0.99931, "99.931 %"), (0.5, "50 %")]
        {
            assert_eq!(share(Language::En, of_all), text);
        }
    }
}
