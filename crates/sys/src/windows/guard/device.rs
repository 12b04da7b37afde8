//! Whether a disk or volume may be overwritten: takes its path and the devices marked for destruction, asks the drivers, and gives a
//! writable target or every reason against it; opens the device for reading only.
//!
//! A fact that cannot be had refuses the device. Windows has no exclusive opening of a disk, and a volume that is locked can be opened
//! only by the handle that locked it, while each worker opens its own. So the lock shows that nobody else uses the volume, and is given back.

use super::super::call::ask;
use super::super::device::Disk;
use super::super::inventory::machine::page_file_letters;
use super::super::target;
use super::super::volume::{Volume, extents_of};
use crate::file::{FileFacts, FileIdentity, OpenMode, read_exact_at, size_bytes};
use crate::guard::{MarkedTargets, WriteReason, WriteRefusal, blank, signatures};
use crate::inventory::{DeviceNumber, SystemRoots};
use crate::target::Target;
use crate::windows_answers::AnswerFault;
use crate::windows_answers::disk::{DiskAttributes, is_clustered};
use crate::windows_answers::judge::{DeviceUse, DiskUse, VolumeUse, judge};
use crate::windows_answers::layout::{DriveLayout, Partition};
use crate::windows_answers::volume::{DiskExtent, is_bitlocker};
use base::refusal::FileFault;
use std::io;
use std::path::{Path, PathBuf};
use windows_sys::Win32::System::Ioctl::{
    FSCTL_LOCK_VOLUME, FSCTL_UNLOCK_VOLUME, IOCTL_DISK_GET_DISK_ATTRIBUTES,
    IOCTL_DISK_GET_DRIVE_LAYOUT_EX,
};

/// `CTL_CODE(IOCTL_DISK_BASE, 0x3e, METHOD_BUFFERED, FILE_ANY_ACCESS)` of ntdddisk.h.
const IOCTL_DISK_IS_CLUSTERED: u32 = 0x0007_00f8;
/// Longer than the table of a disk with 128 partitions, the most of a GPT that Windows makes.
const ANSWER_BYTES: usize = 32 << 10;
/// The largest sector of disks: the boot sector is read with whole sectors.
const SECTOR_BYTES_MAX: usize = 4096;

/// Opens a disk or volume and checks the open handle. Gives it only if `destroy` names it and nobody uses it. The name of a disk does
/// not cover its volumes, and the name of a volume does not cover its disk.
pub fn device(
    path: &Path,
    destroy: impl Into<MarkedTargets>,
    _: &SystemRoots,
) -> Result<Target, Vec<WriteRefusal>> {
    let unreadable = |error: io::Error| vec![WriteRefusal::unreadable(path, &error)];
    let held = target::to_judge(path, true).map_err(unreadable)?;
    let Some(number) = FileFacts::of(&held).map_err(unreadable)?.device() else {
        return Err(vec![WriteRefusal::NotADevice { path: path.to_owned() }]);
    };
    let named = destroy.into().names(FileIdentity::Device(number));
    let target =
        Target::new(path, held, Some(WriteReason::Named), Vec::new()).map_err(unreadable)?;
    let facts = device_use(&target, number).map_err(unreadable)?;
    let reasons = judge(path, &facts, named);
    if reasons.is_empty() { Ok(target) } else { Err(reasons) }
}

fn device_use(device: &Target, number: DeviceNumber) -> io::Result<DeviceUse> {
    let file = device.open(OpenMode::default())?;
    let is_volume = number.minor != 0;
    let extents = if is_volume { extents_of(&file)? } else { DeviceUse::whole_disk(number.major) };
    let mut numbers: Vec<u32> = extents.iter().map(|extent| extent.disk).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let disks = numbers.into_iter().map(disk_use).collect::<io::Result<_>>()?;
    let size_bytes = size_bytes(&file)?;
    let mut names: Vec<_> =
        signatures(&file, size_bytes)?.iter().map(|signature| signature.name).collect();
    names.dedup();
    let blank = blank(&file, size_bytes)?;
    // The lock needs that nobody has the volume open, this process included.
    drop(file);
    Ok(DeviceUse {
        extents,
        disks,
        volumes: volumes()?,
        busy: is_volume && is_busy(device.path(), number)?,
        signatures: names,
        blank,
    })
}

