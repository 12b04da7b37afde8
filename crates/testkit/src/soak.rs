//! A soak with all features: an agreement with all three answers, patterns, changes, stalls, gaps.

use base::Nanos;
use record::soak::{
    BrokenTime, ChangeKind, ClauseFinding, CoursePart, ExcludedMinutes, MinuteExclusion,
    MinuteFigures, ShareInterval, SignableLimit, SlaVerdict, SoakChange, SoakFinding, SoakGap,
    SoakHour, SoakOverload, SoakPattern, SoakRecord, SoakRole, SoakRoleFinding, SoakSetup,
    SoakStall, SoakTrend,
};
use record::{Record, RunKind, State, Verdict};
use workload::{SlaClause, SlaMetric, SlaWindow};

/// Midnight of a Monday, in seconds since 1970.
const START_UNIX_S: i64 = 1_764_547_200;
const HOUR_S: i64 = 3_600;
const DAY_S: i64 = 86_400;

/// The record of a one-week soak, on its third day.
pub fn soak_example() -> Record {
    Record {
        kind: RunKind::Soak,
        state: State::Interrupted,
        verdict: Some(Verdict::NotFit),
        command: "plimsoll soak /srv/db --for postgres --load wal=200,data=1500 --days 7"
            .to_owned(),
        started_unix_s: START_UNIX_S,
        seconds: 172_000.0,
        target: "/srv/db".to_owned(),
        subject: "postgres".into(),
        requirement: "p99<=20ms in 99.9% of minutes".to_owned(),
        trials: Vec::new(),
        findings: Vec::new(),
        warnings: Vec::new(),
        notes: Vec::new(),
        soak: Some(soak()),
        ..crate::record::bare_example()
    }
}

fn soak() -> SoakRecord {
    let role = |name: &str, rate_iops, line_share| SoakRole {
        name: name.to_owned(),
        rate_iops,
        line_share,
    };
    let latency = SlaMetric::Latency { quantile: 0.99, limit_ns: Nanos::millis(20) };
    let sla = vec![
        SlaClause { metric: latency, window: SlaWindow::Minute, share: 0.999 },
        SlaClause { metric: SlaMetric::Iops { min: 1_000.0 }, window: SlaWindow::Hour, share: 1.0 },
        SlaClause {
            metric: SlaMetric::MeanLatency { limit_ns: Nanos::millis(5) },
            window: SlaWindow::Day,
            share: 1.0,
        },
        SlaClause { metric: SlaMetric::Mibps { min: 8.5 }, window: SlaWindow::Minute, share: 0.99 },
    ];
    let setup = SoakSetup {
        roles: vec![role("wal", 200.0, None), role("data", 1_500.0, Some(0.3))],
        sla: sla.clone(),
        planned_s: 7 * DAY_S as u64,
        window_every_s: None,
        window_s: None,
        utc_offset_s: 3_600,
    };
    let verdicts =
        [SlaVerdict::NotMet, SlaVerdict::CannotTell, SlaVerdict::Met, SlaVerdict::CannotTell];
    let clauses =
        sla.into_iter().zip(verdicts).map(|(clause, verdict)| clause_finding(clause, verdict));
    let finding = SoakFinding {
        minutes: 2_866,
        until_unix_s: Some(START_UNIX_S + 48 * HOUR_S),
        excluded: vec![ExcludedMinutes { reason: MinuteExclusion::HostBusy, minutes: 4 }],
        gaps: vec![SoakGap {
            from_unix_s: START_UNIX_S + 30 * HOUR_S,
            until_unix_s: START_UNIX_S + 31 * HOUR_S,
        }],
        clauses: clauses.collect(),
        roles: vec![role_finding("wal", 0.2), role_finding("data", 4.0)],
        stalls: vec![SoakStall { at_unix_s: START_UNIX_S as f64 + 7_205.5, length_s: 3.25 }],
    };
    SoakRecord { setup, finding: Some(finding) }
}

