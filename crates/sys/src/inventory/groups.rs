//! An inventory as titled facts, with remarks on conditions that spoil a test; never measures, makes no text.

use base::facts::{Fact, FactGroup, FactKey, FactRemark, FactTitle, FactValue, LevelKind};
use base::units::Bytes;

use super::level::StackLevel;
use super::quota::{IoQuota, QuotaKind};
use super::{FileSystem, Inventory};

impl Inventory {
    /// The facts: file systems, the levels of the stack, and the machine.
    pub fn groups(&self) -> Vec<FactGroup> {
        let mut groups = Vec::new();
        for fs in &self.file_systems {
            let path = fs.point.display().to_string();
            groups.push(FactGroup { title: FactTitle::FileSystem { path }, rows: file_system(fs) });
        }
        for level in &self.levels {
            let (depth, name, kind) = (level.depth, level.name.clone(), level.kind);
            let title = FactTitle::Level { depth, name, kind };
            groups.push(FactGroup { title, rows: level_rows(level) });
        }
        let machine = [
            (FactTitle::KernelLimits, self.quota_rows()),
            (FactTitle::OtherIo, self.activity_rows()),
            (FactTitle::Cpu, self.cpu_rows()),
            (FactTitle::Memory, self.memory_rows()),
            (FactTitle::System, self.system_rows()),
        ];
        let found = machine.into_iter().filter(|(_, rows)| !rows.is_empty());
        groups.extend(found.map(|(title, rows)| FactGroup { title, rows }));
        groups
    }

    /// Every remark with the title of its group, in their order.
    pub fn remarks(&self) -> Vec<(FactTitle, FactRemark)> {
        let mut found: Vec<(FactTitle, FactRemark)> = Vec::new();
        for FactGroup { title, rows } in self.groups() {
            for remark in rows.into_iter().filter_map(|row| row.remark) {
                // A disk under several file systems is listed under each, its remark appears once.
                if !found
                    .iter()
                    .any(|(other, known)| name_of(other) == name_of(&title) && *known == remark)
                {
                    found.push((title.clone(), remark));
                }
            }
        }
        found
    }

    /// The part under the target that is memory, not storage, such as a mount point or a device.
    pub fn in_memory(&self) -> Option<String> {
        self.about(&FactRemark::Memory)
    }

    /// The loop device under the target whose backing file is read and written through the page cache.
    pub fn buffered_loop(&self) -> Option<String> {
        self.about(&FactRemark::PageCache)
    }

    fn about(&self, remark: &FactRemark) -> Option<String> {
        let found = self.remarks().into_iter().find(|(_, found)| found == remark)?.0;
        name_of(&found).map(str::to_owned)
    }

    fn quota_rows(&self) -> Vec<Fact> {
        let about_machine = self.target.is_none();
        let known = |quota: &&IoQuota| {
            about_machine || self.levels.iter().any(|l| l.number == Some(quota.number))
        };
        let row = |quota: &IoQuota| {
            let (per_s, device) = (quota.limit_per_s, quota.device.clone());
            let iops = || FactValue::IopsLimit { per_s, device: device.clone() };
            let bytes =
                || FactValue::ThroughputLimit { bytes_per_s: per_s, device: device.clone() };
            let (key, value) = match quota.kind {
                QuotaKind::ReadIops => (FactKey::Reads, iops()),
                QuotaKind::WriteIops => (FactKey::Writes, iops()),
                QuotaKind::ReadBytes => (FactKey::ReadThroughput, bytes()),
                QuotaKind::WriteBytes => (FactKey::WriteThroughput, bytes()),
            };
            Fact::new(key, value).with(FactRemark::GroupLimit { group: quota.group.clone() })
        };
        let mut rows: Vec<Fact> = self.quotas.io.iter().filter(known).map(row).collect();
        if let Some(cpus) = self.quotas.cpus() {
            rows.push(Fact::new(FactKey::Cpus, FactValue::Cpus(cpus)).with(FactRemark::CpuLimit));
        }
        if let Some(memory) = self.quotas.memory_bytes {
            rows.push(Fact::new(FactKey::Memory, Bytes(memory)));
        }
        rows
    }

