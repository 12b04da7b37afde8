//! Warnings about the machine and the device under the target.

use base::ProcessStop;
use base::units::readable;

pub(super) fn cpus_busy(share: f64, beside_quota: bool) -> String {
    format!(
        "the CPUs were {:.0} % busy: the numbers may be the limit of this machine, and not of the storage{}",
        share * 100.0,
        except(beside_quota)
    )
}

pub(super) fn cpus_busy_in_points(
    share: f64,
    full: usize,
    points: usize,
    beside_quota: bool,
) -> String {
    format!(
        "in {full} of {points} points the CPUs were up to {:.0} % busy: their numbers may be the limit of this machine, and \
         not of the storage{}",
        share * 100.0,
        except(beside_quota)
    )
}

pub(super) fn cpu_steal(share: f64) -> String {
    format!(
        "the hypervisor took {:.1} % of the CPU time (CPU steal): latencies contain waits for a CPU",
        share * 100.0
    )
}

pub(super) fn few_cpus(workers: u32, cpus: u32) -> String {
    format!("{workers} workers share {cpus} CPUs: they wait for each other")
}

pub(super) fn other_io(iops: f64) -> String {
    format!(
        "other processes did {} I/Os per second on this device before the test began",
        readable(iops)
    )
}

pub(super) fn array_sync(action: &str) -> String {
    format!("an array under the target is busy ({action}): wait until it is done")
}

pub(super) fn scheduler(name: &str) -> String {
    format!(
        "the I/O scheduler {name} reorders and merges requests; databases are usually tested with none"
    )
}

pub(super) fn misaligned(offset_bytes: u64, unit_bytes: u64) -> String {
    format!(
        "the partition starts at byte {offset_bytes}, which is no multiple of {unit_bytes}: each write touches two units"
    )
}

pub(super) fn clock_jump(drift_ns: f64) -> String {
    format!(
        "the wall clock moved by {:+.3} s against the monotonic one: the machine was suspended, migrated, or its \
         clock was set",
        drift_ns / 1e9
    )
}

pub(super) fn engine_fallback(change: &str) -> String {
    format!("the usual engine does not work here, so another one was used ({change})")
}

pub(super) fn memory(place: &str) -> String {
    format!(
        "{place} is memory, not storage: it keeps nothing when the power goes, and says nothing about a disk"
    )
}

fn except(beside_quota: bool) -> &'static str {
    if beside_quota { "; but not where a rate stands with almost no spread" } else { "" }
}

pub(super) fn stopped(stops: &[ProcessStop], left_out: bool) -> String {
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
}
