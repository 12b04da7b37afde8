//! The machine and the device: CPUs, clocks, schedulers, other I/O, counters that disagree.

use super::{Detail, StoreTrouble, Warning, WarningKind, Weight};
use crate::machine_load::is_full;
use crate::{Conditions, MachineLoad, OtherIo};
use base::ProcessStop;

/// CPU time that a hypervisor may take before latencies show it.
const STEAL_SHARE_MAX: f64 = 0.01;
/// The share of the time in which processes may wait for memory before their paging disturbs a test (ours).
const MEMORY_WAIT_SHARE_MAX: f64 = 0.1;
/// Bytes the device may count beyond ours, for the file system's own (journals, metadata).
const DEVICE_MORE_MAX: f64 = 0.10;
/// Bytes the device may count less: counters are read a moment before and after.
const DEVICE_LESS_MAX: f64 = 0.05;
/// Requests at the device may be smaller or larger by this factor: half of them split in two, or merged in pairs (ours).
const REQUEST_SIZE_FACTOR: f64 = 1.5;
/// Bytes below which a comparison with the device's counters says nothing.
const DEVICE_BYTES_MIN: u64 = 64 << 20;
/// I/Os of others per second that do not disturb the result.
const OTHER_IOPS_MAX: f64 = 10.0;
/// Drift of the wall clock that time services correct at most (500 ppm, RFC 5905), and a slack for reading it.
const DRIFT_SHARE_MAX: f64 = 0.0005;
const DRIFT_NS_MIN: f64 = 20e6;
/// The unit of writing that disks have whatever they say (Advanced Format).
const UNIT_BYTES_MIN: u64 = 4096;

pub(super) fn warnings(c: &Conditions) -> Vec<Warning> {
    let mut found: Vec<Warning> = c.load.as_ref().map(of_load).unwrap_or_default();
    let mut say = |kind, weight, detail| found.push(Warning::of_run(kind, weight, detail));
    if let (Some(workers), Some(cpus)) = (c.workers, c.cpus)
        && workers > cpus
    {
        say(WarningKind::FewCpus, Weight::Note, Detail::FewCpus { workers, cpus });
    }
    if let Some(OtherIo { device, iops }) = &c.other_io
        && *iops > OTHER_IOPS_MAX
    {
        let detail = Detail::OtherIo { device: device.clone(), iops: *iops };
        say(WarningKind::OtherIo, Weight::Warning, detail);
    }
    if let Some(action) = &c.array_sync {
        say(WarningKind::ArraySync, Weight::Warning, Detail::ArraySync(action.clone()));
    }
    if let Some(name) = c.scheduler.as_deref().filter(|s| !matches!(*s, "none" | "noop" | "")) {
        say(WarningKind::Scheduler, Weight::Note, Detail::Scheduler(name.to_owned()));
    }
    found.extend(c.memory.as_deref().map(|place| memory(place, Weight::Forbids)));
    found.extend(c.buffered_loop.as_deref().map(|device| {
        let detail = Detail::BufferedLoop(device.to_owned());
        Warning::of_run(WarningKind::PageCache, Weight::Warning, detail)
    }));
    found.extend(misaligned(c));
    found.extend(clock_jump(c));
    found.extend(process_stopped(&c.process_stops, true));
    found.extend(counters(c).or_else(|| request_size(c)));
    if c.interrupted {
        found.push(Warning::of_run(WarningKind::Interrupted, Weight::Warning, Detail::Interrupted));
    }
    if let Some(change) = &c.engine_fallback {
        let detail = Detail::EngineFallback(change.clone());
        found.push(Warning::of_run(WarningKind::EngineFallback, Weight::Note, detail));
    }
    found
}

/// The warning that the process did not run at these times; `left_out`: the intervals concerned are left out of the result.
pub fn process_stopped(stops: &[ProcessStop], left_out: bool) -> Option<Warning> {
    let detail = Detail::ProcessStopped { stops: stops.to_vec(), left_out };
    let warning = Warning::of_run(WarningKind::ProcessStopped, Weight::Warning, detail);
    (!stops.is_empty()).then_some(warning)
}

/// The file system below `target` was unmounted during the run, while files on it were open.
pub fn unmounted(target: &str) -> Warning {
    let detail = Detail::Unmounted(target.to_owned());
    Warning::of_run(WarningKind::Unmounted, Weight::Warning, detail)
}

pub fn not_stored(trouble: StoreTrouble) -> Warning {
    let detail = Detail::NotStored(trouble);
    Warning::of_run(WarningKind::NotStored, Weight::Warning, detail)
}

