//! What a failed validity check means, in one sentence with its numbers.

use crate::studies::stall_counts;
use base::units::{grouped, readable, trimmed};
use base::{Bytes, Nanos, ProcessStop};
use summary::doubt::{Detail, Slower, Stalled, TargetStalls, Wandering};
use summary::{Doubt, Neighbour};

/// So many other processes are named.
const PROCESSES_MAX: usize = 3;
/// So many targets that stalled are named.
const TARGETS_MAX: usize = 6;

/// The sentence of a warning.
pub fn warning(doubt: &Doubt) -> String {
    detail(&doubt.detail)
}

/// The sentence of what a check saw.
pub fn detail(detail: &Detail) -> String {
    arithmetic(detail)
        .or_else(|| machine(detail))
        .or_else(|| file(detail))
        .or_else(|| run(detail))
        .or_else(|| ended_early(detail))
        .unwrap_or_else(|| over_time(detail))
}

/// Numbers that contradict each other.
fn arithmetic(detail: &Detail) -> Option<String> {
    Some(match detail {
        Detail::DepthDiffers { depth, held, allowed } => format!(
            "the depth was {depth:.0}, but IOPS x latency gives {held:.2} ({:+.1} %): time was lost outside the storage, \
             or the latencies are incomplete; Little's law allows {:.1} %",
            (held / depth - 1.0) * 100.0,
            allowed * 100.0
        ),
        Detail::SizeDiffers { mean_bytes, block_bytes, short } => format!(
            "an operation moved {mean_bytes:.0} bytes on average where {block_bytes:.0} were requested: throughput and IOPS \
             contradict each other (short transfers: {short})"
        ),
        Detail::DeviceCountedLess(share) => format!(
            "the device counted {:.0} % of the bytes that this run moved: a cache or holes answered the rest",
            share * 100.0
        ),
        Detail::DeviceMovedMore(times) => format!(
            "the device moved {times:.2} times the bytes of this run: the file system, copies on write, redundancy or \
             other processes add to them"
        ),
        Detail::SteadyRate { value, unit } => format!(
            "the rate stands at {} {unit} with less spread than operations of the storage have: this may be a quota (of a cloud \
             volume, a control group or a controller) or the interface (a bus, a link), and not the limit of the media",
            readable(*value)
        ),
        Detail::Text(text) => text.clone(),
        _ => return None,
    })
}

/// The machine and the device.
fn machine(detail: &Detail) -> Option<String> {
    Some(match detail {
        Detail::CpusBusy { share, beside_quota } => format!(
            "the CPUs were {:.0} % busy: the numbers may be the limit of this machine, and not of the storage{}",
            share * 100.0,
            except(*beside_quota)
        ),
        Detail::CpusBusyInPoints { share, full, points, beside_quota } => format!(
            "in {full} of {points} points the CPUs were up to {:.0} % busy: their numbers may be the limit of this machine, and \
             not of the storage{}",
            share * 100.0,
            except(*beside_quota)
        ),
        Detail::CpuSteal(share) => format!(
            "the hypervisor took {:.1} % of the CPU time (CPU steal): latencies contain waits for a CPU",
            share * 100.0
        ),
        Detail::FewCpus { workers, cpus } => {
            format!("{workers} workers share {cpus} CPUs: they wait for each other")
        }
        Detail::OtherIo(iops) => format!(
            "other processes did {} I/Os per second on this device before the test began",
            readable(*iops)
        ),
        Detail::ArraySync(action) => {
            format!("an array under the target is busy ({action}): wait until it is done")
        }
        Detail::Scheduler(name) => format!(
            "the I/O scheduler {name} reorders and merges requests; databases are usually tested with none"
        ),
        Detail::Misaligned { offset_bytes, unit_bytes } => format!(
            "the partition starts at byte {offset_bytes}, which is no multiple of {unit_bytes}: each write touches two units"
        ),
        Detail::ClockJump(drift_ns) => format!(
            "the wall clock moved by {:+.3} s against the monotonic one: the machine was suspended, migrated, or its \
             clock was set",
            drift_ns / 1e9
        ),
        Detail::ProcessStopped { stops, left_out } => stopped(stops, *left_out),
        Detail::EngineFallback(change) => {
            format!("the usual engine does not work here, so another one was used ({change})")
        }
        Detail::Memory(place) => format!(
            "{place} is memory, not storage: it keeps nothing when the power goes, and says nothing about a disk"
        ),
        _ => return None,
    })
}

