//! The conditions of the machine and the target during a run: counters before and after, facts of the storage stack.

use crate::machine_span::MachineSpan;
use crate::neighbours::Neighbours;
use base::{Clock, SystemError};
use cluster::HostCpus;
use std::cell::RefCell;
use std::ops::Range;
use summary::warning::{ArrayWork, EngineFallback};
use summary::{Conditions, Holes, Limit, LimitOwner, OtherIo};
use sys::counters::DiskCounters;
use sys::inventory::{ForeignTicks, Inventory, IoQuota, QuotaKind};
use sys::target::Target as HeldTarget;
use workload::{CacheMode, EngineChoice, EngineKind, Pace, Stream, SyncMode};

/// Watches the machine from its creation to [`ConditionWatch::stop`].
pub struct ConditionWatch {
    neighbours: RefCell<Neighbours>,
    whole: MachineSpan,
    lap: RefCell<MachineSpan>,
    devices: Vec<CountedDevice>,
    clock: sys::clock::SystemClock,
    begun_ns: u64,
    wall_begun_ns: u64,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct CountedDevice {
    name: String,
    /// The number of copies that it keeps of written data.
    copies: u32,
}

/// The I/O that this process did during the watch.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnIo {
    /// Operations, warm-up included.
    pub ios: u64,
    /// Bytes, warm-up included.
    pub bytes: u64,
}

impl ConditionWatch {
    /// Starts to watch the devices that count the I/O of each target, and who else has the opened targets open. Pass one inventory
    /// for each target, or the counters do not add up to the I/O done.
    pub fn start<'a>(
        inventories: impl IntoIterator<Item = &'a Inventory>,
        held: impl IntoIterator<Item = &'a Option<HeldTarget>>,
    ) -> Self {
        let devices = inventories.into_iter().flat_map(Inventory::counted_devices);
        let devices = devices.map(|(name, copies)| CountedDevice { name, copies });
        let mut devices: Vec<CountedDevice> = devices.collect();
        devices.sort();
        devices.dedup_by(|a, b| a.name == b.name);
        let names: Vec<String> = devices.iter().map(|device| device.name.clone()).collect();
        sys::heartbeat::start();
        let clock = sys::clock::SystemClock::new();
        let foreign = ForeignTicks::default();
        Self {
            neighbours: RefCell::new(Neighbours::watch(held.into_iter().flatten())),
            whole: MachineSpan::start(&names, &foreign),
            lap: RefCell::new(MachineSpan::start(&[], &foreign)),
            devices,
            begun_ns: clock.now_ns(),
            clock,
            wall_begun_ns: sys::clock::unix_now(),
        }
    }

    /// Looks at the other processes, if the next look is due.
    pub fn look(&self) {
        self.neighbours.borrow_mut().look();
    }

    /// Adds what was observed since the start to the `known` conditions.
    pub fn stop(&self, known: &Conditions, own_io: OwnIo) -> Conditions {
        let (seen, load) = self.whole.look(self.neighbours.borrow_mut().cpu_ticks());
        let run_ns = self.clock.now_ns() - self.begun_ns;
        let process_stops = sys::heartbeat::stops(self.begun_ns, self.clock.now_ns());
        let stopped_ns: u64 = process_stops.iter().map(|stop| stop.length_ns).sum();
        let wall_ns = sys::clock::unix_now().cast_signed() - self.wall_begun_ns.cast_signed();
        let wall_ns = wall_ns - stopped_ns.cast_signed();
        let mut conditions = Conditions {
            load: Some(load),
            neighbours: self.neighbours.borrow().busiest(),
            wall_drift_ns: Some(wall_ns - run_ns.cast_signed()),
            process_stops,
            run_ns: Some(run_ns),
            our_ios: Some(own_io.ios),
            our_bytes: Some(own_io.bytes),
            ..known.clone()
        };
        if let Some(counted) = counted_io(&self.devices, &seen.disks) {
            conditions.device_ios = Some(counted.ios);
            conditions.device_bytes = Some(counted.bytes);
        }
        conditions
    }

    /// Adds the load of the machine since the last call, and the other processes since the start, to the `known` conditions.
    pub fn lap(&self, known: &Conditions) -> Conditions {
        let mut neighbours = self.neighbours.borrow_mut();
        let foreign = neighbours.cpu_ticks();
        let begun = self.lap.replace(MachineSpan::start(&[], foreign));
        let load = Some(begun.look(foreign).1);
        Conditions { load, neighbours: neighbours.busiest(), ..known.clone() }
    }

    /// The CPU load since the last call, of the CPU time that this process may have.
    pub fn lap_cpus(&self) -> HostCpus {
        // Without a look at all processes: some call it every second.
        let neighbours = self.neighbours.borrow();
        let foreign = &neighbours.ticks;
        let load = self.lap.replace(MachineSpan::start(&[], foreign)).look(foreign).1;
        HostCpus { busy_share: Some(load.used_share()), steal_share: Some(load.steal_share) }
    }
}

