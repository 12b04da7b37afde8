//! Prints how often a soak is right about minutes whose truth is known: the tables of crates/study/METHODS.md.
//!
//! `cargo run --release -p study --example error_rates -- soak [SEEDS] [FIRST_SEED] [TABLE]`; nothing is asserted. The tables are `steady`,
//! `step`, `hours`, `spread`, `trend`, `month`, `share` and `limit`. `SOAK_WRONG=1` lists what was off.

#[path = "../../src/soak/months.rs"]
mod months;

use months::{DAY_MINUTES, P99_FACTOR, QUIET_NS, Wander, neighbour_and_step, setup, spend_credits};
use record::soak::{ChangeKind, SoakFinding, SoakMinute, SoakRoleFinding, SoakStall};
use std::ops::Range;
use study::soak::{SoakWatch, conclude, share_interval};

/// Prints a table for these seeds.
type RateTable = fn(Range<u64>);

pub(crate) fn print(words: &[String]) {
    let (seeds, first) = super::seeds(words, 100);
    let only = words.get(2).cloned();
    let tables: [(&str, RateTable); 8] = [
        ("steady", steady),
        ("step", step),
        ("hours", hours),
        ("spread", spread),
        ("trend", trend),
        ("month", month),
        ("share", share),
        ("limit", limit),
    ];
    for (name, table) in tables {
        if only.as_ref().is_none_or(|only| only == name) {
            table(first..first + seeds);
            println!();
        }
    }
}

fn percent(count: usize, seeds: &Range<u64>) -> f64 {
    100.0 * count as f64 / (seeds.end - seeds.start) as f64
}

fn wrong(text: &dyn Fn() -> String) {
    if std::env::var_os("SOAK_WRONG").is_some() {
        eprintln!("{}", text());
    }
}

fn of_minutes(days: u64, minutes: Vec<SoakMinute>, stalls: &[SoakStall], seed: u64) -> SoakFinding {
    conclude(&setup(days, Vec::new()), &[minutes], stalls, seed)
}

/// What is reported if nothing happens.
fn steady(seeds: Range<u64>) {
    println!(
        "| nothing happens for | deviation, lag-1 | changes of level told per soak | of spread | by hour | by weekday | a trend | told while it runs, per 30 days |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (told, minutes) in [
        ("20 min", 20),
        ("6 h", 360),
        ("1 d", DAY_MINUTES),
        ("7 d", 7 * DAY_MINUTES),
        ("30 d", 30 * DAY_MINUTES),
    ] {
        for (deviation, lag1) in [(0.05, 0.9), (0.2, 0.9), (0.1, 0.99)] {
            let wander = Wander { deviation, lag1 };
            let (mut changes, mut alarms) = ([0; 2], 0);
            let (mut hours, mut weekdays, mut trends) = (0, 0, 0);
            for seed in seeds.clone() {
                let all = wander.minutes(seed, minutes, &|_| 1.0);
                let mut watch = SoakWatch::new(&setup(30, Vec::new()));
                alarms += all.iter().filter_map(|minute| watch.push(0, minute)).count();
                let role = of_minutes(30, all, &[], seed).roles.remove(0);
                for change in &role.changes {
                    changes[change.kind as usize] += 1;
                    wrong(&|| format!("{told} {deviation} {lag1} seed {seed}: {change:?}"));
                }
                hours += usize::from(role.hours.is_some());
                weekdays += usize::from(role.weekdays.is_some());
                trends += usize::from(role.trend.is_some());
            }
            let each = (seeds.end - seeds.start) as f64;
            let months = each * minutes as f64 / (30 * DAY_MINUTES) as f64;
            println!(
                "| {told} | {:.0} %, {lag1} | {:.2} | {:.2} | {:.1} % | {:.1} % | {:.1} % | {:.2} |",
                100.0 * deviation,
                f64::from(changes[ChangeKind::Level as usize]) / each,
                f64::from(changes[ChangeKind::Spread as usize]) / each,
                percent(hours, &seeds),
                percent(weekdays, &seeds),
                percent(trends, &seeds),
                alarms as f64 / months,
            );
        }
    }
}

/// The one change of level of a role, if it is the only one, as the day and the factor.
fn only_change(role: &SoakRoleFinding) -> Option<(f64, f64)> {
    match role.changes[..] {
        [one] if one.kind == ChangeKind::Level => {
            Some((one.at_unix_s as f64 / 86_400.0, one.after / one.before))
        }
        _ => None,
    }
}