    fn activity_rows(&self) -> Vec<Fact> {
        let Some(activity) = &self.activity else { return Vec::new() };
        let about_machine = self.target.is_none();
        let mut rows = Vec::new();
        for disk in &activity.disks {
            if !about_machine && !self.levels.iter().any(|l| l.name == disk.name) {
                continue;
            }
            let value = FactValue::DiskRates {
                device: disk.name.clone(),
                read_iops: disk.read_iops,
                write_iops: disk.write_iops,
                bytes_per_s: disk.bytes_per_s as u64,
                busy_share: disk.busy_share,
            };
            let remark = FactRemark::InUse { device: disk.name.clone() };
            rows.push(Fact::new(FactKey::Device, value).with(remark));
        }
        for process in &activity.processes {
            let value = FactValue::ProcessRates {
                name: process.name.clone(),
                pid: process.pid,
                read_bytes_per_s: process.read_bytes_per_s as u64,
                written_bytes_per_s: process.written_bytes_per_s as u64,
            };
            rows.push(Fact::new(FactKey::Process, value));
        }
        if rows.is_empty() {
            rows.push(Fact::new(FactKey::Devices, FactValue::NoIo));
        }
        rows
    }

    fn cpu_rows(&self) -> Vec<Fact> {
        let cpu = &self.cpu;
        let slow =
            matches!(cpu.governor.as_deref(), Some("powersave" | "conservative" | "ondemand"));
        let allowed = u32::try_from(cpu.allowed.len()).unwrap_or(u32::MAX);
        let model = cpu.model.clone().map(|model| Fact::new(FactKey::Model, model));
        let counts = [
            Fact::new(FactKey::OnlineCpus, cpu.online),
            Fact::new(FactKey::AllowedCpus, allowed)
                .with((allowed < cpu.online).then_some(FactRemark::FewerCpus)),
            Fact::new(FactKey::NumaNodes, cpu.nodes),
        ];
        let governor = cpu.governor.as_deref().map(|governor| {
            Fact::new(FactKey::Governor, governor).with(slow.then_some(FactRemark::SlowGovernor))
        });
        model.into_iter().chain(counts).chain(governor).collect()
    }

    fn memory_rows(&self) -> Vec<Fact> {
        let memory = &self.memory;
        let mut rows = vec![
            Fact::new(FactKey::Total, Bytes(memory.total_bytes)),
            Fact::new(FactKey::Available, Bytes(memory.available_bytes)),
        ];
        if let Some(dirty) = memory.dirty {
            let limit = match dirty.limit_bytes {
                0 => FactValue::DirtyPercents {
                    background: dirty.background_ratio.into(),
                    limit: dirty.ratio.into(),
                },
                bytes => FactValue::Bytes(bytes),
            };
            let much = dirty.bytes > memory.total_bytes / 100;
            let remark = much.then_some(FactRemark::DirtyMemory);
            rows.push(Fact::new(FactKey::Dirty, Bytes(dirty.bytes)).with(remark));
            rows.push(Fact::new(FactKey::DirtyLimits, limit));
        }
        rows.extend(memory.huge_pages.clone().map(|v| Fact::new(FactKey::HugePages, v)));
        rows
    }

    fn system_rows(&self) -> Vec<Fact> {
        let system = &self.system;
        let mut rows = vec![
            Fact::new(FactKey::Host, system.host.clone()),
            Fact::new(FactKey::Kernel, system.kernel.clone()),
        ];
        rows.extend(system.distribution.clone().map(|v| Fact::new(FactKey::Distribution, v)));
        rows.extend(system.product.clone().map(|v| Fact::new(FactKey::Product, v)));
        let named = |name: &str| match name {
            "" => FactValue::Unnamed,
            name => name.into(),
        };
        rows.extend(system.hypervisor.as_deref().map(|name| {
            Fact::new(FactKey::Virtualisation, named(name)).with(FactRemark::HostHidden)
        }));
        rows.extend(system.container.as_deref().map(|v| Fact::new(FactKey::Container, named(v))));
        rows.extend(system.clock_source.clone().map(|clock| {
            let slow = matches!(clock.as_str(), "hpet" | "acpi_pm" | "jiffies");
            Fact::new(FactKey::ClockSource, clock).with(slow.then_some(FactRemark::SlowClock))
        }));
        let limits = &self.limits;
        let locked = limits.locked_memory_bytes.map_or(FactValue::Unlimited, FactValue::Bytes);
        rows.push(Fact::new(FactKey::LockedMemory, locked));
        let files = limits.open_files.map_or(FactValue::Unlimited, FactValue::Count);
        rows.push(Fact::new(FactKey::OpenFiles, files));
        if let (Some(whole), Some(part)) = (limits.aio_max, limits.aio_used) {
            let few = part * 10 > whole * 9;
            let value = FactValue::CountOf { part, whole };
            rows.push(Fact::new(FactKey::Aio, value).with(few.then_some(FactRemark::AioUsedUp)));
        }
        if let Some(value @ 1..) = limits.io_uring_disabled {
            let row = Fact::new(FactKey::IoUringDisabled, value);
            rows.push(row.with(FactRemark::IoUringForbidden));
        }
        rows
    }
}