/// The warning that the target is memory, which says nothing about any storage.
pub fn memory(place: &str, weight: Weight) -> Warning {
    Warning::of_run(WarningKind::Memory, weight, Detail::Memory(place.to_owned()))
}

/// What kept this process from the CPUs: a quota, other programs, its own work, the hypervisor; and waits for memory.
fn of_load(load: &MachineLoad) -> Vec<Warning> {
    let mut found = Vec::new();
    let mut say = |kind, detail| found.push(Warning::of_run(kind, Weight::Warning, detail));
    if let Some(quota) = load.throttled() {
        say(WarningKind::CpuThrottled, Detail::CpuThrottled(quota.clone()));
    }
    if load.is_full() {
        let own = || Box::new(load.clone());
        if load.is_foreign() {
            say(WarningKind::ForeignCpu, Detail::ForeignCpu(own()))
        } else {
            let detail = Detail::CpusBusy { load: own(), beside_quota: false };
            say(WarningKind::CpuSaturated, detail);
        }
    }
    if load.steal_share > STEAL_SHARE_MAX {
        say(WarningKind::CpuStolen, Detail::CpuSteal(load.steal_share));
    }
    if let Some(share) = load.memory_wait_share.filter(|share| *share > MEMORY_WAIT_SHARE_MAX) {
        say(WarningKind::MemoryPressure, Detail::MemoryWait(share));
    }
    found
}

/// Whether CPUs that were this busy were the limit; `false` if that is unknown.
pub fn cpus_full(busy_share: Option<f64>) -> bool {
    busy_share.is_some_and(is_full)
}

/// The warning about full CPUs in the points of a study: how busy the CPUs were during each, `None` if unknown, and the load of the
/// machine over all of them. A quota of CPU time has a warning of its own.
pub fn cpu_saturated_points(
    busy_shares: &[Option<f64>],
    load: Option<&MachineLoad>,
) -> Option<Warning> {
    if load.is_some_and(|load| load.throttled().is_some()) {
        return None;
    }
    let full: Vec<f64> =
        busy_shares.iter().filter(|busy| cpus_full(**busy)).copied().flatten().collect();
    let share = full.iter().copied().reduce(f64::max)?;
    let (full, points) = (full.len(), busy_shares.len());
    let foreign = load.filter(|load| load.is_foreign()).cloned().map(Box::new);
    let kind = match foreign {
        Some(_) => WarningKind::ForeignCpu,
        None => WarningKind::CpuSaturated,
    };
    let detail = Detail::CpusBusyInPoints { share, full, points, foreign, beside_quota: false };
    Some(Warning::of_run(kind, Weight::Warning, detail))
}

fn misaligned(c: &Conditions) -> Option<Warning> {
    let offset_bytes = c.partition_offset_bytes?;
    let unit_bytes = u64::from(c.physical_block_bytes.unwrap_or(0)).max(UNIT_BYTES_MIN);
    (!offset_bytes.is_multiple_of(unit_bytes)).then(|| {
        let detail = Detail::Misaligned { offset_bytes, unit_bytes };
        Warning::of_run(WarningKind::Misaligned, Weight::Warning, detail)
    })
}

fn clock_jump(c: &Conditions) -> Option<Warning> {
    let (drift, run) = (c.wall_drift_ns? as f64, c.run_ns? as f64);
    (drift.abs() > DRIFT_NS_MIN + DRIFT_SHARE_MAX * run)
        .then(|| Warning::of_run(WarningKind::ClockJump, Weight::Warning, Detail::ClockJump(drift)))
}

/// The bytes that the device counted as a share of ours; `None` if they cannot be compared.
pub(super) fn device_share(c: &Conditions) -> Option<f64> {
    let ours = c.our_bytes.filter(|b| *b >= DEVICE_BYTES_MIN)?;
    Some(c.device_bytes? as f64 / ours as f64)
}

/// Whether the device counted fewer bytes than holes explain.
pub(super) fn is_less(share: f64, c: &Conditions) -> bool {
    let written = 1.0 - c.holes.map_or(0.0, |holes| holes.share());
    share < written * (1.0 - DEVICE_LESS_MAX)
}

fn counters(c: &Conditions) -> Option<Warning> {
    let share = device_share(c)?;
    let (kind, detail) = if is_less(share, c) {
        let buffered = c.direct == Some(false);
        let kind = if buffered { WarningKind::PageCache } else { WarningKind::DeviceCounters };
        (kind, Detail::DeviceCountedLess(share))
    } else if share > 1.0 + DEVICE_MORE_MAX {
        (WarningKind::DeviceCounters, Detail::DeviceMovedMore(share))
    } else {
        return None;
    };
    Some(Warning::of_run(kind, Weight::Warning, detail))
}

