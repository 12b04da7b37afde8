//! The warnings of validity checks, in sentences with their numbers and the action to take.

use crate::catalogue::warning as text;
use crate::language::Language;
use crate::messages::contradiction;
use crate::messages::system::system_error;
use crate::words::{ended, purpose, stalls, store_trouble};
use base::ProcessStop;
use record::TrialPurpose;
use summary::warning::{ArrayWork, Detail, EngineFallback, Slower, SpeedSpread, TargetStalls};
use summary::{MachineLoad, Neighbour, Warning, WarningKind};

/// The event, its effect on the result, and the action to take.
pub fn warning(language: Language, warning: &Warning) -> String {
    let seen = ended(detail(language, &warning.detail));
    format!("{seen} {}", meaning(language, warning.kind).action)
}

/// The text about a warning, after the name of its stream or role.
pub(crate) fn named(warning: &Warning, text: String) -> String {
    match warning.subject.name() {
        None => text,
        Some(name) => format!("{name}: {text}"),
    }
}

/// The result of a check: the event, and its effect on the result.
pub fn detail(language: Language, detail: &Detail) -> String {
    text::text(language, detail)
}

/// The details whose sentences need more than their numbers. `warning.ftl` lists them and has the sentences of all others.
pub(crate) fn computed(l: Language, detail: &Detail) -> String {
    match detail {
        Detail::DepthDiffers { depth, held, allowed } => {
            let difference = l.digits(&format!("{:+.2}", (held / depth - 1.0) * 100.0));
            let allowed = l.digits(&format!("{:.2}", allowed * 100.0));
            text::depth_differs(l, depth.round(), *held, &difference, &allowed)
        }
        Detail::ArraySync(ArrayWork { array, action, progress }) => {
            let progress = progress.as_ref().map(|progress| format!(" {progress}"));
            text::array_sync(l, &format!("{array}: {action}{}", progress.unwrap_or_default()))
        }
        Detail::EngineFallback(EngineFallback { usual, used, error }) => {
            let error = error.as_ref().map(|error| format!(": {}", system_error(l, error)));
            let error = error.unwrap_or_default();
            text::engine_fallback(l, &format!("{} -> {}{error}", usual.name(), used.name()))
        }
        Detail::NotStored(trouble) => text::not_stored(l, &store_trouble(l, trouble)),
        Detail::Imported { line, contradiction: of } => contradiction(l, *line, of),
        Detail::InTrial { trial, detail: own } => {
            let trial = purpose(l, &TrialPurpose::of(trial));
            text::in_trial(l, &trial, &self::detail(l, own))
        }
        Detail::InPoint { target, point, detail: own, more } => {
            let warning = &self::detail(l, own);
            let first = text::in_point(l, &text::InPoint { target, point, warning });
            match more {
                0 => first,
                more => format!("{first} {}", text::more_points(l, *more as u64)),
            }
        }
        Detail::CpusBusy { load, beside_quota } => busy(l, load, *beside_quota),
        Detail::CpusBusyInPoints { share, full, points, foreign, beside_quota } => {
            let (full, points) = (*full as u64, *points as u64);
            match foreign {
                Some(load) => {
                    text::foreign_in_points(l, full, points, *share, &foreign_programs(l, load))
                }
                None => text::cpus_busy_in_points(l, full, points, *share, *beside_quota),
            }
        }
        Detail::ForeignCpu(load) => foreign_programs(l, load),
        Detail::CpuThrottled(quota) => {
            text::cpu_throttled(l, &quota.group, quota.cpus, quota.periods_share())
        }
        Detail::RequestSize { issued_bytes, device_bytes } => {
            let [device, issued] = [device_bytes, issued_bytes].map(|bytes| bytes / 1024.0);
            if device < issued {
                text::request_split(l, device, issued)
            } else {
                text::request_merged(l, device, issued)
            }
        }
        Detail::SteadyRate { value, unit } => {
            text::steady_rate(l, &super::rate_of_quota(l, *value, *unit))
        }
        Detail::ClockJump(ns) => text::clock_jump(l, &l.digits(&format!("{:+.3}", ns / 1e9))),
        Detail::ProcessStopped { stops, left_out } => stopped(l, stops, *left_out),
        Detail::Slower(seen, others) => slower(l, seen, others),
        Detail::Wandering(seen) => drift(l, seen),
        Detail::Stalls(seen) => {
            text::stalls(l, &stalls(l, seen), 100.0 * seen.late_share, seen.left_out)
        }
        Detail::StallsInPoints { stalled, points, targets, first } => {
            let targets = targets_that_stalled(l, targets);
            text::stalls_in_points(l, *stalled as u64, *points as u64, &targets, first)
        }
        _ => unreachable!("its sentence stands in warning.ftl: {detail:?}"),
    }
}

