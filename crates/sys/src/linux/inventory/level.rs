//! One level of a storage stack: takes a block device's name, gives what `/sys` says of it; never opens the device.

use std::fs;
use std::path::Path;

use base::facts::{FactValue, LevelKind};

use super::roots::{names, text};
use super::{DeviceNumber, SystemRoots};

/// The state of an array at one level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArrayState {
    /// `raid10`, `raid1`, `single` and so on.
    pub layout: String,
    /// How many members it should have; 0 where unknown.
    pub members: u32,
    /// How many of them are missing.
    pub missing: u32,
    /// Its maintenance state: `idle`, `resync`, `check`, `balance` and so on.
    pub action: String,
    /// The progress of that, as the kernel reports it, such as `1234 / 5678` sectors.
    pub progress: Option<String>,
    /// Size of a chunk in bytes; 0 where unknown.
    pub chunk_bytes: u64,
}

impl ArrayState {
    /// Whether it does I/O of its own now.
    pub fn busy(&self) -> bool {
        !matches!(self.action.as_str(), "" | "idle" | "none" | "frozen")
    }

    /// The number of copies of written data on the members of a btrfs (btrfs(5), "PROFILES"). 1 if it is not a single
    /// number: members are missing, several profiles are in use, or parity is added.
    pub fn copies(&self) -> u32 {
        match self.layout.as_str() {
            _ if self.missing > 0 => 1,
            "dup" | "raid1" | "raid10" => 2,
            "raid1c3" => 3,
            "raid1c4" => 4,
            _ => 1,
        }
    }
}

/// One level of the stack under a target. Facts that the kernel does not report are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StackLevel {
    /// The depth: 0 is next to the file system, its members are one deeper.
    pub depth: u32,
    /// The kernel's name, such as `sda1`, `md0`, `nvme0n1`; for a file system its identity or mount point.
    pub name: String,
    /// What it is; `None` only in a default value.
    pub kind: Option<LevelKind>,
    /// The device number; none for a file system.
    pub number: Option<DeviceNumber>,
    /// The volume's name, the backing file, the upper layer.
    pub detail: FactValue,
    /// Whether it is a file system that keeps its files in memory.
    pub is_memory: bool,
    /// Whether it is a loop device whose backing file is read and written through the page cache.
    pub is_buffered_loop: bool,
    /// Names of the levels directly under it.
    pub members: Vec<String>,
    /// The model, as the device says.
    pub model: Option<String>,
    /// The vendor, as the device says.
    pub vendor: Option<String>,
    /// Whether the kernel takes it for a turning disk. Virtual disks often say so wrongly.
    pub rotational: Option<bool>,
    /// The I/O scheduler in use.
    pub scheduler: Option<String>,
    /// The most requests that the scheduler holds.
    pub requests_max: Option<u32>,
    /// The most requests that the device itself accepts.
    pub depth_max: Option<u32>,
    /// The kernel's view of the cache: `write back` or `write through`.
    pub write_cache: Option<String>,
    /// Whether the device supports forced unit access (FUA): durable single writes.
    pub fua: Option<bool>,
    /// The largest discard in bytes; 0: no discard.
    pub discard_max_bytes: Option<u64>,
    /// The unit of addressing in bytes.
    pub logical_block_bytes: Option<u32>,
    /// The unit of writing in bytes.
    pub physical_block_bytes: Option<u32>,
    /// The best size of an I/O, a full stripe for arrays, in bytes; 0: not reported.
    pub optimal_io_bytes: Option<u64>,
    /// The device's alignment offset in bytes; -1: cannot be aligned.
    pub alignment_offset_bytes: Option<i64>,
    /// Where a partition starts, in bytes.
    pub start_bytes: Option<u64>,
    /// The NUMA node of the controller; -1: none.
    pub numa_node: Option<i32>,
    pub size_bytes: u64,
    /// Whether the medium is removable.
    pub removable: bool,
    /// Whether it is read-only.
    pub read_only: bool,
    /// `none`, `host-aware` or `host-managed`.
    pub zoned: Option<String>,
    /// Read-ahead of buffered reads in bytes.
    pub read_ahead_bytes: Option<u64>,
    /// The latency goal of write-back throttling in microseconds; 0: off.
    pub write_back_throttle_us: Option<i64>,
    /// For arrays: their state.
    pub array: Option<ArrayState>,
}

