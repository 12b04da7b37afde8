//! Months of minutes whose truth is known.

use super::months::{DAY_MINUTES, Wander, neighbour_and_step, setup, spend_credits};
use super::*;
use base::Nanos;
use record::soak::{BrokenTime, ChangeKind, SlaVerdict};
use workload::{SlaClause, SlaMetric, SlaWindow};

fn clause(limit_ms: u64, share: f64) -> SlaClause {
    let limit_ns = Nanos::millis(limit_ms);
    let metric = SlaMetric::Latency { quantile: 0.99, limit_ns };
    SlaClause { metric, window: SlaWindow::Minute, share }
}

fn month(
    seed: u64,
    minutes: usize,
    deviation: f64,
    factor: &dyn Fn(usize) -> f64,
) -> Vec<SoakMinute> {
    Wander::of(deviation).minutes(seed, minutes, factor)
}

#[test]
fn a_step_and_a_daily_neighbour_are_found_and_nothing_else() {
    let setup = setup(30, Vec::new());
    let mut right = 0;
    for seed in 0..20 {
        let minutes = month(seed, 30 * DAY_MINUTES, 0.05, &neighbour_and_step);
        let found = conclude(&setup, &[minutes], &[], seed);
        let role = &found.roles[0];
        let steps: Vec<_> = role.changes.iter().collect();
        let at = |unix_s: i64| (unix_s as f64 / 86_400.0 - 9.0).abs() < 0.1;
        let step = matches!(steps[..], [one] if one.kind == ChangeKind::Level && at(one.at_unix_s)
            && (one.after / one.before - 1.1).abs() < 0.02);
        let busy = role.hours.as_ref().is_some_and(|hours| {
            let high = |hour: usize| hours.relative[hour].is_some_and(|one| one > 1.3);
            (0..24).all(|hour| high(hour) == (9..17).contains(&hour))
        });
        if step && busy && role.weekdays.is_none() && role.overloads.is_empty() {
            right += 1;
        } else {
            eprintln!("seed {seed}: {:?} {:?}", role.changes, role.hours);
        }
    }
    assert!(right >= 19, "{right} of 20 seeds");
}

#[test]
fn stationary_minutes_that_depend_on_each_other_show_nothing() {
    for days in [1usize, 7, 30] {
        let setup = setup(days as u64, Vec::new());
        let shown = (0..20).filter(|&seed| {
            let minutes = month(seed, days * DAY_MINUTES, 0.1, &|_| 1.0);
            let role = conclude(&setup, &[minutes], &[], seed).roles.remove(0);
            let any = !role.changes.is_empty() || role.hours.is_some() || role.weekdays.is_some();
            if any {
                eprintln!("{days} days, seed {seed}: {:?} {:?}", role.changes, role.hours);
            }
            any
        });
        let shown = shown.count();
        assert!(shown <= 1, "{days} days: {shown} of 20 seeds");
    }
}

#[test]
fn a_change_within_twenty_minutes_is_found_in_its_minute() {
    let setup = setup(1, Vec::new());
    let minutes = month(3, 20, 0.02, &|number| if number >= 10 { 1.5 } else { 1.0 });
    let role = conclude(&setup, &[minutes], &[], 3).roles.remove(0);
    let [change] = &role.changes[..] else { panic!("{:?}", role.changes) };
    assert_eq!(change.at_unix_s, 600);
}

#[test]
fn a_tenth_slower_is_told_within_hours_and_to_the_minute() {
    let from = 9 * DAY_MINUTES;
    let detected = (0..10).filter(|&seed| {
        let step = |number: usize| if number >= from { 1.1 } else { 1.0 };
        let minutes = month(seed, from + 480, 0.03, &step);
        let role = conclude(&setup(30, Vec::new()), &[minutes], &[], seed).roles.remove(0);
        let right = matches!(role.changes[..], [one] if one.at_unix_s == from as i64 * MINUTE_S);
        if !right {
            eprintln!("seed {seed}: {:?}", role.changes);
        }
        right
    });
    let detected = detected.count();
    assert!(detected >= 9, "{detected} of 10 seeds");
}

#[test]
fn even_growth_is_a_trend_and_no_staircase_of_changes() {
    let detected = (0..10).filter(|&seed| {
        let grown = |number: usize| f64::powf(1.003, number as f64 / DAY_MINUTES as f64);
        let minutes = month(seed, 30 * DAY_MINUTES, 0.05, &grown);
        let role = conclude(&setup(30, Vec::new()), &[minutes], &[], seed).roles.remove(0);
        let right = role.changes.is_empty()
            && role.trend.is_some_and(|trend| trend.low <= 0.003 && 0.003 <= trend.high);
        if !right {
            eprintln!("seed {seed}: {:?} {:?}", role.changes, role.trend);
        }
        right
    });
    let detected = detected.count();
    assert!(detected >= 9, "{detected} of 10 seeds");
}