fn except(beside_quota: bool) -> &'static str {
    if beside_quota { "; but not where a rate stands with almost no spread" } else { "" }
}

fn stopped(stops: &[ProcessStop], left_out: bool) -> String {
    let Some(first) = stops.first() else { return String::new() };
    let seconds = |ns: u64| format!("{:.0} s", ns as f64 / 1e9);
    let all_ns = stops.iter().map(|stop| stop.length_ns).sum();
    let times = match stops.len() {
        1 => String::new(),
        count => format!("{} in all, {count} times, first for ", seconds(all_ns)),
    };
    let of_day_s = first.at_unix_s.rem_euclid(86_400);
    let consequence = match left_out {
        true => "the intervals concerned are left out",
        false => "how long operations took is no result here",
    };
    format!(
        "the process did not run for {times}{} at {:02}:{:02}:{:02} UTC (stopped, paused virtual machine or suspend): \
         {consequence}; repeat the run if they matter",
        seconds(first.length_ns),
        of_day_s / 3600,
        of_day_s / 60 % 60,
        of_day_s % 60
    )
}

/// The file, its data and the caches before it.
fn file(detail: &Detail) -> Option<String> {
    Some(match detail {
        Detail::Buffered => {
            "the I/O went through the page cache: memory answers reads that it holds, and writes reach the storage later".to_owned()
        }
        Detail::CachedShare(share) => format!(
            "{:.0} % of the file is in the page cache although the I/O was direct: other processes read it, or the file system \
             ignores direct I/O",
            share * 100.0
        ),
        Detail::BufferedLoop(device) => format!(
            "the page cache stands between {device} and its backing file: it may have answered instead of the disk"
        ),
        Detail::EasyData(percent) => format!(
            "{percent:.0} % of what was written compresses or repeats: storage that compresses or deduplicates does less work \
             than it seems"
        ),
        Detail::Holes { hole_bytes, file_bytes } => format!(
            "{} of the tested {} were never written: reads of them are answered without the medium; prefill the file",
            Bytes(*hole_bytes),
            Bytes(*file_bytes)
        ),
        Detail::FitsCache { file_bytes, cache_bytes } => format!(
            "the tested {} fit into the storage's cache of {}: it may have answered instead of the disks",
            Bytes(*file_bytes),
            Bytes(*cache_bytes)
        ),
        Detail::FitsMemory { file_bytes, ram_bytes } => format!(
            "the tested {} are less than twice the memory of {}: a cache in the host, the controller or the array may have \
             answered; a larger --size, or a larger target, shows it",
            Bytes(*file_bytes),
            Bytes(*ram_bytes)
        ),
        Detail::Unmounted(target) => format!(
            "the file system of {target} was unmounted during the run (umount -l): the answer is about that file system, \
             and not about what the path leads to now; mount it again and repeat the run"
        ),
        Detail::NotStored(error) => format!(
            "not all results are stored: {error}. This output is complete: keep it, or free space and repeat the run"
        ),
        _ => return None,
    })
}

