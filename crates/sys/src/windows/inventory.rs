//! The storage under a path and the machine, as volumes, drivers and the registry show them.

pub(super) mod machine;

use super::device::Disk;
use super::target::{plain, to_look_at};
use super::volume::Volume;
use crate::file::{FileFacts, FileKind};
use crate::inventory::{
    CpuQuota, CpuSet, DeviceNumber, FileSystem, Inventory, InventoryError, InventoryTarget,
    InventoryTargetKind, LevelKind, MountEntry, StackLevel, SystemRoots,
};
use crate::windows_answers::property::Bus;
use crate::windows_answers::volume::DiskExtent;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

pub use super::processes::has_open;
pub(crate) use super::processes::processes;

impl Default for SystemRoots {
    /// Windows has no such folders: no file has this name.
    fn default() -> Self {
        Self::under(Path::new("\0"))
    }
}

/// Examines a file, a directory or a disk, and the machine.
pub fn target(path: &Path, _: &SystemRoots) -> Result<Inventory, InventoryError> {
    let failed =
        |error: io::Error| InventoryError::Path { path: path.to_owned(), error: error.to_string() };
    let held = to_look_at(path).map_err(failed)?;
    let facts = FileFacts::of(&held).map_err(failed)?;
    let real = super::target::real_path(&held).map_err(failed)?;
    let kind = match facts.kind {
        FileKind::BlockDevice => InventoryTargetKind::Device,
        FileKind::Directory => InventoryTargetKind::Directory,
        FileKind::File => InventoryTargetKind::File,
        _ => return Err(InventoryError::NotATarget { path: real }),
    };
    let mut found = machine::about_machine();
    match facts.device() {
        Some(number) => found.levels = disk(number.major, 0).into_iter().collect(),
        None => {
            if let Some(volume) = Volume::of(&real) {
                found.levels = levels(&volume.extents().unwrap_or_default());
                found.file_systems = file_system(&volume).into_iter().collect();
            }
        }
    }
    found.target = Some(InventoryTarget { path: real, kind, number: facts.device() });
    Ok(found)
}

/// Examines every disk, every mounted volume, and the machine.
pub fn machine(_: &SystemRoots) -> Inventory {
    let mut found = machine::about_machine();
    found.levels = Disk::all().filter_map(|one| disk(one.number, 0)).collect();
    found.file_systems = Volume::all().iter().filter_map(file_system).collect();
    found
}

/// Every place where a volume is mounted.
pub fn mounts(_: &SystemRoots) -> Vec<MountEntry> {
    let entry = |volume: &Volume, id: u64| {
        let (information, point) = (volume.information()?, volume.points.first()?.clone());
        let number = volume.extents().and_then(|extents| {
            let first = extents.first()?;
            Some(DeviceNumber { major: first.disk, minor: 0 })
        });
        Some(MountEntry {
            id,
            number: number?,
            root: "/".to_owned(),
            point,
            options: options(information.read_only),
            kind: information.file_system,
            source: volume.name.clone(),
            super_options: Vec::new(),
        })
    };
    let all = Volume::all();
    all.iter().zip(1..).filter_map(|(volume, id)| entry(volume, id)).collect()
}

pub(crate) fn block_name(number: DeviceNumber, _: &SystemRoots) -> Option<String> {
    Disk::at(number.major).map(|disk| disk.name())
}

/// Limits of job objects are not asked.
pub fn cpu_quotas(_: &SystemRoots, _: &[MountEntry]) -> Vec<CpuQuota> {
    Vec::new()
}

/// As [`cpu_quotas`].
pub fn cpu_set(_: &SystemRoots, _: &[MountEntry]) -> Option<CpuSet> {
    None
}

/// The stable facts of a file: its number, its volume's and when it was made; of a disk: its serial number and size.
pub fn identity(path: &Path, roots: &SystemRoots) -> Option<String> {
    let facts = FileFacts::at(path).ok()?;
    if let Some(number) = facts.device() {
        return identity_of_device(&format!("PhysicalDrive{}", number.major), roots);
    }
    let (volume, number) = facts.identity.numbers();
    let born = std::fs::metadata(path).ok()?.created().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let is_file = facts.kind == FileKind::File;
    is_file.then(|| format!("{number}@{volume}, {}", born.as_nanos()))
}

/// The same for a disk by its name.
pub fn identity_of_device(name: &str, _: &SystemRoots) -> Option<String> {
    let disk = Disk::at(name.strip_prefix("PhysicalDrive")?.parse().ok()?)?;
    Some(format!("{}, {}", disk.description()?.serial?, disk.geometry()?.size_bytes))
}

fn options(read_only: bool) -> Vec<String> {
    vec![if read_only { "ro" } else { "rw" }.to_owned()]
}

fn file_system(volume: &Volume) -> Option<FileSystem> {
    let (information, point) = (volume.information()?, volume.points.first()?.clone());
    let space = crate::guard::space(&point).unwrap_or_default();
    let mut options = options(information.read_only);
    options.extend(volume.cluster_bytes().map(|bytes| format!("cluster={bytes}")));
    if information.compressed {
        options.push("compress".to_owned());
    }
    Some(FileSystem {
        kind: information.file_system,
        point: PathBuf::from(plain(&point.to_string_lossy())),
        source: volume.name.clone(),
        options,
        total_bytes: space.total_bytes,
        free_bytes: space.free_bytes,
        inodes_total: 0,
        inodes_free: 0,
    })
}

/// The disks below a volume, each once.
fn levels(extents: &[DiskExtent]) -> Vec<StackLevel> {
    let mut numbers: Vec<u32> = extents.iter().map(|extent| extent.disk).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.into_iter().filter_map(|number| disk(number, 0)).collect()
}

fn disk(number: u32, depth: u32) -> Option<StackLevel> {
    let disk = Disk::at(number)?;
    let (geometry, description) = (disk.geometry(), disk.description());
    let alignment = disk.alignment();
    let cache = disk.write_cache();
    let bus = description.as_ref().and_then(|described| described.bus);
    let kind = match bus {
        Some(Bus::Nvme | Bus::NvmeOverFabrics) => LevelKind::Nvme,
        Some(Bus::Memory) => LevelKind::Memory,
        Some(Bus::Virtual | Bus::FileBacked) => LevelKind::Virtual,
        _ => LevelKind::Disk,
    };
    Some(StackLevel {
        depth,
        name: disk.name(),
        kind: Some(kind),
        number: Some(DeviceNumber { major: number, minor: 0 }),
        detail: bus.map(|bus| bus.word().into()).unwrap_or_default(),
        model: description.as_ref().and_then(|described| described.model.clone()),
        vendor: description.as_ref().and_then(|described| described.vendor.clone()),
        rotational: disk.rotates(),
        write_cache: cache
            .and_then(|cache| cache.enabled)
            .map(|on| if on { "write back" } else { "write through" }.to_owned()),
        discard_max_bytes: disk.trims().map(|trims| if trims { u64::MAX } else { 0 }),
        logical_block_bytes: alignment
            .map(|found| found.logical_sector_bytes)
            .or(geometry.map(|found| found.sector_bytes)),
        physical_block_bytes: alignment.map(|found| found.physical_sector_bytes),
        size_bytes: geometry.map_or(0, |found| found.size_bytes),
        removable: geometry.is_some_and(|found| found.removable),
        ..StackLevel::default()
    })
}
