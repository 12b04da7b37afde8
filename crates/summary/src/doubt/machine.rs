//! The machine and the device: CPUs, clocks, schedulers, other I/O, counters that disagree.

use super::{Detail, Doubt, DoubtKind, Weight};
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

/// Everything about machine and device.
pub(super) fn doubts(c: &Conditions) -> Vec<Doubt> {
    let mut found: Vec<Doubt> = cpu_saturated(c).into_iter().collect();
    let mut say = |kind, weight, detail| found.push(Doubt::new(kind, weight, "", detail));
    if let Some(steal) = c.cpu_steal_share.filter(|s| *s > STEAL_SHARE_MAX) {
        say(DoubtKind::CpuStolen, Weight::Warning, Detail::CpuSteal(steal));
    }
    if let (Some(workers), Some(cpus)) = (c.workers, c.cpus)
        && workers > cpus
    {
        say(DoubtKind::FewCpus, Weight::Note, Detail::FewCpus { workers, cpus });
    }
    if let Some(iops) = c.other_io_iops.filter(|i| *i > OTHER_IOPS_MAX) {
        say(DoubtKind::OtherIo, Weight::Warning, Detail::OtherIo(iops));
    }
    if let Some(action) = &c.array_sync {
        say(DoubtKind::ArraySync, Weight::Warning, Detail::ArraySync(action.clone()));
    }
    if let Some(name) = c.scheduler.as_deref().filter(|s| !matches!(*s, "none" | "noop" | "")) {
        say(DoubtKind::Scheduler, Weight::Note, Detail::Scheduler(name.to_owned()));
    }
    found.extend(c.memory.as_deref().map(|place| memory(place, Weight::Forbids)));
    found.extend(c.buffered_loop.as_deref().map(|device| {
        let detail = Detail::BufferedLoop(device.to_owned());
        Doubt::new(DoubtKind::PageCache, Weight::Warning, device, detail)
    }));
    found.extend(misaligned(c));
    found.extend(clock_jump(c));
    found.extend(process_stopped(&c.process_stops, true));
    found.extend(counters(c));
    if c.interrupted {
        found.push(Doubt::new(DoubtKind::Interrupted, Weight::Warning, "", Detail::Interrupted));
    }
    if let Some(change) = &c.engine_fallback {
        let detail = Detail::EngineFallback(change.clone());
        found.push(Doubt::new(DoubtKind::EngineFallback, Weight::Note, "", detail));
    }
    found
}

/// The process did not run at these times; `left_out`: the intervals concerned are left out of the result.
pub fn process_stopped(stops: &[ProcessStop], left_out: bool) -> Option<Doubt> {
    let detail = Detail::ProcessStopped { stops: stops.to_vec(), left_out };
    let doubt = Doubt::new(DoubtKind::ProcessStopped, Weight::Warning, "", detail);
    (!stops.is_empty()).then_some(doubt)
}

/// The file system below `target` was unmounted during the run, while files on it were open.
pub fn unmounted(target: &str) -> Doubt {
    let detail = Detail::Unmounted(target.to_owned());
    Doubt::new(DoubtKind::Unmounted, Weight::Warning, "", detail)
}

/// The store refused a part of the results because of `error`.
pub fn not_stored(error: &str) -> Doubt {
    let detail = Detail::NotStored(error.to_owned());
    Doubt::new(DoubtKind::NotStored, Weight::Warning, "", detail)
}

/// What is no storage at all says nothing of any.
pub fn memory(place: &str, weight: Weight) -> Doubt {
    Doubt::new(DoubtKind::Memory, weight, "", Detail::Memory(place.to_owned()))
}

/// Whether the CPUs were the limit.
pub fn cpu_saturated(c: &Conditions) -> Option<Doubt> {
    let share = c.cpu_busy_share.filter(|b| *b > BUSY_SHARE_MAX)?;
    let detail = Detail::CpusBusy { share, beside_quota: false };
    Some(Doubt::new(DoubtKind::CpuSaturated, Weight::Warning, "", detail))
}

/// Whether CPUs that were so busy were the limit of what ran meanwhile; not where it is not known.
pub fn cpus_full(busy_share: Option<f64>) -> bool {
    busy_share.is_some_and(|busy| busy > BUSY_SHARE_MAX)
}

/// The same of the points of a study: how busy the CPUs were during each, none where that is not known.
pub fn cpu_saturated_cells(busy_shares: &[Option<f64>]) -> Option<Doubt> {
    let full: Vec<f64> =
        busy_shares.iter().filter(|busy| cpus_full(**busy)).copied().flatten().collect();
    let share = full.iter().copied().reduce(f64::max)?;
    let (full, points) = (full.len(), busy_shares.len());
    let detail = Detail::CpusBusyInPoints { share, full, points, beside_quota: false };
    Some(Doubt::new(DoubtKind::CpuSaturated, Weight::Warning, "", detail))
}

fn misaligned(c: &Conditions) -> Option<Doubt> {
    let offset_bytes = c.partition_offset_bytes?;
    let unit_bytes = u64::from(c.physical_block_bytes.unwrap_or(0)).max(UNIT_BYTES_MIN);
    (!offset_bytes.is_multiple_of(unit_bytes)).then(|| {
        let detail = Detail::Misaligned { offset_bytes, unit_bytes };
        Doubt::new(DoubtKind::Misaligned, Weight::Warning, "", detail)
    })
}

fn clock_jump(c: &Conditions) -> Option<Doubt> {
    let (drift, run) = (c.wall_drift_ns? as f64, c.run_ns? as f64);
    (drift.abs() > DRIFT_NS_MIN + DRIFT_SHARE_MAX * run)
        .then(|| Doubt::new(DoubtKind::ClockJump, Weight::Warning, "", Detail::ClockJump(drift)))
}

fn counters(c: &Conditions) -> Option<Doubt> {
    let (device, ours) = (c.device_bytes?, c.our_bytes.filter(|b| *b >= DEVICE_BYTES_MIN)?);
    let share = device as f64 / ours as f64;
    let detail = if share < 1.0 - DEVICE_LESS_MAX {
        Detail::DeviceCountedLess(share)
    } else if share > 1.0 + DEVICE_MORE_MAX {
        Detail::DeviceMovedMore(share)
    } else {
        return None;
    };
    Some(Doubt::new(DoubtKind::DeviceCounters, Weight::Warning, "", detail))
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
        let (share, full, points) = (0.99, 2, 4);
        let busy = Detail::CpusBusyInPoints { share, full, points, beside_quota: false };
        assert_eq!(told.detail, busy);
        assert_eq!(cpu_saturated_cells(&[Some(0.9), None]), None);
        assert_eq!(cpu_saturated_cells(&[]), None);
        assert!(cpus_full(Some(0.96)) && !cpus_full(Some(0.9)) && !cpus_full(None));
    }

    #[test]
    fn full_cpus_are_not_said_to_be_what_a_quota_is() {
        let full = cpu_saturated(&Conditions { cpu_busy_share: Some(0.97), ..healthy() }).unwrap();
        let busy = |beside_quota| Detail::CpusBusy { share: 0.97, beside_quota };
        assert_eq!(full.detail, busy(false));
        let quota = Doubt::new(DoubtKind::Quota, Weight::Note, "s", String::new().into());
        let mut both = vec![quota, full];
        // Doubts are put in order whenever some join.
        for _ in 0..2 {
            both = crate::doubt::heaviest_first(both);
            assert_eq!(both[0].detail, busy(true), "{both:?}");
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
}