/// What the run itself lacked.
fn run(detail: &Detail) -> Option<String> {
    Some(match detail {
        Detail::FewOperations { quantile, needed, measured } => format!(
            "p{} takes {} operations, and {} were measured; run longer",
            trimmed(quantile * 100.0, 3),
            grouped(*needed),
            grouped(*measured)
        ),
        Detail::ShorterThanCycle { seconds, cycle_s } => format!(
            "{seconds:.0} s do not cover this database's cycle of {cycle_s:.0} s (checkpoints, backups)"
        ),
        Detail::NothingCounted => {
            "nothing was counted: all operations were done within the warm-up; shorten the warm-up, or run longer".to_owned()
        }
        Detail::NoInterval => {
            "too few intervals for a confidence interval of the rate: run at least 10 s".to_owned()
        }
        Detail::WideInterval(half) => format!(
            "the rate has not settled: its confidence interval is +/- {:.0} %; run longer",
            half * 100.0
        ),
        Detail::Overloaded { offered_iops, done_iops, dropped, waiting } => {
            let still = match *waiting {
                few if few < 1.0 => String::new(),
                many => format!(", about {} still waited at the end", readable(many)),
            };
            // Arrivals that are dropped bound the queue, and with it the latencies of the others.
            let latencies = match dropped {
                0 => "the latencies grow with the length of the run",
                _ => "the latencies leave out the dropped ones",
            };
            format!(
                "{} operations per second arrived and {} were done ({} dropped{still}): the storage is overloaded, \
                 {latencies}",
                readable(*offered_iops),
                readable(*done_iops),
                grouped(*dropped)
            )
        }
        Detail::LateArrivals { late_ns, latency_ns, simulated } => {
            // A simulated storage has a clock of its own, which no machine can be too busy for.
            let machine = if *simulated { "" } else { ", or this machine was too busy" };
            format!(
                "half of the operations started {} late or more, where the storage takes {}: all slots of the depth were \
                 taken{machine}",
                Nanos(*late_ns),
                Nanos(*latency_ns)
            )
        }
        Detail::Failed { failed, done } => format!(
            "{} operations failed ({} were done); see the notes for the first ones, and the kernel log",
            grouped(*failed),
            grouped(*done)
        ),
        Detail::InTrial { trial, detail: own } => {
            format!("in the trial \"{trial}\" {}", self::detail(own))
        }
        Detail::InPoint { target, point, detail: own, more } => {
            let others = match more {
                0 => String::new(),
                more => format!(" ({more} more points like it)"),
            };
            format!("{target} in {point}: {}{others}", self::detail(own))
        }
        _ => return None,
    })
}

/// Runs, studies and integrity tests that ended early, and what an integrity test lacked.
fn ended_early(detail: &Detail) -> Option<String> {
    Some(match detail {
        Detail::Interrupted => {
            "the run was interrupted: only what was measured before is shown".to_owned()
        }
        Detail::AuditInterrupted => {
            "it was interrupted: pages that were not audited by then may hold anything".to_owned()
        }
        Detail::AuditThroughCache => {
            "direct I/O was requested and refused: the audits read through a page cache that was asked to drop its pages"
                .to_owned()
        }
        Detail::AuditFitsMemory { file_bytes, memory_bytes, sound } => format!(
            "{} of data and log fit into a memory of {} in front of the storage, which may have answered {}; choose a greater \
             --size",
            Bytes(*file_bytes),
            Bytes(*memory_bytes),
            if *sound { "the audits" } else { "reads: there may be more faults" }
        ),
        Detail::StudyInterrupted => {
            "the study was interrupted; the same command resumes it".to_owned()
        }
        Detail::Unfinished => {
            "the run is still going or was killed: only what it had written by then is shown".to_owned()
        }
        _ => return None,
    })
}

/// What changed while it was measured.
fn over_time(detail: &Detail) -> String {
    match detail {
        Detail::RateFell { after_s, from_iops, to_iops } => format!(
            "after {after_s:.0} s the rate fell from {} to {} IOPS and stayed there: burst credits or a cache ran out; count on \
             the lower rate",
            readable(*from_iops),
            readable(*to_iops)
        ),
        Detail::MedianMoved { after_s, from_ns, to_ns } => format!(
            "after {after_s:.0} s the median latency moved from {} to {} and stayed there: the numbers mix two states",
            Nanos(*from_ns),
            Nanos(*to_ns)
        ),
        Detail::Slower(seen, others) => slower(seen, others),
        Detail::Wandering(seen) => wandering(seen),
        Detail::Stalls(seen) => {
            let numbers =
                if seen.left_out { "the numbers are those between stalls, and " } else { "" };
            format!(
                "seen: {}, which keep {} % of all operations over the latency limit at any rate: {numbers}a longer test \
                 shows how often they come",
                stalls(seen),
                readable(100.0 * seen.late_share)
            )
        }
        Detail::StallsInPoints { stalled, points, targets, first } => {
            stalls_in_points([*stalled, *points], targets, first)
        }
        // The others have their sentences above.
        _ => String::new(),
    }
}