/// Whether a layer splits requests (`queue/max_sectors_kb`, the chunks of an array) or merges neighbours. Through the page cache,
/// requests are the kernel's own. Not checked if the device moved other bytes.
fn request_size(c: &Conditions) -> Option<Warning> {
    let mean = |bytes: u64, ios: u64| (ios > 0).then(|| bytes as f64 / ios as f64);
    let has_all = device_share(c)? >= 1.0 - DEVICE_LESS_MAX;
    let issued_bytes = mean(c.our_bytes?, c.our_ios?)?;
    let device_bytes = mean(c.device_bytes?, c.device_ios?)?;
    let factor = (issued_bytes / device_bytes).max(device_bytes / issued_bytes);
    (has_all && c.direct != Some(false) && factor >= REQUEST_SIZE_FACTOR).then(|| {
        let detail = Detail::RequestSize { issued_bytes, device_bytes };
        Warning::of_run(WarningKind::RequestSize, Weight::Note, detail)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warning::{ArrayWork, EngineFallback};
    use crate::{CpuQuota, Holes};
    use base::SystemError;
    use workload::EngineKind;

    fn other_io(iops: f64) -> Option<OtherIo> {
        Some(OtherIo { device: "sda".to_owned(), iops })
    }

    fn healthy() -> Conditions {
        Conditions {
            load: Some(MachineLoad {
                busy_share: 0.4,
                own_share: 0.3,
                foreign_share: 0.1,
                steal_share: 0.001,
                memory_wait_share: Some(0.02),
                ..MachineLoad::default()
            }),
            cpus: Some(8),
            workers: Some(4),
            scheduler: Some("none".to_owned()),
            partition_offset_bytes: Some(1 << 20),
            physical_block_bytes: Some(4096),
            other_io: other_io(2.0),
            wall_drift_ns: Some(1_000_000),
            run_ns: Some(90_000_000_000),
            device_bytes: Some(1_010_000_000),
            our_bytes: Some(1_000_000_000),
            device_ios: Some(125_000),
            our_ios: Some(122_000),
            ..Conditions::default()
        }
    }

    fn check(change: impl Fn(&mut Conditions), want: &[WarningKind]) {
        let mut conditions = healthy();
        change(&mut conditions);
        let kinds: Vec<_> = warnings(&conditions).iter().map(|d| d.kind).collect();
        assert_eq!(kinds, want);
    }

    #[test]
    fn intervals_on_full_cpus_are_counted_and_told_with_the_busiest() {
        let shares = [Some(0.5), Some(0.97), None, Some(0.99)];
        let told = cpu_saturated_points(&shares, None).unwrap();
        assert_eq!((told.kind, told.weight), (WarningKind::CpuSaturated, Weight::Warning));
        let (share, full, points) = (0.99, 2, 4);
        let busy = |foreign| Detail::CpusBusyInPoints {
            share,
            full,
            points,
            foreign,
            beside_quota: false,
        };
        assert_eq!(told.detail, busy(None));
        assert_eq!(cpu_saturated_points(&[Some(0.9), None], None), None);
        assert_eq!(cpu_saturated_points(&[], None), None);
        let load = |own_share, quota| MachineLoad {
            own_share,
            foreign_share: 0.5,
            quota,
            ..MachineLoad::default()
        };
        let told = cpu_saturated_points(&shares, Some(&load(0.1, None))).unwrap();
        assert_eq!(told.kind, WarningKind::ForeignCpu);
        assert_eq!(told.detail, busy(Some(Box::new(load(0.1, None)))));
        let told = cpu_saturated_points(&shares, Some(&load(0.6, None))).unwrap();
        assert_eq!(told.detail, busy(None));
        assert_eq!(cpu_saturated_points(&shares, Some(&load(0.1, Some(quota(0.3))))), None);
        assert!(cpus_full(Some(0.96)) && !cpus_full(Some(0.9)) && !cpus_full(None));
    }

    #[test]
    fn full_cpus_are_not_said_to_be_what_a_quota_is() {
        let load = MachineLoad { busy_share: 0.97, own_share: 0.9, ..MachineLoad::default() };
        let mut both = of_load(&load);
        let busy = |beside_quota| Detail::CpusBusy { load: Box::new(load.clone()), beside_quota };
        assert_eq!(both[0].detail, busy(false));
        both.push(constant_rate());
        // Warnings are sorted again whenever some are added.
        for _ in 0..2 {
            both = crate::warning::heaviest_first(both);
            assert_eq!(both[0].detail, busy(true), "{both:?}");
        }
    }

    #[test]
    fn a_rate_and_pauses_in_the_periods_of_a_throttled_process_are_not_those_of_the_storage() {
        let stalls =
            Warning::of_run(WarningKind::Stalls, Weight::Warning, Detail::StudyInterrupted);
        for (share, kept) in [(0.3, vec![]), (0.01, vec![stalls.clone()])] {
            let load = MachineLoad { quota: Some(quota(share)), ..MachineLoad::default() };
            let throttled = of_load(&load);
            let all = [throttled.clone(), vec![constant_rate(), stalls.clone()]].concat();
            assert_eq!(crate::warning::heaviest_first(all), [throttled, kept].concat());
        }
    }

    fn constant_rate() -> Warning {
        Warning::of_stream("s", WarningKind::Quota, Weight::Note, Detail::Interrupted)
    }

    fn quota(throttled_share: f64) -> CpuQuota {
        let (periods, throttled) = (300, (300.0 * throttled_share) as u64);
        CpuQuota { group: "/db".to_owned(), cpus: 0.5, periods, throttled, throttled_share }
    }

    fn check_load(change: impl Fn(&mut MachineLoad), want: &[WarningKind]) {
        check(|c| c.load.iter_mut().for_each(&change), want);
    }

    #[test]
    fn each_is_provoked_and_silent_otherwise() {
        check(|_| {}, &[]);
        check_load(|load| load.busy_share = 0.99, &[WarningKind::CpuSaturated]);
        let foreign = |load: &mut MachineLoad| (load.busy_share, load.foreign_share) = (0.99, 0.69);
        check_load(foreign, &[WarningKind::ForeignCpu]);
        check_load(|load| load.quota = Some(quota(0.01)), &[WarningKind::CpuThrottled]);
        check_load(|load| load.quota = Some(quota(0.0)), &[]);
        check_load(|load| load.memory_wait_share = Some(0.2), &[WarningKind::MemoryPressure]);
        check_load(|load| load.steal_share = 0.05, &[WarningKind::CpuStolen]);
        check(|c| c.workers = Some(9), &[WarningKind::FewCpus]);
        check(|c| c.other_io = other_io(500.0), &[WarningKind::OtherIo]);
        let (array, action) = ("md0".to_owned(), "resync".to_owned());
        let work = ArrayWork { array, action, progress: Some("12 %".to_owned()) };
        check(|c| c.array_sync = Some(work.clone()), &[WarningKind::ArraySync]);
        check(|c| c.scheduler = Some("mq-deadline".to_owned()), &[WarningKind::Scheduler]);
        check(|c| c.partition_offset_bytes = Some(63 * 512), &[WarningKind::Misaligned]);
        check(|c| c.wall_drift_ns = Some(-3_600_000_000_000), &[WarningKind::ClockJump]);
        check(|c| c.device_bytes = Some(500_000_000), &[WarningKind::DeviceCounters]);
        let buffered = |c: &mut Conditions| (c.device_bytes, c.direct) = (Some(9), Some(false));
        check(buffered, &[WarningKind::PageCache]);
        let half = Some(Holes { bytes: 1 << 30, of_bytes: 2 << 30 });
        let half_counted = |c: &mut Conditions| {
            (c.device_bytes, c.holes) = (Some(490_000_000), half);
        };
        check(half_counted, &[]);
        let all = Some(Holes { bytes: 1 << 30, of_bytes: 1 << 30 });
        check(|c| (c.device_bytes, c.holes) = (Some(9), all), &[]);
        check(|c| (c.device_bytes, c.holes) = (Some(9), half), &[WarningKind::DeviceCounters]);
        check(|c| c.device_bytes = Some(2_000_000_000), &[WarningKind::DeviceCounters]);
        check(|c| c.device_ios = Some(250_000), &[WarningKind::RequestSize]);
        check(|c| c.device_ios = Some(60_000), &[WarningKind::RequestSize]);
        check(|c| (c.device_ios, c.direct) = (Some(60_000), Some(false)), &[]);
        check(|c| c.memory = Some("/dev/shm".to_owned()), &[WarningKind::Memory]);
        check(|c| c.buffered_loop = Some("loop0".to_owned()), &[WarningKind::PageCache]);
        let stop = ProcessStop { at_unix_s: 50_592, length_ns: 20_000_000_000 };
        check(|c| c.process_stops = vec![stop], &[WarningKind::ProcessStopped]);
        check(|c| c.interrupted = true, &[WarningKind::Interrupted]);
        let (usual, used) = (EngineKind::Uring, EngineKind::Libaio);
        let fallback = EngineFallback { usual, used, error: Some(SystemError::Errno(1)) };
        check(|c| c.engine_fallback = Some(fallback.clone()), &[WarningKind::EngineFallback]);
        assert_eq!(warnings(&Conditions::default()), []);
    }
}