fn clause_finding(clause: SlaClause, verdict: SlaVerdict) -> ClauseFinding {
    let open = verdict == SlaVerdict::CannotTell;
    let share = ShareInterval { value: Some(0.9972), low: 0.993, high: 0.9988, effective: 640.0 };
    ClauseFinding {
        clause,
        role: "data".to_owned(),
        verdict,
        windows: 2_866,
        broken: 8,
        broken_times: broken_times(clause.metric),
        share,
        budget: 10.08,
        exhausted_unix_s: open.then_some(START_UNIX_S + 3 * DAY_S),
        unoffered: 0,
        days_needed: open.then_some(12.5),
    }
}

/// Two times; in the second one nothing completed.
fn broken_times(metric: SlaMetric) -> Vec<BrokenTime> {
    let worst = match metric {
        SlaMetric::Latency { .. } | SlaMetric::MeanLatency { .. } => 61e6,
        SlaMetric::Iops { min } | SlaMetric::Mibps { min } => min / 2.0,
    };
    let time = |hour: i64, windows: u64, worst, errors| {
        let from_unix_s = START_UNIX_S + hour * HOUR_S;
        let until_unix_s = from_unix_s + windows as i64 * 60;
        BrokenTime { from_unix_s, until_unix_s, windows, worst, errors }
    };
    vec![time(13, 7, Some(worst), 0), time(38, 1, None, 3)]
}

/// Two days whose afternoons are slow.
fn role_finding(name: &str, latency_ms: f64) -> SoakRoleFinding {
    let slow = |hour: i64| if (13..17).contains(&hour) { 1.6 } else { 1.0 };
    let hour = |number: i64| SoakHour {
        start_unix_s: START_UNIX_S + (number - 1) * HOUR_S,
        minutes: 60,
        p99_ns: (latency_ms * 4e6 * slow(number % 24)) as u64,
        p99_ns_max: (latency_ms * 6e6 * slow(number % 24)) as u64,
        iops: 199.5,
    };
    let part = |number: i64| CoursePart {
        from_unix_s: START_UNIX_S + number * 900,
        until_unix_s: START_UNIX_S + (number + 1) * 900,
        excluded: if number == 9 { 4 } else { 0 },
        figures: MinuteFigures {
            minutes: 15,
            iops: 199.5,
            p99_ns: (latency_ms * 4e6 * slow(number / 4 % 24)) as u64,
            p99_ns_max: (latency_ms * 6e6 * slow(number / 4 % 24)) as u64,
        },
    };
    let pattern = |slots: i64| SoakPattern {
        relative: (0..slots).map(|slot| (slot != 3).then(|| slow(slot))).collect(),
        p_value: 0.0005,
    };
    let level = SoakChange {
        kind: ChangeKind::Level,
        at_unix_s: START_UNIX_S + 20 * HOUR_S,
        before: latency_ms * 1e6,
        after: latency_ms * 1.1e6,
    };
    SoakRoleFinding {
        role: name.to_owned(),
        iops: Some(199.5),
        uncounted: Some(MinuteFigures { minutes: 4, ..part(9).figures }),
        course: (0..192).filter(|number| *number != 124).map(part).collect(),
        calendar: (0..48).filter(|number| *number != 31).map(hour).collect(),
        signable: vec![SignableLimit { share: 0.99, p99_ns: (latency_ms * 6e6) as u64 }],
        changes: vec![
            level,
            SoakChange { kind: ChangeKind::Spread, before: 0.05, after: 0.12, ..level },
        ],
        trend: Some(SoakTrend { per_day: 0.012, low: 0.004, high: 0.02 }),
        hours: Some(pattern(24)),
        weekdays: Some(pattern(7)),
        overloads: vec![SoakOverload {
            from_unix_s: START_UNIX_S + 10 * HOUR_S,
            until_unix_s: START_UNIX_S + 10 * HOUR_S + 540,
            iops: 120.0,
            constant_rate: true,
        }],
    }
}