#[test]
fn an_agreement_is_met_broken_or_open_and_its_budget_is_counted() {
    let day = month(1, DAY_MINUTES, 0.05, &|_| 1.0);
    let sla = vec![clause(20, 0.9), clause(5, 0.99), clause(20, 0.999), clause(20, 1.0)];
    let found = conclude(&setup(7, sla), &[day], &[], 1);
    let verdicts: Vec<SlaVerdict> = found.clauses.iter().map(|one| one.verdict).collect();
    let expected =
        [SlaVerdict::Met, SlaVerdict::NotMet, SlaVerdict::CannotTell, SlaVerdict::CannotTell];
    assert_eq!(verdicts, expected);
    assert_eq!((found.clauses[0].broken, found.clauses[0].windows), (0, 1_440));
    assert!((found.clauses[0].budget - 1008.0).abs() < 1e-6);
    let days = found.clauses[2].days_needed.expect("more days would tell");
    assert!((10.0..100.0).contains(&days), "{days}");
    assert_eq!(found.clauses[3].days_needed, None);
    // One bad hour in a day: 60 of the 100 minutes that a week may have.
    let bad = |number: usize| if (600..660).contains(&number) { 4.0 } else { 1.0 };
    let day = month(1, DAY_MINUTES, 0.02, &bad);
    let found = conclude(&setup(7, vec![clause(20, 0.99)]), &[day], &[], 1);
    let one = &found.clauses[0];
    assert_eq!((one.broken, one.verdict), (60, SlaVerdict::CannotTell));
    let out = one.exhausted_unix_s.expect("at this pace it is used up in the second day");
    assert!((86_400..2 * 86_400).contains(&out), "{out}");
}

/// Nobody can complete more than arrives: a rate that was not offered is not broken by the storage.
#[test]
fn a_window_in_which_too_little_was_offered_does_not_count() {
    let day = month(1, DAY_MINUTES, 0.05, &|_| 1.0);
    let offered = day.iter().map(|minute| minute.due).sum::<u64>() as f64 / 86_400.0;
    let at_least = |part: f64| {
        let metric = SlaMetric::Iops { min: part * offered };
        let clause = SlaClause { metric, window: SlaWindow::Hour, share: 1.0 };
        conclude(&setup(1, vec![clause]), std::slice::from_ref(&day), &[], 1).clauses.remove(0)
    };
    let (more, less) = (at_least(1.2), at_least(0.8));
    assert_eq!((more.windows, more.unoffered, more.verdict), (0, 24, SlaVerdict::CannotTell));
    assert_eq!((less.windows, less.unoffered, less.verdict), (24, 0, SlaVerdict::Met));
}

#[test]
fn a_part_of_an_hour_or_a_day_meets_no_clause_on_the_whole_of_it() {
    let minutes = month(1, 20, 0.05, &|_| 1.0);
    let in_every = |window| {
        let short = SoakSetup {
            planned_s: 20 * 60,
            ..setup(1, vec![SlaClause { window, ..clause(20, 1.0) }])
        };
        conclude(&short, std::slice::from_ref(&minutes), &[], 1).clauses.remove(0)
    };
    for window in [SlaWindow::Hour, SlaWindow::Day] {
        let found = in_every(window);
        assert_eq!((found.windows, found.verdict), (0, SlaVerdict::CannotTell));
    }
    assert_eq!(in_every(SlaWindow::Minute).verdict, SlaVerdict::Met);
}

#[test]
fn a_time_without_minutes_is_a_gap_and_never_good() {
    let mut minutes = month(1, 300, 0.05, &|_| 1.0);
    minutes.drain(100..150);
    minutes[10].excluded = Some(MinuteExclusion::HostBusy);
    let found = conclude(&setup(1, vec![clause(20, 0.9)]), &[minutes], &[], 1);
    assert_eq!(found.gaps, [SoakGap { from_unix_s: 6_000, until_unix_s: 9_000 }]);
    assert_eq!((found.minutes, found.clauses[0].windows), (249, 249));
    let reason = MinuteExclusion::HostBusy;
    assert_eq!(found.excluded, [ExcludedMinutes { reason, minutes: 1 }]);
}

#[test]
fn spent_credits_are_an_overload_at_a_constant_rate() {
    let mut minutes = month(5, 600, 0.05, &|_| 1.0);
    spend_credits(&mut minutes, 200);
    let role = conclude(&setup(1, Vec::new()), &[minutes], &[], 5).roles.remove(0);
    let [one] = &role.overloads[..] else { panic!("{:?}", role.overloads) };
    assert_eq!((one.from_unix_s, one.until_unix_s, one.constant_rate), (12_000, 17_400, true));
    assert!((one.iops - 50.0).abs() < 0.1, "{one:?}");
    assert!(role.changes.is_empty(), "{:?}", role.changes);
}