/// Full CPUs that this process used.
fn busy(l: Language, load: &MachineLoad, beside_quota: bool) -> String {
    let set = load.cpu_set.as_ref();
    let set = set.map(|set| format!(" {}", text::cpu_set(l, &set.group, u64::from(set.cpus))));
    let shares = text::CpusBusy {
        busy: load.busy_share,
        own: load.own_share,
        foreign: load.foreign_share,
        set: &set.unwrap_or_default(),
        beside_quota,
    };
    text::cpus_busy(l, &shares)
}

fn foreign_programs(l: Language, load: &MachineLoad) -> String {
    let named = |program: &summary::ProgramLoad| {
        let name = if program.is_plimsoll() { text::another_plimsoll(l) } else { &program.name };
        format!("{name} {}", l.percent(program.share))
    };
    let programs: Vec<String> = load.programs.iter().map(named).collect();
    let programs =
        if programs.is_empty() { String::new() } else { format!(" ({})", programs.join(", ")) };
    text::foreign_cpu(l, load.foreign_share, &programs, load.own_share)
}

fn stopped(l: Language, stops: &[ProcessStop], left_out: bool) -> String {
    let Some(first) = stops.first() else { return String::new() };
    let seconds = |ns: u64| (ns as f64 / 1e9).round();
    let of_day_s = first.at_unix_s.rem_euclid(86_400);
    let (hour, minute, second) = (of_day_s / 3600, of_day_s / 60 % 60, of_day_s % 60);
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    let first_s = seconds(first.length_ns);
    match stops.len() as u64 {
        1 => text::stopped_once(l, first_s, &time, left_out),
        count => {
            let all_s = seconds(stops.iter().map(|stop| stop.length_ns).sum());
            text::stopped(l, count, all_s, first_s, &time, left_out)
        }
    }
}

const PROCESSES_MAX: usize = 3;
const TARGETS_MAX: usize = 6;