fn slower(seen: &Slower, others: &[Neighbour]) -> String {
    let (fast, slow) = (readable(seen.fast_iops), readable(seen.slow_iops));
    let processes = processes(others);
    if seen.back {
        let who = processes.map_or(String::new(), |named| format!(" ({named})"));
        return format!(
            "slow phases: at full depth {fast} IOPS at quiet times and {slow} at others (measured for {:.1} s, first at {:.1} s \
             of the measurement): another workload competes for the storage{who}; the load line is that of the slow phases",
            seen.seen_s, seen.after_s
        );
    }
    let since = match seen.lasted_s {
        s if s > 0.0 => format!(" and had not come back {s:.0} s later"),
        _ => String::new(),
    };
    let who = processes.map_or(String::new(), |named| format!(" ({named})"));
    format!(
        "at {:.1} s of the measurement, after about {} operations, the rate at full depth fell from {fast} to {slow} \
         IOPS{since}: a quota was lowered, burst credits or a cache ran out, or another workload competes for the storage{who}; \
         no trial from before counts, and the load line is that of the lower rate",
        seen.after_s,
        grouped((seen.after_ios / 1000.0).round() as u64 * 1000)
    )
}

/// The busiest of the other processes with what they did and when.
fn processes(others: &[Neighbour]) -> Option<String> {
    let busiest = others.first()?.bytes;
    let worth = |other: &&Neighbour| other.bytes * 10 >= busiest;
    let each = |other: &Neighbour| {
        let mb = readable(other.bytes as f64 / 1e6);
        format!("{} moved {mb} MB from {:.0} to {:.0} s", other.name, other.from_s, other.until_s)
    };
    let names: Vec<String> = others.iter().filter(worth).take(PROCESSES_MAX).map(each).collect();
    Some(names.join(", "))
}

fn wandering(seen: &Wandering) -> String {
    let contradiction = if seen.kept_iops > seen.broken_iops {
        let (kept, broken) = (readable(seen.kept_iops), readable(seen.broken_iops));
        format!(" (a load of {kept} IOPS met the limit, one of {broken} did not)")
    } else {
        String::new()
    };
    format!(
        "the storage's speed drifts by about {:.0} % from trial to trial{contradiction}; the line holds for phases like \
         those that were measured, and a longer --budget meets more of them",
        100.0 * seen.spread
    )
}

/// How long and how often a role's trials stalled.
pub(crate) fn stalls(seen: &Stalled) -> String {
    let usual = readable(seen.usual_s);
    match seen.count {
        1 => format!("one stall of about {usual} s in {:.0} s of trials", seen.seconds),
        many => format!(
            "stalls of about {usual} s every {:.0} s ({many} in {:.0} s of trials)",
            seen.seconds / f64::from(many.max(1)),
            seen.seconds
        ),
    }
}