/// Operations and bytes that all devices counted, with the copies of written data counted once. `None` if there is no
/// device, or one of them was not counted.
fn counted_io(devices: &[CountedDevice], seen: &[(String, DiskCounters)]) -> Option<OwnIo> {
    let mut sum = (!devices.is_empty()).then(OwnIo::default)?;
    for device in devices {
        let (_, disk) = seen.iter().find(|(name, _)| *name == device.name)?;
        let once = |written: u64| written / u64::from(device.copies).max(1);
        sum.ios += disk.reads + once(disk.writes);
        sum.bytes += disk.read_bytes() + once(disk.written_bytes());
    }
    Some(sum)
}

/// The conditions that the inventory shows before a run; `file_bytes` is the size of the tested part.
pub fn of_stack(inventory: Option<&Inventory>, file_bytes: Option<u64>) -> Conditions {
    let mut known = Conditions {
        cpus: u32::try_from(sys::affinity::allowed().len()).ok(),
        file_bytes,
        ..Conditions::default()
    };
    let Some(found) = inventory else { return known };
    // A cache that holds a whole volume answers for its data in production as well.
    let file_system = found.file_systems.first().map(|fs| fs.total_bytes);
    let volume = file_system.or(found.levels.first().map(|level| level.size_bytes));
    let memory_bytes = found.cache_max_bytes();
    let fits = volume.is_some_and(|bytes| (1..=memory_bytes).contains(&bytes));
    known.ram_bytes = (!fits).then_some(memory_bytes);
    (known.memory, known.buffered_loop) = (found.in_memory(), found.buffered_loop());
    known.virtualised = Some(found.system.hypervisor.is_some());
    known.array_sync = found.levels.iter().find_map(|level| {
        let array = level.array.as_ref().filter(|a| a.busy())?;
        let (action, progress) = (array.action.clone(), array.progress.clone());
        Some(ArrayWork { array: level.name.clone(), action, progress })
    });
    if let Some(level) = found.levels.iter().find(|l| l.number.is_some()) {
        known.rotational = level.rotates();
        known.scheduler.clone_from(&level.scheduler);
        known.physical_block_bytes = level.physical_block_bytes;
    }
    known.quotas = found.io_quotas().map(limit_of).collect();
    known.partition_offset_bytes = found.levels.iter().find_map(|l| l.start_bytes);
    known.other_io = other_io(found);
    known
}

/// The device of the stack that others use most: another volume may lie on the same disk.
fn other_io(found: &Inventory) -> Option<OtherIo> {
    let stack = found.device_names();
    let disks = found.activity.as_ref()?.disks.iter().filter(|disk| stack.contains(&disk.name));
    let loads = disks
        .map(|disk| OtherIo { device: disk.name.clone(), iops: disk.read_iops + disk.write_iops });
    loads.max_by(|a, b| a.iops.total_cmp(&b.iops))
}

/// A control group's limit, as it is reported.
fn limit_of(quota: &IoQuota) -> Limit {
    let (writes, bytes) = match quota.kind {
        QuotaKind::ReadIops => (false, false),
        QuotaKind::WriteIops => (true, false),
        QuotaKind::ReadBytes => (false, true),
        QuotaKind::WriteBytes => (true, true),
    };
    let owner = LimitOwner { group: quota.group.clone(), device: quota.device.clone() };
    Limit { writes, bytes, per_s: quota.limit_per_s as f64, write_bytes: None, owner }
}

/// The engine that replaced the default engine, and why; `None` if the user named an engine or the default was used.
pub fn engine_fallback(choice: &EngineChoice, used: EngineKind) -> Option<EngineFallback> {
    fallback_from(choice, used, &engine::probe::engines())
}

fn fallback_from(
    choice: &EngineChoice,
    used: EngineKind,
    probed: &[(EngineKind, Option<SystemError>)],
) -> Option<EngineFallback> {
    let simulated = matches!(used, EngineKind::Sim | EngineKind::Null);
    let (usual, error) = probed.first()?;
    let is_other = choice.kind.is_none() && !simulated && used != *usual;
    is_other.then(|| EngineFallback { usual: *usual, used, error: error.clone() })
}

