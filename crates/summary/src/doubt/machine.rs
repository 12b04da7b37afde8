//! The machine and the device: CPUs, clocks, schedulers, other I/O, counters that disagree.

use super::{Doubt, DoubtKind, Weight};
use crate::Conditions;
use base::ProcessStop;

/// All CPUs busier than this, and the generator waits for them.
const BUSY_SHARE_MAX: f64 = 0.95;
/// CPU time that a hypervisor may take before latencies show it.
const STEAL_SHARE_MAX: f64 = 0.01;
/// Bytes the device may count beyond ours, for the file system's own (journals, metadata).
const DEVICE_MORE_MAX: f64 = 0.10;
/// Bytes the device may count less: counters are read a moment before and after.
const DEVICE_LESS_MAX: f64 = 0.05;
/// Bytes below which a comparison with the device's counters says nothing.
const DEVICE_BYTES_MIN: u64 = 64 << 20;
/// I/Os of others per second that disturb nobody.
const OTHER_IOPS_MAX: f64 = 10.0;
/// Drift of the wall clock that time services correct at most (500 ppm, RFC 5905), and a slack for reading it.
const DRIFT_SHARE_MAX: f64 = 0.0005;
const DRIFT_NS_MIN: f64 = 20e6;
/// The unit of writing that disks have whatever they say (Advanced Format).
const UNIT_BYTES_MIN: u64 = 4096;

/// What full CPUs do not explain.
pub(super) const BUT_THE_QUOTA: &str = "; but not where a rate stands with almost no spread";

/// Everything about machine and device.
pub(super) fn doubts(c: &Conditions) -> Vec<Doubt> {
    let mut found: Vec<Doubt> = cpu_saturated(c).into_iter().collect();
    let mut say = |kind, weight, text: String| found.push(Doubt::new(kind, weight, "", text));
    if let Some(steal) = c.cpu_steal_share.filter(|s| *s > STEAL_SHARE_MAX) {
        let text = format!(
            "the hypervisor took {:.1} % of the CPU time away: latencies contain waits for a CPU",
            steal * 100.0
        );
        say(DoubtKind::CpuStolen, Weight::Warning, text);
    }
    if let (Some(workers), Some(cpus)) = (c.workers, c.cpus)
        && workers > cpus
    {
        let text = format!("{workers} workers share {cpus} CPUs: they wait for each other");
        say(DoubtKind::FewCpus, Weight::Note, text);
    }
    if let Some(iops) = c.other_io_iops.filter(|i| *i > OTHER_IOPS_MAX) {
        let text = format!(
            "others did {} I/Os a second on this device before the test began",
            base::units::readable(iops)
        );
        say(DoubtKind::OtherIo, Weight::Warning, text);
    }
    if let Some(action) = &c.array_sync {
        let text = format!("an array under the target is busy ({action}): wait until it is done");
        say(DoubtKind::ArraySync, Weight::Warning, text);
    }
    if let Some(name) = c.scheduler.as_deref().filter(|s| !matches!(*s, "none" | "noop" | "")) {
        let text = format!(
            "the I/O scheduler {name} orders and merges requests; databases are usually tested with none"
        );
        say(DoubtKind::Scheduler, Weight::Note, text);
    }
    found.extend(c.memory.as_deref().map(|place| memory(place, Weight::Forbids)));
    found.extend(c.buffered_loop.as_deref().map(|device| {
        let text = format!(
            "the page cache stands between {device} and its backing file: it may have answered, and not the disk"
        );
        Doubt::new(DoubtKind::PageCache, Weight::Warning, device, text)
    }));
    found.extend(misaligned(c));
    found.extend(clock_jump(c));
    found.extend(process_stopped(&c.process_stops, "the intervals concerned are left out"));
    found.extend(counters(c));
    if c.interrupted {
        let text = "the run was interrupted: what was measured is shown, what was not is missing";
        found.push(Doubt::new(DoubtKind::Interrupted, Weight::Warning, "", text.to_owned()));
    }
    if let Some(change) = &c.engine_fallback {
        let text = format!("the usual engine does not work here, another one was used ({change})");
        found.push(Doubt::new(DoubtKind::EngineFallback, Weight::Note, "", text));
    }
    found
}

/// The process did not run at these times, with the `consequence` that this has for the result.
pub fn process_stopped(stops: &[ProcessStop], consequence: &str) -> Option<Doubt> {
    let first = stops.first()?;
    let seconds = |ns: u64| format!("{:.0} s", ns as f64 / 1e9);
    let all_ns = stops.iter().map(|stop| stop.length_ns).sum();
    let times = match stops.len() {
        1 => String::new(),
        count => format!("{} in all, {count} times, first for ", seconds(all_ns)),
    };
    let of_day_s = first.at_unix_s.rem_euclid(86_400);
    let text = format!(
        "the process did not run for {times}{} at {:02}:{:02}:{:02} UTC (stopped, paused virtual machine or suspend): \
         {consequence}; repeat the run if they matter",
        seconds(first.length_ns),
        of_day_s / 3600,
        of_day_s / 60 % 60,
        of_day_s % 60
    );
    Some(Doubt::new(DoubtKind::ProcessStopped, Weight::Warning, "", text))
}

