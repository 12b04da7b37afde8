//! One level of a storage stack: takes a block device's name, gives what `/sys` says of it; never opens the device.

use std::fs;
use std::path::Path;

use base::facts::{FactValue, LevelKind};

use crate::inventory::{ArrayState, DeviceNumber, StackLevel, SystemRoots, names, text};

/// The unit of the size and the start of a device, whatever its block size is.
const SECTOR_BYTES: u64 = 512;
/// The folders of the device tree above a disk that are asked for a NUMA node (ours).
const ANCESTORS_MAX: usize = 12;

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
        scheduler: queue("scheduler").map(|v| choice_of(&v)),
        requests_max: small(queue("nr_requests")),
        depth_max: small(own("device/queue_depth")),
        write_cache: queue("write_cache"),
        fua: queue("fua").map(|v| v == "1"),
        discard_max_bytes: number(queue("discard_max_bytes")),
        logical_block_bytes: small(queue("logical_block_size")),
        physical_block_bytes: small(queue("physical_block_size")),
        optimal_io_bytes: number(queue("optimal_io_size")),
        alignment_offset_bytes: own("alignment_offset").and_then(|v| v.parse().ok()),
        start_bytes: number(own("start")).filter(|_| parent.is_some()).map(|s| s * SECTOR_BYTES),
        numa_node: numa_node(&folder),
        size_bytes: number(own("size")).unwrap_or(0) * SECTOR_BYTES,
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
            mode: own("bcache/cache_mode").map(|m| choice_of(&m)).unwrap_or_default(),
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
    const MARKS: [(&str, &str); 8] = [
        ("/usb", "usb"),
        ("/ata", "sata"),
        ("/end_device-", "sas"),
        ("/rport-", "fibre channel"),
        ("/session", "iscsi"),
        ("/nvme-fabrics", "nvme over fabrics"),
        ("/nvme", "pcie"),
        ("/virtio", "virtio"),
    ];
    MARKS.iter().find(|(mark, _)| path.contains(mark)).map_or("", |(_, name)| name)
}

/// The word in brackets, as the kernel marks a choice; the whole text without brackets.
pub(crate) fn choice_of(text: &str) -> String {
    match (text.find('['), text.find(']')) {
        (Some(from), Some(to)) if from < to => text[from + 1..to].to_owned(),
        _ => text.to_owned(),
    }
}

/// The NUMA node of the nearest device above it that says one.
fn numa_node(folder: &Path) -> Option<i32> {
    folder.ancestors().take(ANCESTORS_MAX).find_map(|f| text(&f.join("numa_node"))?.parse().ok())
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