impl StackLevel {
    /// Whether it rotates; `None` for a virtual disk or a loop device that reports so, which is often wrong.
    pub fn rotates(&self) -> Option<bool> {
        let says_little = matches!(self.kind, Some(LevelKind::Virtual | LevelKind::Loop));
        self.rotational.filter(|rotational| !(*rotational && says_little))
    }

    /// Whether a partition starts off the unit of writing, or the device reports an alignment offset.
    ///
    /// The unit is the physical block, and at least 4 KiB, because many disks hide it (T10 SBC-4, "physical block
    /// exponent").
    pub fn misaligned(&self) -> bool {
        let unit = u64::from(self.physical_block_bytes.unwrap_or(0)).max(4096);
        self.alignment_offset_bytes.is_some_and(|a| a != 0)
            || self.start_bytes.is_some_and(|s| s % unit != 0)
    }
}

/// Reads one block device. `None` if `/sys` does not have it.
pub(crate) fn read(roots: &SystemRoots, name: &str, depth: u32) -> Option<StackLevel> {
    let folder = fs::canonicalize(roots.block_folder(name)).ok()?;
    let parent = roots.parent_disk(name);
    let disk = match &parent {
        Some(parent) => fs::canonicalize(roots.block_folder(parent)).ok()?,
        None => folder.clone(),
    };
    let own = |attribute: &str| text(&folder.join(attribute));
    let queue = |attribute: &str| text(&disk.join("queue").join(attribute));
    let number = |value: Option<String>| value.and_then(|v| v.parse::<u64>().ok());
    let small = |value: Option<String>| value.and_then(|v| v.parse::<u32>().ok());
    let members = match &parent {
        Some(parent) => vec![parent.clone()],
        None => names(&folder.join("slaves")),
    };
    let kind = kind_of(name, &folder, parent.is_some());
    Some(StackLevel {
        depth,
        name: name.to_owned(),
        kind: Some(kind),
        number: DeviceNumber::parse(&own("dev")?),
        detail: detail(kind, &folder, &disk),
        is_memory: false,
        is_buffered_loop: is_buffered_loop(kind, &folder),
        members,
        model: own("device/model").or_else(|| own("device/device/model")),
        vendor: own("device/vendor").filter(|v| !v.starts_with("0x")),
        rotational: queue("rotational").map(|v| v == "1"),
        scheduler: queue("scheduler").map(|v| chosen(&v)),
        requests_max: small(queue("nr_requests")),
        depth_max: small(own("device/queue_depth")),
        write_cache: queue("write_cache"),
        fua: queue("fua").map(|v| v == "1"),
        discard_max_bytes: number(queue("discard_max_bytes")),
        logical_block_bytes: small(queue("logical_block_size")),
        physical_block_bytes: small(queue("physical_block_size")),
        optimal_io_bytes: number(queue("optimal_io_size")),
        alignment_offset_bytes: own("alignment_offset").and_then(|v| v.parse().ok()),
        start_bytes: number(own("start")).filter(|_| parent.is_some()).map(|s| s * 512),
        numa_node: numa(&folder),
        // The size and the start of a device are counted in 512-byte sectors, whatever its block size is.
        size_bytes: number(own("size")).unwrap_or(0) * 512,
        removable: text(&disk.join("removable")).is_some_and(|v| v == "1"),
        read_only: own("ro").is_some_and(|v| v == "1"),
        zoned: queue("zoned"),
        read_ahead_bytes: number(queue("read_ahead_kb")).map(|k| k * 1024),
        write_back_throttle_us: queue("wbt_lat_usec").and_then(|v| v.parse().ok()),
        array: (kind == LevelKind::Md).then(|| md_state(&folder)),
    })
}