#[test]
fn a_limit_that_can_be_signed_is_kept_by_its_share_of_minutes() {
    let minutes = month(9, 30 * DAY_MINUTES, 0.1, &|_| 1.0);
    let role =
        conclude(&setup(30, Vec::new()), std::slice::from_ref(&minutes), &[], 9).roles.remove(0);
    // One minute in a thousand takes longer than a month.
    assert_eq!(role.signable.len(), 2);
    for limit in &role.signable {
        let kept = minutes.iter().filter(|minute| minute.p99_ns <= limit.p99_ns).count();
        assert!(kept as f64 >= limit.share * minutes.len() as f64, "{limit:?}");
    }
    // A day is too short for one minute in a hundred.
    let day = month(9, DAY_MINUTES, 0.1, &|_| 1.0);
    let role = conclude(&setup(1, Vec::new()), &[day], &[], 9).roles.remove(0);
    assert!(role.signable.is_empty(), "{:?}", role.signable);
}

/// The alarms about a steady storage in 30 days of each seed.
fn false_alarms(seeds: std::ops::Range<u64>) -> usize {
    let alarms = |seed| {
        let mut watch = SoakWatch::new(&setup(30, Vec::new()));
        let minutes = month(seed, 30 * DAY_MINUTES, 0.1, &|_| 1.0);
        minutes.iter().filter_map(|minute| watch.push(0, minute)).count()
    };
    seeds.map(alarms).sum()
}

#[test]
fn the_watch_says_nothing_of_a_steady_storage() {
    let alarms = std::thread::scope(|scope| {
        let first = scope.spawn(|| false_alarms(0..10));
        false_alarms(10..20) + first.join().expect("no watch panics")
    });
    assert!(alarms <= 20, "{alarms} in 20 times 30 days");
}

#[test]
fn the_watch_tells_a_storage_that_falls_behind_at_once() {
    let setup = setup(30, Vec::new());
    let mut watch = SoakWatch::new(&setup);
    // At 100 arrivals per second, the storage completes 95: 5 more wait with each second.
    let detected: Vec<_> = (0..60)
        .map(|second| watch.backlog(0, f64::from(second), 5 * second as u64, 100.0))
        .collect();
    let known = detected.iter().position(Option::is_some);
    assert_eq!((known, detected.iter().flatten().count()), (Some(30), 1));
    assert!(
        watch.backlog(0, 61.0, 0, 100.0).is_some() && watch.backlog(0, 62.0, 0, 100.0).is_none()
    );
    // A daily neighbour is reported only once: when it first comes, and when it goes.
    let mut watch = SoakWatch::new(&setup);
    let daily = |number: usize| {
        if (9..17).contains(&(number % DAY_MINUTES / 60)) { 2.0 } else { 1.0 }
    };
    let days = month(1, 7 * DAY_MINUTES, 0.05, &daily);
    let events = days.iter().filter_map(|minute| watch.push(0, minute)).count();
    assert_eq!(events, 2);
}

#[test]
fn bad_minutes_are_listed_and_those_that_do_not_count_keep_their_figures() {
    let mut minutes = month(1, DAY_MINUTES, 0.05, &|_| 1.0);
    let bad = [(100, 50), (101, 70), (300, 60)];
    bad.iter().for_each(|&(number, ms)| minutes[number].p99_ns = ms * 1_000_000);
    (minutes[500].ios, minutes[500].errors) = (0, 3);
    for minute in &mut minutes[700..720] {
        minute.excluded = Some(MinuteExclusion::HostBusy);
        (minute.ios, minute.p99_ns) = (1_200, 90_000_000);
    }
    let setup = setup(1, vec![clause(20, 0.9)]);
    let found = conclude(&setup, &[minutes.clone()], &[], 1);
    assert_eq!(found.until_unix_s, Some(86_400));
    let times = &found.clauses[0].broken_times;
    let of_time = |time: &BrokenTime| {
        (time.from_unix_s / 60, time.until_unix_s / 60, time.windows, time.worst, time.errors)
    };
    let expected =
        [(100, 102, 2, Some(70e6), 0), (300, 301, 1, Some(60e6), 0), (500, 501, 1, None, 3)];
    assert_eq!(times.iter().map(of_time).collect::<Vec<_>>(), expected);
    assert_eq!((found.clauses[0].broken, found.clauses[0].verdict), (4, SlaVerdict::CannotTell));
    assert_eq!(verdict(&setup, &[minutes.clone()]), Some(SlaVerdict::CannotTell));
    let role = &found.roles[0];
    let figures = role.uncounted.expect("20 minutes do not count");
    assert_eq!((figures.minutes, figures.iops, figures.p99_ns), (20, 20.0, 90_000_000));
    assert!((role.iops.expect("minutes count") - 100.0).abs() < 0.1);
    // A day has two minutes for each part: the peak of a part stays, and a busy part has its own figures.
    assert_eq!((role.course.len(), role.course[50].figures.p99_ns_max), (720, 70_000_000));
    assert_eq!((role.course[350].excluded, role.course[350].figures.iops), (2, 20.0));
    assert_eq!(role.course[349].excluded, 0);
    // Without a minute that counts there is no rate of the storage.
    let none = conclude(&setup, &[minutes[700..720].to_vec()], &[], 1);
    assert_eq!((none.roles[0].iops, none.clauses[0].verdict), (None, SlaVerdict::CannotTell));
    assert_eq!(none.roles[0].course.len(), 20);
}