pub fn of_stream(seen: &Conditions, stream: &Stream) -> Conditions {
    let reads = stream.read_percent / 100.0;
    let (read, write) = (&stream.read_blocks, &stream.write_blocks);
    let mean = reads * read.mean_bytes() + (1.0 - reads) * write.mean_bytes();
    let mean_square = reads * read.mean_square() + (1.0 - reads) * write.mean_square();
    let content = stream.content;
    let easy =
        if content.zeros { 100.0 } else { content.compress_percent.max(content.dedupe_percent) };
    let depth = stream.depth * stream.workers;
    // A buffered write with a sync reaches the medium all the same: databases write their logs this way.
    let durable = stream.read_percent <= 0.0 && stream.sync != SyncMode::None;
    let direct = stream.cache == CacheMode::Direct;
    // A replay follows the times of its capture.
    let closed_loop = stream.pace == Pace::Closed && stream.emulation.replay.is_none();
    Conditions {
        direct: (direct || !durable).then_some(direct),
        closed_loop,
        burst: match stream.pace {
            Pace::Bursts { burst, .. } => Some(burst),
            _ => None,
        },
        // A depth that is adjusted during the run was not constant, nor that of workers that wait for each other.
        depth: (closed_loop && stream.keep.is_none() && stream.tie.is_none()).then_some(depth),
        workers: Some(stream.workers),
        // Captured I/Os have various sizes.
        block_bytes: stream.emulation.replay.is_none().then_some(mean),
        block_deviation_bytes: (mean_square - mean * mean).max(0.0).sqrt(),
        easy_data_percent: stream.writes().then_some(easy),
        ..seen.clone()
    }
}

/// Adds the state of a file after the run: the holes of the range that is read, and the share of the file in the page cache. One file
/// with holes or cached pages concerns the whole run.
pub fn of_file(seen: &mut Conditions, held: &HeldTarget, read: Range<u64>) {
    let Ok(file) = held.open(sys::file::OpenMode::default()) else { return };
    if let Ok(map) = sys::extents::map(&file, read) {
        let holes =
            Holes { bytes: map.hole_bytes + map.unwritten_bytes, of_bytes: map.looked_bytes };
        let is_larger = seen.holes.is_none_or(|known| holes.share() > known.share());
        seen.holes = if is_larger { Some(holes) } else { seen.holes };
    }
    let cached = sys::extents::residency(&file).map(|residency| residency.share());
    seen.cached_share = seen.cached_share.into_iter().chain(cached).reduce(f64::max);
}

#[cfg(test)]
mod tests {
    use super::*;
    use sys::inventory::FileSystem;

    #[test]
    fn another_engine_is_told_unless_it_was_named_or_simulates() {
        let (usual, used) = (EngineKind::Uring, EngineKind::Libaio);
        let error = SystemError::Errno(1);
        let without = [(usual, Some(error.clone())), (used, None)];
        let free = EngineChoice::default();
        let fallback = fallback_from(&free, EngineKind::Libaio, &without);
        assert_eq!(fallback, Some(EngineFallback { usual, used, error: Some(error) }));
        let named = EngineChoice { kind: Some(EngineKind::Libaio), ..EngineChoice::default() };
        assert_eq!(fallback_from(&named, EngineKind::Libaio, &without), None);
        assert_eq!(fallback_from(&free, EngineKind::Sim, &without), None);
        let with = [(usual, None)];
        assert_eq!(fallback_from(&free, EngineKind::Uring, &with), None);
    }

    #[test]
    fn memory_that_could_hold_the_whole_volume_is_no_cache_of_the_test_alone() {
        let ram_bytes = |volume_bytes| {
            let mut found = Inventory::default();
            found.memory.total_bytes = 16 << 30;
            found.file_systems =
                vec![FileSystem { total_bytes: volume_bytes, ..FileSystem::default() }];
            of_stack(Some(&found), Some(1 << 30)).ram_bytes
        };
        assert_eq!(ram_bytes(3 << 30), None);
        assert_eq!(ram_bytes(100 << 30), Some(16 << 30));
        assert_eq!(ram_bytes(0), Some(16 << 30), "its size is unknown");
    }

    #[test]
    fn only_a_depth_that_is_kept_is_held_against_little_s_law() {
        let mut stream = Stream { depth: 64, ..Stream::new("s", "t") };
        assert_eq!(of_stream(&Conditions::default(), &stream).depth, Some(64));
        stream.keep = Some(workload::stream::LatencyTarget {
            latency_ns: base::Nanos::millis(1),
            percent: 99.0,
            window_ns: base::Nanos::secs(1),
            goes_on: false,
        });
        assert_eq!(of_stream(&Conditions::default(), &stream).depth, None);
    }

    #[test]
    fn all_members_are_counted_and_copies_once() {
        let disk = |read_sectors, written_sectors| DiskCounters {
            reads: read_sectors / 16,
            writes: written_sectors / 16,
            read_sectors,
            written_sectors,
            ..DiskCounters::default()
        };
        let seen = [("a".to_owned(), disk(800, 160)), ("b".to_owned(), disk(800, 160))];
        let counted = |names: &[&str], copies| {
            let device = |name: &&str| CountedDevice { name: (*name).to_owned(), copies };
            let io = counted_io(&names.iter().map(device).collect::<Vec<_>>(), &seen)?;
            Some((io.ios, io.bytes))
        };
        let both = ["a", "b"];
        assert_eq!(counted(&both, 1), Some((120, 1920 * 512)), "raid0: a byte is on one of them");
        assert_eq!(counted(&both, 2), Some((110, 1760 * 512)), "raid1: each write is on both");
        assert_eq!(counted(&["c"], 1), None);
        assert_eq!(counted(&[], 1), None);
    }
}
