//! An inventory as rows for people: takes the data, gives titled rows with remarks on conditions that spoil a test;
//! never measures.

use base::units::{Bytes, grouped, trimmed};

use super::level::{StackLevel, StackLevelKind};
use super::quota::QuotaKind;
use super::{FileSystem, Inventory};

/// A title and its rows of name, value and remark.
pub type RowGroup = (String, Vec<(String, String, String)>);

/// The topic of a remark; named after the warning that it causes, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RemarkTopic {
    /// An I/O scheduler reorders.
    Scheduler,
    /// Writes may be acknowledged from a cache.
    WriteCache,
    /// A partition is not aligned.
    Misaligned,
    /// The CPU runs slower than it could.
    Governor,
    /// The kernel limits this process.
    Quota,
    /// Other programs do I/O.
    OtherIo,
    /// An array resyncs, scrubs, rebuilds or misses a member.
    Array,
    /// The lower levels are not visible from here.
    Hidden,
    /// It is memory, not storage.
    Memory,
    /// The page cache answers instead of storage.
    PageCache,
    /// The kernel generates the data; there is no storage.
    NoStorage,
    /// There is too little space.
    Space,
    /// An I/O engine is forbidden or short of resources.
    Engine,
    /// Something else.
    Other,
}

/// A condition that spoils a test or the meaning of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What it is about.
    pub topic: RemarkTopic,
    /// The level or place, such as `sda` or `cpu`.
    pub about: String,
    /// One sentence part for people.
    pub text: String,
}