fn slower(l: Language, seen: &Slower, others: &[Neighbour]) -> String {
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

fn drift(l: Language, seen: &SpeedSpread) -> String {
    let contradiction = if seen.kept_iops > seen.broken_iops {
        text::drift_contradiction(l, seen.kept_iops, seen.broken_iops)
    } else {
        String::new()
    };
    text::drift(l, (100.0 * seen.spread).round(), &contradiction)
}

fn targets_that_stalled(l: Language, targets: &[TargetStalls]) -> String {
    let each =
        |one: &TargetStalls| text::target_stalls(l, &one.target, one.count.into(), one.longest_s);
    let mut named: Vec<String> = targets.iter().take(TARGETS_MAX).map(each).collect();
    let more = targets.len().saturating_sub(TARGETS_MAX);
    named.extend((more > 0).then(|| text::more_targets(l, more as u64)));
    named.join("; ")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meaning {
    pub(crate) title: &'static str,
    pub(crate) why: &'static str,
    pub(crate) action: &'static str,
}

pub(crate) fn meaning(language: Language, kind: WarningKind) -> Meaning {
    Meaning {
        title: text::kind_text(language, &kind),
        why: text::kind_why(language, &kind),
        action: text::kind_action(language, &kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::ProcessStop;
    use summary::warning::{Contradiction, Slower, SpeedSpread, StallCounts};
    use summary::{CpuQuota, QuotaUnit};

    #[test]
    fn every_computed_detail_has_a_sentence() {
        let computed = include_str!("../../messages/en/warning.ftl")
            .lines()
            .find_map(|line| line.strip_prefix("## By crate::words::warning::computed: "));
        let own = || Box::new(Detail::Interrupted);
        let text = |name: &str| name.to_owned();
        let (of, value) = (QuotaUnit::Iops, 3000.0);
        let (share, full, points, foreign, beside_quota) = (0.99, 1, 3, Some(Box::default()), true);
        let stops = vec![ProcessStop { at_unix_s: 0, length_ns: 1_000_000_000 }];
        let (fast_iops, slow_iops, seen_s) = (9000.0, 3000.0, 2.5);
        let (after_s, after_ios, back, lasted_s) = (16.0, 1e5, true, 40.0);
        let slower = Slower { fast_iops, slow_iops, seen_s, after_s, after_ios, back, lasted_s };
        let spread = SpeedSpread { spread: 0.1, kept_iops: 9000.0, broken_iops: 8000.0 };
        let (usual_s, seconds, late_share) = (1.2, 60.0, 0.1);
        let stalls = StallCounts { count: 6, usual_s, seconds, late_share, left_out: true };
        let (depth, low, high) = (8.0, 1.0, 2.0);
        let contradiction = Contradiction::LittlesLaw { depth, low, high };
        let all = [
            Detail::DepthDiffers { depth: 32.0, held: 30.0, allowed: 0.02 },
            Detail::ArraySync(ArrayWork {
                array: text("md0"),
                action: text("resync"),
                progress: None,
            }),
            Detail::EngineFallback(EngineFallback {
                usual: workload::EngineKind::Uring,
                used: workload::EngineKind::Sync,
                error: None,
            }),
            Detail::NotStored(summary::warning::StoreTrouble::Full { path: text("results.db") }),
            Detail::Imported { line: 3, contradiction },
            Detail::InTrial { trial: text("bracket"), detail: own() },
            Detail::InPoint { target: text("disk"), point: text("-kR"), detail: own(), more: 1 },
            Detail::CpusBusy { load: Box::default(), beside_quota },
            Detail::CpusBusyInPoints { share, full, points, foreign, beside_quota },
            Detail::ForeignCpu(Box::default()),
            Detail::CpuThrottled(CpuQuota {
                group: text("/db"),
                cpus: 0.1,
                periods: 100,
                throttled: 83,
                throttled_share: 0.75,
            }),
            Detail::RequestSize { issued_bytes: 512.0, device_bytes: 4096.0 },
            Detail::SteadyRate { value, unit: of },
            Detail::ClockJump(2e9),
            Detail::ProcessStopped { stops, left_out: true },
            Detail::Slower(slower, Vec::new()),
            Detail::Wandering(spread),
            Detail::Stalls(stalls),
            Detail::StallsInPoints {
                stalled: 1,
                points: 2,
                targets: Vec::new(),
                first: text("-kW"),
            },
        ];
        let names: Vec<String> = all
            .iter()
            .map(|detail| {
                assert!(!super::detail(Language::En, detail).is_empty());
                let shown = format!("{detail:?}");
                shown.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
            })
            .collect();
        assert_eq!(Some(names.join(", ").as_str()), computed);
    }

    #[test]
    fn a_simulated_storage_is_not_late_because_of_this_machine() {
        let (late_ns, latency_ns) = (300_000, 100_000);
        let of = |simulated| {
            detail(Language::En, &Detail::LateArrivals { late_ns, latency_ns, simulated })
        };
        assert!(of(false).contains("this machine") && !of(true).contains("machine"));
    }
}
