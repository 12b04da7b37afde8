//! The clauses of an agreement on the minutes of a role: shares, budgets, verdicts.

use super::share::{interval, share_interval};
use super::{DAY_S, HOUR_S, MINUTE_S};
use record::soak::{BrokenTime, ClauseFinding, ShareInterval, SlaVerdict, SoakMinute, SoakSetup};
use workload::{SlaClause, SlaMetric, SlaWindow};

/// A window of several minutes counts if this share of the minutes in which it would run counts.
const WINDOW_SHARE_MIN: f64 = 0.5;
/// The longest soak that is reported as needed to decide a clause, relative to the observed one.
const TIMES_MAX: f64 = 1_000.0;
/// The most times that are listed: no reader wants more, and the document stays small.
const TIMES_LISTED_MAX: usize = 1_000;

/// The findings clause by clause, and within each role by role.
pub(super) fn findings(setup: &SoakSetup, minutes: &[Vec<SoakMinute>]) -> Vec<ClauseFinding> {
    let of_role = |clause: SlaClause| {
        let roles = setup.roles.iter().zip(minutes);
        roles.map(move |(role, minutes)| finding(setup, clause, &role.name, minutes))
    };
    setup.sla.iter().flat_map(|clause| of_role(*clause)).collect()
}

fn finding(
    setup: &SoakSetup,
    clause: SlaClause,
    role: &str,
    minutes: &[SoakMinute],
) -> ClauseFinding {
    let all = windows(setup, clause, minutes);
    let offered = all.iter().copied().filter(|window| is_offered(clause.metric, window));
    let windows: Vec<&[SoakMinute]> = offered.collect();
    let good: Vec<bool> = windows.iter().map(|window| is_good(clause.metric, window)).collect();
    let broken = good.iter().filter(|good| !**good).count();
    let per_day = windows_per_day(setup, clause.window);
    let share = share_interval(&good, per_day);
    let planned = per_day * setup.planned_s as f64 / DAY_S as f64;
    let budget = (1.0 - clause.share) * planned;
    let whole = good.len() as f64 >= planned * (1.0 - 1e-9);
    let verdict = verdict(clause.share, &share, broken, budget, whole);
    let (first, last) = (minutes.first(), minutes.last());
    let exhausted = || {
        let elapsed_s = (last?.start_unix_s + MINUTE_S - first?.start_unix_s) as f64;
        let after_s = elapsed_s * (budget / broken as f64);
        let used_up = broken as f64 > budget;
        let in_time = after_s < setup.planned_s as f64;
        (!used_up && in_time).then(|| first.map(|first| first.start_unix_s + after_s as i64))?
    };
    let exhausted_unix_s = if broken == 0 { None } else { exhausted() };
    let days = last.zip(first).map_or(0.0, |(last, first)| {
        (last.start_unix_s + MINUTE_S - first.start_unix_s) as f64 / DAY_S as f64
    });
    let days_needed = (verdict == SlaVerdict::CannotTell)
        .then(|| times_needed(clause.share, &share).map(|times| days * times))
        .flatten();
    ClauseFinding {
        clause,
        role: role.to_owned(),
        verdict,
        windows: good.len() as u64,
        broken: broken as u64,
        broken_times: broken_times(clause.metric, &windows, &good),
        unoffered: (all.len() - windows.len()) as u64,
        share,
        budget,
        exhausted_unix_s,
        days_needed,
    }
}

/// The verdict: its interval decides a share of all windows; "every window" holds until one breaks it, and to the planned end.
fn verdict(
    wanted: f64,
    share: &ShareInterval,
    broken: usize,
    budget: f64,
    whole: bool,
) -> SlaVerdict {
    let used_up = broken as f64 > budget + 1e-9;
    if used_up || share.high < wanted {
        SlaVerdict::NotMet
    } else if share.low >= wanted || whole {
        SlaVerdict::Met
    } else {
        SlaVerdict::CannotTell
    }
}

/// How many times longer the soak must be for the interval to exclude the required share, at the observed share.
fn times_needed(wanted: f64, share: &ShareInterval) -> Option<f64> {
    let value = share.value?;
    let decided = |times: f64| {
        let (low, high) = interval(share.effective * times, value);
        low >= wanted || high < wanted
    };
    if share.effective <= 0.0 || wanted >= 1.0 {
        return None;
    }
    let mut times = 1.5;
    while times <= TIMES_MAX {
        if decided(times) {
            return Some(times);
        }
        times *= 1.5;
    }
    None
}

pub(super) fn windows_per_day(setup: &SoakSetup, window: SlaWindow) -> f64 {
    let loaded = match (setup.window_every_s, setup.window_s) {
        (Some(every_s), Some(length_s)) => length_s.min(every_s) as f64 / every_s.max(1) as f64,
        _ => 1.0,
    };
    match window {
        SlaWindow::Minute => loaded * (DAY_S / MINUTE_S) as f64,
        SlaWindow::Hour => (DAY_S / HOUR_S) as f64,
        SlaWindow::Day => 1.0,
    }
}

