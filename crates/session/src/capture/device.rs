//! Finds the block device of a path, and the tracepoints that show its I/O.

use crate::failure::{Ending, Failure};
use observe::trace::PairingLevel;
use report::messages::capture::CaptureFault;
use report::messages::system::SystemAction;
use std::path::{Path, PathBuf};
use sys::file::FileFacts;
use sys::inventory::{DeviceNumber, MountEntry, SystemRoots, mount_of, mounts};

/// A mounted file system on the captured device.
#[derive(Clone, Debug)]
pub(super) struct CapturedMount {
    pub(super) point: PathBuf,
    /// Its type, such as `ext4`.
    pub(super) kind: String,
    /// The offset of its device on the captured device, in bytes.
    pub(super) offset_bytes: u64,
}

#[derive(Clone, Debug)]
pub(super) struct CapturedDevice {
    /// Its kernel name.
    pub(super) name: String,
    /// The device whose number is in the trace events; for a partition, its disk.
    pub(super) traced: DeviceNumber,
    /// Which tracepoints show its I/O.
    pub(super) level: PairingLevel,
    /// The numbers of the devices in its events.
    pub(super) event_devices: Vec<u64>,
    pub(super) filter: String,
    /// The first sector of the device on the traced device.
    pub(super) first_sector: u64,
    pub(super) size_bytes: Option<u64>,
    pub(super) sector_bytes: Option<u32>,
    pub(super) mounts: Vec<CapturedMount>,
}

/// The device that a path names, or the device of its file system.
pub(super) fn resolve(path: &Path, roots: &SystemRoots) -> Result<CapturedDevice, Failure> {
    let mounts = mounts(roots);
    let number = number(path, &mounts, roots)?;
    let shown = path.display();
    let gone = || Failure::target(CaptureFault::DeviceGone { shown: shown.to_string() });
    let name = roots.block_name(number).ok_or_else(gone)?;
    let sectors = |attribute| roots.block_text(&name, attribute)?.parse::<u64>().ok();
    let parent = roots.parent_disk(&name);
    let disk = parent.clone().unwrap_or_else(|| name.clone());
    let disk_number = roots.block_number(&disk).unwrap_or(number);
    let level = if roots.block_folder(&disk).join("mq").is_dir() {
        PairingLevel::Request
    } else {
        PairingLevel::Bio
    };
    let event_devices = match level {
        PairingLevel::Request => vec![id(disk_number)],
        // Bios keep the number of the partition that they were sent to.
        PairingLevel::Bio => {
            let parts = roots.partitions(&name).into_iter().filter_map(|p| roots.block_number(&p));
            std::iter::once(number).chain(parts).map(id).collect()
        }
    };
    let any = event_devices.iter().map(|device| format!("dev == {device}")).collect::<Vec<_>>();
    let any = any.join(" || ");
    let first_sector = if parent.is_some() { sectors("start").unwrap_or(0) } else { 0 };
    let size = sectors("size");
    let filter = match (level, &parent, size) {
        (PairingLevel::Request, Some(_), Some(size)) => {
            let end = first_sector + size;
            format!("{any} && ((sector >= {first_sector} && sector < {end}) || nr_sector == 0)")
        }
        _ => any,
    };
    Ok(CapturedDevice {
        traced: disk_number,
        level,
        event_devices,
        filter,
        first_sector,
        size_bytes: size.map(|sectors| sectors * 512),
        sector_bytes: roots
            .block_text(&disk, "queue/logical_block_size")
            .and_then(|text| text.parse().ok()),
        mounts: captured_mounts(&name, number, &mounts, roots),
        name,
    })
}

/// The kernel's number of a device within trace events.
fn id(number: DeviceNumber) -> u64 {
    u64::from(number.major) << 20 | u64::from(number.minor)
}

fn number(
    path: &Path,
    mounts: &[MountEntry],
    roots: &SystemRoots,
) -> Result<DeviceNumber, Failure> {
    let shown = path.display();
    // If no such file exists, a bare name such as `sda` is looked up in /dev.
    let named = roots.dev.join(path);
    let path = if FileFacts::at(path).is_ok() { path } else { &named };
    let found = FileFacts::at(path).map_err(|error| {
        Failure::wrong(CaptureFault::DeviceNotFound {
            shown: shown.to_string(),
            error: error.to_string(),
        })
    })?;
    if let Some(number) = found.device() {
        return Ok(number);
    }
    let real = sys::file::canonical(path)
        .map_err(|error| Failure::system(Ending::Target, SystemAction::LookAt, &shown, &error))?;
    let mount = mount_of(mounts, &real);
    mount.and_then(|mount| mount.device(roots)).ok_or_else(|| {
        let kind = mount.map_or("unknown", |mount| &mount.kind);
        Failure::wrong(CaptureFault::NoBlockDevice {
            shown: shown.to_string(),
            kind: kind.to_string(),
        })
    })
}

/// The file systems on the device and on its partitions, each once.
fn captured_mounts(
    name: &str,
    number: DeviceNumber,
    mounts: &[MountEntry],
    roots: &SystemRoots,
) -> Vec<CapturedMount> {
    let mut found: Vec<(DeviceNumber, CapturedMount)> = Vec::new();
    for mount in mounts {
        let Some(device) = mount.device(roots) else { continue };
        let mut parts = roots.partitions(name).into_iter();
        let part = parts.find(|part| roots.block_number(part) == Some(device));
        let start = part.and_then(|part| roots.block_text(&part, "start")?.parse::<u64>().ok());
        let offset_bytes = if device == number { Some(0) } else { start.map(|start| start * 512) };
        let (Some(offset_bytes), "/") = (offset_bytes, mount.root.as_str()) else { continue };
        if found.iter().all(|known| known.0 != device) {
            let (point, kind) = (mount.point.clone(), mount.kind.clone());
            found.push((device, CapturedMount { point, kind, offset_bytes }));
        }
    }
    found.into_iter().map(|one| one.1).collect()
}