/// The error of an answer that does not have what it should.
fn senseless(_: AnswerFault) -> io::Error {
    io::ErrorKind::InvalidData.into()
}

fn disk_use(number: u32) -> io::Result<DiskUse> {
    let path = PathBuf::from(Disk::path(number));
    let file = crate::file::open(&path, OpenMode::default())?;
    let answer = ask(&file, IOCTL_DISK_GET_DRIVE_LAYOUT_EX, &[], ANSWER_BYTES)?;
    let layout = DriveLayout::read(&answer).map_err(senseless)?;
    let answer = ask(&file, IOCTL_DISK_GET_DISK_ATTRIBUTES, &[], ANSWER_BYTES)?;
    let read_only = DiskAttributes::read(&answer).map_err(senseless)?.read_only;
    let clustered = match ask(&file, IOCTL_DISK_IS_CLUSTERED, &[], ANSWER_BYTES) {
        Ok(answer) => is_clustered(&answer).map_err(senseless)?,
        // A driver without clusters does not know the request.
        Err(error) if error.kind() == io::ErrorKind::Unsupported => false,
        Err(error) => return Err(error),
    };
    let mut bitlocker = Vec::new();
    for Partition { start_bytes, size_bytes, .. } in &layout.partitions {
        let mut head = vec![0; SECTOR_BYTES_MAX];
        read_exact_at(&file, &mut head, *start_bytes)?;
        if is_bitlocker(&head).map_err(senseless)? {
            let (start_bytes, size_bytes) = (*start_bytes, *size_bytes);
            bitlocker.push(DiskExtent { disk: number, start_bytes, size_bytes });
        }
    }
    Ok(DiskUse { number, layout, bitlocker, clustered, read_only })
}

/// Every volume on disks, mounted at a path or not.
fn volumes() -> io::Result<Vec<VolumeUse>> {
    let windows = std::env::var_os("SystemRoot").map(PathBuf::from);
    let windows = windows.and_then(|path| Volume::of(&path)).ok_or(io::ErrorKind::NotFound)?;
    let letters = page_file_letters();
    let on_disks = Volume::every().into_iter().filter(Volume::may_be_on_disk);
    let uses = on_disks.map(|volume| {
        let points = || volume.points.iter().map(|point| point.to_string_lossy());
        let first = points().next();
        VolumeUse {
            name: first.map_or_else(|| volume.name.clone(), |point| point.into_owned()),
            extents: volume.extents(),
            file_system: volume.information().map(|found| found.file_system),
            holds_windows: volume.name == windows.name,
            holds_page_file: points().any(|point| {
                let letter = point.chars().next().map(|letter| letter.to_ascii_uppercase());
                letter.is_some_and(|letter| letters.contains(&letter))
            }),
        }
    });
    Ok(uses.collect())
}

/// Whether another program has the volume open: it cannot be locked then. Opened by its name, because a handle that was opened for facts
/// leads past the file system, which is asked for the lock.
fn is_busy(path: &Path, number: DeviceNumber) -> io::Result<bool> {
    let volume = crate::file::open(path, OpenMode::default())?;
    if FileFacts::of(&volume)?.device() != Some(number) {
        return Err(io::Error::other(FileFault::OtherFile));
    }
    match ask(&volume, FSCTL_LOCK_VOLUME, &[], 0) {
        Ok(_) => ask(&volume, FSCTL_UNLOCK_VOLUME, &[], 0).map(|_| false),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(true),
        Err(error) => Err(error),
    }
}