fn kind_of(name: &str, folder: &Path, partition: bool) -> LevelKind {
    if partition {
        return LevelKind::Partition;
    }
    if let Some(uuid) = text(&folder.join("dm/uuid")) {
        return match uuid.split('-').next().unwrap_or("") {
            "LVM" => LevelKind::Lvm,
            "CRYPT" => LevelKind::Crypt,
            "mpath" => LevelKind::Multipath,
            _ => LevelKind::DeviceMapper,
        };
    }
    const PREFIXES: [(&str, LevelKind); 14] = [
        ("dm-", LevelKind::DeviceMapper),
        ("md", LevelKind::Md),
        ("loop", LevelKind::Loop),
        ("nvme", LevelKind::Nvme),
        ("vd", LevelKind::Virtual),
        ("xvd", LevelKind::Virtual),
        ("bcache", LevelKind::Bcache),
        ("zram", LevelKind::Memory),
        ("ram", LevelKind::Memory),
        ("pmem", LevelKind::Memory),
        ("nbd", LevelKind::Network),
        ("rbd", LevelKind::Network),
        ("drbd", LevelKind::Network),
        ("sd", LevelKind::Disk),
    ];
    let found = PREFIXES.iter().find(|(prefix, _)| name.starts_with(prefix));
    found.map_or(LevelKind::Other, |(_, kind)| *kind)
}

fn detail(kind: LevelKind, folder: &Path, disk: &Path) -> FactValue {
    let own = |attribute: &str| text(&folder.join(attribute));
    match kind {
        LevelKind::Partition => own("partition").map(FactValue::Partition).unwrap_or_default(),
        LevelKind::Lvm | LevelKind::Crypt | LevelKind::Multipath | LevelKind::DeviceMapper => {
            FactValue::Volume {
                name: own("dm/name").unwrap_or_default(),
                suspended: own("dm/suspended").is_some_and(|state| state == "1"),
            }
        }
        LevelKind::Md => own("md/array_state").map(FactValue::ArrayState).unwrap_or_default(),
        LevelKind::Loop => own("loop/backing_file").map_or(FactValue::NoFile, |path| {
            FactValue::LoopFile { path, direct: !is_buffered_loop(kind, folder) }
        }),
        LevelKind::Bcache => FactValue::CacheMode {
            mode: own("bcache/cache_mode").map(|m| chosen(&m)).unwrap_or_default(),
            state: own("bcache/state").unwrap_or_default(),
        },
        _ => FactValue::from(transport(disk)),
    }
}

/// Whether it is a loop device with a backing file whose I/O goes through the page cache.
fn is_buffered_loop(kind: LevelKind, folder: &Path) -> bool {
    kind == LevelKind::Loop
        && text(&folder.join("loop/backing_file")).is_some()
        && text(&folder.join("loop/dio")).is_none_or(|direct| direct != "1")
}

/// How a disk is attached, derived from its position in the device tree.
fn transport(disk: &Path) -> &'static str {
    let path = disk.to_string_lossy();
    const WAYS: [(&str, &str); 8] = [
        ("/usb", "usb"),
        ("/ata", "sata"),
        ("/end_device-", "sas"),
        ("/rport-", "fibre channel"),
        ("/session", "iscsi"),
        ("/nvme-fabrics", "nvme over fabrics"),
        ("/nvme", "pcie"),
        ("/virtio", "virtio"),
    ];
    WAYS.iter().find(|(mark, _)| path.contains(mark)).map_or("", |(_, way)| way)
}

/// The word in brackets, as the kernel marks a choice; the whole text without brackets.
pub(crate) fn chosen(text: &str) -> String {
    match (text.find('['), text.find(']')) {
        (Some(from), Some(to)) if from < to => text[from + 1..to].to_owned(),
        _ => text.to_owned(),
    }
}

fn numa(folder: &Path) -> Option<i32> {
    folder.ancestors().take(12).find_map(|f| text(&f.join("numa_node"))?.parse().ok())
}

fn md_state(folder: &Path) -> ArrayState {
    let own = |attribute: &str| text(&folder.join("md").join(attribute));
    let number = |attribute: &str| own(attribute).and_then(|v| v.parse::<u64>().ok()).unwrap_or(0);
    ArrayState {
        layout: own("level").unwrap_or_default(),
        // While an array is reshaped the file reads "new (old)"; the first number is used.
        members: own("raid_disks")
            .and_then(|v| v.split(' ').next()?.parse().ok())
            .unwrap_or_default(),
        missing: u32::try_from(number("degraded")).unwrap_or(u32::MAX),
        action: own("sync_action").unwrap_or_default(),
        progress: own("sync_completed").filter(|p| p != "none"),
        chunk_bytes: number("chunk_size"),
    }
}