/// The level or place that a group is about; none for a group about the machine.
fn name_of(title: &FactTitle) -> Option<&str> {
    match title {
        FactTitle::FileSystem { path } => Some(path),
        FactTitle::Level { name, .. } => Some(name),
        _ => None,
    }
}

/// Whether a file system of this type keeps its files in memory alone.
pub(crate) fn holds_memory(kind: &str) -> bool {
    matches!(kind, "tmpfs" | "ramfs" | "devtmpfs")
}

/// What the type of a file system means for a test.
fn remark_of_type(kind: &str) -> Option<FactRemark> {
    Some(match kind {
        kind if holds_memory(kind) => FactRemark::Memory,
        "proc" | "sysfs" | "cgroup" | "cgroup2" | "debugfs" | "tracefs" | "devpts" | "bpf" => {
            FactRemark::NoStorage
        }
        "nfs" | "nfs4" | "cifs" | "smb3" | "ceph" | "9p" | "virtiofs" | "glusterfs" => {
            FactRemark::Remote
        }
        "zfs" => FactRemark::ZfsHidden,
        "overlay" => FactRemark::CopiesLowerLayer,
        "btrfs" => FactRemark::CopyOnWrite,
        _ => return None,
    })
}

fn file_system(fs: &FileSystem) -> Vec<Fact> {
    let tight = fs.total_bytes > 0
        && fs.free_bytes <= crate::guard::FreeSpaceRule::Reserve.bytes(fs.total_bytes);
    let options = if fs.options.iter().any(|o| o == "ro") {
        Some(FactRemark::ReadOnly)
    } else {
        let compressed = fs.options.iter().any(|o| o.starts_with("compress"));
        compressed.then_some(FactRemark::Compresses)
    };
    let space = FactValue::BytesOf { part_bytes: fs.free_bytes, whole_bytes: fs.total_bytes };
    let mut rows = vec![
        Fact::new(FactKey::Type, fs.kind.clone()).with(remark_of_type(&fs.kind)),
        Fact::new(FactKey::Source, fs.source.clone()),
        Fact::new(FactKey::Options, fs.options.join(",")).with(options),
        Fact::new(FactKey::Free, space).with(tight.then_some(FactRemark::LittleSpace)),
    ];
    if fs.inodes_total > 0 {
        let inodes = FactValue::CountOf { part: fs.inodes_free, whole: fs.inodes_total };
        rows.push(Fact::new(FactKey::FreeInodes, inodes));
    }
    rows
}

fn level_rows(level: &StackLevel) -> Vec<Fact> {
    let mut rows = Vec::new();
    let mut add = |key, value: Option<FactValue>| {
        rows.extend(value.filter(|value| !value.is_empty()).map(|value| Fact::new(key, value)));
    };
    let text = |text: &Option<String>| text.clone().map(FactValue::Text);
    let partition = level.kind == Some(LevelKind::Partition);
    add(FactKey::Detail, Some(level.detail.clone()));
    add(FactKey::Members, (!partition).then(|| FactValue::List(level.members.clone())));
    add(FactKey::Vendor, text(&level.vendor));
    add(FactKey::Model, text(&level.model));
    add(FactKey::Size, level.number.map(|_| FactValue::Bytes(level.size_bytes)));
    let node = level.numa_node.and_then(|node| u64::try_from(node).ok());
    add(FactKey::NumaNode, node.map(FactValue::Count));
    add(FactKey::Zoned, text(&level.zoned.clone().filter(|z| z != "none")));
    add(FactKey::Removable, level.removable.then_some(FactValue::Flag(true)));
    add(FactKey::ReadOnly, level.read_only.then_some(FactValue::Flag(true)));
    rows.extend(layout_rows(level));
    rows.extend(array_rows(level));
    // A partition shares the queue of its disk, which follows as a separate level.
    if !partition {
        rows.extend(queue_rows(level));
    }
    rows
}