/// One row: name, value, remark.
struct InventoryRow(&'static str, String, Option<(RemarkTopic, String)>);

impl InventoryRow {
    fn plain(name: &'static str, value: impl Into<String>) -> Self {
        Self(name, value.into(), None)
    }

    /// A row with a remark; without one if `text` is empty.
    fn noted(name: &'static str, value: impl Into<String>, topic: RemarkTopic, text: &str) -> Self {
        Self(name, value.into(), (!text.is_empty()).then(|| (topic, text.to_owned())))
    }
}

impl Inventory {
    /// Titled groups of rows `(name, value, remark)`; the remark may be empty.
    pub fn groups(&self) -> Vec<RowGroup> {
        let flat = |rows: Vec<InventoryRow>| {
            let text = |r: Option<(RemarkTopic, String)>| r.map(|(_, t)| t).unwrap_or_default();
            rows.into_iter().map(|InventoryRow(n, v, r)| (n.to_owned(), v, text(r))).collect()
        };
        self.titled().into_iter().map(|(title, _, rows)| (title, flat(rows))).collect()
    }

    /// Every remark of the groups with its topic, in their order.
    pub fn remarks(&self) -> Vec<Remark> {
        let mut found = Vec::new();
        for (_, about, rows) in self.titled() {
            for (topic, text) in rows.into_iter().filter_map(|InventoryRow(_, _, remark)| remark) {
                let remark = Remark { topic, about: about.clone(), text };
                // A disk under several file systems is listed under each, its remark appears once.
                if !found.contains(&remark) {
                    found.push(remark);
                }
            }
        }
        found
    }

    /// The part under the target that is memory, not storage, such as a mount point or a device.
    pub fn in_memory(&self) -> Option<String> {
        self.about(RemarkTopic::Memory)
    }

    /// The loop device under the target whose backing file is read and written through the page cache.
    pub fn buffered_loop(&self) -> Option<String> {
        self.about(RemarkTopic::PageCache)
    }

    fn about(&self, topic: RemarkTopic) -> Option<String> {
        self.remarks().into_iter().find(|remark| remark.topic == topic).map(|remark| remark.about)
    }

    /// The groups: title, subject (level or place), rows.
    fn titled(&self) -> Vec<(String, String, Vec<InventoryRow>)> {
        let mut groups = Vec::new();
        for fs in &self.file_systems {
            let point = fs.point.display().to_string();
            groups.push((format!("File system {point}"), point, file_system(fs)));
        }
        for level in &self.levels {
            let kind = level.kind.map_or("", StackLevelKind::name);
            let title = format!("{}{} ({kind})", "  ".repeat(level.depth as usize), level.name);
            groups.push((title, level.name.clone(), level_rows(level)));
        }
        let mut add = |title: &str, rows: Vec<InventoryRow>| {
            if !rows.is_empty() {
                groups.push((title.to_owned(), title.to_lowercase(), rows));
            }
        };
        add("Kernel limits", self.quota_rows());
        add("Other I/O", self.activity_rows());
        add("CPU", self.cpu_rows());
        add("Memory", self.memory_rows());
        add("System", self.system_rows());
        groups
    }

    fn quota_rows(&self) -> Vec<InventoryRow> {
        let mut rows = Vec::new();
        let about_machine = self.target.is_none();
        for quota in &self.quotas.io {
            if !about_machine && !self.levels.iter().any(|l| l.number == Some(quota.number)) {
                continue;
            }
            let (name, value) = match quota.kind {
                QuotaKind::ReadIops => ("reads", format!("{} IOPS", grouped(quota.limit_per_s))),
                QuotaKind::WriteIops => ("writes", format!("{} IOPS", grouped(quota.limit_per_s))),
                QuotaKind::ReadBytes => {
                    ("read throughput", format!("{}/s", Bytes(quota.limit_per_s)))
                }
                QuotaKind::WriteBytes => {
                    ("write throughput", format!("{}/s", Bytes(quota.limit_per_s)))
                }
            };
            let value = format!("{value} on {}", quota.device);
            let text = format!("control group {} holds this process back", quota.group);
            rows.push(InventoryRow::noted(name, value, RemarkTopic::Quota, &text));
        }
        if let Some(cpus) = self.quotas.cpus {
            let text = "the control group takes the CPU away beyond that";
            rows.push(InventoryRow::noted("cpus", trimmed(cpus, 2), RemarkTopic::Quota, text));
        }
        if let Some(memory) = self.quotas.memory_bytes {
            rows.push(InventoryRow::plain("memory", Bytes(memory).to_string()));
        }
        rows
    }

    fn activity_rows(&self) -> Vec<InventoryRow> {
        let Some(activity) = &self.activity else { return Vec::new() };
        let about_machine = self.target.is_none();
        let mut rows = Vec::new();
        for disk in &activity.disks {
            if !about_machine && !self.levels.iter().any(|l| l.name == disk.name) {
                continue;
            }
            let value = format!(
                "{}: {} reads/s, {} writes/s, {}/s, busy {} %",
                disk.name,
                trimmed(disk.read_iops, 1),
                trimmed(disk.write_iops, 1),
                Bytes(disk.bytes_per_s as u64),
                trimmed(disk.busy_share * 100.0, 0),
            );
            let text = format!("others use {} now", disk.name);
            rows.push(InventoryRow::noted("device", value, RemarkTopic::OtherIo, &text));
        }
        for process in &activity.processes {
            let value = format!(
                "{} ({}): reads {}/s, writes {}/s",
                process.name,
                process.pid,
                Bytes(process.read_bytes_per_s as u64),
                Bytes(process.written_bytes_per_s as u64),
            );
            rows.push(InventoryRow::plain("process", value));
        }
        if rows.is_empty() {
            rows.push(InventoryRow::plain("devices", "quiet"));
        }
        rows
    }

    fn cpu_rows(&self) -> Vec<InventoryRow> {
        let cpu = &self.cpu;
        let governor = cpu.governor.clone().unwrap_or_else(|| "none".to_owned());
        let slow = match governor.as_str() {
            "powersave" | "conservative" | "ondemand" => {
                "the clock follows the load, which adds latency at low depth"
            }
            _ => "",
        };
        let few = if (cpu.allowed.len() as u32) < cpu.online { "not all may be used" } else { "" };
        vec![
            InventoryRow::plain("model", cpu.model.clone()),
            InventoryRow::plain("online", cpu.online.to_string()),
            InventoryRow::noted("allowed", cpu.allowed.len().to_string(), RemarkTopic::Other, few),
            InventoryRow::plain("NUMA nodes", cpu.nodes.to_string()),
            InventoryRow::noted("governor", governor, RemarkTopic::Governor, slow),
        ]
    }

    fn memory_rows(&self) -> Vec<InventoryRow> {
        let memory = &self.memory;
        let limit = match memory.dirty_limit_bytes {
            0 => format!("{} % / {} %", memory.dirty_background_ratio, memory.dirty_ratio),
            bytes => Bytes(bytes).to_string(),
        };
        let dirty = memory.dirty_bytes > memory.total_bytes / 100;
        let text = if dirty { "much is still to be written out" } else { "" };
        let mut rows = vec![
            InventoryRow::plain("total", Bytes(memory.total_bytes).to_string()),
            InventoryRow::plain("available", Bytes(memory.available_bytes).to_string()),
            InventoryRow::noted(
                "dirty",
                Bytes(memory.dirty_bytes).to_string(),
                RemarkTopic::OtherIo,
                text,
            ),
            InventoryRow::plain("dirty limits", limit),
        ];
        rows.extend(memory.huge_pages.clone().map(|v| InventoryRow::plain("huge pages", v)));
        rows
    }

    fn system_rows(&self) -> Vec<InventoryRow> {
        let system = &self.system;
        let mut rows = vec![
            InventoryRow::plain("host", system.host.clone()),
            InventoryRow::plain("kernel", system.kernel.clone()),
            InventoryRow::plain("distribution", system.distribution.clone()),
        ];
        rows.extend(system.product.clone().map(|v| InventoryRow::plain("product", v)));
        if let Some(name) = &system.hypervisor {
            let text = "neighbours and limits of the host cannot be seen from here";
            rows.push(InventoryRow::noted(
                "virtualisation",
                name.clone(),
                RemarkTopic::Hidden,
                text,
            ));
        }
        rows.extend(system.container.clone().map(|v| InventoryRow::plain("container", v)));
        if let Some(clock) = &system.clock_source {
            let slow = matches!(clock.as_str(), "hpet" | "acpi_pm" | "jiffies");
            let text = if slow { "reading the time is slow" } else { "" };
            rows.push(InventoryRow::noted("clock source", clock.clone(), RemarkTopic::Other, text));
        }
        let limits = &self.limits;
        let bytes = limits.locked_memory_bytes.map(|b| Bytes(b).to_string());
        rows.push(InventoryRow::plain(
            "locked memory",
            bytes.unwrap_or_else(|| "unlimited".to_owned()),
        ));
        let files = limits.open_files.map(grouped).unwrap_or_else(|| "unlimited".to_owned());
        rows.push(InventoryRow::plain("open files", files));
        if let (Some(max), Some(used)) = (limits.aio_max, limits.aio_used) {
            let text = if used * 10 > max * 9 { "libaio is almost used up" } else { "" };
            let value = format!("{} of {}", grouped(used), grouped(max));
            rows.push(InventoryRow::noted("aio", value, RemarkTopic::Engine, text));
        }
        if let Some(value @ 1..) = limits.io_uring_disabled {
            let text = "io_uring is forbidden to most or all; libaio is used instead";
            rows.push(InventoryRow::noted(
                "io_uring_disabled",
                value.to_string(),
                RemarkTopic::Engine,
                text,
            ));
        }
        rows
    }
}

/// The remarks on memory used as storage, and on a loop device that goes through the page cache.
const IN_MEMORY: &str = "this is memory, not storage";
const BUFFERED: &str = "I/O to the backing file is cached in memory";

/// Whether a file system of this type keeps its files in memory alone.
pub(super) fn holds_memory(kind: &str) -> bool {
    matches!(kind, "tmpfs" | "ramfs" | "devtmpfs")
}

fn file_system(fs: &FileSystem) -> Vec<InventoryRow> {
    let remark = match fs.kind.as_str() {
        kind if holds_memory(kind) => (RemarkTopic::Memory, IN_MEMORY),
        "proc" | "sysfs" | "cgroup" | "cgroup2" | "debugfs" | "tracefs" | "devpts" | "bpf" => {
            (RemarkTopic::NoStorage, "the kernel makes it up; there is no storage below")
        }
        "nfs" | "nfs4" | "cifs" | "smb3" | "ceph" | "9p" | "virtiofs" | "glusterfs" => (
            RemarkTopic::Hidden,
            "over a network or from the host; what is behind it cannot be seen",
        ),
        "zfs" => (
            RemarkTopic::Hidden,
            "its disks are not shown by the kernel; it caches in memory of its own",
        ),
        "overlay" => {
            (RemarkTopic::Other, "the first write to a file of the lower layer copies all of it")
        }
        "btrfs" => (
            RemarkTopic::Other,
            "overwrites go to new places (copy on write) unless nodatacow is set",
        ),
        _ => (RemarkTopic::Other, ""),
    };
    let tight = fs.total_bytes > 0
        && fs.free_bytes <= crate::guard::FreeSpaceRule::Reserve.bytes(fs.total_bytes);
    let read_only = fs.options.iter().any(|o| o == "ro");
    let compressed = fs.options.iter().any(|o| o.starts_with("compress"));
    let options = match (read_only, compressed) {
        (true, _) => "mounted read only",
        (_, true) => "compression makes easy data look fast",
        _ => "",
    };
    let space = format!("{} of {}", Bytes(fs.free_bytes), Bytes(fs.total_bytes));
    let inodes = format!("{} of {}", grouped(fs.inodes_free), grouped(fs.inodes_total));
    let text = if tight { "less free than must stay free" } else { "" };
    let mut rows = vec![
        InventoryRow::noted("type", fs.kind.clone(), remark.0, remark.1),
        InventoryRow::plain("source", fs.source.clone()),
        InventoryRow::noted("options", fs.options.join(","), RemarkTopic::Other, options),
        InventoryRow::noted("free", space, RemarkTopic::Space, text),
    ];
    if fs.inodes_total > 0 {
        rows.push(InventoryRow::plain("free inodes", inodes));
    }
    rows
}

fn level_rows(level: &StackLevel) -> Vec<InventoryRow> {
    let mut rows = Vec::new();
    let mut add = |name, value: Option<String>| {
        rows.extend(value.filter(|v| !v.is_empty()).map(|v| InventoryRow::plain(name, v)));
    };
    let bytes = |b: u64| (b > 0).then(|| Bytes(b).to_string());
    let partition = level.kind == Some(StackLevelKind::Partition);
    add("what", Some(level.detail.clone()));
    add("members", (!partition).then(|| level.members.join(", ")));
    add("vendor", level.vendor.clone());
    add("model", level.model.clone());
    add("size", level.number.map(|_| Bytes(level.size_bytes).to_string()));
    add("NUMA node", level.numa_node.filter(|n| *n >= 0).map(|n| n.to_string()));
    add("zoned", level.zoned.clone().filter(|z| z != "none"));
    add("removable", level.removable.then(|| "yes".to_owned()));
    add("read only", level.read_only.then(|| "yes".to_owned()));
    rows.extend(layout_rows(level));
    if let Some(array) = &level.array {
        let busy = if array.busy() { "its own I/O mixes with the test" } else { "" };
        let missing =
            if array.missing > 0 { "a degraded array is slower than a whole one" } else { "" };
        let layout = format!("{} over {}", array.layout, array.members);
        rows.push(InventoryRow::plain("layout", layout));
        rows.push(InventoryRow::noted(
            "missing",
            array.missing.to_string(),
            RemarkTopic::Array,
            missing,
        ));
        let action = [Some(array.action.clone()), array.progress.clone()];
        let action = action.into_iter().flatten().collect::<Vec<_>>().join(" ");
        rows.push(InventoryRow::noted("activity", action, RemarkTopic::Array, busy));
        rows.extend(bytes(array.chunk_bytes).map(|v| InventoryRow::plain("chunk", v)));
    }
    // A partition shares the queue of its disk, which follows as a separate level.
    if !partition {
        rows.extend(queue_rows(level));
    }
    rows
}

/// Blocks and alignment.
fn layout_rows(level: &StackLevel) -> Vec<InventoryRow> {
    let mut rows = Vec::new();
    if let (Some(logical), Some(physical)) = (level.logical_block_bytes, level.physical_block_bytes)
    {
        let text = if physical > logical { "smaller or unaligned writes cost a read" } else { "" };
        let value = format!("{logical} B logical, {physical} B physical");
        rows.push(InventoryRow::noted("blocks", value, RemarkTopic::Other, text));
    }
    if let Some(start) = level.start_bytes {
        let stripe = level.optimal_io_bytes.filter(|o| *o > 0);
        let text = match stripe {
            _ if level.misaligned() => "not on a physical block: each write may become two",
            Some(stripe) if start % stripe != 0 => "not on a full stripe",
            _ => "",
        };
        rows.push(InventoryRow::noted(
            "starts at",
            Bytes(start).to_string(),
            RemarkTopic::Misaligned,
            text,
        ));
    } else if level.misaligned() {
        let offset = level.alignment_offset_bytes.unwrap_or(0).to_string();
        rows.push(InventoryRow::noted(
            "alignment offset",
            offset,
            RemarkTopic::Misaligned,
            "not aligned below",
        ));
    }
    rows
}

/// How requests are queued, cached and throttled.
fn queue_rows(level: &StackLevel) -> Vec<InventoryRow> {
    let mut rows = Vec::new();
    if let Some(scheduler) = &level.scheduler {
        let text = match scheduler.as_str() {
            "none" | "noop" => String::new(),
            name => format!("{name} reorders and may hold requests back"),
        };
        rows.push(InventoryRow::noted(
            "scheduler",
            scheduler.clone(),
            RemarkTopic::Scheduler,
            &text,
        ));
    }
    if let Some(depth) = level.depth_max {
        rows.push(InventoryRow::plain("device queue depth", depth.to_string()));
    }
    if let Some(requests) = level.requests_max {
        rows.push(InventoryRow::plain("requests", requests.to_string()));
    }
    if let Some(cache) = &level.write_cache {
        let text = if cache == "write back" {
            "writes are acknowledged from a cache; whether it survives a power cut cannot be seen"
        } else {
            ""
        };
        let fua = if level.fua == Some(true) { ", FUA" } else { "" };
        rows.push(InventoryRow::noted(
            "write cache",
            format!("{cache}{fua}"),
            RemarkTopic::WriteCache,
            text,
        ));
    }
    if let Some(discard) = level.discard_max_bytes {
        let value =
            if discard == 0 { "no".to_owned() } else { format!("up to {}", Bytes(discard)) };
        rows.push(InventoryRow::plain("discard", value));
    }
    if let Some(rotational) = level.rotational {
        let guess = rotational && level.kind == Some(StackLevelKind::Virtual);
        let text =
            if guess { "a virtual disk that calls itself rotational often is not" } else { "" };
        let value = if rotational { "yes" } else { "no" };
        rows.push(InventoryRow::noted("rotational", value, RemarkTopic::Hidden, text));
    }
    if let Some(goal @ 1..) = level.write_back_throttle_us {
        let text = "buffered writes are slowed to keep reads at this latency";
        rows.push(InventoryRow::noted(
            "write-back throttle",
            format!("{goal} us"),
            RemarkTopic::Other,
            text,
        ));
    }
    if level.kind == Some(StackLevelKind::Memory) && !level.name.starts_with("pmem") {
        rows.push(InventoryRow::noted("medium", "memory", RemarkTopic::Memory, IN_MEMORY));
    }
    if level.is_memory {
        rows.push(InventoryRow::noted("medium", "memory", RemarkTopic::Memory, IN_MEMORY));
    }
    if level.is_buffered_loop {
        rows.push(InventoryRow::noted("backing", "buffered", RemarkTopic::PageCache, BUFFERED));
    }
    rows
}
