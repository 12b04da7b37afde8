//! What a failed validity check means, in one sentence with its numbers.

mod file;
mod host;
mod run;

use crate::studies::stall_counts;
use base::Nanos;
use base::units::{grouped, readable};
use run::{few, little, short};
use summary::warning::{Detail, Slower, Stalled, TargetStalls, Wandering};
use summary::{Neighbour, Warning};

/// So many other processes are named.
const PROCESSES_MAX: usize = 3;
/// So many targets that stalled are named.
const TARGETS_MAX: usize = 6;

/// The sentence of a warning.
pub fn warning(warning: &Warning) -> String {
    detail(&warning.detail)
}

/// The sentence of what a check saw. Each warning has one: without it this does not compile.
pub fn detail(detail: &Detail) -> String {
    match detail {
        Detail::DepthDiffers { depth, held, allowed } => little(*depth, *held, *allowed),
        Detail::SizeDiffers { mean_bytes, block_bytes, short } => {
            run::size_differs(*mean_bytes, *block_bytes, *short)
        }
        Detail::DeviceCountedLess(share) => run::device_counted_less(*share),
        Detail::DeviceMovedMore(times) => run::device_moved_more(*times),
        Detail::RequestSize { issued_bytes, device_bytes } => {
            request_size(*issued_bytes, *device_bytes)
        }
        Detail::SteadyRate { value, unit } => run::steady_rate(*value, unit),
        Detail::Text(text) => text.clone(),
        Detail::CpusBusy { share, beside_quota } => host::cpus_busy(*share, *beside_quota),
        Detail::CpusBusyInPoints { share, full, points, beside_quota } => {
            host::cpus_busy_in_points(*share, *full, *points, *beside_quota)
        }
        Detail::CpuSteal(share) => host::cpu_steal(*share),
        Detail::FewCpus { workers, cpus } => host::few_cpus(*workers, *cpus),
        Detail::OtherIo(iops) => host::other_io(*iops),
        Detail::ArraySync(action) => host::array_sync(action),
        Detail::Scheduler(name) => host::scheduler(name),
        Detail::Misaligned { offset_bytes, unit_bytes } => {
            host::misaligned(*offset_bytes, *unit_bytes)
        }
        Detail::ClockJump(drift_ns) => host::clock_jump(*drift_ns),
        Detail::ProcessStopped { stops, left_out } => host::stopped(stops, *left_out),
        Detail::EngineFallback(change) => host::engine_fallback(change),
        Detail::Memory(place) => host::memory(place),
        Detail::Buffered => file::BUFFERED.to_owned(),
        Detail::CachedShare(share) => file::cached_share(*share),
        Detail::BufferedLoop(device) => file::buffered_loop(device),
        Detail::EasyData(percent) => file::easy_data(*percent),
        Detail::Holes { hole_bytes, file_bytes } => file::holes(*hole_bytes, *file_bytes),
        Detail::FitsCache { file_bytes, cache_bytes } => file::in_cache(*file_bytes, *cache_bytes),
        Detail::FitsMemory { file_bytes, ram_bytes } => file::in_memory(*file_bytes, *ram_bytes),
        Detail::Unmounted(target) => file::unmounted(target),
        Detail::NotStored(error) => file::not_stored(error),
        Detail::FewOperations { quantile, needed, measured } => few(*quantile, *needed, *measured),
        Detail::ShorterThanCycle { seconds, cycle_s } => short(*seconds, *cycle_s),
        Detail::NothingCounted => run::NOTHING_COUNTED.to_owned(),
        Detail::NoInterval => run::NO_INTERVAL.to_owned(),
        Detail::WideInterval(half) => run::wide_interval(*half),
        Detail::Overloaded { offered_iops, done_iops, dropped, waiting } => {
            run::overloaded(*offered_iops, *done_iops, *dropped, *waiting)
        }
        Detail::LateArrivals { late_ns, latency_ns, simulated } => {
            run::late_arrivals(*late_ns, *latency_ns, *simulated)
        }
        Detail::Failed { failed, done } => run::failed(*failed, *done),
        Detail::InTrial { trial, detail: own } => in_trial(trial, own),
        Detail::InPoint { target, point, detail: own, more } => in_point(target, point, own, *more),
        Detail::Interrupted => run::INTERRUPTED.to_owned(),
        Detail::AuditInterrupted => run::AUDIT_INTERRUPTED.to_owned(),
        Detail::AuditThroughCache => run::AUDIT_THROUGH_CACHE.to_owned(),
        Detail::AuditFitsMemory { file_bytes, memory_bytes, sound } => {
            run::audit_fits_memory(*file_bytes, *memory_bytes, *sound)
        }
        Detail::StudyInterrupted => run::STUDY_INTERRUPTED.to_owned(),
        Detail::Unfinished => run::UNFINISHED.to_owned(),
        Detail::RateFell { after_s, from_iops, to_iops } => fell(*after_s, *from_iops, *to_iops),
        Detail::MedianMoved { after_s, from_ns, to_ns } => median_moved(*after_s, *from_ns, *to_ns),
        Detail::Slower(seen, others) => slower(seen, others),
        Detail::Wandering(seen) => wandering(seen),
        Detail::Stalls(seen) => stalled(seen),
        Detail::StallsInPoints { stalled, points, targets, first } => {
            stalls_in_points([*stalled, *points], targets, first)
        }
    }
}

fn request_size(issued_bytes: f64, device_bytes: f64) -> String {
    let kib = |bytes: f64| readable(bytes / 1024.0);
    let cause = if device_bytes < issued_bytes {
        "a layer splits them (queue/max_sectors_kb, the chunks of an array)"
    } else {
        "the kernel merges neighbours"
    };
    format!(
        "the device counted requests of {} KiB on average where {} KiB were issued: {cause}, and the numbers are those of \
         its requests",
        kib(device_bytes),
        kib(issued_bytes)
    )
}

fn in_trial(trial: &str, own: &Detail) -> String {
    format!("in the trial \"{trial}\" {}", detail(own))
}

fn in_point(target: &str, point: &str, own: &Detail, more: usize) -> String {
    let others = match more {
        0 => String::new(),
        more => format!(" ({more} more points like it)"),
    };
    format!("{target} in {point}: {}{others}", detail(own))
}

fn fell(after_s: f64, from_iops: f64, to_iops: f64) -> String {
    format!(
        "after {after_s:.0} s the rate fell from {} to {} IOPS and stayed there: burst credits or a cache ran out; count on \
         the lower rate",
        readable(from_iops),
        readable(to_iops)
    )
}

fn median_moved(after_s: f64, from_ns: u64, to_ns: u64) -> String {
    format!(
        "after {after_s:.0} s the median latency moved from {} to {} and stayed there: the numbers mix two states",
        Nanos(from_ns),
        Nanos(to_ns)
    )
}

fn stalled(seen: &Stalled) -> String {
    let numbers = if seen.left_out { "the numbers are those between stalls, and " } else { "" };
    format!(
        "seen: {}, which keep {} % of all operations over the latency limit at any rate: {numbers}a longer test \
         shows how often they come",
        stalls(seen),
        readable(100.0 * seen.late_share)
    )
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
    fn split_and_merged_requests_have_their_cause() {
        let split = request_size(1_048_576.0, 65_536.0);
        assert!(
            split.contains("64 KiB on average where 1,024 KiB were issued: a layer splits"),
            "{split}"
        );
        assert!(request_size(8192.0, 65_536.0).contains("the kernel merges neighbours"));
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
