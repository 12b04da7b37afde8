//! Changes of the storage during the measurement: it slowed down, drifted or stalled.

use crate::catalogue::warning as text;
use crate::language::Language;
use summary::Neighbour;
use summary::warning::{Slower, SpeedSpread, TargetStalls};

/// The maximum number of other processes that are named.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_phases_name_who_competes_and_a_fall_names_its_time() {
        let (fast_iops, slow_iops, seen_s) = (9000.0, 3000.0, 2.5);
        let (after_s, after_ios, lasted_s) = (16.2, 123_456.0, 40.0);
        let seen =
            Slower { fast_iops, slow_iops, seen_s, after_s, after_ios, back: true, lasted_s };
        let (name, bytes) = ("fio (4711)".to_owned(), 95_000_000);
        let fio = Neighbour { name, bytes, from_s: 12.3, until_s: 41.0 };
        let shown = |seen: &Slower, others: &[Neighbour]| slower(Language::En, seen, others);
        let phases = shown(&seen, std::slice::from_ref(&fio));
        assert!(phases.contains("did 9,000 IOPS, but 3,000 in slow phases"), "{phases}");
        assert!(phases.contains("(fio (4711) moved 95 MB from 12 s to 41 s)"), "{phases}");
        let fell = shown(&Slower { back: false, ..seen }, &[]);
        let begin = "After 16.2 s and about 123,000 operations the rate at full queue depth fell from 9,000 to 3,000 \
                     IOPS and stayed there for 40 s. A quota was lowered";
        assert!(fell.starts_with(begin), "{fell}");
        let untried = shown(&Slower { back: false, lasted_s: 0.0, ..seen }, &[]);
        assert!(untried.contains("3,000 IOPS. A quota was lowered"), "{untried}");
    }

    #[test]
    fn loads_that_contradict_each_other_are_named() {
        let seen = SpeedSpread { spread: 0.061, kept_iops: 60_000.0, broken_iops: 54_000.0 };
        let text = drift(Language::En, &seen);
        let both =
            "from trial to trial: 54,000 IOPS exceeded the limit, although 60,000 IOPS met it";
        assert!(text.contains(both), "{text}");
        let none = drift(Language::En, &SpeedSpread { broken_iops: f64::INFINITY, ..seen });
        assert!(none.contains("from trial to trial. The load line"), "{none}");
    }
}