/// A step of a tenth on day 9, with and without a daily neighbour.
fn step(seeds: Range<u64>) {
    println!(
        "| 10 % slower from day 9 of 30 on | deviation | told, and nothing else changed | time off by (median, 90 %) | told after (median, 90 %) |"
    );
    println!("| --- | --- | --- | --- | --- |");
    let alone = |number: usize| if number >= 9 * DAY_MINUTES { 1.1 } else { 1.0 };
    let cases: [(&str, &dyn Fn(usize) -> f64); 2] =
        [("alone", &alone), ("and a neighbour every day", &neighbour_and_step)];
    for (told, factor) in cases {
        for deviation in [0.05, 0.1, 0.2] {
            let (mut right, mut off_min, mut delay_min) = (0, Vec::new(), Vec::new());
            for seed in seeds.clone() {
                let all = Wander::of(deviation).minutes(seed, 30 * DAY_MINUTES, factor);
                delay_min.push(delay(&all, seed));
                let role = of_minutes(30, all, &[], seed).roles.remove(0);
                match only_change(&role) {
                    Some((day, ratio)) if (ratio / 1.1 - 1.0).abs() < 0.04 => {
                        off_min.push((day - 9.0).abs() * DAY_MINUTES as f64);
                        right += 1;
                    }
                    _ => wrong(&|| format!("{told} {deviation} seed {seed}: {:?}", role.changes)),
                }
            }
            println!(
                "| {told} | {:.0} % | {:.1} % | {} | {} |",
                100.0 * deviation,
                percent(right, &seeds),
                ranks(off_min),
                ranks(delay_min),
            );
        }
    }
}

/// Minutes after day 9 until the step is reported.
fn delay(all: &[SoakMinute], seed: u64) -> f64 {
    let from = 9 * DAY_MINUTES;
    let looks = [5, 10, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1_440, 2_880, 5_760];
    let told = |after: &usize| {
        let role = of_minutes(30, all[..from + after].to_vec(), &[], seed).roles.remove(0);
        role.changes.iter().any(|change| {
            change.kind == ChangeKind::Level
                && (change.at_unix_s / 60 - from as i64).unsigned_abs() < 720
                && change.after > change.before
        })
    };
    looks.iter().find(|after| told(after)).map_or(f64::INFINITY, |after| *after as f64)
}

fn ranks(mut minutes: Vec<f64>) -> String {
    minutes.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| match minutes.get((minutes.len() as f64 * share) as usize) {
        Some(minutes) if minutes.is_finite() => format!("{minutes:.0} min"),
        Some(_) => "not in 4 d".to_owned(),
        None => String::new(),
    };
    format!("{}, {}", at(0.5), at(0.9))
}

/// A neighbour from 9 to 17 o'clock of every day.
fn hours(seeds: Range<u64>) {
    println!("| slower from 9 to 17 o'clock by | deviation | told after 4 d | 7 d | 30 d |");
    println!("| --- | --- | --- | --- | --- |");
    for slower in [0.05, 0.2] {
        for deviation in [0.05, 0.1, 0.2] {
            let daily = |number: usize| match number % DAY_MINUTES / 60 {
                9..17 => 1.0 + slower,
                _ => 1.0,
            };
            let told = |days: usize| {
                let one = |seed: &u64| {
                    let all = Wander::of(deviation).minutes(*seed, days * DAY_MINUTES, &daily);
                    of_minutes(30, all, &[], *seed).roles[0].hours.is_some()
                };
                format!("{:.1} %", percent(seeds.clone().filter(one).count(), &seeds))
            };
            let told = [4, 7, 30].map(told).join(" | ");
            println!("| {:.0} % | {:.0} % | {told} |", 100.0 * slower, 100.0 * deviation);
        }
    }
}

/// A spread that grows on day 9.
fn spread(seeds: Range<u64>) {
    println!("| spread from day 9 of 30 on | told, at most 12 h off | changes of level told |");
    println!("| --- | --- | --- |");
    for times in [1.5, 2.0] {
        let (mut right, mut levels) = (0, 0);
        for seed in seeds.clone() {
            // Both are as one series of the wider spread, narrowed before day 9.
            let mut all = Wander::of(0.1).minutes(seed, 30 * DAY_MINUTES, &|_| 1.0);
            for minute in &mut all[..9 * DAY_MINUTES] {
                minute.mean_ns = QUIET_NS * (minute.mean_ns / QUIET_NS).powf(1.0 / times);
            }
            let role = of_minutes(30, all, &[], seed).roles.remove(0);
            let near = |at_unix_s: i64| (at_unix_s as f64 / 86_400.0 - 9.0).abs() < 0.5;
            right += usize::from(
                role.changes
                    .iter()
                    .any(|change| change.kind == ChangeKind::Spread && near(change.at_unix_s)),
            );
            levels += usize::from(role.changes.iter().any(|one| one.kind == ChangeKind::Level));
        }
        let (right, levels) = (percent(right, &seeds), percent(levels, &seeds));
        println!("| {times} times as wide | {right:.1} % | {levels:.1} % |");
    }
}