/// The file system below `target` was unmounted during the run, while files on it were open.
pub fn unmounted(target: &str) -> Doubt {
    let text = format!(
        "the file system of {target} was unmounted during the run (umount -l): the open files on it were tested to the \
         end, so the answer is about that file system and not about what the path leads to now; mount it again and \
         repeat the run"
    );
    Doubt::new(DoubtKind::Unmounted, Weight::Warning, "", text)
}

/// The store refused a part of the results because of `why`.
pub fn not_stored(why: &str) -> Doubt {
    let text = format!(
        "not all results are stored: {why}. This output is complete: keep it, or make room and repeat the run"
    );
    Doubt::new(DoubtKind::NotStored, Weight::Warning, "", text)
}

/// What is no storage at all says nothing of any.
pub fn memory(place: &str, weight: Weight) -> Doubt {
    let text = format!(
        "{place} is memory, not storage: it keeps nothing when the power goes, and tells nothing of a disk"
    );
    Doubt::new(DoubtKind::Memory, weight, "", text)
}

/// Whether the CPUs were the limit.
pub fn cpu_saturated(c: &Conditions) -> Option<Doubt> {
    let busy = c.cpu_busy_share.filter(|b| *b > BUSY_SHARE_MAX)?;
    let text = format!(
        "the CPUs were {:.0} % busy: numbers may be this machine's limit, and not the storage's",
        busy * 100.0
    );
    Some(Doubt::new(DoubtKind::CpuSaturated, Weight::Warning, "", text))
}

/// Whether CPUs that were so busy were the limit of what ran meanwhile; not where it is not known.
pub fn cpus_full(busy_share: Option<f64>) -> bool {
    busy_share.is_some_and(|busy| busy > BUSY_SHARE_MAX)
}

/// The same of the cells of a study: how busy the CPUs were during each, none where that is not known.
pub fn cpu_saturated_cells(busy_shares: &[Option<f64>]) -> Option<Doubt> {
    let full: Vec<f64> =
        busy_shares.iter().filter(|busy| cpus_full(**busy)).copied().flatten().collect();
    let most = full.iter().copied().reduce(f64::max)?;
    let text = format!(
        "in {} of {} cells the CPUs were up to {:.0} % busy: what they gave may be this machine's limit, and not the storage's",
        full.len(),
        busy_shares.len(),
        most * 100.0
    );
    Some(Doubt::new(DoubtKind::CpuSaturated, Weight::Warning, "", text))
}

fn misaligned(c: &Conditions) -> Option<Doubt> {
    let offset = c.partition_offset_bytes?;
    let unit = u64::from(c.physical_block_bytes.unwrap_or(0)).max(UNIT_BYTES_MIN);
    (!offset.is_multiple_of(unit)).then(|| {
        let text = format!(
            "the partition starts at byte {offset}, which is no multiple of {unit}: each write touches two units"
        );
        Doubt::new(DoubtKind::Misaligned, Weight::Warning, "", text)
    })
}

fn clock_jump(c: &Conditions) -> Option<Doubt> {
    let (drift, run) = (c.wall_drift_ns? as f64, c.run_ns? as f64);
    (drift.abs() > DRIFT_NS_MIN + DRIFT_SHARE_MAX * run).then(|| {
        let text = format!(
            "the wall clock moved by {:+.3} s against the monotonic one: the machine was suspended, moved or set",
            drift / 1e9
        );
        Doubt::new(DoubtKind::ClockJump, Weight::Warning, "", text)
    })
}