fn windows<'a>(
    setup: &SoakSetup,
    clause: SlaClause,
    minutes: &'a [SoakMinute],
) -> Vec<&'a [SoakMinute]> {
    let length_s = match clause.window {
        SlaWindow::Minute => return minutes.chunks(1).collect(),
        SlaWindow::Hour => HOUR_S,
        SlaWindow::Day => DAY_S,
    };
    let number = |minute: &SoakMinute| {
        (minute.start_unix_s + i64::from(setup.utc_offset_s)).div_euclid(length_s)
    };
    let per_day = windows_per_day(setup, SlaWindow::Minute);
    // A soak that ends within an hour or a day says nothing about the whole of it.
    let per_window = per_day * length_s as f64 / DAY_S as f64;
    let least = (per_window * WINDOW_SHARE_MIN).max(1.0) as usize;
    let all = minutes.chunk_by(|a, b| number(a) == number(b));
    all.filter(|window| window.len() >= least).collect()
}

/// Whether the load offered what the clause requires. Nobody can complete more than arrives.
fn is_offered(metric: SlaMetric, window: &[SoakMinute]) -> bool {
    let counted_s: f64 = window.iter().map(|minute| minute.counted_s).sum();
    let sum = |count: fn(&SoakMinute) -> u64| window.iter().map(count).sum::<u64>() as f64;
    let due_per_s = sum(|minute| minute.due) / counted_s;
    let mean_mib = sum(|minute| minute.bytes) / sum(|minute| minute.ios) / f64::from(1 << 20);
    match metric {
        SlaMetric::Latency { .. } | SlaMetric::MeanLatency { .. } => true,
        SlaMetric::Iops { min } => due_per_s >= min,
        // Without a completed operation, nothing is known about their size.
        SlaMetric::Mibps { min } => !mean_mib.is_finite() || due_per_s * mean_mib >= min,
    }
}

/// Whether a window meets the clause. One with a failed operation never does: a database stops or loses data then.
fn is_good(metric: SlaMetric, window: &[SoakMinute]) -> bool {
    let failed = window.iter().any(|minute| minute.errors > 0);
    !failed && value(metric, window).is_some_and(|value| !is_worse(metric, value, limit(metric)))
}

/// The value of a window that the clause limits; `None` if no operation completed whose latency could be known.
fn value(metric: SlaMetric, window: &[SoakMinute]) -> Option<f64> {
    let counted_s: f64 = window.iter().map(|minute| minute.counted_s).sum();
    let sum = |count: fn(&SoakMinute) -> u64| window.iter().map(count).sum::<u64>() as f64;
    let ios = sum(|minute| minute.ios);
    match metric {
        SlaMetric::Latency { quantile, .. } => {
            let whole = window.iter().all(|minute| minute.ios > 0);
            let latencies = window.iter().map(|minute| quantile_ns(minute, quantile) as f64);
            latencies.reduce(f64::max).filter(|_| whole)
        }
        SlaMetric::MeanLatency { .. } => {
            let latencies = window.iter().map(|minute| minute.mean_ns * minute.ios as f64);
            (ios > 0.0).then(|| latencies.sum::<f64>() / ios)
        }
        SlaMetric::Iops { .. } => Some(ios / counted_s),
        SlaMetric::Mibps { .. } => {
            Some(sum(|minute| minute.bytes) / counted_s / f64::from(1 << 20))
        }
    }
}

/// The limit in the unit of the value.
fn limit(metric: SlaMetric) -> f64 {
    match metric {
        SlaMetric::Latency { limit_ns, .. } | SlaMetric::MeanLatency { limit_ns } => {
            limit_ns.0 as f64
        }
        SlaMetric::Iops { min } | SlaMetric::Mibps { min } => min,
    }
}

fn is_worse(metric: SlaMetric, value: f64, than: f64) -> bool {
    match metric {
        SlaMetric::Latency { .. } | SlaMetric::MeanLatency { .. } => value > than,
        SlaMetric::Iops { .. } | SlaMetric::Mibps { .. } => value < than,
    }
}

/// When windows broke the limit; those next to each other are one time.
fn broken_times(metric: SlaMetric, windows: &[&[SoakMinute]], good: &[bool]) -> Vec<BrokenTime> {
    let mut times: Vec<BrokenTime> = Vec::new();
    for (window, _) in windows.iter().zip(good).filter(|(_, good)| !**good) {
        let now = BrokenTime {
            from_unix_s: window[0].start_unix_s,
            until_unix_s: window[window.len() - 1].start_unix_s + MINUTE_S,
            windows: 1,
            worst: value(metric, window),
            errors: window.iter().map(|minute| minute.errors).sum(),
        };
        let last = times.last_mut().filter(|last| last.until_unix_s == now.from_unix_s);
        if let Some(last) = last {
            let both = last.worst.zip(now.worst);
            last.worst = both.map(|(a, b)| if is_worse(metric, a, b) { a } else { b });
            last.until_unix_s = now.until_unix_s;
            last.windows += 1;
            last.errors += now.errors;
        } else if times.len() < TIMES_LISTED_MAX {
            times.push(now);
        } else {
            break;
        }
    }
    times
}

/// The latency at a quantile that the minutes record; a quantile between two of them counts as the higher one.
fn quantile_ns(minute: &SoakMinute, quantile: f64) -> u64 {
    match quantile {
        _ if quantile <= 0.5 => minute.p50_ns,
        _ if quantile <= 0.99 => minute.p99_ns,
        _ if quantile <= 0.999 => minute.p999_ns,
        _ => minute.max_ns,
    }
}