fn trend(seeds: Range<u64>) {
    println!(
        "| grows per day by | for | deviation | trend told | its interval holds the truth | changes told instead |"
    );
    println!("| --- | --- | --- | --- | --- | --- |");
    for (growth, days) in [(0.01, 7), (0.01, 30), (0.003, 30)] {
        for deviation in [0.05, 0.1] {
            let (mut told, mut held, mut changed) = (0, 0, 0);
            for seed in seeds.clone() {
                let grown =
                    |number: usize| f64::powf(1.0 + growth, number as f64 / DAY_MINUTES as f64);
                let all = Wander::of(deviation).minutes(seed, days * DAY_MINUTES, &grown);
                let role = of_minutes(30, all, &[], seed).roles.remove(0);
                changed += usize::from(!role.changes.is_empty());
                if let Some(trend) = role.trend {
                    told += 1;
                    held += usize::from(trend.low <= growth && growth <= trend.high);
                }
            }
            println!(
                "| {} % | {days} d | {:.0} % | {:.1} % | {:.1} % | {:.1} % |",
                100.0 * growth,
                100.0 * deviation,
                percent(told, &seeds),
                percent(held, &seeds),
                percent(changed, &seeds),
            );
        }
    }
}

/// A month with everything in it: what is reported of it, and whether anything else is.
fn month(seeds: Range<u64>) {
    println!(
        "| a month with all of it | step told | hours told | credits told | all, and nothing else |"
    );
    println!("| --- | --- | --- | --- | --- |");
    for deviation in [0.05, 0.1, 0.2] {
        let mut right = [0; 4];
        for seed in seeds.clone() {
            let (minutes, stalls) = full_month(deviation, seed);
            let found = of_minutes(30, minutes, &stalls, seed);
            let role = &found.roles[0];
            let step = only_change(role)
                .is_some_and(|(day, ratio)| (day - 9.0).abs() < 0.5 && (ratio - 1.1).abs() < 0.04);
            let hours = role.hours.as_ref().is_some_and(|hours| {
                let busy = |hour: usize| hours.relative[hour].is_some_and(|one| one > 1.3);
                (0..24).all(|hour| busy(hour) == (9..17).contains(&hour))
            });
            let from_s = 60 * (20 * DAY_MINUTES + 300) as i64;
            let credits = matches!(role.overloads[..], [one] if one.constant_rate
                && one.from_unix_s == from_s && one.until_unix_s == from_s + 90 * 60);
            let told = [step, hours, credits];
            let all =
                told.iter().all(|one| *one) && role.weekdays.is_none() && role.trend.is_none();
            if !all {
                wrong(&|| {
                    format!(
                        "month {deviation} seed {seed}: {told:?} {:?} trend {:?}",
                        role.changes, role.trend
                    )
                });
            }
            for (count, told) in right.iter_mut().zip(told.into_iter().chain([all])) {
                *count += usize::from(told);
            }
        }
        let right = right.map(|count| format!("{:.0} %", percent(count, &seeds)));
        println!("| deviation {:.0} %, lag-1 0.9 | {} |", 100.0 * deviation, right.join(" | "));
    }
}

/// A daily neighbour, a step on day 9, spent credits on day 20, two stalls.
fn full_month(deviation: f64, seed: u64) -> (Vec<SoakMinute>, [SoakStall; 2]) {
    let mut minutes = Wander::of(deviation).minutes(seed, 30 * DAY_MINUTES, &neighbour_and_step);
    spend_credits(&mut minutes, 20 * DAY_MINUTES + 300);
    let stalls = [4 * DAY_MINUTES + 77, 25 * DAY_MINUTES + 900].map(|number| {
        minutes[number].mean_ns *= 200.0;
        minutes[number].max_ns = 8_000_000_000;
        SoakStall { at_unix_s: number as f64 * 60.0 + 20.0, length_s: 8.0 }
    });
    (minutes, stalls)
}