fn array_rows(level: &StackLevel) -> Vec<Fact> {
    let Some(array) = &level.array else { return Vec::new() };
    let layout = FactValue::Array { layout: array.layout.clone(), members: array.members };
    let action = [Some(array.action.clone()), array.progress.clone()];
    let action = action.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let mut rows = vec![
        Fact::new(FactKey::Layout, layout),
        Fact::new(FactKey::Missing, array.missing)
            .with((array.missing > 0).then_some(FactRemark::Degraded)),
        Fact::new(FactKey::Activity, action).with(array.busy().then_some(FactRemark::ArrayBusy)),
    ];
    if array.chunk_bytes > 0 {
        rows.push(Fact::new(FactKey::Chunk, Bytes(array.chunk_bytes)));
    }
    rows
}

fn layout_rows(level: &StackLevel) -> Vec<Fact> {
    let mut rows = Vec::new();
    if let (Some(logical), Some(physical)) = (level.logical_block_bytes, level.physical_block_bytes)
    {
        let value = FactValue::BlockSizes { logical_bytes: logical, physical_bytes: physical };
        let remark = (physical > logical)
            .then_some(FactRemark::SmallWritesRead { physical_bytes: physical });
        rows.push(Fact::new(FactKey::Blocks, value).with(remark));
    }
    if let Some(start) = level.start_bytes {
        let stripe = level.optimal_io_bytes.filter(|o| *o > 0);
        let remark = match stripe {
            _ if level.misaligned() => Some(FactRemark::NotOnBlock),
            Some(stripe) if start % stripe != 0 => Some(FactRemark::NotOnStripe),
            _ => None,
        };
        rows.push(Fact::new(FactKey::StartsAt, Bytes(start)).with(remark));
    } else if level.misaligned() {
        let offset = level.alignment_offset_bytes.unwrap_or(0);
        let row = Fact::new(FactKey::AlignmentOffset, Bytes(offset.unsigned_abs()));
        rows.push(row.with(FactRemark::NotAligned));
    }
    rows
}

/// How requests are queued, cached and throttled.
fn queue_rows(level: &StackLevel) -> Vec<Fact> {
    let mut rows = Vec::new();
    if let Some(scheduler) = &level.scheduler {
        let reorders = !matches!(scheduler.as_str(), "none" | "noop");
        let remark = reorders.then(|| FactRemark::Reorders { scheduler: scheduler.clone() });
        rows.push(Fact::new(FactKey::Scheduler, scheduler.clone()).with(remark));
    }
    rows.extend(level.depth_max.map(|depth| Fact::new(FactKey::DeviceQueueDepth, depth)));
    rows.extend(level.requests_max.map(|requests| Fact::new(FactKey::Requests, requests)));
    if let Some(mode) = &level.write_cache {
        let value = FactValue::WriteCache { mode: mode.clone(), fua: level.fua == Some(true) };
        let remark = (mode == "write back").then_some(FactRemark::WriteBackCache);
        rows.push(Fact::new(FactKey::WriteCache, value).with(remark));
    }
    rows.extend(level.discard_max_bytes.map(|discard| {
        let value =
            if discard == 0 { FactValue::Flag(false) } else { FactValue::UpToBytes(discard) };
        Fact::new(FactKey::Discard, value)
    }));
    if let Some(rotational) = level.rotational {
        let guess = rotational && level.kind == Some(LevelKind::Virtual);
        let row = Fact::new(FactKey::Rotational, FactValue::Flag(rotational));
        rows.push(row.with(guess.then_some(FactRemark::RotationalGuess)));
    }
    if let Some(goal_us @ 1..) = level.write_back_throttle_us {
        let goal_ns = goal_us.unsigned_abs() * 1_000;
        let row = Fact::new(FactKey::WriteBackThrottle, FactValue::Nanos(goal_ns));
        rows.push(row.with(FactRemark::SlowsWrites { goal_ns }));
    }
    let memory = level.kind == Some(LevelKind::Memory) && !level.name.starts_with("pmem");
    if memory || level.is_memory {
        rows.push(Fact::new(FactKey::Medium, FactValue::InMemory).with(FactRemark::Memory));
    }
    if level.is_buffered_loop {
        rows.push(Fact::new(FactKey::Backing, FactValue::Buffered).with(FactRemark::PageCache));
    }
    rows
}