fn stalls_in_points(
    [stalled, points]: [usize; 2],
    targets: &[TargetStalls],
    first: &str,
) -> String {
    let more = match targets.len().saturating_sub(TARGETS_MAX) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let each = |one: &TargetStalls| format!("{} {}", one.target, stall_counts(one));
    let named: Vec<String> = targets.iter().take(TARGETS_MAX).map(each).collect();
    format!(
        "in {stalled} of {points} points no I/O completed for a second or more: {}{more} (first in {first}). Their numbers \
         contain that loss, and a point without a stall says nothing about how often they come",
        named.join("; ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_of_the_process_has_its_length_and_time() {
        let stop = ProcessStop { at_unix_s: 86_400 + 50_592, length_ns: 20_000_000_000 };
        let one = stopped(&[stop], true);
        assert!(one.contains("did not run for 20 s at 14:03:12 UTC"), "{one}");
        assert!(one.contains("the intervals concerned are left out"), "{one}");
        let short = ProcessStop { length_ns: 5_000_000_000, ..stop };
        let two = stopped(&[stop, short], false);
        assert!(two.contains("for 25 s in all, 2 times, first for 20 s at 14:03:12 UTC"), "{two}");
    }

    #[test]
    fn slow_phases_name_who_competes_and_a_fall_names_its_time() {
        let (fast_iops, slow_iops, seen_s) = (9000.0, 3000.0, 2.5);
        let (after_s, after_ios, lasted_s) = (16.2, 123_456.0, 40.0);
        let seen =
            Slower { fast_iops, slow_iops, seen_s, after_s, after_ios, back: true, lasted_s };
        let (name, bytes) = ("fio (4711)".to_owned(), 95_000_000);
        let fio = Neighbour { name, bytes, from_s: 12.3, until_s: 41.0 };
        let phases = slower(&seen, std::slice::from_ref(&fio));
        assert!(phases.contains("9,000 IOPS at quiet times and 3,000"), "{phases}");
        assert!(phases.contains("(fio (4711) moved 95 MB from 12 to 41 s)"), "{phases}");
        let fell = slower(&Slower { back: false, ..seen }, &[]);
        let begin = "at 16.2 s of the measurement, after about 123,000 operations, the rate at full depth fell from \
                     9,000 to 3,000 IOPS and had not come back 40 s later: a quota was lowered";
        assert!(fell.starts_with(begin), "{fell}");
        let untried = slower(&Slower { back: false, lasted_s: 0.0, ..seen }, &[]);
        assert!(untried.contains("3,000 IOPS: a quota was lowered"), "{untried}");
    }

    #[test]
    fn loads_that_contradict_each_other_are_named() {
        let seen = Wandering { spread: 0.061, kept_iops: 60_000.0, broken_iops: 54_000.0 };
        let text = wandering(&seen);
        let both = "drifts by about 6 % from trial to trial (a load of 60,000 IOPS met the limit, one of 54,000 did not); the line";
        assert!(text.contains(both), "{text}");
        let none = wandering(&Wandering { broken_iops: f64::INFINITY, ..seen });
        assert!(none.contains("from trial to trial; the line"), "{none}");
    }

    #[test]
    fn stalls_have_their_length_and_frequency_and_many_targets_are_counted() {
        let (usual_s, seconds, late_share) = (1.2, 60.0, 0.1);
        let seen = Stalled { count: 6, usual_s, seconds, late_share, left_out: true };
        let many = detail(&Detail::Stalls(seen));
        assert!(many.contains("1.2 s every 10 s (6 in 60 s"), "{many}");
        assert!(many.contains("keep 10 % of all operations"), "{many}");
        let one = detail(&Detail::Stalls(Stalled { count: 1, ..seen }));
        assert!(one.starts_with("seen: one stall of about 1.2 s in 60 s"), "{one}");
        let target = |n: usize| TargetStalls {
            target: format!("disk{n}"),
            count: 1,
            longest_s: 2.0,
            length_s: 2.0,
        };
        let targets: Vec<TargetStalls> = (1..9).map(target).collect();
        let text = stalls_in_points([7, 210], &targets, "disk -kR");
        assert!(text.starts_with("in 7 of 210 points") && text.contains("first in disk -kR"));
        assert!(text.contains("disk6 once, for 2 s; and 2 more"), "{text}");
    }

    #[test]
    fn dropped_arrivals_bound_the_latencies_and_waiting_ones_do_not() {
        let (offered_iops, done_iops, waiting) = (5_000.0, 4_000.0, 10_000.0);
        let of =
            |dropped| detail(&Detail::Overloaded { offered_iops, done_iops, dropped, waiting });
        let both = of(50_000);
        assert!(both.contains("50,000 dropped, about 10,000 still waited at the end"), "{both}");
        assert!(both.contains("leave out the dropped ones"), "{both}");
        assert!(of(0).contains("grow with the length of the run"), "{}", of(0));
    }

    #[test]
    fn a_simulated_storage_is_not_late_because_of_this_machine() {
        let (late_ns, latency_ns) = (300_000, 100_000);
        let of = |simulated| detail(&Detail::LateArrivals { late_ns, latency_ns, simulated });
        assert!(of(false).contains("this machine") && !of(true).contains("machine"));
    }
}
