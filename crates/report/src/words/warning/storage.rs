//! Changes of the storage during the measurement: it slowed down, drifted or stalled.

use crate::catalogue::warning as text;
use crate::language::Language;
use summary::Neighbour;
use summary::warning::{Slower, SpeedSpread, TargetStalls};

const PROCESSES_MAX: usize = 3;
/// The maximum number of stalled targets that are named.
const TARGETS_MAX: usize = 6;

pub(super) fn slower(l: Language, seen: &Slower, others: &[Neighbour]) -> String {
    let who = processes(l, others).map_or(String::new(), |named| format!(" ({named})"));
    let tenth = |seconds: f64| (seconds * 10.0).round() / 10.0;
    let (fast, slow, after_s) = (seen.fast_iops, seen.slow_iops, tenth(seen.after_s));
    if seen.back {
        let seen = tenth(seen.seen_s);
        let values = text::SlowPhases { fast, slow, seen, after: after_s, who: &who };
        return text::slow_phases(l, &values);
    }
    let lasted = match seen.lasted_s {
        s if s > 0.0 => text::slower_lasted(l, s.round()),
        _ => String::new(),
    };
    // Rounded to thousands: more precision means nothing for credits.
    let operations = (seen.after_ios / 1000.0).round() as u64 * 1000;
    text::slower(l, after_s, operations, fast, slow, &lasted, &who)
}

/// The busiest of the other processes, with their bytes and times.
fn processes(l: Language, others: &[Neighbour]) -> Option<String> {
    let busiest = others.first()?.bytes;
    let worth = |other: &&Neighbour| other.bytes * 10 >= busiest;
    let each = |other: &Neighbour| {
        let (from, until) = (other.from_s.round(), other.until_s.round());
        let megabytes = other.bytes as f64 / 1e6;
        text::process(l, &text::Process { name: &other.name, megabytes, from, until })
    };
    let names: Vec<String> = others.iter().filter(worth).take(PROCESSES_MAX).map(each).collect();
    Some(names.join(", "))
}

pub(super) fn drift(l: Language, seen: &SpeedSpread) -> String {
    let contradiction = if seen.kept_iops > seen.broken_iops {
        text::drift_contradiction(l, seen.kept_iops, seen.broken_iops)
    } else {
        String::new()
    };
    text::drift(l, (100.0 * seen.spread).round(), &contradiction)
}

pub(super) fn targets_that_stalled(l: Language, targets: &[TargetStalls]) -> String {
    let each =
        |one: &TargetStalls| text::target_stalls(l, &one.target, one.count.into(), one.longest_s);
    let mut named: Vec<String> = targets.iter().take(TARGETS_MAX).map(each).collect();
    let more = targets.len().saturating_sub(TARGETS_MAX);
    named.extend((more > 0).then(|| text::more_targets(l, more as u64)));
    named.join("; ")
}