/// The interval of a share of minutes, looked at again and again.
fn share(seeds: Range<u64>) {
    println!(
        "| share of good minutes | minutes | looks | holds the share at every look | width after 30 d | \"met\" said of this share | \"not met\" |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (told, lag1, daily) in [
        ("lag-1 0", 0.0, 1.0),
        ("lag-1 0.9", 0.9, 1.0),
        ("lag-1 0.99", 0.99, 1.0),
        ("lag-1 0.9, 25 % slower by day", 0.9, 1.25),
    ] {
        for truth in [0.9, 0.99, 0.999] {
            let wander = Wander { deviation: 0.2, lag1 };
            let factor = |number: usize| {
                if (9..17).contains(&(number % DAY_MINUTES / 60)) { daily } else { 1.0 }
            };
            let limit_ns = limit_of(truth, wander, daily);
            let looks: Vec<usize> =
                (1..24).map(|hour| hour * 60).chain((4..=120).map(|six| six * 360)).collect();
            let (mut held, mut met, mut not_met, mut width) = (0, 0, 0, 0.0);
            for seed in seeds.clone() {
                let all = wander.minutes(seed, 30 * DAY_MINUTES, &factor);
                let good: Vec<bool> =
                    all.iter().map(|minute| minute.p99_ns as f64 <= limit_ns).collect();
                let seen: Vec<_> = looks
                    .iter()
                    .map(|look| share_interval(&good[..*look], DAY_MINUTES as f64))
                    .collect();
                let high = seen.iter().any(|one| one.low > truth);
                let low = seen.iter().any(|one| one.high < truth);
                if high || low {
                    let at = seen.iter().position(|one| one.low > truth || one.high < truth);
                    let look = at.map(|at| (looks[at] as f64 / 60.0, seen[at]));
                    wrong(&|| format!("{told} {truth} seed {seed}: after h {look:.3?}"));
                }
                held += usize::from(!high && !low);
                met += usize::from(high);
                not_met += usize::from(low);
                width += seen.last().map_or(0.0, |one| one.high - one.low);
            }
            println!(
                "| {:.1} % | {told} | {} | {:.1} % | {:.2} % | {:.1} % | {:.1} % |",
                100.0 * truth,
                looks.len(),
                percent(held, &seeds),
                100.0 * width / (seeds.end - seeds.start) as f64,
                percent(met, &seeds),
                percent(not_met, &seeds),
            );
        }
    }
}

/// The limit that this share of minutes keeps, by bisection, if a third of the day is slower by `daily`.
fn limit_of(share: f64, wander: Wander, daily: f64) -> f64 {
    let kept = |limit: f64| {
        let quiet = normal_share(limit / wander.deviation);
        let busy = normal_share((limit - daily.ln()) / wander.deviation);
        (2.0 * quiet + busy) / 3.0
    };
    let (mut low, mut high) = (-5.0, 5.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        *(if kept(middle) < share { &mut low } else { &mut high }) = middle;
    }
    QUIET_NS * P99_FACTOR * f64::exp(high)
}

/// The share of a normal law below `z` (Abramowitz and Stegun 26.2.17, error below 7.5e-8).
fn normal_share(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let tail = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt()
        * t
        * (0.319_381_530
            + t * (-0.356_563_782
                + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    if z > 0.0 { 1.0 - tail } else { tail }
}

/// Limits that can be signed: whether the promised share is truly kept.
fn limit(seeds: Range<u64>) {
    println!("| limit for | after | lag-1 | given | kept in truth | above the true limit by |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for days in [1, 7, 30] {
        for lag1 in [0.9, 0.99] {
            let wander = Wander { deviation: 0.2, lag1 };
            let all: Vec<SoakRoleFinding> = seeds
                .clone()
                .map(|seed| {
                    let minutes = wander.minutes(seed, days * DAY_MINUTES, &|_| 1.0);
                    of_minutes(days as u64, minutes, &[], seed).roles.remove(0)
                })
                .collect();
            for share in [0.99, 0.995, 0.999] {
                let truth_ns = limit_of(share, wander, 1.0);
                let given: Vec<f64> = all
                    .iter()
                    .flat_map(|role| &role.signable)
                    .filter(|limit| limit.share == share)
                    .map(|limit| limit.p99_ns as f64 / truth_ns)
                    .collect();
                let kept = given.iter().filter(|ratio| **ratio >= 1.0).count();
                let above = given.iter().sum::<f64>() / given.len() as f64 - 1.0;
                let (kept, above) = match given.len() {
                    0 => (String::new(), String::new()),
                    n => (
                        format!("{:.1} %", 100.0 * kept as f64 / n as f64),
                        format!("{:.1} %", 100.0 * above),
                    ),
                };
                println!(
                    "| {:.1} % of minutes | {days} d | {lag1} | {:.0} % | {kept} | {above} |",
                    100.0 * share,
                    percent(given.len(), &seeds),
                );
            }
        }
    }
}