fn counters(c: &Conditions) -> Option<Doubt> {
    let (device, ours) = (c.device_bytes?, c.our_bytes.filter(|b| *b >= DEVICE_BYTES_MIN)?);
    let share = device as f64 / ours as f64;
    let text = if share < 1.0 - DEVICE_LESS_MAX {
        format!(
            "the device counted {:.0} % of the bytes we moved: the rest was answered by a cache or by holes",
            share * 100.0
        )
    } else if share > 1.0 + DEVICE_MORE_MAX {
        format!(
            "the device moved {share:.2} times our bytes: the file system, copies on write, redundancy or others add \
             to it"
        )
    } else {
        return None;
    };
    Some(Doubt::new(DoubtKind::DeviceCounters, Weight::Warning, "", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn healthy() -> Conditions {
        Conditions {
            cpu_busy_share: Some(0.4),
            cpu_steal_share: Some(0.001),
            cpus: Some(8),
            workers: Some(4),
            scheduler: Some("none".to_owned()),
            partition_offset_bytes: Some(1 << 20),
            physical_block_bytes: Some(4096),
            other_io_iops: Some(2.0),
            wall_drift_ns: Some(1_000_000),
            run_ns: Some(90_000_000_000),
            device_bytes: Some(1_010_000_000),
            our_bytes: Some(1_000_000_000),
            ..Conditions::default()
        }
    }

    fn check(change: impl Fn(&mut Conditions), want: &[DoubtKind]) {
        let mut conditions = healthy();
        change(&mut conditions);
        let kinds: Vec<_> = doubts(&conditions).iter().map(|d| d.kind).collect();
        assert_eq!(kinds, want);
    }

    #[test]
    fn cells_on_full_cpus_are_counted_and_told_with_the_busiest() {
        let told = cpu_saturated_cells(&[Some(0.5), Some(0.97), None, Some(0.99)]).unwrap();
        assert_eq!((told.kind, told.weight), (DoubtKind::CpuSaturated, Weight::Warning));
        assert!(
            told.text.starts_with("in 2 of 4 cells the CPUs were up to 99 % busy"),
            "{}",
            told.text
        );
        assert_eq!(cpu_saturated_cells(&[Some(0.9), None]), None);
        assert_eq!(cpu_saturated_cells(&[]), None);
        assert!(cpus_full(Some(0.96)) && !cpus_full(Some(0.9)) && !cpus_full(None));
    }

    #[test]
    fn full_cpus_are_not_said_to_be_what_a_quota_is() {
        let full = cpu_saturated(&Conditions { cpu_busy_share: Some(0.97), ..healthy() }).unwrap();
        assert!(!full.text.ends_with(BUT_THE_QUOTA));
        let quota = Doubt::new(DoubtKind::Quota, Weight::Note, "s", String::new());
        let mut both = vec![quota, full];
        // Doubts are put in order whenever some join.
        for _ in 0..2 {
            both = crate::doubt::heaviest_first(both);
            assert_eq!(both[0].text.matches(BUT_THE_QUOTA).count(), 1, "{both:?}");
        }
    }

    #[test]
    fn each_is_provoked_and_silent_otherwise() {
        check(|_| {}, &[]);
        check(|c| c.cpu_busy_share = Some(0.99), &[DoubtKind::CpuSaturated]);
        check(|c| c.cpu_steal_share = Some(0.05), &[DoubtKind::CpuStolen]);
        check(|c| c.workers = Some(9), &[DoubtKind::FewCpus]);
        check(|c| c.other_io_iops = Some(500.0), &[DoubtKind::OtherIo]);
        check(|c| c.array_sync = Some("resync of md0".to_owned()), &[DoubtKind::ArraySync]);
        check(|c| c.scheduler = Some("mq-deadline".to_owned()), &[DoubtKind::Scheduler]);
        check(|c| c.partition_offset_bytes = Some(63 * 512), &[DoubtKind::Misaligned]);
        check(|c| c.wall_drift_ns = Some(-3_600_000_000_000), &[DoubtKind::ClockJump]);
        check(|c| c.device_bytes = Some(500_000_000), &[DoubtKind::DeviceCounters]);
        check(|c| c.device_bytes = Some(2_000_000_000), &[DoubtKind::DeviceCounters]);
        check(|c| c.memory = Some("/dev/shm".to_owned()), &[DoubtKind::Memory]);
        check(|c| c.buffered_loop = Some("loop0".to_owned()), &[DoubtKind::PageCache]);
        let stop = ProcessStop { at_unix_s: 50_592, length_ns: 20_000_000_000 };
        check(|c| c.process_stops = vec![stop], &[DoubtKind::ProcessStopped]);
        check(|c| c.interrupted = true, &[DoubtKind::Interrupted]);
        check(
            |c| c.engine_fallback = Some("uring -> libaio".to_owned()),
            &[DoubtKind::EngineFallback],
        );
        assert_eq!(doubts(&Conditions::default()), []);
    }

    #[test]
    fn stops_are_told_with_their_length_and_time() {
        let stop = ProcessStop { at_unix_s: 86_400 + 50_592, length_ns: 20_000_000_000 };
        let told = |stops: &[ProcessStop]| process_stopped(stops, "left out").map(|d| d.text);
        assert_eq!(told(&[]), None);
        let one = told(&[stop]).unwrap();
        assert!(
            one.contains("did not run for 20 s at 14:03:12 UTC") && one.contains("left out"),
            "{one}"
        );
        let two = told(&[stop, ProcessStop { length_ns: 5_000_000_000, ..stop }]).unwrap();
        assert!(two.contains("for 25 s in all, 2 times, first for 20 s at 14:03:12 UTC"), "{two}");
    }
}
